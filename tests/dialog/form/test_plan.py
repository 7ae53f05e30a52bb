"""How the parts of a form share the rows: buttons first, gaps last, never more than there are."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from mplex.dialog.form.plan import Plan, Wanted, content_cols, most_body_rows, outer_size, place
from mplex.geometry import Rect, Size

WANTED = st.builds(Wanted, st.integers(1, 200), st.integers(0, 1), st.integers(1, 9))


def rows_of(plan: Plan) -> dict[str, int]:
    """Return the rows of each part."""
    return {name: getattr(plan, name).rows for name in Plan._fields}


def planned(
    rows: int, wanted: Wanted, *, message: bool = False, on_buttons: bool = False
) -> dict[str, int]:
    """Return the rows of each part in so many rows of content."""
    content = Rect(1, 2, rows, 40)
    return rows_of(place(content, wanted, message=message, on_buttons=on_buttons))


@given(rows=st.integers(1, 120), wanted=WANTED, message=st.booleans(), on_buttons=st.booleans())
def test_parts_do_not_overlap_and_stay_inside(
    rows: int, wanted: Wanted, message: bool, on_buttons: bool
) -> None:
    content = Rect(1, 2, rows, 40)
    plan = place(content, wanted, message=message, on_buttons=on_buttons)
    shown = sorted((part for part in plan if part.rows), key=lambda part: part.row)
    assert all(one.bottom <= two.row for one, two in zip(shown, shown[1:], strict=False))
    assert content.row <= shown[0].row
    assert shown[-1].bottom <= content.bottom
    if rows > 1:
        assert plan.buttons.rows
        assert plan.body.rows


@given(wanted=WANTED, message=st.booleans())
def test_where_everything_fits_nothing_is_cut(wanted: Wanted, message: bool) -> None:
    found = planned(wanted.total, wanted, message=message)
    assert found["body"] == wanted.body
    assert found["buttons"] == wanted.buttons
    assert found["tabs"] == wanted.tabs
    assert found["keys"] == found["message"] == 1


def test_a_single_row_is_for_what_has_the_focus() -> None:
    wanted = Wanted(5, 1, 2)
    assert planned(1, wanted, on_buttons=True)["buttons"] == 1
    assert planned(1, wanted, on_buttons=True)["body"] == 0
    assert planned(1, wanted)["body"] == 1


def test_a_message_takes_the_row_of_the_keys() -> None:
    wanted = Wanted(9, 0, 1)
    assert planned(8, wanted)["keys"] == 1
    told = planned(8, wanted, message=True)
    assert (told["keys"], told["message"], told["body"]) == (0, 1, planned(8, wanted)["body"])


def test_the_least_that_parts_need() -> None:
    wanted = Wanted(9, 1, 1)
    assert planned(3, wanted) == {"tabs": 0, "body": 2, "message": 0, "buttons": 1, "keys": 0}
    assert planned(3, wanted, message=True)["message"] == 1
    assert planned(4, wanted)["tabs"] == 1
    assert planned(5, wanted)["keys"] == 1


@given(wanted=WANTED, screen=st.builds(Size, st.integers(1, 120), st.integers(1, 300)))
def test_a_form_is_never_larger_than_the_screen(wanted: Wanted, screen: Size) -> None:
    for size in ("s", "m", "l", ""):
        cols = content_cols(size, 0, screen)
        outer = outer_size(cols, wanted, screen)
        assert 1 <= outer.rows <= screen.rows
        assert 1 <= outer.cols <= screen.cols
        assert outer.cols >= cols
    fits = wanted._replace(body=most_body_rows(wanted, screen))
    if fits.body > 1:
        assert outer_size(1, fits, screen).rows == fits.total + 2
