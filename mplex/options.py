"""The option table and scoped values. Over 500 lines because it is one table.

One idea: an option is a row of `OPTIONS`; parsing, printing, completion and the documentation read
the row, nothing names an option twice. Names, scopes and messages are tmux's; some defaults differ
(mouse on, a longer history, no escape delay). What an option does lives where it is used.

Scopes nest as in tmux: `pane` options can be set on a pane, a window or globally, `window` options
on a window or globally, `session` options on a session or globally, `server` options once.
"""

from __future__ import annotations

import builtins
import re
from collections.abc import Callable, Iterator, Mapping
from types import MappingProxyType
from typing import Any, ClassVar, NamedTuple

from mplex.errors import OptionError

MAX_INT = 2**31 - 1
MAX_VALUE_CHARS = 65_536
MAX_ARRAY_INDEX = 9_999


class Option(NamedTuple):
    """One row of the table."""

    name: str
    kind: str
    """string, number, flag, choice, style, colour, key, command or array."""
    scope: str
    """server, session, window or pane (a pane option is a window option too)."""
    default: str | int | bool | tuple[str, ...]
    help: str
    minimum: int = 0
    maximum: int = MAX_INT
    choices: tuple[str, ...] = ()
    unit: str = ""
    pattern: str = ""
    """A regular expression that the whole text of a string option has to match."""
    separator: str = ","
    """Characters that part the elements of an array given as one text."""


def _flag(scope: str, name: str, default: bool, help: str) -> Option:
    return Option(name, "flag", scope, default, help)


def _text(scope: str, name: str, default: str, help: str, pattern: str = "") -> Option:
    return Option(name, "string", scope, default, help, pattern=pattern)


def _style(scope: str, name: str, default: str, help: str) -> Option:
    return Option(name, "style", scope, default, help)


def _colour(scope: str, name: str, default: str, help: str) -> Option:
    return Option(name, "colour", scope, default, help)


def _choice(scope: str, name: str, choices: str, default: str, help: str) -> Option:
    return Option(name, "choice", scope, default, help, choices=tuple(choices.split()))


def _number(
    scope: str,
    name: str,
    default: int,
    help: str,
    *,
    unit: str = "",
    low: int = 0,
    high: int = MAX_INT,
) -> Option:
    return Option(name, "number", scope, default, help, low, high, unit=unit)


def _array(scope: str, name: str, default: str, help: str, separator: str = ",") -> Option:
    return Option(name, "array", scope, tuple(default.split()), help, separator=separator)


def _command(scope: str, name: str, default: str, help: str) -> Option:
    return Option(name, "command", scope, default, help)


def _key(scope: str, name: str, default: str, help: str) -> Option:
    return Option(name, "key", scope, default, help)


_PERCENT = r"\d{1,5}%?"
_SIZE = r"[1-9]\d{0,4}x[1-9]\d{0,4}"
_WINDOW_STATUS = "#I:#W#{?window_flags,#{window_flags}, }"

