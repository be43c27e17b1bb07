/** The tablet's fold against the server's, over logs that the server made (tests/tablet/test_tablet_units.py). */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { foldGame } from "../../refereeing/tablet/src/game_state";
import type { GameState, Kind, LogEntry, Payload, Rules } from "../../refereeing/tablet/src/types";

interface Case { rules: Rules; events: { uid: string; kind: Kind; payload: Payload }[]; state: GameState }

const file = process.env.NOVUSS_TABLET_PARITY;
const cases = file ? (JSON.parse(readFileSync(file, "utf8")) as Case[]) : [];

test("the same log gives the same state as on the server", { skip: file === undefined }, () => {
  assert.ok(cases.length > 0);
  for (const each of cases) {
    const log = each.events.map((event, place): LogEntry => ({ ...event, device: "d", dseq: place + 1, seq: place + 1, applied: true, at: "" }));
    assert.deepEqual(foldGame(each.rules, log), each.state, JSON.stringify(each.events));
  }
});
