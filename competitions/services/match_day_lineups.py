"""Line-ups that were opened in another hall: compared where they are known, else opened here with their games."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from uuid import UUID

from competitions.common.actors import Actor
from competitions.common.errors import Conflict
from competitions.formats.match_day import LineUpRecord, MatchRecord
from competitions.models import LineUp, Match
from competitions.selectors.team_facts import SIDES, team_facts

from .audit import decision_record
from .lineups import commitment_of, refuse_wrong_order, sheet_get
from .team_boards import round_open


def lineups_merge(match: Match, record: MatchRecord, *, by: Actor, at: datetime) -> int:
    """Open the rounds of a match that the file has and the database has not; how many.

    An order that waits here for the other side gives way: the match is played in the other hall. Raises Conflict
    `match_day_differs` where a round has another open order here, is left out or has no two sides; Invalid as
    `lineup_by_official` does for an order that may not be (22.4).
    """
    opened = 0
    for number in sorted({lineup.round for lineup in record.lineups}):
        both = [lineup for lineup in record.lineups if lineup.round == number]
        told = {lineup.side: lineup for lineup in both}
        if len(both) != len(SIDES) or set(told) != set(SIDES):
            raise Conflict("match_day_differs", match=str(match), place=str(number))
        here = {row.sheet.side: row for row in LineUp.objects.filter(
            sheet__match=match, round=number).select_related("sheet")}
        if any(row.is_open for row in here.values()):
            _compare(match, number, told, here)
        else:
            _give_way(match, number, here, by=by, at=at)
            _open(match, number, told, record, by=by, at=at)
            opened += 1
    return opened


def _compare(
    match: Match, number: int, told: Mapping[str, LineUpRecord], here: Mapping[str, LineUp],
) -> None:
    for side in SIDES:
        row = here.get(side)
        if row is None or not row.is_open or list(told[side].order) != row.order:
            raise Conflict("match_day_differs", match=str(match), place=str(number))


def _give_way(match: Match, number: int, here: Mapping[str, LineUp], *, by: Actor, at: datetime) -> None:
    """Take the secret orders of a round out; the chain has their commitments."""
    for side, row in here.items():
        decision_record(
            match.stage.event.competition, kind="lineup.gave_way", subject=match.uid, by=by, at=at,
            facts={"side": side, "round": number, "commitment": row.commitment})
        row.delete()


def _open(
    match: Match, number: int, told: Mapping[str, LineUpRecord], record: MatchRecord, *, by: Actor, at: datetime,
) -> None:
    facts = team_facts(match)
    if number != facts.rounds_open + 1 or number > facts.teams.rounds:
        raise Conflict("match_day_differs", match=str(match), place=str(number))
    for side, lineup in told.items():
        refuse_wrong_order(facts, side, lineup.order)
    for side, lineup in told.items():
        LineUp.objects.create(
            sheet=sheet_get(match, side), round=number, order=list(lineup.order), salt=lineup.salt,
            commitment=commitment_of(lineup.salt, lineup.order), is_open=True,
            handed_in_at=datetime.fromisoformat(lineup.handed_in_at))
    decision_record(
        match.stage.event.competition, kind="lineups.opened", subject=match.uid, by=by, at=at, facts={
            "round": number, **{
                side: {"order": list(lineup.order), "salt": lineup.salt} for side, lineup in told.items()}})
    ids = {
        board.home_number: (UUID(board.match), UUID(board.game)) for board in record.boards if board.round == number}
    round_open(match, number, at=at, ids=ids)
