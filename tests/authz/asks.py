"""What is asked at each address of the URL conf: the ids in it, and for a POST what a form or a program would send.

Every address stands here by its name. What is sent is right and can be done by somebody with the right, so that a
refusal is one of the right alone.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any
from uuid import uuid4

from competitions.common.actors import SYSTEM
from competitions.formats.regulations import Regulations
from competitions.selectors.duplicates import club_merge_of, person_merge_of
from competitions.selectors.registrations import application_key
from competitions.selectors.teams import team_line, team_regulations_of
from competitions.services.lineups import link_token
from refereeing.models import Device
from refereeing.pages.setup.regulation_forms import EventForm, RegulationsChangeForm
from refereeing.pages.setup.team_forms import TeamForm
from refereeing.services.devices import slip_code
from tests.authz.hall import PIN, Hall
from tests.factories import PASSWORD
from tests.services.dispute_hall import POSITION

JSON = "application/json"
FORM = "application/x-www-form-urlencoded"


@dataclass(frozen=True)
class Ask:
    """`where`: what fills the address. `data`: what a POST sends (for a device's lines: the kind of the event)."""

    where: Mapping[str, Any] = field(default_factory=dict)
    query: str = ""
    data: Any = None
    kind: str = FORM


Make = Callable[[Hall, str], Ask]


def plain(**data: Any) -> Make:
    """No id, and a form that sends these."""
    return lambda _hall, _actor: Ask(data=data)


def program(**data: Any) -> Make:
    return lambda _hall, _actor: Ask(data=data, kind=JSON)


def of_match(state: str, /, **data: Any) -> Make:
    """A button of the match in this state; `version` is filled in where it is asked for."""
    def make(hall: Hall, _actor: str) -> Ask:
        match = hall.fresh(state)
        sent = {name: match.version if value == "version" else value for name, value in data.items()}
        return Ask({"uid": match.uid}, data=sent)
    return make


def of_stage(name: str, event_slug: str, /, **data: Any) -> Make:
    def make(hall: Hall, _actor: str) -> Ask:
        stage = getattr(hall, name)
        return Ask({"event_slug": event_slug, "number": 1}, data={"stage": stage.uid, "version": stage.version, **data})
    return make


def exchange(hall: Hall, _actor: str) -> Ask:
    """Two places of a bracket that is not locked."""
    one, other = hall.cup.event.entries.all()[:2]
    stage = type(hall.cup).objects.get(id=hall.cup.id)
    return Ask({"event_slug": "cup"}, data={
        "stage": stage.uid, "version": stage.version, "entry": one.uid, "other": other.uid})


def halves(stage: Any) -> tuple[list[str], list[str]]:
    """The entrants of a stage as two columns of pairs."""
    uids = [str(entry.uid) for entry in stage.event.entries.all()]
    return uids[: len(uids) // 2], uids[len(uids) // 2 :]


def level(hall: Hall, _actor: str) -> Ask:
    """Two who are level at the end."""
    entries = [str(entry.uid) for entry in hall.level.event.entries.all()]
    return Ask({"event_slug": "level"}, data={"stage": hall.level.uid, "entry": entries, "reason": "better start"})


def level_order(hall: Hall, _actor: str) -> Ask:
    """An order that the chief decided."""
    return Ask({"event_slug": "decided"}, data={
        "stage": hall.decided.stage.uid, "order": hall.decided.uid})


def silent(hall: Hall, actor: str) -> Ask:
    """A match whose tablet has not been heard for an hour: however fast this machine asks, the desk may take over."""
    Device.objects.filter(leases__game=hall.game("running")).update(last_seen_at=hall.now - timedelta(hours=1))
    return of_match("running", reason="silent")(hall, actor)


def form_of(form: Any, **changes: Any) -> dict[str, Any]:
    """What a browser sends of a form that is left as it is shown, but for `changes`."""
    shown = {name: form[name].value() for name in form.fields}
    return {**{name: value for name, value in shown.items() if value is not None and value is not False}, **changes}


def event_new(_hall: Hall, _actor: str) -> Ask:
    form = EventForm(None, regulations=Regulations(), initial={"preset": "latvian_open", "name": "Second"})
    return Ask(data=form_of(form))


def regulations(_hall: Hall, _actor: str) -> Ask:
    form = RegulationsChangeForm(None, regulations=Regulations(), initial={"name": "Open"})
    return Ask({"event_slug": "lots"}, data=form_of(form, sets=4))


def team_new(hall: Hall, _actor: str) -> Ask:
    form = TeamForm(None, rules=team_regulations_of(hall.league), initial={"name": "Third", "regular_1_name": "New"})
    return Ask({"event_slug": hall.league.slug}, data=form_of(form))


def team(hall: Hall, _actor: str) -> Ask:
    form = TeamForm(None, rules=team_regulations_of(hall.league), line=team_line(hall.league, hall.team.uid))
    return Ask({"event_slug": hall.league.slug, "uid": hall.team.uid}, data=form_of(form, representative="Zane"))


def of_teams(state: str, /, **data: Any) -> Make:
    """A button of the team match in this state; `version` is filled in where it is asked for."""
    def make(hall: Hall, _actor: str) -> Ask:
        match = type(hall.team_matches[state]).objects.get(id=hall.team_matches[state].id)
        sent = {name: match.version if value == "version" else value for name, value in data.items()}
        return Ask({"uid": match.uid, "side": "A"}, data=sent)
    return make


def team_lineup(hall: Hall, _actor: str) -> Ask:
    match = hall.team_matches["waiting"]
    player = match.first.members.get().player
    return Ask({"uid": match.uid, "side": "A"}, data={"A-number": 1, "A-number_1": player.uid})


def lineup(hall: Hall, _actor: str) -> Ask:
    match = hall.team_matches["waiting"]
    player = match.second.members.get().player
    return Ask({"uid": match.uid, "token": link_token(match, "B")}, data={"number": 1, "number_1": player.uid})


def match_day(hall: Hall, _actor: str) -> Ask:
    return Ask(data={"text": hall.match_day.decode()})


def import_preview(hall: Hall, actor: str) -> Ask:
    """One's own list where one has read one, else the chief's."""
    from competitions.selectors.actors import actor_of
    from competitions.services.imports import preview_of

    owner = actor if actor in hall.previews else "chief"
    uid = hall.previews[owner]
    shown = preview_of(event=hall.event.uid, preview=uid, by=actor_of(hall.accounts[owner]))
    return Ask({"event_slug": "open", "uid": uid}, data={"digest": shown.plan.digest})


def take_back(hall: Hall, _actor: str) -> Ask:
    return Ask({"uid": hall.match["running"].uid}, data={"event": hall.warning.uid, "reason": "a slip"})


def table_of_match(hall: Hall, _actor: str) -> Ask:
    return Ask({"uid": hall.match["scheduled"].uid}, data={"table": hall.tables[0].uid})


def enter(hall: Hall, _actor: str) -> Ask:
    match = hall.fresh("scheduled")
    return Ask(data={"line": f"{match.table.number} 4 2", "match": match.uid})


def ticked(hall: Hall, _actor: str) -> Ask:
    match = hall.fresh("finished")
    return Ask(data={"match": f"{match.uid}:{match.version}"})


def official(hall: Hall, **data: Any) -> Ask:
    return Ask({"account": hall.official.uid}, data=data)


def entry(event_slug: str, name: str, /, **data: Any) -> Make:
    return lambda hall, _actor: Ask({"event_slug": event_slug, "uid": getattr(hall, name).uid}, data=data)


def of_application(**data: Any) -> Make:
    """Somebody who waits for a place."""
    return lambda hall, _actor: Ask({"event_slug": "open", "uid": hall.waiting.uid}, data=data)


def private(hall: Hall, _actor: str) -> Ask:
    """The private link of somebody who waits."""
    key = application_key(hall.waiting.uid)
    return Ask({"uid": hall.waiting.uid}, query=f"?key={key}", data={})


def of_series(**data: Any) -> Make:
    """The chief's series, and its one competition."""
    return lambda hall, _actor: Ask({"slug": hall.series.slug, "uid": hall.leg.uid, "kind": "csv"}, data=data)


def merge_people(hall: Hall, _actor: str) -> Ask:
    """Two of one competition alone, in events of their own."""
    shown = person_merge_of(SYSTEM, hall.competition, hall.loose.person.uid, hall.stray.uid)
    return Ask(query=f"?keep={hall.loose.person.uid}&gone={hall.stray.uid}", data={"digest": shown.digest})


def merge_clubs(hall: Hall, _actor: str) -> Ask:
    keep, gone = hall.clubs
    shown = club_merge_of(SYSTEM, hall.competition, keep.uid, gone.uid)
    return Ask(query=f"?keep={keep.uid}&gone={gone.uid}", data={"digest": shown.digest})


def line(hall: Hall, actor: str) -> Ask:
    """A line of the device's own game and numbering; the phone of another table tries the running game."""
    tablet = hall.device.get(actor)
    game = tablet.game if tablet is not None and tablet.game else str(hall.game("running").uid)
    raw = tablet.line("note", {"text": "x"}, game=game, dseq=1) if tablet is not None else b"{}"
    return Ask({"game_uid": game}, data=raw, kind="application/x-ndjson")


def running(data: Mapping[str, Any]) -> Make:
    """Something of the table at which the running match is."""
    def make(hall: Hall, _actor: str) -> Ask:
        filled = {"code": slip_code(hall.game("running")), **data} if "name" in data else data
        return Ask({"table_uid": hall.match["running"].table.uid, "game_uid": hall.game("running").uid},
                   data=filled, kind=JSON)
    return make


def pin(hall: Hall, _actor: str) -> Ask:
    return Ask(data={"official": str(hall.official.uid), "pin": PIN, "game": str(hall.game("running").uid)}, kind=JSON)


def document(hall: Hall, _actor: str) -> Ask:
    return Ask({"kind": "lot_sheet"}, query=f"?stage={hall.stage.uid}&language=lv")


def print_job(hall: Hall, _actor: str) -> Ask:
    return Ask({"kind": "protocols"}, data={"stage": hall.stage.uid})


def of_dispute(name: str, /, **data: Any) -> Make:
    """Something of a dispute in the panel; a uid is a new one."""
    def make(hall: Hall, _actor: str) -> Ask:
        sent = {key: uuid4() if value == "uid" else value for key, value in data.items()}
        sent = {key: hall.replay.uid if value == "replay" else value for key, value in sent.items()}
        return Ask({"uid": getattr(hall, name).uid}, data=sent)
    return make


def of_replay(hall: Hall, _actor: str) -> Ask:
    return Ask({"dispute_uid": hall.ruled.uid, "replay_uid": hall.replay.uid, "photo_uid": hall.photo.uid},
               data={"published": True}, kind=JSON)


def evidence(data: Mapping[str, Any]) -> Make:
    """A program's post for the open dispute of the running game."""
    def make(hall: Hall, _actor: str) -> Ask:
        where = {"game_uid": hall.game("running").uid, "dispute_uid": hall.dispute.uid, "photo_uid": hall.photo.uid}
        sent = {"uid": str(uuid4()), **data}
        if "kind" in data:
            sent["position"] = str(hall.position.uid)
        return Ask(where, data=sent, kind=JSON)
    return make


def withdrawal(hall: Hall, _actor: str) -> Ask:
    return Ask({"dispute_uid": hall.dispute.uid}, data={"reason": "x"}, kind=JSON)


GOOD = {"name": "Cup", "starts_on": "2026-11-28", "ends_on": "2026-11-28", "time_zone": "Europe/Riga",
        "language": "lv", "is_public": "on"}
SERIES = {"name": "Sērija", "points": "3, 2, 1", "further": "0"}
STANDINGS = {"tie_breaks": [], "entries": [{"id": "a"}], "results": []}
DRAW = {"system": "round_robin", "entries": [{"id": "a"}, {"id": "b"}], "options": {"lot": "40 17"}}
LINEUP = {"ruleset": "lnf-2008", "regulars": ["a"], "reserves": [], "rounds": [["a"]]}
STROKE = {"ruleset": "lnf-2008", "mode": "singles", "player": "S", "colours": {"S": "red", "N": "black"}, "before": [],
          "striker": {"x": 0, "y": -420}, "events": [], "after": []}
MATCH = {"ruleset": "lnf-2008", "sets": 6, "all_sets": False, "first_stroke": "A", "events": []}
NEW_PASSWORD = {"old_password": PASSWORD, "new_password1": "staple-battery-9", "new_password2": "staple-battery-9"}
OPEN: Make = lambda _hall, _actor: Ask({"event_slug": "open", "number": 1})  # noqa: E731
LEAGUE: Make = lambda hall, _actor: Ask({"event_slug": hall.league.slug})  # noqa: E731
JOB: Make = lambda hall, _actor: Ask({"uid": hall.job.uid}, data={})  # noqa: E731

ASKS: Mapping[str, Make] = {
    "healthz": plain(), "readyz": plain(),
    "api-standings": program(**STANDINGS), "api-score-match": program(**MATCH),
    "api-lineup": program(**LINEUP), "api-draw": program(**DRAW),
    "api-adjudicate": program(**STROKE), "api-explain": program(**STROKE),
    "api-moment": lambda _hall, _actor: Ask({"ruleset": "lnf-2008"}, data={"first": "both"}, kind=JSON),
    "api-device-pair": lambda hall, _a: Ask(data={"code": hall.code, "name": "New"}, kind=JSON),
    "api-device-heartbeat": program(unsent=0), "api-device-pin": pin,
    "api-officials": lambda hall, _a: Ask({"competition_uid": hall.competition.uid}),
    "api-table-now": running({}), "api-table-take": running({"force": True}), "api-table-code": running({"name": "P"}),
    "api-game": running({}), "api-game-events": line,
    "api-simulate": lambda _hall, _actor: Ask(data=[], kind=JSON),
    "api-reconstruct": lambda _hall, _actor: Ask(data=[], kind=JSON),
    "api-run": lambda hall, _a: Ask({"run_uid": hall.job.uid}),
    "api-game-disputes": evidence({"text": "x", "set": 1, "player": "A"}), "api-dispute": evidence({}),
    "api-dispute-positions": evidence(POSITION), "api-dispute-photo-put": evidence({}),
    "api-dispute-replays": evidence({"kind": "simulate"}), "api-dispute-withdraw": withdrawal,
    "api-dispute-rulings": evidence({"text": "x", "decision": "correct"}), "api-dispute-photo": of_replay,
    "api-replay": of_replay, "api-replay-cancel": of_replay, "api-replay-publish": of_replay,
    "api-replay-public": lambda hall, _a: Ask({"token": hall.public_replay.token}),
    "replays:replay": lambda hall, _a: Ask({"token": hall.public_replay.token}),
    "rules:overview": plain(), "rules:board": plain(),
    "rules:book": lambda _hall, _actor: Ask({"ruleset": "lnf-2008"}),
    "tablet:table": running({}), "tablet:pair": plain(), "tablet:home": plain(),
    "series:home": plain(), "series:new": plain(**SERIES), "series:one": of_series(**SERIES),
    "series:remove": of_series(), "series:leg_new": of_series(name="Second"),
    "series:leg": of_series(places="1; Anna Jauna"), "series:take": of_series(), "series:leg_remove": of_series(),
    "setup:home": plain(), "setup:new": plain(**GOOD, tables="2"), "setup:settings": plain(**GOOD),
    "setup:tables": plain(count="7"), "setup:officials": plain(username="newcomer", name="New", role="senior"),
    "setup:official": lambda hall, _a: official(hall, role="senior"),
    "setup:official_pin": lambda hall, _a: official(hall, pin="905172"),
    "setup:official_unlock": lambda hall, _a: official(hall),
    "setup:official_password": lambda hall, _a: official(hall),
    "setup:official_end": lambda hall, _a: official(hall),
    "setup:event_new": event_new, "setup:regulations": regulations,
    "setup:entries": OPEN, "setup:entry_new": lambda _h, _a: Ask({"event_slug": "open"}, data={"name": "Jauns Vārds"}),
    "setup:seeds": lambda _h, _a: Ask({"event_slug": "open"}, data={}),
    "setup:seeds_by_rating": lambda _h, _a: Ask({"event_slug": "open"}, data={}),
    "setup:seeds_clear": lambda _h, _a: Ask({"event_slug": "open"}, data={}),
    "setup:entry": entry("open", "loose", name="Cits Vārds"), "setup:entry_remove": entry("open", "loose"),
    "setup:import": lambda _h, _a: Ask({"event_slug": "open"}, data={"text": "nr;name\n1;Jauns Vārds\n"}),
    "setup:import_template": OPEN, "setup:import_preview": import_preview,
    "setup:teams": LEAGUE, "setup:team_new": team_new, "setup:team": team,
    "setup:registration": lambda _h, _a: Ask(
        {"event_slug": "open"}, data={"closes_at": "2040-01-01T10:00", "places": "100"}),
    "setup:application": of_application(name="Cita Gaida"), "setup:application_accept": of_application(),
    "setup:application_decline": of_application(),
    "setup:door": OPEN, "setup:door_sheet": OPEN,
    "setup:door_tick": lambda hall, _a: Ask(
        {"event_slug": "open"}, data={"entry": hall.loose.uid, "what": "paid"}),
    "setup:file": lambda _h, _a: Ask({"event_slug": "open", "what": "entries", "kind": "csv"}),
    "setup:people": plain(), "setup:person": lambda hall, _a: Ask({"uid": hall.entry.person.uid}),
    "setup:people_merge": merge_people, "setup:clubs_merge": merge_clubs,
    "setup:fits": OPEN, "setup:fits_sheet": OPEN,
    "setup:presence": lambda hall, _a: Ask({"event_slug": "open"}, data={"present": hall.loose.uid}),
    "run:overview": plain(), "run:results": plain(), "run:results-look": lambda _h, _a: Ask(query="?line=1 4 2"),
    "run:results-enter": enter, "run:protocols": plain(), "run:protocols-approve": ticked,
    "run:match": of_match("running"), "run:match-call": of_match("scheduled"), "run:match-uncall": of_match("called"),
    "run:match-no-show": of_match("called", who="A"),
    "run:match-lost": of_match("running", who="A", reason="unsporting"),
    "run:match-warn": of_match("running", who="A", clause="19.1.a"), "run:match-take-back": take_back,
    "run:match-undo-result": of_match("finished"), "run:match-approve": of_match("finished", version="version"),
    "run:match-reopen": of_match("approved", reason="a slip"),
    "run:match-correct": of_match("approved", reason="a slip", version="version", sets_first=3, sets_second=3),
    "run:match-settle": of_match("disputed", version="version"), "run:match-unlock-code": of_match("called"),
    "run:match-postpone": of_match("scheduled", reason="no light"),
    "run:match-adjourn": of_match("running", reason="no light"), "run:match-resume": of_match("postponed"),
    "run:match-time-limit": of_match("running", current=""), "run:interrupt": plain(reason="no light"),
    "api-hall": lambda hall, _a: Ask({"competition_uid": hall.competition.uid}),
    "api-hall-plan": lambda hall, _a: Ask({"competition_uid": hall.competition.uid}, data={}, kind=JSON),
    "api-interruption": lambda hall, _a: Ask(
        {"competition_uid": hall.competition.uid}, data={"reason": "no light"}, kind=JSON),
    "api-interruption-end": lambda hall, _a: Ask({"competition_uid": hall.competition.uid}, data={}, kind=JSON),
    "run:hall": plain(), "run:hall-plan": plain(), "run:referees": plain(),
    "run:matches-swap": lambda hall, _a: Ask(data={
        "match": hall.match["scheduled"].uid, "other": hall.match["called"].uid}),
    "run:table-close": lambda hall, _a: Ask({"uid": hall.tables[0].uid}, data={"reason": "a broken leg"}),
    "run:table-reserve": lambda hall, _a: Ask({"uid": hall.tables[0].uid}, data={"event": hall.event.uid}),
    "run:group-zone": lambda hall, _a: Ask({"uid": hall.group.uid}, data={"zone": "left"}),
    "run:match-referee": lambda hall, _a: Ask(
        {"uid": hall.match["scheduled"].uid}, data={"referee": hall.official.uid}),
    "run:referee-ground": lambda hall, _a: Ask({"account": hall.official.uid}, data={"club": "Liepa", "person": ""}),
    "run:go-on": plain(), "run:match-take-over": silent,
    "run:match-table": table_of_match, "run:match-protocol": of_match("approved"),
    "run:match-dispute": of_match("running", uid=uuid4(), text="x", set_number=1, who="A"),
    "run:disputes": plain(), "run:dispute": of_dispute("ruled"),
    "run:dispute-rule": of_dispute("dispute", uid="uid", text="x", decision="correct"),
    "run:dispute-withdraw": of_dispute("dispute", reason="x"),
    "run:dispute-publish": of_dispute("ruled", replay="replay", published="on"),
    "run:calibrations": plain(**{
        "strokes-TOTAL_FORMS": 0, "strokes-INITIAL_FORMS": 0, "position_sd": 3, "seconds_sd": "0.15"}),
    "run:calibration-fit": lambda hall, _a: Ask({"uid": hall.fit_job.uid}),
    "run:calibration-accept": lambda hall, _a: Ask({"uid": hall.fit_job.uid}, data={}),
    "run:calibration-reset": plain(table=""),
    "run:team-match": of_teams("waiting"), "run:team-lineup": team_lineup,
    "run:team-keep": of_teams("waiting", number=2),
    "run:team-link": of_teams("waiting", who="A"), "run:team-approve-games": of_teams("to approve"),
    "run:team-approve": of_teams("finished", version="version"),
    "run:team-reopen": of_teams("approved", reason="a slip"),
    "run:team-award": of_teams("waiting", winner="A", reason="did not come"),
    "run:team-fixture": of_teams("waiting", plays_on="2026-12-05", hall="Bauska"),
    "run:team-postpone": of_teams("waiting", reason="snow", plays_on="2026-12-06"),
    "run:team-day-file": lambda hall, _a: Ask({"event_slug": hall.league.slug, "number": 1}, data={"hall": ""}),
    "setup:match_day": match_day,
    "run:team-decide": of_teams("finished", winner="A", reason="by lot"),
    "run:discipline": plain(), "run:dismiss": lambda hall, _a: Ask({"uid": hall.sanction.uid}, data={"reason": "no"}),
    "run:leave": entry("open", "loose", move="exclude", clause="14.1", reason="gross"),
    "run:come-back": entry("open", "gone", reason="a slip"), "run:devices": plain(), "run:device-pair": plain(),
    "run:device-done": plain(),
    "run:device-revoke": lambda hall, _a: Ask({"uid": hall.device["device"].device}, data={}),
    "run:pin-unlock": lambda hall, _a: Ask({"uid": hall.official.uid}, data={}), "run:prints": plain(),
    "run:print": document, "run:print-job": print_job, "run:job": JOB, "run:job-cancel": JOB,
    "run:job-file": lambda hall, _a: Ask({"uid": hall.done_job.uid}),
    "run:log": plain(), "run:draw": of_stage("unlocked", "lots", system="round_robin", seeding="lot"),
    "run:draw-lock": of_stage("unlocked", "lots"), "run:round-draw": of_stage("next_swiss", "next", seen=0),
    "run:round-discard": of_stage("swiss", "swiss", seen=1),
    "run:round-let-in": lambda hall, _a: Ask(
        {"event_slug": "swiss"}, data={"stage": hall.swiss.uid, "entry": hall.late.uid}),
    "run:stage-close": of_stage("played", "played"), "run:stage-reopen": of_stage("closed", "closed", reason="a slip"),
    "run:places-exchange": exchange, "run:draw-unlock": of_stage("next_swiss", "next", reason="a slip"),
    "run:pairs": lambda hall, _a: Ask({"event_slug": "next", "number": 1}, data={
        "stage": hall.next_swiss.uid, "version": hall.next_swiss.version,
        **dict(zip(("first", "second"), halves(hall.next_swiss), strict=True))}),
    "run:left-over": of_stage("left", "left", seen=1),
    "run:challenges": lambda _hall, _a: Ask({"event_slug": "ladder"}),
    "run:challenge-make": lambda hall, _a: Ask({"event_slug": "ladder"}, data={
        "stage": hall.ladder.uid, "entry": hall.ladder_entries[3].uid, "other": hall.ladder_entries[2].uid}),
    "run:challenge-answer": lambda hall, _a: Ask({"event_slug": "ladder"}, data={
        "challenge": hall.challenge.uid, "answer": "accept"}),
    "run:challenge-join": lambda hall, _a: Ask({"event_slug": "ladder"}, data={
        "stage": hall.ladder.uid, "entry": hall.late_ladder.uid}),
    "run:play-off": level, "run:order-decide": level, "run:order-withdraw": level_order,
    "run:play-off-drop": of_stage("level_played_off", "off", seen=2),
    "run:late-enter": lambda hall, _a: Ask(
        {"event_slug": "double"}, data={"stage": hall.double.uid, "entry": hall.late_double.uid}),
    "run:rounds": OPEN, "run:round": OPEN, "run:round-assign": of_stage("stage", "open"),
    "run:round-call": of_stage("stage", "open"),
    "protocols:game": lambda hall, _a: Ask({"uid": hall.game("approved").uid}),
    "protocols:lineup": lineup, "public:team-match": of_teams("approved"),
    "protocols:verify": lambda hall, _a: Ask({"token": hall.protocol.token}),
    "public:home": plain(), "public:language": plain(language="lv", next="/"), "public:theme": plain(theme="dark"),
    "public:login": lambda hall, _a: Ask(data={"username": hall.official.username, "password": PASSWORD}),
    "public:logout": plain(), "public:password": plain(**NEW_PASSWORD), "public:screen": plain(),
    "public:account": plain(do="pin", pin="258013", password="not mine"),
    "public:competition": plain(), "public:competition-version": plain(), "public:entrant": entry("open", "entry"),
    "public:event": OPEN, "public:event-cross": OPEN, "public:event-rounds": OPEN, "public:event-round": OPEN,
    "public:event-bracket": OPEN,
    "public:event-trf": lambda _h, _a: Ask({"event_slug": "swiss", "number": 1}), "public:event-entries": OPEN,
    "public:event-draw": OPEN, "public:application": private,
    "public:event-file": lambda _h, _a: Ask({"event_slug": "open", "what": "standings", "kind": "xlsx"}),
    "public:all-series": plain(), "public:series": of_series(), "public:series-print": of_series(),
    "public:series-file": of_series(),
    "public:series-person": lambda hall, _a: Ask({"slug": hall.series.slug, "uid": hall.placed.uid}),
    "public:enter": lambda _h, _a: Ask({"event_slug": "open"}, data={"uid": uuid4(), "name": "Jauns Gaida"}),
    "admin:index": plain(),
}


def body_of(ask: Ask) -> Any:
    """What the test client sends."""
    return json.dumps(ask.data) if ask.kind == JSON else ask.data
