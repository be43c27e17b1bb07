"""From a ranking list to its print."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from zoneinfo import ZoneInfo

from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, override

from competitions.common.errors import NotFound
from competitions.formats.ranking_list import Takes
from competitions.models import Stage
from competitions.pdf.ranking_list import OpenChallenge, RankingList, RankingRow, ranking_list_pdf
from competitions.selectors.ladder import ChallengeView, LadderView, ladder_view
from competitions.selectors.rounds import stage_facts

from .lists import stage_head


def ranking_list(stage: Stage, args: Mapping[str, Any]) -> bytes:
    """The ranking list of a stage. Raises NotFound for a stage of another system."""
    if stage.system != Stage.System.RANKING_LIST:
        raise NotFound(kind="document")
    view = ladder_view(stage_facts(stage))
    with override(args["language"]):
        zone = ZoneInfo(stage.event.competition.time_zone)
        data = RankingList(
            head=stage_head(stage, args), rules=_rules(view),
            rows=tuple(
                RankingRow(
                    place=row.place, name=row.entrant.name, club=row.entrant.club,
                    may_challenge=tuple(e.name for e in row.may_challenge))
                for row in view.rows),
            challenges=tuple(_challenge(item, zone) for item in view.pending))
    return ranking_list_pdf(data, language=args["language"])


def _challenge(item: ChallengeView, zone: ZoneInfo) -> OpenChallenge:
    until = date_format(item.answer_by.astimezone(zone), "SHORT_DATETIME_FORMAT") if item.is_open else ""
    return OpenChallenge(
        challenger=item.challenger.name, challenged=item.challenged.name, state=str(item.badge.text), until=until)


def _rules(view: LadderView) -> str:
    reach = view.rules.reach
    reached = ngettext(
        "Up to %(n)s place above may be challenged.", "Up to %(n)s places above may be challenged.", reach)
    said = [reached % {"n": reach}]
    said.append(_("A challenger who wins changes places with the challenged.") if view.rules.takes is Takes.EXCHANGE
                else _("A challenger who wins takes the place; all between move down by one."))
    if view.unanswered_loses:
        said.append(_("Who declines or does not answer in time loses the place."))
    return " ".join(said)
