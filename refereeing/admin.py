"""The back office of devices, logs and protocols: to be read. Secrets of devices and codes are never shown."""

from __future__ import annotations

from django.contrib import admin

from competitions.admin import ReadOnly
from refereeing.models import (
    Approval,
    Calibration,
    Device,
    Dispute,
    DisputePhoto,
    DisputePosition,
    GameEvent,
    Lease,
    PairingCode,
    PlayerWarning,
    Protocol,
    QuarantinedLine,
    Replay,
    Ruling,
    Sanction,
)


@admin.register(Device)
class DeviceAdmin(ReadOnly):
    list_display = ("name", "kind", "competition", "last_seen_at", "unsent", "battery", "is_revoked")
    list_filter = ("kind", "is_revoked")
    secret = ("token_hash",)


@admin.register(PairingCode)
class PairingCodeAdmin(ReadOnly):
    list_display = ("competition", "made_by", "expires_at", "used_at")
    secret = ("code_hash",)


@admin.register(Lease)
class LeaseAdmin(ReadOnly):
    list_display = ("game", "epoch", "device", "account", "taken_at")
    list_select_related = ("game__match__first__person", "game__match__second__person", "device", "account")


@admin.register(GameEvent)
class GameEventAdmin(ReadOnly):
    list_display = ("audit", "kind", "device", "dseq", "verdict", "reason")
    list_filter = ("kind", "verdict")
    list_select_related = ("audit", "device")


@admin.register(QuarantinedLine)
class QuarantinedLineAdmin(ReadOnly):
    list_display = ("received_at", "device", "reason")


@admin.register(Protocol)
class ProtocolAdmin(ReadOnly):
    list_display = ("game", "revision", "head_seq", "created_at")
    list_select_related = ("game__match__first__person", "game__match__second__person")


@admin.register(Approval)
class ApprovalAdmin(ReadOnly):
    list_display = ("protocol", "account", "at", "withdrawn_at")
    list_select_related = ("protocol", "account")


@admin.register(PlayerWarning)
class PlayerWarningAdmin(ReadOnly):
    list_display = ("at", "entry", "clause", "number")
    list_select_related = ("entry__person",)


@admin.register(Sanction)
class SanctionAdmin(ReadOnly):
    list_display = ("entry", "clause", "state", "created_at", "decided_at")
    list_select_related = ("entry__person",)
    list_filter = ("state",)


@admin.register(Dispute)
class DisputeAdmin(ReadOnly):
    list_display = ("opened_at", "game", "set_number", "stroke", "state")
    list_select_related = ("game__match__first__person", "game__match__second__person")
    list_filter = ("state",)


@admin.register(Ruling)
class RulingAdmin(ReadOnly):
    list_display = ("at", "dispute", "decision", "level", "account")
    list_select_related = ("dispute", "account")


@admin.register(DisputePosition)
class DisputePositionAdmin(ReadOnly):
    list_display = ("at", "dispute", "revision")
    list_select_related = ("dispute",)


@admin.register(DisputePhoto)
class DisputePhotoAdmin(ReadOnly):
    list_display = ("at", "dispute", "width", "height")
    list_select_related = ("dispute",)


@admin.register(Replay)
class ReplayAdmin(ReadOnly):
    """Without the result: nobody sees it before a ruling, and the pages know whether there is one."""

    list_display = ("requested_at", "dispute", "kind", "model", "seed", "published_at")
    list_select_related = ("dispute",)
    secret = ("result", "token")


@admin.register(Calibration)
class CalibrationAdmin(ReadOnly):
    list_display = ("competition", "version", "table", "day")
    list_select_related = ("competition", "table")
