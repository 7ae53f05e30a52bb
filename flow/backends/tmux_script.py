"""The shell script that runs in a tmux popup: it shows pages of a file and takes one answer.

Plain POSIX sh, since that is all that is sure to be where tmux is. What comes from a spec reaches
it as the content of a file, never as a word of a command. A key comes as one read, because tmux
writes each one at once: so a lone Escape is known from a function key, and a bracketed paste is
known from typing.
"""

from __future__ import annotations

from typing import Final

DISMISSED: Final = 3
"""The script's exit status when the person refused to answer."""

MESSAGE_HINT: Final = "Enter OK · Esc cancel"
CONTEXT_HINT: Final = "Enter to the choices · Esc cancel"
TEXT_HINT: Final = "Enter answer · Esc cancel"
PAGES_HINT: Final = "Space next page · b back · Esc cancel"

SCRIPT: Final = r"""
prompt=$1 answer=$2 kind=$3 rows=$4 hint=$5 pages=$6
umask 077
set -C
trap 'exit 3' HUP INT TERM
esc=$(printf '\033') etx=$(printf '\003') eot=$(printf '\004') nl='
'
stty -icanon -echo -isig -ixon icrnl min 1 time 0
printf '\033[?2004h'

# Read one key, or a whole paste, into $key.
get() {
    key=$(dd bs=4096 count=1 2>/dev/null; echo .)
    key=${key%.}
    [ -n "$key" ] || exit 3
    case $key in "$esc[200~"*) paste ;; esac
}
paste() {
    while :; do
        case $key in *"$esc[201~"*) return ;; esac
        more=$(dd bs=4096 count=1 2>/dev/null; echo .)
        [ "$more" != . ] || exit 3
        key=$key${more%.}
    done
}
page() {
    last=$((first + rows - 1))
    printf '\033[H\033[2J'
    sed -n "${first},${last}p" "$prompt"
}
say() { printf '\n\033[2m%s\033[m' "$1"; }

total=$(sed -n '$=' "$prompt")
first=1
while :; do
    page
    if [ "$last" -lt "${total:-0}" ]; then
        say "$pages"
    elif [ "$kind" = text ]; then
        break
    else
        say "$hint"
    fi
    get
    case $key in
        "$esc" | q | "$etx") exit 3 ;;
        b) [ "$first" -eq 1 ] || first=$((first - rows)) ;;
        ' ' | "$nl")
            if [ "$last" -lt "${total:-0}" ]; then
                first=$((first + rows))
            elif [ "$key" = "$nl" ]; then
                : >"$answer"
                exit 0
            fi ;;
    esac
done

# Keep what can be printed, on one line.
clean() { printf '%s' "$1" | tr '\n\t\r' '   ' | LC_ALL=C tr -d '\000-\037\177'; }
chop() {
    printf '%s' "$line" | LC_ALL=C sed \
        "s/[$(printf '\300')-$(printf '\377')][$(printf '\200')-$(printf '\277')]*\$//;t
s/.\$//"
}
say "$hint"
printf '\n> \0337'
line=
while :; do
    get
    case $key in
        "$nl") printf '%s' "$line" >"$answer"; exit 0 ;;
        "$esc" | "$etx") exit 3 ;;
        "$eot") [ -n "$line" ] || exit 3 ;;
        "$(printf '\177')" | "$(printf '\010')") line=$(chop) ;;
        "$(printf '\025')") line= ;;
        "$(printf '\027')") line=$(printf '%s' "$line" | sed 's/[^ ]* *$//') ;;
        "$esc[200~"*)
            key=${key#"$esc[200~"}
            line=$line$(clean "${key%%"$esc[201~"*}") ;;
        "$esc"*) ;;
        *"$nl"*)
            # Several keys at once: typed ahead, or a paste that nobody marked.
            line=$line$(clean "${key%"$nl"}") ;;
        *) line=$line$(clean "$key") ;;
    esac
    printf '\0338\033[J%s' "$line"
done
"""
"""Its arguments: the prompt and answer files, the kind (text or message), the rows of a page, and
the hints for the last page and the others. The text is left out of the answer file when refused."""
