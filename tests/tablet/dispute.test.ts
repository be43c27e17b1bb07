/** A dispute's pure parts, and its queue: what is asked, what is ruled, what waits. */
import "fake-indexeddb/auto";
import assert from "node:assert/strict";
import { test } from "node:test";
import { ApiError, OfflineError } from "../../refereeing/tablet/src/api";
import type { Api } from "../../refereeing/tablet/src/api";
import { ahead, angleTo, asOnTable, asSeen, reachOf, turned } from "../../refereeing/tablet/src/board/aim";
import { boardsFrom, putOn, stowFrom } from "../../refereeing/tablet/src/board/boards";
import { nextOf } from "../../refereeing/tablet/src/board/editor";
import { SEATS, toScreen } from "../../refereeing/tablet/src/board/geometry";
import { loupePlace } from "../../refereeing/tablet/src/board/loupe";
import { nudged } from "../../refereeing/tablet/src/board/pane";
import { placeOf, startPosition, trayOf } from "../../refereeing/tablet/src/board/position";
import { byCompass, firstCorners, sample } from "../../refereeing/tablet/src/board/straighten";
import type { Corners } from "../../refereeing/tablet/src/board/homography";
import { BOARD_STRINGS } from "../../refereeing/tablet/src/board/strings";
import type { Point, Seat } from "../../refereeing/tablet/src/board/types";
import { openDatabase } from "../../refereeing/tablet/src/database";
import type { Dispute } from "../../refereeing/tablet/src/dispute/api";
import { postsOf } from "../../refereeing/tablet/src/dispute/app";
import { coloursFor, draftFrom, isAskable, momentOf, positionPost, withSeat } from "../../refereeing/tablet/src/dispute/draft";
import type { Draft } from "../../refereeing/tablet/src/dispute/draft";
import { keepDraft, keptDraft } from "../../refereeing/tablet/src/dispute/kept";
import { stateText, waitFor } from "../../refereeing/tablet/src/dispute/replay_step";
import { rulingEvents } from "../../refereeing/tablet/src/dispute/ruling";
import type { RulingForm } from "../../refereeing/tablet/src/dispute/ruling";
import { withClauses } from "../../refereeing/tablet/src/dispute/ruling_step";
import { DISPUTE_STRINGS, questionOf, textIn } from "../../refereeing/tablet/src/dispute/strings";
import { lastKnown } from "../../refereeing/tablet/src/dispute_host";
import { Posts } from "../../refereeing/tablet/src/posts";
import type { NewPost } from "../../refereeing/tablet/src/posts";

const START = { dispute: "d1", game: "g1", set: 3, who: "A", member: null, mode: "singles", ruleset: "lnf-2008", player: "S", colour: "red" } as const;
const draft = (over: Partial<Draft> = {}): Draft => ({ ...draftFrom(START), ...over });
const near = (a: number, b: number): void => assert.ok(Math.abs(a - b) < 1e-9, `${a} is not ${b}`);

// --- the aim ---
test("a direction as the player sees it: 90° is straight ahead from every seat, less is to the right", () => {
  const ahead90: Record<Seat, number> = { S: 90, N: -90, W: 0, E: 180 };
  for (const seat of SEATS) {
    assert.equal(asOnTable(seat, 90), ahead90[seat], seat);
    assert.equal(asSeen(seat, ahead90[seat]), 90, seat);
    const from = { x: 0, y: 0 };
    const right = toScreen(seat, ahead(from, asOnTable(seat, 60), 100));
    assert.ok(right.x > 0 && right.y < 0, seat); // up and to the right in the drawing
  }
  near(angleTo({ x: 0, y: -400 }, { x: 0, y: 100 }), 90);
  near(angleTo({ x: 0, y: 0 }, { x: -3, y: -3 }), -135);
  assert.deepEqual([turned(-180), turned(181), turned(720), turned(-5)], [180, -179, 0, -5]);
});

test("the arrow ends before the edge", () => {
  near(reachOf({ x: 0, y: -420 }, 90), 330);
  near(reachOf({ x: 0, y: 400 }, 90), 90);
  near(reachOf({ x: 480, y: 0 }, 0), 18);
});