OPTIONS: tuple[Option, ...] = (
    # Server.
    _text("server", "backspace", "C-?", "Key sent for BSpace."),
    _number("server", "buffer-limit", 50, "Automatic paste buffers kept.", unit="buffers", low=1),
    Option(
        "codepoint-widths",
        "array",
        "server",
        (),
        "Characters the terminal shows in another width: U+2500=2, U+E000-U+F8FF=2.",
        pattern=r"(U\+[0-9A-Fa-f]{1,6}(-U\+[0-9A-Fa-f]{1,6})?|.)=[012]",
    ),
    Option(
        "command-alias",
        "array",
        "server",
        (
            "split-pane=split-window",
            "splitp=split-window",
            "choose-window=choose-tree -w",
            "choose-session=choose-tree -s",
        ),
        "Aliases for commands, each NAME=COMMAND.",
    ),
    _flag("server", "checksum-reports", False, "New panes answer checksums of their screen."),
    _text("server", "copy-command", "", "Shell command that copy-pipe feeds when given none."),
    _text("server", "default-terminal", "tmux-256color", "TERM in new panes."),
    _number("server", "escape-time", 10, "Wait for the rest of a key after Escape.", unit="ms"),
    _flag("server", "exit-empty", True, "Stop the server when no sessions are left."),
    _flag("server", "exit-unattached", False, "Stop the server when no clients are left."),
    _choice("server", "extended-keys", "off on always", "on", "Pass modified keys to programs."),
    _flag("server", "focus-events", True, "Tell programs that want it when focus changes."),
    _number(
        "server",
        "dialog-ttl",
        7200,
        "How long a form waits for an answer at most.",
        unit="seconds",
        low=60,
        high=604800,
    ),
    _text("server", "media-player", "", "Command that plays a clip; empty for the system's own."),
    _text("server", "history-file", "", "File that keeps the prompt history; empty for none."),
    _number("server", "message-limit", 1000, "Messages kept in the log.", unit="messages"),
    _number("server", "prompt-history-limit", 100, "Prompt entries kept.", unit="entries"),
    _choice("server", "set-clipboard", "off external on", "on", "Use of the terminal's clipboard."),
    _array("server", "terminal-features", "", "Features by terminal: TERM:FEATURE:..."),
    _array("server", "terminal-overrides", "", "Terminfo overrides by terminal: TERM:CAP=VALUE."),
    # Session.
    _choice("session", "activity-action", "none any current other", "other", "Act on activity."),
    _number("session", "base-index", 0, "Index of the first window."),
    _choice("session", "bell-action", "none any current other", "any", "Act on a bell."),
    _text("session", "default-command", "", "Command in new panes; empty for a login shell."),
    _text("session", "default-shell", "/bin/sh", "Shell of new panes and commands.", r"/.*|"),
    _text(
        "session", "default-size", "80x24", "Size of a window no client shows: COLSxROWS.", _SIZE
    ),
    _choice("session", "destroy-unattached", "off on", "off", "Destroy a session left by clients."),
    _choice(
        "session",
        "detach-on-destroy",
        "off on no-detached previous next",
        "on",
        "Detach a client when its session goes, or switch it to another.",
    ),
    _colour("session", "display-panes-active-colour", "red", "Number shown on the active pane."),
    _colour("session", "display-panes-colour", "blue", "Numbers shown on the other panes."),
    _number("session", "display-panes-time", 1000, "Time pane numbers stay.", unit="ms", low=1),
    _number("session", "display-time", 2000, "Time messages stay; 0 until a key.", unit="ms"),
    _number("session", "history-limit", 10_000, "Lines of history in new panes.", unit="lines"),
    _number(
        "session",
        "initial-repeat-time",
        0,
        "Time for the first repeat of a key; 0 for repeat-time.",
        unit="ms",
        high=2_000_000,
    ),
    _text("session", "key-table", "root", "Key table a client starts in."),
    _style("session", "message-command-style", "bg=black,fg=yellow", "Prompt in vi command mode."),
    _style("session", "message-style", "bg=yellow,fg=black", "Messages and prompts."),
    _flag("session", "mouse", True, "Mouse support."),
    _key("session", "prefix", "C-b", "The prefix key."),
    _key("session", "prefix2", "None", "A second prefix key."),
    _flag("session", "renumber-windows", False, "Close gaps in the indexes when a window goes."),
    _number(
        "session",
        "repeat-time",
        500,
        "Time for a bound key to be repeated without prefix; 0 is off.",
        unit="ms",
        high=2_000_000,
    ),
    _flag("session", "set-titles", False, "Set the title of the client's terminal."),
    _text("session", "set-titles-string", '#S:#I:#W - "#T" #{session_alerts}', "That title."),
    _choice("session", "silence-action", "none any current other", "other", "Act on silence."),
    _choice("session", "status", "off on 2 3 4 5", "on", "Show the status, in so many rows."),
    _number(
        "session",
        "status-interval",
        15,
        "Redraw the status row this often if time may change it.",
        unit="s",
    ),
    _choice(
        "session",
        "status-justify",
        "left centre right absolute-centre",
        "left",
        "Place of the window list.",
    ),
    _choice("session", "status-keys", "emacs vi", "emacs", "Keys in the command prompt."),
    _text("session", "status-left", "[#{session_name}] ", "Left part of the status row."),
    _number("session", "status-left-length", 10, "Its greatest width.", unit="cells", high=32_767),
    _style("session", "status-left-style", "default", "Its style."),
    _choice("session", "status-position", "top bottom", "bottom", "Place of the status row."),
    _text(
        "session",
        "status-right",
        "#{?window_bigger,[#{window_offset_x}#,#{window_offset_y}] ,}"
        '"#{=21:pane_title}" %H:%M %d-%b-%y',
        "Right part of the status row.",
    ),
    _number("session", "status-right-length", 40, "Its greatest width.", unit="cells", high=32_767),
    _style("session", "status-right-style", "default", "Its style."),
    _style("session", "status-style", "bg=green,fg=black", "Style of the status row."),
    _array(
        "session",
        "update-environment",
        "DBUS_SESSION_BUS_ADDRESS DISPLAY KRB5CCNAME SSH_AGENT_PID SSH_ASKPASS SSH_AUTH_SOCK "
        "SSH_CONNECTION WAYLAND_DISPLAY WINDOWID XAUTHORITY XDG_SESSION_ID XDG_RUNTIME_DIR",
        "Environment taken from a client that attaches.",
        " ,",
    ),
    _choice("session", "visual-activity", "off on both", "off", "Show a message on activity."),
    _choice("session", "visual-bell", "off on both", "off", "Show a message on a bell."),
    _choice("session", "visual-silence", "off on both", "off", "Show a message on silence."),
    _text("session", "word-separators", "!\"#$%&'()*+,-./:;<=>?@[\\]^`{|}~", "What ends a word."),
    # Dialogs.
    _style("session", "dialog-style", "default", "Background and text of dialogs."),
    _style("session", "dialog-border-style", "fg=colour31", "Border of dialogs."),
    _style("session", "dialog-title-style", "fg=colour31,bold", "Title of dialogs."),
    _style("session", "dialog-selected-style", "reverse", "The chosen option or button."),
    _style("session", "dialog-hint-style", "dim", "Key hints and remarks in dialogs."),
    _style("session", "dialog-label-style", "default", "Labels of the fields of a form."),
    _style("session", "dialog-input-style", "underscore", "Where something is typed in a form."),
    _style("session", "dialog-error-style", "fg=red,bold", "What is wrong, or irreversible."),
    _style("session", "dialog-warning-style", "fg=colour136,bold", "Warnings in dialogs."),
    _style("session", "dialog-accent-style", "fg=colour31", "Marks, links and what is picked."),
    _style("session", "dialog-button-style", "default", "Buttons without a style."),
    _style("session", "dialog-primary-style", "fg=colour231,bg=#0049cc,bold", "The main button."),
    _style("session", "dialog-success-style", "fg=black,bg=colour34", "A good outcome's button."),
    _style(
        "session",
        "dialog-destructive-style",
        "fg=colour231,bg=colour160,bold",
        "The button for what cannot be undone.",
    ),
    # Window.
    _flag("window", "aggressive-resize", False, "Size a window by those who look at it."),
    _flag("window", "automatic-rename", True, "Name windows after the program in them."),
    _text(
        "window",
        "automatic-rename-format",
        "#{?pane_in_mode,[copy],#{pane_current_command}}#{?pane_dead,[dead],}",
        "The name given by automatic-rename.",
    ),
    _colour("window", "clock-mode-colour", "blue", "Colour of the clock."),
    _choice("window", "clock-mode-style", "12 24", "24", "Hours of the clock."),
    _style("window", "copy-mode-current-match-style", "bg=magenta,fg=black", "The current match."),
    _style("window", "copy-mode-mark-style", "bg=red,fg=black", "The line of the mark."),
    _style("window", "copy-mode-match-style", "bg=cyan,fg=black", "Matches of a search."),
    _text("window", "fill-character", "", "Character for unused space around a window.", r".?"),
    _text("window", "main-pane-height", "24", "Rows of the main pane, or percent.", _PERCENT),
    _text("window", "main-pane-width", "80", "Columns of the main pane, or percent.", _PERCENT),
    _style("window", "menu-border-style", "default", "Box around a menu."),
    _style("window", "menu-selected-style", "bg=yellow,fg=black", "The item chosen in a menu."),
    _style("window", "menu-style", "default", "Items of a menu."),
    _choice("window", "mode-keys", "emacs vi", "emacs", "Keys in copy mode."),
    _style("window", "mode-style", "bg=yellow,fg=black", "Indicator and selection in modes."),
    _flag("window", "monitor-activity", False, "Watch for activity."),
    _flag("window", "monitor-bell", True, "Watch for bells."),
    _number("window", "monitor-silence", 0, "Watch for silence this long; 0 is off.", unit="s"),
    _text("window", "other-pane-height", "0", "Rows of the other panes, 0 for rest.", _PERCENT),
    _text("window", "other-pane-width", "0", "Columns of the other panes, 0 for rest.", _PERCENT),
    _style(
        "window",
        "pane-active-border-style",
        "#{?pane_in_mode,fg=yellow,#{?synchronize-panes,fg=red,fg=green}}",
        "Border of the active pane.",
    ),
    _number("window", "pane-base-index", 0, "Index of the first pane.", high=65_535),
    _choice(
        "window",
        "pane-border-indicators",
        "off colour arrows both",
        "colour",
        "How the active pane is marked.",
    ),
    _choice(
        "window",
        "pane-border-lines",
        "single double heavy simple number",
        "single",
        "Characters of the borders.",
    ),
    _choice("window", "pane-border-status", "off top bottom", "off", "A title line on borders."),
    _style("window", "pane-border-style", "default", "Border of the other panes."),
    _choice("window", "window-size", "largest smallest manual latest", "latest", "Sized after."),
    _style("window", "window-status-activity-style", "reverse", "A window with activity."),
    _style("window", "window-status-bell-style", "reverse", "A window with a bell."),
    _text("window", "window-status-current-format", _WINDOW_STATUS, "The current window's text."),
    _style("window", "window-status-current-style", "default", "The current window."),
    _text("window", "window-status-format", _WINDOW_STATUS, "Text in the window list."),
    _style("window", "window-status-last-style", "default", "The last window."),
    _text("window", "window-status-separator", " ", "Text between windows in the list."),
    _style("window", "window-status-style", "default", "A window in the list."),
    _flag("window", "wrap-search", True, "Searches wrap around the end."),
    # Pane (and window).
    _choice("pane", "allow-passthrough", "off on all", "off", "Let programs reach the terminal."),
    _flag("pane", "allow-rename", False, "Let programs rename their window."),
    _flag("pane", "allow-set-title", True, "Let programs set their pane's title."),
    _flag("pane", "alternate-screen", True, "Let programs use the alternate screen."),
    _colour("pane", "cursor-colour", "none", "Colour of the cursor; none for the terminal's."),
    _choice(
        "pane",
        "cursor-style",
        "default blinking-block block blinking-underline underline blinking-bar bar",
        "default",
        "Shape of the cursor.",
    ),
    _text(
        "pane",
        "pane-border-format",
        '#{?pane_active,#[reverse],}#{pane_index}#[default] "#{pane_title}"',
        "Text of the title line on a border.",
    ),
    _choice("pane", "remain-on-exit", "off on failed", "off", "Keep a pane whose program ended."),
    _text(
        "pane",
        "remain-on-exit-format",
        "Pane is dead (#{?#{!=:#{pane_dead_status},},status #{pane_dead_status},}"
        "#{?#{!=:#{pane_dead_signal},},signal #{pane_dead_signal},}, #{t:pane_dead_time})",
        "Text shown in a dead pane.",
    ),
    _flag("pane", "scroll-on-clear", True, "Clearing the screen moves its text to the history."),
    _flag("pane", "synchronize-panes", False, "Keys typed go to all panes of the window."),
    _style("pane", "window-active-style", "default", "Style of the active pane."),
    _style("pane", "window-style", "default", "Style of panes."),
)
"""Every option, by scope and then by name."""

