"""The default bindings of copy mode, for emacs and for vi fingers, as a user would write them.

They are tmux's, but for the mouse: releasing the button copies and keeps the view where it is.
"""

from __future__ import annotations

_EMACS = r"""
C-Space begin-selection
C-a start-of-line
C-b cursor-left
C-c cancel
C-e end-of-line
C-f cursor-right
C-g clear-selection
C-k copy-pipe-end-of-line-and-cancel
C-n cursor-down
C-p cursor-up
C-v page-down
C-w copy-pipe-and-cancel
Escape cancel
Space page-down
, jump-reverse
\; jump-again
N search-reverse
P toggle-position
R rectangle-toggle
X set-mark
n search-again
q cancel
r refresh-from-pane
Home start-of-line
End end-of-line
NPage page-down
PPage page-up
Up cursor-up
Down cursor-down
Left cursor-left
Right cursor-right
M-C-b previous-matching-bracket
M-C-f next-matching-bracket
M-C-Up previous-prompt
M-C-Down next-prompt
M-< history-top
M-> history-bottom
M-R top-line
M-b previous-word
M-f next-word-end
M-m back-to-indentation
M-r middle-line
M-v page-up
M-w copy-pipe-and-cancel
M-x jump-to-mark
"M-{" previous-paragraph
"M-}" next-paragraph
M-Up halfpage-up
M-Down halfpage-down
C-Up scroll-up
C-Down scroll-down
"""

_VI = r"""
C-b page-up
C-c cancel
C-d halfpage-down
C-e scroll-down
C-f page-down
C-h cursor-left
C-j copy-pipe-and-cancel
Enter copy-pipe-and-cancel
C-u halfpage-up
C-v rectangle-toggle
C-y scroll-up
Escape clear-selection
Space begin-selection
'$' end-of-line
% next-matching-bracket
, jump-reverse
0 start-of-line
\; jump-again
A append-selection-and-cancel
B previous-space
D copy-pipe-end-of-line-and-cancel
E next-space-end
G history-bottom
H top-line
J scroll-down
K scroll-up
L bottom-line
M middle-line
N search-reverse
P toggle-position
V select-line
W next-space
X set-mark
^ back-to-indentation
b previous-word
e next-word-end
g history-top
h cursor-left
j cursor-down
k cursor-up
l cursor-right
n search-again
o other-end
q cancel
r refresh-from-pane
v rectangle-toggle
w next-word
z scroll-middle
[ previous-prompt
] next-prompt
'{' previous-paragraph
'}' next-paragraph
BSpace cursor-left
NPage page-down
PPage page-up
Up cursor-up
Down cursor-down
Left cursor-left
Right cursor-right
M-x jump-to-mark
C-Up scroll-up
C-Down scroll-down
"""

_ASKING = r"""
bind -T copy-mode C-r {
    command-prompt -i -I "#{pane_search_string}" -T search -p "(search up)" {
        send-keys -X search-backward-incremental "%%"
    }
}
bind -T copy-mode C-s {
    command-prompt -i -I "#{pane_search_string}" -T search -p "(search down)" {
        send-keys -X search-forward-incremental "%%"
    }
}
bind -T copy-mode g { command-prompt -p "(goto line)" { send-keys -X goto-line "%%" } }
bind -T copy-mode-vi : { command-prompt -p "(goto line)" { send-keys -X goto-line "%%" } }
bind -T copy-mode-vi / {
    command-prompt -T search -p "(search down)" { send-keys -X search-forward "%%" }
}
bind -T copy-mode-vi ? {
    command-prompt -T search -p "(search up)" { send-keys -X search-backward "%%" }
}
bind -T copy-mode-vi '#' { send-keys -FX search-backward "#{copy_cursor_word}" }
bind -T copy-mode-vi * { send-keys -FX search-forward "#{copy_cursor_word}" }
"""

_MOUSE = r"""
bind -T TABLE MouseDown1Pane { select-pane ; send-keys -M }
bind -T TABLE MouseUp1Pane { send-keys -M }
bind -T TABLE MouseDrag1Pane { send-keys -M }
bind -T TABLE MouseDragEnd1Pane { send-keys -M }
bind -T TABLE DoubleClick1Pane { select-pane ; send-keys -M }
bind -T TABLE TripleClick1Pane { select-pane ; send-keys -M }
bind -T TABLE WheelUpPane { select-pane ; send-keys -X -N 5 scroll-up }
bind -T TABLE WheelDownPane { select-pane ; send-keys -X -N 5 scroll-down }
"""

_JUMPS = (
    ("f", "jump-forward", "(jump forward)"),
    ("F", "jump-backward", "(jump backward)"),
    ("t", "jump-to-forward", "(jump to forward)"),
    ("T", "jump-to-backward", "(jump to backward)"),
)


def _table(table: str, keys: str, repeat: str) -> str:
    """Return the bindings of one table; digits, after `repeat`, ask for a count."""
    lines = [
        f"bind -T {table} {key} {{ send-keys -X {command} }}"
        for key, command in (line.split() for line in keys.strip().splitlines())
    ]
    lines += [
        f"bind -T {table} {key} "
        f'{{ command-prompt -1 -p "{label}" {{ send-keys -X {command} "%%" }} }}'
        for key, command, label in _JUMPS
    ]
    lines += [
        f"bind -T {table} {repeat}{digit} "
        f'{{ command-prompt -N -I {digit} -p (repeat) {{ send-keys -N "%%" }} }}'
        for digit in range(1, 10)
    ]
    return "\n".join([*lines, _MOUSE.replace("TABLE", table)])


COPY_BINDINGS = "\n".join(
    (_table("copy-mode", _EMACS, "M-"), _table("copy-mode-vi", _VI, ""), _ASKING)
)
"""All of them, in the command language."""
