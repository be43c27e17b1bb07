"""Whole tournaments through the services, at random: every system, with no-shows, people who leave, corrections and
late entries at any moment. After each step the invariants of the database hold; a refusal changes nothing."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from datetime import timedelta

import pytest
from django.db import transaction
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from competitions.common.actors import Actor
from competitions.common.errors import DomainError
from competitions.formats.bracket_fold import misplaced
from competitions.formats.regulations import Regulations
from competitions.models import AuditEntry, Challenge, Entry, Match, Stage
from competitions.selectors.actors import actor_of
from competitions.selectors.brackets import bracket_facts
from competitions.selectors.ladder import ladder_view
from competitions.selectors.level import level_in
from competitions.selectors.rounds import stage_facts
from competitions.selectors.standings import stage_standings
from competitions.services.bracket_edits import late_enter
from competitions.services.draws import stage_create, stage_draw, stage_lock
from competitions.services.entries import presence_set
from competitions.services.ladder import (
    challenge_accept,
    challenge_decline,
    challenge_make,
    challenge_withdraw,
    ladder_join,
)
from competitions.services.next_stage import stage_close
from competitions.services.play_offs import order_decide, play_off_hold
from competitions.services.swiss_hand import left_over_pair
from competitions.services.swiss_rounds import stage_entry_add, swiss_round_discard, swiss_round_draw
from competitions.workflow import EntryState, MatchStatus, Outcome, StageState
from refereeing.selectors.chain import chain_breaks
from refereeing.services.desk import match_call, no_show_declare, result_enter
from refereeing.services.discipline import entry_exclude, entry_return, entry_withdraw
from refereeing.services.protocols import protocol_approve, protocol_reopen, result_correct
from tests.factories import NOON, make_competition, make_entry, make_event, make_official

pytestmark = pytest.mark.django_db
SYSTEMS = (
    "round_robin", "groups", "swiss", "single_elimination", "double_elimination", "place_matches", "ranking_list")
OUT = (EntryState.WITHDRAWN, EntryState.EXCLUDED)
LATER = NOON + timedelta(minutes=10)


class Evening:
    """One stage, played by dice."""

    def __init__(self, system: str, seed: int) -> None:
        self.dice = random.Random(f"{system} {seed}")
        self.event = make_event(make_competition(tables=20), regulations=Regulations(
            sets=4, tie_breaks_round_robin=("head_to_head", "play_off"), tie_breaks_swiss=("buchholz", "play_off")))
        self.chief: Actor = actor_of(make_official(self.event.competition))
        count = self.dice.randint(2, 5) * 2 if system == "place_matches" else self.dice.randint(4, 9)
        for _n in range(count):
            self.newcomer()
        options = {
            "groups": {"groups": 2}, "swiss": {"rounds": self.dice.randint(2, 4)},
            "single_elimination": {"places": self.dice.choice([2, 4, 8])},
            "double_elimination": {
                "grand_final_reset": self.dice.random() < 0.5, "places": self.dice.choice([2, 8, 16])},
            "ranking_list": {"unanswered": self.dice.choice(["nothing", "lost"])},
        }.get(system, {})
        stage = stage_create(event_uid=self.event.uid, system=system, options=options, by=self.chief, at=NOON)
        stage = stage_draw(stage_uid=stage.uid, lot=str(seed), by=self.chief, at=NOON)
        stage_lock(stage_uid=stage.uid, version=stage.version, by=self.chief, at=NOON)
        self.uid, self.system = stage.uid, system
        self.refused: Counter[str] = Counter()
        self.done: Counter[str] = Counter()

    def newcomer(self) -> Entry:
        number = self.event.entries.count() + 1
        return make_entry(self.event, f"{self.event.id} {number}", rating=2000 - number)

    @property
    def stage(self) -> Stage:
        return Stage.objects.select_related("event__competition").get(uid=self.uid)

    def some(self, rows: list) -> object:
        return self.dice.choice(rows) if rows else None

    def matches(self, *statuses: MatchStatus) -> list[Match]:
        return list(Match.objects.filter(
            stage=self.stage, status__in=statuses, second__isnull=False).exclude(outcome=Outcome.VOID).order_by(
                "round__number", "number").select_related("round", "stage"))

    def entries(self, *, out: bool) -> list[Entry]:
        found = Entry.objects.filter(placements__stage=self.stage).order_by("number")
        return [e for e in found if (e.state in OUT) is out]

    # --- moves -------------------------------------------------------------------------------------------------------
    def sets(self, match: Match) -> tuple[int, int]:
        kinds = [(3, 1), (1, 3), (3, 0), (0, 3)]
        may_draw = not match.stage.is_elimination and not match.round.kind
        return self.dice.choice([*kinds, (2, 2)] if may_draw else kinds)

    def play(self) -> None:
        match = self.some(self.matches(MatchStatus.SCHEDULED))
        if isinstance(match, Match):
            result_enter(match_uid=match.uid, sets=self.sets(match), by=self.chief, at=NOON)
            self.approve(match)

    def approve(self, match: Match) -> None:
        match.refresh_from_db()
        protocol_approve(match_uid=match.uid, version=match.version, by=self.chief, at=NOON)

    def miss(self) -> None:
        match = self.some(self.matches(MatchStatus.SCHEDULED))
        if isinstance(match, Match):
            match.table = self.event.competition.tables.all()[self.dice.randrange(20)]
            match.save(update_fields=["table"])
            match_call(match_uid=match.uid, by=self.chief, at=NOON)
            no_show_declare(match_uid=match.uid, who=self.dice.choice(["A", "B", "both"]), by=self.chief, at=LATER)
            self.approve(match)

    def leave(self) -> None:
        staying = self.entries(out=False)
        if len(staying) > 2:
            entry = self.dice.choice(staying)
            if self.dice.random() < 0.5:
                entry_withdraw(entry_uid=entry.uid, reason="ill", by=self.chief, at=NOON)
            else:
                entry_exclude(entry_uid=entry.uid, clause="14.3", reason="missed", by=self.chief, at=NOON)

    def come_back(self) -> None:
        entry = self.some(self.entries(out=True))
        if isinstance(entry, Entry):
            entry_return(entry_uid=entry.uid, reason="a mistake", by=self.chief, at=NOON)

    def correct(self) -> None:
        match = self.some(self.matches(MatchStatus.APPROVED))
        if isinstance(match, Match):
            result_correct(
                match_uid=match.uid, sets=self.sets(match), reason="slip", version=match.version, by=self.chief,
                at=LATER, is_decided=self.dice.random() < 0.5)

    def reopen(self) -> None:
        match = self.some(self.matches(MatchStatus.APPROVED))
        if isinstance(match, Match):
            protocol_reopen(match_uid=match.uid, reason="look again", by=self.chief, at=NOON)
            self.approve(match)

    def late(self) -> None:
        join: dict[str, Callable[..., object]] = {
            "swiss": stage_entry_add, "double_elimination": late_enter, "ranking_list": ladder_join}
        if self.system in join and self.event.entries.count() < 14:
            entry = self.newcomer()
            try:
                join[self.system](stage_uid=self.uid, entry_uid=entry.uid, by=self.chief, at=NOON)
            except DomainError:
                entry.delete()
                raise

    def presence(self) -> None:
        entry = self.some(self.entries(out=False))
        if isinstance(entry, Entry):
            how = "absent" if entry.state != EntryState.ABSENT and self.dice.random() < 0.4 else "present"
            presence_set(event=self.event.uid, **{how: [entry.uid]}, by=self.chief, at=NOON)

    def pair(self) -> None:
        if self.system == "swiss":
            done = len(stage_facts(self.stage).rounds)
            move = self.dice.random()
            if move < 0.2 and done:
                left_over_pair(stage_uid=self.uid, number=done, by=self.chief, at=NOON, with_repeats=move < 0.1)
            elif move < 0.25 and done:
                swiss_round_discard(stage_uid=self.uid, number=done, by=self.chief, at=NOON)
            else:
                swiss_round_draw(stage_uid=self.uid, seen_rounds=done, by=self.chief, at=NOON, with_repeats=True)

    def challenge(self) -> None:
        if self.system != "ranking_list":
            return
        pending = list(Challenge.objects.filter(stage=self.stage, state="open"))
        if pending:
            act = self.dice.choice([challenge_accept, challenge_accept, challenge_decline, challenge_withdraw])
            act(challenge_uid=self.dice.choice(pending).uid, by=self.chief, at=NOON)
            return
        one, other = self.dice.sample(self.entries(out=False), 2)
        challenge_make(stage_uid=self.uid, challenger=one.uid, challenged=other.uid, by=self.chief, at=NOON)

    def level(self) -> None:
        for group in level_in(stage_facts(self.stage)):
            uids = [e.uid for e in group.entrants]
            if group.needs_play_off and self.dice.random() < 0.7:
                play_off_hold(stage_uid=self.uid, entries=uids, by=self.chief, at=NOON)
            elif group.is_shared:
                self.dice.shuffle(uids)
                order_decide(stage_uid=self.uid, entries=uids, reason="by lot", by=self.chief, at=NOON)

    # --- the evening -------------------------------------------------------------------------------------------------
    def step(self, act: Callable[[], None]) -> None:
        """One move; a refusal leaves everything as it was."""
        before = AuditEntry.objects.count()
        try:
            with transaction.atomic():
                act()
            self.done[act.__name__] += 1
        except DomainError as refusal:
            self.refused[refusal.code] += 1
            assert AuditEntry.objects.count() == before
        self.check()

    def play_through(self, moves: int) -> None:
        acts = [self.play] * 6 + [
            self.miss, self.leave, self.come_back, self.correct, self.correct, self.reopen, self.late, self.presence,
            self.pair, self.pair, self.challenge, self.challenge, self.challenge, self.level]
        for _turn in range(moves):
            self.step(self.dice.choice(acts))
        self.finish()

    def finish(self) -> None:
        """What is left is played; then the stage can be closed, whatever has happened."""
        for _turn in range(400):
            if self.matches(MatchStatus.SCHEDULED):
                self.step(self.play)
            elif self.system == "swiss" and len(stage_facts(self.stage).rounds) < self.stage.options["rounds"]:
                if sum(e.state != EntryState.ABSENT for e in self.entries(out=False)) < 2:
                    return  # nobody is left to be paired
                swiss_round_draw(
                    stage_uid=self.uid, seen_rounds=len(stage_facts(self.stage).rounds), by=self.chief, at=NOON,
                    with_repeats=True)
            elif Challenge.objects.filter(stage=self.stage, state="open").exists():
                for challenge in Challenge.objects.filter(stage=self.stage, state="open"):
                    challenge_decline(challenge_uid=challenge.uid, by=self.chief, at=NOON)
            else:
                break
        if self.matches(MatchStatus.FINISHED):
            raise AssertionError("something waits for approval")
        stage_close(stage_uid=self.uid, by=self.chief, at=NOON)
        self.check()
        assert self.stage.state == StageState.CLOSED

    # --- invariants --------------------------------------------------------------------------------------------------
    def check(self) -> None:
        stage = self.stage
        assert chain_breaks(self.event.competition) == ()
        self.check_rounds(stage)
        if stage.is_elimination:
            facts = bracket_facts(stage)
            assert misplaced(facts.now, facts.met) == ()
            places = list(facts.places.values())
            assert all(1 <= place <= len(facts.entry_ids) for place in places)
        elif stage.system == Stage.System.RANKING_LIST:
            staying = {str(e.number) for e in self.entries(out=False)}
            assert sorted(ladder_view(stage_facts(stage)).order) == sorted(staying)
        else:
            self.check_tables(stage)

    def check_rounds(self, stage: Stage) -> None:
        """Nobody twice in a round, nobody against themselves, no approved match without an outcome."""
        rows = Match.objects.filter(stage=stage).exclude(outcome=Outcome.VOID).values_list(
            "round_id", "first_id", "second_id", "status", "outcome", "winner")
        busy = Counter((r, who) for r, first, second, *_rest in rows for who in (first, second) if who is not None)
        assert not [key for key, count in busy.items() if count > 1]
        assert not [row for row in rows if row[1] == row[2]]
        decided = [row for row in rows if row[3] in (MatchStatus.FINISHED, MatchStatus.APPROVED)]
        assert all(outcome != Outcome.NONE for *_row, outcome, _winner in decided)

    def check_tables(self, stage: Stage) -> None:
        """The points are those of the games that count, and everybody stands once in an order without gaps."""
        facts = stage_facts(stage)
        found = []
        for table in stage_standings(stage, facts):
            games = table.standings.counted.games
            lost_by_both = sum(not g.is_played and g.second is not None and g.winner is None for g in games)
            points = sum(line.row.points for line in table.rows)
            assert points == 2 * (len(games) - lost_by_both)
            ranks = [line.row.rank for line in table.rows if line.row.rank is not None]
            assert ranks == sorted(ranks)
            assert all(rank == ranks.index(rank) + 1 for rank in ranks)
            found += [line.entrant.id for line in table.rows]
        assert sorted(found) == sorted(e.id for e in facts.entrants)


def played(system: str, seed: int, moves: int) -> Evening:
    """An evening, thrown away afterwards: the next example begins with an empty hall."""
    with transaction.atomic():
        evening = Evening(system, seed)
        evening.check()
        evening.play_through(moves)
        transaction.set_rollback(True)
    return evening


@pytest.mark.parametrize("system", SYSTEMS)
@settings(max_examples=2, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
@given(seed=st.integers(0, 10**6))
def test_any_evening_keeps_the_invariants(system: str, seed: int) -> None:
    played(system, seed, 20)


@pytest.mark.long
@pytest.mark.parametrize("system", SYSTEMS)
@settings(max_examples=40, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
@given(seed=st.integers(0, 10**6))
def test_many_evenings_keep_the_invariants(system: str, seed: int) -> None:
    played(system, seed, 60)


def test_an_invariant_that_is_broken_is_seen() -> None:
    """The control: somebody stands twice in a round."""
    with transaction.atomic():
        evening = Evening("round_robin", 1)
        match = evening.matches(MatchStatus.SCHEDULED)[0]
        other = Match.objects.filter(round=match.round).exclude(id=match.id)[0]
        Match.objects.filter(id=other.id).update(second=match.first)
        with pytest.raises(AssertionError):
            evening.check()
        transaction.set_rollback(True)
