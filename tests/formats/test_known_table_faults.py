"""Faults that users of other tournament programs reported, where tables, teams and corrections are concerned.

The number is the report's in that project's own tracker. Those of brackets are in `test_known_faults.py`.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from competitions.formats.bracket_changes import consequences
from competitions.formats.bracket_play import MatchState, play
from competitions.formats.double_elimination import double_elimination
from competitions.formats.draw_json import draw_from_json
from competitions.formats.elimination import single_elimination
from competitions.formats.errors import FormatError
from competitions.formats.explain import TermKind
from competitions.formats.games import Points, bye, played_game
from competitions.formats.ranking_list import Challenge, LadderRules, refuse_challenge
from competitions.formats.round_robin import round_robin
from competitions.formats.self_check import check_round_robin
from competitions.formats.stages import going_on, placings_of_table
from competitions.formats.standings import Rules, standings
from competitions.formats.swiss import pair_round
from competitions.formats.team_match import BoardResult, Team, TeamRules, board_games, rotation, team_score
from competitions.formats.trf import SwissEvent
from tests.formats.brackets import decided, ids, played_out, plus
from tests.formats.test_explain import explained
from tests.formats.test_standings import games, value
from tests.formats.test_swiss import needs_engine


# --- standings, tie-breaks -------------------------------------------------------------------------------------------
def test_lila_13694_each_term_says_whether_it_was_played() -> None:
    """lichess-org/lila #13694: the rule for a bye is shown per cell."""
    table = standings("abc", games("ab40 a"), rules=Rules(tie_breaks=("sonneborn_berger",)))
    terms = explained(table, "a", "sonneborn_berger").terms

    assert [(term.kind, term.opponent, term.value) for term in terms] == [
        (TermKind.PLAYED, "b", 0), (TermKind.BYE, None, 4)]


def test_lila_6602_bye_counts_once() -> None:
    """lichess-org/lila #6602: 7 players, bye in round 1."""
    table = standings(ids(7), [bye("p7"), *(played_game(f"p{n}", f"p{n + 3}", 4, 0) for n in (1, 2, 3))])

    assert {row.points for row in table.rows if row.id == "p7"} == {2}
    assert sum(row.points for row in table.rows) == 8


@needs_engine
def test_online_go_2412_bye_goes_to_the_lowest_without_one() -> None:
    """online-go/online-go.com #2412: odd count, every round."""
    rounds: list[tuple] = []
    byes = []
    for _ in range(4):
        drawn = pair_round(SwissEvent(order=tuple(ids(5)), rounds=tuple(rounds))).round
        byes += [pairing.first for pairing in drawn.pairings if pairing.second is None]
        rounds.append(tuple(bye(p.first) if p.second is None else played_game(
            *p, *((4, 0) if p.first < p.second else (0, 4))) for p in drawn.pairings))

    assert len(set(byes)) == 4
    assert byes[0] == "p5"
    assert "p1" not in byes


def test_liquipedia_6772_only_what_is_entered_counts() -> None:
    """Liquipedia/Lua-Modules #6772: a game that is not finished is no result, in Buchholz neither."""
    table = standings("abcd", games("ab40"), rules=Rules(tie_breaks=("buchholz",)))

    assert value(table, "buchholz") == {"a": 0, "b": 2, "c": 0, "d": 0}


def test_sendou_2040_values_of_an_open_round_are_those_of_its_results() -> None:
    """sendou-ink/sendou.ink #2040: the table of half a round is the table of just these games."""
    half = standings("abcd", games("ab42"), rules=Rules(tie_breaks=("set_difference", "median_buchholz")))

    assert value(half, "set_difference") == {"a": 2, "b": -2, "c": 0, "d": 0}
    assert value(half, "median_buchholz") == dict.fromkeys("abcd", 0)


def test_tournament_organizer_30_draws_take_nothing_away() -> None:
    """slashinfty/tournament-organizer #30: W W D W W with nothing for a draw is four wins."""
    made = games("ab40 ac40 ad33 ae40 af40")
    rows = standings("abcdef", made, rules=Rules(points=Points(win=1, draw=0, loss=0))).rows  # type: ignore[arg-type]

    assert rows[0].points == 4


def test_arena_public_121_what_happens_after_a_split_is_stated() -> None:
    """unitedworldwrestling/arena-public #121: a tie-break taken is not taken again after a later one has split."""
    # a, b, c beat each other in a cycle; c has fewer sets; a beat b, but head to head is over: level on sets.
    table = standings("abcd", games("ab42 bc42 ca42 ad41 bd41 cd40"),
                      rules=Rules(tie_breaks=("head_to_head", "sets_won")))
    text = (Path(__file__).resolve().parents[2] / "docs" / "tiebreaks.md").read_text(encoding="utf-8")

    assert {row.rank for row in table.rows if row.id in "abc"} == {1}
    assert "is not taken again" in text


