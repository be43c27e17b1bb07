/** The steady work behind the screens: sending, polling, heartbeats. */
import { SEND_EVERY_MS, waitAfter } from "./backoff";
import { backToTable, pollGame, refreshNow } from "./table_session";
import type { Store } from "./store";
import type { EventsReply } from "./types";

const POLL_MS = 4000;
const GAME_POLL_MS = 8000;
const HEARTBEAT_MS = 20_000;

let nudge: () => void = () => undefined;

/** Something was recorded, or the network may be back: look at once, though not more than once a second. */
export function wake(): void {
  nudge();
}

class Worker {
  private failures = 0;
  private lastSend = -SEND_EVERY_MS;
  private nextSend = 0;
  private nextPoll = 0;
  private nextHeartbeat = 0;
  private running = false;

  constructor(private readonly store: Store, private readonly version: string) {}

  /** A press: as soon as a second has passed since the last sending, but not before a back-off ends. */
  press(): void {
    if (this.failures === 0) {
      this.nextSend = Math.min(this.nextSend, this.lastSend + SEND_EVERY_MS);
    }
    void this.turn();
  }

  /** The network may be back: forget the waiting. */
  hurry(): void {
    this.failures = 0;
    this.nextSend = 0;
    this.nextPoll = 0;
    this.store.outbox.hurry();
    this.store.posts.hurry();
    void this.turn();
  }

  async turn(): Promise<void> {
    if (this.running) {
      return;
    }
    this.running = true;
    try {
      const now = performance.now();
      if (now >= this.nextSend) {
        await this.send(now);
      }
      if (now >= this.nextPoll) {
        await this.poll(now);
      }
      if (now >= this.nextHeartbeat && this.store.device) {
        this.nextHeartbeat = now + HEARTBEAT_MS;
        await this.heartbeat();
      }
    } finally {
      this.running = false;
    }
  }

  private async send(now: number): Promise<void> {
    const { store } = this;
    await store.recount();
    this.lastSend = now;
    if (store.unsent === 0) {
      this.failures = 0;
      this.nextSend = now + SEND_EVERY_MS;
      await this.sendPosts();
      return;
    }
    const result = await store.outbox.drain();
    this.failures = result.offline ? this.failures + 1 : 0;
    this.nextSend = now + waitAfter(this.failures);
    store.refused = store.outbox.refusal()?.code ?? null;
    await this.takeReplies(result.replies);
    if (!result.offline) {
      await this.sendPosts();
    }
    await store.recount();
    store.changed();
  }

  /** The evidence of disputes, after the log that it belongs to. */
  private async sendPosts(): Promise<void> {
    const { store } = this;
    if (store.waiting > 0) {
      await store.posts.drain();
      await store.recount();
      store.changed();
    }
  }

  private async takeReplies(replies: { game: string; reply: EventsReply }[]): Promise<void> {
    const { store } = this;
    const mine = replies.filter(({ game }) => game === store.game?.uid).at(-1)?.reply;
    if (!mine) {
      return;
    }
    store.setServerState(mine.state);
    await store.reloadOwn();
    if (mine.epoch !== store.epoch || store.differsFromServer()) {
      await pollGame(store);
    }
  }

  private async poll(now: number): Promise<void> {
    const { store } = this;
    const inMatch = store.screen === "match" && !store.isDone();
    this.nextPoll = now + (inMatch ? GAME_POLL_MS : POLL_MS);
    if (inMatch) {
      // While something waits to be sent the answer to it brings the state.
      if (store.unsent === 0 || store.lostTo !== null) {
        await pollGame(store);
      }
    } else if (store.screen === "match") {
      await backToTable(store);
    } else if (store.tableUid) {
      await refreshNow(store);
    }
  }

  private async heartbeat(): Promise<void> {
    const { store } = this;
    try {
      await store.api.heartbeat(store.device?.token ?? "", store.unsent, await battery(), this.version);
    } catch {
      // The state line already says when the server is silent.
    }
  }
}

async function battery(): Promise<number | null> {
  const source = navigator as { getBattery?: () => Promise<{ level: number }> };
  try {
    return source.getBattery ? (await source.getBattery()).level : null;
  } catch {
    return null;
  }
}

/** Start the work; each tablet at a phase of its own. */
export function startSync(store: Store, version: string): void {
  const worker = new Worker(store, version);
  nudge = () => worker.press();
  window.addEventListener("online", () => worker.hurry());
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "visible") {
      worker.hurry();
    }
  });
  setTimeout(() => setInterval(() => void worker.turn(), 250), Math.random() * 250);
}
