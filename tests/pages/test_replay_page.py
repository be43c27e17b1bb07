"""The public page of a replay: by its link alone, readable without scripts, in five languages."""

from __future__ import annotations

import io
import json
import re
from datetime import timedelta
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse
from pypdf import PdfReader

from competitions.models import Job
from refereeing.models import Replay
from refereeing.services.documents.annexes import annexes_of
from refereeing.services.documents.render import protocol_now
from refereeing.services.protocol_freeze import protocol_freeze
from refereeing.services.replays import replay_publish, replay_request
from tests.factories import NOON
from tests.replays import CORRECT
from tests.services.dispute_hall import DisputeHall

from .replay_site import published, replay_done

pytestmark = pytest.mark.django_db


@pytest.fixture
def hall() -> DisputeHall:
    return DisputeHall()


def page_of(client: Client, token: str | None, language: str = "en") -> str:
    answer = client.get(reverse("replays:replay", args=[token]), headers={"accept-language": language})
    assert answer.status_code == 200
    return answer.content.decode()


def test_page_shows_question_ruling_still_and_events_without_scripts(client, hall):
    page = page_of(client, published(hall).token)

    for text in (
        "Which disc first?", "the stroke was correct", "(at the table)", "The red one", "lnf-2008:11.4.a",
        "First touch: red r1", "Margin to the next (black b2): 4.2 mm, 3.1 ms", "91 %", "Penalised stroke",
        "Contact: striker and red r1", "Into pocket NE: red r1", "The replay cannot decide this.",
        "This is a model, not a proof.", "Round 1", "stroke 17",
    ):
        assert text in page, text
    assert '<polyline class="of-striker" points="0.0,420.0 0.0,-62.5 -40.0,-200.0"/>' in page
    assert page.count('class="rp-disc"') == 2
    assert '<rect class="of-black" x="41.0" y="-149.0" width="38.0" height="38.0"/>' in page


def test_page_carries_what_the_player_needs_and_nobodys_name_of_an_official(client, hall):
    page = page_of(client, published(hall).token)

    data = re.search(r'<script id="replay-data" type="application/json">(.*?)</script>', page, re.DOTALL)
    assert data is not None
    result = json.loads(data[1].replace("\\u003C", "<"))
    assert result["runs"][0]["simulation"]["frames"]["ids"][0] == "striker"
    assert result["cite"][0]["text"].startswith("Direct stroke")
    assert str(hall.account["table_referee"]) not in page


def test_clauses_are_in_the_readers_language(client, hall):
    page = page_of(client, published(hall).token, "lv")

    assert "Pareizi: ripa vispirms skāra savu gaišo kauliņu." in page
    assert 'data-language="lv"' in page
    assert "4,2" in page


def test_names_and_texts_are_escaped(client, hall):
    discs = [{"id": "<i>r1", "colour": "red", "x": 0, "y": 100}]

    page = page_of(client, published(hall, before=discs, unknown=["</script><script>"]).token)

    assert "<i>r1" not in page
    assert "</script><script>" not in page


def test_the_page_says_whose_stroke_it_was(client, hall):
    assert "Stroke by Anna" in page_of(client, published(hall).token)


def test_unpublished_withdrawn_and_unknown_are_not_found(client, hall):
    replay = published(hall)
    replay_publish(
        dispute_uid=replay.dispute.uid, uid=replay.uid, published=False, by=hall.actor["chief"], at=NOON)

    assert client.get(f"/replays/{replay.token}/").status_code == 404
    assert client.get("/replays/abcdefghijklmnopqrstuvwx/").status_code == 404
    assert client.get("/replays/short/").status_code == 404


def test_a_replay_of_a_hidden_competition_is_not_found(client, hall):
    token = published(hall).token
    hall.competition.is_public = False
    hall.competition.save()

    assert client.get(f"/replays/{token}/").status_code == 404


