"""What the engine refuses, as a value: a stable code, the place in the input, parameters."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

MESSAGES: Mapping[str, str] = {
    "missing": "this field is needed",
    "unknown_field": "there is no such field here",
    "wrong_type": "wanted {wanted}",
    "out_of_range": "wanted a value from {least} to {most}",
    "not_one_of": "wanted one of {choices}",
    "too_long": "longer than the {limit} that are allowed",
    "empty": "an empty text is not allowed here",
    "bad_text": "control characters and half characters are not allowed",
    "duplicate": "this is here twice",
    "game_over": "the game is over: nothing can follow",
    "not_over": "the game is not over yet",
    "illegal_score": "this score cannot come about in a game of {sets} sets ({rule})",
    "warning_clause_unknown": "no warning can be given by this clause",
    "clause_unknown": "the rule set has no such clause for this",
    "no_drawn_sets": "only {rulesets} knows drawn sets",
    "illegal_replay": "the rule set does not replay a set for this reason ({rule})",
    "illegal_seats": "only the pair without the first stroke may exchange seats, before set 1 or a deciding odd set",
    "seats_apart": "partners face each other, and A1 sits at A's side ({rule})",
    "illegal_first_striker": "the first striker is one of the pair with the first stroke",
    "illegal_member": "this player is not of the pair that the event is about",
    "illegal_striker": "the last striker of a set that both pairs cleared is of the pair without the first stroke",
    "unknown_event": "no known event",
    "wrong_colour": "this colour does not fit here",
    "too_many_discs": "a side has {limit} discs of a colour",
    "overlap": "two pieces lie in one place",
    "reserved_id": "this id means the striker",
    "unknown_disc": "no such disc is on the table",
    "disc_is_gone": "this piece has left the table",
    "disc_is_missing": "disc {id} is neither on the table nor gone",
    "set_over": "the set is over",
    "no_striker": "no striker was on the table",
    "unknown_kind": "there is no such kind of event",
    "duplicate_uid": "the game has this event already",
    "finished": "the protocol is closed",
    "unsigned": "both players have to sign first",
    "too_late": "it is too late for this",
    "already_arrived": "this player is at the table",
    "result_after_sets": "a bare score cannot follow sets that are recorded one by one",
    "nothing_to_void": "the game has no such event",
    "already_void": "this event is void already",
    "duplicate_dispute": "the game has this dispute already",
    "duplicate_ruling": "the game has this ruling already",
    "dispute_unknown": "the game has no such dispute",
    "ruled_already": "this dispute is decided: name the ruling that is overruled",
    "not_in_force": "another ruling is in force",
    "reason_needed": "overruling needs a reason",
    "ruling_unknown": "the game has no such ruling",
    "in_pocket": "a piece cannot lie in a pocket",
    "miscue": "so far beside the centre the cue's tip slips: at most {most} mm",
    "too_hard": "this stroke does not end within the limits of the simulation",
    "nothing_known": "say at least one thing that is known",
    "void_of_void": "a void cannot be undone: record the event anew",
}
"""English sentences for the shell. People who use the pages get the code's sentence in their own language."""


class EngineError(Exception):
    """A refusal of the engine.

    `code` is stable, `path` is the place in the input (`events[3].set_won`; empty: the input as a whole),
    `params` are what a sentence needs.
    """

    def __init__(self, code: str, path: str = "", params: Mapping[str, Any] | None = None) -> None:
        self.code = code
        self.path = path
        self.params: dict[str, Any] = dict(params or {})
        super().__init__(f"{code} at {path or 'the input'}")

    @property
    def message(self) -> str:
        """One plain English sentence; the code itself where there is none."""
        return MESSAGES.get(self.code, self.code.replace("_", " ")).format(**self.params)

    def under(self, prefix: str) -> EngineError:
        """The same refusal, seen from outside: `prefix` is put before its path."""
        joint = "" if not self.path or self.path.startswith("[") else "."
        return EngineError(self.code, f"{prefix}{joint}{self.path}", self.params)

    def as_dict(self) -> dict[str, str]:
        """The `error` object of the commands' contract."""
        return {"code": self.code, "path": self.path, "message": self.message}
