/** The replay: where pieces are between frames, the clock, what is said of a stroke, and its words in five languages. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { shadesOf } from "../../refereeing/tablet/src/replay/cloud";
import type { Frames, Result, Run, Simulation, StrokeEvent } from "../../refereeing/tablet/src/replay/data";
import { isPlayable } from "../../refereeing/tablet/src/replay/data";
import { Playback } from "../../refereeing/tablet/src/replay/playback";
import type { Ticker } from "../../refereeing/tablet/src/replay/playback";
import { Scene, keyframesOf } from "../../refereeing/tablet/src/replay/scene";
import { STRINGS, isLanguage, wordsIn } from "../../refereeing/tablet/src/replay/strings";
import {
  durationOf, frameBefore, happened, placesAt, pointsOf, pointsUntil, seenFrom, stopFrom, stopsOf, tracksOf,
} from "../../refereeing/tablet/src/replay/timeline";
import {
  cautions, eventText, firstTouch, firstTouchText, followsText, marginText, namesOf, plainRunText, runText, strokeWord,
} from "../../refereeing/tablet/src/replay/words";
import type { Language } from "../../refereeing/tablet/src/types";

/** The striker goes 0 to 100 along x, then turns up; r1 stands, then falls into a pocket at 1.5 s. */
const FRAMES: Frames = {
  ids: ["striker", "r1", "b2"], t: [0, 0.5, 1, 1.5, 2],
  xy: [[0, 0, 7, 8, 3, 3], [50, 0, 7, 8, 3, 3], [100, 0, 7, 8, 3, 3], [100, 30, 400, 400, 3, 3], [100, 60, null, null, 3, 3]],
};
const EVENTS: StrokeEvent[] = [
  { type: "contact", t: 1, a: "striker", b: ["r1"] }, { type: "cushion", t: 1, body: "striker", edge: "N" },
  { type: "pocketed", t: 1.5, body: "r1", pocket: "NE" },
];
const SIMULATION: Simulation = { events: EVENTS, duration: 2, frames: FRAMES, first_margin: { seconds: 0.00312, mm: 4.16, disc: "b2" }, pressed: false };
const VERDICT = { stroke: "penalised", turn: "lost", set: "open", penalty: true, findings: [] };
const RUN: Run = { weight: 0.714, misfit: 1.8, angle: 91.25, speed: 2310, first_touch: ["r1"], simulation: SIMULATION };
const RESULT: Result = {
  kind: "reconstruct", model: "slide", ruleset: "lnf-2008", player: "S", colours: { S: "red", N: "black" },
  before: [{ id: "r1", colour: "red", x: 7, y: 8 }, { id: "b2", colour: "black", x: 3, y: 3 }], striker: { x: 0, y: 0 }, after: null, striker_after: null, unknown: [],
  runs: [RUN], first_touch: [], rulings: [], explained: true, reason: null, undecided: false, cite: [], cloud: null,
};
const WORDS = wordsIn("en");
const NAMES = namesOf(RESULT, WORDS);

function places(t: number): number[] {
  const found = new Float64Array(6);
  placesAt(FRAMES, t, found);
  return [...found];
}

test("places between two frames lie on the straight line; before and after, at the ends", () => {
  assert.deepEqual(places(0.25), [25, 0, 7, 8, 3, 3]);
  assert.deepEqual(places(1), [100, 0, 7, 8, 3, 3]);
  assert.deepEqual(places(-1), [0, 0, 7, 8, 3, 3]);
  assert.deepEqual(places(9), [100, 60, NaN, NaN, 3, 3]);
});

test("a piece that falls stays where it fell until its last frame is over, and is gone then", () => {
  assert.deepEqual(places(1.75).slice(2, 4), [400, 400]);
  assert.deepEqual(places(2).slice(2, 4), [NaN, NaN]);
});

test("the frame before an instant, at the edges too", () => {
  assert.deepEqual([-1, 0, 0.49, 0.5, 2, 3].map((t) => frameBefore(FRAMES, t)), [0, 0, 0, 1, 4, 4]);
  assert.equal(durationOf(FRAMES), 2);
  assert.equal(durationOf({ ids: [], t: [], xy: [] }), 0);
});

