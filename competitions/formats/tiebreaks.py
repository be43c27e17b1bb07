"""The tie-breaks that have a value for every entry, level or not. `docs/tiebreaks.md` defines each.

Definitions of FIDE Handbook C.07 (edition of 1 August 2024), cut down to what a table of results knows; sets, clears
and the last rounds are the sport's own. Awarded games count like played ones, without sets. A bye counts as a win
against somebody with the entry's own final points.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple, TypeVar

from competitions.formats.games import Outcome
from competitions.formats.ledger import BYE, Ledger, Meeting

SONNEBORN_BERGER, BUCHHOLZ, MEDIAN, CUT_1 = "sonneborn_berger", "buchholz", "median_buchholz", "buchholz_cut_1"
LAST_ROUNDS = 2
"""`wins_last_rounds` begins with so many rounds, then takes one more each time."""

Key = int | Fraction | tuple[int, ...]
KeyT = TypeVar("KeyT", bound=Key)


class Criterion(NamedTuple):
    """How entries are compared (the greater key is better) and what stands in the table (in units; None: nothing)."""

    key: Callable[[Ledger, int], Key]
    shown: Callable[[Ledger, int], int | Fraction | None]


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


def lowest_cut(terms: Sequence[int]) -> tuple[int, ...]:
    """The place of the term that cut 1 leaves out: one lowest, the earliest of equal ones (C.07 art. 14.1)."""
    return (terms.index(min(terms)),) if terms else ()


CUTS: Mapping[str, Callable[[Sequence[int]], tuple[int, ...]]] = {MEDIAN: median_cut, CUT_1: lowest_cut}


def progressive_weight(ledger: Ledger, meeting: Meeting) -> int:
    """In how many running scores the points of a game stand: those of its round and of every later one."""
    return ledger.rounds - meeting.round + 1


def last_rounds(ledger: Ledger, who: int) -> tuple[int, ...]:
    """Games won in the last 2 rounds, in the last 3, and so on to all of them."""
    won = [meeting.round for meeting in ledger.meetings[who] if meeting.outcome is Outcome.WON]
    return tuple(sum(number > ledger.rounds - count for number in won)
                 for count in range(LAST_ROUNDS, max(ledger.rounds, LAST_ROUNDS) + 1))


def _sonneborn_berger(ledger: Ledger, who: int) -> int:
    return sum(sonneborn_berger_terms(ledger, who))


def _buchholz(ledger: Ledger, who: int) -> int:
    return sum(buchholz_terms(ledger, who))


def _cut_buchholz(cut: Callable[[Sequence[int]], tuple[int, ...]]) -> Callable[[Ledger, int], int]:
    def value(ledger: Ledger, who: int) -> int:
        terms = buchholz_terms(ledger, who)
        return sum(terms) - sum(terms[place] for place in cut(terms))

    return value


def _set_difference(ledger: Ledger, who: int) -> int:
    return ledger.unit * (ledger.sets_won[who] - ledger.sets_lost[who])


def _sets_won(ledger: Ledger, who: int) -> int:
    return ledger.unit * ledger.sets_won[who]


def _set_ratio(ledger: Ledger, who: int) -> Fraction:
    return ledger.unit * share(ledger.sets_won[who], ledger.sets_lost[who])


def share(won: int, lost: int) -> Fraction:
    """Sets won of all sets: the order of the ratio won to lost, and finite where none was lost. Nothing of none."""
    return Fraction(won, won + lost) if won else Fraction(0)


def _wins(ledger: Ledger, who: int) -> int:
    return ledger.unit * ledger.count(who, Outcome.WON)


def _progressive(ledger: Ledger, who: int) -> int:
    return sum(meeting.points * progressive_weight(ledger, meeting) for meeting in ledger.meetings[who])


def _clears(ledger: Ledger, who: int) -> int:
    return ledger.unit * sum(meeting.clears for meeting in ledger.meetings[who])


def _rating(ledger: Ledger, who: int) -> int | None:
    rating = ledger.particulars.ratings.get(ledger.ids[who])
    return None if rating is None else ledger.unit * rating


def _rating_key(ledger: Ledger, who: int) -> int:
    return ledger.particulars.ratings.get(ledger.ids[who], -1)


def _start_number(ledger: Ledger, who: int) -> int | None:
    number = ledger.particulars.start_numbers.get(ledger.ids[who])
    return None if number is None else ledger.unit * number


def _start_number_key(ledger: Ledger, who: int) -> tuple[int, ...]:
    number = ledger.particulars.start_numbers.get(ledger.ids[who])
    return (0, 0) if number is None else (1, -number)


def _same(value: Callable[[Ledger, int], int | Fraction]) -> Criterion:
    return Criterion(value, value)


VALUES: Mapping[str, Criterion] = {
    "set_difference": _same(_set_difference),
    "sets_won": _same(_sets_won),
    "set_ratio": _same(_set_ratio),
    SONNEBORN_BERGER: _same(_sonneborn_berger),
    BUCHHOLZ: _same(_buchholz),
    MEDIAN: _same(_cut_buchholz(median_cut)),
    CUT_1: _same(_cut_buchholz(lowest_cut)),
    "progressive": _same(_progressive),
    "wins": _same(_wins),
    "wins_last_rounds": Criterion(last_rounds, lambda ledger, who: ledger.unit * last_rounds(ledger, who)[0]),
    "clears": _same(_clears),
    "rating": Criterion(_rating_key, _rating),
    "start_number": Criterion(_start_number_key, _start_number),
}
"""Value of an entry, for the tie-breaks that have one for everybody."""


def split_by(values: Mapping[int, KeyT] | Sequence[KeyT], group: Sequence[int]) -> list[list[int]]:
    """The group in level parts, greatest value first; level ones keep their order."""
    parts: defaultdict[KeyT, list[int]] = defaultdict(list)
    for who in group:
        parts[values[who]].append(who)
    return [parts[value] for value in sorted(parts, reverse=True)]
