from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from competitions.formats.errors import FormatError
from competitions.formats.groups import Group, draw_groups, group_name, with_late_entry
from competitions.formats.lot import Entrant, draw_order
from tests.formats.contract import draw_form, findings


def seeded(count: int, clubs: str = "") -> list[Entrant]:
    return [Entrant(id=f"p{n}", seed=n, club=clubs[n - 1] if clubs else None) for n in range(1, count + 1)]


def members(draw) -> list[str]:
    return [" ".join(entry[1:] for entry in group.members) for group in draw.groups]


def test_seeds_are_dealt_to_and_fro():
    draw = draw_groups(seeded(12), "x", count=4)

    assert [group.name for group in draw.groups] == ["A", "B", "C", "D"]
    assert members(draw) == ["1 8 9", "2 7 10", "3 6 11", "4 5 12"]


def test_rest_of_a_pot_goes_on_where_the_deal_stands():
    assert members(draw_groups(seeded(13), "x", count=4)) == ["1 8 9", "2 7 10", "3 6 11", "4 5 12 13"]


def test_unseeded_are_dealt_in_the_order_of_the_lot():
    entries = [Entrant(id=f"p{n}") for n in range(6)]
    draw = draw_groups(entries, "x", count=2)
    order = draw_order(entries, "x")

    assert draw.order == order
    assert draw.groups[0].members == (order[0], order[3], order[4])


def test_clubmates_are_kept_apart_with_the_least_moves():
    # By hand: the plain deal puts 1 and 4 (club a) into A; 4 and 3 change places, the others stay.
    assert members(draw_groups(seeded(6, "abcabc"), "x", count=2)) == ["1 4 5", "2 3 6"]
    assert members(draw_groups(seeded(6, "abcabc"), "x", count=2, separate_clubs=True)) == ["1 3 5", "2 4 6"]


def test_clubs_apart_by_an_exchange_that_leaves_the_earliest_drawn_where_they_are():
    # Plain deal: A 1 4 5, B 2 3 6, two of c in A and two of b in B. By hand: 3 and 4 change places, the rest stays.
    entries = seeded(6, "abbcca")
    draw = draw_groups(entries, "x", count=2, separate_clubs=True)

    assert members(draw) == ["1 3 5", "2 4 6"]
    assert clubs_in_groups(entries, draw) == {("a", 1), ("b", 1), ("c", 1)}


def clubs_in_groups(entries, draw) -> set[tuple[str, int]]:
    club = {entry.id: entry.club for entry in entries}
    return {item for group in draw.groups for item in Counter(club[m] for m in group.members).items() if item[0]}


@st.composite
def fields(draw):
    size = draw(st.integers(2, 40))
    known = draw(st.integers(0, size))
    clubs = draw(st.lists(st.sampled_from([None, "a", "b", "c", "d"]), min_size=size, max_size=size))
    entries = [Entrant(id=f"p{n}", seed=n + 1 if n < known else None, club=clubs[n]) for n in range(size)]
    return entries, draw(st.integers(1, size // 2)), draw(st.booleans()), draw(st.integers(1, 2))


@settings(max_examples=150, deadline=None)
@given(fields())
def test_groups_properties(case):
    entries, count, apart, _ = case
    draw = draw_groups(entries, "lot", count=count, separate_clubs=apart)
    home = {member: group.name for group in draw.groups for member in group.members}
    sizes = [len(group.members) for group in draw.groups]

    assert sorted(home) == sorted(entry.id for entry in entries)
    assert max(sizes) - min(sizes) <= 1
    for start in range(0, len(draw.order), count):
        pot = draw.order[start:start + count]
        assert len({home[entry] for entry in pot}) == len(pot)
    if apart:
        shares = Counter(entry.club for entry in entries if entry.club)
        assert all(most <= -(-shares[club] // count) for club, most in clubs_in_groups(entries, draw))


@settings(max_examples=40, deadline=None)
@given(fields())
def test_groups_hold_for_the_outside_checker(case):
    entries, count, apart, legs = case
    draw = draw_groups(entries, "lot", count=count, separate_clubs=apart)
    result = draw_form("lot", draw.order, [(group.name, group.rounds(legs=legs)) for group in draw.groups])
    options = {"groups": count, "legs": legs} | ({"separate": "club"} if apart else {})

    assert findings("groups", entries, result, **options) == []


def test_draw_does_not_depend_on_the_order_of_entry():
    entries = [*seeded(5, "abaab"), Entrant(id="x", club="a"), Entrant(id="y", club="b"), Entrant(id="z")]

    assert draw_groups(entries, "x", count=3, separate_clubs=True) == draw_groups(
        entries[::-1], "x", count=3, separate_clubs=True
    )


@pytest.mark.parametrize(("index", "name"), [(0, "A"), (25, "Z"), (26, "AA"), (51, "AZ"), (52, "BA"), (255, "IV")])
def test_group_names_go_on_after_z(index, name):
    assert group_name(index) == name


@pytest.mark.parametrize(("size", "count", "code", "path"), [
    (1, 1, "too_few_entries", "entries"),
    (7, 4, "too_many_groups", "options.groups"),
    (7, 0, "out_of_range", "options.groups"),
    (513, 4, "too_many_entries", "entries"),
])
def test_groups_refuse(size, count, code, path):
    with pytest.raises(FormatError) as refusal:
        draw_groups(seeded(size), "x", count=count)

    assert (refusal.value.code, refusal.value.path) == (code, path)
    assert refusal.value.message


def test_late_entry_takes_the_place_of_the_bye_and_moves_no_pairing():
    groups = (Group("A", tuple("abcd")), Group("B", tuple("efg")), Group("C", tuple("hij")))
    after = with_late_entry(groups, "x", {"x": "VEF", "e": "VEF"})
    before = [pairing for drawn in groups[2].rounds() for pairing in drawn.pairings if not pairing.is_bye]
    pairings = [pairing for drawn in after[2].rounds() for pairing in drawn.pairings]

    assert after[:2] == groups[:2]
    assert after[2] == Group("C", tuple("hijx"))
    assert [pairing for pairing in pairings if "x" not in pairing] == before


def test_late_entry_goes_into_one_of_the_smallest_groups():
    groups = (Group("A", tuple("abc")), Group("B", tuple("de")), Group("C", tuple("fg")))

    assert with_late_entry(groups, "x", {})[1].members == ("d", "e", "x")
    assert with_late_entry(groups, "x", {"x": "VEF", "d": "VEF"})[2].members == ("f", "g", "x")
    with pytest.raises(FormatError) as caught:
        with_late_entry(groups, "e", {})
    assert caught.value.path == "late"
