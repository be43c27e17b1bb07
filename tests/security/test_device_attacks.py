"""A hostile tablet, or a player's phone with a slip's code: what it must not reach, and what it must not stop."""

from __future__ import annotations

import time
from typing import Any
from uuid import uuid4

import pytest
from django.contrib.auth.hashers import make_password
from django.test import Client
from django.utils import timezone

from competitions.common.errors import Conflict
from competitions.models import Match, Official
from refereeing.models import Device, GameEvent, Protocol
from refereeing.services import game_log
from refereeing.services.devices import device_revoke, slip_code
from refereeing.services.game_log import events_ingest
from refereeing.services.pins import make_proof
from refereeing.services.protocols import protocol_approve
from tests.api.tablet_client import Tablet, paired_tablet
from tests.api.test_tablet_api import PIN, Hall
from tests.factories import PASSWORD, make_official

pytestmark = pytest.mark.django_db


@pytest.fixture
def hall() -> Hall:
    made = Hall()
    made.call()
    return made


def phone(hall: Hall) -> Tablet:
    """A phone that has come in by the slip's code."""
    answer = Client().post(
        f"/api/v1/tables/{hall.table.uid}/code", {"code": slip_code(hall.game), "name": "Phone"}, "application/json")
    assert answer.status_code == 201, answer.content
    told = answer.json()
    return Tablet(
        client=Client(), device=told["device"], token=told["token"], epoch=told["epoch"], table=str(hall.table.uid),
        game=told["game"]["uid"])


def finish(tablet: Tablet, winners: str = "AAAA") -> None:
    for winner in winners:
        assert tablet.press("set_won", winner=winner)["result"] == "stored"
    for who in ("A", "B"):
        tablet.press("signature", who=who, name=who, strokes=[[0, 0, 5, 5]], proof=None)
    assert tablet.press("finished")["result"] == "stored"


def approve(hall: Hall) -> Protocol:
    return protocol_approve(
        match_uid=hall.match.uid, version=hall.fresh().version, by=hall.chief, at=timezone.now())


def test_a_huge_number_does_not_hold_up_the_hall(hall: Hall) -> None:
    """Numbering that jumps to 2^31 - 1 was counted through number by number: minutes, and memory without end."""
    tablet = phone(hall)
    begin = time.monotonic()
    answer = tablet.send(tablet.line("note", {"text": "x"}, dseq=2**31 - 1))
    assert time.monotonic() - begin < 2
    assert answer.json()["missing"] == list(range(1, 201))


def test_a_phone_does_not_push_an_officials_tablet_away(hall: Hall) -> None:
    """The code of the slip is refused where an official has the table; so is the phone that came in before."""
    outsider = phone(hall)
    assert hall.take_as_official(force=True).status_code == 200
    answer = outsider.take(hall.table.uid, force=True)
    assert (answer.status_code, answer.json()["code"]) == (409, "held")
    assert hall.tablet.press("set_won", winner="A")["result"] == "stored"


def test_a_gap_stays_when_another_device_goes_on(hall: Hall) -> None:
    """Nasty input 6: the tablet with the missing events is replaced by one that misses nothing."""
    hall.tablet.take(hall.table.uid)
    hall.tablet.line("set_won", {"winner": "B"})  # never arrives
    assert hall.tablet.press("note", text="after it")["result"] == "stored"
    other = paired_tablet(hall.competition, "Tablet 2")
    other.take(hall.table.uid, force=True)
    finish(other)
    with pytest.raises(Conflict, match="log_has_gap"):
        approve(hall)


def test_a_revoked_device_holds_up_no_approval(hall: Hall) -> None:
    """Whoever leaves a gap for ever (a drowned tablet, a player's trick) is revoked by the chief; then it goes on."""
    tablet = phone(hall)
    assert tablet.send(tablet.line("note", {"text": "x"}, dseq=77)).status_code == 200
    other = paired_tablet(hall.competition, "Tablet 2")
    other.take(hall.table.uid, force=True)
    finish(other)
    assert hall.game.has_gap
    device_revoke(
        competition=hall.competition, device_uid=Device.objects.get(uid=tablet.device).uid, by=hall.chief,
        at=timezone.now())
    assert not hall.game.has_gap
    assert approve(hall).revision == 1


def test_a_device_revoked_while_its_batch_is_under_way_writes_nothing(hall: Hall) -> None:
    """ASVS 8.3.2: the row that the token was read into is older than the chief's decision."""
    hall.tablet.take(hall.table.uid)
    stale = Device.objects.select_related("competition").get(uid=hall.tablet.device)
    device_revoke(competition=hall.competition, device_uid=stale.uid, by=hall.chief, at=timezone.now())
    done = events_ingest(
        game_uid=hall.game.uid, lines=[hall.tablet.line("set_won", {"winner": "A"})], device=stale, at=timezone.now())
    assert [(r.result, r.reason) for r in done.receipts] == [("quarantined", "device_revoked")]


def test_a_forked_tablet_writes_nothing_until_the_chief_has_looked(hall: Hall) -> None:
    """Nasty input 3: after two different events with one number nobody knows which of the two tablets speaks."""
    hall.tablet.take(hall.table.uid)
    assert hall.tablet.press("set_won", winner="A")["result"] == "stored"
    fork = hall.tablet.send(hall.tablet.line("set_won", {"winner": "B"}, dseq=1)).json()["receipts"][0]
    assert fork["reason"] == "fork"
    hall.tablet.dseq = 1
    later = hall.tablet.press("set_won", winner="B")
    assert (later["result"], later["reason"]) == ("quarantined", "fork")
    assert hall.game.state["score"] == {"A": 1, "B": 0}


