"""The judge: one stroke under a rule set, from the facts to the verdict (rulebook 2 to 5 and 7)."""

from __future__ import annotations

from collections.abc import Mapping

from refereeing.engine.facts import SetState, Stroke
from refereeing.engine.rules.aus_1992 import Aus1992
from refereeing.engine.rules.int_2017 import Int2017
from refereeing.engine.rules.lnf_2008 import Lnf2008
from refereeing.engine.rules.placing import place_owed, put_right
from refereeing.engine.rules.rule_set import RuleSet
from refereeing.engine.rules.set_end import NOT_OVER, Books, Outcome, count_misses, end_of_set
from refereeing.engine.rules.stroke_view import StrokeView
from refereeing.engine.rules.verdict import Judgement, Verdict
from refereeing.engine.table import Table

RULE_SETS: Mapping[str, RuleSet] = {rules.name: rules for rules in (Lnf2008(), Int2017(), Aus1992())}


def adjudicate(stroke: Stroke) -> Verdict:
    """Judge one stroke. Every clause that applied is named, and the state is ready for the next call.

    The stroke has been read and checked (`stroke_json`); nothing is refused here.
    """
    rules = RULE_SETS[stroke.ruleset]
    view, paper = StrokeView(stroke), Judgement()
    rules.judge(view, paper)
    books = open_books(stroke)
    forget_debt(rules, view, paper, books)
    if paper.losers:
        return lost_by_clause(view, paper, books)
    catch_stopped_opener(view, paper, books)
    table = put_right(rules, view, paper)
    outcome = end_of_set(rules, view, paper, table, books)
    if outcome.rules:
        paper.decide("set", *outcome.rules)
    if outcome.set != "open":
        return closed(view, paper, books, outcome)
    turn = outcome.turn or ("lost" if paper.turn_lost else "continues")
    settle(rules, view, paper, table, books, outcome, turn)
    next_seat = pass_turn(rules, view, paper, table, books, turn)
    if count_misses(view, table, books):
        paper.decide("set", *rules.end_refs("stalemate", view))
        return closed(view, paper, open_books(stroke), Outcome(set="replayed"))
    return verdict(view, paper, books, "open", turn, next_seat, table)


def open_books(stroke: Stroke) -> Books:
    """The state of the set, to be written in. A disc that waited for the player's own turn is owed now."""
    state = stroke.state
    books = Books(dict(state.debt), dict(state.pending), dict(state.first_series), dict(state.strokes_missed))
    books.debt[stroke.player] += books.pending[stroke.player]
    books.pending[stroke.player] = 0
    return books


def forget_debt(rules: RuleSet, view: StrokeView, paper: Judgement, books: Books) -> None:
    """17.4: a debt of the seat without the turn that could have been placed before this stroke is void.

    In doubles one call cannot see that, so a debt is never void there (rulebook 7).
    """
    if view.is_doubles or not view.stroke_made:
        return
    seat = view.opponents[0]
    colour = view.stroke.colours[seat]
    on_table = sum(disc.colour == colour for disc in view.stroke.before.values())
    if books.debt[seat] and on_table < view.stroke.discs_of_a_side:
        books.debt[seat] = 0
        paper.cite(*rules.end_refs("forgotten", view))


def catch_stopped_opener(view: StrokeView, paper: Judgement, books: Books) -> None:
    """20.4, note: an opener who has stopped and then commits a fault has lost the turn that was not lost.

    The disc is owed at once and not after the opponent's series.
    """
    opener = view.stroke.state.opener
    if paper.waiting and opener in view.opponents and books.series[opener] == "cleared":
        books.series[opener] = "over"
        books.debt[view.stroke.next_seat(view.player)] += paper.waiting
        paper.waiting = 0


