"""What an actor may see. Every read of a page, the API, a PDF or the stream starts here.

What is forbidden and what does not exist raise the same NotFound.
"""

from __future__ import annotations

from uuid import UUID

from django.db.models import Q, QuerySet

from competitions.common.actors import Action, Actor
from competitions.common.errors import NotAllowed, NotFound
from competitions.models import Competition, Event, Game, Match, Stage

from .interruptions import with_interruption


def competitions_visible_to(actor: Actor) -> QuerySet[Competition]:
    """Public competitions, and those in which the actor holds an office."""
    if actor.is_administrator:
        return Competition.objects.all()
    return Competition.objects.filter(Q(is_public=True) | Q(uid__in=list(actor.roles)))


def competitions_run_by(actor: Actor) -> QuerySet[Competition]:
    """Competitions whose panel the actor may open."""
    if actor.is_administrator:
        return Competition.objects.all()
    return Competition.objects.filter(uid__in=[uid for uid in actor.roles if actor.may(Action.SEE_PANEL, uid)])


def competitions_headed_by(actor: Actor) -> QuerySet[Competition]:
    """Competitions whose data the actor may change: as chief or deputy."""
    if actor.is_administrator:
        return Competition.objects.all()
    return Competition.objects.filter(
        uid__in=[uid for uid in actor.roles if actor.may(Action.EDIT_COMPETITION, uid)])


def competition_seen(actor: Actor, slug: str) -> Competition:
    """A competition for the public pages. Raises NotFound."""
    found = with_interruption(competitions_visible_to(actor)).filter(slug=slug).first()
    if found is None:
        raise NotFound(kind="competition")
    return found


def competition_managed(actor: Actor, slug: str, action: Action = Action.SEE_PANEL) -> Competition:
    """A competition for the panel.

    Raises NotFound when the actor has no office there (as if it did not exist), NotAllowed when the office does not
    reach to `action`.
    """
    found = with_interruption(competitions_run_by(actor)).filter(slug=slug).first()
    if found is None:
        raise NotFound(kind="competition")
    if not actor.may(action, found.uid):
        raise NotAllowed(action=str(action))
    return found


def event_in(competition: Competition, slug: str) -> Event:
    """An event of a competition by its address. Raises NotFound."""
    found = competition.events.filter(slug=slug).first()
    if found is None:
        raise NotFound(kind="event")
    found.competition = competition
    return found


def require(actor: Actor, action: Action, competition: Competition) -> None:
    """Refuse a write that the actor's role does not allow: NotFound for outsiders, NotAllowed for officials."""
    if actor.may(action, competition.uid):
        return
    if actor.role_in(competition.uid) is None:
        raise NotFound(kind="competition")
    raise NotAllowed(action=str(action))


def stage_of(uid: UUID) -> Stage:
    """A stage with its event and competition. Raises NotFound."""
    found = Stage.objects.select_related("event__competition").filter(uid=uid).first()
    if found is None:
        raise NotFound(kind="stage")
    return found


def match_of(uid: UUID) -> Match:
    """A match with its stage, event and competition. Raises NotFound."""
    found = Match.objects.select_related("stage__event__competition", "round", "table").filter(uid=uid).first()
    if found is None:
        raise NotFound(kind="match")
    return found


def game_of(uid: UUID) -> Game:
    """A game with its match up to the competition. Raises NotFound."""
    found = Game.objects.select_related("match__stage__event__competition", "match__table").filter(uid=uid).first()
    if found is None:
        raise NotFound(kind="game")
    return found
