/**
 * The state of a game, folded from its log: what the tablet shows until the server's own state arrives.
 * The same fold as the server's; where they differ the server's counts.
 */
import { CannotTake, countWarning, LOSING_WARNING, playNext, playStart } from "./match_play";
import type { Play, PlayEvent, PlayRules } from "./match_play";
import type { Colour, GameState, Kind, LogEntry, Member, Payload, Phase, Rules, Seats, Who } from "./types";
import { other } from "./types";

/** What the protocol shows: one of these after a signature, or the void of one, and it has to be signed again. */
const PROTOCOL: ReadonlySet<Kind> = new Set<Kind>([
  "choice", "seats", "no_show", "set_won", "set_replayed", "set_lost", "set_drawn", "penalty_disc", "warning",
  "clear_in_first_series", "result", "game_lost", "time_limit",
]);

/** What changes the count of sets: after the end of the game these count for nothing. */
const COUNTING: ReadonlySet<Kind> = new Set<Kind>([
  "choice", "seats", "set_won", "set_replayed", "set_lost", "set_drawn", "result", "game_lost", "time_limit",
]);

/** Events that an undo on the tablet takes back. */
export const UNDOABLE: ReadonlySet<Kind> = new Set<Kind>([
  "seats", "set_won", "set_replayed", "set_lost", "set_drawn", "penalty_disc", "warning",
  "clear_in_first_series", "result", "game_lost", "no_show", "pause",
]);

/** Kinds that only a referee who gave the PIN may record. */
export const OFFICIAL_ONLY: ReadonlySet<Kind> = new Set<Kind>(["no_show", "set_lost", "warning", "game_lost", "time_limit", "ruling"]);

interface Fold { rules: PlayRules; state: GameState; play: Play; finished: boolean; phase: number }

/** Fold the log, in its order, into a state. Events that the game cannot take change nothing. */
export function foldGame(rules: Rules, log: readonly LogEntry[]): GameState {
  const applied = log.filter((entry) => entry.applied);
  const voided = voidedUids(applied);
  const start = startRules(rules);
  const play = playStart(start);
  const fold: Fold = { rules: start, state: emptyState(play), play, finished: false, phase: 0 };
  const kinds = new Map(applied.map((entry) => [entry.uid, entry.kind]));
  for (const entry of applied) {
    if (entry.kind === "void") {
      takeVoid(fold, entry.payload.uid ?? "", kinds);
    } else if (!voided.has(entry.uid)) {
      takeEntry(fold, entry);
    }
  }
  const { sets, score, winner, over, warnings, next } = fold.play;
  Object.assign(fold.state, { sets, score, over, warnings, next, phase: phaseOf(fold) });
  fold.state.winner = fold.state.lost_by?.who === "both" ? null : winner;
  return fold.state;
}

/** A void takes back any event of the game but another void. */
function voidedUids(applied: readonly LogEntry[]): Set<string> {
  const voids = applied.filter((entry) => entry.kind === "void");
  const never = new Set(voids.map((entry) => entry.uid));
  return new Set(voids.map((entry) => entry.payload.uid ?? "").filter((uid) => !never.has(uid)));
}

function startRules(rules: Rules): PlayRules {
  const { ruleset, sets, all_sets, mode, first_stroke, side_of_a } = rules;
  return { ruleset, sets, all_sets, mode, first_stroke: first_stroke ?? "A", side_of_a };
}

function emptyState({ sets, score, winner, over, warnings, next }: Play): GameState {
  return {
    sets, score, winner, over, warnings, next,
    phase: "waiting",
    clears: { A: 0, B: 0 },
    penalty_discs: { A: 0, B: 0 },
    arrived: { A: false, B: false },
    signatures: { A: null, B: null, referee: null },
    lost_by: null,
    time_limit: false,
    warning_list: [],
    replays: [],
    calls: [],
    disputes: [],
    voided: [],
  };
}

/** The undone event is left out; what was signed with it lapses here. */
function takeVoid(fold: Fold, uid: string, kinds: ReadonlyMap<string, Kind>): void {
  fold.state.voided.push(uid);
  const kind = kinds.get(uid);
  if (kind && PROTOCOL.has(kind)) {
    lapse(fold);
  }
}

function lapse(fold: Fold): void {
  fold.state.signatures = { A: null, B: null, referee: null };
  fold.finished = false;
}

