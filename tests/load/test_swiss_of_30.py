"""A Swiss of thirty, five rounds, played through the API, against a table computed outside.

One entrant misses round 4, so that somebody has the bye.
"""

from __future__ import annotations

from collections import Counter
from datetime import datetime
from itertools import groupby
from pathlib import Path

import pytest
from django.utils import timezone

from competitions.models import Entry, Match, Stage
from competitions.services.entries import entry_mark_absent, entry_mark_present
from competitions.services.swiss_rounds import swiss_round_draw
from tests.load import seen
from tests.load.hall import Hall, entry_numbers
from tests.load.reference_table import Result, reference_table

TIE_BREAKS = ("buchholz", "sonneborn_berger")
ROUNDS, MISSED = 5, 4


def play_round(hall: Hall, stage: Stage, number: int) -> list[Match]:
    """Pair, give tables, play slot by slot: fifteen matches at twelve tables."""
    swiss_round_draw(stage_uid=stage.uid, seen_rounds=number - 1, by=hall.chief, at=timezone.now())
    hall.assign(stage)
    matches = list(
        stage.matches.filter(round__number=number).order_by("slot", "table__number")
        .select_related("table", "first", "second", "round"))
    for match in matches:
        if match.second is None:
            hall.results[match.uid] = Result(str(match.first.number), None)
    played = [match for match in matches if match.second is not None]
    for _slot, together in groupby(played, key=lambda match: match.slot):
        hall.play(list(together))
    return matches


def come_back(hall: Hall, at: datetime) -> None:
    """Whoever did not come to a game stays unpaired until marked present: here they all come to the next round."""
    missing = list(Entry.objects.filter(event=hall.event, state="absent").values_list("uid", flat=True))
    entry_mark_present(event=hall.event.uid, entries=missing, by=hall.chief, at=at)


@pytest.mark.django_db(transaction=True)
def test_a_swiss_of_thirty_through_the_api(served: str, tmp_path: Path) -> None:
    hall = Hall(served, seed="swiss")
    stage = hall.draw("swiss", rounds=ROUNDS, seeding="rating")
    away = Entry.objects.get(event=hall.event, number=17)
    met: Counter[frozenset[int]] = Counter()
    for number in range(1, ROUNDS + 1):
        now = timezone.now()
        come_back(hall, now)
        if number == MISSED:
            entry_mark_absent(event=hall.event.uid, entries=[away.uid], by=hall.chief, at=now)
        matches = play_round(hall, stage, number)
        assert len(matches) == 15
        assert sum(match.second is None for match in matches) == (1 if number == MISSED else 0)
        paired = [n for m in matches for n in (m.first_id, m.second_id) if n is not None]
        assert len(paired) == len(set(paired)) == (29 if number == MISSED else 30)
        # A game that was not played is no meeting: those two may be paired again (C.04.1).
        met.update(
            frozenset((m.first_id, m.second_id)) for m in matches
            if m.second_id is not None and hall.results[m.uid].sets is not None)
    assert max(met.values()) == 1

    hall.check_logs()
    players, results = entry_numbers(hall.event), list(hall.results.values())
    assert len(results) == 75
    table = reference_table(players, results, TIE_BREAKS)
    assert seen.of_selector(stage) == seen.of_reference(table)
    assert seen.of_command(tmp_path, players, results, TIE_BREAKS) == seen.of_reference(table)
    names = {str(entry.number): str(entry) for entry in Entry.objects.select_related("person")}
    page = seen.of_page(f"{served}/c/{hall.competition.slug}/{hall.event.slug}/")
    seen.check_page(page, table, names, TIE_BREAKS)
