"""The calendar's words: languages, weeks, and what is done without a language."""

from __future__ import annotations

import pytest

from mplex.dialog.fields import calendar_words as module
from mplex.dialog.fields.calendar_words import ENGLISH, calendar_words


@pytest.mark.parametrize(
    ("locale", "month", "day", "first"),
    (
        ("de_DE.UTF-8", "März", "Montag", 0),
        ("en_US.UTF-8", "March", "Monday", 6),
        ("en_GB", "March", "Monday", 0),
        ("ja_JP.UTF-8", "3月", "月曜日", 6),
        ("fa_IR", "مارس", "دوشنبه", 5),
        ("de_DE@euro", "März", "Montag", 0),
        ("C.UTF-8", "March", "Monday", 0),
        ("POSIX", "March", "Monday", 0),
        ("xx_YY", "March", "Monday", 0),
        ("not a locale", "March", "Monday", 0),
    ),
)
def test_a_locale_has_its_names_and_its_week(locale: str, month: str, day: str, first: int) -> None:
    words = calendar_words(locale)
    assert (words.months[2], words.days[0], words.first_day) == (month, day, first)
    assert sorted(words.week()) == list(range(7))
    assert words.week()[0] == first


def test_the_process_has_a_locale_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    for names, first in (({"LC_TIME": "en_US"}, 6), ({"LC_ALL": "de_DE", "LANG": "en_US"}, 0)):
        for name in ("LC_ALL", "LC_TIME", "LANG"):
            monkeypatch.delenv(name, raising=False)
        for name, value in names.items():
            monkeypatch.setenv(name, value)
        calendar_words.cache_clear()
        assert calendar_words().first_day == first
    calendar_words.cache_clear()


def test_without_the_library_it_is_english(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "babel", None)
    calendar_words.cache_clear()
    assert calendar_words("de_DE") == ENGLISH
    calendar_words.cache_clear()
