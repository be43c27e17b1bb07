/** The score's table of cases: the same that the server is held to. */
import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { CannotTake, isPossibleResult, playNext, playStart } from "../../refereeing/tablet/src/match_play";
import type { Play, PlayEvent, PlayRules } from "../../refereeing/tablet/src/match_play";

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

function given(): Case[] {
  const path = join(process.cwd(), "..", "shared", "cases", "score-match.json");
  return existsSync(path) ? (JSON.parse(readFileSync(path, "utf8")) as Case[]) : [];
}

function asEvent(raw: CaseEvent): PlayEvent {
  const [kind, value] = Object.entries(raw)[0] ?? ["", null];
  switch (kind) {
    case "set_won": return { kind, winner: value as "A" };
    case "set_drawn": return { kind };
    case "set_replayed": return { kind, reason: String(value) };
    case "result": return { kind, sets: value as [number, number] };
    default: return { kind: kind as "warning", who: value as "A" };
  }
}

function play(input: Case["input"]): Play {
  const rules = { side_of_a: "S", ...input } as unknown as PlayRules;
  return input.events.map(asEvent).reduce((so_far, event) => playNext(rules, so_far, event), playStart(rules));
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

for (const each of [...OWN, ...given()]) {
  test(`${each.why}: ${each.name}`, () => {
    if ("error" in each.expect) {
      assert.throws(() => play(each.input), CannotTake);
    } else {
      assertHas(play(each.input), each.expect, "result");
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
