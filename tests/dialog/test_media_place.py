"""What could not be shown is told with its field and its item, and only once."""

from __future__ import annotations

from mplex.dialog.answer import OK, Answer, warnings_of, with_warnings
from mplex.dialog.field import Field
from mplex.dialog.media_place import LONGEST, placed_warning


def test_a_warning_says_the_field_and_the_item() -> None:
    field = Field("image_grid", "logo", {"label": "Which logo?"})
    assert placed_warning(field, "b.png: it is empty") == 'field "logo": b.png: it is empty'
    found = placed_warning(field, "b.png: it is empty", "b")
    assert found == 'field "logo", item "b": b.png: it is empty'


def test_a_field_without_a_name_is_told_by_its_label() -> None:
    assert placed_warning(Field("image", "", {"label": "Chart"}), "why") == 'image "Chart": why'
    assert placed_warning(Field("image"), "why") == "why"


def test_names_are_short_and_plain() -> None:
    found = placed_warning(Field("audio", "a\x1b[31m\n"), "why", "v" * 4096)
    assert "\x1b" not in found and "\n" not in found
    assert len(found) < 2 * LONGEST + 40


def test_the_asker_need_not_say_again_what_the_dialog_says_better() -> None:
    answer = Answer(OK, {"media_warnings": ['field "logo", item "b": b.png: gone']})
    found = warnings_of(with_warnings(answer, ["b.png: gone", "c.png: gone", "c.png: gone"]))
    assert found == ['field "logo", item "b": b.png: gone', "c.png: gone"]
