/** The board editor's pure parts: geometry, places, positions, undo, the plane of a photo. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { STRIKER, isFree, settle } from "../../refereeing/tablet/src/board/collision";
import { SEATS, fromScreen, isDark, isStrikerPlaced, screenAngle, toScreen } from "../../refereeing/tablet/src/board/geometry";
import { begin, redo, step, undo } from "../../refereeing/tablet/src/board/history";
import { TABLE_CORNERS, applyTo, homography, isConvex } from "../../refereeing/tablet/src/board/homography";
import type { Corners } from "../../refereeing/tablet/src/board/homography";
import {
  afterFrom, changedDiscs, colourOf, discIds, emptyPosition, halfKnown, markOf, put, sortIds, startPosition, stow, strikerFault, trayOf,
} from "../../refereeing/tablet/src/board/position";
import type { PlacedDisc, Point, Position, Seat } from "../../refereeing/tablet/src/board/types";

const SINGLES = { S: "red", N: "black" } as const;
const disc = (id: string, x: number, y: number): PlacedDisc => ({ id, colour: colourOf(id), x, y });
const table = (...discs: PlacedDisc[]): Position => ({ discs, striker: null, pocketed: [], off_table: [], unknown: [] });
const apart = (a: Point, b: Point): number => Math.hypot(a.x - b.x, a.y - b.y);

/** Numbers that look random and are the same at every run (a linear congruence modulo 2^32). */
function* numbers(seed: number): Generator<number> {
  for (let state = seed; ; ) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    yield state / 2 ** 32;
  }
}

test("a disc is dark in the own zone and in the circle, the line not showing in its hole (rulebook 1)", () => {
  assert.equal(isDark("S", { x: 0, y: -374.5 }), true);
  assert.equal(isDark("S", { x: 0, y: -374.4 }), false);
  assert.equal(isDark("S", { x: 499, y: -480 }), true); // corner to corner
  assert.equal(isDark("S", { x: 0, y: 480 }), false); // the opponent's zone
  assert.equal(isDark("N", { x: 0, y: 480 }), true);
  assert.equal(isDark("W", { x: -400, y: 0 }), true);
  assert.equal(isDark("E", { x: 400, y: 0 }), true);
  assert.equal(isDark("E", { x: 120.5, y: 0 }), true);
  assert.equal(isDark("E", { x: 120.6, y: 0 }), false);
});

test("the striker's place: whole hole in the own zone, between the side lines (12.3)", () => {
  assert.equal(isStrikerPlaced("S", { x: 364.5, y: -375.5 }), true);
  assert.equal(isStrikerPlaced("S", { x: 364.6, y: -400 }), false);
  assert.equal(isStrikerPlaced("S", { x: 0, y: -375.4 }), false);
  assert.equal(strikerFault("E", { x: 400, y: 0 }), null);
  assert.equal(strikerFault("E", { x: -400, y: 0 }), "outside");
  assert.equal(strikerFault("E", null), "none");
});

test("seen from each seat, the seat is at the bottom and its left hand at the left", () => {
  const own: Record<Seat, Point> = { S: { x: 0, y: -500 }, N: { x: 0, y: 500 }, W: { x: -500, y: 0 }, E: { x: 500, y: 0 } };
  const left: Record<Seat, Point> = { S: { x: -500, y: 0 }, N: { x: 500, y: 0 }, W: { x: 0, y: 500 }, E: { x: 0, y: -500 } };
  for (const seat of SEATS) {
    assert.deepEqual(toScreen(seat, own[seat]), { x: 0, y: 500 }, seat);
    assert.deepEqual(toScreen(seat, left[seat]), { x: -500, y: 0 }, seat);
    assert.deepEqual(fromScreen(seat, toScreen(seat, { x: 12.5, y: -7 })), { x: 12.5, y: -7 }, seat);
  }
  assert.ok(Math.abs(screenAngle("N", 90) + 90) < 1e-9);
  assert.ok(Math.abs(screenAngle("E", 180) - 90) < 1e-9);
});

