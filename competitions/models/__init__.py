from .audit import AuditEntry
from .competition import ChiefOrder, Competition, Entry, EntryMember, Event, Group, Official, Stage, StageEntry
from .match import Game, Match, Round, Table
from .outbox import Job, Outbox
from .people import Account, Club, Person, Sex

__all__ = [
    "Account", "AuditEntry", "ChiefOrder", "Club", "Competition", "Entry", "EntryMember", "Event", "Game", "Group",
    "Job", "Match", "Official", "Outbox", "Person", "Round", "Sex", "Stage", "StageEntry", "Table",
]
