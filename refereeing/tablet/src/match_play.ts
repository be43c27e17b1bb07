/**
 * Score, first stroke, sides and seats of a game: a value computed from events, without clock or network.
 *
 * The same table of cases is run here and on the server; the server's answer is the one that counts.
 * Clauses cited are those of lnf-2008 unless another rule set is named.
 */
import type { Member, NextSet, Pair, Seats, SetRow, TableSide, Who } from "./types";
import { clockwise, other, otherSide, pairOf, seatOf, SIDES } from "./types";

export interface PlayRules {
  ruleset: string;
  sets: number;
  all_sets: boolean;
  first_stroke: Who;
  side_of_a: TableSide;
  mode?: "singles" | "doubles";
  /** What the pairs have chosen (22.3); else clockwise from A1 at A's side. */
  seats?: Seats | undefined;
  first_striker?: Member | undefined;
}

/** What the score depends on; everything else in a log leaves it alone. */
export type PlayEvent =
  | { kind: "set_won"; winner: Who }
  | { kind: "set_drawn" }
  | { kind: "set_replayed"; reason: string; last_striker?: Member | undefined }
  | { kind: "seats"; seats: Seats }
  | { kind: "warning"; who: Who; member?: Member | undefined }
  | { kind: "game_lost"; who: Who | "both" }
  | { kind: "time_limit" }
  | { kind: "result"; sets: [number, number] };

export interface Play {
  sets: SetRow[];
  score: Pair;
  winner: Who | "draw" | null;
  over: boolean;
  warnings: Pair;
  /** How many warnings each player has, in doubles by member (19.1). */
  warned: Partial<Record<Who | Member, number>>;
  /** Whether nobody has yet exchanged seats, or given that up, before this set. */
  isExchangeOpen: boolean;
  next: NextSet | null;
}

/** The third warning loses the sets not yet finished (9.1.g, 15.3, 19.1). */
export const LOSING_WARNING = 3;

/** An event that the game cannot take: after the end, or a bare result that no game can have. */
export class CannotTake extends Error {}

export function playStart(rules: PlayRules): Play {
  return withExchange(rules, {
    sets: [],
    score: { A: 0, B: 0 },
    winner: null,
    over: false,
    warnings: { A: 0, B: 0 },
    warned: {},
    // Who has chosen the seats has decided about the exchange too.
    isExchangeOpen: rules.seats === undefined,
    next: firstSet(rules),
  });
}

function firstSet({ mode, first_stroke, first_striker, side_of_a, seats }: PlayRules): NextSet {
  if (mode !== "doubles") {
    return { number: 1, first_stroke, side_of_a };
  }
  return pairsSet(1, seats ?? seatsFrom(side_of_a), first_striker ?? (`${first_stroke}1` as Member));
}

/** Where two pairs sit when nothing else is chosen: clockwise A1, B1, A2, B2. */
export function seatsFrom(side: TableSide): Seats {
  const second = clockwise(side);
  return { [side]: "A1", [second]: "B1", [otherSide(side)]: "A2", [otherSide(second)]: "B2" } as Seats;
}

function pairsSet(number: number, seats: Seats, striker: Member): NextSet {
  return { number, first_stroke: pairOf(striker), side_of_a: seatOf(seats, "A1"), seats, first_striker: striker };
}

/** Say of the coming set whether the pair without the first stroke may exchange its seats (22.3). */
function withExchange(rules: PlayRules, play: Play): Play {
  if (play.next?.seats === undefined) {
    return play;
  }
  const deciding = rules.sets % 2 === 1 && !rules.all_sets && isDeciding(rules, play, play.next);
  return { ...play, next: { ...play.next, may_swap: play.isExchangeOpen && (play.next.number === 1 || deciding) } };
}

