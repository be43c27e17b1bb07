"""The plot of docs/reconstruct.md: what was told against what was true, and how often each method is right."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

SIDE, LEFT, TOP = 300, 70, 50
BARS_AT = 470
WIDTH, HEIGHT = 920, 420
METHODS = ("reconstruct", "first disc on the line that moved", "moved most", "nearest the line")
COLOURS = {3.0: "#1b6ca8", 15.0: "#d17a22"}
Record = dict[str, Any]


def text(x: float, y: float, words: str, anchor: str = "start", size: int = 13) -> str:
    return f'<text x="{x:.0f}" y="{y:.0f}" text-anchor="{anchor}" font-size="{size}">{words}</text>'


def line(x1: float, y1: float, x2: float, y2: float, more: str = 'stroke="#999"') -> str:
    return f'<line x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}" {more}/>'


def calibration(bins: Sequence[tuple[float, float, int]]) -> list[str]:
    """Told probability to the right, share that was true upwards; the area of a point is how many there were."""
    drawn = [f'<rect x="{LEFT}" y="{TOP}" width="{SIDE}" height="{SIDE}" fill="none" stroke="#444"/>']
    drawn.append(line(LEFT, TOP + SIDE, LEFT + SIDE, TOP, 'stroke="#999" stroke-dasharray="5 4"'))
    most = max(count for _, _, count in bins)
    for told, true, count in bins:
        radius = 3 + 11 * (count / most) ** 0.5
        x, y = LEFT + SIDE * told, TOP + SIDE * (1 - true)
        drawn.append(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{radius:.1f}" fill="#1b6ca8" fill-opacity="0.75"/>')
        # How many stands beside the point, away from the frame.
        is_left = told < 0.5
        beside = x + (radius + 4) * (1 if is_left else -1)
        drawn.append(text(beside, y + 4, str(count), "start" if is_left else "end", 11))
    for share in (0, 0.5, 1):
        drawn.append(text(LEFT + SIDE * share, TOP + SIDE + 18, f"{share:g}", "middle"))
        drawn.append(text(LEFT - 8, TOP + SIDE * (1 - share) + 4, f"{share:g}", "end"))
    drawn.append(text(LEFT + SIDE / 2, TOP + SIDE + 38, "probability told", "middle"))
    drawn.append(f'<text transform="translate(24 {TOP + SIDE / 2}) rotate(-90)" text-anchor="middle" font-size="13">'
                 "share that was true</text>")
    return drawn


def shares(records: Sequence[Record]) -> list[str]:
    """For each method a bar a spread: in how many of 100 disputes it names the disc that was touched first."""
    drawn: list[str] = []
    for row, method in enumerate(METHODS):
        y = TOP + 10 + row * 76
        drawn.append(text(BARS_AT, y, method))
        for place, (spread, colour) in enumerate(COLOURS.items()):
            some = [r for r in records if r["spread"] == spread]
            if not some:
                continue
            right = sum(named(r, method) == r["truth"] for r in some) / len(some)
            top = y + 8 + 22 * place
            drawn.append(f'<rect x="{BARS_AT}" y="{top}" width="{300 * right:.1f}" height="18" fill="{colour}"/>')
            drawn.append(text(BARS_AT + 300 * right + 8, top + 14, f"{100 * right:.1f}"))
    y = TOP + SIDE + 38
    for place, (spread, colour) in enumerate(COLOURS.items()):
        x = BARS_AT + 190 * place
        drawn.append(f'<rect x="{x}" y="{y - 11}" width="12" height="12" fill="{colour}"/>')
        drawn.append(text(x + 18, y, f"direction to ±{spread:g}°"))
    return drawn


def named(record: Record, method: str) -> str:
    """The disc that a method names."""
    if method == METHODS[0]:
        return str(max(record["odds"], key=lambda uid: record["odds"][uid]))
    return str(record["simple"][method])


def plot(records: Sequence[Record], bins: Sequence[tuple[float, float, int]]) -> str:
    """The whole picture as SVG."""
    drawn = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" font-family="sans-serif">',
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#fff"/>',
        text(LEFT, 28, f"Told and true ({len(records)} disputes)", size=15),
        text(BARS_AT, 28, "Right first touch, of 100", size=15),
        *calibration(bins), *shares(records), "</svg>",
    ]
    return "\n".join(drawn) + "\n"
