"""Who may open and press what in the panel, and what a page costs."""

from __future__ import annotations

from uuid import UUID

import pytest
from django.urls import reverse

from competitions.common.actors import PERMISSIONS, Action, Role
from competitions.models import AuditEntry, Competition, Match
from refereeing.pages import run_urls
from tests.factories import make_account, make_competition, make_event, make_official
from tests.pages.run_site import Hall, text

pytestmark = pytest.mark.django_db

NOWHERE = UUID(int=7)
PAGES = ["overview", "results", "protocols", "match", "discipline", "leave", "devices", "prints", "log", "draw",
         "round"]
OFFICE = ("overview", "protocols", "discipline", "devices", "prints", "log", "draw", "round", "match", "leave")
# Buttons with the right that each needs: everybody without it changes nothing.
BUTTONS = {
    "match-call": Action.CALL_MATCH, "match-uncall": Action.CALL_MATCH, "match-no-show": Action.RULE,
    "match-lost": Action.RULE, "match-warn": Action.RULE, "match-approve": Action.APPROVE,
    "match-reopen": Action.CORRECT, "match-correct": Action.CORRECT, "match-settle": Action.CORRECT,
    "match-table": Action.ASSIGN_TABLES, "match-unlock-code": Action.CALL_MATCH, "results-enter": Action.ENTER_RESULT,
    "round-assign": Action.ASSIGN_TABLES, "draw": Action.DRAW, "device-pair": Action.PAIR_DEVICE,
    "leave": Action.EDIT_ENTRIES, "pin-unlock": Action.EDIT_OFFICIALS,
}


@pytest.fixture
def hall(client):
    return Hall(client)


def arguments(hall, name):
    """What the address of a page needs, taken from the hall."""
    pattern = next(p for p in run_urls.urlpatterns if p.name == name)
    names = pattern.pattern.converters
    known = {"event_slug": "open", "side": "A", "number": 1, "kind": "round_list", "uid": hall.match().uid,
             "account": hall.chief.uid}
    if name in ("leave", "come-back"):
        known["uid"] = hall.entries[0].uid
    if name == "pin-unlock":
        known["uid"] = hall.chief.uid
    return {key: known[key] for key in names}


def address(hall, name, **change):
    return hall.url(name, **{**arguments(hall, name), **change})


@pytest.mark.parametrize("name", [p.name for p in run_urls.urlpatterns])
def test_everybody_is_asked_to_log_in_first(hall, name):
    hall.client.logout()
    url = address(hall, name)
    unknown = reverse(f"run:{name}", kwargs={"slug": "no-such", **arguments(hall, name)})

    for method in (hall.client.get, hall.client.post):
        known, other = method(url), method(unknown)
        assert (known.status_code, other.status_code) in ((302, 302), (405, 405))
        if known.status_code == 302:
            assert known["Location"].startswith("/login/")


@pytest.mark.parametrize("name", [p.name for p in run_urls.urlpatterns])
def test_official_of_another_competition_sees_what_a_missing_one_shows(hall, name):
    stranger = make_official(make_competition(), "chief")
    hall.client.force_login(stranger)
    theirs = address(hall, name)
    missing = reverse(f"run:{name}", kwargs={"slug": "no-such", **arguments(hall, name)})

    for method in (hall.client.get, hall.client.post):
        one, two = method(theirs), method(missing)
        assert (one.status_code, two.status_code) in ((404, 404), (405, 405))
        assert one.content.replace(theirs.encode(), b"") == two.content.replace(missing.encode(), b"")
    assert not AuditEntry.objects.exists()


@pytest.mark.parametrize("name", ["match", "match-call", "match-approve", "leave", "device-revoke", "job", "dismiss"])
def test_thing_of_another_competition_is_not_found(hall, name):
    """The address is one's own, the id is somebody else's: as if there were none."""
    own = make_competition(slug="own")
    make_official(own, "chief", hall.chief)
    method = hall.client.get if name in ("match", "leave", "job") else hall.client.post
    theirs = method(reverse(f"run:{name}", kwargs={"slug": "own", **arguments(hall, name)}))
    missing = method(reverse(f"run:{name}", kwargs={"slug": "own", "uid": NOWHERE}))

    assert (theirs.status_code, missing.status_code) == (404, 404)
    assert Match.objects.get(id=hall.match().id).status == "scheduled"


