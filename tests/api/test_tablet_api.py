"""The tablet's part played through the API: pairing, leases, receipts, judgement (nasty inputs 1 to 12, 27 to 31)."""

from __future__ import annotations

import json
from datetime import timedelta
from typing import Any
from uuid import UUID, uuid4

import pytest
from django.contrib.auth.hashers import make_password
from django.test import Client
from django.utils import timezone

from competitions.common.actors import Actor
from competitions.common.chain import genesis_hash, link_hash
from competitions.common.errors import Conflict, NotFound
from competitions.models import AuditEntry, Game, Match
from competitions.selectors.actors import actor_of
from refereeing.models import Device, GameEvent, PlayerWarning, Protocol, QuarantinedLine
from refereeing.services.desk import match_call, no_show_declare, result_enter
from refereeing.services.devices import device_revoke, pairing_code_make, slip_code
from refereeing.services.protocols import protocol_approve, result_correct
from tests.factories import make_competition, make_entry, make_event, make_official, make_person, make_stage

from .tablet_client import Tablet, paired_tablet

pytestmark = pytest.mark.django_db

PIN = "482913"
NAMES = ("Žanna Ābele", "Pēteris Ķēniņš")


class Hall:
    """A competition with one match called at table 1, a chief, and a tablet."""

    def __init__(self) -> None:
        self.competition = make_competition(tables=2)
        self.account = make_official(self.competition, "chief")
        self.chief = actor_of(self.account)
        event = make_event(self.competition)
        born = 1950 + self.competition.id % 50
        people = [make_person(name, born=born) for name in NAMES]
        self.entries = [make_entry(event, person=person) for person in people]
        self.stage = make_stage(event, [self.entries])
        self.match = Match.objects.get(stage=self.stage)
        self.table = self.competition.tables.get(number=1)
        self.match.table, self.match.slot = self.table, 1
        self.match.save()
        self.tablet = paired_tablet(self.competition)

    @property
    def game(self) -> Game:
        return Game.objects.get(match=self.match)

    def call(self) -> None:
        match_call(match_uid=self.match.uid, by=self.chief, at=timezone.now())

    def take_as_official(self, tablet: Tablet | None = None, **data: Any) -> Any:
        self.account.pin = make_password(PIN)
        self.account.save(update_fields=["pin"])
        return (tablet or self.tablet).take(self.table.uid, official=str(self.account.uid), pin=PIN, **data)

    def fresh(self) -> Match:
        return Match.objects.get(id=self.match.id)


@pytest.fixture
def hall() -> Hall:
    return Hall()


def play(tablet: Tablet, winners: str) -> list[dict[str, Any]]:
    return [tablet.press("set_won", winner=winner) for winner in winners]


def sign(tablet: Tablet) -> None:
    for who in ("A", "B"):
        assert tablet.press("signature", who=who, name=who, strokes=[[0, 0, 5, 5]], proof=None)["result"] == "stored"
    assert tablet.press("finished")["result"] == "stored"


def test_a_game_from_the_call_to_the_approved_protocol(hall: Hall) -> None:
    hall.call()
    assert hall.fresh().status == "called"
    assert hall.take_as_official().json()["rights"] == "official"
    assert hall.tablet.press("started")["result"] == "stored"
    assert hall.fresh().status == "running"
    play(hall.tablet, "AABA")
    assert hall.tablet.press("warning", who="B", clause="19.1.c")["result"] == "stored"
    play(hall.tablet, "A")
    assert hall.game.state["score"] == {"A": 4, "B": 1}
    sign(hall.tablet)
    match = hall.fresh()
    assert (match.status, match.outcome, match.winner) == ("finished", "played", "A")
    assert (match.sets_first, match.sets_second) == (4, 1)
    assert PlayerWarning.objects.get().entry == match.second
    protocol = protocol_approve(match_uid=match.uid, version=match.version, by=hall.chief, at=timezone.now())
    assert hall.fresh().status == "approved"
    assert protocol.revision == 1
    assert protocol.head_hash == hall.game.head_hash


