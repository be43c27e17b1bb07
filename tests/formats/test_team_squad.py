"""Who may stand at which number: by the roster, or by the order of round 1 (lnf-2008:22.4, int-2017 teams)."""

import pytest

from competitions.formats.errors import FormatError
from competitions.formats.lineup import LineupFault
from competitions.formats.team_squad import Squad, squad_of_match, squad_violations

SQUAD = Squad(regulars=("a", "b", None), reserves=("d", "e"))


def test_the_members_are_regulars_then_reserves() -> None:
    assert SQUAD.members == ("a", "b", "d", "e")


def test_numbers_are_those_of_the_roster_or_of_the_first_order() -> None:
    assert squad_of_match(SQUAD, ("e", "a", None), "roster") == SQUAD
    assert squad_of_match(SQUAD, ("e", "a", None), "match") == Squad(regulars=("e", "a", None), reserves=("b", "d"))


@pytest.mark.parametrize(("rounds", "faults"), [
    ([("a", "b", None)], []),
    ([("a", "b", "d")], [LineupFault.RESERVE_IN_ROUND_1]),
    ([("a", "b", None), ("a", "b", "d")], []),  # a reserve fills the empty place from round 2 on
    ([("a", "b", None), ("a", "b", "d"), ("a", "d", None)], [LineupFault.RESERVE_AT_TWO_NUMBERS]),
    ([("a", "b", None), ("b", "a", None)], [LineupFault.ANOTHERS_NUMBER, LineupFault.ANOTHERS_NUMBER]),
])
def test_an_empty_place_is_nobodys_number(rounds: list[tuple[str | None, ...]], faults: list[LineupFault]) -> None:
    assert [found.fault for found in squad_violations(SQUAD, rounds, ruleset="lnf-2008")] == faults


@pytest.mark.parametrize(("ruleset", "rule"), [
    ("lnf-2008", "lnf-2008:22.4"), ("int-2017", "int-2017:teams"), ("aus-1992", "lnf-2008:22.4"),
])
def test_rules_that_say_nothing_of_line_ups_have_the_latvian_ones(ruleset: str, rule: str) -> None:
    (found,) = squad_violations(SQUAD, [("a", "b", "d")], ruleset=ruleset)
    assert found.rule == rule


def test_a_stranger_is_refused() -> None:
    with pytest.raises(FormatError):
        squad_violations(SQUAD, [("a", "x", None)], ruleset="lnf-2008")
