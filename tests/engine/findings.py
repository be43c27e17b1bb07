"""A stroke for every clause that a verdict can cite: clause, discs, events, discs elsewhere, what else is given."""

from __future__ import annotations

from typing import Any

from refereeing.engine.rules.book import RULESETS, own_clauses
from tests.engine.strokes import stroke

STAND = "r1 200 250, r2 -200 300, b1 200 -150, b2 -250 100"
DARK = "r1 0 -30, r2 -200 -440, b1 200 150, b2 -250 100"
LAST, BOTH = "r1 200 250, b1 200 -150, b2 -250 100", "r1 200 250, b1 200 -150"
WIN, TWO = "striker>r1 r1@NE", "striker>r1 r1@NE b1@SE"
STALE = "r1 0 -30, b1 0 60"


def books(s: str = "over", n: str = "over", **more: Any) -> dict[str, Any]:
    return {"state": {"opener": "S", "first_series": {"S": s, "N": n}, **more}}


MISSED = books(strokes_missed={"S": 2, "N": 3})
DOUBLES: dict[str, Any] = {"mode": "doubles"}
FIRST = books("running", "not_started")
IN_DOUBLES: dict[str, Any] = {
    "mode": "doubles", "state": {"opener": "S", "first_series": {"S": "running", "W": "not_started"}}}
Row = tuple[str, str, str, str, dict[str, Any]]
NO_STROKE: dict[str, Any] = {"striker": None}


def acts(*rows: tuple[str, str]) -> list[Row]:
    """Acts without a stroke."""
    return [(ref, STAND, event, "", NO_STROKE) for ref, event in rows]


