"""Series from the panel to the public ranking, its arithmetic, its print and its files."""

from __future__ import annotations

import csv
import io

import pytest
from django.test import Client

from competitions.models import Account, Person, Series
from tests.factories import make_competition, make_official
from tests.pages.setup_site import as_, text
from tests.pdf.documents import text_of
from tests.services.test_series import played

pytestmark = pytest.mark.django_db
RULES = {"name": "Cēsu kauss", "is_public": "on", "points": "25, 20; 16", "further": "3", "best": "1", "tie_1": "total"}


@pytest.fixture
def chief(client: Client) -> Account:
    account = make_official(make_competition(), "chief")
    as_(client, account)
    return account


def made(client: Client, **rules: str) -> Series:
    answer = client.post("/panel/series/new/", {**RULES, **rules})
    assert answer.status_code == 302, text(answer)
    return Series.objects.get()


def add(client: Client, name: str, places: str) -> None:
    answer = client.post("/panel/series/cesu-kauss/legs/", {"name": name})
    client.post(answer["Location"], {"places": places})


@pytest.mark.usefixtures("chief")
def test_from_the_rules_to_the_ranking(client: Client) -> None:
    found = made(client, women="on", age_groups="U18")
    assert found.rules["points"] == ["25", "20", "16"]
    assert found.rules["divisions"] == ["F", "U18"]
    event = played()
    added = client.post("/panel/series/cesu-kauss/legs/", {"event": str(event.uid), "held_on": "2026-11-28"})
    assert client.post(added["Location"] + "take/", follow=True).status_code == 200
    add(client, "Elsewhere", "2; Anna\n1; Dace; Cēsis\n")
    page = text(Client().get("/series/cesu-kauss/"))

    assert "Cēsu kauss" in page
    assert '<s class="muted">(20)</s><span class="sr-only"> dropped</span>' in page  # no colour alone
    assert "The best result counts." in page
    assert f"/c/{event.competition.slug}/{event.slug}/" in page
    anna = Person.objects.get(name="Anna")
    mine = text(Client().get(f"/series/cesu-kauss/people/{anna.uid}/"))
    assert "<s>(20)</s>" in mine
    assert "Sum of all results" in mine
    assert text(Client().get("/")).count("/series/cesu-kauss/") == 1
    assert "cesu-kauss" in text(Client().get("/series/"))
    assert "cesu-kauss" in text(client.get("/panel/series/"))


@pytest.mark.usefixtures("chief")
def test_the_page_of_a_competition_names_nobody_who_asked_not_to_be_named(client: Client) -> None:
    made(client)
    event = played()
    Person.objects.filter(name="Anna").update(hidden=True)
    leg = client.post("/panel/series/cesu-kauss/legs/", {"event": str(event.uid)})["Location"]
    client.post(f"{leg}take/")
    assert "Anna" not in text(client.get(leg))
    assert "Berta" in text(client.get(leg))
    hidden = event.competition
    hidden.is_public = False
    hidden.save()
    assert "Berta" not in text(Client().get("/series/cesu-kauss/"))
    assert "Rudens kauss" in text(client.get("/panel/series/cesu-kauss/"))  # to be removed by who keeps the series


@pytest.mark.usefixtures("chief", "poppler")
def test_the_print_and_the_files_say_the_same(client: Client) -> None:
    made(client)
    add(client, "I", "1; Anna\n2; Berta")
    add(client, "II", "2; Anna\n1; Dace")
    assert client.get("/series/cesu-kauss/table.csv").status_code == 200
    client.post("/panel/series/cesu-kauss/legs/", {"name": "III"})
    printed = text_of(Client().get("/series/cesu-kauss/table.pdf").content)
    rows = list(csv.DictReader(io.StringIO(
        Client().get("/series/cesu-kauss/table.csv").content.decode("utf-8-sig"))))

    assert "(20)" in printed
    assert "1: I; 2: II; 3: III" in printed
    assert [(row["Place"], row["Name"], row["Counts"], row["All"]) for row in rows] == [
        ("1", "Anna", "25", "45"), ("2", "Dace", "25", "25"), ("3", "Berta", "20", "20")]
    assert rows[0]["2. II: counts"] == "no"
    assert Client().get("/series/cesu-kauss/table.xlsx")["Content-Type"].endswith("sheet")
    assert Client().get("/series/cesu-kauss/table.ods").status_code == 404


@pytest.mark.usefixtures("chief")
def test_faults_are_shown_where_they_are(client: Client) -> None:
    for data, field in (
        ({"points": "25, x"}, "points"), ({"age_groups": "old"}, "age_groups"), ({"tie_2": "total"}, "tie_1"),
        ({"points": "1, 2"}, "points"), ({"name": " "}, "name"), ({"further": "-"}, "further"),
    ):
        answer = client.post("/panel/series/new/", {**RULES, **data})
        assert (answer.status_code, list(answer.context["form"].errors)) == (422, [field]), data
    made(client)
    answer = client.post("/panel/series/cesu-kauss/legs/", {"name": "I"})
    wrong = client.post(answer["Location"], {"places": "1; Anna\nBerta"})
    assert wrong.status_code == 422
    assert "Line 2 cannot be read" in text(wrong)
    twice = client.post(answer["Location"], {"places": "1; Anna\n2; Anna"})
    assert "The same name stands in row 1" in text(twice)
    assert client.post("/panel/series/cesu-kauss/legs/", {"name": ""}).status_code == 422
    assert client.post("/panel/series/cesu-kauss/", {**RULES, "best": "0"}).status_code == 422
    assert client.post("/panel/series/cesu-kauss/", {**RULES, "best": "2"}).status_code == 302


@pytest.mark.usefixtures("chief")
def test_taken_while_something_is_open_is_refused_in_words(client: Client) -> None:
    made(client)
    added = client.post("/panel/series/cesu-kauss/legs/", {"event": str(played(approved=False).uid)})
    refused = client.post(added["Location"] + "take/", follow=True)

    assert "still to be played or approved" in text(refused)
    assert client.post(added["Location"] + "remove/", follow=True).status_code == 200
    assert client.post("/panel/series/cesu-kauss/remove/", follow=True).status_code == 200
    assert not Series.objects.exists()


@pytest.mark.usefixtures("chief")
def test_a_series_that_is_not_public_is_not_there(client: Client) -> None:
    made(client, is_public="")
    add(client, "I", "1; Anna")
    anna = Person.objects.get(name="Anna")
    for path in ("", "table.pdf", "table.csv", f"people/{anna.uid}/"):
        assert Client().get(f"/series/cesu-kauss/{path}").status_code == 404
        assert client.get(f"/series/cesu-kauss/{path}").status_code == 200
    assert "cesu-kauss" not in text(Client().get("/"))
    stranger = as_(Client(), make_official(make_competition(), "chief"))
    assert stranger.get("/panel/series/cesu-kauss/").status_code == 404
    secretary = as_(Client(), make_official(make_competition(), "secretary"))
    assert secretary.get("/panel/series/new/").status_code == 403
