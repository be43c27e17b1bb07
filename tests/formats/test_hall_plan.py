"""The tables of a hall over several events: right by hand, and within its bounds whatever the hall."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from competitions.formats.hall_plan import (
    Arbiter,
    Court,
    Due,
    Going,
    Seen,
    Slot,
    expected_minutes,
    minutes_left,
    plan_hall,
)

TWO = [Court(number=1), Court(number=2)]


def due(name: str, people: str, **more) -> Due:
    """`people` one letter each; the first half is one side."""
    given = {"event": "open", "stage": "open", "round": 1, "minutes": 20, "sides": tuple(people), **more}
    return Due(id=name, people=tuple(people), **given)


def told(plan: tuple[Slot, ...]) -> list[tuple[str, int, int]]:
    return [(slot.id, slot.start, slot.table) for slot in plan]


def test_what_finds_no_table_waits():
    plan = plan_hall(TWO, [due("ab", "ab"), due("cd", "cd"), due("ef", "ef")])

    assert told(plan) == [("ab", 0, 1), ("cd", 0, 2), ("ef", 20, 1)]


def test_nobody_is_in_two_places_over_two_events():
    """evroon/bracket #1184: the scheduler ignores conflicts between groups. A plays singles and doubles."""
    plan = plan_hall(TWO, [due("singles", "ab"), due("doubles", "acde", event="pairs", stage="pairs", minutes=30),
                           due("fg", "fg", event="pairs", stage="pairs")])

    assert told(plan) == [("singles", 0, 1), ("fg", 0, 2), ("doubles", 20, 2)]


def test_a_person_rests_between_two_games():
    plan = plan_hall(TWO, [due("1", "ab", rest=15), due("2", "ac", round=2, rest=15)])

    assert told(plan) == [("1", 0, 1), ("2", 35, 2)]


def test_who_has_just_played_still_rests():
    plan = plan_hall(TWO, [due("1", "ab", rest=15)], seen={"a": Seen(rests=7)})

    assert told(plan) == [("1", 7, 1)]


def test_rounds_of_an_entrant_come_in_order_also_when_the_first_one_has_to_wait():
    plan = plan_hall(TWO, [due("1", "ab", not_before=30), due("2", "ac", round=2)])

    assert told(plan) == [("1", 30, 1), ("2", 50, 2)]


def test_a_table_out_of_use_and_one_that_is_another_events():
    courts = [Court(number=1, is_out=True), Court(number=2, event="pairs"), Court(number=3)]
    plan = plan_hall(courts, [due("ab", "ab"), due("cd", "cd"), due("pair", "efgh", event="pairs")])

    assert told(plan) == [("pair", 0, 2), ("ab", 0, 3), ("cd", 20, 3)]


def test_a_group_stays_in_its_zone():
    courts = [Court(number=1, zone="left"), Court(number=2, zone="right")]
    plan = plan_hall(courts, [due("ab", "ab", zone="right"), due("cd", "cd", zone="right"), due("ef", "ef")])

    assert told(plan) == [("ef", 0, 1), ("ab", 0, 2), ("cd", 20, 2)]


def test_somebody_moves_over_so_that_two_can_play():
    """The first in the queue may play anywhere, the second at table 1 alone."""
    plan = plan_hall(TWO, [due("ab", "ab"), due("cd", "cd", table=1)])

    assert told(plan) == [("cd", 0, 1), ("ab", 0, 2)]


def test_what_can_never_begin_is_left_out():
    assert plan_hall(TWO, [due("ab", "ab", zone="nowhere"), due("cd", "cd", table=9)]) == ()
    assert plan_hall([Court(number=1, is_out=True)], [due("ab", "ab")]) == ()
    assert plan_hall([], []) == ()


def test_what_waits_behind_it_is_left_out_too():
    plan = plan_hall(TWO, [due("ab", "ab", zone="nowhere"), due("ac", "ac", round=2), due("de", "de")])

    assert told(plan) == [("de", 0, 1)]


