"""The running score of a team match, its end by the stopping rule, short teams, corrections (22.2, 23.2; domain 7)."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from competitions.common.errors import DomainError
from competitions.formats.team_table import LeagueRules, TeamResult, league_table
from competitions.models import Entry, Match, TeamBoard
from competitions.selectors.standings import stage_standings
from competitions.selectors.team_facts import team_facts
from competitions.services.lineups import lineup_by_official, round_keep
from competitions.services.regulations import regulations_change
from competitions.services.team_matches import (
    team_match_approve,
    team_match_award,
    team_match_decide,
    team_match_reopen,
)
from refereeing.services.desk import match_call, no_show_declare, result_enter
from refereeing.services.discipline import entry_withdraw
from refereeing.services.protocols import protocol_approve, protocol_reopen, result_correct
from tests.services.team_hall import TeamHall, rules

pytestmark = pytest.mark.django_db
SETS = {"W": (4, 1), "D": (3, 3), "L": (1, 4)}


def open_round(hall: TeamHall, number: int) -> None:
    match = hall.match()
    if number > 1:
        round_keep(match_uid=match.uid, number=number, by=hall.chief, at=hall.later())
        return
    for side, entry in (("A", match.first), ("B", match.second)):
        players = dict(Entry.objects.filter(membership__entry=entry, membership__is_reserve=False).values_list(
            "membership__number", "uid"))
        size = match.stage.event.regulations["teams"]["size"]
        lineup_by_official(
            match_uid=match.uid, side=side, number=1, order=[players.get(n) for n in range(1, size + 1)], by=hall.chief,
            at=hall.later())


def play(hall: TeamHall, text: str, first: int = 1) -> None:
    """The games of the rounds by words of W, D, L for the home team; - for a game that is not played."""
    for number, word in enumerate(text.split(), first):
        if number > team_facts(hall.match()).rounds_open:
            open_round(hall, number)
        for place, letter in enumerate(word, 1):
            if letter != "-":
                board = TeamBoard.objects.get(team_match=hall.match(), round=number, home_number=place)
                result_enter(match_uid=board.match.uid, sets=SETS[letter], by=hall.chief, at=hall.later())


def score(hall: TeamHall) -> tuple[Any, ...]:
    match = hall.match()
    return match.sets_first, match.sets_second, match.status, match.winner


def approve_games(hall: TeamHall) -> None:
    for board in TeamBoard.objects.filter(team_match=hall.match(), match__status="finished"):
        protocol_approve(match_uid=board.match.uid, version=board.match.version, by=hall.chief, at=hall.later())


def approve(hall: TeamHall) -> None:
    approve_games(hall)
    team_match_approve(match_uid=hall.match().uid, version=hall.match().version, by=hall.chief, at=hall.later())


def test_bauska_25_of_50_after_round_3_is_not_won() -> None:
    """Domain 7: at 25 of 50 the other side can still draw level; the match goes on."""
    hall = TeamHall()
    play(hall, "LLLLL LLLLL LLDWW")

    assert score(hall) == (5, 25, "running", "")
    assert team_facts(hall.match()).next_round == 4


def test_26_in_the_middle_of_a_round_the_round_is_finished_and_counts() -> None:
    """Domain 7; the league of 2022 ended with the round in which a side had 26, and the score went above it."""
    hall = TeamHall()
    play(hall, "LLLLL LLLLL LLL--")
    assert score(hall) == (0, 26, "running", "")
    play(hall, "---WL", first=3)

    assert score(hall) == (2, 28, "finished", "B")
    assert team_facts(hall.match()).next_round is None


def test_seven_to_33_after_four_rounds() -> None:
    """Bauska 2022, as it was played: 3:27 after three rounds would have ended it; here all games are played."""
    hall = TeamHall(regulations=rules(stops="all_games"))
    play(hall, "LLLLL LLLLW LLLLD WWLLL")

    assert score(hall) == (7, 33, "running", "")
    assert [tuple(map(int, pair)) for pair in team_facts(hall.match()).score.after] == [
        (0, 10), (2, 18), (3, 27), (7, 33)]


def test_a_match_that_is_won_leaves_its_other_games_not_needed() -> None:
    """23.2: it stops as soon as it is won."""
    hall = TeamHall(regulations=rules(size=2, rounds=2, stops="when_won"), reserves=0)
    play(hall, "WW")
    assert score(hall) == (4, 0, "running", "")
    play(hall, "W-", first=2)

    assert score(hall) == (6, 0, "finished", "A")
    left = TeamBoard.objects.get(round=2, home_number=2).match
    assert (left.outcome, left.status) == ("not_needed", "approved")


def test_a_correction_makes_a_game_needed_again() -> None:
    hall = TeamHall(regulations=rules(size=2, rounds=2, stops="when_won"), reserves=0)
    play(hall, "WW W-")
    won = TeamBoard.objects.get(round=2, home_number=1).match
    result_correct(match_uid=won.uid, sets=(1, 4), reason="typed wrongly", version=won.version, by=hall.chief,
                   at=hall.later())

    assert score(hall) == (4, 2, "running", "")
    assert TeamBoard.objects.get(round=2, home_number=2).match.status == "scheduled"


def test_the_games_are_approved_before_the_match() -> None:
    hall = TeamHall(regulations=rules(size=2, rounds=1), reserves=0)
    play(hall, "WD")
    assert score(hall) == (3, 1, "finished", "A")
    with pytest.raises(DomainError) as caught:
        team_match_approve(match_uid=hall.match().uid, version=hall.match().version, by=hall.chief, at=hall.later())
    assert (caught.value.code, caught.value.params["count"]) == ("games_open", 2)
    approve(hall)
    assert hall.match().status == "approved"


def test_a_correction_of_a_game_after_the_approval_changes_the_match_and_its_table() -> None:
    hall = TeamHall(regulations=rules(size=2, rounds=1), reserves=0)
    play(hall, "WL")
    approve(hall)
    assert score(hall) == (2, 2, "approved", "draw")
    lost = TeamBoard.objects.get(home_number=2).match
    result_correct(match_uid=lost.uid, sets=(4, 2), reason="typed wrongly", version=lost.version, by=hall.chief,
                   at=hall.later())

    assert score(hall) == (4, 0, "approved", "A")
    assert hall.match().corrected
    (table,) = stage_standings(hall.stage)
    assert [(row.entrant.name, row.points) for row in table.rows] == [
        (hall.match().first.team_name, "2"), (hall.match().second.team_name, "0")]


def test_a_game_that_is_reopened_takes_the_match_out_of_the_table() -> None:
    hall = TeamHall(regulations=rules(size=2, rounds=1), reserves=0)
    play(hall, "WW")
    approve(hall)
    board = TeamBoard.objects.get(home_number=1).match
    protocol_reopen(match_uid=board.uid, reason="a protest", by=hall.chief, at=hall.later())

    assert hall.match().status == "finished"
    assert {row.points for row in stage_standings(hall.stage)[0].rows} == {"0"}


def test_four_against_five() -> None:
    """softwaremagico/KendoTournamentManager #252: a short team loses the empty place, round by round, without sets."""
    hall = TeamHall(missing={"A": (5,), "B": ()})
    home = hall.match().first.team_name == "A"
    open_round(hall, 1)

    assert TeamBoard.objects.filter(round=1).count() == 4
    assert score(hall)[:2] == ((0, 2) if home else (2, 0))
    assert not Match.objects.filter(stage__event=hall.boards, awarded=True).exists()


