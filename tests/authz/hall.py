"""A small hall with something in every state, and everybody who may knock: for asking who may do what."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from uuid import uuid4

from django.contrib.auth.hashers import make_password
from django.core.files.base import ContentFile
from django.core.files.storage import default_storage
from django.test import Client
from django.utils import timezone

from competitions.formats.entry_list import Entrant
from competitions.formats.regulations import PRESETS, regulations_json
from competitions.formats.team_regulations import TeamRegulations
from competitions.models import (
    Account,
    Application,
    Entry,
    EntryMember,
    Event,
    Game,
    Group,
    Job,
    Match,
    Person,
    Registration,
    Series,
    SeriesLeg,
    SeriesPlace,
    Stage,
)
from competitions.selectors.actors import actor_of
from competitions.services.competitions import event_create
from competitions.services.draws import stage_create, stage_draw, stage_lock
from competitions.services.imports import import_preview
from competitions.services.jobs import job_start
from competitions.services.ladder import challenge_make
from competitions.services.lineups import lineup_by_official
from competitions.services.play_offs import order_decide, play_off_hold
from competitions.services.swiss_rounds import swiss_round_draw
from competitions.services.team_matches import team_match_approve
from competitions.services.teams import TeamFacts, team_add
from competitions.workflow import EntryState, StageState
from refereeing.models import Device, Dispute, DisputePhoto, GameEvent, Protocol, Replay, Sanction
from refereeing.services.desk import match_call, result_enter, warning_give
from refereeing.services.desk_holds import match_postpone
from refereeing.services.devices import device_pair, lease_take, pairing_code_make
from refereeing.services.disputes import dispute_open, ruling_give
from refereeing.services.evidence import position_save
from refereeing.services.match_day_out import match_day_file
from refereeing.services.protocols import protocol_approve
from refereeing.services.replay_results import reconstructed
from refereeing.services.replays import replay_publish, replay_request
from tests.api.tablet_client import Tablet
from tests.factories import (
    make_account,
    make_club,
    make_competition,
    make_entry,
    make_event,
    make_official,
    make_person,
    make_result,
    make_stage,
)
from tests.services.dispute_hall import position

ROLES = ("chief", "deputy", "secretary", "senior", "table_referee")
DEVICES = ("device", "phone", "revoked")
ACTORS = ("spectator", *ROLES, "administrator", *DEVICES, "other_chief", "expired")
PIN = "482913"
LIST = "nr;name\n1;Jānis Pirmais\n2;Anna Otrā\n"


class Hall:
    """One competition with a round robin in play, a Swiss, a draw to be locked; another competition beside it."""

    def __init__(self) -> None:
        self.now = timezone.now()
        self.competition = make_competition("Kauss", slug="cup", tables=6)
        self.other = make_competition("Cits kauss", slug="other", tables=1)
        self.people()
        self.chief = actor_of(self.accounts["chief"])
        self.event: Event = make_event(self.competition, slug="open")
        self.stage: Stage = make_stage(self.event, [[make_entry(self.event, f"Player {n}") for n in range(12)]])
        self.tables = list(self.competition.tables.all())
        self.matches = list(self.stage.matches.order_by("round__number", "number"))
        self.games_in_every_state()
        self.other_events()
        self.other_competition()
        self.devices()
        self.disputes()
        self.papers()

    def people(self) -> None:
        self.accounts: dict[str, Account] = {r: make_official(self.competition, r) for r in ROLES}
        self.accounts["administrator"] = make_account(is_superuser=True, is_staff=True)
        self.accounts["other_chief"] = make_official(self.other, "chief")
        self.accounts["expired"] = make_official(self.competition, "deputy")
        self.official = make_official(self.competition, "table_referee")
        Account.objects.filter(id=self.official.id).update(pin=make_password(PIN))

    def games_in_every_state(self) -> None:
        """Round 1 of the round robin: a match in each state, each at a table of its own."""
        names = ("scheduled", "called", "running", "finished", "approved", "disputed")
        called = self.now - timedelta(seconds=200)
        self.match: dict[str, Match] = {}
        for name, match, table in zip(names, self.matches[:6], self.tables, strict=True):
            match.table, match.slot = table, 1
            match.save()
            self.match[name] = match
            if name != "scheduled":
                match_call(match_uid=match.uid, by=self.chief, at=called)
        for name in ("finished", "approved", "disputed"):
            result_enter(match_uid=self.match[name].uid, sets=(4, 2), by=self.chief, at=self.now)
        approved = self.fresh("approved")
        protocol_approve(match_uid=approved.uid, version=approved.version, by=self.chief, at=self.now)
        result_enter(match_uid=self.match["disputed"].uid, sets=(3, 3), by=self.chief, at=self.now)
        warning_give(match_uid=self.match["running"].uid, who="A", clause="19.1.a", by=self.chief, at=self.now)
        self.match["postponed"] = self.matches[-1]
        match_postpone(match_uid=self.matches[-1].uid, reason="no light", by=self.chief, at=self.now)

    def fresh(self, name: str) -> Match:
        return Match.objects.select_related("table").get(id=self.match[name].id)

    def game(self, name: str) -> Game:
        return Game.objects.get(match=self.match[name])

    def other_events(self) -> None:
        """A Swiss with a round to be thrown away, one with a round to be drawn, and a draw to be locked."""
        self.swiss = self.drawn("swiss", "swiss", lock=True)
        swiss_round_draw(stage_uid=self.swiss.uid, seen_rounds=0, by=self.chief, at=self.now)
        self.late: Entry = make_entry(self.swiss.event, "Late One")
        self.next_swiss = self.drawn("next", "swiss", lock=True)
        self.left = self.drawn("left", "swiss", lock=True)
        swiss_round_draw(stage_uid=self.left.uid, seen_rounds=0, by=self.chief, at=self.now)
        Entry.objects.filter(event=self.left.event, number=1).update(state=EntryState.ABSENT)
        self.unlocked = self.drawn("lots", "round_robin", lock=False)
        self.cup = self.drawn("cup", "single_elimination", lock=False)
        self.double = self.drawn("double", "double_elimination", lock=True, count=3)
        self.late_double: Entry = make_entry(self.double.event, "Late Two")
        grouped = make_event(self.competition, slug="grouped")
        self.group = make_stage(
            grouped, [[make_entry(grouped, f"grouped {n}{m}") for m in range(2)] for n in range(2)]).groups.all()[0]
        self.competition.tables.filter(number=2).update(zone="left")
        self.played = self.over("played", StageState.LOCKED)
        self.closed = self.over("closed", StageState.CLOSED)
        self.level_at_the_end()
        self.ladder = self.drawn("ladder", "ranking_list", lock=True)
        self.ladder_entries = [row.entry for row in self.ladder.stage_entries.select_related("entry")]
        self.challenge = challenge_make(
            stage_uid=self.ladder.uid, challenger=self.ladder_entries[1].uid, challenged=self.ladder_entries[0].uid,
            by=self.chief, at=self.now)
        self.late_ladder: Entry = make_entry(self.ladder.event, "Late Three")
        self.team_event()

    def level_at_the_end(self) -> None:
        """Two who have drawn: with nothing done about it, with a play-off, with an order of the chief."""
        self.level, self.level_played_off, decided = (self.drawn_game(slug) for slug in ("level", "off", "decided"))
        off = [entry.uid for entry in self.level_played_off.event.entries.all()]
        play_off_hold(stage_uid=self.level_played_off.uid, entries=off, by=self.chief, at=self.now)
        order = [entry.uid for entry in decided.event.entries.all()]
        self.decided = order_decide(stage_uid=decided.uid, entries=order, reason="a", by=self.chief, at=self.now)

    def drawn_game(self, slug: str) -> Stage:
        event = make_event(self.competition, slug=slug)
        stage = make_stage(event, [[make_entry(event, f"{slug} 1"), make_entry(event, f"{slug} 2")]],
                           tie_breaks=["play_off"])
        make_result(stage.matches.get(), 3, 3)
        return stage

    def team_event(self) -> None:
        """Four teams of one player each, drawn: a match that waits for its line-ups, one whose game is finished, one
        that is over, one that is approved."""
        league = PRESETS["teams_three_rounds"].regulations
        regulations = replace(league, teams=TeamRegulations(size=1, reserves=1, rounds=1))
        self.league: Event = event_create(
            competition=self.competition.uid, name="league", preset="teams_three_rounds",
            regulations=regulations_json(regulations), by=self.chief, at=self.now)
        self.team, *_others = (
            team_add(event=self.league.uid, facts=TeamFacts(name=name, regulars=(Entrant(name=f"{name} One"),)),
                     by=self.chief, at=self.now)
            for name in ("Ziemeļi", "Dienvidi", "Rīti", "Vakari"))
        stage = stage_create(event_uid=self.league.uid, system="round_robin", options={}, by=self.chief, at=self.now)
        stage = stage_draw(stage_uid=stage.uid, lot="x", by=self.chief, at=self.now)
        self.league_stage = stage_lock(stage_uid=stage.uid, version=stage.version, by=self.chief, at=self.now)
        matches = list(self.league_stage.matches.order_by("round__number", "number"))
        self.team_matches: dict[str, Match] = dict(zip(
            ("waiting", "to approve", "finished", "approved"), matches, strict=False))
        for state in ("to approve", "finished", "approved"):
            self.play_teams(self.team_matches[state], state)
        self.match_day = match_day_file(event_uid=self.league.uid, round_number=1, by=self.chief, at=self.now)

    def play_teams(self, match: Match, state: str) -> None:
        for side, entry in (("A", match.first), ("B", match.second)):
            player = EntryMember.objects.get(entry=entry).player
            lineup_by_official(
                match_uid=match.uid, side=side, number=1, order=[player.uid], by=self.chief, at=self.now)
        game = match.boards.get().match
        result_enter(match_uid=game.uid, sets=(4, 2), by=self.chief, at=self.now)
        if state != "to approve":
            game.refresh_from_db()
            protocol_approve(match_uid=game.uid, version=game.version, by=self.chief, at=self.now)
        if state == "approved":
            match.refresh_from_db()
            team_match_approve(match_uid=match.uid, version=match.version, by=self.chief, at=self.now)

    def over(self, slug: str, state: StageState) -> Stage:
        """A stage that can be closed, or is."""
        event = make_event(self.competition, slug=slug)
        stage = make_stage(event, [[make_entry(event, f"{slug} 1"), make_entry(event, f"{slug} 2")]], state=state)
        make_result(stage.matches.get(), 4, 2)
        return stage

    def drawn(self, slug: str, system: str, *, lock: bool, count: int = 4) -> Stage:
        event = make_event(self.competition, slug=slug)
        for n in range(count):
            make_entry(event, f"{slug} {n}")
        stage = stage_create(event_uid=event.uid, system=system, options={}, by=self.chief, at=self.now)
        stage = stage_draw(stage_uid=stage.uid, lot="x", by=self.chief, at=self.now)
        if lock:
            stage_lock(stage_uid=stage.uid, version=stage.version, by=self.chief, at=self.now)
        return stage

    def other_competition(self) -> None:
        """What a foreign id can point to."""
        event = make_event(self.other, slug="open")
        stage = make_stage(event, [[make_entry(event, "Foreign 1"), make_entry(event, "Foreign 2")]])
        self.foreign_match: Match = stage.matches.get()
        self.foreign_group = Group.objects.create(stage=stage, name="A", number=1)
        self.foreign_entry: Entry = event.entries.all()[0]
        self.foreign_sanction = Sanction.objects.create(
            entry=self.foreign_entry, clause="14.3", created_at=self.now)
        self.foreign_device = Device.objects.create(competition=self.other, name="Foreign", token_hash="x")
        self.foreign_dispute = Dispute.objects.create(
            uid=uuid4(), game=self.foreign_match.games.get(), text="Foreign", opened_at=self.now)
        self.foreign_fit = Job.objects.create(
            kind="command", competition=self.other, args={"command": "calibrate", "items": [{}], "table": None})
        self.foreign_job = Job.objects.create(kind="protocols", competition=self.other)
        self.series, self.leg, self.placed = self.series_of("chief")
        self.foreign_series, self.foreign_leg, self.foreign_placed = self.series_of("other_chief")
        self.foreign_waiting = self.waits(event)
        self.foreign_preview = import_preview(
            event=event.uid, data=LIST.encode(), by=actor_of(self.accounts["other_chief"]), at=self.now)

    def devices(self) -> None:
        """A tablet that holds the table of the running match, a phone of another table, a tablet that lost its right.

        The revoked one had the game that is called."""
        self.device = {name: self.pair(name) for name in DEVICES}
        self.lease("device", "running")
        self.lease("revoked", "called")
        Device.objects.filter(uid=self.device["revoked"].device).update(is_revoked=True)
        Device.objects.filter(uid=self.device["phone"].device).update(kind="phone", game=self.game("called"))
        self.code = pairing_code_make(competition=self.competition, by=self.chief, at=timezone.now())

    def pair(self, name: str) -> Tablet:
        code = pairing_code_make(competition=self.competition, by=self.chief, at=self.now)
        paired = device_pair(code=code, name=name, at=self.now)
        return Tablet(client=Client(), device=str(paired.device.uid), token=paired.token)

    def lease(self, name: str, match: str) -> None:
        device, game = Device.objects.get(uid=self.device[name].device), self.game(match)
        lease, _account = lease_take(
            game_uid=game.uid, device=device, official=None, pin=None, force=True, at=self.now)
        tablet = self.device[name]
        tablet.epoch, tablet.game, tablet.table = lease.epoch, str(game.uid), str(self.match[match].table.uid)

    def disputes(self) -> None:
        """In the running match a stroke that nobody has ruled on; one with a ruling and a replay; one in public."""
        game = self.game("running")
        self.dispute, self.ruled, public = (
            dispute_open(
                game_uid=game.uid, uid=uuid4(), text="x", set_number=1, stroke=None, player="A", by=self.chief,
                at=self.now)
            for _ in range(3))
        for dispute in (self.ruled, public):
            ruling_give(
                dispute_uid=dispute.uid, uid=uuid4(), text="x", decision="correct", clauses=[], overrules=None,
                reason="", consequences=[], by=self.chief, at=self.now)
        self.position = self.put_down(self.dispute).position
        self.replay, self.public_replay = self.put_down(self.ruled), self.put_down(public)
        for replay in (self.replay, self.public_replay):
            Replay.objects.filter(id=replay.id).update(result=reconstructed(replay, {"explained": False}))
            Job.objects.filter(id=replay.job_id).update(state=Job.State.DONE)
        self.public_replay = replay_publish(
            dispute_uid=public.uid, uid=self.public_replay.uid, published=True, by=self.chief, at=self.now)
        name = default_storage.save("authz/photo.jpg", ContentFile(b"\xff\xd8\xff"))
        self.photo = DisputePhoto.objects.create(
            uid=uuid4(), dispute=self.ruled, file=name, width=1, height=1, sent_digest="", digest="", at=self.now)

    def put_down(self, dispute: Dispute) -> Replay:
        """A position of a dispute, and a replay of it that waits."""
        row, _new = position_save(
            game_uid=dispute.game.uid, dispute_uid=dispute.uid, data=position(), by=self.chief, at=self.now)
        replay, _new = replay_request(
            dispute_uid=dispute.uid, uid=uuid4(), position=row.uid, kind="simulate", model="slide", seed=1,
            by=self.chief, at=self.now)
        return replay

    def papers(self) -> None:
        """A protocol with its token, a proposed exclusion, somebody withdrawn, a print under way, a list read."""
        self.protocol = Protocol.objects.get(game=self.game("approved"))
        entries = list(self.event.entries.order_by("number"))
        self.entry, self.gone = entries[0], make_entry(self.event, "Gone One", state="withdrawn")
        self.loose = make_entry(self.event, "Not Drawn")
        self.waiting = self.waits(self.event)
        self.stray, self.clubs = make_person("Not Drawnn"), (make_club("NK Viens"), make_club("NK Vieni"))
        Person.objects.filter(pk=self.loose.person.pk).update(club=self.clubs[0])
        self.sanction = Sanction.objects.create(entry=self.entry, clause="14.3", created_at=self.now)
        self.warning = GameEvent.objects.get(kind="warning")
        self.job: Job = job_start(
            kind="protocols", competition=self.competition, args={}, by=self.chief, at=self.now)
        name = default_storage.save("authz/protocols.pdf", ContentFile(b"%PDF-"))
        self.fit_job = Job.objects.create(
            kind="command", competition=self.competition,
            args={"command": "calibrate", "items": [{"strokes": []}], "table": None})
        self.done_job = Job.objects.create(
            kind="protocols", competition=self.competition, state=Job.State.DONE, result=name)
        self.previews = {
            role: import_preview(
                event=self.event.uid, data=LIST.encode(), by=actor_of(self.accounts[role]), at=self.now)
            for role in ("chief", "deputy", "secretary", "administrator")
        }

    def series_of(self, owner: str) -> tuple[Series, SeriesLeg, Person]:
        """A series of somebody's, with one competition played elsewhere and one place in it."""
        series = Series.objects.create(
            slug=f"series-{owner.replace('_', '-')}", name="Sērija", owner=self.accounts[owner], created_at=self.now)
        leg = SeriesLeg.objects.create(series=series, number=1, name="Viens", taken_at=self.now)
        person = make_person()
        SeriesPlace.objects.create(leg=leg, person=person, place=1)
        return series, leg, person

    def waits(self, event: Event) -> Application:
        """Somebody who waits for a place in an event with a public entry form."""
        Registration.objects.create(event=event, closes_at=self.now + timedelta(days=1), places=1)
        return Application.objects.create(
            uid=uuid4(), event=event, number=1, name="Gaida Viena", name_key="gaida viena", state="waiting",
            created_at=self.now)

    def client(self, actor: str) -> Client:
        """A browser or a device, as whom this actor asks."""
        client = Client()
        if actor in self.accounts:
            client.force_login(self.accounts[actor])
        if actor == "expired":
            client.session.flush()
            client.cookies["sessionid"] = "0" * 32
        return client

    def headers(self, actor: str) -> dict[str, str]:
        return self.device[actor].headers() if actor in self.device else {}
