/** Identifiers, hashes, clocks, the state line, texts, signatures. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { waitAfter } from "../../refereeing/tablet/src/backoff";
import { leftMs, minutesAndSeconds, ServerClock } from "../../refereeing/tablet/src/clock";
import { sha256Hex, uuid7 } from "../../refereeing/tablet/src/ids";
import { tidyCode } from "../../refereeing/tablet/src/screens/pair";
import { addPoint } from "../../refereeing/tablet/src/screens/signature";
import { discsOf, whoStandsOn } from "../../refereeing/tablet/src/screens/table_drawing";
import { stateLine } from "../../refereeing/tablet/src/screens/top_bar";
import { LANGUAGES, setLanguage, t } from "../../refereeing/tablet/src/strings";
import type { Language, PenStroke } from "../../refereeing/tablet/src/types";
import { entry } from "./make";

test("SHA-256 of FIPS 180-4's example, of nothing, and of letters beyond ASCII", () => {
  assert.equal(sha256Hex("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  assert.equal(sha256Hex(""), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  assert.equal(sha256Hex("ā"), sha256Hex("\u0101"));
});

test("UUIDv7: time in front, version and variant, no two alike (RFC 9562)", () => {
  const uid = uuid7(0x0123456789ab);
  assert.match(uid, /^01234567-89ab-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  assert.equal(new Set(Array.from({ length: 1000 }, () => uuid7(1))).size, 1000);
});

test("the server's time by the steady clock, whatever the device's clock says", () => {
  let mono = 1000;
  let wall = Date.parse("2026-11-30T10:07:00Z");
  const clock = new ServerClock(() => mono, () => wall);
  clock.note({ serverTime: "2026-11-30T10:00:00Z", sentAtMs: 900, receivedAtMs: 1100 });
  assert.equal(new Date(clock.now()).toISOString(), "2026-11-30T10:00:00.000Z");
  assert.equal(clock.skewMinutes(), 7);
  mono += 5000;
  wall -= 3_600_000; // Somebody sets the device's clock back an hour.
  assert.equal(new Date(clock.now()).toISOString(), "2026-11-30T10:00:05.000Z");
});

test("a clock less than two minutes off is not worth a word; a slow one has a minus", () => {
  const clock = new ServerClock(() => 0, () => Date.parse("2026-11-30T10:00:00Z"));
  clock.note({ serverTime: "2026-11-30T10:01:59Z", sentAtMs: 0, receivedAtMs: 0 });
  assert.equal(clock.skewMinutes(), 0);
  clock.note({ serverTime: "2026-11-30T10:05:00Z", sentAtMs: 0, receivedAtMs: 0 });
  assert.equal(clock.skewMinutes(), -5);
  clock.note({ serverTime: "nonsense", sentAtMs: 0, receivedAtMs: 0 });
  assert.equal(clock.skewMinutes(), -5);
});

test("countdowns end at 0:00 and not before", () => {
  assert.equal(minutesAndSeconds(leftMs(0, 0, 120)), "2:00");
  assert.equal(minutesAndSeconds(leftMs(119_001, 0, 120)), "0:01");
  assert.equal(minutesAndSeconds(leftMs(120_000, 0, 120)), "0:00");
  assert.equal(minutesAndSeconds(leftMs(999_000, 0, 120)), "0:00");
});

test("waiting doubles up to half a minute, and is never shorter than half of that", () => {
  assert.deepEqual([0, 1, 2, 3].map((failures) => waitAfter(failures, () => 1)), [1000, 2000, 4000, 8000]);
  assert.equal(waitAfter(30, () => 1), 30_000);
  assert.equal(waitAfter(30, () => 0), 15_000);
});

test("the state line: all sent only after receipts", () => {
  setLanguage("en");
  const base = { reachable: true, unsent: 0, waiting: 0, log: [entry("set_won")], rights: "official" as const };
  assert.deepEqual(stateLine(base), { tone: "good", text: "All sent" });
  assert.deepEqual(stateLine({ ...base, unsent: 3 }), { tone: "wait", text: "Not sent yet: 3" });
  assert.deepEqual(stateLine({ ...base, reachable: false, unsent: 3 }), { tone: "bad", text: "No connection. Recording goes on. Not sent yet: 3" });
  assert.deepEqual(stateLine({ ...base, log: [] }), { tone: "good", text: "Connected" });
});

test("every language has the same placeholders as English, and no empty string", () => {
  const holders = (text: string): string[] => (text.match(/\{\w+\}/g) ?? []).sort();
  for (const language of Object.keys(LANGUAGES) as Language[]) {
    for (const [key, english] of Object.entries(LANGUAGES.en.strings)) {
      const text = LANGUAGES[language].strings[key as keyof typeof LANGUAGES.en.strings];
      assert.notEqual(text.trim(), "", `${language} ${key}`);
      assert.deepEqual(holders(text), holders(english), `${language} ${key}`);
    }
  }
});

test("placeholders are filled once: a name cannot smuggle in another", () => {
  setLanguage("en");
  assert.equal(t("won_by", { name: "{n} $& <b>" }), "{n} $& <b> won");
});

test("a pairing code is tidied as it is typed", () => {
  assert.equal(tidyCode("abcd2345"), "ABCD-2345");
  assert.equal(tidyCode(" ab-cd 2"), "ABCD-2");
  assert.equal(tidyCode("abcd-2345-99"), "ABCD-2345");
});

test("who stands where, and with which discs", () => {
  assert.deepEqual([whoStandsOn("S", "S"), whoStandsOn("S", "N")], ["A", "B"]);
  assert.deepEqual([discsOf("A", "red"), discsOf("B", "red"), discsOf("B", "black"), discsOf("B", null)], ["red", "black", "red", null]);
});

test("a signature stays in its field, skips points that are near, and is bounded", () => {
  const strokes: PenStroke[] = [[]];
  addPoint(strokes, -50, 900);
  assert.deepEqual(strokes, [[0, 400]]);
  assert.equal(addPoint(strokes, 2, 399), false);
  for (let place = 0; place < 5000; place += 1) {
    addPoint(strokes, (place % 2) * 1000, 10);
  }
  assert.equal(strokes[0]?.length, 1200);
});
