"""A published replay of a disputed stroke, by its link: a still with the events in words, and the player over it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.utils.functional import Promise
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from competitions.pages.fragments import page
from competitions.selectors.actors import actor
from refereeing.engine.still import Piece, Point, Still
from refereeing.engine.table import DISC_RADIUS, STRIKER_RADIUS
from refereeing.selectors.dispute_words import DECISIONS, LEVELS
from refereeing.selectors.disputes import replay_published
from refereeing.selectors.replay_words import replay_words

SEEN_AROUND = 4
"""The square round what was seen after the stroke leaves so much free, in mm."""
LABEL_ASIDE = 36
"""The label of the first touch stands this far beside it, in mm."""


@dataclass(frozen=True, slots=True)
class Shape:
    """Something drawn: `look` is its class, `points` a polyline, else a circle."""

    look: str
    x: str = ""
    y: str = ""
    radius: float = 0
    name: str = ""
    points: str = ""


@dataclass(frozen=True, slots=True)
class StillShapes:
    """The still in the drawing's coordinates, y downwards. `label`: where the margin stands, and which end of it."""

    player: str
    ways: tuple[Shape, ...]
    starts: tuple[Shape, ...]
    rests: tuple[Shape, ...]
    touched: tuple[Shape, ...]
    seen: tuple[Shape, ...]
    first_at: Shape | None
    label: Shape | None


@require_safe
def replay(request: HttpRequest, token: str) -> HttpResponse:
    """The replay that was published under this link. 404 where there is none, or the competition is not public."""
    language = get_language() or "en"
    published = replay_published(actor(request), token, language)
    result = published["replay"]["result"]
    words = replay_words(result)
    context = {
        "title": published["title"], "question": published["text"], "weight": published["replay"]["weight_words"],
        "rulings": [_ruling(ruling) for ruling in published["rulings"]], "result": result, "words": words,
        "shapes": shapes_of(words.still) if words.still else None, "language": language,
    }
    return page(request, "refereeing/replays/replay.html", context)


def _ruling(ruling: Mapping[str, Any]) -> Mapping[str, Any]:
    """An official's ruling, with its decision and the official's level in words."""
    decision: str | Promise = DECISIONS.get(ruling["decision"], ruling["decision"])
    return {**ruling, "decision_word": decision, "level_word": LEVELS.get(ruling["level"], ruling["level"])}


def shapes_of(still: Still) -> StillShapes:
    """What the page draws of a still."""
    first = still.first_at
    return StillShapes(
        player=still.player,
        ways=tuple(Shape(f"of-{way.look}", points=_points(way.corners)) for way in still.ways),
        starts=tuple(_piece(piece) for piece in still.starts), rests=tuple(_piece(piece) for piece in still.rests),
        touched=tuple(_circle("", place, DISC_RADIUS) for place in still.touched),
        seen=tuple(_square(piece) for piece in still.seen),
        first_at=_circle("", first, STRIKER_RADIUS) if first else None, label=_label(first) if first else None,
    )


def _piece(piece: Piece) -> Shape:
    radius = STRIKER_RADIUS if piece.look == "striker" else DISC_RADIUS
    look = f"{piece.look} is-{piece.mark}" if piece.mark else piece.look
    return _circle(look, (piece.x, piece.y), radius, piece.id)


def _square(piece: Piece) -> Shape:
    """A square round a place; x and y are its upper left corner, the radius its side."""
    half = SEEN_AROUND + (STRIKER_RADIUS if piece.look == "striker" else DISC_RADIUS)
    return Shape(f"of-{piece.look}", _tenth(piece.x - half), _tenth(-piece.y - half), 2 * half)


def _circle(look: str, place: Point, radius: float, name: str = "") -> Shape:
    return Shape(look, _tenth(place[0]), _tenth(-place[1]), radius, name)


def _label(place: Point) -> Shape:
    """Beside the striker, on the side where there is room."""
    left = place[0] > 250
    x = place[0] + (-LABEL_ASIDE if left else LABEL_ASIDE)
    return Shape("end" if left else "start", _tenth(x), _tenth(-place[1] + 48))


def _points(corners: Sequence[Point]) -> str:
    return " ".join(f"{_tenth(x)},{_tenth(-y)}" for x, y in corners)


def _tenth(value: float) -> str:
    """A number as SVG reads it, in any language."""
    return f"{value:.1f}"
