"""The pages that set a competition up: the whole way, refusals at their fields, and who may do what."""

from __future__ import annotations

from datetime import date
from typing import Any
from uuid import uuid4

import pytest
from django.contrib.auth.hashers import check_password
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from competitions.formats.tie_break_list import TIE_BREAKS
from competitions.models import Account, AuditEntry, Competition, Entry, Event, Official, Outbox
from tests.factories import make_account, make_competition, make_entry, make_event, make_official, make_stage
from tests.pages.setup_site import GOOD, PLAIN, as_, text, url

pytestmark = pytest.mark.django_db
LIST = "nr,name,sex,born,club,licence,rating,class\n1,Anna Liepa,S,1990,Rīga,L-1,1500,folk\n2,Ilze Ozola,S,,Cēsis,,,\n"
FAULTY = """nr,name,sex,born,club,licence,rating,class
1,Anna Liepa,S,1990,Rīga,,,
2,,S,1990,Rīga,,,
3,ANNA LIEPA,S,1955,Rīga,,,
4,Valdis Egle,V,19x4,Rīga,,,
5,Ināra Egle,?,1994,Rīga,,,
6,Kārlis Egle,V,2007,Rīga,,-5,
7,"=HYPERLINK(""x"")",V,1960,Rīga,,,
8,""" + "A" * 400 + """,V,1973,Rīga,,,
9,Žanna Egle,S
"""


@pytest.fixture
def event() -> Event:
    return make_event(make_competition(tables=2))


@pytest.fixture
def chief(client: Client, event: Event) -> Client:
    return as_(client, make_official(event.competition))


def regulations_sent(page: Any, **over: Any) -> dict[str, Any]:
    """What a browser would send back: every field of the form as it is shown."""
    form = page.context["form"]
    sent = {field.html_name: field.value() for field in form}
    sent |= over
    return {name: value for name, value in sent.items() if value is not None and value is not False and value != ""}


def thirty() -> str:
    """A list of thirty as Excel with Latvian settings writes it."""
    rows = "".join(f"{n};Ķirils Žagariņš {n};V;{1950 + n};Cēsu NK;L-{n};{1900 - n};folk\r\n" for n in range(1, 31))
    return "Nr.;Vārds, uzvārds;Dzimums;Dz. gads;Klubs;Licence;IK;Klase\r\n" + rows


# --- the whole way ---------------------------------------------------------------------------------------------------
def test_from_a_new_competition_to_thirty_present(client: Client) -> None:
    account = make_account("chief", is_superuser=True)
    as_(client, account)
    made = client.post("/panel/new/", {
        "name": "Rīgas kauss", "place": "Rīga", "starts_on": "2026-11-28", "ends_on": "", "time_zone": "Europe/Riga",
        "language": "lv", "is_public": "on", "tables": "12"})
    assert made["Location"] == "/panel/rigas-kauss/events/new/"
    competition = Competition.objects.get()
    assert (competition.ends_on, competition.tables.count()) == (date(2026, 11, 28), 12)
    assert Official.objects.get().role == "chief"

    page = client.get(made["Location"])
    made = client.post(made["Location"], regulations_sent(page, name="Vīri", sets=4))
    assert made["Location"] == "/panel/rigas-kauss/viri/import/"
    event = Event.objects.get()
    assert (event.regulations["sets"], event.regulations["tie_breaks_swiss"]) == (4, ["buchholz", "sonneborn_berger"])

    file = SimpleUploadedFile("list.csv", thirty().encode("cp1257"))
    made = client.post(made["Location"], {"file": file})
    page = client.get(made["Location"])
    assert "<strong>30</strong> new" in text(page)
    made = client.post(made["Location"], {"digest": page.context["shown"].plan.digest})
    assert made["Location"] == "/panel/rigas-kauss/viri/entries/"
    assert "30 new, 0 changed, 0 same" in text(client.get(made["Location"]))

    uids = [str(uid) for uid in Entry.objects.values_list("uid", flat=True)]
    client.post("/panel/rigas-kauss/viri/presence/", {"present": uids[:29], "others_absent": "1"})
    assert Entry.objects.filter(state="present").count() == 29
    assert Entry.objects.filter(state="absent").count() == 1


