"""What the panel calls things: states of a match, flags, kinds of the game log. Words, never colours alone."""

from __future__ import annotations

import re
from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from competitions.selectors.rounds import Badge
from competitions.workflow import MatchStatus, Outcome

STATUS_BADGES: Mapping[MatchStatus, Badge] = {
    MatchStatus.SCHEDULED: Badge(pgettext_lazy("match", "to be played"), "is-quiet"),
    MatchStatus.CALLED: Badge(pgettext_lazy("match", "called"), "is-info"),
    MatchStatus.WARMING_UP: Badge(pgettext_lazy("match", "warming up"), "is-info"),
    MatchStatus.RUNNING: Badge(pgettext_lazy("match", "running"), "is-live"),
    MatchStatus.FINISHED: Badge(pgettext_lazy("match", "to be approved"), "is-warn"),
    MatchStatus.APPROVED: Badge(pgettext_lazy("match", "approved"), "is-ok"),
    MatchStatus.POSTPONED: Badge(pgettext_lazy("match", "postponed"), "is-quiet"),
    MatchStatus.ADJOURNED: Badge(pgettext_lazy("match", "adjourned"), "is-quiet"),
}
OUTCOME_BADGES: Mapping[Outcome, Badge] = {
    Outcome.WALKOVER: Badge(pgettext_lazy("match", "lost by not coming")),
    Outcome.RETIRED: Badge(pgettext_lazy("match", "withdrawn")),
    Outcome.FORFEITED: Badge(pgettext_lazy("match", "game lost by a ruling")),
    Outcome.EXCLUDED: Badge(pgettext_lazy("match", "excluded")),
    Outcome.DOUBLE_LOSS: Badge(pgettext_lazy("match", "lost by both")),
    Outcome.TIME_LIMIT: Badge(pgettext_lazy("match", "time limit")),
    Outcome.VOID: Badge(pgettext_lazy("match", "void")),
    Outcome.NOT_NEEDED: Badge(pgettext_lazy("match", "not needed"), "is-quiet"),
}
BYE = Badge(pgettext_lazy("match", "bye"), "is-quiet")
GAP = Badge(_("log not complete"), "is-danger")
CONFLICT = Badge(_("two results differ"), "is-danger")
CORRECTED = Badge(pgettext_lazy("match", "corrected"), "is-info")
SILENT = Badge(_("tablet silent"), "is-warn")
LATE = Badge(_("late from the tablet"), "is-warn")
CODE_LOCKED = Badge(_("code locked"), "is-warn")
NOT_VERIFIED = Badge(_("PIN not verified"), "is-warn")

LOSS_REASONS: Mapping[str, Promise] = {
    "no_show": _("did not come to the table in time"), "unsporting": _("unsporting conduct"),
    "handshake": _("refused the handshake"), "excluded": _("excluded"), "withdrawn": _("withdrawn"),
}
# What an official may declare by hand; exclusion and withdrawal have pages of their own.
DECLARABLE = ("unsporting", "handshake", "withdrawn")
REPLAY_REASONS: Mapping[str, Promise] = {
    "double_clear": _("both cleared in the first series"), "last_discs": _("the last discs of both pocketed at once"),
    "stalemate": _("stalemate"), "interference": _("disturbed from outside"),
}
CHOSEN_BY: Mapping[str, Promise] = {"rule": _("by the rule"), "lot": _("by lot"), "agreed": _("by agreement")}

# One sentence a kind of event. Names in: who (whom it concerns), and the fields of the payload in words.
EVENT_SENTENCES: Mapping[str, Promise] = {
    "called": _("Called to the table"),
    "choice": _("First stroke: %(first_stroke)s (%(by)s)"),
    "seats": _("The pair without the first stroke exchanges its seats"),
    "arrived": _("%(who)s is at the table"),
    "no_show": _("%(who)s did not come: game lost"),
    "warm_up": _("Warm-up begins"),
    "started": _("Game begins"),
    "set_won": _("Set won by %(winner)s"),
    "set_replayed": _("Set to be replayed: %(reason)s"),
    "set_lost": _("Set lost by %(who)s (%(clause)s)"),
    "set_drawn": _("Set drawn"),
    "penalty_disc": _("Penalty disc: %(who)s (%(clause)s)"),
    "warning": _("Warning for %(who)s (%(clause)s)"),
    "clock_call": _("Time called for %(who)s"),
    "pause": _("Pause"),
    "clear_in_first_series": _("%(who)s cleared in the first series"),
    "result": _("Result entered: %(sets)s"),
    "game_lost": _("Game lost by %(who)s: %(reason)s"),
    "time_limit": _("Ended by the time limit: the sets not finished are drawn"),
    "official_called": _("An official is called: %(reason)s"),
    "dispute": _("Dispute: %(text)s"),
    "ruling": _("Ruling: %(text)s"),
    "protest": _("Protest by %(who)s: %(text)s"),
    "signature": _("Signed by %(name)s"),
    "finished": _("Protocol closed"),
    "void": _("Taken back: %(target)s"),
    "note": _("Note: %(text)s"),
}

