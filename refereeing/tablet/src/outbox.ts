/**
 * The outbox: every press is written here before it is shown as recorded, and stays until the server has it.
 *
 * Numbers are given inside one IndexedDB write transaction. Such transactions run one after the other over all tabs
 * of a browser, also on plain http where Web Locks are missing, so two tabs never give a number twice.
 */
import { ApiError, OfflineError } from "./api";
import type { Api } from "./api";
import { Waits } from "./backoff";
import { KEEP_MS, STRICT } from "./database";
import type { Database, DeviceRow, EventRow } from "./database";
import { eventLine } from "./event_line";
import { sha256Hex, uuid7 } from "./ids";
import type { EventsReply, Kind, LogEntry, Payload, Receipt } from "./types";

export const BATCH_LINES = 200;
/** Below the server's 1 MB, counted in UTF-16 units times three, the most that UTF-8 can need. */
const BATCH_BYTES = 900_000;
const SENDER_LEASE_MS = 10_000;

export interface Press {
  device: string;
  epoch: number;
  table: string;
  game: string;
  kind: Kind;
  payload: Payload;
}

export interface Counts { unsent: number; attention: EventRow[] }

export interface DrainResult {
  offline: boolean;
  replies: { game: string; reply: EventsReply }[];
}

export class Outbox {
  private readonly bootId = uuid7();
  private shrink = 1;
  private readonly waits = new Waits();
  /** The last refusal of each device and game whose events are still refused. */
  private readonly refusals = new Map<string, ApiError>();

  /** `tab` names this browser tab, and stays when its page is loaded anew. */
  constructor(private readonly db: Database, private readonly api: Api, private readonly tab: string = uuid7()) {}

  /** Why the server refuses what is sent, or null. What is refused stays, and is tried again ever more rarely. */
  refusal(): ApiError | null {
    return [...this.refusals.values()].at(-1) ?? null;
  }

  /** Try what was refused again at the next drain. */
  hurry(): void {
    this.waits.forget();
  }

  /** Write one press. Resolves when it is safe on the disk; rejects, with nothing changed, when it cannot be. */
  async record(press: Press): Promise<LogEntry> {
    const tx = this.db.transaction(["devices", "events"], "readwrite", STRICT);
    const device = await tx.objectStore("devices").get(press.device);
    if (!device) {
      tx.abort();
      await tx.done.catch(() => undefined);
      throw new Error("unknown device");
    }
    const row = this.makeRow(press, device);
    await Promise.all([
      tx.objectStore("events").add(row),
      tx.objectStore("devices").put({ ...device, dseq: row.dseq, prev: sha256Hex(row.line) }),
      tx.done,
    ]);
    return asLogEntry(row);
  }

  private makeRow(press: Press, device: DeviceRow): EventRow {
    const at = new Date().toISOString();
    const uid = uuid7();
    const dseq = device.dseq + 1;
    const line = eventLine({
      uid, device: device.uid, epoch: press.epoch, dseq, table: press.table, game: press.game, kind: press.kind,
      payload: press.payload, client_wall: at, client_mono_ms: Math.round(performance.now()),
      boot_id: this.bootId, prev: device.prev,
    });
    const { game, kind, payload } = press;
    return { uid, device: device.uid, dseq, game, kind, payload, at, line, status: "unsent", reason: null, seq: null };
  }

  /** This browser's own entries of one game, in order. */
  async ownLog(game: string): Promise<LogEntry[]> {
    const rows = await this.db.getAllFromIndex("events", "game", game);
    return rows.sort(byDeviceAndNumber).map(asLogEntry);
  }

  /** What is not sent, and what the server has taken but not applied. */
  async counts(): Promise<Counts> {
    const [unsent, conflict, quarantined] = await Promise.all([
      this.db.countFromIndex("events", "status", "unsent"),
      this.db.getAllFromIndex("events", "status", "conflict"),
      this.db.getAllFromIndex("events", "status", "quarantined"),
    ]);
    return { unsent, attention: [...conflict, ...quarantined].sort(byDeviceAndNumber) };
  }

  /**
   * Send what is unsent, oldest first, one request for each run of one game. A refused run does not stop the others;
   * it waits, for itself alone.
   */
  async drain(): Promise<DrainResult> {
    const result: DrainResult = { offline: false, replies: [] };
    if (!(await this.holdSender())) {
      return result;
    }
    try {
      await this.sendUnsent(result);
    } finally {
      // Given back at once, so that another tab need not wait for its end.
      await this.db.delete("sender", "lease");
    }
    return result;
  }

  private async sendUnsent(result: DrainResult): Promise<void> {
    const unsent = (await this.db.getAllFromIndex("events", "status", "unsent")).sort(byDeviceAndNumber);
    for (const batch of makeBatches(unsent, Math.max(1, Math.floor(BATCH_LINES / this.shrink)))) {
      const key = keyOf(batch);
      if (!this.waits.isWaiting(key, performance.now())) {
        await this.sendBatch(key, batch, result);
      }
      if (result.offline) {
        return;
      }
    }
  }

