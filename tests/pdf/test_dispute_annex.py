"""The annex of a protocol: a disputed stroke, its rulings, and the replay as a still with what it is worth."""

from __future__ import annotations

from dataclasses import replace

import pytest

from refereeing.engine.still import still_of
from refereeing.pdf.protocol import protocol_pdf
from refereeing.pdf.sheets import DisputeAnnex
from tests.replays import EVENTS, result, simulation

from .annexes import annex
from .documents import LANGUAGES, reader, squeezed
from .samples import filled


def pages(*annexes: DisputeAnnex, language: str = "en") -> list[str]:
    content = protocol_pdf(filled(annexes=annexes), language=language)
    return [page.extract_text() for page in reader(content).pages]


def test_annex_is_a_page_of_its_own_behind_the_protocol():
    plain, with_annex = pages(), pages(annex())

    assert len(with_annex) == len(plain) + 1
    assert "Page 3 of 3" in with_annex[2]
    for text in (
        "Annex: disputed stroke · Set 3 · stroke 17", "Which disc was touched first?",
        "Ruling (at the table): the stroke is penalised; overruled", "Ruling (chief referee): the stroke was correct",
        "Reason: The table referee stood behind the player.", "The replay cannot decide this.",
        "This is a model, not a proof.", "Advice to whoever may overrule.", "First touch: red r1",
        "Margin to the next disc: 4.2 mm, 3.1 ms", "91 %", "Penalised stroke: turn lost, penalty disc",
        "lnf-2008:17.1.b", "under 1 %: red r1 + black b2", "0.200", "Contact: striker and red r1",
    ):
        assert squeezed(text) in squeezed(with_annex[2]), text


def test_the_still_names_the_discs_that_lie_there_and_the_margin():
    page = pages(annex(first="", events=(), touches=(), cautions=(), margin="", stroke=""))[2]

    for text in ("b2", "r3", "4.2 mm"):
        assert text in page
    assert "r1" not in page.replace("11.4.a", "")  # it fell into a pocket


def test_what_the_answer_is_worth_stands_before_the_answer():
    page = pages(annex())[2]

    assert page.index("This is a model") < page.index("91 %")


def test_a_dispute_without_a_replay_has_its_ruling_alone():
    page = pages(annex(still=None, model="", weight="", verdicts=(), cautions=(), events=(), touches=()))[2]

    assert "Ruling (chief referee)" in page
    assert "Replay of the stroke" not in page
    assert "By the rules" not in page


def test_one_stroke_that_was_given_has_no_column_of_probabilities():
    verdict = replace(annex().verdicts[0], percent="")
    page = pages(annex(verdicts=(verdict,), touches=()))[2]

    assert "Probability" not in page
    assert "Correct stroke: strikes again" in page


def test_a_dispute_without_numbers_and_a_tie_at_the_right_edge():
    tie = still_of(result(player=None), simulation(events=[{**EVENTS[0], "b": ["r1", "b2"]}]))
    right = replace(tie, first_at=(420, 60))

    page = pages(annex(set_number=None, stroke_number=None, still=right))[2]

    assert "Annex: disputed stroke\n" in page


def test_a_still_without_a_touch():
    nothing = still_of(result(), simulation(events=[]))

    assert "4.2 mm" in pages(annex(still=nothing, events=(), first="First touch: none"))[2]  # in the line beside it


def test_long_lists_go_on_to_the_next_page():
    events = tuple((f"{n / 100:.3f}", f"Contact: striker and red r{n}") for n in range(90))

    found = pages(annex(events=events))

    assert len(found) > 3
    assert "red r89" in found[-1]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language(language):
    assert len(pages(annex(), language=language)) >= 3


def test_two_disputes_have_a_page_each():
    found = pages(annex(), annex(set_number=4, question="And this one?"))

    assert "And this one?" in found[3]