WITHOUT_EFFECT = frozenset(
    """
    assume-paste-time editor lock-after-time lock-command pane-colours popup-border-lines
    popup-border-style popup-style user-keys xterm-keys
    """.split()
)
"""Options of tmux about what mplex does not have; to set one in a configuration is no error."""

COLOUR_NAMES = frozenset(
    """
    black red green yellow blue magenta cyan white default terminal none
    brightblack brightred brightgreen brightyellow brightblue brightmagenta brightcyan brightwhite
    aliceblue antiquewhite aqua aquamarine azure beige bisque blanchedalmond blueviolet brown
    burlywood cadetblue chartreuse chocolate coral cornflowerblue cornsilk crimson darkblue darkcyan
    darkgoldenrod darkgray darkgreen darkgrey darkkhaki darkmagenta darkolivegreen darkorange
    darkorchid darkred darksalmon darkseagreen darkslateblue darkslategray darkslategrey
    darkturquoise darkviolet deeppink deepskyblue dimgray dimgrey dodgerblue firebrick floralwhite
    forestgreen fuchsia gainsboro ghostwhite gold goldenrod gray greenyellow grey honeydew hotpink
    indianred indigo ivory khaki lavender lavenderblush lawngreen lemonchiffon lightblue lightcoral
    lightcyan lightgoldenrod lightgoldenrodyellow lightgray lightgreen lightgrey lightpink
    lightsalmon lightseagreen lightskyblue lightslateblue lightslategray lightslategrey
    lightsteelblue lightyellow lime limegreen linen maroon mediumaquamarine mediumblue mediumorchid
    mediumpurple mediumseagreen mediumslateblue mediumspringgreen mediumturquoise mediumvioletred
    midnightblue mintcream mistyrose moccasin navajowhite navy navyblue oldlace olive olivedrab
    orange orangered orchid palegoldenrod palegreen paleturquoise palevioletred papayawhip peachpuff
    peru pink plum powderblue purple rebeccapurple rosybrown royalblue saddlebrown salmon sandybrown
    seagreen seashell sienna silver skyblue slateblue slategray slategrey snow springgreen steelblue
    tan teal thistle tomato turquoise violet violetred webgray webgrey webgreen webmaroon webpurple
    wheat whitesmoke x11gray x11grey x11green x11maroon x11purple yellowgreen
    """.split()
)
"""Colours with a name: the palette's, the special ones, and X11's (perhaps with a digit after)."""