def test_a_running_match_holds_its_table_and_its_people():
    plan = plan_hall(TWO, [due("ac", "ac"), due("de", "de")], going=[Going(table=1, people=("a", "b"), left=12)],
                     changeover=3)

    assert told(plan) == [("de", 0, 2), ("ac", 15, 1)]


def test_the_changeover_is_the_tables_alone():
    plan = plan_hall([Court(number=1)], [due("ab", "ab"), due("cd", "cd")], changeover=4)

    assert told(plan) == [("ab", 0, 1), ("cd", 24, 1)]


def test_players_see_different_tables():
    plan = plan_hall(TWO, [due("ab", "ab")], seen={"a": Seen(tables=(1,)), "b": Seen(tables=(1, 2, 1))})

    assert told(plan) == [("ab", 0, 2)]


def test_only_what_can_begin_at_once():
    plan = plan_hall(TWO, [due("ab", "ab"), due("ac", "ac", round=2), due("de", "de", not_before=5)], only_now=True)

    assert told(plan) == [("ab", 0, 1)]


# --- referees --------------------------------------------------------------------------------------------------------
def referees(plan: tuple[Slot, ...]) -> dict[str, str | None]:
    return {slot.id: slot.referee for slot in plan}


def test_a_referee_is_neutral_where_it_is_asked_for():
    arbiters = [Arbiter(id="r", club="Liepa"), Arbiter(id="s", club="Ozols")]
    match = due("ab", "ab", clubs=frozenset({"Liepa"}), neutral=True)

    assert referees(plan_hall(TWO, [match], arbiters=arbiters)) == {"ab": "s"}
    assert referees(plan_hall(TWO, [match], arbiters=arbiters[:1])) == {"ab": None}
    anyone = due("ab", "ab", clubs=frozenset({"Liepa"}))
    assert referees(plan_hall(TWO, [anyone], arbiters=arbiters[:1])) == {"ab": "r"}


def test_nobody_referees_while_playing_or_the_own_match():
    arbiters = [Arbiter(id="r", person="a"), Arbiter(id="s", person="c")]
    plan = plan_hall(TWO, [due("ab", "ab"), due("de", "de")], arbiters=arbiters,
                     going=[Going(table=None, people=("c",), left=5)])

    assert referees(plan) == {"ab": None, "de": None}


def test_who_referees_plays_afterwards():
    plan = plan_hall(TWO, [due("ab", "ab"), due("ac", "ac", round=2, not_before=5)],
                     arbiters=[Arbiter(id="r", person="c")])

    assert told(plan) == [("ab", 0, 1), ("ac", 20, 2)]
    assert referees(plan)["ab"] == "r"


def test_a_referee_of_the_own_zone_comes_first_and_the_load_before_that():
    courts = [Court(number=1, zone="left")]
    here, there = Arbiter(id="r", zone="right"), Arbiter(id="s", zone="left")
    assert referees(plan_hall(courts, [due("ab", "ab")], arbiters=[here, there])) == {"ab": "s"}

    busy = Arbiter(id="s", zone="left", load=1)
    assert referees(plan_hall(courts, [due("ab", "ab")], arbiters=[here, busy])) == {"ab": "r"}


def test_rather_somebody_who_does_not_play_soon():
    arbiters = [Arbiter(id="r", person="c"), Arbiter(id="s", person="z")]
    plan = plan_hall([Court(number=1)], [due("ab", "ab"), due("cd", "cd")], arbiters=arbiters)

    assert referees(plan)["ab"] == "s"


def test_a_referee_who_was_chosen_by_hand_stays():
    arbiters = [Arbiter(id="r"), Arbiter(id="s", load=9)]
    plan = plan_hall(TWO, [due("ab", "ab", referee="s"), due("cd", "cd")], arbiters=arbiters)

    assert referees(plan) == {"ab": "s", "cd": "r"}


def test_a_referee_is_not_at_two_tables():
    plan = plan_hall(TWO, [due("ab", "ab"), due("cd", "cd")], arbiters=[Arbiter(id="r")],
                     going=[Going(table=None, people=(), left=5, referee="r")])

    assert set(referees(plan).values()) == {None}


