"""A Swiss on its day: no-shows, those they leave over, pairs by hand, late corrections, repeats; by name."""

from __future__ import annotations

from datetime import timedelta
from uuid import UUID

import pytest

from competitions.common.actors import Actor
from competitions.common.errors import Conflict, Invalid, NotAllowed
from competitions.formats.errors import FormatError, NoLegalRound
from competitions.formats.hand_pairing import Against
from competitions.models import AuditEntry, Entry, Match, Round, Stage
from competitions.selectors.actors import actor_of
from competitions.selectors.rounds import stage_facts
from competitions.selectors.self_checks import checks_in_words
from competitions.selectors.standings import stage_standings
from competitions.services.draws import stage_create, stage_draw, stage_lock
from competitions.services.entries import presence_set
from competitions.services.swiss_hand import HandPaired, left_over_pair, round_pairs_set
from competitions.services.swiss_rounds import stage_entry_add, swiss_round_draw
from competitions.workflow import EntryState, MatchStatus, Outcome
from refereeing.models import GameEvent
from refereeing.services.desk import match_call, no_show_declare, result_enter
from refereeing.services.desk_voids import event_take_back
from refereeing.services.discipline import entry_withdraw
from refereeing.services.protocols import protocol_approve, result_correct
from tests.factories import NOON, make_competition, make_entry, make_event, make_official

pytestmark = pytest.mark.django_db


class Day:
    """A locked Swiss; entrant n has number n and the n-th best rating."""

    def __init__(self, count: int, rounds: int = 5, clubs: str = "") -> None:
        self.event = make_event(make_competition(tables=8))
        self.chief: Actor = actor_of(make_official(self.event.competition))
        self.entries: list[Entry] = [
            make_entry(self.event, f"Entrant {n:02}", rating=2000 - n, club=clubs[n - 1 : n])
            for n in range(1, count + 1)]
        stage = stage_create(
            event_uid=self.event.uid, system="swiss", options={"rounds": rounds}, by=self.chief, at=NOON)
        stage = stage_draw(stage_uid=stage.uid, lot="public", by=self.chief, at=NOON)
        self.stage: Stage = stage_lock(stage_uid=stage.uid, version=stage.version, by=self.chief, at=NOON)

    @property
    def version(self) -> int:
        return Stage.objects.get(id=self.stage.id).version

    def draw(self, **how: bool) -> Round:
        done = self.stage.rounds.count()
        return swiss_round_draw(stage_uid=self.stage.uid, seen_rounds=done, by=self.chief, at=NOON, **how)

    def absent(self, *numbers: int) -> None:
        presence_set(event=self.event.uid, absent=[self.uid(n) for n in numbers], by=self.chief, at=NOON)

    def present(self, *numbers: int) -> None:
        presence_set(event=self.event.uid, present=[self.uid(n) for n in numbers], by=self.chief, at=NOON)

    def uid(self, number: int) -> UUID:
        return self.entries[number - 1].uid

    def pairs(self, number: int) -> set[frozenset[int]]:
        """Who meets whom; a bye is a set of one."""
        rows = Match.objects.filter(stage=self.stage, round__number=number).exclude(outcome=Outcome.VOID)
        return {frozenset(n for n in row if n) for row in rows.values_list("first__number", "second__number")}

    def match(self, number: int, who: int) -> Match:
        rows = Match.objects.filter(stage=self.stage, round__number=number).exclude(outcome=Outcome.VOID)
        return rows.filter(first__number=who).first() or rows.get(second__number=who)

    def play(self, number: int, *, beats: int = 0) -> None:
        """Everything of the round that is open is won by the lower number (or by `beats`)."""
        for match in Match.objects.filter(round__stage=self.stage, round__number=number, second__isnull=False,
                                          status=MatchStatus.SCHEDULED):
            first = match.first.number < match.second.number if beats not in (  # type: ignore[union-attr]
                match.first.number, match.second.number) else match.first.number == beats  # type: ignore[union-attr]
            result_enter(match_uid=match.uid, sets=(4, 2) if first else (2, 4), by=self.chief, at=NOON)
            match.refresh_from_db()
            protocol_approve(match_uid=match.uid, version=match.version, by=self.chief, at=NOON)

    def repair(self, number: int, **how: bool) -> Round:
        return left_over_pair(stage_uid=self.stage.uid, number=number, by=self.chief, at=NOON, **how)

    def by_hand(self, number: int, pairs: str, **how: object) -> HandPaired:
        """Pairs as text: `1-2 3-4 5`."""
        wanted = [tuple(self.uid(int(n)) for n in pair.split("-")) for pair in pairs.split()]
        given = {"version": self.version, **how}
        return round_pairs_set(
            stage_uid=self.stage.uid, number=number, by=self.chief, at=NOON,
            pairs=[(p[0], p[1] if len(p) > 1 else None) for p in wanted], **given)  # type: ignore[arg-type]

    def holds(self) -> bool:
        return all(check.holds for check in checks_in_words(stage_facts(self.stage)))