def test_the_chain_is_whole_and_holds_the_bytes_as_sent(hall: Hall) -> None:
    hall.call()
    hall.take_as_official()
    line = hall.tablet.line("set_won", {"winner": "A"})
    hall.tablet.send(line)
    assert line in [bytes(entry.body) for entry in AuditEntry.objects.all()]
    prev = genesis_hash(hall.competition.uid)
    for number, entry in enumerate(AuditEntry.objects.order_by("seq"), start=1):
        assert (entry.seq, entry.prev_hash) == (number, prev)
        assert entry.hash == link_hash(prev, number, bytes(entry.body))
        prev = entry.hash


def test_the_third_warning_loses_the_unfinished_sets(hall: Hall) -> None:
    """9.1.g, 15.3, 19.1; six sets, 3:1 to the offender: 3:3, a draw (rulebook 7, Match)."""
    hall.call()
    hall.take_as_official()
    play(hall.tablet, "AAAB")
    for _ in range(3):
        hall.tablet.press("warning", who="A", clause="19.1.i")
    assert hall.game.state["score"] == {"A": 3, "B": 3}
    assert hall.game.state["winner"] == "draw"


def test_an_event_sent_again_is_a_duplicate(hall: Hall) -> None:
    """Nasty input 1: the first receipt again, one row."""
    hall.call()
    hall.take_as_official()
    line = hall.tablet.line("set_won", {"winner": "A"})
    first = hall.tablet.send(line).json()["receipts"][0]
    again = hall.tablet.send(line, line).json()["receipts"]
    assert [r["result"] for r in again] == ["duplicate", "duplicate"]
    assert {r["seq"] for r in again} == {first["seq"]}
    assert hall.game.state["score"]["A"] == 1


def test_one_uid_with_other_bytes_is_kept_apart(hall: Hall) -> None:
    """Nasty input 2."""
    hall.call()
    hall.take_as_official()
    line = hall.tablet.line("set_won", {"winner": "A"})
    hall.tablet.send(line)
    forged = json.loads(line) | {"payload": {"winner": "B"}}
    receipt = hall.tablet.send(json.dumps(forged).encode()).json()["receipts"][0]
    assert (receipt["result"], receipt["reason"]) == ("quarantined", "uid_reuse")
    assert hall.game.state["score"] == {"A": 1, "B": 0}


def test_a_cloned_tablet_is_a_fork(hall: Hall) -> None:
    """Nasty input 3: same number, another uid."""
    hall.call()
    hall.take_as_official()
    hall.tablet.press("set_won", winner="A")
    receipt = hall.tablet.send(hall.tablet.line("set_won", {"winner": "B"}, dseq=1)).json()["receipts"][0]
    assert (receipt["result"], receipt["reason"]) == ("quarantined", "fork")
    assert hall.game.state["score"] == {"A": 1, "B": 0}


def test_one_bad_line_never_fails_the_others(hall: Hall) -> None:
    """Nasty input 4."""
    hall.call()
    hall.take_as_official()
    lines = [hall.tablet.line("note", {"text": str(n)}) for n in range(6)]
    lines[3] = b'{"uid": not json'
    results = [r["result"] for r in hall.tablet.send(*lines).json()["receipts"]]
    assert results == ["stored", "stored", "stored", "quarantined", "stored", "stored"]
    assert bytes(QuarantinedLine.objects.get().raw) == lines[3]


def test_a_batch_over_the_limit_is_refused_whole(hall: Hall) -> None:
    """Nasty input 5: 413 as problem JSON, nothing stored."""
    hall.call()
    hall.take_as_official()
    before = AuditEntry.objects.count()
    answer = hall.tablet.send(*[hall.tablet.line("note", {"text": "x"}) for _ in range(201)])
    assert (answer.status_code, answer.json()["code"]) == (413, "too_large")
    assert AuditEntry.objects.count() == before


