"""The drawing of a bracket, and the list of it for narrow screens.

Written here and not in a template: a bracket of 512 has a thousand matches, and a template needs longer for each than
the whole page may take.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from django.urls import reverse
from django.utils.functional import Promise
from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from competitions.formats.bracket_layout import Part, Spot
from competitions.formats.pairs import shortened
from competitions.selectors.bracket_page import Box, BoxSide, BracketView

WIDTH, HEIGHT, LINE = 196, 44, 22
COLUMN, ROW, HEAD, MARGIN = 232, 64, 34, 8
NAME_LETTERS = 22
WINNER_MARK = "✓"
ORDER = (Part.MAIN, Part.WINNERS, Part.PLACES, Part.LOSERS)
PART_WORDS: Mapping[Part, Promise] = {
    Part.PLACES: gettext_lazy("Matches for places"), Part.WINNERS: gettext_lazy("Winners' bracket"),
    Part.LOSERS: gettext_lazy("Losers' bracket"),
}


def bracket_svg(view: BracketView) -> SafeString:
    """The whole bracket as one drawing."""
    tops = _tops(view)
    width = (max(spot.column for spot in view.layout.spots.values()) + 1) * COLUMN + MARGIN
    height = max(top + view.layout.heights[part] * ROW for part, top in tops.items() if part is not Part.FINAL) + MARGIN
    pieces = [
        f'<svg class="bracket" width="{width}" height="{height:g}" viewBox="0 0 {width} {height:g}" role="group" '
        f'aria-label="{escape(_("Bracket"))}">',
        *_heads(view, tops), *_links(view, tops), *(_box(box, view.layout.spots[key], tops)
                                                    for key, box in view.boxes.items()), "</svg>",
    ]
    return mark_safe("".join(pieces))  # noqa: S308  (every text went through escape)


def _tops(view: BracketView) -> dict[Part, float]:
    """Where the rows of each part begin, below its heads."""
    tops: dict[Part, float] = {}
    y = float(MARGIN)
    for part in ORDER:
        if part in view.layout.heights:
            y += HEAD if part in PART_WORDS else 0
            tops[part] = y + HEAD
            y = tops[part] + view.layout.heights[part] * ROW
    tops[Part.FINAL] = tops.get(Part.WINNERS, HEAD)
    return tops


def _corner(spot: Spot, tops: Mapping[Part, float]) -> tuple[float, float]:
    return MARGIN + spot.column * COLUMN, tops[spot.part] + spot.row * ROW


def _heads(view: BracketView, tops: Mapping[Part, float]) -> Iterator[str]:
    names = {id(shown.drawn): shown.name for shown in view.rounds}
    for part, words in PART_WORDS.items():
        if part in view.layout.heights:
            yield f'<text class="b-part" x="{MARGIN}" y="{tops[part] - HEAD - 12:g}">{escape(words)}</text>'
    for (part, column), rounds in view.layout.columns.items():
        text = escape(", ".join(names[id(drawn)] for drawn in rounds))
        yield f'<text class="b-head" x="{MARGIN + column * COLUMN}" y="{tops[part] - 14:g}">{text}</text>'


def _links(view: BracketView, tops: Mapping[Part, float]) -> Iterator[str]:
    for source, target in view.layout.links:
        x, y = _corner(view.layout.spots[source], tops)
        to_x, to_y = _corner(view.layout.spots[target], tops)
        bend = to_x - (COLUMN - WIDTH) / 2
        yield (f'<path class="b-link" d="M{x + WIDTH:g} {y + HEIGHT / 2:g}H{bend:g}V{to_y + HEIGHT / 2:g}'
               f'H{to_x:g}"/>')


def _box(box: Box, spot: Spot, tops: Mapping[Part, float]) -> str:
    x, y = _corner(spot, tops)
    told = escape(f"{box.label}: {box.first.text} – {box.second.text}, {box.words}")
    note = escape(box.words if box.table is None else f"{box.words} · {_('table')} {box.table}")
    drawn = (
        f'<g class="b-box is-{box.state.replace("_", "-")}{" is-live" if box.is_live else ""}" '
        f'transform="translate({x:g} {y:g})"><title>{told}</title><rect width="{WIDTH}" height="{HEIGHT}" rx="5"/>'
        f'<path class="b-mid" d="M0 {LINE}H{WIDTH}"/>{_side(box.first, 0)}{_side(box.second, LINE)}'
        f'<text class="b-note" x="2" y="{HEIGHT + 12}">{escape(box.label)} · {note}</text></g>')
    return f'<a href="{reverse("protocols:game", args=[box.game])}">{drawn}</a>' if box.game else drawn


def _side(side: BoxSide, top: int) -> str:
    name = shortened(side.text, NAME_LETTERS)
    css = "b-name" + (" is-winner" if side.is_winner else "") + ("" if side.is_known else " is-open")
    mark = f"{WINNER_MARK} " if side.is_winner else ""
    y = top + 16
    return (f'<text class="b-seed" x="6" y="{y}">{escape(side.seed)}</text>'
            f'<text class="{css}" x="26" y="{y}">{escape(name)}</text>'
            f'<text class="b-score" x="{WIDTH - 6}" y="{y}">{mark}{escape(side.score)}</text>')


def bracket_list(view: BracketView) -> SafeString:
    """The same, round by round, for narrow screens."""
    pieces: list[str] = []
    for shown in view.rounds:
        pieces.append(f"<h3>{escape(shown.name)}</h3><ol class=\"plain b-list\">")
        pieces += [_line(box) for box in shown.boxes]
        pieces.append("</ol>")
    return mark_safe("".join(pieces))  # noqa: S308  (every text went through escape)


def _line(box: Box) -> str:
    score = " : ".join(filter(None, (box.first.score, box.second.score)))
    link: str = escape(score or "–:–")
    if box.game:
        link = f'<a class="score" href="{reverse("protocols:game", args=[box.game])}">{link}</a>'
    else:
        link = "" if not score else f'<span class="score">{link}</span>'
    return (f'<li class="is-{box.state.replace("_", "-")}"><span class="small muted">{escape(box.label)} · '
            f"{escape(box.words)}</span><span>{_named(box.first)} – {_named(box.second)} {link}</span></li>")


def _named(side: BoxSide) -> str:
    text = escape(f"{side.text} ({side.seed})" if side.seed else side.text)
    if side.is_winner:
        return f"<b>{text} {WINNER_MARK}</b>"
    return text if side.is_known else f'<i class="muted">{text}</i>'