def settle(
    rules: RuleSet, view: StrokeView, paper: Judgement, table: Table, books: Books, outcome: Outcome, turn: str
) -> None:
    """Write down this stroke's penalty and series, and place the discs that are due."""
    player = view.player
    books.debt[player] += paper.penalty
    books.pending[view.stroke.next_seat(player)] += paper.waiting
    if outcome.series:
        books.series[player] = outcome.series
    elif books.series[player] in NOT_OVER and (turn == "lost" or view.stroke_made):
        books.series[player] = "over" if turn == "lost" else "running"
    for seat in due_seats(rules, view, table, turn):
        books.debt[seat] = place_owed(rules, view, table, seat, books.debt[seat])


def due_seats(rules: RuleSet, view: StrokeView, table: Table, turn: str) -> list[str]:
    """Whose owed discs are placed now: the player's when the turn is lost, those of a side that has no disc left
    (17.5), both sides' under aus-1992:3.2, and the stopped opener's at once."""
    colours = view.stroke.colours
    is_over = turn != "continues"
    due: list[str] = []
    seat = view.player
    for _ in colours:  # in the order of turns, so that ids are given out alike at every side of the table
        of_opponents = seat in view.opponents
        is_due = is_over and (seat == view.player or (of_opponents and rules.debts_of_both))
        if is_due or table.count(colours[seat]) == 0:
            due.append(seat)
        seat = view.stroke.next_seat(seat)
    return due


def pass_turn(rules: RuleSet, view: StrokeView, paper: Judgement, table: Table, books: Books, turn: str) -> str:
    """Who is next. A seat whose fault has waited gets its disc now and loses the turn just gained (17.1.o), but an
    opponent who has to answer a stopped opener keeps the reply (rulebook 7)."""
    if turn == "continues":
        return view.player
    seat = view.stroke.next_seat(view.player)
    while books.pending[seat]:
        paper.cite(*rules.end_refs("waited", view))
        owing = books.debt[seat] + books.pending[seat]
        books.pending[seat] = 0
        books.debt[seat] = place_owed(rules, view, table, seat, owing)
        if turn == "stopped":
            return seat
        books.series[seat] = "over"  # also one that had cleared with a fault: a disc is back, the reply decides nothing
        seat = view.stroke.next_seat(seat)
    return seat


def lost_by_clause(view: StrokeView, paper: Judgement, books: Books) -> Verdict:
    """A set that a clause has ended: nothing goes back, nothing is placed."""
    is_player = "player" in paper.losers
    turn = "lost" if is_player or paper.turn_lost else "continues"
    return closed(view, paper, books, Outcome(set="lost" if is_player else "won", turn=turn))


def closed(view: StrokeView, paper: Judgement, books: Books, outcome: Outcome) -> Verdict:
    """The verdict of a set that is over: the table stays as the stroke left it."""
    turn = outcome.turn or ("lost" if paper.turn_lost else "continues")
    paper.restore.clear()
    paper.may_forfeit = False
    return verdict(view, paper, books, outcome.set, turn, None, Table(view.stroke.after))


def verdict(
    view: StrokeView, paper: Judgement, books: Books, result: str, turn: str, seat: str | None, table: Table
) -> Verdict:
    """The value that is handed out."""
    stroke = view.stroke
    found = table.discs
    order = [*(uid for uid in stroke.before if uid in found), *(uid for uid in found if uid not in stroke.before)]
    judged = "penalised" if paper.is_penalised else "correct"
    return Verdict(
        ruleset=stroke.ruleset,
        stroke=judged if view.stroke_made else "none",
        path=view.path,
        first=view.first,
        turn=turn,
        penalty=paper.penalty,
        set=result,
        rules=tuple(paper.rules),
        decided_by=paper.decided_by,
        may_forfeit=paper.may_forfeit,
        restored=tuple(uid for uid in stroke.before if uid in paper.restore),
        position=tuple(found[uid] for uid in order),
        next=seat,
        state=SetState(
            opener=stroke.state.opener,
            debt=books.debt,
            pending=books.pending,
            first_series=books.series,
            strokes_missed=books.missed,
        ),
    )
