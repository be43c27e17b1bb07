"""A ranking list as a stage: challenges recorded, answered, played; the list follows from what became of them."""

from __future__ import annotations

from datetime import datetime, timedelta
from uuid import UUID

from django.db import transaction
from django.db.models import Max

from competitions.common.actors import Action, Actor
from competitions.common.errors import Conflict, Invalid, NotFound
from competitions.formats import ranking_list
from competitions.formats.ranking_list import refuse_challenge
from competitions.models import Challenge, Match, Round, Stage, StageEntry
from competitions.selectors.ladder import ChallengeView, challenges_of, is_playing, ladder_rules, ladder_view
from competitions.selectors.rounds import stage_facts
from competitions.selectors.visibility import require
from competitions.workflow import (
    ChallengeMove,
    ChallengeState,
    EntryState,
    MatchStatus,
    Outcome,
    StageState,
    next_challenge_state,
)

from .audit import decision_record
from .draws import round_store, stage_lock_row
from .late_entries import late_entrant
from .matches import matches_take_away
from .outbox import outbox_add

_DECISIONS = {
    ChallengeMove.ACCEPT: "entry.challenge_accepted", ChallengeMove.DECLINE: "entry.challenge_declined",
    ChallengeMove.EXPIRE: "entry.challenge_expired", ChallengeMove.WITHDRAW: "entry.challenge_withdrawn",
}


def challenge_make(
    *, stage_uid: UUID, challenger: UUID, challenged: UUID, by: Actor, at: datetime,
) -> Challenge:
    """Record a challenge. Both stand on the list, the challenged above and within reach, neither busy with another.

    Raises Conflict `not_ranking_list`, `not_locked`, FormatError `out_of_reach`, `challenge_open`, Invalid for a
    stranger or somebody who has left.
    """
    with transaction.atomic():
        stage = _stage(stage_uid)
        competition = stage.event.competition
        require(by, Action.DRAW, competition)
        facts = stage_facts(stage)
        by_uid = {e.uid: e for e in facts.entrants if not e.is_out}
        if challenger not in by_uid or challenged not in by_uid:
            raise Invalid("unknown_value", path="entry")
        one, other = by_uid[challenger], by_uid[challenged]
        view = ladder_view(facts)
        refuse_challenge(
            view.order, ranking_list.Challenge(one.key, other.key), view.rules,
            pending=[ranking_list.Challenge(c.challenger.key, c.challenged.key) for c in view.pending])
        number = (stage.challenges.aggregate(last=Max("number"))["last"] or 0) + 1
        made = Challenge.objects.create(
            stage=stage, number=number, challenger_id=one.id, challenged_id=other.id, made_at=at,
            answer_by=at + timedelta(hours=view.answer_hours))
        decision_record(
            competition, kind="entry.challenged", subject=one.uid, by=by, at=at,
            facts={"number": number, "challenged": str(other.uid)})
        _tell(stage)
    return made


def challenge_accept(*, challenge_uid: UUID, by: Actor, at: datetime) -> Match:
    """Note that the challenged accepts: from now on there is a match. The challenged has the first stroke (22.1.a).

    An answer after the time is one, as long as nobody has declared that none came. Raises Invalid `player_out` where
    one of the two has left meanwhile.
    """
    with transaction.atomic():
        challenge = _lock(challenge_uid, by)
        _refuse_who_left(challenge)
        _move(challenge, ChallengeMove.ACCEPT, at)
        stage = challenge.stage
        number = (stage.rounds.aggregate(last=Max("number"))["last"] or 0) + 1
        stored = round_store(
            stage, number, [(None, challenge.challenged, challenge.challenger)], kind=Round.CHALLENGE,
            figures={"number": challenge.number})
        challenge.match = Match.objects.get(round=stored)
        challenge.save(update_fields=["match", "state", "answered_at"])
        _record(challenge, ChallengeMove.ACCEPT, by, at)
        outbox_add("round.changed", competition=stage.event.competition.uid, stage=stage.uid)
    return challenge.match


def challenge_decline(*, challenge_uid: UUID, by: Actor, at: datetime) -> Challenge:
    """Note that the challenged declines; whether that loses the place, the options of the stage say."""
    return _without_play(challenge_uid, ChallengeMove.DECLINE, by, at)


def challenge_expire(*, challenge_uid: UUID, by: Actor, at: datetime) -> Challenge:
    """Declare that no answer came in time. Nothing is lost by the clock alone. Raises Conflict `answer_still_due`."""
    return _without_play(challenge_uid, ChallengeMove.EXPIRE, by, at)


