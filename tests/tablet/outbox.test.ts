/** The outbox on a real (in-memory) IndexedDB, with a server that can be silent, refuse, or lose its memory. */
import "fake-indexeddb/auto";
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { test } from "node:test";
import { ApiError, OfflineError } from "../../refereeing/tablet/src/api";
import type { Api } from "../../refereeing/tablet/src/api";
import { openDatabase } from "../../refereeing/tablet/src/database";
import type { Database } from "../../refereeing/tablet/src/database";
import { makeBatches, Outbox } from "../../refereeing/tablet/src/outbox";
import type { EventsReply, Receipt } from "../../refereeing/tablet/src/types";

const KEYS = ["uid", "device", "epoch", "dseq", "table", "game", "kind", "payload", "client_wall", "client_mono_ms", "boot_id", "prev"];
let databases = 0;

class Server {
  sent: { game: string; lines: string[] }[] = [];
  fails: Error | null = null;
  missing: number[] = [];
  result: Receipt["result"] = "stored";
  reason: string | null = null;
  anonymous = false;

  api(): Api {
    const send = async (game: string, _token: string, body: string): Promise<EventsReply> => {
      if (this.fails) {
        throw this.fails;
      }
      const lines = body.split("\n").filter(Boolean);
      this.sent.push({ game, lines });
      const receipts = lines.map((line, place) => ({
        uid: this.anonymous ? null : JSON.parse(line).uid, result: this.result, reason: this.reason, seq: place + 1,
      }));
      return { receipts, head: { seq: 1, hash: "" }, missing: this.missing, state: {} as never, epoch: 1, server_time: "" };
    };
    return { sendEvents: send } as unknown as Api;
  }
}

async function makeBox(server = new Server()): Promise<{ db: Database; box: Outbox; server: Server }> {
  databases += 1;
  const db = await openDatabase(`test-${databases}`);
  await db.put("devices", {
    uid: "dev", token: "tok", name: "T", how: "paired", game: null, competition: "", dseq: 0, prev: "", added_at: "",
  });
  return { db, box: new Outbox(db, server.api()), server };
}

const press = (game = "g1", winner: "A" | "B" = "A") =>
  ({ device: "dev", epoch: 3, table: "t", game, kind: "set_won" as const, payload: { winner } });

const sha = (text: string): string => createHash("sha256").update(text, "utf8").digest("hex");

