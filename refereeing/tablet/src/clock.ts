/** Clocks: the server's time by this device's steady clock, and what is left of a countdown. */
import type { Contact } from "./api";

/** From here on the referee is told that the device's own clock is off. */
export const SKEW_NOTE_MS = 120_000;

export class ServerClock {
  private offsetToMono: number | null = null;
  /** Device wall clock minus server time, at the last contact; positive when the device is fast. */
  skewMs = 0;

  constructor(
    private readonly mono: () => number = () => performance.now(),
    private readonly wall: () => number = () => Date.now(),
  ) {}

  /** Take one answer of the server. The time on the way is split in half. */
  note(contact: Contact): void {
    const server = Date.parse(contact.serverTime);
    if (Number.isNaN(server)) {
      return;
    }
    this.offsetToMono = server - (contact.sentAtMs + contact.receivedAtMs) / 2;
    this.skewMs = this.wall() - (this.mono() + this.offsetToMono);
  }

  /** Now, in the server's time (ms since 1970). Falls back to the device's clock before the first contact. */
  now(): number {
    return this.offsetToMono === null ? this.wall() : this.mono() + this.offsetToMono;
  }

  /** Whole minutes that the device is fast (+) or slow (-); 0 while it is near enough. */
  skewMinutes(): number {
    return Math.abs(this.skewMs) < SKEW_NOTE_MS ? 0 : Math.round(this.skewMs / 60_000);
  }
}

/** Milliseconds left until `seconds` after `startMs`; never below zero. */
export function leftMs(nowMs: number, startMs: number, seconds: number): number {
  return Math.max(0, startMs + seconds * 1000 - nowMs);
}

/** 1:59, 0:05. Rounded up, so that 0:00 means that the time is over. */
export function minutesAndSeconds(ms: number): string {
  const whole = Math.ceil(Math.max(0, ms) / 1000);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}
