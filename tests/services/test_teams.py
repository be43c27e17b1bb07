"""Teams with their rosters: eligibility by name, one team a person, the event of the games, draws of teams."""

from __future__ import annotations

import pytest

from competitions.common.errors import Conflict, DomainError, Invalid, NotAllowed
from competitions.formats.entry_list import Entrant
from competitions.models import AuditEntry, Entry, EntryMember, Event, Game, Match
from competitions.selectors.actors import actor_of
from competitions.selectors.teams import team_lines
from competitions.services.draw_setup import event_draw
from competitions.services.draws import stage_create
from competitions.services.entries import entry_add, entry_remove
from competitions.services.regulations import regulations_change
from competitions.services.teams import TeamFacts, team_add, team_change
from tests.factories import make_official
from tests.services.team_hall import TeamHall, facts, rules

pytestmark = pytest.mark.django_db


def refused(call) -> DomainError:
    before = (Entry.objects.count(), EntryMember.objects.count(), AuditEntry.objects.count())
    with pytest.raises(DomainError) as caught:
        call()
    assert (Entry.objects.count(), EntryMember.objects.count(), AuditEntry.objects.count()) == before
    return caught.value


def test_a_team_has_numbered_regulars_and_reserves_and_its_members_stand_in_the_event_of_the_games():
    hall = TeamHall()
    line = team_lines(hall.event)[0]

    assert [(m.number, m.name) for m in line.regulars] == [(n, f"A{n}") for n in range(1, 6)]
    assert [(m.number, m.name) for m in line.reserves] == [(1, "A6"), (2, "A7")]
    assert hall.event.kind == Event.Kind.TEAMS
    assert (hall.boards.kind, hall.boards.entries.count()) == (Event.Kind.SINGLES, 14)
    assert {e.team_name for e in hall.boards.entries.all()} == {"A", "B"}


def test_one_person_is_in_one_team():
    hall = TeamHall()
    again = TeamFacts(name="C", regulars=(Entrant(name="C1"), Entrant(name="A7")))
    found = refused(lambda: team_add(event=hall.event.uid, facts=again, by=hall.chief, at=hall.at))

    assert (found.code, found.params["path"], found.params["team"]) == ("in_other_team", "regular_2", "A")


@pytest.mark.parametrize(("change", "regulars", "code", "path"), [
    ({}, ("C1", "C1"), "named_twice", "regular_2"),
    ({}, (), "no_regulars", "name"),
    ({}, tuple(f"C{n}" for n in range(1, 7)), "too_many_regulars", "name"),
    ({"women": 1}, tuple(f"C{n}" for n in range(1, 6)), "too_few_women", "name"),
    ({"max_age": 18}, ("C1",), "age_unknown", "regular_1"),
])
def test_a_roster_is_refused_by_its_fault(change, regulars, code, path):
    hall = _Empty(rules(**change))
    given = TeamFacts(name="C", regulars=tuple(Entrant(name=name) for name in regulars))
    found = refused(lambda: team_add(event=hall.event.uid, facts=given, by=hall.chief, at=hall.at))

    assert isinstance(found, Invalid)
    assert (found.code, found.params["path"]) == (code, path)


class _Empty(TeamHall):
    """An event without teams and draw."""

    def __init__(self, regulations) -> None:
        super().__init__("", regulations)

    def draw(self, system):
        return None


def test_a_roster_changes_until_somebody_has_played_and_the_change_is_recorded():
    hall = TeamHall()
    changed = facts("A", 5, 1)
    changed = TeamFacts(name="A", representative="Zane", regulars=(*changed.regulars[:4], Entrant(name="New")),
                        reserves=changed.reserves)
    team_change(entry=hall.teams["A"].uid, facts=changed, by=hall.chief, at=hall.at)
    line = team_lines(hall.event)[0]

    assert [m.name for m in line.regulars] == ["A1", "A2", "A3", "A4", "New"]
    assert line.representative == "Zane"
    assert "A5" not in {str(e) for e in hall.boards.entries.all()}
    assert AuditEntry.objects.filter(kind="team.changed").count() == 1


def test_who_has_no_right_enters_no_team():
    hall = TeamHall()
    senior = actor_of(make_official(hall.competition, "senior"))
    found = refused(lambda: team_add(event=hall.event.uid, facts=facts("C"), by=senior, at=hall.at))
    assert isinstance(found, NotAllowed)


def test_singles_are_not_entered_among_teams_nor_among_their_games():
    hall = TeamHall()
    for event in (hall.event, hall.boards):
        found = refused(lambda event=event: entry_add(
            event=event.uid, entrant=Entrant(name="X"), by=hall.chief, at=hall.at))
        assert found.code == "part_of_teams"
    member = hall.boards.entries.first()
    assert refused(lambda: entry_remove(entry=member.uid, by=hall.chief, at=hall.at)).code == "part_of_teams"


def test_a_team_that_is_not_drawn_goes_off_the_list_with_its_members():
    hall = TeamHall()
    late = team_add(event=hall.event.uid, facts=facts("C"), by=hall.chief, at=hall.at)
    entry_remove(entry=late.uid, by=hall.chief, at=hall.at)

    assert hall.boards.entries.count() == 14
    assert not EntryMember.objects.filter(person__name="C1").exists()


@pytest.mark.parametrize(("system", "teams", "matches"), [
    ("round_robin", "A B C D", 6), ("single_elimination", "A B C D", 2), ("groups", "A B C D", 6),
])
def test_teams_are_drawn_like_anybody_and_their_matches_have_no_game_yet(system, teams, matches):
    """softwaremagico/KendoTournamentManager #203: a team is never drawn against itself."""
    hall = TeamHall(teams, system=system)
    drawn = Match.objects.filter(stage=hall.stage)

    assert drawn.count() == matches
    assert all(match.first_id != match.second_id for match in drawn)
    assert not Game.objects.exists()


def test_the_games_are_not_drawn_by_hand():
    hall = TeamHall()
    with pytest.raises(Conflict) as caught:
        event_draw(event_uid=hall.boards.uid, seen=None, system="round_robin", options={}, tie_breaks=(), lot="",
                   by=hall.chief, at=hall.at)
    assert caught.value.code == "drawn_by_lineups"
    with pytest.raises(Invalid):
        stage_create(event_uid=hall.event.uid, system="team_boards", options={}, by=hall.chief, at=hall.at)


def test_the_regulations_of_the_games_follow():
    hall = TeamHall()
    regulations_change(event=hall.event.uid, settings={"sets": 4}, reason="as agreed", by=hall.chief, at=hall.at)

    assert hall.boards.regulations["sets"] == 4
    with pytest.raises(Conflict) as caught:
        regulations_change(event=hall.boards.uid, settings={"sets": 3}, reason="x", by=hall.chief, at=hall.at)
    assert caught.value.code == "part_of_teams"
    with pytest.raises(Invalid) as other:
        regulations_change(event=hall.event.uid, settings={"teams": None}, reason="x", by=hall.chief, at=hall.at)
    assert other.value.code == "other_kind"
