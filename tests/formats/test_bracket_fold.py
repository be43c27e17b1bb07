"""From stored order and results to the bracket, and where its matches stand on a drawing."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from competitions.formats.bracket import Bracket, SourceKind
from competitions.formats.bracket_fold import (
    BracketPlan,
    Met,
    bracket_of,
    exchanged,
    misplaced,
    numbered,
    round_numbers,
    stands,
    stroke_side,
)
from competitions.formats.bracket_layout import Layout, Part, layout_of
from competitions.formats.bracket_play import Decision, MatchState, final_places
from competitions.formats.draw import FirstStroke, System
from competitions.formats.errors import FormatError
from competitions.formats.lot import Entrant
from competitions.formats.regulations import Regulations

SINGLE, DOUBLE = System.SINGLE_ELIMINATION, System.DOUBLE_ELIMINATION


def ids(count: int) -> tuple[str, ...]:
    return tuple(str(n) for n in range(1, count + 1))


def plan(system: System, count: int, **options: object) -> BracketPlan:
    return BracketPlan(system=system, order=ids(count), **options)  # type: ignore[arg-type]


def test_the_number_of_a_round_is_that_of_the_full_bracket() -> None:
    """Six of eight: losers' round 1 (number 2) has nobody before a late entry comes, and is there afterwards."""
    assert round_numbers(plan(DOUBLE, 6)) == (1, 3, 4, 5, 6, 7, 8)
    assert round_numbers(plan(DOUBLE, 6, late=("7",))) == (1, 2, 3, 4, 5, 6, 7, 8)
    assert round_numbers(plan(SINGLE, 6, places=4)) == (1, 2, 3, 4)


def test_exchanges_come_after_clubs() -> None:
    entrants = [Entrant(id=i, seed=int(i), club="x" if i in ("1", "4") else None) for i in ids(4)]
    assert numbered(entrants, "lot") == ("1", "2", "3", "4")
    assert numbered(entrants, "lot", exchanges=[("1", "2")]) == ("2", "1", "3", "4")
    loose = [Entrant(id=i, club="x") if i in ("1", "4") else Entrant(id=i) for i in ids(4)]
    apart = numbered(loose, "lot", separate_clubs=True)
    assert {frozenset(apart[::3]), frozenset(apart[1:3])} & {frozenset(("1", "4"))} == set()
    with pytest.raises(FormatError):
        exchanged(["1"], "1", "9")


def test_first_strokes_by_rule_and_by_lot() -> None:
    """lnf-2008:22.1.b: by lot, or odd rounds the first-named and even rounds the second-named."""
    rounds = bracket_of(plan(SINGLE, 8)).rounds
    assert [stroke_side(SINGLE, FirstStroke.RULE, "x", drawn, "m") for drawn in rounds] == ["A", "B", "A"]
    lots = {stroke_side(SINGLE, FirstStroke.LOT, "x", rounds[0], f"main-1-{n}") for n in range(1, 20)}
    assert lots == {"A", "B"}


def test_a_result_counts_only_between_the_same_two() -> None:
    bracket = bracket_of(plan(SINGLE, 4))
    met = {"main-1-1": Met("1", "4", Decision("4")), "main-2-1": Met("1", "2", Decision("1")),
           "main-1-2": Met("2", "3", Decision("2"))}
    now = stands(bracket, met)
    assert misplaced(now, met) == ("main-2-1",)
    assert now["main-2-1"].state is MatchState.READY
    assert misplaced(stands(bracket, {}, frozenset("1")), {"main-1-1": Met("1", "4")}) == ()


def test_a_reset_that_is_not_needed_is_out_of_place() -> None:
    bracket = bracket_of(plan(DOUBLE, 2, grand_final_reset=True))
    met = {"winners-1-1": Met("1", "2", Decision("1")), "final-1-1": Met("1", "2", Decision("1")),
           "final-2-1": Met("1", "2")}
    assert misplaced(stands(bracket, met), met) == ("final-2-1",)


