/** The clock of a replay: it runs, stops, and is set; it knows nothing of pictures. */
import { stopFrom } from "./timeline";

export type Rate = 1 | 0.5 | 0.1;
export const RATES: readonly Rate[] = [1, 0.5, 0.1];

/** A longer pause between two pictures than this (a sleeping tab) does not run the stroke on, in ms. */
const LONGEST_STEP = 250;

export interface Ticker {
  request: (tick: (nowMs: number) => void) => number;
  cancel: (handle: number) => void;
}

/** The browser's own pictures, as many in a second as it makes. */
export const browserTicker: Ticker = {
  request: (tick) => window.requestAnimationFrame(tick),
  cancel: (handle) => window.cancelAnimationFrame(handle),
};

/** Sees every picture. `isStop`: something happens at this instant, it starts, or it stands still. */
export type Watcher = (t: number, isStop: boolean) => void;

export class Playback {
  t = 0;
  playing = false;
  /** Called when it starts, stops or is set by hand. */
  onChange: () => void = () => undefined;
  private readonly watchers = new Set<Watcher>();
  private speed: Rate = 1;
  private handle = 0;
  private last = NaN;

  constructor(readonly stops: readonly number[], private readonly ticker: Ticker = browserTicker) {}

  get end(): number {
    return this.stops[this.stops.length - 1] ?? 0;
  }

  get rate(): Rate {
    return this.speed;
  }

  /** How much of real time goes by in a second. */
  set rate(rate: Rate) {
    if (rate !== this.speed) {
      this.speed = rate;
      this.draw(true);
    }
  }

  /** Call this for every picture. */
  watch(watcher: Watcher): void {
    this.watchers.add(watcher);
  }

  unwatch(watcher: Watcher): void {
    this.watchers.delete(watcher);
  }

  /** Run; from the beginning where it has come to the end. */
  play(): void {
    if (this.playing) {
      return;
    }
    if (this.t >= this.end) {
      this.t = 0;
    }
    this.playing = true;
    this.last = NaN;
    this.handle = this.ticker.request(this.tick);
    this.draw(true);
    this.onChange();
  }

  pause(): void {
    if (!this.playing) {
      return;
    }
    this.playing = false;
    this.ticker.cancel(this.handle);
    this.draw(true);
    this.onChange();
  }

  toggle(): void {
    if (this.playing) {
      this.pause();
    } else {
      this.play();
    }
  }

  /** Stop at an instant. */
  seek(t: number): void {
    this.pause();
    this.t = Math.min(this.end, Math.max(0, t));
    this.draw(true);
    this.onChange();
  }

  /** Stop at the next contact, or at the one before. */
  step(way: 1 | -1): void {
    this.seek(stopFrom(this.stops, this.t, way));
  }

  private draw(isStop: boolean): void {
    for (const watcher of this.watchers) {
      watcher(this.t, isStop);
    }
  }

  private readonly tick = (nowMs: number): void => {
    const elapsed = Number.isNaN(this.last) ? 0 : Math.min(LONGEST_STEP, Math.max(0, nowMs - this.last));
    this.last = nowMs;
    const before = this.t;
    this.t = Math.min(this.end, this.t + (elapsed / 1000) * this.rate);
    this.playing = this.t < this.end;
    this.draw(stopFrom(this.stops, before, 1) <= this.t);
    if (this.playing) {
      this.handle = this.ticker.request(this.tick);
    } else {
      this.onChange();
    }
  };
}
