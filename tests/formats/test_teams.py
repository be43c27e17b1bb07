"""Team matches and team leagues: lnf-2008:22.2, 22.4, 23.2; the Latvian league's five rounds of five games."""

import csv
from fractions import Fraction

import pytest

from competitions.formats.errors import FormatError
from competitions.formats.games import Points
from competitions.formats.team_match import (
    BoardResult,
    Stops,
    Team,
    TeamRound,
    TeamRules,
    board_games,
    refuse_schedule,
    rotation,
    team_score,
)
from competitions.formats.team_table import Counts, LeagueRules, TeamResult, league_table
from tests.formats.contract import shared

HOME, GUESTS = [f"h{n}" for n in range(1, 6)], [f"g{n}" for n in range(1, 6)]
WIN, DRAW, LOSS = BoardResult((4, 1)), BoardResult((3, 3)), BoardResult((2, 4))


def match(text, stops=Stops.WHEN_WON, numbers=5, rounds=5):
    """A match so far: for each round a word of W, D, L (for the home team) and - for a game not yet played."""
    rules = TeamRules(schedule=rotation(numbers, rounds), stops=stops)
    results = {(number, board): {"W": WIN, "D": DRAW, "L": LOSS}[letter]
               for number, word in enumerate(text.split(), 1) for board, letter in enumerate(word, 1) if letter != "-"}
    return team_score(rules, board_games(rules, [HOME[:numbers]] * rounds, [GUESTS[:numbers]] * rounds, results))


def test_five_rounds_of_five_everybody_meets_everybody_guests_first():
    schedule = rotation(5, 5)

    assert schedule[0].pairs == ((1, 1), (2, 2), (3, 3), (4, 4), (5, 5))
    assert schedule[1].pairs == ((1, 2), (2, 3), (3, 4), (4, 5), (5, 1))
    assert [drawn.begins for drawn in schedule] == [Team.GUESTS, Team.HOME, Team.GUESTS, Team.HOME, Team.GUESTS]
    assert [drawn.begins for drawn in rotation(4, 2, begins=Team.HOME)] == [Team.HOME, Team.GUESTS]
    assert {pair for drawn in schedule for pair in drawn.pairs} == {(h, g) for h in range(1, 6) for g in range(1, 6)}
    refuse_schedule(schedule)


@pytest.mark.parametrize(("text", "home", "guests", "decided", "over"), [
    ("LLLLL LLLLL DWLLL", 3, 27, 3, False),
    ("LLLLL LLLDD LLLLL WWLDD", 8, 32, 3, False),
])
def test_a_league_match_goes_on_to_the_end_only_if_all_games_are_played(text, home, guests, decided, over):
    score = match(text, Stops.ALL_GAMES)

    assert (score.home, score.guests, score.decided_in, score.is_over) == (home, guests, decided, over)
    assert score.winner is None


def test_latvian_league_ends_with_the_round_in_which_one_side_has_26():
    """Bauska 2022: 7:33 and 13:27 after four rounds, 21:29 after five."""
    three = match("LLLLL LLLLL WLL--", Stops.AFTER_ROUND)
    assert (three.home, three.guests, three.decided_in, three.is_over) == (2, 24, None, False)
    three = match("LLLLL LLLLL WLLL-", Stops.AFTER_ROUND)
    assert (three.decided_in, three.is_over, [game.home_number for game in three.to_play]) == (3, False, [5])
    over = match("LLLLL LLLLL WLLLW", Stops.AFTER_ROUND)
    assert (over.home, over.guests, over.is_over, over.winner, over.to_play) == (4, 26, True, Team.GUESTS, ())


def test_seven_to_33_after_four_rounds():
    score = match("LLLLL LLLLW LLLLD WWLLL", Stops.AFTER_ROUND)

    assert score.after == ((0, 10), (2, 18), (3, 27), (7, 33))
    assert (score.decided_in, score.is_over) == (3, True)


def test_a_match_stops_when_it_is_won_unless_the_regulations_say_otherwise():
    """23.2."""
    score = match("LLLLL LLLLL WLLL-")
    assert (score.is_over, score.winner, score.decided_in) == (True, Team.GUESTS, 3)


def test_a_draw_is_over_only_after_the_last_game():
    assert match("WWDLL DDDDD WWDLL DDDDD DDDD-").is_over is False
    score = match("WWDLL DDDDD WWDLL DDDDD DDDDD")
    assert (score.home, score.guests, score.is_over, score.winner, score.decided_in) == (25, 25, True, None, None)


def test_a_last_game_can_decide():
    score = match("W- LW", numbers=2, rounds=2)
    assert (score.is_over, [(g.round, g.home_number) for g in score.to_play]) == (False, [(1, 2)])
    score = match("WL LW", numbers=2, rounds=2)
    assert (score.winner, score.after) == (None, ((2, 2), (4, 4)))
    assert match("WD LW", numbers=2, rounds=2).winner is Team.HOME


