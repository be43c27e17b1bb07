/** The dispute's objects as the API gives them (only what the screens read). */
import type { Colours, Mode } from "../board/position";
import type { Position, Seat } from "../board/types";
import type { Member } from "../types";
import type { Result } from "../replay/data";

export type ReplayState = "queued" | "running" | "done" | "failed" | "cancelled";

export interface Replay {
  uid: string;
  kind: "reconstruct" | "simulate";
  state: ReplayState;
  progress: number;
  poll_ms: number;
  error: { code: string; detail: string } | null;
  /** Why the result is not served yet, or never: the official rules first. */
  hidden: "ruling_first" | "weight_none" | null;
  partial: boolean;
  result: Result | null;
  weight_words: string;
}

export interface SavedPosition {
  uid: string;
  player: Seat;
  colours: Colours;
  mode: Mode;
  before: Position;
  after: Position | null;
  known: { angle?: [number, number] | null; speed?: [number, number] | null } | null;
  photo: { uid: string; corners: [number, number][] } | null;
}

export interface Dispute {
  uid: string;
  game: string;
  set: number;
  player: "A" | "B";
  member: Member | null;
  mode: Mode;
  /** Where whoever struck sat in that set, and with which discs. */
  seat: Seat;
  colour: "red" | "black";
  text: string;
  state: "open" | "ruled" | "withdrawn" | "unlogged";
  ruleset: string;
  replay_weight: "none" | "advice" | "chief_decides";
  names: { A: string; B: string };
  positions: SavedPosition[];
  replays: Omit<Replay, "result">[];
  may: { position: boolean };
}

export interface MomentClause { rule: string; certain: boolean; kinds: string[]; text: string }
