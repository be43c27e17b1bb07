"""The board and the replay on the panel's page of a dispute, in Chromium, by the session of an official."""

from __future__ import annotations

import io
import uuid
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.conf import settings
from django.test import Client
from django.utils import timezone
from PIL import Image
from playwright.sync_api import Page, expect

from competitions.models import Game
from competitions.selectors.actors import actor_of
from refereeing.models import DisputePosition, Replay
from refereeing.services.desk import match_call
from refereeing.services.disputes import dispute_open, ruling_give
from tests.pages.run_site import Hall
from tests.replays import result
from tests.tablet.dispute_steps import aim_board, board

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def hall() -> Hall:
    return Hall(Client())


@pytest.fixture
def dispute(hall: Hall) -> uuid.UUID:
    """An open dispute of a match that has been called."""
    match, by, uid = hall.match(1, 1), actor_of(hall.chief), uuid.uuid4()
    match_call(match_uid=match.uid, by=by, at=timezone.now())
    dispute_open(
        game_uid=Game.objects.get(match=match).uid, uid=uid, text="Which disc first?", set_number=1, stroke=None,
        player="A", by=by, at=timezone.now())  # fmt: skip
    return uid


@pytest.fixture
def desk(hall: Hall, dispute: uuid.UUID, served: str, page: Page) -> Any:
    """The dispute's page before the chief; nothing may appear in its console."""
    key = hall.client.cookies[settings.SESSION_COOKIE_NAME].value
    page.context.add_cookies([{"name": settings.SESSION_COOKIE_NAME, "value": key, "url": served}])
    faults: list[str] = []
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.on("console", lambda said: faults.append(said.text) if said.type == "error" else None)
    page.goto(served + hall.url("dispute", uid=dispute))
    yield page
    assert [text for text in faults if "Failed to load resource" not in text] == []


def describe(page: Page) -> None:
    aim_board(page).tap(0, 200)
    page.get_by_role("button", name="Next").click()
    board(page, "After").drag((-15, 485), (0, 100))


def test_position_and_wish_for_a_replay_are_sent_by_session(desk: Page) -> None:
    describe(desk)
    desk.get_by_role("button", name="Ask for the replay").click()

    expect(desk.get_by_role("status").filter(has_text="The replay waits for its turn.")).to_be_visible()
    saved = DisputePosition.objects.get()
    assert saved.body["known"]["angle"] == pytest.approx([83, 97], abs=1)
    assert Replay.objects.get().position_id == saved.id
    assert [v["id"] for v in Axe().run(desk).response["violations"]] == []


def test_replay_is_played_once_the_ruling_stands(hall: Hall, dispute: uuid.UUID, desk: Page) -> None:
    """The official rules first; then the player with the verdict and its clause (lnf-2008:11.4.a)."""
    describe(desk)
    desk.get_by_role("button", name="Ask for the replay").click()
    expect(desk.get_by_role("status").filter(has_text="waits for its turn")).to_be_visible()
    replay = Replay.objects.select_related("job").get()
    replay.result, replay.job.state = result(cite=[]), "done"
    replay.job.save()
    replay.save()
    expect(desk.get_by_text("It is shown when the ruling has been given.")).to_be_visible()
    expect(desk.get_by_role("region", name="Replay of the stroke")).to_have_count(0)

    ruling_give(
        dispute_uid=dispute, uid=uuid.uuid4(), text="Correct", decision="correct", clauses=["lnf-2008:11.4.a"],
        overrules=None, reason="", consequences=[], by=actor_of(hall.chief), at=timezone.now())  # fmt: skip
    expect(desk.get_by_role("region", name="Replay of the stroke")).to_be_visible()


def test_position_of_another_device_goes_on_where_it_was_left_with_its_photo(desk: Page) -> None:
    describe(desk)
    out = io.BytesIO()
    Image.new("RGB", (400, 400), (225, 195, 140)).save(out, "JPEG")
    picture = {"name": "t.jpg", "mimeType": "image/jpeg", "buffer": out.getvalue()}
    desk.locator("input[type=file]").set_input_files(picture)
    desk.get_by_role("button", name="Lay it under the board").click()
    expect(desk.get_by_text("The photo lies under this board.")).to_be_visible()
    desk.get_by_role("button", name="Ask for the replay").click()
    expect(desk.get_by_role("status").filter(has_text="waits for its turn")).to_be_visible()

    desk.reload()
    desk.get_by_role("button", name="2. Board").click()
    assert board(desk, "After").place("r4") == pytest.approx((0, 100), abs=3)
    expect(desk.locator("svg[aria-label='After the stroke'] image")).to_be_attached()
