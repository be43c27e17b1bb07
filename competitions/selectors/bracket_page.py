"""A bracket in words for pages and prints: each match with its sides, its state, and where its players come from."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from uuid import UUID

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import pgettext_lazy

from competitions.formats.bracket import BracketRound, Side, SourceKind
from competitions.formats.bracket_layout import Layout, layout_of
from competitions.formats.bracket_play import MatchNow, MatchState, Seat
from competitions.formats.double_elimination import crossing_table
from competitions.models import Stage

from .brackets import BracketFacts, bracket_facts
from .rounds import Entrant, Meeting, StageFacts

STATE_WORDS: Mapping[MatchState, Promise] = {
    MatchState.TO_BE_DECIDED: pgettext_lazy("match", "to be decided"),
    MatchState.READY: pgettext_lazy("match", "to be played"), MatchState.DECIDED: pgettext_lazy("match", "approved"),
    MatchState.BYE: pgettext_lazy("match", "bye"), MatchState.WALKOVER: pgettext_lazy("match", "walkover"),
    MatchState.NOT_NEEDED: pgettext_lazy("match", "not needed"),
    MatchState.EMPTY: pgettext_lazy("match", "nobody left"),
}


@dataclass(frozen=True, slots=True)
class BoxSide:
    """One side of a match: a name, or in words who will come, a bye, nobody. `score`: sets, + or −."""

    text: str
    seed: str = ""
    score: str = ""
    is_winner: bool = False
    is_known: bool = False


@dataclass(frozen=True, slots=True)
class Box:
    """A match as it is drawn. `label` names it in the words of those who wait for it; `words`: its state."""

    key: str
    label: str
    first: BoxSide
    second: BoxSide
    state: MatchState
    words: str
    game: UUID | None = None
    table: int | None = None
    is_live: bool = False


@dataclass(frozen=True, slots=True)
class RoundShown:
    name: str
    drawn: BracketRound
    boxes: tuple[Box, ...]


@dataclass(frozen=True, slots=True)
class CrossingLine:
    """Where the losers of a winners' round come in, in the order of the losers' matches."""

    winners_round: int
    losers_round: int
    matches: str


@dataclass(frozen=True, slots=True)
class BracketView:
    """A bracket to be drawn, and the same round by round."""

    stage: Stage
    layout: Layout
    boxes: Mapping[str, Box]
    rounds: tuple[RoundShown, ...]
    crossing: tuple[CrossingLine, ...]
    is_over: bool


def bracket_view(facts: StageFacts) -> BracketView:
    """The bracket of a stage of eliminations."""
    found = bracket_facts(facts.stage)
    by_key = {entrant.key: entrant for entrant in facts.entrants}
    meetings = {meeting.key: meeting for meeting in facts.meetings if meeting.key}
    boxes = {key: _box(item, by_key, meetings.get(key)) for key, item in found.now.items()}
    rounds = tuple(
        RoundShown(facts.names.get(number, ""), drawn, tuple(boxes[match.id] for match in drawn.matches))
        for number, drawn in found.rounds)
    return BracketView(
        facts.stage, layout_of(found.bracket), boxes, rounds, tuple(_crossing(found)), found.is_over)


def match_label(key: str) -> str:
    """What a match is called where others wait for it: W1-3, L2-1, F1, 5/2-1; in a single elimination 1-3."""
    bracket, number, place = key.split("-")
    if bracket == "final":
        return f"F{number}"
    if bracket.startswith("place"):
        return f"{bracket.removeprefix('place')}/{number}-{place}"
    return {"winners": "W", "losers": "L"}.get(bracket, "") + f"{number}-{place}"


def _box(item: MatchNow, by_key: Mapping[str, Entrant], meeting: Meeting | None) -> Box:
    sides = [_side(side, seat, item, by_key, meeting)
             for side, seat in ((item.match.first, item.first), (item.match.second, item.second))]
    return Box(
        item.match.id, match_label(item.match.id), sides[0], sides[1], item.state, _words(item, meeting),
        game=meeting.game if meeting else None, table=meeting.table if meeting else None,
        is_live=meeting is not None and meeting.in_play)


def _words(item: MatchNow, meeting: Meeting | None) -> str:
    """The state in words; of a match that exists also how far it has come, and how it was decided."""
    if meeting is None and item.state is MatchState.DECIDED:  # both have left, one of them later
        return str(STATE_WORDS[MatchState.WALKOVER])
    if meeting is None or item.state is MatchState.NOT_NEEDED:
        return str(STATE_WORDS[item.state])
    return ", ".join(str(badge.text) for badge in meeting.badges)


def _side(
    side: Side, seat: Seat, item: MatchNow, by_key: Mapping[str, Entrant], meeting: Meeting | None,
) -> BoxSide:
    if seat.entry is None:
        return BoxSide(_nobody(side, seat))
    entrant = by_key[seat.entry]
    return BoxSide(
        entrant.name, str(entrant.seed or ""), _score(entrant, item, meeting), is_known=True,
        is_winner=item.is_over and item.state is not MatchState.NOT_NEEDED and item.winner == seat)


def _score(entrant: Entrant, item: MatchNow, meeting: Meeting | None) -> str:
    if meeting is None or item.state is MatchState.NOT_NEEDED or meeting.score is None:
        return ""
    return meeting.score[0 if meeting.first.id == entrant.id else 1]


def _nobody(side: Side, seat: Seat) -> str:
    """Who will come, in words; a bye never has anybody, and sometimes nobody is left."""
    if side.is_bye:
        return _("bye")
    if seat.is_known or side.source is None:
        return _("nobody")
    words = _("Winner of %(match)s") if side.source.kind is SourceKind.WINNER_OF else _("Loser of %(match)s")
    return words % {"match": match_label(side.source.match)}


def _crossing(found: BracketFacts) -> Iterable[CrossingLine]:
    if found.stage.system != Stage.System.DOUBLE_ELIMINATION:
        return
    size = 1 << (len(found.plan.order) - 1).bit_length()
    for crossed in crossing_table(size):
        yield CrossingLine(
            crossed.winners_round, crossed.losers_round,
            ", ".join(f"W{crossed.winners_round}-{match}" for match in crossed.matches))


def places_told(places: int) -> str:
    """Up to which place there are matches."""
    return {2: _("the final alone"), 4: _("a match for third place")}.get(places) or _(
        "matches for the places down to %(count)s") % {"count": places}
