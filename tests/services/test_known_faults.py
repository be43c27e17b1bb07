"""Faults that users of other tournament programs reported, where the database and the services are concerned.

The number is the report's in that project's own tracker. Those of pure code: `tests/formats/test_known_faults.py`.
"""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.db import IntegrityError, transaction
from django.test import Client

from competitions.common.errors import Conflict, Invalid, Stale
from competitions.models import AuditEntry, Match, Stage
from competitions.selectors.actors import actor_of
from competitions.selectors.level import level_in
from competitions.selectors.rounds import stage_facts
from competitions.selectors.self_checks import checks_in_words
from competitions.selectors.standings import stage_standings
from competitions.services.draws import stage_create, stage_draw, stage_lock
from competitions.services.play_offs import order_decide, order_withdraw
from competitions.services.swiss_rounds import swiss_round_discard
from competitions.services.tables import match_table_set, tables_assign
from competitions.workflow import MatchStatus
from refereeing.models import Approval, Protocol
from refereeing.services.desk import game_lost_declare, match_call, no_show_declare, result_enter
from refereeing.services.discipline import entry_withdraw
from refereeing.services.documents.lists import final_table, round_list
from refereeing.services.protocols import protocol_approve, result_correct
from tests.factories import NOON, make_competition, make_entry, make_event, make_official, make_stage
from tests.pdf.documents import text_of
from tests.services.bracket_hall import make_cup
from tests.services.test_play_offs import two_level
from tests.services.test_swiss_day import Day

pytestmark = pytest.mark.django_db
ARGS = {"base_url": "http://hall", "language": "en"}


# --- standings and corrections ---------------------------------------------------------------------------------------
def test_tabbycat_72_only_approved_results_reach_the_table_and_the_pairing() -> None:
    """TabbycatDebate/tabbycat #72: of two results that were entered one is approved, and one counts."""
    day = Day(4)
    day.draw()
    for match in Match.objects.filter(stage=day.stage):
        result_enter(match_uid=match.uid, sets=(4, 2), by=day.chief, at=NOON)
    approved = Match.objects.filter(stage=day.stage).order_by("number")[0]
    protocol_approve(match_uid=approved.uid, version=approved.version, by=day.chief, at=NOON)
    assert [line.points for line in stage_standings(day.stage)[0].rows] == ["2", "0", "0", "0"]
    with pytest.raises(Conflict, match="round_open"):
        day.draw()


def test_cobra_439_the_next_round_waits_and_names_the_missing_tables() -> None:
    """Null-Signal-Games/cobra #439: 4 matches, 3 results."""
    day = Day(8)
    day.draw()
    tables_assign(stage_uid=day.stage.uid, by=day.chief, at=NOON)
    missing = Match.objects.filter(stage=day.stage).order_by("number")[2]
    Match.objects.filter(id=missing.id).update(status=MatchStatus.POSTPONED)
    day.play(1)
    with pytest.raises(Conflict) as refused:
        day.draw()
    assert refused.value.params == {"count": 1, "tables": str(missing.table.number)}  # type: ignore[union-attr]


def test_sharly_chess_2318_a_past_result_is_corrected_and_no_pairing_moves() -> None:
    """Sharly-Chess/sharly-chess #2318: correct round 1 in round 3; report and pairings are kept apart."""
    day = Day(6)
    for number in (1, 2, 3):
        day.draw()
        if number < 3:
            day.play(number)
    pairs = [day.pairs(number) for number in (1, 2, 3)]
    match = day.match(1, 1)
    result_correct(match_uid=match.uid, sets=(3, 3), reason="misread", version=match.version, by=day.chief, at=NOON)
    assert [day.pairs(number) for number in (1, 2, 3)] == pairs
    match.refresh_from_db()
    assert match.corrected
    assert Protocol.objects.filter(game__match=match).count() == 2


def test_sharly_chess_2306_a_decision_by_hand_stays_in_the_chain_when_it_is_taken_back() -> None:
    """Sharly-Chess/sharly-chess #2306: leaving the strict way is recorded and cannot be undone in silence."""
    table = two_level()
    made = order_decide(stage_uid=table.stage.uid, entries=table.uids("ba"), reason="x", by=table.chief, at=NOON)
    order_withdraw(stage_uid=table.stage.uid, order_uid=made.uid, by=table.chief, at=NOON)
    kinds = AuditEntry.objects.filter(subject=table.stage.uid).order_by("seq").values_list("kind", flat=True)
    assert list(kinds) == ["draw.order_decided", "draw.order_withdrawn"]
    assert level_in(stage_facts(table.stage))[0].is_shared


def test_sol_5_17_the_last_round_is_thrown_away_by_its_number_alone() -> None:
    """metapensiero/SoL 5.17 changelog: two windows, the stale one would have deleted another round."""
    day = Day(4)
    day.draw()
    day.play(1)
    day.draw()
    with pytest.raises(Conflict, match="stale_rounds"):
        swiss_round_discard(stage_uid=day.stage.uid, number=1, by=day.chief, at=NOON)
    assert day.stage.rounds.count() == 2


