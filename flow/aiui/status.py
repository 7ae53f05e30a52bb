"""The tools `version` and `health`: what runs here, and whether somebody could be asked now."""

from __future__ import annotations

import os
import platform
import sys
from typing import NamedTuple

from flow.aiui import schema
from flow.aiui.arguments import Arguments
from flow.aiui.common import Asking, Json
from flow.aiui.tool import Asker
from mplex import __version__
from mplex.client.control import ControlConnection
from mplex.dialog.caps import MPLEX_FLOW_MAX
from mplex.dialog.node import Node
from mplex.errors import MplexError

WIRE_VERSION = 1

SECONDS = 3.0
"""Seconds that a server may take to say how it is."""

VERSION_HELP = "Return the version of mplex that serves these tools. It asks nobody."

HEALTH_HELP = """\
Tell whether a dialog could be shown now: is a server running, is somebody attached, how many \
dialogs wait. It asks nobody and returns at once; call it when a dialog tool failed, not before \
every dialog."""

NO_ARGUMENTS = schema.thing({})

VERSION_RESULT = schema.thing(
    {
        "version": schema.text(),
        "wire_version": {"type": "integer"},
        "build_info": schema.text(),
        "binary_path": schema.text(),
        "updater_endpoint": {"type": ["string", "null"]},
    },
    "version",
    "wire_version",
)

HEALTH_RESULT = schema.thing(
    {
        "ok": {"type": "boolean"},
        "version": schema.text(),
        "ready": schema.flag("Somebody could be asked now."),
        "dialogs": schema.thing(
            {"pending": {"type": "integer"}, "oldest_age_secs": {"type": ["number", "null"]}}
        ),
        "clients": schema.listed({"type": "string"}, "The terminals that are attached."),
        "endpoint": schema.text("The control socket."),
        "server": {"type": ["string", "null"], "description": "The version of the server."},
        "reason": schema.text("Why nobody could be asked: no_server, no_client, ..."),
        "hint": schema.text("What to do about it."),
    },
    "ok",
    "ready",
)


class Nothing(NamedTuple):
    """A call without arguments."""

    asking: Asking = Asking()


def check(arguments: object) -> Nothing:
    """Check that the arguments are an object; what is in it means nothing."""
    Arguments(Node({} if arguments is None else arguments), ())
    return Nothing()


def version(call: Nothing, asker: Asker) -> Json:
    """Return what runs here."""
    return {
        "version": __version__,
        "wire_version": WIRE_VERSION,
        "build_info": f"Python {platform.python_version()}, {sys.platform}",
        "binary_path": os.path.abspath(sys.argv[0]),
        "updater_endpoint": None,
    }


def health(call: Nothing, asker: Asker) -> Json:
    """Return how the server is that would show a dialog."""
    socket = asker.place.socket
    found: Json = {"version": __version__, "endpoint": socket, "server": None}
    try:
        with ControlConnection(socket) as connection:
            found["server"] = str(connection.call("hello", {}, SECONDS).get("version") or "")
            listed = connection.call("list", {}, SECONDS)
    except TimeoutError:
        return _ill(found, "unresponsive", "the server does not answer")
    except MplexError as error:
        hint = error.hint or "start `mplex` in a terminal"
        return _ill(found, error.code, f"{error}; {hint}")
    flows, clients = _entries(listed, "flows"), _entries(listed, "clients")
    ages = [age for flow in flows if isinstance(age := flow.get("age"), int | float)]
    found["dialogs"] = {"pending": len(flows), "oldest_age_secs": max(ages, default=None)}
    answering = [client for client in clients if not client.get("readonly")]
    found["clients"] = [str(client.get("name")) for client in answering]
    if not answering:
        return _ill(found, "no_client", "attach a terminal with `mplex attach-session`")
    if len(flows) >= MPLEX_FLOW_MAX:
        return _ill(found, "dialog_registry_full", "the oldest dialog goes when another comes")
    return {"ok": True, "ready": True, **found}


def _ill(found: Json, reason: str, hint: str) -> Json:
    return {"ok": False, "ready": False, **found, "reason": reason, "hint": hint}


def _entries(listed: Json, name: str) -> list[Json]:
    found = listed.get(name)
    return [each for each in found if isinstance(each, dict)] if isinstance(found, list) else []
