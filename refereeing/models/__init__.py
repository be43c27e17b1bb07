from .devices import Device, Lease, PairingCode
from .log import GameEvent, QuarantinedLine
from .protocol import Approval, PlayerWarning, Protocol, Sanction

__all__ = [
    "Approval", "Device", "GameEvent", "Lease", "PairingCode", "PlayerWarning", "Protocol", "QuarantinedLine",
    "Sanction",
]
