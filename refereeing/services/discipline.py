"""Withdrawal and exclusion of an entrant, with all that follows at once (rulebook 4; lnf-2008:3.2, 14)."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.db import transaction
from django.db.models import Q

from competitions.common.actors import Action, Actor
from competitions.common.errors import NotFound
from competitions.models import Entry, Event, Match, Round, Stage
from competitions.selectors.visibility import require
from competitions.services.audit import decision_record
from competitions.services.brackets import bracket_follow, brackets_lock
from competitions.services.entries import event_of_entry_lock
from competitions.services.matches import match_changed, match_lock
from competitions.services.outbox import outbox_add
from competitions.services.team_matches import award_write, team_match_approve
from competitions.services.waiting import places_fill
from competitions.workflow import EntryMove, EntryState, MatchStatus, Outcome, StageState, next_entry_state
from refereeing.models import Sanction

from .desk import desk_write, only_game
from .protocols import needed_reason, protocol_approve

_OPEN = (
    MatchStatus.SCHEDULED, MatchStatus.CALLED, MatchStatus.WARMING_UP, MatchStatus.RUNNING, MatchStatus.POSTPONED,
    MatchStatus.ADJOURNED,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Consequences:
    """What a withdrawal or exclusion will change, to be read before it is confirmed."""

    played: int
    scheduled: int
    annulled: bool
    running: tuple[Match, ...]
    open: tuple[Match, ...]
    decided: tuple[Match, ...]


def consequences_of(entry: Entry) -> Consequences:
    """What follows when this entrant leaves now.

    `annulled`: all results fall, in a round robin of which at most half was played (3.2, or as the regulations say).
    """
    matches = list(_matches_of(entry))
    round_robins = [m for m in matches if m.stage.system in (Stage.System.ROUND_ROBIN, Stage.System.GROUPS)
                    and m.round.kind != Round.PLAY_OFF]
    decided = tuple(m for m in matches if m.status in (MatchStatus.FINISHED, MatchStatus.APPROVED))
    played = sum(1 for m in round_robins if m in decided and not m.awarded)
    rule = entry.event.regulations.get("excluded", "rule")
    annulled = bool(round_robins) and (rule == "annul" or (rule == "rule" and played * 2 <= len(round_robins)))
    return Consequences(
        played=played, scheduled=len(round_robins), annulled=annulled, decided=decided,
        running=tuple(m for m in matches if m.status == MatchStatus.RUNNING),
        open=tuple(m for m in matches if m.status in _OPEN and m.status != MatchStatus.RUNNING),
    )


def entry_withdraw(*, entry_uid: UUID, reason: str, by: Actor, at: datetime) -> Consequences:
    """Withdraw an entrant: results as 3.2 has it, every match not yet played goes to the opponent.

    Raises Invalid without a reason, IllegalMove for somebody who is out already.
    """
    return _leave(entry_uid, EntryMove.WITHDRAW, "withdrawn", reason, action=Action.EDIT_ENTRIES, by=by, at=at)


def entry_exclude(*, entry_uid: UUID, clause: str, reason: str, by: Actor, at: datetime) -> Consequences:
    """Exclude an entrant by a clause of section 14: the game in progress is lost, and all else as for a withdrawal."""
    return _leave(
        entry_uid, EntryMove.EXCLUDE, "excluded", reason, action=Action.EXCLUDE, by=by, at=at, clause=clause,
    )


def entry_return(*, entry_uid: UUID, reason: str, by: Actor, at: datetime) -> None:
    """Take back a withdrawal that was a mistake. Games awarded meanwhile stay until they are corrected one by one.

    Raises Conflict `bracket_begun` where somebody has begun a match of a bracket in this entrant's stead.
    """
    reason = needed_reason(reason)
    with transaction.atomic():
        entry = _entry_lock(entry_uid)
        require(by, Action.EDIT_ENTRIES, entry.event.competition)
        brackets = brackets_lock(entry)
        entry.state = next_entry_state(EntryState(entry.state), EntryMove.RETURN)
        entry.out_reason = ""
        entry.save(update_fields=["state", "out_reason"])
        for stage in brackets:
            bracket_follow(stage, at=at)
        _record(entry, "entry.returned", {"reason": reason}, by, at)


def _leave(
    entry_uid: UUID, move: EntryMove, loss: str, reason: str, *, action: Action, by: Actor, at: datetime,
    clause: str = "",
) -> Consequences:
    reason = needed_reason(reason)
    with transaction.atomic():
        held = event_of_entry_lock(entry_uid)
        entry = _entry_lock(entry_uid)
        competition = entry.event.competition
        require(by, action, competition)
        brackets = brackets_lock(entry)
        before = consequences_of(entry)
        entry.state = next_entry_state(EntryState(entry.state), move)
        entry.out_reason = f"{clause} {reason}".strip()[:200]
        entry.save(update_fields=["state", "out_reason"])
        for found in (*before.running, *before.open):
            _award(found, entry, loss, by, at)
        for stage in brackets:
            bracket_follow(stage, at=at)
        _record(entry, f"entry.{loss}", {"reason": reason, "clause": clause, "annulled": before.annulled}, by, at)
        Sanction.objects.filter(entry=entry, state=Sanction.State.PROPOSED).update(
            state=Sanction.State.CONFIRMED if loss == "excluded" else Sanction.State.DISMISSED, decided_at=at)
        places_fill(held, at=at)
        return before


def sanction_dismiss(*, sanction_uid: UUID, reason: str, by: Actor, at: datetime) -> None:
    """Dismiss a proposed exclusion, with the reason."""
    reason = needed_reason(reason)
    with transaction.atomic():
        sanction = Sanction.objects.select_related("entry__event__competition").filter(uid=sanction_uid).first()
        if sanction is None:
            raise NotFound(kind="sanction")
        require(by, Action.EXCLUDE, sanction.entry.event.competition)
        Sanction.objects.filter(id=sanction.id, state=Sanction.State.PROPOSED).update(
            state=Sanction.State.DISMISSED, decided_at=at)
        _record(sanction.entry, "sanction.dismissed", {"reason": reason, "clause": sanction.clause}, by, at)


def _matches_of(entry: Entry) -> list[Match]:
    return list(
        Match.objects.filter(Q(first=entry) | Q(second=entry), stage__state=StageState.LOCKED, second__isnull=False)
        .select_related("stage__event__competition", "round", "table", "first__person", "second__person")
        .order_by("round__number")
    )


def _entry_lock(uid: UUID) -> Entry:
    entry = (
        Entry.objects.select_for_update(of=("self",)).select_related("event__competition", "person", "club")
        .filter(uid=uid).first()
    )
    if entry is None:
        raise NotFound(kind="entry")
    return entry


def _award(found: Match, entry: Entry, loss: str, by: Actor, at: datetime) -> None:
    """Give one match to the opponent; approved at once where the actor may approve."""
    match = match_lock(found.uid)
    if match.stage.event.kind == Event.Kind.TEAMS:
        _award_team_match(match, entry, loss, by, at)
        return
    who = "A" if match.first_id == entry.id else "B"
    desk_write(only_game(match), [("game_lost", {"who": who, "reason": loss})], by=by, at=at)
    if by.may(Action.APPROVE, match.stage.event.competition.uid) and by.account is not None:
        protocol_approve(match_uid=match.uid, version=match.version, by=by, at=at)
    else:
        match_changed(match)


def _award_team_match(match: Match, entry: Entry, loss: str, by: Actor, at: datetime) -> None:
    """The whole match goes to the other team; a game of it that is being played has to end first."""
    outcome = Outcome.EXCLUDED if loss == "excluded" else Outcome.RETIRED
    award_write(match, "B" if match.first_id == entry.id else "A", outcome, at=at)
    if by.may(Action.APPROVE, match.stage.event.competition.uid) and by.account is not None:
        team_match_approve(match_uid=match.uid, version=match.version, by=by, at=at)
    else:
        match_changed(match)


def _record(entry: Entry, kind: str, facts: dict[str, object], by: Actor, at: datetime) -> None:
    competition = entry.event.competition
    decision_record(competition, kind=kind, subject=entry.uid, facts=facts, by=by, at=at)
    outbox_add("entries.changed", competition=competition.uid, event=entry.event.uid)
    for stage in Stage.objects.filter(event=entry.event, state=StageState.LOCKED):
        outbox_add("table.changed", competition=competition.uid, stage=stage.uid)
