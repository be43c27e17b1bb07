"""The assignment problem: one column for each row, at the least cost in all (Hungarian method)."""

from __future__ import annotations

from collections.abc import Sequence


def cheapest_assignment(costs: Sequence[Sequence[int]]) -> list[int]:
    """For each row its column, all different, with the least sum. There are at least as many columns as rows.

    Shortest augmenting paths with potentials (Kuhn 1955, in the form of Jonker and Volgenant): rows² × columns steps.
    """
    if not costs:
        return []
    rows, columns = len(costs), len(costs[0])
    row_price = [0] * (rows + 1)
    column_price = [0] * (columns + 1)
    # Row of each column, both counted from 1; 0 is nobody.
    owner = [0] * (columns + 1)
    for row in range(1, rows + 1):
        owner[0] = row
        way = _shortest_path(costs, owner, row_price, column_price)
        column = way.pop(0)
        while column:
            owner[column] = owner[way[column - 1]]
            column = way[column - 1]
    found = [0] * rows
    for column in range(1, columns + 1):
        if owner[column]:
            found[owner[column] - 1] = column - 1
    return found


def _shortest_path(
    costs: Sequence[Sequence[int]], owner: list[int], row_price: list[int], column_price: list[int]
) -> list[int]:
    """The free column at the end of the cheapest path from row `owner[0]`, then for each column the one before it."""
    columns = len(column_price)
    infinite = 1 << 62
    least = [infinite] * columns
    before = [0] * columns
    done = [False] * columns
    column = 0
    while True:
        done[column] = True
        row = owner[column]
        step, nearest = infinite, 0
        for other in range(1, columns):
            if not done[other]:
                price = costs[row - 1][other - 1] - row_price[row] - column_price[other]
                if price < least[other]:
                    least[other], before[other] = price, column
                if least[other] < step:
                    step, nearest = least[other], other
        for other in range(columns):
            if done[other]:
                row_price[owner[other]] += step
                column_price[other] -= step
            else:
                least[other] -= step
        column = nearest
        if owner[column] == 0:
            return [column, *before[1:]]
