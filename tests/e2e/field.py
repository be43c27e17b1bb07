"""The thirty entrants, and what comes out of each match: decided by the test, whatever the draw pairs."""

from __future__ import annotations

import csv
import random
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from tests.load.reference_table import Result

LISTS = Path(__file__).resolve().parents[3] / "shared" / "data"
SETS, MAJORITY = 6, 4
HEADINGS = ("nr", "name", "sex", "born", "club", "licence", "rating", "class")
# Letters of all five languages: the same that real lists have.
NAMES = (
    "Ņikita Āboliņš", "Ķirils Bērziņš", "Ainārs Čakste", "Zaiga Dārziņa", "Pēteris Ēriksons", "Valdis Feldmanis",
    "Ļevs Ģēģeris", "Ināra Holma", "Kārlis Īvāns", "Raivis Jansons", "Jurģis Ķēniņš", "Žanna Ļaudaka", "Ģirts Mežs",
    "Uldis Ņukšs", "Šarls Ozols", "Līga Petre", "Edgars Rītiņš", "Andrejs Šķēle", "Ēriks Tīrums", "Dace Ūdre",
    "Aivars Vītols", "Jānis Zāle", "Aļģis Žagars", "Ņina Apse", "Андрей Ёлкин", "Āris Balodis", "Mārtiņš Cīrulis",
    "Anželika Dzene", "Jüri Õunapuu", "Žanis Eglītis",
)
CLUBS = ("Novuss Köln", "Vaidavas NK", "Bauska; novads", "Jõhvi koroona", "Cēsu NK", "Rīgas Šautuve", "Ķekavas NK")


def list_file(name: str) -> Path:
    """One of the lists that lie beside the project; the test is skipped where they do not."""
    path = LISTS / name
    if not path.exists():
        pytest.skip(f"{name} does not lie beside the project")
    return path


def thirty(folder: Path) -> Path:
    """The list of thirty: the one beside the project, else one made here in the same shape."""
    shared = LISTS / "entries-30.csv"
    if shared.exists():
        return shared
    made = folder / "entries-30.csv"
    with made.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(HEADINGS)
        for n, name in enumerate(NAMES, 1):
            sex = "S" if name.split()[0][-1] in "ae" and n != 23 else "V"
            writer.writerow([n, name, sex, 1950 + n, CLUBS[n % 7], f"L-{1000 + n}", 1900 - 17 * n, "licensed"])
    return made


def names_in(path: Path) -> list[str]:
    """The names of a list in UTF-8, in its order."""
    with path.open(encoding="utf-8", newline="") as file:
        return [row["name"] for row in csv.DictReader(file)]


def score_of(seed: str, first: str, second: str) -> tuple[int, int]:
    """The sets of these two: 4:0 to 4:2, 0:4 to 2:4, or 3:3. The same names give the same score."""
    dice = random.Random(f"{seed}/{first}/{second}")
    return dice.choice([(4, 0), (4, 1), (4, 2), (3, 3), (2, 4), (1, 4), (0, 4)])


@dataclass
class Book:
    """What the test itself entered, match by match: what the reference computes the tables from."""

    seed: str
    results: dict[frozenset[str], Result] = field(default_factory=dict)

    def plan(self, first: str, second: str) -> tuple[int, int]:
        """The score to enter for a match; noted as entered."""
        sets = score_of(self.seed, first, second)
        self.played(first, second, sets)
        return sets

    def played(self, first: str, second: str, sets: tuple[int, int]) -> None:
        self._note(Result(first, second, sets=sets), first, second)

    def awarded(self, first: str, second: str, *, to: str) -> None:
        """Won without play: no sets are counted (3.2)."""
        self._note(Result(first, second, to=to), first, second)

    def bye(self, name: str) -> None:
        self.results[frozenset({name, f"bye {len(self.results)}"})] = Result(name, None)

    def _note(self, result: Result, first: str, second: str) -> None:
        pair = frozenset({first, second})
        assert pair not in self.results, f"{first} – {second} was entered before"
        self.results[pair] = result

    def among(self, players: list[str]) -> list[Result]:
        """The results of matches in which all are of these players."""
        return [r for r in self.results.values() if r.first in players and (r.second is None or r.second in players)]
