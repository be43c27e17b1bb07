/** Keep the screen on while a match runs, where the browser can (only on https or localhost). */

interface WakeLockLike { release(): Promise<void> }

let held: WakeLockLike | null = null;
let wanted = false;

async function ask(): Promise<void> {
  const lock = (navigator as { wakeLock?: { request(type: "screen"): Promise<WakeLockLike> } }).wakeLock;
  if (!lock || !wanted || held || document.visibilityState !== "visible") {
    return;
  }
  try {
    held = await lock.request("screen");
  } catch {
    held = null; // Low battery, or refused: the match goes on without it.
  }
}

/** Switch the wish on or off. The browser drops the lock when the page is hidden, so it is asked for again. */
export function keepAwake(on: boolean): void {
  wanted = on;
  if (on) {
    void ask();
  } else if (held) {
    void held.release();
    held = null;
  }
}

if (typeof document !== "undefined") {
  document.addEventListener("visibilitychange", () => {
    held = null;
    void ask();
  });
}
