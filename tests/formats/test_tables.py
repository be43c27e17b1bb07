from collections import Counter, defaultdict
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from competitions.formats.errors import FormatError
from competitions.formats.groups import Group, draw_groups
from competitions.formats.lot import Entrant
from competitions.formats.tables import Fixture, Held, Past, Placed, Visits, place_fixtures, unfair_waits


def fixtures(groups, legs: int = 1) -> list[Fixture]:
    """Matches round by round, group by group, as a round list has them."""
    drawn = [(group.name, item) for group in groups for item in group.rounds(legs=legs)]
    return [
        Fixture(f"{name}{item.number} {pair.first}-{pair.second}", item.number, (pair.first, pair.second))
        for name, item in sorted(drawn, key=lambda both: (both[1].number, both[0]))
        for pair in item.pairings
        if pair.second is not None
    ]


def five_groups_of_six() -> list[Fixture]:
    return fixtures(draw_groups([Entrant(id=f"p{n}") for n in range(30)], "x", count=5).groups)


def slots_of(matches, placed) -> list[list[Fixture]]:
    by_id = {match.id: match for match in matches}
    slots = defaultdict(list)
    for item in placed:
        slots[item.slot].append(by_id[item.id])
    return [slots[number] for number in range(1, max(slots, default=0) + 1)]


def check_plan(matches, tables, placed) -> None:
    """What every plan holds: all placed once, nobody and no table twice in a slot, rounds in order for everybody."""
    assert sorted(item.id for item in placed) == sorted(match.id for match in matches)
    assert len({(item.slot, item.table) for item in placed}) == len(placed)
    assert {item.table for item in placed} <= set(tables)
    seen: dict[str, int] = {}
    for slot in slots_of(matches, placed):
        players = [player for match in slot for player in match.players]
        assert len(set(players)) == len(players)
        for match in slot:
            for player in match.players:
                assert seen.get(player, 0) <= match.round
                seen[player] = match.round


def visits(matches, placed) -> dict[str, list[int]]:
    by_id = {match.id: match for match in matches}
    tables = defaultdict(list)
    for item in placed:
        for player in by_id[item.id].players:
            tables[player].append(item.table)
    return tables


