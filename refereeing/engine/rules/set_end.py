"""Whether a stroke ends the set: last discs, the first series and its reply, stalemate (rulebook 4 and 7)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from refereeing.engine.facts import Disc
from refereeing.engine.rules.rule_set import RuleSet
from refereeing.engine.rules.stroke_view import StrokeView
from refereeing.engine.rules.verdict import Judgement
from refereeing.engine.table import Table

MISSES = 3
"""Each misses three times: the set is void (20.6)."""
NOT_OVER = ("not_started", "running")


@dataclass(slots=True)
class Books:
    """What the set carries on, while one stroke is being judged."""

    debt: dict[str, int]
    pending: dict[str, int]
    series: dict[str, str]
    missed: dict[str, int]


@dataclass(slots=True)
class Outcome:
    """What became of the set, for the player. `turn` is None where the ordinary rules decide it."""

    set: str = "open"
    turn: str | None = None
    series: str | None = None
    rules: list[str] = field(default_factory=list)


def owed(books: Books, seats: tuple[str, ...]) -> int:
    """Discs that a side has to bring back, those that wait for a turn's end included."""
    return sum(books.debt[seat] + books.pending[seat] for seat in seats)


def is_replying(view: StrokeView, books: Books) -> bool:
    """Whether the opener has cleared in the first series and the player's side answers (20.4, 21.7)."""
    opener = view.stroke.state.opener
    return opener not in view.pair and books.series[opener] in ("cleared", "cleared_with_fault")


def end_of_set(rules: RuleSet, view: StrokeView, paper: Judgement, table: Table, books: Books) -> Outcome:
    """The outcome by the discs that are left, before penalty discs are placed.

    `books` are those before this stroke's penalty; the table has been put right.
    """
    own_gone = view.stroke_made and had_discs(view, view.own) and table.count(view.own) == 0
    other = view.stroke.colours[view.opponents[0]]
    opponents_gone = had_discs(view, other) and table.count(other) == 0
    is_clear = owed(books, view.opponents) + paper.waiting == 0  # a disc that waits counts as a debt (rulebook 7)
    opponents_done = opponents_gone and is_clear
    if own_gone and owed(books, view.pair) == 0:
        outcome = last_disc(rules, view, paper, books, opponents_done)
        if outcome is not None:
            return outcome
    if opponents_done:
        return Outcome(set="lost", rules=rules.end_refs("won", view))
    if paper.turn_lost and is_clear and is_replying(view, books):
        return Outcome(set="lost", rules=rules.end_refs("first_series", view))
    return Outcome()


def had_discs(view: StrokeView, colour: str) -> bool:
    """Whether a colour had discs on the table before the stroke."""
    return any(disc.colour == colour for disc in view.stroke.before.values())


def last_disc(rules: RuleSet, view: StrokeView, paper: Judgement, books: Books, opponents_done: bool) -> Outcome | None:
    """The player's side has pocketed its last disc and owes none. None: a penalty disc keeps the set going."""
    voids = opponents_done
    if rules.any_disc_voids:
        voids = any(not view.is_own(uid) and uid not in paper.restore for uid in view.pocketed)
    if voids and not paper.penalty:
        return Outcome(set=rules.both_last, rules=rules.end_refs("both_last", view))
    if paper.penalty and (voids or rules.penalty_on_last_loses):
        return Outcome(set="lost", rules=rules.end_refs("both_last_penalty", view))
    return None if paper.penalty else cleared(rules, view, paper, books)


def cleared(rules: RuleSet, view: StrokeView, paper: Judgement, books: Books) -> Outcome:
    """All own discs are gone without a penalty. In the first series the opponent replies, and who commits a fault
    that costs the turn on the last stroke has lost, unless both did."""
    refs = rules.end_refs("first_series", view)
    is_fault = paper.turn_lost
    if view.player == view.stroke.state.opener and books.series[view.player] in NOT_OVER:
        if is_fault:
            return Outcome(turn="lost", series="cleared_with_fault", rules=refs)
        return Outcome(turn="stopped", series="cleared", rules=refs)
    if not is_replying(view, books):
        return Outcome(set="won", rules=rules.end_refs("won", view))
    opener_fault = books.series[view.stroke.state.opener] == "cleared_with_fault"
    alone = "lost" if is_fault else "won"
    return Outcome(
        set="replayed" if opener_fault == is_fault else alone, turn="lost" if is_fault else "stopped", rules=refs
    )


def count_misses(view: StrokeView, table: Table, books: Books) -> bool:
    """Keep the count towards a stalemate; true when each has missed three times (20.6, rulebook 7).

    A miss touches no own disc with the striker. Unless all discs are dark before and after, the counts are 0.
    """
    if not (is_all_dark(view, view.stroke.before.values()) and is_all_dark(view, table.discs.values())):
        for seat in books.missed:
            books.missed[seat] = 0
        return False
    if view.stroke_made:
        hit = any(view.is_own(uid) for uid in view.touched)
        books.missed[view.player] = 0 if hit else books.missed[view.player] + 1
    return all(count >= MISSES for count in books.missed.values())


def is_all_dark(view: StrokeView, discs: Iterable[Disc]) -> bool:
    """Whether both sides have discs, and dark ones only."""
    found: set[str] = set()
    for disc in discs:
        if not view.is_dark_for_all(disc.colour, disc):
            return False
        found.add(disc.colour)
    return len(found) > 1
