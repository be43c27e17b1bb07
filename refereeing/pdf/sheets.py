"""What a protocol prints, as plain frozen data: no model, no query, nothing that can change after it was signed."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from refereeing.engine.still import Still

Named = Literal[1, 2]  # the first-named or the second-named player (22.1.a)
State = Literal["blank", "interim", "provisional", "signed", "approved", "corrected"]
Outcome = Literal[
    "", "played", "walkover", "retired", "forfeited", "excluded", "double_loss", "time_limit", "void", "adjourned",
]
SignatureRole = Literal["first", "second", "referee", "secretary", "chief"]
Stroke = tuple[tuple[float, float], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ProtocolPlayer:
    """A player, or a pair in doubles: `members` then has its players, a and b, or the one who plays alone."""

    name: str
    number: str = ""
    club: str = ""
    licence: str = ""
    members: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class ProtocolSet:
    """One set. `winner` 0 is a drawn set, None one not decided; `replays` and `clears` are counts (20.4: *štose*).

    Doubles have `seats` instead of sides: who stands at S, W, N and E, as `1a` to `2b`; `striker` is the one of them
    who strikes first.
    """

    number: int
    first_stroke: Named | None = None
    sides: tuple[str, str] = ("", "")
    seats: tuple[str, ...] = ()
    striker: str = ""
    striker_name: str = ""
    winner: Literal[0, 1, 2] | None = None
    score: tuple[int, int] | None = None
    replays: int = 0
    clears: tuple[int, int] = (0, 0)
    awarded: bool = False
    note: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ProtocolWarning:
    """A warning: the clause with its text in the chosen language, to whom, in which set, when and by whom."""

    to: Named
    clause: str
    text: str
    player: str = ""  # of a pair
    set_number: int | None = None
    at: datetime | None = None
    by: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ProtocolLoss:
    """A set or the whole game lost by a ruling; `set_number` None means the game."""

    by_player: Named
    clause: str
    text: str
    player: str = ""  # of a pair
    set_number: int | None = None
    at: datetime | None = None
    by: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ProtocolSignature:
    """A signature: drawn (`strokes` in any unit, y downwards), or confirmed by PIN, or to be written on paper."""

    role: SignatureRole
    name: str = ""
    strokes: tuple[Stroke, ...] = ()
    at: datetime | None = None
    by_pin: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class AnnexRuling:
    """What an official ruled on a disputed stroke; `clauses`: reference and text. `overruled`: another one stands.

    `followed`: what the log has because of it, such as a penalty disc, in words.
    """

    decision: str
    level: str
    text: str = ""
    clauses: tuple[tuple[str, str], ...] = ()
    reason: str = ""
    overruled: bool = False
    followed: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class AnnexVerdict:
    """What the rules say to the replayed stroke. `percent` is empty where there is nothing to choose from."""

    percent: str
    verdict: str
    clauses: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class DisputeAnnex:
    """A disputed stroke with its replay as a still: all texts in the language of the print.

    `first` and `margin` speak of the first touch; `events`: time and what happens; `touches`: how likely each first
    touch is; `cautions`: what limits the answer; `cites`: the clauses that it falls back on. `model` is empty
    where there is no replay. `struck`: whose stroke it was. `later_than`: when the protocol was frozen, where the
    replay ended only after that.
    """

    set_number: int | None
    stroke_number: int | None
    question: str
    still: Still | None
    rulings: tuple[AnnexRuling, ...] = ()
    stroke: str = ""
    first: str = ""
    margin: str = ""
    margin_short: str = ""
    events: tuple[tuple[str, str], ...] = ()
    verdicts: tuple[AnnexVerdict, ...] = ()
    touches: tuple[tuple[str, str], ...] = ()
    cautions: tuple[str, ...] = ()
    cites: tuple[tuple[str, str], ...] = ()
    model: str = ""
    weight: str = ""
    struck: str = ""
    later_than: datetime | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ProtocolSheet:
    """Everything on the two sides of a match protocol. Times are aware and are printed in `zone`.

    A blank protocol has `state="blank"`, the players and the plan of first strokes; `code` and `table_url` make it the
    slip of its round; `interim` is one of a game that is still played.
    `first_stroke`: who has it in set 1, None while the lot has not decided (22.1.b).
    `log_seq` and `log_hash` are the head of the game's log; `verify_url` is the public page. `annexes`: the disputed
    strokes with their replays, each on a page of its own.
    """

    competition: str
    players: tuple[ProtocolPlayer, ProtocolPlayer]
    sets_planned: int
    place: str = ""
    organiser: str = ""
    zone: str = "Europe/Riga"
    scheduled_at: datetime | None = None
    event: str = ""
    stage: str = ""
    group: str = ""
    round: str = ""
    table: str = ""
    board: str = ""
    first_stroke: Named | None = 1
    sets: tuple[ProtocolSet, ...] = ()
    all_sets: bool = False
    result: tuple[int, int] | None = None
    points: tuple[str, str] | None = None
    outcome: Outcome = ""
    reason: str = ""
    started_at: datetime | None = None
    finished_at: datetime | None = None
    referee: str = ""
    warnings: tuple[ProtocolWarning, ...] = ()
    losses: tuple[ProtocolLoss, ...] = ()
    signatures: tuple[ProtocolSignature, ...] = ()
    remarks: tuple[str, ...] = ()
    protests: tuple[str, ...] = ()
    rule_set: str = ""
    edition: str = ""
    clauses: tuple[tuple[str, str], ...] = ()
    third_warning: bool = True
    state: State = "blank"
    revision: int = 0
    log_seq: int | None = None
    log_hash: str = ""
    verify_url: str = ""
    verify_code: str = ""
    code: str = ""
    table_url: str = ""
    printed_at: datetime | None = None
    annexes: tuple[DisputeAnnex, ...] = ()

    @property
    def is_doubles(self) -> bool:
        return any(player.members for player in self.players)
