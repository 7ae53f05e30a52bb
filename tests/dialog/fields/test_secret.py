"""Kind secret: nothing shows, reports or keeps the text."""

from __future__ import annotations

import gc

from mplex.dialog.fields.secret import SecretWidget
from tests.dialog.fields.input_hands import enter_text, field, kit, look, press

SECRET = "".join(("cor", "rect-", "horse"))


def secret(**members: object) -> SecretWidget:
    return SecretWidget(field("secret", **members), kit())


def held(text: str) -> int:
    """Return how many objects of the process hold a string with a text in it."""
    return sum(_holds(each, text) for each in gc.get_objects())


def _holds(each: object, text: str) -> bool:
    found = gc.get_referents(each)
    # The collector does not look into tuples without containers, such as what undo keeps.
    found += [item for item in found if type(item) is tuple for item in item]
    return any(type(item) is str and text in item for item in found)


def test_the_text_is_for_the_form_alone() -> None:
    widget = enter_text(secret(), SECRET)
    assert widget.secret() == SECRET
    assert widget.value() is None
    assert SECRET not in repr(widget) + repr(vars(widget))
    assert look(widget)[1] == "  " + "•" * len(SECRET)


def test_nothing_is_taken_back() -> None:
    widget = secret()
    widget.restore(SECRET)
    assert widget.secret() == ""


def test_wiping_forgets_undo_and_kill_ring_too() -> None:
    widget = enter_text(secret(), SECRET)
    press(widget, "C-a C-k C-y BSpace C-_")
    widget.wipe()
    assert widget.secret() == ""
    press(widget, "C-y C-_ M-y")
    assert widget.secret() == ""


def test_wiping_leaves_no_copy_in_memory() -> None:
    marked = f"{SECRET}{id(object())}"
    gc.collect()
    before = held(marked)
    widget = secret()
    widget.on_paste(marked)
    press(widget, "C-a C-k C-y ! C-w C-_")
    assert held(marked) > before
    widget.wipe()
    assert held(marked) == before


def test_what_was_killed_in_one_field_is_not_yanked_in_another() -> None:
    press(enter_text(secret(), SECRET), "C-u")
    other = secret()
    press(other, "C-y")
    assert other.secret() == ""


def test_blank_blocks_where_it_is_required() -> None:
    assert secret(required=True).problem()
    assert enter_text(secret(required=True), "x").problem() == ""
    assert secret().problem() == ""