test("the start: eight against the opposite edge, touching each other (rulebook 1)", () => {
  const start = startPosition("singles", SINGLES, "S");
  const red = start.discs.filter(({ colour }) => colour === "red");
  assert.deepEqual(red.map(({ x, y }) => [x, y]), [-105, -75, -45, -15, 15, 45, 75, 105].map((x) => [x, 485]));
  assert.equal(start.discs.length, 16);
  assert.deepEqual(start.unknown, []);
  assert.ok(start.discs.every((each) => isFree(start, each.id, each)));
  const doubles = startPosition("doubles", { S: "red", N: "red", W: "black", E: "black" }, "W");
  assert.equal(doubles.discs.length, 32);
  assert.deepEqual(new Set(doubles.discs.map(({ id }) => id)), new Set(discIds("doubles")));
});

test("a piece wanted inside another comes to lie beside it, on the side of the finger", () => {
  const at = settle(table(disc("b1", 0, 0)), "r1", { x: 20, y: 0 }) as Point;
  assert.deepEqual(at, { x: 30, y: 0 });
  const striker = settle(table(disc("b1", 0, 0)), STRIKER, { x: 0, y: -20 }) as Point;
  assert.deepEqual(striker, { x: 0, y: -37.5 });
});

test("nothing lies beyond the edge or in a pocket", () => {
  assert.deepEqual(settle(table(), "r1", { x: 900, y: 3.04 }), { x: 485, y: 3 });
  assert.deepEqual(settle(table(), STRIKER, { x: 0, y: -900 }), { x: 0, y: -477.5 });
  const at = settle(table(), "r1", { x: 430, y: 435 }) as Point;
  assert.ok(apart(at, { x: 435, y: 435 }) >= 50 - 1e-7 && apart(at, { x: 385, y: 435 }) < 0.2);
});

test("a gap that is too narrow: the nearest place that is free, overlapping nothing", () => {
  const row = table(disc("b1", 0, 485), disc("b2", 45, 485), disc("b3", 90, 485));
  const at = settle(row, "r1", { x: 22, y: 485 }) as Point;
  assert.ok(isFree(row, "r1", at));
  assert.ok(at.y < 470 && at.y > 440);
});

test("a full table has no place left", () => {
  const discs: PlacedDisc[] = [];
  for (let x = -500; x <= 500; x += 40) {
    for (let y = -500; y <= 500; y += 40) {
      discs.push(disc(`b${discs.length + 1}`, x, y));
    }
  }
  assert.equal(settle(table(...discs), "r1", { x: 0, y: 0 }), null);
  const full = table(...discs);
  assert.equal(put(full, "r1", { x: 0, y: 0 }), full);
});

test("wherever pieces are wanted, none ever overlaps deeper than the engine allows, and each is the nearest free one", () => {
  const random = numbers(11);
  const next = (): number => (random.next().value as number) * 1060 - 530;
  for (let run = 0; run < 40; run += 1) {
    let position: Position = emptyPosition("doubles", "S");
    for (const id of discIds("doubles")) {
      const wanted = run % 2 ? { x: next(), y: next() } : { x: next() / 6, y: next() / 6 };
      position = put(position, id, wanted);
      const lies = position.discs.find((each) => each.id === id) as Point;
      // No free place on rings round the wish is nearer than the one that was found (but for the grid of 0.1 mm).
      const far = apart(lies, { x: Math.max(-485, Math.min(485, wanted.x)), y: Math.max(-485, Math.min(485, wanted.y)) });
      for (let angle = 0; angle < 360; angle += 15) {
        const at = { x: wanted.x + (far - 0.3) * Math.cos(angle), y: wanted.y + (far - 0.3) * Math.sin(angle) };
        assert.ok(far <= 0.3 || Math.abs(wanted.x) > 485 || Math.abs(wanted.y) > 485 || !isFree(position, id, at));
      }
    }
    for (const [index, a] of position.discs.entries()) {
      assert.ok(isFree(position, a.id, a), a.id);
      for (const b of position.discs.slice(index + 1)) {
        assert.ok(apart(a, b) >= 30 - 1e-6);
      }
    }
  }
});

