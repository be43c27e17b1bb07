"""A ranking list on the panel, on the public page and on paper."""

from __future__ import annotations

import pytest
from django.test import Client
from django.utils import timezone

from competitions.models import Challenge, Match, Stage
from competitions.selectors.actors import actor_of
from competitions.services.draws import stage_create, stage_draw, stage_lock
from refereeing.services.documents.ladders import ranking_list
from tests.factories import make_competition, make_entry, make_event, make_official, make_result
from tests.pages.run_site import Hall, said, text
from tests.pdf.documents import text_of

pytestmark = pytest.mark.django_db


class Ladder(Hall):
    """Anna, Berta, Cilda and Dace, in this order."""

    def __init__(self, client: Client) -> None:
        self.client = client
        self.competition = make_competition(slug="cup", is_public=True)
        self.event = make_event(self.competition, slug="open")
        names = ("Anna", "Berta", "Cilda", "Dace")
        self.entries = [make_entry(self.event, name, seed=n) for n, name in enumerate(names, 1)]
        self.chief = make_official(self.competition, "chief")
        by, at = actor_of(self.chief), timezone.now()
        stage = stage_create(event_uid=self.event.uid, system="ranking_list", options={}, by=by, at=at)
        stage = stage_draw(stage_uid=stage.uid, lot="public", by=by, at=at)
        self.stage = stage_lock(stage_uid=stage.uid, version=stage.version, by=by, at=at)
        client.force_login(self.chief)

    def do(self, name: str, **data: object) -> str:
        return said(self.post(name, {"stage": self.stage.uid, **data}, event_slug="open"))

    def challenge(self, one: int, other: int) -> str:
        return self.do("challenge-make", entry=self.entries[one - 1].uid, other=self.entries[other - 1].uid)

    def answer(self, how: str) -> str:
        return self.do("challenge-answer", challenge=Challenge.objects.latest("number").uid, answer=how)

    def page(self) -> str:
        return text(self.get("challenges", event_slug="open"))

    def public(self) -> str:
        return text(self.client.get("/c/cup/open/"))


@pytest.fixture
def hall(client):
    return Ladder(client)


def test_a_challenge_from_its_making_to_the_place(hall):
    assert hall.challenge(3, 1) == "Challenge 1 is recorded."
    assert "3. Cilda → Anna" not in hall.page()
    assert "1. Cilda → Anna" in hall.page()
    assert "to be answered" in hall.public()
    assert hall.answer("accept") == "Accepted. Give the match a table and call it."
    match = Match.objects.get()
    assert "Challenge 1" in text(hall.get("round", event_slug="open", number=1))
    assert "Challenge 1" in text(hall.client.get("/c/cup/open/rounds/1/"))
    make_result(match, 2, 4)
    Challenge.objects.update(settled_at=timezone.now())
    public = hall.public()
    assert public.index("Cilda") < public.index("Anna")
    assert "the challenger has taken the place" in public
    assert "Cross table" not in public
    assert "No challenge is open." in hall.page()


def test_answers_and_refusals_in_words(hall):
    assert hall.challenge(1, 2) == "Only up to 3 places above may be challenged."
    hall.challenge(2, 1)
    assert hall.challenge(3, 1) == "One of the two has another challenge open."
    assert hall.answer("expire") == "The time to answer is not over yet."
    assert hall.answer("decline") == "Noted: declined."
    hall.challenge(2, 1)
    assert hall.answer("withdraw") == "The challenge is taken back."
    newcomer = make_entry(hall.event, "Elza")
    assert "Elza" in hall.page()
    assert hall.do("challenge-join", entry=newcomer.uid) == "Elza stands at the end of the list."


def test_the_page_is_there_for_ranking_lists_alone(hall):
    Stage.objects.update(system="round_robin")
    assert hall.get("challenges", event_slug="open").status_code == 404


def test_the_draw_page_leads_there_and_is_not_closed_there(hall):
    page = text(hall.get("draw", event_slug="open"))
    assert "Next: the list and its challenges" in page
    assert "All matches of this stage are approved" not in page


def test_the_printed_list_has_the_open_challenges(hall):
    hall.challenge(3, 1)
    hall.stage.event = hall.event
    printed = text_of(ranking_list(hall.stage, {"base_url": "http://hall", "language": "en"}))
    assert "Ranking list" in printed
    assert "Cilda challenges Anna" in printed
