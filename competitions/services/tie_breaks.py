"""A change of the tie-breaks in the regulations reaches the stages that were drawn with them."""

from __future__ import annotations

from competitions.formats.regulations import Regulations
from competitions.models import Event, Stage
from competitions.workflow import StageState


def stages_follow(event: Event, before: Regulations, after: Regulations) -> dict[str, list[list[str]]]:
    """Give every stage that has the list of the old regulations that of the new ones; the event is locked.

    A stage with a list of its own keeps it, a closed one is frozen. Returns by the number of the stage the list before
    and after, for the record.
    """
    followed: dict[str, list[list[str]]] = {}
    for stage in Stage.objects.select_for_update().filter(event=event).exclude(state=StageState.CLOSED):
        usual, new = list(before.tie_breaks(stage.system)), list(after.tie_breaks(stage.system))
        if stage.tie_breaks == usual != new:
            followed[str(stage.number)] = [usual, new]
            stage.tie_breaks = new
            stage.save(update_fields=["tie_breaks"])
    return followed