def test_two_empty_places_are_lost_by_both() -> None:
    hall = TeamHall(regulations=rules(size=2, rounds=1), missing={"A": (2,), "B": (2,)}, reserves=0)
    play(hall, "W")

    assert score(hall) == (2, 0, "finished", "A")


def test_a_player_who_does_not_come_loses_the_game_and_the_team_its_points() -> None:
    """3.2, 15.1 in a game of a team match."""
    hall = TeamHall(regulations=rules(size=2, rounds=1), reserves=0)
    open_round(hall, 1)
    board = TeamBoard.objects.get(home_number=1).match
    board.table = hall.competition.tables.first()
    board.save()
    match_call(match_uid=board.uid, by=hall.chief, at=hall.later())
    no_show_declare(match_uid=board.uid, who="B", by=hall.chief, at=hall.later(5))

    assert score(hall)[:2] == (2, 0)


def test_a_team_that_does_not_come_loses_the_match_without_games() -> None:
    hall = TeamHall()
    team_match_award(match_uid=hall.match().uid, winner="A", reason="did not come", by=hall.chief, at=hall.later())
    match = hall.match()
    assert (match.status, match.outcome, match.awarded, match.sets_first) == ("finished", "walkover", True, None)
    team_match_approve(match_uid=match.uid, version=match.version, by=hall.chief, at=hall.later())
    (table,) = stage_standings(hall.stage)
    assert [(row.points, row.row.sets_won) for row in table.rows] == [("2", 0), ("0", 0)]
    team_match_reopen(match_uid=match.uid, reason="they were in the other hall", by=hall.chief, at=hall.later())
    assert (hall.match().status, hall.match().awarded) == ("scheduled", False)


