"""Where the sockets are, and what `$MPLEX` says.

    $XDG_RUNTIME_DIR/mplex/NAME   else   /tmp/mplex-UID/NAME      attached clients (msgpack)
    the same + ".ctl"                                             the control socket (JSON-RPC)
    the same + ".lock"                                            held while a server starts

Whoever reaches the socket can type into every pane, so its folder has to belong to the user alone,
and that is checked by whoever uses it.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Mapping

from mplex.errors import MplexError, UsageError

DEFAULT_NAME = "default"


def socket_path(name: str | None, path: str | None, environ: Mapping[str, str]) -> str:
    """Return the socket's path: `path` (-S), else `name` (-L), else `$MPLEX`, else the default.

    Raises:
        UsageError: `name` is not the name of a file.
    """
    if path:
        return os.path.abspath(path)
    if name is None:
        within = inside(environ)
        if within is not None:
            return within[0]
        name = DEFAULT_NAME
    if not name or "/" in name or name in (".", "..") or "\0" in name:
        raise UsageError(f"invalid socket name: {name}", hint="use -S for a path")
    return os.path.join(_default_folder(environ), name)


def _default_folder(environ: Mapping[str, str]) -> str:
    runtime = environ.get("XDG_RUNTIME_DIR", "")
    if os.path.isabs(runtime) and os.path.isdir(runtime):
        return os.path.join(runtime, "mplex")
    return f"/tmp/mplex-{os.getuid()}"


def control_path(socket: str) -> str:
    """Return the path of the control socket that belongs to a server's socket."""
    return socket + ".ctl"


def lock_path(socket: str) -> str:
    """Return the path of the file that is locked while a server starts on a socket."""
    return socket + ".lock"


def check_folder(path: str) -> None:
    """Make the folder at `path` (mode 0700), or verify that it is ours and closed to others.

    Raises:
        MplexError: it can't be made, is a link or no folder, is another user's, or is open to
        others.
    """
    try:
        os.makedirs(os.path.dirname(path), exist_ok=True)
        os.mkdir(path, 0o700)
    except FileExistsError:
        pass
    except OSError as error:
        raise MplexError(f"couldn't create directory {path} ({error.strerror})") from error
    found = os.lstat(path)
    if not stat.S_ISDIR(found.st_mode):
        raise MplexError(f"{path} is not a directory", hint="move it away")
    if found.st_uid != os.getuid():
        raise MplexError(
            f"directory {path} belongs to user {found.st_uid}",
            hint="choose another socket with -S, or set XDG_RUNTIME_DIR",
        )
    if found.st_mode & 0o077:
        raise MplexError(f"directory {path} has unsafe permissions", hint=f"chmod 700 {path}")


def check_socket_folder(socket: str, environ: Mapping[str, str]) -> None:
    """Check the folder of a socket: ours alone where mplex chose it, present where a user named it.

    Raises:
        MplexError: see `check_folder`; or the folder that the user named does not exist.
    """
    folder = os.path.dirname(socket)
    if folder == _default_folder(environ):
        check_folder(folder)
    elif not os.path.isdir(folder):
        raise MplexError(f"no such directory: {folder}", hint="make it, or choose another with -S")


def inside(environ: Mapping[str, str]) -> tuple[str, int, str] | None:
    """Read `$MPLEX`: the server's socket, its pid, and the session's id; None outside of mplex."""
    parts = environ.get("MPLEX", "").rsplit(",", 2)
    if len(parts) != 3 or not parts[0].startswith("/") or not parts[1].isdigit():
        return None
    return parts[0], int(parts[1]), parts[2]
