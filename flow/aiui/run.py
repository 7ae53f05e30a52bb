"""Running a checked call: ask, settle what was answered, and make the result of it.

Blocking, for a thread or a command; whoever calls decides what an error means to its reader.
"""

from __future__ import annotations

from typing import Any, cast

from flow.aiui import notify, upload
from flow.aiui.common import Json
from flow.aiui.tool import Asker, Dialog
from flow.backends.backend import Notice
from flow.settle import approve, settle
from mplex.dialog.answer import CANCELLED, CHANNEL_DROPPED, NO_CLIENT, OK, Answer
from mplex.dialog.form_spec import check_form
from mplex.errors import MplexError, NoServer

NOBODY = ("no_client", "no_server")
"""The words of errors that say that nobody can be asked."""


def is_nobody(error: MplexError, asker: Asker) -> bool:
    """Say whether an error means that nobody has been asked at all."""
    return error.code in NOBODY and not asker.asked


def nobody() -> Answer:
    """Return the end of a question that nobody got."""
    return Answer(CANCELLED, reason=NO_CLIENT)


def run_dialog(dialog: Dialog, call: Any, timeout: float, asker: Asker) -> Json:
    """Ask the form of a call and return its result.

    Raises what the asker raises when nobody could be asked; a connection that is lost afterwards is
    an end of the dialog.
    """
    return dialog.result(call, ask_form(dialog.screen(call), timeout, asker))


def ask_form(data: Json, timeout: float, asker: Asker) -> Answer:
    """Ask a form and return its answer with settled values: targets written, secrets gone.

    Raises `ProtocolError` for an answer that the form cannot give, and what the asker raises.
    """
    form = check_form(approve(data), "")
    try:
        answer = asker.ask(form.to_data(), timeout)
    except NoServer:
        if not asker.asked:
            raise
        return Answer(CANCELLED, reason=CHANNEL_DROPPED)
    if answer.status != OK:
        return answer
    values = settle(form, answer)
    return Answer(OK, {**cast(Json, answer.value), "values": values}, answer.reason)


def run_notify(call: notify.Notify, asker: Asker) -> Json:
    """Tell the person something; what goes wrong is the result."""
    try:
        asker.notify(Notice(call.title, call.body, call.sound))
    except MplexError as error:
        return notify.failed(_said(error))
    return notify.done()


def run_upload(call: upload.Upload, asker: Asker) -> Json:
    """Have a file picked and receive it; what goes wrong is the result."""
    try:
        with upload.only_one():
            folder = upload.folder_of(call)
            answer = ask_form(upload.screen(call), call.asking.timeout, asker)
            path = upload.picked(answer)
            return upload.receive(
                folder,
                upload.safe_name(path),
                lambda offset: asker.fetch(upload.FIELD, offset),
            )
    except MplexError as error:
        return upload.failed(_said(error))


def _said(error: MplexError) -> str:
    return f"{error} ({error.hint})" if error.hint else str(error)