def test_left_over_opponents_of_no_shows_are_paired_before_the_first_stroke() -> None:
    day = Day(8)
    day.draw()
    assert day.pairs(1) == {frozenset(p) for p in ((1, 5), (2, 6), (3, 7), (4, 8))}
    kept = day.match(1, 2).uid
    day.absent(5, 7)

    day.repair(1)

    assert day.pairs(1) == {frozenset(p) for p in ((1, 3), (2, 6), (4, 8))}
    assert day.match(1, 2).uid == kept
    assert AuditEntry.objects.filter(kind="round.left_over_paired").count() == 1
    assert day.holds()


def test_one_who_is_left_over_is_free_and_who_was_free_is_paired() -> None:
    day = Day(7)
    day.draw()
    assert frozenset({7}) in day.pairs(1)
    day.absent(4)  # who was to meet 1
    day.repair(1)
    assert day.pairs(1) == {frozenset(p) for p in ((2, 5), (3, 6), (1, 7))}
    day.absent(6)
    day.repair(1)
    assert day.pairs(1) == {frozenset(p) for p in ((2, 5), (1, 7), (3,))}


def test_a_match_that_has_begun_is_never_paired_anew() -> None:
    day = Day(4)
    day.draw()
    day.play(1)
    with pytest.raises(Conflict, match="round_started"):
        day.by_hand(1, "1-4 2-3", confirmed=True, reason="x")
    day.absent(4)
    with pytest.raises(Conflict, match="nobody_left_over"):
        day.repair(1)


def test_a_called_match_that_falls_stays_to_be_read_as_void() -> None:
    day = Day(4)
    day.draw()
    match = day.match(1, 3)
    match.table = day.event.competition.tables.get(number=1)
    match.save()
    match_call(match_uid=match.uid, by=day.chief, at=NOON)
    day.absent(3)

    day.repair(1)

    match.refresh_from_db()
    assert (match.status, match.outcome) == (MatchStatus.APPROVED, Outcome.VOID)
    assert day.pairs(1) == {frozenset({2, 4}), frozenset({1})}
    assert [line.row.played for line in stage_standings(day.stage)[0].rows] == [0, 0, 0, 0]
    day.play(1)
    day.draw()


def test_a_no_show_stays_unpaired_until_marked_present() -> None:
    day = Day(6)
    day.draw()
    late = day.match(1, 4)
    late.table = day.event.competition.tables.get(number=1)
    late.save()
    match_call(match_uid=late.uid, by=day.chief, at=NOON)
    who = "A" if late.first.number == 4 else "B"
    no_show_declare(match_uid=late.uid, who=who, by=day.chief, at=NOON + timedelta(minutes=3))
    late.refresh_from_db()
    protocol_approve(match_uid=late.uid, version=late.version, by=day.chief, at=NOON)
    day.play(1)

    assert Entry.objects.get(uid=day.uid(4)).state == EntryState.ABSENT
    day.draw()
    assert not any(4 in pair for pair in day.pairs(2))
    day.play(2)
    day.present(4)
    day.draw()
    assert any(4 in pair for pair in day.pairs(3))


