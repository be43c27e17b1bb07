"""Eliminations through the services: who is known gets a match, approvals send on, corrections are followed whole."""

from __future__ import annotations

import pytest

from competitions.common.errors import Conflict, Invalid
from competitions.formats.regulations import Regulations
from competitions.models import Match
from competitions.selectors.brackets import bracket_facts, if_decided
from competitions.selectors.rounds import stage_facts
from competitions.selectors.standings import stage_standings
from competitions.services.brackets import bracket_follow
from competitions.services.draws import stage_create, stage_draw
from competitions.workflow import MatchStatus, Outcome
from refereeing.services.desk import match_call, result_enter
from refereeing.services.discipline import entry_exclude, entry_return, entry_withdraw
from refereeing.services.protocols import protocol_reopen, result_correct
from tests.factories import NOON, make_award
from tests.services.bracket_hall import Cup, make_cup, make_field

pytestmark = pytest.mark.django_db


def places(cup: Cup) -> dict[int, str]:
    (table,) = stage_standings(cup.stage, stage_facts(cup.stage))
    return {row.entrant.number: row.place for row in table.rows}


def correct(cup: Cup, key: str, winner: int, *, is_decided: bool = False) -> None:
    match = cup.match(key)
    sets = (3, 1) if match.first.number == winner else (1, 3)
    result_correct(match_uid=match.uid, sets=sets, reason="misread", version=match.version, by=cup.chief, at=NOON,
                   is_decided=is_decided)


def test_matches_exist_from_the_moment_both_are_known() -> None:
    cup = make_cup(5, "single_elimination", places=4)
    # Five on eight lines: 4 meets 5, the others have byes, and 2 meets 3 at once.
    assert {key: cup.pair(key) for key in cup.made()} == {"main-1-2": (4, 5), "main-2-2": (2, 3)}
    cup.win("main-1-2")
    assert cup.pair("main-2-1") == (1, 4)
    cup.win("main-2-1")
    assert "main-3-1" not in cup.made()
    cup.win("main-2-2")
    assert (cup.pair("main-3-1"), cup.pair("place3-3-1")) == ((1, 2), (4, 3))
    cup.play_on()
    assert places(cup) == {1: "1", 2: "2", 3: "3", 4: "4", 5: "5"}


def test_only_an_approved_result_sends_on() -> None:
    cup = make_cup(4, "single_elimination")
    cup.win("main-1-1")
    cup.enter("main-1-2")
    assert "main-2-1" not in cup.made()


def test_rounds_stand_in_the_order_of_play_with_their_names() -> None:
    cup = make_cup(8, grand_final_reset=True)
    names = stage_facts(cup.stage).names
    assert [names[n] for n in sorted(names)] == [
        "Winners' round 1", "Losers' round 1", "Winners' round 2", "Losers' round 2", "Losers' round 3",
        "Winners' final", "Losers' final", "Grand final", "Second grand final"]


def test_even_rounds_belong_to_the_second_named() -> None:
    """lnf-2008:22.1.b."""
    cup = make_cup(4, "single_elimination")
    cup.play_on()
    strokes = dict(Match.objects.filter(stage=cup.stage).values_list("bracket_key", "first_stroke"))
    assert strokes == {"main-1-1": "A", "main-1-2": "A", "main-2-1": "B"}
    assert cup.match("main-2-1").games.get().first_stroke == "B"


def test_first_strokes_by_lot_are_repeated_by_the_lot() -> None:
    event, chief, _entries = make_field(32)
    stage = stage_create(event_uid=event.uid, system="single_elimination", options={"first_stroke": "lot"}, by=chief,
                         at=NOON)
    strokes = []
    for lot in ("one", "one", "two"):
        stage_draw(stage_uid=stage.uid, lot=lot, by=chief, at=NOON)
        strokes.append(dict(Match.objects.filter(stage=stage).values_list("bracket_key", "first_stroke")))
    assert strokes[0] == strokes[1] != strokes[2]
    assert set(strokes[0].values()) == {"A", "B"}


