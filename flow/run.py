"""Running a flow of either version: one way in for everybody who has a valid spec.

Which driver runs it follows from the spec; what an outcome is stands in the drivers.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from time import monotonic
from typing import Any, Protocol

from flow.driver import Asker, Outcome, PlexerFlow
from flow.driver_forms import FormRun
from flow.forms_spec import FormFlow
from flow.spec import AnyFlow
from mplex.dialog.caps import FORM_TIMEOUT_MAX, PLEXER_FLOW_TIMEOUT_MAX, PLEXER_FLOW_TIMEOUT_MIN
from mplex.dialog.node import Node


class Run(Protocol):
    """A flow that can be run once."""

    @property
    def answers(self) -> Mapping[str, Any]:
        """What has been answered so far."""

    @property
    def action(self) -> str | None:
        """The last action taken."""

    def run(self) -> Outcome:
        """Ask until the flow ends and return its outcome."""

    def stopped(self) -> Outcome:
        """Return the outcome of a flow whose command is stopped here and now."""


def new_run(spec: AnyFlow, controller: Asker, *, clock: Callable[[], float] = monotonic) -> Run:
    """Return a run of a flow that asks through `controller`."""
    if isinstance(spec, FormFlow):
        return FormRun(spec, controller, clock=clock)
    return PlexerFlow(spec, controller, clock=clock)


def with_timeout(spec: AnyFlow, seconds: Node) -> AnyFlow:
    """Return a flow with another time budget; raises `SpecError` beyond its version's limits."""
    highest = FORM_TIMEOUT_MAX if isinstance(spec, FormFlow) else PLEXER_FLOW_TIMEOUT_MAX
    return spec._replace(timeout=seconds.seconds(PLEXER_FLOW_TIMEOUT_MIN, highest))


def field_count(spec: AnyFlow) -> int:
    """Return how many fields a flow has."""
    if isinstance(spec, FormFlow):
        return sum(len(step.form.fields) for step in spec.screens)
    return sum(len(screen.fields) for screen in spec.screens)
