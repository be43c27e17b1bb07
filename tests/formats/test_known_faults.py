"""Faults that users of other tournament programs reported, where pairing and tables are concerned: one test each.

The number is the report's in that project's own tracker.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from competitions.formats.bracket import BYE, ROUND_NAMES, Bracket, RoundKind
from competitions.formats.bracket_changes import consequences
from competitions.formats.bracket_check import check_bracket
from competitions.formats.bracket_play import (
    OPEN,
    Decision,
    MatchState,
    Situation,
    final_places,
    losses,
    play,
)
from competitions.formats.double_elimination import Crossing, crossing_table, double_elimination
from competitions.formats.draw_json import draw_from_json
from competitions.formats.elimination import single_elimination
from competitions.formats.errors import FormatError
from competitions.formats.exclusions import Out
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
from tests.formats.brackets import favourite, ids, outsider, played_out
from tests.formats.contract import shared
from tests.formats.test_explain import explained
from tests.formats.test_standings import games, order, value
from tests.formats.test_swiss import needs_engine


def decided(**winners: str | None) -> Situation:
    return Situation(decisions={name.replace("_", "-"): Decision(winner) for name, winner in winners.items()})


def plus(situation: Situation, **winners: str | None) -> Situation:
    return Situation(decisions={**situation.decisions, **decided(**winners).decisions}, withdrawn=situation.withdrawn)


# --- double elimination ----------------------------------------------------------------------------------------------
def test_brackets_manager_54_loser_next_to_a_bye_is_not_stuck() -> None:
    """Drarig29/brackets-manager.js #54: of 7, the loser beside the bye walks over to losers' round 2 at once."""
    bracket = double_elimination(ids(7))
    now = play(bracket, decided(winners_1_2="p4"))

    assert "p5" in {seat.entry for seat in (now["losers-2-1"].first, now["losers-2-1"].second)}
    assert not [match for match in bracket.matches() if match.id.startswith("losers") and BYE in match]


@pytest.mark.parametrize("size", [6, 7])
def test_brackets_manager_138_loser_stands_where_the_printed_source_says(size: int) -> None:
    """Drarig29/brackets-manager.js #138: slot label and actual occupant agree, neighbour bye or not."""
    bracket = double_elimination(ids(size))
    now = play(bracket, decided(winners_1_2="p4"))
    slots = [seat for match in bracket.matches() for side, seat in
             ((match.first, now[match.id].first), (match.second, now[match.id].second))
             if side.source is not None and side.source == ("loser_of", "winners-1-2", 0, "")]

    assert [seat.entry for seat in slots] == ["p5"]


def test_brackets_manager_133_every_size_to_the_limit_is_drawn_and_crossed() -> None:
    """Drarig29/brackets-manager.js #133: 256 entrants and more."""
    for size in (255, 256, 257, 512):
        assert all(check.holds for check in check_bracket(double_elimination(ids(size)), ids(size), seeded=size))
    assert crossing_table(256)[0].crossing is Crossing.REVERSE


def test_brackets_manager_184_bye_carries_on_after_any_other_seeding() -> None:
    """Drarig29/brackets-manager.js #184: of 3, drawn anew with other seeds, nobody waits without an opponent."""
    for order_ in (["p1", "p2", "p3"], ["p3", "p1", "p2"], ["p2", "p3", "p1"]):
        bracket = double_elimination(order_)
        now = play(bracket, Situation(decisions={"winners-1-2": Decision(order_[1])}))

        assert now["winners-2-1"].state is MatchState.READY
        assert [seat.entry for seat in (now["losers-2-1"].first, now["losers-2-1"].second)] == [None, order_[2]]


@pytest.mark.parametrize("size", range(2, 70))
def test_brackets_manager_47_byes_never_meet(size: int) -> None:
    """Drarig29/brackets-manager.js #47: of 9 in 16 lines, every bye faces somebody."""
    first = single_elimination(ids(size)).rounds[0].matches

    assert not any(match.first.is_bye for match in first)


def test_brackets_manager_116_empty_boxes_are_no_matches() -> None:
    """Drarig29/brackets-manager.js #116: what nobody can play is neither listed nor numbered, but for first byes."""
    bracket = double_elimination(ids(17))
    byes = [match.id for match in bracket.matches() if BYE in (match.first, match.second)]

    assert len(byes) == 15
    assert all(match_id.startswith("winners-1-") for match_id in byes)


def test_brackets_viewer_16_second_grand_final_is_not_there_to_be_played() -> None:
    """Drarig29/brackets-viewer.js #16: the finalist without a loss wins the first final."""
    bracket = double_elimination(ids(4), grand_final_reset=True)

    assert play(bracket, played_out(bracket))["final-2-1"].state is MatchState.NOT_NEEDED


