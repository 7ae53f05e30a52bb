"""Configuration files, socket folders, versions: what a server meets when it starts."""

from __future__ import annotations

import os
import random
import socket
import subprocess
from concurrent.futures import ThreadPoolExecutor

from mplex.geometry import Size
from mplex.protocol.framing import MAX_MESSAGE, FrameDecoder, encode
from mplex.protocol.messages import PROTOCOL_VERSION, Hello, Message, Refuse
from tests.integration.test_sessions import attached
from tests.support.server import MPLEX, Server
from tests.support.waiting import LIMIT, wait_until


def test_the_configuration_is_read_in_order(server: Server) -> None:
    server.configure("set -g status-left 'one '\nset -g status-right 'two'\n")
    server.house.write(".mplex.conf", "set -g status-right 'three'\nbind -n F5 new-window\n")
    terminal = attached_plain(server)
    terminal.wait_for_text("one ")
    terminal.wait_for_text("three")
    terminal.send("\x1b[15~")
    terminal.wait_until("a window", lambda: server.display("#{session_windows}") == "2")


def attached_plain(server: Server) -> object:
    terminal = server.terminal(size=Size(12, 60))
    terminal.wait_until("a status row", lambda: terminal.row(-1) != "")
    return terminal


def test_a_mistake_is_shown_with_its_place_and_the_rest_is_read(server: Server) -> None:
    server.configure("set -g no-such-thing 1\nset -g status-right 'after'\nbogus\n")
    terminal = attached_plain(server)
    terminal.wait_for_text("mplex.conf:1: invalid option: no-such-thing")
    terminal.wait_for_text("mplex.conf:3: unknown command: bogus")
    terminal.send("q")
    terminal.wait_for_no_text("unknown command")
    terminal.wait_for_text("after")


def test_f_takes_the_place_of_the_default_files(server: Server) -> None:
    server.configure("set -g status-left 'default '\n")
    server.house.write("mine.conf", "set -g status-left 'mine '\n")
    terminal = server.terminal("-f", "mine.conf", size=Size(12, 60))
    terminal.wait_for_text("mine ")


def test_source_file_runs_a_file_and_says_where_it_is_wrong(server: Server) -> None:
    server.ok("new-session", "-d")
    server.house.write("more.conf", "set -g @mine yes\nset -g nope 1\n")
    done = server.run("source-file", "more.conf")
    assert done.returncode == 1
    assert "more.conf:2: invalid option: nope" in done.stderr
    assert server.ok("show-options", "-gv", "@mine") == "yes"


def test_the_socket_folder_is_private(server: Server) -> None:
    server.ok("new-session", "-d")
    folder = server.socket.parent
    assert folder.stat().st_mode & 0o777 == 0o700
    assert server.socket.stat().st_mode & 0o777 == 0o600
    assert server.control.stat().st_mode & 0o777 == 0o600


def test_a_folder_open_to_others_is_refused(server: Server) -> None:
    folder = server.socket.parent
    folder.mkdir(mode=0o700, parents=True)
    folder.chmod(0o755)
    done = server.run("new-session", "-d")
    assert done.returncode == 1
    assert "unsafe permissions" in done.stderr


def test_a_stale_socket_is_replaced(server: Server) -> None:
    server.ok("new-session", "-d")
    pid = server.pid
    os.kill(pid, 9)
    wait_until("the server's death", lambda: not alive(pid))
    assert server.socket.exists()
    assert server.run("list-sessions").returncode == 1
    server.ok("new-session", "-d")
    assert server.pid != pid


def alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    with open(f"/proc/{pid}/stat") as file:
        return file.read().rpartition(")")[2].split()[0] != "Z"


def test_starts_that_race_leave_one_server(server: Server) -> None:
    def start(number: int) -> subprocess.CompletedProcess[str]:
        return server.run("new-session", "-d", "-s", f"s{number}", "cat")

    with ThreadPoolExecutor(6) as pool:
        done = list(pool.map(start, range(6)))
    assert [each.returncode for each in done] == [0] * 6, [each.stderr for each in done]
    assert len(server.ok("list-sessions").splitlines()) == 6


