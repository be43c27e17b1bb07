"""What pages, tablets and programs say of disputes and replays."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

# Why a replay or a simulation gave no answer.
REPLAY_ERRORS: Mapping[str, Promise] = {
    "no_simulator": _(
        "The background worker is not running, so nothing is computed now. Start Novuss again, or ask the "
        "administrator. The ruling does not depend on it."),
    "simulator_busy": _("Too many simulations wait already. Try again in a moment."),
    "too_hard": _("This took more work than a simulation may: it was stopped."),
    "too_much_memory": _("This took more memory than a simulation may: it was stopped."),
    "simulator_failed": _("The simulation ended without an answer. It has been written to the log."),
    "lost": _("The worker was lost three times while it computed this."),
    "replay_not_used": _("The regulations of this competition use no replays."),
    "replay_not_ready": _("This replay has not ended yet."),
    "ruling_first": _("The official rules first. The replay is shown after that."),
    "replays_waiting": _("Three replays of this dispute wait already."),
    "too_much_evidence": _("This dispute has %(limit)s of these already."),
    "unknown_position": _("There is no such position in this dispute."),
    "never_at_table": _("This device has never had this table."),
    "not_a_picture": _("This is no picture that can be read: take a JPEG, PNG or WebP."),
    "picture_too_large": _("This picture is too large."),
    "overlap": _("Two pieces lie in one place (%(path)s)."),
    "in_pocket": _("A piece cannot lie in a pocket (%(path)s)."),
    "no_striker": _("Say where the striker stood (%(path)s)."),
    "unknown_disc": _("This disc did not lie on the board before (%(path)s)."),
    "wrong_colour": _("This disc has another colour than before (%(path)s)."),
    "too_many_discs": _("There are too many discs of this colour (%(path)s)."),
    "reserved_id": _("This id means the striker (%(path)s)."),
    "duplicate": _("This stands here twice (%(path)s)."),
}
_NO_ANSWER = _("This cannot be simulated: %(code)s (%(path)s).")

WEIGHTS: Mapping[str, Promise] = {
    "none": _("This competition uses no replays."),
    "advice": _("The replay is advice to whoever may overrule."),
    "chief_decides": _("The chief referee looks at the replay and decides."),
}
STATES: Mapping[str, Promise] = {
    "open": _("not decided"), "ruled": _("decided"), "withdrawn": _("withdrawn"),
    "unlogged": _("not in the game's log yet"),
}
DECISIONS: Mapping[str, Promise] = {
    "correct": _("the stroke was correct"), "penalised": _("the stroke is penalised"), "set_lost": _("the set is lost"),
    "set_replayed": _("the set is played again"), "no_stroke": _("it was no stroke"), "other": _("something else"),
}
CONSEQUENCES: Mapping[str, Promise] = {
    "penalty_disc": _("Penalty disc for %(name)s"), "set_lost": _("Set lost by %(name)s"),
    "set_won": _("Set won by %(name)s"), "set_replayed": _("Set played again: %(reason)s"),
}
SET_DECIDED = _("The set")
LEVELS: Mapping[str, Promise] = {
    "table": _("at the table"), "senior": _("senior referee"), "chief": _("chief referee"),
}


def decision_words(decision: str, clauses: Sequence[str]) -> str:
    """A ruling in words where the official wrote none: the decision, and the numbers of its clauses."""
    numbers = ", ".join(ref.partition(":")[2] for ref in clauses)
    return ": ".join(filter(None, (str(DECISIONS[decision]), numbers)))


def error_words(code: str, path: str = "") -> str:
    """The sentence of an error in the active language; the code and its place where there is no sentence."""
    params: dict[str, Any] = {"path": path or "–", "code": code, "limit": ""}
    return str(REPLAY_ERRORS.get(code, _NO_ANSWER)) % params
