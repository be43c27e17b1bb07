"""Vectors of unknowns played, measured against the position after, and weighed."""

from __future__ import annotations

import math

import numpy as np
import pytest

from refereeing.engine.physics.batch import simulate_batch
from refereeing.engine.physics.params import Constants
from refereeing.engine.physics.reconstruct.known import (
    FELL,
    FLEW,
    LIES,
    OPEN,
    WIDEST,
    constants_of,
    inside,
    prior_draws,
    widths,
)
from refereeing.engine.physics.reconstruct.relive import relive
from refereeing.engine.physics.reconstruct.strokes import (
    FAILED,
    FREEDOM,
    MISS_COST,
    choose,
    costs,
    distance,
    from_pocket,
    join,
    make_room,
    misfits,
    note_ends,
    play,
    take,
)
from tests.engine.reconstruct.cases import known, vector

STRIKER, AHEAD, ASIDE = (0.0, -420.0), (0.0, 100.0), (300.0, 100.0)


def straight(**more):
    return known([STRIKER, AHEAD, ASIDE], [(0.0, 0.0), (0.0, 200.0), ASIDE], **more)


def test_a_stroke_is_that_of_the_kernel():
    of = straight()
    ran = simulate_batch([[AHEAD, ASIDE]], [[*STRIKER, 90.0, 2000.0]], [Constants().as_row()])

    found = play(of, vector(of, 90.0, 2000.0))

    assert np.allclose(found.error[0] * 2.0 + of.rest, ran.after[0])
    assert (found.first[0], found.rival[0], found.second[0], found.misses[0]) == (1, -1, 1, 0)
    assert found.touched[0].tolist() == [True, True, False]


def test_rival_and_second_contact_are_told():
    of = known([STRIKER, AHEAD, (30.0, 110.0)], [STRIKER, AHEAD, (30.0, 110.0)])

    found = play(of, vector(of, 90.0, 2000.0))

    assert (found.first[0], found.rival[0], found.second[0]) == (1, 2, 2)
    assert 0.0 < found.ahead[0] < 0.05


def test_nothing_touched():
    of = straight()

    found = play(of, vector(of, 90.0, 100.0))

    assert (found.first[0], found.rival[0], found.second[0]) == (-1, -1, -1)
    assert found.ahead[0] == math.inf


def test_errors_move_pieces_and_constants():
    of = straight(constants_sd={0: 0.01})
    z = vector(of, 90.0, 2000.0, x1=1.0, y0=-2.0)
    z[0, 2] = 1.5

    life = relive(of, z[0])

    assert life.places[1].tolist() == [2.0, 100.0]
    assert life.places[0].tolist() == [0.0, -424.0]
    assert life.launch.tolist() == [0.0, -424.0, 90.0, 2000.0]
    assert life.constants[0] == pytest.approx(0.115)
    assert constants_of(of, z[0]).tolist() == life.constants.tolist()
    assert not life.fell.any()


def test_pieces_are_kept_out_of_one_another_and_on_the_table():
    of = known([STRIKER, (484.0, 0.0), (484.0, 31.0)], [STRIKER, (484.0, 0.0), (484.0, 31.0)])

    life = relive(of, vector(of, 180.0, 500.0, x1=3.0, y1=2.0, y2=-1.0)[0])

    assert np.abs(life.places[1:]).max() <= 485.0
    assert math.dist(life.places[1], life.places[2]) >= 29.99
    assert of.near.tolist() == [[1, 2]]


def test_a_disc_that_should_have_fallen_is_measured_from_the_pocket():
    of = straight(seen=[LIES, FELL, LIES])

    found = play(of, vector(of, 90.0, 2000.0))
    end = relive(of, vector(of, 90.0, 2000.0)[0]).ends[1]

    assert found.misses[0] == 1
    away = math.dist(end, (435.0 * math.copysign(1, end[0]), 435.0 * math.copysign(1, end[1])))
    assert np.hypot(*found.error[0, 1]) * 2.0 == pytest.approx(away - 45.0)


def test_a_disc_that_fell_and_lies_is_a_miss():
    of = known([STRIKER, (-300.0, -300.0)], [STRIKER, (-300.0, -300.0)], angle=(130.0, 170.0))
    aim = known([(0.0, 0.0), (200.0, 200.0)], [(0.0, 0.0), (300.0, 300.0)], angle=(40.0, 50.0))

    found = play(aim, vector(aim, 45.0, 3000.0))

    assert of.pieces == 2
    assert found.misses[0] >= 1
    assert relive(aim, vector(aim, 45.0, 3000.0)[0]).fell[1]


def test_unknown_ends_cost_nothing_and_what_flew_was_touched():
    of = straight(seen=[OPEN, OPEN, FLEW])

    found = play(of, vector(of, 90.0, 2000.0))

    assert found.misses[0] == 1  # the disc over the edge was never touched
    assert np.all(found.error == 0.0)


def test_what_fell_as_it_was_seen_costs_nothing():
    aim = known([(0.0, 0.0), (200.0, 200.0)], [(0.0, 0.0), (0.0, 0.0)], seen=[OPEN, FELL], angle=(40.0, 50.0))

    found = play(aim, vector(aim, 45.0, 3000.0))

    assert found.misses[0] == 0
    assert np.all(found.error == 0.0)


