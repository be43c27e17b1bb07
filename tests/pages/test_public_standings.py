"""The public table: approved results count, provisional ones are shown and marked; places, tie-breaks, exclusions."""

from __future__ import annotations

import pytest
from django.test import Client

from competitions.models import Entry, Event, Stage
from competitions.selectors.arithmetic import arithmetic_of
from competitions.selectors.cross import cross_tables
from competitions.selectors.rounds import stage_facts
from competitions.selectors.standings import number_text, stage_results, stage_standings
from competitions.workflow import EntryState, Outcome
from tests.factories import make_award, make_entry, make_event, make_official, make_result, make_stage, match_between

pytestmark = pytest.mark.django_db


@pytest.fixture
def four() -> tuple[Event, list[Entry], Stage]:
    """A, B, C, D in a round robin with points 2-1-0 and head to head, Sonneborn-Berger, set difference."""
    event = make_event()
    entries = [make_entry(event, name) for name in ("Anna", "Bruno", "Cilda", "Dainis")]
    return event, entries, make_stage(event, [entries])


def play(stage: Stage, first: Entry, second: Entry, sets: tuple[int, int], **kw: bool) -> None:
    match = match_between(stage, first, second)
    make_result(match, *(sets if match.first_id == first.id else sets[::-1]), **kw)


def table_of(stage: Stage) -> list[tuple[str, str, str, str]]:
    """Place, name, points, decided by."""
    (table,) = stage_standings(Stage.objects.select_related("event").get(id=stage.id))
    return [(row.place, row.entrant.name, row.points, str(row.decided_by)) for row in table.rows]


def test_points_of_approved_games_make_the_order(four):
    _event, (a, b, c, d), stage = four
    play(stage, a, b, (4, 2))
    play(stage, c, d, (3, 3))

    assert table_of(stage) == [
        ("1", "Anna", "2", ""), ("2–3", "Cilda", "1", "points"), ("2–3", "Dainis", "1", ""),
        ("4", "Bruno", "0", "points"),
    ]


def test_awarded_game_is_explained_below_the_table(four, client: Client):
    """3.2: it counts points, and no sets for anybody."""
    event, (a, b, c, d), stage = four
    address = f"/c/{event.competition.slug}/{event.slug}/"
    play(stage, a, b, (4, 2))
    assert "Awarded games count points" not in client.get(address).content.decode()
    make_award(match_between(stage, c, d), "A")
    assert "Awarded games count points" in client.get(address).content.decode()


def test_provisional_result_does_not_count_and_is_marked(four):
    _event, (a, b, _c, _d), stage = four
    play(stage, a, b, (4, 0), approved=False)

    (table,) = stage_standings(Stage.objects.select_related("event").get(id=stage.id))

    assert stage_results(stage) == []
    assert {row.points for row in table.rows} == {"0"}
    assert (table.waiting, [row.provisional for row in table.rows]) == (1, [1, 1, 0, 0])


def test_head_to_head_separates_two_level_entries(four):
    """Anna and Bruno have 4 points each; Bruno has won their game (tie-breaks 5)."""
    _event, (a, b, c, d), stage = four
    play(stage, a, c, (4, 0))
    play(stage, a, d, (4, 0))
    play(stage, b, a, (4, 3))
    play(stage, b, c, (4, 1))
    play(stage, d, b, (4, 1))
    play(stage, c, d, (4, 2))

    assert table_of(stage) == [
        ("1", "Bruno", "4", ""), ("2", "Anna", "4", "head to head"), ("3", "Cilda", "2", "points"),
        ("4", "Dainis", "2", "head to head"),
    ]


def test_awarded_game_gives_points_and_no_sets(four):
    """lnf-2008:3.2: in awarded wins sets are counted for nobody."""
    _event, (a, b, _c, _d), stage = four
    match = match_between(stage, a, b)
    make_award(match, "A" if match.first_id == a.id else "B")

    (table,) = stage_standings(Stage.objects.select_related("event").get(id=stage.id))
    first = table.rows[0]

    assert (first.entrant.name, first.points) == ("Anna", "2")
    row = first.row
    assert (row.played, row.won, row.awarded, row.sets_won, row.sets_lost) == (0, 1, 1, 0, 0)