# Compiled when an option is set, and then kept by `re`.
_COLOUR = r"#[0-9a-f]{6}|colou?r(\d{1,3})|(\d{1,3})|gr[ae]y\d{1,3}|([a-z0-9]+?)[1-4]?"
_ATTRIBUTES = (
    r"(?:no)?(?:acs|bold|bright|dim|underscore|blink|reverse|hidden|italics|overline|strikethrough"
    r"|double-underscore|curly-underscore|dotted-underscore|dashed-underscore|attr)"
)
_STYLE_WORD = (
    rf"default|none|ignore|{_ATTRIBUTES}|noalign|align=(?:left|centre|right|absolute-centre)"
    r"|nolist|list=(?:on|focus|left-marker|right-marker)|push-default|pop-default|norange"
    r"|range=(?:left|right|window\|\d+|session\|\$?\d+|pane\|%?\d+|user\|\S{1,15})"
)
_OLD_NAMES = {"display-panes-color": "display-panes-colour", "cursor-color": "cursor-colour"}
_BY_NAME = {option.name: option for option in OPTIONS}
_INDEXED = re.compile(r"(.+?)\[(\d{1,9})\]")
_SCOPES = {
    "server": {"server"},
    "session": {"session"},
    "window": {"window", "pane"},
    "pane": {"pane"},
}


