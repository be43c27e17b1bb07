"""What outsiders see and do not see, page by page."""

from __future__ import annotations

from datetime import UTC, date, datetime
from uuid import uuid4

import pytest
from django.test import Client
from django.utils import translation

from competitions.common.actors import SPECTATOR
from competitions.models import Competition, Match, Round, Stage
from competitions.selectors.public import competitions_listed
from competitions.services.outbox import outbox_add
from competitions.workflow import MatchStatus, StageState
from tests.factories import (
    NOON,
    make_account,
    make_award,
    make_competition,
    make_entry,
    make_event,
    make_official,
    make_result,
    make_stage,
)

pytestmark = pytest.mark.django_db
PATHS = ("", "cross/", "rounds/", "entries/", "draw/")


@pytest.fixture
def stage() -> Stage:
    event = make_event(name="Open")
    return make_stage(event, [[make_entry(event, f"Spēlētājs {n}", club="Rīga") for n in range(1, 5)]])


def address(stage: Stage, rest: str = "") -> str:
    return f"/c/{stage.event.competition.slug}/{stage.event.slug}/{rest}"


@pytest.mark.parametrize("rest", PATHS)
def test_event_pages_answer_and_keep_a_strict_policy(client: Client, stage, rest):
    answer = client.get(address(stage, rest))

    assert answer.status_code == 200
    assert "unsafe" not in answer["Content-Security-Policy"]
    assert b" style=" not in answer.content
    assert b" onclick=" not in answer.content


@pytest.mark.parametrize("rest", PATHS)
@pytest.mark.parametrize("state", [StageState.DRAFT, StageState.DRAWN])
def test_draw_that_is_not_locked_is_not_shown(client: Client, stage, rest, state):
    Stage.objects.filter(id=stage.id).update(state=state, lot="hidden-lot-text")

    page = client.get(address(stage, rest)).content.decode()

    assert "hidden-lot-text" not in page
    assert rest == "entries/" or "Spēlētājs 1" not in page


@pytest.mark.parametrize("rest", PATHS)
def test_hidden_competition_looks_like_none(client: Client, stage, rest):
    Competition.objects.update(is_public=False)

    hidden = client.get(address(stage, rest))
    missing = client.get(f"/c/no-such-cup/{stage.event.slug}/{rest}")

    assert (hidden.status_code, missing.status_code) == (404, 404)
    assert hidden.content == missing.content


def test_official_sees_the_hidden_competition(client: Client, stage):
    Competition.objects.update(is_public=False)
    client.force_login(make_official(stage.event.competition))

    assert client.get(address(stage)).status_code == 200


UNKNOWN = ["/c/{c}/nothing/", "/c/{c}/{e}/rounds/99/", "/c/{c}/{e}/?stage=7", "/c/{c}/{e}/rounds/1/pairing.trf",
           "/c/{c}/people/{uid}/", "/g/{uid}/", "/v/abcdefghijklmnop/", "/screen/nothing/", "/c/nothing/version"]


@pytest.mark.parametrize("pattern", UNKNOWN)
def test_unknown_things_are_not_found(client: Client, stage, pattern):
    path = pattern.format(c=stage.event.competition.slug, e=stage.event.slug, uid=uuid4())

    assert client.get(path).status_code == 404


def test_game_of_an_unlocked_draw_is_not_found(client: Client, stage):
    uid = stage.matches.first().games.get().uid
    assert client.get(f"/g/{uid}/").status_code == 200

    Stage.objects.update(state=StageState.DRAWN)

    assert client.get(f"/g/{uid}/").status_code == 404


@pytest.mark.parametrize("path", ["", "rounds/", "entries/", "draw/", "cross/"])
def test_hidden_person_is_shown_by_number(client: Client, path):
    event = make_event()
    entries = [make_entry(event, "Slepenais Vārds", hidden=True, club="Slepenais klubs"), make_entry(event, "Cits")]
    stage = make_stage(event, [entries])

    page = client.get(address(stage, path)).content.decode()

    assert "Slepenais" not in page
    assert "No. 1" in page


def test_hidden_person_is_shown_by_number_on_own_page_and_protocol(client: Client):
    event = make_event()
    hidden = make_entry(event, "Slepenais Vārds", hidden=True)
    stage = make_stage(event, [[hidden, make_entry(event, "Cits")]])
    game = stage.matches.get().games.get()

    for path in (f"/c/{event.competition.slug}/people/{hidden.uid}/", f"/g/{game.uid}/",
                 f"/screen/{event.competition.slug}/", f"/c/{event.competition.slug}/"):
        assert "Slepenais" not in client.get(path).content.decode()


WORDS = [  # what stands in the table of matches, the words that a reader must find
    ("provisional", lambda m: make_result(m, 4, 1, approved=False), ["provisional", "4:1"]),
    ("approved", lambda m: make_result(m, 4, 2), ["approved", "4:2"]),
    ("awarded", lambda m: make_award(m, "B"), ["awarded: no-show", "−:+"]),
    ("corrected", lambda m: (make_result(m, 3, 3), Match.objects.filter(id=m.id).update(corrected=True)),
     ["corrected", "3:3"]),
    ("called", lambda m: Match.objects.filter(id=m.id).update(status=MatchStatus.CALLED, called_at=NOON), ["called"]),
]


@pytest.mark.parametrize(("case", "change", "words"), WORDS, ids=[case for case, *_ in WORDS])
def test_round_says_the_state_in_words(client: Client, stage, case, change, words):
    change(stage.matches.filter(round__number=1).first())

    page = client.get(address(stage, "rounds/1/")).content.decode()

    assert all(word in page for word in words)


