from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from competitions.formats.assignment import cheapest_assignment


@pytest.mark.parametrize(("costs", "columns"), [
    ([], []),
    ([[5]], [0]),
    ([[9, 1, 9]], [1]),
    # By hand: greedy takes 1 and is left with 9; 2 + 2 is best.
    ([[1, 2], [2, 9]], [1, 0]),
    ([[0, 1, 2], [1, 0, 1], [2, 1, 0]], [0, 1, 2]),
])
def test_cheapest_assignment_by_hand(costs, columns):
    assert cheapest_assignment(costs) == columns


@st.composite
def matrices(draw):
    rows = draw(st.integers(1, 4))
    columns = draw(st.integers(rows, 6))
    return [draw(st.lists(st.integers(0, 9), min_size=columns, max_size=columns)) for _ in range(rows)]


@given(matrices())
def test_cheapest_assignment_is_the_least_of_all(costs):
    found = cheapest_assignment(costs)
    least = min(
        sum(costs[row][column] for row, column in enumerate(chosen))
        for chosen in permutations(range(len(costs[0])), len(costs))
    )

    assert len(set(found)) == len(costs)
    assert sum(costs[row][column] for row, column in enumerate(found)) == least
