/** The score's table of cases: the same that the server is held to. */
import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { CannotTake, isPossibleResult, playNext, playStart } from "../../refereeing/tablet/src/match_play";
import type { Play, PlayEvent, PlayRules } from "../../refereeing/tablet/src/match_play";
import type { Member, Seats } from "../../refereeing/tablet/src/types";

type CaseEvent = Record<string, unknown>;
interface Case { name: string; why: string; input: Record<string, unknown> & { events: CaseEvent[] }; expect: Record<string, unknown> }

/** Cases of our own, from the clauses; `score-match.json` of the rule book's makers is run too where it lies beside the project. */
const OWN: Case[] = [
  {
    name: "third warning at one all: the game stops at a majority", why: "lnf-2008:19.1; 23.1",
    input: { ruleset: "lnf-2008", sets: 6, all_sets: false, first_stroke: "A", events: [
      { set_won: "A" }, { set_won: "B" }, { warning: "A" }, { warning: "A" }, { warning: "A" }] },
    expect: { score: { A: 1, B: 4 }, winner: "B", over: true, next: null },
  },
  {
    name: "third warning with all sets: every unfinished set is awarded", why: "lnf-2008:19.1; all_sets",
    input: { ruleset: "lnf-2008", sets: 6, all_sets: true, first_stroke: "A", events: [
      { set_won: "A" }, { set_won: "A" }, { warning: "A" }, { warning: "A" }, { warning: "A" }] },
    expect: { score: { A: 2, B: 4 }, winner: "B", over: true },
  },
  {
    name: "awarded sets go on alternating first stroke and sides", why: "rulebook 7 Match",
    input: { ruleset: "lnf-2008", sets: 2, all_sets: true, first_stroke: "B", side_of_a: "N", events: [
      { warning: "B" }, { warning: "B" }, { warning: "B" }] },
    expect: { sets: [
      { number: 1, winner: "A", first_stroke: "B", side_of_a: "N", awarded: true },
      { number: 2, winner: "A", first_stroke: "A", side_of_a: "S", awarded: true }] },
  },
  {
    name: "sides after a replay go on from the replay's sides", why: "lnf-2008:20.4; rulebook 7 Match",
    input: { ruleset: "lnf-2008", sets: 6, all_sets: false, first_stroke: "A", events: [{ set_replayed: "double_clear" }, { set_won: "B" }] },
    expect: { sets: [{ number: 1, winner: "B", first_stroke: "B", side_of_a: "N" }], next: { number: 2, first_stroke: "B", side_of_a: "S" } },
  },
  {
    name: "interference changes nothing", why: "rulebook 7 Match",
    input: { ruleset: "lnf-2008", sets: 6, all_sets: false, first_stroke: "A", events: [{ set_replayed: "interference" }] },
    expect: { sets: [], next: { number: 1, first_stroke: "A", side_of_a: "S" } },
  },
  {
    name: "aus: double clear in the deciding set changes sides and starter", why: "aus-1992:4.6",
    input: { ruleset: "aus-1992", sets: 3, all_sets: false, first_stroke: "A", events: [
      { set_won: "A" }, { set_won: "B" }, { set_replayed: "double_clear" }] },
    expect: { next: { number: 3, first_stroke: "B", side_of_a: "N" } },
  },
  {
    name: "aus: a drawn set counts as played", why: "rulebook 7 Match",
    input: { ruleset: "aus-1992", sets: 3, all_sets: false, first_stroke: "A", events: [{ set_won: "A" }, { set_drawn: true }, { set_drawn: true }] },
    expect: { score: { A: 1, B: 0 }, over: true, winner: "A" },
  },
  {
    name: "a lost game adds no set rows", why: "rulebook 7 Match",
    input: { ruleset: "lnf-2008", sets: 6, all_sets: false, first_stroke: "A", events: [{ set_won: "A" }, { game_lost: "A" }] },
    expect: { sets: [{ number: 1, winner: "A" }], score: { A: 1, B: 0 }, winner: "B", over: true, next: null },
  },
];