def test_a_no_show_that_is_taken_back_makes_present_again() -> None:
    day = Day(4)
    day.draw()
    match = day.match(1, 4)
    match.table = day.event.competition.tables.get(number=1)
    match.save()
    match_call(match_uid=match.uid, by=day.chief, at=NOON)
    who = "A" if match.first.number == 4 else "B"
    no_show_declare(match_uid=match.uid, who=who, by=day.chief, at=NOON + timedelta(minutes=3))
    declared = GameEvent.objects.get(game__match=match, kind="no_show")
    event_take_back(match_uid=match.uid, event_uid=declared.uid, reason="was there", by=day.chief, at=NOON)
    assert Entry.objects.get(uid=day.uid(4)).state == EntryState.PRESENT


def test_who_comes_meanwhile_meets_who_was_free() -> None:
    day = Day(6)
    day.absent(6)
    day.draw()
    assert frozenset({5}) in day.pairs(1)
    day.present(6)
    day.repair(1)
    assert frozenset({5, 6}) in day.pairs(1)


def test_pairing_by_hand_warns_of_everything_and_stores_nothing_unconfirmed() -> None:
    """Met before, one club, points far apart, a second bye, the third role running, nobody to meet."""
    day = Day(5, clubs="AABCD")
    assert day.by_hand(1, "1-2 3-4 5").round is None  # one club
    assert day.by_hand(1, "1-3 2-4 5").round is not None
    day.play(1)
    found = day.by_hand(2, "1-3 5").objections
    assert {(o.kind, o.first) for o in found} == {
        (Against.MET_BEFORE, "1"), (Against.SECOND_BYE, "5"), (Against.NOT_PAIRED, "2"), (Against.NOT_PAIRED, "4")}
    assert day.stage.rounds.count() == 1
    with pytest.raises(Invalid, match="reason_needed"):
        day.by_hand(2, "1-3 5", confirmed=True)
    done = day.by_hand(2, "1-3 5", confirmed=True, reason="the hall closes")
    assert done.round is not None
    assert day.pairs(2) == {frozenset({1, 3}), frozenset({5})}
    entry = AuditEntry.objects.filter(kind="round.paired_by_hand").latest("seq")
    assert b"met_before" in bytes(entry.body)
    assert b"the hall closes" in bytes(entry.body)


def test_pairing_by_hand_warns_of_roles_and_points() -> None:
    day = Day(8)
    for number, pairs in ((1, "1-5 2-6 3-7 4-8"), (2, "1-2 3-4 5-6 7-8")):
        assert day.by_hand(number, pairs).round is not None
        day.play(number)
    found = day.by_hand(3, "1-8 3-2 6-5 7-4").objections
    assert (Against.FAR_APART, "1") in {(o.kind, o.first) for o in found}  # 4 points against 0
    assert (Against.THIRD_ROLE_RUNNING, "1") in {(o.kind, o.first) for o in found}


def test_pairs_by_hand_keep_what_stands_and_move_the_version() -> None:
    day = Day(6)
    day.draw()
    kept, seen = day.match(1, 3).uid, day.version
    day.by_hand(1, f"1-5 2-4 {day.match(1, 3).first.number}-{day.match(1, 3).second.number}")  # type: ignore[union-attr]
    assert day.match(1, 3).uid == kept
    assert day.pairs(1) == {frozenset(p) for p in ((1, 5), (2, 4), (3, 6))}
    with pytest.raises(Conflict, match="stale_draw"):
        day.by_hand(1, "1-4 2-5 3-6", version=seen)


def test_who_is_absent_keeps_a_drawn_match_and_gets_no_new_one() -> None:
    day = Day(6)
    day.draw()
    day.absent(4)
    one, other = day.match(1, 4).first.number, day.match(1, 4).second.number  # type: ignore[union-attr]
    assert day.by_hand(1, f"{one}-{other} 2-6 3-5").round is not None
    with pytest.raises(FormatError, match="unknown_id"):
        day.by_hand(1, "4-2 6-3 1-5")


