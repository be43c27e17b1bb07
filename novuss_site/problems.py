"""What a refusal looks like from outside: the status of its class, and a sentence for its code."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

from django.db import OperationalError
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from competitions.common.errors import (
    Conflict,
    DomainError,
    Gone,
    Invalid,
    NotAllowed,
    NotFound,
    Stale,
    TooMany,
    Unavailable,
)
from refereeing.pages.run.refusals import REFUSALS
from refereeing.pages.setup.sentences import SENTENCES as SETUP_SENTENCES
from refereeing.selectors.dispute_words import REPLAY_ERRORS

# The first that fits counts: a subclass stands before its parent.
STATUSES: tuple[tuple[type[DomainError], int], ...] = (
    (NotFound, 404),
    (NotAllowed, 403),
    (Stale, 412),
    (Conflict, 409),
    (Invalid, 422),
    (TooMany, 429),
    (Gone, 410),
    (Unavailable, 503),
    (DomainError, 400),
)
BUSY_RETRY = 5
"""Seconds after which a client may try again when the database is busy or the disk is full."""

TITLES: dict[int, Promise] = {
    400: _("This could not be read"),
    401: _("Please log in"),
    403: _("Not allowed"),
    404: _("Not found"),
    405: _("Not possible here"),
    406: _("This form is not offered"),
    409: _("Not possible now"),
    410: _("No longer there"),
    411: _("The length is missing"),
    412: _("Changed in the meantime"),
    413: _("Too large"),
    415: _("This form cannot be read"),
    422: _("Not possible under the rules"),
    428: _("The version is missing"),
    429: _("Too many tries"),
    500: _("A fault of ours"),
    503: _("Not available now"),
}

# What the pages say of a code serves programs too; what stands here as well is worded for programs and tablets.
SENTENCES: dict[str, Promise] = {
    **SETUP_SENTENCES,
    **REPLAY_ERRORS,
    **REFUSALS,
    "held": _("The table is held by %(holder)s."),
    "pictures_busy": _("Other photos are being worked on. Send it again in a moment."),
    "wrong_code": _("The code is wrong."),
    "code_expired": _("This code has expired. Ask for a new one."),
    "code_locked": _("Too many wrong codes. The chief referee has to unlock the table."),
    "wrong_pin": _("The PIN is wrong."),
    "wrong_password": _("This is not your password."),
    "pin_locked": _("Too many wrong PINs. The chief referee has to unlock it."),
    "device_revoked": _("This device may no longer write."),
    "events_only": _("A device writes this into the game's log."),
    "game_over": _("This game is over."),
    "round_open": _("These tables are not approved yet: %(tables)s."),
    "points_not_writable": _("These points need more room than a tournament file has."),
    "no_legal_round": _("There is no legal pairing for another round."),
    "unknown_id": _("There is no such entry: %(id)s."),
    "missing": _("The field %(path)s is missing."),
    "wrong_type": _("The field %(path)s has the wrong type."),
    "out_of_range": _("The field %(path)s is out of range."),
    "duplicate_id": _("The same id stands twice."),
    "duplicate_seed": _("The same seed stands twice."),
    "against_itself": _("Nobody can meet themselves."),
    "reserved_id": _("This id is the word for a round without opponent."),
    "not_in_eliminations": _("An elimination has no legs."),
    "not_in_match": _("This match cannot be decided like this."),
    "out_of_reach": _("Only up to %(reach)s places above may be challenged."),
    "challenge_open": _("This player has a challenge open."),
    "level_at_the_cut": _("Place %(place)s is not decided: a play-off or the lot has to say."),
    "no_place_left": _("There is no free place left in the losers’ bracket."),
    "swiss_unavailable": _("The program that pairs Swiss rounds is not installed on this machine."),
    "plays_twice": _("Somebody would play twice in one round."),
    "all_rounds_played": _("All rounds have been played."),
    "too_many_entries": _("There are too many entries for this draw."),
    "last_administrator": _("One administrator is needed."),
    "wrong_length": _("The list has the wrong length."),
    "password_must_change": _("Replace the one-time password first."),
    "not_found": _("There is no such thing here."),
    "not_allowed": _("You may not do this."),
    "conflict": _("Somebody else has changed this in the meantime. Look at the new state and try again."),
    "stale": _("You decided on an older state. Look at the new state and try again."),
    "illegal_move": _("This is not possible in the present state."),
    "invalid": _("The input is not valid."),
    "too_many": _("Too many tries. Please wait."),
    "gone": _("This has been used already."),
    "unavailable": _("A part that this needs is not available on this machine."),
    "refused": _("This was refused."),
    "busy": _("The database is busy or the disk is full. Nothing was stored. Try again in a moment."),
    "malformed": _("The request is not valid JSON."),
    "duplicate_key": _("The field “%(key)s” stands twice in the same object."),
    "too_deep": _("The JSON is nested too deeply."),
    "number_out_of_range": _("A number is out of range."),
    "bad_text": _("The text holds characters that cannot be stored."),
    "bad_charset": _("The request must be UTF-8."),
    "too_large": _("The request is too large: at most %(limit)s bytes."),
    "length_required": _("The request must state its length."),
    "unknown_field": _("There is no field “%(field)s” here."),
    "validation": _("Some fields are not valid."),
    "not_authenticated": _("Please log in first."),
    "authentication_failed": _("The login is not valid."),
    "permission_denied": _("You may not do this."),
    "method_not_allowed": _("This method is not offered here."),
    "not_acceptable": _("The answer is offered as JSON only."),
    "unsupported_media_type": _("The request must be JSON."),
    "throttled": _("Too many requests. Please wait."),
    "server_error": _("Something went wrong. It has been written to the log."),
    "bad_request": _("The request could not be understood."),
    "csrf_failed": _("The page is too old or was opened elsewhere. Load it again."),
    "locked_out": _("Too many wrong passwords. Try again in a quarter of an hour."),
    "version_required": _("The request must say which version it changes (If-Match)."),
    "name_taken": _("This name is taken already."),
    "illegal_score": _("This score is not possible under the rules."),
    "code_used": _("This code has been used already or has expired."),
    "second_official_required": _("A second official has to do this."),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Problem:
    """One refusal, ready to be shown as JSON or as a page."""

    status: int
    code: str
    params: dict[str, Any]
    retry_after: int | None = None

    @property
    def title(self) -> str:
        """The heading, translated."""
        return str(TITLES.get(self.status, TITLES[400]))

    @property
    def detail(self) -> str:
        """The sentence, translated; a code without one of its own gets the sentence of its status."""
        return sentence(self.code, self.params, fallback=GENERIC.get(self.status, "refused"))

    def as_json(self) -> dict[str, Any]:
        """RFC 9457."""
        body: dict[str, Any] = {
            "type": "about:blank",
            "title": self.title,
            "status": self.status,
            "detail": self.detail,
            "code": self.code,
        }
        if self.params:
            body["params"] = {name: plain(value) for name, value in self.params.items()}
        return body


GENERIC = {
    400: "bad_request",
    401: "not_authenticated",
    403: "not_allowed",
    404: "not_found",
    409: "conflict",
    410: "gone",
    412: "stale",
    422: "invalid",
    429: "too_many",
    500: "server_error",
    503: "unavailable",
}


def sentence(code: str, params: dict[str, Any], *, fallback: str = "refused") -> str:
    """The translated sentence of a code. Never fails: a missing parameter leaves the general sentence."""
    text = SENTENCES.get(code) or SENTENCES[fallback]
    try:
        return str(text) % params
    except (KeyError, TypeError, ValueError):
        return str(SENTENCES[fallback])


def plain(value: Any) -> Any:
    """A parameter as something that JSON can hold."""
    if isinstance(value, bool | int | str) or value is None:
        return value
    if isinstance(value, float):
        return value if math.isfinite(value) else str(value)
    if isinstance(value, dict):
        return {str(name): plain(item) for name, item in value.items()}
    if isinstance(value, list | tuple | set | frozenset):
        return [plain(item) for item in value]
    return str(value)


def problem_of(error: DomainError | OperationalError) -> Problem:
    """The status, the code and the parameters of a refusal, or of a database that is busy, full or read-only."""
    if isinstance(error, OperationalError):
        return Problem(status=503, code="busy", params={}, retry_after=BUSY_RETRY)
    status = next(status for kind, status in STATUSES if isinstance(error, kind))
    retry = error.params.get("retry_after")
    if retry is None and status in (429, 503):
        retry = BUSY_RETRY
    params = dict(error.params)
    if status == 404:
        params = {}  # unknown and forbidden look alike, byte for byte
    retry_after = None if retry is None else max(1, math.ceil(float(retry)))
    return Problem(
        status=status, code="not_found" if status == 404 else error.code, params=params, retry_after=retry_after
    )
