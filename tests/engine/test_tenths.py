"""Boundaries of a tenth of a millimetre, worked out by hand from the rule book (rulebook 1 to 3 and 7)."""

from __future__ import annotations

import math
from typing import Any

import pytest

from refereeing.engine.facts import OPPOSITE
from refereeing.engine.rules.stroke_json import adjudicate_json
from tests.engine.strokes import judge, placed, stroke

SIDES = {"S": (0, 1), "N": (0, -1), "W": (1, 0), "E": (-1, 0)}
DOUBLES: dict[str, Any] = {"mode": "doubles"}


def at(seat: str, u: float, v: float) -> tuple[float, float]:
    """A place as it looks from S, turned to another seat."""
    ax, ay = SIDES[seat]
    return u * ay + v * ax, -u * ax + v * ay


DARKNESS = [  # x, y of an own disc of S, struck directly: whether it is dark
    (0, -374.5, True), (0, -374.4, False), (480, -374.5, True), (480, -374.4, False), (-485, -485, True),
    (0, -120.5, True), (0, -120.6, False), (120.5, 0, True), (120.6, 0, False), (72.3, 96.4, True), (72.3, 96.5, False),
    (0, 374.5, False), (-374.5, 0, False), (85.2, 85.2, True), (85.3, 85.2, False), (-72.3, -96.4, True),
]  # fmt: skip


@pytest.mark.parametrize("seat", ["S", "N", "W", "E"])
@pytest.mark.parametrize(("u", "v", "is_dark"), DARKNESS)
def test_dark_and_light(seat, u, v, is_dark):
    """17.1.h for a dark disc struck directly, 11.4.a for a light one. 72.3, 96.4: 120.5; 85.2, 85.2: 120.49."""
    colours = {seat: "red", OPPOSITE[seat]: "black"}
    data = stroke("r1 0 0, b1 300 300", "striker>r1", player="S")
    (x, y), (sx, sy) = at(seat, u, v), at(seat, -200, -420)
    for disc in [data["before"][0], data["after"][0]]:
        disc["x"], disc["y"] = x, y
    told = adjudicate_json({**data, "player": seat, "colours": colours, "striker": {"x": sx, "y": sy}})
    found = {item["rule"] for item in told["findings"]}

    assert ("lnf-2008:17.1.h" in found, "lnf-2008:11.4.a" in found) == (is_dark, not is_dark)


PLACES = [  # the striker of S: whether it stands in its zone
    (0, -375.5, True), (0, -375.4, False), (364.5, -420, True), (364.6, -420, False), (-364.5, -375.5, True),
    (-364.6, -375.5, False), (0, -477.5, True),
]  # fmt: skip


@pytest.mark.parametrize(("x", "y", "is_right"), PLACES)
def test_striker_in_its_zone(x, y, is_right):
    """12.3; outside it 19.1.a, and the stroke is judged as it is (rulebook 7)."""
    found = judge("r1 200 250, b1 200 150", "striker>r1 r1@NE", striker=(x, y))

    assert ("19.1.a" not in found["rules"]) is is_right
    assert found["stroke"] == "correct"


DRIVEN = [  # where the opponent's disc (of N) came to rest after a penalised stroke: whether it goes back
    (200, 374.5, True), (200, 374.4, False), (0, 120.5, True), (0, 120.6, False), (-485, 374.5, True),
    (0, -374.5, False), (374.5, 0, False),
]  # fmt: skip


@pytest.mark.parametrize(("x", "y", "is_restored"), DRIVEN)
def test_opponents_disc_driven_into_the_dark(x, y, is_restored):
    """13.6, rulebook 2: light before and dark after."""
    found = judge("r1 200 250, b1 -200 200", "striker>b1", f"b1 {x} {y}")

    assert (found["restored"] == ["b1"]) is is_restored


@pytest.mark.parametrize(
    ("before", "after"), [("0 374.5", "0 374.6"), ("0 450", "0 0"), ("0 0", "0 450"), ("0 450", "0 300")]
)
def test_opponents_dark_disc_stays_where_it_goes(before, after):
    """13.5, rulebook 2: dark to dark, and dark to light."""
    assert judge(f"r1 200 250, b1 {before}", "striker>b1", f"b1 {after}")["restored"] == []