@pytest.mark.parametrize("count", [7, 8, 10, 12, 15, 20])
def test_thirty_in_five_groups_of_six(count):
    matches, tables = five_groups_of_six(), range(1, count + 1)
    placed = place_fixtures(matches, tables)
    slots = slots_of(matches, placed)

    check_plan(matches, tables, placed)
    # 75 matches; a player has five, so five slots at least.
    assert len(slots) == max(5, -(-75 // count))
    assert unfair_waits(slots) == 0
    for seen in visits(matches, placed).values():
        assert all(one != other for one, other in pairwise(seen))
        assert max(Counter(seen).values()) <= 2


def test_first_slot_keeps_the_order_of_the_round_list():
    placed = place_fixtures(five_groups_of_six(), range(1, 13))

    assert [(item.id, item.table) for item in placed[:12]] == [
        (match.id, table) for match, table in zip(five_groups_of_six(), range(1, 13), strict=False)]


def test_what_finds_no_table_is_first_in_the_next_slot():
    matches = [Fixture(f"m{n}", 1, (f"a{n}", f"b{n}")) for n in range(5)]

    assert [(item.id, item.slot) for item in place_fixtures(matches, [7, 9])] == [
        ("m0", 1), ("m1", 1), ("m2", 2), ("m3", 2), ("m4", 3)]


def test_rounds_apart_start_only_when_the_last_is_over():
    matches = five_groups_of_six()
    placed = place_fixtures(matches, range(1, 13), rounds_apart=True)
    rounds = [{match.round for match in slot} for slot in slots_of(matches, placed)]

    check_plan(matches, range(1, 13), placed)
    assert rounds == [{1}, {1}, {2}, {2}, {3}, {3}, {4}, {4}, {5}, {5}]
    # Whoever sat out the second slot of a round has the first of the next.
    assert unfair_waits(slots_of(matches, placed)) == 0


def test_past_counts_for_waiting_and_for_tables():
    matches = [Fixture("m1", 3, ("a", "b")), Fixture("m2", 3, ("c", "d"))]
    past = {"c": Past(tables=(1, 2), waited=1), "d": Past(tables=(5,), waited=1), "a": Past(tables=(2, 1))}

    assert place_fixtures(matches, [1], past=past) == (Placed("m2", 1, 1), Placed("m1", 2, 1))
    # m1: a was last at 1; m2: c was last at 2.
    assert place_fixtures(matches, [1, 2], past=past) == (Placed("m2", 1, 1), Placed("m1", 1, 2))


def test_third_visit_is_dearer_than_two_second_ones():
    past = {"a": Past(tables=(1, 1, 3)), "b": Past(tables=(2, 4)), "c": Past(tables=(2, 3)), "d": Past(tables=(1, 4))}
    matches = [Fixture("m1", 4, ("a", "b")), Fixture("m2", 4, ("c", "d"))]

    assert place_fixtures(matches, [1, 2], past=past) == (Placed("m2", 1, 1), Placed("m1", 1, 2))


def test_what_one_more_match_at_a_table_costs():
    """Variety: a table not seen yet costs nothing, the same twice running most of all."""
    def cost(*tables):
        return Visits(Counter(tables), tables[-1] if tables else None).cost(1)

    assert cost() == cost(2) == 0
    assert 0 < cost(1, 2) < cost(1, 1, 2) < cost(1, 1, 1, 2) < cost(2, 1)


def test_teams_and_doubles_keep_all_their_players():
    matches = [Fixture("m1", 1, ("a", "b", "c", "d")), Fixture("m2", 1, ("d", "e")), Fixture("m3", 1, ("f",))]

    assert [(item.id, item.slot) for item in place_fixtures(matches, [1, 2, 3])] == [("m1", 1), ("m3", 1), ("m2", 2)]


def test_nothing_to_place():
    assert place_fixtures([], [1]) == ()
    assert place_fixtures([], [1], rounds_apart=True) == ()


def test_more_matches_in_a_slot_than_a_block():
    group = Group("A", tuple(f"p{n}" for n in range(160)))
    matches = [match for match in fixtures([group]) if match.round <= 3]
    placed = place_fixtures(matches, range(1, 81))

    check_plan(matches, range(1, 81), placed)
    assert all(len(set(seen)) == len(seen) for seen in visits(matches, placed).values())


def test_a_large_event_is_planned_in_one_way():
    group = Group("A", tuple(f"p{n}" for n in range(102)))
    matches = fixtures([group])
    placed = place_fixtures(matches, range(1, 52))

    check_plan(matches, range(1, 52), placed)


def test_unfair_waits_are_counted():
    def pair(text: str) -> Fixture:
        return Fixture(text, 1, tuple(text))

    # c and d wait twice while a and b play twice; e has nothing left to play.
    assert unfair_waits([[pair("ea")], [pair("ab")], [pair("ba")], [pair("cd")]]) == 4
    assert unfair_waits([[pair("ab")], [pair("ef")], [pair("cd")]]) == 0


@pytest.mark.parametrize(("matches", "tables", "code", "path"), [
    ([], [], "wrong_length", "tables"),
    ([], [1, 2, 1], "duplicate", "tables[2]"),
    ([Fixture("m", 1, ("a", "b")), Fixture("m", 1, ("c", "d"))], [1], "duplicate_id", "fixtures[1].id"),
    ([Fixture("m", 1, ("a", "a"))], [1], "against_itself", "fixtures[0].players"),
    ([Fixture("m", 1, ())], [1], "wrong_length", "fixtures[0].players"),
])
def test_contradictions_are_refused(matches, tables, code, path):
    with pytest.raises(FormatError) as refusal:
        place_fixtures(matches, tables)

    assert (refusal.value.code, refusal.value.path) == (code, path)
    assert refusal.value.message


@settings(max_examples=60, deadline=None)
@given(st.integers(2, 26), st.integers(1, 14), st.data())
def test_every_plan_holds(size, count, data):
    groups = data.draw(st.integers(1, size // 2))
    drawn = draw_groups([Entrant(id=f"p{n}") for n in range(size)], "x", count=groups).groups
    matches = fixtures(drawn)
    apart = data.draw(st.booleans())
    placed = place_fixtures(matches, range(1, count + 1), rounds_apart=apart)

    check_plan(matches, range(1, count + 1), placed)
    assert placed == place_fixtures(matches, range(1, count + 1), rounds_apart=apart)


# --- what is settled -------------------------------------------------------------------------------------------------
def test_a_table_that_is_held_is_anothers_in_that_slot() -> None:
    placed = place_fixtures([Fixture("1", 1, ("a", "b")), Fixture("2", 1, ("c", "d"))], [1, 2], held=[Held(1, 1)])

    assert [(item.slot, item.table) for item in placed] == [(1, 2), (2, 1)]


def test_a_slot_whose_tables_are_all_held_is_passed_over() -> None:
    placed = place_fixtures([Fixture("1", 1, ("a", "b"))], [1], held=[Held(1, 1), Held(2, 1)])

    assert placed == (Placed("1", 3, 1),)


@pytest.mark.parametrize(("number", "slot"), [(1, 1), (2, 3)])
def test_nobody_is_placed_beside_or_before_what_is_held_for_him(number: int, slot: int) -> None:
    """A later round waits for the earlier one; what is held of a later round hinders only in its own slot."""
    placed = place_fixtures([Fixture("1", number, ("a", "b"))], [1, 2], held=[Held(2, 2, 1, ("a", "c"))])

    assert placed == (Placed("1", slot, 1),)


def test_what_is_held_is_counted_on_through_rounds_apart() -> None:
    matches = [Fixture("1", 1, ("a", "b")), Fixture("2", 2, ("a", "b"))]
    placed = place_fixtures(matches, [1, 2], rounds_apart=True, held=[Held(2, 1), Held(2, 2), Held(3, 1)])

    assert [(item.slot, item.table) for item in placed] == [(1, 1), (3, 2)]
