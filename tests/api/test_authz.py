"""Who may do what: docs/authz.csv is what the product answers, cell by cell (reliability 4.8, 4.22)."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest
from django.db import connection
from django.test import Client

from competitions.models import Competition
from tests.authz.asks import ASKS, Ask
from tests.authz.hall import Hall
from tests.authz.matrix import FILE, Address, Knock, addresses, rows_of, stored, url_of, written

pytestmark = [
    pytest.mark.django_db,
    pytest.mark.skipif(connection.vendor != "sqlite", reason="rights do not depend on the engine; asked on SQLite"),
]
WRITE = os.environ.get("NOVUSS_WRITE_AUTHZ") == "1"
NOWHERE = "0193a5c0-0000-7000-8000-00000000dead"
BY_NAME = {address.name: address for address in addresses()}
PURE = {"api-standings", "api-score-match", "api-adjudicate", "api-explain", "api-moment"}
"""Commands: they compute, and touch no database."""
OPEN_API = {
    "api-standings", "api-score-match", "api-adjudicate", "api-explain", "api-moment", "api-device-pair",
    "api-table-now", "api-table-code", "api-draw", "api-lineup", "api-simulate", "api-reconstruct", "api-run",
    "api-replay-public", "api-hall",
}
SESSION_API = {
    "api-game-disputes", "api-dispute", "api-dispute-positions", "api-dispute-photo-put", "api-dispute-replays",
    "api-dispute-photo", "api-dispute-withdraw", "api-dispute-rulings", "api-replay", "api-replay-cancel",
    "api-replay-publish", "api-hall-plan", "api-interruption", "api-interruption-end",
}
"""What an official's browser asks as well, by the session and with the CSRF token."""


@pytest.fixture(autouse=True)
def _files(settings: Any, tmp_path: Path) -> None:
    settings.MEDIA_ROOT = tmp_path


def test_every_address_is_asked_and_nothing_else() -> None:
    assert sorted(ASKS) == sorted(BY_NAME)


def test_every_cell_of_the_file_is_what_the_product_answers() -> None:
    """A new URL without a row fails here; `manage.py authz` writes the file anew, for review."""
    knock = Knock(Hall())
    rows = [row for address in addresses() for row in rows_of(knock, address)]
    if WRITE:
        FILE.write_text(written(rows), encoding="utf-8", newline="")
    assert rows == stored()


def test_no_door_is_open_by_a_slip() -> None:
    """What the file must say whoever writes it anew: the lines that a review would look for first."""
    for row in stored():
        cells = dict(zip(("spectator", "chief"), row.cells, strict=False))
        if row.name.startswith(("setup:", "run:")):
            assert row.cells[0] in ("login", "405"), row
            assert row.cells[-2] in ("404", "405", "200", "302"), row
            assert row.cells[-2] in ("404", "405") or row.name in ("setup:home", "setup:new", "setup:match_day"), row
            assert row.cells[-1] == row.cells[0], row
            assert set(row.cells[7:10]) == {row.cells[0]}, row
        if row.name in SESSION_API:
            assert cells["spectator"] in ("401", "403"), row
            assert row.cells[-1] == cells["spectator"], row  # an expired login is none
            assert cells["chief"] not in ("401", "403"), row
        elif row.name.startswith("api-") and row.name not in OPEN_API:
            assert cells == {"spectator": "401", "chief": "401"}, row
        assert "500" not in row.cells, row