def test_brackets_manager_own_finding_second_grand_final_is_refused() -> None:
    """Drarig29/brackets-manager.js own finding: it cannot be decided either."""
    bracket = double_elimination(ids(4), grand_final_reset=True)
    with pytest.raises(FormatError) as caught:
        play(bracket, plus(played_out(bracket), final_2_1="p1"))
    assert caught.value.code == "not_in_match"


def test_cobra_12_nothing_is_left_when_one_has_two_losses() -> None:
    """Null-Signal-Games/cobra #12: the undefeated player wins the final of 4."""
    bracket = double_elimination(ids(4), grand_final_reset=True)

    assert all(item.is_over for item in play(bracket, played_out(bracket)).values())


def test_online_go_1488_all_but_one_have_two_losses_at_the_end() -> None:
    """online-go/online-go.com #1488: of 9 with byes."""
    bracket = double_elimination(ids(9), grand_final_reset=True)
    for pick in (favourite, outsider):
        lost = losses(play(bracket, played_out(bracket, pick)))
        assert sorted(lost.values())[1:] == [2] * 8


def test_pokemon_showdown_2392_the_name_of_the_reset_says_why() -> None:
    """smogon/pokemon-showdown #2392: both have one loss."""
    assert "both have one loss" in ROUND_NAMES[RoundKind.RESET]


def test_jquery_bracket_84_correcting_the_first_final_takes_the_second_away() -> None:
    """teijo/jquery-bracket #84: the reset final goes together with its own result, and is listed first."""
    bracket = double_elimination(ids(2), grand_final_reset=True)
    before = decided(winners_1_1="p1", final_1_1="p2", final_2_1="p2")
    found = consequences(bracket, before, plus(before, final_1_1="p1"))

    assert [(c.after.match.id, c.falls, c.after.state) for c in found.changes] == [
        ("final-1-1", False, MatchState.DECIDED), ("final-2-1", True, MatchState.NOT_NEEDED)]
    assert "final-2-1" not in found.situation.decisions


def test_jquery_bracket_126_to_be_decided_is_no_bye() -> None:
    """teijo/jquery-bracket #126: of 5, nothing played."""
    now = play(double_elimination(ids(5)), Situation())["winners-2-1"]

    assert (now.state, now.first.entry, now.second) == (MatchState.TO_BE_DECIDED, "p1", OPEN)


def test_jquery_bracket_97_crossing_depends_on_the_size_of_the_bracket_alone() -> None:
    """teijo/jquery-bracket #97: of 9 to 16 the losers of winners' round 2 come in one order."""
    def drops(entries: int) -> list[str]:
        return [source for _, source in sorted(
            (match.id, match.first.source.match) for match in double_elimination(ids(entries)).matches()
            if match.id.startswith("losers-4") and match.first.source is not None)]

    assert {tuple(drops(entries)) for entries in range(9, 17)} == {("winners-3-1", "winners-3-2")}


def test_jquery_bracket_180_the_table_shown_is_the_table_played() -> None:
    """teijo/jquery-bracket #180: of 32."""
    matches = {match.id: match for match in double_elimination(ids(32)).matches()}
    for crossed in crossing_table(32):
        for place, winners_match in enumerate(crossed.matches, 1):
            side = matches[f"losers-{crossed.losers_round}-{place}"].first
            assert side.source == ("loser_of", f"winners-{crossed.winners_round}-{winners_match}", 0, "")


def test_heroes_lounge_111_sides_follow_from_the_decisions_given_alone() -> None:
    """Fabian-Sommer/HeroesLounge #111: leave out a hidden result, and nothing of it shows in any other slot."""
    bracket = double_elimination(ids(6))
    shown, hidden = decided(winners_1_2="p4"), decided(winners_1_2="p4", winners_1_4="p6")
    differing = {match_id for match_id, item in play(bracket, hidden).items() if item != play(bracket, shown)[match_id]}

    assert "p6" not in str(play(bracket, shown)["winners-2-2"].second)
    assert differing == {"winners-1-4", "winners-2-2", "losers-2-2"}


@pytest.mark.parametrize("size", range(2, 40))
def test_blue_alliance_5089_each_slot_has_one_source_each_match_one_target(size: int) -> None:
    """the-blue-alliance/the-blue-alliance #5089."""
    bracket = double_elimination(ids(size), grand_final_reset=True)
    sources = [side.source for match in bracket.matches() for side in (match.first, match.second) if side.source]

    assert len(sources) == len(set(sources))
    assert {source.match for source in sources} == {match.id for match in bracket.matches()} - {"final-2-1"}


