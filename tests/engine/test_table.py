"""Geometry at every side of the table: pockets, walls, rows, the player's left."""

from __future__ import annotations

import math
import random

import pytest

from refereeing.engine.facts import Disc
from refereeing.engine.table import (
    CIRCLE_DARK,
    EDGE_PLACE,
    EXACT,
    MOVED,
    POCKETS,
    START_ROW,
    STRIKER_DEEP,
    STRIKER_WIDE,
    TOUCH,
    ZONE_DARK,
    Table,
    edge_gaps,
    edge_point,
    has_moved,
    in_circle,
    in_zone,
    is_row_untouched,
    is_striker_placed,
    left_of,
)

SIDES = [(1, 0), (-1, 0), (0, 1), (0, -1)]


def table(*places: tuple[float, float]) -> Table:
    return Table({f"d{i}": Disc(f"d{i}", "red", x, y) for i, (x, y) in enumerate(places)})


@pytest.mark.parametrize("sx", [-1, 1])
@pytest.mark.parametrize("sy", [-1, 1])
def test_no_disc_is_put_over_a_pocket(sx, sy):
    """Rulebook 7: not with its centre inside a pocket's circle (centre 435, 435, radius 50)."""
    assert table().nearest_free(sx * 435, sy * 434) == pytest.approx((sx * 435, sy * 385))
    assert table().nearest_free(sx * 434, sy * 435) == pytest.approx((sx * 385, sy * 435))
    assert table().nearest_free(sx * 385, sy * 435) == (sx * 385, sy * 435)
    assert table().nearest_free(sx * 386, sy * 435) == pytest.approx((sx * 385, sy * 435))


@pytest.mark.parametrize(("nx", "ny"), SIDES)
@pytest.mark.parametrize("way", [-1, 1])
def test_no_disc_is_put_over_an_edge(nx, ny, way):
    """A disc stands 15 from the edge place: beside it, against the edge, sqrt(30² - 15²) away."""
    aside = math.sqrt(30**2 - 15**2)
    tx, ty = abs(ny), abs(nx)
    crowd = table((nx * 470, ny * 470))

    found = crowd.nearest_free(nx * 485 + way * 5 * tx, ny * 485 + way * 5 * ty)

    assert found == pytest.approx((nx * 485 + way * aside * tx, ny * 485 + way * aside * ty))


def test_between_two_discs_is_where_both_are_touched():
    crowd = table((-25, 0), (25, 0))

    assert crowd.nearest_free(1, 4) == pytest.approx((0, math.sqrt(30**2 - 25**2)))
    assert crowd.nearest_free(1, -4) == pytest.approx((0, -math.sqrt(30**2 - 25**2)))
    assert table((-30, 0), (30, 0)).nearest_free(0, 0) == (0, 0)
    assert table((-29.9, 0), (29.9, 0)).nearest_free(0, 1)[1] == pytest.approx(math.sqrt(30**2 - 29.9**2))


@pytest.mark.parametrize("seed", range(25))
def test_nearest_free_place_against_a_search(seed):
    """In random crowds, near edges and pockets too: free, and no grid point that is free is clearly nearer."""
    dice = random.Random(seed)
    x, y = dice.choice([(0, 0), (470, 0), (0, -475), (440, 440), (-430, 450), (100, 480)])
    crowd = table(*[(max(-485, min(485, x + dice.uniform(-60, 60))), max(-485, min(485, y + dice.uniform(-60, 60))))
                    for _ in range(8)])  # fmt: skip
    px, py = crowd.nearest_free(x, y)
    away = math.hypot(px - x, py - y)

    assert crowd.is_free(px, py)
    assert max(abs(px), abs(py)) <= 485 + 1e-9
    for step in range(720):
        angle = step * math.pi / 360
        for share in (0.2, 0.5, 0.8, 0.95, 0.99):
            qx, qy = x + math.cos(angle) * away * share, y + math.sin(angle) * away * share
            is_on = away > 0 and max(abs(qx), abs(qy)) <= 485 and math.hypot(abs(qx) - 435, abs(qy) - 435) >= 50
            assert not (is_on and crowd.is_free(qx, qy))


@pytest.mark.parametrize(("seat", "sign"), [("S", -1), ("N", 1), ("W", 1), ("E", -1)])
def test_left_is_clockwise(seat, sign):
    """The player at S has W (x < 0) on the left, the one at W has N (y > 0)."""
    assert left_of(seat) == sign


@pytest.mark.parametrize("seat", ["S", "N", "W", "E"])
def test_zones_and_striker_of_every_seat(seat):
    deep = {"S": (0, -1), "N": (0, 1), "W": (-1, 0), "E": (1, 0)}[seat]
    wide = (abs(deep[1]), abs(deep[0]))
    at = lambda d, u: (deep[0] * d + wide[0] * u, deep[1] * d + wide[1] * u)  # noqa: E731

    assert in_zone(seat, *at(374.5, 480))
    assert not in_zone(seat, *at(374.4, 480))
    assert not in_zone(seat, *at(-400, 0))
    assert is_striker_placed(seat, *at(375.5, 364.5))
    assert not is_striker_placed(seat, *at(375.4, 0))
    assert not is_striker_placed(seat, *at(400, -364.6))


