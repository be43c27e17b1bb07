"""A whole double elimination of eleven: a no-show, an exclusion, a correction, late news, played to the final."""

from __future__ import annotations

from datetime import timedelta

import pytest

from competitions.models import AuditEntry, Match
from competitions.selectors.brackets import bracket_facts
from competitions.selectors.rounds import stage_facts
from competitions.selectors.standings import stage_standings
from competitions.services.tables import tables_assign
from competitions.workflow import MatchStatus, Outcome
from refereeing.services.desk import match_call, no_show_declare
from refereeing.services.discipline import entry_exclude
from refereeing.services.protocols import protocol_approve, result_correct
from tests.factories import NOON
from tests.services.bracket_hall import make_cup

pytestmark = pytest.mark.django_db


def test_eleven_play_a_double_elimination_to_its_end() -> None:
    cup = make_cup(11, grand_final_reset=True)
    assert tables_assign(stage_uid=cup.stage.uid, by=cup.chief, at=NOON) == 4  # five have byes; 4 meets 5 at once

    # 8 meets 9; 9 does not come to the table in two minutes (3.2, 15.1).
    match = cup.match("winners-1-2")
    match_call(match_uid=match.uid, by=cup.chief, at=NOON)
    no_show_declare(match_uid=match.uid, who="B", by=cup.chief, at=NOON + timedelta(minutes=3))
    match = cup.match("winners-1-2")
    protocol_approve(match_uid=match.uid, version=match.version, by=cup.chief, at=NOON)
    assert (cup.match("winners-1-2").outcome, cup.pair("winners-2-1")) == (Outcome.WALKOVER, (1, 8))

    # 7 is excluded before playing: 10 goes on at once, and 7 is missed in the losers' bracket by nobody.
    entry_exclude(entry_uid=cup.entries[6].uid, clause="14.1", reason="gross", by=cup.chief, at=NOON)
    assert cup.pair("winners-2-3") == (2, 10)

    # 11 is written down as the winner over 6; corrected before anybody has gone on with it.
    cup.win("winners-1-8", 11)
    assert cup.pair("winners-2-4") == (3, 11)
    match = cup.match("winners-1-8")
    sets = (3, 1) if match.first.number == 6 else (1, 3)
    result_correct(match_uid=match.uid, sets=sets, reason="names changed", version=match.version, by=cup.chief, at=NOON)
    assert cup.pair("winners-2-4") == (3, 6)

    cup.play_on()
    facts = bracket_facts(cup.stage)
    assert facts.is_over
    (table,) = stage_standings(cup.stage, stage_facts(cup.stage))
    assert [(row.entrant.number, row.place) for row in table.rows[:4]] == [(1, "1"), (2, "2"), (3, "3"), (4, "4")]
    assert {row.entrant.number for row in table.rows} == set(range(1, 12))
    assert not Match.objects.filter(stage=cup.stage).exclude(status=MatchStatus.APPROVED).exists()
    # Nobody loses more than twice, and everybody's losses are those of the rules.
    lost: dict[int, int] = {}
    for match in Match.objects.filter(stage=cup.stage).exclude(outcome=Outcome.VOID).select_related("first", "second"):
        loser = match.second if match.winner == "A" else match.first
        assert loser is not None
        lost[loser.number] = lost.get(loser.number, 0) + 1
    assert max(lost.values()) == 2
    assert 1 not in lost
    assert AuditEntry.objects.filter(kind="result.corrected").count() == 1