# The same kinds in a word or two, for the competition's chain.
EVENT_WORDS: Mapping[str, Promise] = {
    "called": pgettext_lazy("log", "Call"), "choice": _("First stroke chosen"),
    "seats": _("Seats exchanged"), "arrived": _("Arrival"),
    "no_show": _("No-show"), "warm_up": _("Warm-up"), "started": _("Start"), "set_won": _("Set won"),
    "set_replayed": _("Set replayed"),
    "set_lost": _("Set lost"), "set_drawn": _("Set drawn"), "penalty_disc": _("Penalty disc"),
    "warning": _("Warning"), "clock_call": _("Time called"), "pause": _("Pause"),
    "clear_in_first_series": _("Cleared in the first series"), "result": _("Result"), "game_lost": _("Game lost"),
    "time_limit": _("Time limit"),
    "official_called": _("Official called"), "dispute": _("Dispute"), "ruling": _("Ruling"),
    "protest": _("Protest"), "signature": _("Signature"), "finished": _("Protocol closed"),
    "void": _("Taken back"), "note": _("Note"),
}

# Why an event was kept but not applied.
NOT_APPLIED: Mapping[str, Promise] = {
    "stale_epoch": _("another device had taken the table over"),
    "official_required": _("only an official may do this"),
    "after_confirm": _("it came after the approval"),
    "device_revoked": _("the device had been revoked"),
    "call_still_running": _("the time of the call had not run out"),
    "fork": _("another event of the same device has the same number"),
    "uid_reuse": _("another event has the same id"),
    "foreign": _("it belongs to another game"),
    "postponed": _("the match was postponed"),
    "interrupted": _("the competition stood still"),
    "desk_only": _("only the desk may do this"),
    "ruled_already": _("the dispute had been decided"),
    "not_in_force": _("another ruling was in force"),
    "overrule_level": _("only a higher official may overrule"),
    "next_set_started": _("the next set had started"),
    "replay_seen": _("the replay had been shown: only a higher official may change the ruling"),
    "dispute_unknown": _("the game's log has no such dispute"),
    "ruling_unknown": _("the ruling that it follows from does not count"),
}

# What a decision says of itself, in this order; what is not here stands in the chain but not on the page.
FACTS: Mapping[str, Promise] = {
    "sets": _("result %(value)s"), "before": _("before %(value)s"), "after": _("after %(value)s"),
    "reason": _("reason: %(value)s"), "clause": _("clause %(value)s"), "revision": _("revision %(value)s"),
    "round": _("round %(value)s"), "lot": _("lot: %(value)s"), "role": _("role: %(value)s"),
    "number": _("No. %(value)s"), "name": _("name: %(value)s"),
}

