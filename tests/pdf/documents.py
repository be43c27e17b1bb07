"""Every document that is printed, by name, with sample data."""

from __future__ import annotations

import dataclasses
import io
import re
from collections.abc import Callable
from typing import Any, TypeVar

from pypdf import PdfReader

from competitions.pdf.cross_table import cross_table_pdf
from competitions.pdf.entry_list import entry_list_pdf
from competitions.pdf.final_table import final_table_pdf
from competitions.pdf.lot_sheet import lot_sheet_pdf
from competitions.pdf.ranking_list import ranking_list_pdf
from competitions.pdf.round_list import round_list_pdf
from refereeing.pdf.protocol import protocol_pdf, protocols_pdf
from refereeing.pdf.slips import Slip, slips_pdf
from refereeing.pdf.table_cards import TableCard, table_cards_pdf

from . import annexes, list_samples, samples

LANGUAGES = ("lv", "en", "et", "ru", "de")
SLIPS = tuple(
    Slip(
        table=str(index + 1), round="3", group="A", first=list_samples.name(index), second=list_samples.name(index + 1),
        code=f"K7M-4{index}P", table_url=f"http://192.0.2.20:8000/t/{index + 1}", starts_at=samples.NOON,
    )
    for index in range(12)
)
CARDS = tuple(
    TableCard(number=str(number), url=f"http://192.0.2.20:8000/t/{number}", zone="A") for number in (1, 12, 103)
)
# What is not a text that people type: keys, addresses, zones.
_NOT_TEXT = {"state", "outcome", "role", "zone", "verify_url", "table_url", "url", "public_url", "decided_by"}
T = TypeVar("T")

BLANK = samples.protocol(code="K7M-42P", table_url="https://novuss.example/t/12")
DOCUMENTS: dict[str, tuple[Any, Callable[..., bytes]]] = {
    "blank protocol": (BLANK, protocol_pdf),
    "filled protocol": (samples.filled(), protocol_pdf),
    "protocol with an annex": (samples.filled(annexes=(annexes.annex(),)), protocol_pdf),
    "protocols": ((BLANK, samples.filled()), protocols_pdf),
    "round list": (list_samples.round_list(), round_list_pdf),
    "cross table": (list_samples.cross(6), cross_table_pdf),
    "wide cross table": (list_samples.cross(30), cross_table_pdf),
    "tiled cross table": (list_samples.cross(40), cross_table_pdf),
    "final table": (list_samples.final(), final_table_pdf),
    "entry list": (list_samples.entries(), entry_list_pdf),
    "ranking list": (list_samples.ranking(), ranking_list_pdf),
    "lot sheet": (list_samples.lot(), lot_sheet_pdf),
    "slips": (SLIPS, lambda data, language: slips_pdf(data, head=list_samples.HEAD, language=language)),
    "table cards": (CARDS, lambda data, language: table_cards_pdf(data, head=list_samples.HEAD, language=language)),
}


def render(name: str, language: str = "lv", change: Callable[[Any], Any] | None = None) -> bytes:
    data, draw = DOCUMENTS[name]
    return draw(change(data) if change else data, language=language)


def reader(content: bytes) -> PdfReader:
    return PdfReader(io.BytesIO(content), strict=True)


def text_of(content: bytes) -> str:
    return "\n".join(page.extract_text() for page in reader(content).pages)


def squeezed(text: str) -> str:
    """Without white space: a name that was wrapped reads the same."""
    return re.sub(r"\s+", "", text)


def with_text(data: T, text: str) -> T:
    """The same data with every text that a person types replaced."""
    if isinstance(data, tuple):
        return tuple(with_text(item, text) for item in data)  # type: ignore[return-value]
    if isinstance(data, str):
        return text  # type: ignore[return-value]
    if not dataclasses.is_dataclass(data):
        return data
    changes = {
        field.name: with_text(getattr(data, field.name), text)
        for field in dataclasses.fields(data) if field.name not in _NOT_TEXT
    }
    return dataclasses.replace(data, **changes)  # type: ignore[type-var]