def test_old_round_stays_when_a_later_one_is_played(client: Client, stage):
    """A reader of round 1 must not find himself in round 2 after a refresh."""
    for match in stage.matches.filter(round__number=1):
        make_result(match, 4, 0)

    assert "Round 1" in client.get(address(stage, "rounds/1/")).content.decode()
    assert "Round 2" in client.get(address(stage, "rounds/")).content.decode()


def test_free_round_of_an_odd_field_is_named(client: Client):
    event = make_event()
    stage = make_stage(event, [[make_entry(event, f"Spēlētājs {n}") for n in range(1, 4)]])

    assert "Free round" in client.get(address(stage, "rounds/1/")).content.decode()


def test_part_is_the_fragment_alone(client: Client, stage):
    part = client.get(address(stage), {"part": "1"}).content.decode()

    assert part.lstrip().startswith('<div class="stack stack-l" id="table"')
    assert "<html" not in part


def test_trf_of_a_swiss_round_is_a_file(client: Client):
    event = make_event(slug="swiss")
    stage = make_stage(event, [[make_entry(event), make_entry(event)]], system="swiss")
    Round.objects.filter(stage=stage, number=1).update(trf="012 Cup\n")

    answer = client.get(address(stage, "rounds/1/pairing.trf"))

    assert answer.content == b"012 Cup\n"
    assert answer["Content-Disposition"] == 'attachment; filename="swiss-round-1.trf"'


def test_file_of_an_event_that_is_not_drawn_is_not_found(client: Client):
    event = make_event(slug="later")

    assert client.get(f"/c/{event.competition.slug}/later/rounds/1/pairing.trf").status_code == 404


def test_version_tells_what_has_changed_since(client: Client, stage):
    competition = stage.event.competition
    before = client.get(f"/c/{competition.slug}/version").json()["v"]
    outbox_add("match.changed", competition=competition.uid)
    outbox_add("table.changed", competition=competition.uid)
    outbox_add("match.changed", competition=uuid4())
    outbox_add("device.changed", competition=competition.uid)  # not for the public

    answer = client.get(f"/c/{competition.slug}/version", {"since": before}).json()

    assert (answer["v"] > before, answer["topics"]) == (True, ["match.changed", "table.changed"])
    assert client.get(f"/c/{competition.slug}/version", {"since": answer["v"]}).json()["topics"] == []


def test_draw_page_repeats_the_lot(client: Client, stage):
    Stage.objects.update(lot="Riga & <b>co</b>")

    page = client.get(address(stage, "draw/")).content.decode()

    assert "Riga &amp; &lt;b&gt;co&lt;/b&gt;" in page
    assert "sha256sum" in page


HOSTILE = '<img src=x onerror=alert(1)>"\'&'


def test_hostile_name_is_printed_literally(client: Client):
    event = make_event(name=HOSTILE)
    entry = make_entry(event, HOSTILE, club=HOSTILE)
    stage = make_stage(event, [[entry, make_entry(event)]])

    for rest in PATHS:
        assert "<img src=x" not in client.get(address(stage, rest)).content.decode()


LANGUAGES = [("lv", "lv"), ("en", "en"), ("et", "et"), ("ru", "ru"), ("de", "de")]


@pytest.mark.parametrize(("code", "lang"), LANGUAGES)
def test_every_language_is_there_from_the_first_page_on(client: Client, code, lang):
    client.post("/lang/", {"language": code, "next": "/"})

    page = client.get("/").content.decode()

    assert f'<html lang="{lang}"' in page


@pytest.mark.parametrize("method", ["post", "put", "delete", "patch"])
def test_public_pages_cannot_be_written_to(client: Client, stage, method):
    assert getattr(client, method)(address(stage)).status_code == 405


DAYS = [  # first day, last day, where it stands at 22:30 UTC on 27 November: in Riga it is already the 28th
    (date(2026, 11, 28), date(2026, 11, 28), "now"), (date(2026, 11, 27), date(2026, 11, 27), "past"),
    (date(2026, 11, 29), date(2026, 11, 30), "soon"), (date(2026, 11, 26), date(2026, 11, 29), "now"),
]


@pytest.mark.parametrize(("first", "last", "where"), DAYS)
def test_competitions_are_sorted_by_their_own_day(first, last, where):
    competition = make_competition(starts_on=first, ends_on=last)

    lists = competitions_listed(SPECTATOR, at=datetime(2026, 11, 27, 22, 30, tzinfo=UTC))

    assert [name for name in ("now", "soon", "past") if competition in getattr(lists, name)] == [where]


OFFSETS = [  # when the draw was locked, what Riga's clocks showed that day (summer time ends 25 October 2026)
    (datetime(2026, 10, 24, 9, 0, tzinfo=UTC), "12:00", "+0300"),
    (datetime(2026, 11, 28, 9, 0, tzinfo=UTC), "11:00", "+0200"),
]


@pytest.mark.parametrize(("at", "clock", "offset"), OFFSETS)
def test_times_have_the_offset_of_their_own_date(client: Client, stage, at, clock, offset):
    Stage.objects.update(locked_at=at)

    page = client.get(address(stage, "draw/")).content.decode()

    assert clock in page
    assert offset in page


def test_hall_screen_pages_long_rounds(client: Client):
    event = make_event()
    stage = make_stage(event, [[make_entry(event, f"Spēlētājs {n}") for n in range(30)]])

    page = client.get(f"/screen/{stage.event.competition.slug}/").content.decode()

    assert page.count("data-slide") == 2 + 3  # 15 matches on two pages, 30 rows on three


def test_pages_in_another_language_name_the_tie_breaks(client: Client, stage):
    account = make_account(language="lv")
    client.force_login(account)
    with translation.override("lv"):
        assert client.get(address(stage)).status_code == 200
