"""What the live stream tells, and to whom. Ids and versions only: the facts are fetched from where they are guarded."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.db.models import Max, Min, QuerySet

from competitions.common.actors import Action, Actor
from competitions.models import Outbox
from competitions.selectors.visibility import competitions_visible_to

# What everybody may hear of. A new topic is for officials until somebody decides otherwise here.
PUBLIC_TOPICS = frozenset(
    {
        "competition.changed",
        "event.changed",
        "entries.changed",
        "entry.changed",
        "stage.changed",
        "draw.changed",
        "round.changed",
        "table.changed",
        "tables.changed",
        "match.changed",
        "game.changed",
        "protocol.changed",
        "standings.changed",
    }
)


@dataclass(frozen=True, slots=True)
class Change:
    """One row of the outbox."""

    version: int
    topic: str
    competition: UUID | None
    ids: dict[str, Any]

    @property
    def is_public(self) -> bool:
        """May a spectator hear of it?"""
        return self.topic in PUBLIC_TOPICS


def may_listen(actor: Actor, competition: UUID) -> bool:
    """May the actor open the stream of this competition? An unknown one looks like a hidden one."""
    return competitions_visible_to(actor).filter(uid=competition).exists()


def hears_all(actor: Actor, competition: UUID) -> bool:
    """Does the actor hear of what is not public too?"""
    return actor.may(Action.SEE_PANEL, competition)


def newest_version(competition: UUID | None = None, *, everything: bool = False) -> int:
    """The newest version that this reader may hear of in a competition, or of all rows; 0 when there is none."""
    rows = Outbox.objects.all() if competition is None else rows_for(competition, everything=everything)
    return rows.aggregate(newest=Max("id"))["newest"] or 0


def oldest_version() -> int:
    """The oldest row that is still kept; older ones may have been swept away."""
    return Outbox.objects.aggregate(oldest=Min("id"))["oldest"] or 0


def changes_after(version: int, *, limit: int) -> list[Change]:
    """The next rows of the outbox, of all competitions, in order."""
    return changes_of(Outbox.objects.filter(id__gt=version), limit)


def changes_in(competition: UUID, version: int, *, everything: bool, limit: int) -> list[Change]:
    """The next rows of one competition that this reader may hear of, in order."""
    return changes_of(rows_for(competition, everything=everything).filter(id__gt=version), limit)


def rows_for(competition: UUID, *, everything: bool) -> QuerySet[Outbox]:
    """The rows of one competition that this reader may hear of."""
    rows = Outbox.objects.filter(competition=competition)
    return rows if everything else rows.filter(topic__in=PUBLIC_TOPICS)


def changes_of(rows: QuerySet[Outbox], limit: int) -> list[Change]:
    """The first rows in order, as values."""
    found = rows.order_by("id").values_list("id", "topic", "competition", "ids")[:limit]
    return [Change(*row) for row in found]