def test_kendo_596_each_row_says_what_put_it_below_the_one_above() -> None:
    """softwaremagico/KendoTournamentManager #596."""
    table = standings("abc", games("ab42 bc40 ca43"), rules=Rules(tie_breaks=("head_to_head", "set_difference")))

    assert [row.decided_by for row in table.rows] == [None, "set_difference", "set_difference"]


def test_leaguerunner_78_more_points_with_fewer_wins_are_decided_by_points() -> None:
    """dave0/leaguerunner #78: the higher-ranked has fewer wins, and the row says why."""
    table = standings("abcd", games("ab33 ac33 ad33 bc04 bd40"))

    assert [(row.id, row.won, row.decided_by) for row in table.rows][:3] == [
        ("a", 0, None), ("b", 1, None), ("c", 1, None)]


def test_friendly_competitions_110_equal_scores_share_the_place() -> None:
    """EvanCooper9/Friendly-Competitions #110: 1, 2, 2, 4."""
    assert [row.rank for row in standings("abcd", games("ab40 ac40 ad40 bd40 cd40")).rows] == [1, 2, 2, 4]


def test_sharly_chess_2320_lot_is_repeatable() -> None:
    """Sharly-Chess/sharly-chess #2320: the same text gives the same lot, another text another."""
    def by(lot: str) -> list[str]:
        return [row.id for row in standings(ids(9), [], rules=Rules(tie_breaks=("lot",), lot=lot)).rows]

    assert by("40 17") == by("40 17")
    assert by("40 17") != by("40 18")


def test_ftc_scout_6_lost_without_play_gives_nothing() -> None:
    """ftc-scout/ftc-scout #6: disqualified in a game that was ahead: it is awarded to the other, without sets."""
    rows = {row.id: row for row in standings("ab", games("b+a")).rows}

    assert (rows["a"].points, rows["a"].sets_won, rows["b"].sets_won) == (0, 0, 0)


# --- round robin -----------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("size", range(2, 12))
def test_tournament_organizer_35_one_bye_each_round_of_an_odd_field(size: int) -> None:
    """slashinfty/tournament-organizer #35, and Drarig29/brackets-viewer.js #72: any number from 2 works."""
    rounds = round_robin(ids(size))

    assert [sum(pairing.is_bye for pairing in drawn.pairings) for drawn in rounds] == [size % 2] * len(rounds)
    assert all(check.holds for check in check_round_robin(ids(size), rounds))


def test_brackets_manager_102_numbers_are_numbers() -> None:
    """Drarig29/brackets-manager.js #102: groups "4" is refused, not read as something else."""
    spec = {"system": "groups", "entries": [{"id": i} for i in ids(16)], "options": {"groups": "4"}}
    with pytest.raises(FormatError) as caught:
        draw_from_json(spec, fresh_lot=lambda: "x")
    assert (caught.value.code, caught.value.path) == ("wrong_type", "options.groups")


@needs_engine
def test_cobra_468_odd_field_with_somebody_free_pairs_the_rest() -> None:
    """Null-Signal-Games/cobra #468: 5 players, one is not to be paired: four play."""
    drawn = pair_round(SwissEvent(order=tuple(ids(5)), absent=frozenset({"p2"}))).round

    assert [pairing.is_bye for pairing in drawn.pairings] == [False, False]


def test_hexo_102_more_rounds_are_another_leg() -> None:
    """HeXO-Game/HeXO #102: of 5 there are 5 rounds a leg, one bye each; 8 rounds cannot be asked for."""
    rounds = round_robin(ids(5), legs=2)

    assert len(rounds) == 10
    assert sorted(p.first for drawn in rounds for p in drawn.pairings if p.is_bye) == sorted(ids(5) * 2)


def test_sharly_chess_2311_double_round_has_no_side_three_times_running() -> None:
    """Sharly-Chess/sharly-chess #2311: of 6, the last two rounds of the first leg exchanged; everybody meets."""
    checks = {check.property.value: check for check in check_round_robin(ids(6), round_robin(ids(6), legs=2), legs=2)}

    assert checks["same_role_running"].params["most"] == 2
    assert checks["everybody_meets"].holds


def test_sol_38_bye_is_a_type_and_never_a_name() -> None:
    """metapensiero/SoL (GitLab) #38: somebody called Bye, Phantom or None is somebody."""
    made = draw_from_json({"system": "single_elimination", "entries": [
        {"id": "a", "name": "bye"}, {"id": "None"}, {"id": "Phantom"}]}, fresh_lot=lambda: "x")
    with pytest.raises(FormatError) as caught:
        draw_from_json({"system": "round_robin", "entries": [{"id": "a"}, {"id": "bye"}]}, fresh_lot=lambda: "x")

    assert sorted(made["order"]) == ["None", "Phantom", "a"]
    assert caught.value.code == "reserved_id"


