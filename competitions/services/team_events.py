"""A team event and the event of its games: made together, under regulations that follow each other."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import override

from competitions.common.errors import Conflict, Invalid
from competitions.formats.regulations import Regulations, regulations_json
from competitions.models import Event, TeamSheet

# What is the shape of every team match: it cannot change while there are line-ups.
_SHAPE = ("size", "rounds", "schedule", "order")


def boards_event_create(event: Event, regulations: Regulations) -> Event | None:
    """The event of the games of a team event, in the caller's transaction; none for other kinds.

    Its entrants are the members of the teams, its matches the single games: so a game of a team match is called,
    recorded, approved and corrected like any other, and the table of the players comes of itself (2.1.d).
    """
    if regulations.teams is None:
        return None
    with override(event.competition.language):
        name = _("%(name)s: games") % {"name": event.name}
    taken = set(event.competition.events.values_list("slug", flat=True))
    base = f"{event.slug[:50]}-games"
    slug = next(s for s in (base, *(f"{base}-{n}" for n in range(2, len(taken) + 3))) if s not in taken)
    return Event.objects.create(
        competition=event.competition, slug=slug, name=name[:120], kind=Event.Kind.SINGLES, preset=event.preset,
        part_of=event, regulations=regulations_json(regulations.of_boards()))


def boards_regulate(event: Event, regulations: Regulations) -> None:
    """Let the event of the games follow the regulations of its team event."""
    boards = Event.objects.filter(part_of=event)
    boards.update(regulations=regulations_json(regulations.of_boards()))


def refuse_other_teams(event: Event, before: Regulations, after: Regulations) -> None:
    """Raise Invalid where a change would make another kind of event, Conflict `lineups_exist` where it would change the
    shape of a team match once line-ups have been handed in."""
    if (before.teams is None) != (after.teams is None):
        raise Invalid("other_kind", path="teams")
    if before.teams is None or after.teams is None:
        return
    old, new = before.teams, after.teams
    is_other = any(getattr(old, name) != getattr(new, name) for name in _SHAPE)
    if is_other and TeamSheet.objects.filter(match__stage__event=event, lineups__isnull=False).exists():
        raise Conflict("lineups_exist", path="teams.size")