def test_a_gap_is_named_and_holds_up_the_approval(hall: Hall) -> None:
    """Nasty input 6."""
    hall.call()
    hall.take_as_official()
    hall.tablet.press("note", text="one")
    lost = [hall.tablet.line("note", {"text": "two"}), hall.tablet.line("note", {"text": "three"})]
    answer = hall.tablet.send(hall.tablet.line("note", {"text": "four"}))
    assert answer.json()["missing"] == [2, 3]
    assert hall.game.has_gap
    assert hall.tablet.send(*lost).json()["missing"] == []
    assert not hall.game.has_gap


def test_an_old_epoch_is_stored_and_not_applied(hall: Hall) -> None:
    """Nasty input 7: the table was taken by another tablet."""
    hall.call()
    hall.tablet.take(hall.table.uid)
    second = paired_tablet(hall.competition, "Tablet 2")
    held = second.take(hall.table.uid)
    assert (held.status_code, held.json()["params"]["holder"]) == (409, "Tablet 1")
    assert second.take(hall.table.uid, force=True).status_code == 200
    receipt = hall.tablet.press("set_won", winner="A")
    assert (receipt["result"], receipt["reason"]) == ("conflict", "stale_epoch")
    assert hall.game.state["score"]["A"] == 0
    assert GameEvent.objects.filter(reason="stale_epoch").count() == 1


def test_after_the_approval_nothing_is_applied(hall: Hall) -> None:
    """Nasty input 8."""
    hall.call()
    hall.take_as_official()
    play(hall.tablet, "AAAA")
    sign(hall.tablet)
    match = hall.fresh()
    protocol_approve(match_uid=match.uid, version=match.version, by=hall.chief, at=timezone.now())
    receipt = hall.tablet.press("set_won", winner="B")
    assert (receipt["result"], receipt["reason"]) == ("conflict", "after_confirm")
    assert Protocol.objects.count() == 1


def test_a_revoked_device_is_heard_and_not_applied(hall: Hall) -> None:
    """Nasty input 9."""
    hall.call()
    hall.take_as_official()
    device_revoke(
        competition=hall.competition, device_uid=UUID(hall.tablet.device), by=hall.chief, at=timezone.now())
    receipt = hall.tablet.press("set_won", winner="A")
    assert (receipt["result"], receipt["reason"]) == ("quarantined", "device_revoked")


@pytest.mark.parametrize("wall", ["1970-01-01T00:00:00Z", "2106-02-07T06:28:16Z", "0001-01-01T00:00:00Z", "no time"])
def test_no_event_is_refused_for_its_time(hall: Hall, wall: str) -> None:
    """Nasty input 10."""
    hall.call()
    hall.take_as_official()
    line = hall.tablet.line("set_won", {"winner": "A"}, client_wall=wall)
    assert hall.tablet.send(line).json()["receipts"][0]["result"] == "stored"


@pytest.mark.parametrize(("kind", "payload", "reason"), [
    ("result", {"sets": [4, 3]}, "illegal_score"),
    ("result", {"sets": [5, 1]}, "illegal_score"),
    ("result", {"sets": [-1, 3]}, "illegal_score"),
    ("result", {"sets": [1.5, 3]}, "wrong_type"),
    ("result", {"sets": ["3", 3]}, "wrong_type"),
    ("result", {"sets": [True, 3]}, "wrong_type"),
    ("set_won", {"winner": "C"}, "not_one_of"),
    ("set_won", {"winner": "A", "confirmed": True}, "unknown_field"),
    ("warning", {"who": "A", "clause": "19.1.z"}, "warning_clause_unknown"),
    ("no_such_kind", {}, "unknown_kind"),
])
def test_what_the_rules_refuse_is_kept_and_not_applied(hall: Hall, kind: str, payload: Any, reason: str) -> None:
    """Nasty input 11; the receipt stands."""
    hall.call()
    hall.take_as_official()
    receipt = hall.tablet.send(hall.tablet.line(kind, payload)).json()["receipts"][0]
    assert (receipt["result"], receipt["reason"]) == ("quarantined", reason)
    assert hall.game.state["score"] == {"A": 0, "B": 0}