def test_an_official_who_lost_the_office_writes_with_a_players_rights(hall: Hall) -> None:
    referee = make_official(hall.competition, "table_referee")
    referee.pin = make_password(PIN)
    referee.save(update_fields=["pin"])
    assert hall.tablet.take(hall.table.uid, official=str(referee.uid), pin=PIN).json()["rights"] == "official"
    Official.objects.filter(account=referee).delete()
    receipt = hall.tablet.press("warning", who="A", clause="19.1.a")
    assert (receipt["result"], receipt["reason"]) == ("quarantined", "official_required")
    assert hall.tablet.press("set_won", winner="A")["result"] == "stored"


def proofs(hall: Hall) -> dict[str, str | None]:
    """Proofs that must not pass: none, nonsense, another game's, another official's, a tampered one."""
    other = make_official(hall.competition, "table_referee")
    good = make_proof(hall.account, hall.game.uid)
    return {
        "none": None, "nonsense": "x:y:z", "another game": make_proof(hall.account, uuid4()),
        "another official": make_proof(other, hall.game.uid), "tampered": "A" + good[1:],
    }


@pytest.mark.parametrize("which", ["none", "nonsense", "another game", "another official", "tampered"])
def test_a_borrowed_proof_verifies_no_signature(hall: Hall, which: str) -> None:
    """The proof of a PIN counts for the game and the official that it was given for."""
    hall.take_as_official()
    finish(hall.tablet)
    signed = hall.tablet.press(
        "signature", who="referee", name=str(hall.account), strokes=None, proof=proofs(hall)[which])
    assert signed["result"] == "stored"
    body = Protocol.objects.filter(game=hall.game).order_by("-revision")[0].body
    assert body["signatures"]["referee"]["verified"] is False


def test_the_right_proof_verifies_a_signature(hall: Hall) -> None:
    hall.take_as_official()
    finish(hall.tablet)
    hall.tablet.press(
        "signature", who="referee", name=str(hall.account), strokes=None,
        proof=make_proof(hall.account, hall.game.uid))
    body = Protocol.objects.filter(game=hall.game).order_by("-revision")[0].body
    assert body["signatures"]["referee"]["verified"] is True


ODD_PAYLOADS: list[tuple[str, dict[str, Any]]] = [
    ("result", {"sets": 5}), ("result", {"sets": None}), ("result", {"sets": [[], {}]}), ("void", {"uid": []}),
    ("choice", {"by": {}, "first_stroke": []}), ("warning", {"who": [], "clause": {}}), ("note", {"text": "y" * 9000}),
    ("signature", {"who": {}, "strokes": 7}), ("x" * 300, {}), ("%(name)s", {"reason": "%s%n"}),
]


@pytest.mark.parametrize(("kind", "payload"), ODD_PAYLOADS)
def test_the_chief_sees_the_match_whatever_a_phone_has_sent(hall: Hall, kind: str, payload: dict[str, Any]) -> None:
    """What could not be read is kept, and is no reason for the page to fail or to grow."""
    tablet = phone(hall)
    raw = tablet.line(kind, payload)
    assert tablet.send(raw).json()["receipts"][0]["result"] == "quarantined"
    client = Client()
    assert client.login(username=hall.account.username, password=PASSWORD)
    shown = client.get(f"/panel/{hall.competition.slug}/matches/{hall.match.uid}/")
    assert shown.status_code == 200
    assert b"yyyyyyyy" * 1000 not in shown.content
    assert tablet.client.get(f"/api/v1/games/{tablet.game}", headers=tablet.headers()).status_code == 200
    assert bytes(GameEvent.objects.get(dseq=tablet.dseq, device__uid=tablet.device).audit.body) == raw


def test_a_foreign_void_and_a_foreign_game_in_the_batch_change_nothing(hall: Hall) -> None:
    other = Hall()
    other.call()
    other.tablet.take(other.table.uid)
    other.tablet.press("set_won", winner="A")
    theirs = GameEvent.objects.get(game=other.game, kind="set_won")
    hall.tablet.take(hall.table.uid)
    hall.tablet.press("set_won", winner="A")
    receipts = hall.tablet.send(
        hall.tablet.line("void", {"uid": str(theirs.uid), "reason": ""}),
        hall.tablet.line("set_won", {"winner": "B"}, game=str(other.game.uid)),
        hall.tablet.line("set_won", {"winner": "B"}, device=other.tablet.device),
    ).json()["receipts"]
    assert [r["reason"] for r in receipts] == ["nothing_to_void", "foreign", "foreign"]
    assert other.game.state["score"] == hall.game.state["score"] == {"A": 1, "B": 0}
    replayed = hall.tablet.send(bytes(theirs.audit.body)).json()["receipts"][0]
    assert replayed["result"] in ("duplicate", "quarantined")
    assert Match.objects.get(id=other.match.id).version == other.fresh().version


def test_a_phone_does_not_fill_the_disk_and_its_game_can_still_be_played(hall: Hall) -> None:
    """A phone may be wrong now and then, not without end: then its batch is refused, and it keeps its lines itself."""
    flooding = phone(hall)
    for _batch in range(game_log.PHONE_LINES // 200 + 1):
        sent = [flooding.line("note", {"text": str(n)}) for n in range(100)]
        assert flooding.send(*sent, *[b"%d %s" % (n, sent[0]) for n in range(100)]).status_code == 200
    assert flooding.send(b"one more").status_code == 429
    again = phone(hall)  # the same code gives no second helping
    assert again.send(again.line("note", {"text": "x"})).status_code == 429
    assert hall.take_as_official(force=True).status_code == 200
    begin = time.monotonic()
    assert hall.tablet.press("set_won", winner="A")["result"] == "stored"
    assert time.monotonic() - begin < 1
    finish(hall.tablet, "AAA")
    assert approve(hall).revision == 1
