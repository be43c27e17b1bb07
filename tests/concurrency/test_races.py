"""Races, on SQLite and on PostgreSQL: threads that start at one instant, exactly one winner, every invariant holds.

The second run of `manage.py test` (with DATABASE_URL) runs this file on PostgreSQL.
"""

from __future__ import annotations

import json
import threading
from collections import Counter
from collections.abc import Callable, Iterator
from datetime import timedelta
from typing import Any
from uuid import UUID

import pytest
from django.contrib.auth.hashers import make_password
from django.db import connections
from django.test import Client
from django.utils import timezone

from competitions.common.errors import DomainError
from competitions.formats.regulations import Regulations, regulations_json
from competitions.models import Account, AuditEntry, Game, Match, Outbox, Stage
from competitions.selectors.actors import actor_of
from competitions.services.draws import stage_create, stage_draw, stage_lock
from competitions.services.hall import matches_swap, table_close, tables_follow
from competitions.services.swiss_hand import round_pairs_set
from competitions.services.swiss_rounds import swiss_round_draw
from refereeing.models import Approval, Device, GameEvent
from refereeing.selectors.chain import chain_breaks
from refereeing.services.desk import match_call, result_enter
from refereeing.services.devices import device_pair, lease_take, pairing_code_make, slip_code
from refereeing.services.game_log import events_ingest
from refereeing.services.protocols import protocol_approve
from refereeing.services.takeovers import match_take_over
from tests.factories import make_competition, make_entry, make_event, make_official, make_person, make_stage

pytestmark = pytest.mark.django_db(transaction=True)