def test_tournament_organizer_1_leaving_makes_walkovers_not_holes() -> None:
    """slashinfty/tournament-organizer #1: of 8, a player leaves after winners' round 1."""
    bracket = double_elimination(ids(8), grand_final_reset=True)
    after_one = {match.id: Decision(favourite(item)) for match in bracket.rounds[0].matches
                 for item in [play(bracket, Situation())[match.id]]}
    for gone in ids(8):
        over = played_out(bracket, situation=Situation(decisions=after_one, withdrawn=frozenset({gone})))
        assert {item.state for item in play(bracket, over).values()} <= {
            MatchState.DECIDED, MatchState.WALKOVER, MatchState.NOT_NEEDED}


def test_sendou_703_bracket_is_reset_when_the_losers_champion_wins() -> None:
    """sendou-ink/sendou.ink #703: of 4."""
    bracket = double_elimination(ids(4), grand_final_reset=True)
    begun = decided(winners_1_1="p1", winners_1_2="p2", winners_2_1="p1", losers_1_1="p3", losers_2_1="p2")
    now = play(bracket, plus(begun, final_1_1="p2"))

    assert now["final-2-1"].state is MatchState.READY
    assert (losses(now)["p1"], losses(now)["p2"]) == (1, 1)


# --- single elimination ----------------------------------------------------------------------------------------------
def test_sol_knockout_takes_twelve_with_byes_to_the_first_four() -> None:
    """metapensiero/SoL own finding: any size, not powers of two alone."""
    first = single_elimination(ids(12)).rounds[0].matches

    assert {match.first.entry for match in first if match.is_bye} == {"p1", "p2", "p3", "p4"}


# --- withdrawal, forfeit ---------------------------------------------------------------------------------------------
def test_brackets_manager_214_match_that_both_lost_gives_a_walkover() -> None:
    """Drarig29/brackets-manager.js #214: of 8, both no-shows; both ranked by the round they fell in."""
    bracket = single_elimination(ids(8))
    situation = decided(main_1_1=None, main_1_2="p4")
    now = play(bracket, situation)

    assert (now["main-2-1"].state, now["main-2-1"].winner.entry) == (MatchState.WALKOVER, "p4")
    assert {final_places(bracket, now)[entry] for entry in ("p1", "p8", "p5")} == {5}


def test_brackets_manager_115_double_forfeit_gives_a_loss_each_and_no_sets() -> None:
    """Drarig29/brackets-manager.js #115: round robin of 4."""
    table = standings("abcd", games("a-b cd42"), rules=Rules(tie_breaks=("set_difference",)))
    rows = {row.id: row for row in table.rows}

    assert [(rows[i].lost, rows[i].drawn, rows[i].points, rows[i].sets_won, rows[i].sets_lost) for i in "ab"] == [
        (1, 0, 0, 0, 0)] * 2


@pytest.mark.parametrize(("played", "annulled"), [("ab40 ca40", True), ("ab40 ca40 ad40", False)])
def test_sendou_2934_half_played_is_annulled_more_stands(played: str, annulled: bool) -> None:
    """sendou-ink/sendou.ink #2934: of 5, a team leaves after two (three) of four games (lnf-2008:3.2)."""
    table = standings("abcde", games(played), out=[Out(id="a")])
    rows = {row.id: row for row in table.rows}

    assert (rows["a"].rank is None) is annulled
    assert rows["e"].points == (0 if annulled else 2)
    assert rows["c"].points == (0 if annulled else 2)


def test_sendou_2869_closed_stage_is_a_value_of_its_own() -> None:
    """sendou-ink/sendou.ink #2869: who leaves in the bracket changes nothing in the groups before it."""
    table = standings("abc", games("ab40 ac40 bc40"))
    placed = going_on({"A": placings_of_table(table.rows)}, 2)
    after = standings("abc", games("ab40 ac40 bc40"))

    assert table == after
    assert placed == {("A", 1): "a", ("A", 2): "b"}


@needs_engine
def test_sharly_chess_2036_leaving_changes_no_round_before() -> None:
    """Sharly-Chess/sharly-chess #2036: a withdrawal before round 3 leaves rounds 1 and 2 as they were."""
    first = (played_game("p1", "p3", 4, 0), played_game("p4", "p2", 0, 4))
    event = SwissEvent(order=tuple(ids(4)), rounds=(first,), absent=frozenset({"p4"}))
    pair_round(event)

    assert event.rounds == (first,)
    assert "p4" not in {side for pairing in pair_round(event).round.pairings for side in pairing}