KNOCKED = [  # where an own disc that lay in the circle came to rest: whether it is out of the dark field
    (0, -120.5, False), (0, -120.6, True), (0, -374.5, False), (0, -374.4, True), (0, 400, True), (-400, 0, True),
]  # fmt: skip


@pytest.mark.parametrize(("x", "y", "is_out"), KNOCKED)
def test_own_disc_knocked_out_of_the_dark(x, y, is_out):
    """13.8, 16.1.a: one goes back, two lose the set; the circle and the own zone are one field."""
    one = judge("r1 0 0, r2 200 250, b1 -200 -200", "striker>b1 b1>r1", f"r1 {x} {y}")
    two = judge("r1 0 0, r2 0 -60, r3 200 250, b1 -200 -200", "striker>b1 b1>r1,r2", f"r1 {x} {y}, r2 300 0")

    assert (one["restored"] == ["r1"]) is is_out
    assert (two["set"] == "lost", "16.1.a" in two["rules"]) == (is_out, is_out)


def test_disc_moved_by_half_a_millimetre_over_the_line_is_not_moved():
    """Rulebook 7: moved by more than 0.5 mm, wherever it lies; by Pythagoras 0.3 and 0.4 are 0.5."""
    still = judge("r1 200 250, b1 -200.3 374.2", "striker>b1", "b1 -200 374.6")
    moved = judge("r1 200 250, b1 -200.3 374.1", "striker>b1", "b1 -200 374.6")

    assert (still["restored"], moved["restored"]) == ([], ["b1"])


CIRCLE = [  # 12.14: discs in the circle, where it flew over, place
    ("b2 29.9 0", "N", (0, 110)), ("b2 30 0", "N", (0, 0)), ("b2 21.2 21.2", "E", (110, 0)),
    ("b2 21.3 21.2", "E", (0, 0)), ("b2 0 0, b3 0 80.1", "N", (110, 0)), ("b2 0 0, b3 0 80", "N", (0, 110)),
    ("b2 0 0, b3 0 139.9", "N", (110, 0)), ("b2 0 0, b3 0 140", "N", (0, 110)),
    ("b2 0 0, b3 110 0, b4 0 -110", "E", (-110, 0)), ("b2 0 0, b3 -110 29.9", "W", (0, 110)),
    ("b2 0 0, b3 77.8 77.8", "NE", (110, 0)), ("b2 0 0, b3 77.8 -77.8, b4 0 -110", "SE", (-110, 0)),
    ("b2 0 0, b3 77.8 107.8", "NE", (math.sqrt(6050), math.sqrt(6050))),
    ("b2 0 0, b3 77.8 107.7", "NE", (110, 0)),
    ("b2 0 0, b3 0 110, b4 110 0, b5 0 -110, b6 -110 0", "W", (-55, 0)),
    ("b2 0 0, b3 0 110, b4 110 0, b5 0 -110, b6 -110 0, b7 -55 29.9", "W", (0, 55)),
    ("b2 0 0, b3 0 110, b4 110 0, b5 0 -110, b6 -110 0, b7 -55 29.9, b8 29.9 55", "W", (55, 0)),
]  # fmt: skip


@pytest.mark.parametrize(("besides", "edge", "place"), CIRCLE)
def test_place_in_the_circle(besides, edge, place):
    found = judge(f"r1 200 250, b1 200 -150, {besides}", f"striker>r1 r1^{edge}")

    assert placed(found, "r1") == pytest.approx(place)


PENALTY = [  # 17.3: discs near the far edge, the half of the striker, the penalty disc's place along it
    ("b2 29.9 485", 60, -0.1), ("b2 -29.9 485", 60, 0.1), ("b2 30 485", 60, 0), ("b2 0.1 485", 60, -29.9),
    ("b2 0 455", 60, 0), ("b2 18 461.1", 60, math.nan), ("b2 29.9 485, b3 -30.1 485", 60, -0.1),
    ("b2 29.9 485, b3 -30 485", 60, 59.9), ("b2 29.9 485, b3 -29.9 485", 60, 59.9),
    ("b2 29.9 485, b3 -29.9 485, b4 -59.9 485", -60, 59.9), ("b2 20 485, b3 -39.9 485", 60, 50),
    ("b2 20 485, b3 -40 485", 60, -10),
]  # fmt: skip


