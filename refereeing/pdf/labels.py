"""Words that the protocol prints for states, outcomes and roles."""

from __future__ import annotations

from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

STATES: Final = {
    "blank": gettext_noop("Blank"),
    "interim": gettext_noop("Interim, the game is not finished"),
    "provisional": gettext_noop("Provisional"),
    "signed": gettext_noop("Signed"),
    "approved": gettext_noop("Approved"),
    "corrected": gettext_noop("Corrected"),
}
OUTCOMES: Final = {
    "played": gettext_noop("Played"),
    "walkover": gettext_noop("Awarded: no-show"),
    "retired": gettext_noop("Retired"),
    "forfeited": gettext_noop("Forfeited"),
    "excluded": gettext_noop("Awarded: exclusion"),
    "double_loss": gettext_noop("Lost by both"),
    "time_limit": gettext_noop("Ended by the time limit"),
    "void": gettext_noop("Void"),
    "not_needed": gettext_noop("Not needed"),
    "adjourned": gettext_noop("Adjourned"),
}
ROLES: Final = {
    "first": gettext_noop("First-named player"),
    "second": gettext_noop("Second-named player"),
    "referee": gettext_noop("Table referee"),
    "secretary": gettext_noop("Received by the secretary"),
    "chief": gettext_noop("Approved by the chief referee"),
}


def state_label(state: str) -> str:
    return _(STATES[state])


def outcome_label(outcome: str) -> str:
    return _(OUTCOMES[outcome]) if outcome in OUTCOMES else outcome


def role_label(role: str) -> str:
    return _(ROLES[role])
