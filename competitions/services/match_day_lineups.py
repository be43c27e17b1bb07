"""Line-ups that were opened in another hall: compared where they are known, else opened here with their games."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from uuid import UUID

from competitions.common.actors import Actor
from competitions.common.errors import Conflict
from competitions.formats.match_day import LineUpRecord, MatchRecord
from competitions.models import Entry, LineUp, Match
from competitions.selectors.team_facts import SIDES, entry_of_side

from .audit import decision_record
from .lineups import commitment_of, sheet_get
from .team_boards import round_open


def lineups_merge(match: Match, record: MatchRecord, *, by: Actor, at: datetime) -> int:
    """Open the rounds of a match that the file has and the database has not; how many.

    Raises Conflict `match_day_differs` where a round has another order here, or an order that waits for the other side.
    """
    opened = 0
    for number in sorted({lineup.round for lineup in record.lineups}):
        told = {lineup.side: lineup for lineup in record.lineups if lineup.round == number}
        if set(told) != set(SIDES):
            raise Conflict("match_day_differs", match=str(match), place=str(number))
        here = {row.sheet.side: row for row in LineUp.objects.filter(
            sheet__match=match, round=number).select_related("sheet")}
        if here:
            _compare(match, number, told, here)
        else:
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


def _open(
    match: Match, number: int, told: Mapping[str, LineUpRecord], record: MatchRecord, *, by: Actor, at: datetime,
) -> None:
    for side, lineup in told.items():
        _refuse_strangers(match, side, lineup)
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


def _refuse_strangers(match: Match, side: str, lineup: LineUpRecord) -> None:
    """The order names members of the team as it is known here."""
    size = match.stage.event.regulations["teams"]["size"]
    known = {str(uid) for uid in Entry.objects.filter(
        membership__entry=entry_of_side(match, side)).values_list("uid", flat=True)}
    players = [player for player in lineup.order if player is not None]
    if len(lineup.order) != size or not set(players) <= known or len(set(players)) != len(players):
        raise Conflict("match_day_differs", match=str(match), place=str(lineup.round))
