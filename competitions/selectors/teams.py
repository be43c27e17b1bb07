"""Teams with their rosters, as the panel and the public see them."""

from __future__ import annotations

from dataclasses import dataclass
from uuid import UUID

from competitions.common.errors import NotFound
from competitions.formats.regulations import regulations_from
from competitions.formats.team_regulations import TeamRegulations
from competitions.models import Entry, EntryMember, Event, Team

from .entries import STATE_LABELS
from .rounds import OUT, public_name


@dataclass(frozen=True, slots=True, kw_only=True)
class MemberLine:
    """A member by number. `player`: the entry in the event of the games; `name` as officials see it."""

    number: int
    is_reserve: bool
    name: str
    public_name: str
    sex: str
    born: int | None
    licence: str
    player: UUID | None
    is_out: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class TeamLine:
    """A team with its roster."""

    uid: UUID
    number: int
    name: str
    club: str
    representative: str
    hall: str
    seed: int | None
    state: str
    state_label: str
    regulars: tuple[MemberLine, ...]
    reserves: tuple[MemberLine, ...]

    @property
    def is_out(self) -> bool:
        return self.state in OUT


def team_regulations_of(event: Event) -> TeamRegulations:
    """What the regulations say of teams. Raises NotFound for another kind of event."""
    rules = regulations_from(event.regulations).teams
    if rules is None:
        raise NotFound(kind="event")
    return rules


def is_of_teams(event: Event) -> bool:
    """Whether the entrants of an event are teams."""
    return event.kind == Event.Kind.TEAMS


def team_lines(event: Event) -> tuple[TeamLine, ...]:
    """All teams of an event by number. Three queries."""
    entries = list(Entry.objects.filter(event=event).select_related("club").order_by("number"))
    teams = {team.entry_id: team for team in Team.objects.filter(entry__event=event)}
    members: dict[int, list[MemberLine]] = {}
    rows = EntryMember.objects.filter(entry__event=event).select_related("person", "player").order_by("number")
    for row in rows:
        members.setdefault(row.entry_id, []).append(_member(row))
    return tuple(_line(entry, teams.get(entry.id), members.get(entry.id, [])) for entry in entries)


def team_line(event: Event, uid: UUID) -> TeamLine:
    """One team of an event. Raises NotFound."""
    found = next((line for line in team_lines(event) if line.uid == uid), None)
    if found is None:
        raise NotFound(kind="entry")
    return found


def roster_of(entry: Entry) -> tuple[MemberLine, ...]:
    """The members of one team, regulars by number, then the reserves."""
    rows = EntryMember.objects.filter(entry=entry).select_related("person", "player")
    return tuple(_member(row) for row in rows.order_by("is_reserve", "number"))


def _line(entry: Entry, team: Team | None, members: list[MemberLine]) -> TeamLine:
    return TeamLine(
        uid=entry.uid, number=entry.number, name=entry.team_name, club="" if entry.club is None else entry.club.name,
        representative="" if team is None else team.representative, hall="" if team is None else team.hall,
        seed=entry.seed, state=entry.state, state_label=str(STATE_LABELS[entry.state]),
        regulars=tuple(m for m in members if not m.is_reserve), reserves=tuple(m for m in members if m.is_reserve))


def _member(row: EntryMember) -> MemberLine:
    player = row.player
    return MemberLine(
        number=row.number, is_reserve=row.is_reserve, name=row.person.name,
        public_name=row.person.name if player is None else _public(player, row), sex=row.person.sex,
        born=row.person.born, licence=row.person.licence, player=None if player is None else player.uid,
        is_out=player is not None and player.state in OUT)


def _public(player: Entry, row: EntryMember) -> str:
    player.person = row.person
    return public_name(player)
