"""What pages and paper say of a replay: first touch and margin, ties, events, verdicts, and what it is worth."""

from __future__ import annotations

from pathlib import Path

import pytest
from django.utils.translation import override

from refereeing.selectors.replay_words import Names, event_text, percent_of, replay_words
from tests.replays import BEFORE, CORRECT, EVENTS, plain, result, run, simulation


@pytest.fixture(autouse=True)
def _english():
    with override("en"):
        yield


def words(**changes):
    return replay_words(result(runs=[run(simulation=simulation(**changes))]))


def test_first_touch_with_its_margin_rounded_not_cut():
    """4.16 mm is 4.2, 3.12 ms is 3.1."""
    found = words()

    assert found.first == "First touch: red r1"
    assert (found.margin, found.margin_short) == ("Margin to the next (black b2): 4.2 mm, 3.1 ms", "4.2 mm")
    assert words(first_margin=None).margin == "No other disc was near the way of the striker."
    assert words(first_margin=None).margin_short == ""


def test_a_tie_is_told_as_a_tie():
    assert words(events=[{**EVENTS[0], "b": ["r1", "b2"]}]).first == (
        "First touch: red r1 + black b2, at the same instant")


def test_nothing_touched():
    found = words(events=[])

    assert (found.first, found.margin) == ("First touch: none", "")
    assert [event.text for event in found.events] == ["Everything has come to rest"]


def test_events_in_order_with_the_first_touch_marked():
    lines = [(event.when, event.text, event.is_first) for event in words().events]

    assert lines == [
        ("0.200", "Contact: striker and red r1", True), ("0.500", "Edge N: red r1", False),
        ("0.900", "Into pocket NE: red r1", False), ("1.200", "Everything has come to rest", False),
    ]


@pytest.mark.parametrize(("event", "text"), [
    ({"type": "off_table", "body": "b2", "edge": "W"}, "Over edge W: black b2"),
    ({"type": "own_line_recrossed"}, "The striker comes back over the own zone line"),
    ({"type": "incident", "body": "x9"}, "incident"),
])
def test_other_events(event, text):
    assert event_text(event, Names(BEFORE)) == text


def test_rulings_and_first_touches_with_their_probability():
    found = replay_words(result())

    assert [(line.percent, str(line.stroke), line.follows) for line in found.rulings] == [
        ("91 %", "Correct stroke", "strikes again"), ("10 %", "Penalised stroke", "turn lost, penalty disc")]
    touches = [(line.percent, line.discs) for line in found.touches]
    assert touches == [("91 %", "red r1"), ("under 1 %", "red r1 + black b2")]
    assert found.rulings[0].clauses[0].rule == "lnf-2008:11.4.a"
    assert found.stroke == "Most likely stroke (71 %): 90.0°, 2.31 m/s"
    assert replay_words(result(first_touch=[{"discs": [], "probability": 1}])).touches[0].discs == "no disc"


def test_a_verdict_that_ends_the_set():
    won = {**CORRECT, "set": "won", "probability": 1.0}

    assert replay_words(result(rulings=[won])).rulings[0].follows == "set won"


def test_one_stroke_that_was_given_has_nothing_to_choose_from():
    found = replay_words(plain())

    assert (found.is_plain, found.stroke) == (True, "Stroke: 90.0°, 2.31 m/s")
    assert (found.cautions, found.cites) == ((), ())
    shaky = plain()
    shaky["undecided"], shaky["runs"][0]["simulation"]["too_sensitive"] = True, True
    assert [text[:27] for text in replay_words(shaky).cautions] == ["The stroke is too sensitive"]


def test_a_probability_is_never_told_as_a_certainty():
    assert [percent_of(share) for share in (0, 0.004, 0.5, 0.905, 0.996, 1)] == [
        "under 1 %", "under 1 %", "50 %", "91 %", "over 99 %", "over 99 %"]


def test_what_the_answer_is_worth_stands_with_its_clauses():
    """lnf-2008 and aus-1992:1.29: where it cannot be decided, the clause that then counts."""
    found = replay_words(result(unknown=["b2"], runs=[run(simulation=simulation(
        too_sensitive=True, pressed=True, beyond_model=[{"t": 0.352, "body": "r1", "reason": "edge_speed"}]))]))

    beyond = "Beyond what the model can vouch for: red r1 at 0.35 s (too fast against an edge)."
    starts = ("The replay cannot decide", beyond, "The stroke is too sensitive", "Discs that touch one another",
              "Not compared with what was seen: black b2")
    assert [text.startswith(start) for text, start in zip(found.cautions, starts, strict=True)] == [True] * 5
    off_table = replay_words(result(left_open=["striker", "b2"])).cautions
    assert "Not compared with what was seen: striker, black b2." in off_table[-1]
    assert [clause.rule for clause in found.cites] == ["lnf-2008:17.1.b"]
    assert found.model.startswith("This is a model, not a proof.")


def test_where_nothing_fits_there_is_no_picture():
    found = replay_words(result(explained=False, runs=[], rulings=[], first_touch=[]))

    assert found.still is None
    assert (found.first, found.margin, found.margin_short, found.stroke, found.events) == ("", "", "", "", ())
    assert found.cautions[0].startswith("No stroke fits")


def test_what_comes_nearest_is_shown_without_shares():
    """Where nothing fits, "over 99 %" beside "cannot decide" would be read as sureness."""
    found = replay_words(result(
        explained=False, runs=[run()], rulings=[{"probability": 1, **CORRECT}],
        first_touch=[{"discs": ["r1"], "probability": 1}]))

    assert (found.rulings, found.touches) == ((), ())
    assert found.still is not None
    assert "%" not in found.stroke


def test_numbers_in_the_readers_language():
    with override("lv"):
        assert "4,2 mm" in words().margin


def test_what_the_command_answers_is_read():
    """The very keys of `simulate`: S strikes r1 full at 2 m/s; b2 lies 300 mm behind it on the same line."""
    from refereeing.engine.replay.simulation import simulate_json

    discs = [{"id": "r1", "colour": "red", "x": 0, "y": 0}, {"id": "b2", "colour": "black", "x": 0, "y": 300}]
    asked = {"model": "slide", "discs": discs, "frames": 60, "player": "S",
             "striker": {"x": 0, "y": -420, "angle": 90, "speed": 2000}}
    answer = simulate_json(asked)

    found = replay_words(plain(before=discs, runs=[run(simulation=answer)]))

    assert found.first == "First touch: red r1"
    assert found.margin.startswith("Margin to the next (black b2): 300.0 mm, ")
    assert found.still is not None
    assert found.still.touched == ((0, 0),)
    assert found.still.first_at == pytest.approx((0, -37.5), abs=0.01)
    assert found.events[0].text == "Contact: striker and red r1"


def test_every_reason_of_the_model_has_its_words():
    from refereeing.engine.physics.full_notes import REASONS
    from refereeing.selectors.replay_words import BEYOND_WORDS

    player = Path(__file__).parent.parent.parent / "refereeing" / "tablet" / "src" / "replay" / "words.ts"
    assert set(BEYOND_WORDS) == set(REASONS)
    assert all(f'{reason}: "why_{reason}"' in player.read_text() for reason in REASONS)
