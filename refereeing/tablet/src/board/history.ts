/** Undo and redo: a value with what it was before, and what it will be again. */

export interface History<T> { past: readonly T[]; now: T; future: readonly T[]; gesture: string | null }

const KEPT = 200;

export function begin<T>(now: T): History<T> {
  return { past: [], now, future: [], gesture: null };
}

/** A new value. Changes of one gesture (a drag, a held key) are one step back. */
export function step<T>(history: History<T>, now: T, gesture: string | null = null): History<T> {
  if (now === history.now) {
    return history;
  }
  const goesOn = gesture !== null && gesture === history.gesture;
  const past = goesOn ? history.past : [...history.past, history.now].slice(-KEPT);
  return { past, now, future: [], gesture };
}

export function undo<T>(history: History<T>): History<T> {
  const last = history.past.at(-1);
  if (history.past.length === 0) {
    return history;
  }
  return { past: history.past.slice(0, -1), now: last as T, future: [history.now, ...history.future], gesture: null };
}

export function redo<T>(history: History<T>): History<T> {
  if (history.future.length === 0) {
    return history;
  }
  return { past: [...history.past, history.now], now: history.future[0] as T, future: history.future.slice(1), gesture: null };
}
