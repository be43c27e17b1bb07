/** Small factories for the unit tests. */
import type { Bundle, Kind, LogEntry, Payload, Rules } from "../../refereeing/tablet/src/types";
import { foldGame } from "../../refereeing/tablet/src/game_state";

export const RULES: Rules = {
  ruleset: "lnf-2008", sets: 6, all_sets: false, mode: "singles", first_stroke: "A", side_of_a: "S",
  call_seconds: 120, warm_up_seconds: 120, pause_seconds: 180, stroke_seconds: 30, stroke_call_seconds: 5,
};

let count = 0;

/** One entry, with the next place in the log. */
export function entry(kind: Kind, payload: Payload = {}, over: Partial<LogEntry> = {}): LogEntry {
  count += 1;
  return {
    uid: `u${count}`, device: "d", dseq: count, kind, payload, seq: count, applied: true, at: "2026-11-30T10:00:00Z", ...over,
  };
}

export function bundle(over: Partial<Bundle> = {}): Bundle {
  return {
    uid: "g1", status: "called", competition: { uid: "c", name: "Cup", language: "lv", time_zone: "Europe/Riga" },
    event: { name: "Singles" }, stage: { name: "Groups" }, group: "A", round: { number: 1, name: "1" },
    table: { uid: "t1", number: 4 }, board: 1, rules: RULES,
    players: { A: { entry: "a", name: "Anna", club: "X" }, B: { entry: "b", name: "Bērziņš", club: "Y" } },
    called_at: null, call_ends_at: null, epoch: 1, holder: null, rights: "official",
    state: foldGame(RULES, []), server_time: "2026-11-30T10:00:00Z", ...over,
  };
}