def test_a_players_phone_records_sets_and_no_warnings(hall: Hall) -> None:
    hall.call()
    answer = Client().post(
        f"/api/v1/tables/{hall.table.uid}/code", {"code": slip_code(hall.game), "name": "Phone"}, "application/json")
    assert answer.status_code == 201
    phone = Tablet(client=Client(), device=answer.json()["device"], token=answer.json()["token"],
                   epoch=answer.json()["epoch"], table=str(hall.table.uid), game=answer.json()["game"]["uid"])
    assert phone.press("set_won", winner="B")["result"] == "stored"
    assert phone.press("official_called", reason="rule")["result"] == "stored"
    for kind, payload in (("warning", {"who": "A", "clause": "19.1.a"}), ("no_show", {"who": "A"}),
                          ("game_lost", {"who": "A", "reason": "unsporting"})):
        receipt = phone.press(kind, **payload)
        assert (receipt["result"], receipt["reason"]) == ("quarantined", "official_required")


def test_the_code_of_the_slip_dies_with_the_game(hall: Hall) -> None:
    hall.call()
    code = slip_code(hall.game)
    result_enter(match_uid=hall.match.uid, sets=(4, 2), by=hall.chief, at=timezone.now())
    answer = Client().post(
        f"/api/v1/tables/{hall.table.uid}/code", {"code": code, "name": "Phone"}, "application/json")
    assert answer.status_code == 404


def test_five_wrong_codes_lock_and_the_right_one_is_refused_too(hall: Hall) -> None:
    """Nasty input 29, one after another; the parallel guesses are in tests/concurrency."""
    hall.call()
    wrong = f"{(int(slip_code(hall.game)) + 1) % 1_000_000:06d}"
    path = f"/api/v1/tables/{hall.table.uid}/code"
    codes = [Client().post(path, {"code": wrong, "name": "x"}, "application/json").status_code for _ in range(6)]
    assert codes == [403] * 5 + [429]
    answer = Client().post(path, {"code": slip_code(hall.game), "name": "x"}, "application/json")
    assert (answer.status_code, answer.json()["code"]) == (429, "code_locked")


def test_a_warning_keeps_its_set_and_its_giver_through_a_correction(hall: Hall) -> None:
    """The back of the protocol: in which set and by whom; the official is who held the table then."""
    hall.account.first_name = "Ilze Tiesnese"
    hall.account.save()
    hall.call()
    hall.take_as_official()
    play(hall.tablet, "AAB")
    hall.tablet.press("warning", who="B", clause="19.1.c")
    play(hall.tablet, "AA")
    sign(hall.tablet)
    other = make_official(hall.competition, "deputy")
    match = hall.fresh()
    protocol = result_correct(
        match_uid=match.uid, sets=(4, 2), reason="misread", version=match.version, by=actor_of(other),
        at=timezone.now())

    assert [(w["who"], w["set"]) for w in protocol.body["state"]["warning_list"]] == [("B", 4)]
    by = {event["kind"]: event["by"] for event in protocol.body["log"]}
    assert (by["warning"], by["void"], by["set_won"]) == ("Ilze Tiesnese", str(other), "")


def test_only_who_has_a_pin_can_be_chosen(hall: Hall) -> None:
    make_official(hall.competition, "senior_referee")
    hall.call()
    assert hall.take_as_official().json()["game"]["officials"] == [
        {"uid": str(hall.account.uid), "name": str(hall.account), "role": "chief"}]
    path = f"/api/v1/competitions/{hall.competition.uid}/officials"
    listed = hall.tablet.client.get(path, headers=hall.tablet.headers()).json()["officials"]
    assert [official["uid"] for official in listed] == [str(hall.account.uid)]


def test_a_wrong_pin_is_counted_and_the_fifth_locks(hall: Hall) -> None:
    hall.call()
    hall.take_as_official()
    answers = [
        hall.tablet.post(f"tables/{hall.table.uid}/take", {"official": str(hall.account.uid), "pin": "000001"})
        for _ in range(6)
    ]
    assert [a.status_code for a in answers] == [403] * 5 + [429]
    assert hall.take_as_official().status_code == 429


