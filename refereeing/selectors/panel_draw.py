"""The draw as officials see it before and after it is locked, and what hinders the next Swiss round."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any
from uuid import UUID

from django.db.models import Count, Q

from competitions.common.errors import NotFound
from competitions.formats.level_groups import TIE_BREAKS
from competitions.formats.regulations import PRESETS, regulations_from
from competitions.formats.tie_break_list import parts_of
from competitions.models import Entry, Event, Stage
from competitions.selectors.bracket_page import BracketView, bracket_view
from competitions.selectors.draw_changes import Falls, falls_with
from competitions.selectors.draw_page import DrawShown, draw_shown
from competitions.selectors.level import LevelGroup, level_in
from competitions.selectors.rounds import (
    Entrant,
    GroupView,
    Meeting,
    StageFacts,
    entrants_of,
    facts_of,
)
from competitions.selectors.self_checks import checks_in_words
from competitions.selectors.standings import ChiefDecision, stage_standings
from competitions.selectors.swiss import left_over
from competitions.selectors.tie_break_words import TIE_BREAK_RULES, word_name
from competitions.workflow import EntryState, MatchStatus, StageState

LOCKED = (StageState.LOCKED, StageState.CLOSED)


@dataclass(frozen=True, slots=True, kw_only=True)
class TieBreakChoice:
    """A tie-break in the list of the form: chosen ones first, in order."""

    key: str
    name: Any
    rule: Any
    is_chosen: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawnGroup:
    """A group, or the whole stage, with its members."""

    name: str
    members: tuple[Entrant, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawnRound:
    """A round with its meetings; `name` in a bracket."""

    number: int
    name: str
    meetings: tuple[Meeting, ...]
    decided: int
    approved: int
    games: int

    @property
    def is_untouched(self) -> bool:
        return all(m.is_bye or m.status == MatchStatus.SCHEDULED for m in self.meetings)


@dataclass(frozen=True, slots=True, kw_only=True)
class SwissNext:
    """The next round of a Swiss: its number, and the meetings that are not approved yet and so hinder it."""

    number: int
    planned: int
    hindering: tuple[Meeting, ...]
    late: tuple[Entry, ...]
    left_over: tuple[Entrant, ...] = ()
    absent: tuple[Entrant, ...] = ()

    @property
    def last(self) -> int:
        """The number of the newest round, 0 before there is any."""
        return self.number - 1

    @property
    def is_last_done(self) -> bool:
        return self.number > self.planned

    @property
    def seen(self) -> int:
        return self.number - 1


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawView:
    """Everything on the page of the draw."""

    stage: Stage | None
    facts: StageFacts | None
    shown: DrawShown | None
    groups: tuple[DrawnGroup, ...]
    rounds: tuple[DrawnRound, ...]
    checks: Sequence[Any]
    tie_breaks: tuple[TieBreakChoice, ...]
    usual_tie_breaks: dict[str, str]
    entries: int
    only_present: bool
    swiss: SwissNext | None
    bracket: BracketView | None
    late: tuple[Entry, ...]
    before: Stage | None
    level: tuple[LevelGroup, ...] = ()
    decisions: tuple[ChiefDecision, ...] = ()
    falls: Falls | None = None
    proposed: Mapping[str, Any] = field(default_factory=dict)

    @property
    def play_offs(self) -> tuple[DrawnRound, ...]:
        """The rounds of play-offs, which count in no table."""
        return tuple(drawn for drawn in self.rounds if any(m.is_play_off for m in drawn.meetings))

    @property
    def has_level(self) -> bool:
        return bool(self.level or self.decisions or self.play_offs)

    @property
    def is_locked(self) -> bool:
        return self.stage is not None and self.stage.state in LOCKED

    @property
    def is_closed(self) -> bool:
        """Whether the next stage may be drawn: this one is over and frozen."""
        return self.stage is not None and self.stage.state == StageState.CLOSED

    @property
    def may_close(self) -> bool:
        """Whether everything of the stage is played and approved."""
        if self.stage is None or self.stage.state != StageState.LOCKED or not self.rounds:
            return False
        if self.stage.system == Stage.System.RANKING_LIST:
            return False  # the page of its challenges closes it
        is_whole = self.bracket.is_over if self.bracket is not None else self.swiss is None or self.swiss.is_last_done
        return is_whole and all(drawn.approved == drawn.games for drawn in self.rounds)

    @property
    def system(self) -> str:
        """What the form proposes: the system of the draw, after a closed stage an elimination."""
        if self.is_closed:
            return Stage.System.SINGLE_ELIMINATION
        return self.stage.system if self.stage is not None else self.proposed.get("system", Stage.System.GROUPS)

    @property
    def version(self) -> int | None:
        return self.stage.version if self.stage is not None else None

    @property
    def is_drawn(self) -> bool:
        return self.stage is not None and self.stage.state != StageState.DRAFT


def draw_view(event: Event) -> DrawView:
    """The page of the draw of an event, for its newest stage. At most fifteen queries."""
    stage = event.stages.order_by("-number").first()
    counted = event.entries.aggregate(
        present=Count("id", filter=Q(state=EntryState.PRESENT)),
        entered=Count("id", filter=Q(state=EntryState.ENTERED)))
    present, entered = counted["present"], counted["entered"]
    facts = None
    if stage is not None:
        stage.event = event
        if stage.state != StageState.DRAFT:
            facts = panel_facts(stage)
    rounds = _rounds(facts) if facts is not None else ()
    tables = stage_standings(facts.stage, facts) if facts is not None and _has_table(facts) else ()
    is_swiss = stage is not None and stage.system == Stage.System.SWISS and stage.state in LOCKED
    return DrawView(
        stage=stage, facts=facts, shown=draw_shown(facts) if facts is not None else None,
        groups=_groups(facts) if facts is not None else (), rounds=rounds,
        checks=checks_in_words(facts) if facts is not None else (), tie_breaks=_tie_breaks(event, stage),
        usual_tie_breaks=usual_tie_breaks(event),
        entries=present or entered, only_present=present > 0,
        swiss=_swiss_next(stage, facts, rounds) if is_swiss and stage is not None and facts is not None else None,
        bracket=bracket_view(facts) if facts is not None and facts.stage.is_elimination else None,
        late=entries_after_draw(stage, facts) if _takes_late(stage) and stage is not None and facts is not None else (),
        before=_before(event, stage), level=level_in(facts, tables) if facts is not None and tables else (),
        decisions=tuple(decision for table in tables for decision in table.decisions),
        proposed=PRESETS[event.preset].draw if event.preset in PRESETS else {},
        falls=falls_with(facts) if facts is not None and facts.stage.state == StageState.LOCKED else None,
    )


def _has_table(facts: StageFacts) -> bool:
    """Whether a table is looked at for those who are level: once all of a locked stage is approved."""
    is_played = facts.stage.state in LOCKED and bool(facts.meetings) and all(m.is_approved for m in facts.meetings)
    return is_played and not facts.stage.is_elimination


def _before(event: Event, stage: Stage | None) -> Stage | None:
    """The closed stage from whose places the form takes entrants."""
    if stage is None or stage.state == StageState.CLOSED:
        return stage
    return event.stages.filter(number=stage.number - 1, state=StageState.CLOSED).first() if stage.number > 1 else None


def _takes_late(stage: Stage | None) -> bool:
    return stage is not None and stage.system == Stage.System.DOUBLE_ELIMINATION and stage.state == StageState.LOCKED


def entries_after_draw(stage: Stage, facts: StageFacts) -> tuple[Entry, ...]:
    """Who came after the draw."""
    placed = [e.id for e in facts.entrants]
    return tuple(Entry.objects.filter(event=stage.event).exclude(id__in=placed).exclude(
        state__in=[EntryState.WITHDRAWN, EntryState.EXCLUDED, EntryState.ABSENT]).select_related("person", "club"))


def stage_in(event: Event, uid: UUID) -> Stage:
    """A stage of an event. Raises NotFound."""
    found = event.stages.filter(uid=uid).first()
    if found is None:
        raise NotFound(kind="stage")
    return found


def stage_to_play(event: Event) -> Stage | None:
    """The newest stage of an event whose draw is locked."""
    found = event.stages.filter(state__in=LOCKED).order_by("-number").first()
    if found is not None:
        found.event = event
    return found


def panel_facts(stage: Stage) -> StageFacts:
    """The facts of a stage with the names of those who asked not to be named in public: officials know everybody."""
    entrants = entrants_of(stage)
    found = Entry.objects.filter(
        Q(person__hidden=True) | Q(members__person__hidden=True, team_name=""), placements__stage=stage)
    hidden = {
        entry.id: str(entry)
        for entry in found.distinct().select_related("person").prefetch_related("members__person")
    }
    if hidden:
        entrants = tuple(replace(e, name=hidden[e.id]) if e.id in hidden else e for e in entrants)
    groups = tuple(GroupView(*row) for row in stage.groups.order_by("number").values_list("id", "name"))
    return facts_of(stage, groups, entrants)


def _groups(facts: StageFacts) -> tuple[DrawnGroup, ...]:
    if not facts.groups:
        return (DrawnGroup(name="", members=facts.entrants),)
    return tuple(DrawnGroup(name=group.name, members=facts.members(group)) for group in facts.groups)


def _rounds(facts: StageFacts) -> tuple[DrawnRound, ...]:
    return tuple(_round(number, facts.names.get(number, ""), facts.of_round(number)) for number in facts.listed_rounds)


def _round(number: int, name: str, meetings: tuple[Meeting, ...]) -> DrawnRound:
    games = [m for m in meetings if not m.is_bye]
    return DrawnRound(
        number=number, name=name, meetings=meetings, games=len(games), approved=sum(m.is_approved for m in games),
        decided=sum(m.status in (MatchStatus.FINISHED, MatchStatus.APPROVED) for m in games),
    )


def _swiss_next(stage: Stage, facts: StageFacts, rounds: tuple[DrawnRound, ...]) -> SwissNext:
    return SwissNext(
        number=len(facts.rounds) + 1, planned=int(stage.options.get("rounds", 0)),
        hindering=tuple(m for m in facts.meetings if not m.is_approved), late=entries_after_draw(stage, facts),
        left_over=_left_over(facts), absent=tuple(e for e in facts.entrants if e.state == EntryState.ABSENT),
    )


def _left_over(facts: StageFacts) -> tuple[Entrant, ...]:
    """Whose opponent in the newest round is marked absent, before they have begun; and who is free."""
    keys = left_over(facts, max(facts.rounds)) if facts.rounds else ()
    return tuple(e for e in facts.entrants if e.key in keys)


def usual_tie_breaks(event: Event) -> dict[str, str]:
    """The list of the regulations for each system, in order, as words apart."""
    regulations = regulations_from(event.regulations)
    return {system: " ".join(regulations.tie_breaks(system)) for system in Stage.System.values}


def _tie_breaks(event: Event, stage: Stage | None) -> tuple[TieBreakChoice, ...]:
    regulations = regulations_from(event.regulations)
    system = stage.system if stage is not None else "round_robin"
    chosen = tuple(stage.tie_breaks) if stage is not None and stage.tie_breaks else regulations.tie_breaks(system)
    # What any system's usual list holds is there too: the page puts it in order when another system is chosen.
    usual = [word for other in Stage.System.values for word in regulations.tie_breaks(other)]
    return tuple(
        TieBreakChoice(key=key, name=word_name(key), rule=TIE_BREAK_RULES[parts_of(key)[1]], is_chosen=key in chosen)
        for key in dict.fromkeys((*chosen, *usual, *TIE_BREAKS))
    )