def split_index(name: str) -> tuple[str, int | None]:
    """Split `name[3]` into the name and the index of the element, None without one."""
    match = _INDEXED.fullmatch(name) if name.endswith("]") else None
    return (match[1], int(match[2])) if match else (name, None)


def is_option_name(name: str) -> bool:
    """Say whether `name` is, in full, that of an option, or of a user option set or not."""
    return name in _BY_NAME or name.startswith("@")


def find_option(name: str) -> Option:
    """Return the option called `name`, or the only one whose name starts so.

    `name[3]` names an option as `name` does. User options (`@name`) are strings of any scope.
    Raises OptionError for an unknown or ambiguous name.
    """
    if name in _BY_NAME:
        return _BY_NAME[name]
    plain, _index = split_index(name)
    if plain.startswith("@") and len(plain) > 1:
        return Option(plain, "string", "user", "", "A user option.")
    plain = _OLD_NAMES.get(plain, plain)
    if plain in _BY_NAME:
        return _BY_NAME[plain]
    found = [option for option in OPTIONS if option.name.startswith(plain)] if plain else []
    if len(found) == 1:
        return found[0]
    if found:
        names = ", ".join(option.name for option in found[:8])
        raise OptionError(f"ambiguous option: {name}", hint=f"could be: {names}")
    raise OptionError(f"invalid option: {name}")


