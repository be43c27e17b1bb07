"""What is drawn and played in a stage, as values for pages and prints: a handful of queries, whatever the size."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from uuid import UUID

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from competitions.common.errors import NotFound
from competitions.models import Entry, EntryMember, Game, Match, Round, Stage, StageEntry
from competitions.workflow import EntryState, MatchStatus, Outcome

from .expected import Expected
from .round_names import names_of_rounds

IN_PLAY = (MatchStatus.CALLED, MatchStatus.WARMING_UP, MatchStatus.RUNNING)
DECIDED = (MatchStatus.FINISHED, MatchStatus.APPROVED)
OUT = (EntryState.WITHDRAWN, EntryState.EXCLUDED)
# What counts for nobody.
NOTHING = (Outcome.VOID, Outcome.NOT_NEEDED)


@dataclass(frozen=True, slots=True)
class Badge:
    """A state in words, with the class of its colour: never the colour alone."""

    text: str | Promise
    css: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Entrant:
    """An entry as the public sees it: a hidden person is shown by number."""

    id: int
    uid: UUID
    number: int
    name: str
    club: str = ""
    class_name: str = ""
    seed: int | None = None
    rating: int | None = None
    state: str = EntryState.ENTERED
    out_reason: str = ""
    group_id: int | None = None
    draw_number: int = 0
    joined_round: int = 1

    @property
    def key(self) -> str:
        """What draws and tables know the entry by: its number on the list, so that the lot can be repeated."""
        return str(self.number)

    @property
    def is_out(self) -> bool:
        return self.state in OUT

    @property
    def state_text(self) -> str | Promise:
        return _ENTRY_WORDS[EntryState(self.state)]


_ENTRY_WORDS: Mapping[EntryState, Promise] = {
    EntryState.ENTERED: gettext_lazy("entered"), EntryState.PRESENT: gettext_lazy("present"),
    EntryState.ABSENT: gettext_lazy("absent"), EntryState.WITHDRAWN: gettext_lazy("withdrawn"),
    EntryState.EXCLUDED: gettext_lazy("excluded"),
}

_STATUS_BADGES: Mapping[MatchStatus, Badge] = {
    MatchStatus.SCHEDULED: Badge(pgettext_lazy("match", "to be played"), "is-quiet"),
    MatchStatus.CALLED: Badge(pgettext_lazy("match", "called"), "is-info"),
    MatchStatus.WARMING_UP: Badge(pgettext_lazy("match", "warming up"), "is-info"),
    MatchStatus.RUNNING: Badge(pgettext_lazy("match", "running"), "is-live"),
    MatchStatus.FINISHED: Badge(pgettext_lazy("match", "provisional"), "is-warn"),
    MatchStatus.APPROVED: Badge(pgettext_lazy("match", "approved"), "is-ok"),
    MatchStatus.POSTPONED: Badge(pgettext_lazy("match", "postponed"), "is-quiet"),
    MatchStatus.ADJOURNED: Badge(pgettext_lazy("match", "adjourned"), "is-quiet"),
}
_OUTCOME_BADGES: Mapping[Outcome, Badge] = {
    Outcome.WALKOVER: Badge(pgettext_lazy("match", "awarded: no-show")),
    Outcome.RETIRED: Badge(pgettext_lazy("match", "awarded: retired")),
    Outcome.FORFEITED: Badge(pgettext_lazy("match", "awarded: forfeited")),
    Outcome.EXCLUDED: Badge(pgettext_lazy("match", "awarded: excluded")),
    Outcome.DOUBLE_LOSS: Badge(pgettext_lazy("match", "lost by both")),
    Outcome.TIME_LIMIT: Badge(pgettext_lazy("match", "time limit")),
    Outcome.VOID: Badge(pgettext_lazy("match", "void")),
    Outcome.NOT_NEEDED: Badge(pgettext_lazy("match", "not needed"), "is-quiet"),
}
_BYE = Badge(pgettext_lazy("match", "bye"), "is-quiet")
_CORRECTED = Badge(pgettext_lazy("match", "corrected"), "is-info")
_REVIEW = Badge(pgettext_lazy("match", "under review"), "is-warn")


@dataclass(slots=True, kw_only=True)  # not frozen: a table of 435 matches is read in half the time
class Meeting:
    """A match as the public sees it. A disputed result (two tablets disagree) is not published until one is chosen."""

    id: int
    uid: UUID
    game: UUID | None
    round_number: int
    number: int
    group_id: int | None
    group: str
    first: Entrant
    second: Entrant | None
    first_stroke: str
    table: int | None
    slot: int | None
    status: MatchStatus
    outcome: Outcome
    winner: str
    sets: tuple[int, int] | None
    awarded: bool
    corrected: bool
    is_disputed: bool
    called_at: datetime | None
    approved_at: datetime | None
    key: str = ""
    play_off_first: int = 0
    held_reason: str = ""
    not_before: datetime | None = None
    # About when and where it begins; `forecast.tell_times` fills it in for the pages that show it.
    expected: Expected | None = None

    @property
    def is_bye(self) -> bool:
        return self.second is None

    @property
    def is_play_off(self) -> bool:
        """Whether it is a game of a play-off; `play_off_first` is the number of its first round."""
        return self.play_off_first > 0

    @property
    def is_of_teams(self) -> bool:
        """Two teams: it is made of games of their players, and has a page of its own instead of a protocol."""
        return self.game is None and self.second is not None

    @property
    def in_play(self) -> bool:
        return self.status in IN_PLAY

    @property
    def is_held(self) -> bool:
        """Postponed or adjourned."""
        return self.status in (MatchStatus.POSTPONED, MatchStatus.ADJOURNED)

    @property
    def is_decided(self) -> bool:
        return self.status in DECIDED and not self.is_disputed

    @property
    def is_approved(self) -> bool:
        return self.status == MatchStatus.APPROVED

    @property
    def is_provisional(self) -> bool:
        return self.status == MatchStatus.FINISHED

    @property
    def score(self) -> tuple[str, str] | None:
        """What stands between the names; + and − for a game that was awarded, nothing before the first set."""
        if self.is_bye or self.is_disputed or self.outcome in NOTHING:
            return None
        if self.awarded and self.is_decided:
            return ("+" if self.winner == "A" else "−", "+" if self.winner == "B" else "−")
        if self.sets is None or not (self.is_decided or self.status in (MatchStatus.RUNNING, MatchStatus.ADJOURNED)):
            return None
        return (str(self.sets[0]), str(self.sets[1]))

    @property
    def score_text(self) -> str:
        return "" if self.score is None else f"{self.score[0]}:{self.score[1]}"

    @property
    def badges(self) -> tuple[Badge, ...]:
        """The state in words: to be decided, bye, walkover and void are different things."""
        if self.is_bye:
            return (_BYE,)
        if self.is_disputed and not self.is_approved:
            return (_REVIEW,)
        found = [_STATUS_BADGES[self.status]]
        if self.status in DECIDED and self.outcome in _OUTCOME_BADGES:
            found.append(_OUTCOME_BADGES[self.outcome])
        if self.corrected:
            found.append(_CORRECTED)
        return tuple(found)

    def won_by(self, entrant: Entrant) -> bool:
        side = "A" if entrant.id == self.first.id else "B"
        return self.is_decided and self.winner == side


@dataclass(frozen=True, slots=True)
class GroupView:
    id: int
    name: str


@dataclass(frozen=True, slots=True)
class StageFacts:
    """A stage with everything that its pages show. `names`: of the rounds of a bracket and of play-offs, by number.

    `play_offs`: games that stand apart, because they count in no table, only for the order of those who were level.
    """

    stage: Stage
    groups: tuple[GroupView, ...]
    entrants: tuple[Entrant, ...]
    meetings: tuple[Meeting, ...]
    names: Mapping[int, str] = field(default_factory=dict)
    play_offs: tuple[Meeting, ...] = ()

    @property
    def rounds(self) -> tuple[int, ...]:
        return tuple(sorted({meeting.round_number for meeting in self.meetings}))

    @property
    def listed(self) -> tuple[Meeting, ...]:
        """All that is played, the play-offs last."""
        return (*self.meetings, *self.play_offs)

    @property
    def listed_rounds(self) -> tuple[int, ...]:
        """The numbers of all rounds, those of play-offs too."""
        return tuple(sorted({meeting.round_number for meeting in self.listed}))

    @property
    def current_round(self) -> int | None:
        """The first round in which something is still to be played, else the last one."""
        open_rounds = [m.round_number for m in self.listed if not m.is_bye and m.status not in DECIDED]
        return min(open_rounds, default=max(self.listed_rounds, default=None))

    def of_round(self, number: int) -> tuple[Meeting, ...]:
        return tuple(meeting for meeting in self.listed if meeting.round_number == number)

    def round_shown(self, number: int | None) -> tuple[Meeting, ...]:
        """The matches of a round as they are played: by time slot and table. Raises NotFound for a round not drawn."""
        if number is None:
            return ()
        if number not in self.listed_rounds:
            raise NotFound(kind="round")
        last = 10**6
        return tuple(sorted(self.of_round(number), key=lambda m: (m.is_bye, m.slot or last, m.table or last, m.number)))

    def idle(self, number: int | None) -> tuple[Entrant, ...]:
        """Who has a free round: in a round robin of an odd field there is no match for that."""
        has_free = not self.stage.is_elimination and self.stage.system != Stage.System.RANKING_LIST
        if number is None or not has_free or number not in self.rounds:
            return ()
        drawn = [m for m in self.of_round(number) if m.outcome != Outcome.VOID]
        busy = {e.id for m in drawn for e in (m.first, m.second) if e is not None}
        return tuple(e for e in self.entrants if e.id not in busy and not e.is_out and e.joined_round <= number)

    def members(self, group: GroupView | None) -> tuple[Entrant, ...]:
        return self.entrants if group is None else tuple(e for e in self.entrants if e.group_id == group.id)

    def of_group(self, group: GroupView | None) -> tuple[Meeting, ...]:
        return self.meetings if group is None else tuple(m for m in self.meetings if m.group_id == group.id)


def public_name(entry: Entry, members: Sequence[tuple[str, bool]] = ()) -> str:
    """The name for everybody: a person who asked not to be named is shown by the number of the entry.

    `members` of a pair or team: name and whether hidden.
    """
    hidden = _("No. %(number)s") % {"number": entry.number}
    if entry.person is not None:
        return hidden if entry.person.hidden else entry.person.name
    if entry.team_name:
        return entry.team_name
    return " / ".join(hidden if is_hidden else name for name, is_hidden in members) or hidden


def home_of(entry: Entry) -> str:
    """Where an entrant comes from: the team of its member, else the club."""
    if entry.person_id is not None and entry.team_name:
        return entry.team_name
    return "" if entry.club is None else entry.club.name


def entrant_of(
    entry: Entry, members: Sequence[tuple[str, bool]] = (), *, group_id: int | None = None, draw_number: int = 0,
    joined_round: int = 1,
) -> Entrant:
    """An entry (with person and club loaded) as the public sees it."""
    is_hidden = entry.person is not None and entry.person.hidden
    return Entrant(
        id=entry.id, uid=entry.uid, number=entry.number, name=public_name(entry, members),
        club="" if is_hidden else home_of(entry), class_name=entry.class_name, seed=entry.seed,
        rating=entry.rating, state=entry.state, out_reason=entry.out_reason, group_id=group_id,
        draw_number=draw_number, joined_round=joined_round,
    )


def members_of(entry_ids: Iterable[int]) -> dict[int, list[tuple[str, bool]]]:
    """Names of the members of pairs and teams, in order, each with whether it is hidden. One query."""
    found: dict[int, list[tuple[str, bool]]] = {}
    rows = EntryMember.objects.filter(entry__in=list(entry_ids), is_reserve=False).order_by("number")
    for entry_id, name, hidden in rows.values_list("entry_id", "person__name", "person__hidden"):
        found.setdefault(entry_id, []).append((name, hidden))
    return found


def entrants_of(stage: Stage) -> tuple[Entrant, ...]:
    """The entrants of a stage in the order of its draw."""
    rows = list(
        StageEntry.objects.filter(stage=stage).select_related("entry__person", "entry__club").order_by("number")
    )
    nameless = [row.entry_id for row in rows if row.entry.person_id is None and not row.entry.team_name]
    members = members_of(nameless) if nameless else {}
    return tuple(
        entrant_of(
            row.entry, members.get(row.entry_id, ()), group_id=row.group_id, draw_number=row.number,
            joined_round=row.joined_round,
        )
        for row in rows
    )


_FIELDS = (
    "id", "uid", "round__number", "number", "group_id", "group__name", "first_id", "second_id", "first_stroke",
    "table__number", "slot", "status", "outcome", "winner", "sets_first", "sets_second", "awarded", "corrected",
    "called_at", "approved_at", "bracket_key", "round__kind", "round__figures", "held_reason", "not_before",
)


def meetings_of(
    stage: Stage, entrants: Iterable[Entrant], *, match_id: int | None = None,
) -> tuple[Meeting, ...]:
    """The matches of a stage (or one of them) by round and number, each with the address of its game. Two queries."""
    by_id = {entrant.id: entrant for entrant in entrants}
    only = {} if match_id is None else {"id": match_id}
    boards = Game.objects.filter(match__in=Match.objects.filter(stage=stage, **only)).order_by("-board")
    games = {of: (uid, disputed) for of, uid, disputed in boards.values_list("match_id", "uid", "has_conflict")}
    rows = Match.objects.filter(stage=stage, **only).order_by("round__number", "number").values_list(*_FIELDS)
    return tuple(_meeting(row, by_id, games) for row in rows.iterator(chunk_size=2000))


def _meeting(row: tuple, by_id: Mapping[int, Entrant], games: Mapping[int, tuple[UUID, bool]]) -> Meeting:  # type: ignore[type-arg]
    (id_, uid, round_number, number, group_id, group, first, second, stroke, table, slot, status, outcome, winner,
     sets_first, sets_second, awarded, corrected, called_at, approved_at, key, kind, figures, held_reason,
     not_before) = row
    game, disputed = games.get(id_, (None, False))
    return Meeting(
        id=id_, uid=uid, game=game, round_number=round_number, number=number, group_id=group_id, group=group or "",
        first=by_id[first], second=by_id[second] if second else None, first_stroke=stroke, table=table, slot=slot,
        status=MatchStatus(status), outcome=Outcome(outcome), winner=winner,
        sets=None if sets_first is None or sets_second is None else (sets_first, sets_second), awarded=awarded,
        corrected=corrected, is_disputed=disputed and status != MatchStatus.APPROVED, called_at=called_at,
        approved_at=approved_at, key=key, play_off_first=figures["first"] if kind == Round.PLAY_OFF else 0,
        held_reason=held_reason, not_before=not_before,
    )


def stage_facts(stage: Stage) -> StageFacts:
    """Everything that the pages of a stage show, in four queries."""
    entrants = entrants_of(stage)
    groups = tuple(GroupView(*row) for row in stage.groups.order_by("number").values_list("id", "name"))
    return facts_of(stage, groups, entrants)


def facts_of(stage: Stage, groups: tuple[GroupView, ...], entrants: tuple[Entrant, ...]) -> StageFacts:
    """The facts of a stage with these entrants; the games of play-offs apart."""
    meetings = meetings_of(stage, entrants)
    play_offs = tuple(meeting for meeting in meetings if meeting.is_play_off)
    if play_offs:
        meetings = tuple(meeting for meeting in meetings if not meeting.is_play_off)
    named = (Stage.System.RANKING_LIST, Stage.System.TEAM_BOARDS)
    has_names = stage.is_elimination or stage.system in named or play_offs
    names = names_of_rounds(stage) if has_names else {}
    return StageFacts(stage, groups, entrants, meetings, names, play_offs)


def round_trf(stage: Stage, number: int) -> str:
    """The file from which any other program can repeat the pairing of a Swiss round. Raises NotFound."""
    text = stage.rounds.filter(number=number).values_list("trf", flat=True).first()
    if not text:
        raise NotFound(kind="round")
    return text


def rounds_with_trf(stage: Stage) -> tuple[int, ...]:
    """Numbers of the rounds that have such a file."""
    return tuple(stage.rounds.exclude(trf="").order_by("number").values_list("number", flat=True))
