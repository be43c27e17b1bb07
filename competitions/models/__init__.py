from .audit import AuditEntry
from .challenge import Challenge
from .competition import ChiefOrder, Competition, Entry, EntryMember, Event, Group, Official, Stage, StageEntry
from .interruption import Interruption
from .match import Game, Match, Round, Table
from .merged import ClubAlias, PersonAlias
from .outbox import Job, Outbox
from .people import Account, Club, Person, Sex
from .registration import Application, DoorCheck, Registration
from .series import Series, SeriesLeg, SeriesPlace
from .team import Fixture, LineUp, Team, TeamBoard, TeamSheet

__all__ = [
    "Account", "Application", "AuditEntry", "Challenge", "ChiefOrder", "Club", "ClubAlias", "Competition",
    "DoorCheck", "Entry", "EntryMember", "Event", "Fixture", "Game", "Group", "Interruption", "Job", "LineUp",
    "Match", "Official", "Outbox", "Person", "PersonAlias", "Registration", "Round", "Series", "SeriesLeg",
    "SeriesPlace", "Sex", "Stage", "StageEntry", "Table", "Team", "TeamBoard", "TeamSheet",
]