# --- withdrawal and forfeit ------------------------------------------------------------------------------------------
def test_action_fps_290_leaving_needs_a_reason_that_is_recorded_and_printed() -> None:
    """ActionFPS/ActionFPS #290."""
    table = two_level()
    entry = table.entries["d"]
    with pytest.raises(Invalid, match="reason_needed"):
        entry_withdraw(entry_uid=entry.uid, reason="  ", by=table.chief, at=NOON)
    entry_withdraw(entry_uid=entry.uid, reason="ill at noon", by=table.chief, at=NOON)
    row = AuditEntry.objects.get(kind="entry.withdrawn", subject=entry.uid)
    assert row.account is not None
    table.stage.event = table.event
    assert "ill at noon" in text_of(final_table(table.stage, ARGS))


def test_arena_public_28_who_won_by_a_no_show_stands_on_the_next_list() -> None:
    """unitedworldwrestling/arena-public #28: blank names never appear."""
    cup = make_cup(4, "single_elimination")
    for key, who in (("main-1-1", "B"), ("main-1-2", "A")):
        match = cup.match(key)
        match.table = cup.event.competition.tables.all()[0]
        match.save()
        match_call(match_uid=match.uid, by=cup.chief, at=NOON)
        no_show_declare(match_uid=match.uid, who=who, by=cup.chief, at=NOON + timedelta(minutes=3))
        match.refresh_from_db()
        protocol_approve(match_uid=match.uid, version=match.version, by=cup.chief, at=NOON)
    assert cup.pair("main-2-1") == (1, 3)
    cup.stage.event = cup.event
    printed = text_of(round_list(cup.stage, {**ARGS, "round": 2}))
    assert "Entrant 001" in printed
    assert "Entrant 003" in printed


def test_arena_public_29_a_new_match_begins_without_an_outcome() -> None:
    """unitedworldwrestling/arena-public #29: nothing of an earlier retirement is filled in."""
    cup = make_cup(4, "double_elimination")
    match = cup.match("winners-1-1")
    game_lost_declare(match_uid=match.uid, who="A", reason="withdrawn", by=cup.chief, at=NOON)
    match.refresh_from_db()
    protocol_approve(match_uid=match.uid, version=match.version, by=cup.chief, at=NOON)
    cup.win("winners-1-2")
    following = cup.match("losers-1-1")
    assert 1 in cup.pair("losers-1-1")
    assert (following.outcome, following.winner, following.sets_first, following.awarded) == ("", "", None, False)


# --- scheduling ------------------------------------------------------------------------------------------------------
def test_evroon_1280_a_stage_is_drawn_when_the_one_before_is_over() -> None:
    """evroon/bracket #1280: a match starts only after all its sources end."""
    table = two_level()
    following = stage_create(
        event_uid=table.event.uid, system="single_elimination", options={"advance": 2}, by=table.chief, at=NOON)
    with pytest.raises(Conflict, match="stage_open"):
        stage_draw(stage_uid=following.uid, lot="x", by=table.chief, at=NOON)


def test_evroon_1184_nobody_is_given_two_tables_at_once_whatever_the_group() -> None:
    """evroon/bracket #1184: and a person in two events is called to one table only."""
    event = make_event(make_competition(tables=5))
    chief = actor_of(make_official(event.competition))
    entries = [make_entry(event, f"E{n}") for n in range(10)]
    stage = make_stage(event, [entries[:5], entries[5:]])
    tables_assign(stage_uid=stage.uid, by=chief, at=NOON)
    busy = [(m.slot, who) for m in stage.matches.all() for who in (m.first_id, m.second_id)]
    assert len(busy) == len(set(busy)) == 40
    other = make_event(event.competition)
    twice = make_stage(other, [[make_entry(other, person=entries[0].person), make_entry(other, "Guest")]])
    first = stage.matches.filter(first=entries[0]).first() or stage.matches.get(second=entries[0])
    match_call(match_uid=first.uid, by=chief, at=NOON)
    second = twice.matches.get()
    second.table = event.competition.tables.exclude(id=first.table_id).first()
    second.save()
    with pytest.raises(Conflict, match="player_busy"):
        match_call(match_uid=second.uid, by=chief, at=NOON)


def test_derbynet_202_the_promised_number_of_games_is_counted_before_the_start() -> None:
    """jeffpiazza/derbynet #202: 16 entrants; the self-check counts the stored rounds, and sees one that is missing."""
    event = make_event()
    stage = make_stage(event, [[make_entry(event, f"E{n}") for n in range(16)]])
    lines = [check for check in checks_in_words(stage_facts(stage)) if "120 pairs" in check.text]
    assert [check.holds for check in lines] == [True]
    stage.matches.order_by("id")[0].delete()
    assert not all(check.holds for check in checks_in_words(stage_facts(stage)))