def test_an_empty_place_loses_its_game():
    """softwaremagico/KendoTournamentManager #252: a short team loses the empty places; both empty lose both."""
    rules = TeamRules(schedule=rotation(3, 1))
    games = board_games(rules, [["h1", None, None]], [["g1", "g2", None]], {(1, 1): DRAW})
    score = team_score(rules, games)

    assert [game.result for game in games] == [DRAW, BoardResult(awarded=Team.GUESTS), BoardResult()]
    assert (score.home, score.guests, score.is_over, score.winner) == (1, 3, True, Team.GUESTS)
    away = board_games(rules, [["h1", "h2", "h3"]], [[None, "g2", "g3"]], {})
    assert away[0].result == BoardResult(awarded=Team.HOME)


def test_rounds_without_both_line_ups_have_no_players_yet():
    rules = TeamRules(schedule=rotation(2, 2))
    games = board_games(rules, [["h1", "h2"], ["h1", "h2"]], [["g1", "g2"]], {})

    assert [(game.home, game.guest) for game in games] == [("h1", "g1"), ("h2", "g2"), (None, None), (None, None)]
    assert all(game.result is None for game in games)


def test_a_real_match_of_ten_by_ten_comes_out_the_same():
    """Ten rounds, everybody of one side against everybody of the other, 2-1-0; the running score ends 100 : 100."""
    with shared("data", "scheveningen_10v10_2-1-0_games.csv").open(encoding="utf-8") as lines:
        games = list(csv.DictReader(lines))
    with shared("data", "scheveningen_10v10_2-1-0_rounds.csv").open(encoding="utf-8") as lines:
        running = [(int(row["running_a"]), int(row["running_b"])) for row in csv.DictReader(lines)]
    pairs: list[list[tuple[int, int]]] = [[] for _ in range(10)]
    results = {}
    for row in games:
        number, pair = int(row["round"]), (int(row["side_a"][1:]), int(row["side_b"][1:]))
        pairs[number - 1].append(pair)
        results[number, pair[0]] = {"2": WIN, "1": DRAW, "0": LOSS}[row["points_a"]]
    rules = TeamRules(schedule=tuple(TeamRound(tuple(sorted(some)), Team.GUESTS) for some in pairs),
                      stops=Stops.ALL_GAMES)
    refuse_schedule(rules.schedule)
    orders = [[f"x{number}" for number in range(10)]] * 10
    score = team_score(rules, board_games(rules, orders, orders, results))

    assert list(score.after) == running
    assert (score.is_over, score.winner, score.decided_in) == (True, None, None)


@pytest.mark.parametrize(("numbers", "rounds", "path"), [(0, 1, "numbers"), (101, 1, "numbers"), (3, 4, "rounds"),
                                                         (3, 0, "rounds")])
def test_rotation_refuses(numbers, rounds, path):
    with pytest.raises(FormatError) as caught:
        rotation(numbers, rounds)
    assert caught.value.path == path


@pytest.mark.parametrize("schedule", [
    (), (TeamRound(((1, 1), (2, 1)), Team.HOME),), (TeamRound(((1, 1), (1, 2)), Team.HOME),),
    (TeamRound(((1, 1),), Team.HOME), TeamRound(((1, 1),), Team.GUESTS)),
])
def test_schedules_of_the_regulations_are_checked(schedule):
    with pytest.raises(FormatError):
        refuse_schedule(schedule)


def test_line_ups_must_have_the_right_size():
    rules = TeamRules(schedule=rotation(2, 1))
    with pytest.raises(FormatError) as caught:
        board_games(rules, [["h1", "h2"]], [["g1"]], {})
    assert caught.value.path == "guests[0]"


RESULTS = [
    TeamResult(home="A", guests="B", score=(Fraction(26), Fraction(14))),
    TeamResult(home="B", guests="C", score=(Fraction(40), Fraction(10))),
    TeamResult(home="C", guests="A", score=(Fraction(25), Fraction(25))),
    TeamResult(home="D", guests="A", awarded="A"),
]


def test_league_by_match_points():
    table = league_table("ABCD", RESULTS, LeagueRules(tie_breaks=("sets_won",)))

    assert [(row.team, row.rank, row.match_points, row.game_points, row.game_points_against, row.decided_by)
            for row in table] == [("A", 1, 5, 51, 39, None), ("B", 2, 2, 54, 36, "match_points"),
                                  ("C", 3, 1, 35, 65, "match_points"), ("D", 4, 0, 0, 0, "match_points")]


def test_league_by_the_sum_of_game_points():
    half = [*RESULTS, TeamResult(home="D", guests="C", score=(Fraction(1, 2), Fraction(5, 2)))]
    table = league_table("ABCD", half, LeagueRules(ranked_by=Counts.GAME_POINTS, match_points=Points(win=Fraction(3))))

    assert [(row.team, row.game_points, row.match_points, row.decided_by) for row in table] == [
        ("B", 54, 3, None), ("A", 51, 7, "game_points"), ("C", Fraction(75, 2), 4, "game_points"),
        ("D", Fraction(1, 2), 0, "game_points")]
