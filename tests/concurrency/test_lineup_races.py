"""Both line-ups at one instant, and the last two games of a match at one instant: one opening, one result."""

from __future__ import annotations

from uuid import UUID

import pytest

from competitions.models import AuditEntry, LineUp, Match, TeamBoard
from competitions.services.lineups import lineup_by_official
from refereeing.services.desk import result_enter
from tests.concurrency.test_races import codes, together
from tests.services.team_hall import TeamHall, rules
from tests.services.test_team_matches import open_round, score

pytestmark = pytest.mark.django_db(transaction=True)


def order(match: Match, side: str) -> list[UUID]:
    entry = match.first if side == "A" else match.second
    return [member.player.uid for member in entry.members.filter(is_reserve=False).order_by("number")]


def test_two_line_ups_at_one_instant_open_the_round_once() -> None:
    hall = TeamHall(regulations=rules(size=3, rounds=1), reserves=0)
    match = hall.match()
    orders = {side: order(match, side) for side in "AB"}
    results = together(*(
        lambda side=side: lineup_by_official(
            match_uid=match.uid, side=side, number=1, order=orders[side], by=hall.chief, at=hall.at)
        for side in "AB"))

    assert sorted(results) == [False, True]
    assert TeamBoard.objects.filter(team_match=match).count() == 3
    assert LineUp.objects.filter(is_open=True).count() == 2
    assert AuditEntry.objects.filter(kind="lineups.opened").count() == 1


def test_one_side_twice_at_one_instant_hands_in_one_order() -> None:
    hall = TeamHall(regulations=rules(size=3, rounds=1), reserves=0)
    match = hall.match()
    mine = order(match, "A")
    results = together(*(
        lambda: lineup_by_official(
            match_uid=match.uid, side="A", number=1, order=mine, by=hall.chief, at=hall.at) for _ in range(2)))

    assert codes(results) == {"ok": 2}
    assert LineUp.objects.count() == 1


def test_the_last_two_games_at_one_instant_finish_the_match_with_both_results() -> None:
    hall = TeamHall(regulations=rules(size=2, rounds=1), reserves=0)
    open_round(hall, 1)
    games = [board.match.uid for board in TeamBoard.objects.filter(team_match=hall.match())]
    results = together(*(
        lambda uid=uid: result_enter(match_uid=uid, sets=(4, 1), by=hall.chief, at=hall.at) for uid in games))

    assert codes(results) == {"ok": 2}
    assert score(hall) == (4, 0, "finished", "A")