def test_a_level_score_cannot_stand_and_one_more_set_decides() -> None:
    """Six sets may end 3:3 (23.1), not in an elimination: there a seventh decides."""
    cup = make_cup(2, "single_elimination", regulations=Regulations(sets=6))
    match = cup.match("main-1-1")
    with pytest.raises(Invalid, match="illegal_score"):
        result_enter(match_uid=match.uid, sets=(3, 3), by=cup.chief, at=NOON)
    result_enter(match_uid=match.uid, sets=(3, 4), by=cup.chief, at=NOON)
    assert cup.match("main-1-1").winner == "B"


def test_drawn_sets_leave_no_level_game_either() -> None:
    cup = make_cup(2, "single_elimination", regulations=Regulations(ruleset="aus-1992", sets=3))
    with pytest.raises(Conflict, match="needs_winner"):
        result_enter(match_uid=cup.match("main-1-1").uid, sets=(1, 1), by=cup.chief, at=NOON)
    assert cup.match("main-1-1").status == MatchStatus.SCHEDULED


@pytest.mark.parametrize("count", [2, 3, 4, 5, 7, 11])
@pytest.mark.parametrize("system", ["single_elimination", "double_elimination"])
def test_every_size_is_played_to_its_end(count: int, system: str) -> None:
    cup = make_cup(count, system, grand_final_reset=True)
    cup.play_on()
    assert bracket_facts(cup.stage).is_over
    found = places(cup)
    assert len(found) == count
    assert (found[1], found[2]) == ("1", "2")


def test_a_reset_is_played_only_when_both_have_one_loss() -> None:
    cup = make_cup(4, grand_final_reset=True)
    for key in ("winners-1-1", "winners-1-2", "losers-1-1", "winners-2-1", "losers-2-1"):
        cup.win(key)
    cup.win("final-1-1", 2)
    assert cup.pair("final-2-1") == (2, 1)
    correct(cup, "final-1-1", 1)
    assert "final-2-1" not in cup.made()
    assert bracket_facts(cup.stage).is_over


def test_an_exclusion_gives_walkovers_all_the_way() -> None:
    cup = make_cup(8)
    cup.win("winners-1-1")  # 1 beats 8
    entry_exclude(entry_uid=cup.entries[7].uid, clause="14.1", reason="gross", by=cup.chief, at=NOON)
    cup.win("winners-1-2")  # 5 falls and would have met 8
    assert "losers-1-1" not in cup.made()
    entry_exclude(entry_uid=cup.entries[3].uid, clause="14.1", reason="gross", by=cup.chief, at=NOON)
    cup.play_on()
    found = places(cup)
    assert sorted(found.values()) == sorted(["1", "2", "3", "4", "5–6", "5–6", "7–8", "7–8"])
    assert found[1] == "1"


def test_a_withdrawal_awards_the_open_match_and_sends_the_other_on_at_once() -> None:
    cup = make_cup(4, "single_elimination")
    cup.win("main-1-1")
    entry_withdraw(entry_uid=cup.entries[1].uid, reason="ill", by=cup.chief, at=NOON)
    assert cup.match("main-1-2").outcome == Outcome.RETIRED
    assert cup.pair("main-2-1") == (1, 3)
    assert places(cup)[2] == "3–4"


def test_who_walked_over_can_leave_later_too() -> None:
    cup = make_cup(4, "single_elimination")
    cup.win("main-1-2")
    entry_withdraw(entry_uid=cup.entries[0].uid, reason="ill", by=cup.chief, at=NOON)
    assert cup.pair("main-2-1") == (4, 2)
    cup.win("main-2-1", 4)
    entry_exclude(entry_uid=cup.entries[3].uid, clause="14.1", reason="gross", by=cup.chief, at=NOON)
    assert cup.match("main-2-1").status == MatchStatus.APPROVED


def test_who_returns_is_put_back_while_nothing_has_begun() -> None:
    cup = make_cup(8, "single_elimination")
    cup.win("main-1-1")
    entry_withdraw(entry_uid=cup.entries[0].uid, reason="ill", by=cup.chief, at=NOON)
    cup.win("main-1-2")
    assert "main-2-1" not in cup.made()  # 4 walks over
    cup.win("main-1-3")
    cup.win("main-1-4")
    cup.win("main-2-2")
    assert cup.pair("main-3-1") == (4, 2)
    entry_return(entry_uid=cup.entries[0].uid, reason="well again", by=cup.chief, at=NOON)
    assert "main-3-1" not in cup.made()
    assert cup.pair("main-2-1") == (1, 4)


