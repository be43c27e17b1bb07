"""Every document, from the stored competition to the text on the paper."""

from __future__ import annotations

import io

import pytest
from pypdf import PdfReader

from competitions.common.errors import Conflict, Invalid, NotFound
from competitions.models import Stage
from refereeing.services.documents.render import KINDS, LANGUAGES, document_render
from tests.factories import (
    make_award,
    make_competition,
    make_entry,
    make_event,
    make_result,
    make_stage,
    match_between,
)

pytestmark = pytest.mark.django_db
NAMES = ("Ģirts Ķēniņš", "Žanis Ūsiņš", "Õnne Mägi", "Иван Ёлкин")


@pytest.fixture
def stage() -> Stage:
    """A round robin of four: one result approved, one provisional, one game awarded, three to be played."""
    event = make_event(make_competition())
    girts, zanis, onne, ivan = (make_entry(event, name) for name in NAMES)
    stage = make_stage(event, [[girts, zanis, onne, ivan]])
    played = match_between(stage, girts, zanis)
    make_result(played, *((4, 2) if played.first == girts else (2, 4)))
    open_one = match_between(stage, girts, onne)
    make_result(open_one, *((5, 1) if open_one.first == girts else (1, 5)), approved=False)
    award = match_between(stage, onne, ivan)
    make_award(award, "A" if award.first == onne else "B")
    return stage


def text_of(stage: Stage, kind: str, language: str = "en", **args: object) -> str:
    competition = stage.event.competition
    sent = {
        "language": language,
        "base_url": "http://192.0.2.7:8000",
        "stage": str(stage.uid),
        "event": str(stage.event.uid),
    }
    document = document_render(kind, competition, {**sent, **args})
    assert document.content_type == "application/pdf"
    reader = PdfReader(io.BytesIO(document.content))
    return " ".join("\n".join(page.extract_text() for page in reader.pages).split())


def test_cross_table_has_both_sides_of_a_result_and_marks_what_is_open(stage):
    text = text_of(stage, "cross_table")

    for name in NAMES:
        assert name in text
    for cell in ("4 : 2", "2 : 4", "5 : 1*", "1 : 5*"):
        assert cell.replace(" ", "") in text.replace(" ", ""), cell
    assert "+" in text
    assert "–" in text


@pytest.mark.parametrize("kind", ["round_list", "cross_table", "final_table", "entry_list"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_list_names_everybody_in_every_language(stage, kind, language):
    text = text_of(stage, kind, language)

    for name in NAMES:
        assert name in text


def test_blank_protocols_of_a_round(stage):
    text = text_of(stage, "protocols", blank=True, round=1)

    for name in NAMES:
        assert name in text


def test_slips_wait_for_tables_and_cards_do_not(stage):
    with pytest.raises(Conflict, match="no_tables"):
        text_of(stage, "slips", round=1)
    assert all(number in text_of(stage, "table_cards") for number in ("1", "2", "3"))


@pytest.mark.parametrize("kind", KINDS)
def test_document_of_another_competition_is_not_found(stage, kind):
    if kind == "table_cards":
        return
    other = make_competition("Other")
    args = {"language": "lv", "base_url": "http://x", "stage": str(stage.uid), "event": str(stage.event.uid)}
    with pytest.raises((NotFound, Conflict)):
        document_render(kind, other, args)


@pytest.mark.parametrize(("kind", "language"), [("nothing", "en"), ("cross_table", "fr"), ("cross_table", None)])
def test_unknown_kind_or_language_is_refused(stage, kind, language):
    with pytest.raises(Invalid):
        document_render(kind, stage.event.competition, {"language": language, "base_url": "x", "stage": str(stage.uid)})
