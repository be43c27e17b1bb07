"""Doubles from the entry to the table: drawn by every system, seats in protocol and on pages, warnings to a player."""

from __future__ import annotations

from typing import Any
from uuid import UUID

import pytest
from django.test import Client

from competitions.common.actors import SYSTEM
from competitions.formats.regulations import Regulations
from competitions.models import Entry, Event, Game, Match
from competitions.selectors.actors import actor_of
from competitions.selectors.duplicates import person_merge_of
from competitions.selectors.standings import stage_standings
from competitions.services.draws import stage_create, stage_draw, stage_lock
from competitions.services.matches import game_lock
from competitions.services.merging import person_merge
from competitions.services.swiss_rounds import swiss_round_draw
from competitions.workflow import MatchStatus
from refereeing.models import Dispute, PlayerWarning, Protocol
from refereeing.selectors.bundles import game_bundle, table_public
from refereeing.selectors.disputes import seat_and_colour, struck_by
from refereeing.selectors.game_logs import applied_events, game_settings, regulations_of
from refereeing.selectors.panel_log import game_log_shown
from refereeing.selectors.panel_matches import players_shown
from refereeing.services.desk import desk_write, result_enter, warning_give
from refereeing.services.disputes import dispute_open, ruling_give
from refereeing.services.documents.protocol_sheets import blank_sheet, filled_sheet
from refereeing.services.protocols import protocol_approve
from tests.factories import NOON, make_competition, make_event, make_official, make_pair, make_person, make_stage

pytestmark = pytest.mark.django_db
SEATS = {"S": "A1", "W": "B2", "N": "A2", "E": "B1"}
CHOICE = {"first_stroke": "A", "by": "rule", "side_of_a": "S", "discs_of_a": "red", "seats": SEATS,
          "first_striker": "A2"}


@pytest.fixture
def event() -> Event:
    return make_event(make_competition(), kind="doubles", name="Doubles", regulations=Regulations(sets=4))


@pytest.fixture
def match(event: Event) -> Match:
    pairs = [make_pair(event, "Anna", "Jānis", club="Rīga"), make_pair(event, "Ilze", "Pēteris", club="Cēsis")]
    return make_stage(event, [pairs]).matches.get()


def write(match: Match, *events: tuple[str, dict[str, Any]]) -> Game:
    game = game_lock(match.games.get().uid)
    desk_write(game, events, by=SYSTEM, at=NOON)
    return Game.objects.get(pk=game.pk)


def names(match: Match) -> tuple[str, str]:
    return str(Entry.objects.get(pk=match.first_id)), str(Entry.objects.get(pk=match.second_id))


def test_game_of_pairs_is_judged_as_doubles(match: Match) -> None:
    game = match.games.get()
    assert game_settings(game, regulations_of(game)).mode == "doubles"

    played = write(match, ("choice", CHOICE), ("set_won", {"winner": "A"}))

    assert played.state["sets"][0]["first_striker"] == "A2"
    # 21.1: one seat clockwise, the first stroke stays at N, where B2 stands now.
    assert played.state["next"]["seats"] == {"W": "A1", "N": "B2", "E": "A2", "S": "B1"}
    assert (played.state["next"]["first_stroke"], played.state["next"]["first_striker"]) == ("B", "B2")


def test_tablet_gets_the_players_in_the_order_of_the_log(match: Match) -> None:
    bundle = game_bundle(match.games.get(), None, NOON)

    assert bundle["rules"]["mode"] == "doubles"
    assert bundle["players"]["A"]["members"] == names(match)[0].split(" / ")
    assert bundle["players"]["A"]["name"] == names(match)[0]


def test_hidden_player_is_a_number_for_everybody(event: Event) -> None:
    pairs = [make_pair(event, "Anna", "Jānis", hidden=("Anna",)), make_pair(event, "Ilze", "Pēteris")]
    match = make_stage(event, [pairs]).matches.get()
    who = "A" if match.first == pairs[0] else "B"

    game = match.games.get()
    assert game_bundle(game, None, NOON)["players"][who]["members"] == ["№ 1 (1)", "Jānis"]
    event.competition.is_public = False
    event.competition.save()
    shown = table_public(event.competition.tables.get(number=1), game, NOON)["game"]["players"][who]
    assert "Jānis" not in str(shown)


def test_warning_goes_to_a_player_and_the_third_of_one_loses_the_sets(match: Match) -> None:
    for member in ("A1", "A2", "A1"):
        warning_give(match_uid=match.uid, who="A", member=member, clause="19.1.c", by=SYSTEM, at=NOON)
    game = match.games.get()
    assert (game.state["over"], game.state["warnings"]) == (False, {"A": 3, "B": 0})
    assert [(str(w.person), w.number) for w in PlayerWarning.objects.order_by("id")] == [
        (names(match)[0].split(" / ")[0], 1), (names(match)[0].split(" / ")[1], 1),
        (names(match)[0].split(" / ")[0], 2)]

    warning_give(match_uid=match.uid, who="A", member="A1", clause="19.1.c", by=SYSTEM, at=NOON)

    assert match.games.get().state["winner"] == "B"


