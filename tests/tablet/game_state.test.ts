/** The fold from a log to the state that the screens show. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { discsOfA, foldGame, isDecided, isPaperResult, losesSetsNext, mergeLogs, undoTarget } from "../../refereeing/tablet/src/game_state";
import { entry, RULES } from "./make";

test("a choice sets first stroke and side; the last one counts (22.1)", () => {
  const log = [entry("choice", { first_stroke: "A", side_of_a: "S" }), entry("choice", { first_stroke: "B", side_of_a: "N", discs_of_a: "black" })];
  assert.deepEqual(foldGame(RULES, log).next, { number: 1, first_stroke: "B", side_of_a: "N" });
  assert.equal(discsOfA(log), "black");
});

test("an undone set is as if it had not been, and what follows moves up", () => {
  const first = entry("set_won", { winner: "A" });
  const log = [first, entry("set_won", { winner: "B" }), entry("void", { uid: first.uid, reason: "undo" })];
  const state = foldGame(RULES, log);
  assert.deepEqual(state.score, { A: 0, B: 1 });
  assert.deepEqual(state.sets, [{ number: 1, winner: "B", first_stroke: "A", side_of_a: "S", awarded: false }]);
  assert.deepEqual(state.voided, [first.uid]);
});

test("a void cannot be voided", () => {
  const set = entry("set_won", { winner: "A" });
  const undo = entry("void", { uid: set.uid, reason: "undo" });
  const state = foldGame(RULES, [set, undo, entry("void", { uid: undo.uid, reason: "no" })]);
  assert.deepEqual(state.score, { A: 0, B: 0 });
});

test("an undone third warning gives the sets back (19.1)", () => {
  const third = entry("warning", { who: "A", clause: "19.1.c" });
  const log = [entry("set_won", { winner: "A" }), entry("warning", { who: "A", clause: "19.1.a" }), entry("warning", { who: "A", clause: "19.1.b" })];
  assert.equal(losesSetsNext(RULES, foldGame(RULES, log), "A"), true);
  const lost = foldGame(RULES, [...log, third]);
  assert.deepEqual([lost.score, lost.over], [{ A: 1, B: 4 }, true]);
  const back = foldGame(RULES, [...log, third, entry("void", { uid: third.uid, reason: "undo" })]);
  assert.deepEqual([back.score, back.over, back.warnings], [{ A: 1, B: 0 }, false, { A: 2, B: 0 }]);
});

test("each warning keeps its clause, set and number", () => {
  const state = foldGame(RULES, [entry("warning", { who: "B", clause: "19.1.i" }), entry("set_won", { winner: "A" }), entry("warning", { who: "B", clause: "19.1.j" })]);
  assert.deepEqual(state.warning_list.map(({ who, clause, set, number }) => [who, clause, set, number]), [["B", "19.1.i", 1, 1], ["B", "19.1.j", 2, 2]]);
});

test("events that were not applied, and play after the end, change nothing", () => {
  const four = [1, 2, 3, 4].map(() => entry("set_won", { winner: "A" }));
  const state = foldGame(RULES, [entry("set_won", { winner: "B" }, { applied: false }), ...four, entry("set_won", { winner: "B" }), entry("game_lost", { who: "A", reason: "withdrawn" })]);
  assert.deepEqual([state.score, state.winner, state.lost_by], [{ A: 4, B: 0 }, "A", null]);
});

test("warnings from the back of a paper protocol are counted and cost no set", () => {
  const state = foldGame(RULES, [entry("result", { sets: [3, 3] }), ...["a", "b", "c"].map((letter) => entry("warning", { who: "A", clause: `19.1.${letter}` }))]);
  assert.deepEqual([state.score, state.warnings, isDecided(state), isPaperResult(state)], [{ A: 3, B: 3 }, { A: 3, B: 0 }, true, true]);
});

test("neither came: nobody has won (15.1)", () => {
  const state = foldGame(RULES, [entry("no_show", { who: "B" }), entry("no_show", { who: "A" })]);
  assert.deepEqual([state.winner, state.over, state.lost_by], [null, true, { who: "both", reason: "no_show" }]);
});

test("what changes the protocol after a signature has to be signed again; so has the undo of it", () => {
  const disc = entry("penalty_disc", { who: "A", clause: "17.1.d" });
  const log = [...[1, 2, 3, 4].map(() => entry("set_won", { winner: "A" })), entry("signature", { who: "A", name: "A" })];
  assert.equal(foldGame(RULES, log).signatures.A?.name, "A");
  assert.equal(foldGame(RULES, [...log, disc]).signatures.A, null);
  const again = [...log, disc, entry("signature", { who: "A", name: "A" })];
  assert.equal(foldGame(RULES, again).signatures.A?.name, "A");
  assert.equal(foldGame(RULES, [...again, entry("void", { uid: disc.uid, reason: "undo" })]).signatures.A, null);
  assert.equal(foldGame(RULES, [...again, entry("note", { text: "x" })]).signatures.A?.name, "A");
});

test("phases: called, warming up, running, over, finished only with both signatures", () => {
  const log = [entry("called")];
  const phase = (): string => foldGame(RULES, log).phase;
  assert.equal(foldGame(RULES, []).phase, "waiting");
  assert.equal(phase(), "called");
  log.push(entry("warm_up"));
  assert.equal(phase(), "warming_up");
  log.push(entry("started"));
  assert.equal(phase(), "running");
  log.push(entry("result", { sets: [4, 2] }));
  assert.equal(phase(), "over");
  log.push(entry("finished"));
  assert.equal(phase(), "over");
  log.push(entry("signature", { who: "A", name: "A" }), entry("signature", { who: "B", name: "B" }), entry("finished"));
  assert.equal(phase(), "finished");
});

test("a bare result is refused once a set is recorded, or when no game ends so", () => {
  assert.deepEqual(foldGame(RULES, [entry("set_won", { winner: "A" }), entry("result", { sets: [4, 2] })]).score, { A: 1, B: 0 });
  assert.equal(foldGame(RULES, [entry("result", { sets: [5, 1] })]).over, false);
});

test("no-show: the other has won, without set rows (15.1)", () => {
  const state = foldGame(RULES, [entry("no_show", { who: "B" })]);
  assert.deepEqual([state.winner, state.sets, state.lost_by], ["A", [], { who: "B", reason: "no_show" }]);
});

test("a set lost by 16.1 is the other's set, and is not an awarded one", () => {
  const state = foldGame(RULES, [entry("set_lost", { who: "A", clause: "16.1.a" })]);
  assert.deepEqual([state.score, state.sets[0]?.awarded], [{ A: 0, B: 1 }, false]);
});

test("clears, penalty discs, arrivals, calls and replays are counted beside the score", () => {
  const state = foldGame(RULES, [
    entry("arrived", { who: "A" }), entry("clear_in_first_series", { who: "B" }), entry("penalty_disc", { who: "A", clause: "17.1.d" }),
    entry("set_replayed", { reason: "stalemate" }), entry("official_called", { reason: "absent" })]);
  assert.deepEqual([state.arrived, state.clears, state.penalty_discs], [{ A: true, B: false }, { A: 0, B: 1 }, { A: 1, B: 0 }]);
  assert.deepEqual([state.replays, state.calls.map((call) => call.reason)], [[{ set: 1, reason: "stalemate" }], ["absent"]]);
});

test("undo names the latest event that can be undone; a player may not undo a warning", () => {
  const set = entry("set_won", { winner: "A" });
  const warning = entry("warning", { who: "B", clause: "19.1.a" });
  assert.equal(undoTarget([set, warning, entry("note", { text: "x" })], () => true)?.uid, warning.uid);
  assert.equal(undoTarget([set, warning], (kind) => kind !== "warning"), null);
  assert.equal(undoTarget([set, warning, entry("void", { uid: warning.uid })], () => true)?.uid, set.uid);
  assert.equal(undoTarget([], () => true), null);
});

test("logs merge without doubles, the server's order first, own unsent events last", () => {
  const own = entry("set_won", { winner: "A" }, { uid: "own", seq: null, dseq: 2 });
  const first = entry("set_won", { winner: "B" }, { uid: "own-first", seq: null, dseq: 1 });
  const served = { ...first, seq: 40 };
  const others = entry("note", { text: "x" }, { uid: "panel", seq: 50 });
  assert.deepEqual(mergeLogs([others, served], [first, own]).map(({ uid, seq }) => [uid, seq]), [["own-first", 40], ["panel", 50], ["own", null]]);
});