  private async sendBatch(key: string, batch: EventRow[], result: DrainResult): Promise<void> {
    const first = batch[0];
    const device = first && (await this.db.get("devices", first.device));
    if (!first || !device) {
      return;
    }
    try {
      const lines = batch.map((row) => `${row.line}\n`).join("");
      const reply = await this.api.sendEvents(first.game, device.token, lines);
      this.shrink = 1;
      this.waits.worked(key);
      this.refusals.delete(key);
      await this.takeReply(batch, reply);
      result.replies.push({ game: first.game, reply });
    } catch (error) {
      if (error instanceof OfflineError) {
        result.offline = true;
      } else if (error instanceof ApiError) {
        // Nothing is deleted for a refusal: it is tried again later, and can be exported meanwhile.
        this.refusals.set(key, error);
        this.waits.failedAt(key, performance.now());
        this.shrink = error.status === 413 ? this.shrink * 2 : this.shrink;
      } else {
        throw error;
      }
    }
  }

  private async takeReply(batch: EventRow[], reply: EventsReply): Promise<void> {
    const tx = this.db.transaction("events", "readwrite", STRICT);
    for (const [place, receipt] of reply.receipts.entries()) {
      // A line that the server could not read at all has no uid in its receipt: receipts come in the order of lines.
      const row = await tx.store.get(receipt.uid ?? batch[place]?.uid ?? "");
      if (row) {
        await tx.store.put({ ...row, status: statusOf(receipt), reason: receipt.reason, seq: receipt.seq });
      }
    }
    for (const dseq of reply.missing) {
      const row = await tx.store.index("device_dseq").get([batch[0]?.device ?? "", dseq]);
      // The server lacks what it once acknowledged (a restored backup): send it again.
      if (row && isAcknowledged(row)) {
        await tx.store.put({ ...row, status: "unsent", reason: null });
      }
    }
    await tx.done;
  }

  /** One tab sends at a time. A double would do no harm (the server knows every uid), it only costs. */
  private async holdSender(): Promise<boolean> {
    const tx = this.db.transaction("sender", "readwrite");
    const lease = await tx.store.get("lease");
    const now = Date.now();
    const free = !lease || lease.tab === this.tab || lease.until < now || lease.until > now + SENDER_LEASE_MS;
    if (free) {
      await tx.store.put({ tab: this.tab, until: now + SENDER_LEASE_MS }, "lease");
    }
    await tx.done;
    return free;
  }

  /** All lines that this browser holds, oldest first, for a file. */
  async exportLines(): Promise<string> {
    const rows = (await this.db.getAll("events")).sort(byDeviceAndNumber);
    return rows.map((row) => `${row.line}\n`).join("");
  }

  /** Forget acknowledged events of games that are finished, two days after they were made. */
  async prune(finishedGames: ReadonlySet<string>, now = Date.now()): Promise<number> {
    const tx = this.db.transaction("events", "readwrite", STRICT);
    const rows = await tx.store.getAll();
    const gone = rows.filter((row) => isAcknowledged(row) && finishedGames.has(row.game) && now - Date.parse(row.at) > KEEP_MS);
    await Promise.all([...gone.map((row) => tx.store.delete(row.uid)), tx.done]);
    return gone.length;
  }
}

/** A repetition of what was kept but not applied is answered "duplicate" with the first reason. */
function statusOf(receipt: Receipt): EventRow["status"] {
  return receipt.result === "duplicate" && receipt.reason !== null ? "quarantined" : receipt.result;
}

function isAcknowledged(row: EventRow): boolean {
  return row.status === "stored" || row.status === "duplicate";
}

function byDeviceAndNumber(a: EventRow, b: EventRow): number {
  if (a.device !== b.device) {
    return a.device < b.device ? -1 : 1;
  }
  return a.dseq - b.dseq;
}

function keyOf(batch: readonly EventRow[]): string {
  return `${batch[0]?.device ?? ""} ${batch[0]?.game ?? ""}`;
}

/** Runs of one device and one game, none too long for the server. */
export function makeBatches(rows: readonly EventRow[], maxLines: number): EventRow[][] {
  const batches: EventRow[][] = [];
  let bytes = 0;
  for (const row of rows) {
    const size = row.line.length * 3 + 1;
    const open = batches.at(-1);
    const last = open?.at(-1);
    const fits = last && last.game === row.game && last.device === row.device;
    if (open && fits && open.length < maxLines && bytes + size <= BATCH_BYTES) {
      open.push(row);
      bytes += size;
    } else {
      batches.push([row]);
      bytes = size;
    }
  }
  return batches;
}

function asLogEntry(row: EventRow): LogEntry {
  const applied = row.status === "unsent" || isAcknowledged(row);
  return { uid: row.uid, device: row.device, dseq: row.dseq, kind: row.kind, payload: row.payload, seq: row.seq, applied, at: row.at };
}
