"""Putting discs on the table: what goes back, what goes to the circle, penalty discs (12.14, 17.3 to 17.6)."""

from __future__ import annotations

import math
from itertools import count

from refereeing.engine.facts import OPPOSITE
from refereeing.engine.rules.rule_set import RuleSet
from refereeing.engine.rules.stroke_view import StrokeView
from refereeing.engine.rules.verdict import Judgement
from refereeing.engine.table import (
    EXACT,
    Table,
    across,
    circle_places,
    edge_gaps,
    edge_point,
    is_row_untouched,
    left_of,
)

STRADDLE = 15.0
"""Two discs either side of the middle line touch each other on it (aus-1992:3.1)."""
PAIR = 2


def put_right(rules: RuleSet, view: StrokeView, paper: Judgement) -> Table:
    """The table after the stroke with restored discs back and off-table discs in the circle, in this order."""
    before = view.stroke.before
    found = Table(view.stroke.after)
    found.put_back([before[uid] for uid in paper.restore])
    for uid, edge in circle_order(view, paper):
        place = next((p for p in circle_places(edge, rules.beside_centre) if found.is_free(*p)), None)
        found.put(uid, before[uid].colour, place or found.nearest_free(0.0, 0.0))
    return found


def circle_order(view: StrokeView, paper: Judgement) -> list[tuple[str, str]]:
    """Off-table discs that are not restored: first those that the striker touched, in that order, then the others in
    the order of events."""
    flown = [(event.body, event.edge) for event in view.off if event.body not in paper.restore]
    return sorted(flown, key=lambda item: view.touch_order.get(item[0], math.inf))


def is_held_back(view: StrokeView, table: Table, seat: str) -> bool:
    """Doubles 21.6: no disc is placed for a seat while the row opposite has not been moved."""
    return view.is_doubles and is_row_untouched(OPPOSITE[seat], view.stroke.colours[seat], table.discs.values())


def place_owed(rules: RuleSet, view: StrokeView, table: Table, seat: str, debt: int) -> int:
    """Place a seat's owed discs, all that are in the pockets; the number that stays owed (17.4 to 17.6)."""
    colour = view.stroke.colours[seat]
    if debt == 0 or is_held_back(view, table, seat):
        return debt
    due = min(debt, view.stroke.discs_of_a_side - table.count(colour))
    slots = straddle(rules, table, seat, due)
    for index in range(due):
        place = slots[index] if slots else penalty_place(rules, view, table, seat)
        table.put(penalty_id(view, table, colour), colour, place)
    return debt - due


def straddle(rules: RuleSet, table: Table, seat: str, due: int) -> list[tuple[float, float]] | None:
    """aus-1992:3.1: two discs at once lie either side of the middle line, the first on the player's left, if both
    places are free; else none."""
    if not rules.two_discs_straddle or due != PAIR:
        return None
    side = left_of(seat) * STRADDLE
    slots = [edge_point(seat, side), edge_point(seat, -side)]
    return slots if all(table.is_free(*slot) for slot in slots) else None


def penalty_place(rules: RuleSet, view: StrokeView, table: Table, seat: str) -> tuple[float, float]:
    """17.3: against the opposite edge, on the middle line or as near to it as fits.

    Two places equally near: the half with fewer discs of the penalised player, then with fewer in all, then the half
    from which the stroke came, then the player's left.
    """
    gaps = edge_gaps(table, seat)
    if not gaps:
        return table.nearest_free(*edge_point(seat, 0.0))
    if len(gaps) == 1:
        return edge_point(seat, gaps[0])
    low, high = gaps
    colour = view.stroke.colours[seat]
    own = balance(table, seat, colour) if rules.own_discs_decide_half else 0
    lean = own or balance(table, seat, None) or -stroke_side(view, seat)
    return edge_point(seat, low if lean > 0 else high)


def balance(table: Table, seat: str, colour: str | None) -> int:
    """Discs (of a colour) on the half of greater coordinates less those on the other; the middle line counts for
    neither."""
    sides = [across(seat, d.x, d.y) for d in table.discs.values() if colour is None or d.colour == colour]
    return sum(u > EXACT for u in sides) - sum(u < -EXACT for u in sides)


def stroke_side(view: StrokeView, seat: str) -> float:
    """The sign of the half in which the striker stood; the penalised player's left where that says nothing."""
    striker = view.stroke.striker
    along = across(seat, *striker) if striker is not None else 0.0
    return along if abs(along) > EXACT else left_of(seat)


def penalty_id(view: StrokeView, table: Table, colour: str) -> str:
    """The id of a disc that comes back: of those in the pockets the lowest in text order, else a new one."""
    stroke = view.stroke
    fallen = [uid for uid, owned in stroke.earlier.items() if owned == colour]
    fallen += [uid for uid in view.pocketed if stroke.before[uid].colour == colour]
    free = [uid for uid in fallen if uid not in table.discs]
    if free:
        return min(free)
    known = {*stroke.before, *stroke.earlier, *table.discs}
    return next(uid for uid in (f"{colour}-{n}" for n in count(1)) if uid not in known)
