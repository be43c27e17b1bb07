"""Faults that users of other tournament programs reported, where brackets and withdrawals are concerned: one test each.

The number is the report's in that project's own tracker. Those of tables are in `test_known_table_faults.py`.
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
from competitions.formats.elimination import single_elimination
from competitions.formats.errors import FormatError
from competitions.formats.exclusions import Out
from competitions.formats.games import played_game
from competitions.formats.stages import going_on, placings_of_table
from competitions.formats.standings import Rules, standings
from competitions.formats.swiss import pair_round
from competitions.formats.trf import SwissEvent
from tests.formats.brackets import decided, favourite, ids, outsider, played_out, plus
from tests.formats.contract import shared
from tests.formats.test_standings import games, order
from tests.formats.test_swiss import needs_engine


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


# --- all of them -----------------------------------------------------------------------------------------------------
SECTIONS = ("double elimination", "single elimination", "withdrawal/forfeit", "standings/tie-breaks", "round robin",
            "scheduling", "corrections", "races", "teams")
ELSEWHERE = {
    "softwaremagico/KendoTournamentManager #422": "tests/services/test_play_offs.py",
    "FIRST-Tech-Challenge/scorekeeper #302": "tablets: tests/tablet",
    "unitedworldwrestling/arena-public #95": "line-ups of a finished match: tests/services",
    "softwaremagico/KendoTournamentManager #252": "test_teams",
    "alopezlago/MODAQ #297": "test_lineup",
}


def test_every_fault_of_the_list_has_its_test() -> None:
    sections = re.split(r"^## ", shared("anchors", "known-faults.md").read_text(encoding="utf-8"), flags=re.M)
    faults = [re.sub(r",.*", "", line.split("|")[1].strip()) for section in sections if section.startswith(SECTIONS)
              for line in section.splitlines() if line.startswith("| ") and not line.startswith(("| source", "|--"))]
    services = Path(__file__).parents[1] / "services" / "test_known_faults.py"
    files = (Path(__file__), Path(__file__).with_name("test_known_table_faults.py"), services)
    here = "".join(path.read_text(encoding="utf-8") for path in files)

    assert len(faults) > 60
    assert [fault for fault in faults if not re.search(re.escape(fault) + '[".,:]', here)] == []


def test_no_bracket_is_left_without_a_final() -> None:
    """Every drawn bracket ends in one match of the title."""
    for size in range(2, 20):
        made: Bracket = single_elimination(ids(size), places=8)
        assert [match.winner_place for match in made.matches()].count(1) == 1
