"""Whether a competition stands still, and when it did (lnf-2008:7.2.c, d)."""

from __future__ import annotations

from collections.abc import Sequence

from django.db.models import OuterRef, QuerySet, Subquery

from competitions.models import Competition, Interruption


def with_interruption(competitions: QuerySet[Competition]) -> QuerySet[Competition]:
    """Competitions that know, without another query, since when and why they stand still: `stands_since`,
    `stands_why`; None for those that go on."""
    lasting = Interruption.objects.filter(competition=OuterRef("pk"), ended_at__isnull=True)
    return competitions.annotate(
        stands_since=Subquery(lasting.values("started_at")), stands_why=Subquery(lasting.values("reason")))


def interruption_now(competition: Competition) -> Interruption | None:
    """The interruption that lasts, if there is one. One query."""
    return Interruption.objects.filter(competition=competition, ended_at__isnull=True).first()


def interruptions_of(competition: Competition) -> Sequence[Interruption]:
    """All of them, the newest first."""
    rows = Interruption.objects.filter(competition=competition).select_related("started_by", "ended_by")
    return list(rows.order_by("-started_at"))