def test_the_load_is_even():
    arbiters = [Arbiter(id=name) for name in "rst"]
    plan = plan_hall(TWO, [due(f"{n}", f"{chr(65 + 2 * n)}{chr(66 + 2 * n)}") for n in range(7)], arbiters=arbiters)

    assert sorted(Counter(referees(plan).values()).values()) == [2, 2, 3]


# --- how long a game lasts -------------------------------------------------------------------------------------------
@pytest.mark.parametrize(("played", "expected"), [
    ([], 25), ([90], 25), ([15, 16, 14], 20), ([15, 16, 14, 15], 16), ([15] * 9 + [200], 15), ([0, 0, 0, 0], 1),
])
def test_the_expected_length_learns_from_real_games(played: list[float], expected: int):
    """By hand: the median of the games with three times 25 among them; never less than a minute."""
    assert expected_minutes(25, played) == expected


def test_a_running_match_is_nearly_over_when_its_time_is():
    assert (minutes_left(24, 0), minutes_left(24, 10), minutes_left(24, 23), minutes_left(24, 99)) == (24, 14, 4, 4)


# --- whatever the hall -----------------------------------------------------------------------------------------------
PEOPLE = "abcdefghij"


@st.composite
def halls(draw):
    courts = [
        Court(number=n, zone=draw(st.sampled_from(["", "x"])), event=draw(st.sampled_from(["", "", "open", "pairs"])),
              is_out=draw(st.integers(0, 5)) == 0)
        for n in range(1, draw(st.integers(1, 4)) + 1)
    ]
    dues = []
    for n in range(draw(st.integers(0, 10))):
        event = draw(st.sampled_from(["open", "pairs"]))
        people = draw(st.lists(st.sampled_from(PEOPLE), min_size=2, max_size=4, unique=True))
        dues.append(Due(
            id=str(n), event=event, stage=event, round=draw(st.integers(1, 3)), sides=tuple(people[:2]),
            people=tuple(people), minutes=draw(st.integers(1, 30)), rest=draw(st.sampled_from([0, 10])),
            zone=draw(st.sampled_from(["", "", "x"])), clubs=frozenset(draw(st.lists(st.sampled_from("KL")))),
            neutral=draw(st.booleans()), not_before=draw(st.sampled_from([0, 0, 17]))))
    arbiters = [
        Arbiter(id=f"r{n}", person=draw(st.sampled_from(["", *PEOPLE[:3]])), club=draw(st.sampled_from(["", "K"])))
        for n in range(draw(st.integers(0, 3)))
    ]
    return courts, dues, arbiters


@given(halls())
@settings(max_examples=150, deadline=None)
def test_the_bounds_hold(hall):
    courts, dues, arbiters = hall
    plan = plan_hall(courts, dues, arbiters=arbiters)
    by_id = {item.id: item for item in dues}
    by_number = {court.number: court for court in courts}
    by_arbiter = {arbiter.id: arbiter for arbiter in arbiters}

    assert plan == plan_hall(courts, dues, arbiters=arbiters)
    assert len({slot.id for slot in plan}) == len(plan)
    spans: dict[str, list[tuple[int, int]]] = {}
    for slot in plan:
        match, court = by_id[slot.id], by_number[slot.table]
        end = slot.start + match.minutes
        assert slot.start >= match.not_before
        assert not court.is_out
        assert court.event in ("", match.event)
        assert match.zone in ("", court.zone)
        spans.setdefault(f"table {slot.table}", []).append((slot.start, end))
        for person in match.people:
            spans.setdefault(person, []).append((slot.start, end + match.rest))
        if slot.referee is not None:
            arbiter = by_arbiter[slot.referee]
            assert not (match.neutral and arbiter.club in match.clubs)
            assert arbiter.person not in match.people
            spans.setdefault(f"referee {slot.referee}", []).append((slot.start, end))
    for found in spans.values():
        found.sort()
        assert all(one[1] <= other[0] for one, other in pairwise(found))