# --- ids of others ---------------------------------------------------------------------------------------------------
def foreign_ids(hall: Hall) -> dict[str, Any]:
    """For each address with an id: one that exists, in another competition."""
    match, entry = hall.foreign_match.uid, hall.foreign_entry.uid
    game = hall.foreign_match.games.get().uid
    table = hall.other.tables.get().uid
    run = {name: match for name in BY_NAME if name.startswith(("run:match", "run:team-"))}
    disputes = {name: hall.foreign_dispute.uid for name in BY_NAME if name.startswith("run:dispute")}
    disputes |= {
        name: game if "game_uid" in BY_NAME[name].names else hall.foreign_dispute.uid
        for name in SESSION_API if name in BY_NAME}
    accounts = {
        name: hall.accounts["other_chief"].uid for name in BY_NAME
        if name.startswith("setup:official") and name != "setup:officials"}
    return run | accounts | disputes | {
        "run:leave": entry, "run:come-back": entry, "run:dismiss": hall.foreign_sanction.uid,
        "run:device-revoke": hall.foreign_device.uid, "run:pin-unlock": hall.accounts["other_chief"].uid,
        "run:calibration-fit": hall.foreign_fit.uid, "run:calibration-accept": hall.foreign_fit.uid,
        "run:job": hall.foreign_job.uid, "run:job-cancel": hall.foreign_job.uid, "run:job-file": hall.foreign_job.uid,
        "setup:team": entry,
        "series:leg": hall.foreign_leg.uid, "series:take": hall.foreign_leg.uid,
        "series:leg_remove": hall.foreign_leg.uid, "public:series-person": hall.foreign_placed.uid,
        "setup:application": hall.foreign_waiting.uid, "setup:application_accept": hall.foreign_waiting.uid,
        "setup:application_decline": hall.foreign_waiting.uid,
        "setup:person": hall.foreign_entry.person.uid,
        "setup:entry": entry, "setup:entry_remove": entry, "setup:import_preview": hall.foreign_preview,
        "api-hall-plan": hall.other.uid, "api-interruption": hall.other.uid,
        "api-interruption-end": hall.other.uid, "run:table-close": table, "run:table-reserve": table,
        "run:group-zone": hall.foreign_group.uid, "run:referee-ground": hall.accounts["other_chief"].uid,
        "api-officials": hall.other.uid, "api-game": game, "api-game-events": game, "public:entrant": entry,
        "public:team-match": match,
        "api-table-take": table,
    }


def ids_of(address: Address) -> list[str]:
    found = sorted(address.names & {"uid", "account", "competition_uid", "game_uid", "table_uid"})
    return found or sorted(address.names & {"dispute_uid"})


def asked(knock: Knock, actor: str, address: Address, name: str, value: Any) -> tuple[int, bytes, dict[str, str]]:
    """The answer to an ask with another id, without what names the address and the request itself."""
    ask = ASKS[address.name](knock.hall, actor)
    changed = Ask({**ask.where, name: value}, ask.query, ask.data, ask.kind)
    url = url_of(address, changed)
    method = next(m for m in ("POST", "GET", "PUT") if knock.answer(actor, m, url, changed).status_code != 405)
    response = knock.answer(actor, method, url, changed)
    assert not response.has_written
    headers = {key: text for key, text in response.headers.items() if key not in ("X-Request-ID", "Content-Length")}
    headers["Content-Security-Policy"] = headers.get("Content-Security-Policy", "").split("'nonce-")[0]
    body = response.content.replace(str(value).encode(), b"ID")
    return response.status_code, body, headers


def test_foreign_ids_are_answered_byte_for_byte_like_missing_ones() -> None:
    """Nasty input 27: for the chief on the pages, for the paired device on the API."""
    knock = Knock(Hall())
    foreign = foreign_ids(knock.hall)
    left = []
    for address in addresses():
        for name in ids_of(address):
            if address.name not in foreign:
                left.append(address.name)
                continue
            is_devices = address.name.startswith("api-") and address.name not in SESSION_API
            actor = "device" if is_devices else "chief"
            theirs = asked(knock, actor, address, name, foreign[address.name])
            missing = asked(knock, actor, address, name, NOWHERE)
            assert theirs[0] == 404, (address.name, theirs[0])
            assert theirs == missing, address.name
    # A public competition's hall, a table's own address and a game's protocol are public: what stands there is of no
    # competition in particular. What somebody has sent by the entry form opens to who has the key of it, whatever else
    # they may do. A line-up's link is known to its team alone.
    assert left == [
        "api-hall", "api-table-now", "api-table-code", "tablet:table", "protocols:game", "protocols:lineup",
        "public:application"]


def test_what_is_not_public_is_answered_like_what_is_not_there() -> None:
    """A hidden competition: for anybody outside, each of its public pages is like one that does not exist."""
    hall = Hall()
    knock = Knock(hall)
    Competition.objects.filter(id=hall.competition.id).update(is_public=False)
    for address in addresses():
        if address.name == "protocols:lineup":
            continue  # for whoever has the link
        if not address.name.startswith(("public:", "protocols:")) or "slug" not in address.names | {"slug"}:
            continue
        if address.name.startswith("public:series"):
            continue  # of no competition: tests/pages/test_series.py
        ask = ASKS[address.name](hall, "spectator")
        if address.names & {"slug", "uid", "token"}:
            url = url_of(address, ask)
            for actor in ("spectator", "other_chief"):
                response = knock.answer(actor, "GET", url, ask)
                assert response.status_code == 404, (address.name, actor)
            assert knock.answer("secretary", "GET", url, ask).status_code == 200, address.name
    shown = knock.answer("spectator", "GET", url_of(BY_NAME["public:home"], Ask()), Ask()).content.decode()
    assert hall.competition.name not in shown.replace(hall.other.name, "")


