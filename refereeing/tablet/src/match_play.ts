/**
 * Score, first stroke and sides of a singles game: a value computed from events, without clock or network.
 *
 * The same table of cases is run here and on the server; the server's answer is the one that counts.
 * Clauses cited are those of lnf-2008 unless another rule set is named.
 */
import type { NextSet, Pair, SetRow, TableSide, Who } from "./types";
import { other, otherSide } from "./types";

export interface PlayRules {
  ruleset: string;
  sets: number;
  all_sets: boolean;
  first_stroke: Who;
  side_of_a: TableSide;
}

/** What the score depends on; everything else in a log leaves it alone. */
export type PlayEvent =
  | { kind: "set_won"; winner: Who }
  | { kind: "set_drawn" }
  | { kind: "set_replayed"; reason: string }
  | { kind: "warning"; who: Who }
  | { kind: "game_lost"; who: Who }
  | { kind: "result"; sets: [number, number] };

export interface Play {
  sets: SetRow[];
  score: Pair;
  winner: Who | "draw" | null;
  over: boolean;
  warnings: Pair;
  next: NextSet | null;
}

/** The third warning loses the sets not yet finished (9.1.g, 15.3, 19.1). */
export const LOSING_WARNING = 3;

/** An event that the game cannot take: after the end, or a bare result that no game can have. */
export class CannotTake extends Error {}

export function playStart(rules: PlayRules): Play {
  return {
    sets: [],
    score: { A: 0, B: 0 },
    winner: null,
    over: false,
    warnings: { A: 0, B: 0 },
    next: { number: 1, first_stroke: rules.first_stroke, side_of_a: rules.side_of_a },
  };
}

/** One event further. Throws CannotTake and leaves the given value as it was. */
export function playNext(rules: PlayRules, play: Play, event: PlayEvent): Play {
  if (play.over || play.next === null) {
    throw new CannotTake("game_over");
  }
  switch (event.kind) {
    case "set_won":
      return endSet(rules, play, event.winner, false);
    case "set_drawn":
      return endSet(rules, play, null, false);
    case "set_replayed":
      return { ...play, next: nextAfterReplay(rules, play, play.next, event.reason) };
    case "warning":
      return warn(rules, play, event.who);
    case "game_lost":
      // A lost game adds no set rows.
      return { ...play, winner: other(event.who), over: true, next: null };
    case "result":
      return bareResult(rules, play, event.sets);
  }
}

/** The protocol fixes the first stroke of every numbered set: it alternates from set 1. */
function firstStrokeOf(rules: PlayRules, number: number): Who {
  return number % 2 === 1 ? rules.first_stroke : other(rules.first_stroke);
}

function endSet(rules: PlayRules, play: Play, winner: Who | null, awarded: boolean): Play {
  if (play.next === null) {
    throw new CannotTake("game_over");
  }
  const sets = [...play.sets, { ...play.next, winner, awarded }];
  const score = { ...play.score };
  if (winner !== null) {
    score[winner] += 1;
  }
  const over = isOver(rules, sets.length, score);
  const number = play.next.number + 1;
  const next = over
    ? null
    : { number, first_stroke: firstStrokeOf(rules, number), side_of_a: otherSide(play.next.side_of_a) };
  return { ...play, sets, score, over, winner: over ? leader(score) : null, next };
}

/** More than half of the sets ends the game, unless all are played (23.1). */
function isOver(rules: PlayRules, played: number, score: Pair): boolean {
  if (played >= rules.sets) {
    return true;
  }
  return !rules.all_sets && Math.max(score.A, score.B) * 2 > rules.sets;
}

function leader(score: Pair): Who | "draw" {
  if (score.A === score.B) {
    return "draw";
  }
  return score.A > score.B ? "A" : "B";
}

/**
 * Both cleared in the first series: sides and first stroke change (20.4); aus-1992 4.6 only in the deciding set.
 * Last discs, stalemate, interference: nothing changes (20.5, 20.6).
 */
function nextAfterReplay(rules: PlayRules, play: Play, next: NextSet, reason: string): NextSet {
  if (reason !== "double_clear") {
    return next;
  }
  const deciding = next.number === rules.sets && play.score.A === play.score.B;
  if (rules.ruleset === "aus-1992" && !deciding) {
    return next;
  }
  return { ...next, first_stroke: other(next.first_stroke), side_of_a: otherSide(next.side_of_a) };
}

function warn(rules: PlayRules, play: Play, who: Who): Play {
  let warned: Play = { ...play, warnings: { ...play.warnings, [who]: play.warnings[who] + 1 } };
  // aus-1992 1.28: no fixed number.
  if (rules.ruleset === "aus-1992" || warned.warnings[who] < LOSING_WARNING) {
    return warned;
  }
  while (!warned.over) {
    warned = endSet(rules, warned, other(who), true);
  }
  return warned;
}

/** True when a paper protocol can end with this score. */
export function isPossibleResult(rules: Pick<PlayRules, "sets" | "all_sets">, a: number, b: number): boolean {
  const whole = Number.isInteger(a) && Number.isInteger(b) && a >= 0 && b >= 0;
  if (!whole || a + b > rules.sets) {
    return false;
  }
  if (rules.all_sets) {
    return a + b === rules.sets;
  }
  const high = Math.max(a, b);
  const low = Math.min(a, b);
  const needed = Math.floor(rules.sets / 2) + 1;
  return (high === needed && low < needed) || (high < needed && a + b === rules.sets);
}

function bareResult(rules: PlayRules, play: Play, sets: [number, number]): Play {
  const [a, b] = sets;
  // aus-1992 knows drawn sets, so a bare score may add up to less than the number of sets.
  const fits = rules.ruleset === "aus-1992" ? a + b <= rules.sets : isPossibleResult(rules, a, b);
  if (play.sets.length > 0 || !fits) {
    throw new CannotTake("impossible_result");
  }
  const score = { A: a, B: b };
  return { ...play, score, over: true, winner: leader(score), next: null };
}
