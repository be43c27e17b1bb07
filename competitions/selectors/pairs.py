"""The players of pairs, for whoever shows many of them: a pair is called by its players."""

from __future__ import annotations

from collections.abc import Iterable

from django.db.models import prefetch_related_objects

from competitions.models import Entry, Match


def players_load(entries: Iterable[Entry | None]) -> None:
    """Fetch the players of the pairs among these entries at once: two queries, none where there is no pair."""
    pairs = [entry for entry in entries if entry is not None and entry.person_id is None and not entry.team_name]
    if pairs:
        prefetch_related_objects(pairs, "members__person")


def players_of_matches(matches: Iterable[Match]) -> None:
    """The same for both sides of matches that have them loaded."""
    players_load(side for match in matches for side in (match.first, match.second))


def players_of(entry: Entry) -> list[str]:
    """The names of a pair's players in order; of a single player or a team none."""
    if entry.person_id is not None or entry.team_name:
        return []
    return [member.person.name for member in entry.members.all()]