// --- the boards ---
test("what was not moved on the second board follows the first", () => {
  const start = boardsFrom(startPosition("singles", { S: "red", N: "black" }, "S"));
  let boards = putOn(start, "before", "r1", { x: 0, y: 100 });
  assert.deepEqual([placeOf(boards.after, "r1")?.x, placeOf(boards.after, "r1")?.y], [0, 100]);
  boards = putOn(boards, "after", "r1", { x: 50, y: 200 });
  boards = putOn(boards, "before", "r1", { x: 10, y: 100 });
  assert.deepEqual([placeOf(boards.after, "r1")?.x, placeOf(boards.before, "r1")?.x], [50, 10]);
  boards = stowFrom(boards, "before", "b1", "unknown");
  assert.equal(trayOf(boards.after, "b1"), "unknown");
  boards = stowFrom(boards, "after", "b2", "pocketed");
  boards = stowFrom(boards, "before", "b2", "unknown");
  assert.deepEqual([trayOf(boards.before, "b2"), trayOf(boards.after, "b2")], ["unknown", "pocketed"]);
});

test("the striker stays on the first board, and its end is its own", () => {
  const start = boardsFrom(startPosition("singles", { S: "red", N: "black" }, "S"));
  assert.equal(stowFrom(start, "before", "striker", "pocketed"), start);
  const boards = putOn(putOn(start, "before", "striker", { x: 40, y: -420 }), "after", "striker", { x: 0, y: 0 });
  assert.deepEqual(boards.before.striker, { x: 40, y: -420 });
  assert.deepEqual([boards.after.striker, boards.after.unknown], [{ x: 0, y: 0 }, []]);
});

test("a piece laid well into a pocket is pocketed; the striker before the stroke never is", () => {
  const start = boardsFrom(startPosition("singles", { S: "red", N: "black" }, "S"));
  assert.equal(trayOf(putOn(start, "after", "r3", { x: 430, y: -440 }).after, "r3"), "pocketed");
  assert.equal(trayOf(putOn(start, "after", "r3", { x: 395, y: -435 }).after, "r3"), null);
  assert.ok(putOn(start, "before", "striker", { x: 435, y: -435 }).before.striker);
});

test("taps one after the other lay down the discs of one colour", () => {
  assert.equal(nextOf(["b1", "r3", "r1", "r2", "striker"], "r1"), "r2");
  assert.equal(nextOf(["b1", "r3", "r1"], "r3"), "r1");
  assert.equal(nextOf(["striker"], "striker"), null);
});

test("arrow keys move as the drawing lies", () => {
  assert.deepEqual(nudged("S", { x: 0, y: 0 }, { x: 0, y: -1 }, 1), { x: 0, y: 1 });
  assert.deepEqual(nudged("N", { x: 0, y: 0 }, { x: 0, y: -1 }, 0.1), { x: 0, y: -0.1 });
  assert.deepEqual(nudged("E", { x: 0, y: 0 }, { x: 1, y: 0 }, 1), { x: 0, y: 1 });
});

test("the magnifier stands above the finger, beside it at the top, and never off the screen", () => {
  assert.deepEqual(loupePlace({ x: 400, y: 600 }, 820), { x: 316, y: 388 });
  assert.deepEqual(loupePlace({ x: 10, y: 600 }, 820), { x: 4, y: 388 });
  assert.deepEqual(loupePlace({ x: 100, y: 90 }, 820), { x: 144, y: 6 });
  assert.deepEqual(loupePlace({ x: 800, y: 90 }, 820), { x: 588, y: 6 });
});

// --- the photo ---
test("the corners by compass, whichever side is at the bottom of the picture", () => {
  const marks = firstCorners({ address: "", width: 100, height: 100 }); // top left, top right, bottom right, bottom left
  const [tl, tr, br, bl] = marks;
  assert.deepEqual(byCompass(marks, "S"), [tl, tr, br, bl]);
  assert.deepEqual(byCompass(marks, "N"), [br, bl, tl, tr]);
  assert.deepEqual(byCompass(marks, "E"), [tr, br, bl, tl]);
  assert.deepEqual(byCompass(marks, "W"), [bl, tl, tr, br]);
  for (const seat of SEATS) {
    // As the drawing shows it: NW, NE, SE, SW of the table seen from that seat.
    const compass: Point[] = [{ x: -1, y: 1 }, { x: 1, y: 1 }, { x: 1, y: -1 }, { x: -1, y: -1 }];
    const seen = compass.map((corner) => toScreen(seat, corner)).map(({ x, y }) => ({ x: 50 + x * 30, y: 50 + y * 30 }));
    assert.deepEqual(byCompass(marks, seat), seen, seat);
  }
});

