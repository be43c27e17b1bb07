"""Evidence, replays and rulings over HTTP: from a tablet in any order, from the panel, and what nobody may see yet."""

from __future__ import annotations

import io
import json
import threading
import time
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client
from PIL import Image

from competitions.common.errors import Invalid, Unavailable
from competitions.formats.regulations import Regulations
from competitions.models import AuditEntry, Job
from refereeing.models import Calibration, Dispute, DisputePhoto, DisputePosition, Replay
from refereeing.selectors.chain import chain_breaks
from refereeing.services import pictures
from refereeing.services.pictures import picture_clean
from tests.api.tablet_client import Tablet, paired_tablet
from tests.factories import NOON
from tests.services.dispute_hall import DisputeHall, position

pytestmark = pytest.mark.django_db
RESULT = {
    "kind": "reconstruct", "runs": [{"weight": 1, "simulation": {"verdict": {"findings": [
        {"rule": "lnf-2008:11.4.a", "text": "x"}]}}}, {"weight": 0, "simulation": None}],
    "rulings": [{"probability": 1, "findings": [{"rule": "lnf-2008:17.1.d", "text": "x"}]}], "cite": ["aus-1992:1.29"],
}


@pytest.fixture
def hall() -> DisputeHall:
    return DisputeHall()


class Panel:
    """An official's browser."""

    def __init__(self, hall: DisputeHall, role: str) -> None:
        self.client = Client()
        self.client.force_login(hall.account[role])

    def get(self, path: str) -> Any:
        return self.client.get(f"/api/v1/{path}")

    def post(self, path: str, data: Any) -> Any:
        return self.client.post(f"/api/v1/{path}", json.dumps(data), "application/json")


def save(tablet: Tablet, hall: DisputeHall, dispute: Any, data: Any = None) -> Any:
    return tablet.post(f"games/{hall.game.uid}/disputes/{dispute}/positions", data or position())


def ask(by: Any, hall: DisputeHall, dispute: Dispute, **changes: Any) -> Any:
    data = {"uid": str(uuid4()), "position": str(dispute.positions.last().uid), "kind": "reconstruct", **changes}
    return by.post(f"games/{hall.game.uid}/disputes/{dispute.uid}/replays", data)


def finished(replay: Replay) -> None:
    """As the worker leaves it."""
    Replay.objects.filter(id=replay.id).update(result=RESULT)
    Job.objects.filter(id=replay.job_id).update(state=Job.State.DONE, done=1, total=1)


def picture(size: tuple[int, int] = (60, 40), kind: str = "JPEG", **options: Any) -> bytes:
    kept = io.BytesIO()
    Image.new("RGB", size, "green").save(kept, kind, **options)
    return kept.getvalue()


def put(tablet: Tablet, hall: DisputeHall, dispute: Any, uid: Any, content: bytes, kind: str = "image/jpeg") -> Any:
    path = f"/api/v1/games/{hall.game.uid}/disputes/{dispute}/photos/{uid}"
    return tablet.client.put(path, content, kind, headers=tablet.headers())


# --- positions -------------------------------------------------------------------------------------------------------
def test_a_position_is_kept_once_however_often_it_is_sent(hall: DisputeHall) -> None:
    tablet, dispute, data = hall.tablet(), hall.open(), position()

    first, again = (save(tablet, hall, dispute.uid, data) for _ in range(2))

    assert (first.status_code, again.status_code) == (201, 200)
    assert first.json() == again.json()
    assert DisputePosition.objects.get().body["before"]["unknown"] == ["b7"]
    assert save(tablet, hall, dispute.uid, {**data, "position_sd": 3}).json()["code"] == "uid_reuse"
    assert AuditEntry.objects.filter(kind="dispute.position").count() == 1


def test_a_change_is_a_new_row(hall: DisputeHall) -> None:
    tablet, dispute = hall.tablet(), hall.open()

    revisions = [save(tablet, hall, dispute.uid).json()["revision"] for _ in range(2)]

    assert revisions == [1, 2]