@pytest.mark.parametrize(("besides", "striker", "along"), PENALTY)
def test_penalty_place(besides, striker, along):
    """As near to the middle line as it fits; b2 at (18, 461.1) reaches sqrt(900 - 23.9²) = 18.13 along the edge."""
    found = judge(f"r1 0 -200, b1 0 -100, {besides}", "!refused", striker=(striker, -420))
    x, y = placed(found, "red-1")

    assert (x, y) == pytest.approx((18 - math.sqrt(900 - 23.9**2) if math.isnan(along) else along, 485))


TIES = [  # 17.3, two places 30 from the middle line: discs besides, striker's x, place
    ("r2 0.1 100", 60, -30), ("r2 -0.1 100", -60, 30), ("r2 0 100, b2 0 200", 0.1, 30), ("r2 0 100", -0.1, -30),
    ("r2 0 100", 0, -30), ("r2 100 100, b2 -100 100, b3 -100 200", 60, -30),
    ("r2 100 0, r3 -100 0, b2 5 -100", 60, -30),
]  # fmt: skip


@pytest.mark.parametrize(("besides", "striker", "along"), TIES)
def test_penalty_place_ties(besides, striker, along):
    """Fewer own discs, fewer in all, the half that the stroke came from, the penalised player's left."""
    found = judge(f"{besides}, b1 0 485", "!refused", striker=(striker, -420))

    assert placed(found, "red-1") == (along, 485)


def test_two_penalty_discs_of_a_debt_take_the_nearest_places_in_turn():
    """17.6, 17.3: after the first on the middle line, two places 30 from it: on the half without the own disc."""
    found = judge("r1 100 -200, b1 0 -100", "!refused", state={"debt": {"S": 2}}, striker=(60, -420))

    assert [placed(found, f"red-{n}") for n in (1, 2, 3)] == [(0, 485), (-30, 485), (30, 485)]


def test_nearest_free_place_of_a_restored_disc():
    """Rulebook 2: (0, 0) is covered by a disc at (29.9, 0): a tenth to the left, at (-0.1, 0)."""
    found = judge("r1 0 0, r2 200 250, b1 99 -200", "striker>r1", "r1 0 -250, r2 29.9 0")

    assert (placed(found, "r1"), placed(found, "r2")) == (pytest.approx((-0.1, 0)), (29.9, 0))


LINE = [  # doubles: an opponents' disc (of W and E) after a penalised stroke of S
    ("0 120.5", True), ("0 120.6", False), ("-450 0", False), ("450 0", False), ("0 450", False),
]  # fmt: skip


@pytest.mark.parametrize(("after", "is_restored"), LINE)
def test_doubles_look_at_the_circle_alone(after, is_restored):
    """21.4."""
    found = judge("r1 200 250, b1 -200 200", "striker>b1", f"b1 {after}", **DOUBLES)

    assert (found["restored"] == ["b1"]) is is_restored
    assert ("17.1.t" in found["rules"]) is ("450 0" in after)


@pytest.mark.parametrize(("where", "is_moved"), [("105.5 485", False), ("105.6 485", True), ("105.3 484.6", False),
                                                 ("105.4 484.6", True)])  # fmt: skip
def test_row_opposite_has_moved(where, is_moved):
    """21.6, rulebook 7: a start place is held by a disc that has not moved by more than 0.5 mm."""
    row = ", ".join(f"r{i} {-135 + 30 * i} 485" for i in range(1, 8))
    found = judge(f"{row}, r8 {where}, r9 -200 -200, b1 200 100", "!refused", **DOUBLES)

    assert (found["debt"]["S"], placed(found, "red-1") is not None) == ((0, True) if is_moved else (1, False))
