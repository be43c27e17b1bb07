"""`draw` as programs call it: JSON in, JSON out, for the command and the endpoint of that name."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from competitions.formats.bracket import BracketMatch, BracketRound, Side, Source, SourceKind
from competitions.formats.draw import ELIMINATIONS, Draw, DrawSpec, FirstStroke, Kind, System, draw, who_begins
from competitions.formats.elimination import PLACES
from competitions.formats.errors import FormatError, SwissUnavailable
from competitions.formats.games import Points
from competitions.formats.json_input import Place
from competitions.formats.lot import Entrant, refuse_doubles
from competitions.formats.pairings import Round
from competitions.formats.round_robin import MAX_ENTRIES, MAX_LEGS, refuse_size
from competitions.formats.standings import refuse_strangers
from competitions.formats.standings_json import MAX_RESULTS, read_game, read_points

BYE_WORD = "bye"
MAX_SEED = 1_000_000
MAX_RATING = 100_000
MAX_ROUNDS = 10_000
OPTIONS = (
    "legs", "groups", "advance", "third_place", "places", "grand_final_reset", "separate", "lot", "first_stroke",
    "total_rounds",
)


def draw_from_json(data: object, *, fresh_lot: Callable[[], str]) -> dict[str, Any]:
    """The draw for one input object of the contract; `fresh_lot` makes a lot where none is given."""
    spec = read_spec(data, fresh_lot)
    try:
        made = draw(spec)
    except SwissUnavailable:
        raise FormatError("swiss_unavailable", "system") from None
    return draw_to_json(spec, made)


def read_spec(data: object, fresh_lot: Callable[[], str]) -> DrawSpec:
    """The input object as a value. Raises FormatError with the path of what cannot be understood."""
    fields = Place(data).fields(("system", "entries"), ("kind", "options", "results", "points"))
    system = System(fields["system"].choice(tuple(System)))
    entries, absent = _read_entries(fields["entries"])
    options = fields["options"].fields((), OPTIONS) if "options" in fields else {}
    if "legs" in options and system in ELIMINATIONS:
        raise options["legs"].refuse("not_in_eliminations")
    if system is System.GROUPS and "groups" not in options:
        raise FormatError("missing", "options.groups")
    games = [read_game(place) for place in fields["results"].items(0, MAX_RESULTS)] if "results" in fields else []
    refuse_strangers([entry.id for entry in entries], games, ())
    return DrawSpec(
        system=system,
        entries=entries,
        absent=absent,
        kind=Kind(fields["kind"].choice(tuple(Kind))) if "kind" in fields else Kind.SINGLES,
        games=tuple(games),
        points=read_points(fields["points"]) if "points" in fields else Points(),
        **_read_options(options, len(entries)),
        lot=options["lot"].text() if "lot" in options else fresh_lot(),
    )


def _read_entries(place: Place) -> tuple[tuple[Entrant, ...], frozenset[str]]:
    if isinstance(place.value, list):
        refuse_size(len(place.value))
    entries = []
    absent = set()
    for item in place.items(2, MAX_ENTRIES):
        fields = item.fields(("id",), ("name", "seed", "club", "rating", "absent"))
        given = {name: field for name, field in fields.items() if field.value is not None or name == "id"}
        entry_id = fields["id"].id()
        if entry_id == BYE_WORD:
            raise fields["id"].refuse("reserved_id", id=BYE_WORD)
        if "name" in given:
            given["name"].text(0)
        entries.append(Entrant(
            id=entry_id,
            seed=given["seed"].whole(1, MAX_SEED) if "seed" in given else None,
            club=given["club"].text() if "club" in given else None,
            rating=given["rating"].whole(0, MAX_RATING) if "rating" in given else None,
        ))
        if "absent" in given and given["absent"].flag():
            absent.add(entry_id)
    refuse_doubles(entries)
    return tuple(entries), frozenset(absent)


def _read_options(options: Mapping[str, Place], count: int) -> dict[str, Any]:
    found: dict[str, Any] = {}
    ranges = {"legs": (1, MAX_LEGS), "groups": (1, count // 2), "advance": (1, count), "total_rounds": (1, MAX_ROUNDS)}
    for name, (low, high) in ranges.items():
        if name in options:
            found[name] = options[name].whole(low, high)
    if "grand_final_reset" in options:
        found["grand_final_reset"] = options["grand_final_reset"].flag()
    if "third_place" in options and options["third_place"].flag():
        found["places"] = 4
    if "places" in options:
        places = options["places"].whole(PLACES[0], PLACES[-1])
        if places not in PLACES:
            raise options["places"].refuse("unknown_value", value=places, allowed=", ".join(map(str, PLACES)))
        found["places"] = max(places, found.get("places", 2))
    if "separate" in options:
        found["separate_clubs"] = bool(options["separate"].choice(("club",)))
    if "first_stroke" in options:
        found["first_stroke"] = FirstStroke(options["first_stroke"].choice(tuple(FirstStroke)))
    return found


def draw_to_json(spec: DrawSpec, made: Draw) -> dict[str, Any]:
    """The result object; a double elimination shows its crossing besides, a Swiss round what it was paired by."""
    rounds = [_round(spec, name, item) for name, drawn in made.rounds.items() for item in drawn]
    if made.bracket is not None:
        rounds += [_bracket_round(spec, drawn) for drawn in made.bracket.rounds]
    result: dict[str, Any] = {"lot": spec.lot, "order": list(made.order), "rounds": rounds}
    if made.crossing:
        result["crossing"] = [
            {"winners_round": crossed.winners_round, "losers_round": crossed.losers_round,
             "rule": crossed.crossing.value, "matches": list(crossed.matches)}
            for crossed in made.crossing
        ]
    if made.edition is not None:
        edition = made.edition
        result["edition"] = {"engine": edition.engine, "version": edition.engine_version, "rules": edition.rules}
    return result


def _round(spec: DrawSpec, bracket: str, drawn: Round) -> dict[str, Any]:
    begins = who_begins(spec.system, spec.kind, spec.first_stroke, drawn.number).value
    prefix = f"{bracket}-{drawn.number}-"
    matches = [
        {
            "id": f"{prefix}{place}",
            "first": first,
            "second": BYE_WORD if second is None else second,
            "first_from": None,
            "second_from": None,
            "first_stroke": None if second is None else begins,
        }
        for place, (first, second) in enumerate(drawn.pairings, 1)
    ]
    return {"round": drawn.number, "name": f"Round {drawn.number}", "bracket": bracket, "matches": matches}


def _bracket_round(spec: DrawSpec, drawn: BracketRound) -> dict[str, Any]:
    # A bracket after groups is an elimination of its own.
    system = System.SINGLE_ELIMINATION if spec.system is System.GROUPS else spec.system
    begins = who_begins(system, spec.kind, spec.first_stroke, drawn.number).value
    matches = [_match(match, begins) for match in drawn.matches]
    return {"round": drawn.number, "name": drawn.name, "bracket": drawn.bracket, "matches": matches}


def _match(match: BracketMatch, begins: str) -> dict[str, Any]:
    return {
        "id": match.id,
        "first": _who(match.first),
        "second": _who(match.second),
        "first_from": _source(match.first.source),
        "second_from": _source(match.second.source),
        "first_stroke": None if match.is_bye else begins,
    }


def _who(side: Side) -> str | None:
    return BYE_WORD if side.is_bye else side.entry


def _source(source: Source | None) -> dict[str, Any] | None:
    if source is None:
        return None
    if source.kind is SourceKind.PLACE:
        return {"place": source.place, "group": source.group}
    return {source.kind.value: source.match}
