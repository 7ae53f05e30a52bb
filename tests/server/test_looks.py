"""The theme of a server: every dialog option is a role's, and a setting changes that role alone."""

from __future__ import annotations

import pytest

from mplex.options import OPTIONS, Options, find_option
from mplex.server.looks import theme_of
from mplex.ui.theme import ROLES, Role, Theme, parse_style

DIALOG_ROLES = [role for role in ROLES if role.name.split(".")[0] == "dialog"]
OTHER_ROLES = [role for role in ROLES if role.option and role not in DIALOG_ROLES]


@pytest.mark.parametrize("role", DIALOG_ROLES, ids=lambda role: role.name)
def test_every_role_of_a_dialog_has_an_option_with_its_default(role: Role) -> None:
    option = find_option(role.option)
    assert option.scope == "session"
    assert option.default == role.style


@pytest.mark.parametrize("role", OTHER_ROLES, ids=lambda role: role.name)
def test_every_other_role_with_an_option_looks_as_its_default_says(role: Role) -> None:
    option = find_option(role.option)
    if "#{" in option.default:
        # What a window's state decides is decided where borders are drawn; the theme has the rest.
        assert role.style in option.default
    else:
        assert option.default == role.style.removeprefix("fg=" if option.kind == "colour" else "")


def test_every_style_option_of_dialogs_has_a_role() -> None:
    named = {
        each.name
        for each in OPTIONS
        if each.name.startswith("dialog-") and each.name.endswith("-style")
    }
    assert named == {role.option for role in DIALOG_ROLES}


def test_a_sessions_own_setting_holds_there_alone() -> None:
    everywhere = Options("session")
    here = Options("session", everywhere)
    here.set("dialog-primary-style", "fg=red")
    assert theme_of(here)["dialog.button.primary"] is parse_style("fg=red")
    assert theme_of(here)["dialog.border"] is Theme()["dialog.border"]
    assert theme_of(everywhere)["dialog.button.primary"] is Theme()["dialog.button.primary"]
