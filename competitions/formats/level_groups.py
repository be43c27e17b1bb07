"""The tie-breaks that look only at those who are level: mini-leagues, the play-off, the chief's decision, the lot."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations

from competitions.formats.games import Points
from competitions.formats.ledger import Ledger
from competitions.formats.lot import lot_key
from competitions.formats.tiebreaks import VALUES, share, split_by

HEAD_TO_HEAD, PLAY_OFF, MANUAL, LOT = "head_to_head", "play_off", "manual", "lot"
SET_DIFFERENCE_TIED, SET_RATIO_TIED = "set_difference_tied", "set_ratio_tied"
LEAGUES = (HEAD_TO_HEAD, SET_DIFFERENCE_TIED, SET_RATIO_TIED, PLAY_OFF)
TIE_BREAKS = (HEAD_TO_HEAD, SET_DIFFERENCE_TIED, SET_RATIO_TIED, *VALUES, PLAY_OFF, MANUAL, LOT)



def league_values(name: str, ledger: Ledger, group: Sequence[int]) -> dict[int, Fraction] | None:
    """What each of the group has in units from the games among them, or None where the tie-break does not apply.

    It applies if every two of them have met, and all pairs equally often, played or awarded.
    """
    members = set(group)
    met: Counter[tuple[int, int]] = Counter()
    points, won, lost = (dict.fromkeys(group, 0) for _ in range(3))
    for who in group:
        for meeting in ledger.meetings[who]:
            if meeting.opponent in members:
                met[who, meeting.opponent] += 1
                points[who] += meeting.points
                won[who] += meeting.won
                lost[who] += meeting.lost
    times = {met[pair] for pair in combinations(group, 2)}
    if len(times) != 1 or times == {0}:
        return None
    if name == SET_DIFFERENCE_TIED:
        return {who: Fraction(ledger.unit * (won[who] - lost[who])) for who in group}
    if name == SET_RATIO_TIED:
        return {who: ledger.unit * share(won[who], lost[who]) for who in group}
    return {who: Fraction(points[who]) for who in group}


def split_league(name: str, ledger: Ledger, group: Sequence[int]) -> list[list[int]]:
    """Split by the mini-league, and at once again every smaller part still level, until nothing splits (art. 6.2)."""
    values = league_values(name, ledger, group)
    if values is None:
        return [list(group)]
    parts = split_by(values, group)
    if len(parts) == 1:
        return parts
    return [rest for part in parts for rest in (split_league(name, ledger, part) if len(part) > 1 else [part])]


def play_off_ledger(ledger: Ledger, points: Points) -> Ledger:
    """The play-off games alone: they count nowhere else, and decide like head to head."""
    return Ledger(ledger.ids, ledger.particulars.play_off, points)


def split_manual(ledger: Ledger, group: Sequence[int]) -> list[list[int]]:
    """One by one in the chief referee's order, if all of the group stand in it."""
    places = manual_places(ledger, group)
    if not all(who in places for who in group):
        return [list(group)]
    return [[who] for who in sorted(group, key=lambda who: places[who])]


def manual_places(ledger: Ledger, group: Sequence[int]) -> dict[int, int]:
    """The place of each entry in the chief referee's order, from 1: that of exactly this group where there is one."""
    level = {ledger.ids[who] for who in group}
    order = next((order for order in ledger.particulars.decided if set(order) == level), ledger.particulars.manual)
    place = {entry_id: number for number, entry_id in enumerate(order, 1)}
    return {who: place[entry_id] for who, entry_id in enumerate(ledger.ids) if entry_id in place}


def split_lot(ledger: Ledger, group: Sequence[int], lot: str | None) -> list[list[int]]:
    """One by one by the public lot, where there is one."""
    if lot is None:
        return [list(group)]
    return [[who] for who in sorted(group, key=lambda who: lot_key(lot, ledger.ids[who]))]


