"""Every hard limit of flows and of the single screens they are made of, under its public name.

One place, since the flow driver, the server and `docs/uiflow.md` must agree on them; a test
compares the page with this module. Nothing but numbers lives here.
"""

from __future__ import annotations

PLEXER_FLOW_VERSION = 1
"""The only accepted spec version."""

PLEXER_FLOW_SCREENS_MAX = 32
"""Screens per spec."""

PLEXER_FLOW_FIELDS_MAX = 12
"""Fields per screen."""

PLEXER_FLOW_OPTIONS_MAX = 12
"""Options per choice field, and per single screen."""

PLEXER_FLOW_ACTIONS_MAX = 12
"""Actions per screen."""

PLEXER_FLOW_VISITS_MAX = 64
"""Screen visits per run: a guard against loops."""

PLEXER_FLOW_ID_MAX = 64
"""Characters per screen, field or action id."""

PLEXER_FLOW_TITLE_MAX = 200
"""Characters per title."""

PLEXER_FLOW_TEXT_MAX = 2000
"""Characters per body, info text, or text of a single screen."""

PLEXER_FLOW_LABEL_MAX = 200
"""Characters per field, action or option label."""

PLEXER_FLOW_ANSWER_MAX = 2000
"""Characters per typed answer and per initial text."""

PLEXER_FLOW_TIMEOUT_MIN = 5
"""Seconds: the smallest budget of a whole flow."""

PLEXER_FLOW_TIMEOUT_DEFAULT = 300
"""Seconds: the budget of a flow that names none."""

PLEXER_FLOW_TIMEOUT_MAX = 600
"""Seconds: the largest budget of a whole flow."""

PLEXER_FLOW_POLL = 0.25
"""Seconds between two polls for an answer where the server does not hold the request open."""

MPLEX_FLOW_MAX = 16
"""Pending dialogs per server."""

MPLEX_FLOW_KEEP = 300
"""Seconds after which the record of a dead driver is reclaimed."""
