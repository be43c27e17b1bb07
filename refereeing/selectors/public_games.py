"""One game as the public sees it, and whether a printed protocol is the stored one."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import get_language, gettext
from django.utils.translation import gettext_lazy as _

from competitions.common.actors import Actor
from competitions.common.errors import NotFound
from competitions.formats.regulations import Regulations
from competitions.models import AuditEntry, Competition, Event, Game, Match
from competitions.selectors.entries import is_doubles
from competitions.selectors.forecast import tell_times
from competitions.selectors.interruptions import with_interruption
from competitions.selectors.pairs import players_by_place
from competitions.selectors.public import PUBLIC_STAGES, live_version
from competitions.selectors.rounds import Entrant, Meeting, entrant_of, meetings_of, members_of
from competitions.selectors.visibility import competitions_visible_to
from refereeing.engine.errors import EngineError
from refereeing.engine.rules.book import clause
from refereeing.models import Approval, Dispute, Protocol, Replay
from refereeing.selectors.game_logs import match_regulations

SIDES: Mapping[str, Promise] = {"S": _("south"), "N": _("north"), "E": _("east"), "W": _("west")}
OPPOSITE: Mapping[str, str] = {"S": "N", "N": "S", "E": "W", "W": "E"}
REPLAY_WORDS: Mapping[str, Promise] = {
    "double_clear": _("both cleared in the first series"), "last_discs": _("both last discs fell"),
    "stalemate": _("no disc could be pocketed"), "interference": _("disturbed from outside"),
}
LOSS_WORDS: Mapping[str, Promise] = {
    "no_show": _("did not come to the table"), "unsporting": _("unsporting conduct"),
    "handshake": _("refused the handshake"), "excluded": _("excluded"), "withdrawn": _("withdrew"),
}


@dataclass(frozen=True, slots=True)
class SetLine:
    """A set on the front of the protocol. `replays`: why it was played again, each time. Of pairs `striker` is the
    player who struck first, and the sides say who of them stood where."""

    number: int
    winner: Entrant | None
    striker: str
    side_of_first: str | Promise
    side_of_second: str | Promise
    awarded: bool
    replays: tuple[str | Promise, ...]


@dataclass(frozen=True, slots=True)
class WarningLine:
    """A warning on the back of the protocol."""

    number: int
    set_number: int | None
    who: str
    clause: str
    text: str


@dataclass(frozen=True, slots=True)
class PublishedReplay:
    """The link of a published replay, and the set of its disputed stroke."""

    token: str
    set_number: int


@dataclass(frozen=True, slots=True)
class GameShown:
    """A game for everybody. `protocol`: the newest revision, if it is finished; `revisions`: how many there are."""

    game: Game
    competition: Competition
    event: Event
    meeting: Meeting
    regulations: Regulations
    sets: tuple[SetLine, ...]
    warnings: tuple[WarningLine, ...]
    next_set: Mapping[str, Any] | None
    next_striker: str
    lost_by: Entrant | None
    lost_reason: str | Promise
    clears: tuple[int, int]
    signed: tuple[str, ...]
    protocol: Protocol | None
    approved: bool
    live_version: int
    replays: tuple[PublishedReplay, ...]


@dataclass(frozen=True, slots=True)
class ProtocolShown:
    """A printed protocol against the stored ones. `newest`: the revision that stands now."""

    protocol: Protocol
    newest: Protocol
    competition: Competition
    game: GameShown
    head_in_chain: bool
    approved: bool

    @property
    def is_newest(self) -> bool:
        return self.protocol.revision == self.newest.revision


def game_shown(actor: Actor, uid: UUID) -> GameShown:
    """A game of a visible competition whose draw is locked. Raises NotFound."""
    game = (
        Game.objects.filter(uid=uid, match__stage__state__in=PUBLIC_STAGES)
        .filter(match__stage__event__competition__in=competitions_visible_to(actor))
        .select_related("match__stage__event__competition", "match__round", "match__group").first()
    )
    if game is None:
        raise NotFound(kind="game")
    return _shown(actor, game)


def protocol_shown(actor: Actor, token: str) -> ProtocolShown:
    """The protocol whose token is printed in the code on the sheet. Raises NotFound."""
    rows = Protocol.objects.select_related("game__match__stage__event__competition", "game__match__round",
                                           "game__match__group")
    visible = competitions_visible_to(actor)
    protocol = rows.filter(token=token, game__match__stage__event__competition__in=visible).first()
    if protocol is None:
        raise NotFound(kind="protocol")
    game = protocol.game
    competition = game.match.stage.event.competition
    newest = Protocol.objects.filter(game=game).order_by("-revision").first() or protocol
    in_chain = AuditEntry.objects.filter(
        competition=competition, seq=protocol.head_seq, hash=protocol.head_hash).exists()
    approved = Approval.objects.filter(protocol=protocol, withdrawn_at__isnull=True).exists()
    return ProtocolShown(protocol, newest, competition, _shown(actor, game), in_chain, approved)


def _shown(actor: Actor, game: Game) -> GameShown:
    match = game.match
    event = match.stage.event
    version = live_version(actor, event.competition)
    first, second = _players(match)
    players = _members(match)
    meeting = next(m for m in meetings_of(match.stage, [first, second], match_id=match.id))
    tell_times(event.competition, [meeting], timezone.now())
    state: Mapping[str, Any] = {} if meeting.is_disputed else game.state or {}
    regulations = match_regulations(match)
    side = {"A": first, "B": second}
    coming = state.get("next")
    lost = state.get("lost_by") or {}
    protocol = Protocol.objects.filter(game=game).order_by("-revision").first()
    approval = Approval.objects.filter(game=game, withdrawn_at__isnull=True).exists()
    clears = state.get("clears") or {}
    return GameShown(
        game=game, competition=with_interruption(Competition.objects.all()).get(id=event.competition_id), event=event,
        meeting=meeting, regulations=regulations,
        sets=_sets(state, side, players), warnings=_warnings(state, side, players, regulations.ruleset),
        next_set=coming, next_striker=_striker(coming, side, players) if coming else "",
        lost_by=side.get(lost.get("who", "")),
        lost_reason=LOSS_WORDS.get(lost.get("reason", ""), ""), clears=(clears.get("A", 0), clears.get("B", 0)),
        signed=tuple(who for who, name in (state.get("signatures") or {}).items() if name), protocol=protocol,
        approved=approval, live_version=version, replays=_replays(game, regulations),
    )


def _replays(game: Game, regulations: Regulations) -> tuple[PublishedReplay, ...]:
    """The published replays of a game that may be shown; no query for a game without a dispute."""
    if not (game.state or {}).get("disputes") or regulations.replay_weight == "none":
        return ()
    rows = Replay.objects.filter(
        dispute__game=game, dispute__state=Dispute.State.RULED, published_at__isnull=False).select_related("dispute")
    return tuple(PublishedReplay(str(row.token), row.dispute.set_number) for row in rows)


def _players(match: Match) -> tuple[Entrant, Entrant]:
    if match.second_id is None:
        raise NotFound(kind="game")
    rows = {row.id: row for row in match.stage.event.entries.select_related("person", "club").filter(
        id__in=[match.first_id, match.second_id])}
    nameless = [row.id for row in rows.values() if row.person_id is None and not row.team_name]
    members = members_of(nameless) if nameless else {}
    first, second = (entrant_of(rows[id_], members.get(id_, ())) for id_ in (match.first_id, match.second_id))
    return first, second


def _members(match: Match) -> dict[str, str]:
    """The players of pairs by the log's names, as everybody may see them; none in singles."""
    if not is_doubles(match.stage.event):
        return {}
    numbers = {"A": match.first.number, "B": match.second.number if match.second else 0}
    return {
        place: gettext("No. %(number)s") % {"number": numbers[place[0]]} if person.hidden else person.name
        for place, person in players_by_place(match).items()
    }