def test_a_stroke_that_did_not_end_is_worth_nothing():
    of = straight()
    found, room = play(of, vector(of, 90.0, 2000.0)), make_room(3)
    room.work.counts[2] = 1

    note_ends(of, found, 0, room.work, room.events)

    assert found.misses[0] >= FAILED


def test_a_disc_that_must_have_been_touched_tells_how_nearly_it_was():
    """The striker runs straight up past a disc 60 beside its way: 60 - 37.5 mm are lacking, the errors being 2 mm."""
    places = [STRIKER, (60.0, 0.0), ASIDE]
    of = known(places, [(0.0, 0.0), (60.0, 90.0), ASIDE])

    found = play(of, vector(of, 90.0, 1500.0))

    assert of.has_moved.tolist() == [False, True, False]
    assert found.gap[0].tolist() == [0.0, pytest.approx((60.0 - 37.5) / 2.0), 0.0]
    assert play(of, vector(of, 60.0, 1500.0)).gap[0, 1] > 50
    assert play(of, vector(of, 84.0, 1500.0)).gap[0, 1] == 0.0
    coarse = [costs(of, found._replace(gap=gap), 3.0)[0] for gap in (found.gap, 0 * found.gap)]
    assert coarse[0] - coarse[1] == pytest.approx(0.5 * (FREEDOM + 1.0) * math.log1p((11.25 / 3) ** 2 / FREEDOM))
    assert costs(of, found, 1.0)[0] == costs(of, found._replace(gap=0 * found.gap), 1.0)[0]


def test_discs_that_roll_past_count_too():
    """The disc that was struck passes another one at 40 mm: 10 mm are lacking to a touch."""
    places = [STRIKER, AHEAD, (40.0, 250.0)]
    of = known(places, [(0.0, 200.0), (0.0, 400.0), (90.0, 300.0)])

    found = play(of, vector(of, 90.0, 1500.0))

    assert found.gap[0, 2] == pytest.approx((40.0 - 37.5) / 2.0)  # the striker comes by as well, and is wider
    slow = play(of, vector(of, 90.0, 1100.0))
    assert slow.gap[0, 2] > 0.0


def test_distance_from_a_line():
    place = np.array([3.0, 4.0])

    assert distance(place, -10.0, 0.0, np.array([10.0, 0.0])) == 4.0
    assert distance(place, 0.0, 0.0, np.array([0.0, 0.0])) == 5.0
    assert distance(place, -10.0, 0.0, np.array([0.0, 0.0])) == 5.0
    assert distance(place, 6.0, 0.0, np.array([10.0, 0.0])) == 5.0


def test_from_pocket():
    assert from_pocket(435.0, 435.0) == (0.0, 0.0)
    assert from_pocket(435.0, 335.0) == (0.0, pytest.approx(-55.0))
    assert from_pocket(-335.0, -435.0) == (pytest.approx(55.0), 0.0)


def test_costs_are_prior_and_student_t():
    of = straight()
    z = vector(of, 90.0, 2000.0, x2=2.0)
    found = play(of, z)
    squares = (found.error[0] ** 2).sum(axis=1)

    by_hand = 0.5 * 4.0 + sum(0.5 * (FREEDOM + 2) * math.log1p(s / 9.0 / FREEDOM) for s in squares)

    assert costs(of, found, 3.0)[0] == pytest.approx(by_hand)
    assert costs(of, found._replace(misses=found.misses + 2), 3.0)[0] == pytest.approx(by_hand + 2 * MISS_COST)
    assert misfits(of, found)[0] == pytest.approx(2.0 * math.sqrt(squares.max()))


def test_rows_are_taken_joined_and_chosen():
    of = straight()
    a, b = play(of, vector(of, 90.0, 2000.0)), play(of, vector(of, 88.0, 1000.0))
    both = join([a, b])

    assert take(both, np.array([1])).z.tolist() == b.z.tolist()
    mixed = choose(np.array([True, False]), join([a, a]), join([b, b]))
    assert mixed.z.tolist() == both.z.tolist()
    assert mixed.error.tolist() == both.error.tolist()


def test_draws_keep_to_their_limits_and_leave_no_gap():
    of = straight(constants_sd={0: 0.04}, angle=(80.0, 82.0))

    z = prior_draws(of, np.random.default_rng(3), 400)

    assert np.all((z >= of.least) & (z <= of.most))
    assert np.diff(np.sort(z[:, 0])).max() < 2 * 2.0 / 400 + 1e-9
    assert of.least[2] == pytest.approx((0.001 - 0.10) / 0.04)  # friction has a lower limit of its own
    assert inside(of, z + 100.0).max() == max(of.most)
    assert abs(z[:, 3:].mean()) < 0.1
    assert abs(z[:, 3:].std() - 1.0) < 0.1


def test_widths_are_those_of_an_even_spread():
    of = straight(angle=(80.0, 92.0))

    found = widths(of)

    assert found[0] == pytest.approx(12.0 / 144.0)
    assert set(found[2:]) == {1.0}
    assert of.most[-1] == WIDEST
