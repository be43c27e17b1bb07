"""Reading a list of entrants: from text to rows, from rows to entrants, with every fault by row and field. Pure."""

from __future__ import annotations

import csv
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from dataclasses import field as made
from typing import Any

from competitions.common.errors import Invalid
from competitions.formats.headings import PARTNER_FIELDS, columns_of, fields_of
from competitions.formats.names import is_formula, name_clean, name_key, text_clean
from competitions.formats.pairs import split_pair

MAX_ROWS = 5_000
MAX_COLUMNS = 100
DELIMITERS = (",", ";", "\t")
HEADING_ROWS = 10
BORN_FROM = 1900
BORN_TO = 2100
RATING_TO = 99_999
SEED_TO = 9_999
LICENCE_LETTERS = 40
CLASS_LETTERS = 40

Line = tuple[int, list[str]]

_EMPTY = frozenset({"", "-", "–", "—"})
_MEN = (
    "v|vīr|vīr.|vīrietis|vīrieši|vīriešu|kungs|zēns|m|m.|male|man|men|mees|mehed|mann|männer|männlich|herr|herren|м|м.|муж|"
    "муж.|мужской|мужчина|мужчины")
_WOMEN = (
    "s|siev|siev.|sieviete|sievietes|sieviešu|dāma|meitene|f|f.|female|woman|women|n|n.|naine|naised|w|w.|frau|frauen|"
    "weiblich|dame|damen|ž|ж|ж.|жен|жен.|женский|женщина|женщины")
_SEX_OF = {**dict.fromkeys(_MEN.split("|"), "M"), **dict.fromkeys(_WOMEN.split("|"), "F")}
_DATE = re.compile(
    r"(?:(\d{4})-\d\d?-\d\d?|\d\d?[./]\s?\d\d?[./]\s?(\d{4})|(\d{4})\.\s?\d\d?\.\s?\d\d?)\.?(?: 0?0:00:00)?")
_WHOLE = re.compile(r"(\d{1,9})(?:[.,]0+)?")


@dataclass(frozen=True, slots=True, kw_only=True)
class Entrant:
    """What a list or a form says about one entrant. Blank and `None` mean that it says nothing."""

    name: str
    sex: str = ""
    born: int | None = None
    club: str = ""
    licence: str = ""
    rating: int | None = None
    class_name: str = ""
    seed: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class PairEntrant(Entrant):
    """The same about a pair: the fields of `Entrant` are the first player's, class and seed the pair's. Without a
    `partner` one person plays alone."""

    partner: str = ""
    partner_sex: str = ""
    partner_born: int | None = None
    partner_club: str = ""
    partner_licence: str = ""
    partner_rating: int | None = None

    def players(self) -> tuple[Entrant, ...]:
        """What is said about each player, as about an entrant of singles."""
        first = Entrant(
            name=self.name, sex=self.sex, born=self.born, club=self.club, licence=self.licence, rating=self.rating)
        if not self.partner:
            return (first,)
        return first, Entrant(
            name=self.partner, sex=self.partner_sex, born=self.partner_born, club=self.partner_club,
            licence=self.partner_licence, rating=self.partner_rating)


@dataclass(frozen=True, slots=True)
class EntryRow:
    """A faultless row: `line` counts as in the file, from 1, headings included."""

    line: int
    number: int | None
    entrant: Entrant