def test_a_pairing_code_pairs_one_device(hall: Hall) -> None:
    """Nasty input 30."""
    now = timezone.now()
    code = pairing_code_make(competition=hall.competition, by=hall.chief, at=now)
    sent = {"code": code, "name": "x"}
    assert Client().post("/api/v1/devices/pair", sent, "application/json").status_code == 201
    again = Client().post("/api/v1/devices/pair", sent, "application/json")
    assert (again.status_code, again.json()["code"]) == (410, "code_used")
    old = pairing_code_make(competition=hall.competition, by=hall.chief, at=now - timedelta(minutes=11))
    late = Client().post("/api/v1/devices/pair", {"code": old, "name": "x"}, "application/json")
    assert (late.status_code, late.json()["code"]) == (410, "code_expired")


def test_a_foreign_game_looks_like_a_missing_one(hall: Hall) -> None:
    """Nasty input 27: the same bytes."""
    other = Hall()
    foreign = hall.tablet.client.get(f"/api/v1/games/{other.game.uid}", headers=hall.tablet.headers())
    missing = hall.tablet.client.get(f"/api/v1/games/{uuid4()}", headers=hall.tablet.headers())
    assert foreign.status_code == missing.status_code == 404
    assert foreign.content == missing.content


@pytest.mark.parametrize(("content_type", "status"), [
    ("application/json", 415), ("text/plain", 415), ("application/x-www-form-urlencoded", 415),
    ("application/x-ndjson; charset=bogus", 415), ("application/x-ndjson; charset=utf-8", 200),
])
def test_events_come_as_lines_and_nothing_else(hall: Hall, content_type: str, status: int) -> None:
    """Nasty inputs 18 and 28."""
    hall.call()
    hall.take_as_official()
    answer = hall.tablet.send(hall.tablet.line("note", {"text": "x"}), content_type=content_type)
    assert answer.status_code == status


def test_without_a_token_nothing_is_told(hall: Hall) -> None:
    hall.call()
    hall.take_as_official()
    assert Client().get(f"/api/v1/games/{hall.game.uid}").status_code == 401
    unknown = Client().get(f"/api/v1/games/{hall.game.uid}", headers={"Authorization": "Device " + "x" * 43})
    assert unknown.status_code == 401


def test_a_no_show_waits_for_the_clock(hall: Hall) -> None:
    """3.2, 15.1: two minutes after the call; nothing is lost by the clock alone."""
    now = timezone.now()
    match_call(match_uid=hall.match.uid, by=hall.chief, at=now)
    with pytest.raises(Conflict, match="call_still_running"):
        no_show_declare(match_uid=hall.match.uid, who="B", by=hall.chief, at=now + timedelta(seconds=119))
    assert hall.fresh().status == "called"
    no_show_declare(match_uid=hall.match.uid, who="B", by=hall.chief, at=now + timedelta(seconds=120))
    match = hall.fresh()
    assert (match.status, match.outcome, match.winner, match.awarded) == ("finished", "walkover", "A", True)
    assert (match.sets_first, match.sets_second) == (None, None)


def test_paper_and_tablet_that_agree_and_that_differ(hall: Hall) -> None:
    """Reliability 2.4: never last-write-wins."""
    hall.call()
    hall.take_as_official()
    play(hall.tablet, "AABAA")
    sign(hall.tablet)
    at = timezone.now()
    assert result_enter(match_uid=hall.match.uid, sets=(4, 1), by=hall.chief, at=at) == "agrees"
    assert result_enter(match_uid=hall.match.uid, sets=(4, 2), by=hall.chief, at=at) == "differs"
    match = hall.fresh()
    assert (match.sets_first, match.sets_second) == (4, 1)
    with pytest.raises(Conflict, match="results_differ"):
        protocol_approve(match_uid=match.uid, version=match.version, by=hall.chief, at=at)


