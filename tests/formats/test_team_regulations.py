"""What the regulations of a team event may say, and who may play in a team."""

from dataclasses import replace

import pytest

from competitions.common.errors import Invalid
from competitions.formats.eligibility import Member, order_faults, roster_faults
from competitions.formats.regulations import PRESETS, Regulations, changed_settings, regulations_from, regulations_json
from competitions.formats.team_match import Stops, Team, rotation
from competitions.formats.team_regulations import (
    TeamRegulations,
    is_rotation,
    schedule_lines,
    team_regulations_from,
    team_regulations_json,
)

LEAGUE = PRESETS["lnf_team_league"].regulations


def test_the_latvian_league_plays_five_by_five_over_five_rounds_to_the_end_of_the_deciding_one():
    teams = LEAGUE.teams

    assert (teams.size, teams.rounds, teams.rules().stops) == (5, 5, Stops.AFTER_ROUND)
    assert teams.team_rounds() == rotation(5, 5)
    assert teams.rules().schedule[0].begins is Team.GUESTS  # 22.2
    assert (teams.rules().points.win, teams.rules().points.draw, teams.rules().points.loss) == (2, 1, 0)


def test_the_games_of_a_team_event_have_the_points_of_a_game():
    event = replace(LEAGUE, win=3, draw=1, teams=TeamRegulations(game_win=2))

    assert (event.win, event.of_boards().win, event.of_boards().teams) == (3, 2, None)
    assert Regulations().of_boards() == Regulations()


def test_settings_survive_json_and_changes_are_named():
    event = replace(LEAGUE, teams=TeamRegulations(size=2, rounds=1, schedule=("H 1-2 2-1",), sexes="M-", min_age=18))

    assert regulations_from(regulations_json(event)) == event
    assert regulations_from({"teams": None}).teams is None
    assert list(changed_settings(LEAGUE, event)) == ["teams"]
    assert team_regulations_from(team_regulations_json(TeamRegulations())) == TeamRegulations()


def test_a_table_of_the_regulations_is_read_and_written_the_same():
    teams = team_regulations_from({"size": 3, "rounds": 2, "schedule": ["h 1-1 2-2  3-3", "G 1-2 2-3 3-1"]})

    assert schedule_lines(teams.team_rounds()) == teams.schedule == ("H 1-1 2-2 3-3", "G 1-2 2-3 3-1")
    assert [drawn.begins for drawn in teams.team_rounds()] == [Team.HOME, Team.GUESTS]


def test_the_rotation_is_known_again_whatever_its_size():
    lines = schedule_lines(rotation(3, 2))

    assert is_rotation(lines)
    assert is_rotation([])
    assert not is_rotation(lines[::-1])
    assert not is_rotation([*lines, *lines])


@pytest.mark.parametrize(("data", "code", "path"), [
    (7, "wrong_type", "teams"), ({"colour": 1}, "unknown_field", "teams.colour"),
    ({"size": True}, "wrong_type", "teams.size"), ({"size": 0}, "out_of_range", "teams.size"),
    ({"size": None}, "wrong_type", "teams.size"), ({"stops": "never"}, "unknown_value", "teams.stops"),
    ({"order": 3}, "unknown_value", "teams.order"), ({"sexes": "MX"}, "wrong_sexes", "teams.sexes"),
    ({"sexes": "MM"}, "wrong_sexes", "teams.sexes"), ({"sexes": 5}, "wrong_sexes", "teams.sexes"),
    ({"women": 6}, "out_of_range", "teams.women"), ({"game_draw": 2}, "points_order", "teams.game_draw"),
    ({"min_age": 40, "max_age": 30}, "ages_order", "teams.max_age"),
    ({"size": 3}, "out_of_range", "teams.rounds"), ({"schedule": "G"}, "wrong_type", "teams.schedule"),
    ({"schedule": ["X 1-1"]}, "wrong_schedule", "teams.schedule"),
    ({"size": 2, "rounds": 2, "schedule": ["G 1-1 2-2"]}, "schedule_length", "teams.schedule"),
    ({"size": 2, "rounds": 1, "schedule": ["G 1-1"]}, "wrong_schedule", "teams.schedule"),
    ({"size": 2, "rounds": 2, "schedule": ["G 1-1 2-2", "H 1-1 2-2"]}, "wrong_schedule", "teams.schedule"),
])
def test_settings_are_refused_with_their_place(data, code, path):
    with pytest.raises(Invalid) as caught:
        team_regulations_from(data)
    assert (caught.value.code, caught.value.params["path"]) == (code, path)


def man(name, born=None):
    return Member(name=name, sex="M", born=born)


def woman(name, born=None):
    return Member(name=name, sex="F", born=born)


PAIR = TeamRegulations(size=2, rounds=2, reserves=1)
CASES = [
    ("a full team", PAIR, [man("A"), woman("B")], [man("C")], []),
    ("a short team", PAIR, [None, man("B")], [], []),
    ("nobody", PAIR, [None, None], [man("C")], ["no_regulars"]),
    ("too many", PAIR, [man("A"), man("B"), man("C")], [man("D"), man("E")],
     ["too_many_regulars", "too_many_reserves"]),
    ("no woman", replace(PAIR, women=1), [man("A"), man("B")], [woman("C")], ["too_few_women"]),
    ("the woman's place is empty", replace(PAIR, women=1), [man("A"), None], [], []),
    ("a number for women", replace(PAIR, sexes="-F"), [woman("A"), man("B")], [man("C")], ["number_for_women"]),
    ("a number for men", replace(PAIR, sexes="M-"), [woman("A"), man("B")], [], ["number_for_men"]),
    ("18 or younger (youth LČ 2016)", replace(PAIR, max_age=18), [man("A", 2008), man("B", 2007)], [], ["too_old"]),
    ("40 or older", replace(PAIR, min_age=40), [man("A", 1986), man("B", 1987)], [man("C", 1990)],
     ["too_young", "too_young"]),
    ("born when?", replace(PAIR, min_age=40), [man("A")], [], ["age_unknown"]),
]


@pytest.mark.parametrize(("why", "rules", "regulars", "reserves", "codes"), CASES, ids=[why for why, *_ in CASES])
def test_rosters(why, rules, regulars, reserves, codes):
    assert [fault.code for fault in roster_faults(rules, regulars, reserves, year=2026)] == codes


def test_a_fault_names_who_and_where():
    (fault,) = roster_faults(replace(PAIR, min_age=40), [man("A", 1980)], [man("C", 1990)], year=2026)
    assert (fault.name, fault.number, fault.is_reserve, fault.limit) == ("C", 1, True, 40)


def test_the_order_of_a_round_keeps_the_numbers_of_the_women():
    rules = replace(PAIR, women=1, sexes="-F")
    assert order_faults(rules, [man("A"), woman("B")]) == ()
    assert [fault.code for fault in order_faults(rules, [man("A"), man("B")])] == ["number_for_women", "too_few_women"]
    assert order_faults(rules, [man("A"), None]) == ()
