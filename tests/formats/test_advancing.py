"""From groups into a bracket: winners by their groups, groupmates apart as long as can be."""

import pytest

from competitions.formats.advancing import advancing
from competitions.formats.bracket import Side, tree
from competitions.formats.groups import group_name


def lines(groups, places):
    """Each (group, place) with the line where it enters."""
    entrants = advancing([group_name(number) for number in range(groups)], places)
    first = tree(entrants, "main")[0]
    sides = [side for match in first for side in (match.first, match.second)]
    return {(side.source.group, side.source.place): line for line, side in enumerate(sides) if not side.is_bye}, sides


def test_two_from_each_of_four_groups_cross_as_usual():
    _, sides = lines(4, 2)

    assert [f"{side.source.group}{side.source.place}" for side in sides] == [
        "A1", "B2", "D1", "C2", "B1", "A2", "C1", "D2"]


def test_winners_take_the_numbers_and_so_the_byes():
    _, sides = lines(3, 2)

    assert [Side(is_bye=True) == side for side in sides] == [False, True, False, False, False, True, False, False]
    assert (sides[0].source.group, sides[4].source.group, sides[6].source.group) == ("A", "B", "C")
    assert {side.source.place for side in (sides[0], sides[4], sides[6])} == {1}


@pytest.mark.parametrize("groups", range(1, 40))
def test_two_of_a_group_come_into_opposite_halves(groups):
    found, sides = lines(groups, 2)
    half = len(sides) // 2

    assert len(found) == 2 * groups
    for number in range(groups):
        name = group_name(number)
        assert (found[name, 1] < half) != (found[name, 2] < half)


@pytest.mark.parametrize("groups", [2, 4, 8, 16])
def test_four_of_a_group_come_into_four_quarters(groups):
    found, sides = lines(groups, 4)

    for number in range(groups):
        name = group_name(number)
        assert {4 * found[name, place] // len(sides) for place in range(1, 5)} == {0, 1, 2, 3}


def test_many_groups_are_dealt_without_weighing_every_line():
    found, sides = lines(65, 3)

    assert len(found) == 195
    assert len(sides) == 256
