"""The default bindings of the prefix table and of the mouse, as a user would write them.

tmux's keys do what tmux's do. The mouse differs in one thing: a selection is copied when the button
is released, and the view stays where it is. Copy mode's keys are in `copy_keys`.
"""

from __future__ import annotations

PREFIX_BINDINGS = r"""
bind -N 'Send the prefix key' C-b { send-prefix }
bind -N 'Rotate through the panes' C-o { rotate-window }
bind -N 'Suspend the current client' C-z { suspend-client }
bind -N 'Select the next layout' Space { next-layout }
bind -N 'Break the pane out into a new window' ! { break-pane }
bind -N 'Split the pane: a new one below' '"' { split-window }
bind -N 'List the paste buffers' '#' { list-buffers }
bind -N 'Rename the session' '$' { command-prompt -I "#S" { rename-session "%%" } }
bind -N 'Split the pane: a new one beside' % { split-window -h }
bind -N 'Kill the window' & { confirm-before -p "kill-window #W? (y/n)" kill-window }
bind -N 'Select a window by its index' "'" {
    command-prompt -T window-target -p index { select-window -t ":%%" }
}
bind -N 'Switch to the previous session' ( { switch-client -p }
bind -N 'Switch to the next session' ) { switch-client -n }
bind -N 'Rename the window' , { command-prompt -I "#W" { rename-window "%%" } }
bind -N 'Delete the newest paste buffer' - { delete-buffer }
bind -N 'Move the window' . { command-prompt -T target { move-window -t "%%" } }
bind -N 'Describe a key binding' / { command-prompt -k -p key { list-keys -1N "%%" } }
bind -N 'Select window 0' 0 { select-window -t :=0 }
bind -N 'Select window 1' 1 { select-window -t :=1 }
bind -N 'Select window 2' 2 { select-window -t :=2 }
bind -N 'Select window 3' 3 { select-window -t :=3 }
bind -N 'Select window 4' 4 { select-window -t :=4 }
bind -N 'Select window 5' 5 { select-window -t :=5 }
bind -N 'Select window 6' 6 { select-window -t :=6 }
bind -N 'Select window 7' 7 { select-window -t :=7 }
bind -N 'Select window 8' 8 { select-window -t :=8 }
bind -N 'Select window 9' 9 { select-window -t :=9 }
bind -N 'Ask for a command' : { command-prompt }
bind -N 'Go to the pane that was active before' \; { last-pane }
bind -N 'Choose a paste buffer' = { choose-buffer -Z }
bind -N 'List the key bindings' ? { list-keys -N }
bind -N 'Choose a client to detach' D { choose-client -Z }
bind -N 'Spread the panes out evenly' E { select-layout -E }
bind -N 'Switch to the last session' L { switch-client -l }
bind -N 'Clear the marked pane' M { select-pane -M }
bind -N 'Enter copy mode' [ { copy-mode }
bind -N 'Paste the newest paste buffer' ] { paste-buffer -p }
bind -N 'Make a new window' c { new-window }
bind -N 'Detach' d { detach-client }
bind -N 'Find a window' f { command-prompt { find-window -Z "%%" } }
bind -N 'Tell about the window' i { display-message }
bind -N 'Select the window that was current before' l { last-window }
bind -N 'Mark the pane, or unmark it' m { select-pane -m }
bind -N 'Select the next window' n { next-window }
bind -N 'Select the next pane' o { select-pane -t :.+ }
bind -N 'Select the previous window' p { previous-window }
bind -N "Show the panes' numbers" q { display-panes }
bind -N 'Draw everything again' r { refresh-client }
bind -N 'Choose a session' s { choose-tree -Zs }
bind -N 'Show a clock' t { clock-mode }
bind -N 'Choose a window' w { choose-tree -Zw }
bind -N 'Kill the pane' x { confirm-before -p "kill-pane #P? (y/n)" kill-pane }
bind -N 'Zoom the pane, or unzoom it' z { resize-pane -Z }
bind -N 'Swap the pane with the one before' '{' { swap-pane -U }
bind -N 'Swap the pane with the one after' '}' { swap-pane -D }
bind -N 'Show the messages so far' '~' { show-messages }
bind -N 'Menu of the window' < { display-menu -x W -y W WINDOW_ITEMS }
bind -N 'Menu of the pane' > { display-menu -x P -y P PANE_ITEMS }
bind -N 'Let the view follow the cursor again' -r DC { refresh-client -c }
bind -N 'Enter copy mode a page up' PPage { copy-mode -u }
bind -N 'Select the pane above' -r Up { select-pane -U }
bind -N 'Select the pane below' -r Down { select-pane -D }
bind -N 'Select the pane to the left' -r Left { select-pane -L }
bind -N 'Select the pane to the right' -r Right { select-pane -R }
bind -N 'Layout: all in one row' M-1 { select-layout even-horizontal }
bind -N 'Layout: all in one column' M-2 { select-layout even-vertical }
bind -N 'Layout: a main pane above' M-3 { select-layout main-horizontal }
bind -N 'Layout: a main pane to the left' M-4 { select-layout main-vertical }
bind -N 'Layout: tiled' M-5 { select-layout tiled }
bind -N 'Select the next window with an alert' M-n { next-window -a }
bind -N 'Rotate through the panes in reverse' M-o { rotate-window -D }
bind -N 'Select the previous window with an alert' M-p { previous-window -a }
bind -N 'Resize the pane up by 5' -r M-Up { resize-pane -U 5 }
bind -N 'Resize the pane down by 5' -r M-Down { resize-pane -D 5 }
bind -N 'Resize the pane left by 5' -r M-Left { resize-pane -L 5 }
bind -N 'Resize the pane right by 5' -r M-Right { resize-pane -R 5 }
bind -N 'Resize the pane up' -r C-Up { resize-pane -U }
bind -N 'Resize the pane down' -r C-Down { resize-pane -D }
bind -N 'Resize the pane left' -r C-Left { resize-pane -L }
bind -N 'Resize the pane right' -r C-Right { resize-pane -R }
bind -N 'Move the view of a large window up' -r S-Up { refresh-client -U 10 }
bind -N 'Move the view of a large window down' -r S-Down { refresh-client -D 10 }
bind -N 'Move the view of a large window left' -r S-Left { refresh-client -L 10 }
bind -N 'Move the view of a large window right' -r S-Right { refresh-client -R 10 }
"""

