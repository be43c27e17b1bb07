"""From stages and entries to the printed lists: rounds, tables, entries, draw, slips."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any, Literal

from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import override

from competitions.common.errors import NotFound
from competitions.common.pdf import Head
from competitions.models import Competition, Event, Match, Stage
from competitions.pdf import cross_table as cross_pdf
from competitions.pdf import entry_list as entries_pdf
from competitions.pdf import final_table as final_pdf
from competitions.pdf import lot_sheet as lot_pdf
from competitions.pdf import round_list as round_pdf
from competitions.pdf.labels import of_teams
from competitions.selectors.draw_page import draw_shown
from competitions.selectors.public import entries_listed
from competitions.selectors.rankings import rankings_of
from competitions.selectors.round_names import round_name
from competitions.selectors.rounds import Entrant, Meeting, StageFacts, stage_facts
from competitions.selectors.self_checks import checks_in_words
from competitions.selectors.standings import GroupTable, TableRow, stage_standings, tie_breaks_of
from competitions.workflow import Outcome
from refereeing.pdf.slips import Slip
from refereeing.pdf.table_cards import TableCard
from refereeing.services.devices import slip_code


def head(
    competition: Competition, *, event: str = "", stage: str = "", public_url: str = "",
    printed_at: datetime | None = None,
) -> Head:
    """The head of every list of a competition."""
    return Head(
        competition=competition.name, place=competition.place, starts=competition.starts_on, ends=competition.ends_on,
        event=event, stage=stage, zone=competition.time_zone, printed_at=printed_at or timezone.now(),
        public_url=public_url,
    )


def stage_head(stage: Stage, args: Mapping[str, Any], *, group: str = "", page: str = "") -> Head:
    event = stage.event
    where = " ".join(filter(None, (stage.name, group)))
    address = f"{args['base_url']}/c/{event.competition.slug}/{event.slug}/{page}"
    return head(event.competition, event=event.name, stage=where, public_url=address)


def round_list(stage: Stage, args: Mapping[str, Any]) -> bytes:
    """Who plays where in a round (`args["round"]`, else the current one)."""
    with override(args["language"]):
        facts = stage_facts(stage)
    number = int(args.get("round") or facts.current_round or 0)
    meetings = [m for m in facts.round_shown(number or None) if m.outcome != Outcome.VOID]
    if not meetings:
        raise NotFound(kind="round")
    data = round_pdf.RoundList(
        head=stage_head(stage, args, page=f"rounds/{number}/"), round=str(number), name=facts.names.get(number, ""),
        rows=(*map(_round_row, meetings), *map(_free_row, facts.idle(number))),
    )
    return round_pdf.round_list_pdf(data, language=args["language"])


def _free_row(entrant: Entrant) -> round_pdf.RoundListRow:
    """Somebody without an opponent in this round of an odd field."""
    return round_pdf.RoundListRow(
        first=entrant.name, first_number=str(entrant.number), first_club=entrant.club, bye=True)


def _round_row(meeting: Meeting) -> round_pdf.RoundListRow:
    second = meeting.second
    stroke: Literal[1, 2] = 1 if meeting.first_stroke == "A" else 2
    return round_pdf.RoundListRow(
        first=meeting.first.name, first_number=str(meeting.first.number), first_club=meeting.first.club,
        second=second.name if second else "", second_number=str(second.number) if second else "",
        second_club=second.club if second else "", table=str(meeting.table) if meeting.table else "",
        group=meeting.group, first_stroke=stroke if second else None, result=meeting.score_text, bye=second is None,
    )


def cross_table(stage: Stage, args: Mapping[str, Any]) -> bytes:
    """The cross tables of a stage, one for each group; a Swiss has a column for everybody too."""
    if stage.is_elimination or stage.system == Stage.System.RANKING_LIST:
        raise NotFound(kind="document")
    facts = stage_facts(stage)
    found = [_cross(facts, table, args) for table in stage_standings(stage, facts)]
    return cross_pdf.cross_tables_pdf(found, language=args["language"])


def _cross(facts: StageFacts, table: GroupTable, args: Mapping[str, Any]) -> cross_pdf.CrossTable:
    games: dict[tuple[int, int], list[cross_pdf.CrossGame]] = {}
    annulled = {line.entrant.id for line in table.rows if line.row.rank is None}
    for meeting in facts.of_group(table.group):
        if meeting.second is not None and meeting.is_decided:
            first, second = meeting.first.id, meeting.second.id
            is_annulled = bool(annulled & {first, second})
            games.setdefault((first, second), []).append(_cross_game(meeting, "A", is_annulled=is_annulled))
            games.setdefault((second, first), []).append(_cross_game(meeting, "B", is_annulled=is_annulled))
    keys = tuple(column.key for column in table.columns)
    order = [line.entrant.id for line in table.rows]
    return cross_pdf.CrossTable(
        head=stage_head(facts.stage, args, group=_group_name(table), page="cross/"), tie_breaks=_words(table, keys),
        of_teams=table.is_of_teams,
        rows=tuple(
            _cross_row(line, facts, keys, [tuple(games.get((line.entrant.id, o), ())) for o in order])
            for line in table.rows
        ),
    )


def _cross_row(
    line: TableRow, facts: StageFacts, keys: tuple[str, ...], games: list[tuple[cross_pdf.CrossGame, ...]],
) -> cross_pdf.CrossRow:
    row, entrant = line.row, line.entrant
    is_swiss = facts.stage.system == Stage.System.SWISS
    free = [] if is_swiss else [n for n in facts.rounds if entrant in facts.idle(n)]
    return cross_pdf.CrossRow(
        name=entrant.name, number=str(entrant.number), club=entrant.club, games=tuple(games), played=row.played,
        sets=(row.sets_won, row.sets_lost), points=row.points, tie_breaks=tuple(row.values.get(k) for k in keys),
        rank=line.place, free_round=", ".join(map(str, free)) if len(free) == 1 else "",
    )


def _cross_game(meeting: Meeting, side: str, *, is_annulled: bool) -> cross_pdf.CrossGame:
    won = meeting.winner == side
    if meeting.awarded:
        return cross_pdf.CrossGame(state="annulled" if is_annulled else "awarded", won=won)
    sets = meeting.sets if meeting.sets is None or side == "A" else meeting.sets[::-1]
    state: cross_pdf.CellState = "annulled" if is_annulled else "approved" if meeting.is_approved else "provisional"
    return cross_pdf.CrossGame(sets=sets, state=state, won=won)


def _group_name(table: GroupTable) -> str:
    return _("Group %(name)s") % {"name": table.group.name} if table.group else ""


def final_table(stage: Stage, args: Mapping[str, Any]) -> bytes:
    """The tables of a stage, one for each group, then rankings of parts of the field; final once all is approved."""
    facts = stage_facts(stage)
    tables = stage_standings(stage, facts)
    found = [_final(stage, facts, table, args) for table in tables]
    found += [
        replace(
            found[0], ranking=ranking.name,
            rows=tuple(_final_row(row, tuple(c.key for c in tables[0].columns), tables[0]) for row in ranking.rows))
        for ranking in rankings_of(facts, tables)
    ]
    return final_pdf.final_tables_pdf(found, language=args["language"])


def _final(stage: Stage, facts: StageFacts, table: GroupTable, args: Mapping[str, Any]) -> final_pdf.FinalTable:
    keys = tuple(c.key for c in table.columns)
    open_games = sum(1 for m in facts.of_group(table.group) if not m.is_approved)
    missing = stage.system == Stage.System.SWISS and len(facts.rounds) < stage.options.get("rounds", 0)
    return final_pdf.FinalTable(
        head=stage_head(stage, args, group=_group_name(table)),
        rows=tuple(_final_row(row, keys, table) for row in table.rows),
        tie_breaks=_words(table, keys), order=_words(table, tie_breaks_of(stage)), of_teams=table.is_of_teams,
        by_games=table.by_games, open_games=open_games, final=open_games == 0 and not missing,
        notes=_notes(facts, table, args["language"]),
    )


def _notes(facts: StageFacts, table: GroupTable, language: str) -> tuple[str, ...]:
    """What decided between those who were level, where it is no value of the table: play-offs, the chief referee."""
    ids = {line.entrant.id for line in table.rows}
    with override(language):
        games = tuple(
            _("Play-off: %(first)s – %(second)s %(score)s") % {
                "first": m.first.name, "second": m.second.name if m.second else "", "score": m.score_text}
            for m in facts.play_offs if m.first.id in ids and m.is_approved)
        return games + tuple(
            _("Decided by the chief referee: %(order)s (%(reason)s)") % {
                "order": ", ".join(e.name for e in decision.order), "reason": decision.reason}
            for decision in table.holding)


def _words(table: GroupTable, words: Sequence[str]) -> tuple[str, ...]:
    """Tie-breaks as the print names them: of teams, points of games stand for sets."""
    return of_teams(words) if table.is_of_teams else tuple(words)


def _final_row(line: TableRow, keys: tuple[str, ...], table: GroupTable) -> final_pdf.FinalRow:
    row, entrant = line.row, line.entrant
    decided = _words(table, [row.decided_by]) if row.decided_by else ("",)
    return final_pdf.FinalRow(
        name=entrant.name, rank=row.rank, club=entrant.club, number=str(entrant.number), played=row.played, won=row.won,
        drawn=row.drawn, lost=row.lost, awarded=row.awarded, sets=(row.sets_won, row.sets_lost),
        points=(row.values.get("sets_won") or 0) if table.by_games else row.points,
        tie_breaks=tuple(row.values.get(key) for key in keys), decided_by=decided[0],
        reason=entrant.out_reason if entrant.is_out else "",
    )


def entry_list(event: Event, args: Mapping[str, Any]) -> bytes:
    """The entries of an event in the order of their numbers."""
    rows = tuple(_entry_row(e) for e in entries_listed(event))
    data = entries_pdf.EntryList(head=head(event.competition, event=event.name), rows=rows)
    return entries_pdf.entry_list_pdf(data, language=args["language"])


def _entry_row(entrant: Entrant) -> entries_pdf.EntryListRow:
    return entries_pdf.EntryListRow(
        name=entrant.name, number=str(entrant.number), club=entrant.club,
        classes=(entrant.class_name,) if entrant.class_name else (), seed=str(entrant.seed or ""),
        rating=str(entrant.rating or ""), state=entrant.state,
    )


def lot_sheet(stage: Stage, args: Mapping[str, Any]) -> bytes:
    """How the draw was made, so that anybody in the hall can repeat it."""
    facts = stage_facts(stage)
    shown = draw_shown(facts)
    rows = tuple(
        lot_pdf.LotSheetRow(
            position=place.place, name=place.entrant.name, club=place.entrant.club, group=place.group,
            seed=str(place.entrant.seed or ""), key=place.entrant.key,
            digest=place.key,
        ) for place in shown.order
    )
    with override(args["language"]):
        told = shown.told
        checks = tuple((check.holds, str(check.text)) for check in checks_in_words(facts))
    data = lot_pdf.LotSheet(
        head=stage_head(stage, args, page="draw/"), lot=stage.lot, rows=rows,
        command=shown.shell, told=told, checks=checks,
        drawn_at=stage.drawn_at, locked_at=stage.locked_at,
    )
    return lot_pdf.lot_sheet_pdf(data, language=args["language"])


def slip(match: Match, base_url: str, language: str) -> Slip:
    """The slip of a match at its table, with the code that lets the players' phone record it."""
    game = match.games.all()[0]
    table = match.table
    drawn = match.round
    with override(language):
        name = round_name(drawn.number, drawn.kind, drawn.figures)
    return Slip(
        table=str(table.number) if table else "", round=name, first=str(match.first),
        second=str(match.second or ""), code=slip_code(game), table_url=f"{base_url}/t/{table.uid}/" if table else "",
        group=match.group.name if match.group else "", first_number=str(match.first.number),
        second_number=str(match.second.number) if match.second else "",
        first_stroke=1 if game.first_stroke == "A" else 2,
    )


def table_cards(competition: Competition, base_url: str) -> list[TableCard]:
    """A card for each table of the hall."""
    return [
        TableCard(number=str(t.number), url=f"{base_url}/t/{t.uid}/", zone=t.zone)
        for t in competition.tables.order_by("number")
    ]
