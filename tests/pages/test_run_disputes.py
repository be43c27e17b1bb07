"""Disputed strokes in the panel: opened, ruled on, overruled, withdrawn, published, without any script."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

import pytest
from django.test import Client

from competitions.models import Job
from refereeing.models import Dispute, GameEvent, Replay, Ruling
from refereeing.services.evidence import position_save
from refereeing.services.replays import replay_request
from tests.factories import NOON, make_official
from tests.pages.run_site import Hall, said, text
from tests.services.dispute_hall import position

pytestmark = pytest.mark.django_db


@pytest.fixture
def hall(client: Client) -> Hall:
    return Hall(client)


def opened(hall: Hall, uid: Any = None) -> Dispute:
    match, uid = hall.match(), uid or uuid4()
    hall.post("match-dispute", {
        "uid": uid, "who": "A", "set_number": 1, "stroke": "", "text": "Which <b>first</b>?"}, uid=match.uid)
    return Dispute.objects.get(uid=uid)


def rule(hall: Hall, dispute: Dispute, **data: Any) -> Any:
    given = {"uid": uuid4(), "text": "The red one", "decision": "correct", **data}
    return hall.post("dispute-rule", given, uid=dispute.uid)


def done_replay(dispute: Dispute, by: Any) -> Replay:
    from competitions.selectors.actors import actor_of

    who = actor_of(by)
    row, _new = position_save(game_uid=dispute.game.uid, dispute_uid=dispute.uid, data=position(), by=who, at=NOON)
    replay, _new = replay_request(
        dispute_uid=dispute.uid, uid=uuid4(), position=row.uid, kind="reconstruct", model="slide", seed=1, by=who,
        at=NOON)
    Job.objects.update(state=Job.State.DONE)
    Replay.objects.update(result={"runs": []})
    return replay


def test_opened_on_the_page_of_a_match(hall: Hall) -> None:
    uid = uuid4()
    for _ in range(2):
        dispute = opened(hall, uid)

    assert GameEvent.objects.filter(kind="dispute").count() == 1
    listed = text(hall.get("disputes"))
    assert "Which &lt;b&gt;first&lt;/b&gt;?" in listed
    assert "not decided" in listed
    page = text(hall.get("dispute", uid=dispute.uid))
    assert f'data-dispute="{uid}"' in page
    assert "Nobody has ruled yet." in page
    assert f"/disputes/{uid}/" in text(hall.get("match", uid=hall.match().uid))


def test_nothing_has_been_disputed(hall: Hall) -> None:
    assert "No stroke has been disputed." in text(hall.get("disputes"))


def test_a_ruling_with_what_follows(hall: Hall) -> None:
    dispute = opened(hall)

    answer = rule(
        hall, dispute, decision="set_lost", clause="lnf-2008:16.1.a", consequence="set_lost A 16.1.a")

    assert "recorded" in said(answer)
    page = text(answer)
    assert "the set is lost" in page
    assert "Set lost by" in page
    assert "in force" in page
    dispute.game.refresh_from_db()
    assert dispute.game.state["score"] == {"A": 0, "B": 1}


@pytest.mark.parametrize(("consequence", "kind", "payload"), [
    ("set_replayed interference", "set_replayed", {"reason": "interference"}),
    ("set_won B", "set_won", {"winner": "B"}),
    ("penalty_disc A 17.1.d", "penalty_disc", {"who": "A", "clause": "17.1.d"}),
])
def test_each_kind_of_consequence(hall: Hall, consequence: str, kind: str, payload: dict[str, str]) -> None:
    dispute = opened(hall)
    page = text(hall.get("dispute", uid=dispute.uid))
    assert f'value="{consequence}"' in page

    rule(hall, dispute, consequence=consequence)

    ruling = str(Ruling.objects.get().uid)
    assert GameEvent.objects.get(kind=kind).payload == {**payload, "ruling": ruling}


def test_what_contradicts_a_ruling_is_taken_back(hall: Hall) -> None:
    dispute = opened(hall)
    rule(hall, dispute, consequence="set_won A")
    won = GameEvent.objects.get(kind="set_won")
    other = opened(hall)
    assert "set 1: Set won by" in text(hall.get("dispute", uid=other.uid))

    rule(hall, other, undo=won.uid, consequence="set_won B")

    other.game.refresh_from_db()
    assert other.game.state["score"] == {"A": 0, "B": 1}


def test_overruled_with_a_reason(hall: Hall) -> None:
    dispute = opened(hall)
    referee = make_official(hall.competition, "table_referee")
    hall.client.force_login(referee)
    rule(hall, dispute, decision="set_lost", consequence="set_lost A 16.1.a")
    first = Ruling.objects.get()
    hall.client.force_login(hall.chief)
    page = text(hall.get("dispute", uid=dispute.uid))
    assert f'name="overrules" value="{first.uid}"' in page

    assert "reason" in said(rule(hall, dispute, overrules=first.uid))
    answer = rule(hall, dispute, overrules=first.uid, reason="film")

    assert "overruled" in text(answer)
    dispute.game.refresh_from_db()
    assert dispute.game.state["score"] == {"A": 0, "B": 0}


def test_a_ruling_without_words_says_what_was_decided(hall: Hall) -> None:
    rule(hall, opened(hall), text="", decision="set_lost", clause="lnf-2008:16.1.a", consequence="set_lost A 16.1.a")

    assert Ruling.objects.get().text == "the set is lost: 16.1.a"


def test_what_may_follow_stands_under_headings(hall: Hall) -> None:
    page = text(hall.get("dispute", uid=opened(hall).uid))

    for heading in ("The set", "Penalty disc for ", "Set lost by "):
        assert f'<optgroup label="{heading}' in page


def test_refusals_are_sentences(hall: Hall) -> None:
    dispute = opened(hall)
    rule(hall, dispute)

    assert "has been decided" in said(rule(hall, dispute))
    assert "cannot be read" in said(rule(hall, dispute, decision="maybe"))
    assert "has been decided" in said(hall.post("dispute-withdraw", {"reason": "x"}, uid=dispute.uid))
    assert hall.get("dispute", uid=uuid4()).status_code == 404


def test_withdrawn(hall: Hall) -> None:
    dispute = opened(hall)

    answer = hall.post("dispute-withdraw", {"reason": "a slip"}, uid=dispute.uid)

    assert "withdrawn" in said(answer)
    assert "Withdraw the dispute" not in text(answer)


def test_published_and_taken_off(hall: Hall) -> None:
    dispute = opened(hall)
    replay = done_replay(dispute, hall.chief)
    press = {"replay": replay.uid, "published": "on"}
    assert "Publish with a link" not in text(hall.get("dispute", uid=dispute.uid))
    assert "rules first" in said(hall.post("dispute-publish", press, uid=dispute.uid))
    rule(hall, dispute)
    assert "Publish with a link" in text(hall.get("dispute", uid=dispute.uid))

    assert "is public" in said(hall.post("dispute-publish", press, uid=dispute.uid))
    replay.refresh_from_db()
    assert f"/replays/{replay.token}/" in text(hall.get("dispute", uid=dispute.uid))
    assert "no longer public" in said(hall.post("dispute-publish", {"replay": replay.uid}, uid=dispute.uid))


def test_what_the_regulations_leave_to_the_chief_is_shown(client: Client) -> None:
    hall = Hall(client)
    hall.event.regulations = {**hall.event.regulations, "replay_weight": "chief_decides"}
    hall.event.save()
    dispute = opened(hall)
    done_replay(dispute, hall.chief)
    hall.client.force_login(make_official(hall.competition, "table_referee"))
    rule(hall, dispute)

    assert "waits for the chief referee" in text(hall.get("disputes"))
    assert "who has not ruled yet" in text(hall.get("dispute", uid=dispute.uid))
    hall.client.force_login(hall.chief)
    rule(hall, dispute, overrules=Ruling.objects.get().uid, reason="looked at it")
    assert "waits for the chief referee" not in text(hall.get("disputes"))


def test_a_senior_is_told_why_not(hall: Hall) -> None:
    dispute = opened(hall)
    hall.client.force_login(make_official(hall.competition, "table_referee"))
    rule(hall, dispute, consequence="set_won A")
    hall.client.force_login(make_official(hall.competition, "senior"))
    assert "Overrule" in text(hall.get("dispute", uid=dispute.uid))
    other = opened(hall)
    rule(hall, other, consequence="")
    from competitions.services.matches import game_lock
    from refereeing.services.desk import desk_write

    desk_write(game_lock(dispute.game.uid), [("penalty_disc", {"who": "A", "clause": "17.1.d"})],
               by=hall_actor(hall), at=NOON)

    assert "only the chief referee can overrule now" in text(hall.get("dispute", uid=dispute.uid))
    assert "Only a higher official may overrule this ruling" in text(hall.get("dispute", uid=other.uid))


def hall_actor(hall: Hall) -> Any:
    from competitions.selectors.actors import actor_of

    return actor_of(hall.chief)


def test_where_no_replays_are_used(client: Client) -> None:
    hall = Hall(client)
    hall.event.regulations = {**hall.event.regulations, "replay_weight": "none"}
    hall.event.save()

    page = text(hall.get("dispute", uid=opened(hall).uid))

    assert "use no replays" in page
    assert "data-dispute-app" not in page
