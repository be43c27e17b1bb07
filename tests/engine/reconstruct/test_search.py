"""The search as a whole on small efforts, and its parts that choose."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from refereeing.engine.physics.reconstruct import search as searching
from refereeing.engine.physics.reconstruct.known import prior_draws
from refereeing.engine.physics.reconstruct.relive import relive
from refereeing.engine.physics.reconstruct.search import (
    BEHIND,
    CONTESTED,
    as_pool,
    attraction,
    best_of_strata,
    is_contested,
    is_steady,
    judge,
    next_round,
    refined,
    remembered,
    search,
    turned,
)
from refereeing.engine.physics.reconstruct.strokes import costs, join, play
from tests.engine.reconstruct.cases import SMALL, TINY, compiled, known, vector

STRIKER, LEFT, RIGHT, FAR = (0.0, -420.0), (-16.0, 100.0), (16.0, 108.0), (300.0, 300.0)
PLACES = [STRIKER, LEFT, RIGHT, FAR]


def contested(angle: float = 91.0, speed: float = 1500.0):
    """What a stroke leaves that touches the left disc first."""
    of = known(PLACES, PLACES)
    return known(PLACES, [tuple(end) for end in relive(of, vector(of, angle, speed)[0]).ends])


def test_the_same_seed_gives_the_same_answer():
    of = contested()

    one, two, other = search(of, TINY, 5), search(of, TINY, 5), search(of, TINY, 6)

    assert one.weighed.weight.tobytes() == two.weighed.weight.tobytes()
    assert one.best.z.tobytes() == two.best.z.tobytes()
    assert one.weighed.weight.tobytes() != other.weighed.weight.tobytes()


@compiled
def test_what_happened_is_found():
    of = contested()

    found = search(of, SMALL, 1)

    odds = found.odds
    assert next(iter(odds)) == 1
    assert found.is_explained
    assert found.misfit < 11.0
    assert sum(odds.values()) == pytest.approx(1.0)
    best = found.best.z[0]
    assert best[:2] == pytest.approx([91.0, 15.0], abs=1.0)


def test_the_search_ends_when_it_is_told_to():
    told = []

    found = search(contested(), TINY, 1, lambda done, so_far: told.append((done, so_far.rounds)))

    assert told == [(0.5, 1)]
    assert found.rounds == 1


def test_a_search_that_explains_nothing_goes_to_the_end():
    of = known(PLACES, [STRIKER, (400.0, -100.0), (-400.0, -100.0), (0.0, 0.0)], sd=0.5)
    told = []

    found = search(of, TINY, 1, lambda done, so_far: told.append(done) or True)

    assert told == [0.5]
    assert found.rounds == TINY.rounds
    assert not found.is_explained


def test_a_stratum_does_not_take_every_place():
    of = contested()
    alike = [vector(of, 91.0 + k / 100, 1500.0) for k in range(20)]
    strokes = play(of, np.concatenate([*alike, vector(of, 99.0, 900.0)]))

    kept = best_of_strata(strokes, costs(of, strokes, 1.0), 6)

    assert len(kept) == 4  # three of one stratum, one of the other
    assert 20 in kept


def test_every_list_of_events_is_remembered_once():
    of = contested()
    one, other = play(of, vector(of, 91.0, 1500.0)), play(of, vector(of, 97.0, 900.0))
    pool = as_pool(of, join([one, one, other, one]))

    found = remembered(pool)

    assert sorted(found.cost) == sorted({float(pool.cost[0]), float(pool.cost[2])})
    assert found.worth[0] >= found.worth[1]


def test_so_many_are_remembered_and_of_every_first_touch_some():
    of = contested()
    strokes = play(of, np.concatenate([vector(of, 91.0, 1500.0)] * 80))
    first = np.array([1] * 60 + [2] * 20)
    pool = as_pool(of, strokes._replace(key=np.arange(80), first=first))
    pool = pool._replace(worth=-np.arange(80.0))

    found = remembered(pool)

    assert found.strokes.key.tolist() == [*range(searching.KEPT), *range(60, 60 + searching.KEPT // 3)]


def test_steady_odds():
    assert is_steady({1: 0.9, 2: 0.1}, {1: 0.89, 2: 0.11})
    assert not is_steady({}, {1: 1.0})
    assert not is_steady({1: 1.0}, {1: 0.97, 2: 0.03})


def test_a_near_rival_makes_it_contested():
    of = contested()
    strokes = play(of, np.concatenate([vector(of, 91.0, 1500.0)] * 2))
    pool = as_pool(of, strokes._replace(first=np.array([1, 2])))
    found = judge(of, pool, np.random.default_rng(1), 50, 1)

    assert is_contested(found)
    assert not is_contested(replace(found, worth=found.worth - np.array([0.0, CONTESTED + 1.0])))
    assert not is_contested(replace(found, best=strokes))


def test_the_rare_first_touch_attracts_too():
    of = contested()
    pool = as_pool(of, play(of, np.concatenate([vector(of, 91.0, 1500.0)] * 3 + [vector(of, 96.0, 900.0)])))
    strokes = pool.strokes._replace(first=np.array([1, 1, 1, 2]))
    pool = pool._replace(cost=np.array([0.0, 0.0, 0.0, 1.0]), strokes=strokes)

    def drawn_near(behind: float) -> list[float]:
        return attraction(pool._replace(worth=np.array([0.0, 0.0, 0.0, -behind]))).tolist()

    near, far = drawn_near(0.0), drawn_near(10 * BEHIND)
    assert near == pytest.approx([1 / 6, 1 / 6, 1 / 6, 1 / 2])
    assert far == pytest.approx([1 / 3, 1 / 3, 1 / 3, 0.0], abs=1e-4)


def test_modes_are_turned_round():
    of = contested()
    strokes = play(of, vector(of, 91.0, 1500.0))

    found = turned(of, strokes)

    assert strokes.first.tolist() == [1]
    assert set(found.first.tolist()) == {2}


def test_nothing_to_turn():
    of = contested()

    found = turned(of, play(of, vector(of, 60.0, 900.0)))

    assert len(found.z) == 0


def test_a_pool_only_gets_better():
    of, dice = contested(), np.random.default_rng(1)
    pool = as_pool(of, play(of, prior_draws(of, dice, 6)))

    better = refined(of, pool)
    same = refined(of, refined_to_the_end(of, better))

    assert better.cost.min() <= pool.cost.min()
    assert same.cost.min() <= better.cost.min()


def refined_to_the_end(of, pool):
    """A pool of one stroke that nothing can improve: it explains everything without any error."""
    return as_pool(of, play(of, vector(of, 91.0, 1500.0)))


def test_rounds_build_on_one_another():
    of, dice = contested(), np.random.default_rng(1)

    first = next_round(of, TINY, dice, None)
    second = next_round(of, TINY, dice, first)

    assert second.cost.min() <= first.cost.min() + 1e-6
    assert first.is_new.all()
    assert not second.is_new.all()