def test_evidence_before_the_disputes_event_is_kept_and_finds_it(hall: DisputeHall) -> None:
    tablet, uid = hall.tablet(), uuid4()

    assert save(tablet, hall, uid).status_code == 201
    assert Dispute.objects.get(uid=uid).state == "unlogged"
    tablet.press("dispute", text="q", dispute=str(uid), set=1, player="A")

    shown = tablet.client.get(f"/api/v1/disputes/{uid}", headers=tablet.headers()).json()
    assert (shown["state"], len(shown["positions"]), shown["opened_by"]) == (
        "open", 1, str(hall.account["table_referee"]))


def test_who_may_not_add_evidence(hall: DisputeHall) -> None:
    dispute = hall.open()
    never, foreign = paired_tablet(hall.competition), DisputeHall().tablet()
    revoked = hall.tablet()
    from refereeing.models import Device
    Device.objects.filter(uid=revoked.device).update(is_revoked=True)
    other_game = DisputeHall()
    tablet = other_game.tablet()

    answers = [
        save(never, hall, dispute.uid), save(foreign, hall, dispute.uid), save(revoked, hall, dispute.uid),
        save(tablet, other_game, dispute.uid),
        Client().post(f"/api/v1/games/{hall.game.uid}/disputes/{dispute.uid}/positions", "{}", "application/json"),
    ]

    assert [(a.status_code, a.json()["code"]) for a in answers] == [
        (403, "never_at_table"), (404, "not_found"), (403, "device_revoked"), (404, "not_found"),
        (401, "not_authenticated")]


BAD = [
    ({"before": {}}, "missing", "before.discs"), ({"player": "E"}, "not_one_of", "player"),
    ({"position_sd": 1e308}, "out_of_range", "position_sd"), ({"x": 1}, "unknown_field", "x"),
    ({"known": {"angle": [1]}}, "wrong_type", "known.angle"),
    ({"known": {"speed": [3, 2]}}, "out_of_range", "known.speed[1]"),
    ({"stroke": {"angle": 0, "speed": -1}}, "out_of_range", "stroke.speed"),
    ({"photo": {"uid": str(uuid4()), "corners": [[0, 0]] * 3}}, "wrong_type", "photo.corners"),
    ({"photo": {"uid": str(uuid4()), "corners": [[0]] * 4}}, "wrong_type", "photo.corners[0]"),
    ({"uid": "A"}, "wrong_type", "uid"),
]


@pytest.mark.parametrize(("change", "code", "path"), BAD)
def test_a_position_that_cannot_be_read(hall: DisputeHall, change: Any, code: str, path: str) -> None:
    tablet, dispute = hall.tablet(), hall.open()

    answer = save(tablet, hall, dispute.uid, {**position(), **change})

    assert (answer.status_code, answer.json()["code"], answer.json()["params"]["path"]) == (422, code, path)
    assert not DisputePosition.objects.exists()


# --- photos ----------------------------------------------------------------------------------------------------------
def test_a_photo_is_encoded_anew_without_its_metadata(hall: DisputeHall, settings: Any, tmp_path: Any) -> None:
    settings.MEDIA_ROOT = tmp_path
    tablet, dispute, uid = hall.tablet(), hall.open(), uuid4()
    exif = Image.Exif()
    exif[0x010E], exif[0x0112] = "secret place", 6  # description; turned by a quarter
    content = picture((600, 400), exif=exif)

    answers = [put(tablet, hall, dispute.uid, uid, content) for _ in range(2)]

    assert [a.status_code for a in answers] == [201, 200]
    assert answers[0].json() == {"uid": str(uid), "width": 400, "height": 600}
    shown = tablet.client.get(f"/api/v1/disputes/{dispute.uid}/photos/{uid}", headers=tablet.headers())
    kept = Image.open(io.BytesIO(shown.content))
    assert (shown["Content-Type"], kept.size, dict(kept.getexif())) == ("image/jpeg", (400, 600), {})
    assert b"secret" in content
    assert b"secret" not in shown.content
    assert put(tablet, hall, dispute.uid, uid, picture((50, 50))).json()["code"] == "uid_reuse"
    assert len(list(tmp_path.rglob("*.jpg"))) == 1