def test_panel_names_the_players(match: Match) -> None:
    write(match, ("choice", CHOICE), ("warning", {"who": "B", "clause": "19.1.c", "member": "B2"}))

    assert [place for place, _name in players_shown(match)] == ["A1", "A2", "B1", "B2"]
    lines = [line.text for line in game_log_shown(match.games.get()).lines]
    assert lines[0].startswith(f"First stroke: {names(match)[0].split(' / ')[1]}")
    assert names(match)[1].split(" / ")[1] in lines[1]


def test_who_plays_alone_is_both_players(event: Event) -> None:
    alone, pair = make_pair(event, "Zane"), make_pair(event, "Ilze", "Pēteris")
    match = make_stage(event, [[alone, pair]]).matches.get()
    side = "A" if match.first == alone else "B"

    assert dict(players_shown(match))[f"{side}1"] == "Zane"
    assert len(players_shown(match)) == 3
    warning_give(match_uid=match.uid, who=side, member=f"{side}2", clause="19.1.c", by=SYSTEM, at=NOON)
    assert str(PlayerWarning.objects.get().person) == "Zane"


def test_warning_follows_a_player_who_was_on_the_list_twice(match: Match) -> None:
    """Two people who are one become one: also where only a pair's warning points to the one who goes."""
    warning_give(match_uid=match.uid, who="A", member="A1", clause="19.1.c", by=SYSTEM, at=NOON)
    chief = actor_of(make_official(match.stage.event.competition))
    gone = PlayerWarning.objects.get().person
    kept = make_person("Anna Liepiņa")
    assert gone is not None
    competition = match.stage.event.competition
    shown = person_merge_of(chief, competition, kept.uid, gone.uid)

    person_merge(competition=competition.uid, keep=kept.uid, gone=gone.uid, digest=shown.digest, by=chief, at=NOON)

    assert str(PlayerWarning.objects.get().person) == "Anna Liepiņa"
    assert "Anna Liepiņa" in names(match)[0]


def test_protocol_has_four_players_and_their_seats(match: Match) -> None:
    write(
        match, ("choice", CHOICE), ("set_won", {"winner": "A"}),
        ("warning", {"who": "B", "clause": "19.1.c", "member": "B1"}), ("set_won", {"winner": "A"}),
        ("set_lost", {"who": "B", "clause": "16.1.a", "member": "B2"}),
        ("signature", {"who": "A", "name": "Anna", "strokes": None, "proof": None}),
        ("signature", {"who": "B", "name": "Ilze", "strokes": None, "proof": None}), ("finished", {}))
    protocol = Protocol.objects.get()
    first, second = names(match)
    assert [member["name"] for member in protocol.body["players"]["A"]["members"]] == first.split(" / ")

    sheet = filled_sheet(Match.objects.get(pk=match.pk), protocol, language="en", base_url="http://hall")

    assert sheet.is_doubles
    assert [player.members for player in sheet.players] == [tuple(first.split(" / ")), tuple(second.split(" / "))]
    assert [(row.seats, row.striker) for row in sheet.sets[:3]] == [
        (("1a", "2b", "1b", "2a"), "1b"), (("2a", "1a", "2b", "1b"), "2b"), (("1b", "2a", "1a", "2b"), "1a")]
    assert [warning.player for warning in sheet.warnings] == [second.split(" / ")[0]]
    assert [loss.player for loss in sheet.losses] == [second.split(" / ")[1]]
    # Another name later changes nothing that was signed.
    person = match.first.members.get(number=1).person
    person.name = "Anna Jaunā"
    person.save()
    assert filled_sheet(Match.objects.get(pk=match.pk), protocol, language="en", base_url="").players == sheet.players


def test_blank_protocol_leaves_the_seats_to_the_pen(match: Match) -> None:
    sheet = blank_sheet(Match.objects.prefetch_related("games").get(pk=match.pk), language="lv", base_url="http://hall")

    assert sheet.is_doubles
    assert [(row.first_stroke, row.seats, row.sides) for row in sheet.sets] == [
        (1, (), ("", "")), (2, (), ("", "")), (1, (), ("", "")), (2, (), ("", ""))]