# --- teams -----------------------------------------------------------------------------------------------------------
def test_kendo_203_team_never_meets_itself() -> None:
    """softwaremagico/KendoTournamentManager #203: a ladder of 2."""
    with pytest.raises(FormatError):
        refuse_challenge(["a", "b"], Challenge("a", "a"), LadderRules())


def test_kendo_672_substitute_keeps_the_order() -> None:
    """softwaremagico/KendoTournamentManager #672: replace 1 of 5 in round 2; the others play where they played."""
    rules = TeamRules(schedule=rotation(5, 2))
    home = [["a", "b", "c", "d", "e"], ["a", "f", "c", "d", "e"]]
    made = board_games(rules, home, [["1", "2", "3", "4", "5"]] * 2, {})

    assert [game.home for game in made] == [*home[0], *home[1]]


def test_counter_strike_16_credit_goes_to_those_who_played() -> None:
    """ValveSoftware/counter-strike_regional_standings #16: the game names the substitute, not the registered one."""
    rules = TeamRules(schedule=rotation(2, 2))
    made = board_games(rules, [["a", "b"], ["a", "r"]], [["x", "y"]] * 2, {(2, 2): BoardResult((4, 0))})

    assert [game.home for game in made if game.result == BoardResult((4, 0))] == ["r"]
    assert team_score(rules, made).winner is None
    assert made[0].begins is Team.GUESTS


# --- corrections -----------------------------------------------------------------------------------------------------
def test_brackets_manager_219_correction_lists_and_carries_on_in_one_go() -> None:
    """Drarig29/brackets-manager.js #219: of 8, winners' round 1 corrected after round 2 is ready."""
    bracket = double_elimination(ids(8))
    before = decided(winners_1_1="p1", winners_1_2="p4", losers_1_1="p5")
    found = consequences(bracket, before, plus(before, winners_1_1="p8"))
    now = play(bracket, found.situation)

    assert [change.after.match.id for change in found.changes] == [
        "winners-1-1", "losers-1-1", "winners-2-1", "losers-2-1"]
    assert now["winners-2-1"].first.entry == "p8"
    assert [change.after.match.id for change in found.changes if change.falls] == ["losers-1-1"]


def test_brackets_manager_65_score_that_keeps_the_winner_moves_nothing() -> None:
    """Drarig29/brackets-manager.js #65: the bracket knows winners only."""
    bracket = single_elimination(ids(4))
    before = decided(main_1_1="p1")

    assert consequences(bracket, before, plus(before, main_1_1="p1")).changes == ()


def test_brackets_manager_107_results_between_the_same_two_stand() -> None:
    """Drarig29/brackets-manager.js #107: only the matches whose players change are touched."""
    bracket = single_elimination(ids(8))
    before = played_out(bracket)
    found = consequences(bracket, before, plus(before, main_1_1="p8"))

    assert {match_id for match_id in before.decisions if match_id not in found.situation.decisions} == {
        "main-2-1", "main-3-1"}


def test_5stack_422_result_taken_back_opens_the_match_again() -> None:
    """5stackgg/5stack-panel #422: with a list of what follows before anything is done."""
    bracket = single_elimination(ids(4))
    before = decided(main_1_1="p4", main_1_2="p2")
    found = consequences(bracket, before, decided(main_1_2="p2"))

    assert [(change.after.match.id, change.after.state) for change in found.changes] == [
        ("main-1-1", MatchState.READY), ("main-2-1", MatchState.TO_BE_DECIDED)]


def test_kendo_627_next_stage_is_built_of_its_groups_alone() -> None:
    """softwaremagico/KendoTournamentManager #627: a last pool match corrected gives the other bracket, if unplayed."""
    def placed(text: str) -> dict[tuple[str, int], str]:
        return going_on({"A": placings_of_table(standings("abc", games(text)).rows)}, 1)

    assert placed("ab40 ac40 bc40") == {("A", 1): "a"}
    assert placed("ab04 ac40 bc40") == {("A", 1): "b"}


def test_kendo_86_one_result_more_leaves_the_others_alone() -> None:
    """softwaremagico/KendoTournamentManager #86."""
    one, two = standings("abcd", games("ab42")), standings("abcd", games("ab42 cd40"))

    assert {(row.id, row.points) for row in one.rows if row.id in "ab"} == {
        (row.id, row.points) for row in two.rows if row.id in "ab"}
