"""`TOOLS`: every tool that agents may call. The bridge, `mplex-ctl` and the docs are made of it."""

from __future__ import annotations

from collections.abc import Callable
from types import ModuleType
from typing import Any

from flow.aiui import ask, compare, confirm, form, gallery, notify, show, status, upload
from flow.aiui.common import Asking, Json
from flow.aiui.run import run_dialog, run_notify, run_upload
from flow.aiui.tool import Asker, Dialog, Tool
from flow.bridge.schema import OUTCOME


def _dialog(
    name: str, title: str, module: ModuleType, *, no: str = "", changes: bool = False
) -> Tool:
    """Return the row of a tool that asks one form; its module has the words and the rules."""
    dialog = Dialog(module.screen, module.result, no, module.PLACES)

    def check(arguments: object) -> Any:
        call = module.check(arguments)
        dialog.check(call)
        return call

    def run(call: Any, asker: Asker) -> Json:
        return run_dialog(dialog, call, call.asking.timeout, asker)

    return Tool(
        name,
        title,
        module.HELP,
        module.ARGUMENTS,
        module.RESULT,
        check,
        run,
        _asking,
        dialog,
        changes,
    )


def _status(
    name: str, title: str, help_text: str, result: Json, run: Callable[[Any, Asker], Json]
) -> Tool:
    check = status.check
    return Tool(name, title, help_text, status.NO_ARGUMENTS, result, check, run, _asking)


def _asking(call: Any) -> Asking:
    found: Asking = call.asking
    return found


TOOLS = (
    _dialog("confirm", "Ask yes or no", confirm, no=confirm.NO),
    _dialog("ask", "Ask to choose", ask),
    _dialog("form", "Ask several things at once", form, changes=True),
    _dialog("gallery", "Have a batch reviewed", gallery),
    _dialog("compare", "Have variants compared", compare),
    Tool(
        "notify",
        "Tell the person something",
        notify.HELP,
        notify.ARGUMENTS,
        notify.RESULT,
        notify.check,
        run_notify,
        lambda call: Asking(target=call.target),
    ),
    Tool(
        "upload",
        "Get a file from the person",
        upload.HELP,
        upload.ARGUMENTS,
        upload.RESULT,
        upload.check,
        run_upload,
        _asking,
        changes=True,
    ),
    Tool(
        "plexer_show",
        show.SHOW_TITLE,
        show.SHOW_HELP,
        show.SHOW_ARGUMENTS,
        OUTCOME,
        show.read_show,
        show.run,
        _asking,
        changes=True,
    ),
    _status("version", "Version", status.VERSION_HELP, status.VERSION_RESULT, status.version),
    _status(
        "health",
        "Could somebody be asked now",
        status.HEALTH_HELP,
        status.HEALTH_RESULT,
        status.health,
    ),
)
"""In the order in which hosts list them."""