def test_list_with_faults_names_rows_and_fields_and_cannot_be_confirmed(chief: Client, event: Event) -> None:
    file = SimpleUploadedFile("list.csv", FAULTY.encode())
    made = chief.post(url("import", event), {"file": file})
    page = chief.get(made["Location"])
    assert [fault[:2] for fault in page.context["faults"]] == [
        (3, "name"), (4, "name"), (5, "year of birth"), (6, "sex"), (7, "rating"), (8, "name"), (9, "name"),
        (10, "year of birth")]
    assert "8 rows have faults. Nothing was stored." in text(page)
    assert 'name="digest"' not in text(page)
    refused = chief.post(made["Location"], {"digest": page.context["shown"].plan.digest})
    assert refused.status_code == 422
    assert not Entry.objects.exists()


# --- refusals --------------------------------------------------------------------------------------------------------
def refused_at(answer: Any, field: str, says: str) -> None:
    form = next(value for value in (answer.context["form"], answer.context.get("pin_form")) if value is not None
                and value.is_bound and value.errors)
    assert answer.status_code == 422
    assert list(form.errors) == [field]
    assert says in form.errors[field][0]
    assert says in text(answer).replace("&#x27;", "'")


COMPETITION_FAULTS = [
    ({"name": ""}, "name", "required"), ({"name": "A\u202eb"}, "name", "control character"),
    ({"ends_on": "2026-11-27"}, "ends_on", "before the first"), ({"starts_on": "x"}, "starts_on", "valid date"),
    ({"time_zone": "Mars"}, "time_zone", "Choose one"), ({"tables": "0"}, "tables", "greater than or equal to 1"),
    ({"tables": "1e9"}, "tables", "whole number"), ({"language": "xx"}, "language", "valid choice"),
    ({"name": "A" * 121}, "name", "120"),
]


@pytest.mark.parametrize(("change", "field", "says"), COMPETITION_FAULTS)
def test_new_competition_is_refused_at_the_field(client: Client, change: dict[str, str], field: str, says: str) -> None:
    as_(client, make_account(is_superuser=True))
    refused_at(client.post("/panel/new/", {**GOOD, **change}), field, says)
    assert not Competition.objects.exists()


ENTRY_FAULTS = [
    ({"name": ""}, "name", "required"), ({"name": "anna  LIEPA"}, "name", "on the list already"),
    ({"name": "Zane", "seed": "1"}, "seed", "seed 1"), ({"name": "Zane", "born": "1899"}, "born", "1900"),
    ({"name": "Zane", "rating": "-5"}, "rating", "0"), ({"name": "Zane", "sex": "X"}, "sex", "valid choice"),
    ({"name": "Zane", "rating": "9" * 5000}, "rating", ""), ({"name": "Zane", "club": "\x1b[31m"}, "club", "control"),
]


@pytest.mark.parametrize(("sent", "field", "says"), ENTRY_FAULTS, ids=[str(i) for i in range(len(ENTRY_FAULTS))])
def test_entry_is_refused_at_the_field(
    chief: Client, event: Event, sent: dict[str, str], field: str, says: str,
) -> None:
    make_entry(event, "Anna Liepa", seed=1)
    before = AuditEntry.objects.count(), Outbox.objects.count()
    refused_at(chief.post(url("entry_new", event), sent), field, says)
    assert Entry.objects.count() == 1
    assert (AuditEntry.objects.count(), Outbox.objects.count()) == before


def test_regulations_take_tie_breaks_by_number_and_rankings(chief: Client, event: Event) -> None:
    over = {"tie_breaks_swiss_1": "two:head_to_head", "tie_breaks_swiss_2": "more:set_ratio",
            "tie_breaks_swiss_9": "lot", "ranking_sex": "on", "classes": "A, B", "age_groups": "U18, 50+"}
    page = chief.get(url("regulations", event))
    assert chief.post(url("regulations", event), regulations_sent(page, **over)).status_code == 302
    event.refresh_from_db()
    kept = {name: event.regulations[name] for name in ("tie_breaks_swiss", "rankings", "classes", "age_groups")}
    assert kept == {"tie_breaks_swiss": ["two:head_to_head", "more:set_ratio", "lot"], "rankings": ["sex"],
                    "classes": ["A", "B"], "age_groups": ["U18", "50+"]}


def test_longer_list_of_tie_breaks_is_not_cut_by_the_form(chief: Client, event: Event) -> None:
    event.regulations = {**event.regulations, "tie_breaks_swiss": list(TIE_BREAKS[:12])}
    event.save()
    page = chief.get(url("regulations", event))
    assert chief.post(url("regulations", event), regulations_sent(page, sets="4")).status_code == 302
    event.refresh_from_db()
    assert event.regulations["tie_breaks_swiss"] == list(TIE_BREAKS[:12])


