"""Single elimination: standard seeding, byes to the top numbers, matches for third and further places on wish."""

from __future__ import annotations

from collections.abc import Sequence

from competitions.formats.bracket import (
    MAIN,
    Bracket,
    BracketMatch,
    BracketRound,
    RoundKind,
    Side,
    entry_sides,
    tree,
)
from competitions.formats.errors import FormatError
from competitions.formats.round_robin import refuse_size

PLACES = (2, 4, 8, 16, 32)
"""Up to which place there are matches: 2 is the final alone, 4 adds the third place, 8 the places 5 to 8, and so on."""

PLACE_ROUNDS = (RoundKind.PLACES, RoundKind.PLACE_MATCH)
LAST_ROUNDS = {2: RoundKind.FINAL, 4: RoundKind.SEMI_FINALS, 8: RoundKind.QUARTER_FINALS}


def single_elimination(order: Sequence[str], *, places: int = 2) -> Bracket:
    """The bracket of an order of entries; entry k takes number k.

    `places`: 4 for a match for third place, 8 for the places 5 to 8 as well. Who has no opponent for a place has it
    without a match. Raises FormatError for fewer than 2 or more than 512 entries, an id twice, other `places`.
    """
    refuse_size(len(order))
    return knock_out(entry_sides(order), places=places)


def knock_out(entrants: Sequence[Side], *, places: int = 2) -> Bracket:
    """The same for sides of any source, such as places of groups."""
    if places not in PLACES:
        raise FormatError("unknown_value", "options.places", value=places, allowed=", ".join(map(str, PLACES)))
    rounds = []
    for number, matches in enumerate(tree(entrants, MAIN), 1):
        size = 2 * len(matches)
        kind = LAST_ROUNDS.get(size, RoundKind.ROUND_OF)
        if 4 <= size <= places:
            # Only who has no match for a place keeps this: two who lost to nobody rank behind those who play on.
            matches = tuple(match._replace(loser_place=size) for match in matches)
            rounds += place_rounds([match.loser for match in matches], size // 2 + 1, number + 1)
        rounds.append(BracketRound(number, MAIN, kind, matches, {"size": size}))
    return Bracket(tuple(sorted(rounds, key=_time)))


def _time(drawn: BracketRound) -> tuple[int, bool, int]:
    """By number; matches for places stand before those of the title, the best places first."""
    return (drawn.number, drawn.kind not in PLACE_ROUNDS, drawn.params.get("low", 0))


def place_rounds(sides: Sequence[Side | None], low: int, number: int) -> list[BracketRound]:
    """Rounds in which the losers of one round play for the places from `low` on; None is nobody."""
    matches: list[BracketMatch] = []
    winners: list[Side | None] = []
    losers: list[Side | None] = []
    is_last = len(sides) == 2
    for first, second in zip(sides[::2], sides[1::2], strict=True):
        if first is None or second is None:
            winners.append(first or second)
            losers.append(None)
            continue
        match = BracketMatch(f"place{low}-{number}-{len(winners) + 1}", first, second,
                             low + len(sides) // 2, low if is_last else 0)
        matches.append(match)
        winners.append(match.winner)
        losers.append(match.loser)
    rounds = []
    if matches:
        kind = RoundKind.PLACE_MATCH if is_last else RoundKind.PLACES
        params = {"low": low, "high": low + len(sides) - 1}
        rounds.append(BracketRound(number, MAIN, kind, tuple(matches), params))
    if not is_last:
        rounds += place_rounds(winners, low, number + 1)
        rounds += place_rounds(losers, low + len(sides) // 2, number + 1)
    return rounds
