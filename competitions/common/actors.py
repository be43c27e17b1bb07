"""Who acts, in which role, and what each role may do: the one table of permissions. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from uuid import UUID


class Role(StrEnum):
    """Roles of `Official` rows, and the two of machines and passers-by."""

    ADMINISTRATOR = "administrator"
    CHIEF = "chief"
    DEPUTY = "deputy"
    SECRETARY = "secretary"
    SENIOR = "senior"
    TABLE_REFEREE = "table_referee"
    DEVICE = "device"
    SPECTATOR = "spectator"


class Action(StrEnum):
    """What a role may be allowed to do in a competition."""

    SEE_PANEL = "see_panel"
    EDIT_COMPETITION = "edit_competition"
    EDIT_OFFICIALS = "edit_officials"
    EDIT_REGULATIONS = "edit_regulations"
    EDIT_ENTRIES = "edit_entries"
    DRAW = "draw"
    LOCK_DRAW = "lock_draw"
    ASSIGN_TABLES = "assign_tables"
    CALL_MATCH = "call_match"
    ENTER_RESULT = "enter_result"
    RECORD_GAME = "record_game"
    RULE = "rule"
    APPROVE = "approve"
    CORRECT = "correct"
    EXCLUDE = "exclude"
    PAIR_DEVICE = "pair_device"
    PRINT = "print"
    PUBLISH_REPLAY = "publish_replay"
    CALIBRATE = "calibrate"
    ASSIGN_REFEREES = "assign_referees"
    HOLD_MATCH = "hold_match"
    INTERRUPT = "interrupt"
    TAKE_OVER = "take_over"


_HEADS = frozenset({Role.CHIEF, Role.DEPUTY})
_OFFICE = _HEADS | {Role.SECRETARY}
_SENIORS = _OFFICE | {Role.SENIOR}
_ALL = _SENIORS | {Role.TABLE_REFEREE}

PERMISSIONS: Mapping[Action, frozenset[Role]] = {
    Action.SEE_PANEL: _ALL,
    Action.EDIT_COMPETITION: _HEADS,
    Action.EDIT_OFFICIALS: _HEADS,
    Action.EDIT_REGULATIONS: _HEADS,
    Action.EDIT_ENTRIES: _OFFICE,
    Action.DRAW: _OFFICE,
    Action.LOCK_DRAW: _HEADS,
    Action.ASSIGN_TABLES: _SENIORS,
    Action.CALL_MATCH: _SENIORS,
    Action.ENTER_RESULT: _SENIORS,
    Action.RECORD_GAME: _ALL,
    Action.RULE: _ALL,
    Action.APPROVE: _HEADS,
    Action.CORRECT: _HEADS,
    Action.EXCLUDE: _HEADS,
    Action.PAIR_DEVICE: _SENIORS,
    Action.PRINT: _ALL,
    Action.PUBLISH_REPLAY: _SENIORS,
    Action.CALIBRATE: _SENIORS,
    Action.ASSIGN_REFEREES: _SENIORS,
    Action.HOLD_MATCH: _SENIORS,
    Action.INTERRUPT: _HEADS,
    Action.TAKE_OVER: _OFFICE,
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Actor:
    """Somebody or something that reads or writes: an account with its roles by competition, a device, or nobody."""

    account: UUID | None = None
    device: UUID | None = None
    name: str = ""
    is_administrator: bool = False
    roles: Mapping[UUID, Role] = field(default_factory=dict)

    @property
    def is_anonymous(self) -> bool:
        return self.account is None and self.device is None

    def role_in(self, competition: UUID) -> Role | None:
        """The role in one competition; the administrator acts as chief everywhere."""
        if self.is_administrator:
            return Role.CHIEF
        return self.roles.get(competition)

    def may(self, action: Action, competition: UUID) -> bool:
        """Whether the table of permissions lets this actor do `action` in `competition`."""
        role = self.role_in(competition)
        return role is not None and role in PERMISSIONS[action]


SPECTATOR = Actor(name="")
SYSTEM = Actor(name="system", is_administrator=True)