@pytest.mark.parametrize(("kind", "size"), [("PNG", (2500, 100)), ("WEBP", (30, 20))])
def test_other_pictures_are_taken(hall: DisputeHall, settings: Any, tmp_path: Any, kind: str, size: Any) -> None:
    settings.MEDIA_ROOT = tmp_path
    answer = put(hall.tablet(), hall, hall.open().uid, uuid4(), picture(size, kind), f"image/{kind.lower()}")

    assert answer.json()["width"] == min(size[0], 2000)


def test_a_phones_picture_with_a_second_one_behind_it_is_as_large_as_a_jpeg_may_be() -> None:
    """MPO; told by its content."""
    content = picture((5000, 4000), "MPO", save_all=True, append_images=[Image.new("RGB", (5000, 4000))])

    assert (picture_clean(content).width, picture_clean(content).height) == (2000, 1600)


def test_a_slow_picture_holds_no_request_and_others_are_told_to_come_again(monkeypatch: pytest.MonkeyPatch) -> None:
    begin = time.monotonic()
    monkeypatch.setattr(pictures, "_CHILD", Path(__file__).with_name("slow_child.py"))
    monkeypatch.setattr(pictures, "SECONDS", 0.2)
    with pytest.raises(Invalid, match="picture_too_large"):
        picture_clean(picture())
    monkeypatch.setattr(pictures, "WAIT_SECONDS", 0.1)
    monkeypatch.setattr(pictures, "_slots", threading.BoundedSemaphore(1))
    pictures._slots.acquire()
    with pytest.raises(Unavailable, match="pictures_busy"):
        picture_clean(picture())

    assert time.monotonic() - begin < 3


BOMB = picture((9000, 9000), "PNG")


@pytest.mark.parametrize(("content", "status", "code"), [
    (b"", 422, "not_a_picture"), (b"GIF89a", 422, "not_a_picture"), (b"\xff\xd8\xffrubbish", 422, "not_a_picture"),
    (b"<svg xmlns='http://www.w3.org/2000/svg'/>", 422, "not_a_picture"), (picture()[:300], 422, "not_a_picture"),
    (BOMB, 422, "picture_too_large"), (b"\xff\xd8\xff" + bytes(4_000_001), 413, "too_large"),
])
def test_what_is_no_picture(
    hall: DisputeHall, settings: Any, tmp_path: Any, content: bytes, status: int, code: str,
) -> None:
    settings.MEDIA_ROOT = tmp_path
    answer = put(hall.tablet(), hall, hall.open().uid, uuid4(), content)

    assert (answer.status_code, answer.json()["code"]) == (status, code)
    assert not DisputePhoto.objects.exists()
    assert list(tmp_path.rglob("*.jpg")) == []


def test_a_photo_of_more_than_a_megabyte_gets_through(hall: DisputeHall, settings: Any, tmp_path: Any) -> None:
    settings.MEDIA_ROOT = tmp_path
    noise = Image.effect_noise((1800, 1800), 90)
    kept = io.BytesIO()
    noise.save(kept, "JPEG", quality=80)
    assert 1_000_000 < len(kept.getvalue()) < 4_000_000

    assert put(hall.tablet(), hall, hall.open().uid, uuid4(), kept.getvalue()).status_code == 201


def test_six_photos_a_dispute(hall: DisputeHall, settings: Any, tmp_path: Any) -> None:
    settings.MEDIA_ROOT = tmp_path
    tablet, dispute = hall.tablet(), hall.open()
    for number in range(6):
        DisputePhoto.objects.create(
            uid=uuid4(), dispute=dispute, file="x", width=1, height=1, sent_digest=str(number), digest="", at=NOON)

    assert put(tablet, hall, dispute.uid, uuid4(), picture()).json()["code"] == "too_much_evidence"
    assert list(tmp_path.rglob("*.jpg")) == []


