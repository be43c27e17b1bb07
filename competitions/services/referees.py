"""Who referees which match, and for whom an official is not neutral (lnf-2008:8.1.c)."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime
from uuid import UUID

from django.db import transaction
from django.db.models import Q

from competitions.common.actors import Action, Actor
from competitions.common.errors import Conflict, NotFound
from competitions.formats.hall_plan import plan_hall
from competitions.formats.names import text_clean
from competitions.formats.regulations import regulations_from
from competitions.models import Club, Competition, Entry, EntryMember, Match, Official, Person
from competitions.selectors.hall_facts import hall_facts
from competitions.selectors.visibility import require
from competitions.workflow import MatchStatus

from .audit import decision_record
from .competitions import competition_lock
from .matches import AT_TABLE, match_changed, match_lock
from .outbox import outbox_add
from .people import club_get_or_create


def match_referee_set(*, match_uid: UUID, account: UUID | None, by: Actor, at: datetime) -> None:
    """Give a match its table referee, or none.

    Raises NotFound for somebody without an office, Conflict `own_match` for a player of it, `not_neutral` where the
    regulations ask for neutral referees and the official is of a player's club, `referee_busy` where the match is
    being played while he or she referees or plays another one.
    """
    with transaction.atomic():
        match = match_lock(match_uid)
        competition = match.stage.event.competition
        require(by, Action.ASSIGN_REFEREES, competition)
        official = _official(competition, account) if account is not None else None
        if official is not None:
            _refuse(match, official)
        before = match.referee
        match.referee = official
        match.version += 1
        match.save(update_fields=["referee", "version"])
        decision_record(
            competition, kind="match.referee_set", subject=match.uid, by=by, at=at,
            facts={"before": str(before.account.uid) if before else None,
                   "after": str(official.account.uid) if official else None})
        match_changed(match, "round.changed")


def _official(competition: Competition, account: UUID) -> Official:
    found = Official.objects.select_related("account").filter(competition=competition, account__uid=account).first()
    if found is None:
        raise NotFound(kind="account")
    return found


def _refuse(match: Match, official: Official) -> None:
    sides = [side for side in (match.first_id, match.second_id) if side is not None]
    members = EntryMember.objects.filter(entry__in=sides)
    entries = Entry.objects.filter(id__in=sides)
    if official.person_id is not None and (
        entries.filter(person=official.person_id).exists() or members.filter(person=official.person_id).exists()
    ):
        raise Conflict("own_match")
    if official.club_id is not None and regulations_from(match.stage.event.regulations).neutral_referees and (
        entries.filter(club=official.club_id).exists() or entries.filter(person__club=official.club_id).exists()
        or members.filter(person__club=official.club_id).exists()
    ):
        raise Conflict("not_neutral")
    busy = _engagement(official, match) if match.status in AT_TABLE else None
    if busy is not None:
        raise Conflict("referee_busy", table=busy.table.number if busy.table else 0)


def referee_settle(match: Match, *, by: Actor, at: datetime) -> None:
    """Before a locked match is called: a referee who is at another table or plays just now gives way to a free one.

    Nobody is at two tables, referees neither; where nobody is free, the players go without one (lnf-2008:9.2).
    """
    if match.referee_id is None or match.status != MatchStatus.SCHEDULED:
        return
    # Two matches of one referee that are called at one instant: the second one sees the first.
    official = Official.objects.select_for_update(of=("self",)).select_related("account").get(id=match.referee_id)
    if _engagement(official, match) is None:
        return
    competition = match.stage.event.competition
    facts = hall_facts(competition, at)
    mine = [replace(due, referee=None, not_before=0) for due in facts.dues if due.id == str(match.id)]
    plan = plan_hall(facts.courts, mine, going=facts.going, arbiters=facts.arbiters, only_now=True)
    other = plan[0].referee if plan else None
    found = Official.objects.select_related("account").get(id=int(other)) if other is not None else None
    match.referee = found
    match.save(update_fields=["referee"])
    decision_record(
        competition, kind="match.referee_set", subject=match.uid, by=by, at=at,
        facts={"before": str(official.account.uid), "after": str(found.account.uid) if found else None})


def _engagement(official: Official, match: Match) -> Match | None:
    """The match in which an official is at another table now, as its referee or as a player."""
    now = Match.objects.filter(status__in=AT_TABLE).exclude(id=match.id).select_related("table")
    person = official.person_id
    playing = Q() if person is None else (
        Q(first__person=person) | Q(second__person=person) | Q(first__members__person=person)
        | Q(second__members__person=person))
    return now.filter(Q(referee=official) | playing).first()


def official_ground_set(
    *, competition: UUID, account: UUID, club: str, person: UUID | None, by: Actor, at: datetime,
) -> Official:
    """Say of which club an official is, and as whom he plays himself: what automatic assignment keeps apart.

    Raises NotFound; a club that is not known yet is made.
    """
    with transaction.atomic():
        held = competition_lock(competition)
        require(by, Action.ASSIGN_REFEREES, held)
        official = _official(held, account)
        name = text_clean(club, path="club")
        found = Person.objects.filter(uid=person, entries__event__competition=held).first() if person else None
        found = found or (Person.objects.filter(
            uid=person, memberships__entry__event__competition=held).first() if person else None)
        if person is not None and found is None:
            raise NotFound(kind="person")
        ground: Club | None = club_get_or_create(name) if name else None
        official.club, official.person = ground, found
        official.save(update_fields=["club", "person"])
        decision_record(
            held, kind="official.ground_set", subject=account, by=by, at=at,
            facts={"club": str(ground.uid) if ground else None, "person": str(found.uid) if found else None})
        outbox_add("competition.changed", competition=held.uid)
    return official
