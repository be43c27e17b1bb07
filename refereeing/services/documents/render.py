"""Every document that can be printed, by kind: what it is made of and how it is called."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from io import BytesIO
from typing import Any
from uuid import UUID
from zipfile import ZIP_STORED, ZipFile, ZipInfo

from django.db.models import QuerySet
from django.utils.translation import override

from competitions.common.errors import Conflict, Invalid, NotFound
from competitions.models import Competition, Event, Game, Match, Stage
from competitions.workflow import MatchStatus, Outcome
from refereeing.pdf.protocol import PER_DOCUMENT, protocol_chunks, protocols_pdf
from refereeing.pdf.sheets import ProtocolSheet
from refereeing.pdf.slips import slips_pdf
from refereeing.pdf.table_cards import table_cards_pdf

from . import lists
from .brackets import bracket_sheet
from .clubs import clubs_sheet
from .ladders import ranking_list
from .protocol_sheets import blank_sheet, current_protocol, filled_sheet, interim_sheet
from .referees import referee_list
from .team_protocols import team_protocols

Progress = Callable[[int, int], None]
LANGUAGES = ("lv", "en", "et", "ru", "de")
PDF, ZIP = "application/pdf", "application/zip"


@dataclass(frozen=True, slots=True)
class Document:
    """A printed document: its file name (ASCII), its type and its bytes."""

    file_name: str
    content_type: str
    content: bytes


def document_render(
    kind: str, competition: Competition, args: Mapping[str, Any], *, progress: Progress | None = None,
) -> Document:
    """Render a document of a competition.

    `args`: `language`, `base_url`, and what the kind needs (`stage`, `round`, `match`, `event`, `blank`). Raises
    Invalid for an unknown kind or language, NotFound for a stage, round or match that is not of this competition.
    """
    render = _KINDS.get(kind)
    if render is None:
        raise Invalid("unknown_value", path="kind", value=kind[:40])
    if args.get("language") not in LANGUAGES:
        raise Invalid("unknown_value", path="language", value=str(args.get("language"))[:10])
    with override(args["language"]):
        return render(competition, args, progress)


def _protocols(competition: Competition, args: Mapping[str, Any], progress: Progress | None) -> Document:
    language, base_url = args["language"], args["base_url"]
    matches = list(_matches(competition, args))
    if not matches:
        raise NotFound(kind="match")
    blank = bool(args.get("blank"))
    sheets = [_sheet(m, language, base_url, blank=blank, with_code=bool(args.get("codes"))) for m in matches]
    name = "protocols-blank" if blank else "protocols"
    if len(sheets) <= PER_DOCUMENT:
        return Document(f"{name}.pdf", PDF, protocols_pdf(sheets, language=language, progress=progress))
    return Document(f"{name}.zip", ZIP, _zipped(name, sheets, language, progress))


def _zipped(name: str, sheets: list[ProtocolSheet], language: str, progress: Progress | None) -> bytes:
    """Many protocols as a file of documents of fifty, so that memory stays flat."""
    found = BytesIO()
    with ZipFile(found, "w", ZIP_STORED) as archive:
        for number, content in enumerate(protocol_chunks(sheets, language=language, progress=progress), start=1):
            # A fixed date: the same protocols give the same bytes.
            archive.writestr(ZipInfo(f"{name}-{number:02d}.pdf", (1980, 1, 1, 0, 0, 0)), content)
    return found.getvalue()


_LISTED = ("games", "first__members__person", "second__members__person")


def _sheet(match: Match, language: str, base_url: str, *, blank: bool, with_code: bool) -> ProtocolSheet:
    game = match.games.all()[0]
    if not blank and match.status in (MatchStatus.RUNNING, MatchStatus.ADJOURNED) and game.state:
        return interim_sheet(match, language=language, base_url=base_url)
    protocol = None if blank else current_protocol(game)
    if protocol is None:
        return blank_sheet(match, language=language, base_url=base_url, with_code=with_code)
    return filled_sheet(match, protocol, language=language, base_url=base_url)


def _matches(competition: Competition, args: Mapping[str, Any]) -> QuerySet[Match]:
    """The matches that are asked for, with all that a sheet shows; byes have no protocol."""
    found = Match.objects.filter(stage__event__competition=competition, second__isnull=False).select_related(
        "stage__event__competition", "round", "group", "table", "first__person", "first__club", "second__person",
        "second__club",
    ).exclude(stage__event__kind=Event.Kind.TEAMS).exclude(outcome=Outcome.NOT_NEEDED).prefetch_related(
        *_LISTED).order_by("round__number", "table__number", "number")
    if args.get("match"):
        return found.filter(uid=UUID(args["match"]))
    if args.get("stage"):
        found = found.filter(stage__uid=UUID(args["stage"]))
    if args.get("round"):
        found = found.filter(round__number=int(args["round"]))
    if not args.get("blank"):
        found = found.filter(status__in=[MatchStatus.FINISHED, MatchStatus.APPROVED])
    return found


def _slips(competition: Competition, args: Mapping[str, Any], progress: Progress | None) -> Document:
    matches = [m for m in _matches(competition, {**args, "blank": True}) if m.table is not None]
    if not matches:
        raise Conflict("no_tables")
    slips = [lists.slip(m, args["base_url"], args["language"]) for m in matches]
    head = lists.head(competition, event=matches[0].stage.event.name)
    return Document("slips.pdf", PDF, slips_pdf(slips, head=head, language=args["language"]))


def _table_cards(competition: Competition, args: Mapping[str, Any], progress: Progress | None) -> Document:
    cards = lists.table_cards(competition, args["base_url"])
    return Document(
        "tables.pdf", PDF, table_cards_pdf(cards, head=lists.head(competition), language=args["language"]))


def _of_stage(render: Callable[[Stage, Mapping[str, Any]], bytes], name: str) -> Callable[..., Document]:
    def document(competition: Competition, args: Mapping[str, Any], progress: Progress | None) -> Document:
        stage = Stage.objects.select_related("event__competition").filter(
            uid=UUID(str(args.get("stage"))), event__competition=competition).first()
        if stage is None:
            raise NotFound(kind="stage")
        return Document(f"{name}.pdf", PDF, render(stage, args))

    return document


def _team_protocols(competition: Competition, args: Mapping[str, Any], progress: Progress | None) -> Document:
    return Document("team-protocols.pdf", PDF, team_protocols(competition, args))


def _entry_list(competition: Competition, args: Mapping[str, Any], progress: Progress | None) -> Document:
    event = competition.events.filter(uid=UUID(str(args.get("event")))).first()
    if event is None:
        raise NotFound(kind="event")
    return Document("entries.pdf", PDF, lists.entry_list(event, args))


def _referee_list(competition: Competition, args: Mapping[str, Any], progress: Progress | None) -> Document:
    return Document("referees.pdf", PDF, referee_list(competition, args))


_KINDS: Mapping[str, Callable[[Competition, Mapping[str, Any], Progress | None], Document]] = {
    "protocols": _protocols, "slips": _slips, "table_cards": _table_cards, "entry_list": _entry_list,
    "referee_list": _referee_list,
    "round_list": _of_stage(lists.round_list, "round"), "cross_table": _of_stage(lists.cross_table, "cross-table"),
    "final_table": _of_stage(lists.final_table, "table"), "lot_sheet": _of_stage(lists.lot_sheet, "draw"),
    "bracket": _of_stage(bracket_sheet, "bracket"), "ranking_list": _of_stage(ranking_list, "ranking-list"),
    "clubs": _of_stage(clubs_sheet, "clubs"), "team_protocols": _team_protocols,
}
KINDS = tuple(_KINDS)
# What takes longer than a page may: done by a worker, with progress.
LONG_KINDS = frozenset({"protocols"})


def protocol_now(game: Game, *, language: str, base_url: str) -> bytes:
    """One protocol at once: the frozen copy of a finished game, what there is so far of a running one, else blank."""
    match = Match.objects.select_related(
        "stage__event__competition", "round", "group", "table", "first__person", "first__club", "second__person",
        "second__club",
    ).prefetch_related(*_LISTED).get(id=game.match_id)
    return protocols_pdf([_sheet(match, language, base_url, blank=False, with_code=False)], language=language)
