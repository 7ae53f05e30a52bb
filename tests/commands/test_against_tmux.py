"""The same command lines given to mplex and to a real tmux: same output, same errors.

Every script starts on a server with one session "0" with one window "one", 80x24. The first line of
an error counts; what comes after it (the usage) is mplex's own.
"""

from __future__ import annotations

import shlex

import pytest

from tests.commands.fakes import Home
from tests.support.tmux import TmuxServer

SCRIPTS = {
    "errors of the language": """
        foo
        list
        split-window -Q
        rename-window
        rename-window a b
        bind x foo
        bind
        kill-session -t nope
        has-session -t nope
        select-window -t nope
        split-window -t %99 cat
        list-panes -t :9
        swap-pane -s %99
        new-session -d -s 0 cat
        new-window -t :0 cat
        last-window
        select-layout foo
        resize-pane -x foo
        resize-window -x 0
        wait-for
        wait-for -U never
        join-pane -t %0
        rename-session ''
        run-shell -d x true
        switch-client -T nope
        list-keys -T nope
        send-keys -X cursor-up
        send-keys -N x a
        move-window -t :0
        set-environment a=b c
        show-environment NOPE
        load-buffer /nope/nope
        source-file /nope/nope
        delete-buffer
        show-buffer
        paste-buffer -b nope
        detach-client
        command-prompt
        list-clients -t nope
        respawn-pane cat
        respawn-window cat
        capture-pane -p -a
        unbind-key -T nope x
        unbind-key
    """,
    "windows": """
        new-window -n two cat
        new-window -d -n three cat
        new-window -t :7 -n seven cat
        list-windows -F '#{window_index}:#{window_name}#{window_flags}'
        list-windows
        list-windows -a
        new-window -a -t :0 -n after cat
        new-window -b -t :7 -n before cat
        list-windows -F '#{window_index}:#{window_name}#{window_flags}'
        new-window -k -t :2 -n killer cat
        new-window -P -n printed cat
        new-window -P -F '#{window_index}+#{pane_id}' -n printed cat
        select-window -t two
        select-window -t :=0
        last-window
        display-message -p '#{window_index} #{window_name}'
        next-window
        display-message -p '#{window_index} #{window_name}'
        previous-window
        previous-window
        display-message -p '#{window_index} #{window_name}'
        swap-window -s :0 -t :2
        list-windows -F '#{window_index}:#{window_name}#{window_flags}'
        swap-window -d -s :0 -t :2
        list-windows -F '#{window_index}:#{window_name}#{window_flags}'
        last-window
        swap-window -s :0 -t :2
        list-windows -F '#{window_index}:#{window_name}#{window_flags}'
        swap-window -s :7 -t :0
        list-windows -F '#{window_index}:#{window_name}#{window_flags}'
        move-window -s :0 -t :12
        move-window -d -s :12 -t :13
        list-windows -F '#{window_index}:#{window_name}#{window_flags}'
        move-window -r
        list-windows -F '#{window_index}:#{window_name}#{window_flags}'
        rename-window -t :1 'a name'
        list-windows -F '#{window_index}:#{window_name}' -f '#{==:#{window_name},a name}'
        kill-window -t :2
        list-windows -F '#{window_index}:#{window_name}#{window_flags}'
        kill-window -a
        list-windows -F '#{window_index}:#{window_name}#{window_flags}'
        select-window -n
    """,
    "panes": """
        split-window -P cat
        split-window -h -P -F '#{pane_id} #{pane_index}' cat
        split-window -b -d -l 5 -P cat
        split-window -f -l 20% -P cat
        split-window -l 500 cat
        list-panes -F '#{pane_index} #{pane_id} #{pane_width}x#{pane_height} #{pane_active}'
        select-pane -t 0
        select-pane -R
        select-pane -D
        select-pane -U
        display-message -p '#{pane_id}'
        select-pane -t :.+
        last-pane
        display-message -p '#{pane_id}'
        select-pane -T 'some title'
        display-message -p '#{pane_title}'
        swap-pane -U
        swap-pane -D
        swap-pane -d -s 0 -t 2
        list-panes -F '#{pane_index} #{pane_id} #{pane_width}x#{pane_height} #{pane_active}'
        resize-pane -L 5
        resize-pane -x 30 -y 6
        resize-pane -y 50%
        list-panes -F '#{pane_index} #{pane_id} #{pane_width}x#{pane_height} #{pane_active}'
        rotate-window
        rotate-window -D
        list-panes -F '#{pane_index} #{pane_id} #{pane_width}x#{pane_height} #{pane_active}'
        resize-pane -Z
        display-message -p '#{window_zoomed_flag} #{pane_width}x#{pane_height}'
        resize-pane -Z
        select-pane -m
        list-panes -F '#{pane_id} #{pane_marked}'
        select-pane -M
        list-panes -F '#{pane_id} #{pane_marked}'
        select-pane -m -t 0
        select-pane -M -t 1
        list-panes -F '#{pane_id} #{pane_marked}'
        select-pane -t 0
        swap-pane -d -s 0 -t 2
        list-panes -F '#{pane_id} #{pane_active}'
        swap-pane -d -s 2 -t 0
        list-panes -F '#{pane_id} #{pane_active}'
        swap-pane -s 0 -t 2
        list-panes -F '#{pane_id} #{pane_active}'
        new-window -n other cat
        split-window cat
        swap-pane -d -s :0.0 -t :1.1
        list-panes -a -F '#{window_index} #{pane_id} #{pane_active}'
        swap-pane -s :0.1 -t :1.0
        list-panes -a -F '#{window_index} #{pane_id} #{pane_active}'
        kill-window -t :1
        break-pane -d -n broken -P -s 0
        list-windows -F '#{window_index}:#{window_name} #{window_panes}'
        join-pane -h -s :1 -t :0.1
        list-panes -F '#{pane_index} #{pane_id} #{pane_width}x#{pane_height} #{pane_active}'
        kill-pane
        list-panes -F '#{pane_index} #{pane_id} #{pane_width}x#{pane_height} #{pane_active}'
        kill-pane -a
        list-panes -F '#{pane_index} #{pane_id} #{pane_width}x#{pane_height} #{pane_active}'
        list-panes -s -F '#{window_index}.#{pane_index}'
        list-panes -a -F '#{session_name}:#{window_index}.#{pane_index}'
    """,
    "layouts": """
        split-window cat
        split-window -h cat
        split-window cat
        select-layout even-horizontal
        display-message -p '#{window_layout}'
        select-layout main-vertical
        display-message -p '#{window_layout}'
        select-layout tiled
        display-message -p '#{window_layout}'
        next-layout
        display-message -p '#{window_layout}'
        previous-layout
        display-message -p '#{window_layout}'
        select-layout -E
        display-message -p '#{window_layout}'
        select-layout -o
        display-message -p '#{window_layout}'
        select-layout -n
        display-message -p '#{window_layout}'
    """,
    "sessions": """
        new-session -d -s work -n main -x 100 -y 30 cat
        new-session -d -s 'a.b:c' -n x -x 80 -y 24 cat
        new-session -d -P -x 80 -y 24 -n y -s third cat
        new-session -d -P -F '#{session_name} #{session_windows}' -n z -x 80 -y 24 cat
        list-sessions -F '#{session_name}: #{session_windows} #{window_width}x#{window_height}'
        rename-session -t work play
        rename-session -t third play
        has-session -t pla
        has-session -t =pla
        list-windows -t play -F '#{session_name}:#{window_index} #{window_name}'
        new-window -t play: -n more cat
        new-window -d -t play -n still cat
        new-window -d -t =play -n strict cat
        new-window -d -t pla -n more cat
        new-window -d -a -t play -n next cat
        new-window -d -t :play -n none cat
        break-pane -d -s third -t play -n broken
        select-window -t :play
        move-window -s play:main -t third:5
        list-windows -a -F '#{session_name}:#{window_index} #{window_name}'
        kill-session -t play
        kill-session -a -t third
        list-sessions -F '#{session_name}'
    """,
    "options": """
        set-option base-index 3
        show-options
        show-options base-index
        show-options -v base-index
        show-options -g base-index
        show-options -A mode-keys
        show-options -w mode-keys
        set-option mode-keys vi
        show-options -w
        show-window-options mode-keys
        set-window-option -g mode-keys vi
        show-window-options -g -v mode-keys
        set-option -g status-left 'a b'
        set-option -ga status-left '#[x]'
        show-options -g status-left
        set-option -g status-left
        set-option -go status-left c
        set-option @user 'some text'
        show-options @user
        show-options -v @user
        set-option -F @here '#{pane_id}'
        show-options -v @here
        show-options -g @nope
        show-options -gqv @nope
        set-option nope 1
        set-option -q nope 1
        show-options nope
        set-option -g base-index x
        set-option -g base-index -1
        set-option -g status-position maybe
        set-option -p remain-on-exit on
        show-options -p
        set-option -pu remain-on-exit
        show-options -p
        set-option -s command-alias[7] 'zoom=resize-pane -Z'
        show-options -s command-alias[7]
        set-option -u base-index
        show-options base-index
        set-option -w -t :9 mode-keys vi
        set-option -g default-command 'a "b" $c'
        show-options -g default-command
        show-options -Ap remain-on-exit
    """,
    "environment": """
        set-environment FOO 'a b'
        show-environment FOO
        show-environment -s FOO
        set-environment -g BAR '$x"y'
        show-environment -g BAR
        show-environment -gs BAR
        set-environment -r BAR
        show-environment BAR
        show-environment -s BAR
        set-environment -u FOO
        show-environment FOO
        set-environment -h HID den
        show-environment HID
        show-environment -h HID
        set-environment FOO
        set-environment -u FOO x
        set-environment '' x
        set-environment -F PANE '#{pane_id}'
        show-environment PANE
    """,
    "buffers": """
        set-buffer one
        set-buffer two
        set-buffer -b named 'three  '
        list-buffers
        list-buffers -F '#{buffer_name}'
        show-buffer -b buffer1
        show-buffer -b named
        set-buffer -a -b named four
        show-buffer -b named
        set-buffer -b named -n other
        delete-buffer -b buffer1
        delete-buffer -b other
        list-buffers
        set-buffer
        set-buffer ''
        list-buffers
        save-buffer -
        delete-buffer -b nope
    """,
    "keys": r"""
        bind-key -T mine x 'display-message hi ; list-keys'
        bind-key -T mine y display-message 'a b' \; rename-window -t : "it's"
        bind-key -T mine -r C-x { if-shell -F 1 { next-window } { previous-window -a } }
        bind-key -T mine -N 'a note' M-z send-keys -l -- 'x"y'
        bind-key -T mine \# display-message '#{pane_id} $HOME ~'
        bind-key -T mine '"' display-message ''
        list-keys -T mine
        list-keys -T mine M-z
        unbind-key -T mine y
        unbind-key -a -T mine
        bind-key -n F99 list-keys
        unbind-key F99
        list-keys C-F12
        bind-key C-j { send-keys { x } }
        bind-key -T prefix C-x nope
    """,
    "messages": """
        display-message -p 'x #{session_name} #S #{?pane_active,yes,no}'
        display-message -p -t :9 x
        display-message -p -F '#{window_name}'
        display-message -p -F a b
        display-message -p ''
        list-commands kill-server
        list-commands -F '#{command_list_name}' kill-pane
        if-shell -F 1 'display-message -p yes' 'display-message -p no'
        if-shell -F 0 'display-message -p yes' 'display-message -p no'
        if-shell -F '' 'display-message -p yes'
        run-shell -C 'display-message -p ours'
        display-message -p a ; display-message -p b
        display-message -p a ; kill-pane -t %99 ; display-message -p b
    """,
}
"""Command lines, read as a shell would, by what they are about."""


@pytest.mark.parametrize("name", SCRIPTS)
def test_the_same_lines_give_the_same_answers(name: str, tmux: TmuxServer) -> None:
    start = ["new-session", "-d", "-x", "80", "-y", "24", "-n", "one", "cat"]
    tmux.ok(*start)
    home = Home()
    home.run(*start)
    here, there = [], []
    for line in filter(None, map(str.strip, SCRIPTS[name].splitlines())):
        argv = shlex.split(line)
        theirs = tmux.run(*argv)
        ours = home.run(*argv)
        said = (theirs.stdout + theirs.stderr).splitlines()
        there.append((line, said[: 1 if theirs.returncode else None], theirs.returncode))
        said = [*ours.out.splitlines(), *ours.errors]
        here.append((line, said[: 1 if ours.statuses[0] else None], ours.statuses[0]))
    assert here == there
