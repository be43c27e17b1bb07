"""A Swiss event round by round: pair the next one, take the last one back, let late entrants in."""

from __future__ import annotations

from datetime import datetime
from fractions import Fraction
from uuid import UUID

from django.db import transaction
from django.db.models import Q

from competitions.common.actors import Action, Actor
from competitions.common.errors import Conflict
from competitions.formats.errors import NoLegalRound
from competitions.formats.games import Points
from competitions.formats.hand_pairing import pair_with_repeats
from competitions.formats.regulations import regulations_from
from competitions.formats.swiss import (
    SwissEvent,
    SwissRound,
    club_pairs_to_avoid,
    pair_round,
    pairing_edition,
)
from competitions.models import Entry, Match, Round, Stage, StageEntry
from competitions.selectors.rounds import StageFacts, stage_facts
from competitions.selectors.standings import result_of
from competitions.selectors.visibility import require
from competitions.workflow import EntryState, MatchStatus, StageState

from .audit import decision_record
from .draws import round_store, stage_lock_row
from .hall import tables_follow_later
from .late_entries import late_entrant
from .matches import byes_settle
from .outbox import outbox_add

WITH_REPEATS = "with repeats: no legal round was left"
BY_HAND = "by hand"


def swiss_round_draw(
    *, stage_uid: UUID, seen_rounds: int, by: Actor, at: datetime, with_repeats: bool = False,
) -> Round:
    """Pair the next round of a locked Swiss stage.

    `with_repeats`: where no legal round is left, pair with as few repeat meetings as possible instead of refusing.

    `seen_rounds`: how many rounds the caller's screen showed; raises Conflict `stale_rounds` when there are more by
    now. Raises Conflict `round_open` with the tables whose results are not approved yet, Conflict `all_rounds_drawn`,
    NoLegalRound, SwissUnavailable.
    """
    with transaction.atomic():
        stage = swiss_locked(stage_uid)
        competition = stage.event.competition
        require(by, Action.DRAW, competition)
        facts = stage_facts(stage)
        refuse_next(stage, facts, seen_rounds)
        event = swiss_event(stage, facts)
        paired, is_legal = paired_round(event, with_repeats=with_repeats)
        by_key = {str(e.number): e for e in Entry.objects.filter(placements__stage=stage)}
        pairs = [
            (None, by_key[p.first], by_key[p.second] if p.second is not None else None)
            for p in paired.round.pairings
        ]
        stored = round_store(stage, paired.round.number, pairs, trf=paired.trf if is_legal else "")
        byes_settle(stored, at)
        stage.pairing_edition = edition_text(paired.edition)
        stage.save(update_fields=["pairing_edition"])
        decision_record(
            competition, kind="round.paired", subject=stored.uid, by=by, at=at,
            facts={"round": stored.number, "edition": stage.pairing_edition if is_legal else WITH_REPEATS,
                   "pairs": [[str(a.uid), str(b.uid) if b else None] for _group, a, b in pairs]},
        )
        outbox_add("round.changed", competition=competition.uid, stage=stage.uid)
        outbox_add("table.changed", competition=competition.uid, stage=stage.uid)
        tables_follow_later(competition.uid)
    return stored


def swiss_round_discard(*, stage_uid: UUID, number: int, by: Actor, at: datetime) -> None:
    """Take back the last round while nothing in it was called or played.

    `number` is the round that the caller saw as the last one: raises Conflict `stale_rounds` for another,
    `round_started` once a match of it was called or a device has sent anything for one.
    """
    with transaction.atomic():
        stage = swiss_locked(stage_uid)
        competition = stage.event.competition
        require(by, Action.LOCK_DRAW, competition)
        last = stage.rounds.exclude(kind=Round.PLAY_OFF).order_by("-number").first()
        if last is None or last.number != number:
            raise Conflict("stale_rounds", rounds=last.number if last else 0)
        played = Match.objects.filter(round=last, second__isnull=False).exclude(status=MatchStatus.SCHEDULED)
        # Whatever came from a table has to stay, be it a phone that only came in or a line that cannot be read.
        sent = Q(games__events__isnull=False) | Q(games__quarantined__isnull=False) | Q(games__phones__isnull=False)
        if played.exists() or Match.objects.filter(sent, round=last).exists():
            raise Conflict("round_started", round=number)
        uid = last.uid
        last.delete()
        decision_record(competition, kind="round.discarded", subject=uid, by=by, at=at, facts={"round": number})
        outbox_add("round.changed", competition=competition.uid, stage=stage.uid)
        outbox_add("table.changed", competition=competition.uid, stage=stage.uid)


