"""The whole command on small disputes: what it says, that mirrors and orders play no part, and what stays open."""

from __future__ import annotations

import json

import numpy as np
import pytest

from refereeing.engine.facts import Pocketed
from refereeing.engine.physics.batch import simulate_batch
from refereeing.engine.physics.params import LIMITS, Constants
from refereeing.engine.physics.reconstruct.known import prior_draws
from refereeing.engine.physics.reconstruct.relive import relive
from refereeing.engine.physics.reconstruct.strokes import play
from refereeing.engine.replay.doubt import CITED, cited, texts
from refereeing.engine.replay.explanations import events_of, touch_of
from refereeing.engine.replay.frame import frame_of, known_of
from refereeing.engine.replay.reconstruct_input import read_dispute
from refereeing.engine.replay.reconstruction import reconstruct_json, warm_up
from refereeing.engine.replay.rulings import events_for
from refereeing.engine.rules.book import LANGUAGES, RULESETS
from tests.engine.reconstruct.cases import JUDGE, SMALL, TINY, compiled, item

KEYS = {
    "model", "strokes", "first_touch", "rulings", "explained", "reason", "misfit", "undecided", "cite", "left_open",
    "effective_samples", "rounds", "cloud",
}  # fmt: skip


def solved(data, effort=TINY, **more):
    return reconstruct_json(data, effort=effort, **more)


@pytest.fixture(scope="module")
def plain():
    return solved(item(), SMALL)


@compiled
def test_a_plain_dispute(plain):
    """The striker goes straight at the red disc and pushes it: 11.4.a and 18.1.a (or 17.1.h if the disc was dark)."""
    assert plain.keys() == KEYS
    assert plain["first_touch"][0] == {"discs": ["r1"], "probability": pytest.approx(1.0, abs=0.01)}
    assert plain["explained"]
    assert not plain["undecided"]
    assert (plain["reason"], plain["cite"], plain["left_open"]) == (None, [], [])
    ruling = plain["rulings"][0]
    assert (ruling["stroke"], ruling["path"], ruling["turn"]) == ("penalised", "direct", "lost")  # r1 lay in the circle
    assert "lnf-2008:17.1.h" in {finding["rule"] for finding in ruling["findings"]}


@compiled
def test_probabilities_add_up(plain):
    assert sum(touch["probability"] for touch in plain["first_touch"]) == pytest.approx(1.0, abs=1e-3)
    assert sum(ruling["probability"] for ruling in plain["rulings"]) == pytest.approx(1.0, abs=1e-3)
    assert sum(stroke["weight"] for stroke in plain["strokes"]) <= 1.001
    weights = [stroke["weight"] for stroke in plain["strokes"]]
    assert weights == sorted(weights, reverse=True)


@compiled
def test_an_explanation_can_be_played_again(plain):
    stroke = plain["strokes"][0]
    given = stroke["simulate"]
    striker = given["striker"]
    row = [given["constants"][name] for name in LIMITS]

    ran = simulate_batch(
        [[[d["x"], d["y"]] for d in given["discs"]]],
        [[striker["x"], striker["y"], striker["angle"], striker["speed"]]], [row])

    assert stroke["misfit"] < 11.0
    ends = {d["id"]: place for d, place in zip(given["discs"], ran.after[0][1:], strict=True)}
    assert ends["r1"] == pytest.approx([0.0, 440.0], abs=11.0)
    kinds = {"contact": 1, "cushion": 2, "pocketed": 3}
    told = [kinds[event["type"]] for event in stroke["events"] if event["type"] in kinds]
    assert told == [k for k in ran.kinds[0, : ran.count[0]] if k in (1, 2, 3)]
    assert stroke["first_touch"] == ["r1"]


@compiled
def test_the_cloud(plain):
    cloud = plain["cloud"]

    assert "r1" in cloud["after"]
    assert len(cloud["after"]["r1"]) <= 60
    assert sum(point[2] for point in cloud["after"]["r1"]) == pytest.approx(1.0, abs=0.01)
    begin, end = cloud["striker_paths"][0][0], cloud["striker_paths"][0][-1]
    assert begin == pytest.approx([0, -420], abs=12)
    assert np.hypot(end[0] - 0, end[1] - 100) == pytest.approx(37.5, abs=12)