def _striker(row: Mapping[str, Any], side: Mapping[str, Entrant], players: Mapping[str, str]) -> str:
    """Who has the first stroke of a set: the player, of a pair too."""
    return players.get(row.get("first_striker", "")) or side[row["first_stroke"]].name


def _place(row: Mapping[str, Any], who: str, players: Mapping[str, str]) -> str | Promise:
    """Where a side stood in a set, of a pair each player."""
    if "seats" in row:
        # PostgreSQL keeps no order of keys.
        own = ((seat, row["seats"][seat]) for seat in SIDES if row["seats"][seat][0] == who)
        return ", ".join(f"{SIDES[seat]}: {players.get(player, player)}" for seat, player in own)
    side = row.get("side_of_a", "")
    return SIDES.get(side if who == "A" else OPPOSITE.get(side, ""), "")


def _sets(
    state: Mapping[str, Any], side: Mapping[str, Entrant], players: Mapping[str, str],
) -> tuple[SetLine, ...]:
    replays: dict[int, list[str | Promise]] = {}
    for replay in state.get("replays") or ():
        replays.setdefault(replay["set"], []).append(REPLAY_WORDS.get(replay["reason"], replay["reason"]))
    return tuple(
        SetLine(
            number=row["number"], winner=side.get(row["winner"] or ""), striker=_striker(row, side, players),
            side_of_first=_place(row, "A", players), side_of_second=_place(row, "B", players),
            awarded=row["awarded"], replays=tuple(replays.get(row["number"], ())),
        )
        for row in state.get("sets") or ()
    )


def _warnings(
    state: Mapping[str, Any], side: Mapping[str, Entrant], players: Mapping[str, str], ruleset: str,
) -> tuple[WarningLine, ...]:
    return tuple(
        WarningLine(row.get("number", place), row.get("set"),
                    players.get(row.get("member", "")) or side[row["who"]].name, row["clause"],
                    _clause_text(ruleset, row["clause"]))
        for place, row in enumerate(state.get("warning_list") or (), start=1)
    )


def _clause_text(ruleset: str, number: str) -> str:
    """The clause in the reader's language; a clause that a later edition dropped keeps its number."""
    try:
        return clause(f"{ruleset}:{number}").text(get_language() or "en")
    except EngineError:
        return ""