ROW = {f"r{i}": Disc(f"r{i}", "red", x, 485) for i, x in enumerate(START_ROW)}
ROWS = [  # 21.6, rulebook 7: what has happened to the fourth disc, whether the row is untouched
    (Disc("r3", "red", -15, 485), True), (Disc("r3", "red", -14.5, 485), True), (Disc("r3", "red", -14.4, 485), False),
    (Disc("r3", "red", -15, 484.5), True), (Disc("r3", "red", -15, 484.4), False),
    (Disc("r3", "red", -14.6, 484.6), False), (Disc("r3", "black", -15, 485), False),
    (Disc("r3", "red", -15, 300), False),
]  # fmt: skip


@pytest.mark.parametrize(("disc", "is_untouched"), ROWS)
def test_row_is_untouched(disc, is_untouched):
    assert is_row_untouched("N", "red", {**ROW, "r3": disc}.values()) is is_untouched


def test_row_of_another_edge():
    assert not is_row_untouched("S", "red", ROW.values())
    west = [Disc(f"r{i}", "red", -485, u) for i, u in enumerate(START_ROW)]
    assert is_row_untouched("W", "red", west)


def test_moved_by_more_than_half_a_millimetre():
    here = Disc("r1", "red", 0, 0)
    assert not has_moved(here, Disc("r1", "red", 0.3, 0.4))
    assert has_moved(here, Disc("r1", "red", 0.3, 0.5))
    assert has_moved(here, Disc("r1", "red", -0.6, 0))


@pytest.mark.parametrize("seat", ["S", "N", "W", "E"])
def test_edge_place_is_opposite_the_seat(seat):
    assert edge_point(seat, 30) == {"S": (30, 485), "N": (30, -485), "W": (485, 30), "E": (-485, 30)}[seat]


def test_disc_that_just_touches_the_edge_place_leaves_it_free():
    assert edge_gaps(table((0, 455)), "S") == [0]
    assert edge_gaps(table((0, 455.1)), "S") == pytest.approx([-math.sqrt(900 - 29.9**2), math.sqrt(900 - 29.9**2)])


def test_last_place_of_an_edge():
    """A disc fits into the very corner: the pocket's circle only touches the line of the edge places."""
    full = [(u, 485) for u in range(-455, 431, 59)]

    assert edge_gaps(table(*full, (460, 485)), "S") == [-485]
    assert edge_gaps(table(*full), "S") == [460]


def test_pockets_are_where_the_rulebook_has_them():
    """Rulebook 1: centres (±435, ±435)."""
    assert POCKETS == {"NE": (435, 435), "NW": (-435, 435), "SE": (435, -435), "SW": (-435, -435)}


@pytest.mark.parametrize(("dx", "is_moved"), [(0.5, False), (0.503, True), (-0.503, True), (0.497, False)])
def test_a_disc_has_moved_by_more_than_half_a_millimetre(dx, is_moved):
    """Rulebook 7."""
    assert has_moved(Disc("r1", "red", 0, 100), Disc("r1", "red", 0, 100 + dx)) == is_moved


def test_free_places_are_filled_before_covered_ones():
    """The nearest place for r1 would be (29, 0), upon r2's own; but r2 goes home first."""
    found = Table({"b1": Disc("b1", "black", -1, 0)})
    found.put_back([Disc("r1", "red", 0, 0), Disc("r2", "red", 40, 0)])

    assert found.discs["r2"][2:] == (40, 0)
    assert math.hypot(found.discs["r1"].x + 1, found.discs["r1"].y) == pytest.approx(30, abs=1e-6)
    assert found.discs["r1"].x < 29


def test_nearest_place_beside_a_disc_that_lies_in_the_middle_of_a_pocket():
    """Such a position can be given; the two circles have one centre and cut each other nowhere."""
    found = Table({"b1": Disc("b1", "black", 435, 435), "b2": Disc("b2", "black", 200, 0)})

    assert found.nearest_free(201, 0) == pytest.approx((230, 0))


@pytest.mark.parametrize("off", [30 - 5e-7, 30, 30 + 5e-7])
def test_disc_that_only_touches_blocks_no_place_at_the_edge(off):
    assert edge_gaps(Table({"b1": Disc("b1", "black", 0, 485 - off)}), "S") == [0]


def test_two_places_half_a_millimetre_from_the_middle_line():
    """17.3: a disc that only just reaches the edge row leaves two places that are equally near."""
    found = edge_gaps(Table({"b1": Disc("b1", "black", 0, 485 - math.sqrt(900 - 0.25))}), "S")

    assert found == pytest.approx([-0.5, 0.5])


def test_nearest_place_where_two_discs_all_but_leave_room_between_them():
    """By Pythagoras: 30 from both centres. Of two places equally near the one of smaller y."""
    found = Table({"b1": Disc("b1", "black", 0, 0), "b2": Disc("b2", "black", 59.99, 0)})

    assert found.nearest_free(29.995, 0) == pytest.approx((29.995, -math.sqrt(900 - 29.995**2)))


