from .devices import Device, Lease, PairingCode
from .disputes import Calibration, Dispute, DisputePhoto, DisputePosition, Replay, Ruling
from .log import GameEvent, QuarantinedLine
from .protocol import Approval, PlayerWarning, Protocol, Sanction

__all__ = [
    "Approval", "Calibration", "Device", "Dispute", "DisputePhoto", "DisputePosition", "GameEvent", "Lease",
    "PairingCode", "PlayerWarning", "Protocol", "QuarantinedLine", "Replay", "Ruling", "Sanction",
]
