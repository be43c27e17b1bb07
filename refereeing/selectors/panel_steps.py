"""What is to be done next in a competition: the way from the entry list to approved protocols, event by event."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from django.db.models import Count, Q
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from competitions.models import Competition, Entry, Event, Match, Round, Stage
from competitions.selectors.round_names import round_name
from competitions.selectors.rounds import DECIDED
from competitions.workflow import EntryState, MatchStatus, StageState
from refereeing.models import Sanction

LOCKED = (StageState.LOCKED, StageState.CLOSED)


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """One step with how far it has come; `path` is below the panel of the competition."""

    name: str
    text: str
    path: str
    is_done: bool
    is_now: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class EventSteps:
    """An event with its steps. `round_number`: the round in play, None before the draw."""

    event: Event
    stage: Stage | None
    steps: tuple[Step, ...]
    round_number: int | None
    rounds: int
    round_name: str
    to_approve: int
    flagged: int


@dataclass(frozen=True, slots=True)
class _RoundCount:
    number: int
    kind: str
    figures: dict[str, int]
    total: int
    decided: int
    approved: int
    at_table: int
    flagged: int


def event_steps(competition: Competition) -> list[EventSteps]:
    """The steps of every event. Four queries, whatever the number of events."""
    events = list(Event.objects.filter(competition=competition))
    entries = _entry_counts(events)
    stages = _newest_stages(events)
    rounds = _round_counts(stages.values())
    return [
        _steps(event, entries.get(event.id, {}), stages.get(event.id), rounds)
        for event in events
    ]


def _entry_counts(events: Iterable[Event]) -> dict[int, dict[str, int]]:
    found: dict[int, dict[str, int]] = {}
    rows = Entry.objects.filter(event__in=list(events)).order_by().values_list("event_id", "state")
    for event_id, state, count in rows.annotate(count=Count("id")):
        found.setdefault(event_id, {})[state] = count
    return found


def _newest_stages(events: Iterable[Event]) -> dict[int, Stage]:
    return {stage.event_id: stage for stage in Stage.objects.filter(event__in=list(events)).order_by("number")}


def _round_counts(stages: Iterable[Stage]) -> dict[int, list[_RoundCount]]:
    found: dict[int, list[_RoundCount]] = {}
    rows = (
        Match.objects.filter(stage__in=list(stages), second__isnull=False).order_by("round__number")
        .values_list("stage_id", "round__number", "round__kind", "round__figures").annotate(
            # distinct: the games of a match are joined.
            total=Count("id", distinct=True), decided=Count("id", filter=Q(status__in=DECIDED), distinct=True),
            approved=Count("id", filter=Q(status=MatchStatus.APPROVED), distinct=True),
            at_table=Count("id", filter=Q(table__isnull=False) | Q(status__in=DECIDED), distinct=True),
            flagged=Count("id", filter=Q(games__has_conflict=True) | Q(games__has_gap=True), distinct=True))
    )
    for stage_id, *counts in rows:
        found.setdefault(stage_id, []).append(_RoundCount(*counts))
    return found


def _steps(
    event: Event, states: dict[str, int], stage: Stage | None, all_rounds: dict[int, list[_RoundCount]],
) -> EventSteps:
    rounds = all_rounds.get(stage.id, []) if stage is not None and stage.state in LOCKED else []
    playing = next((r for r in rounds if r.decided < r.total), None)
    planned = int(stage.options.get("rounds", 0)) if stage is not None and stage.system == "swiss" else len(rounds)
    is_list = stage is not None and stage.system == Stage.System.RANKING_LIST
    found = _found_steps(event, states, stage, rounds, playing, planned)
    if event.part_of_id is None and stage is not None and stage.state in LOCKED:
        found += _going_on(event, stage, rounds, planned, is_list=is_list)
    shown = _shown(rounds, playing)
    return EventSteps(
        event=event, stage=stage, steps=_marked(found), round_number=shown.number if shown else None,
        rounds=planned, round_name=_name_of(shown),
        to_approve=sum(r.decided - r.approved for r in rounds), flagged=sum(r.flagged for r in rounds),
    )


def _shown(rounds: list[_RoundCount], playing: _RoundCount | None) -> _RoundCount | None:
    """The round in play, else the last one."""
    return playing or (rounds[-1] if rounds else None)


def _name_of(shown: _RoundCount | None) -> str:
    return round_name(shown.number, shown.kind, shown.figures) if shown is not None else ""


def _going_on(
    event: Event, stage: Stage, rounds: list[_RoundCount], planned: int, *, is_list: bool,
) -> list[Step]:
    """What follows the rounds that are there: another one, the challenges of a list, the end of the stage, the next."""
    if stage.state == StageState.CLOSED:
        return [Step(name=_("Next stage"), text=_("draw it from the places, unless the event is over"),
                     path=f"{event.slug}/draw/", is_done=False)]
    if is_list:
        return [Step(name=_("Challenges"), text=_("who challenges whom"), path=f"{event.slug}/challenges/",
                     is_done=False)]
    regular = sum(r.kind != Round.PLAY_OFF for r in rounds)
    if any(r.decided < r.total for r in rounds):
        return []
    if regular < max(planned, 1):
        return [_pair_step(event, regular + 1)]
    if any(r.approved < r.total for r in rounds):
        return []
    return [Step(name=_("Close the stage"), text=_("who is level is told there; a next stage follows from the places"),
                 path=f"{event.slug}/draw/", is_done=False)]


def _found_steps(
    event: Event, states: dict[str, int], stage: Stage | None, rounds: list[_RoundCount], playing: _RoundCount | None,
    planned: int,
) -> list[Step]:
    """The games of teams are neither entered nor drawn; matches of teams are at no table and have no protocol."""
    found = [] if event.part_of_id is not None else [
        _entries_step(event, states), _presence_step(event, states, stage), _draw_step(event, stage)]
    if not rounds:
        return found
    if event.kind == Event.Kind.TEAMS:
        approved = replace(_approve_step(rounds), path=f"{event.slug}/rounds/")
        return [*found, _play_step(event, playing, rounds, planned), approved]
    return [*found, _tables_step(event, playing), _play_step(event, playing, rounds, planned), _approve_step(rounds)]


def _marked(steps: list[Step]) -> tuple[Step, ...]:
    """The first step that is not done is the one to do now."""
    first = next((step for step in steps if not step.is_done), None)
    return tuple(
        Step(name=s.name, text=s.text, path=s.path, is_done=s.is_done, is_now=s is first) for s in steps
    )


def _entries_step(event: Event, states: dict[str, int]) -> Step:
    count = sum(states.values())
    text = ngettext("%(count)s entry", "%(count)s entries", count) % {"count": count}
    return Step(name=_("Entries"), text=text, path=f"{event.slug}/entries/", is_done=count > 1)


def _presence_step(event: Event, states: dict[str, int], stage: Stage | None) -> Step:
    present = states.get(EntryState.PRESENT, 0)
    unknown = states.get(EntryState.ENTERED, 0)
    text = _("%(present)s present, %(unknown)s not marked") % {"present": present, "unknown": unknown}
    is_drawn = stage is not None and stage.state in LOCKED
    return Step(name=_("Presence"), text=text, path=f"{event.slug}/presence/",
                is_done=is_drawn or (present > 1 and not unknown))


def _draw_step(event: Event, stage: Stage | None) -> Step:
    state = StageState(stage.state) if stage is not None else StageState.DRAFT
    texts = {
        StageState.DRAFT: _("not drawn"), StageState.DRAWN: _("drawn, to be looked at and locked"),
        StageState.LOCKED: _("locked"), StageState.CLOSED: _("closed"),
    }
    return Step(name=_("Draw"), text=texts[state], path=f"{event.slug}/draw/", is_done=state in LOCKED)


def _pair_step(event: Event, number: int) -> Step:
    return Step(name=_("Draw round %(number)s") % {"number": number}, text=_("can be drawn"),
                path=f"{event.slug}/draw/", is_done=False)


def _tables_step(event: Event, playing: _RoundCount | None) -> Step:
    if playing is None:
        return Step(name=_("Tables"), text=_("all given"), path=f"{event.slug}/draw/", is_done=True)
    text = _("%(round)s: %(done)s of %(total)s have a table") % {
        "round": _name_of(playing), "done": playing.at_table, "total": playing.total}
    return Step(name=_("Tables"), text=text, path=f"{event.slug}/rounds/{playing.number}/",
                is_done=playing.at_table == playing.total)


def _play_step(event: Event, playing: _RoundCount | None, rounds: list[_RoundCount], planned: int) -> Step:
    shown = playing or rounds[-1]
    text = _("round %(number)s of %(rounds)s: %(done)s of %(total)s played") % {
        "number": shown.number, "rounds": max(planned, len(rounds)), "done": shown.decided, "total": shown.total}
    if shown.kind:
        text = _("%(round)s: %(done)s of %(total)s played") % {
            "round": _name_of(shown), "done": shown.decided, "total": shown.total}
    return Step(name=_("Play"), text=text, path=f"{event.slug}/rounds/{shown.number}/", is_done=playing is None)


def _approve_step(rounds: list[_RoundCount]) -> Step:
    waiting = sum(r.decided - r.approved for r in rounds)
    if not any(r.decided for r in rounds):
        return Step(name=_("Protocols"), text=_("none yet"), path="protocols/", is_done=False)
    text = ngettext("%(count)s protocol to approve", "%(count)s protocols to approve", waiting) % {"count": waiting}
    return Step(name=_("Protocols"), text=text if waiting else _("all approved"), path="protocols/",
                is_done=waiting == 0)


def event_to_show(competition: Competition, last: str) -> Event | None:
    """The event that was looked at last, by its short name; else the event of a competition that has one event."""
    events = list(Event.objects.filter(competition=competition))
    return next((e for e in events if e.slug == last), None) or (events[0] if len(events) == 1 else None)


def proposals_open(competition: Competition) -> int:
    """How many exclusions are proposed and not decided."""
    return Sanction.objects.filter(
        entry__event__competition=competition, state=Sanction.State.PROPOSED).count()
