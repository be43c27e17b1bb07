"""From groups into a bracket: who takes which number, so that a group's members meet again as late as possible."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

from competitions.formats.bracket import Side, Source, SourceKind, bracket_size, fold


def advancing(names: Sequence[str], places: int) -> list[Side]:
    """Sides in the order of their numbers: all first places, then all second ones, and so on.

    The winners take numbers in the order of the groups. The others of each place are dealt half by half, quarter by
    quarter: into the part where fewer of their own group stand, earlier groups first. Two from each group always come
    into opposite halves.
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
        if place > 1:
            _settle(list(names), sorted(open_lines), (0, size), lines, found)
        for name, line in found.items():
            lines[name].append(line)
            sides[numbers[line]] = Side(None, Source(SourceKind.PLACE, place=place, group=name))
    return [sides[number] for number in sorted(sides)]


def _settle(
    names: list[str], open_lines: list[int], part: tuple[int, int], lines: dict[str, list[int]], found: dict[str, int]
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
