"""The table with one stroke on it, drawn on paper: ways, starts, rests and the first touch, to scale."""

from __future__ import annotations

from typing import Any

from reportlab.lib.colors import Color, HexColor, black, white

from competitions.common.pdf import Sheet
from competitions.common.pdf.fonts import text_width
from competitions.common.pdf.text import font_of
from refereeing.engine.still import Piece, Point, Still
from refereeing.engine.table import CIRCLE_LINE, DISC_RADIUS, HALF, POCKET_RADIUS, POCKETS, STRIKER_RADIUS, ZONE_LINE

VIEW_HALF = 552.0
"""Half the drawing: the surface and the edge board with the seats' letters, in mm."""
RED, DARK_FIELD, FRAME, LINE, MARK = map(HexColor, ("#b3201a", "#e6e0d4", "#5c4a38", "#8a8276", "#0b5c3d"))
RINGS = (25.0, 31.0)
SEEN_AROUND = 4.0
NAME = 24
"""Characters of a name that are written."""


def draw_board(sheet: Sheet, still: Still, x: float, y: float, width: float, *, label: str = "") -> None:
    """Draw a still into the square with its lower left corner at (x, y), in points. `label`: the touch's margin."""
    canvas = sheet.canvas
    canvas.saveState()
    canvas.translate(x + width / 2, y + width / 2)
    canvas.scale(width / (2 * VIEW_HALF), width / (2 * VIEW_HALF))
    canvas.setLineJoin(1)
    _table(canvas, still.player)
    _seats(sheet, still.player)
    _seen(canvas, still)
    _starts(canvas, still)
    _ways(canvas, still)
    _first(canvas, still)
    for piece in still.rests:
        _piece(canvas, piece)
    _names(sheet, still, label)
    canvas.restoreState()


def _circle(canvas: Any, at: Point, radius: float, *, fill: Color | None = None, stroke: Color | None = None) -> None:
    if fill is not None:
        canvas.setFillColor(fill)
    if stroke is not None:
        canvas.setStrokeColor(stroke)
    canvas.circle(*at, radius, fill=int(fill is not None), stroke=int(stroke is not None))


def _table(canvas: Any, player: str) -> None:
    """Edge board, surface, the player's dark fields, pockets and lines."""
    canvas.setFillColor(FRAME)
    canvas.roundRect(-545, -545, 1090, 1090, 18, fill=1, stroke=0)
    canvas.setFillColor(white)
    canvas.rect(-HALF, -HALF, 2 * HALF, 2 * HALF, fill=1, stroke=0)
    deep = HALF - ZONE_LINE
    zones = {
        "S": (-HALF, -HALF, 2 * HALF, deep), "N": (-HALF, ZONE_LINE, 2 * HALF, deep),
        "W": (-HALF, -HALF, deep, 2 * HALF), "E": (ZONE_LINE, -HALF, deep, 2 * HALF),
    }  # fmt: skip
    if player in zones:
        canvas.setFillColor(DARK_FIELD)
        canvas.rect(*zones[player], fill=1, stroke=0)
        _circle(canvas, (0, 0), CIRCLE_LINE, fill=DARK_FIELD)
    canvas.setLineWidth(2)
    canvas.setStrokeColor(LINE)
    far, zone, circle = HALF, ZONE_LINE, CIRCLE_LINE
    canvas.lines([
        (-zone, -far, -zone, far), (zone, -far, zone, far), (-far, -zone, far, -zone), (-far, zone, far, zone),
        (0, -far, 0, -zone), (0, zone, 0, far), (-far, 0, -zone, 0), (zone, 0, far, 0), (-circle, 0, circle, 0),
        (0, -circle, 0, circle),
    ])  # fmt: skip
    _circle(canvas, (0, 0), CIRCLE_LINE, stroke=LINE)
    for place in POCKETS.values():
        _circle(canvas, place, POCKET_RADIUS, fill=black)


