"""Who reaches which page that sets a competition up, and what strangers are told (reliability.md 3.2, 27 and 28)."""

from __future__ import annotations

from uuid import uuid4

import pytest
from django.test import Client

from competitions.models import Account, Entry, Event, Official
from competitions.selectors.actors import actor_of
from competitions.services.people import account_pin_set
from tests.factories import NOON, make_account, make_competition, make_entry, make_event, make_official
from tests.pages.setup_site import GOOD, PLAIN, POSTS, as_, text, url

pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> Event:
    return make_event(make_competition(tables=2))


OFFICE = {"entry_new", "seeds", "import", "import_template", "presence", "entries", *POSTS}
SEEN_BY_ALL = {"entries"}


@pytest.mark.parametrize("name", [*PLAIN, *POSTS])
@pytest.mark.parametrize(
    "role", ["chief", "deputy", "secretary", "senior", "table_referee", "chief elsewhere", "nobody"])
def test_each_role_reaches_its_pages_only(client: Client, event: Event, name: str, role: str) -> None:
    make_entry(event)
    if role == "chief elsewhere":
        account = make_official(make_competition())
    else:
        account = make_account() if role == "nobody" else make_official(event.competition, role)
    as_(client, account)
    allowed = role in ("chief", "deputy") or (role == "secretary" and name in OFFICE) or (
        role in ("senior", "table_referee") and name in SEEN_BY_ALL)
    outside = role in ("chief elsewhere", "nobody")
    answer = client.post(url(name, event)) if name in POSTS else client.get(url(name, event))
    assert answer.status_code == (404 if outside else (302 if name in POSTS else 200) if allowed else 403)


@pytest.mark.parametrize("name", [*PLAIN, *POSTS])
def test_nobody_is_asked_to_log_in_alike_for_known_and_unknown(client: Client, event: Event, name: str) -> None:
    address = url(name, event)
    unknown = address.replace(event.competition.slug, "no-such-cup")
    method = client.post if name in POSTS else client.get
    for one in (address, unknown):
        answer = method(one)
        assert (answer.status_code, answer["Location"]) == (302, f"/login/?next={one}")


def test_foreign_and_missing_look_alike(client: Client, event: Event) -> None:
    other = make_event()
    as_(client, make_official(event.competition))
    foreign, entry = make_entry(other), make_entry(event)
    account = make_official(other.competition)
    pairs = [
        (url("settings", other), url("settings", event).replace(event.competition.slug, "no-such-cup")),
        (url("entry", event, foreign.uid), url("entry", event, uuid4())),
        (url("official", event, account.uid), url("official", event, uuid4())),
        (url("import_preview", event, uuid4()), url("import_preview", event, uuid4())),
        (url("entries", event).replace(event.slug, other.slug), url("entries", event).replace(event.slug, "none")),
    ]
    for pair in pairs:
        answers = [client.get(asked) for asked in pair]
        assert [answer.status_code for answer in answers] == [404, 404]
        bodies = {answer.content.decode().replace(asked, "") for answer, asked in zip(answers, pair, strict=True)}
        assert len(bodies) == 1
    for name, uid in (("entry", foreign.uid), ("entry_remove", foreign.uid)):
        assert client.post(url(name, event, uid), {"name": "X"}).status_code == 404
    assert Entry.objects.filter(pk__in=[foreign.pk, entry.pk]).count() == 2


@pytest.mark.parametrize("name", sorted({*PLAIN, *POSTS} - {"import_template", "entries"}))
def test_no_change_without_the_token_of_the_form(event: Event, name: str) -> None:
    client = Client(enforce_csrf_checks=True)
    as_(client, make_official(event.competition))
    assert client.post(url(name, event), {"name": "X"}).status_code == 403


def test_a_secretary_may_not_open_a_competition(client: Client, event: Event) -> None:
    as_(client, make_official(event.competition, "secretary"))
    assert client.get("/panel/new/").status_code == 403
    assert client.post("/panel/new/", GOOD).status_code == 403
    home = text(client.get("/panel/"))
    assert event.competition.name in home
    assert "/panel/new/" not in home


def test_home_lists_ones_own_only(client: Client, event: Event) -> None:
    other = make_competition("Somebody else's cup")
    as_(client, make_official(event.competition, "table_referee"))
    home = text(client.get("/panel/"))
    assert "table referee" in home
    assert "Somebody else" not in home
    assert other.slug not in home


def test_a_deputy_cannot_take_over_the_chief(client: Client, event: Event) -> None:
    chief = make_official(event.competition)
    account_pin_set(
        competition=event.competition.uid, account=chief.uid, pin="258013", by=actor_of(chief), at=NOON)
    before = Account.objects.get(pk=chief.pk)
    as_(client, make_official(event.competition, "deputy"))
    for name, sent in (("official_password", {}), ("official_pin", {"pin": "905172"}), ("official_end", {}),
                       ("official", {"role": "table_referee"})):
        assert client.post(url(name, event, chief.uid), sent).status_code == 422
    after = Account.objects.get(pk=chief.pk)
    assert (after.password, after.pin) == (before.password, before.pin)
    assert Official.objects.get(account=chief).role == "chief"