def test_dispute_knows_seat_and_discs_of_the_player(match: Match) -> None:
    write(match, ("choice", CHOICE), ("set_won", {"winner": "A"}))
    uid = "00000000-0000-7000-8000-000000000001"
    dispute_open(game_uid=match.games.get().uid, uid=uid, text="?", set_number=1, stroke=None, player="B", member="B1",
                 by=SYSTEM, at=NOON)

    dispute = Dispute.objects.get()
    log = applied_events(match.games.get())
    assert (dispute.member, struck_by(dispute)) == ("B1", names(match)[1].split(" / ")[0])
    assert seat_and_colour(dispute, log) == {"seat": "E", "colour": "black"}
    dispute.set_number = 2
    assert seat_and_colour(dispute, log) == {"seat": "S", "colour": "black"}


def test_penalty_that_follows_from_a_ruling_is_the_players_who_had_the_turn(match: Match) -> None:
    """21.5."""
    write(match, ("choice", CHOICE))
    uid, ruling = (f"00000000-0000-7000-8000-00000000000{n}" for n in (1, 2))
    chief = actor_of(make_official(match.stage.event.competition))
    dispute_open(game_uid=match.games.get().uid, uid=UUID(uid), text="?", set_number=1, stroke=None, player="B",
                 member="B1", by=chief, at=NOON)

    ruling_give(
        dispute_uid=UUID(uid), uid=UUID(ruling), text="x", decision="penalised", clauses=[], overrules=None, reason="",
        consequences=[{"kind": "penalty_disc", "who": "B", "clause": "17.1.d"},
                      {"kind": "penalty_disc", "who": "A", "clause": "17.1.d"}], by=chief, at=NOON)

    discs = [event.payload for event in applied_events(match.games.get()) if event.kind == "penalty_disc"]
    assert [(disc["who"], disc.get("member")) for disc in discs] == [("B", "B1"), ("A", None)]


def test_result_from_paper_is_approved_and_counts(match: Match, client: Client) -> None:
    chief = actor_of(make_official(match.stage.event.competition))
    result_enter(match_uid=match.uid, sets=(3, 1), by=chief, at=NOON)
    protocol_approve(match_uid=match.uid, version=Match.objects.get(pk=match.pk).version, by=chief, at=NOON)

    table = stage_standings(match.stage)[0]
    assert [row.entrant.name for row in table.rows] == list(names(match))
    shown = client.get(f"/g/{match.games.get().uid}/").content.decode()
    assert names(match)[0] in shown


def test_public_page_names_the_first_striker_and_the_seats(match: Match, client: Client) -> None:
    write(
        match, ("choice", CHOICE), ("set_won", {"winner": "A"}),
        ("warning", {"who": "B", "clause": "19.1.c", "member": "B1"}))
    (anna, janis), (ilze, _peteris) = (name.split(" / ") for name in names(match))

    shown = client.get(f"/g/{match.games.get().uid}/").content.decode()

    assert f"south: {anna}, north: {janis}" in shown
    assert f"<td>{janis}</td>" in shown
    assert f'<th scope="row">{ilze} ' in shown


SYSTEMS = ["round_robin", "groups", "swiss", "single_elimination", "double_elimination"]


@pytest.mark.parametrize("system", SYSTEMS)
def test_every_system_is_drawn_and_played_by_pairs(event: Event, system: str, client: Client) -> None:
    """Six pairs; in every system whatever can be played is played, and all are shown under both names."""
    for number in range(1, 7):
        make_pair(event, f"Vīrs {number}", f"Sieva {number}", seed=number)
    chief = actor_of(make_official(event.competition))
    options = {"groups": {"groups": 2}, "swiss": {"rounds": 3}}.get(system, {})
    stage = stage_create(event_uid=event.uid, system=system, options=options, by=chief, at=NOON)
    stage = stage_draw(stage_uid=stage.uid, lot="public", by=chief, at=NOON)
    stage = stage_lock(stage_uid=stage.uid, version=stage.version, by=chief, at=NOON)
    for rounds in range(1, 4 if system == "swiss" else 2):
        if system == "swiss":
            swiss_round_draw(stage_uid=stage.uid, seen_rounds=rounds - 1, by=chief, at=NOON)
        while (match := stage.matches.filter(status=MatchStatus.SCHEDULED).first()) is not None:
            result_enter(match_uid=match.uid, sets=(3, 1), by=chief, at=NOON)
            protocol_approve(match_uid=match.uid, version=Match.objects.get(pk=match.pk).version, by=chief, at=NOON)

    address = f"/c/{event.competition.slug}/{event.slug}/"
    pages = ("bracket/", "draw/") if "elimination" in system else ("", "cross/", "rounds/", "draw/")
    for page in pages:
        answer = client.get(address + page)
        assert answer.status_code == 200, page
        assert "Vīrs 3 / Sieva 3" in answer.content.decode(), page