# --- replays ---------------------------------------------------------------------------------------------------------
def test_a_replay_is_queued_with_what_it_needs(hall: DisputeHall) -> None:
    tablet, dispute = hall.tablet(), hall.open()
    save(tablet, hall, dispute.uid)

    answer = ask(tablet, hall, dispute, seed=7)

    assert answer.status_code == 202
    shown = answer.json()
    assert (shown["state"], shown["hidden"], shown["result"]) == ("queued", "ruling_first", None)
    replay = Replay.objects.get()
    assert replay.item["before"][0] == {"id": "r1", "colour": "red", "x": 0, "y": 100}
    assert replay.item["striker"] == {"x": 0, "y": -420, "after": {"x": 0, "y": 60}}
    assert (replay.item["seed"], replay.item["pocketed"], replay.item["adjudicate"]["ruleset"]) == (7, [], "lnf-2008")
    assert (replay.job.kind, replay.job.args) == ("replay", {"replay": str(replay.uid)})
    assert chain_breaks(hall.competition) == ()


def test_a_replay_asked_for_twice_is_one(hall: DisputeHall) -> None:
    tablet, dispute, uid = hall.tablet(), hall.open(), str(uuid4())
    save(tablet, hall, dispute.uid)

    answers = [ask(tablet, hall, dispute, uid=uid).status_code for _ in range(2)]

    assert answers == [202, 200]
    assert Job.objects.count() == 1
    assert ask(tablet, hall, dispute, uid=uid, seed=9).json()["code"] == "uid_reuse"


def test_the_official_rules_first_and_then_sees_the_replay(hall: DisputeHall) -> None:
    """Whoever asks, whatever its state: no result before a ruling; and none again when the ruling is taken back."""
    tablet, chief, dispute = hall.tablet(), Panel(hall, "chief"), hall.open()
    save(tablet, hall, dispute.uid)
    replay = Replay.objects.get(uid=ask(tablet, hall, dispute).json()["uid"])
    finished(replay)
    path = f"disputes/{dispute.uid}/replays/{replay.uid}"

    for _ in range(2):
        shown = chief.get(path).json()
        assert (shown["state"], shown["hidden"], shown["result"]) == ("done", "ruling_first", None)
        assert b"17.1.d" not in chief.get(f"disputes/{dispute.uid}").content
        hall.rule(dispute)
        assert chief.get(path).json()["hidden"] is None
        at_tablet = tablet.client.get(f"/api/v1/{path}?language=lv", headers=tablet.headers()).json()
        result = at_tablet["result"]
        assert result["rulings"][0]["findings"][0]["text"] not in ("", "x")
        assert result["cite"][0]["rule"] == "aus-1992:1.29"
        assert result["runs"][0]["simulation"]["verdict"]["findings"][0]["text"] != "x"
        assert result["runs"][1]["simulation"] is None
        hall.take_back_ruling(dispute)


def test_where_replays_are_not_used() -> None:
    hall = DisputeHall(Regulations(replay_weight="none"))
    tablet, dispute = hall.tablet(), hall.open()
    save(tablet, hall, dispute.uid)

    answer = ask(tablet, hall, dispute)

    assert (answer.status_code, answer.json()["code"]) == (409, "replay_not_used")


def test_a_replay_that_was_made_before_the_regulations_forbade_it_is_hidden(hall: DisputeHall) -> None:
    tablet, dispute = hall.tablet(), hall.open()
    save(tablet, hall, dispute.uid)
    replay = Replay.objects.get(uid=ask(tablet, hall, dispute).json()["uid"])
    finished(replay)
    hall.rule(dispute)
    event = hall.stage.event
    event.regulations = {**event.regulations, "replay_weight": "none"}
    event.save()

    shown = Panel(hall, "chief").get(f"disputes/{dispute.uid}/replays/{replay.uid}").json()

    assert (shown["hidden"], shown["result"]) == ("weight_none", None)