test("a disc is in one place only: on the table or in one tray", () => {
  let position = put(emptyPosition("singles", "S"), "r2", { x: 0, y: 100 });
  assert.equal(trayOf(position, "r2"), null);
  assert.equal(position.unknown.length, 15);
  position = stow(position, "r2", "pocketed");
  assert.equal(trayOf(position, "r2"), "pocketed");
  assert.deepEqual(position.discs, []);
  position = stow(position, "r2", "off_table");
  assert.deepEqual([position.pocketed, position.off_table], [[], ["r2"]]);
  assert.deepEqual([stow(position, STRIKER, "pocketed").striker, stow(position, STRIKER, "pocketed").pocketed], [null, ["striker"]]);
  assert.deepEqual(put(stow(position, STRIKER, "pocketed"), STRIKER, { x: 0, y: 0 }).pocketed, []);
  assert.deepEqual(sortIds(["striker", "b2", "r10", "r2", "b1"]), ["r2", "r10", "b1", "b2", "striker"]);
});

test("own discs are light or dark for the player, an opponent's are neither", () => {
  assert.equal(markOf(disc("r1", 0, 300), "S", "red"), "light");
  assert.equal(markOf(disc("r1", 0, 50), "S", "red"), "dark");
  assert.equal(markOf(disc("b1", 0, 300), "S", "red"), null);
});

test("what changed by the stroke, and what the answer leaves open", () => {
  const before = table(disc("r1", 0, 100), disc("r2", 50, 200), disc("b1", 200, 0), disc("b2", 300, 0));
  let after = put(afterFrom(before), "r1", { x: 0, y: 100.4 });
  after = stow(stow(put(after, "r2", { x: 90, y: 200 }), "b1", "pocketed"), "b2", "unknown");
  assert.deepEqual(changedDiscs(before, after), ["r2", "b1"]);
  assert.deepEqual(halfKnown(before, after), ["b2"]);
  assert.deepEqual(halfKnown(table(), before), ["r1", "r2", "b1", "b2"]);
  assert.deepEqual([after.striker, after.unknown], [null, ["b2", "striker"]]);
});

test("undo and redo: a drag is one step, a new step forgets what was undone", () => {
  let history = begin(1);
  history = step(step(step(history, 2, "drag1"), 3, "drag1"), 4, "drag2");
  assert.equal(step(history, 4), history);
  history = undo(history);
  assert.equal(history.now, 3);
  assert.equal(undo(history).now, 1);
  assert.equal(undo(undo(undo(history))).now, 1);
  assert.equal(redo(history).now, 4);
  assert.equal(redo(redo(history)).now, 4);
  assert.deepEqual(redo(step(history, 9)).now, 9);
});

test("a photo's corners give the plane: the middle of a trapezium is where its diagonals cross", () => {
  const photo: Corners = [{ x: 400, y: 200 }, { x: 1200, y: 220 }, { x: 1500, y: 1100 }, { x: 100, y: 1000 }];
  const map = homography(photo, TABLE_CORNERS);
  assert.ok(map);
  for (const [index, corner] of photo.entries()) {
    assert.ok(apart(applyTo(map, corner), TABLE_CORNERS[index] as Point) < 1e-6);
  }
  // The diagonals NW-SE and NE-SW: 400 + 1100t = 1200 - 1100s and 200 + 900t = 220 + 780s.
  const t = (800 * 780 + 20 * 1100) / (1100 * 780 + 1100 * 900);
  assert.ok(apart(applyTo(map, { x: 400 + 1100 * t, y: 200 + 900 * t }), { x: 0, y: 0 }) < 1e-6);
});

test("corners that are no field are refused", () => {
  const line: Corners = [{ x: 0, y: 0 }, { x: 100, y: 0 }, { x: 200, y: 0 }, { x: 0, y: 100 }];
  assert.equal(homography(line, TABLE_CORNERS), null);
  assert.equal(isConvex(line), false);
  assert.equal(isConvex([{ x: 0, y: 0 }, { x: 100, y: 100 }, { x: 100, y: 0 }, { x: 0, y: 100 }]), false); // crossed
  assert.equal(isConvex([{ x: 0, y: 0 }, { x: 100, y: 0 }, { x: 100, y: 100 }, { x: 0, y: 100 }]), true);
  assert.equal(isConvex([{ x: 0, y: 0 }, { x: 10, y: 0 }, { x: 100, y: 100 }, { x: 0, y: 100 }]), false);
});
