"""A ranking list as it stands: computed from the order of its draw and from what became of the challenges."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.utils.functional import Promise
from django.utils.translation import pgettext_lazy

from competitions.formats import ranking_list
from competitions.formats.ranking_list import LadderRules, Takes, after_challenge, may_challenge
from competitions.models import Challenge, Stage
from competitions.workflow import ChallengeState, MatchStatus, Outcome

from .rounds import Badge, Entrant, Meeting, StageFacts

BADGES: dict[ChallengeState, Badge] = {
    ChallengeState.OPEN: Badge(pgettext_lazy("challenge", "to be answered"), "is-info"),
    ChallengeState.ACCEPTED: Badge(pgettext_lazy("challenge", "accepted"), "is-ok"),
    ChallengeState.DECLINED: Badge(pgettext_lazy("challenge", "declined"), "is-quiet"),
    ChallengeState.EXPIRED: Badge(pgettext_lazy("challenge", "not answered in time"), "is-quiet"),
    ChallengeState.WITHDRAWN: Badge(pgettext_lazy("challenge", "withdrawn"), "is-quiet"),
}
NOTHING_TO_PLAY = (ChallengeState.DECLINED, ChallengeState.EXPIRED)


@dataclass(frozen=True, slots=True, kw_only=True)
class ChallengeView:
    """A challenge. `has_won`: whether the challenger got the place; None while nothing is decided."""

    uid: UUID
    number: int
    challenger: Entrant
    challenged: Entrant
    state: ChallengeState
    made_at: datetime
    answer_by: datetime
    settled_at: datetime | None
    meeting: Meeting | None
    has_won: bool | None

    @property
    def badge(self) -> Badge:
        return BADGES[self.state]

    @property
    def is_pending(self) -> bool:
        """Whether the two are busy with it: to be answered or to be played."""
        is_waiting = self.state in (ChallengeState.OPEN, ChallengeState.ACCEPTED) and self.has_won is None
        return is_waiting and not (self.challenger.is_out or self.challenged.is_out)

    @property
    def is_open(self) -> bool:
        return self.state == ChallengeState.OPEN

    def is_overdue(self, at: datetime) -> bool:
        """Whether the time to answer is over; nothing follows from that by itself."""
        return self.is_open and at >= self.answer_by

    @property
    def words(self) -> str | Promise:
        if self.has_won is None:
            return ""
        return (pgettext_lazy("challenge", "the challenger has taken the place") if self.has_won
                else pgettext_lazy("challenge", "the place is kept"))


@dataclass(frozen=True, slots=True, kw_only=True)
class LadderRow:
    """A place of the list; `may_challenge`: whom this entrant may challenge now."""

    place: int
    entrant: Entrant
    may_challenge: tuple[Entrant, ...]
    moved: int


@dataclass(frozen=True, slots=True, kw_only=True)
class LadderView:
    """The list with its challenges, newest first. Who has left stands on no place."""

    rules: LadderRules
    answer_hours: int
    unanswered_loses: bool
    rows: tuple[LadderRow, ...]
    pending: tuple[ChallengeView, ...]
    settled: tuple[ChallengeView, ...]

    @property
    def order(self) -> tuple[str, ...]:
        return tuple(row.entrant.key for row in self.rows)


def ladder_rules(stage: Stage) -> LadderRules:
    """The rules of a stage's list."""
    return LadderRules(reach=int(stage.options.get("reach", 3)), takes=Takes(stage.options.get("takes", Takes.PLACE)))


def ladder_view(facts: StageFacts) -> LadderView:
    """The list of a stage as it stands. One query more than its facts."""
    stage, rules = facts.stage, ladder_rules(facts.stage)
    challenges = challenges_of(facts)
    start = tuple(e.key for e in facts.entrants)
    order = ladder_order(start, challenges, rules)
    by_key = {e.key: e for e in facts.entrants}
    listed = tuple(key for key in order if not by_key[key].is_out)
    first = [key for key in start if not by_key[key].is_out]
    pending = [ranking_list.Challenge(c.challenger.key, c.challenged.key) for c in challenges if c.is_pending]
    rows = tuple(
        LadderRow(
            place=place, entrant=by_key[key], moved=first.index(key) + 1 - place,
            may_challenge=tuple(by_key[o] for o in may_challenge(listed, key, rules, pending=pending)))
        for place, key in enumerate(listed, start=1))
    newest = tuple(reversed(challenges))
    return LadderView(
        rules=rules, answer_hours=int(stage.options.get("answer_hours", 72)), rows=rows,
        unanswered_loses=stage.options.get("unanswered") == "lost",
        pending=tuple(c for c in newest if c.is_pending), settled=tuple(c for c in newest if not c.is_pending))


def challenges_of(facts: StageFacts) -> list[ChallengeView]:
    """The challenges of a stage, by number."""
    by_id = {e.id: e for e in facts.entrants}
    meetings = {m.id: m for m in facts.meetings}
    loses = facts.stage.options.get("unanswered") == "lost"
    return [
        _view(row, by_id[row.challenger_id], by_id[row.challenged_id], meetings.get(row.match_id or 0), loses=loses)
        for row in Challenge.objects.filter(stage=facts.stage).order_by("number")
    ]


def _view(
    row: Challenge, challenger: Entrant, challenged: Entrant, meeting: Meeting | None, *, loses: bool,
) -> ChallengeView:
    state = ChallengeState(row.state)
    has_won: bool | None = None
    if state in NOTHING_TO_PLAY:
        has_won = loses
    elif meeting is not None and meeting.is_approved and meeting.outcome != Outcome.VOID:
        has_won = meeting.won_by(challenger)
    return ChallengeView(
        uid=row.uid, number=row.number, challenger=challenger, challenged=challenged, state=state, made_at=row.made_at,
        answer_by=row.answer_by, settled_at=row.settled_at, meeting=meeting, has_won=has_won)


def ladder_order(
    start: Sequence[str], challenges: Sequence[ChallengeView], rules: LadderRules,
) -> tuple[str, ...]:
    """The list after all that is settled, in the order in which it was settled first."""
    order = tuple(start)
    settled = [c for c in challenges if c.has_won is not None and c.settled_at is not None]
    for challenge in sorted(settled, key=lambda c: (c.settled_at, c.number)):
        pair = ranking_list.Challenge(challenge.challenger.key, challenge.challenged.key)
        order = after_challenge(order, pair, rules, has_won=bool(challenge.has_won))
    return order


def is_playing(challenge: ChallengeView) -> bool:
    """Whether its match has begun or is over, so that it can no longer be withdrawn."""
    return challenge.meeting is not None and challenge.meeting.status not in (
        MatchStatus.SCHEDULED, MatchStatus.CALLED, MatchStatus.POSTPONED)