def test_row_at_the_edge_that_is_not_quite_reached():
    """17.3: a disc 40 mm before the edge row is in nobody's way."""
    assert edge_gaps(Table({"b1": Disc("b1", "black", 0, 445)}), "S") == [0]


@pytest.mark.parametrize(("here", "there", "is_moved"), [
    ((200, 250), (200.3, 250.4), False), ((-200, 250), (-200.3, 249.6), False), ((0.1, 0.7), (0.6, 0.7), False),
    ((200, 250), (200.3, 250.5), True), ((200, 250), (200.4, 250.4), True),
])  # fmt: skip
def test_half_a_millimetre_is_no_more_than_half_a_millimetre_wherever_the_disc_lies(here, there, is_moved):
    """Rulebook 7: more than 0.5 mm. By Pythagoras 0.3 and 0.4 are 0.5; the last digit of a float says otherwise."""
    assert has_moved(Disc("r1", "red", *here), Disc("r1", "red", *there)) is is_moved


def test_start_row():
    """Rulebook 1: x = -105, -75, ..., 105."""
    assert tuple(range(-105, 106, 30)) == START_ROW


def test_what_is_allowed_for_a_float_belongs_to_the_better_side():
    """A boundary and the allowance for the last digit are both still inside."""
    assert in_zone("S", 0, EXACT - ZONE_DARK)
    assert not has_moved(Disc("r1", "red", 0, 0), Disc("r1", "red", MOVED + EXACT, 0))
    assert in_circle(CIRCLE_DARK + EXACT, 0)
    assert is_striker_placed("N", STRIKER_WIDE + EXACT, STRIKER_DEEP - EXACT)
    assert table((0, 0)).is_free(30 - TOUCH, 0)
    assert table((0, 0)).nearest_free(30 - TOUCH, 0) == (30 - TOUCH, 0)
    assert table().nearest_free(EDGE_PLACE + EXACT, 0) == (EDGE_PLACE + EXACT, 0)
    assert edge_gaps(table((30 - TOUCH, 485)), "S") == [0]
    assert edge_gaps(table((-30 + TOUCH, 485)), "S") == [0]


def test_last_place_of_an_edge_with_the_allowance():
    full = [(u, 485) for u in range(-478, 431, 59)]
    last = EDGE_PLACE + EXACT

    assert edge_gaps(table(*full, (last - 30, 485)), "S") == [last]


def test_place_that_a_disc_only_just_reaches_is_one_place():
    """17.3: the middle line is free; the rim of a neighbour a half of a millionth beside it is no second place."""
    assert edge_gaps(table((30 - TOUCH / 2, 485)), "S") == [0]
    assert edge_gaps(table((TOUCH / 2 - 30, 485)), "S") == [0]


@pytest.mark.parametrize(("aside", "places"), [(4e-7, 2), (6e-7, 1), (-4e-7, 2), (-6e-7, 1)])
def test_two_places_are_equally_near_to_a_millionth(aside, places):
    assert len(edge_gaps(table((aside, 485)), "S")) == places


def test_disc_of_a_covered_place_keeps_its_colour():
    found = Table({"b1": Disc("b1", "black", -1, 0)})
    found.put_back([Disc("r1", "red", 0, 0)])

    assert found.discs["r1"].colour == "red"


def test_neighbour_that_was_seen_to_overlap_a_little_does_not_cover_a_place():
    """Touching discs on a diagonal, to a hundredth: 29.9955 apart. The old place is the old place."""
    found = Table({"b1": Disc("b1", "black", 21.21, 21.21)})
    found.put_back([Disc("r1", "red", 0, 0)])

    assert found.discs["r1"][2:] == (0, 0)


def test_places_equally_near_to_a_millionth_are_told_by_x_and_y():
    """Rulebook 7: ties by x, then y. Both discs are 30 from (0, 10) and (0, -10)."""
    apart = math.sqrt(800)
    pair = table((-apart, 0), (apart, 0))

    assert pair.nearest_free(0, 1.5e-7) == pytest.approx((0, -10))
    assert pair.nearest_free(0, 6e-7) == pytest.approx((0, 10))


def test_nearest_place_from_the_very_middle_of_a_disc():
    """All round it are equally near: the one of least x; from a little beside it the place on that side."""
    assert table((0, 0)).nearest_free(EXACT, 0) == (-30, 0)
    assert table((0, 0)).nearest_free(1e-3, 0) == pytest.approx((30, 0))
    assert table((10, 20)).nearest_free(10, 20) == (-20, 20)
    assert table((0, 0), (-30, 0)).nearest_free(0, 0) == pytest.approx((-15, -math.sqrt(900 - 225)))


def test_two_places_a_millionth_from_equally_near_are_equally_near():
    """17.3: discs at -20 and 20.000001 leave -50 and 50.000001, the allowance itself included."""
    far = 50 + TOUCH

    assert edge_gaps(table((-20, 485), (far - 30, 485)), "S") == [-50, far]
    assert edge_gaps(table((-20, 485), (20 + 2 * TOUCH, 485)), "S") == [-50]