test("numbers run 1, 2, 3 over games, each line hashes the one before, and has exactly the contract's keys", async () => {
  const { db, box } = await makeBox();
  for (const game of ["g1", "g1", "g2"]) {
    await box.record(press(game));
  }
  const lines = (await db.getAll("events")).sort((a, b) => a.dseq - b.dseq).map((row) => row.line);
  const events = lines.map((line) => JSON.parse(line));
  assert.deepEqual(events.map((event) => event.dseq), [1, 2, 3]);
  assert.deepEqual(events.map((event) => event.prev), ["", sha(lines[0] ?? ""), sha(lines[1] ?? "")]);
  assert.deepEqual(Object.keys(events[0]), KEYS);
  assert.match(events[0].uid, /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
});

test("two tabs pressing at once never share a number", async () => {
  const { db, box, server } = await makeBox();
  const otherTab = new Outbox(db, server.api());
  await Promise.all(Array.from({ length: 40 }, (_, place) => (place % 2 ? box : otherTab).record(press())));
  const numbers = (await db.getAll("events")).map((row) => row.dseq).sort((a, b) => a - b);
  assert.deepEqual(numbers, Array.from({ length: 40 }, (_, place) => place + 1));
});

test("nothing is recorded for a device that is not known, and the counter stays", async () => {
  const { db, box } = await makeBox();
  await assert.rejects(box.record({ ...press(), device: "nobody" }));
  assert.equal(await db.count("events"), 0);
  assert.equal((await box.record(press())).dseq, 1);
});

test("a page loaded anew sends at once, also when the old one died sending; while another tab sends, it waits", async () => {
  const { db, box, server } = await makeBox();
  await box.record(press());
  await box.drain();
  await box.record(press());
  await new Outbox(db, server.api()).drain();
  assert.equal(server.sent.length, 2);
  await db.put("sender", { tab: "same", until: Date.now() + 5000 }, "lease");
  await box.record(press());
  await new Outbox(db, server.api(), "same").drain();
  assert.equal(server.sent.length, 3);
  await db.put("sender", { tab: "other", until: Date.now() + 5000 }, "lease");
  await box.record(press());
  await box.drain();
  assert.equal(server.sent.length, 3);
});

test("a receipt ends the sending; the event stays", async () => {
  const { db, box, server } = await makeBox();
  await box.record(press());
  assert.equal((await box.counts()).unsent, 1);
  const result = await box.drain();
  assert.deepEqual([result.offline, (await box.counts()).unsent, await db.count("events")], [false, 0, 1]);
  await box.drain();
  assert.equal(server.sent.length, 1);
});

for (const status of [400, 401, 403, 404, 409, 413, 415, 422, 429, 500]) {
  test(`a refusal ${status} deletes nothing and is tried again`, async () => {
    const { box, server } = await makeBox();
    await box.record(press());
    server.fails = new ApiError(status, "x", {});
    await box.drain();
    assert.deepEqual([box.refusal()?.status, (await box.counts()).unsent], [status, 1]);
    server.fails = null;
    await box.drain();
    assert.equal((await box.counts()).unsent, 1, "it waits first");
    box.hurry();
    await box.drain();
    assert.deepEqual([box.refusal(), (await box.counts()).unsent], [null, 0]);
  });
}

test("silence: everything stays, in the same bytes", async () => {
  const { db, box, server } = await makeBox();
  await box.record(press());
  const before = (await db.getAll("events"))[0]?.line;
  server.fails = new OfflineError("");
  assert.equal((await box.drain()).offline, true);
  server.fails = null;
  await box.drain();
  assert.equal(server.sent[0]?.lines[0], before);
});

test("one game's refusal does not hold up another game's events", async () => {
  const { db, server } = await makeBox();
  const whole = server.api();
  const choosy = { sendEvents: (game: string, token: string, lines: string) => {
    if (game === "g1") {
      throw new ApiError(404, "not_found", {});
    }
    return whole.sendEvents(game, token, lines);
  } } as unknown as Api;
  const box = new Outbox(db, choosy);
  await box.record(press("g1"));
  await box.record(press("g2"));
  await box.drain();
  assert.deepEqual([server.sent.map((each) => each.game), (await box.counts()).unsent], [["g2"], 1]);
  await box.record(press("g2"));
  await box.drain();
  assert.deepEqual([server.sent.map((each) => each.game), (await box.counts()).unsent], [["g2", "g2"], 1]);
});

test("conflict and quarantine are shown, not sent again and not deleted", async () => {
  for (const verdict of ["conflict", "quarantined"] as const) {
    const { db, box, server } = await makeBox();
    server.result = verdict;
    await box.record(press());
    await box.drain();
    const counts = await box.counts();
    assert.deepEqual([counts.unsent, counts.attention.length, await db.count("events")], [0, 1, 1]);
    assert.equal((await box.ownLog("g1"))[0]?.applied, false);
  }
});

test("a repetition of what was kept but not applied is not taken for accepted", async () => {
  const { box, server } = await makeBox();
  server.result = "duplicate";
  server.reason = "official_required";
  await box.record(press());
  await box.drain();
  assert.equal((await box.counts()).attention[0]?.reason, "official_required");
});

test("a line the server could not read has no uid in its receipt: it is known by its place, and not sent again", async () => {
  const { box, server } = await makeBox();
  server.result = "quarantined";
  server.anonymous = true;
  server.missing = [1];
  await box.record(press());
  await box.drain();
  assert.deepEqual([(await box.counts()).unsent, (await box.counts()).attention.length], [0, 1]);
});

test("what the server says it lacks is sent again (a restored backup)", async () => {
  const { box, server } = await makeBox();
  await box.record(press());
  await box.drain();
  server.missing = [1];
  await box.record(press());
  await box.drain();
  server.missing = [];
  await box.drain();
  assert.deepEqual(server.sent.map((each) => each.lines.map((line) => JSON.parse(line).dseq)), [[1], [2], [1]]);
});

test("batches: one game each, at most 200 lines", async () => {
  const { db, box, server } = await makeBox();
  for (let place = 0; place < 205; place += 1) {
    await box.record(press("g1"));
  }
  await box.record(press("g2"));
  await box.drain();
  assert.deepEqual(server.sent.map((each) => [each.game, each.lines.length]), [["g1", 200], ["g1", 5], ["g2", 1]]);
  const long = (await db.getAll("events")).slice(0, 3).map((row) => ({ ...row, game: "g1", line: "x".repeat(200_000) }));
  assert.deepEqual(makeBatches(long, 200).map((batch) => batch.length), [1, 1, 1]);
});

test("too large for the server: smaller batches next time", async () => {
  const { box, server } = await makeBox();
  for (let place = 0; place < 150; place += 1) {
    await box.record(press());
  }
  server.fails = new ApiError(413, "too_large", {});
  await box.drain();
  server.fails = null;
  box.hurry();
  await box.drain();
  assert.deepEqual(server.sent.map((each) => each.lines.length), [100, 50]);
});

test("forgotten only when acknowledged, finished and two days old", async () => {
  const { db, box } = await makeBox();
  await box.record(press("g1"));
  const later = Date.now() + 49 * 3600 * 1000;
  assert.equal(await box.prune(new Set(["g1"]), later), 0, "unsent");
  await box.drain();
  assert.equal(await box.prune(new Set(), later), 0, "not finished");
  assert.equal(await box.prune(new Set(["g1"])), 0, "too young");
  assert.equal(await box.prune(new Set(["g1"]), later), 1);
  assert.equal(await db.count("events"), 0);
  assert.equal((await box.record(press())).dseq, 2, "the numbers go on");
});

test("the export is every line, as it was hashed", async () => {
  const { db, box } = await makeBox();
  await box.record(press());
  await box.record(press());
  const rows = (await db.getAll("events")).sort((a, b) => a.dseq - b.dseq);
  assert.equal(await box.exportLines(), rows.map((row) => `${row.line}\n`).join(""));
});