def test_what_a_replay_lacks(hall: DisputeHall) -> None:
    tablet, dispute = hall.tablet(), hall.open()
    save(tablet, hall, dispute.uid, position(after=None, stroke=None))

    answers = [
        ask(tablet, hall, dispute), ask(tablet, hall, dispute, kind="simulate"),
        ask(tablet, hall, dispute, position=str(uuid4())), ask(tablet, hall, dispute, kind="guess"),
    ]

    save(tablet, hall, dispute.uid)
    answers.insert(3, ask(tablet, hall, dispute, model="full"))

    assert [a.status_code for a in answers] == [422, 422, 422, 422, 400]
    assert [a.json()["code"] for a in answers[:4]] == ["missing", "missing", "unknown_position", "unknown_value"]


def test_three_wait_at_most_and_one_can_be_stopped(hall: DisputeHall) -> None:
    tablet, dispute = hall.tablet(), hall.open()
    save(tablet, hall, dispute.uid)
    uids = [ask(tablet, hall, dispute, kind="simulate").json()["uid"] for _ in range(3)]

    assert ask(tablet, hall, dispute).status_code == 429
    stopped = tablet.post(f"disputes/{dispute.uid}/replays/{uids[0]}/cancel", {})
    assert stopped.json()["state"] == "cancelled"
    assert ask(tablet, hall, dispute).status_code == 202


def test_nobody_to_compute_is_said(hall: DisputeHall) -> None:
    from datetime import timedelta

    from django.utils import timezone

    tablet, dispute = hall.tablet(), hall.open()
    save(tablet, hall, dispute.uid)
    uid = ask(tablet, hall, dispute).json()["uid"]
    Job.objects.update(created_at=timezone.now() - timedelta(seconds=30))

    shown = Panel(hall, "chief").get(f"disputes/{dispute.uid}/replays/{uid}?language=de").json()

    assert (shown["state"], shown["error"]["code"]) == ("queued", "no_simulator")


def test_the_calibration_of_the_table_is_used_and_kept(hall: DisputeHall) -> None:
    rows = [(None, 1, 0.12), (hall.match.table, 2, 0.13), (None, 3, 0.14)]
    for table, version, friction in rows:
        Calibration.objects.create(
            competition=hall.competition, table=table, version=version, day=NOON.date(), at=NOON,
            constants={"friction": friction}, sd={"friction": 0.01})
    tablet, dispute = hall.tablet(), hall.open()
    save(tablet, hall, dispute.uid)

    shown = ask(tablet, hall, dispute).json()["calibration"]

    assert (shown["version"], shown["constants"]["friction"], shown["constants"]["gravity"]) == (2, 0.13, 9810.0)
    assert shown["sd"]["friction"] == 0.01


# --- from the panel --------------------------------------------------------------------------------------------------
def test_the_panel_opens_rules_and_overrules(hall: DisputeHall) -> None:
    referee, senior = Panel(hall, "table_referee"), Panel(hall, "senior")
    opened = {"uid": str(uuid4()), "text": "Which first?", "set": 1, "player": "B"}

    made = [referee.post(f"games/{hall.game.uid}/disputes", opened) for _ in range(2)]
    path = f"disputes/{opened['uid']}/rulings"
    ruling = {"uid": str(uuid4()), "text": "set lost", "decision": "set_lost", "clauses": ["lnf-2008:16.1.a"],
              "consequences": [{"kind": "set_lost", "who": "B", "clause": "16.1.a"}]}
    ruled = referee.post(path, ruling)
    again = senior.post(path, {
        "uid": str(uuid4()), "text": "correct", "decision": "correct", "overrules": ruling["uid"], "reason": "film"})

    assert [m.status_code for m in made] == [201, 201]
    assert ruled.json()["state"] == "ruled"
    assert ruled.json()["may"] == {
        "rule": False, "overrule": False, "overrule_refused": "overrule_level", "withdraw": False, "publish": False,
        "position": True}
    rulings = again.json()["rulings"]
    # What an overruled ruling had brought is shown as taken back.
    assert [(r["level"], r["in_force"], [c["undone"] for c in r["consequences"]]) for r in rulings] == [
        ("table", False, [True]), ("senior", True, [])]
    assert rulings[0]["overruled_by"] == rulings[1]["uid"]
    assert hall.game.state["score"] == {"A": 0, "B": 0}
    listed = referee.get(f"games/{hall.game.uid}/disputes?language=lv").json()
    assert (len(listed["disputes"]), listed["replay_weight"]) == (1, "advice")