def test_a_team_that_withdraws_gives_its_matches_away() -> None:
    """3.2: half or less played, its results are annulled; the rest is awarded."""
    hall = TeamHall("A B C", rules(size=2, rounds=1), reserves=0)
    entry_withdraw(entry_uid=hall.teams["C"].uid, reason="no bus", by=hall.chief, at=hall.later())

    mine = [m for m in Match.objects.filter(stage=hall.stage) if hall.teams["C"].id in (m.first_id, m.second_id)]
    assert {(m.status, m.outcome, m.awarded) for m in mine} == {("approved", "retired", True)}


def test_a_level_match_of_an_elimination_is_decided_by_the_chief() -> None:
    hall = TeamHall("A B", rules(size=2, rounds=1), system="single_elimination", reserves=0)
    play(hall, "WL")
    approve_games(hall)
    match = hall.match()
    with pytest.raises(DomainError) as caught:
        team_match_approve(match_uid=match.uid, version=match.version, by=hall.chief, at=hall.later())
    assert caught.value.code == "needs_winner"
    team_match_decide(match_uid=match.uid, winner="B", reason="by lot", by=hall.chief, at=hall.later())
    approve(hall)
    assert score(hall) == (2, 2, "approved", "B")


def test_credit_goes_to_whoever_has_played() -> None:
    """ValveSoftware/counter-strike_regional_standings #16: the table of the players has those of the games."""
    hall = TeamHall(regulations=rules(size=2, rounds=1), reserves=1)
    play(hall, "WL")
    approve_games(hall)
    stage = TeamBoard.objects.first().match.stage
    (table,) = stage_standings(stage)

    assert {row.entrant.name: row.points for row in table.rows} == {
        f"{hall.match().first.team_name}1": "2", f"{hall.match().second.team_name}2": "2",
        f"{hall.match().first.team_name}2": "0", f"{hall.match().second.team_name}1": "0"}


def test_a_league_may_be_ordered_by_the_points_of_all_games() -> None:
    """Counts.GAME_POINTS: the same order as the pure table of a league."""
    hall = TeamHall("A B", rules(size=2, rounds=2, ranked_by="game_points", stops="all_games"), reserves=0)
    play(hall, "WD LL")
    approve(hall)
    (table,) = stage_standings(hall.stage)

    assert [(row.entrant.name, row.points, str(row.decided_by)) for row in table.rows] == [
        (hall.match().second.team_name, "5", ""), (hall.match().first.team_name, "3", "points")]
    assert "sets_won" not in [column.key for column in table.columns]


def test_the_table_of_teams_is_that_of_the_pure_league() -> None:
    """Three teams: match points, then the difference of game points, as `league_table` has them."""
    hall = TeamHall("A B C", rules(size=2, rounds=1), reserves=0)
    for number, text in ((1, "WW"), (2, "WL"), (3, "LD")):
        match = hall.match(number)
        for side, entry in (("A", match.first), ("B", match.second)):
            players = list(Entry.objects.filter(membership__entry=entry).order_by("membership__number"))
            lineup_by_official(match_uid=match.uid, side=side, number=1, order=[p.uid for p in players],
                               by=hall.chief, at=hall.later())
        for place, letter in enumerate(text, 1):
            board = TeamBoard.objects.get(team_match=match, home_number=place).match
            result_enter(match_uid=board.uid, sets=SETS[letter], by=hall.chief, at=hall.later())
        for board in TeamBoard.objects.filter(team_match=match):
            protocol_approve(match_uid=board.match.uid, version=board.match.version, by=hall.chief, at=hall.later())
        team_match_approve(match_uid=match.uid, version=hall.match(number).version, by=hall.chief, at=hall.later())
    matches = [hall.match(number) for number in (1, 2, 3)]
    league = league_table(
        [e.team_name for e in hall.teams.values()],
        [TeamResult(home=m.first.team_name, guests=m.second.team_name,
                    score=(Fraction(m.sets_first), Fraction(m.sets_second))) for m in matches],
        LeagueRules(tie_breaks=("set_difference", "head_to_head")))
    (table,) = stage_standings(hall.stage)

    assert [(row.entrant.name, row.row.points, row.row.sets_won) for row in table.rows] == [
        (row.team, row.match_points, row.game_points) for row in league]


def test_a_change_of_the_regulations_reaches_the_matches_that_are_under_way() -> None:
    hall = TeamHall(regulations=rules(size=2, rounds=2, stops="all_games"), reserves=0)
    play(hall, "WW W-")
    assert score(hall) == (6, 0, "running", "")
    teams = {**hall.event.regulations["teams"], "stops": "when_won"}
    regulations_change(event=hall.event.uid, settings={"teams": teams}, reason="as agreed", by=hall.chief,
                       at=hall.later())
    assert score(hall) == (6, 0, "finished", "A")

    teams = {**teams, "game_win": 3}
    regulations_change(event=hall.event.uid, settings={"teams": teams}, reason="3 points", by=hall.chief,
                       at=hall.later())
    assert score(hall) == (9, 0, "finished", "A")
