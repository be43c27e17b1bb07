"""The panel about who is level at the end: a play-off, the chief's order; the public table and its print say so."""

from __future__ import annotations

import pytest
from django.test import Client

from competitions.models import ChiefOrder, Match
from refereeing.services.documents.lists import final_table
from tests.factories import make_competition, make_entry, make_event, make_official, make_result, make_stage
from tests.pages.run_site import Hall, said, text
from tests.pdf.documents import text_of

pytestmark = pytest.mark.django_db


class Level(Hall):
    """Anna and Berta have drawn, both have beaten Cilda."""

    def __init__(self, client: Client) -> None:
        self.client = client
        self.competition = make_competition(slug="cup", is_public=True)
        self.event = make_event(self.competition, slug="open")
        self.entries = [make_entry(self.event, name) for name in ("Anna", "Berta", "Cilda")]
        self.stage = make_stage(self.event, [self.entries], tie_breaks=["head_to_head", "play_off"])
        self.chief = make_official(self.competition, "chief")
        client.force_login(self.chief)
        for match in self.stage.matches.all():
            names = (str(match.first), str(match.second))
            sets = (3, 3) if "Cilda" not in names else (4, 2) if names[1] == "Cilda" else (2, 4)
            make_result(match, *sets)

    @property
    def level(self) -> list[str]:
        return [str(entry.uid) for entry in self.entries[:2]]

    def do(self, name: str, **data: object) -> str:
        return said(self.post(name, {"stage": self.stage.uid, **data}, event_slug="open"))

    def page(self) -> str:
        return text(self.get("draw", event_slug="open"))

    def public(self, path: str = "") -> str:
        return text(self.client.get(f"/c/cup/open/{path}"))


@pytest.fixture
def hall(client):
    return Level(client)


def test_the_panel_offers_a_play_off_and_plays_it(hall):
    page = hall.page()
    assert "Level at the end" in page
    assert "Hold a play-off" in page

    assert hall.do("play-off", entry=hall.level) == "The play-off is drawn: 1 round. Give it a table and call it."

    page = hall.page()
    assert "Hold a play-off" not in page
    assert "Take the play-off back" in page
    match = Match.objects.get(round__kind="play_off")
    assert "Play-off for place 1" in text(hall.get("round", event_slug="open", number=match.round.number))
    assert "Play-off for place 1" in hall.public(f"rounds/{match.round.number}/")


def test_a_play_off_taken_back_leaves_nothing(hall):
    hall.do("play-off", entry=hall.level)
    number = Match.objects.get(round__kind="play_off").round.number

    assert hall.do("play-off-drop", seen=number) == "The play-off is taken back."

    assert "Hold a play-off" in hall.page()


def test_the_public_table_shows_what_the_chief_decided_and_why(hall):
    assert hall.do("order-decide", entry=hall.level[::-1], reason="Started earlier") == (
        "Decided. The table shows it with the reason.")

    public = hall.public()
    assert "Decided by the chief referee:</strong> Berta, Anna (Started earlier)" in public
    assert public.index("Berta") < public.index("Anna")
    assert "Berta, Anna (Started earlier)" in hall.page()

    order = ChiefOrder.objects.get()
    assert hall.do("order-withdraw", order=order.uid) == "The decision is taken back."
    assert "Decided by the chief referee" not in hall.public()


def test_an_order_without_a_reason_or_of_one_twice_is_refused_in_words(hall):
    assert hall.do("order-decide", entry=hall.level, reason=" ") == "Say why: the reason is recorded."
    twice = [hall.level[0], hall.level[0]]
    assert "not level" in hall.do("order-decide", entry=twice, reason="x")
    assert hall.do("order-decide", entry=["no address"], reason="x") == "A field cannot be read."


def test_the_printed_table_says_what_decided(hall):
    hall.do("play-off", entry=hall.level)
    make_result(Match.objects.get(round__kind="play_off"), 2, 4)
    hall.stage.event = hall.event

    printed = text_of(final_table(hall.stage, {"base_url": "http://hall", "language": "en"}))

    assert "Play-off:" in printed
    assert "2:4" in printed


def test_a_secretary_sees_who_is_level_and_has_no_buttons(hall, client):
    client.force_login(make_official(hall.competition, "secretary"))

    page = hall.page()

    assert "Level at the end" in page
    assert "Hold a play-off" not in page
