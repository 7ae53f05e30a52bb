"""A Textual application with the widgets that draw, scroll, type and follow the mouse.

Nothing in it moves by itself: no blinking, no animation.
"""

from __future__ import annotations

from textual.app import App, ComposeResult
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import (
    Button,
    Checkbox,
    DataTable,
    Footer,
    Header,
    Input,
    Label,
    Markdown,
    OptionList,
    ProgressBar,
    RadioSet,
    Static,
    Switch,
    TabbedContent,
    TabPane,
    TextArea,
    Tree,
)

PROSE = (
    "# Title\n\nSome *emphasis*, `code` and a [link](https://example.org).\n\n- one\n- two 漢字\n\n"
)


class Question(ModalScreen[None]):
    """A dialog over the application."""

    CSS = "Question { align: center middle; } Vertical { width: 30; height: 7; border: round red; }"

    def compose(self) -> ComposeResult:
        """Make its widgets."""
        with Vertical():
            yield Label("Really?")
            yield Button("Yes", variant="success")

    def on_button_pressed(self) -> None:
        """Close it."""
        self.dismiss(None)


class Demo(App[None]):
    """The application."""

    TITLE = "Demo"
    CSS = "Tree { width: 30%; dock: left; } #bar { height: 3; }"
    BINDINGS = [
        ("ctrl+t", "toggle_dark", "Theme"),
        ("f2", "ask", "Ask"),
        ("f3", "tab('table')", "Table"),
        ("f4", "tab('text')", "Text"),
        ("f5", "tab('form')", "Form"),
        ("f6", "tab('prose')", "Prose"),
    ]

    def compose(self) -> ComposeResult:
        """Make the widgets."""
        yield Header()
        tree: Tree[None] = Tree("Root")
        tree.root.expand()
        for number in range(6):
            branch = tree.root.add(f"branch {number}")
            for leaf in range(5):
                branch.add_leaf(f"leaf {leaf}")
        yield tree
        with TabbedContent(initial="table"):
            with TabPane("Table", id="table"):
                yield DataTable(zebra_stripes=True, cursor_type="row")
            with TabPane("Text", id="text"):
                area = TextArea("some text\nto edit\n" * 20, show_line_numbers=True)
                area.cursor_blink = False
                yield area
            with TabPane("Form", id="form"), VerticalScroll():
                field = Input(placeholder="a name")
                field.cursor_blink = False
                yield field
                yield Checkbox("A checkbox")
                yield Switch(animate=False)
                yield RadioSet("first", "second")
                yield OptionList("red", "green", "blue")
                yield ProgressBar(total=10, show_eta=False)
                with Horizontal(id="bar"):
                    yield Button("Press", variant="primary")
                yield Static("[bold]bold[/] [reverse]reverse[/] [#ff8800]orange[/]")
            with TabPane("Prose", id="prose"), VerticalScroll():
                yield Markdown(PROSE * 4)
        yield Footer()

    def on_mount(self) -> None:
        """Fill the table."""
        table = self.query_one(DataTable)
        table.add_columns("number", "square", "cube", "name")
        for number in range(60):
            table.add_row(str(number), str(number**2), str(number**3), "name " * (number % 3))
        table.focus()

    def on_button_pressed(self) -> None:
        """Move the bar."""
        self.query_one(ProgressBar).advance(3)

    def action_toggle_dark(self) -> None:
        """Change the colours."""
        self.theme = "textual-light" if self.theme == "textual-dark" else "textual-dark"

    def action_ask(self) -> None:
        """Open the dialog."""
        self.push_screen(Question())

    def action_tab(self, name: str) -> None:
        """Show a tab, its first widget in focus."""
        self.query_one(TabbedContent).active = name
        first = {"table": "DataTable", "text": "TextArea", "form": "Input"}
        self.query_one(f"#{name}").query(first.get(name, "VerticalScroll")).first().focus()


if __name__ == "__main__":
    Demo(ansi_color=False).run()
