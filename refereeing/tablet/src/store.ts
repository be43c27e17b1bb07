/** What the screens show. Plain fields; `changed()` draws the screens anew. */
import type { Api } from "./api";
import { ServerClock } from "./clock";
import type { Database, DeviceRow, EventRow } from "./database";
import { foldGame, isDecided, mergeLogs, OFFICIAL_ONLY } from "./game_state";
import type { Outbox } from "./outbox";
import { Posts } from "./posts";
import type { StringKey } from "./strings";
import type { Bundle, GameState, Kind, LogEntry, Official, Rights, TableNow } from "./types";

export type Screen = "loading" | "home" | "pair" | "unreachable" | "waiting" | "take" | "match";

export class Store {
  screen: Screen = "loading";
  tableUid: string | null = null;
  now: TableNow | null = null;
  device: DeviceRow | null = null;
  /** The match on the screen; never an earlier one of this table. */
  game: Bundle | null = null;
  rights: Rights = "none";
  epoch = 0;
  official: Official | null = null;
  /** Who has taken the table from this device; null while it may write. */
  lostTo: string | null = null;
  log: LogEntry[] = [];
  state: GameState | null = null;
  reachable = true;
  unsent = 0;
  /** Parts of disputes that wait to be sent. */
  waiting = 0;
  attention: EventRow[] = [];
  refused: string | null = null;
  error: StringKey | null = null;
  /** The last thing recorded, in words, for the eyes and for screen readers. */
  said = "";
  busy = false;
  /** When (steady clock) the end of this match was first shown. */
  doneSince: number | null = null;

  readonly clock = new ServerClock();
  readonly posts: Posts;
  private own: LogEntry[] = [];
  private serverState: GameState | null = null;
  private readonly listeners = new Set<() => void>();

  constructor(readonly db: Database, readonly api: Api, readonly outbox: Outbox) {
    this.posts = new Posts(db, api);
    api.onContact = (contact) => this.clock.note(contact);
    api.onReachable = (reachable) => {
      if (this.reachable !== reachable) {
        this.reachable = reachable;
        this.changed();
      }
    };
  }

  subscribe(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  changed(): void {
    for (const listener of this.listeners) {
      listener();
    }
  }

  /** Show this match, as the server has it, with what only this device has so far. */
  async showGame(bundle: Bundle): Promise<void> {
    this.game = bundle;
    this.serverState = bundle.state;
    await this.reloadOwn();
  }

  clearGame(): void {
    this.game = null;
    this.state = null;
    this.serverState = null;
    this.log = [];
    this.own = [];
    this.rights = "none";
    this.epoch = 0;
    this.official = null;
    this.lostTo = null;
    this.said = "";
    this.doneSince = null;
  }

  /** Read this device's own events again (after receipts) and compute the state anew. */
  async reloadOwn(): Promise<void> {
    this.own = this.game ? await this.outbox.ownLog(this.game.uid) : [];
    this.refold();
  }

  addOwn(entry: LogEntry): void {
    this.own = [...this.own, entry];
    this.refold();
  }

  setServerState(state: GameState): void {
    this.serverState = state;
  }

  /** The server's state counts; while it lacks some of our events, the state is computed here. */
  private refold(): void {
    if (!this.game) {
      return;
    }
    this.log = mergeLogs(this.game.events ?? [], this.own);
    const pending = this.log.some((entry) => entry.applied && entry.seq === null);
    const known = pending ? null : this.serverState;
    this.state = known ?? foldGame(this.game.rules, this.log);
  }

  /** True when the log known here gives another score than the server's: then some events are missing here. */
  differsFromServer(): boolean {
    if (!this.game || !this.serverState) {
      return false;
    }
    const mine = foldGame(this.game.rules, this.log);
    const face = (state: GameState): string => JSON.stringify([state.score, state.next, state.warnings, state.over]);
    return face(mine) !== face(this.serverState);
  }

  /** Decided by another device or approved: nothing more is to be done here. */
  isDecidedElsewhere(): boolean {
    if (!this.game || !this.state || !isDecided(this.state)) {
      return false;
    }
    const last = this.log.filter((entry) => entry.applied && ["result", "game_lost", "no_show", "finished"].includes(entry.kind)).at(-1);
    return this.game.status === "approved" || (last !== undefined && last.device !== this.device?.uid);
  }

  /** Nothing is left to do for this device at this match. */
  isDone(): boolean {
    if (!this.state) {
      return false;
    }
    const mineToSign = this.rights === "official" && !this.isDecidedElsewhere();
    return this.state.phase === "finished" || (isDecided(this.state) && !mineToSign);
  }

  /** May this device record (or take back) events of this kind now? */
  may(kind: Kind): boolean {
    if (this.rights === "none" || this.lostTo !== null) {
      return false;
    }
    if (this.rights === "official") {
      return true;
    }
    // When the match is decided nobody but an official writes any more.
    return !OFFICIAL_ONLY.has(kind) && !(this.state && isDecided(this.state));
  }

  /** Everything of this match is with the server. */
  allReceived(): boolean {
    return !this.log.some((entry) => entry.seq === null && entry.applied);
  }

  async recount(): Promise<void> {
    const counts = await this.outbox.counts();
    this.unsent = counts.unsent;
    this.waiting = (await this.posts.counts()).waiting;
    this.attention = counts.attention.filter((row) => !this.game || row.game === this.game.uid);
  }
}