def test_a_session_needs_the_csrf_token(hall: DisputeHall) -> None:
    client = Client(enforce_csrf_checks=True)
    client.force_login(hall.account["chief"])

    answer = client.post(f"/api/v1/games/{hall.game.uid}/disputes", "{}", "application/json")

    assert answer.status_code == 403


def test_a_tablet_opens_by_its_log_only(hall: DisputeHall) -> None:
    answer = hall.tablet().post(f"games/{hall.game.uid}/disputes", {})

    assert (answer.status_code, answer.json()["code"]) == (403, "events_only")


def test_strangers_see_nothing(hall: DisputeHall) -> None:
    other = DisputeHall()
    dispute = hall.open()
    panel, tablet = Panel(other, "chief"), other.tablet()

    for path in (f"disputes/{dispute.uid}", f"games/{hall.game.uid}/disputes", f"disputes/{uuid4()}"):
        assert panel.get(path).content == panel.get(f"disputes/{uuid4()}").content
        assert tablet.client.get(f"/api/v1/{path}", headers=tablet.headers()).status_code == 404


def test_published_and_taken_off_again(hall: DisputeHall) -> None:
    tablet, chief, dispute = hall.tablet(), Panel(hall, "chief"), hall.open()
    save(tablet, hall, dispute.uid)
    replay = Replay.objects.get(uid=ask(tablet, hall, dispute).json()["uid"])
    path = f"disputes/{dispute.uid}/replays/{replay.uid}/publish"

    assert chief.post(path, {"published": True}).json()["code"] == "ruling_first"
    hall.rule(dispute)
    assert chief.post(path, {"published": True}).json()["code"] == "replay_not_ready"
    finished(replay)
    assert Panel(hall, "table_referee").post(path, {"published": True}).status_code == 403
    tokens = [chief.post(path, {"published": True}).json()["token"] for _ in range(2)]
    seen = Client().get(f"/api/v1/replays/{tokens[0]}?language=et").json()
    off = chief.post(path, {"published": False}).json()
    gone = Client().get(f"/api/v1/replays/{tokens[0]}")
    back = chief.post(path, {"published": True}).json()["token"]

    assert tokens == [back, back]
    assert seen["replay"]["result"]["kind"] == "reconstruct"
    assert (seen["rulings"][0]["by"], seen["title"]["set"]) == ("", 1)
    assert (off["token"], gone.status_code) == (None, 404)
    kinds = AuditEntry.objects.filter(kind__startswith="replay.").values_list("kind", flat=True)
    assert list(kinds) == ["replay.requested", "replay.published", "replay.withdrawn", "replay.published"]


def test_a_hidden_competitions_replay_is_not_public(hall: DisputeHall) -> None:
    tablet, chief, dispute = hall.tablet(), Panel(hall, "chief"), hall.open()
    save(tablet, hall, dispute.uid)
    replay = Replay.objects.get(uid=ask(tablet, hall, dispute).json()["uid"])
    hall.rule(dispute)
    finished(replay)
    token = chief.post(f"disputes/{dispute.uid}/replays/{replay.uid}/publish", {"published": True}).json()["token"]
    hall.competition.is_public = False
    hall.competition.save()

    assert Client().get(f"/api/v1/replays/{token}").status_code == 404
    assert chief.get(f"replays/{token}").status_code == 200
    assert Client().get("/api/v1/replays/short").status_code == 404
