"""The widget of kind `secret`: a masked line whose text is for one file only.

It has no value: `value` is always None, and only `secret` gives the text, to the form that passes
it on. `wipe` forgets it with everything that editing keeps (undo, kill ring).
"""

from __future__ import annotations

from mplex.dialog.field import Field
from mplex.dialog.fields.kit import Kit
from mplex.dialog.fields.line_field import LineField
from mplex.dialog.fields.line_input import LineInput
from mplex.dialog.fields.password import MASKED_HINTS
from mplex.dialog.fields.widget import KeyHint


class SecretWidget(LineField):
    """A masked line that reports nothing."""

    def __init__(self, field: Field, kit: Kit) -> None:
        placeholder = field.text("placeholder")
        super().__init__(field, kit, LineInput(kit.looks, placeholder=placeholder, masked=True))

    def __repr__(self) -> str:
        return f"SecretWidget({self.field.name!r})"

    def secret(self) -> str:
        """Return the text; for the one who hands it over."""
        return self.line.text

    def hints(self) -> tuple[KeyHint, ...]:
        """Return the keys that are worth knowing where nothing is seen."""
        return MASKED_HINTS

    def wipe(self) -> None:
        """Forget the text, and what could be undone or yanked."""
        self.line.wipe()
        self._invalidate()