test("a colour between four pixels; black outside", () => {
  const data = new Uint8ClampedArray([0, 0, 0, 255, 100, 0, 0, 255, 0, 100, 0, 255, 100, 100, 0, 255]);
  const out = new Uint8ClampedArray(4);
  sample({ data, width: 2, height: 2 }, { x: 1, y: 1 }, out, 0);
  assert.deepEqual([...out], [50, 50, 0, 255]);
  sample({ data, width: 2, height: 2 }, { x: 0.5, y: 0.5 }, out, 0);
  assert.deepEqual([...out], [0, 0, 0, 255]);
  out.fill(0);
  sample({ data, width: 2, height: 2 }, { x: 5, y: 0 }, out, 0);
  assert.deepEqual([...out], [0, 0, 0, 255]);
});

// --- what is asked ---
test("seats and colours: players face each other, so do partners", () => {
  assert.deepEqual(coloursFor("singles", "N", "black"), { N: "black", S: "red" });
  assert.deepEqual(coloursFor("doubles", "W", "red"), { W: "red", E: "red", S: "black", N: "black" });
  const turned = withSeat(draft({ aim: { angle: 90, spread: 3 } }), "N", "red");
  assert.deepEqual([turned.colours, turned.aim, turned.boards.before.striker], [{ N: "red", S: "black" }, null, { x: 0, y: 425 }]);
});

test("a position as the API takes it", () => {
  const marks: Corners = [{ x: 100, y: 50 }, { x: 900, y: 50 }, { x: 900, y: 450 }, { x: 100, y: 450 }];
  const photo = { picture: { address: "data:,", width: 1000, height: 500 }, marks, bottom: "S", moment: "after", straight: "", uid: "p", isSent: false } as const;
  const post = positionPost(draft({ aim: { angle: 88.5, spread: 7 }, speed: "soft", photo }), "u");
  assert.deepEqual([post.uid, post.player, post.colours, post.mode], ["u", "S", { S: "red", N: "black" }, "singles"]);
  assert.deepEqual(post.known, { angle: [81.5, 95.5], speed: [300, 1800] });
  assert.deepEqual(post.photo, { uid: "p", corners: [[0.1, 0.1], [0.9, 0.1], [0.9, 0.9], [0.1, 0.9]] });
  assert.equal(post.before.discs.length, 16);
  assert.deepEqual([post.after.striker, post.after.unknown], [null, ["striker"]]);
  assert.deepEqual([positionPost(draft(), "u").known.angle, positionPost(draft(), "u").position_sd, post.position_sd], [null, 2, 3]);
});

test("the photo goes first, and once; then the position, then the wish for a replay of it", () => {
  const photo = { picture: { address: "data:image/jpeg;base64,AQID", width: 10, height: 10 }, marks: firstCorners({ address: "", width: 10, height: 10 }), bottom: "S", moment: "after", straight: "", uid: "p", isSent: false } as const;
  const asked = draft({ photo, position: "pos", replay: "rep" });
  const posts = postsOf(asked, asked);
  assert.deepEqual(posts.map(({ method, path }) => `${method} ${path}`), [
    "PUT games/g1/disputes/d1/photos/p", "POST games/g1/disputes/d1/positions", "POST games/g1/disputes/d1/replays",
  ]);
  assert.deepEqual([...(posts[0]?.bytes ?? [])], [1, 2, 3]);
  assert.deepEqual(posts[2]?.json, { uid: "rep", position: "pos", kind: "reconstruct", model: "slide", seed: 1 });
  const again = draft({ photo: { ...photo, isSent: true }, position: "pos", replay: "rep" });
  assert.equal(postsOf(again, again).length, 2);
});