def mirrored(data, axis):
    """The dispute seen in a mirror: left and right exchanged, or the two ends."""
    text = json.loads(json.dumps(data))
    places = [*text["before"], *text["after"], text["striker"], text["striker"]["after"]]
    for place in places:
        place[axis] = -place[axis]
    low, high = text["known"]["angle"]
    text["known"]["angle"] = [180 - high, 180 - low] if axis == "x" else [-high, -low]
    if axis == "y":
        text["adjudicate"] = {**JUDGE, "player": "N", "colours": {"S": "black", "N": "red"}}
    return text


CROOKED = item(
    before=[{"id": "r1", "colour": "red", "x": 3, "y": 100}, {"id": "b1", "colour": "black", "x": 35, "y": 108}],
    after=[{"id": "r1", "colour": "red", "x": -60, "y": 340}, {"id": "b1", "colour": "black", "x": 80, "y": 190}],
    striker={"x": 6, "y": -420, "after": {"x": 10, "y": 160}},
)


@pytest.mark.parametrize("axis", ["x", "y"])
def test_a_mirrored_dispute_has_the_mirrored_answer(axis):
    one, other = solved(CROOKED), solved(mirrored(CROOKED, axis))

    assert one["first_touch"] == other["first_touch"]
    assert one["effective_samples"] == other["effective_samples"]
    assert [s["weight"] for s in one["strokes"]] == [s["weight"] for s in other["strokes"]]
    angles = [180 - s["angle"] if axis == "x" else -s["angle"] for s in other["strokes"]]
    assert [s["angle"] for s in one["strokes"]] == pytest.approx(angles)
    swap = {"E": "W", "W": "E", "N": "N", "S": "S"} if axis == "x" else {"N": "S", "S": "N", "E": "E", "W": "W"}
    edges = [[swap[e["edge"]] for e in s["events"] if e["type"] == "cushion"] for s in other["strokes"]]
    assert [[e["edge"] for e in s["events"] if e["type"] == "cushion"] for s in one["strokes"]] == edges
    assert [r["probability"] for r in one["rulings"]] == [r["probability"] for r in other["rulings"]]


def test_neither_order_nor_names_play_a_part():
    other = item(**{key: CROOKED[key] for key in ("before", "after", "striker")})
    other["before"], other["after"] = other["before"][::-1], other["after"][::-1]

    assert solved(other) == solved(CROOKED)
    renamed = json.loads(json.dumps(CROOKED).replace("r1", "z1"))
    assert solved(renamed)["strokes"][0]["simulate"]["striker"] == solved(CROOKED)["strokes"][0]["simulate"]["striker"]


def test_another_seed_is_another_answer_and_the_same_the_same():
    assert json.dumps(solved(CROOKED)) == json.dumps(solved(CROOKED))
    assert solved({**CROOKED, "seed": 2})["cloud"] != solved(CROOKED)["cloud"]


def test_progress_is_told_and_may_end_it():
    told = []

    found = solved(CROOKED, progress=lambda done, partial: told.append((done, partial.keys())))

    assert told == [(0.5, KEYS)]
    assert found["rounds"] == 1


def test_nothing_fits():
    """The discs crossed the table although nothing goes that way: nothing is explained, and it says so."""
    found = solved(item(
        after=[{"id": "r1", "x": -400, "y": -100}, {"id": "b1", "x": 400, "y": -300}], position_sd=0.5,
        striker={"x": 0, "y": -420, "after": {"x": 0, "y": -100}},
    ))

    assert not found["explained"]
    assert found["undecided"]
    assert found["reason"] == "no_stroke_fits"
    assert [clause["rule"] for clause in found["cite"]] == ["lnf-2008:3.4", "lnf-2008:8.1.d", "aus-1992:1.29"]
    assert max(touch["probability"] for touch in found["first_touch"]) <= 0.98


def test_unknown_ends_are_left_open():
    found = solved(item(after=[], unknown_after=["r1", "b1"], striker={"x": 0, "y": -420}))

    assert found["left_open"] == ["b1", "r1", "striker"]
    assert found["explained"]
    assert found["rulings"]