function takeEntry(fold: Fold, entry: LogEntry): void {
  if (PROTOCOL.has(entry.kind)) {
    lapse(fold);
  }
  if (fold.play.over && COUNTING.has(entry.kind)) {
    return;
  }
  try {
    takePlay(fold, entry);
  } catch (error) {
    if (!(error instanceof CannotTake)) {
      throw error;
    }
    return;
  }
  takeAside(fold, entry);
}

/** Events that touch the score. */
function takePlay(fold: Fold, entry: LogEntry): void {
  const { payload } = entry;
  const who = payload.who as Who;
  switch (entry.kind) {
    case "choice":
      return takeChoice(fold, entry);
    case "set_won":
      return takeSet(fold, { kind: "set_won", winner: payload.winner as Who });
    case "set_lost":
      return takeSet(fold, { kind: "set_won", winner: other(who) });
    case "set_drawn":
      return takeSet(fold, { kind: "set_drawn" });
    case "set_replayed":
      fold.state.replays.push({ set: fold.play.next?.number ?? 0, reason: payload.reason ?? "" });
      return takeSet(fold, { kind: "set_replayed", reason: payload.reason ?? "", last_striker: payload.last_striker });
    case "seats":
      fold.play = playNext(fold.rules, fold.play, { kind: "seats", seats: payload.seats as Seats });
      return;
    case "result":
      fold.play = playNext(fold.rules, fold.play, { kind: "result", sets: payload.sets ?? [0, 0] });
      return;
    case "warning":
      return takeWarning(fold, entry, who);
    case "no_show":
      return takeLoss(fold, who, "no_show");
    case "game_lost":
      return takeLoss(fold, payload.who as Who | "both", payload.reason ?? "");
    case "time_limit":
      fold.play = playNext(fold.rules, fold.play, { kind: "time_limit" });
      fold.state.time_limit = true;
      return;
    default:
      return;
  }
}

/** The choice (22.1, 22.3) says who strikes first in set 1 and where everybody sits. It comes before the first set. */
function takeChoice(fold: Fold, entry: LogEntry): void {
  const { first_stroke, side_of_a, seats, first_striker } = entry.payload;
  fold.rules = {
    ...fold.rules, first_stroke: first_stroke ?? fold.rules.first_stroke, side_of_a: side_of_a ?? fold.rules.side_of_a, seats, first_striker,
  };
  fold.play = { ...playStart(fold.rules), warnings: fold.play.warnings, warned: fold.play.warned };
}

function takeSet(fold: Fold, event: PlayEvent): void {
  fold.phase = 3;
  fold.play = playNext(fold.rules, fold.play, event);
}

/** After the end only the back of a paper protocol is filled in: it is counted and costs no set. */
function takeWarning(fold: Fold, { uid, payload }: LogEntry, who: Who): void {
  const set = fold.play.next?.number ?? Math.max(1, fold.play.sets.length);
  const { member, clause } = payload;
  if (fold.play.over) {
    fold.play = countWarning(fold.play, who, member);
  } else {
    fold.play = playNext(fold.rules, fold.play, { kind: "warning", who, member });
  }
  fold.state.warning_list.push({ uid, who, clause: clause ?? "", set, number: fold.play.warned[member ?? who] ?? 0, ...ofMember(member) });
}

function ofMember(member: Member | undefined): { member?: Member } {
  return member === undefined ? {} : { member };
}

function takeLoss(fold: Fold, who: Who | "both", reason: string): void {
  const { state } = fold;
  if (!fold.play.over) {
    fold.play = playNext(fold.rules, fold.play, { kind: "game_lost", who });
    state.lost_by = { who, reason };
  } else if (state.lost_by !== null && state.lost_by.who !== who) {
    state.lost_by = { who: "both", reason }; // Neither of them came: nobody has won.
  }
}

const PHASE_OF: Partial<Record<Kind, number>> = { called: 1, warm_up: 2, started: 3 };

