"""A refusal of a service as a message on the page that asked, or as JSON where a script asked."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect, JsonResponse
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from competitions.common.errors import Conflict, DomainError, Invalid, NotAllowed, NotFound, Stale
from competitions.formats.regulations import RULESET_EDITIONS
from refereeing.selectors.dispute_words import REPLAY_ERRORS

# Code -> sentence, for what can be refused to somebody who runs a competition.
REFUSALS: Mapping[str, Promise] = {
    "after_confirm": _("This match is approved with another result. Only a correction can change it."),
    "already_accepted": _("These constants are used already."),
    "already_arrived": _("This player has been noted as arrived."),
    "already_void": _("This has been taken back already."),
    "event_open": _("Something of this event is still to be played or approved."),
    "series_has_places": _("The series has results already. Take its competitions out first."),
    "being_recorded": _("A tablet is counting the sets of this match at table %(table)s. Its result comes from there."),
    "bracket_begun": _(
        "Others have begun to play on this result: %(count)s matches would become void. The chief referee decides."),
    "later_stage": _("The next stage is locked already."),
    "needs_winner": _("An elimination needs a winner: a level score cannot stand here."),
    "level_at_the_cut": _("Place %(place)s is not decided: a play-off or the lot has to say."),
    "no_place_left": _("There is no free place left in the losers’ bracket."),
    "not_double": _("Late entries begin in the losers' bracket of a double elimination only."),
    "draw_begun": _("Somebody has begun to play by this draw: %(matches)s."),
    "odd_number": _("Matches for places need an even number of entrants."),
    "two_groups_at_most": _("Matches for places follow one table or two groups."),
    "not_ranking_list": _("This works on a ranking list only."),
    "out_of_reach": _("Only up to %(reach)s places above may be challenged."),
    "challenge_open": _("One of the two has another challenge open."),
    "answer_still_due": _("The time to answer is not over yet."),
    "nobody_left_over": _("Nobody is left over in this round."),
    "no_partner": _("Who is left over was free before and has nobody to meet. Pair by hand."),
    "plays_twice": _("Somebody stands in two pairs."),
    "two_byes": _("One at most can be free in a round."),
    "unknown_id": _("Somebody of these is absent or not in the draw."),
    "no_play_off_due": _("No play-off is due between these."),
    "not_level": _("These are not level, or not all results are approved. Look again."),
    "rounds_left": _("Something of this stage is still to be drawn or played."),
    "stage_closed": _("This stage is closed. Open it again first."),
    "stage_open": _("The stage before is not closed yet."),
    "void_match": _("This match counts for nobody: others stand in its place now."),
    "call_still_running": _("The time of the call has not run out yet."),
    "all_rounds_drawn": _("All rounds of this event are drawn."),
    "already_drawn": _("This entrant is in the draw already."),
    "bad_field": _("A field cannot be read."),
    "clause_needed": _("Choose the clause of the exclusion."),
    "clause_unknown": _("There is no such clause."),
    "code_expired": _("The code has expired. Make a new one."),
    "licence_of_another": _("This licence belongs to another name."),
    "dispute_unknown": _("There is no such dispute in this game, or it has been withdrawn."),
    "lineup_reserve_in_round_1": _("%(name)s is a reserve: no reserves in round 1 (%(rule)s)."),
    "lineup_not_in_number_order": _(
        "Round 1 is played by the regulars in number order; %(name)s is not number %(number)s (%(rule)s)."),
    "lineup_anothers_number": _("%(name)s plays at the own number only, not at number %(number)s (%(rule)s)."),
    "lineup_reserve_at_two_numbers": _(
        "%(name)s has stood in at another number: a reserve stands in for one number only in a match (%(rule)s)."),
    "substitution_late": _(
        "It is too late for a change in this round (%(rule)s): the order of the round before stands."),
    "lineup_of_representative": _(
        "The representative has handed in this order: only a new link for the side takes it back."),
    "lineup_is_open": _("Both line-ups of round %(round)s are in: they stand."),
    "other_round": _("The line-up of round %(round)s is wanted now. Look again."),
    "match_postponed": _("The match is postponed: set a day first."),
    "match_over": _("The match of the teams is over: no line-up is wanted."),
    "not_in_team": _("Somebody in the order is not in the team."),
    "player_out": _("%(name)s is out and may not play."),
    "twice_in_round": _("Somebody stands twice in the order."),
    "still_time": _("There is still time to announce a change for this round."),
    "games_open": _("%(count)s games of the match are not approved yet."),
    "games_running": _("%(count)s games of the match are being played. They have to end first."),
    "match_not_level": _("Only a level match of an elimination that is over is decided like this."),
    "match_day_differs": _(
        "File and database contradict each other: %(match)s (%(place)s). Nothing was changed."),
    "wrong_checksum": _("The file was cut or changed after it was made."),
    "not_for_brackets": _("In an elimination who meets whom comes from the results: it cannot be played apart."),
    "drawn_by_lineups": _("These games are not drawn: they come when both line-ups of a round are in."),
    "draw_locked": _("The draw is locked."),
    "duplicate_dispute": _("This dispute is in the log already."),
    "duplicate_ruling": _("This ruling is in the log already."),
    "fit_not_ready": _("The fit has not ended yet, or it has found nothing."),
    "finished": _("The protocol of this game is closed."),
    "game_over": _("The game is over."),
    "interrupted": _("The competition is interrupted: nobody is called and no clock runs until it goes on."),
    "not_interrupted": _("The competition is not interrupted."),
    "nobody_holds": _("No tablet has this match: there is nothing to take over."),
    "tablet_speaks": _("“%(name)s” has been heard within two minutes: it is not silent."),
    "same_match": _("Choose two different matches."),
    "table_out": _("Table %(table)s is out of use: %(reason)s."),
    "table_reserved": _("Table %(table)s is kept for another event."),
    "unknown_zone": _("No table is in zone “%(zone)s”."),
    "own_match": _("Nobody referees the own match."),
    "not_neutral": _("This referee is of the club of one of the players: the regulations ask for a neutral one."),
    "referee_busy": _("This referee is at table %(table)s now."),
    "no_time_limit": _("The regulations have no time limit."),
    "not_started": _("This game has not begun."),
    "time_left": _("The time of this game is not over: %(minutes)s minutes are left."),
    "illegal_move": _("This is not possible in the present state of the match."),
    "illegal_score": _("This score is not possible: the match has %(sets)s sets (%(rule)s)."),
    "log_has_gap": _("A tablet has not sent everything yet. The result can be approved when the log is complete."),
    "next_set_started": _(
        "The next set has started: a senior referee can no longer overrule (8.1.d). The chief referee can."),
    "no_game": _("This is a bye: there is no game."),
    "no_legal_round": _("There is no legal pairing for another round."),
    "no_strokes": _("Fill in one measured stroke at least."),
    "no_table": _("Give the match a table first."),
    "no_tables": _("The competition has no tables yet."),
    "not_a_line": _("Type the table and the sets, for example 7 4 2."),
    "not_allowed": _("You may not do this."),
    "not_at_table": _("The match is not at this table (any more). Look again."),
    "not_finished": _("This match is not finished."),
    "nothing_to_void": _("The game has no such event that could be taken back."),
    "nothing_at_table": _("There is no match at table %(table)s."),
    "nothing_ticked": _("Nothing is ticked."),
    "overrule_level": _("Only a higher official may overrule this ruling (7.2.e, 8.1.d)."),
    "replay_seen": _(
        "The replay has been shown since this ruling: only a higher official may change it now (7.2.e, 8.1.d)."),
    "reason_needed": _("Say why: the reason is recorded."),
    "result_after_sets": _("Sets have been recorded already. Correct the result instead."),
    "results_differ": _("Two different results were entered. Choose one first."),
    "ruled_already": _("This dispute has been decided. Whoever overrules names the ruling in force."),
    "ruling_unknown": _("There is no such ruling in this game."),
    "round_started": _("The round has been started."),
    "second_official_required": _(
        "The regulations ask for a second official: who entered the result may not approve it."),
    "required": _("A field is missing."),
    "round_open": _("These tables are not approved yet: %(tables)s. Then the next round can be drawn."),
    "not_drawn": _("Draw first."),
    "not_in_force": _("Another ruling is in force by now. Look at it and decide again."),
    "not_in_log": _("The game's log does not have this dispute yet."),
    "not_locked": _("Lock the draw first."),
    "not_swiss": _("This works in the Swiss system only."),
    "nothing_to_undo": _("There is no entered result to take back."),
    "stale": _("This has changed since you looked. Look at the new state and decide again."),
    "stale_draw": _("It was drawn again since you looked. Look at the new draw and decide again."),
    "stale_rounds": _("The rounds have changed since you looked. Look again and decide again."),
    "swiss_unavailable": _("The program for the Swiss system is not available on this machine."),
    "player_busy": _("%(name)s is still playing at table %(table)s."),
    "table_busy": _("Table %(table)s is not free yet."),
    "too_few_entries": _("There are too few entries for this draw."),
    "too_late": _("It is too late for this: the game has begun."),
    "too_many_groups": _("Each group needs at least two entries."),
    "uid_reuse": _("Something else has this id already."),
    "warning_clause_unknown": _("Choose the clause of the warning."),
}
_BY_CLASS: tuple[tuple[type[DomainError], Promise], ...] = (
    (Stale, REFUSALS["stale"]),
    (Conflict, _("This is not possible now.")),
    (NotAllowed, REFUSALS["not_allowed"]),
    (Invalid, _("The input is not valid.")),
    (DomainError, _("This was refused.")),
)


class Outcome:
    """What the page answers."""

    response: HttpResponse


@contextmanager
def refusals_shown(request: HttpRequest, go_to: str) -> Iterator[Outcome]:
    """Turn a refusal of a POST into a message and a way back; what is not there stays a 404, a GET an error page."""
    outcome = Outcome()
    try:
        yield outcome
    except NotFound:
        raise
    except DomainError as refusal:
        if is_script(request):
            # A question is answered; only what was to be done is refused.
            outcome.response = JsonResponse(
                {"result": "refused", "code": refusal.code, "text": refusal_text(refusal)},
                status=409 if request.method == "POST" else 200)
        elif request.method == "POST":
            messages.error(request, refusal_text(refusal))
            outcome.response = HttpResponseRedirect(go_to)
        else:
            raise


def is_script(request: HttpRequest) -> bool:
    """Whether a script of the page asks, and wants JSON."""
    return request.headers.get("Accept", "").startswith("application/json")


def refusal_text(refusal: DomainError) -> str:
    """The translated sentence of a refusal."""
    general = next(text for kind, text in _BY_CLASS if isinstance(refusal, kind))
    return code_text(refusal.code, refusal.params, general)


def code_text(code: str, params: Mapping[str, Any] | None = None, otherwise: Promise | None = None) -> str:
    """The sentence of a code; a missing parameter or an unknown code leaves the general one."""
    general = otherwise or REFUSALS["stale"]
    try:
        return str(REFUSALS.get(code) or REPLAY_ERRORS.get(code, general)) % _readable(params or {})
    except (KeyError, TypeError, ValueError):
        return str(general)


def _readable(params: Mapping[str, Any]) -> dict[str, Any]:
    """The parameters of a refusal, a clause as it is cited on paper: `lnf-2008:23.1` is "23.1, LNF 2008"."""
    found = dict(params)
    ruleset, colon, number = str(found.get("rule", "")).partition(":")
    if colon and ruleset in RULESET_EDITIONS:
        found["rule"] = f"{number}, {RULESET_EDITIONS[ruleset]}"
    return found
