/** What the dispute's screens need of the program that shows them: the tablet with its outbox, or the panel's page. */
import type { Language, Member, Seats } from "../types";
import type { Position } from "../board/types";
import type { Draft } from "./draft";

/** A post that may be repeated for ever: it carries its own uid. */
export interface Post {
  uid: string;
  method: "POST" | "PUT";
  /** Below /api/v1/. */
  path: string;
  json?: unknown;
  bytes?: Uint8Array<ArrayBuffer>;
}

/** What became of posts of one dispute: waiting ones are on the disk and go out later. */
export interface Sent {
  waiting: number;
  refused: string | null;
  /** What the server answered, in the user's language. */
  said?: string;
}

/** A clause the referee can choose, as the server lists it. */
export interface ClauseNumbers { set: readonly string[]; penalty: readonly string[] }

/** The events of a ruling: itself first, then what follows from it. */
export interface GameEvent { kind: string; payload: Record<string, unknown> }

export interface Host {
  language: Language;
  /** The competition's: what is recorded is written in it. */
  logLanguage: Language;
  /** The match's names, for the questions; the clauses by which a set is lost or a penalty disc put. */
  names: { A: string; B: string };
  /** Doubles: the four players by name, and where they sit in the set of the dispute; null in singles and on the page. */
  pairs: { names: Record<Member, string>; seats: Seats } | null;
  clauses: ClauseNumbers;
  /** Officials rule at the table; null where rulings are given elsewhere on the page. */
  rule: ((events: readonly GameEvent[]) => Promise<boolean>) | null;
  /** Write the dispute into the game log; false when that failed. */
  open: (draft: Draft) => Promise<boolean>;
  /** Take the dispute back; null where the page has a form for it. */
  withdraw: (() => Promise<boolean>) | null;
  /** Whether a ruling is in force, as far as is known here. */
  isRuled: () => boolean;
  newUid: () => string;
  post: (posts: readonly Post[]) => Promise<Sent>;
  get: <T>(path: string) => Promise<T>;
  /** A clause list: an answer that changes nothing, so it is never kept. */
  ask: <T>(path: string, json: unknown) => Promise<T>;
  /** Keep what is described so far on the device. */
  save: (draft: Draft) => Promise<void>;
  /** The discs as an earlier dispute of this set left them. */
  lastKnown: Position | null;
  sent: (dispute: string) => Promise<Sent>;
  onClose: (() => void) | null;
}
