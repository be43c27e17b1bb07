"""A device as an actor."""

from __future__ import annotations

from competitions.common.actors import Actor, Role
from refereeing.models import Device


def device_actor(device: Device) -> Actor:
    """A paired device acts in its own competition only, in the role of a device."""
    return Actor(device=device.uid, name=device.name, roles={device.competition.uid: Role.DEVICE})