def test_a_walkover_stands_when_its_winner_leaves_later() -> None:
    """1 leaves, 4 walks over, plays the final and leaves too: the final stays."""
    bracket = bracket_of(plan(SINGLE, 4))
    met = {"main-1-2": Met("2", "3", Decision("2")), "main-2-1": Met("4", "2", Decision("4"))}
    now = stands(bracket, met, frozenset(("1", "4")))
    assert misplaced(now, met) == ()
    assert final_places(bracket, now) == {"4": 1, "2": 2, "3": 3, "1": 3}
    # Before the final was made nobody had gone on from there.
    assert stands(bracket, {}, frozenset(("1", "4")))["main-1-1"].state is MatchState.WALKOVER


@settings(max_examples=60, deadline=None)
@given(system=st.sampled_from([SINGLE, DOUBLE]), count=st.integers(2, 20), data=st.data())
def test_whatever_is_decided_everybody_ends_with_a_place(system: System, count: int, data: st.DataObject) -> None:
    bracket = bracket_of(plan(system, count, grand_final_reset=True, places=4))
    met: dict[str, Met] = {}
    gone: set[str] = set()
    while True:
        now = stands(bracket, met, frozenset(gone))
        ready = [item for item in now.values() if item.state is MatchState.READY]
        assert not misplaced(now, met)
        if not ready:
            break
        item = ready[0]
        first, second = str(item.first.entry), str(item.second.entry)
        met[item.match.id] = Met(first, second, Decision(data.draw(st.sampled_from([first, second, None]))))
        if data.draw(st.integers(0, 9)) == 0:
            gone.add(data.draw(st.sampled_from(ids(count))))
    assert all(item.is_over for item in now.values())
    assert set(final_places(bracket, now)) == set(ids(count))


@pytest.mark.parametrize("count", [2, 3, 5, 8, 11, 16, 33])
@pytest.mark.parametrize("system", [SINGLE, DOUBLE])
def test_no_two_matches_stand_on_one_spot(system: System, count: int) -> None:
    bracket = bracket_of(plan(system, count, grand_final_reset=True, places=8))
    layout = layout_of(bracket)
    assert set(layout.spots) == {match.id for match in bracket.matches()}
    spots = list(layout.spots.values())
    assert len(set(spots)) == len(spots)
    for part, column in layout.columns:
        rows = sorted(s.row for s in spots if (s.part, s.column) == (part, column))
        assert all(b - a >= 1 for a, b in pairwise(rows))
        assert rows[0] >= 0
        assert rows[-1] < layout.heights[part]
    assert _links_go_right(layout, bracket)


def _links_go_right(layout: Layout, bracket: Bracket) -> bool:
    sources = {(side.source.match, match.id) for match in bracket.matches() for side in (match.first, match.second)
               if side.source is not None and side.source.kind is SourceKind.WINNER_OF}
    return set(layout.links) <= sources and all(
        layout.spots[a].column < layout.spots[b].column for a, b in layout.links)


def test_finals_stand_right_of_both_brackets() -> None:
    layout = layout_of(bracket_of(plan(DOUBLE, 8, grand_final_reset=True)))
    assert layout.spots["final-1-1"][:2] == (Part.FINAL, 4)
    assert layout.spots["final-2-1"][:2] == (Part.FINAL, 5)
    assert layout.spots["final-1-1"].row == layout.spots["winners-3-1"].row


def test_an_even_number_of_sets_has_one_more_in_eliminations_alone() -> None:
    """lnf-2008:23.1: an even number can end drawn; nobody can go on from that."""
    six = Regulations(sets=6, all_sets=True)
    assert six.in_system("swiss") == six
    assert (six.in_system("single_elimination").sets, six.in_system("double_elimination").all_sets) == (7, False)
    assert Regulations(sets=5).in_system("single_elimination").sets == 5
    assert six.tie_breaks("double_elimination") == ()