def test_sol_43_a_match_moves_to_another_table_and_the_history_keeps_both() -> None:
    """metapensiero/SoL (GitLab) #43."""
    table = two_level()
    Match.objects.filter(stage=table.stage).update(status=MatchStatus.SCHEDULED, outcome="", winner="")
    tables_assign(stage_uid=table.stage.uid, by=table.chief, at=NOON)
    match = table.stage.matches.order_by("number")[0]
    before = match.table
    after = table.event.competition.tables.exclude(id=match.table_id).first()
    assert after is not None
    match_table_set(match_uid=match.uid, table_uid=after.uid, by=table.chief, at=NOON)
    row = AuditEntry.objects.get(kind="match.moved", subject=match.uid)
    assert f'"before":{before.number}' in bytes(row.body).decode()  # type: ignore[union-attr]
    assert f'"after":{after.number}' in bytes(row.body).decode()


def test_sol_44_an_old_round_stays_on_the_screen() -> None:
    """metapensiero/SoL (GitLab) #44: what is refreshed is the address of round 1, in round 3 too."""
    day = Day(6)
    for number in (1, 2, 3):
        day.draw()
        if number < 3:
            day.play(number)
    address = f"/c/{day.event.competition.slug}/{day.event.slug}/rounds/1/"
    shown = Client().get(address).content.decode()
    assert "Round 1" in shown
    assert f'data-live-src="{address}?part=1"' in shown
    assert "Round 1" in Client().get(f"{address}?part=1").content.decode()


def test_evroon_own_finding_a_table_is_taken_until_it_is_free_and_no_longer() -> None:
    """evroon/bracket own finding: partial overlaps. A table is busy from the call to the result; touching is no
    conflict."""
    cup = make_cup(4, "single_elimination")
    one, other = cup.match("main-1-1"), cup.match("main-1-2")
    table = cup.event.competition.tables.all()[0]
    Match.objects.filter(id__in=[one.id, other.id]).update(table=table)
    match_call(match_uid=one.uid, by=cup.chief, at=NOON)
    with pytest.raises(Conflict, match="table_busy"):
        match_call(match_uid=other.uid, by=cup.chief, at=NOON + timedelta(hours=1))
    result_enter(match_uid=one.uid, sets=(3, 0), by=cup.chief, at=NOON + timedelta(hours=1))
    match_call(match_uid=other.uid, by=cup.chief, at=NOON + timedelta(hours=1))


# --- races -----------------------------------------------------------------------------------------------------------
def test_tabbycat_1705_one_approval_of_a_game_stands_at_a_time() -> None:
    """TabbycatDebate/tabbycat #1705, and TabbycatDebate/tabbycat own reading: the database says so, no lock of one
    process."""
    cup = make_cup(4, "single_elimination")
    match = cup.win("main-1-1")
    with pytest.raises(Stale):
        protocol_approve(match_uid=match.uid, version=match.version - 1, by=cup.chief, at=NOON)
    approval = Approval.objects.get(game__match=match)
    approval.pk = None
    with pytest.raises(IntegrityError), transaction.atomic():
        approval.save(force_insert=True)


def test_wca_224_two_results_for_one_match_are_both_seen() -> None:
    """thewca/worldcubeassociation.org #224: the second one is flagged for the chief and changes nothing."""
    cup = make_cup(4, "single_elimination")
    match = cup.enter("main-1-1")
    assert result_enter(match_uid=match.uid, sets=(1, 3), by=cup.chief, at=NOON) == "differs"
    match.refresh_from_db()
    assert (match.sets_first, match.sets_second) == (3, 1)
    assert match.games.get().has_conflict


def test_sol_5_24_what_was_seen_before_a_change_is_refused() -> None:
    """metapensiero/SoL 5.24 changelog: a stale page overwrites nothing."""
    cup = make_cup(4, "single_elimination")
    seen = cup.win("main-1-1")
    result_correct(match_uid=seen.uid, sets=(3, 0), reason="slip", version=seen.version, by=cup.chief, at=NOON)
    with pytest.raises(Stale):
        result_correct(match_uid=seen.uid, sets=(0, 3), reason="slip", version=seen.version, by=cup.chief, at=NOON)
    assert cup.match("main-1-1").sets_second == 0


def test_liwords_892_nobody_meets_themselves() -> None:
    """woogles-io/liwords #892."""
    match = make_cup(4, "single_elimination").match("main-1-1")
    with pytest.raises(IntegrityError), transaction.atomic():
        Match.objects.filter(id=match.id).update(second=match.first)


def test_tournament_stream_helper_311_a_bracket_of_a_hundred_and_twenty_is_drawn_and_locked() -> None:
    """joaorb64/TournamentStreamHelper #311: 110 and more. How long it takes: `python -m benchmarks brackets`."""
    event = make_event(make_competition())
    chief = actor_of(make_official(event.competition))
    for n in range(120):
        make_entry(event, f"Entrant {n:03}")
    stage = stage_create(event_uid=event.uid, system="double_elimination", options={}, by=chief, at=NOON)
    stage = stage_draw(stage_uid=stage.uid, lot="x", by=chief, at=NOON)
    stage_lock(stage_uid=stage.uid, version=stage.version, by=chief, at=NOON)
    assert Stage.objects.get(id=stage.id).matches.count() == 56
