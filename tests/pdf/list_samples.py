"""Data for the printed lists."""

from __future__ import annotations

from fractions import Fraction

from competitions.common.pdf import Head
from competitions.pdf.cross_table import CrossGame, CrossRow, CrossTable
from competitions.pdf.entry_list import EntryList, EntryListRow
from competitions.pdf.final_table import FinalRow, FinalTable
from competitions.pdf.lot_sheet import LotSheet, LotSheetRow
from competitions.pdf.ranking_list import OpenChallenge, RankingList, RankingRow
from competitions.pdf.round_list import RoundList, RoundListRow

from .samples import DAY, HASH, NAMES, NOON

HEAD = Head(
    competition="Latvijas atklātais čempionāts novusā 2026", place="Rīga, Ķeizarmežs", starts=DAY, ends=DAY,
    event="Vīrieši, vienspēles", stage="A grupa", organiser="Latvijas Novusa federācija", printed_at=NOON,
    public_url="https://novuss.example/c/lac-2026",
)
CLUBS = ["SK „Ķekava”", "Даугавпилс", "Kuusalu Koroonaklubi", "TSV Fürth"]


def name(index: int) -> str:
    return NAMES[index % len(NAMES)] if index < len(NAMES) else f"{NAMES[index % len(NAMES)]} {index + 1}"


def cross(count: int, *, cycles: int = 1) -> CrossTable:
    states = ("approved", "approved", "provisional", "awarded", "annulled")
    rows = []
    for index in range(count):
        games = []
        for other in range(count):
            low, high = sorted((index, other))
            sets = ((4, 2), (3, 3), (4, 0))[(low + high) % 3]
            state = states[(low * high) % 5] if high - low > 1 else "approved"
            mine = sets if index < other else sets[::-1]
            points = 2 if mine[0] > mine[1] else 1 if mine[0] == mine[1] else 0
            won = index < other
            game = CrossGame(sets=mine, points=2 * won if state == "awarded" else points, state=state, won=won)
            games.append((game,) * cycles if index != other and (index + other) % 7 else ())
        rows.append(CrossRow(
            name=name(index), number=str(index + 1), club=CLUBS[index % 4], games=tuple(games), played=count - 2,
            sets=(3 * count, 2 * count), points=count + index % 3,
            tie_breaks=(Fraction(count * 9 + index, 2), count - index), rank=str(index + 1),
        ))
    return CrossTable(head=HEAD, rows=tuple(rows), tie_breaks=("sonneborn_berger", "set_difference"))


def final(count: int = 30) -> FinalTable:
    rows = [
        FinalRow(
            rank=None if index == count - 1 else 3 if index == 3 else index + 1, name=name(index),
            club=CLUBS[index % 4],
            played=11, won=9 - index % 9, drawn=2, lost=index % 9, awarded=index % 2, sets=(48 - index, 20 + index),
            points=Fraction(41 - index, 2), tie_breaks=(None, Fraction(331 - index, 4), 28 - index),
            decided_by=("", "points", "sonneborn_berger", "", "head_to_head")[index % 5],
            reason="Excluded: refused handshake (14.4)" if index == count - 1 else "",
        )
        for index in range(count)
    ]
    return FinalTable(
        head=HEAD, rows=tuple(rows), tie_breaks=("head_to_head", "sonneborn_berger", "set_difference"), open_games=3,
        chief=NAMES[0], secretary=NAMES[3],
    )


def round_list(count: int = 15) -> RoundList:
    rows = [
        RoundListRow(
            table=str(index + 1), starts_at=NOON, group="ABCDE"[index % 5], first=name(2 * index),
            second=name(2 * index + 1), first_number=str(2 * index + 1), second_number=str(2 * index + 2),
            first_club=CLUBS[index % 4], second_club=CLUBS[(index + 1) % 4], first_stroke=1 if index % 2 else 2,
            result="4:2" if index == 0 else "",
        )
        for index in range(count)
    ]
    return RoundList(head=HEAD, round="3", rows=(*rows, RoundListRow(first="Žubīte Ilze", bye=True)))


def entries(count: int = 30) -> EntryList:
    states = ("present", "entered", "late", "withdrawn")
    rows = [
        EntryListRow(
            name=name(index), number=str(index + 1), club=CLUBS[index % 4], licence=f"LV-{index:04}",
            classes=("V", "S50") if index % 3 else ("V",), seed=str(index + 1) if index < 6 else "",
            rating=str(1800 - index), state=states[index % 4],
        )
        for index in range(count)
    ]
    return EntryList(head=HEAD, rows=tuple(rows))


def lot(count: int = 12) -> LotSheet:
    rows = [
        LotSheetRow(position=index + 1, name=name(index), club=CLUBS[index % 4], group="AB"[index % 2],
                    seed=str(index + 1) if index < 2 else "", key=f"e{index + 1}", digest=HASH[index:])
        for index in range(count)
    ]
    return LotSheet(
        head=HEAD, lot="Rīga 2026-05-02 07 12 19 23 31 35", rows=tuple(rows), lot_digest=HASH,
        source="Latloto, 2 May 2026", drawn_by=NAMES[0], drawn_at=NOON, locked_at=NOON,
        command="for id in e1 e2 e3 e4; do printf '%s\\n%s' 'Rīga 2026-05-02 07 12 19 23 31 35' \"$id\" | sha256sum | "
                "sed \"s/-/$id/\"; done | sort",
        checks=((True, "everybody meets everybody once"), (False, "first strokes differ by at most one")),
    )


def ranking(count: int = 24) -> RankingList:
    rows = tuple(
        RankingRow(place=index + 1, name=name(index), club=CLUBS[index % 4],
                   may_challenge=tuple(name(other) for other in range(max(0, index - 3), index)))
        for index in range(count))
    return RankingList(head=HEAD, rows=rows, rules="Up to 3 places above may be challenged.", challenges=(
        OpenChallenge(challenger=name(4), challenged=name(2), state="accepted"),
        OpenChallenge(challenger=name(9), challenged=name(8), state="to be answered", until="28.11.2026. 12:00")))
