"""How long draws and tables take in memory.

    .venv/bin/python -m benchmarks.draws

To hold: eliminations of 512 in 20 ms; a round robin of 64 in 5 ms, of 512 in 0.3 s; the ninth round of a Swiss event of
200 in 2 s; the table of a round robin of 64 with six tie-breaks in 30 ms, of a Swiss event of 284 in 150 ms.

For comparison the same bracket by brackets-manager (npm) and the same table by tiebreak-core (PyPI), where they are:

    pip install --target var/beside/py tiebreak-core
    npm install --prefix var/beside brackets-manager brackets-memory-db
"""

from __future__ import annotations

import os
import random
import shutil
import subprocess
import sys
import time
from collections.abc import Callable
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

from benchmarks.figures import Figure, report, share
from competitions.formats.draw import DrawSpec, System, draw
from competitions.formats.games import Game, bye, played_game
from competitions.formats.lot import Entrant
from competitions.formats.outlook import outlook
from competitions.formats.standings import Rules, standings

TIMES = 60
SCORES = [(4, 0), (4, 2), (3, 3), (2, 4), (1, 4)]
SIX = Rules(tie_breaks=("head_to_head", "sonneborn_berger", "set_difference", "sets_won", "buchholz", "wins"))
HERE = Path(__file__).resolve().parent


def entrants(count: int, *, clubs: int = 0) -> tuple[Entrant, ...]:
    """Sixteen seeds, ratings, and clubs where wanted."""
    return tuple(
        Entrant(id=f"p{number}", seed=number if number <= 16 else None, rating=2000 - number,
                club=f"c{number % clubs}" if clubs else None)
        for number in range(1, count + 1))


def figure(what: str, unit: str, limit: float | None, work: Callable[[], object], times: int = TIMES) -> Figure:
    """The 95th percentile of so many turns is held; processor time, so that other work on the machine counts little."""
    scale = {"ms": 1e3, "s": 1.0}[unit]
    found = []
    for _ in range(times):
        begin = time.process_time()
        work()
        found.append((time.process_time() - begin) * scale)
    return Figure(what=what, unit=unit, value=share(found, 0.95), limit=limit, median=share(found, 0.5))


def drawing(system: System, count: int, **options: object) -> Callable[[], object]:
    clubs = 20 if options.get("separate_clubs") else 0
    spec = DrawSpec(system=system, entries=entrants(count, clubs=clubs), lot="40 17 8 33", **options)  # type: ignore[arg-type]
    return lambda: draw(spec)


def round_robin_games(count: int) -> tuple[list[str], list[Game]]:
    rng = random.Random(8)
    made = draw(DrawSpec(system=System.ROUND_ROBIN, entries=entrants(count), lot="x"))
    games = [played_game(pairing.first, pairing.second, *rng.choice(SCORES))
             for drawn in made.rounds["main"] for pairing in drawn.pairings if pairing.second is not None]
    return list(made.order), games


def swiss_games(count: int, rounds: int) -> tuple[list[str], list[Game]]:
    """Rounds paired at random among those of like points: quick to make, and of the right size."""
    rng = random.Random(9)
    order = [entrant.id for entrant in entrants(count)]
    points = dict.fromkeys(order, 0)
    met: set[frozenset[str]] = set()
    games: list[Game] = []
    for number in range(rounds):
        waiting = sorted(order, key=lambda entry: (-points[entry], rng.random()))
        while len(waiting) > 1:
            first = waiting.pop(0)
            second = next((entry for entry in waiting if frozenset((first, entry)) not in met), waiting[0])
            waiting.remove(second)
            met.add(frozenset((first, second)))
            pair = (first, second) if number % 2 else (second, first)
            games.append(played_game(*pair, *rng.choice(SCORES)))
            for entry in pair:
                points[entry] += {"won": 2, "drawn": 1, "lost": 0}[games[-1].outcome_of(entry)]
        games += [bye(entry) for entry in waiting]
    return order, games