def _seats(sheet: Sheet, player: str) -> None:
    sheet.canvas.setFillColor(white)
    for seat, (x, y) in {"S": (0, -534), "N": (0, 513), "W": (-523, -11), "E": (523, -11)}.items():
        size = 38 if seat == player else 30
        sheet.text(x, y, seat, size=size, bold=True, align="center")


def _look_colour(look: str) -> Color:
    return RED if look == "red" else black


def _starts(canvas: Any, still: Still) -> None:
    canvas.setLineWidth(3)
    canvas.setDash(7, 5)
    for piece in still.starts:
        radius = STRIKER_RADIUS if piece.look == "striker" else DISC_RADIUS
        _circle(canvas, (piece.x, piece.y), radius, stroke=_look_colour(piece.look))
    canvas.setDash()


def _seen(canvas: Any, still: Still) -> None:
    """A square round each place where something was seen after the stroke."""
    canvas.setLineWidth(2.5)
    canvas.setStrokeColor(LINE)
    for piece in still.seen:
        half = SEEN_AROUND + (STRIKER_RADIUS if piece.look == "striker" else DISC_RADIUS)
        canvas.rect(piece.x - half, piece.y - half, 2 * half, 2 * half, fill=0, stroke=1)


def _ways(canvas: Any, still: Still) -> None:
    for way in still.ways:
        canvas.setLineWidth(5 if way.look == "striker" else 3.5)
        canvas.setStrokeColor(_look_colour(way.look))
        path = canvas.beginPath()
        path.moveTo(*way.corners[0])
        for corner in way.corners[1:]:
            path.lineTo(*corner)
        canvas.drawPath(path, fill=0, stroke=1)


def _first(canvas: Any, still: Still) -> None:
    """The striker at its first touch, and a double ring round what it touched."""
    canvas.setLineWidth(3.5)
    for disc in still.touched:
        for ring in RINGS:
            _circle(canvas, disc, ring, stroke=black)
    if still.first_at is not None:
        canvas.setDash(10, 6)
        _circle(canvas, still.first_at, STRIKER_RADIUS, stroke=black)
        canvas.setDash()


def _piece(canvas: Any, piece: Piece) -> None:
    at = (piece.x, piece.y)
    if piece.look == "striker":
        canvas.setLineWidth(4)
        _circle(canvas, at, STRIKER_RADIUS, fill=white, stroke=black)
        canvas.setLineWidth(3)
        canvas.lines([(piece.x - 12, piece.y, piece.x + 12, piece.y), (piece.x, piece.y - 12, piece.x, piece.y + 12)])
        return
    if piece.mark:
        canvas.setLineWidth(5)
        canvas.setDash(*((7, 8) if piece.mark == "dark" else ()))
        _circle(canvas, at, DISC_RADIUS + 5, stroke=MARK)
        canvas.setDash()
    canvas.setLineWidth(1.6)
    _circle(canvas, at, DISC_RADIUS, fill=_look_colour(piece.look), stroke=white)
    if piece.look == "black":
        canvas.setLineWidth(2)
        _circle(canvas, at, DISC_RADIUS - 4.5, stroke=white)
    _circle(canvas, at, 4, fill=white)


def _names(sheet: Sheet, still: Still, label: str) -> None:
    """Names above the discs, and the margin beside the first touch on a ground of its own."""
    sheet.canvas.setFillColor(black)
    for piece in still.rests:
        if piece.look != "striker":
            sheet.text(piece.x, piece.y + DISC_RADIUS + 8, piece.id, size=28, bold=True, align="center", limit=NAME)
    if still.first_at is None or not label:
        return
    x, y = still.first_at
    width = text_width(sheet.clean(label, NAME), font_of(True), 34)
    left = x - 38 - width if x > 250 else x + 38
    sheet.canvas.setFillColor(white)
    sheet.canvas.roundRect(left - 6, y - 60, width + 12, 42, 8, fill=1, stroke=0)
    sheet.canvas.setFillColor(black)
    sheet.text(left, y - 50, label, size=34, bold=True, limit=NAME)