@compiled
def test_over_the_edge():
    """`slide` lets nothing leave the table: the disc must have been touched, no more is asked; 18.1.c follows."""
    found = solved(item(after=[{"id": "b1", "x": 60, "y": 120}], off_table=["r1"]), SMALL)

    assert found["left_open"] == ["r1"]
    assert found["first_touch"][0]["discs"] == ["r1"]
    assert "lnf-2008:18.1.c" in {f["rule"] for f in found["rulings"][0]["findings"]}


def test_what_was_pocketed_counts_as_it_was_seen():
    """The striker fell (17.1.d), whatever the samples say; the red disc fell too."""
    found = solved(item(
        after=[{"id": "b1", "x": 60, "y": 120}], pocketed=["r1", "striker"], striker={"x": 0, "y": -420},
    ))

    assert found["left_open"] == []
    for ruling in found["rulings"]:
        assert "lnf-2008:17.1.d" in {f["rule"] for f in ruling["findings"]}


def test_a_disc_of_unknown_end_may_fall():
    found = solved(item(
        before=[{"id": "r1", "colour": "red", "x": 380, "y": 380}], after=[], unknown_after=["r1"],
        striker={"x": 0, "y": -420}, known={"angle": [62, 66], "speed": [2000, 4000]},
    ))

    assert found["rulings"]
    assert found["left_open"] == ["r1", "striker"]


@compiled
def test_two_discs_within_the_window_are_a_pair():
    """Straight between two discs at the same distance: too close to call, both are named (17.1.b)."""
    discs = [{"id": "r1", "colour": "red", "x": -22, "y": 100}, {"id": "b1", "colour": "black", "x": 22, "y": 100}]
    ran = simulate_batch([[[-22, 100], [22, 100]]], [[0, -420, 90, 1500]], [Constants().as_row()]).after[0]
    after = [{"id": uid, "x": float(x), "y": float(y)} for uid, (x, y) in zip(("r1", "b1"), ran[1:], strict=True)]
    striker = {"x": 0, "y": -420, "after": {"x": float(ran[0, 0]), "y": float(ran[0, 1])}}

    found = solved(item(before=discs, after=after, striker=striker, tie_window=0.05), SMALL)

    assert found["first_touch"][0] == {"discs": ["b1", "r1"], "probability": pytest.approx(1.0, abs=0.02)}
    first = next(e for e in found["strokes"][0]["events"] if e["type"] == "contact")
    assert sorted(first["b"]) == ["b1", "r1"]
    assert "lnf-2008:17.1.b" in {f["rule"] for f in found["rulings"][0]["findings"]}


@compiled
def test_nothing_touched_is_an_answer():
    """Nothing moved, and the striker stopped short: 17.1.a."""
    found = solved(item(
        after=[{"id": "r1", "x": 0, "y": 100}, {"id": "b1", "x": 60, "y": 120}],
        striker={"x": 0, "y": -420, "after": {"x": 0, "y": 0}}, known={"angle": [85, 95], "speed": [300, 1500]},
    ), SMALL)

    assert found["first_touch"][0] == {"discs": [], "probability": pytest.approx(1.0, abs=0.02)}
    assert found["cloud"]["striker_paths"][0][-1] == pytest.approx([0, 0], abs=15)


def test_what_left_the_table_left_it_in_every_sample():
    """However small the search: the red disc flew, the black one fell, and all verdicts know it."""
    found = solved(item(after=[], off_table=["r1"], pocketed=["b1"]))

    for ruling in found["rulings"]:
        assert "lnf-2008:18.1.c" in {f["rule"] for f in ruling["findings"]}


def test_what_was_seen_lying_did_not_fall():
    """The sample pushes the disc into the pocket; it was seen lying before it: no event says that it fell."""
    lying = [{"id": "r1", "colour": "red", "x": 200, "y": 200}]
    told = {}
    for name, changes in {
        "lies": {"after": [{"id": "r1", "x": 370, "y": 370}]}, "fell": {"after": [], "pocketed": ["r1"]},
        "unknown": {"after": [], "unknown_after": ["r1"]},
    }.items():
        dispute = read_dispute(item(before=lying, striker={"x": 0, "y": 0}, **changes))
        frame = frame_of(dispute)
        known = known_of(dispute, frame)
        z = np.zeros(known.unknowns)
        z[:2] = frame.angle(45.0), 30.0
        events, gone = events_for(dispute, frame, relive(known, z))
        told[name] = [e for e in events if isinstance(e, Pocketed) and e.body == "r1"], "r1" in gone

    assert told["lies"] == ([], False)
    assert told["fell"] == told["unknown"] == ([Pocketed("r1", "NE")], True)


