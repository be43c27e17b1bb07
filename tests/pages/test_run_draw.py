"""The page of the draw and of the rounds: draw, draw again, lock, tables, calls, and a Swiss round by round."""

from __future__ import annotations

import pytest
from django.urls import reverse

from competitions.models import Match, Stage
from tests.factories import make_competition, make_entry, make_event, make_official, make_result
from tests.pages.run_site import Hall, said, text

pytestmark = pytest.mark.django_db

GROUPS = {"system": "groups", "groups": "2", "legs": "1", "rounds": "5", "seeding": "lot", "lot": "a sentence",
          "tie_breaks_for": "groups", "tie_break": ["set_difference", "head_to_head"]}


class Desk(Hall):
    """An event with entries and nothing drawn."""

    def __init__(self, client, count: int = 8):
        self.client = client
        self.competition = make_competition(slug="cup", tables=3)
        self.event = make_event(self.competition, slug="open")
        self.entries = [make_entry(self.event, f"Player {n}") for n in range(1, count + 1)]
        self.chief = make_official(self.competition, "chief")
        client.force_login(self.chief)

    def draw(self, version="", **change):
        return self.post("draw", {**GROUPS, "version": version, **change}, event_slug="open")

    def lock(self, version):
        stage = Stage.objects.get()
        return self.post("draw-lock", {"stage": stage.uid, "version": version}, event_slug="open")

    def page(self):
        return text(self.get("draw", event_slug="open"))

    def approve_round(self, number):
        for match in Match.objects.filter(round__number=number, second__isnull=False):
            self.client.post(self.url("match-call", uid=match.uid))
            self.type(f"{match.table.number} 4 1", match)
            self.press("match-approve", match, version=Match.objects.get(id=match.id).version)


def locked_swiss(desk, count=5):
    desk.draw(system="swiss", tie_breaks_for="swiss", rounds=str(count), seeding="seed")
    desk.lock(Stage.objects.get().version)
    return Stage.objects.get()


@pytest.fixture
def desk(client):
    return Desk(client)


def test_draw_is_shown_before_it_is_locked(desk):
    answer = desk.draw()

    assert said(answer) == "Drawn with the lot “a sentence”. Look at it, then lock it."
    stage = Stage.objects.get()
    assert (stage.state, stage.options["groups"], stage.tie_breaks) == (
        "drawn", 2, ["set_difference", "head_to_head"])
    page = text(answer)
    assert "Group A" in page
    assert "Group B" in page
    assert "sha256sum" in page
    assert stage.matches.count() == 12  # two groups of four: 2 * 6 games


def test_draw_is_made_again_with_other_settings_until_it_is_locked(desk):
    desk.draw()

    desk.draw(version=1, system="round_robin", lot="another")

    stage = Stage.objects.get()
    assert (stage.system, stage.lot, stage.matches.count()) == ("round_robin", "another", 28)
    desk.lock(2)
    assert "The draw is locked." in said(desk.draw(version=2))
    assert Stage.objects.get().lot == "another"


@pytest.mark.parametrize("version", ["", "0", "7"])
def test_older_page_cannot_throw_a_newer_draw_away(desk, version):
    desk.draw()

    assert "drawn again since you looked" in said(desk.draw(version=version, lot="other"))
    assert Stage.objects.get().lot == "a sentence"


def test_lock_of_another_draw_than_the_one_seen_is_refused(desk):
    desk.draw()
    desk.draw(version=1)

    assert "drawn again since you looked" in said(desk.lock(1))
    assert Stage.objects.get().state == "drawn"


@pytest.mark.parametrize(("change", "words"), [
    ({"groups": "5"}, "at least two entries"), ({"groups": "x"}, "cannot be read"), ({"system": "ladder"}, "not valid"),
    ({"seeding": "age"}, "not valid"), ({"tie_break": ["age"]}, "not valid"), ({"system": ""}, "missing"),
])
def test_wrong_settings_draw_nothing(desk, change, words):
    assert words in said(desk.draw(**change))
    assert not Stage.objects.exists()


def test_tie_breaks_of_another_system_are_replaced_by_those_of_the_regulations(desk):
    """Without a script the list does not follow the system that is ticked."""
    desk.draw(system="swiss")

    assert Stage.objects.get().tie_breaks == ["buchholz", "sonneborn_berger"]


def test_rounds_before_the_draw_lead_to_the_draw(desk):
    answer = desk.get("rounds", event_slug="open")

    assert answer["Location"] == desk.url("draw", event_slug="open")


def test_tables_are_given_and_the_round_is_called(desk):
    desk.draw()
    desk.lock(1)
    stage = Stage.objects.get()
    assert "4 matches have no table yet" in text(desk.get("round", event_slug="open", number=1))

    desk.post("round-assign", {"stage": stage.uid}, event_slug="open", number=1)
    answer = desk.post("round-call", {"stage": stage.uid}, event_slug="open", number=1)

    # Four matches, three tables: the fourth waits.
    assert said(answer) == "Called: 3. Waiting for a table or a player: 1."
    assert Match.objects.filter(status="called").count() == 3


