"""From a bracket to its print."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _

from competitions.common.errors import NotFound
from competitions.formats.bracket_layout import Part
from competitions.formats.bracket_play import MatchState
from competitions.models import Stage
from competitions.pdf.bracket import BracketSheet, PrintedMatch, PrintedPart, PrintedSide, bracket_pdf
from competitions.selectors.bracket_page import Box, BoxSide, BracketView, bracket_view
from competitions.selectors.rounds import stage_facts

from .lists import stage_head

_OPEN = (MatchState.TO_BE_DECIDED, MatchState.EMPTY, MatchState.NOT_NEEDED)
_ORDER = (Part.MAIN, Part.WINNERS, Part.LOSERS, Part.FINAL, Part.PLACES)


def bracket_sheet(stage: Stage, args: Mapping[str, Any]) -> bytes:
    """The bracket of a stage. Raises NotFound for a stage that has none."""
    if not stage.is_elimination:
        raise NotFound(kind="document")
    view = bracket_view(stage_facts(stage))
    notes = tuple(
        _("Losers of winners' round %(winners)s come into losers' round %(losers)s in this order: %(matches)s") % {
            "winners": line.winners_round, "losers": line.losers_round, "matches": line.matches}
        for line in view.crossing)
    data = BracketSheet(
        head=stage_head(stage, args, page="bracket/"), notes=notes,
        parts=tuple(_part(view, part) for part in _ORDER if part in view.layout.heights))
    return bracket_pdf(data, language=args["language"])


def _part(view: BracketView, part: Part) -> PrintedPart:
    titles = {Part.MAIN: _("Bracket"), Part.WINNERS: _("Winners' bracket"), Part.LOSERS: _("Losers' bracket"),
              Part.FINAL: _("Finals"), Part.PLACES: _("Matches for places")}
    names = {id(shown.drawn): shown.name for shown in view.rounds}
    columns = {column: rounds for (of, column), rounds in view.layout.columns.items() if of is part}
    first = min(columns) if part is Part.FINAL else 0
    return PrintedPart(
        titles[part],
        {column - first: ", ".join(names[id(drawn)] for drawn in rounds) for column, rounds in columns.items()},
        tuple(_match(box, spot.column - first, spot.row) for key, box in view.boxes.items()
              for spot in (view.layout.spots[key],) if spot.part is part),
        view.layout.links)


def _match(box: Box, column: int, row: float) -> PrintedMatch:
    return PrintedMatch(
        box.key, box.label, column, row, _side(box.first), _side(box.second), box.words, is_dashed=box.state in _OPEN)


def _side(side: BoxSide) -> PrintedSide:
    return PrintedSide(side.text, side.seed, side.score, is_winner=side.is_winner)
