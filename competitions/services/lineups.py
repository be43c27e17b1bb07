"""Line-ups: handed in by both sides in secret, opened at once, then the games of the round are there (22.4).

Until both are in, an order is in its own row and nowhere else: the chain has a salted commitment, the stream that a
side has handed in, a refusal speaks of the asker's own team only.
"""

from __future__ import annotations

import hashlib
import hmac
import json
import secrets
from collections.abc import Sequence
from datetime import datetime
from typing import Any
from uuid import UUID

from django.conf import settings
from django.db import transaction

from competitions.common.actors import Action, Actor
from competitions.common.errors import Conflict, Invalid, NotFound
from competitions.formats.eligibility import Member, order_faults
from competitions.formats.errors import FormatError
from competitions.formats.team_squad import squad_of_match, squad_violations
from competitions.models import Account, Entry, LineUp, Match, TeamSheet
from competitions.selectors.rounds import DECIDED, OUT
from competitions.selectors.team_facts import (
    SIDES,
    Order,
    TeamFacts,
    clause_of_lineups,
    entry_of_side,
    may_change,
    squad_of,
    team_facts,
)
from competitions.selectors.visibility import require
from competitions.workflow import MatchStatus, StageState

from .audit import decision_record
from .interruptions import refuse_interrupted
from .matches import match_changed, match_lock
from .outbox import outbox_add
from .team_boards import round_open

TOKEN_BYTES = 18
SALT_BYTES = 32


def sheet_get(match: Match, side: str) -> TeamSheet:
    """The sheet of a side, made at first use."""
    entry_of_side(match, side)
    return TeamSheet.objects.get_or_create(match=match, side=side)[0]


def link_token(match: Match, side: str) -> str:
    """What makes the address of a side's line-up unguessable: derived, so that nothing secret is stored."""
    sheet = sheet_get(match, side)
    text = f"lineup:{match.uid}:{side}:{sheet.key}"
    return hmac.new(settings.SECRET_KEY.encode(), text.encode(), hashlib.sha256).hexdigest()[: 2 * TOKEN_BYTES]


def side_of_token(match_uid: UUID, token: str) -> tuple[Match, str]:
    """The match and side that a link is for. Raises NotFound for any other: a wrong one and an old one look alike."""
    match = (
        Match.objects.select_related("stage__event__competition", "round", "first", "second")
        .filter(uid=match_uid, second__isnull=False, stage__event__kind="teams").first())
    if match is not None:
        for side in SIDES:
            if hmac.compare_digest(link_token(match, side).encode(), token.encode()):
                return match, side
    raise NotFound(kind="lineup")


def link_renew(*, match_uid: UUID, side: str, by: Actor, at: datetime) -> None:
    """Make the old link of a side useless, and take back what it has handed in: it came into wrong hands."""
    with transaction.atomic():
        match = match_lock(match_uid)
        require(by, Action.EDIT_ENTRIES, match.stage.event.competition)
        sheet = sheet_get(match, side)
        sheet.key += 1
        sheet.save(update_fields=["key"])
        secret = LineUp.objects.filter(sheet=sheet, is_open=False, account=None)
        facts = {"side": side, "taken_back": list(secret.values_list("round", flat=True))}
        secret.delete()
        decision_record(
            match.stage.event.competition, kind="lineup.link", subject=match.uid, facts=facts, by=by, at=at)
        outbox_add("lineup.changed", competition=match.stage.event.competition.uid, match=match.uid)


def lineup_by_link(*, match_uid: UUID, token: str, number: int, order: Sequence[UUID | None], at: datetime) -> str:
    """As `lineup_by_official`, by the representative who has the link: the commitment, by which the order is known as
    the representative's own. Raises NotFound for a wrong link."""
    _match, side = side_of_token(match_uid, token)
    with transaction.atomic():
        match = match_lock(match_uid)
        _hand_in(match, side, number, order, by=Actor(name="representative"), at=at)
        return LineUp.objects.get(sheet=sheet_get(match, side), round=number).commitment