def challenge_withdraw(*, challenge_uid: UUID, by: Actor, at: datetime) -> Challenge:
    """Take a challenge back that is not answered, or whose match has not begun. Raises Conflict `round_started`."""
    with transaction.atomic():
        challenge = _lock(challenge_uid, by)
        view = _view(challenge)
        if is_playing(view):
            raise Conflict("round_started", round=view.meeting.round_number if view.meeting else 0)
        _move(challenge, ChallengeMove.WITHDRAW, at)
        fallen, challenge.match = challenge.match, None
        challenge.save(update_fields=["match", "state", "answered_at"])
        if fallen is not None:
            matches_take_away([fallen.id], at)
            Round.objects.filter(id=fallen.round_id, matches__isnull=True).delete()
        _record(challenge, ChallengeMove.WITHDRAW, by, at)
    return challenge


def ladder_follow(match: Match, *, at: datetime) -> None:
    """Note when the match of a challenge was first settled: in that order the list is computed. The match is locked."""
    if match.status == MatchStatus.APPROVED and match.outcome != Outcome.VOID:
        Challenge.objects.filter(match=match, settled_at__isnull=True).update(settled_at=at)


def ladder_join(*, stage_uid: UUID, entry_uid: UUID, by: Actor, at: datetime) -> StageEntry:
    """Put somebody new at the end of a locked list. Raises Conflict `already_drawn`, Invalid for who has left."""
    with transaction.atomic():
        stage = _stage(stage_uid)
        competition = stage.event.competition
        require(by, Action.DRAW, competition)
        added = late_entrant(stage, entry_uid, joined_round=2)
        decision_record(
            competition, kind="entry.joined", subject=entry_uid, by=by, at=at, facts={"number": added.number})
        _tell(stage)
    return added


def _stage(uid: UUID) -> Stage:
    stage = stage_lock_row(uid)
    if stage.system != Stage.System.RANKING_LIST:
        raise Conflict("not_ranking_list")
    if stage.state != StageState.LOCKED:
        raise Conflict("stage_closed" if stage.state == StageState.CLOSED else "not_locked")
    return stage


def _lock(uid: UUID, by: Actor) -> Challenge:
    """A challenge with its stage locked first. Raises NotFound, and NotAllowed for who may not answer."""
    found = Challenge.objects.filter(uid=uid).values_list("stage__uid", flat=True).first()
    if found is None:
        raise NotFound(kind="challenge")
    stage = _stage(found)
    require(by, Action.DRAW, stage.event.competition)
    challenge = Challenge.objects.select_related("challenger", "challenged", "match").get(uid=uid)
    challenge.stage = stage
    return challenge


def _refuse_who_left(challenge: Challenge) -> None:
    for entry in (challenge.challenger, challenge.challenged):
        if entry.state in (EntryState.WITHDRAWN, EntryState.EXCLUDED):
            raise Invalid("player_out", path="entry", name=str(entry))


def _move(challenge: Challenge, move: ChallengeMove, at: datetime) -> None:
    challenge.state = next_challenge_state(ChallengeState(challenge.state), move)
    challenge.answered_at = at


def _view(challenge: Challenge) -> ChallengeView:
    return next(c for c in challenges_of(stage_facts(challenge.stage)) if c.uid == challenge.uid)


def _without_play(uid: UUID, move: ChallengeMove, by: Actor, at: datetime) -> Challenge:
    with transaction.atomic():
        challenge = _lock(uid, by)
        if move is ChallengeMove.EXPIRE and at < challenge.answer_by:
            raise Conflict("answer_still_due")
        _move(challenge, move, at)
        challenge.settled_at = at
        challenge.save(update_fields=["state", "answered_at", "settled_at"])
        _record(challenge, move, by, at)
    return challenge


def _record(challenge: Challenge, move: ChallengeMove, by: Actor, at: datetime) -> None:
    stage = challenge.stage
    rules = ladder_rules(stage)
    decision_record(
        stage.event.competition, kind=_DECISIONS[move], subject=challenge.challenger.uid, by=by, at=at,
        facts={"number": challenge.number, "challenged": str(challenge.challenged.uid), "takes": str(rules.takes)})
    _tell(stage)


def _tell(stage: Stage) -> None:
    competition = stage.event.competition.uid
    outbox_add("draw.changed", competition=competition, stage=stage.uid)
    outbox_add("table.changed", competition=competition, stage=stage.uid)
