"""`lineup` as programs call it: JSON in, JSON out, for the command and the endpoint of that name."""

from __future__ import annotations

from typing import Any

from competitions.formats.json_input import Place
from competitions.formats.lineup import CLAUSES, SENTENCES, Violation, lineup_violations

MAX_PLAYERS = 100
MAX_ROUNDS = 100


def lineup_from_json(data: object) -> dict[str, Any]:
    """Whether the orders of one team match are legal, and what is not. Raises FormatError."""
    fields = Place(data).fields(("ruleset", "regulars", "reserves", "rounds"))
    violations = lineup_violations(
        [place.id() for place in fields["regulars"].items(1, MAX_PLAYERS)],
        [place.id() for place in fields["reserves"].items(0, MAX_PLAYERS)],
        [[place.id() for place in order.items(0, MAX_PLAYERS)] for order in fields["rounds"].items(1, MAX_ROUNDS)],
        ruleset=fields["ruleset"].choice(CLAUSES),
    )
    return {"legal": not violations, "violations": [_violation(found) for found in violations]}


def _violation(found: Violation) -> dict[str, Any]:
    return {
        "round": found.round,
        "number": found.number,
        "player": found.player,
        "rule": found.rule,
        "message": SENTENCES[found.fault],
    }
