"""What falls when a locked draw is opened again, and what hinders it."""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import Q

from competitions.models import Match, Stage
from competitions.workflow import MatchStatus

from .pairs import players_of_matches
from .round_names import round_name
from .rounds import StageFacts

BEGUN = Q(games__events__isnull=False) | Q(games__quarantined__isnull=False) | Q(games__phones__isnull=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Falls:
    """`matches` would fall, so many of them `with_table`; `begun`: what hinders, by round and names."""

    matches: int
    with_table: int
    begun: tuple[str, ...]
    has_rounds: bool

    @property
    def may_fall(self) -> bool:
        return not self.begun and not self.has_rounds


def falls_with(facts: StageFacts) -> Falls:
    """What would fall with a draw. A match that has begun hinders; so do rounds of a Swiss, and challenges."""
    stage, drawn = facts.stage, [meeting for meeting in facts.listed if not meeting.is_bye]
    matches = Match.objects.filter(stage=stage, second__isnull=False)
    untouched = Q(status__in=[MatchStatus.SCHEDULED, MatchStatus.POSTPONED])
    begun = list(
        matches.filter(BEGUN | ~untouched).distinct().select_related("round", "first__person", "second__person")
        .order_by("round__number", "number"))
    players_of_matches(begun)
    is_round_by_round = stage.system in (Stage.System.SWISS, Stage.System.RANKING_LIST)
    return Falls(
        matches=len(drawn), with_table=sum(meeting.table is not None for meeting in drawn),
        begun=tuple(
            f"{round_name(m.round.number, m.round.kind, m.round.figures)}: {m.first} – {m.second}" for m in begun),
        has_rounds=is_round_by_round and (bool(drawn) or stage.challenges.exists()))
