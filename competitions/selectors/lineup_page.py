"""Line-ups as they may be read: open ones by everybody, a secret one by the browser or official that handed it in."""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import pairwise
from typing import Any
from uuid import UUID

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from competitions.models import Entry, EntryMember, LineUp, Match

from .rounds import public_name
from .team_facts import SIDES, TeamFacts, entry_of_side, may_change, ruleset_of_lineups, team_facts


@dataclass(frozen=True, slots=True)
class Choice:
    """A member as the list of a number offers it."""

    uid: str
    label: str


@dataclass(frozen=True, slots=True)
class OpenRound:
    """A round whose line-ups are open: the names of both sides, number by number; None for an empty place."""

    number: int
    own: tuple[str | None, ...]
    other: tuple[str | None, ...]

    @property
    def pairs(self) -> tuple[tuple[str | None, str | None], ...]:
        return tuple(zip(self.own, self.other, strict=True))


@dataclass(frozen=True, slots=True, kw_only=True)
class SideState:
    """How far a side is with the round that is wanted. `order`: only for whoever handed it in."""

    side: str
    name: str
    handed_in_at: datetime | None
    by_link: bool
    order: tuple[str | None, ...] | None


@dataclass(frozen=True, slots=True, kw_only=True)
class LineupForm:
    """What is offered to hand in an order: for each number the choice that stands there now."""

    side: str
    number: int
    choices: tuple[Choice, ...]
    chosen: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class LineupPage:
    """The page of a representative. `closing`: until when the order of the wanted round may differ from the one before,
    in words; `is_late`: that is over, and only the order that stands can be handed in (22.4)."""

    match: Match
    side: str
    team: str
    opponent: str
    facts: TeamFacts
    number: int | None
    mine: SideState
    is_mine_hidden: bool
    is_other_in: bool
    form: LineupForm | None
    rounds: tuple[OpenRound, ...]
    is_late: bool
    closing: str


def names_of_players(match: Match, *, is_public: bool) -> dict[str, str]:
    """The names of all members of both teams by the id of their entry in the event of the games."""
    rows = Entry.objects.filter(membership__entry__in=[match.first_id, match.second_id]).select_related("person")
    return {str(entry.uid): public_name(entry) if is_public else str(entry) for entry in rows}


def lineup_page(match: Match, side: str, *, known: Container[str] = ()) -> LineupPage:
    """The page of the side whose link it is. `known`: the commitments of the orders that the reader has handed in: the
    link alone shows no secret order, for officials have it too."""
    facts = team_facts(match)
    names = names_of_players(match, is_public=False)
    other = "B" if side == "A" else "A"
    states = {state.side: state for state in sides_state(facts, names, known=known)}
    mine, secret = states[side], _secret(match, side, facts.next_round)
    is_known = secret is not None and secret.commitment in known
    return LineupPage(
        match=match, side=side, team=states[side].name, opponent=states[other].name, facts=facts,
        number=facts.next_round, mine=mine, is_mine_hidden=secret is not None and not is_known,
        is_other_in=states[other].handed_in_at is not None,
        form=lineup_form(facts, side, secret=secret if is_known else None),
        rounds=open_rounds_of(facts, names, side), closing=_closing(facts),
        is_late=facts.rounds_open > 0 and facts.next_round is not None and not may_change(facts))


def _closing(facts: TeamFacts) -> str:
    """When it becomes too late for a change, by the rule set; nothing for round 1, which knows no change."""
    before = {"number": facts.rounds_open}
    if not facts.rounds_open:
        return ""
    if ruleset_of_lineups(facts) == "int-2017":
        return _("A change may be announced until the last game of round %(number)s has ended.") % before
    return _("A change may be announced until the last game of round %(number)s begins (22.4).") % before


def sides_state(
    facts: TeamFacts, names: Mapping[str, str], *, known: Container[str] = (), account: UUID | None = None,
) -> tuple[SideState, ...]:
    """Both sides in the round that is wanted. `known`: the commitments of the orders that the reader has handed in by
    a link; an official (`account`) sees what he or she has typed in."""
    return tuple(_state(facts, names, side, known, account) for side in SIDES)


def _state(
    facts: TeamFacts, names: Mapping[str, str], side: str, known: Container[str], account: UUID | None,
) -> SideState:
    secret = _secret(facts.match, side, facts.next_round)
    is_typist = secret is not None and account is not None and secret.account is not None and (
        secret.account.uid == account)
    order = None
    if secret is not None and (secret.commitment in known or is_typist):
        order = tuple(None if player is None else names[player] for player in secret.order)
    return SideState(
        side=side, name=entry_of_side(facts.match, side).team_name,
        handed_in_at=None if secret is None else secret.handed_in_at,
        by_link=secret is not None and secret.account_id is None, order=order)


def _secret(match: Match, side: str, number: int | None) -> LineUp | None:
    """What a side has handed in for a round that is not open."""
    rows = LineUp.objects.filter(sheet__match=match, sheet__side=side, round=number or 0, is_open=False)
    return rows.select_related("account").first()


def lineup_form(facts: TeamFacts, side: str, *, secret: LineUp | None = None) -> LineupForm | None:
    """The lists for the round that is wanted, with what stands there: what the side itself has handed in (`secret`,
    for whoever did so), else the order of the round before, else the roster."""
    number = facts.next_round
    if number is None:
        return None
    rows = list(EntryMember.objects.filter(
        entry=entry_of_side(facts.match, side), player__isnull=False).select_related("person", "player"))
    rows.sort(key=lambda row: (row.is_reserve, row.number))
    size = facts.teams.size
    regulars = {row.number: _uid(row) for row in rows if not row.is_reserve}
    order: Sequence[str | None] = [regulars.get(place) for place in range(1, size + 1)]
    if facts.orders[side]:
        order = facts.orders[side][-1]
    if secret is not None:
        order = secret.order
    return LineupForm(
        side=side, number=number, choices=tuple(Choice(_uid(row), _label(row)) for row in rows),
        chosen=tuple(player or "" for player in order))


def _uid(row: EntryMember) -> str:
    return "" if row.player is None else str(row.player.uid)


def _label(row: EntryMember) -> str:
    if row.is_reserve:
        return _("%(name)s (reserve %(number)s)") % {"name": row.person.name, "number": row.number}
    return f"{row.number}. {row.person.name}"


def open_rounds_of(facts: TeamFacts, names: Mapping[str, str], side: str) -> tuple[OpenRound, ...]:
    """The rounds whose line-ups are open, seen from one side."""
    other = "B" if side == "A" else "A"
    return tuple(
        OpenRound(number, _named(own, names), _named(theirs, names))
        for number, (own, theirs) in enumerate(
            zip(facts.orders[side], facts.orders[other], strict=True), 1))


def _named(order: Sequence[str | None], names: Mapping[str, str]) -> tuple[str | None, ...]:
    return tuple(None if player is None else names.get(player, "?") for player in order)


def side_word(side: str) -> str:
    """What a side is called on the protocol."""
    return pgettext("team", "home") if side == "A" else pgettext("team", "guests")


def substitutions(facts: TeamFacts, side: str) -> list[dict[str, Any]]:
    """Who stands in for whom from which round on, as ids: number, round, who goes, who comes."""
    orders = facts.orders[side]
    return [
        {"round": number, "number": place, "out": before, "in": after}
        for number, (old, new) in enumerate(pairwise(orders), 2)
        for place, (before, after) in enumerate(zip(old, new, strict=True), 1) if before != after
    ]
