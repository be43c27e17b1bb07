/** The state of a game, folded from its log: what the tablet shows until the server's own state arrives. */
import { CannotTake, LOSING_WARNING, playNext, playStart } from "./match_play";
import type { Play, PlayEvent, PlayRules } from "./match_play";
import type { GameState, Kind, LogEntry, Phase, Rules, Who } from "./types";

/** Events that an undo on the tablet takes back. */
export const UNDOABLE: ReadonlySet<Kind> = new Set<Kind>([
  "set_won", "set_replayed", "set_lost", "set_drawn", "penalty_disc", "warning",
  "clear_in_first_series", "result", "game_lost", "no_show", "pause",
]);

/** Kinds that only a referee who gave the PIN may record. */
export const OFFICIAL_ONLY: ReadonlySet<Kind> = new Set<Kind>(["no_show", "set_lost", "warning", "game_lost", "ruling"]);

interface Fold { state: GameState; play: Play; finished: boolean; seen: Set<Kind> }

/** Fold the log, in its order, into a state. Events that the game cannot take change nothing. */
export function foldGame(rules: Rules, log: readonly LogEntry[]): GameState {
  const voided = voidedUids(log);
  const live = log.filter((entry) => entry.applied && entry.kind !== "void" && !voided.has(entry.uid));
  const playRules = startRules(rules, live);
  const play = playStart(playRules);
  const fold: Fold = { state: emptyState(play), play, finished: false, seen: new Set() };
  fold.state.voided = [...voided];
  for (const entry of live) {
    takeEntry(playRules, fold, entry);
  }
  const { sets, score, winner, over, warnings, next } = fold.play;
  Object.assign(fold.state, { sets, score, winner, over, warnings, next, phase: phaseOf(fold) });
  return fold.state;
}

/** A void takes back any event of the game but another void. */
function voidedUids(log: readonly LogEntry[]): Set<string> {
  const voids = log.filter((entry) => entry.kind === "void" && entry.applied);
  const never = new Set(voids.map((entry) => entry.uid));
  const found = voids.map((entry) => entry.payload.uid ?? "").filter((uid) => uid !== "" && !never.has(uid));
  return new Set(found);
}

/** The last choice (22.1) says who strikes first in set 1 and where A stands. */
function startRules(rules: Rules, live: readonly LogEntry[]): PlayRules {
  const choice = live.filter((entry) => entry.kind === "choice").at(-1)?.payload;
  return {
    ruleset: rules.ruleset,
    sets: rules.sets,
    all_sets: rules.all_sets,
    first_stroke: choice?.first_stroke ?? rules.first_stroke ?? "A",
    side_of_a: choice?.side_of_a ?? rules.side_of_a,
  };
}

function emptyState(play: Play): GameState {
  return {
    ...play,
    phase: "waiting",
    clears: { A: 0, B: 0 },
    penalty_discs: { A: 0, B: 0 },
    arrived: { A: false, B: false },
    signatures: { A: null, B: null, referee: null },
    lost_by: null,
    warning_list: [],
    replays: [],
    calls: [],
    voided: [],
  };
}

function takeEntry(rules: PlayRules, fold: Fold, entry: LogEntry): void {
  const event = playEvent(entry);
  if (event !== null) {
    const set = fold.play.next?.number ?? fold.play.sets.length;
    try {
      fold.play = playNext(rules, fold.play, event);
    } catch (error) {
      if (error instanceof CannotTake) {
        return;
      }
      throw error;
    }
    noteAround(fold, entry, set);
  }
  noteAside(fold, entry);
  fold.seen.add(entry.kind);
}

function playEvent(entry: LogEntry): PlayEvent | null {
  const { payload } = entry;
  const who = payload.who as Who;
  switch (entry.kind) {
    case "set_won":
      return { kind: "set_won", winner: payload.winner as Who };
    case "set_lost":
      return { kind: "set_won", winner: who === "A" ? "B" : "A" };
    case "set_drawn":
      return { kind: "set_drawn" };
    case "set_replayed":
      return { kind: "set_replayed", reason: payload.reason ?? "" };
    case "warning":
      return { kind: "warning", who };
    case "no_show":
    case "game_lost":
      return { kind: "game_lost", who };
    case "result":
      return { kind: "result", sets: payload.sets ?? [0, 0] };
    default:
      return null;
  }
}

/** What a play event leaves in the lists beside the score. */
function noteAround(fold: Fold, entry: LogEntry, set: number): void {
  const { state, play } = fold;
  const who = entry.payload.who as Who;
  if (entry.kind === "warning") {
    const number = play.warnings[who];
    state.warning_list.push({ uid: entry.uid, who, clause: entry.payload.clause ?? "", set, number });
  }
  if (entry.kind === "set_replayed") {
    state.replays.push({ set, reason: entry.payload.reason ?? "" });
  }
  if (entry.kind === "no_show" || entry.kind === "game_lost") {
    state.lost_by = { who, reason: entry.kind === "no_show" ? "no_show" : entry.payload.reason ?? "" };
  }
}

/** Events that never touch the score. */
function noteAside(fold: Fold, entry: LogEntry): void {
  const { state } = fold;
  const who = entry.payload.who;
  switch (entry.kind) {
    case "arrived":
      state.arrived[who as Who] = true;
      return;
    case "clear_in_first_series":
      state.clears[who as Who] += 1;
      return;
    case "penalty_disc":
      state.penalty_discs[who as Who] += 1;
      return;
    case "official_called":
      state.calls.push({ uid: entry.uid, reason: entry.payload.reason ?? "" });
      return;
    case "ruling":
      state.calls = [];
      return;
    case "signature":
      state.signatures[who as "A"] = { name: entry.payload.name ?? "", seq: entry.seq };
      return;
    case "finished":
      fold.finished = fold.play.over && state.signatures.A !== null && state.signatures.B !== null;
      return;
    default:
      return;
  }
}

function phaseOf(fold: Fold): Phase {
  if (fold.finished) {
    return "finished";
  }
  if (fold.play.over) {
    return "over";
  }
  const running: Kind[] = ["started", "set_won", "set_lost", "set_drawn", "set_replayed", "pause", "clear_in_first_series"];
  if (running.some((kind) => fold.seen.has(kind))) {
    return "running";
  }
  if (fold.seen.has("warm_up")) {
    return "warming_up";
  }
  return fold.seen.has("called") ? "called" : "waiting";
}

/** The latest event that an undo would take back, or null. */
export function undoTarget(log: readonly LogEntry[], mayVoid: (kind: Kind) => boolean): LogEntry | null {
  const voided = voidedUids(log);
  const open = log.filter((entry) => entry.applied && UNDOABLE.has(entry.kind) && !voided.has(entry.uid));
  const last = open.at(-1);
  return last !== undefined && mayVoid(last.kind) ? last : null;
}

/** True when one more warning of this player loses the unfinished sets. */
export function losesSetsNext(rules: Pick<Rules, "ruleset">, state: GameState, who: Who): boolean {
  return rules.ruleset !== "aus-1992" && state.warnings[who] + 1 >= LOSING_WARNING;
}

/** The colours of A's discs, as chosen (22.1.a); null while nobody has chosen. */
export function discsOfA(log: readonly LogEntry[]): "red" | "black" | null {
  const voided = voidedUids(log);
  const choices = log.filter((entry) => entry.kind === "choice" && entry.applied && !voided.has(entry.uid));
  return choices.at(-1)?.payload.discs_of_a ?? null;
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