def check_colour(text: str) -> str:
    """Return `text` if it names a colour, by name, number or `#rrggbb`; else raise OptionError."""
    match = re.fullmatch(_COLOUR, text.lower())
    if match:
        number = match[1] or match[2]
        named = match[3] is None or match[3] in COLOUR_NAMES or text.lower() in COLOUR_NAMES
        if named and (number is None or int(number) < 256):
            return text
    raise OptionError(
        f"bad colour: {text}", hint="a name, colour0 to colour255, #rrggbb or default"
    )


def check_style(text: str) -> str:
    """Return `text` if it is a style such as `fg=red,bold`; else raise OptionError.

    A style with a format in it is only known once expanded, and passes.
    """
    if "#{" in text:
        return text
    for word in re.split(r"[ ,\n]+", text.lower()):
        kind, _, colour = word.partition("=")
        try:
            if kind in ("fg", "bg", "us", "fill"):
                check_colour(colour)
            elif word and not re.fullmatch(_STYLE_WORD, word):
                raise OptionError(word)
        except OptionError:
            hint = f"{word!r} is no attribute or colour; a style is like fg=red,bg=default,bold"
            raise OptionError(f"invalid style: {text}", hint=hint) from None
    return text


def parse_value(option: Option, text: str) -> str | int | bool:
    """Return what `text` means for `option` (for an array: for one element).

    Keys are kept as text: the key table knows their names. Raises OptionError with what is allowed.
    """
    if len(text) > MAX_VALUE_CHARS:
        raise OptionError(f"value is too long: {option.name} takes {MAX_VALUE_CHARS} characters")
    if option.kind == "flag":
        return _parse_flag(option, text)
    if option.kind == "number":
        return _parse_number(option, text)
    if option.kind == "colour":
        return check_colour(text)
    if option.kind == "style":
        return check_style(text)
    if option.kind == "choice" and text not in option.choices:
        raise OptionError(
            f"unknown value: {text}", hint=f"{option.name} takes {', '.join(option.choices)}"
        )
    if option.kind == "key" and (not text or re.search(r"\s", text)):
        raise OptionError(f"bad key: {text}", hint="a key is like C-b, M-x or F5; None for none")
    if option.pattern and not re.fullmatch(option.pattern, text):
        raise OptionError(f"value is invalid: {text}", hint=f"{option.name}: {option.help}")
    return text


