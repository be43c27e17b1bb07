"""The regulations (nolikums, juhend) of an event as one value, with the presets. Pure.

Everything that counts differs from event to event (rulebook 4 and 6, "the regulations may say otherwise"), so it is
data.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, fields, replace
from itertools import pairwise
from typing import Any

from competitions.common.errors import Invalid
from competitions.formats.age_groups import is_age_group
from competitions.formats.pairs import PAIRS_OF
from competitions.formats.team_match import Stops
from competitions.formats.team_regulations import TeamRegulations, team_regulations_from, team_regulations_json
from competitions.formats.tie_break_list import check_words

RULESETS = ("lnf-2008", "int-2017", "aus-1992")
# The edition that stands in every protocol. The amendment of March 2025 is not among the sources.
RULESET_EDITIONS: Mapping[str, str] = {
    "lnf-2008": "LNF 2008", "int-2017": "FINSO 2017", "aus-1992": "Australia 1992",
}
ELIMINATIONS = ("single_elimination", "double_elimination", "place_matches")
# From which round of a bracket other sets hold: by the place that is left to its losers.
LATE_FROM = (2, 4, 8)
EXCLUSION_RULES = ("rule", "annul", "award")
# What the replay of a disputed stroke counts for: not used at all; advice to whoever may overrule; the chief has to
# look at it and decides. The official at the table rules before it is shown in any case.
REPLAY_WEIGHTS = ("none", "advice", "chief_decides")
CURRENCIES = ("EUR", "USD", "GBP", "AUD", "CAD", "RUB")
# By what a field is ranked besides the table of all: one ranking for each class, for each sex.
RANKINGS = ("class", "sex")


@dataclass(frozen=True, slots=True, kw_only=True)
class Regulations:
    """Settings of one event. Times in seconds where their name does not say minutes, points as numbers or halves.

    `time_limit_minutes`: after so long an official may end a game, 0 is never. `rest_minutes`: between two games of a
    person. `match_minutes`: how long a game is expected to last until enough have been played. `tables_follow`: a free
    table takes the next match by itself. `neutral_referees`: nobody referees his own club.

    `fee_cents`: what an entry costs; `licence_check`: whether licences are looked at when entrants arrive.
    `club_best`: so many individuals of a club make its result in a table of clubs (0: none); `club_points`: what the
    places bring them, first to last, no place further down brings anything (empty: their points in the table).
    `late_sets`: other sets of a game in the last rounds of a bracket, 0 for the same; `late_from` says in which: those
    whose losers can still come to this place (2 the final, 4 from the semi-finals on).

    `tie_breaks_*`: the words of `tie_break_list`. `rankings` and `age_groups`: tables over parts of the field besides
    that of all. `pairs_of` and `solo_pairs`: whose pairs a doubles event takes, and whether one person may be a pair.
    `teams`: what is asked of a team event alone; `win`, `draw` and `loss` are then the points of a match.
    """

    ruleset: str = "lnf-2008"
    sets: int = 6
    late_sets: int = 0
    late_from: int = 4
    all_sets: bool = False
    win: float = 2
    draw: float = 1
    loss: float = 0
    tie_breaks_round_robin: tuple[str, ...] = ("head_to_head", "sonneborn_berger", "set_difference")
    tie_breaks_swiss: tuple[str, ...] = ("buchholz", "sonneborn_berger")
    excluded: str = "rule"
    call_seconds: int = 120
    warm_up_seconds: int = 120
    stroke_seconds: int = 30
    stroke_call_seconds: int = 5
    pause_seconds: int = 180
    protest_minutes: int = 20
    time_limit_minutes: int = 0
    rest_minutes: int = 0
    match_minutes: int = 25
    tables_follow: bool = False
    neutral_referees: bool = False
    two_person_approval: bool = False
    replay_weight: str = "advice"
    classes: tuple[str, ...] = ()
    rankings: tuple[str, ...] = ()
    age_groups: tuple[str, ...] = ()
    pairs_of: str = "any"
    solo_pairs: bool = False
    teams: TeamRegulations | None = None
    fee_cents: int = 0
    fee_currency: str = "EUR"
    licence_check: bool = False
    club_best: int = 0
    club_points: tuple[int, ...] = ()

    @property
    def edition(self) -> str:
        return RULESET_EDITIONS[self.ruleset]

    @property
    def points(self) -> dict[str, float]:
        return {"win": self.win, "draw": self.draw, "loss": self.loss}

    def in_system(self, system: str) -> Regulations:
        """What holds in a stage of this system.

        No game of an elimination ends level: it ends at the majority, and where an even number of sets is planned, one
        more decides (23.1 lets an even number end drawn).
        """
        if system not in ELIMINATIONS:
            return self
        return replace(self, sets=self.sets + 1 - self.sets % 2, all_sets=False)

    def in_round(self, system: str, stake: int | None) -> Regulations:
        """What holds in a round of a bracket. `stake`: the best place that is left to whoever loses there."""
        is_late = self.late_sets > 0 and stake is not None and stake <= self.late_from
        return (replace(self, sets=self.late_sets) if is_late else self).in_system(system)

    def of_play_off(self) -> Regulations:
        """What holds in a play-off for a place: it needs a winner, as an elimination does."""
        return self.in_system(ELIMINATIONS[0])

    def of_boards(self) -> Regulations:
        """What holds for the games of a team event: the same, with the points of a game. Else these regulations."""
        if self.teams is None:
            return self
        return replace(
            self, teams=None, win=self.teams.game_win, draw=self.teams.game_draw, loss=self.teams.game_loss)

    def tie_breaks(self, system: str) -> tuple[str, ...]:
        """The ordered list for a system: Swiss has its own, brackets and ranking lists none, all others one."""
        if system in (*ELIMINATIONS, "ranking_list"):
            return ()
        return self.tie_breaks_swiss if system == "swiss" else self.tie_breaks_round_robin


@dataclass(frozen=True, slots=True)
class Preset:
    """A named starting point; every setting can be changed afterwards. `draw`: what the form of the draw proposes."""

    key: str
    regulations: Regulations = field(default_factory=Regulations)
    kind: str = "singles"
    draw: Mapping[str, Any] = field(default_factory=dict)


_ESTONIAN = Regulations(
    sets=4, tie_breaks_round_robin=("head_to_head", "sonneborn_berger", "set_difference"),
    tie_breaks_swiss=("buchholz", "sonneborn_berger"),
)

PRESETS: Mapping[str, Preset] = {
    p.key: p for p in (
        Preset("latvian_open", Regulations()),
        Preset("latvian_round_robin", Regulations(
            tie_breaks_round_robin=("head_to_head", "set_difference", "sets_won"))),
        Preset("latvian_doubles", Regulations(sets=4), kind="doubles"),
        Preset("estonian_singles", _ESTONIAN),
        Preset("estonian_doubles", replace(_ESTONIAN, solo_pairs=True, time_limit_minutes=60), kind="doubles"),
        Preset("estonian_double", replace(_ESTONIAN, sets=5, late_sets=7),
               draw={"system": "double_elimination", "seeding": "rating", "places": 32}),
        Preset("international", replace(Regulations(), ruleset="int-2017")),
        Preset("australian_social", Regulations(
            ruleset="aus-1992", sets=3, replay_weight="none",
            tie_breaks_round_robin=("head_to_head", "set_difference", "wins"))),
        Preset("lnf_team_league", Regulations(
            tie_breaks_round_robin=("set_difference", "head_to_head"),
            tie_breaks_swiss=("buchholz", "set_difference"),
            teams=TeamRegulations(stops=Stops.AFTER_ROUND.value)), kind="teams"),
        Preset("teams_three_rounds", Regulations(
            tie_breaks_round_robin=("set_difference", "head_to_head"),
            tie_breaks_swiss=("buchholz", "set_difference"),
            teams=TeamRegulations(size=4, reserves=2, rounds=3)), kind="teams"),
    )
}

_LIMITS: Mapping[str, tuple[int, int]] = {
    "sets": (1, 15), "late_sets": (0, 15), "call_seconds": (30, 3600),
    "warm_up_seconds": (0, 3600), "stroke_seconds": (5, 600),
    "stroke_call_seconds": (1, 60), "pause_seconds": (0, 3600), "protest_minutes": (0, 1440),
    "time_limit_minutes": (0, 600), "rest_minutes": (0, 240), "match_minutes": (1, 600),
    "fee_cents": (0, 1_000_000), "club_best": (0, 50),
}
_FLAGS = ("all_sets", "two_person_approval", "tables_follow", "neutral_referees", "solo_pairs", "licence_check")
MAX_PLACE_POINTS = 10_000
MAX_PLACES = 512


def _number(path: str, value: Any) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise Invalid("wrong_type", path=path)
    # Also refuses NaN, which is equal to nothing.
    if not 0 <= value <= 100 or value * 2 != int(value * 2):
        raise Invalid("out_of_range", path=path, minimum=0, maximum=100)
    return value


def _names(path: str, value: Any, allowed: tuple[str, ...] | None) -> tuple[str, ...]:
    if not isinstance(value, list | tuple) or not all(isinstance(v, str) for v in value):
        raise Invalid("wrong_type", path=path)
    if len(set(value)) != len(value):
        raise Invalid("duplicate", path=path)
    unknown = [v for v in value if allowed is not None and v not in allowed]
    if unknown:
        raise Invalid("unknown_value", path=path, value=unknown[0])
    if allowed is None and any(not v.strip() or len(v) > 40 for v in value):
        raise Invalid("out_of_range", path=path, minimum=1, maximum=40)
    return tuple(value)


def _flag(path: str, value: Any) -> bool:
    if not isinstance(value, bool):
        raise Invalid("wrong_type", path=path)
    return value


def _whole(path: str, value: Any) -> int:
    if isinstance(value, bool) or not isinstance(value, int):
        raise Invalid("wrong_type", path=path)
    low, high = _LIMITS[path]
    if not low <= value <= high:
        raise Invalid("out_of_range", path=path, minimum=low, maximum=high)
    return value


def _late_from(path: str, value: Any) -> int:
    if isinstance(value, bool) or value not in LATE_FROM:
        raise Invalid("unknown_value", path=path, value=str(value)[:60])
    return int(value)


def _choice(path: str, value: Any, allowed: tuple[str, ...]) -> str:
    if value not in allowed:
        raise Invalid("unknown_value", path=path, value=str(value)[:60])
    return str(value)


def _read(name: str, value: Any) -> Any:
    if name in _LIMITS:
        return _whole(name, value)
    if name in ("win", "draw", "loss"):
        return _number(name, value)
    if name in _FLAGS:
        return _flag(name, value)
    if name == "teams":
        return None if value is None else team_regulations_from(value)
    if name == "late_from":
        return _late_from(name, value)
    if name == "ruleset":
        return _choice(name, value, RULESETS)
    if name == "excluded":
        return _choice(name, value, EXCLUSION_RULES)
    if name == "replay_weight":
        return _choice(name, value, REPLAY_WEIGHTS)
    if name == "pairs_of":
        return _choice(name, value, PAIRS_OF)
    if name == "fee_currency":
        return _choice(name, value, CURRENCIES)
    if name in ("tie_breaks_round_robin", "tie_breaks_swiss"):
        return check_words(_names(name, value, None), path=name)
    if name == "age_groups":
        return _age_groups(name, value)
    if name == "club_points":
        return place_points(name, value)
    return _names(name, value, RANKINGS if name == "rankings" else None)


def place_points(path: str, value: Any) -> tuple[int, ...]:
    """What places bring, from the first on: whole numbers that never rise. Raises Invalid at `path`."""
    if not isinstance(value, list | tuple) or any(isinstance(v, bool) or not isinstance(v, int) for v in value):
        raise Invalid("wrong_type", path=path)
    if len(value) > MAX_PLACES or any(not 0 <= v <= MAX_PLACE_POINTS for v in value):
        raise Invalid("out_of_range", path=path, minimum=0, maximum=MAX_PLACE_POINTS)
    if any(later > earlier for earlier, later in pairwise(value)):
        raise Invalid("places_rise", path=path)
    return tuple(value)


def _age_groups(path: str, value: Any) -> tuple[str, ...]:
    names = _names(path, value, None)
    if unknown := [name for name in names if not is_age_group(name)]:
        raise Invalid("unknown_value", path=path, value=unknown[0])
    return names


def regulations_from(data: Mapping[str, Any]) -> Regulations:
    """Read stored or submitted settings; what is left out has its default.

    Raises Invalid with the name of the setting as `path`: unknown, wrong type, out of range, or points that do not fall
    from win to loss.
    """
    known = {f.name for f in fields(Regulations)}
    unknown = sorted(set(data) - known)
    if unknown:
        raise Invalid("unknown_field", path=unknown[0])
    regulations = Regulations(**{name: _read(name, value) for name, value in data.items()})
    if not regulations.win > regulations.draw >= regulations.loss:
        raise Invalid("points_order", path="draw")
    return regulations


def regulations_json(regulations: Regulations) -> dict[str, Any]:
    """The settings as plain JSON, every one of them, in a fixed order."""
    plain = {k: list(v) if isinstance(v, tuple) else v for k, v in asdict(regulations).items()}
    return {**plain, "teams": None if regulations.teams is None else team_regulations_json(regulations.teams)}


def changed_settings(before: Regulations, after: Regulations) -> dict[str, tuple[Any, Any]]:
    """What a change touches, setting by setting: `{name: (before, after)}`."""
    old, new = regulations_json(before), regulations_json(after)
    return {name: (old[name], new[name]) for name in old if old[name] != new[name]}
