"""Every hard limit of flows and of the single screens they are made of, under its public name.

One place, since the flow driver, the server and `docs/uiflow.md` must agree on them; a test
compares the page with this module. Nothing but numbers lives here.
"""

from __future__ import annotations

PLEXER_FLOW_VERSION = 1
"""The version of a spec whose screens are single questions."""

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

FORM_VERSION = 2
"""The version of a spec whose screens are forms."""

FORM_FIELDS_MAX = 200
"""Fields per form, over all tabs."""

FORM_TABS_MAX = 32
"""Tabs per form."""

FORM_ACTIONS_MAX = 16
"""Buttons per form, and per item of a gallery."""

FORM_OPTIONS_MAX = 1000
"""Options per select and per choice."""

FORM_ITEMS_MAX = 5000
"""Items per list, rows per table, nodes per tree (over its whole forest)."""

FORM_COLUMNS_MAX = 64
"""Columns per table."""

FORM_TREE_DEPTH_MAX = 32
"""Levels of a tree."""

FORM_IMAGES_MAX = 500
"""Pictures per grid and items per gallery."""

FORM_VARIANTS_MAX = 12
"""Variants per comparison."""

FORM_PANELS_MAX = 200
"""Panels per wireframe."""

FORM_LOG_MAX = 1000
"""Lines in the log of a progress field, as a spec gives it."""

FORM_LOG_KEPT = 500
"""Lines of the log that a dialog keeps; one update adds at most as many."""

FORM_LOG_LINE_MAX = 2000
"""Characters of a line that an update adds."""

FORM_LOG_ROWS = 6
"""Rows of the log in view."""

FORM_NAME_MAX = 200
"""Characters per field name, option or item value, and value of an action."""

FORM_LABEL_MAX = 1000
"""Characters per title, label, caption and placeholder."""

FORM_VALUE_MAX = 4096
"""Characters per value of an item, per path, and per address of a picture."""

FORM_TEXT_MAX = 20_000
"""Characters per description, static text, panel and cell of a table."""

FORM_DOCUMENT_MAX = 200_000
"""Characters per markdown document and per source of a diagram."""

FORM_ANSWER_MAX = 100_000
"""Characters per typed answer, and per text that an answer starts with."""

FORM_DATA_URL_MAX = 14_000_000
"""Characters per picture in a `data:` URL: 10 MB in base64."""

FORM_NUMBER_MAX = 10**15
"""The largest magnitude of a bound and of a number to start with; integers up to it are exact."""

FORM_PARTS_MAX = 100_000
"""JSON values in one form."""

FORM_NESTING_MAX = 100
"""Levels of objects and lists in the JSON of a form."""

FORM_BYTES_MAX = 900_000
"""Bytes of all text in one form as UTF-8, pictures in `data:` URLs aside; a line of the control
socket holds one MiB."""

FORM_VALUES_MAX = 900_000
"""Bytes of all values of one form as JSON, for the same reason; a form with more does not close."""

PIECE = 512 << 10
"""Bytes of a piece of a picture or a file on the control socket; base64 makes two thirds of a line
of it."""

FORM_TIMEOUT_DEFAULT = 7200
"""Seconds: the budget of a flow of forms that names none."""

FORM_TIMEOUT_MAX = 86_400
"""Seconds: the largest budget of a flow of forms."""

FORM_LIFETIME_DEFAULT = 7200
"""Seconds that a form on the control socket, and a dialog of a tool, waits if nobody says more."""

FORM_LIFETIME_MAX = 604_800
"""Seconds that it may be asked to wait: a week."""

NOTICE_TITLE_MAX = 200
"""Characters of a notice's title."""

NOTICE_BODY_MAX = 2000
"""Characters of its text."""

FORM_VISITS_MAX = 1000
"""Screen visits per run of a flow of forms, those by Back included: a guard against loops."""
