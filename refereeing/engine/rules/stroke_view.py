"""A stroke seen as the rules see it: who owns what, what was dark, what the striker touched, what moved."""

from __future__ import annotations

from refereeing.engine import table
from refereeing.engine.facts import (
    NEED_STROKE,
    OPPOSITE,
    STRIKER,
    Contact,
    Cushion,
    Disc,
    Incident,
    OffTable,
    OwnLineRecrossed,
    Pocketed,
    Stroke,
)


class StrokeView:
    """The facts of one stroke, read once. 'Own' is the player's, in doubles the pair's."""

    __slots__ = (
        "circle",
        "cushions",
        "edges",
        "first",
        "gone",
        "incidents",
        "is_doubles",
        "moved",
        "named",
        "off",
        "opponents",
        "own",
        "own_dark",
        "own_light",
        "pair",
        "player",
        "pocketed",
        "recrossed",
        "striker_off",
        "striker_pocketed",
        "stroke",
        "stroke_made",
        "touch_order",
        "touched",
        "zone",
    )  # fmt: skip

    def __init__(self, stroke: Stroke) -> None:
        self.stroke = stroke
        self.player = stroke.player
        self.is_doubles = stroke.mode == "doubles"
        self.own = stroke.colours[stroke.player]
        self.pair = tuple(seat for seat, colour in stroke.colours.items() if colour == self.own)
        self.opponents = tuple(seat for seat in stroke.colours if seat not in self.pair)
        self._read_position()
        self._read_events()
        self._read_moves()

    def _read_position(self) -> None:
        seat = self.player
        self.zone = set()
        self.circle = set()
        self.own_dark = set()
        self.own_light = False
        for uid, colour, x, y in self.stroke.before.values():
            if table.in_zone(seat, x, y):
                self.zone.add(uid)
            elif table.in_circle(x, y):
                self.circle.add(uid)
            elif colour == self.own:
                self.own_light = True
                continue
            else:
                continue
            if colour == self.own:
                self.own_dark.add(uid)

    def _read_events(self) -> None:
        self.edges: set[str] = set()
        self.cushions: frozenset[str] | None = None
        self.first: tuple[str, ...] = ()
        self.touched: list[str] = []
        self.touch_order: dict[str, int] = {}
        self.pocketed: list[str] = []
        self.off: list[OffTable] = []
        self.striker_pocketed = self.striker_off = self.recrossed = False
        self.incidents: list[Incident] = []
        for event in self.stroke.events:
            if isinstance(event, Contact):
                if event.a == STRIKER:
                    self._striker_touches(event.b)
            elif isinstance(event, Cushion):
                if event.body == STRIKER:
                    self.edges.add(event.edge)
            elif isinstance(event, Pocketed):
                self._falls(event)
            elif isinstance(event, OffTable):
                self._flies(event)
            elif isinstance(event, OwnLineRecrossed):
                self.recrossed = True
            else:
                self.incidents.append(event)
        if self.cushions is None:
            self.cushions = frozenset(self.edges)
        self.stroke_made = self._is_stroke_made()

    def _striker_touches(self, discs: tuple[str, ...]) -> None:
        if not self.first:
            self.first = discs
            self.cushions = frozenset(self.edges)
        self.touched += discs
        for uid in discs:
            self.touch_order.setdefault(uid, len(self.touched))

    def _falls(self, event: Pocketed) -> None:
        if event.body == STRIKER:
            self.striker_pocketed = True
        else:
            self.pocketed.append(event.body)

    def _flies(self, event: OffTable) -> None:
        if event.body == STRIKER:
            self.striker_off = True
        else:
            self.off.append(event)

    def _is_stroke_made(self) -> bool:
        if self.stroke.striker is None:
            return False
        if not self.incidents or len(self.incidents) < len(self.stroke.events):
            return True
        return any(i.code in NEED_STROKE and i.by == self.player for i in self.incidents)

    def _read_moves(self) -> None:
        after = self.stroke.after
        self.gone: set[str] = {*self.pocketed, *(event.body for event in self.off)}
        self.named: set[str] = {uid for incident in self.incidents for uid in incident.discs}
        self.moved: set[str] = set(self.gone)
        for uid, disc in self.stroke.before.items():
            if uid in after and after[uid] is not disc and table.has_moved(disc, after[uid]):
                self.moved.add(uid)

    @property
    def path(self) -> str:
        """Direct, rebound, or none without a stroke."""
        if not self.stroke_made:
            return "none"
        return "rebound" if self.cushions else "direct"

    @property
    def opposite_first(self) -> bool:
        """Whether the opposite edge was touched before the first disc."""
        return OPPOSITE[self.player] in (self.cushions or ())

    @property
    def side_first(self) -> bool:
        """Whether a side edge was touched before the first disc; the own edge counts for nothing here."""
        return any(edge not in (self.player, OPPOSITE[self.player]) for edge in self.cushions or ())

    @property
    def own_first(self) -> list[str]:
        """Own discs among those touched first."""
        return [uid for uid in self.first if self.is_own(uid)]

    @property
    def dark_first(self) -> list[str]:
        """Own dark discs among those touched first."""
        return [uid for uid in self.first if uid in self.own_dark]

    @property
    def opponents_first(self) -> bool:
        """Whether an opponents' disc is among those touched first."""
        return any(not self.is_own(uid) for uid in self.first)

    def is_own(self, uid: str) -> bool:
        """Whether a disc is the player's, in doubles the pair's."""
        return self.stroke.before[uid].colour == self.own

    def moved_by_stroke(self, uid: str) -> bool:
        """Whether the stroke moved a disc: what hands and cues moved does not count (rulebook 7)."""
        return uid in self.moved and uid not in self.named

    def is_dark_for_opponents(self, disc: Disc) -> bool:
        """Whether an opponents' disc is dark: in doubles by the circle alone (21.4)."""
        if table.in_circle(disc.x, disc.y):
            return True
        return not self.is_doubles and table.in_zone(self.opponents[0], disc.x, disc.y)

    def is_dark_for_all(self, colour: str, disc: Disc) -> bool:
        """Whether a disc is dark for every seat that owns it: in doubles in the circle, then (20.6)."""
        if table.in_circle(disc.x, disc.y):
            return True
        seats = [seat for seat, owned in self.stroke.colours.items() if owned == colour]
        return len(seats) == 1 and table.in_zone(seats[0], disc.x, disc.y)

    def driven_dark(self) -> list[str]:
        """Opponents' discs that the stroke drove from the light into the dark."""
        before, after = self.stroke.before, self.stroke.after
        return [
            uid for uid in self.moved
            if uid in after and uid not in self.named and not self.is_own(uid)
            and self.is_dark_for_opponents(after[uid]) and not self.is_dark_for_opponents(before[uid])
        ]  # fmt: skip

    def driven_light(self) -> list[str]:
        """Opponents' discs that the stroke drove out of the dark and that are still on the table."""
        before, after = self.stroke.before, self.stroke.after
        return [
            uid for uid in self.moved
            if uid in after and uid not in self.named and not self.is_own(uid)
            and self.is_dark_for_opponents(before[uid]) and not self.is_dark_for_opponents(after[uid])
        ]  # fmt: skip

    def driven_home(self) -> list[str]:
        """Opponents' discs that the stroke drove into a back zone of theirs (doubles, 17.1.t)."""
        before, after = self.stroke.before, self.stroke.after
        return [
            uid for uid in self.moved
            if uid in after and uid not in self.named and not self.is_own(uid)
            and self.is_home(after[uid]) and not self.is_home(before[uid])
        ]  # fmt: skip

    def is_home(self, disc: Disc) -> bool:
        """Whether a disc lies in an edge zone of the opponents."""
        return any(table.in_zone(seat, disc.x, disc.y) for seat in self.opponents)

    def own_knocked_out(self) -> list[str]:
        """Own dark discs that the stroke knocked out of the dark field: not dark any more, or gone."""
        after, seat = self.stroke.after, self.player
        out = []
        for uid in self.own_dark:
            if not self.moved_by_stroke(uid):
                continue
            disc = after.get(uid)
            if disc is None or not (table.in_zone(seat, disc.x, disc.y) or table.in_circle(disc.x, disc.y)):
                out.append(uid)
        return out

    def opponents_off(self) -> list[str]:
        """Opponents' discs that the stroke sent over the edge."""
        return [e.body for e in self.off if not self.is_own(e.body) and e.body not in self.named]

    def is_side(self, seat: str) -> bool:
        """Whether a seat is the player's or the partner's."""
        return seat in self.pair
