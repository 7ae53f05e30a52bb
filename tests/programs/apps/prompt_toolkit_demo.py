"""A full-screen prompt_toolkit application: menus, an editor, lists, a dialog, the mouse."""

from __future__ import annotations

from prompt_toolkit.application import Application
from prompt_toolkit.application.current import get_app
from prompt_toolkit.completion import WordCompleter
from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent
from prompt_toolkit.key_binding.bindings.focus import focus_next, focus_previous
from prompt_toolkit.layout.containers import Float, HSplit, VSplit, WindowAlign
from prompt_toolkit.layout.layout import Layout
from prompt_toolkit.layout.menus import CompletionsMenu
from prompt_toolkit.styles import Style
from prompt_toolkit.widgets import (
    Box,
    Button,
    CheckboxList,
    Frame,
    Label,
    MenuContainer,
    MenuItem,
    ProgressBar,
    RadioList,
    TextArea,
)

WORDS = ("alpha", "alphabet", "beta", "gamma", "漢字", "alpine")
STYLE = Style.from_dict(
    {
        "frame.border": "#884444",
        "menu-bar": "bg:#333388 #ffffff",
        "button.focused": "bg:ansigreen bold",
        "title": "bold underline",
    }
)


def quit() -> None:
    """End the application."""
    get_app().exit()


def make_bindings() -> KeyBindings:
    """Return the keys of the application."""
    bindings = KeyBindings()
    bindings.add("tab")(focus_next)
    bindings.add("s-tab")(focus_previous)

    @bindings.add("c-q")
    def _(event: KeyPressEvent) -> None:
        event.app.exit()

    return bindings


def make_application() -> Application[None]:
    """Return the application."""
    editor = TextArea(
        text="some text to edit\n" * 30,
        line_numbers=True,
        scrollbar=True,
        completer=WordCompleter(WORDS),
        complete_while_typing=False,
    )
    bar = ProgressBar()

    def press() -> None:
        bar.percentage = min(bar.percentage + 20, 100)

    lists = HSplit(
        [
            Frame(CheckboxList([(word, word) for word in WORDS]), title="Checks"),
            Frame(RadioList([(word, word) for word in WORDS]), title="Radio"),
        ],
        width=24,
    )
    buttons = VSplit([Button("Press", handler=press), Button("Quit", handler=quit)], padding=2)
    body = HSplit(
        [
            Label("A title", style="class:title", align=WindowAlign.CENTER),
            VSplit([Frame(editor, title="Editor"), lists]),
            bar,
            Box(buttons, height=1),
        ]
    )
    menu = MenuContainer(
        body,
        menu_items=[
            MenuItem("File", children=[MenuItem("New"), MenuItem("-", disabled=True),
                                       MenuItem("Quit", handler=quit)]),
            MenuItem("Edit", children=[MenuItem("Cut"), MenuItem("More", children=[
                MenuItem("Deep"), MenuItem("Deeper")])]),
        ],
        floats=[Float(xcursor=True, ycursor=True, content=CompletionsMenu(max_height=8))],
    )  # fmt: skip
    return Application(
        layout=Layout(menu, focused_element=editor),
        key_bindings=make_bindings(),
        style=STYLE,
        mouse_support=True,
        full_screen=True,
        enable_page_navigation_bindings=True,
    )


if __name__ == "__main__":
    make_application().run()