test("there is something to ask once a direction is known or a disc has moved", () => {
  assert.equal(isAskable(draft()), false);
  assert.equal(isAskable(draft({ aim: { angle: 90, spread: 3 } })), true);
  const { boards } = draft();
  assert.equal(isAskable(draft({ boards: putOn(boards, "after", "r1", { x: 0, y: 0 }) })), true);
});

test("what the boards say of the moment, and no more than they say", () => {
  const { boards } = draft();
  assert.deepEqual(momentOf(draft()), { mode: "singles", own_light_stands: true }); // the striker's end is not known
  let after = putOn(putOn(boards, "after", "striker", { x: 0, y: 0 }), "after", "r1", { x: 435, y: 435 });
  assert.deepEqual(momentOf(draft({ boards: after })), { mode: "singles", own_light_stands: true, pocketed: ["own"], off: [] });
  after = stowFrom(stowFrom(after, "after", "b1", "off_table"), "after", "striker", "pocketed");
  assert.deepEqual(momentOf(draft({ boards: after })), { mode: "singles", own_light_stands: true, pocketed: ["own", "striker"], off: ["opponents"] });
  const dark = putOn(boards, "before", "r1", { x: 0, y: 0 });
  const alone = ["r2", "r3", "r4", "r5", "r6", "r7", "r8"].reduce((now, id) => stowFrom(now, "before", id, "pocketed"), dark);
  assert.equal(momentOf(draft({ boards: alone })).own_light_stands, false);
  assert.equal(momentOf(draft({ boards: stowFrom(alone, "before", "r8", "unknown") })).own_light_stands, undefined);
});

test("where the discs lay last: after the newest dispute of the set, the striker where it was struck", () => {
  const boards = putOn(draft().boards, "after", "r1", { x: 0, y: 0 });
  const one = draft({ dispute: "one", position: "p", boards });
  assert.equal(lastKnown([one], "one", 3), null);
  assert.equal(lastKnown([one], "two", 4), null);
  assert.equal(lastKnown([{ ...one, position: null }], "two", 3), null);
  const found = lastKnown([one], "two", 3);
  assert.deepEqual([found?.striker, found?.unknown, found && placeOf(found, "r1")?.y], [{ x: 0, y: -425 }, [], 0]);
});

// --- the ruling ---
const FORM: RulingForm = { decision: "correct", clauses: ["lnf-2008:11.4.a"], text: "", loser: "A", setClause: "", reason: "interference", hasPenalty: false, penaltyClause: "" };

test("a ruling names its dispute; what follows names the ruling (8.1.d stays with the panel)", () => {
  assert.deepEqual(rulingEvents({ ...FORM, decision: null }, draft(), "r", ""), []);
  assert.deepEqual(rulingEvents(FORM, draft(), "r", "Correct stroke"), [
    { kind: "ruling", payload: { text: "Correct stroke: 11.4.a", ruling: "r", dispute: "d1", decision: "correct", clauses: ["lnf-2008:11.4.a"] } },
  ]);
  const lost = rulingEvents({ ...FORM, decision: "set_lost", text: " two dark ones ", setClause: "16.1.a" }, draft(), "r", "Set lost");
  assert.deepEqual(lost.map(({ kind }) => kind), ["ruling", "set_lost"]);
  assert.deepEqual([lost[0]?.payload.text, lost[1]?.payload], ["two dark ones", { who: "A", clause: "16.1.a", ruling: "r" }]);
  const replayed = rulingEvents({ ...FORM, decision: "set_replayed" }, draft(), "r", "");
  assert.deepEqual(replayed[1], { kind: "set_replayed", payload: { reason: "interference", ruling: "r" } });
  const penalised = { ...FORM, decision: "penalised", penaltyClause: "17.1.d" } as const;
  assert.equal(rulingEvents(penalised, draft(), "r", "").length, 1);
  assert.deepEqual(rulingEvents({ ...penalised, hasPenalty: true }, draft({ who: "B" }), "r", "")[1],
    { kind: "penalty_disc", payload: { who: "B", clause: "17.1.d", ruling: "r" } });
});

