"""What the formats refuse: a stable code, the path of the offending place, parameters."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from competitions.common.errors import Invalid, Unavailable

MESSAGES: Mapping[str, str] = {
    "missing": "this field is needed",
    "unknown_field": "there is no field {field!r} here",
    "duplicate_key": "the field {key!r} is here twice",
    "conflicting_field": "this cannot stand beside {other!r}",
    "wrong_type": "wanted: {wanted}",
    "wrong_length": "{count} is not from {low} to {high}",
    "out_of_range": "wanted a value from {low} to {high}",
    "not_finite": "not a number that can be counted with",
    "bad_text": "control characters and half characters are not allowed",
    "unknown_value": "{value!r} is none of: {allowed}",
    "unknown_id": "there is no entry {id!r} here",
    "duplicate": "{value!r} is here twice",
    "duplicate_id": "the id {id!r} is here twice",
    "duplicate_seed": "the seed {seed} is here twice",
    "reserved_id": "{id!r} is no id: it is the word for a round without opponent",
    "not_in_eliminations": "an elimination has no legs",
    "not_in_match": "this match cannot be decided so: {id!r}",
    "out_of_reach": "only up to {reach} places above may be challenged",
    "challenge_open": "{id!r} has a challenge open",
    "level_at_the_cut": "place {place} is not decided",
    "no_place_left": "{count} late entries are too many: {high} places are left",
    "swiss_unavailable": "the program that pairs Swiss rounds is not installed on this machine",
    "against_itself": "{id!r} cannot play against itself",
    "no_sets": "a game of no sets was not played",
    "malformed": "no JSON: line {line}, column {column}",
    "bad_charset": "the input must be UTF-8",
    "too_deep": "nested too deeply",
    "too_long": "longer than the {high} bytes that are taken",
    "wrong_checksum": "the file was cut or changed after it was made",
    "too_few_entries": "{count} entries are too few: at least {low}",
    "too_many_entries": "{count} entries are too many: at most {high}",
    "too_many_groups": "{count} groups are too many: at most {high}, two entries each",
    "no_legal_round": "no legal pairing is left",
    "odd_number": "{count} is odd: matches for places need two entries each",
    "two_byes": "one entry at most can be free in a round",
    "plays_twice": "{id!r} plays twice in this round",
    "all_rounds_played": "all {high} rounds are played",
    "points_not_writable": "these points cannot be written into a tournament report file",
}
"""English sentences for the shell. People who use the pages get the code's sentence in their own language."""


class FormatError(Invalid):
    """An input that cannot be understood or breaks a rule of the contract.

    `path` names the place as programs see it (`results[1].second`, empty for the whole input).
    """

    def __init__(self, code: str, path: str, /, **params: Any) -> None:
        super().__init__(code, path=path, **params)
        self.path = path

    @property
    def message(self) -> str:
        """One plain English sentence."""
        return MESSAGES[self.code].format(**self.params)

    def under(self, prefix: str) -> FormatError:
        """The same refusal seen from outside: `prefix` put before the path."""
        rest = {name: value for name, value in self.params.items() if name != "path"}
        joint = "" if not self.path or self.path.startswith("[") else "."
        return FormatError(self.code, f"{prefix}{joint}{self.path}", **rest)

    def as_dict(self) -> dict[str, str]:
        """The `error` object of the commands' contract."""
        return {"code": self.code, "path": self.path, "message": self.message}


class NoLegalRound(FormatError):
    """No pairing of the next Swiss round is legal: everybody possible has met, or has had the bye."""

    def __init__(self) -> None:
        super().__init__("no_legal_round", "results")


class SwissUnavailable(Unavailable):
    """The pairing engine is not installed on this machine (there is no wheel for it): Swiss rounds cannot be paired."""

    code = "swiss_unavailable"
