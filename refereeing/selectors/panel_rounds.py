"""One round on the panel."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from competitions.common.errors import NotFound
from competitions.formats.team_match import Team
from competitions.models import Event, Round, Stage
from competitions.selectors.round_names import round_name
from competitions.selectors.rounds import IN_PLAY
from competitions.workflow import MatchStatus

from .panel import MatchRow, match_rows, matches_of, open_rounds, with_obstacles
from .panel_draw import stage_to_play
from .panel_matches import TableChoice, free_tables


@dataclass(frozen=True, slots=True)
class OfTeams:
    """Where games of matches of teams belong: the round of those matches, and who strikes first in all of them."""

    match: int
    begins: Team


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundView:
    """A round with its matches in the order of slots and tables. `names`: of all rounds, by number."""

    stage: Stage
    number: int
    names: dict[int, str]
    rows: tuple[MatchRow, ...]
    tables: tuple[TableChoice, ...]
    of_teams: OfTeams | None = None

    @property
    def name(self) -> str:
        return self.names[self.number]

    @property
    def games(self) -> int:
        return sum(not row.is_bye for row in self.rows)

    @property
    def decided(self) -> int:
        return sum(row.is_decided and not row.is_bye for row in self.rows)

    @property
    def is_over(self) -> bool:
        return self.games > 0 and self.decided == self.games

    @property
    def to_approve(self) -> int:
        return sum(row.is_finished and not row.is_bye for row in self.rows)

    @property
    def following(self) -> int | None:
        """The round after this one, where it is drawn."""
        return min((number for number in self.names if number > self.number), default=None)

    @property
    def to_draw(self) -> int | None:
        """The round of a Swiss that is to be drawn after this one."""
        planned = int(self.stage.options.get("rounds", 0)) if self.stage.system == Stage.System.SWISS else 0
        return self.number + 1 if self.following is None and self.number < planned else None

    @property
    def leaves_somebody_over(self) -> bool:
        """Whether one who is here has an opponent marked absent in the newest round of a Swiss: he is paired anew."""
        is_newest = self.stage.system == Stage.System.SWISS and self.following is None
        return is_newest and any(len(row.marked_absent) == 1 for row in self.rows)

    @property
    def without_table(self) -> int:
        return sum(row.match.table_id is None and not row.is_decided and not row.is_bye for row in self.rows)

    @property
    def can_be_called(self) -> int:
        return sum(row.match.status == MatchStatus.SCHEDULED and row.may_be_called for row in self.rows)

    @property
    def has_slots(self) -> bool:
        """Whether the round does not fit on the tables at once."""
        return len({row.match.slot for row in self.rows if row.match.slot}) > 1

    @property
    def slot_shift(self) -> int:
        """What makes the first turn of this round number 1: slots count on through the whole stage."""
        return 1 - min((row.match.slot for row in self.rows if row.match.slot), default=1)


def round_wanted(event: Event) -> int | None:
    """The round in play of an event, else its last one; None before there is any."""
    stage = stage_to_play(event)
    if stage is None:
        return None
    open_round = open_rounds([stage]).get(stage.id)
    return open_round or Round.objects.filter(stage=stage).order_by("-number").values_list("number", flat=True).first()


def round_view(event: Event, number: int, at: datetime) -> RoundView:
    """A round of the newest locked stage. Raises NotFound."""
    stage = stage_to_play(event)
    if stage is None:
        raise NotFound(kind="round")
    rounds = list(Round.objects.filter(stage=stage).order_by("number").values_list("number", "kind", "figures"))
    names = {row[0]: round_name(*row) for row in rounds}
    if number not in names:
        raise NotFound(kind="round")
    rows = match_rows(matches_of(event.competition).filter(stage=stage, round__number=number), at)
    playing = matches_of(event.competition).filter(status__in=IN_PLAY, table__isnull=False)
    rows = with_obstacles(rows, playing.values_list("id", "table_id", "table__number", "first_id", "second_id"))
    last = 10_000
    rows.sort(key=lambda r: (
        r.is_bye, r.match.slot or last, r.match.table.number if r.match.table else last, r.match.number))
    return RoundView(
        stage=stage, number=number, names=names, rows=tuple(rows), tables=tuple(free_tables(event.competition)),
        of_teams=_of_teams(rows, next(figures for drawn, _kind, figures in rounds if drawn == number)))


def _of_teams(rows: Sequence[MatchRow], figures: Mapping[str, int]) -> OfTeams | None:
    """22.2: one side strikes first in every game of the round."""
    if "match" not in figures or not rows:
        return None
    return OfTeams(figures["match"], Team.HOME if rows[0].match.first_stroke == "A" else Team.GUESTS)