@pytest.mark.parametrize("role", ["deputy", "secretary", "senior", "table_referee"])
@pytest.mark.parametrize("name", OFFICE)
def test_every_official_may_look(hall, role, name):
    hall.client.force_login(make_official(hall.competition, role))

    assert hall.client.get(address(hall, name)).status_code == 200


ROLES = ["chief", "deputy", "secretary", "senior", "table_referee"]
DENIED = [(name, role) for name, action in BUTTONS.items() for role in ROLES if Role(role) not in PERMISSIONS[action]]


@pytest.mark.parametrize(("name", "role"), DENIED)
def test_button_without_the_right_changes_nothing(hall, name, role):
    hall.client.force_login(make_official(hall.competition, role))
    match = hall.match()
    data = {
        "who": "A", "clause": "19.1.a", "reason": "unsporting" if name == "match-lost" else "x", "version": 0,
        "sets_first": 4, "sets_second": 2, "table": hall.tables[0].uid, "line": "1 4 2", "match": match.uid,
        "stage": hall.stage.uid, "move": "withdraw", "system": "groups", "seen": 0,
    }

    answer = hall.client.post(address(hall, name), data)

    assert answer.status_code in (302, 403)
    assert not AuditEntry.objects.exists()
    assert Match.objects.get(id=match.id).version == match.version
    assert not hall.event.entries.filter(state="withdrawn").exists()


@pytest.mark.parametrize(("role", "offered"), [("chief", True), ("table_referee", False)])
def test_buttons_are_shown_to_those_who_may_press_them(hall, role, offered):
    hall.client.force_login(make_official(hall.competition, role))

    page = text(hall.client.get(address(hall, "round")))

    assert (hall.url("match-call", uid=hall.match().uid) in page) == offered


@pytest.mark.parametrize("name", [p.name for p in run_urls.urlpatterns])
def test_buttons_need_the_token(hall, name):
    hall.client.handler.enforce_csrf_checks = True

    answer = hall.client.post(address(hall, name))

    assert answer.status_code in (403, 405)


@pytest.mark.parametrize("name", PAGES)
def test_page_is_not_kept_and_costs_at_most_fifteen_queries(client, django_assert_max_num_queries, name):
    hall = Hall(client, " ".join(f"Player{n}" for n in range(30)))
    with django_assert_max_num_queries(15):
        answer = hall.client.get(address(hall, name))

    assert answer.status_code == 200
    assert "no-store" in answer["Cache-Control"]


@pytest.mark.parametrize("name", PAGES)
def test_page_has_no_inline_script_or_style(hall, name):
    page = text(hall.client.get(address(hall, name)))

    assert "<script>" not in page
    assert " style=" not in page
    assert " onclick=" not in page


def test_name_is_text_everywhere(client):
    hall = Hall(client, "Anna Berta Cilda Dace")
    person = hall.entries[0].person
    person.name = "<script>alert(1)</script>"
    person.save()

    for name in PAGES:
        assert "<script>alert" not in text(hall.client.get(address(hall, name)))


def test_times_are_in_the_competitions_zone(hall):
    """10:00 UTC is 12:00 in Riga in November."""
    Competition.objects.update(time_zone="Europe/Riga")
    hall.press("match-call", hall.match())
    entry = AuditEntry.objects.first()
    hour = (entry.at.hour + 2) % 24

    assert f" {hour:02d}:{entry.at:%M:%S}" in text(hall.client.get(address(hall, "log") + "?only=game"))


def test_administrator_acts_as_chief(hall):
    hall.client.force_login(make_account(is_superuser=True))

    assert hall.press("match-call", hall.match()).startswith("Called")


def test_other_event_has_its_own_rounds(hall):
    make_event(hall.competition, slug="second")

    assert hall.get("round", event_slug="second", number=1).status_code == 404