def test_sockets_by_name_and_by_path_are_servers_of_their_own(server: Server) -> None:
    server.ok("new-session", "-d", "-s", "first")
    server.ok("-L", "second", "new-session", "-d", "-s", "other")
    path = server.house.home / "third"
    server.ok("-S", str(path), "new-session", "-d", "-s", "third")
    try:
        assert server.ok("list-sessions", "-F", "#{session_name}") == "first"
        assert server.ok("-L", "second", "list-sessions", "-F", "#{session_name}") == "other"
        assert server.ok("-S", str(path), "list-sessions", "-F", "#{session_name}") == "third"
    finally:
        server.ok("-L", "second", "kill-server")
        server.ok("-S", str(path), "kill-server")


def talk(server: Server, data: bytes) -> list[Message]:
    """Send bytes to the server's socket and return what it answers until it hangs up."""
    decoder, heard = FrameDecoder(), []
    with socket.socket(socket.AF_UNIX) as peer:
        peer.settimeout(LIMIT)
        peer.connect(str(server.socket))
        peer.sendall(data)
        while got := peer.recv(65536):
            heard += decoder.feed(got)
    return heard


def test_a_client_of_another_version_gets_a_sentence(server: Server) -> None:
    server.ok("new-session", "-d")
    heard = talk(server, encode(Hello(PROTOCOL_VERSION + 1, ["list-sessions"])))
    assert len(heard) == 1
    assert isinstance(heard[0], Refuse)
    assert "protocol version mismatch" in heard[0].message
    assert server.run("list-sessions").returncode == 0


def test_a_peer_that_talks_nonsense_is_hung_up_on(server: Server) -> None:
    server.ok("new-session", "-d")
    for nonsense in (b"GET / HTTP/1.1\r\n\r\n", b"\xff" * 100, b"\0\0\0\x05hello", b"\0\0\0\0"):
        heard = talk(server, nonsense)
        assert all(isinstance(message, Refuse) for message in heard)
    assert server.run("list-sessions").returncode == 0