def test_a_double_loss_sends_nobody_on() -> None:
    cup = make_cup(4, "single_elimination")
    cup.win("main-1-2")
    make_award(cup.match("main-1-1"), "", Outcome.DOUBLE_LOSS)
    bracket_follow(cup.stage, at=NOON)
    assert "main-2-1" not in cup.made()
    assert places(cup)[2] == "1"


def test_a_correction_is_followed_while_nobody_affected_has_begun() -> None:
    cup = make_cup(8)
    for key in ("winners-1-1", "winners-1-2"):
        cup.win(key)
    assert (cup.pair("winners-2-1"), cup.pair("losers-1-1")) == ((1, 4), (8, 5))
    changed = [change.after.match.id for change in if_decided(bracket_facts(cup.stage), "winners-1-1", "8").changes]
    assert changed == ["winners-1-1", "losers-1-1", "winners-2-1"]
    correct(cup, "winners-1-1", 8)
    assert (cup.pair("winners-2-1"), cup.pair("losers-1-1")) == ((8, 4), (1, 5))
    assert cup.match("winners-1-1").corrected


def test_a_correction_after_others_have_begun_is_refused_whole() -> None:
    cup = make_cup(8)
    for key in ("winners-1-1", "winners-1-2", "winners-2-1"):
        cup.win(key)
    before = Match.objects.filter(stage=cup.stage).order_by("id").values_list(
        "bracket_key", "first", "second", "winner")
    seen = list(before)
    with pytest.raises(Conflict, match="bracket_begun"):
        correct(cup, "winners-1-1", 8)
    assert list(before.all()) == seen
    assert not if_decided(bracket_facts(cup.stage), "winners-1-1", "8").is_free


def test_the_chief_decides_and_what_was_played_between_others_is_void() -> None:
    cup = make_cup(8)
    for key in ("winners-1-1", "winners-1-2", "winners-2-1"):
        cup.win(key)
    old = cup.match("winners-2-1")
    correct(cup, "winners-1-1", 8, is_decided=True)
    old.refresh_from_db()
    assert (old.bracket_key, old.outcome, old.status) == ("", Outcome.VOID, MatchStatus.APPROVED)
    assert cup.pair("winners-2-1") == (8, 4)
    assert cup.match("winners-2-1").status == MatchStatus.SCHEDULED
    with pytest.raises(Conflict, match="void_match"):
        protocol_reopen(match_uid=old.uid, reason="try", by=cup.chief, at=NOON)
    cup.play_on()
    assert bracket_facts(cup.stage).is_over
    assert places(cup)[8] != "1"


def test_the_same_winner_with_another_score_changes_nothing_else() -> None:
    cup = make_cup(8)
    for key in ("winners-1-1", "winners-1-2", "winners-2-1"):
        cup.win(key)
    match = cup.match("winners-1-1")
    result_correct(match_uid=match.uid, sets=(3, 0), reason="misread", version=match.version, by=cup.chief, at=NOON)
    assert cup.match("winners-2-1").status == MatchStatus.APPROVED


def test_an_approval_taken_back_takes_the_next_match_with_it() -> None:
    cup = make_cup(4, "single_elimination")
    cup.win("main-1-1")
    cup.win("main-1-2")
    protocol_reopen(match_uid=cup.match("main-1-1").uid, reason="look again", by=cup.chief, at=NOON)
    assert cup.made() == {"main-1-1", "main-1-2"}


def test_a_called_match_has_begun() -> None:
    cup = make_cup(4, "single_elimination")
    cup.win("main-1-1")
    cup.win("main-1-2")
    final = cup.match("main-2-1")
    final.table = cup.event.competition.tables.first()
    final.save()
    match_call(match_uid=final.uid, by=cup.chief, at=NOON)
    with pytest.raises(Conflict, match="bracket_begun"):
        correct(cup, "main-1-1", 4)