def test_undo_is_a_void_and_the_log_keeps_both(hall: Hall) -> None:
    hall.call()
    hall.take_as_official()
    line = hall.tablet.line("set_won", {"winner": "A"})
    hall.tablet.send(line)
    receipt = hall.tablet.press("void", uid=json.loads(line)["uid"], reason="slip")
    assert receipt["result"] == "stored"
    assert hall.game.state["score"] == {"A": 0, "B": 0}
    assert GameEvent.objects.filter(game=hall.game, kind__in=["set_won", "void"]).count() == 2


def test_anybody_sees_what_is_on_a_table_but_not_its_log(hall: Hall) -> None:
    hall.call()
    answer = Client().get(f"/api/v1/tables/{hall.table.uid}/now").json()
    assert answer["game"]["status"] == "called"
    assert "events" not in answer["game"]
    assert answer["game"]["players"]["A"]["name"] in NAMES


def test_an_official_of_another_competition_can_do_nothing(hall: Hall) -> None:
    stranger = actor_of(make_official(make_competition(), "chief"))
    with pytest.raises(NotFound):
        match_call(match_uid=hall.match.uid, by=stranger, at=timezone.now())
    with pytest.raises(NotFound):
        result_enter(match_uid=hall.match.uid, sets=(4, 2), by=Actor(), at=timezone.now())


def test_a_match_is_not_begun_at_a_table_where_another_is_played(hall: Hall) -> None:
    """One match at a table: the event is kept and does not count."""
    hall.call()
    other = make_stage(hall.stage.event, [[make_entry(hall.stage.event, f"Other {n}") for n in range(2)]], number=2)
    waiting = other.matches.get()
    waiting.table = hall.table
    waiting.save()
    answer = hall.tablet.take(hall.table.uid, game=str(Game.objects.get(match=waiting).uid))
    assert answer.status_code == 200
    hall.tablet.game = answer.json()["game"]["uid"]
    receipt = hall.tablet.press("set_won", winner="A")
    assert (receipt["result"], receipt["reason"]) == ("conflict", "table_busy")
    waiting.refresh_from_db()
    assert waiting.status == "scheduled"


def test_nobody_plays_at_two_tables_though_nobody_was_called(hall: Hall) -> None:
    """Two tablets take what is due at their tables, with one person in both matches: the second does not count."""
    event = make_event(hall.competition, name="Seniors")
    twin = make_entry(event, person=hall.entries[0].person)
    waiting = make_stage(event, [[twin, make_entry(event, "Other")]]).matches.get()
    waiting.table = hall.competition.tables.get(number=2)
    waiting.save()
    second = paired_tablet(hall.competition, "Tablet 2")
    assert hall.tablet.take(hall.table.uid).status_code == second.take(waiting.table.uid).status_code == 200

    assert hall.tablet.press("set_won", winner="A")["result"] == "stored"
    receipt = second.press("set_won", winner="A")
    assert (receipt["result"], receipt["reason"]) == ("conflict", "player_busy")
    waiting.refresh_from_db()
    assert waiting.status == "scheduled"


def test_every_contact_is_noted_with_the_clock(hall: Hall) -> None:
    """Reliability 2.5: the clock is shown, and nothing is decided by it."""
    hall.call()
    hall.take_as_official()
    device = Device.objects.get(uid=hall.tablet.device)
    seen = device.last_seen_at
    ahead = (timezone.now() + timedelta(minutes=7)).isoformat().replace("+00:00", "Z")
    hall.tablet.send(hall.tablet.line("note", {"text": "x"}, client_wall=ahead))
    device.refresh_from_db()
    assert device.last_seen_at > seen
    assert 6.9 * 60_000 < device.clock_skew_ms < 7.1 * 60_000


def test_a_table_of_a_hidden_competition_tells_no_names(hall: Hall) -> None:
    hall.call()
    hall.competition.is_public = False
    hall.competition.save(update_fields=["is_public"])
    shown = Client().get(f"/api/v1/tables/{hall.table.uid}/now")
    assert not any(name in shown.content.decode() for name in NAMES)
    own = hall.tablet.client.get(f"/api/v1/tables/{hall.table.uid}/now", headers=hall.tablet.headers()).json()
    assert {own["game"]["players"][who]["name"] for who in "AB"} == set(NAMES)
