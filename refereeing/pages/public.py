"""What everybody may see of a game: its protocol, and whether a printed one is the stored one."""

from __future__ import annotations

from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from competitions.pages.fragments import page
from competitions.selectors.actors import actor
from refereeing.selectors.public_games import game_shown, protocol_shown
from refereeing.services.protocol_verify import protocol_is_intact


@require_safe
def game(request: HttpRequest, uid: UUID) -> HttpResponse:
    """The protocol of a game as it stands: sets with first stroke and side, warnings, state, head of the log."""
    shown = game_shown(actor(request), uid)
    context = {
        "competition": shown.competition, "event": shown.event, "live_version": shown.live_version, "shown": shown,
        "meeting": shown.meeting,
    }
    return page(request, "refereeing/public/game.html", context, part="refereeing/public/game_part.html")


@require_safe
def verify(request: HttpRequest, token: str) -> HttpResponse:
    """Says in words whether the sheet in somebody's hand is the stored protocol.

    `?head=` (from the printed code) is compared with the stored head, else the reader compares by eye.
    """
    found = protocol_shown(actor(request), token)
    printed = request.GET.get("head", "").strip().lower()[:64]
    context = {
        "competition": found.competition, "event": found.game.event, "found": found, "shown": found.game,
        "meeting": found.game.meeting, "printed": printed,
        "head_agrees": len(printed) >= 8 and found.protocol.head_hash.startswith(printed),
        "intact": protocol_is_intact(found.protocol) and found.head_in_chain,
    }
    return page(request, "refereeing/public/verify.html", context)