/** Doubles, with the names of the contract's examples: a1 and a2 at S and N. */
const SEATS = { S: "a1", W: "b1", N: "a2", E: "b2" };
const MOVED = { S: "b2", W: "a1", N: "b1", E: "a2" };
const THIRD = { S: "a2", W: "b2", N: "a1", E: "b1" };
const PAIRS = { ruleset: "lnf-2008", mode: "doubles", sets: 3, all_sets: false, seats: SEATS, first_stroke: "a1" };
const A = { set_won: "A" }, B = { set_won: "B" };
const DOUBLES: Case[] = [
  {
    name: "everybody moves one seat clockwise, the first stroke stays at its side", why: "lnf-2008:21.1", input: { ...PAIRS, events: [A] },
    expect: { sets: [{ number: 1, winner: "A", seats: SEATS, first_striker: "a1" }], next: { number: 2, seats: MOVED, first_striker: "b2" } },
  },
  {
    name: "both cleared: nobody moves, the last to strike strikes first", why: "lnf-2008:21.1",
    input: { ...PAIRS, events: [{ set_replayed: "double_clear", last_striker: "b2" }] },
    expect: { next: { number: 1, seats: SEATS, first_striker: "b2" } },
  },
  {
    name: "after that the next set's first stroke goes on from the last striker's side", why: "rulebook 7 Match",
    input: { ...PAIRS, events: [{ set_replayed: "double_clear", last_striker: "b1" }, A] },
    expect: { next: { number: 2, seats: MOVED, first_striker: "a1" } },
  },
  {
    name: "the pair without the first stroke exchanges before set 1", why: "lnf-2008:22.3",
    input: { ...PAIRS, events: [{ seats: { S: "a1", W: "b2", N: "a2", E: "b1" } }] },
    expect: { next: { number: 1, seats: { S: "a1", W: "b2", N: "a2", E: "b1" }, first_striker: "a1", may_swap: false } },
  },
  {
    name: "and again in a deciding odd set", why: "lnf-2008:22.3", input: { ...PAIRS, events: [A, B] },
    expect: { next: { number: 3, seats: THIRD, first_striker: "a2", may_swap: true } },
  },
  {
    name: "not in set 2", why: "lnf-2008:22.3",
    input: { ...PAIRS, events: [A, { seats: { S: "b2", W: "a2", N: "b1", E: "a1" } }] }, expect: { error: {} },
  },
  {
    name: "not where all sets are played", why: "lnf-2008:22.3", input: { ...PAIRS, all_sets: true, events: [A, B] },
    expect: { next: { number: 3, may_swap: false } },
  },
  {
    name: "only the other pair", why: "lnf-2008:22.3", input: { ...PAIRS, events: [{ seats: { S: "a2", W: "b1", N: "a1", E: "b2" } }] },
    expect: { error: {} },
  },
  {
    name: "the third warning of one player", why: "lnf-2008:19.1", input: { ...PAIRS, events: [
      { warning: "A", member: "A1" }, { warning: "A", member: "A2" }, { warning: "A", member: "A1" }] },
    expect: { over: false, warnings: { A: 3, B: 0 } },
  },
];

const MEMBERS: Record<string, Member> = { a1: "A1", a2: "A2", b1: "B1", b2: "B2" };

/** The names of a contract's case as the log has them. */
function asMembers(value: unknown): unknown {
  if (Array.isArray(value)) {
    return value.map(asMembers);
  }
  if (typeof value === "object" && value !== null) {
    return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, asMembers(each)]));
  }
  return typeof value === "string" ? MEMBERS[value] ?? value : value;
}

function given(): Case[] {
  const path = join(process.cwd(), "..", "shared", "cases", "score-match.json");
  return existsSync(path) ? (JSON.parse(readFileSync(path, "utf8")) as Case[]) : [];
}

function asEvent(raw: CaseEvent): PlayEvent {
  const [kind, value] = Object.entries(raw)[0] ?? ["", null];
  switch (kind) {
    case "set_won": return { kind, winner: value as "A" };
    case "set_drawn": return { kind };
    case "set_replayed": return { kind, reason: String(value), last_striker: raw.last_striker as Member | undefined };
    case "seats": return { kind, seats: value as Seats };
    case "result": return { kind, sets: value as [number, number] };
    default: return { kind: kind as "warning", who: value as "A", member: raw.member as Member | undefined };
  }
}

function play(input: Case["input"]): Play {
  const said = asMembers({ side_of_a: "S", ...input }) as Case["input"];
  const striker = String(said.first_stroke);
  const pairs = said.mode === "doubles" ? { first_stroke: striker[0], first_striker: striker } : {};
  const rules = { ...said, ...pairs } as unknown as PlayRules;
  // A contract's game begins before the exchange; in a log the choice of the seats settles it.
  const start = playStart(rules);
  const begun = start.next?.seats ? { ...start, isExchangeOpen: true, next: { ...start.next, may_swap: true } } : start;
  return said.events.map(asEvent).reduce((so_far, event) => playNext(rules, so_far, event), begun);
}

/** `expect` names only what the case is about: objects key by key, arrays element by element. */
function assertHas(got: unknown, expected: unknown, path: string): void {
  if (Array.isArray(expected)) {
    assert.equal((got as unknown[]).length, expected.length, path);
    expected.forEach((each, place) => assertHas((got as unknown[])[place], each, `${path}[${place}]`));
  } else if (typeof expected === "object" && expected !== null) {
    for (const [key, value] of Object.entries(expected)) {
      assertHas((got as Record<string, unknown>)[key], value, `${path}.${key}`);
    }
  } else {
    assert.equal(got, expected, path);
  }
}

for (const each of [...OWN, ...DOUBLES, ...given()]) {
  test(`${each.why}: ${each.name}`, () => {
    if ("error" in each.expect) {
      assert.throws(() => play(each.input), CannotTake);
    } else {
      assertHas(play(each.input), asMembers(each.expect), "result");
    }
  });
}

const RESULTS: [number, boolean, number, number, boolean][] = [
  // sets, all sets, a, b, possible (23.1: more than half ends it)
  [6, false, 4, 2, true], [6, false, 3, 3, true], [6, false, 4, 0, true], [6, false, 5, 1, false], [6, false, 3, 2, false],
  [6, false, 4, 3, false], [6, true, 5, 1, true], [6, true, 4, 1, false], [3, false, 2, 1, true], [3, false, 2, 0, true],
  [3, false, 3, 0, false], [6, false, -1, 4, false], [6, false, 1.5, 4, false],
];

for (const [sets, all_sets, a, b, possible] of RESULTS) {
  test(`23.1: ${a}:${b} of ${sets}${all_sets ? ", all played" : ""} is ${possible ? "" : "im"}possible`, () => {
    assert.equal(isPossibleResult({ sets, all_sets }, a, b), possible);
  });
}