test("a chosen clause is the clause of its consequence", () => {
  const host = { clauses: { set: ["16.1.a", "16.1.d"], penalty: ["17.1.b"] } };
  const form = withClauses(FORM, ["lnf-2008:18.1.d", "lnf-2008:17.1.b", "lnf-2008:16.1.d"], host);
  assert.deepEqual([form.setClause, form.penaltyClause], ["16.1.d", "17.1.b"]);
  assert.equal(withClauses(form, [], host).setClause, "16.1.d"); // what was chosen by hand stays
});

test("a question is recorded in the competition's language and read in the reader's own", () => {
  const recorded = textIn("lv", "Which disc was touched first?");
  assert.equal(recorded, "Kurš kauliņš tika skarts pirmais?");
  assert.equal(textIn("en", recorded), "Which disc was touched first?");
  assert.equal(textIn("de", "The lamp fell down"), "The lamp fell down");
  assert.equal(questionOf("Something else"), null);
});

// --- the replay ---
test("looked for until it is there and shown", () => {
  assert.equal(waitFor({ state: "running", hidden: null, poll_ms: 700 }), 700);
  assert.equal(waitFor({ state: "queued", hidden: "ruling_first", poll_ms: 1 }), 500);
  assert.equal(waitFor({ state: "done", hidden: "ruling_first", poll_ms: 700 }), 2000);
  for (const answer of [{ state: "done", hidden: null }, { state: "failed", hidden: null }, { state: "done", hidden: "weight_none" }] as const) {
    assert.equal(waitFor({ ...answer, poll_ms: 700 }), 0);
  }
});

test("a replay that is hidden says why, one that failed says what happened", () => {
  const replay = { uid: "r", kind: "reconstruct", progress: 0.42, poll_ms: 700, error: null, partial: true, weight_words: "A model." } as const;
  assert.match(stateText({ ...replay, state: "done", hidden: "ruling_first" }), /when the ruling has been given/);
  assert.match(stateText({ ...replay, state: "running", hidden: "ruling_first" }), /42 %.*The ruling comes first/);
  assert.doesNotMatch(stateText({ ...replay, state: "running", hidden: null }), /first answer/);
  assert.match(stateText({ ...replay, state: "running", hidden: null }, true), /42 %.*first answer/);
  assert.match(stateText({ ...replay, state: "done", hidden: "weight_none" }), /not used/);
  assert.equal(stateText({ ...replay, state: "done", hidden: null }), "A model.");
  assert.match(stateText({ ...replay, state: "failed", hidden: null, error: { code: "too_hard", detail: "Too many contacts." } }), /Too many contacts/);
});

// --- what the panel's page keeps ---
test("a draft outlives the loading of the page, until somebody sends a newer position", () => {
  const shelf = new Map<string, string>();
  const storage = { getItem: (key: string) => shelf.get(key) ?? null, setItem: (key: string, value: string) => void shelf.set(key, value) };
  const mine = draft({ aim: { angle: 80, spread: 7 } });
  const dispute = (uid: string, ...positions: string[]) => ({ uid, positions: positions.map((one) => ({ uid: one })) }) as unknown as Dispute;

  keepDraft(storage, mine);

  assert.deepEqual(keptDraft(storage, dispute(mine.dispute)), mine);
  assert.equal(keptDraft(storage, dispute(mine.dispute, "newer")), null);
  assert.equal(keptDraft(storage, dispute("another")), null);
  shelf.set(`novuss-dispute-${mine.dispute}`, "{");
  assert.equal(keptDraft(storage, dispute(mine.dispute)), null);
});

// --- the queue ---
const post = (uid: string, dispute = "d1"): NewPost => ({ uid, device: "dev", dispute, method: "POST", path: `x/${uid}`, body: "{}" });
let databases = 0;

async function makePosts(answer: (path: string) => Error | null): Promise<{ posts: Posts; sent: string[] }> {
  databases += 1;
  const db = await openDatabase(`posts-${databases}`);
  const sent: string[] = [];
  const sendKept = async (_method: string, path: string): Promise<unknown> => {
    sent.push(path);
    const fault = answer(path);
    if (fault) {
      throw fault;
    }
    return {};
  };
  return { posts: new Posts(db, { sendKept } as unknown as Api), sent };
}