# Decisions of the competition's chain.
DECISIONS: Mapping[str, Promise] = {
    "competition.created": _("Competition created"), "competition.changed": _("Competition changed"),
    "event.created": _("Event created"), "event.renamed": _("Event renamed"),
    "regulations.changed": _("Regulations changed"), "tables.set": _("Tables set up"),
    "official.set": _("Official appointed"), "official.removed": _("Official removed"),
    "account.password_reset": _("New one-time password"), "account.pin_set": _("PIN set"),
    "account.pin_cleared": _("PIN taken away"), "account.pin_unlocked": _("PIN unlocked"),
    "account.renamed": _("Official's name changed"),
    "entries.imported": _("Entries imported"), "entries.presence": _("Presence marked"),
    "entries.seeded": _("Seeds set"), "entry.added": _("Entry added"), "entry.changed": _("Entry changed"),
    "entry.joined": _("Late entry joined the draw"), "entry.removed": _("Entry removed"),
    "entry.withdrawn": _("Entrant withdrawn"), "entry.excluded": _("Entrant excluded"),
    "entry.returned": _("Withdrawal taken back"), "sanction.dismissed": _("Proposed exclusion dismissed"),
    "entry.challenged": _("Challenge recorded"), "entry.challenge_accepted": _("Challenge accepted"),
    "entry.challenge_declined": _("Challenge declined"), "entry.challenge_expired": _("Challenge not answered in time"),
    "entry.challenge_withdrawn": _("Challenge taken back"),
    "draw.exchanged": _("Two places of a draw exchanged"), "draw.unlocked": _("Locked draw opened again"),
    "draw.locked": _("Draw locked"), "draw.play_off": _("Play-off drawn"),
    "draw.play_off_dropped": _("Play-off taken back"), "draw.order_decided": _("Order decided by the chief referee"),
    "draw.order_withdrawn": _("Decision about an order taken back"),
    "match_day.given_out": _("Match day given out as a file"),
    "match_day.taken_in": _("Match day taken in from a file"),
    "fixture.set": _("Day and hall of a match set"),
    "lineup.handed_in": _("Line-up handed in"), "lineups.opened": _("Both line-ups opened"),
    "lineup.gave_way": _("Line-up gave way to the order opened in another hall"),
    "lineup.link": _("New link for a line-up"), "team_match.approved": _("Match of teams approved"),
    "team_match.awarded": _("Match of teams awarded"), "team_match.reopened": _("Match of teams reopened"),
    "team_match.decided": _("Level match of teams decided"),
    "team.added": _("Team entered"), "team.changed": _("Team changed"),
    "round.paired": _("Round drawn"), "round.paired_by_hand": _("Round paired by hand"),
    "round.left_over_paired": _("Those left over paired anew"), "round.discarded": _("Round thrown away"),
    "protocol.approved": _("Protocol approved"), "protocol.reopened": _("Approval taken back"),
    "result.corrected": _("Result corrected"), "conflict.settled": _("Two results: one chosen"),
    "dispute.position": _("Disputed stroke: position put down"),
    "dispute.photo": _("Disputed stroke: photo added"), "replay.requested": _("Replay asked for"),
    "calibration.stored": _("Constants of the tables measured"),
    "replay.published": _("Replay published"), "replay.withdrawn": _("Replay no longer public"),
    "ruling.given": _("Ruling on a disputed stroke"),
    "device.paired": _("Device paired"), "device.revoked": _("Device revoked"),
    "match.moved": _("Match moved to another table"), "match.postponed": _("Match postponed"),
    "match.adjourned": _("Match adjourned"), "match.resumed": _("Match resumed"),
    "matches.swapped": _("Tables of two matches exchanged"), "hall.planned": _("Hall planned"),
    "tables.followed": _("Free tables given to the next matches"), "table.closed": _("Table taken out of use"),
    "table.opened": _("Table in use again"), "table.reserved": _("Table kept for an event"),
    "group.zone_set": _("Zone of a group set"), "match.referee_set": _("Referee of a match set"),
    "official.ground_set": _("Club of an official set"),
    "competition.interrupted": _("Competition interrupted"), "competition.resumed": _("Competition goes on"),
    "lease.taken": _("Table taken by a device"),
    "lease.taken_over": _("Match taken over from a silent tablet"),
}

# What the desk writes into the log when paper follows a tablet: the log keeps codes, people read their language.
_ENTERED_TWICE = re.compile(r"entered twice: ([0-9]+:[0-9]+) (agrees|differs)")


def note_words(text: str) -> str:
    """The text of a note: an official's own words as they are, the desk's own note in the active language."""
    if text == "resumed":
        return gettext("Played on")
    if text.startswith("adjourned: "):
        return gettext("Adjourned: %(reason)s") % {"reason": text.removeprefix("adjourned: ")}
    found = _ENTERED_TWICE.fullmatch(text)
    if found is None:
        return text
    sets, verdict = found.groups()
    if verdict == "agrees":
        return gettext("Entered twice, both agree: %(match)s") % {"match": sets}
    return f"{CONFLICT.text}: {sets}"
