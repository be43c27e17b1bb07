/**
 * Evidence of a dispute on its way to the server: positions, photos, the wish for a replay. Kept on the disk before it
 * counts as saved, sent in order, dropped when the server has it. Unlike events these posts stand alone: the server
 * takes each at any time and any number of times.
 */
import { ApiError, OfflineError } from "./api";
import type { Api } from "./api";
import { Waits } from "./backoff";
import { KEEP_MS, STRICT } from "./database";
import type { Database, PostRow } from "./database";

export type NewPost = Pick<PostRow, "uid" | "device" | "dispute" | "method" | "path" | "body">;
export interface PostCounts { waiting: number; refused: string | null }

/** The server has it although it answers so: no worker runs yet (the replay waits there), or replays are not used. */
const TAKEN: ReadonlySet<string> = new Set(["no_simulator", "replay_not_used"]);
const LATER: ReadonlySet<number> = new Set([401, 403, 408, 425, 429]);

export class Posts {
  private readonly waits = new Waits();

  constructor(private readonly db: Database, private readonly api: Api) {}

  /** Keep posts, all or none. Resolves when they are on the disk. */
  async add(posts: readonly NewPost[]): Promise<void> {
    const tx = this.db.transaction("posts", "readwrite", STRICT);
    const last = await tx.store.index("number").openCursor(null, "prev");
    const first = (last?.value.number ?? 0) + 1;
    await Promise.all([...posts.map((post, place) => tx.store.put({ ...post, number: first + place, refused: null })), tx.done]);
  }

  async counts(dispute?: string): Promise<PostCounts> {
    const rows = dispute === undefined ? await this.db.getAll("posts") : await this.db.getAllFromIndex("posts", "dispute", dispute);
    return {
      waiting: rows.filter(({ refused }) => refused === null).length,
      refused: rows.find(({ refused }) => refused !== null)?.refused ?? null,
    };
  }

  /** All that waits or was refused, for a file; of a photo its address alone. */
  async exportLines(): Promise<string> {
    const rows = await this.db.getAllFromIndex("posts", "number");
    return rows.map(({ path, body }) => `${JSON.stringify({ path, body: typeof body === "string" ? body : null })}\n`).join("");
  }

  /** Forget what was described of games that are finished, two days after it was. What waits stays. */
  async prune(finishedGames: ReadonlySet<string>, now = Date.now()): Promise<void> {
    const tx = this.db.transaction("drafts", "readwrite", STRICT);
    const rows = await tx.store.getAll();
    const gone = rows.filter((row) => finishedGames.has(row.game) && now - Date.parse(row.at) > KEEP_MS);
    await Promise.all([...gone.map((row) => tx.store.delete(row.dispute)), tx.done]);
  }

  /** Try what was put off again at the next drain. */
  hurry(): void {
    this.waits.forget();
  }

  /** Send what waits, oldest first. What the server puts off holds back the later posts of its dispute only. */
  async drain(): Promise<void> {
    const rows = (await this.db.getAllFromIndex("posts", "number")).filter(({ refused }) => refused === null);
    for (const row of rows) {
      if (this.waits.isWaiting(row.dispute, performance.now())) {
        continue;
      }
      try {
        await this.send(row);
      } catch (error) {
        if (error instanceof OfflineError) {
          return;
        }
        throw error;
      }
    }
  }

  private async send(row: PostRow): Promise<void> {
    const device = await this.db.get("devices", row.device);
    try {
      await this.api.sendKept(row.method, row.path, device?.token ?? "", row.body);
      await this.taken(row);
    } catch (error) {
      if (!(error instanceof ApiError)) {
        throw error;
      }
      if (TAKEN.has(error.code)) {
        await this.taken(row);
      } else if (LATER.has(error.status) || error.status >= 500) {
        this.waits.failedAt(row.dispute, performance.now());
      } else {
        // Refused for good: kept, and shown, so that nothing is lost without a word.
        await this.db.put("posts", { ...row, refused: error.code });
      }
    }
  }

  private async taken(row: PostRow): Promise<void> {
    this.waits.worked(row.dispute);
    await this.db.delete("posts", row.uid);
  }
}
