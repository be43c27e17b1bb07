"""Small systems of linear equations, many at once, always added up in the same order (BLAS libraries differ)."""

from __future__ import annotations

import math

from refereeing.engine.physics.compiled import jit
from refereeing.engine.physics.reconstruct.known import Array, Indices
from refereeing.engine.physics.reconstruct.logarithm import ln

TINY = 1e-12


@jit
def normal_matrices(slopes: Array, weights: Array, prior: Array, found: Array) -> None:
    """found [m, d, d] = slopes' · weights · slopes + prior, the lower half.

    slopes [m, r, d], weights [m, r], prior [d].
    """
    for m in range(found.shape[0]):
        for i in range(found.shape[1]):
            for j in range(i + 1):
                found[m, i, j] = 0.0
            found[m, i, i] = prior[i]
        for r in range(slopes.shape[1]):
            for i in range(found.shape[1]):
                left = slopes[m, r, i] * weights[m, r]
                if left != 0.0:
                    for j in range(i + 1):
                        found[m, i, j] += left * slopes[m, r, j]


@jit
def factor(matrix: Array, damping: float, root: Array) -> None:
    """root · root' = matrix + damping (the lower half; both [d, d])."""
    for i in range(matrix.shape[0]):
        for j in range(i + 1):
            total = matrix[i, j]
            if i == j:
                total += damping
            for k in range(j):
                total -= root[i, k] * root[j, k]
            if i == j:
                root[i, i] = math.sqrt(max(total, TINY))
            else:
                root[i, j] = total / root[j, j]


@jit
def solve_lower(root: Array, x: Array) -> None:
    """x becomes the solution of root · y = x."""
    for i in range(x.size):
        total = x[i]
        for k in range(i):
            total -= root[i, k] * x[k]
        x[i] = total / root[i, i]


@jit
def solve_upper(root: Array, x: Array) -> None:
    """x becomes the solution of root' · y = x."""
    for i in range(x.size - 1, -1, -1):
        total = x[i]
        for k in range(i + 1, x.size):
            total -= root[k, i] * x[k]
        x[i] = total / root[i, i]


@jit
def damped_steps(matrices: Array, slope: Array, damping: Array, root: Array, steps: Array) -> None:
    """steps [m, d] = -(matrix + damping)^-1 · slope for every m; root [d, d] is room to work in."""
    for m in range(steps.shape[0]):
        factor(matrices[m], damping[m], root)
        for i in range(steps.shape[1]):
            steps[m, i] = -slope[m, i]
        solve_lower(root, steps[m])
        solve_upper(root, steps[m])


@jit
def roots_and_sizes(matrices: Array, roots: Array, sizes: Array) -> None:
    """The factor of every matrix, and the logarithm of its determinant."""
    for m in range(sizes.size):
        factor(matrices[m], 0.0, roots[m])
        sizes[m] = 0.0
        for i in range(matrices.shape[1]):
            sizes[m] += 2.0 * ln(roots[m, i, i])


@jit
def spread_out(roots: Array, which: Indices, draws: Array) -> None:
    """Standard normal draws [m, d] become draws with the precision of the factor that belongs to each."""
    for m in range(draws.shape[0]):
        solve_upper(roots[which[m]], draws[m])