def test_opened_round_stays_that_round(desk):
    desk.draw()
    desk.lock(1)

    assert "<h1>Round 2</h1>" in text(desk.get("round", event_slug="open", number=2))
    assert desk.get("round", event_slug="open", number=9).status_code == 404


@pytest.fixture
def swiss(client):
    desk = Desk(client, 6)
    desk.draw(system="swiss", rounds="3", tie_breaks_for="swiss")
    desk.lock(1)
    return desk


def pair(desk, seen):
    return desk.post("round-draw", {"stage": Stage.objects.get().uid, "seen": seen}, event_slug="open")


def test_swiss_goes_on_when_the_round_is_approved(swiss):
    pair(swiss, 0)
    stage = Stage.objects.get()
    swiss.post("round-assign", {"stage": stage.uid}, event_slug="open", number=1)
    page = swiss.page()
    assert "3 matches are not approved yet and hinder the next round" in page
    assert "Draw round 2" not in page
    assert "not approved yet: 1, 2, 3" in said(pair(swiss, 1))

    swiss.approve_round(1)

    assert "Draw round 2" in swiss.page()
    assert said(pair(swiss, 1)) == "Round 2 is drawn."


def test_swiss_round_is_drawn_once(swiss):
    pair(swiss, 0)

    assert "rounds have changed since you looked" in said(pair(swiss, 0))
    assert Stage.objects.get().rounds.count() == 1


def test_last_round_is_thrown_away_only_unplayed_and_only_the_one_seen(swiss):
    pair(swiss, 0)
    stage = Stage.objects.get()
    data = {"stage": stage.uid, "seen": 2}
    assert "rounds have changed" in said(swiss.post("round-discard", data, event_slug="open"))
    assert "Throw round 1 away" in swiss.page()

    swiss.post("round-discard", {**data, "seen": 1}, event_slug="open")

    assert not stage.rounds.exists()


def test_round_that_has_begun_is_not_thrown_away(swiss):
    pair(swiss, 0)
    stage = Stage.objects.get()
    swiss.post("round-assign", {"stage": stage.uid}, event_slug="open", number=1)
    swiss.press("match-call", Match.objects.first())

    assert "Throw round 1 away" not in swiss.page()
    assert "has been started" in said(
        swiss.post("round-discard", {"stage": stage.uid, "seen": 1}, event_slug="open"))
    assert stage.rounds.count() == 1


def test_late_entrant_is_let_in(swiss):
    late = make_entry(swiss.event, "Late One")
    pair(swiss, 0)
    assert "Let in from round 2" in swiss.page()

    swiss.post("round-let-in", {"stage": Stage.objects.get().uid, "entry": late.uid}, event_slug="open")

    assert late.placements.get().joined_round == 2


def test_stage_of_another_event_is_not_found(desk):
    desk.draw()
    other = make_event(desk.competition, slug="other")
    answer = desk.client.post(
        desk.url("draw-lock", event_slug="other"), {"stage": Stage.objects.get().uid, "version": 1})

    assert answer.status_code == 404
    assert not other.stages.exists()


def test_each_page_leads_to_the_next_step(desk):
    """Presence, draw, round, protocols, next round."""
    presence = reverse("setup:presence", args=["cup", "open"])
    draw = desk.url("draw", event_slug="open")
    assert f'href="{draw}">Next: draw' in text(desk.client.get(presence))
    desk.draw()
    desk.lock(1)
    assert f'href="{desk.url("rounds", event_slug="open")}">Next: give tables' in desk.page()
    stage = Stage.objects.get()
    desk.post("round-assign", {"stage": stage.uid}, event_slug="open", number=1)
    assert "Next: enter results" in text(desk.get("round", event_slug="open", number=1))
    for match in Match.objects.filter(round__number=1):
        desk.type(f"{match.table.number} 4 1", match)
    assert "Next: approve 4 protocols" in text(desk.get("round", event_slug="open", number=1))
    for match in Match.objects.filter(round__number=1):
        desk.press("match-approve", match, version=match.version)
    following = desk.url("round", event_slug="open", number=2)
    assert f'href="{following}">Next: round 2' in text(desk.get("round", event_slug="open", number=1))


def test_pairs_by_hand_are_proposed_warned_of_and_confirmed(desk):
    stage = locked_swiss(desk)
    shown = text(desk.get("pairs", event_slug="open", number=1))
    assert "Round 1 by hand" in shown
    uids = [str(e.uid) for e in desk.entries]
    sent = {"stage": stage.uid, "version": stage.version, "first": [uids[0], uids[2], ""],
            "second": [uids[1], "", ""]}

    answer = desk.post("pairs", sent, event_slug="open", number=1)

    assert "Player 4 is present and has no place in the round." in text(answer)
    assert Match.objects.count() == 0
    answer = desk.post("pairs", {**sent, "confirmed": "1", "reason": "two went home"}, event_slug="open", number=1)
    assert said(answer) == "Round 1 is paired by hand. It is recorded."
    assert sorted((m.first.number, m.second.number if m.second else 0) for m in Match.objects.all()) == [(1, 2), (3, 0)]