@pytest.mark.parametrize(("over", "field", "says"), [
    ({"sets": "0"}, "sets", "1"), ({"draw": "2"}, "draw", "A win must count more"), ({"win": "1.3"}, "win", "0.5"),
    ({"tie_breaks_swiss_2": "buchholz"}, "tie_breaks_swiss_1", "twice"), ({"win": "nan"}, "win", "number"),
    ({"tie_breaks_swiss_2": "magic"}, "tie_breaks_swiss_2", "valid choice"), ({"classes": "a, ,a"}, "classes", "twice"),
    ({"call_seconds": "1e400"}, "call_seconds", "whole number"), ({"age_groups": "young"}, "age_groups", "young"),
])
def test_regulations_are_refused_at_the_setting(
    chief: Client, event: Event, over: dict[str, str], field: str, says: str,
) -> None:
    before = dict(event.regulations)
    page = chief.get(url("regulations", event))
    refused_at(chief.post(url("regulations", event), regulations_sent(page, **over)), field, says)
    event.refresh_from_db()
    assert event.regulations == before


def test_regulations_after_the_lock_ask_for_a_reason(chief: Client, event: Event) -> None:
    make_stage(event, [[make_entry(event), make_entry(event)]])
    page = chief.get(url("regulations", event))
    assert "needs a reason and is recorded" in text(page)
    sent = regulations_sent(page, sets=4)
    refused_at(chief.post(url("regulations", event), sent), "reason", "Say why")
    assert chief.post(url("regulations", event), {**sent, "reason": "Hall closes early"}).status_code == 302
    event.refresh_from_db()
    assert event.regulations["sets"] == 4


def test_unchanged_regulations_change_nothing(chief: Client, event: Event) -> None:
    links = AuditEntry.objects.count()
    page = chief.get(url("regulations", event))
    answer = chief.post(url("regulations", event), regulations_sent(page), follow=True)
    assert "Nothing was changed" in text(answer)
    assert AuditEntry.objects.count() == links


@pytest.mark.parametrize(("sent", "field", "says"), [
    ({}, "file", "Choose a file or paste"), ({"text": "club\nRīga"}, "file", "headings"),
    ({"text": "a;b\n1;2"}, "file", "headings"), ({"text": 'name\n"Anna\nIlze'}, "file", "row 2"),
    ({"text": "name"}, "file", "nothing in the list"),
    ({"text": "name\nA", "encoding": "x"}, "encoding", "valid choice"),
])
def test_what_is_no_list_is_refused_at_the_field(
    chief: Client, event: Event, sent: dict[str, str], field: str, says: str,
) -> None:
    refused_at(chief.post(url("import", event), sent), field, says)


@pytest.mark.parametrize(("name", "data", "says"), [
    ("list.csv", b"\x89PNG\r\n\x1a\n\0\0", "neither a text nor a workbook"),
    ("list.xls", b"\xd0\xcf\x11\xe0" * 9, "XLS"),
    ("list.csv", b"a" * 5_000_001, "5 MB"), ("list.xlsx", b"PK\x03\x04rubbish", "cannot be read"),
])
def test_file_that_is_no_list_is_refused(chief: Client, event: Event, name: str, data: bytes, says: str) -> None:
    refused_at(chief.post(url("import", event), {"file": SimpleUploadedFile(name, data)}), "file", says)


def test_list_changed_by_somebody_else_is_shown_again(chief: Client, event: Event) -> None:
    made = chief.post(url("import", event), {"text": LIST})
    digest = chief.get(made["Location"]).context["shown"].plan.digest
    make_entry(event, "Anna Liepa")
    answer = chief.post(made["Location"], {"digest": digest})
    assert answer.status_code == 422
    assert "have changed since you looked" in text(answer)
    assert Entry.objects.count() == 1
    again = chief.post(made["Location"], {"digest": answer.context["shown"].plan.digest}, follow=True)
    assert "1 new, 1 changed, 0 same" in text(again)
    assert "has been imported" in text(chief.get(made["Location"]))