def stage_entry_add(*, stage_uid: UUID, entry_uid: UUID, by: Actor, at: datetime) -> StageEntry:
    """Let a late entrant into a locked Swiss stage, from the next round on; the rounds before are missed.

    Raises Conflict `not_swiss` for other systems (a round robin that is locked has no place for one more).
    """
    with transaction.atomic():
        stage = swiss_locked(stage_uid)
        competition = stage.event.competition
        require(by, Action.DRAW, competition)
        added = late_entrant(stage, entry_uid, joined_round=stage.rounds.count() + 1)
        decision_record(
            competition, kind="entry.joined", subject=entry_uid, by=by, at=at, facts={"round": added.joined_round})
        outbox_add("draw.changed", competition=competition.uid, stage=stage.uid)
        outbox_add("table.changed", competition=competition.uid, stage=stage.uid)
    return added


def swiss_locked(uid: UUID) -> Stage:
    """Lock a Swiss stage whose draw is locked. Raises NotFound, Conflict `not_swiss`, `not_locked`."""
    stage = stage_lock_row(uid)
    if stage.system != Stage.System.SWISS:
        raise Conflict("not_swiss")
    if stage.state != StageState.LOCKED:
        raise Conflict("not_locked")
    return stage


def refuse_next(stage: Stage, facts: StageFacts, seen_rounds: int) -> None:
    """Refuse the next round: seen too few, all drawn, or something before it is not approved."""
    done = len(facts.rounds)
    if done != seen_rounds:
        raise Conflict("stale_rounds", rounds=done)
    if done >= stage.options["rounds"]:
        raise Conflict("all_rounds_drawn", rounds=done)
    _refuse_open(facts)


def paired_round(event: SwissEvent, *, with_repeats: bool) -> tuple[SwissRound, bool]:
    """The coming round, and whether it is legal; without a legal one with the fewest repeats, if they are asked for."""
    try:
        return pair_round(event), True
    except NoLegalRound:
        if not with_repeats:
            raise
        return SwissRound(pair_with_repeats(event), pairing_edition(), ""), False


def _refuse_open(facts: StageFacts) -> None:
    """Only approved results pair a round; what hinders is named by table, or by round and number without one."""
    waiting = [m for m in facts.meetings if not m.is_approved]
    if waiting:
        tables = ", ".join(str(m.table) if m.table else f"{m.round_number}/{m.number}" for m in waiting)
        raise Conflict("round_open", count=len(waiting), tables=tables)


def swiss_event(stage: Stage, facts: StageFacts, *, before: int | None = None) -> SwissEvent:
    """The event as the pairing of the coming round takes it, or of round `before`."""
    regulations = regulations_from(stage.event.regulations)
    order = tuple(e.key for e in facts.entrants)
    games = [
        tuple(g for m in facts.of_round(n) if (g := result_of(m, byes_count=True)) is not None)
        for n in facts.rounds if before is None or n < before
    ]
    absent = frozenset(e.key for e in facts.entrants if e.is_out or e.state == EntryState.ABSENT)
    forbidden: frozenset[tuple[str, str]] = frozenset()
    if stage.options["separate"] == "club" and not games:
        clubs = {e.key: e.club or None for e in facts.entrants}
        forbidden = club_pairs_to_avoid([key for key in order if key not in absent], clubs)
    return SwissEvent(
        order=order, rounds=tuple(games), absent=absent, total_rounds=stage.options["rounds"], forbidden=forbidden,
        points=Points(
            win=Fraction(regulations.win), draw=Fraction(regulations.draw), loss=Fraction(regulations.loss)),
        title=f"{stage.event.competition.name} {stage.event.name}",
        names={e.key: e.name for e in facts.entrants}, ratings={e.key: e.rating for e in facts.entrants},
        top_has_first_stroke=_top_has_first_stroke(stage.lot),
    )


def _top_has_first_stroke(lot: str) -> bool:
    """Whether the first on the list has the first stroke in round 1: by lot, as C.04.2 has the colour drawn."""
    return sum(lot.encode()) % 2 == 0


def edition_text(edition: object) -> str:
    """Engine, version and rules in one line."""
    return " ".join(str(getattr(edition, name)) for name in ("engine", "engine_version", "rules"))[:120]
