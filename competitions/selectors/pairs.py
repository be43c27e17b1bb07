"""The players of pairs, for whoever shows many of them: a pair is called by its players."""

from __future__ import annotations

from collections.abc import Iterable

from django.db.models import prefetch_related_objects

from competitions.models import Entry, Match, Person


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


def players_by_place(match: Match) -> dict[str, Person]:
    """The players of two pairs as a game's log knows them: A1, A2, B1, B2. Who plays alone is both."""
    found: dict[str, Person] = {}
    for side, entry in (("A", match.first), ("B", match.second)):
        people = players_of(entry)
        for place in (1, 2) if people else ():
            found[f"{side}{place}"] = people[min(place, len(people)) - 1]
    return found