def test_hostile_names_are_shown_as_they_are_typed(chief: Client, event: Event) -> None:
    for name in ("<img src=x onerror=alert(1)>", "Rock & Roll <3", "{{7*7}}", "=HYPERLINK(1)"):
        assert chief.post(url("entry_new", event), {"name": name}).status_code == 302
    page = chief.get(url("entries", event)).content.decode()
    assert "&lt;img src=x onerror=alert(1)&gt;" in page
    assert "<img src=x" not in page
    assert "{{7*7}}" in page
    assert "Rock &amp; Roll &lt;3" in page


# --- presence, seeds, officials, tables ------------------------------------------------------------------------------
def test_presence_saves_only_what_was_ticked_or_unticked_here(chief: Client, event: Event) -> None:
    mine, theirs, both = (make_entry(event, state=state) for state in ("entered", "entered", "present"))
    page = chief.get(url("presence", event))
    assert page.context["present"] == 1
    # Meanwhile another official ticks `theirs`; this page still shows it without a tick.
    Entry.objects.filter(pk=theirs.pk).update(state="present")
    chief.post(url("presence", event), {"was": [both.uid], "present": [mine.uid]})
    assert list(Entry.objects.values_list("state", flat=True)) == ["present", "present", "absent"]


@pytest.mark.parametrize("sent", [{"present": ["x"]}, {"present": [str(uuid4())]}, {"was": ["1' OR 1=1"]}])
def test_presence_of_nobody_is_refused(chief: Client, event: Event, sent: dict[str, Any]) -> None:
    make_entry(event, state="entered")
    assert chief.post(url("presence", event), sent).status_code in (404, 422)
    assert Entry.objects.get().state == "entered"


def test_seeds_by_hand_by_rating_and_none(chief: Client, event: Event) -> None:
    one, two = make_entry(event, rating=1500), make_entry(event, rating=1600)

    def seeds() -> list[int | None]:
        return list(Entry.objects.values_list("seed", flat=True))

    chief.post(url("seeds_by_rating", event), {"count": ""})
    assert seeds() == [2, 1]
    by_hand = {f"seed_{one.uid}": "1", f"initial-seed_{one.uid}": "2",
               f"seed_{two.uid}": "2", f"initial-seed_{two.uid}": "1"}
    chief.post(url("seeds", event), by_hand)
    assert seeds() == [1, 2]
    answer = chief.post(url("seeds", event), {**by_hand, f"seed_{one.uid}": "2", f"initial-seed_{one.uid}": "1",
                                              f"initial-seed_{two.uid}": "2"})
    assert answer.status_code == 422
    assert "Another entrant has seed 2" in text(answer)
    assert chief.post(url("seeds_by_rating", event), {"count": "0"}).status_code == 422
    chief.post(url("seeds_clear", event))
    assert seeds() == [None, None]


def test_entry_is_changed_and_taken_off_the_list(chief: Client, event: Event) -> None:
    entry = make_entry(event, "Anna Liepa", state="entered")
    assert chief.get(url("entry", event, entry.uid)).status_code == 200
    chief.post(url("entry", event, entry.uid), {"name": "Anna Ozola", "club": "Rīga", "seed": "3"})
    entry.refresh_from_db()
    assert (str(entry.person), str(entry.club), entry.seed) == ("Anna Ozola", "Rīga", 3)
    chief.post(url("entry_remove", event, entry.uid))
    assert not Entry.objects.exists()


def test_drawn_entry_cannot_be_taken_off(chief: Client, event: Event) -> None:
    drawn = [make_entry(event), make_entry(event)]
    make_stage(event, [drawn])
    answer = chief.post(url("entry_remove", event, drawn[0].uid))
    assert answer.status_code == 422
    assert "stands in a draw" in text(answer)
    assert Entry.objects.count() == 2


def test_official_is_added_with_a_one_time_password_shown_once(chief: Client, event: Event) -> None:
    answer = chief.post(url("officials", event), {"username": "Anna", "name": "Anna Liepa", "role": "secretary"})
    password = answer.context["password"]
    assert password in text(answer)
    assert "no-store" in answer["Cache-Control"]
    anna = Account.objects.get(username="anna")
    assert anna.check_password(password)
    assert Official.objects.get(account=anna).role == "secretary"
    assert password not in text(chief.get(url("officials", event)))
    # Known by now: another office, no password.
    answer = chief.post(url("officials", event), {"username": "anna", "role": "senior", "zone": "A"})
    assert answer.status_code == 302
    assert Official.objects.get(account=anna).role == "senior"