test("stops: begin, every instant at which something happens, end; each once", () => {
  const stops = stopsOf(EVENTS, 2);
  assert.deepEqual(stops, [0, 1, 1.5, 2]);
  assert.deepEqual([stopFrom(stops, 0, 1), stopFrom(stops, 1, 1), stopFrom(stops, 1.2, -1), stopFrom(stops, 2, 1), stopFrom(stops, 0, -1)],
    [1, 1.5, 1, 2, 0]);
  assert.deepEqual([0, 1, 1.49, 5].map((t) => happened(EVENTS, t)), [0, 2, 2, 3]);
});

test("ways: only of pieces that move, only their corners, and no further than a pocket", () => {
  const tracks = tracksOf(FRAMES);
  assert.deepEqual(tracks.map((track) => track.id), ["striker", "r1"]);
  assert.equal(pointsOf(tracks[0] as (typeof tracks)[0]), "0.0,0.0 100.0,0.0 100.0,60.0");
  assert.equal(pointsOf(tracks[1] as (typeof tracks)[0]), "7.0,8.0 400.0,400.0");
  assert.equal(pointsUntil(tracks[0] as (typeof tracks)[0], 0.25, 25, 0), "0.0,0.0 25.0,0.0");
});

test("a piece that comes back the way it went has a corner where it turned", () => {
  const there = { ids: ["striker"], t: [0, 1, 2], xy: [[0, 0], [100, 0], [40, 0]] };
  assert.equal(pointsOf(tracksOf(there)[0] as ReturnType<typeof tracksOf>[0]), "0.0,0.0 100.0,0.0 40.0,0.0");
});

test("the drawing has y downwards, and the seat of the view at the bottom", () => {
  assert.deepEqual(seenFrom("S", FRAMES).xy[1]?.slice(0, 4), [50, 0, 7, -8]);
  assert.deepEqual(seenFrom("N", FRAMES).xy[1]?.slice(2, 4), [-7, 8]);
  assert.deepEqual(seenFrom("S", FRAMES).xy[4]?.slice(2, 4), [null, null]);
});

/** A browser whose pictures are made by hand. */
class Hand implements Ticker {
  waiting: ((nowMs: number) => void) | null = null;
  request = (tick: (nowMs: number) => void): number => { this.waiting = tick; return 1; };
  cancel = (): void => { this.waiting = null; };
  picture(nowMs: number): void {
    const tick = this.waiting;
    this.waiting = null;
    tick?.(nowMs);
  }
}

test("the clock: half speed, stops said, ends by itself, begins anew", () => {
  const hand = new Hand();
  const playback = new Playback([0, 0.05, 0.1], hand);
  const seen: [number, boolean][] = [];
  let changes = 0;
  const watcher = (t: number, isStop: boolean): void => { seen.push([Math.round(t * 1000) / 1000, isStop]); };
  playback.watch(watcher);
  playback.onChange = () => { changes += 1; };
  playback.rate = 0.5;
  playback.play();
  playback.play();
  [1000, 1080, 1120, 1400].forEach((now) => hand.picture(now));
  assert.deepEqual(seen, [[0, true], [0, true], [0, false], [0.04, false], [0.06, true], [0.1, true]]);
  assert.deepEqual([playback.playing, hand.waiting, changes], [false, null, 2]);
  playback.toggle();
  assert.deepEqual([playback.t, playback.playing], [0, true]);
  playback.toggle();
  assert.equal(playback.playing, false);
  playback.pause();
  playback.unwatch(watcher);
  playback.seek(9);
  assert.equal(playback.t, 0.1);
  playback.step(-1);
  assert.equal(playback.t, 0.05);
  playback.seek(-1);
  assert.equal(playback.t, 0);
  assert.equal(seen.length, 8);
});

test("a tab that slept does not run the stroke on", () => {
  const hand = new Hand();
  const playback = new Playback([0, 10], hand);
  playback.play();
  hand.picture(0);
  hand.picture(60_000);
  assert.equal(playback.t, 0.25);
});

/** A piece of a drawing whose animation is moved by hand. */
class FakePiece {
  style = { transform: "" };
  keyframes: Keyframe[] = [];
  currentTime = 0;
  playbackRate = 1;
  playState = "running";
  animate(keyframes: Keyframe[]): FakePiece { this.keyframes = keyframes; return this; }
  pause(): void { this.playState = "paused"; }
  play(): void { this.playState = "running"; }
  cancel(): void { this.playState = "idle"; }
}