def swiss_event(count: int, rounds: int) -> DrawSpec:
    """A Swiss event paired by the engine itself, so that the next round is a real one."""
    rng = random.Random(10)
    spec = DrawSpec(system=System.SWISS, entries=entrants(count), lot="x")
    games: list[Game] = []
    for _ in range(rounds):
        pairings = draw(DrawSpec(system=System.SWISS, entries=spec.entries, lot="x", games=tuple(games)))
        for pairing in pairings.rounds["main"][0].pairings:
            games.append(bye(pairing.first) if pairing.second is None
                         else played_game(pairing.first, pairing.second, *rng.choice(SCORES)))
    return DrawSpec(system=System.SWISS, entries=spec.entries, lot="x", games=tuple(games))


def tables() -> list[Figure]:
    order, games = round_robin_games(64)
    field, swiss = swiss_games(284, 9)
    twelve, all_games = round_robin_games(12)
    half = standings(twelve, all_games[:33])
    scores = {row.id: row.points for row in half.rows}
    left = [(game.first, game.second or "") for game in all_games[33:]]
    return [
        figure("table of a round robin of 64, six tie-breaks", "ms", 30, lambda: standings(order, games, rules=SIX)),
        figure("table of a Swiss event of 284 after 9 rounds", "ms", 150, lambda: standings(field, swiss, rules=SIX)),
        figure("who can still win, twelve entries, half played", "ms", None, lambda: outlook(scores, left)),
        *beside(order, games),
    ]


def beside(order: list[str], games: list[Game]) -> list[Figure]:
    """The same field elsewhere: only what has been brought."""
    found = []
    folder = Path(os.environ.get("NOVUSS_BESIDE", HERE.parent / "var" / "beside"))
    sys.path.append(str(folder / "py"))
    if find_spec("tiebreak_core"):
        found.append(figure("(the table of 64 by tiebreak-core, without decided_by)", "ms", None,
                            by_tiebreak_core(order, games), times=5))
    if shutil.which("node") and (folder / "node_modules" / "brackets-manager").exists():
        command = ["node", str(HERE / "brackets_manager.mjs"), str(folder)]
        told = subprocess.run(command, capture_output=True, text=True, check=True).stdout
        found.append(Figure(what="(the double elimination of 512 by brackets-manager)", unit="ms", value=float(told)))
    return found


def by_tiebreak_core(order: list[str], games: list[Game]) -> Callable[[], object]:
    """Rank the same entries by its strict interface: points, then the nearest five criteria that it has."""
    core = import_module("tiebreak_core")
    worth = {"won": 1.0, "drawn": 0.5, "lost": 0.0}
    number = {entry: place for place, entry in enumerate(order, 1)}
    records: dict[int, list[object]] = {place: [] for place in number.values()}
    points = dict.fromkeys(records, 0.0)
    for game in games:
        for own, other, colour in ((game.first, game.second or "", "white"), (game.second or "", game.first, "black")):
            score, own_records = worth[game.outcome_of(own)], records[number[own]]
            points[number[own]] += score
            own_records.append(
                core.GameRecord(number[other], 1500, score, colour, len(own_records) + 1, kind="played"))
    players = {place: core.PlayerTiebreakData(place, 1500, points[place], records[place]) for place in records}
    criteria = ["direct_encounter", "sonneborn_berger", "buchholz", "median_buchholz", "wins"]
    return lambda: core.rank_standings_strict(
        players, criteria, total_rounds=len(order) - 1, ruleset="fide-2026")


def figures() -> list[Figure]:
    event = swiss_event(200, 8)
    return [
        figure("single elimination of 512, third place", "ms", 20,
               drawing(System.SINGLE_ELIMINATION, 512, places=4)),
        figure("double elimination of 512, reset", "ms", 20,
               drawing(System.DOUBLE_ELIMINATION, 512, grand_final_reset=True)),
        figure("double elimination of 512, twenty clubs apart", "ms", 20,
               drawing(System.DOUBLE_ELIMINATION, 512, separate_clubs=True)),
        figure("round robin of 64", "ms", 5, drawing(System.ROUND_ROBIN, 64)),
        figure("round robin of 512", "s", 0.3, drawing(System.ROUND_ROBIN, 512)),
        figure("round 9 of a Swiss event of 200", "s", 2, lambda: draw(event), times=3),
        *tables(),
    ]


if __name__ == "__main__":
    sys.exit(report(figures()))