def test_official_may_get_a_pin_at_once_or_nothing_is_made(chief: Client, event: Event) -> None:
    sent = {"username": "anna", "name": "Anna Liepa", "role": "secretary"}
    refused_at(chief.post(url("officials", event), {**sent, "pin": "123456"}), "pin", "too easily guessed")
    assert not Account.objects.filter(username="anna").exists()

    chief.post(url("officials", event), {**sent, "pin": "258013"})

    assert check_password("258013", Account.objects.get(username="anna").pin)


def test_side_list_keeps_the_event(chief: Client, event: Event) -> None:
    """The only one; of two the last one looked at; none where nobody has looked yet."""
    entries = url("entries", event)
    assert f'href="{entries}"' in text(chief.get(url("settings", event)))
    other = make_event(event.competition, slug="other", name="Other")
    assert f'href="{entries}"' not in text(chief.get(url("tables", event)))
    chief.get(url("presence", other))
    assert f'href="{url("entries", other)}"' in text(chief.get(url("officials", event)))


def test_official_gets_pin_password_office_and_leaves(chief: Client, event: Event) -> None:
    anna = make_official(event.competition, "secretary")
    refused_at(chief.post(url("official_pin", event, anna.uid), {"pin": "123456"}), "pin", "too easily guessed")
    chief.post(url("official_pin", event, anna.uid), {"pin": "258013"})
    anna.refresh_from_db()
    assert anna.pin
    Account.objects.filter(pk=anna.pk).update(pin_fails=5)
    assert "locked" in text(chief.get(url("officials", event)))
    chief.post(url("official_unlock", event, anna.uid))
    chief.post(url("official", event, anna.uid), {"role": "senior", "zone": "B"})
    answer = chief.post(url("official_password", event, anna.uid))
    anna.refresh_from_db()
    assert anna.check_password(answer.context["password"])
    assert anna.pin_fails == 0
    assert Official.objects.get(account=anna).zone == "B"
    chief.post(url("official_end", event, anna.uid))
    assert not Official.objects.filter(account=anna).exists()


def test_last_chief_stays(chief: Client, event: Event) -> None:
    account = Official.objects.get(competition=event.competition).account
    answer = chief.post(url("official_end", event, account.uid))
    assert answer.status_code == 422
    assert "needs a chief referee" in text(answer)
    refused_at(chief.post(url("official", event, account.uid), {"role": "deputy"}), "role", "needs a chief referee")
    assert Official.objects.get(competition=event.competition).role == "chief"


def test_tables_are_set_with_zones(chief: Client, event: Event) -> None:
    chief.post(url("tables", event), {"count": "3", "zone_1": "A", "zone_2": "B"})
    assert list(event.competition.tables.values_list("number", "zone")) == [(1, "A"), (2, "B"), (3, "")]
    assert chief.post(url("tables", event), {"count": "x"}).status_code == 422


def test_settings_are_changed(chief: Client, event: Event) -> None:
    chief.post(url("settings", event), {**GOOD, "name": "Cēsu kauss", "is_public": ""})
    event.competition.refresh_from_db()
    assert (event.competition.name, event.competition.is_public) == ("Cēsu kauss", False)


def test_empty_list_to_fill_in_is_in_the_readers_language(chief: Client, event: Event) -> None:
    answer = chief.get(url("import_template", event), headers={"Accept-Language": "lv"})
    assert answer.content.decode("utf-8-sig").startswith('"Nr.";"Vārds, uzvārds";"Dzimums"')
    assert answer["Content-Disposition"] == 'attachment; filename="novuss-entries.csv"'
    assert answer.content.startswith(b"\xef\xbb\xbf")


def test_search_works_without_scripts(chief: Client, event: Event) -> None:
    make_entry(event, "Anna Liepa")
    make_entry(event, "Ilze Ozola")
    page = text(chief.get(url("entries", event), {"q": "ILZE"}))
    assert "Ilze Ozola" in page
    assert "Anna Liepa" not in page
    assert "Nobody is found" in text(chief.get(url("entries", event), {"q": "zzz<b>"}))


@pytest.mark.parametrize("language", ["lv", "en", "et", "ru", "de"])
def test_pages_open_in_every_language(chief: Client, event: Event, language: str) -> None:
    make_entry(event, rating=1500)
    for name in PLAIN:
        answer = chief.get(url(name, event), headers={"Accept-Language": language})
        assert answer.status_code == 200
    assert chief.get("/panel/", headers={"Accept-Language": language}).status_code == 200