MOUSE_BINDINGS = r"""
bind -n MouseDown1Pane { select-pane -t = ; send-keys -M }
bind -n MouseUp1Pane { send-keys -M }
bind -n MouseDragEnd1Pane { send-keys -M }
bind -n MouseDrag1Pane { PROGRAM_OR { copy-mode -eM } }
bind -n DoubleClick1Pane { select-pane -t = ; PROGRAM_OR { copy-mode -eH ; send-keys -M } }
bind -n TripleClick1Pane { select-pane -t = ; PROGRAM_OR { copy-mode -eH ; send-keys -M } }
bind -n MouseDown2Pane { select-pane -t = ; PROGRAM_OR { paste-buffer -p } }
bind -n MouseUp2Pane { send-keys -M }
bind -n MouseDrag2Pane { send-keys -M }
bind -n MouseDragEnd2Pane { send-keys -M }
bind -n MouseDown3Pane { PROGRAM_OR { select-pane -t = ; display-menu -t = -x M -y M PANE_ITEMS } }
bind -n M-MouseDown3Pane { display-menu -t = -x M -y M PANE_ITEMS }
bind -n MouseUp3Pane { send-keys -M }
bind -n MouseDrag3Pane { send-keys -M }
bind -n MouseDragEnd3Pane { send-keys -M }
bind -n MouseMovePane { send-keys -M }
bind -n WheelUpPane {
    if-shell -F "#{||:#{alternate_on},#{||:#{pane_in_mode},#{mouse_any_flag}}}" {
        send-keys -M
    } {
        copy-mode -e ; send-keys -X -N 5 scroll-up
    }
}
bind -n WheelDownPane { send-keys -M }
bind -n MouseDrag1Border { resize-pane -M }
bind -n MouseDown1Status { select-window -t = }
bind -n WheelUpStatus { previous-window }
bind -n WheelDownStatus { next-window }
bind -n MouseDown3Status { display-menu -t = -x W -y W WINDOW_ITEMS }
bind -n MouseDown3StatusLeft { display-menu -t = -x M -y W SESSION_ITEMS }
"""

_WORDS = {
    "PROGRAM_OR": r"""if-shell -F "#{||:#{pane_in_mode},#{mouse_any_flag}}" { send-keys -M }""",
    "PANE_ITEMS": r"""-T "#{pane_index} (#{pane_id})"
        "#{?pane_in_mode,Go To Top,}" < { send-keys -X history-top }
        "#{?pane_in_mode,Go To Bottom,}" > { send-keys -X history-bottom }
        ""
        "Copy Mode" c { copy-mode }
        "Paste" p { paste-buffer -p }
        ""
        "Split Beside" h { split-window -h }
        "Split Below" v { split-window -v }
        ""
        "#{?#{>:#{window_panes},1},,-}Swap Up" u { swap-pane -U }
        "#{?#{>:#{window_panes},1},,-}Swap Down" d { swap-pane -D }
        "#{?pane_marked_set,,-}Swap Marked" s { swap-pane }
        ""
        "Kill" X { kill-pane }
        "Respawn" R { respawn-pane -k }
        "#{?pane_marked,Unmark,Mark}" m { select-pane -m }
        "#{?#{>:#{window_panes},1},,-}#{?window_zoomed_flag,Unzoom,Zoom}" z { resize-pane -Z }""",
    "WINDOW_ITEMS": r"""-T "#{window_index}:#{window_name}"
        "#{?#{>:#{session_windows},1},,-}Swap Left" l { swap-window -t :-1 }
        "#{?#{>:#{session_windows},1},,-}Swap Right" r { swap-window -t :+1 }
        ""
        "Kill" X { kill-window }
        "Respawn" R { respawn-window -k }
        "Rename" n { command-prompt -I "#W" { rename-window "%%" } }
        ""
        "New After" w { new-window -a }
        "New At End" W { new-window }""",
    "SESSION_ITEMS": r"""-T "#{session_name}"
        "Next" n { switch-client -n }
        "Previous" p { switch-client -p }
        ""
        "Renumber" N { move-window -r }
        "Rename" r { command-prompt -I "#S" { rename-session "%%" } }
        ""
        "New Session" s { new-session }
        "New Window" w { new-window }""",
}
"""What the capitals in the mouse bindings and menus stand for.

PROGRAM_OR gives the event to a program that wants the mouse, or to copy mode; what follows it is
for a plain pane. The others are the title and the items of a menu.
"""


def _written_out(text: str) -> str:
    for word, meaning in _WORDS.items():
        text = text.replace(word, " ".join(meaning.split("\n")))
    return text


DEFAULT_BINDINGS = _written_out(PREFIX_BINDINGS + MOUSE_BINDINGS)
"""All of them, in the command language."""
