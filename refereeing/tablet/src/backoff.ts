/** How long to wait after failures, so that a server that comes back is not met by all tablets at once. */

export const SEND_EVERY_MS = 1000;
const LONGEST_WAIT_MS = 30_000;

/** Wait after the given number of failures in a row: doubling, half of it by chance. */
export function waitAfter(failures: number, random: () => number = Math.random): number {
  if (failures === 0) {
    return SEND_EVERY_MS;
  }
  const whole = Math.min(LONGEST_WAIT_MS, SEND_EVERY_MS * 2 ** failures);
  return whole / 2 + (whole / 2) * random();
}

/** Waits of their own for things that fail apart from each other. Times are milliseconds of a steady clock. */
export class Waits {
  private readonly failed = new Map<string, { failures: number; until: number }>();

  isWaiting(key: string, now: number): boolean {
    return (this.failed.get(key)?.until ?? 0) > now;
  }

  failedAt(key: string, now: number): void {
    const failures = (this.failed.get(key)?.failures ?? 0) + 1;
    this.failed.set(key, { failures, until: now + waitAfter(failures) });
  }

  worked(key: string): void {
    this.failed.delete(key);
  }

  /** Try everything at once again. */
  forget(): void {
    this.failed.clear();
  }
}
