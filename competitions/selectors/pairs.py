"""The players of pairs, for whoever shows many of them: a pair is called by its players."""

from __future__ import annotations

from collections.abc import Iterable

from django.db.models import prefetch_related_objects

from competitions.common.errors import Invalid
from competitions.formats.pairs import check_pair
from competitions.formats.regulations import Regulations
from competitions.models import Entry, Event, Match, Person
from competitions.selectors.entries import OUT


def players_load(entries: Iterable[Entry | None]) -> None:
    """Fetch the players of the pairs among these entries at once: two queries, none where there is no pair."""
    pairs = [entry for entry in entries if entry is not None and entry.person_id is None and not entry.team_name]
    if pairs:
        prefetch_related_objects(pairs, "members__person")


def players_of_matches(matches: Iterable[Match]) -> None:
    """The same for both sides of matches that have them loaded."""
    players_load(side for match in matches for side in (match.first, match.second))


def players_of(entry: Entry | None) -> list[Person]:
    """The players of a pair in order; of a single player or a team none."""
    if entry is None or entry.person_id is not None or entry.team_name:
        return []
    return [member.person for member in entry.members.all()]


def refuse_entered_pairs(event: Event, before: Regulations, after: Regulations) -> None:
    """Nobody who is entered is shut out by a change. Raises Invalid `pair_not_admitted` at the setting."""
    changed = [name for name in ("pairs_of", "solo_pairs") if getattr(before, name) != getattr(after, name)]
    if event.kind != Event.Kind.DOUBLES or not changed:
        return
    for entry in event.entries.exclude(state__in=OUT).prefetch_related("members__person"):
        sexes = [member.person.sex for member in entry.members.all()]
        try:
            check_pair(after.pairs_of, solo_pairs=after.solo_pairs, sexes=sexes)
        except Invalid:
            raise Invalid("pair_not_admitted", path=changed[0], pair=str(entry)) from None


def players_by_place(match: Match) -> dict[str, Person]:
    """The players of two pairs as a game's log knows them: A1, A2, B1, B2. Who plays alone is both."""
    found: dict[str, Person] = {}
    for side, entry in (("A", match.first), ("B", match.second)):
        people = players_of(entry)
        for place in (1, 2) if people else ():
            found[f"{side}{place}"] = people[min(place, len(people)) - 1]
    return found
