"""Statuses and legal moves, as tables. One function reads each table; no other line assigns a status.

Pure: imports nothing outside the standard library and `common`.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import TypeVar

from competitions.common.errors import IllegalMove

S = TypeVar("S", bound=StrEnum)
M = TypeVar("M", bound=StrEnum)


class MatchStatus(StrEnum):
    """Where a match stands on its way from the draw to the approved result."""

    SCHEDULED = "scheduled"
    CALLED = "called"
    WARMING_UP = "warming_up"
    RUNNING = "running"
    FINISHED = "finished"
    APPROVED = "approved"
    POSTPONED = "postponed"
    ADJOURNED = "adjourned"


class MatchMove(StrEnum):
    """What can be done to a match."""

    CALL = "call"
    UNCALL = "uncall"
    WARM_UP = "warm_up"
    START = "start"
    FINISH = "finish"
    UNFINISH = "unfinish"
    RETRACT = "retract"
    APPROVE = "approve"
    REOPEN = "reopen"
    POSTPONE = "postpone"
    ADJOURN = "adjourn"
    RESUME = "resume"
    VOID = "void"
    DROP = "drop"
    TAKE_UP = "take_up"


class Outcome(StrEnum):
    """How a result came about. To be decided, bye, walkover and not needed are four different things."""

    NONE = ""
    PLAYED = "played"
    BYE = "bye"
    WALKOVER = "walkover"
    RETIRED = "retired"
    FORFEITED = "forfeited"
    EXCLUDED = "excluded"
    DOUBLE_LOSS = "double_loss"
    TIME_LIMIT = "time_limit"
    VOID = "void"
    NOT_NEEDED = "not_needed"


_BEFORE_PLAY = (MatchStatus.SCHEDULED, MatchStatus.CALLED, MatchStatus.WARMING_UP)
# Who leaves the competition loses what was postponed too, and paper may bring the result of a match played elsewhere.
_UNFINISHED = (*_BEFORE_PLAY, MatchStatus.RUNNING, MatchStatus.ADJOURNED, MatchStatus.POSTPONED)

MATCH_MOVES: Mapping[tuple[MatchStatus, MatchMove], MatchStatus] = {
    (MatchStatus.SCHEDULED, MatchMove.CALL): MatchStatus.CALLED,
    (MatchStatus.CALLED, MatchMove.CALL): MatchStatus.CALLED,
    (MatchStatus.CALLED, MatchMove.UNCALL): MatchStatus.SCHEDULED,
    **{(status, MatchMove.WARM_UP): MatchStatus.WARMING_UP for status in _BEFORE_PLAY},
    **{(status, MatchMove.START): MatchStatus.RUNNING for status in _BEFORE_PLAY},
    **{(status, MatchMove.FINISH): MatchStatus.FINISHED for status in _UNFINISHED},
    (MatchStatus.FINISHED, MatchMove.UNFINISH): MatchStatus.RUNNING,
    # A result that was typed for the wrong match, taken back: nothing has been played there.
    (MatchStatus.FINISHED, MatchMove.RETRACT): MatchStatus.SCHEDULED,
    (MatchStatus.FINISHED, MatchMove.APPROVE): MatchStatus.APPROVED,
    (MatchStatus.APPROVED, MatchMove.REOPEN): MatchStatus.FINISHED,
    **{(status, MatchMove.POSTPONE): MatchStatus.POSTPONED for status in _BEFORE_PLAY},
    (MatchStatus.RUNNING, MatchMove.ADJOURN): MatchStatus.ADJOURNED,
    (MatchStatus.ADJOURNED, MatchMove.RESUME): MatchStatus.RUNNING,
    (MatchStatus.POSTPONED, MatchMove.RESUME): MatchStatus.SCHEDULED,
    # A correction brought others into its place of a bracket: it counts for nobody and stays to be read.
    **{(status, MatchMove.VOID): MatchStatus.APPROVED for status in MatchStatus},
    # A game of a team match that is won already (23.2), and one that a correction makes necessary again.
    **{(status, MatchMove.DROP): MatchStatus.APPROVED for status in _BEFORE_PLAY},
    (MatchStatus.APPROVED, MatchMove.TAKE_UP): MatchStatus.SCHEDULED,
}


class StageState(StrEnum):
    """A stage is drawn, looked at, locked, played, closed."""

    DRAFT = "draft"
    DRAWN = "drawn"
    LOCKED = "locked"
    CLOSED = "closed"


class StageMove(StrEnum):
    DRAW = "draw"
    DISCARD = "discard"
    LOCK = "lock"
    UNLOCK = "unlock"
    CLOSE = "close"
    REOPEN = "reopen"


STAGE_MOVES: Mapping[tuple[StageState, StageMove], StageState] = {
    (StageState.DRAFT, StageMove.DRAW): StageState.DRAWN,
    (StageState.DRAWN, StageMove.DRAW): StageState.DRAWN,
    (StageState.DRAWN, StageMove.DISCARD): StageState.DRAFT,
    (StageState.DRAWN, StageMove.LOCK): StageState.LOCKED,
    # While nobody has begun.
    (StageState.LOCKED, StageMove.UNLOCK): StageState.DRAWN,
    (StageState.LOCKED, StageMove.CLOSE): StageState.CLOSED,
    (StageState.CLOSED, StageMove.REOPEN): StageState.LOCKED,
}


class ChallengeState(StrEnum):
    """A challenge on a ranking list, from its making to whatever became of it."""

    OPEN = "open"
    ACCEPTED = "accepted"
    DECLINED = "declined"
    EXPIRED = "expired"
    WITHDRAWN = "withdrawn"


class ChallengeMove(StrEnum):
    ACCEPT = "accept"
    DECLINE = "decline"
    EXPIRE = "expire"
    WITHDRAW = "withdraw"


CHALLENGE_MOVES: Mapping[tuple[ChallengeState, ChallengeMove], ChallengeState] = {
    (ChallengeState.OPEN, ChallengeMove.ACCEPT): ChallengeState.ACCEPTED,
    (ChallengeState.OPEN, ChallengeMove.DECLINE): ChallengeState.DECLINED,
    (ChallengeState.OPEN, ChallengeMove.EXPIRE): ChallengeState.EXPIRED,
    (ChallengeState.OPEN, ChallengeMove.WITHDRAW): ChallengeState.WITHDRAWN,
    # Accepted, but not played: the match goes.
    (ChallengeState.ACCEPTED, ChallengeMove.WITHDRAW): ChallengeState.WITHDRAWN,
}


class EntryState(StrEnum):
    """An entrant on the list, at the hall, or out."""

    ENTERED = "entered"
    PRESENT = "present"
    ABSENT = "absent"
    WITHDRAWN = "withdrawn"
    EXCLUDED = "excluded"


class EntryMove(StrEnum):
    ARRIVE = "arrive"
    MISS = "miss"
    WITHDRAW = "withdraw"
    EXCLUDE = "exclude"
    RETURN = "return"


_IN_PLAY = (EntryState.ENTERED, EntryState.PRESENT, EntryState.ABSENT)

ENTRY_MOVES: Mapping[tuple[EntryState, EntryMove], EntryState] = {
    **{(state, EntryMove.ARRIVE): EntryState.PRESENT for state in _IN_PLAY},
    **{(state, EntryMove.MISS): EntryState.ABSENT for state in _IN_PLAY},
    **{(state, EntryMove.WITHDRAW): EntryState.WITHDRAWN for state in _IN_PLAY},
    **{(state, EntryMove.EXCLUDE): EntryState.EXCLUDED for state in _IN_PLAY},
    (EntryState.WITHDRAWN, EntryMove.EXCLUDE): EntryState.EXCLUDED,
    (EntryState.WITHDRAWN, EntryMove.RETURN): EntryState.PRESENT,
}


class ApplicationState(StrEnum):
    """What somebody sent by the public form has come to."""

    ENTERED = "entered"
    WAITING = "waiting"
    WITHDRAWN = "withdrawn"
    DECLINED = "declined"


class ApplicationMove(StrEnum):
    ENTER = "enter"
    WITHDRAW = "withdraw"
    DECLINE = "decline"


APPLICATION_MOVES: Mapping[tuple[ApplicationState, ApplicationMove], ApplicationState] = {
    (ApplicationState.WAITING, ApplicationMove.ENTER): ApplicationState.ENTERED,
    **{(state, ApplicationMove.WITHDRAW): ApplicationState.WITHDRAWN
       for state in (ApplicationState.WAITING, ApplicationState.ENTERED)},
    **{(state, ApplicationMove.DECLINE): ApplicationState.DECLINED
       for state in (ApplicationState.WAITING, ApplicationState.ENTERED)},
}


def _next(table: Mapping[tuple[S, M], S], current: S, move: M) -> S:
    try:
        return table[current, move]
    except KeyError:
        raise IllegalMove(current=str(current), move=str(move)) from None


def next_match_status(current: MatchStatus, move: MatchMove) -> MatchStatus:
    """The status after a move. Raises IllegalMove when the table has no such move."""
    return _next(MATCH_MOVES, current, move)


def next_stage_state(current: StageState, move: StageMove) -> StageState:
    """The state of a stage after a move. Raises IllegalMove when the table has no such move."""
    return _next(STAGE_MOVES, current, move)


def next_challenge_state(current: ChallengeState, move: ChallengeMove) -> ChallengeState:
    """The state of a challenge after a move. Raises IllegalMove when the table has no such move."""
    return _next(CHALLENGE_MOVES, current, move)


def next_entry_state(current: EntryState, move: EntryMove) -> EntryState:
    """The state of an entry after a move. Raises IllegalMove when the table has no such move."""
    return _next(ENTRY_MOVES, current, move)


def next_application_state(current: ApplicationState, move: ApplicationMove) -> ApplicationState:
    """The state of an application after a move. Raises IllegalMove when the table has no such move."""
    return _next(APPLICATION_MOVES, current, move)
