"""Make a stage, draw it, look at it, lock it. What the pure formats pair becomes rounds, matches and games."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db import transaction
from django.db.models import Max

from competitions.common.actors import Action, Actor
from competitions.common.errors import Conflict, Invalid, NotFound
from competitions.formats.bracket_fold import bracket_of, numbered
from competitions.formats.draw import FirstStroke
from competitions.formats.elimination import PLACES
from competitions.formats.groups import Group as DrawnGroup
from competitions.formats.groups import GroupDraw, draw_groups
from competitions.formats.lot import LOT_BYTES, Entrant, draw_order, lot_key, new_lot
from competitions.formats.ranking_list import Takes
from competitions.formats.regulations import regulations_from
from competitions.formats.round_robin import MAX_LEGS
from competitions.formats.tie_break_list import check_words
from competitions.models import Entry, Event, Group, Match, Round, Stage, StageEntry
from competitions.selectors.brackets import plan_of
from competitions.selectors.visibility import require
from competitions.workflow import EntryState, StageMove, StageState, next_stage_state

from .audit import decision_record
from .brackets import bracket_store
from .hall import tables_follow_later
from .matches import games_make
from .next_stage import entries_advancing
from .outbox import outbox_add

# What it means to decline a challenge, or to leave it without an answer: nothing, or that it is lost.
UNANSWERED = ("nothing", "lost")
SEEDINGS = ("seed", "rating", "lot")
LOT_LENGTH = 200
DRAWN_SYSTEMS = tuple(system.value for system in Stage.System if system is not Stage.System.TEAM_BOARDS)
_DEFAULTS: Mapping[str, Any] = {
    "groups": 1, "legs": 1, "rounds": 5, "separate": "", "seeding": "seed", "places": 2, "grand_final_reset": False,
    "first_stroke": "rule", "advance": 0, "level_by_lot": False, "reach": 3, "takes": "place", "answer_hours": 72,
    "unanswered": "nothing",
}
_LIMITS = {"groups": (1, 64), "legs": (1, MAX_LEGS), "rounds": (1, 30), "advance": (0, 512), "reach": (1, 512),
           "answer_hours": (1, 2000)}
_CHOICES: Mapping[str, tuple[Any, ...]] = {
    "seeding": SEEDINGS, "separate": ("", "club"), "places": PLACES, "first_stroke": tuple(FirstStroke),
    "takes": tuple(Takes), "unanswered": UNANSWERED,
}
_FLAGS = ("grand_final_reset", "level_by_lot")


def stage_options(data: Mapping[str, Any]) -> dict[str, Any]:
    """Options of a draw, completed and checked. Raises Invalid with the option as `path`."""
    if unknown := sorted(set(data) - set(_DEFAULTS)):
        raise Invalid("unknown_field", path=unknown[0])
    options = {**_DEFAULTS, **data}
    for name, (low, high) in _LIMITS.items():
        value = options[name]
        if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
            raise Invalid("out_of_range", path=name, minimum=low, maximum=high)
    for name, allowed in _CHOICES.items():
        if options[name] not in allowed:
            raise Invalid("unknown_value", path=name, value=str(options[name])[:60])
    for name in _FLAGS:
        if not isinstance(options[name], bool):
            raise Invalid("wrong_type", path=name)
    return options


def stage_create(
    *, event_uid: UUID, system: str, options: Mapping[str, Any], by: Actor, at: datetime, name: str = "",
    tie_breaks: Sequence[str] | None = None,
) -> Stage:
    """Add a stage to an event; the tie-break list comes from the regulations unless it is given.

    Raises Invalid for an unknown system, option or tie-break; NotFound.
    """
    with transaction.atomic():
        event = _event_lock(event_uid)
        require(by, Action.DRAW, event.competition)
        if event.part_of_id is not None:
            raise Conflict("drawn_by_lineups")
        if system not in DRAWN_SYSTEMS:
            raise Invalid("unknown_value", path="system", value=system[:60])
        usual = regulations_from(event.regulations).tie_breaks(system)
        chosen = list(check_words(usual if tie_breaks is None else tie_breaks, path="tie_breaks"))
        number = (event.stages.aggregate(last=Max("number"))["last"] or 0) + 1
        stage = Stage.objects.create(
            event=event, number=number, name=name[:80], system=system, options=stage_options(options),
            tie_breaks=chosen,
        )
        outbox_add("draw.changed", competition=event.competition.uid, stage=stage.uid)
    return stage


def _event_lock(uid: UUID) -> Event:
    event = Event.objects.select_for_update(of=("self",)).select_related("competition").filter(uid=uid).first()
    if event is None:
        raise NotFound(kind="event")
    return event


def stage_lock_row(uid: UUID) -> Stage:
    """Lock a stage until the transaction ends. Raises NotFound."""
    rows = Stage.objects.select_for_update(of=("self",)).select_related("event__competition")
    stage = rows.filter(uid=uid).first()
    if stage is None:
        raise NotFound(kind="stage")
    return stage


def stage_draw(*, stage_uid: UUID, lot: str | None, by: Actor, at: datetime) -> Stage:
    """Draw a stage that is not locked; a draw made before is thrown away.

    The lot is the public text; without one it is made here, and stored, so that anybody can repeat the draw.
    Raises IllegalMove for a locked stage, FormatError for too few or too many entrants or groups.
    """
    with transaction.atomic():
        stage = stage_lock_row(stage_uid)
        require(by, Action.DRAW, stage.event.competition)
        stage.state = next_stage_state(StageState(stage.state), StageMove.DRAW)
        stage.lot = " ".join((lot or "").split())[:LOT_LENGTH] or new_lot(secrets.token_bytes(LOT_BYTES))
        stage.options = {name: value for name, value in stage.options.items() if name != "exchanges"}
        entries = entries_advancing(stage) if stage.options["advance"] else entries_to_draw(stage.event)
        _clear(stage)
        drawn = _pair(stage, entries)
        stage.drawn_at = at
        stage.version += 1
        stage.save(update_fields=["state", "lot", "drawn_at", "version", "options"])
        _store(stage, entries, drawn)
        outbox_add("draw.changed", competition=stage.event.competition.uid, stage=stage.uid)
    return stage


def stage_discard(*, stage_uid: UUID, by: Actor, at: datetime) -> None:
    """Throw a draw away that is not locked. Raises IllegalMove once it is locked."""
    with transaction.atomic():
        stage = stage_lock_row(stage_uid)
        require(by, Action.DRAW, stage.event.competition)
        stage.state = next_stage_state(StageState(stage.state), StageMove.DISCARD)
        _clear(stage)
        stage.version += 1
        stage.save(update_fields=["state", "version"])
        outbox_add("draw.changed", competition=stage.event.competition.uid, stage=stage.uid)


def stage_lock(*, stage_uid: UUID, version: int, by: Actor, at: datetime) -> Stage:
    """Lock the draw that the chief has looked at: from now on it is public and no longer drawn anew.

    `version` is that of the draw on the chief's screen; raises Conflict `stale_draw` when it was drawn again since.
    """
    with transaction.atomic():
        stage = stage_lock_row(stage_uid)
        competition = stage.event.competition
        require(by, Action.LOCK_DRAW, competition)
        if stage.version != version:
            raise Conflict("stale_draw")
        stage.state = next_stage_state(StageState(stage.state), StageMove.LOCK)
        stage.locked_at = at
        stage.save(update_fields=["state", "locked_at"])
        order = [str(uid) for uid in stage.stage_entries.order_by("number").values_list("entry__uid", flat=True)]
        decision_record(
            competition, kind="draw.locked", subject=stage.uid, by=by, at=at,
            facts={"system": stage.system, "options": stage.options, "lot": stage.lot, "order": order},
        )
        outbox_add("draw.changed", competition=competition.uid, stage=stage.uid)
        outbox_add("table.changed", competition=competition.uid, stage=stage.uid)
        tables_follow_later(competition.uid)
    return stage


def entries_to_draw(event: Event) -> list[Entry]:
    """Who is drawn: those present; where nobody has been marked yet, everybody who is not out."""
    entries = list(event.entries.select_related("person", "club").order_by("number"))
    present = [e for e in entries if e.state == EntryState.PRESENT]
    return present or [e for e in entries if e.state == EntryState.ENTERED]


def entrants(stage: Stage, entries: Sequence[Entry]) -> list[Entrant]:
    """The entries as the formats take them. The id is the number on the entry list, so that the lot can be repeated."""
    seeding = stage.options["seeding"]
    if stage.options.get("advance"):
        # The order is that of the places of the stage before: every place is a seed.
        return [Entrant(id=str(e.number), seed=place, name=str(e), club=str(e.club.uid) if e.club else None)
                for place, e in enumerate(entries, start=1)]
    found = [
        Entrant(
            id=str(e.number), seed=e.seed if seeding == "seed" else None, rating=e.rating if seeding != "lot" else None,
            club=str(e.club.uid) if e.club else None, name=str(e),
        ) for e in entries
    ]
    if seeding == "rating" and stage.system != Stage.System.SWISS:
        return _seeded_by_rating(found, stage.lot)
    return found


def _seeded_by_rating(found: list[Entrant], lot: str) -> list[Entrant]:
    rated = sorted((e for e in found if e.rating is not None), key=lambda e: (-(e.rating or 0), lot_key(lot, e.id)))
    seeds = {e.id: place for place, e in enumerate(rated, start=1)}
    return [Entrant(id=e.id, seed=seeds.get(e.id), rating=e.rating, club=e.club, name=e.name) for e in found]


def _clear(stage: Stage) -> None:
    stage.rounds.all().delete()
    stage.stage_entries.all().delete()
    stage.groups.all().delete()


def _pair(stage: Stage, entries: Sequence[Entry]) -> GroupDraw:
    """The draw as groups: a round robin is one group without a name, a Swiss an order without rounds yet."""
    field = entrants(stage, entries)
    if stage.system == Stage.System.GROUPS:
        return draw_groups(
            field, stage.lot, count=stage.options["groups"], separate_clubs=stage.options["separate"] == "club")
    if stage.is_elimination:
        order = numbered(field, stage.lot, separate_clubs=stage.options["separate"] == "club")
        bracket_of(plan_of(stage, order))  # refuses too few and too many before anything is stored
        return GroupDraw(order, (DrawnGroup("", order),))
    order = draw_order(field, stage.lot, by_rating=stage.system == Stage.System.SWISS)
    if len(order) < 2:
        raise Invalid("too_few_entries", path="entries", low=2, count=len(order))
    return GroupDraw(order, (DrawnGroup("", order),))


def _store(stage: Stage, entries: Sequence[Entry], drawn: GroupDraw) -> None:
    by_id = {str(e.number): e for e in entries}
    groups: dict[str, Group | None] = {}
    for number, group in enumerate(drawn.groups, start=1):
        groups[group.name] = (
            Group.objects.create(stage=stage, name=group.name, number=number) if group.name else None)
    home = {member: group.name for group in drawn.groups for member in group.members}
    StageEntry.objects.bulk_create([
        StageEntry(stage=stage, entry=by_id[i], group=groups[home[i]], number=place)
        for place, i in enumerate(drawn.order, start=1)
    ])
    if stage.is_elimination:
        bracket_store(stage)
    if stage.is_elimination or stage.system in (Stage.System.SWISS, Stage.System.RANKING_LIST):
        return
    _store_rounds(stage, drawn, groups, by_id)


def _store_rounds(
    stage: Stage, drawn: GroupDraw, groups: Mapping[str, Group | None], by_id: Mapping[str, Entry],
) -> None:
    pairs: dict[int, list[tuple[Group | None, Entry, Entry | None]]] = {}
    for group in drawn.groups:
        for drawn_round in group.rounds(legs=stage.options["legs"]):
            for pairing in drawn_round.pairings:
                second = by_id[pairing.second] if pairing.second is not None else None
                # In a round robin of an odd field the bye is a free round, not a match.
                if second is not None:
                    pairs.setdefault(drawn_round.number, []).append(
                        (groups[group.name], by_id[pairing.first], second))
    for number in sorted(pairs):
        round_store(stage, number, pairs[number])


def round_store(
    stage: Stage, number: int, pairs: Sequence[tuple[Group | None, Entry, Entry | None]], *, trf: str = "",
    kind: str = "", figures: Mapping[str, int] | None = None,
) -> Round:
    """Store one round with its matches, and a game for each that is played (by two teams: none, they play many)."""
    stored = Round.objects.create(stage=stage, number=number, trf=trf, kind=kind, figures=dict(figures or {}))
    matches = Match.objects.bulk_create([
        Match(stage=stage, round=stored, group=group, number=place, first=first, second=second, first_stroke="A")
        for place, (group, first, second) in enumerate(pairs, start=1)
    ])
    games_make(stage, matches)
    return stored
