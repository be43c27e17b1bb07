/** What the tablet keeps in IndexedDB. */
import { openDB } from "idb";
import type { DBSchema, IDBPDatabase } from "idb";
import type { Bundle, Kind, Payload, Rights } from "./types";

export interface DeviceRow {
  uid: string;
  token: string;
  name: string;
  /** "code" devices come from a slip and die with their game. */
  how: "paired" | "code";
  game: string | null;
  competition: string;
  /** The last sequence number given, and the hash of the line that has it. */
  dseq: number;
  prev: string;
  added_at: string;
}

export type EventStatus = "unsent" | "stored" | "duplicate" | "conflict" | "quarantined";

export interface EventRow {
  uid: string;
  device: string;
  dseq: number;
  game: string;
  kind: Kind;
  payload: Payload;
  at: string;
  line: string;
  status: EventStatus;
  reason: string | null;
  seq: number | null;
}

/** The right to write that this browser was given last, for each table. */
export interface SessionRow {
  table: string;
  game: string;
  device: string;
  epoch: number;
  rights: Rights;
  official: { uid: string; name: string } | null;
}

/** What is sent beside the game log: positions, photos and wishes of a dispute. Each may be repeated for ever. */
export interface PostRow {
  uid: string;
  /** Posts go out in this order. */
  number: number;
  device: string;
  dispute: string;
  method: "POST" | "PUT";
  path: string;
  /** JSON, or the bytes of a picture. */
  body: string | Uint8Array<ArrayBuffer>;
  /** Why the server does not take it, for good; null while it waits. */
  refused: string | null;
}

/** A dispute as this browser describes it: its shape is the dispute bundle's own. */
export interface DraftRow { dispute: string; game: string; at: string; draft: unknown }

interface Schema extends DBSchema {
  devices: { key: string; value: DeviceRow };
  events: {
    key: string;
    value: EventRow;
    indexes: { device_dseq: [string, number]; status: EventStatus; game: string };
  };
  bundles: { key: string; value: Bundle };
  sessions: { key: string; value: SessionRow };
  /** Which tab of this browser sends: a short lease. */
  sender: { key: string; value: { tab: string; until: number } };
  posts: { key: string; value: PostRow; indexes: { dispute: string; number: number } };
  drafts: { key: string; value: DraftRow; indexes: { game: string } };
}

export type Database = IDBPDatabase<Schema>;

/** Writes are on the disk before they count as recorded. */
export const STRICT = { durability: "strict" } as const;
/** How long what the server has is kept after its game, in case the server needs it again. */
export const KEEP_MS = 48 * 3600 * 1000;

/** Open (and on first use make) the database. Fails where the browser forbids storage, as in some private windows. */
export function openDatabase(name = "novuss-tablet"): Promise<Database> {
  return openDB<Schema>(name, 2, {
    upgrade(db, from) {
      if (from < 1) {
        makeLog(db);
      }
      if (from < 2) {
        makeEvidence(db);
      }
    },
  });
}

function makeLog(db: Database): void {
  db.createObjectStore("devices", { keyPath: "uid" });
  const events = db.createObjectStore("events", { keyPath: "uid" });
  // The wall behind the counter: two tabs can never give one number twice.
  events.createIndex("device_dseq", ["device", "dseq"], { unique: true });
  events.createIndex("status", "status");
  events.createIndex("game", "game");
  db.createObjectStore("bundles", { keyPath: "uid" });
  db.createObjectStore("sessions", { keyPath: "table" });
  db.createObjectStore("sender");
}

function makeEvidence(db: Database): void {
  const posts = db.createObjectStore("posts", { keyPath: "uid" });
  posts.createIndex("dispute", "dispute");
  posts.createIndex("number", "number", { unique: true });
  db.createObjectStore("drafts", { keyPath: "dispute" }).createIndex("game", "game");
}
