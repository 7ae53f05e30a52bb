"""Every form in this folder has the stand-ins for widgets, unless a module has its own fixture."""

from __future__ import annotations

import pytest

from mplex.dialog.fields.table import WIDGETS
from tests.dialog.form.forms import STAND_INS


@pytest.fixture(autouse=True)
def stand_ins(monkeypatch: pytest.MonkeyPatch) -> None:
    """Put the stand-ins in the place of the real widgets."""
    for kind, widget in STAND_INS.items():
        monkeypatch.setitem(WIDGETS, kind, widget)
