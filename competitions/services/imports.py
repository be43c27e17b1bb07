"""Import of an entry list: read, compared with what is known, shown, and stored whole or not at all.

What was read stays here (a `Job` row) between the preview and the confirmation; the browser brings back only its id and
the digest of the plan that was shown.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db import IntegrityError, transaction
from django.db.models import Q

from competitions.common.actors import Action, Actor
from competitions.common.errors import Conflict, Invalid, NotFound, Stale
from competitions.formats.entry_list import (
    Entrant,
    EntryList,
    EntryRow,
    PairEntrant,
    Problem,
    csv_lines,
    read_entry_list,
)
from competitions.formats.names import name_key
from competitions.formats.pairs import pair_rating
from competitions.formats.regulations import regulations_from
from competitions.formats.text_encoding import decode_text
from competitions.models import Account, Club, Entry, Event, Job, Person
from competitions.selectors.visibility import require
from competitions.services.audit import decision_record
from competitions.services.competitions import event_lock
from competitions.services.entries import MAX_ENTRIES, entries_changed
from competitions.services.import_plan import NEW, SAME, Changes, Plan, PlanRow, plan_import
from competitions.services.pair_members import members_write, pair_club
from competitions.services.pair_plan import plan_pairs
from competitions.services.people import club_get_or_create, people_lock
from competitions.services.xlsx_reading import is_workbook, xlsx_lines

MAX_BYTES = 5_000_000
KIND = "entries.preview"
_STORED = "stored"


@dataclass(frozen=True, slots=True, kw_only=True)
class Preview:
    """What was read and what would happen. `encoding` and `delimiter` are empty for a workbook."""

    uid: UUID
    event: Event
    name: str
    encoding: str
    delimiter: str
    listed: EntryList
    plan: Plan
    is_stored: bool

    @property
    def problems(self) -> tuple[Problem, ...]:
        """Every fault by line: of the list itself, and against what is known."""
        return tuple(sorted((*self.listed.problems, *self.plan.problems), key=lambda problem: problem.line))

    @property
    def is_faultless(self) -> bool:
        return not self.listed.problems and not self.plan.problems


@dataclass(frozen=True, slots=True, kw_only=True)
class Imported:
    """What an import did."""

    new: int
    changed: int
    same: int


def import_preview(
    *, event: UUID, data: bytes, name: str = "", encoding: str = "", by: Actor, at: datetime,
) -> UUID:
    """Read a list (text in any of the known encodings, or a workbook) and keep it for the confirmation: its id.

    `data` of a pasted text is its UTF-8. Faults of rows are kept with it. Raises Invalid at `file` when it is no list.
    """
    held = _event(event, by)
    if len(data) > MAX_BYTES:
        raise Invalid("file_too_large", path="file", limit=MAX_BYTES, megabytes=MAX_BYTES // 1_000_000)
    delimiter = ""
    if is_workbook(data):
        lines, encoding = xlsx_lines(data), ""
    else:
        text, encoding = decode_text(data, encoding)
        lines, delimiter = csv_lines(text)
    classes = regulations_from(held.regulations).classes
    listed = read_entry_list(
        lines, this_year=at.year, classes=classes, pairs=held.kind == Event.Kind.DOUBLES)
    args = {"event": str(held.uid), "name": name[-100:], "encoding": encoding, "delimiter": delimiter, **_kept(listed)}
    with transaction.atomic():
        account = None if by.account is None else Account.objects.get(uid=by.account)
        # The last preview is the one that counts; older ones of the same person would only pile up.
        Job.objects.filter(
            kind=KIND, competition=held.competition, account=account, args__event=str(held.uid)).delete()
        job = Job.objects.create(
            kind=KIND, competition=held.competition, account=account, state=Job.State.DONE, args=args,
            done=len(listed.rows), total=len(listed.rows), finished_at=at)
    return job.uid


def preview_of(*, event: UUID, preview: UUID, by: Actor) -> Preview:
    """A kept list and what would happen now. Raises NotFound, also for the preview of somebody else."""
    held = _event(event, by)
    return _preview(held, _job(held, preview, by))


def import_confirm(*, event: UUID, preview: UUID, digest: str, by: Actor, at: datetime) -> Imported:
    """Store a list as it was shown, whole or not at all. After the draw is locked its new entrants are late entries.

    Safe to repeat: a list that has been stored is not stored again. Raises Stale `preview_stale` when what would happen
    is not what was shown, Invalid `import_refused` when a row has a fault, NotFound.
    """
    try:
        with transaction.atomic():
            held = event_lock(event)
            require(by, Action.EDIT_ENTRIES, held.competition)
            people_lock()
            job = _job(held, preview, by, lock=True)
            if job.result == _STORED:
                return Imported(**job.args["done"])
            shown = _preview(held, job)
            if shown.plan.digest != digest:
                raise Stale("preview_stale")
            if not shown.is_faultless:
                raise Invalid("import_refused", path="file")
            return _store(held, job, shown.plan, by=by, at=at)
    except IntegrityError:
        raise Conflict("preview_stale") from None


def _store(event: Event, job: Job, plan: Plan, *, by: Actor, at: datetime) -> Imported:
    if Entry.objects.filter(event=event).count() + plan.new > MAX_ENTRIES:
        raise Invalid("too_many_rows", path="file", limit=MAX_ENTRIES)
    touched = [row for row in plan.rows if row.status != SAME]
    said = [part for row in touched for part in _told(row)]
    clubs = {key: club for part in said if (key := name_key(part.entrant.club))
             and (club := club_get_or_create(part.entrant.club)) is not None}
    people = _store_people(said, clubs)
    if event.kind == Event.Kind.DOUBLES:
        entries = _store_pairs(event, touched, people)
    else:
        entries = _store_entries(event, touched, people, clubs)
    done = Imported(new=plan.new, changed=plan.changed, same=plan.same)
    if touched:
        decision_record(
            event.competition, kind="entries.imported", subject=event.uid, by=by, at=at,
            facts={"new": [str(e.uid) for r, e in zip(touched, entries, strict=True) if r.status == NEW],
                   "changed": [str(e.uid) for r, e in zip(touched, entries, strict=True) if r.status != NEW],
                   "plan": plan.digest})
        entries_changed(event)
    job.result = _STORED
    job.args = {"event": job.args["event"], "name": job.args["name"], "done": asdict(done)}
    job.save(update_fields=["result", "args"])
    return done


@dataclass(frozen=True, slots=True)
class _Told:
    """What a row says about one person: whom it means, and what of it is news."""

    entrant: Entrant
    person: Person | None
    changes: Changes


def _told(row: PlanRow) -> list[_Told]:
    """The person of a row of singles, the one or two of a pair."""
    if not isinstance(row.entrant, PairEntrant):
        return [_Told(row.entrant, row.person, row.changes)]
    first, *rest = row.entrant.players()
    news = {field.removeprefix("partner_").replace("partner", "name"): pair for field, pair in row.changes.items()
            if field.startswith("partner")}
    return [_Told(first, row.person, row.changes), *(_Told(partner, row.partner, news) for partner in rest)]


def _store_people(said: list[_Told], clubs: dict[str, Club]) -> list[Person]:
    people: list[Person] = []
    for part in said:
        person = part.person or Person()
        values = {**asdict(part.entrant), "club": clubs.get(name_key(part.entrant.club))}
        for field in ("name", "sex", "born", "licence", "rating", "club"):
            spelled_alike = field == "name" and part.person is not None and "name" not in part.changes
            if values[field] not in ("", None) and not spelled_alike:
                setattr(person, field, values[field])
        person.name_key = name_key(person.name)
        people.append(person)
    known = [person for part, person in zip(said, people, strict=True) if part.person is not None and part.changes]
    moved = [part.person.pk for part in said if part.person is not None and part.changes.get("licence", ("",))[0]]
    # Emptied first: two people who exchange licences would meet the unique constraint half-way.
    Person.objects.filter(pk__in=moved).update(licence="")
    Person.objects.bulk_update(
        known, ["name", "name_key", "sex", "born", "licence", "rating", "club"], batch_size=100)
    Person.objects.bulk_create([person for person in people if not person.pk], batch_size=100)
    return people


def _store_pairs(event: Event, rows: list[PlanRow], people: list[Person]) -> list[Entry]:
    """The pairs of the rows; `people` are their players, one after the other."""
    queue = iter(people)
    players = [[next(queue) for _part in _told(row)] for row in rows]
    entries: list[Entry] = []
    for row, pair in zip(rows, players, strict=True):
        entry = row.entry or Entry(event=event, number=row.number)
        entry.club, entry.rating = pair_club(pair), pair_rating([person.rating for person in pair])
        entry.class_name = row.entrant.class_name or entry.class_name
        entry.seed = row.entrant.seed or entry.seed
        entries.append(entry)
    _save_entries(entries)
    for row, entry, pair in zip(rows, entries, players, strict=True):
        if row.entry is None:
            members_write(entry, pair)
    return entries


def _store_entries(event: Event, rows: list[PlanRow], people: list[Person], clubs: dict[str, Club]) -> list[Entry]:
    entries: list[Entry] = []
    for row, person in zip(rows, people, strict=True):
        entry = row.entry or Entry(
            event=event, person=person, number=row.number, club=person.club, rating=person.rating)
        entry.club = clubs.get(name_key(row.entrant.club), entry.club)
        entry.rating = entry.rating if row.entrant.rating is None else row.entrant.rating
        entry.class_name = row.entrant.class_name or entry.class_name
        entry.seed = row.entrant.seed or entry.seed
        entries.append(entry)
    _save_entries(entries)
    return entries


def _save_entries(entries: list[Entry]) -> None:
    known = [entry for entry in entries if entry.pk]
    Entry.objects.filter(pk__in=[entry.pk for entry in known]).update(seed=None)
    Entry.objects.bulk_update(known, ["club", "rating", "class_name", "seed"], batch_size=100)
    Entry.objects.bulk_create([entry for entry in entries if not entry.pk], batch_size=100)


def _event(uid: UUID, by: Actor) -> Event:
    found = Event.objects.select_related("competition").filter(uid=uid).first()
    if found is None:
        raise NotFound(kind="event")
    require(by, Action.EDIT_ENTRIES, found.competition)
    if found.kind == Event.Kind.TEAMS or found.part_of_id is not None:
        raise Invalid("no_team_lists", path="file")
    return found


def _job(event: Event, uid: UUID, by: Actor, *, lock: bool = False) -> Job:
    jobs = Job.objects.select_for_update(of=("self",)) if lock else Job.objects.all()
    mine = Q(account__isnull=True) if by.account is None else Q(account__uid=by.account)
    found = jobs.filter(mine, uid=uid, kind=KIND, competition=event.competition, args__event=str(event.uid)).first()
    if found is None:
        raise NotFound(kind="preview")
    return found


def _kept(listed: EntryList) -> dict[str, Any]:
    return {
        "rows": [[row.line, row.number, asdict(row.entrant)] for row in listed.rows],
        "problems": [[problem.line, problem.field, problem.code, problem.params] for problem in listed.problems],
        "headings": [list(pair) for pair in listed.headings], "pairs": listed.pairs,
    }


def _preview(event: Event, job: Job) -> Preview:
    args = job.args
    is_pairs = args.get("pairs", False)
    kind = PairEntrant if is_pairs else Entrant
    listed = EntryList(
        rows=tuple(EntryRow(line, number, kind(**fields)) for line, number, fields in args.get("rows", [])),
        pairs=is_pairs,
        problems=tuple(Problem(*parts) for parts in args.get("problems", [])),
        headings=tuple((heading, used) for heading, used in args.get("headings", [])),
    )
    return Preview(
        uid=job.uid, event=event, name=args["name"], encoding=args.get("encoding", ""),
        delimiter=args.get("delimiter", ""), listed=listed,
        plan=(plan_pairs if is_pairs else plan_import)(event, listed.rows), is_stored=job.result == _STORED)
