"""Protocols of team matches as they are printed: from the facts of a match to the sheet."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from uuid import UUID

from django.utils.translation import gettext as _
from django.utils.translation import override

from competitions.common.errors import NotFound
from competitions.formats.team_match import Stops, Team
from competitions.models import Competition, Event, Match, Official
from competitions.pdf.team_protocol import (
    TeamBoardLine,
    TeamProtocol,
    TeamRoundLines,
    TeamSide,
    team_protocols_pdf,
)
from competitions.selectors.team_match_page import BoardLine, RoundLines, TeamMatchShown, team_match_shown
from competitions.selectors.teams import TeamLine, team_lines
from competitions.workflow import MatchStatus

from .lists import head

Args = Mapping[str, Any]


def team_protocols(competition: Competition, args: Args) -> bytes:
    """The protocols of one match, or of a round or stage. Raises NotFound where there is none."""
    matches = Match.objects.filter(
        stage__event__competition=competition, stage__event__kind=Event.Kind.TEAMS, second__isnull=False,
    ).select_related("stage__event__competition", "round", "group", "first", "second").order_by(
        "round__number", "number")
    if args.get("match"):
        matches = matches.filter(uid=UUID(str(args["match"])))
    if args.get("stage"):
        matches = matches.filter(stage__uid=UUID(str(args["stage"])))
    if args.get("round"):
        matches = matches.filter(round__number=int(args["round"]))
    found = list(matches)
    if not found or not (args.get("match") or args.get("stage")):
        raise NotFound(kind="match")
    teams = {line.uid: line for line in team_lines(found[0].stage.event)}
    with override(args["language"]):
        sheets = [_sheet(team_match_shown(match, is_public=False), teams, args) for match in found]
    return team_protocols_pdf(sheets, language=args["language"])


def _sheet(shown: TeamMatchShown, teams: Mapping[UUID, TeamLine], args: Args) -> TeamProtocol:
    match = shown.match
    competition = shown.competition
    where = [_("Round %(number)s") % {"number": match.round.number}]
    if shown.fixture is not None:
        where += [text for text in (
            shown.fixture.hall, shown.fixture.plays_on and shown.fixture.plays_on.strftime("%d.%m.%Y")) if text]
    address = f"{args['base_url']}/c/{competition.slug}/matches/{match.uid}/"
    stage = " · ".join(str(part) for part in where)
    is_over = match.status in (MatchStatus.FINISHED, MatchStatus.APPROVED)
    return TeamProtocol(
        head=head(competition, event=shown.event.name, stage=stage, public_url=address),
        home=_side(teams[match.first.uid]), guests=_side(teams[_second(match)]),
        rounds=tuple(_round(drawn) for drawn in shown.rounds),
        substitutions=tuple(_substitution(shown, change) for change in shown.substitutions),
        result=_result(shown) if shown.is_begun or match.awarded else None,
        match_points=_match_points(shown) if is_over else None, stopped=_stopped(shown) if is_over else "",
        outcome=_("awarded") if match.awarded else "", state=_state(match),
        rules=_("Rules: %(rules)s") % {"rules": shown.facts.regulations.edition}, chief=_chief(competition),
        is_open=not is_over)


def _second(match: Match) -> UUID:
    if match.second is None:
        raise NotFound(kind="match")
    return match.second.uid


def _side(line: TeamLine) -> TeamSide:
    return TeamSide(
        name=line.name, representative=line.representative,
        roster=(*((str(m.number), m.name) for m in line.regulars), *((f"R{m.number}", m.name) for m in line.reserves)))


def _round(drawn: RoundLines) -> TeamRoundLines:
    return TeamRoundLines(
        number=drawn.number, home_begins=drawn.begins is Team.HOME, running=drawn.running,
        lines=tuple(_line(line) for line in drawn.lines))


def _line(line: BoardLine) -> TeamBoardLine:
    return TeamBoardLine(
        home_number=line.home_number, guest_number=line.guest_number, home=line.home, guest=line.guest,
        sets=line.score, points=(line.home_points, line.guest_points), note=_note(line))


def _note(line: BoardLine) -> str:
    if line.is_empty:
        return _("empty place")
    if not line.is_needed:
        return _("not needed")
    return _("provisional") if any(badge.css == "is-warn" for badge in line.badges) else ""


def _substitution(shown: TeamMatchShown, change: Any) -> str:
    team = shown.match.first if change.side == "A" else shown.match.second
    return _("%(team)s: number %(number)s from round %(round)s on, %(after)s for %(before)s") % {
        "team": team, "number": change.number, "round": change.round, "after": change.after, "before": change.before}


def _result(shown: TeamMatchShown) -> tuple[str, str]:
    if shown.match.awarded:
        home, _colon, guests = shown.meeting.score_text.partition(":")
        return home, guests
    return shown.score


def _match_points(shown: TeamMatchShown) -> tuple[str, str]:
    regulations = shown.facts.regulations
    worth = {"A": (regulations.win, regulations.loss), "B": (regulations.loss, regulations.win),
             "draw": (regulations.draw, regulations.draw)}
    home, guests = worth.get(shown.match.winner, (regulations.loss, regulations.loss))
    return f"{home:g}", f"{guests:g}"


def _stopped(shown: TeamMatchShown) -> str:
    """Where the match ended by the stopping rule of the regulations."""
    facts = shown.facts
    if shown.match.awarded or facts.score.decided_in is None:
        return ""
    rules = {
        Stops.WHEN_WON: _("stopped when it was won, in round %(round)s (23.2)"),
        Stops.AFTER_ROUND: _("stopped at the end of round %(round)s, which decided it"),
        Stops.ALL_GAMES: _("decided in round %(round)s; all games are played"),
    }
    return rules[facts.teams.rules().stops] % {"round": facts.score.decided_in}


def _state(match: Match) -> str:
    if match.status == MatchStatus.APPROVED:
        return _("Corrected and approved") if match.corrected else _("Approved")
    return _("Provisional") if match.status == MatchStatus.FINISHED else _("Not finished")


def _chief(competition: Competition) -> str:
    found = Official.objects.filter(competition=competition, role="chief").select_related("account").first()
    return "" if found is None else str(found.account)
