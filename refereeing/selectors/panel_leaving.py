"""What the page of somebody who leaves names beside the table: rounds by their names, walkovers to come in brackets."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from django.utils.translation import gettext as _

from competitions.formats.bracket_changes import Change
from competitions.formats.bracket_play import MatchState, Seat
from competitions.models import Entry, Match, Stage
from competitions.selectors.bracket_page import match_label
from competitions.selectors.brackets import bracket_facts, if_left
from competitions.selectors.round_names import names_of_rounds, round_name
from competitions.selectors.rounds import entrants_of
from competitions.workflow import StageState


@dataclass(frozen=True, slots=True)
class NamedMatch:
    """A match with the name of its round."""

    round: str
    match: Match


@dataclass(frozen=True, slots=True)
class WalkoverToCome:
    """A match of a bracket that will be walked over: by whom, where it is known."""

    round: str
    label: str
    who: str


def named(matches: Iterable[Match]) -> tuple[NamedMatch, ...]:
    """The matches, each with the name of its round (`round` loaded)."""
    return tuple(
        NamedMatch(round_name(m.round.number, m.round.kind, m.round.figures), m) for m in matches)


def walkovers_to_come(entry: Entry) -> tuple[WalkoverToCome, ...]:
    """In each locked bracket of the entrant the matches that are walked over if the entrant leaves now."""
    stages = Stage.objects.filter(stage_entries__entry=entry, state=StageState.LOCKED).select_related("event")
    return tuple(line for stage in stages.order_by("number") if stage.is_elimination for line in _of(stage, entry))


def _of(stage: Stage, entry: Entry) -> Iterable[WalkoverToCome]:
    facts = bracket_facts(stage)
    names = {e.key: e.name for e in entrants_of(stage)}
    rounds = names_of_rounds(stage)
    round_of = {match.id: rounds.get(number, "") for number, drawn in facts.rounds for match in drawn.matches}
    for change in if_left(facts, str(entry.number)).changes:
        if _is_walkover(change, str(entry.number)):
            winner = change.after.winner
            yield WalkoverToCome(
                round_of[change.after.match.id], match_label(change.after.match.id), _who(winner, names))


def _is_walkover(change: Change, entry: str) -> bool:
    """A walkover, or a match to which only the one who leaves has come yet: whoever comes will walk over."""
    is_given = change.after.state in (MatchState.WALKOVER, MatchState.TO_BE_DECIDED)
    return is_given and entry in (change.after.first.entry, change.after.second.entry)


def _who(winner: Seat | None, names: dict[str, str]) -> str:
    if winner is None or winner.entry is None:
        return _("whoever comes there")
    return names[winner.entry]