LNF: list[Row] = [
    ("11.4.a", STAND, WIN, "", {}), ("11.4.b", DARK, "striker|N striker>b1", "", {}),
    ("11.4.c", DARK, "striker|W striker>r1", "", {}), ("13.2", DARK, "striker|N striker>r1", "", {}),
    ("13.3.a", DARK, "striker|N striker>r2", "", {}), ("13.3.e", DARK, "striker|W striker>r1", "", {}),
    ("13.4", DARK, "striker|N", "", {}),
    ("12.24", STAND, "!table_shaken discs=r1", "r1 210 250", {"striker": None, **books("not_started", "not_started")}),
    ("16.1.a", DARK, "striker>r1 striker>r2 r2@SW", "r1 0 200", {}),
    ("16.1.d", DARK, "striker>r1", "b1 210 190, b2 -250 180", {}),
    ("17.1.a", STAND, "", "", {}), ("17.1.b", STAND, "striker>b1", "", {}),
    ("17.1.c", STAND, "striker|N striker>b1", "", {}), ("17.1.d", STAND, WIN + " striker@NE", "", {}),
    ("17.1.e", STAND, WIN + " striker^N", "", {}), ("17.1.f", DARK, "", "", {}), ("17.1.h", DARK, "striker>r1", "", {}),
    ("17.1.i", DARK, "striker|E", "", {}), ("17.1.j", STAND, "striker>r1; !double_hit", "", {}),
    ("17.1.l", STAND, "striker>r1; !striker_taken_early", "", {}),
    ("17.1.m", STAND, "striker>r1; !moving_striker_touched", "", {}),
    ("17.1.p", STAND, "striker>b1 b1^E", "", {}),
    ("17.1.q", STAND, "striker>r1; !striker_broken larger_part=pocket", "", {}),
    ("17.1.s", STAND, "striker>r1; !wrong_cue_end", "", {}),
    ("17.1.t", STAND, "striker>b1", "b1 440 0", DOUBLES), ("17.4", STAND, WIN, "", books(debt={"N": 1})),
    ("18.1.a", STAND, "striker>r1", "", {}), ("18.1.b", STAND, TWO, "", {}),
    ("18.1.c", STAND, WIN + " b1^E", "", {}), ("18.1.d", STAND, WIN + " striker@NE", "", {}),
    ("18.1.e", STAND, WIN + " recrossed", "", {}), ("19.1.a", STAND, WIN, "", {"striker": (0, -300)}),
    ("20.3", LAST, WIN, "", {}), ("20.4", LAST, WIN, "", FIRST), ("20.5", BOTH, TWO, "", {}),
    ("20.6", STALE, "striker|N", "", MISSED), ("21.2", LAST, WIN, "", DOUBLES), ("21.7", LAST, WIN, "", IN_DOUBLES),
    ("16.1.h", STAND, "striker>r1; !out_of_turn noticed=at_once", "", DOUBLES),
    ("16.1.g", STAND, "striker>r1; !out_of_turn noticed=at_once", "", {}),
    ("16.1.k", STAND, "striker>r1; !moving_disc_touched", "", {}),
    *acts(
        ("16.1.b", "!table_shaken discs=r1"), ("16.1.c", "!wilful_breach"), ("16.1.e", "!disc_touched discs=r1,r2"),
        ("16.1.f", "!disc_picked_up"), ("16.1.i", "!equipment_changed"), ("16.1.j", "!away_between_sets seconds=181"),
        ("17.1.g", "!refused"), ("17.1.k", "!touched_on_placement discs=r1"), ("17.1.n", "!disc_touched discs=r1"),
        ("17.1.o", "!disc_touched by=N discs=r1"), ("17.1.r", "!slow_play times=2"), ("18.1.f", "!left_playing_area"),
        ("18.1.g", "!slow_play times=1"), ("18.1.h", "!placed_early"),
    ),
]  # fmt: skip
INT: list[Row] = [
    ("penalty.1", STAND, "", "", {}), ("penalty.2", STAND, "striker>b1", "", {}),
    ("penalty.3", STAND, "striker|N striker>b1", "", {}), ("penalty.4", STAND, WIN + " striker@NE", "", {}),
    ("penalty.5", STAND, WIN + " striker^N", "", {}), ("penalty.6", DARK, "striker>r1", "r1 0 200", {}),
    ("turn.1", STAND, "striker>r1", "", {}), ("turn.2", STAND, TWO, "", {}),
    ("turn.3", STAND, WIN + " recrossed", "", {}), ("turn.4", STAND, WIN + " b1^E", "", {}),
    ("turn.5", STAND, WIN + " striker@NE", "", {}), ("singles", LAST, WIN, "", {}), ("doubles", LAST, WIN, "", DOUBLES),
]  # fmt: skip
AUS: list[Row] = [
    ("2.2", STAND, WIN, "", {}), ("2.4", DARK, "striker|N striker>b1", "", {}),
    ("2.5.1", STAND, "striker|N striker>r1", "", {}), ("2.6.1", DARK, "striker|N striker>b1", "", {}),
    ("1.16", STAND, "striker>r1; !double_hit", "", {}), ("1.18.1", STAND, "striker>r1", "", {}),
    ("1.18.2", STAND, TWO, "", {}), ("1.18.3", STAND, WIN + " b1^E", "", {}),
    ("1.18.4", STAND, WIN + " striker@NE", "", {}), ("1.26", LAST, WIN + " striker@NE", "", {}),
    ("1.27", BOTH, TWO, "", {}), ("1.28", STAND, WIN, "", {"striker": (0, -300)}),
    ("3.2", STAND, "striker>r1", "", books(pending={"N": 1})), ("3.3", STAND, WIN, "", books(debt={"N": 1})),
    ("3.6.1", STAND, "", "", {}), ("3.6.2", STAND, "striker>r1,b1", "", {}), ("3.6.3", DARK, "striker>r1", "", {}),
    ("3.6.4", STAND, "striker>b1", "b1 200 440", {}), ("3.6.5", STAND, "striker>b1", "", {}),
    ("3.6.6", STAND + ", b3 0 0", "striker>b3", "b3 0 200", {}), ("3.6.7", STAND, "striker>b1 b1^E", "", {}),
    ("3.6.8", STAND, "striker|N striker>b1", "", {}), ("3.6.9", STAND, "striker|E striker>r1", "", {}),
    ("3.6.10", STAND, "striker|N striker>b1 b1^E", "", {}),
    ("3.6.11", STAND, "striker|N striker>b1", "b1 200 440", {}), ("3.6.12", STAND, "striker|E", "", {}),
    ("3.6.13", STAND, "striker>r1; !striker_taken_early", "", {}),
    ("3.6.16", STAND, "striker>r1; !double_hit", "", {}), ("3.6.17", STAND, WIN + " striker@NE", "", {}),
    ("4.2", LAST, WIN, "", {}), ("4.4", STALE, "striker|N", "", MISSED), ("4.5", BOTH, TWO, "", {}),
    ("4.6", LAST, WIN, "", FIRST), ("5.4", LAST, WIN, "", DOUBLES), ("5.5", LAST, WIN, "", IN_DOUBLES),
    ("5.7", STAND, "striker>r1; !out_of_turn noticed=at_once", "", DOUBLES),
    ("6.1", DARK + ", r3 60 60", "striker>r1 striker>r3", "", {}),
    ("6.2", STAND, "striker>b1", "b1 220 -100, b2 -250 180", {}),
    ("6.3", STAND, "striker>b1", "b1 200 440, b2 -250 180, r1 240 280", {}),
    ("6.6", STAND, "striker>r1; !out_of_turn noticed=at_once", "", {}),
    *acts(
        ("3.6.14", "!disc_touched discs=r1"), ("3.6.15", "!refused"), ("6.4", "!disc_touched discs=r1,r2"),
        ("6.5", "!table_shaken discs=r1,r2"),
    ),
]  # fmt: skip
FINDINGS: dict[str, dict[str, Any]] = {
    f"{ruleset}:{number}": stroke(before, events, after, ruleset=ruleset, **more)
    for ruleset, rows in zip(RULESETS, (LNF, INT, AUS), strict=True)
    for number, before, events, after, more in rows
}
"""The clause to the input of `adjudicate`."""
NOT_OF_A_STROKE = {
    "lnf-2008": {
        "3.2", "9.1.g", "12.14", "14.1", "14.2", "14.3", "14.4", "15.1", "15.2", "15.3", "17.3", "17.5",
        *(f"19.1.{letter}" for letter in "bcdefghij"), "20.2", "22.1.a", "22.1.b", "23.1",
    },
    "int-2017": set(),
    "aus-1992": {"1.20", "3.1"},
}  # fmt: skip
"""Clauses that no verdict cites: of the game and the competition, and where discs are placed."""


def citable() -> set[str]:
    """Every clause of the catalogue that a verdict can cite, as it is cited."""
    return {
        f"{ruleset}:{number}" for ruleset in RULESETS
        for number in own_clauses(ruleset).keys() - NOT_OF_A_STROKE[ruleset]
    }  # fmt: skip