def test_game_lost_by_both_gives_nobody_a_point(four):
    _event, (a, b, _c, _d), stage = four
    make_award(match_between(stage, a, b), "", Outcome.DOUBLE_LOSS)

    (table,) = stage_standings(Stage.objects.select_related("event").get(id=stage.id))

    lost = {row.entrant.name: (row.points, row.row.lost) for row in table.rows}
    assert (lost["Anna"], lost["Bruno"]) == (("0", 1), ("0", 1))


def test_what_waits_against_an_annulled_entry_is_not_shown_as_provisional(four):
    """It will never count (3.2), so nobody need wait for it."""
    _event, (a, b, c, d), stage = four
    play(stage, a, b, (4, 0), approved=False)
    play(stage, c, d, (4, 2), approved=False)
    a.state = EntryState.EXCLUDED
    a.save()

    stage = Stage.objects.select_related("event").get(id=stage.id)
    (table,) = stage_standings(stage)
    (cross,) = cross_tables(stage_facts(stage))

    assert (table.waiting, {row.entrant.name: row.provisional for row in table.rows}) == (
        1, {"Anna": 0, "Bruno": 0, "Cilda": 1, "Dainis": 1})
    shown = {row.row.entrant.name: [game.score for cell in row.cells for game in cell.games] for row in cross.rows}
    assert shown == {"Anna": [], "Bruno": [], "Cilda": ["4:2"], "Dainis": ["2:4"]}


OUT = [  # games played of three, what becomes of the results (3.2: at most half annulled, more than half stand)
    (1, "annulled"), (2, "stand"),
]


@pytest.mark.parametrize(("played", "what"), OUT)
def test_excluded_entry_by_the_share_of_games_played(four, played, what):
    _event, (a, b, _c, d), stage = four
    play(stage, d, a, (4, 0))
    if played == 2:
        play(stage, d, b, (4, 0))
    Entry.objects.filter(id=d.id).update(state=EntryState.EXCLUDED)

    (table,) = stage_standings(Stage.objects.select_related("event").get(id=stage.id))
    rows = {row.entrant.name: row for row in table.rows}

    if what == "annulled":
        assert (rows["Dainis"].place, rows["Anna"].row.played) == ("", 0)
    else:
        assert (rows["Dainis"].points, rows["Cilda"].points) == ("4", "2")  # the missing game is awarded to Cilda
        assert (rows["Cilda"].row.sets_won, rows["Cilda"].row.awarded) == (0, 1)


def test_withdrawn_of_a_swiss_keeps_the_results():
    """3.2 speaks of a round robin; in a Swiss everybody's past rounds stay as they were."""
    event = make_event()
    entries = [make_entry(event) for _ in range(4)]
    stage = make_stage(event, [entries], system="swiss")
    play(stage, entries[0], entries[1], (4, 0))
    Entry.objects.filter(id=entries[0].id).update(state=EntryState.WITHDRAWN)

    (table,) = stage_standings(Stage.objects.select_related("event").get(id=stage.id))

    assert (table.rows[0].place, table.rows[0].points) == ("1", "2")


def test_disputed_result_is_not_published(four, client: Client):
    event, (a, b, _c, _d), stage = four
    play(stage, a, b, (4, 1), approved=False)
    match_between(stage, a, b).games.update(has_conflict=True)

    page = client.get(f"/c/{event.competition.slug}/{event.slug}/rounds/1/").content.decode()
    (meeting,) = [m for m in stage_facts(stage).meetings if m.sets]

    assert meeting.score is None
    assert ("4:1" in page or "1:4" in page) is False


