"""Every error that is meant for a reader.

    MplexError                    code, message, hint, data; `exit_status` for the shell
      UsageError         (1)      unknown command or flag, wrong arguments
      CommandError       (1)      the server understood and says no
        TargetError      (1)      no such session, window, pane or client
        OptionError      (1)      unknown option or bad value
        ParseError       (1)      command text that can't be read; `source` and `line` say where
      SpecError          (2)      a dialog or flow spec is wrong; `where` is the place in the JSON
      Refused            (3)      busy, no_client, flow_limit, unknown_flow, forbidden, ...
      NoServer           (4)      nothing listens on the socket
      ProtocolError      (1)      the other end speaks something else

The exit statuses of `mplex` follow tmux (1 for every failure); those of `mplex-ctl` are the numbers
above, and 2 for its own usage errors. Anything that is not an `MplexError` is a bug. This module
imports nothing, since the client imports it.
"""

from __future__ import annotations


class MplexError(Exception):
    """An error for a reader: one sentence, a stable code word, and what to do about it."""

    code = "error"
    exit_status = 1

    def __init__(self, message: str, *, code: str = "", hint: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint
        if code:
            self.code = code

    def __str__(self) -> str:
        return self.message


class UsageError(MplexError):
    """Wrong command, flag or argument."""

    code = "usage"


class CommandError(MplexError):
    """A command that was understood and cannot be done."""

    code = "command"


class TargetError(CommandError):
    """A target that names nothing, or more than one thing."""

    code = "target"


class OptionError(CommandError):
    """An unknown option, or a value it does not take."""

    code = "option"


class ParseError(CommandError):
    """Command text that cannot be read."""

    code = "parse"

    def __init__(self, message: str, *, source: str = "", line: int = 0) -> None:
        self.source = source
        self.line = line
        super().__init__(f"{source}:{line}: {message}" if source else message)


class SpecError(MplexError):
    """A dialog or flow spec that breaks the contract."""

    code = "invalid_spec"
    exit_status = 2

    def __init__(self, where: str, message: str, *, hint: str = "") -> None:
        self.where = where
        super().__init__(f"{where}: {message}" if where else message, hint=hint)


class Refused(MplexError):
    """A request that the server declines for now; `code` says why in one word."""

    code = "refused"
    exit_status = 3


class NoServer(MplexError):
    """No server answers on the socket."""

    code = "no_server"
    exit_status = 4


class ProtocolError(MplexError):
    """The other end of a socket speaks another protocol, or none."""

    code = "protocol"
