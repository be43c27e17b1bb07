"""A Swiss round by hand: pairs set or changed with warnings; who is left over by a no-show paired before play."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from uuid import UUID

from django.db import transaction
from django.db.models import Max

from competitions.common.actors import Action, Actor
from competitions.common.errors import Conflict, Invalid
from competitions.formats.hand_pairing import Objection, check_pairs, objections
from competitions.formats.pairings import Pairing
from competitions.formats.swiss import SwissEvent
from competitions.models import Entry, Match, Round, Stage
from competitions.selectors.rounds import Entrant, Meeting, StageFacts, stage_facts
from competitions.selectors.swiss import BEFORE_PLAY, left_over
from competitions.selectors.visibility import require
from competitions.workflow import Outcome

from .audit import decision_record
from .draws import round_store
from .matches import byes_settle, games_make, matches_take_away
from .outbox import outbox_add
from .swiss_rounds import BY_HAND, WITH_REPEATS, paired_round, refuse_next, swiss_event, swiss_locked


@dataclass(frozen=True, slots=True)
class HandPaired:
    """What came of pairs by hand: the stored round, or the objections that have to be confirmed first."""

    round: Round | None
    objections: tuple[Objection, ...]


def round_pairs_set(
    *, stage_uid: UUID, number: int, version: int, pairs: Sequence[tuple[UUID, UUID | None]], by: Actor, at: datetime,
    reason: str = "", confirmed: bool = False,
) -> HandPaired:
    """Pair a round by hand: the next one, or what has not begun of the last one. The first of a pair begins.

    With something against a pair (met before, one club, …) nothing is stored until it is `confirmed`, with a reason.
    Pairs that stand already keep their tables and logs. Raises Conflict `stale_draw` when the round was changed since
    `version`, `stale_rounds` for another round, `round_started` when a match that has begun would fall, `round_open`,
    `all_rounds_drawn`, FormatError for somebody unknown, absent or there twice.
    """
    with transaction.atomic():
        stage = swiss_locked(stage_uid)
        competition = stage.event.competition
        require(by, Action.LOCK_DRAW, competition)
        if stage.version != version:
            raise Conflict("stale_draw")
        facts = stage_facts(stage)
        shown = _round_to_pair(stage, facts, number)
        wanted = _by_keys(facts, pairs)
        event = swiss_event(stage, facts, before=number)
        # Who is absent may keep a match that was drawn, for it to be lost; nobody is newly paired with them.
        kept = frozenset(key for m in shown if m.pairing in wanted for key in m.keys)
        check_pairs(replace(event, absent=event.absent - kept), wanted)
        found = objections(event, wanted, _clubs(stage))
        clean = " ".join(reason.split())[:200]
        if found and not (confirmed and clean):
            if confirmed:
                raise Invalid("reason_needed", path="reason")
            return HandPaired(None, found)
        stored = _apply(stage, number, shown, wanted, at)
        _record(stage, stored, "round.paired_by_hand", wanted, by, at, reason=clean,
                objections=[[o.kind, o.first, o.second or ""] for o in found])
    return HandPaired(stored, found)


def left_over_pair(
    *, stage_uid: UUID, number: int, by: Actor, at: datetime, with_repeats: bool = False,
) -> Round:
    """Pair anew, in the last round, those whose opponents are marked absent, before they have begun.

    Whoever is absent stays unpaired; who was free, or has come meanwhile, is paired too. One who remains is free,
    unless free before (Conflict `no_partner`). Raises Conflict `nobody_left_over`,
    `stale_rounds`, NoLegalRound (then `with_repeats`).
    """
    with transaction.atomic():
        stage = swiss_locked(stage_uid)
        competition = stage.event.competition
        require(by, Action.DRAW, competition)
        facts = stage_facts(stage)
        if not facts.rounds or number != max(facts.rounds):
            raise Conflict("stale_rounds", rounds=len(facts.rounds))
        shown = _standing(facts, number)
        left = left_over(facts, number)
        if not left:
            raise Conflict("nobody_left_over")
        event = swiss_event(stage, facts, before=number)
        fresh, is_legal = _pairs_of(event, left, with_repeats=with_repeats)
        kept = [m.pairing for m in shown if not m.keys & set(left)]
        stored = _apply(stage, number, shown, [*kept, *fresh], at)
        _record(stage, stored, "round.left_over_paired", fresh, by, at, edition="" if is_legal else WITH_REPEATS)
    return stored


def _pairs_of(event: SwissEvent, left: Sequence[str], *, with_repeats: bool) -> tuple[list[Pairing], bool]:
    """Pairs of those who are left over; one who remains is free."""
    if len(left) == 1:
        if any(game.is_bye and game.first == left[0] for games in event.rounds for game in games):
            raise Conflict("no_partner")
        return [Pairing(left[0], None)], True
    others = frozenset(event.order) - set(left)
    paired, is_legal = paired_round(replace(event, absent=others), with_repeats=with_repeats)
    return list(paired.round.pairings), is_legal


def pairs_proposed(stage: Stage, number: int) -> list[tuple[Entrant, Entrant | None, bool]]:
    """What the page for pairs by hand begins with: the pairs of the last round, each with whether it has begun, or
    those that the program proposes for the next one, with repeats if need be. Raises as `round_pairs_set`."""
    facts = stage_facts(stage)
    by_key = {e.key: e for e in facts.entrants}
    shown = _round_to_pair(stage, facts, number)
    if shown:
        return [(m.meeting.first, m.meeting.second, m.has_begun) for m in shown]
    paired, _is_legal = paired_round(swiss_event(stage, facts), with_repeats=True)
    return [(by_key[p.first], by_key[p.second] if p.second is not None else None, False) for p in paired.round.pairings]


@dataclass(frozen=True, slots=True)
class _Standing:
    """A match of the round as it stands."""

    meeting: Meeting

    @property
    def has_begun(self) -> bool:
        return self.meeting.second is not None and self.meeting.status not in BEFORE_PLAY

    @property
    def pairing(self) -> Pairing:
        second = self.meeting.second
        return Pairing(self.meeting.first.key, second.key if second is not None else None)

    @property
    def keys(self) -> frozenset[str]:
        return frozenset(key for key in self.pairing if key is not None)


def _standing(facts: StageFacts, number: int) -> list[_Standing]:
    return [_Standing(m) for m in facts.of_round(number) if m.outcome != Outcome.VOID]


def _round_to_pair(stage: Stage, facts: StageFacts, number: int) -> list[_Standing]:
    """The matches of the round that is to be paired: those of the last one, or none of the next one."""
    done = len(facts.rounds)
    if number == done + 1:
        refuse_next(stage, facts, done)
        return []
    if number != done:
        raise Conflict("stale_rounds", rounds=done)
    return _standing(facts, number)


def _clubs(stage: Stage) -> dict[str, str | None]:
    """Clubs by number, those of people who are not named in public too."""
    rows = Entry.objects.filter(placements__stage=stage).values_list("number", "club__uid")
    return {str(number): str(club) if club else None for number, club in rows}


def _by_keys(facts: StageFacts, pairs: Sequence[tuple[UUID, UUID | None]]) -> list[Pairing]:
    keys = {e.uid: e.key for e in facts.entrants}
    unknown = [uid for pair in pairs for uid in pair if uid is not None and uid not in keys]
    if unknown:
        raise Invalid("unknown_value", path="pairs")
    return [Pairing(keys[first], keys[second] if second is not None else None) for first, second in pairs]


def _apply(
    stage: Stage, number: int, shown: Sequence[_Standing], wanted: Sequence[Pairing], at: datetime,
) -> Round:
    """Bring a round in line with the pairs: what is not among them goes, what is new is made. The rest stays."""
    falling = [m for m in shown if m.pairing not in wanted]
    begun = [m for m in falling if m.has_begun]
    if begun:
        raise Conflict("round_started", round=number)
    matches_take_away([m.meeting.id for m in falling], at)
    standing = {m.pairing for m in shown}
    by_key = {str(e.number): e for e in Entry.objects.filter(placements__stage=stage)}
    fresh = [
        (None, by_key[p.first], by_key[p.second] if p.second is not None else None)
        for p in wanted if p not in standing
    ]
    stored = Round.objects.filter(stage=stage, number=number).first()
    if stored is None:
        stored = round_store(stage, number, fresh)
    else:
        _add(stored, fresh)
        stored.trf = ""  # the file of the program no longer says what is played
        stored.save(update_fields=["trf"])
    byes_settle(stored, at)
    stage.version += 1
    stage.save(update_fields=["version"])
    return stored


def _add(stored: Round, fresh: Sequence[tuple[None, Entry, Entry | None]]) -> None:
    last = Match.objects.filter(round=stored).exclude(outcome=Outcome.VOID).aggregate(last=Max("number"))["last"] or 0
    matches = Match.objects.bulk_create([
        Match(stage_id=stored.stage_id, round=stored, number=place, first=first, second=second, first_stroke="A")
        for place, (_group, first, second) in enumerate(fresh, start=last + 1)
    ])
    games_make(stored.stage, matches)


def _record(
    stage: Stage, stored: Round, kind: str, pairs: Sequence[Pairing], by: Actor, at: datetime, **facts: object,
) -> None:
    competition = stage.event.competition
    uids = {str(n): str(uid) for n, uid in Entry.objects.filter(placements__stage=stage).values_list("number", "uid")}
    told: Mapping[str, object] = {
        "round": stored.number, "edition": BY_HAND, **facts,
        "pairs": [[uids[p.first], uids[p.second] if p.second is not None else None] for p in pairs],
    }
    decision_record(competition, kind=kind, subject=stored.uid, by=by, at=at, facts=told)
    outbox_add("round.changed", competition=competition.uid, stage=stage.uid)
    outbox_add("table.changed", competition=competition.uid, stage=stage.uid)