def test_arithmetic_names_each_opponent_and_adds_up(four):
    """Sonneborn-Berger of Anna: beat Bruno (2 points) and drew with Cilda (1 point): 2 + ½ = 2½."""
    _event, (a, b, c, d), stage = four
    play(stage, a, b, (4, 2))
    play(stage, a, c, (3, 3))
    play(stage, b, d, (4, 0))
    stage = Stage.objects.select_related("event").get(id=stage.id)
    facts = stage_facts(stage)
    (table,) = stage_standings(stage, facts)
    anna = next(row for row in table.rows if row.entrant.name == "Anna")

    found = {item.column.key: item for item in arithmetic_of(table, anna.entrant, facts.entrants)}["sonneborn_berger"]

    assert found.value == "2½"
    assert {(t.opponent.name, t.basis, t.value) for t in found.terms} == {("Bruno", "2", "2"), ("Cilda", "1", "½")}


NUMBERS = [("0", "0"), ("1/2", "½"), ("5/2", "2½"), ("-3", "−3"), ("-1/2", "−½"), ("7/4", "1¾"), ("1/3", "1/3"),
           (None, "–")]


@pytest.mark.parametrize(("value", "text"), NUMBERS)
def test_numbers_are_written_exactly(value, text):
    from fractions import Fraction

    assert number_text(None if value is None else Fraction(value)) == text


@pytest.mark.parametrize("who", ["spectator", "official"])
def test_table_page_stays_within_its_queries(client: Client, django_assert_max_num_queries, who):
    """Issue 2: at most 12 queries and 100 kB for 30 entrants."""
    event = make_event()
    stage = make_stage(event, [[make_entry(event, f"Name {n}", club="Club") for n in range(30)]])
    for match in stage.matches.all():
        make_result(match, 4, 2)

    if who == "official":
        client.force_login(make_official(event.competition))

    with django_assert_max_num_queries(12):
        answer = client.get(f"/c/{event.competition.slug}/{event.slug}/")

    assert answer.status_code == 200
    assert len(answer.content) < 100_000


def test_cross_table_shows_both_sides_and_marks_what_does_not_count(four, client: Client):
    _event, (a, b, c, d), stage = four
    play(stage, a, b, (4, 2))
    play(stage, a, c, (1, 4), approved=False)
    make_award(match_between(stage, a, d), "A" if match_between(stage, a, d).first_id == a.id else "B")
    (cross,) = cross_tables(stage_facts(Stage.objects.select_related("event").get(id=stage.id)))

    names = [row.row.entrant.name for row in cross.rows]
    cells = {
        (own.row.entrant.name, names[column]): [(g.score, g.points, g.mark) for g in cell.games]
        for own in cross.rows for column, cell in enumerate(own.cells)
    }

    assert cells["Anna", "Bruno"] == [("4:2", "2", "")]
    assert cells["Bruno", "Anna"] == [("2:4", "0", "")]
    assert cells["Anna", "Cilda"] == [("1:4", "", "*")]
    assert cells["Cilda", "Anna"] == [("4:1", "", "*")]
    assert cells["Anna", "Dainis"] == [("+", "2", "")]
    assert cells["Dainis", "Anna"] == [("−", "0", "")]
    assert cells["Bruno", "Cilda"] == []
    assert [cell.is_self for cell in cross.rows[0].cells].count(True) == 1


def test_cross_table_of_a_swiss_goes_round_by_round():
    event = make_event()
    entries = [make_entry(event, name) for name in ("Anna", "Bruno")]
    stage = make_stage(event, [entries], system="swiss")
    play(stage, entries[0], entries[1], (3, 3))

    (cross,) = cross_tables(stage_facts(Stage.objects.select_related("event").get(id=stage.id)))

    assert (cross.by_rounds, cross.heads) == (True, (1,))
    assert [(g.opponent.name, g.score, g.points) for g in cross.rows[0].cells[0].games] == [("Bruno", "3:3", "1")]
