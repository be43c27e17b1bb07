"""Logarithm, exponential and linear equations of our own against those of the library."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from refereeing.engine.physics.reconstruct.linear import (
    damped_steps,
    factor,
    normal_matrices,
    roots_and_sizes,
    spread_out,
)
from refereeing.engine.physics.reconstruct.logarithm import exp, ln

COMPILES = settings(deadline=None, max_examples=50)
"""The first call compiles."""


@COMPILES
@given(st.floats(1e-300, 1e300))
def test_logarithm_is_that_of_the_library(x):
    assert ln(x) == pytest.approx(math.log(x), rel=1e-14, abs=1e-15)


@COMPILES
@given(st.floats(-690.0, 700.0))
def test_exponential_is_that_of_the_library(x):
    assert exp(x) == pytest.approx(math.exp(x), rel=2e-13)


def test_exact_ends():
    assert ln(1.0) == 0.0
    assert exp(0.0) == 1.0
    assert exp(-701.0) == 0.0


def system(seed: int, m: int = 3, r: int = 8, d: int = 4):
    dice = np.random.default_rng(seed)
    return dice.normal(size=(m, r, d)), dice.uniform(0.1, 2.0, (m, r)), dice.uniform(0.5, 2.0, d)


@COMPILES
@given(st.integers(0, 1000))
def test_normal_matrices_and_steps(seed):
    slopes, weights, prior = system(seed)
    matrices, steps = np.zeros((3, 4, 4)), np.zeros((3, 4))
    slope, damping = np.random.default_rng(seed).normal(size=(3, 4)), np.array([0.0, 0.5, 10.0])

    normal_matrices(slopes, weights, prior, matrices)
    damped_steps(matrices, slope, damping, np.zeros((4, 4)), steps)

    for m in range(3):
        whole = slopes[m].T @ np.diag(weights[m]) @ slopes[m] + np.diag(prior)
        assert np.allclose(np.tril(matrices[m]), np.tril(whole))
        assert np.allclose(steps[m], -np.linalg.solve(whole + damping[m] * np.eye(4), slope[m]))


@COMPILES
@given(st.integers(0, 1000))
def test_roots_sizes_and_draws(seed):
    slopes, weights, prior = system(seed)
    matrices, roots, sizes = np.zeros((3, 4, 4)), np.zeros((3, 4, 4)), np.zeros(3)
    normal_matrices(slopes, weights, prior, matrices)
    draws = np.random.default_rng(seed).normal(size=(5, 4))
    spread = draws.copy()
    which = np.array([0, 1, 2, 1, 0])

    roots_and_sizes(matrices, roots, sizes)
    spread_out(roots, which, spread)

    for m in range(3):
        whole = np.tril(matrices[m]) + np.tril(matrices[m], -1).T
        assert np.allclose(roots[m] @ roots[m].T, whole)
        assert sizes[m] == pytest.approx(np.linalg.slogdet(whole)[1])
    # A draw with the precision A has x' A x = the square of the standard draw.
    for k in range(5):
        root = roots[which[k]]
        assert spread[k] @ (root @ root.T) @ spread[k] == pytest.approx(draws[k] @ draws[k])


def test_a_matrix_that_fixes_nothing_is_taken_all_the_same():
    root = np.zeros((2, 2))

    factor(np.zeros((2, 2)), 0.0, root)

    assert np.all(np.isfinite(root))
    assert root[0, 0] > 0