def test_public_protocol_links_to_it_while_it_is_published(client, hall):
    replay = published(hall)
    address = f"/g/{hall.game.uid}/"

    assert f'<a href="/replays/{replay.token}/">Replay, set 1</a>' in client.get(address).content.decode()

    replay_publish(
        dispute_uid=replay.dispute.uid, uid=replay.uid, published=False, by=hall.actor["chief"], at=NOON)
    assert "/replays/" not in client.get(address).content.decode()


def test_where_no_stroke_fits_the_page_says_so(client, hall):
    page = page_of(client, published(hall, explained=False, runs=[], rulings=[], first_touch=[]).token)

    assert "No stroke fits what was seen." in page
    assert "There is nothing to play" in page
    assert "<polyline" not in page


def test_annex_of_the_protocol_has_the_ruling_and_the_replay(hall):
    replay_done(hall, rulings=[{"probability": 1, **CORRECT}])

    (annex,) = annexes_of(hall.game, "en")

    assert (annex.set_number, annex.stroke_number, annex.question) == (1, 17, "Which disc first?")
    assert [(ruling.decision, ruling.level, ruling.overruled) for ruling in annex.rulings] == [
        ("the stroke was correct", "at the table", False)]
    assert annex.verdicts[0].percent == "over 99 %"
    assert annex.verdicts[0].clauses[0][1].startswith("Correct: the striker first touched")
    assert annex.still is not None
    assert annex.events[0] == ("0.200", "Contact: striker and red r1")
    assert "advice" in annex.weight


def test_annex_says_whose_stroke_it_was_and_what_followed(hall):
    dispute = hall.open(player="B")
    hall.rule(dispute, decision="penalised", consequences=[{"kind": "penalty_disc", "who": "B", "clause": "17.1.d"}])

    (annex,) = annexes_of(hall.game, "en")

    assert annex.struck.startswith("Bruno")
    assert annex.rulings[0].followed == (f"Penalty disc: {annex.struck} (17.1.d)",)


def test_annex_shows_the_replay_that_had_ended_when_the_protocol_was_frozen(hall):
    first = replay_done(hall)
    later, _new = replay_request(
        dispute_uid=first.dispute.uid, uid=uuid4(), position=first.position.uid, kind="reconstruct", model="slide",
        seed=2, by=hall.actor["chief"], at=NOON)
    Replay.objects.filter(uid=later.uid).update(result={**first.result, "explained": False})
    Job.objects.filter(id=later.job_id).update(state=Job.State.DONE, finished_at=NOON + timedelta(hours=1))

    def shown(frozen_at):
        (annex,) = annexes_of(hall.game, "en", frozen_at=frozen_at)
        return annex.cautions[0].startswith("No stroke fits"), annex.later_than

    assert shown(NOON) == (False, None)
    assert shown(None) == (True, None)
    assert shown(NOON + timedelta(hours=2)) == (True, None)
    early = NOON - timedelta(hours=1)
    assert shown(early) == (True, early)


def test_annex_without_a_replay_and_no_annex_without_a_dispute(hall, django_assert_num_queries):
    game = hall.game
    with django_assert_num_queries(0):
        assert annexes_of(game, "en") == ()
    hall.rule(hall.open(stroke=None))

    (annex,) = annexes_of(hall.game, "lv")

    assert (annex.still, annex.model, annex.stroke_number) == (None, "", None)


def test_printed_protocol_has_the_annex_behind_it(hall):
    """A protocol frozen after the dispute is printed with its annex, in the language that is asked for."""
    replay_done(hall)
    protocol_freeze(hall.game, at=NOON)

    pages = PdfReader(io.BytesIO(protocol_now(hall.game, language="lv", base_url="http://novuss.test"))).pages

    text = pages[2].extract_text()
    assert "lnf-2008:11.4.a" in text
    assert "4,2 mm" in text
    assert "Pareizi: ripa vispirms skāra" in text
