"""The tie-breaks: values, and how each splits entries that are level.

Definitions of FIDE Handbook C.07 (edition of 1 August 2024), cut down to what a table of results knows; set difference
and sets won are the sport's own. Higher is better everywhere. Awarded games count like played ones, without sets. A bye
counts as a win against somebody with the entry's own final points.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Mapping, Sequence
from itertools import combinations

from competitions.formats.games import Outcome
from competitions.formats.ledger import BYE, Ledger
from competitions.formats.lot import lot_key

HEAD_TO_HEAD = "head_to_head"
LOT = "lot"


def buchholz_terms(ledger: Ledger, who: int) -> list[int]:
    """Final scores of the opponents, in units; one met twice stands twice (C.07 art. 8.1)."""
    scores = ledger.scores
    return [scores[who if meeting.opponent == BYE else meeting.opponent] for meeting in ledger.meetings[who]]


def sonneborn_berger_terms(ledger: Ledger, who: int) -> list[int]:
    """Scores of the beaten, half of those of the drawn, nothing of the others (C.07 art. 9.1), in units.

    Half whatever a draw is worth in points.
    """
    terms = []
    for term, meeting in zip(buchholz_terms(ledger, who), ledger.meetings[who], strict=True):
        if meeting.outcome is Outcome.WON:
            terms.append(term)
        else:
            terms.append(term // 2 if meeting.outcome is Outcome.DRAWN else 0)
    return terms


def median_cut(terms: Sequence[int]) -> tuple[int, ...]:
    """Places of the terms that the median leaves out: one highest, one lowest; all of two or fewer (C.07 art. 14.3)."""
    if len(terms) <= 2:
        return tuple(range(len(terms)))
    places = sorted(range(len(terms)), key=lambda place: terms[place])
    return (places[-1], places[0])


def _sonneborn_berger(ledger: Ledger, who: int) -> int:
    return sum(sonneborn_berger_terms(ledger, who))


def _buchholz(ledger: Ledger, who: int) -> int:
    return sum(buchholz_terms(ledger, who))


def _median_buchholz(ledger: Ledger, who: int) -> int:
    terms = buchholz_terms(ledger, who)
    return sum(terms) - sum(terms[place] for place in median_cut(terms))


def _set_difference(ledger: Ledger, who: int) -> int:
    return ledger.unit * (ledger.sets_won[who] - ledger.sets_lost[who])


def _sets_won(ledger: Ledger, who: int) -> int:
    return ledger.unit * ledger.sets_won[who]


def _wins(ledger: Ledger, who: int) -> int:
    return ledger.unit * ledger.count(who, Outcome.WON)


VALUES: dict[str, Callable[[Ledger, int], int]] = {
    "set_difference": _set_difference,
    "sets_won": _sets_won,
    "sonneborn_berger": _sonneborn_berger,
    "buchholz": _buchholz,
    "median_buchholz": _median_buchholz,
    "wins": _wins,
}
"""Value of an entry in units, for the tie-breaks that have one for everybody."""

TIE_BREAKS = (HEAD_TO_HEAD, *VALUES, LOT)


def head_to_head_points(ledger: Ledger, group: Sequence[int]) -> dict[int, int] | None:
    """Units that each of the group has from the games among them, or None where it does not apply.

    It applies if every two of them have met, and all pairs equally often, played or awarded.
    """
    members = set(group)
    points = dict.fromkeys(group, 0)
    met: Counter[tuple[int, int]] = Counter()
    for who in group:
        for meeting in ledger.meetings[who]:
            if meeting.opponent in members:
                points[who] += meeting.points
                met[who, meeting.opponent] += 1
    times = {met[pair] for pair in combinations(group, 2)}
    return points if len(times) == 1 and times != {0} else None


def split_by(values: Mapping[int, int] | Sequence[int], group: Sequence[int]) -> list[list[int]]:
    """The group in level parts, highest value first; level ones keep their order."""
    parts: defaultdict[int, list[int]] = defaultdict(list)
    for who in group:
        parts[values[who]].append(who)
    return [parts[value] for value in sorted(parts, reverse=True)]


def split_head_to_head(ledger: Ledger, group: Sequence[int]) -> list[list[int]]:
    """Split by the mini-league, and at once again every smaller part still level, until nothing splits (art. 6.2)."""
    points = head_to_head_points(ledger, group)
    if points is None:
        return [list(group)]
    parts = split_by(points, group)
    if len(parts) == 1:
        return parts
    return [rest for part in parts for rest in (split_head_to_head(ledger, part) if len(part) > 1 else [part])]


def split_lot(ledger: Ledger, group: Sequence[int], lot: str) -> list[list[int]]:
    """One by one by the public lot."""
    return [[who] for who in sorted(group, key=lambda who: lot_key(lot, ledger.ids[who]))]
