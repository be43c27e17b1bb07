"""The self-check of a bracket: holds for what is drawn, and finds each planted fault."""

from dataclasses import replace

import pytest

from competitions.formats.bracket import BYE, Bracket, Side, Source, SourceKind
from competitions.formats.bracket_check import BracketProperty, check_bracket
from competitions.formats.double_elimination import double_elimination
from competitions.formats.elimination import single_elimination
from tests.formats.brackets import ids


def failing(bracket, order, **options):
    return {check.property for check in check_bracket(bracket, order, **options) if not check.holds}


def changed(bracket, **matches):
    """The bracket with some matches replaced: a match id (with _ for -) and the fields of it."""
    new = {name.replace("_", "-"): fields for name, fields in matches.items()}
    return Bracket(tuple(
        replace(drawn, matches=tuple(match._replace(**new.get(match.id, {})) for match in drawn.matches))
        for drawn in bracket.rounds))


@pytest.mark.parametrize("size", [*range(2, 20), 64])
def test_drawn_brackets_hold(size):
    for bracket in (single_elimination(ids(size), places=8), double_elimination(ids(size), grand_final_reset=True),
                    double_elimination(ids(size))):
        checks = check_bracket(bracket, ids(size), seeded=size, clubs={"p1": "VEF", "p2": "VEF"})

        assert [check.property for check in checks if not check.holds] == []
        assert {check.property: check.params for check in checks}[BracketProperty.CLUBS_IN_ROUND_ONE] == {
            "pairs": int(size == 2)}


EIGHT, DOUBLE = single_elimination(ids(8)), double_elimination(ids(8))
FAULTS = [
    (BracketProperty.EVERYBODY_ENTERS_ONCE, changed(EIGHT, main_1_1={"second": Side("p1")}), 0),
    (BracketProperty.SOURCES_USED_ONCE,
     changed(EIGHT, main_3_1={"second": Side(None, Source(SourceKind.WINNER_OF, "main-2-1"))}), 0),
    (BracketProperty.SOURCES_USED_ONCE, Bracket(EIGHT.rounds[::-1]), 0),
    (BracketProperty.MATCHES, Bracket((*EIGHT.rounds, EIGHT.rounds[-1])), 0),
    (BracketProperty.MATCHES, Bracket(tuple(drawn for drawn in DOUBLE.rounds if drawn.bracket == "winners")), 0),
    (BracketProperty.BYES_TO_THE_FIRST, single_elimination([*ids(7)[1:], "p1"]), 0),
    (BracketProperty.NO_EMPTY_MATCH, changed(EIGHT, main_1_1={"first": BYE, "second": BYE}), 0),
    (BracketProperty.SEEDS_MEET_LATE, single_elimination(["p1", "p8", "p3", "p4", "p5", "p6", "p7", "p2"]), 2),
    (BracketProperty.LOSERS_GO_ON,
     changed(DOUBLE, losers_1_1={"first": Side(None, Source(SourceKind.LOSER_OF, "winners-1-2"))}), 0),
]


@pytest.mark.parametrize(("fault", "bracket", "seeded"), FAULTS)
def test_each_planted_fault_is_found(fault, bracket, seeded):
    order = ids(7) if fault is BracketProperty.BYES_TO_THE_FIRST else ids(8)

    assert fault in failing(bracket, order, seeded=seeded)


def test_every_property_that_is_judged_has_a_planted_fault():
    assert {fault for fault, *_ in FAULTS} == set(BracketProperty) - {BracketProperty.CLUBS_IN_ROUND_ONE}