def test_pairs_that_cannot_be_read_are_refused_in_words(desk):
    stage = locked_swiss(desk)
    uids = [str(e.uid) for e in desk.entries]
    sent = {"stage": stage.uid, "version": stage.version}
    for columns, words in (
        (([uids[0]], [uids[0]]), "Somebody stands in two pairs."), ((uids[:2], [uids[2]]), "A field cannot be read."),
        ((["x"], [""]), "A field cannot be read."),
    ):
        data = {**sent, "first": columns[0], "second": columns[1]}
        assert words in text(desk.post("pairs", data, event_slug="open", number=1))


def test_the_desk_pairs_who_is_left_over(desk):
    stage = locked_swiss(desk)
    desk.post("round-draw", {"stage": stage.uid, "seen": 0}, event_slug="open")
    assert "Left over" not in desk.page()
    absent = [m.second for m in Match.objects.order_by("number")[:2]]
    for entry in absent:
        entry.state = "absent"
        entry.save()
    assert "Left over in round 1, before it begins" in desk.page()
    assert "Absent, not paired until marked present:" in desk.page()

    answer = desk.post("left-over", {"stage": stage.uid, "seen": 1}, event_slug="open")

    assert said(answer) == "Who was left over is paired. Give tables and call."
    assert Match.objects.count() == 3


def test_the_round_marks_who_is_absent_and_leads_to_those_left_over(desk):
    """The call stands: whoever did not come loses only after it (3.2)."""
    stage = locked_swiss(desk)
    desk.post("round-draw", {"stage": stage.uid, "seen": 0}, event_slug="open")
    desk.post("round-assign", {"stage": stage.uid}, event_slug="open", number=1)
    assert "is absent" not in text(desk.get("round", event_slug="open", number=1))
    match = Match.objects.order_by("number").first()
    match.second.state = "absent"
    match.second.save()

    page = text(desk.get("round", event_slug="open", number=1))

    assert f"{match.second} is absent" in page
    assert f"{match.first} is absent" not in page
    assert f'{desk.url("draw", event_slug="open")}#swiss-next">Pair who is left over' in page
    match.first.state = "absent"
    match.first.save()
    assert "#swiss-next" not in text(desk.get("round", event_slug="open", number=1))


def test_a_locked_draw_says_what_falls_and_is_opened_again(desk):
    desk.draw()
    desk.lock(Stage.objects.get().version)
    page = desk.page()
    assert "what you then change makes 12 matches fall." in page
    stage = Stage.objects.get()

    answer = desk.post(
        "draw-unlock", {"stage": stage.uid, "version": stage.version, "reason": "wrong seed"}, event_slug="open")

    assert said(answer) == "The draw is open again. Change it, then lock it."
    assert "Exchange two places by hand" in text(answer)
    public = desk.client.get(reverse("public:event-rounds", kwargs={"slug": "cup", "event_slug": "open"}))
    assert "The rounds appear when the draw is locked." in text(public)


def test_a_draw_that_is_played_says_what_hinders(desk):
    desk.draw()
    desk.lock(Stage.objects.get().version)
    match = Match.objects.select_related("first__person", "second__person").order_by("number")[0]
    match.status = "running"
    match.save()
    page = desk.page()
    assert "It cannot be opened any more: it is being played." in page
    assert f"Round 1: {match}" in page


def test_places_are_exchanged_in_groups_too(desk):
    desk.draw()
    stage = Stage.objects.get()
    one, other = [row.entry.uid for row in stage.stage_entries.select_related("entry").order_by("number")[:2]]

    answer = desk.post("places-exchange", {
        "stage": stage.uid, "version": stage.version, "entry": one, "other": other}, event_slug="open")

    assert "1 exchange of two places by hand." in text(answer)


def test_the_overview_leads_to_the_end_of_a_stage_and_to_the_next(client):
    hall = Hall(client, "Anna Berta")
    match = hall.match(1, 1)
    make_result(match, 4, 2)
    assert "Close the stage" in text(hall.get("overview"))
    hall.post("stage-close", {"stage": hall.stage.uid}, event_slug="open")
    assert "draw it from the places, unless the event is over" in text(hall.get("overview"))


def test_the_estonian_preset_proposes_its_system_seeded_by_the_ranking_list(desk):
    """Raasiku 2021: double elimination, seeded from the ranking list, losers play on for every place."""
    desk.event.preset = "estonian_double"
    desk.event.save()
    page = desk.page()
    assert 'value="double_elimination" checked' in page
    assert '<option value="rating" selected>' in page
    assert '<option value="32" selected>' in page