test("posts wait while there is no network, go out in order, and are dropped when the server has them", async () => {
  let isOnline = false;
  const { posts, sent } = await makePosts(() => (isOnline ? null : new OfflineError("x")));
  await posts.add([post("b"), post("a")]);
  await posts.add([post("c", "d2")]);
  await posts.drain();
  assert.deepEqual([sent, await posts.counts()], [["x/b"], { waiting: 3, refused: null }]);
  isOnline = true;
  sent.length = 0;
  await posts.drain();
  assert.deepEqual([sent, await posts.counts("d1"), await posts.counts()], [["x/b", "x/a", "x/c"], { waiting: 0, refused: null }, { waiting: 0, refused: null }]);
});

test("what is put off holds back its own dispute alone, and is tried again", async () => {
  let isBusy = true;
  const { posts, sent } = await makePosts((path) => (isBusy && path === "x/a" ? new ApiError(429, "busy", {}) : null));
  await posts.add([post("a"), post("b"), post("c", "d2")]);
  await posts.drain();
  assert.deepEqual([sent, (await posts.counts()).waiting], [["x/a", "x/c"], 2]);
  isBusy = false;
  await posts.drain();
  assert.equal((await posts.counts()).waiting, 2); // still waiting its time
  posts.hurry();
  await posts.drain();
  assert.equal((await posts.counts()).waiting, 0);
});

test("a refusal for good is kept and shown; no worker, or no replays here, is none", async () => {
  const codes: Record<string, [number, string]> = { "x/a": [422, "out_of_range"], "x/b": [503, "no_simulator"], "x/c": [409, "replay_not_used"] };
  const { posts, sent } = await makePosts((path) => new ApiError(codes[path]?.[0] ?? 500, codes[path]?.[1] ?? "", {}));
  await posts.add([post("a"), post("b"), post("c")]);
  await posts.drain();
  assert.deepEqual(await posts.counts(), { waiting: 0, refused: "out_of_range" });
  await posts.drain();
  assert.equal(sent.length, 3);
  assert.equal((await posts.exportLines()).trim(), '{"path":"x/a","body":"{}"}');
});

test("what was described of a finished game is forgotten after two days", async () => {
  const db = await openDatabase("posts-prune");
  const posts = new Posts(db, {} as Api);
  const now = Date.parse("2026-11-30T10:00:00Z");
  for (const [dispute, game, at] of [["old", "over", "2026-11-27T10:00:00Z"], ["new", "over", "2026-11-29T10:00:00Z"], ["runs", "on", "2026-11-01T10:00:00Z"]] as const) {
    await db.put("drafts", { dispute, game, at, draft: {} });
  }
  await posts.prune(new Set(["over"]), now);
  assert.deepEqual((await db.getAllKeys("drafts")).sort(), ["new", "runs"]);
});

test("a browser that has version 1 of the database keeps its events", async () => {
  const { openDB } = await import("idb");
  const old = await openDB("posts-old", 1, {
    upgrade(db) {
      db.createObjectStore("devices", { keyPath: "uid" });
      const events = db.createObjectStore("events", { keyPath: "uid" });
      events.createIndex("device_dseq", ["device", "dseq"], { unique: true });
      events.createIndex("status", "status");
      events.createIndex("game", "game");
      db.createObjectStore("bundles", { keyPath: "uid" });
      db.createObjectStore("sessions", { keyPath: "table" });
      db.createObjectStore("sender");
    },
  });
  await old.put("devices", { uid: "dev" });
  old.close();
  const db = await openDatabase("posts-old");
  assert.deepEqual(await db.getAllKeys("devices"), ["dev"]);
  assert.deepEqual(await db.getAllKeys("posts"), []);
});

// --- the words ---
test("board and dispute: every language has the placeholders of English, and no empty string", () => {
  for (const texts of [BOARD_STRINGS, DISPUTE_STRINGS] as Record<string, Record<string, string>>[]) {
    for (const [language, strings] of Object.entries(texts)) {
      for (const [key, english] of Object.entries(texts.en ?? {})) {
        const names = (text: string): string[] => (text.match(/\{\w+\}/g) ?? []).sort();
        assert.ok((strings[key] ?? "").trim() !== "", `${language} ${key}`);
        assert.deepEqual(names(strings[key] ?? ""), names(english), `${language} ${key}`);
      }
    }
  }
});