def lineup_by_official(
    *, match_uid: UUID, side: str, number: int, order: Sequence[UUID | None], by: Actor, at: datetime,
) -> bool:
    """Hand in the order of one side for a round; whether both are in now, and the games of the round there.

    Until then it may be handed in anew; what the representative has handed in no official replaces: Conflict
    `lineup_of_representative` until `link_renew` takes it back. Raises Conflict `other_round` when another round is
    wanted by now, `interrupted`, `lineup_is_open`, `match_over`, `substitution_late` with the clause; Invalid
    `lineup_<fault>` with round, number, name and clause; `wrong_length`, `player_out`, `not_in_team`, and the faults
    of sexes. Then nothing is stored.
    """
    with transaction.atomic():
        match = match_lock(match_uid)
        require(by, Action.ENTER_RESULT, match.stage.event.competition)
        if LineUp.objects.filter(
            sheet=sheet_get(match, side), round=number, is_open=False, account=None,
        ).exists():
            raise Conflict("lineup_of_representative")
        return _hand_in(match, side, number, order, by=by, at=at)


def round_keep(*, match_uid: UUID, number: int, by: Actor, at: datetime) -> bool:
    """Open the next round with the old order for every side that has announced no change, once it is too late for one.

    Raises Conflict `still_time` before that, and for round 1.
    """
    with transaction.atomic():
        match = match_lock(match_uid)
        require(by, Action.ENTER_RESULT, match.stage.event.competition)
        facts = team_facts(match)
        _refuse_round(facts, number)
        if number == 1 or may_change(facts):
            raise Conflict("still_time")
        opened = False
        for side in SIDES:
            if not LineUp.objects.filter(sheet=sheet_get(match, side), round=number).exists():
                opened = _store(facts, side, number, facts.orders[side][-1], by=by, at=at)
        return opened


def _hand_in(
    match: Match, side: str, number: int, order: Sequence[UUID | None], *, by: Actor, at: datetime,
) -> bool:
    entry = entry_of_side(match, side)
    facts = team_facts(match)
    _refuse_round(facts, number)
    wanted: Order = tuple(None if player is None else str(player) for player in order)
    _refuse_order(facts, entry, side, wanted)
    if number > 1 and not may_change(facts) and wanted != _announced(facts, side, number):
        raise Conflict("substitution_late", rule=clause_of_lineups(facts))
    return _store(facts, side, number, wanted, by=by, at=at)


def _announced(facts: TeamFacts, side: str, number: int) -> Order:
    """What stands for a round once it is too late for a change: the change that was announced in time, else the order
    of the round before; in either the number of whoever has left since is empty (14)."""
    secret = LineUp.objects.filter(sheet=sheet_get(facts.match, side), round=number).first()
    order = facts.orders[side][-1] if secret is None else tuple(secret.order)
    gone = _who_left(order)
    return tuple(None if player in gone else player for player in order)


def _refuse_round(facts: TeamFacts, number: int) -> None:
    if facts.match.stage.state != StageState.LOCKED:
        raise Conflict("not_locked")
    refuse_interrupted(facts.match.stage.event.competition)
    if facts.match.status == MatchStatus.POSTPONED:
        raise Conflict("match_postponed")
    if facts.match.status in DECIDED or facts.next_round is None:
        raise Conflict("match_over")
    if number <= facts.rounds_open:
        raise Conflict("lineup_is_open", round=number)
    if number != facts.next_round:
        raise Conflict("other_round", round=facts.next_round)


def _refuse_order(facts: TeamFacts, entry: Entry, side: str, order: Order) -> None:
    """Refuse an order that may not be handed in now."""
    people = _people(entry)
    for number, player in enumerate(order, 1):
        if player is not None and player in people and people[player].state in OUT:
            raise Invalid("player_out", path=f"number_{number}", name=str(people[player]), number=number)
    refuse_wrong_order(facts, side, order)


def refuse_wrong_order(facts: TeamFacts, side: str, order: Order) -> None:
    """Refuse an order of the next round by the first thing that is wrong with it; it speaks of the own team only.

    Raises Invalid as `lineup_by_official` does. Who is out by now may have played then, in another hall.
    """
    entry = entry_of_side(facts.match, side)
    size = facts.teams.size
    if len(order) != size:
        raise Invalid("wrong_length", path="order", low=size, high=size, count=len(order))
    if not any(order):
        raise Invalid("no_regulars", path="order")
    people = _people(entry)
    strangers = [player for player in order if player is not None and player not in people]
    if strangers:
        raise Invalid("not_in_team", path="order")
    _refuse_violation(facts, entry, side, order, people)
    members = [None if player is None else _member(people[player]) for player in order]
    for fault in order_faults(facts.teams, members):
        raise Invalid(fault.code, path=f"number_{fault.number}" if fault.number else "order", name=fault.name,
                      number=fault.number, limit=fault.limit)


