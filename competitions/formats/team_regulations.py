"""What the regulations say of a team event: how many play, who meets whom, when a match ends, who may play. Pure."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, fields
from fractions import Fraction
from typing import Any

from competitions.common.errors import Invalid
from competitions.formats.errors import FormatError
from competitions.formats.games import Points
from competitions.formats.team_match import MAX_NUMBERS, Stops, Team, TeamRound, TeamRules, refuse_schedule, rotation
from competitions.formats.team_table import Counts

# Whether the numbers are those of the roster, or given anew by the order that is handed in for round 1 of a match.
ORDERS = ("roster", "match")
_LIMITS: Mapping[str, tuple[int, int]] = {
    "size": (1, 20), "reserves": (0, 20), "rounds": (1, 20), "game_win": (1, 100), "game_draw": (0, 100),
    "game_loss": (0, 100), "women": (0, 20), "min_age": (1, 120), "max_age": (1, 120),
}
_MAY_BE_OPEN = ("min_age", "max_age")
_CHOICES: Mapping[str, tuple[str, ...]] = {"stops": tuple(Stops), "ranked_by": tuple(Counts), "order": ORDERS}
_BEGINS: Mapping[str, Team] = {"G": Team.GUESTS, "H": Team.HOME}
_LINE = re.compile(r"([GH])((?: \d{1,2}-\d{1,2})+)")


@dataclass(frozen=True, slots=True, kw_only=True)
class TeamRegulations:
    """Settings of a team event.

    `schedule`: a line for each round, G or H for the side that strikes first, then home - guest number; empty for
    the rotation. `sexes`: a letter for each number, M, F or - for anybody; empty for anybody everywhere. `women`: at
    least so many of the numbers are for women. Ages are those reached in the year of the competition. The points are
    those of one game; the points of a match stand in the regulations themselves.
    """

    size: int = 5
    reserves: int = 3
    rounds: int = 5
    schedule: tuple[str, ...] = ()
    stops: str = Stops.WHEN_WON.value
    game_win: int = 2
    game_draw: int = 1
    game_loss: int = 0
    ranked_by: str = Counts.MATCH_POINTS.value
    order: str = "roster"
    min_age: int | None = None
    max_age: int | None = None
    women: int = 0
    sexes: str = ""

    def team_rounds(self) -> tuple[TeamRound, ...]:
        """The table of who meets whom: that of the regulations, else the rotation (22.2: guests begin)."""
        if not self.schedule:
            return rotation(self.size, self.rounds)
        return tuple(_round(line) for line in self.schedule)

    def rules(self) -> TeamRules:
        """What a match is scored by."""
        points = Points(win=Fraction(self.game_win), draw=Fraction(self.game_draw), loss=Fraction(self.game_loss))
        return TeamRules(schedule=self.team_rounds(), points=points, stops=Stops(self.stops))

    def sex_at(self, number: int) -> str:
        """The sex that a number is for, M or F, or nothing."""
        letter = self.sexes[number - 1] if self.sexes else "-"
        return "" if letter == "-" else letter


def schedule_lines(rounds: Sequence[TeamRound]) -> tuple[str, ...]:
    """The table as the regulations write it."""
    letters = {team: letter for letter, team in _BEGINS.items()}
    return tuple(
        " ".join([letters[drawn.begins], *(f"{home}-{guest}" for home, guest in drawn.pairs)]) for drawn in rounds)


def is_rotation(lines: Sequence[str]) -> bool:
    """Whether a table is the rotation for its own numbers and rounds: then it need not be written down."""
    if not lines:
        return True
    size, rounds = lines[0].count("-"), len(lines)
    return 1 <= rounds <= size <= MAX_NUMBERS and tuple(lines) == schedule_lines(rotation(size, rounds))


def team_regulations_from(data: object) -> TeamRegulations:
    """Read stored or submitted settings; what is left out has its default. Raises Invalid with `teams.<name>`."""
    if not isinstance(data, Mapping):
        raise Invalid("wrong_type", path="teams")
    known = {item.name for item in fields(TeamRegulations)}
    if unknown := sorted(set(data) - known):
        raise Invalid("unknown_field", path=f"teams.{unknown[0]}")
    found = TeamRegulations(**{name: _read(name, value) for name, value in data.items()})
    _refuse_contradictions(found)
    return found


def team_regulations_json(regulations: TeamRegulations) -> dict[str, Any]:
    """The settings as plain JSON, in a fixed order."""
    return {name: list(value) if isinstance(value, tuple) else value for name, value in asdict(regulations).items()}


def _read(name: str, value: Any) -> Any:
    path = f"teams.{name}"
    if name in _LIMITS:
        return None if value is None and name in _MAY_BE_OPEN else _whole(path, value, *_LIMITS[name])
    if name in _CHOICES:
        if value not in _CHOICES[name]:
            raise Invalid("unknown_value", path=path, value=str(value)[:60])
        return str(value)
    if name == "sexes":
        if not isinstance(value, str) or not re.fullmatch("[MF-]*", value):
            raise Invalid("wrong_sexes", path=path)
        return value
    if not isinstance(value, list | tuple) or not all(isinstance(line, str) for line in value):
        raise Invalid("wrong_type", path=path)
    return tuple(_clean_line(path, number, line) for number, line in enumerate(value, 1))


def _whole(path: str, value: Any, low: int, high: int) -> int:
    if isinstance(value, bool) or not isinstance(value, int):
        raise Invalid("wrong_type", path=path)
    if not low <= value <= high:
        raise Invalid("out_of_range", path=path, minimum=low, maximum=high)
    return value


def _clean_line(path: str, number: int, line: str) -> str:
    clean = " ".join(line.upper().split())
    if not _LINE.fullmatch(clean):
        raise Invalid("wrong_schedule", path=path, round=number)
    return clean


def _round(line: str) -> TeamRound:
    letter, *pairs = line.split(" ")
    return TeamRound(
        tuple((int(home), int(guest)) for home, _dash, guest in (pair.partition("-") for pair in pairs)),
        _BEGINS[letter])


def _refuse_contradictions(found: TeamRegulations) -> None:
    if not found.game_win > found.game_draw >= found.game_loss:
        raise Invalid("points_order", path="teams.game_draw")
    if found.sexes and len(found.sexes) != found.size:
        raise Invalid("wrong_sexes", path="teams.sexes")
    if found.women > found.size:
        raise Invalid("out_of_range", path="teams.women", minimum=0, maximum=found.size)
    if found.min_age is not None and found.max_age is not None and found.min_age > found.max_age:
        raise Invalid("ages_order", path="teams.max_age")
    if not found.schedule and found.rounds > found.size:
        raise Invalid("out_of_range", path="teams.rounds", minimum=1, maximum=found.size)
    if found.schedule:
        _refuse_schedule(found)


def _refuse_schedule(found: TeamRegulations) -> None:
    rounds = found.team_rounds()
    if len(rounds) != found.rounds:
        raise Invalid("schedule_length", path="teams.schedule", rounds=found.rounds)
    for number, drawn in enumerate(rounds, 1):
        if len(drawn.pairs) != found.size:
            raise Invalid("wrong_schedule", path="teams.schedule", round=number)
        try:
            refuse_schedule(rounds[:number])
        except FormatError:
            raise Invalid("wrong_schedule", path="teams.schedule", round=number) from None