function isDeciding(rules: PlayRules, play: Play, next: NextSet): boolean {
  return next.number === rules.sets && play.score.A === play.score.B;
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
    case "set_replayed": {
      const next = nextAfterReplay(rules, play, play.next, event);
      return withExchange(rules, { ...play, isExchangeOpen: false, next });
    }
    case "seats":
      return exchange(rules, play, play.next, event.seats);
    case "warning":
      return warn(rules, play, event.who, event.member);
    case "game_lost":
      // A lost game adds no set rows; one that both lose has no winner.
      return { ...play, winner: event.who === "both" ? null : other(event.who), over: true, next: null };
    case "time_limit":
      return timeIsUp(rules, play);
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
  const { may_swap: _, ...played } = play.next;
  const sets = [...play.sets, { ...played, winner, awarded }];
  const score = { ...play.score };
  if (winner !== null) {
    score[winner] += 1;
  }
  const over = isOver(rules, sets.length, score);
  const next = over ? null : following(rules, play.next);
  return withExchange(rules, { ...play, sets, score, over, winner: over ? leader(score) : null, next, isExchangeOpen: true });
}

/** Sides change, and the first stroke passes on; in doubles it stays on its side while everybody moves one seat on (21.1). */
function following(rules: PlayRules, { number: last, side_of_a, seats, first_striker }: NextSet): NextSet {
  const number = last + 1;
  if (seats === undefined || first_striker === undefined) {
    return { number, first_stroke: firstStrokeOf(rules, number), side_of_a: otherSide(side_of_a) };
  }
  const moved = Object.fromEntries(SIDES.map((side) => [clockwise(side), seats[side]])) as Seats;
  return pairsSet(number, moved, moved[seatOf(seats, first_striker)]);
}

/** The seats as they are when the pair without the first stroke exchanges its own. */
export function exchanged({ seats, first_striker }: NextSet): Seats | null {
  if (seats === undefined || first_striker === undefined) {
    return null;
  }
  const strikers = pairOf(first_striker);
  return Object.fromEntries(SIDES.map((side) => [side, pairOf(seats[side]) === strikers ? seats[side] : seats[otherSide(side)]])) as Seats;
}

function exchange(rules: PlayRules, play: Play, next: NextSet, seats: Seats): Play {
  const wanted = exchanged(next);
  if (next.may_swap !== true || wanted === null || next.first_striker === undefined || SIDES.some((side) => seats[side] !== wanted[side])) {
    throw new CannotTake("illegal_seats");
  }
  return withExchange(rules, { ...play, isExchangeOpen: false, next: pairsSet(next.number, seats, next.first_striker) });
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
function nextAfterReplay(rules: PlayRules, play: Play, next: NextSet, { reason, last_striker }: { reason: string; last_striker?: Member | undefined }): NextSet {
  if (reason !== "double_clear") {
    return next;
  }
  if (next.seats !== undefined && next.first_striker !== undefined) {
    return pairsSet(next.number, next.seats, lastOf(next.seats, next.first_striker, last_striker));
  }
  if (rules.ruleset === "aus-1992" && !isDeciding(rules, play, next)) {
    return next;
  }
  return { ...next, first_stroke: other(next.first_stroke), side_of_a: otherSide(next.side_of_a) };
}

/** 21.1: nobody moves, the last to strike strikes first: an opponent of the first striker, the next one when none is named. */
function lastOf(seats: Seats, first: Member, named: Member | undefined): Member {
  const isOpponent = named !== undefined && pairOf(named) !== pairOf(first);
  return isOpponent ? named : seats[clockwise(seatOf(seats, first))];
}

/** A warning without what it costs. */
export function countWarning(play: Play, who: Who, member: Member | undefined): Play {
  const player = member ?? who;
  return {
    ...play, warnings: { ...play.warnings, [who]: play.warnings[who] + 1 },
    warned: { ...play.warned, [player]: (play.warned[player] ?? 0) + 1 },
  };
}

function warn(rules: PlayRules, play: Play, who: Who, member: Member | undefined): Play {
  let warned = countWarning(play, who, member);
  // aus-1992 1.28: no fixed number.
  if (rules.ruleset === "aus-1992" || (warned.warned[member ?? who] ?? 0) < LOSING_WARNING) {
    return warned;
  }
  while (!warned.over) {
    warned = endSet(rules, warned, other(who), true);
  }
  return warned;
}

/** The sets not finished are drawn, and what was won decides. */
function timeIsUp(rules: PlayRules, play: Play): Play {
  let ended = play;
  while (!ended.over) {
    ended = endSet(rules, ended, null, true);
  }
  return ended;
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
