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
esc=$(printf '\033') etx=$(printf '\003') eot=$(printf '\004')
bs=$(printf '\010') del=$(printf '\177') nak=$(printf '\025') etb=$(printf '\027')
ahead='' nl='
'
stty -icanon -echo -isig -ixon icrnl min 1 time 0
printf '\033[?2004h'

# Take one key into $key: a character, Escape, "paste" with $pasted, or "none".
more() {
    chunk=$(dd bs=4096 count=1 2>/dev/null; echo .)
    [ "$chunk" != . ] || exit 3
    ahead=$ahead${chunk%.}
}
drop() { ahead=${ahead#?}; }
get() {
    [ -n "$ahead" ] || more
    rest=${ahead#?} key=${ahead%"${ahead#?}"} ahead=$rest
    [ "$key" = "$esc" ] && [ -n "$ahead" ] || return 0
    key=none
    case $ahead in
        '[200~'*) paste ;;
        '['* | O*)
            drop
            while :; do
                case $ahead in [0-9\;:\<=\>?]*) drop ;; *) break ;; esac
            done
            drop ;;
        *) drop ;;
    esac
}
paste() {
    until case $ahead in *"$esc[201~"*) true ;; *) false ;; esac; do more; done
    pasted=${ahead%%"$esc[201~"*} ahead=${ahead#*"$esc[201~"} key=paste
    pasted=${pasted#'[200~'}
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

# The paste as one line of what can be printed.
clean() { printf '%s' "$pasted" | tr '\n\t\r' '   ' | LC_ALL=C tr -d '\000-\037\177'; }
chop() {
    printf '%s' "$line" | LC_ALL=C sed \
        "s/[$(printf '\300')-$(printf '\377')][$(printf '\200')-$(printf '\277')]*\$//;t
s/.\$//"
}
say "$hint"
printf '\n> \0337'
line=''
while :; do
    get
    case $key in
        "$nl") printf '%s' "$line" >"$answer"; exit 0 ;;
        "$esc" | "$etx") exit 3 ;;
        "$eot") [ -n "$line" ] || exit 3 ;;
        "$del" | "$bs") line=$(chop) ;;
        "$nak") line= ;;
        "$etb") line=$(printf '%s' "$line" | sed 's/[^ ]* *$//') ;;
        paste) line=$line$(clean) ;;
        none | [[:cntrl:]]) ;;
        *) line=$line$key ;;
    esac
    [ -z "$ahead" ] || continue
    printf '\0338\033[J%s' "$line"
done
"""
"""Its arguments: the prompt and answer files, the kind (text or message), the rows of a page, and
the hints for the last page and the others. The text is left out of the answer file when refused."""