@pytest.mark.parametrize(("pairs", "code"), [
    ("1-1 2-3", "plays_twice"), ("1-2 2-3", "plays_twice"), ("1-2 3 4", "two_byes"), ("1-4 2-3", "unknown_id"),
])
def test_pairs_that_are_none_are_refused(pairs: str, code: str) -> None:
    day = Day(4)
    if code == "unknown_id":
        day.absent(4)
    with pytest.raises(FormatError, match=code):
        day.by_hand(1, pairs, confirmed=True, reason="x")
    assert day.stage.rounds.count() == 0


def test_hands_off_rounds_that_are_not_the_next_or_the_last() -> None:
    day = Day(4)
    day.draw()
    with pytest.raises(Conflict, match="round_open"):
        day.by_hand(2, "1-2 3-4")
    day.play(1)
    day.draw()
    with pytest.raises(Conflict, match="stale_rounds"):
        day.by_hand(1, "1-2 3-4")
    with pytest.raises(Conflict, match="stale_rounds"):
        day.repair(1)
    secretary = actor_of(make_official(day.event.competition, "secretary"))
    day.chief = secretary
    with pytest.raises(NotAllowed):
        day.by_hand(2, "1-2 3-4")


def test_results_of_those_who_leave_stand() -> None:
    """3.2 speaks of round robins; in a Swiss the results stand, and so do the points of the opponents."""
    day = Day(4)
    day.draw()
    day.play(1)
    before = [(line.entrant.number, line.points) for line in stage_standings(day.stage)[0].rows]
    entry_withdraw(entry_uid=day.uid(1), reason="ill", by=day.chief, at=NOON)
    assert [(line.entrant.number, line.points) for line in stage_standings(day.stage)[0].rows] == before


def test_a_late_correction_changes_table_and_next_pairing_and_never_a_drawn_round() -> None:
    day = Day(8)
    day.draw()
    day.play(1)
    day.draw()
    drawn = day.pairs(2)
    wrong = day.match(1, 1)
    sets = (1, 4) if wrong.first.number == 1 else (4, 1)
    result_correct(match_uid=wrong.uid, sets=sets, reason="slip", version=wrong.version, by=day.chief, at=NOON)
    assert day.pairs(2) == drawn
    points = {line.entrant.number: line.points for line in stage_standings(day.stage)[0].rows}
    assert (points[1], points[5]) == ("0", "2")
    day.play(2)
    day.draw()
    # After it 1 has one point at most and 5 begins with a win: by points they stand in other groups than before.
    scores = {line.entrant.number: line.points for line in stage_standings(day.stage)[0].rows}
    assert scores[1] != "4"
    assert day.holds()


def test_when_no_legal_round_is_left_a_repeat_meeting_is_offered() -> None:
    day = Day(4, rounds=5)
    for number in (1, 2, 3):
        day.draw()
        day.play(number)
    with pytest.raises(NoLegalRound):
        day.draw()
    stored = day.draw(with_repeats=True)
    assert len(day.pairs(4)) == 2
    entry = AuditEntry.objects.get(kind="round.paired", subject=stored.uid)
    assert b"with repeats" in bytes(entry.body)
    assert not day.holds()  # and the self-check says so


def test_repeats_are_not_taken_while_a_legal_round_is_left() -> None:
    day = Day(4)
    stored = day.draw(with_repeats=True)
    assert stored.trf


def test_the_edition_of_the_pairing_rules_is_recorded() -> None:
    day = Day(4)
    stored = day.draw()
    assert Stage.objects.get(id=day.stage.id).pairing_edition.startswith("py4swiss ")
    assert b"C.04.3" in bytes(AuditEntry.objects.get(kind="round.paired", subject=stored.uid).body)


@pytest.mark.parametrize("after", [1, 2, 3])
def test_late_entries_join_at_any_round(after: int) -> None:
    day = Day(5)
    for number in range(1, after + 1):
        day.draw()
        day.play(number)
    late = make_entry(day.event, "Latecomer", rating=1500)
    stage_entry_add(stage_uid=day.stage.uid, entry_uid=late.uid, by=day.chief, at=NOON)
    day.draw()
    assert any(late.number in pair for pair in day.pairs(after + 1))
    assert len(day.pairs(after + 1)) == 3