@dataclass(frozen=True, slots=True)
class Problem:
    """Why a row is refused: line as in the file, field, stable code, and what the sentence needs. No prose."""

    line: int
    field: str
    code: str
    params: dict[str, Any] = made(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class EntryList:
    """A list as it was read. With a problem in any row nothing may be stored."""

    rows: tuple[EntryRow, ...]
    problems: tuple[Problem, ...]
    headings: tuple[tuple[str, str], ...]  # as in the file, with the field or nothing
    pairs: bool = False

    @property
    def unknown(self) -> tuple[str, ...]:
        """Headings whose column is not used."""
        return tuple(heading for heading, used in self.headings if heading and not used)

    @property
    def missing(self) -> tuple[str, ...]:
        """Fields that the list has no column for."""
        used = {used for _heading, used in self.headings}
        if "given" in used or "surname" in used:
            used.add("name")
        return tuple(name for name in fields_of(pairs=self.pairs) if name not in used)


def csv_lines(text: str) -> tuple[list[Line], str]:
    """The rows of separated text with their line numbers, and the separator that was found.

    Raises Invalid at `file` with the line: `bad_quote` (not closed, or text after it), `too_many_rows`,
    `too_many_columns`.
    """
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    first, _newline, rest = text.partition("\n")
    told = first.strip().casefold()
    if told.startswith("sep=") and told[4:5] in DELIMITERS:
        return list(_csv_rows(rest, told[4], first_line=2)), told[4]
    delimiter = max(DELIMITERS, key=lambda candidate: _headings_known(text, candidate))
    return list(_csv_rows(text, delimiter)), delimiter


def _headings_known(text: str, delimiter: str) -> tuple[int, int]:
    known, columns = 0, 0
    try:
        for line, cells in _csv_rows(text, delimiter):
            known = max(known, sum(bool(used) for used in columns_of(cells, pairs=True)))
            columns = max(columns, len(cells))
            if line >= HEADING_ROWS:
                break
    except Invalid:
        pass  # the reading with the chosen separator reports it
    return known, columns


def _csv_rows(text: str, delimiter: str, first_line: int = 1) -> Iterator[Line]:
    reader = csv.reader(text.split("\n"), delimiter=delimiter, strict=True)
    line, count = first_line, 0
    while True:
        try:
            cells = next(reader)
        except StopIteration:
            return
        except csv.Error:
            raise Invalid("bad_quote", path="file", line=line) from None
        if any(cell.strip() for cell in cells):
            count += 1
            if len(cells) > MAX_COLUMNS:
                raise Invalid("too_many_columns", path="file", line=line, limit=MAX_COLUMNS)
            if count > MAX_ROWS + HEADING_ROWS:
                raise Invalid("too_many_rows", path="file", line=line, limit=MAX_ROWS)
            yield line, cells
        line = first_line + reader.line_num


def read_entry_list(
    lines: Sequence[Line], *, this_year: int, classes: Sequence[str] = (), pairs: bool = False,
) -> EntryList:
    """Read rows under headings. `classes`: the only classes that the regulations know; none: any.

    `pairs`: each row is a pair, its second player in the columns of the partner or after a stroke in the name (A / B).
    Raises Invalid at `file`: `empty_list`, `no_headings` (no column of names), `too_many_rows`. Faults of rows are
    values.
    """
    if not lines:
        raise Invalid("empty_list", path="file")
    at, headings, columns = _find_headings(lines, pairs=pairs)
    body = lines[at + 1:]
    if not body:
        raise Invalid("empty_list", path="file")
    if len(body) > MAX_ROWS:
        raise Invalid("too_many_rows", path="file", line=body[MAX_ROWS][0], limit=MAX_ROWS)
    reader = _RowReader(columns, this_year, classes, pairs=pairs)
    for line, cells in body:
        reader.read(line, cells)
    problems = [*reader.problems, *_twice(reader.rows)]
    problems.sort(key=lambda problem: problem.line)
    faulty = {problem.line for problem in problems}
    return EntryList(
        rows=tuple(row for row in reader.rows if row.line not in faulty), problems=tuple(problems),
        headings=tuple(zip(headings, columns, strict=True)), pairs=pairs)


def _find_headings(lines: Sequence[Line], *, pairs: bool) -> tuple[int, list[str], tuple[str, ...]]:
    """Place, text and fields of the heading row; a title may stand above it."""
    best = 0, 0
    for at, (_line, cells) in enumerate(lines[:HEADING_ROWS]):
        columns = columns_of(cells, pairs=pairs)
        if {"name", "given", "surname"} & set(columns):
            best = max(best, (sum(bool(used) for used in columns), -at))
    if best == (0, 0):
        raise Invalid("no_headings", path="file", line=lines[0][0])
    at = -best[1]
    headings = [" ".join(cell.split())[:60] for cell in lines[at][1]]
    while not headings[-1]:
        headings.pop()
    return at, headings, columns_of(headings, pairs=pairs)


class _RowReader:
    """Reads rows and gathers faults, so that one pass shows all of them."""

    def __init__(
        self, columns: tuple[str, ...], this_year: int, classes: Sequence[str], *, pairs: bool = False,
    ) -> None:
        self.columns = columns
        self.pairs = pairs
        self.readers: dict[str, Callable[[str, str], Any]] = {
            "number": lambda text, path: None if is_formula(text) else read_whole(text, path, 1, 99_999),
            "sex": read_sex,
            "born": lambda text, path: read_year(text, path, this_year),
            "club": lambda text, path: read_text(text, path),
            "licence": lambda text, path: read_text(text, path, LICENCE_LETTERS),
            "rating": lambda text, path: read_whole(text, path, 0, RATING_TO),
            "class_name": lambda text, path: read_class(text, path, classes),
            "seed": lambda text, path: read_whole(text, path, 1, SEED_TO),
        }
        self.readers |= {
            used: self.readers[used.removeprefix("partner_")] for used in PARTNER_FIELDS if used != "partner"
        }
        self.rows: list[EntryRow] = []  # faulty ones too, with what could be read of them
        self.problems: list[Problem] = []

    def read(self, line: int, cells: list[str]) -> None:
        texts = [cell.strip() for cell in cells]
        given = dict(zip(self.columns, texts, strict=False))
        given.pop("", None)
        if len(texts) < len(self.columns):
            missing = [used for used in self.columns[len(texts):] if used]
            self._fault(line, missing[0] if missing else "name", "short_row", missing=missing)
        if any(texts[len(self.columns):]):
            self._fault(line, "row", "long_row", columns=len(self.columns))
        values = {used: self._value(line, used, text) for used, text in given.items() if used in self.readers}
        if self.pairs:
            given = _partner_apart(given)
            values["partner"] = self._partner(line, given)
        values["name"] = self._name(line, given)
        number = values.pop("number", None)
        said = {used: value for used, value in values.items() if value is not None}
        self.rows.append(EntryRow(line, number, PairEntrant(**said) if self.pairs else Entrant(**said)))

    def _value(self, line: int, used: str, text: str) -> Any:
        if text in _EMPTY:
            return None
        try:
            if is_formula(text) and text[0] in "=@" and used != "number":
                raise Invalid("formula", path=used)
            return self.readers[used](text, used)
        except Invalid as refused:
            self._refused(line, used, refused)
            return None

    def _name(self, line: int, given: dict[str, str]) -> str:
        parts = [given[used] for used in ("name", "given", "surname") if given.get(used, "") not in _EMPTY]
        return self._clean_name(line, "name", parts)

    def _partner(self, line: int, given: dict[str, str]) -> str:
        text = given.get("partner", "")
        return "" if text in _EMPTY else self._clean_name(line, "partner", [text])

    def _clean_name(self, line: int, used: str, parts: list[str]) -> str:
        try:
            if any(is_formula(part) for part in parts):
                raise Invalid("formula", path=used)
            return name_clean(" ".join(parts), path=used)
        except Invalid as refused:
            self._refused(line, used, refused)
            return ""

    def _refused(self, line: int, used: str, refused: Invalid) -> None:
        self._fault(line, used, refused.code, **{k: v for k, v in refused.params.items() if k != "path"})

    def _fault(self, line: int, used: str, code: str, **params: Any) -> None:
        self.problems.append(Problem(line, used, code, params))


def _partner_apart(given: dict[str, str]) -> dict[str, str]:
    """`A / B` in the column of names, where no other column tells the partner."""
    if given.get("partner", "") not in _EMPTY or "/" not in given.get("name", ""):
        return given
    first, second = split_pair(given["name"])
    return {**given, "name": first, "partner": second}


def read_text(text: str, path: str, limit: int = 120) -> str:
    """A club, licence or class. Raises Invalid: `formula`, and as `text_clean`."""
    if is_formula(text):
        raise Invalid("formula", path=path)
    return text_clean(text, path=path, limit=limit)


def read_sex(text: str, path: str) -> str:
    """`M` or `F` from the letters and words of the five languages. Raises Invalid `unknown_sex`."""
    found = _SEX_OF.get(text.casefold())
    if found is None:
        raise Invalid("unknown_sex", path=path, value=text[:20])
    return found


def read_year(text: str, path: str, this_year: int) -> int:
    """A year of birth, also out of a full date. Raises Invalid `wrong_year` unless it lies from 1900 to this year."""
    dated = _DATE.fullmatch(text)
    whole = _WHOLE.fullmatch(text)
    digits = next(filter(None, dated.groups())) if dated else whole.group(1) if whole else "0"
    year = int(digits)
    if not BORN_FROM <= year <= min(this_year, BORN_TO):
        raise Invalid("wrong_year", path=path, value=text[:20], minimum=BORN_FROM, maximum=this_year)
    return year


def read_whole(text: str, path: str, low: int, high: int) -> int:
    """A whole number. Raises Invalid `not_whole` or `out_of_range`."""
    found = _WHOLE.fullmatch(text)
    if found is None:
        code = "out_of_range" if text[:1] == "-" and _WHOLE.fullmatch(text[1:]) else "not_whole"
        raise Invalid(code, path=path, value=text[:20], minimum=low, maximum=high)
    if not low <= int(found.group(1)) <= high:
        raise Invalid("out_of_range", path=path, value=text[:20], minimum=low, maximum=high)
    return int(found.group(1))


def read_class(text: str, path: str, classes: Sequence[str]) -> str:
    """A class, spelled as the regulations spell it. Raises Invalid `unknown_class`."""
    found = read_text(text, path, CLASS_LETTERS)
    if not classes:
        return found
    known = {name_key(name): name for name in classes}
    if name_key(found) not in known:
        raise Invalid("unknown_class", path=path, value=found, known=list(classes))
    return known[name_key(found)]


def _twice(rows: Iterable[EntryRow]) -> Iterator[Problem]:
    """Nobody could tell two equal names apart on a protocol; number, licence and seed are one person's. Nobody plays
    in two pairs, nor with himself."""
    seen: dict[tuple[str, object], tuple[int, str]] = {}
    for row in rows:
        for kind, used, value in _once(row):
            if not value:
                continue
            earlier, place = seen.setdefault((kind, value), (row.line, used))
            if (earlier, place) != (row.line, used):
                yield Problem(row.line, used, f"{kind}_twice", {"line": earlier})


def _once(row: EntryRow) -> Iterator[tuple[str, str, object]]:
    """What may stand in a list once: what it is, in which field, and its value."""
    entrant = row.entrant
    yield "name", "name", name_key(entrant.name)
    yield "licence", "licence", entrant.licence.casefold()
    if isinstance(entrant, PairEntrant):
        yield "name", "partner", name_key(entrant.partner)
        yield "licence", "partner_licence", entrant.partner_licence.casefold()
    yield "number", "number", row.number
    yield "seed", "seed", entrant.seed