@needs_engine
def test_sharly_chess_1878_return_counts_from_the_round_that_is_paired_next() -> None:
    """Sharly-Chess/sharly-chess #1878: who was absent in a drawn round has no game there, and plays the next."""
    first = (played_game("p1", "p2", 4, 0),)
    paired = pair_round(SwissEvent(order=tuple(ids(4)), rounds=(first,)))

    assert {side for pairing in paired.round.pairings for side in pairing} == set(ids(4))
    assert "0000 - Z" in paired.trf


def test_liwords_1039_leaving_closes_the_running_match_for_the_opponent() -> None:
    """woogles-io/liwords #1039: the next match is not held up."""
    now = play(single_elimination(ids(4)), Situation(withdrawn=frozenset({"p1"})))

    assert (now["main-1-1"].state, now["main-1-1"].winner.entry) == (MatchState.WALKOVER, "p4")


def test_liwords_481_opponent_of_somebody_who_left_walks_over_everywhere() -> None:
    """woogles-io/liwords #481: removed after the pairing."""
    situation = decided(main_1_1="p1", main_1_2="p2")
    now = play(single_elimination(ids(4)), Situation(decisions=situation.decisions, withdrawn=frozenset({"p2"})))

    assert now["main-2-1"].winner.entry == "p1"


def test_tournament_organizer_10_nobody_is_paired_with_themselves() -> None:
    """slashinfty/tournament-organizer #10: a result, then the loser leaves."""
    bracket = double_elimination(ids(3))
    before = decided(winners_1_2="p2")
    now = play(bracket, Situation(decisions=before.decisions, withdrawn=frozenset({"p3"})))

    assert all(item.first.entry is None or item.first.entry != item.second.entry for item in now.values())


def test_arena_public_78_annulled_stand_below_the_ranked_without_a_place() -> None:
    """unitedworldwrestling/arena-public #78."""
    assert order(standings("abc", games("ca40"), out=[Out(id="c", scheduled=4)]))[-1] == ("c", None, None)


def test_arena_public_256_mistake_taken_back_leaves_nothing_behind() -> None:
    """unitedworldwrestling/arena-public #256: a semi-final lost by both by mistake, then corrected."""
    bracket = single_elimination(ids(8), places=4)
    before = played_out(bracket, situation=None)
    semi = {key: value for key, value in before.decisions.items() if not key.startswith(("main-3", "place"))}
    right = Situation(decisions=semi)
    wrong = consequences(bracket, right, plus(right, main_2_1=None)).situation
    back = consequences(bracket, wrong, plus(wrong, main_2_1="p1")).situation

    assert play(bracket, back) == play(bracket, right)


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


# --- all of them -----------------------------------------------------------------------------------------------------
SECTIONS = ("double elimination", "single elimination", "withdrawal/forfeit", "standings/tie-breaks", "round robin",
            "corrections", "teams")
ELSEWHERE = {
    "unitedworldwrestling/arena-public #28": "protocols: tests/pdf",
    "unitedworldwrestling/arena-public #29": "protocols: tests/pdf",
    "ActionFPS/ActionFPS #290": "reason and author of an award: tests/services",
    "TabbycatDebate/tabbycat #72": "only approved results reach the table: tests/services",
    "softwaremagico/KendoTournamentManager #422": "play-off games are Particulars of a table: test_tiebreaks",
    "FIRST-Tech-Challenge/scorekeeper #302": "tablets: tests/tablet",
    "Null-Signal-Games/cobra #439": "round_open: tests/services",
    "Sharly-Chess/sharly-chess #2318": "corrections of past results: tests/services",
    "Sharly-Chess/sharly-chess #2306": "the chain of decisions: tests/services",
    "metapensiero/SoL 5.17 changelog": "version of the round: tests/services",
    "unitedworldwrestling/arena-public #95": "line-ups of a finished match: tests/services",
    "softwaremagico/KendoTournamentManager #252": "test_teams",
    "alopezlago/MODAQ #297": "test_lineup",
}


def test_every_fault_of_the_list_has_its_test() -> None:
    sections = re.split(r"^## ", shared("anchors", "known-faults.md").read_text(encoding="utf-8"), flags=re.M)
    faults = [re.sub(r",.*", "", line.split("|")[1].strip()) for section in sections if section.startswith(SECTIONS)
              for line in section.splitlines() if line.startswith("| ") and not line.startswith(("| source", "|--"))]
    here = Path(__file__).read_text(encoding="utf-8")

    assert len(faults) > 60
    assert [fault for fault in faults if not re.search(re.escape(fault) + '[".,:]', here)] == []


def test_no_bracket_is_left_without_a_final() -> None:
    """Every drawn bracket ends in one match of the title."""
    for size in range(2, 20):
        made: Bracket = single_elimination(ids(size), places=8)
        assert [match.winner_place for match in made.matches()].count(1) == 1