/** Events that never touch the score. */
function takeAside(fold: Fold, entry: LogEntry): void {
  const { state } = fold;
  const { payload } = entry;
  const who = payload.who as Who;
  fold.phase = Math.max(fold.phase, PHASE_OF[entry.kind] ?? 0);
  switch (entry.kind) {
    case "arrived":
      state.arrived[who] = true;
      return;
    case "clear_in_first_series":
      state.clears[who] += 1;
      return;
    case "penalty_disc":
      state.penalty_discs[who] += 1;
      return;
    case "official_called":
      state.calls.push({ uid: entry.uid, kind: entry.kind, reason: payload.reason ?? "" });
      return;
    case "dispute":
      return takeDispute(state, entry);
    case "ruling":
      return takeRuling(state, payload);
    case "signature":
      if (fold.play.over) {
        state.signatures[who] = { name: payload.name ?? "", uid: entry.uid };
      }
      return;
    case "finished":
      fold.finished = state.signatures.A !== null && state.signatures.B !== null;
      return;
    default:
      return;
  }
}

/** A dispute is a call; one that can be followed up is listed too. */
function takeDispute(state: GameState, { uid, kind, payload }: LogEntry): void {
  const text = payload.text ?? "";
  if (payload.dispute === undefined) {
    state.calls.push({ uid, kind, reason: text });
    return;
  }
  const player = payload.player as Who;
  state.disputes.push({ uid: payload.dispute, event: uid, set: payload.set ?? 1, player, text, ruling: null, ...ofMember(payload.member) });
  state.calls.push({ uid, kind, reason: text, dispute: payload.dispute });
}

/** A ruling answers every open call; one on a named dispute leaves the calls of the others open. */
function takeRuling(state: GameState, { dispute, ruling }: Payload): void {
  state.calls = dispute === undefined ? [] : state.calls.filter((call) => call.dispute !== undefined && call.dispute !== dispute);
  state.disputes = state.disputes.map((row) => (row.uid === dispute ? { ...row, ruling: ruling ?? null } : row));
}

function phaseOf(fold: Fold): Phase {
  if (fold.finished) {
    return "finished";
  }
  if (fold.play.over) {
    return "over";
  }
  return (["waiting", "called", "warming_up", "running"] as const)[fold.phase] ?? "running";
}

/** The bare score of a paper protocol is in. */
export function isPaperResult(state: GameState): boolean {
  return state.over && state.sets.length === 0 && state.lost_by === null;
}

/** The server counts the match as finished: signed, or a paper result or a loss of the game stands. */
export function isDecided(state: GameState): boolean {
  return state.phase === "finished" || isPaperResult(state) || (state.over && state.lost_by !== null);
}

/** The latest event that an undo would take back, or null. */
export function undoTarget(log: readonly LogEntry[], mayVoid: (kind: Kind) => boolean): LogEntry | null {
  const applied = log.filter((entry) => entry.applied);
  const voided = voidedUids(applied);
  const last = applied.filter((entry) => UNDOABLE.has(entry.kind) && !voided.has(entry.uid)).at(-1);
  return last !== undefined && mayVoid(last.kind) ? last : null;
}

/** How many warnings a player has: in doubles those of the member. */
export function warningsOf(state: GameState, who: Who, member?: Member): number {
  return member === undefined ? state.warnings[who] : state.warning_list.filter((row) => row.member === member).length;
}

/** True when one more warning of this player loses the unfinished sets. */
export function losesSetsNext(rules: Pick<Rules, "ruleset">, state: GameState, who: Who, member?: Member): boolean {
  return rules.ruleset !== "aus-1992" && !state.over && warningsOf(state, who, member) + 1 >= LOSING_WARNING;
}

/** The colours of A's discs, as chosen (22.1.a); null while nobody has chosen. */
export function discsOfA(log: readonly LogEntry[]): Colour | null {
  const applied = log.filter((entry) => entry.applied);
  const voided = voidedUids(applied);
  return applied.filter((entry) => entry.kind === "choice" && !voided.has(entry.uid)).at(-1)?.payload.discs_of_a ?? null;
}

/** One log from the server's entries and this device's own, without doubles, in the order that counts. */
export function mergeLogs(server: readonly LogEntry[], own: readonly LogEntry[]): LogEntry[] {
  const byUid = new Map<string, LogEntry>();
  for (const entry of [...own, ...server]) {
    byUid.set(entry.uid, entry);
  }
  const place = (entry: LogEntry): number => entry.seq ?? Number.MAX_SAFE_INTEGER;
  return [...byUid.values()].sort((a, b) => place(a) - place(b) || a.dseq - b.dseq);
}