test("pieces run as animations of the browser, set right only when they have come apart", () => {
  const pieces = FRAMES.ids.map(() => new FakePiece());
  const points: string[] = [];
  const lines = [{ setAttribute: (_name: string, value: string) => points.push(value) }, null];
  const scene = new Scene(FRAMES, tracksOf(FRAMES), pieces as unknown as SVGGElement[], lines as unknown as SVGPolylineElement[]);
  const [striker, , still] = pieces as [FakePiece, FakePiece, FakePiece];
  assert.equal(still.keyframes.length, 0);
  assert.equal(still.style.transform, "translate(3.00px,3.00px)");
  scene.show(2);
  assert.deepEqual([striker.currentTime, striker.playState], [2000, "paused"]);
  assert.deepEqual(points, ["0.0,0.0 100.0,0.0 100.0,60.0 100.0,60.0"]);
  scene.run(0, 0.5);
  assert.deepEqual([striker.currentTime, striker.playState, striker.playbackRate], [0, "running", 0.5]);
  striker.currentTime = 520;
  scene.run(0.5, 0.5);
  assert.equal(striker.currentTime, 520);
  scene.run(0.6, 0.5);
  assert.equal(striker.currentTime, 600);
  striker.pause();
  scene.run(2, 0.5);
  assert.equal(striker.playState, "paused");
  scene.close();
  assert.equal(striker.playState, "idle");
});

test("keyframes are the frames; a piece that has gone is transparent where it went", () => {
  assert.deepEqual(keyframesOf(FRAMES, 1).map(({ offset, transform, opacity }) => [offset, transform, opacity]), [
    [0, "translate(7.00px,8.00px)", 1], [0.25, "translate(7.00px,8.00px)", 1], [0.5, "translate(7.00px,8.00px)", 1],
    [0.75, "translate(400.00px,400.00px)", 1], [1, "translate(400.00px,400.00px)", 0],
  ]);
});

test("events, first touch and its margin in words", () => {
  assert.deepEqual(EVENTS.map((event) => eventText(event, NAMES, WORDS)),
    ["Contact: striker and red r1", "Edge N: striker", "Into pocket NE: red r1"]);
  assert.equal(eventText({ type: "own_line_recrossed", t: 1 }, NAMES, WORDS), "The striker comes back over the own zone line");
  assert.equal(eventText({ type: "new_kind", t: 1 }, NAMES, WORDS), "new_kind");
  assert.equal(firstTouch(EVENTS), EVENTS[0]);
  assert.equal(firstTouchText(SIMULATION, NAMES, WORDS), "First touch: red r1");
  assert.equal(marginText(SIMULATION, NAMES, WORDS), "Margin to the next (black b2): 4.2 mm, 3.1 ms");
  assert.equal(marginText({ ...SIMULATION, first_margin: null }, NAMES, WORDS), "No other disc was near the way of the striker.");
});

test("a tie is told as a tie, and a stroke that touches nothing has no margin", () => {
  const tie = { ...SIMULATION, events: [{ type: "contact", t: 1, a: "striker", b: ["r1", "b2"] }] };
  assert.equal(firstTouchText(tie, NAMES, WORDS), "First touch: red r1 + black b2, at the same instant");
  const nothing = { ...SIMULATION, events: [{ type: "contact", t: 1, a: "r1", b: ["b2"] }] };
  assert.deepEqual([firstTouchText(nothing, NAMES, WORDS), marginText(nothing, NAMES, WORDS)], ["First touch: none", ""]);
});

