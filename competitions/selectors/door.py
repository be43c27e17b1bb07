"""What is settled at the door: presence, fee and licence of every entrant, and what the treasurer counts."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from uuid import UUID

from django.utils.formats import number_format
from django.utils.functional import Promise

from competitions.formats.names import name_key
from competitions.formats.regulations import Regulations, regulations_from
from competitions.models import DoorCheck, Entry, Event, Person
from competitions.selectors.pairs import players_load, players_of
from competitions.workflow import EntryState

OUT = (EntryState.WITHDRAWN, EntryState.EXCLUDED)
FEE_LABELS: dict[str, str | Promise] = {str(value): label for value, label in DoorCheck.Fee.choices}


@dataclass(frozen=True, slots=True, kw_only=True)
class DoorLine:
    """An entrant at the door. `fee`: empty, paid or waived; `fee_by`: who took the money."""

    uid: UUID
    number: int
    name: str
    club: str
    licence: str
    class_name: str
    state: str
    fee: str
    fee_text: str
    fee_by: str
    licence_checked: bool
    search: str

    @property
    def is_present(self) -> bool:
        return self.state == EntryState.PRESENT

    @property
    def is_out(self) -> bool:
        return self.state in OUT


@dataclass(frozen=True, slots=True, kw_only=True)
class DoorSums:
    """What the treasurer counts. `owing`: present, neither paid nor waived; `unchecked`: present, licence not seen."""

    entrants: int
    present: int
    paid: int
    waived: int
    owing: int
    unchecked: int
    taken: str
    still: str
    by_whom: tuple[tuple[str, int, str], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class DoorView:
    """The list of an event. `asks_fee`, `asks_licence`: what its regulations want settled."""

    lines: tuple[DoorLine, ...]
    sums: DoorSums
    fee_text: str
    asks_fee: bool
    asks_licence: bool


def money_text(cents: int, currency: str) -> str:
    """An amount in the language in force: "5 EUR", "7,50 EUR"."""
    whole, rest = divmod(cents, 100)
    return f"{number_format(cents / 100, 2) if rest else number_format(whole)} {currency}"


def door_view(event: Event) -> DoorView:
    """Everybody who is not out, by number, with the sums. One query, three where pairs play."""
    regulations = regulations_from(event.regulations)
    found = list(
        Entry.objects.filter(event=event).order_by("number").select_related(
            "person", "club", "door__fee_by", "application"))
    players_load(found)
    doors = {entry.pk: getattr(entry, "door", None) for entry in found}
    lines = tuple(_line(entry, doors[entry.pk], regulations) for entry in found)
    kept = tuple(line for line in lines if not line.is_out)
    return DoorView(
        lines=kept, sums=_sums(kept, [door for door in doors.values() if door is not None], regulations),
        fee_text=money_text(regulations.fee_cents, regulations.fee_currency), asks_fee=regulations.fee_cents > 0,
        asks_licence=regulations.licence_check)


def licences_claimed(entry: Entry, people: Iterable[Person]) -> dict[int, str]:
    """What was typed into the public form as the licence of a player of whom none is known, by person."""
    sent = getattr(entry, "application", None)
    if sent is None:
        return {}
    said = {sent.name_key: sent.licence, sent.partner_key: sent.partner_licence}
    return {
        person.pk: claimed for person in people
        if not person.licence and (claimed := said.get(person.name_key, ""))}


def entry_people(entry: Entry) -> list[Person]:
    """Its one player, or those of a pair."""
    return [entry.person] if entry.person is not None else list(players_of(entry))


def _line(entry: Entry, door: DoorCheck | None, regulations: Regulations) -> DoorLine:
    club = "" if entry.club is None else entry.club.name
    people = entry_people(entry)
    claimed = licences_claimed(entry, people)
    licence = " / ".join(filter(None, (person.licence or claimed.get(person.pk) for person in people)))
    is_paid = door is not None and door.fee == DoorCheck.Fee.PAID
    return DoorLine(
        uid=entry.uid, number=entry.number, name=str(entry), club=club, licence=licence, class_name=entry.class_name,
        state=entry.state, fee="" if door is None else door.fee,
        fee_text=money_text(door.fee_cents, regulations.fee_currency) if door is not None and is_paid else "",
        fee_by="" if door is None or door.fee_by is None else str(door.fee_by),
        licence_checked=door is not None and door.licence_checked,
        search=name_key(f"{entry.number} {entry} {club} {licence}"))


def _sums(lines: Sequence[DoorLine], doors: Sequence[DoorCheck], regulations: Regulations) -> DoorSums:
    """Money of somebody who is out by now was taken all the same."""
    present = [line for line in lines if line.is_present]
    paid = [door for door in doors if door.fee == DoorCheck.Fee.PAID]
    owing = sum(not line.fee for line in present) if regulations.fee_cents else 0
    takers: dict[str, list[int]] = {}
    for door in paid:
        takers.setdefault("" if door.fee_by is None else str(door.fee_by), []).append(door.fee_cents)
    return DoorSums(
        entrants=len(lines), present=len(present), paid=len(paid),
        waived=sum(door.fee == DoorCheck.Fee.WAIVED for door in doors), owing=owing,
        unchecked=sum(not line.licence_checked for line in present) if regulations.licence_check else 0,
        taken=money_text(sum(door.fee_cents for door in paid), regulations.fee_currency),
        still=money_text(owing * regulations.fee_cents, regulations.fee_currency),
        by_whom=tuple(
            (who, len(cents), money_text(sum(cents), regulations.fee_currency))
            for who, cents in sorted(takers.items())))