def test_first_touches_by_name():
    frame = frame_of(read_dispute(CROOKED))
    known = known_of(read_dispute(CROOKED), frame)
    strokes = play(known, prior_draws(known, np.random.default_rng(1), 3))._replace(
        first=np.array([-1, 1, 1]), rival=np.array([-1, 2, 2]), ahead=np.array([np.inf, 0.001, 0.1]))

    told = [touch_of(strokes, k, frame, 0.01) for k in range(3)]

    assert told == [(), ("b1", "r1"), (frame.ids[1],)]
    assert touch_of(strokes, 1, frame, 0.0) == (frame.ids[1],)


def test_contacts_within_the_window_are_one_event():
    """Straight between two discs: the nearer one is touched, a moment later the other."""
    discs = [{"id": "r1", "colour": "red", "x": -20, "y": 100}, {"id": "b1", "colour": "black", "x": 20, "y": 101}]
    dispute = read_dispute(item(before=discs, after=discs, striker={"x": 0, "y": -420}))
    frame = frame_of(dispute)
    known = known_of(dispute, frame)
    z = np.zeros(known.unknowns)
    z[:2] = 90.0, 15.0

    apart, together = events_of(relive(known, z), frame, 0.0), events_of(relive(known, z), frame, 0.01)

    assert [e["b"] for e in apart if e["type"] == "contact"][:2] == [["r1"], ["b1"]]
    assert next(e["b"] for e in together if e["type"] == "contact") == ["r1", "b1"]
    assert len(together) == len(apart) - 1


@compiled
def test_over_an_edge_first():
    """The striker comes to the disc by the opposite edge: a rebound (13.2)."""
    found = solved(item(
        before=[{"id": "r1", "colour": "red", "x": 200, "y": 0}],
        after=[{"id": "r1", "x": 260, "y": -190}], striker={"x": -200, "y": -420, "after": {"x": 180, "y": 40}},
        known={"angle": [60, 80], "speed": [2000, 6000]},
    ), SMALL)

    assert found["first_touch"][0]["discs"] == ["r1"]
    assert found["rulings"][0]["path"] == "rebound"
    assert len(found["cloud"]["striker_paths"][0]) == 3


def test_an_empty_table():
    found = solved(item(before=[], after=[], striker={"x": 0, "y": -420, "after": {"x": 0, "y": 100}}))

    assert found["first_touch"] == [{"discs": [], "probability": 1.0}]
    assert found["explained"]


def test_a_disc_that_cannot_have_fallen_is_not_explained():
    """Nobody comes near the disc in the corner, and yet it fell."""
    found = solved(item(
        before=[{"id": "r1", "colour": "red", "x": -380, "y": -470}], after=[], pocketed=["r1"],
        striker={"x": 300, "y": -420}, known={"angle": [85, 86], "speed": [300, 500]},
    ))

    assert not found["explained"]
    assert found["misfit"] > 11.0


def test_without_rules_there_are_no_rulings():
    data = item()
    del data["adjudicate"]

    found = solved(data)

    assert found["rulings"] == []
    assert cited(None, "en") == []


def test_what_is_cited_has_a_text_in_every_language():
    assert set(CITED) == set(RULESETS)
    assert {ref for refs in CITED.values() for ref in refs} == set(texts())
    for entry in texts().values():
        assert set(entry) == set(LANGUAGES)
        assert len(set(entry.values())) == len(LANGUAGES)
        assert all(text.endswith(".") for text in entry.values())
    assert cited("aus-1992", "lv") == [{"rule": "aus-1992:1.29", "text": texts()["aus-1992:1.29"]["lv"]}]


def test_warming_up_runs_everything_once():
    warm_up()
