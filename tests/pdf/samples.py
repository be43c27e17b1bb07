"""Data for the documents: invented people with the letters of all five languages."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, date, datetime
from math import sin

from refereeing.pdf.sheets import (
    ProtocolLoss,
    ProtocolPlayer,
    ProtocolSet,
    ProtocolSheet,
    ProtocolSignature,
    ProtocolWarning,
)

LETTERS = "ĀāČčĒēĢģĪīĶķĻļŅņŠšŪūŽž õäöüÕÄÖÜ ß Новус Ёё"
NAMES = [
    "Ģirts Ķēniņš-Ļaudis", "Žagariņš Šūpulis", "Иванов Ёлкин", "Õie Mäe-Külmallik", "Jürgen Großmüller", "Ņina Čākste",
]
NOON = datetime(2026, 5, 2, 9, 5, tzinfo=UTC)
DAY = date(2026, 5, 2)
CLAUSES = tuple((f"19.1.{letter}", f"Text of the clause {letter}: the striker is placed wrongly and the player aims.")
                for letter in "abcdefghij")
HASH = "9f2c4e71a0b35d886c1f0e2d3b4a59687f8e9d0c1b2a3948576655443322110f"


def pen(scale: float = 100) -> tuple[tuple[tuple[float, float], ...], ...]:
    return (tuple((x * scale / 40, scale * 0.3 * sin(x / 3) + x) for x in range(40)), ((0, 0), (scale, scale / 2)))


def protocol(**changes: object) -> ProtocolSheet:
    sheet = ProtocolSheet(
        competition="Latvijas atklātais čempionāts novusā 2026", place="Rīga, Ķeizarmežs", scheduled_at=NOON,
        event="Vīrieši, vienspēles", stage="1. posms", group="A grupa", round="3", table="12", sets_planned=6,
        players=(
            ProtocolPlayer(name=NAMES[0], number="7", club="SK „Ķekava”", licence="LV-0012"),
            ProtocolPlayer(name=NAMES[2], number="23", club="Даугавпилс", licence="LV-0415"),
        ),
        rule_set="LNF 2008", edition="2008-03-01", clauses=CLAUSES, printed_at=NOON,
    )
    return replace(sheet, **changes)  # type: ignore[arg-type]


def filled(**changes: object) -> ProtocolSheet:
    wins = (1, 1, 2, 1, 2, 1)
    score, rows = [0, 0], []
    for number, winner in enumerate(wins, start=1):
        score[winner - 1] += 1
        rows.append(ProtocolSet(
            number=number, first_stroke=1 if number % 2 else 2, sides=("S", "N") if number % 2 else ("N", "S"),
            winner=winner, score=(score[0], score[1]), replays=1 if number == 3 else 0,
            clears=(1, 0) if number == 2 else (0, 0), awarded=number == 6, note="16.1.g" if number == 6 else "",
        ))
    sheet = protocol(
        sets=tuple(rows), result=(4, 2), points=("2", "0"), outcome="played", started_at=NOON, finished_at=NOON,
        referee="Õie Mäe-Külmallik", state="approved", revision=2, log_seq=41, log_hash=HASH,
        verify_url="https://novuss.example/v/9F2C-4E71", verify_code="9F2C-4E71",
        warnings=(ProtocolWarning(to=2, clause="19.1.a", text=CLAUSES[0][1], set_number=2, at=NOON, by="Õ. Mäe"),
                  ProtocolWarning(to=2, clause="19.1.j", text=CLAUSES[9][1], set_number=5, at=NOON, by="Õ. Mäe")),
        losses=(ProtocolLoss(by_player=2, clause="16.1.g", text="First stroke taken out of turn.", set_number=6,
                             at=NOON, by="Õ. Mäe"),),
        signatures=(
            ProtocolSignature(role="first", strokes=pen(), at=NOON), ProtocolSignature(role="second", strokes=pen(7)),
            ProtocolSignature(role="referee", name="Õie Mäe-Külmallik", at=NOON, by_pin=True),
            ProtocolSignature(role="chief", name="Ņina Čākste", at=NOON, by_pin=True),
        ),
        remarks=("Set 3 replayed: both cleared in the first series (20.4).",),
        protests=("Иванов Ёлкин objects to set 6; raised at once (3.4).",),
    )
    return replace(sheet, **changes)  # type: ignore[arg-type]
