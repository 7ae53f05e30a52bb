"""The command language: words, quotes, blocks, conditions, and what happens to errors."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mplex.commands.parser import Block, Surroundings, parse, parse_strict, split_argv
from mplex.commands.quoting import quote
from mplex.errors import ParseError


class Home(Surroundings):
    """Surroundings with a small environment."""

    def __init__(self) -> None:
        self.environ = {"HOME": "/home/me", "X": "5"}
        self.hidden: list[str] = []

    def lookup(self, name: str) -> str | None:
        return self.environ.get(name)

    def assign(self, name: str, value: str, *, hidden: bool) -> None:
        self.environ[name] = value
        if hidden:
            self.hidden.append(name)


def words(text: str) -> list[object]:
    """Parse text that holds one command and return its words, blocks as lists of texts."""
    (command,) = parse_strict(text, Home())
    return [command.name, *map(plain, command.args)]


def plain(argument: object) -> object:
    if isinstance(argument, Block):
        return [str(command) for command in argument.commands]
    return argument


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a b  c", ["a", "b", "c"]),
        ("a \"b c\" 'd e'", ["a", "b c", "d e"]),
        ("a b\"c d\"'e f'g", ["a", "bc de fg"]),
        ("a '' \"\"", ["a", "", ""]),
        (r"a b\ c \; \{ \# \$X", ["a", "b c", ";", "{", "#", "$X"]),
        (r"a \e \101 \u00e9 \U0001F600 \s|", ["a", "\x1b", "A", "é", "😀", " |"]),
        (r"a '\e $X' ~", ["a", r"\e $X", "/home/me"]),
        ("a ~/x \"~/x\" b~ '~'", ["a", "/home/me/x", "/home/me/x", "b~", "~"]),
        ("a $X ${X}y $Y|$ $1", ["a", "5", "5y", "|$", "$1"]),
        ("a b # a comment", ["a", "b"]),
        ("a #{b c} x#{d e}f", ["a", "#{b c}", "x#{d e}f"]),
        ("a b#c", ["a", "b#c"]),
        ("a b\\\nc", ["a", "bc"]),
        ("a { b ; c }", ["a", ["b", "c"]]),
        ("a { b { c } } d", ["a", ["b { c }"], "d"]),
        ("a {\n b\n}", ["a", ["b"]]),
        ("a %1 %%", ["a", "%1", "%%"]),
        ('a "b\nc"', ["a", "b\nc"]),
        ("a\tb\r\n", ["a", "b"]),
    ],
)
def test_words(text: str, expected: list[object]) -> None:
    assert words(text) == expected


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('a "b', 'c:1: " is not closed'),
        ("a 'b", "c:1: ' is not closed"),
        (r"a \400", "c:1: invalid octal escape"),
        (r"a \u12", "c:1: invalid \\u argument"),
        (r"a \ud800", "c:1: invalid \\u argument"),
        ("a ${X", "c:1: invalid environment variable"),
        ("a }", "c:1: syntax error at }"),
        ("a { b", "c:1: { is not closed"),
        ("\n; a", "c:2: syntax error at ;"),
        ("%foo", "c:1: unknown directive: %foo"),
        ("%if 1\na", "c:1: %if without %endif"),
        ("%endif", "c:1: syntax error at %endif"),
        ("a #{b", "c:1: #{ is not closed"),
        ("a ~nobody-of-that-name/x", "c:1: no home folder of ~nobody-of-that-name"),
        ("a " + "{ b " * 200, "c:1: nested too deeply"),
    ],
)
def test_errors_say_where(text: str, message: str) -> None:
    assert [str(error) for error in parse(text, Home(), source="c").errors] == [message]


def test_reading_goes_on_after_an_error() -> None:
    parsed = parse("one\ntwo \\400 ; lost\nthree 'open\nfour", source="c")
    assert [command.name for command in parsed.commands] == ["one", "four"]
    assert [error.line for error in parsed.errors] == [2, 3]


def test_what_is_left_of_a_block_with_an_error_never_runs() -> None:
    text = "bind x {\n  one\n  two \\400\n  kill-server\n}\nafter"
    parsed = parse(text)
    assert [command.name for command in parsed.commands] == ["after"]


def test_lines_and_groups() -> None:
    commands = parse("a ; b\n\nc { d\n e } ; f\ng", source="file").commands
    assert [(each.name, each.line) for each in commands] == [
        ("a", 1),
        ("b", 1),
        ("c", 3),
        ("f", 4),
        ("g", 5),
    ]
    groups = [each.group for each in commands]
    assert groups[0] == groups[1] != groups[2] == groups[3] != groups[4]
    assert commands[0].place == "file:1"


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("%if 1\na\n%else\nb\n%endif\nc", "a c"),
        ("%if 0\na\n%else\nb\n%endif\nc", "b c"),
        ("%if 0\na\n%elif 1\nb\n%elif 1\nc\n%else\nd\n%endif", "b"),
        ("%if '' a %elif 0 b %else c %endif", "c"),
        ("%if 0\n%if 1\na\n%else\nb\n%endif\n%else\nc\n%endif", "c"),
        ("%if 1\n%if 0\na\n%else\nb\n%endif\n%endif", "b"),
    ],
)
def test_conditions(text: str, names: str) -> None:
    assert " ".join(command.name for command in parse_strict(text)) == names


def test_assignments_change_what_follows() -> None:
    home = Home()
    commands = parse_strict("A=b c $A\n%hidden D=e\n%if 0\nF=g\n%endif\nh $D$F", home)
    assert [str(command) for command in commands] == ["c b", "h e"]
    assert home.hidden == ["D"]
    assert "F" not in home.environ


@pytest.mark.parametrize(
    ("argv", "expected"),
    [
        (["a", "b", ";", "c"], ["a b", "c"]),
        (["a", "b;", "c"], ["a b", "c"]),
        (["a", "b\\;", "c"], ["a b; c"]),
        ([";", "a"], ["a"]),
        (["a", "", "b"], ["a '' b"]),
        ([], []),
    ],
)
def test_the_words_of_a_shell(argv: list[str], expected: list[str]) -> None:
    assert [str(command).replace('"', "") for command in split_argv(argv)] == expected


@settings(deadline=None, max_examples=300)
@given(st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\r")))
def test_a_quoted_word_reads_back_the_same(word: str) -> None:
    (command,) = parse_strict("a " + quote(word), Home())
    assert command.args == (word,)


@settings(deadline=None, max_examples=300)
@given(st.text("ab {};\"'\\\n#$~%=!e0if"))
def test_any_text_is_read_to_its_end(text: str) -> None:
    parsed = parse(text, Home(), source="c")
    for error in parsed.errors:
        assert isinstance(error, ParseError)
        assert 1 <= error.line <= text.count("\n") + 1
