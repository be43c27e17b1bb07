"""From a game to the sheet of its protocol: blank before it is played, from the frozen copy once it is finished."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from datetime import datetime
from typing import Any, Literal

from django.utils.translation import gettext as _
from django.utils.translation import override, pgettext

from competitions.common.pdf.page import moment_text
from competitions.formats.regulations import Regulations
from competitions.models import Entry, Game, Match
from competitions.selectors.entries import is_doubles
from competitions.selectors.pairs import players_of
from competitions.workflow import MatchStatus
from refereeing.engine.rules import book
from refereeing.engine.rules.game_payload import BOTH
from refereeing.models import Approval, Protocol
from refereeing.pdf.sheets import (
    ProtocolLoss,
    ProtocolPlayer,
    ProtocolSet,
    ProtocolSheet,
    ProtocolSignature,
    ProtocolWarning,
)
from refereeing.selectors.bundles import warning_clauses
from refereeing.selectors.game_logs import match_regulations
from refereeing.selectors.panel_words import LOSS_REASONS, note_words
from refereeing.services.devices import slip_code
from refereeing.services.protocol_freeze import protocol_body

from .annexes import annexes_of

Side = Literal[1, 2]
_SIDE: Mapping[str, Side] = {"A": 1, "B": 2}
_OPPOSITE = {"S": "N", "N": "S"}
# Who withdraws breaks no clause: 3.2 says what it costs, and its short text is about those who do not come.
_LOSS_CLAUSES = {"no_show": "15.1", "unsporting": "15.2", "handshake": "14.4", "excluded": "14.1", "withdrawn": ""}


def blank_sheet(match: Match, *, language: str, base_url: str, with_code: bool = False) -> ProtocolSheet:
    """The empty protocol of a match: names, plan of first strokes and sides, clauses; with the slip's code on wish.

    `match` comes with its stage up to the competition, round, table, group, entries and games.
    """
    regulations = match_regulations(match)
    game = match.games.all()[0]
    return ProtocolSheet(
        **_frame(match, regulations), players=(_player(match.first), _player(match.second)),
        sets=_planned_sets(regulations.sets, game.first_stroke, doubles=is_doubles(match.stage.event)),
        first_stroke=_SIDE[game.first_stroke],
        clauses=clauses_in(regulations.ruleset, language), third_warning=regulations.ruleset != "aus-1992",
        state="blank", log_seq=game.head_seq or None, log_hash=game.head_hash, verify_url=f"{base_url}/g/{game.uid}/",
        code=slip_code(game) if with_code else "",
        table_url=f"{base_url}/t/{match.table.uid}/" if match.table else "",
    )


def filled_sheet(match: Match, protocol: Protocol, *, language: str, base_url: str) -> ProtocolSheet:
    """The protocol from its frozen copy; the state tells whether it is signed, approved or corrected."""
    body = protocol.body
    regulations = match_regulations(match)
    state = body["state"]
    sheet = ProtocolSheet(
        **_frame(match, regulations),
        players=(_frozen_player(body["players"]["A"]), _frozen_player(body["players"]["B"])),
        sets=_played_sets(body), first_stroke=_SIDE[body["first_stroke"]],
        result=None if match.awarded else (state["score"]["A"], state["score"]["B"]), outcome=_outcome(match),
        points=_points(match, regulations), started_at=_moment(body["started_at"]),
        finished_at=_moment(body["finished_at"]), warnings=_warnings(body, language), losses=_losses(body, language),
        signatures=_signatures(body["signatures"]) + _approved_by(protocol),
        remarks=_corrections(body, language) + _notes(body, language) + _texts(body, "ruling"),
        protests=_texts(body, "protest"),
        clauses=clauses_in(regulations.ruleset, language), third_warning=regulations.ruleset != "aus-1992",
        state=_state(match, protocol), revision=protocol.revision, log_seq=protocol.head_seq,
        log_hash=protocol.head_hash, verify_url=f"{base_url}/v/{protocol.token}/", verify_code=protocol.token,
        annexes=annexes_of(protocol.game, language, frozen_at=protocol.created_at),
    )
    return replace(sheet, rule_set=body["edition"])


def interim_sheet(match: Match, *, language: str, base_url: str) -> ProtocolSheet:
    """What the log says of a game that is still played: no protocol yet, so without revision, points and approval."""
    game = match.games.all()[0]
    game.match = match
    body = protocol_body(game)
    score = body["state"]["score"]
    return replace(
        blank_sheet(match, language=language, base_url=base_url), state="interim",
        outcome="adjourned" if match.status == MatchStatus.ADJOURNED else "", sets=_played_sets(body),
        first_stroke=_SIDE[body["first_stroke"]], result=(score["A"], score["B"]),
        started_at=_moment(body["started_at"]), warnings=_warnings(body, language), losses=_losses(body, language),
        remarks=_notes(body, language) + _texts(body, "ruling"), protests=_texts(body, "protest"), table_url="",
    )


def clauses_in(ruleset: str, language: str) -> tuple[tuple[str, str], ...]:
    """The warning clauses with their texts in a language."""
    return tuple((c["clause"], c["text"]) for c in warning_clauses(ruleset)[language])


def _frame(match: Match, regulations: Regulations) -> dict[str, Any]:
    competition = match.stage.event.competition
    return {
        "competition": competition.name, "place": competition.place, "zone": competition.time_zone,
        "event": match.stage.event.name, "stage": match.stage.name, "group": match.group.name if match.group else "",
        "round": str(match.round.number), "table": str(match.table.number) if match.table else "",
        "sets_planned": regulations.sets, "all_sets": regulations.all_sets, "rule_set": regulations.edition,
        "scheduled_at": match.called_at,
    }


def _player(entry: Entry | None) -> ProtocolPlayer:
    if entry is None:
        return ProtocolPlayer(name="")
    return ProtocolPlayer(
        name=str(entry), number=str(entry.number), club=entry.club.name if entry.club else "",
        licence=_licence(entry), members=tuple(person.name for person in players_of(entry)),
    )


def _licence(entry: Entry) -> str:
    people = [entry.person] if entry.person else players_of(entry)
    return ", ".join(person.licence for person in people if person.licence)


def _frozen_player(player: Mapping[str, Any]) -> ProtocolPlayer:
    return ProtocolPlayer(
        name=player["name"], number=str(player["number"]), club=player["club"], licence=player["licence"],
        members=tuple(member["name"] for member in player.get("members", ())))


def _planned_sets(count: int, first_stroke: str, *, doubles: bool = False) -> tuple[ProtocolSet, ...]:
    """First stroke and sides alternate from set to set (20.2, rulebook 4). Pairs alternate too, because the first
    stroke stays at a side past which they move (21.1); where they stand they choose at the table."""
    first = _SIDE[first_stroke]
    strokes: tuple[Side, Side] = (first, 2 if first == 1 else 1)
    sides = (("", ""), ("", "")) if doubles else (("S", "N"), ("N", "S"))
    return tuple(
        ProtocolSet(number=n + 1, first_stroke=strokes[n % 2], sides=sides[n % 2]) for n in range(count)
    )


def _played_sets(body: Mapping[str, Any]) -> tuple[ProtocolSet, ...]:
    state = body["state"]
    replays = [r["set"] for r in state["replays"]]
    clears = _clears_by_set(body)
    played = [
        ProtocolSet(
            number=row["number"], first_stroke=_SIDE[row["first_stroke"]],
            sides=(row["side_of_a"], _OPPOSITE.get(row["side_of_a"], "")), **_pair_seats(body, row),
            winner=_SIDE[row["winner"]] if row["winner"] else 0, replays=replays.count(row["number"]),
            clears=clears.get(row["number"], (0, 0)), awarded=row["awarded"] and row["winner"] is not None,
            note=pgettext("match", "time limit") if row["awarded"] and row["winner"] is None else "",
        ) for row in state["sets"]
    ]
    planned = _planned_sets(body["sets"], body["first_stroke"], doubles=body.get("mode") == "doubles")
    # Where only the bare score came in from paper, the plan of the sets stands without winners.
    return (*played, *planned[len(played):])


def _pair_seats(body: Mapping[str, Any], row: Mapping[str, Any]) -> dict[str, Any]:
    """Of doubles: who stood at which seat, and who of them struck first, as the sheet calls the players."""
    if "seats" not in row:
        return {}
    return {
        "seats": tuple(_code(row["seats"][seat]) for seat in ("S", "W", "N", "E")),
        "striker": _code(row["first_striker"]), "striker_name": _member_name(body, row["first_striker"]),
    }


def _code(member: str) -> str:
    """A2 is 1b on the sheet."""
    return f"{_SIDE[member[0]]}{'ab'[int(member[1]) - 1]}"


def _member_name(body: Mapping[str, Any], member: str) -> str:
    """The player of a pair whom the log means; empty in singles."""
    if not member:
        return ""
    names = [one["name"] for one in body["players"][member[0]].get("members", ())]
    return names[min(int(member[1]), len(names)) - 1] if names else ""


def _clears_by_set(body: Mapping[str, Any]) -> dict[int, tuple[int, int]]:
    """In which set each clear in the first series (štose) was made: the set that was running when it was noted."""
    found = dict[int, list[int]]()
    for current, event in _standing(body):
        if event["kind"] == "clear_in_first_series":
            found.setdefault(current, [0, 0])[_SIDE[event["payload"]["who"]] - 1] += 1
    return {number: (a, b) for number, (a, b) in found.items()}


def _standing(body: Mapping[str, Any]) -> Iterator[tuple[int, Mapping[str, Any]]]:
    """What nobody has taken back, each with the set that was running."""
    voided = set(body["state"]["voided"])
    current = 1
    for event in body["log"]:
        if event["uid"] in voided:
            continue
        yield current, event
        if event["kind"] in ("set_won", "set_lost", "set_drawn"):
            current += 1


def _outcome(match: Match) -> Any:
    return match.outcome if match.outcome not in ("", "played", "bye") else ""


def _points(match: Match, regulations: Regulations) -> tuple[str, str] | None:
    worth = {"A": (regulations.win, regulations.loss), "B": (regulations.loss, regulations.win),
             "draw": (regulations.draw, regulations.draw)}.get(match.winner)
    return (f"{worth[0]:g}", f"{worth[1]:g}") if worth else None


def _warnings(body: Mapping[str, Any], language: str) -> tuple[ProtocolWarning, ...]:
    log = {event["uid"]: event for event in body["log"]}
    return tuple(
        ProtocolWarning(
            to=_SIDE[w["who"]], player=_member_name(body, w.get("member", "")), clause=w["clause"],
            text=clause_text(body["ruleset"], w["clause"], language),
            set_number=w["set"], at=_moment(log.get(w["uid"], {}).get("at")), by=log.get(w["uid"], {}).get("by", ""),
        ) for w in body["state"]["warning_list"]
    )


def _losses(body: Mapping[str, Any], language: str) -> tuple[ProtocolLoss, ...]:
    found = []
    for current, event in _standing(body):
        if event["kind"] not in ("set_lost", "game_lost", "no_show"):
            continue
        payload = event["payload"]
        clause = payload.get("clause") or _LOSS_CLAUSES[payload.get("reason", "no_show")]
        found += [
            ProtocolLoss(
                by_player=_SIDE[who], player=_member_name(body, payload.get("member", "")), clause=clause,
                text=_loss_text(body["ruleset"], clause, language),
                set_number=current if event["kind"] == "set_lost" else None, at=_moment(event["at"]),
                by=event.get("by", ""),
            ) for who in (("A", "B") if payload["who"] == BOTH else (payload["who"],))
        ]
    return tuple(found)


def _loss_text(ruleset: str, clause: str, language: str) -> str:
    with override(language):
        return clause_text(ruleset, clause, language) if clause else str(LOSS_REASONS["withdrawn"])


def clause_text(ruleset: str, number: str, language: str) -> str:
    """The text of a clause, of the rule set itself or of the one it builds on; empty where there is none."""
    return next((c.text(language) for c in book.clauses(ruleset) if c.number == number), "")


def _signatures(signed: Mapping[str, Any]) -> tuple[ProtocolSignature, ...]:
    roles: Mapping[str, Any] = {"A": "first", "B": "second", "referee": "referee"}
    return tuple(
        ProtocolSignature(
            role=roles[who], name=given["name"], at=_moment(given["at"]),
            strokes=tuple(_points_of(line) for line in given["strokes"] or ()),
            by_pin=who == "referee" and given["verified"],
        ) for who, given in signed.items() if given
    )


def _approved_by(protocol: Protocol) -> tuple[ProtocolSignature, ...]:
    """Who approved this revision, and when; nobody where the approval was taken back. One query."""
    standing = Approval.objects.filter(protocol=protocol, withdrawn_at__isnull=True).select_related("account")
    return tuple(ProtocolSignature(role="chief", name=str(given.account), at=given.at) for given in standing)


def _points_of(line: list[float]) -> tuple[tuple[float, float], ...]:
    return tuple(zip(line[::2], line[1::2], strict=False))


def _texts(body: Mapping[str, Any], kind: str) -> tuple[str, ...]:
    voided = set(body["state"]["voided"])
    return tuple(e["payload"]["text"] for e in body["log"] if e["kind"] == kind and e["uid"] not in voided)


def _corrections(body: Mapping[str, Any], language: str) -> tuple[str, ...]:
    """Who took something back at the desk, when and why: one line for all that went at one moment."""
    zone = body["competition"]["time_zone"]
    found: dict[tuple[str, str, str], None] = {}
    for event in body["log"]:
        if event["kind"] == "void" and event.get("by"):
            found[(event["at"], event["by"], event["payload"].get("reason", ""))] = None
    with override(language):
        return tuple(
            (_("Corrected %(when)s by %(person)s: %(reason)s") if reason else _("Corrected %(when)s by %(person)s")) % {
                "when": moment_text(_moment(at), zone), "person": by, "reason": reason}
            for at, by, reason in found
        )


def _notes(body: Mapping[str, Any], language: str) -> tuple[str, ...]:
    with override(language):
        return tuple(note_words(text) for text in _texts(body, "note"))


def _moment(text: str | None) -> datetime | None:
    return datetime.fromisoformat(text) if text else None


def _state(match: Match, protocol: Protocol) -> Any:
    if match.status == MatchStatus.APPROVED:
        return "corrected" if match.corrected else "approved"
    signed = protocol.body["signatures"]
    return "signed" if signed["A"] and signed["B"] else "provisional"


def current_protocol(game: Game) -> Protocol | None:
    """The newest revision of a game's protocol."""
    return game.protocols.order_by("-revision").first()
