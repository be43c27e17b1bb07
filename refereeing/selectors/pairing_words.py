"""What speaks against a pair set by hand, in sentences."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from competitions.formats.hand_pairing import Against, Objection
from competitions.selectors.rounds import Entrant

SENTENCES: Mapping[Against, Promise] = {
    Against.MET_BEFORE: _("%(first)s and %(second)s have met before."),
    Against.SAME_CLUB: _("%(first)s and %(second)s are of one club."),
    Against.THIRD_ROLE_RUNNING: _("%(first)s would have the same role for the third time running."),
    Against.ROLES_APART: _("First strokes and others of %(first)s would differ by more than two."),
    Against.SECOND_BYE: _("%(first)s would be free for the second time."),
    Against.FAR_APART: _("%(first)s and %(second)s are apart by more than one game won."),
    Against.NOT_PAIRED: _("%(first)s is present and has no place in the round."),
}


def objections_told(found: Iterable[Objection], entrants: Iterable[Entrant]) -> list[str]:
    """Each objection as a sentence with names."""
    names = {e.key: e.name for e in entrants}
    return [
        str(SENTENCES[o.kind]) % {"first": names.get(o.first, o.first), "second": names.get(o.second or "", "")}
        for o in found
    ]