def together(*acts: Callable[[], Any]) -> list[Any]:
    """Run all at one instant; the result of each, or the refusal that it got."""
    gate = threading.Barrier(len(acts))
    results: list[Any] = [None] * len(acts)

    def run(place: int, act: Callable[[], Any]) -> None:
        gate.wait(timeout=20)
        try:
            results[place] = act()
        except DomainError as error:
            results[place] = error
        finally:
            connections.close_all()

    threads = [threading.Thread(target=run, args=(place, act)) for place, act in enumerate(acts)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(timeout=60)
    assert not any(thread.is_alive() for thread in threads)
    return results


def codes(results: list[Any]) -> Counter[str]:
    return Counter(r.code if isinstance(r, DomainError) else "ok" for r in results)


class Hall:
    """Two tables, two matches, chief and deputy."""

    def __init__(self) -> None:
        self.competition = make_competition(tables=2)
        self.chief = actor_of(make_official(self.competition, "chief"))
        self.deputy = actor_of(make_official(self.competition, "deputy"))
        event = make_event(self.competition)
        people = [make_person(f"P{n}", born=1950 + self.competition.id % 50) for n in range(4)]
        self.stage: Stage = make_stage(event, [[make_entry(event, person=p) for p in people]])
        tables = list(self.competition.tables.all())
        self.matches = list(self.stage.matches.filter(round__number=1))
        for match, table in zip(self.matches, tables, strict=True):
            match.table, match.slot = table, 1
            match.save()

    def device(self, name: str = "Tablet") -> Device:
        code = pairing_code_make(competition=self.competition, by=self.chief, at=timezone.now())
        return device_pair(code=code, name=name, at=timezone.now()).device

    def game(self, place: int = 0) -> Game:
        return Game.objects.get(match=self.matches[place])


@pytest.fixture
def hall() -> Iterator[Hall]:
    made = Hall()
    yield made
    assert chain_breaks(made.competition) == ()
    seqs = list(AuditEntry.objects.filter(competition=made.competition).order_by("seq").values_list("seq", flat=True))
    assert seqs == list(range(1, len(seqs) + 1))


def line(device: Device, game: Game, dseq: int, kind: str, payload: dict[str, Any], uid: int | None = None) -> bytes:
    number = uid if uid is not None else device.id * 100_000 + dseq
    return json.dumps({
        "uid": str(UUID(int=number)), "device": str(device.uid), "epoch": game.epoch, "dseq": dseq, "table": None,
        "game": str(game.uid), "kind": kind, "payload": payload,
    }).encode()


def test_two_approvals_in_one_bracket_at_once_make_the_next_match_once() -> None:
    """Both semi-finals are approved at one instant: the final is made once, with both winners, and the third place."""
    competition = make_competition(tables=2)
    chief = actor_of(make_official(competition, "chief"))
    deputy = actor_of(make_official(competition, "deputy"))
    event = make_event(competition)
    for n in range(4):
        make_entry(event, f"Cup {competition.id} {n}", seed=n + 1)
    stage = stage_create(
        event_uid=event.uid, system="single_elimination", options={"places": 4}, by=chief, at=timezone.now())
    stage = stage_draw(stage_uid=stage.uid, lot="x", by=chief, at=timezone.now())
    stage_lock(stage_uid=stage.uid, version=stage.version, by=chief, at=timezone.now())
    semi_finals = list(Match.objects.filter(stage=stage).order_by("number"))
    for match in semi_finals:
        result_enter(match_uid=match.uid, sets=(4, 2), by=chief, at=timezone.now())
        match.refresh_from_db()
    results = together(*(
        (lambda m=match, who=who: protocol_approve(match_uid=m.uid, version=m.version, by=who, at=timezone.now()))
        for match, who in zip(semi_finals, (chief, deputy), strict=True)))
    assert codes(results) == {"ok": 2}
    made = Match.objects.filter(stage=stage).exclude(id__in=[m.id for m in semi_finals])
    assert sorted(made.values_list("bracket_key", flat=True)) == ["main-2-1", "place3-2-1"]
    final = made.get(bracket_key="main-2-1")
    assert {final.first_id, final.second_id} == {m.first_id for m in semi_finals}
    assert Game.objects.filter(match__in=made).count() == 2
    assert chain_breaks(competition) == ()


def test_two_who_change_one_round_by_hand_at_once_are_not_both_heard() -> None:
    """The version of the draw says what was seen: one is stored, the other is told to look again."""
    competition = make_competition(tables=2)
    chief = actor_of(make_official(competition, "chief"))
    deputy = actor_of(make_official(competition, "deputy"))
    event = make_event(competition)
    entries = [make_entry(event, f"Hand {competition.id} {n}") for n in range(4)]
    stage = stage_create(event_uid=event.uid, system="swiss", options={}, by=chief, at=timezone.now())
    stage = stage_draw(stage_uid=stage.uid, lot="x", by=chief, at=timezone.now())
    stage = stage_lock(stage_uid=stage.uid, version=stage.version, by=chief, at=timezone.now())
    uids = [entry.uid for entry in entries]
    wanted = [(uids[0], uids[1]), (uids[2], uids[3])], [(uids[0], uids[2]), (uids[1], uids[3])]
    results = together(*(
        (lambda p=pairs, who=who: round_pairs_set(
            stage_uid=stage.uid, number=1, version=stage.version, pairs=p, by=who, at=timezone.now()))
        for pairs, who in zip(wanted, (chief, deputy), strict=True)))
    assert codes(results) == {"ok": 1, "stale_draw": 1}
    assert Match.objects.filter(stage=stage).count() == 2


def test_two_chiefs_approve_once(hall: Hall) -> None:
    """Nasty input 31."""
    match = hall.matches[0]
    result_enter(match_uid=match.uid, sets=(4, 2), by=hall.chief, at=timezone.now())
    version = Match.objects.get(id=match.id).version
    acts = [
        lambda by=by: protocol_approve(match_uid=match.uid, version=version, by=by, at=timezone.now())
        for by in (hall.chief, hall.deputy) * 4
    ]
    assert codes(together(*acts))["ok"] == 1
    assert Approval.objects.count() == 1


def test_one_line_sent_by_twenty_at_once_is_one_event(hall: Hall) -> None:
    """Nasty input 1: 20 in parallel."""
    device = hall.device()
    lease_take(game_uid=hall.game().uid, device=device, official=None, pin=None, force=False, at=timezone.now())
    sent = line(device, hall.game(), 1, "set_won", {"winner": "A"})
    before = Outbox.objects.filter(topic="game.changed").count()
    acts = [lambda: events_ingest(game_uid=hall.game().uid, lines=[sent], device=device, at=timezone.now())] * 20
    results = together(*acts)
    assert Counter(r.receipts[0].result for r in results) == {"stored": 1, "duplicate": 19}
    assert len({r.receipts[0].seq for r in results}) == 1
    assert GameEvent.objects.count() == 1
    assert Outbox.objects.filter(topic="game.changed").count() == before + 1


def test_two_tablets_take_one_table_and_one_holds_it(hall: Hall) -> None:
    devices = [hall.device(f"Tablet {n}") for n in range(4)]
    game = hall.game()
    results = together(*[
        lambda d=d: lease_take(game_uid=game.uid, device=d, official=None, pin=None, force=False, at=timezone.now())
        for d in devices
    ])
    assert codes(results) == {"ok": 1, "held": 3}
    assert hall.game().epoch == 1


def test_tablets_at_two_tables_write_one_chain(hall: Hall) -> None:
    jobs = []
    for place in range(2):
        device, game = hall.device(f"Tablet {place}"), hall.game(place)
        lease_take(game_uid=game.uid, device=device, official=None, pin=None, force=False, at=timezone.now())
        game = hall.game(place)
        for dseq in range(1, 6):
            sent = line(device, game, dseq, "note", {"text": str(dseq)})
            jobs.append(lambda g=game, d=device, s=sent: events_ingest(
                game_uid=g.uid, lines=[s], device=d, at=timezone.now()))
    results = together(*jobs)
    assert all(r.receipts[0].result == "stored" for r in results)
    assert GameEvent.objects.filter(verdict="applied").count() == 10


def test_a_late_event_and_an_approval_leave_one_truth(hall: Hall) -> None:
    match = hall.matches[0]
    device = hall.device()
    lease_take(game_uid=hall.game().uid, device=device, official=None, pin=None, force=False, at=timezone.now())
    result_enter(match_uid=match.uid, sets=(4, 2), by=hall.chief, at=timezone.now())
    version = Match.objects.get(id=match.id).version
    sent = line(device, hall.game(), 1, "note", {"text": "late"})
    together(
        lambda: protocol_approve(match_uid=match.uid, version=version, by=hall.chief, at=timezone.now()),
        lambda: events_ingest(game_uid=hall.game().uid, lines=[sent], device=device, at=timezone.now()),
    )
    found = Match.objects.get(id=match.id)
    approvals = Approval.objects.filter(withdrawn_at__isnull=True).count()
    assert (found.status == "approved") == (approvals == 1)
    assert GameEvent.objects.filter(kind="note").count() == 1


def test_a_hundred_parallel_codes_are_checked_five_times(hall: Hall) -> None:
    """Nasty input 29: rotating addresses do not help; the right code is refused too."""
    match_call(match_uid=hall.matches[0].uid, by=hall.chief, at=timezone.now())
    table = hall.matches[0].table
    right = slip_code(hall.game())
    wrong = [f"{n:06d}" for n in range(1000, 1100) if f"{n:06d}" != right]

    def guess(code: str, place: int) -> int:
        answer = Client().post(
            f"/api/v1/tables/{table.uid}/code", {"code": code, "name": "x"}, "application/json",
            headers={"X-Forwarded-For": f"10.0.0.{place}"})
        return answer.status_code

    seen = Counter()
    for start in range(0, 100, 20):
        seen += Counter(together(*[
            lambda c=c, p=p: guess(c, p) for p, c in enumerate(wrong[start:start + 20])]))
    assert seen[403] == 5
    assert set(seen) == {403, 429}
    assert guess(right, 1) == 429


def test_parallel_pins_are_checked_five_times(hall: Hall) -> None:
    match_call(match_uid=hall.matches[0].uid, by=hall.chief, at=timezone.now())
    account = make_official(hall.competition, "senior")
    Account.objects.filter(id=account.id).update(pin=make_password("482913"))
    device, game = hall.device(), hall.game()
    results = together(*[
        lambda n=n: lease_take(
            game_uid=game.uid, device=device, official=account.uid, pin=f"{n:06d}", force=True, at=timezone.now())
        for n in range(20)
    ])
    assert codes(results) == {"wrong_pin": 5, "pin_locked": 15}
    assert Account.objects.get(id=account.id).pin_fails == 5


def test_one_pairing_code_pairs_one_of_many(hall: Hall) -> None:
    code = pairing_code_make(competition=hall.competition, by=hall.chief, at=timezone.now())
    results = together(*[lambda n=n: device_pair(code=code, name=str(n), at=timezone.now()) for n in range(8)])
    assert codes(results) == {"ok": 1, "code_used": 7}
    assert Device.objects.filter(kind="tablet").count() == 1


def test_a_swiss_round_is_paired_once(hall: Hall) -> None:
    event = make_event(hall.competition)
    for n in range(6):
        make_entry(event, f"Swiss {n} {event.id}")
    stage = stage_create(event_uid=event.uid, system="swiss", options={}, by=hall.chief, at=timezone.now())
    drawn = stage_draw(stage_uid=stage.uid, lot="x", by=hall.chief, at=timezone.now())
    stage_lock(stage_uid=stage.uid, version=drawn.version, by=hall.chief, at=timezone.now())
    results = together(*[
        lambda: swiss_round_draw(stage_uid=stage.uid, seen_rounds=0, by=hall.chief, at=timezone.now())] * 4)
    assert codes(results) == {"ok": 1, "stale_rounds": 3}
    assert stage.rounds.count() == 1


def test_two_matches_are_not_called_to_one_table(hall: Hall) -> None:
    one, other = hall.matches
    Match.objects.filter(id=other.id).update(table=one.table)
    results = together(*[
        lambda m=m: match_call(match_uid=m.uid, by=hall.chief, at=timezone.now()) for m in (one, other)])
    assert codes(results) == {"ok": 1, "table_busy": 1}


def test_two_secretaries_enter_one_paper(hall: Hall) -> None:
    match = hall.matches[0]
    results = together(*[
        lambda by=by: result_enter(match_uid=match.uid, sets=(4, 2), by=by, at=timezone.now())
        for by in (hall.chief, hall.deputy)
    ])
    assert sorted(results) == ["agrees", "stored"]
    assert GameEvent.objects.filter(kind="result").count() == 1


def test_the_desk_takes_a_silent_tablets_match_over_while_the_tablet_wakes(hall: Hall) -> None:
    """Either the tablet was heard first, then it keeps the match and its set counts; or the desk was, then the set is
    kept as late. Never both, and nothing is lost."""
    device, uid = hall.device(), hall.game().uid
    lease_take(game_uid=uid, device=device, official=None, pin=None, force=False, at=timezone.now())
    game = hall.game()
    for dseq in range(1, 7):
        Device.objects.filter(id=device.id).update(last_seen_at=timezone.now() - timedelta(minutes=5))
        sent = line(device, game, dseq, "set_won", {"winner": "A" if dseq % 2 else "B"})
        taken, stored = together(
            lambda: match_take_over(
                match_uid=hall.matches[0].uid, reason="silent", by=hall.chief, at=timezone.now()),
            lambda sent=sent: events_ingest(game_uid=uid, lines=[sent], device=device, at=timezone.now()))
        result = stored.receipts[0].result
        if isinstance(taken, DomainError):
            assert (taken.code, result) == ("tablet_speaks", "stored")
        else:
            assert result == "conflict"
            assert hall.game().epoch == game.epoch + 1
            lease_take(game_uid=uid, device=device, official=None, pin=None, force=True, at=timezone.now())
            game = hall.game()
        assert GameEvent.objects.filter(device=device).count() == dseq


def test_two_of_the_office_take_one_match_over_once(hall: Hall) -> None:
    device = hall.device()
    lease_take(game_uid=hall.game().uid, device=device, official=None, pin=None, force=False, at=timezone.now())
    Device.objects.filter(id=device.id).update(last_seen_at=timezone.now() - timedelta(minutes=5))

    results = together(*[
        lambda by=by: match_take_over(match_uid=hall.matches[0].uid, reason="silent", by=by, at=timezone.now())
        for by in (hall.chief, hall.deputy) * 2
    ])

    assert codes(results) == {"ok": 1, "nobody_holds": 3}
    assert hall.game().epoch == 2


def test_the_desk_enters_while_the_late_tablet_sends(hall: Hall) -> None:
    """Whoever comes first: the desk's result stands, the tablet's whole game is kept, and the chief is told."""
    device = hall.device()
    lease_take(game_uid=hall.game().uid, device=device, official=None, pin=None, force=False, at=timezone.now())
    game = hall.game()
    Device.objects.filter(id=device.id).update(last_seen_at=timezone.now() - timedelta(minutes=5))
    match_take_over(match_uid=hall.matches[0].uid, reason="silent", by=hall.chief, at=timezone.now())
    late = [line(device, game, dseq, "set_won", {"winner": "B"}) for dseq in range(1, 5)]

    results = together(
        lambda: result_enter(match_uid=hall.matches[0].uid, sets=(4, 0), by=hall.chief, at=timezone.now()),
        lambda: events_ingest(game_uid=game.uid, lines=late, device=device, at=timezone.now()))

    match = Match.objects.get(id=hall.matches[0].id)
    assert results[0] == "stored"
    assert [receipt.result for receipt in results[1].receipts] == ["conflict"] * 4
    assert (match.sets_first, match.sets_second, hall.game().has_conflict) == (4, 0, True)


def test_two_exchanges_of_the_same_matches_at_once_are_two_exchanges(hall: Hall) -> None:
    """In either order: nobody blocks, and no match has lost its table."""
    one, other = hall.matches[0].uid, hall.matches[1].uid
    for match in hall.matches:
        match_call(match_uid=match.uid, by=hall.chief, at=timezone.now())

    results = together(
        lambda: matches_swap(match_uid=one, other_uid=other, by=hall.chief, at=timezone.now()),
        lambda: matches_swap(match_uid=other, other_uid=one, by=hall.deputy, at=timezone.now()))

    assert codes(results) == {"ok": 2}
    numbers = Match.objects.filter(uid__in=[one, other]).order_by("id").values_list("table__number", flat=True)
    assert list(numbers) == [1, 2]


def test_free_tables_are_given_once_while_matches_end(hall: Hall) -> None:
    """Two results at once free two tables; each is taken by one match."""
    event = hall.stage.event
    event.regulations = regulations_json(Regulations(tables_follow=True))
    event.save()
    for match in hall.matches:
        match_call(match_uid=match.uid, by=hall.chief, at=timezone.now())

    together(*[
        lambda m=m: result_enter(match_uid=m.uid, sets=(4, 0), by=hall.chief, at=timezone.now())
        for m in hall.matches
    ], *[lambda: tables_follow(competition=hall.competition.uid, at=timezone.now())] * 2)

    given = Match.objects.filter(stage=hall.stage, status="scheduled", table__isnull=False)
    numbers = list(given.values_list("table__number", flat=True))
    assert sorted(numbers) == [1, 2]
    assert len({person for m in given for person in (m.first_id, m.second_id)}) == 4


def test_a_table_is_closed_or_a_match_is_called_to_it(hall: Hall) -> None:
    match = hall.matches[0]

    closed, called = together(
        lambda: table_close(table_uid=match.table.uid, reason="broken", by=hall.chief, at=timezone.now()),
        lambda: match_call(match_uid=match.uid, by=hall.deputy, at=timezone.now()))

    now = Match.objects.get(id=match.id)
    if isinstance(closed, DomainError):
        assert (closed.code, called, now.status) == ("table_busy", None, "called")
    else:
        assert (called.code, now.status, now.table) == ("no_table", "scheduled", None)
