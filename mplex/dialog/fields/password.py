"""The widget of kind `password`: a line that is masked while it is typed.

Value: the text itself, in plain; what must never be reported is kind `secret`.
"""

from __future__ import annotations

from typing import Any

from mplex.dialog.field import Field
from mplex.dialog.fields.kit import Kit
from mplex.dialog.fields.line_field import LineField
from mplex.dialog.fields.line_input import LineInput
from mplex.dialog.fields.widget import KeyHint

MASKED_HINTS = (KeyHint("C-u", "clear"),)


class PasswordWidget(LineField):
    """A masked line."""

    def __init__(self, field: Field, kit: Kit) -> None:
        placeholder = field.text("placeholder")
        super().__init__(field, kit, LineInput(kit.looks, placeholder=placeholder, masked=True))

    def value(self) -> str:
        """Return the text."""
        return self.line.text

    def restore(self, value: Any) -> None:
        """Take back a text."""
        if isinstance(value, str):
            self.line.set(value)
            self._invalidate()

    def hints(self) -> tuple[KeyHint, ...]:
        """Return the keys that are worth knowing where nothing is seen."""
        return MASKED_HINTS

    def wipe(self) -> None:
        """Forget the text, and what could be undone or yanked."""
        self.line.wipe()
        self._invalidate()