def _people(entry: Entry) -> dict[str, Entry]:
    rows = Entry.objects.filter(membership__entry=entry).select_related("person")
    return {str(player.uid): player for player in rows}


def _member(player: Entry) -> Member:
    person = player.person
    if person is None:
        return Member(name=str(player))
    return Member(name=person.name, sex=person.sex, born=person.born)


def _refuse_violation(
    facts: TeamFacts, entry: Entry, side: str, order: Order, people: dict[str, Entry],
) -> None:
    rounds = [*facts.orders[side], order]
    roster = squad_of(entry)
    padded = (*roster.regulars, *[None] * (facts.teams.size - len(roster.regulars)))
    squad = squad_of_match(
        type(roster)(regulars=padded, reserves=roster.reserves), rounds[0], facts.teams.order)
    present = [player for player in order if player is not None]
    if len(set(present)) != len(present):
        raise Invalid("twice_in_round", path="order")
    try:
        found = squad_violations(squad, rounds, ruleset=facts.regulations.ruleset)
    except FormatError:
        raise Invalid("not_in_team", path="order") from None
    mine = [violation for violation in found if violation.round == len(rounds)]
    if mine:
        first = mine[0]
        raise Invalid(f"lineup_{first.fault.value}", path=f"number_{first.number}", number=first.number,
                      round=first.round, name=str(people[first.player]), rule=first.rule)


def order_bytes(order: Sequence[str | None]) -> bytes:
    """An order as it goes into the commitment."""
    return json.dumps(list(order), separators=(",", ":")).encode()


def commitment_of(salt: str, order: Sequence[str | None]) -> str:
    """SHA-256 of salt, line feed and order: says nothing before the salt is known, and nothing else afterwards."""
    return hashlib.sha256(salt.encode() + b"\n" + order_bytes(order)).hexdigest()


def _store(facts: TeamFacts, side: str, number: int, order: Order, *, by: Actor, at: datetime) -> bool:
    match = facts.match
    competition = match.stage.event.competition
    salt = secrets.token_hex(SALT_BYTES)
    account = Account.objects.filter(uid=by.account).first() if by.account is not None else None
    commitment = commitment_of(salt, order)
    sheet = sheet_get(match, side)
    if LineUp.objects.filter(sheet=sheet, round=number, is_open=True).exists():
        raise Conflict("lineup_is_open", round=number)
    LineUp.objects.update_or_create(
        sheet=sheet, round=number, defaults={
            "order": list(order), "salt": salt, "commitment": commitment, "account": account, "handed_in_at": at})
    decision_record(
        competition, kind="lineup.handed_in", subject=match.uid, by=by, at=at,
        facts={"side": side, "round": number, "commitment": commitment})
    both = LineUp.objects.filter(sheet__match=match, round=number)
    is_both = both.count() == len(SIDES)
    if is_both:
        _open(match, number, list(both.select_related("sheet").order_by("sheet__side")), by=by, at=at)
    outbox_add("lineup.changed", competition=competition.uid, match=match.uid)
    return is_both


def _open(match: Match, number: int, lineups: Sequence[LineUp], *, by: Actor, at: datetime) -> None:
    """Both are in: show them, with the salts that prove that neither was changed, and make the games of the round.

    The number of whoever has left since then is empty (14): the order is kept in the record, as it was handed in.
    """
    facts: dict[str, Any] = {"round": number}
    for lineup in lineups:
        told = {"order": lineup.order, "salt": lineup.salt}
        gone = _who_left(lineup.order)
        if gone:
            told["out"] = [place for place, player in enumerate(lineup.order, 1) if player in gone]
            lineup.order = [None if player in gone else player for player in lineup.order]
            lineup.commitment = commitment_of(lineup.salt, lineup.order)
        facts[lineup.sheet.side] = told
        lineup.is_open = True
        lineup.save(update_fields=["order", "commitment", "is_open"])
    decision_record(
        match.stage.event.competition, kind="lineups.opened", subject=match.uid, by=by, at=at, facts=facts)
    round_open(match, number, at=at)
    match_changed(match, "round.changed")


def _who_left(order: Sequence[str | None]) -> set[str]:
    players = [player for player in order if player is not None]
    rows = Entry.objects.filter(uid__in=players, state__in=OUT)
    return {str(uid) for uid in rows.values_list("uid", flat=True)}