# --- forms of other sites --------------------------------------------------------------------------------------------
@pytest.mark.parametrize("method", ["POST", "PUT", "PATCH", "DELETE"])
def test_no_page_takes_a_change_without_the_token_of_its_form(method: str) -> None:
    """Nasty input 28. Most of the API takes no cookie, so it needs no token; what takes one asks for the token."""
    hall = Hall()
    client = Client(enforce_csrf_checks=True)
    client.force_login(hall.accounts["administrator"])
    for address in addresses():
        ask = ASKS[address.name](hall, "administrator")
        response = client.generic(method, url_of(address, ask), b"", "application/x-www-form-urlencoded")
        if address.name in SESSION_API | {"api-replay-public"}:
            assert response.status_code == 403, (address.name, response.status_code)
        elif address.name.startswith("api-"):
            assert response.status_code in (400, 401, 405, 415, 422), address.name
        elif address.name.startswith("admin:"):
            assert response.status_code in (403, 405), address.name
        else:
            assert response.status_code in (403, 405), (address.name, response.status_code)
            is_csrf = response.status_code == 403 and method == "POST"
            assert not is_csrf or response.context["problem"].code == "csrf_failed", address.name


# --- headers ---------------------------------------------------------------------------------------------------------
PRIVATE = (
    "setup:", "run:", "series:", "api-game", "api-officials", "api-device", "api-table", "public:password",
    "public:account")


def test_every_answer_has_its_headers() -> None:
    """Reliability 4.22: policy, type, frame, referrer on everything; nothing private is kept by a browser."""
    knock = Knock(Hall())
    for address in addresses():
        for actor in ("spectator", "chief", "device", "other_chief"):
            ask = ASKS[address.name](knock.hall, actor)
            for method in ("GET", "POST"):
                response = knock.answer(actor, method, url_of(address, ask), ask)
                seen = (address.name, actor, method, response.status_code)
                policy = response.headers.get("Content-Security-Policy", "")
                assert "default-src 'self'" in policy, seen
                assert "unsafe" not in policy, seen
                assert "frame-ancestors 'none'" in policy, seen
                assert response["X-Content-Type-Options"] == "nosniff", seen
                assert response["X-Frame-Options"] == "DENY", seen
                assert response["Referrer-Policy"] == "same-origin", seen
                assert response["X-Request-ID"], seen
                if address.name.startswith(PRIVATE) and response.status_code not in (302, 405):
                    assert "no-store" in response.headers.get("Cache-Control", ""), seen


# --- what programs may write -----------------------------------------------------------------------------------------
WRITABLE = {
    "DevicePairApi": {"code", "name"}, "DeviceHeartbeatApi": {"unsent", "battery", "app"},
    "DevicePinApi": {"official", "pin", "game"}, "TableTakeApi": {"official", "pin", "force", "game"},
    "TableCodeApi": {"code", "name"},
    "GameDisputesApi": {"uid", "text", "set", "stroke", "member", "player"}, "DisputeWithdrawApi": {"reason"},
    "RulingsApi": {"uid", "text", "decision", "clauses", "overrules", "reason", "consequences"},
    "ReplaysApi": {"uid", "position", "kind", "model", "seed"}, "ReplayPublishApi": {"published"},
}


def test_programs_may_write_these_fields_and_no_other() -> None:
    """A snapshot against mass assignment: a new field is seen here before it is open."""
    from competitions.api.strict import StrictSerializer
    from refereeing.api import disputes, views

    found = {}
    for name, view in (vars(views) | vars(disputes)).items():
        serializer = getattr(view, "InputSerializer", None)
        if serializer is not None:
            assert issubclass(serializer, StrictSerializer), name
            found[name] = {field for field, kind in serializer().fields.items() if not kind.read_only}
    assert found == WRITABLE


@pytest.mark.parametrize("field", ["id", "confirmed", "competition", "is_revoked", "kind"])
def test_an_unknown_field_is_refused(field: str) -> None:
    """Nasty input 17."""
    hall = Hall()
    for name in ("api-device-pair", "api-device-heartbeat", "api-device-pin", "api-table-take", "api-table-code"):
        ask = ASKS[name](hall, "device")
        sent = Ask(ask.where, ask.query, {**ask.data, field: 1}, ask.kind)
        response = Knock(hall).answer("device", "POST", url_of(BY_NAME[name], sent), sent)
        assert (response.status_code, response.json()["code"]) == (400, "unknown_field"), name
