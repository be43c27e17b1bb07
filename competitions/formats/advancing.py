"""From groups into a bracket: who takes which number, so that a group's members meet again as late as possible."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence

from competitions.formats.assignment import cheapest_assignment
from competitions.formats.bracket import Side, Source, SourceKind, bracket_size, fold

WEIGHED = 64
"""Up to so many groups every line is weighed; the work grows with the cube."""
MAX_LEVELS = 12


def advancing(names: Sequence[str], places: int) -> list[Side]:
    """Sides in the order of their numbers: all first places, then all second ones, and so on.

    The winners take numbers in the order of the groups. The seconds are dealt half by half, quarter by quarter: into
    the part where fewer of their own group stand, earlier groups first, and so always into the half where their winner
    is not. Further places are given to the lines by the cheapest assignment, a meeting costing more the earlier it is
    (with more than 64 groups they are dealt like the seconds).
    """
    size = bracket_size(len(names) * places)
    numbers = fold(size)
    line_of = {number: line for line, number in enumerate(numbers)}
    lines: defaultdict[str, list[int]] = defaultdict(list)
    sides: dict[int, Side] = {}
    for place in range(1, places + 1):
        start = (place - 1) * len(names)
        open_lines = [line_of[number] for number in range(start + 1, start + len(names) + 1)]
        found = dict(zip(names, open_lines, strict=True)) if place == 1 else {}
        if place > 2 and len(names) <= WEIGHED:
            found = _cheapest(names, open_lines, lines)
        elif place > 1:
            _settle(list(names), sorted(open_lines), (0, size), lines, found)
        for name, line in found.items():
            lines[name].append(line)
            sides[numbers[line]] = Side(None, Source(SourceKind.PLACE, place=place, group=name))
    return [sides[number] for number in sorted(sides)]


def _cheapest(
    names: Sequence[str], open_lines: Sequence[int], lines: Mapping[str, Sequence[int]]
) -> dict[str, int]:
    """The open line of each group for which meetings of groupmates come latest in all."""
    # Two lines meet in round r where r is the length of their difference in bits.
    costs = [[sum(1 << 3 * (MAX_LEVELS - (line ^ own).bit_length()) for own in lines[name]) for line in open_lines]
             for name in names]
    return {name: open_lines[column] for name, column in zip(names, cheapest_assignment(costs), strict=True)}


def _settle(
    names: list[str], open_lines: list[int], part: tuple[int, int], lines: Mapping[str, Sequence[int]],
    found: dict[str, int],
) -> None:
    """Give each group one of the open lines of this part of the bracket."""
    if len(names) == 1:
        found[names[0]] = open_lines[0]
        return
    low, high = part
    middle = (low + high) // 2

    def lean(name: str) -> int:
        return sum((low <= line < middle) - (middle <= line < high) for line in lines[name])

    upper = [line for line in open_lines if line < middle]
    in_order = sorted(names, key=lean)
    above, below = in_order[: len(upper)], in_order[len(upper):]
    for half, share, bounds in ((above, upper, (low, middle)), (below, open_lines[len(upper):], (middle, high))):
        if half:
            _settle([name for name in names if name in half], share, bounds, lines, found)