def _parse_flag(option: Option, text: str) -> bool:
    word = text.lower()
    if word in ("on", "yes", "1"):
        return True
    if word in ("off", "no", "0"):
        return False
    raise OptionError(f"bad value: {text}", hint=f"{option.name} takes on or off")


def _parse_number(option: Option, text: str) -> int:
    unit = f" {option.unit}" if option.unit else ""
    hint = f"{option.name} takes {option.minimum} to {option.maximum}{unit}"
    if not re.fullmatch(r"[+-]?[0-9]{1,18}", text):
        raise OptionError(f"value is invalid: {text}", hint=hint)
    if int(text) < option.minimum:
        raise OptionError(f"value is too small: {text}", hint=hint)
    if int(text) > option.maximum:
        raise OptionError(f"value is too large: {text}", hint=hint)
    return int(text)


def format_value(value: Any, *, numeric: bool = False) -> str:
    """Return a value as text: flags as on and off, or 1 and 0; the elements of an array joined."""
    if isinstance(value, bool):
        return ("1" if value else "0") if numeric else ("on" if value else "off")
    if isinstance(value, list):
        return " ".join(value)
    return str(value)


class Options:
    """The options set at one place, over those of `parent`.

    `scope` is what the place takes: server, session, window or pane. `on_change` holds callables
    that are told (these options, name) after a change here or in anything that inherits from here.

    Every frame and every piece of output looks options up, and they hardly ever change: values are
    remembered until anything changes anywhere.
    """

    _changes: ClassVar[int] = 0
    """How often any value or parent has changed, wherever that was."""

    def __init__(self, scope: str, parent: Options | None = None) -> None:
        self.scope = scope
        self._parent = parent
        self._local: dict[str, Any] = {}
        self._known: dict[str, Any] = {}
        """Values of options by full name, right as long as `_known_at` is."""
        self._known_at = -1
        self.on_change: list[Callable[[Options, str], None]] = []

    @property
    def parent(self) -> Options | None:
        """What is inherited from."""
        return self._parent

    @parent.setter
    def parent(self, parent: Options | None) -> None:
        self._parent = parent
        Options._changes += 1

    @property
    def local(self) -> Mapping[str, Any]:
        """Values set here by full name; an array is a dict of its elements by index."""
        return MappingProxyType(self._local)

    def takes(self, option: Option) -> bool:
        """Say whether `option` can be set here."""
        return option.scope == "user" or option.scope in _SCOPES[self.scope]

    def get(self, name: str) -> Any:
        """Return the value here or inherited: flags as bool, numbers as int, arrays as list[str].

        A user option that is set nowhere is "". Raises OptionError for an option unknown here.
        """
        if self._known_at != Options._changes:
            self._known.clear()
            self._known_at = Options._changes
        try:
            return self._known[name]
        except KeyError:
            return self._found(name)

    def _found(self, name: str) -> Any:
        """Return a value that is not remembered, and remember it if it is a table row's own."""
        full = name
        name, index = split_index(name)
        option = self._option(name)
        if option.kind != "array":
            value = self._lookup(option)
            # Other names are without end: shortened ones, and those of user options.
            if full in _BY_NAME:
                self._known[full] = value
            return value
        elements = self.elements(option.name)
        return (
            [elements[key] for key in sorted(elements)]
            if index is None
            else elements.get(index, "")
        )

    def flag(self, name: str) -> bool:
        """Return a flag's value."""
        return bool(self.get(name))

    def number(self, name: str) -> int:
        """Return a number's value."""
        return int(self.get(name))

    def text(self, name: str) -> str:
        """Return a value as text, flags as on and off."""
        value = self.get(name)
        return value if isinstance(value, str) else format_value(value)

    def strings(self, name: str) -> list[str]:
        """Return an array's elements in order."""
        return list(self.get(name))

    def elements(self, name: str) -> dict[int, str]:
        """Return an array's elements by index."""
        return dict(self._lookup(self._option(name)))

    def known(self, name: str) -> bool:
        """Say whether `name` is, in full, an option of this place or a user option that is set."""
        if name.startswith("@"):
            return name in self.local or (self._parent is not None and self._parent.known(name))
        return name in _BY_NAME and self.takes(_BY_NAME[name])

    def set(self, name: str, text: str | None, append: bool = False) -> None:
        """Set an option from text; `None` toggles a flag, or a choice between its first two.

        `append` adds to a string, a style (with a comma) or an array. `name[3]` sets one element.
        Raises OptionError, and then nothing has changed.
        """
        plain, index = split_index(name)
        option = self._option(plain)
        if index is not None and option.kind != "array":
            raise OptionError(f"not an array: {plain}")
        if option.kind == "array":
            value: Any = self._array_value(option, index, text, append)
        elif text is None:
            value = self._toggled(option)
        else:
            if append and option.kind in ("string", "command", "style"):
                before = str(self._lookup(option))
                text = before + ("," if option.kind == "style" and before else "") + text
            value = parse_value(option, text)
        self._local[option.name] = value
        self._changed(option.name)

    def unset(self, name: str) -> None:
        """Forget the value set here, so that the inherited one holds; `name[3]` is one element."""
        plain, index = split_index(name)
        option = self._option(plain)
        if index is None:
            self._local.pop(option.name, None)
        elif option.kind == "array":
            elements = self.elements(option.name)
            elements.pop(index, None)
            self._local[option.name] = elements
        self._changed(option.name)

    def items(self, inherited: bool = False) -> Iterator[tuple[str, Any]]:
        """Yield (name, value) of what is set here, with `inherited` of every option it takes."""
        names = set(self.local)
        if inherited:
            names.update(option.name for option in OPTIONS if self.takes(option))
            names.update(self._user_names())
        for name in sorted(names):
            yield name, self.get(name)

    def _user_names(self) -> builtins.set[str]:
        names = {name for name in self.local if name.startswith("@")}
        return names | self.parent._user_names() if self.parent else names

    def _option(self, name: str) -> Option:
        option = find_option(name)
        if not self.takes(option):
            raise OptionError(f"{option.name} is a {option.scope} option, not a {self.scope} one")
        return option

    def _lookup(self, option: Option) -> Any:
        name = option.name
        place: Options | None = self
        while place is not None:
            if name in place._local:
                return place._local[name]
            place = place._parent
        if isinstance(option.default, tuple):
            return dict(enumerate(option.default))
        return option.default

    def _toggled(self, option: Option) -> Any:
        value = self._lookup(option)
        if option.kind == "flag":
            return not value
        if option.kind == "choice":
            # Of more than two choices the first two take turns, and any other one stays.
            first, second, *_ = option.choices
            return {first: second, second: first}.get(str(value), value)
        raise OptionError("empty value", hint=f"{option.name} needs a value")

    def _array_value(
        self, option: Option, index: int | None, text: str | None, append: bool
    ) -> dict[int, str]:
        if text is None:
            raise OptionError("empty value", hint=f"{option.name} needs a value")
        if index is not None:
            if index > MAX_ARRAY_INDEX:
                raise OptionError(f"index is too large: {index}", hint=f"up to {MAX_ARRAY_INDEX}")
            value = str(parse_value(option, text))
            elements = self.elements(option.name)
            elements[index] = elements.get(index, "") + value if append else value
            return elements
        elements = self.elements(option.name) if append else {}
        parts = re.split(f"[{re.escape(option.separator)}]", text)
        for part in filter(None, (part.strip() for part in parts)):
            free = next(n for n in range(len(elements) + 1) if n not in elements)
            elements[free] = str(parse_value(option, part))
        return elements

    def _changed(self, name: str) -> None:
        Options._changes += 1
        place: Options | None = self
        while place is not None:
            for hook in list(place.on_change):
                hook(self, name)
            place = place._parent