test("strokes and verdicts in words", () => {
  assert.equal(runText(RUN, 1, NAMES, WORDS), "1: 71%, 91.3°, 2.31 m/s, first red r1");
  assert.equal(runText({ ...RUN, first_touch: [] }, 2, NAMES, WORDS), "2: 71%, 91.3°, 2.31 m/s, first no disc");
  // Where nothing fits, a share would be read as sureness.
  assert.equal(runText(RUN, 1, NAMES, WORDS, false), "1: 91.3°, 2.31 m/s, first red r1");
  assert.equal(plainRunText(RUN, wordsIn("lv")), "Sitiens: 91,3°, 2,31 m/s");
  assert.deepEqual([strokeWord(VERDICT, WORDS), followsText(VERDICT, WORDS)], ["Penalised stroke", "turn lost, penalty disc"]);
  assert.equal(followsText({ ...VERDICT, set: "won", penalty: false }, WORDS), "set won");
  assert.equal(strokeWord({ ...VERDICT, stroke: "other" }, WORDS), "other");
  assert.equal(followsText({ ...VERDICT, turn: "kept", penalty: false }, WORDS), "");
});

test("what the answer is worth is said plainly, the gravest first", () => {
  assert.deepEqual(cautions(RESULT, SIMULATION, NAMES, WORDS), []);
  const shaky = { ...SIMULATION, too_sensitive: true, pressed: true, beyond_model: [{ t: 0.352, body: "r1", reason: "edge_speed" }] };
  const said = cautions({ ...RESULT, undecided: true, explained: false, unknown: ["b2"] }, shaky, NAMES, WORDS);
  assert.deepEqual(said.map((text) => text.split(/[.:]/)[0]), [
    "No stroke fits what was seen", "Beyond what the model can vouch for", "The stroke is too sensitive",
    "Discs that touch one another were struck", "Not compared with what was seen",
  ]);
  assert.match(cautions({ ...RESULT, left_open: ["striker"] }, null, NAMES, WORDS)[0] ?? "", /: striker\./);
  assert.match(cautions({ ...RESULT, undecided: true }, null, NAMES, WORDS)[0] ?? "", /cannot decide/);
  assert.deepEqual(cautions({ ...RESULT, kind: "simulate", undecided: true }, SIMULATION, NAMES, WORDS), []);
  const unnamed = { ...SIMULATION, beyond_model: [{ t: 1, body: "r1", reason: "new" }] };
  assert.deepEqual(cautions(RESULT, unnamed, NAMES, WORDS), ["Beyond what the model can vouch for: red r1 at 1.00 s (new)."]);
  assert.ok(said[1]?.endsWith(": red r1 at 0.35 s (too fast against an edge)."), said[1]);
  assert.equal(cautions(RESULT, { ...SIMULATION, beyond_model: [] }, NAMES, WORDS).length, 0);
});

test("while the search goes on, that nothing fits yet is no finding", () => {
  const open = { ...RESULT, undecided: true, explained: false };
  assert.deepEqual(cautions(open, null, NAMES, WORDS, true), ["The search goes on: so far nothing is certain."]);
  assert.deepEqual(cautions({ ...open, explained: true }, null, NAMES, WORDS, true), ["The search goes on: so far nothing is certain."]);
  assert.deepEqual(cautions(RESULT, SIMULATION, NAMES, WORDS, true), []);
});

test("a probability is never told as a certainty", () => {
  assert.deepEqual([0, 0.004, 0.5, 0.996, 1].map(WORDS.share), ["under 1%", "under 1%", "50%", "over 99%", "over 99%"]);
});

test("the cloud's marks by weight", () => {
  const shades = shadesOf([[0, 0, 0.01], [1, 1, 0.04], [2, 2, 0.02]]);
  assert.deepEqual(shades.map((marks) => marks.map(([x]) => x)), [[], [0], [2], [1]]);
  assert.deepEqual(shadesOf([]), [[], [], [], []]);
});

test("a first answer without frames cannot be played", () => {
  assert.deepEqual([isPlayable(RUN), isPlayable({ ...RUN, simulation: null })], [true, false]);
});

test("every language has the replay's words with the same placeholders, and none is empty", () => {
  const holders = (text: string): string[] => (text.match(/\{\w+\}/g) ?? []).sort();
  for (const language of Object.keys(STRINGS) as Language[]) {
    for (const [key, english] of Object.entries(STRINGS.en)) {
      const text = STRINGS[language][key as keyof typeof STRINGS.en];
      assert.notEqual(text.trim(), "", `${language} ${key}`);
      assert.deepEqual(holders(text), holders(english), `${language} ${key}`);
    }
  }
  assert.deepEqual([isLanguage("lv"), isLanguage("fr"), isLanguage(null), isLanguage("toString")], [true, false, false, false]);
});