def test_a_server_of_another_kind_is_no_hang(server: Server) -> None:
    server.socket.parent.mkdir(mode=0o700, parents=True)
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind(str(server.socket))
        listener.listen(1)
        done = subprocess.Popen(
            [*MPLEX, "list-sessions"],
            env=server.house.environ,
            stderr=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        peer, _ = listener.accept()
        peer.sendall(b"HTTP/1.1 400 Bad Request\r\n\r\n")
        _, complaint = done.communicate(timeout=LIMIT)
        peer.close()
    assert done.returncode == 1
    assert "does not speak mplex" in complaint


def test_hostile_output_leaves_the_server_usable(server: Server) -> None:
    terminal = attached(server, size=Size(24, 80))
    (server.house.home / "noise").write_bytes(random.Random(1).randbytes(100_000))
    # Both lines at once: what noise asks the terminal is answered as if it were typed.
    terminal.send("cat noise /usr/bin/ls /usr/bin/env; reset\recho still' 'here\r")
    terminal.wait_for_text("still here")
    assert server.display("#{pane_dead}") == "0"


def test_a_file_where_the_control_socket_belongs_is_left_alone(server: Server) -> None:
    precious = server.house.home / "s.ctl"
    precious.write_text("precious")
    done = subprocess.run(
        [*MPLEX, "-S", str(server.house.home / "s"), "new-session", "-d"],
        env=server.house.environ,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 1
    assert "s.ctl: Address already in use" in done.stderr
    assert "choose another socket" in done.stderr
    assert precious.read_text() == "precious"
    assert not (server.house.home / "s").exists()


def test_a_prefix_that_is_no_key_is_refused(server: Server) -> None:
    server.ok("new-session", "-d")
    assert "unknown key: Foo" in server.run("set-option", "-g", "prefix", "Foo").stderr
    server.ok("set-option", "-g", "prefix", "none")
    assert server.ok("show-options", "-gv", "prefix") == "None"


def test_a_command_that_cannot_be_started_says_so(server: Server) -> None:
    server.ok("new-session", "-d")
    done = server.run("if-shell", "true", 'new-window "a\\000b"')
    assert done.returncode == 1
    assert "embedded null byte" in done.stderr


def test_a_server_without_clients_can_end_by_itself(server: Server) -> None:
    terminal = attached(server)
    server.ok("set-option", "-s", "exit-unattached", "on")
    terminal.send("\x02d")
    assert terminal.wait_for_end() == 0
    server.wait_for_end()


def test_the_message_log_keeps_as_many_as_the_option_says(server: Server) -> None:
    attached(server)
    server.ok("set-option", "-s", "message-limit", "2")
    for text in ("one", "two", "three"):
        server.ok("display-message", text)
    shown = [line.rpartition(" ")[2] for line in server.ok("show-messages").splitlines()]
    assert shown == ["three", "two"]


def test_what_a_command_prints_may_be_larger_than_a_message(server: Server) -> None:
    server.ok("new-session", "-d")
    size = MAX_MESSAGE + 1
    server.house.write("large", "x" * size)
    server.ok("load-buffer", "large")
    done = server.run("show-buffer")
    assert (done.returncode, done.stderr, len(done.stdout)) == (0, "", size)


def test_a_wrong_screen_is_wrong_even_with_nobody_attached(server: Server) -> None:
    server.ok("new-session", "-d")
    done = server.ctl("call", "show", '{"screen": {"kind": "choice", "options": []}}')
    assert done.returncode == 2
    assert "screen.options" in done.stderr
    done = server.ctl("call", "show", '{"screen": {"kind": "message", "text": "x"}}')
    assert done.returncode == 3
    assert "no client is attached" in done.stderr


def test_the_prompt_remembers_lines_of_an_earlier_server(server: Server) -> None:
    file = server.house.home / "history"
    server.configure(f"set -s history-file {file}\n")
    terminal = attached(server)
    for line in ("display-message one", "rename-window two"):
        terminal.send(f"\x02:{line}\r")
    terminal.wait_for_text("0:two")
    server.ok("kill-server")
    server.wait_for_end()
    assert file.read_text() == "command:display-message one\ncommand:rename-window two\n"
    assert file.stat().st_mode & 0o777 == 0o600
    terminal = attached(server)
    terminal.send("\x02:\x1b[A\x1b[A")
    terminal.wait_for_text(":display-message one")


def test_options_about_what_is_not_there_are_no_mistake(server: Server) -> None:
    server.configure("set -g lock-after-time 0\nset -s user-keys[0] x\nset -g mouse off\n")
    terminal = attached(server)
    assert server.ok("show-options", "-gv", "mouse") == "off"
    assert terminal.find("q close") is None


def test_the_first_session_waits_for_the_whole_configuration(server: Server) -> None:
    server.configure('run "sleep 0.2"\nset -g base-index 7\nset -g nope 1\n')
    terminal = attached_plain(server)
    terminal.wait_for_text("mplex.conf:3: invalid option: nope")
    assert server.display("#{window_index}") == "7"


def test_a_configuration_may_call_mplex_itself(server: Server) -> None:
    server.configure(f'run "{MPLEX[0]} set -g @mine yes"\nif true "set -g base-index 3"\n')
    server.ok("new-session", "-d")
    assert server.display("#{@mine} #{window_index}") == "yes 3"


def test_a_vi_user_gets_vi_keys(server: Server) -> None:
    server.ok("new-session", "-d", environ={"EDITOR": "/usr/bin/nvim"})
    assert server.ok("show-options", "-gv", "mode-keys") == "vi"
    assert server.ok("show-options", "-gv", "status-keys") == "vi"


def test_v_writes_a_log_beside_the_socket(server: Server) -> None:
    server.ok("-v", "new-session", "-d", "exec cat")
    text = server.socket.with_name("default.log").read_text()
    assert "runs new-session" in text
    assert "pane %0: pid" in text


def test_many_errors_of_a_key_are_shown_on_a_page(server: Server) -> None:
    server.house.write("bad.conf", "nope1\nset -g nope2 1\n")
    terminal = attached(server, size=Size(12, 120))
    server.ok("bind-key", "-n", "F5", "source-file", str(server.house.home / "bad.conf"))
    terminal.send("\x1b[15~")
    terminal.wait_for_text("bad.conf:1: unknown command: nope")
    terminal.wait_for_text("bad.conf:2: invalid option: nope2")
