/** Time in a replay: where everything is at an instant, the instants worth a stop, and the way that each piece goes. */
import { toScreen } from "../board/geometry";
import type { Seat } from "../board/types";
import type { Frames, StrokeEvent } from "./data";

/** A piece's way: its corners, each with the time at which the piece is there. */
export interface Track { id: string; index: number; corners: readonly Corner[] }
export interface Corner { t: number; x: number; y: number }

/** Corners less than this far from a straight line are left out, in mm. */
const STRAIGHT = 0.05;
/** A piece that goes less far than this has stayed where it is, in mm. */
const STILL = 0.5;
/** Two instants closer than this are one stop, in s. */
const SAME = 1e-6;

/** The same frames in the drawing's coordinates. */
export function seenFrom(view: Seat, frames: Frames): Frames {
  const xy = frames.xy.map((row) => frames.ids.flatMap((_id, place) => {
    const x = row[2 * place];
    const y = row[2 * place + 1];
    if (x === null || x === undefined || y === null || y === undefined) {
      return [null, null];
    }
    const at = toScreen(view, { x, y });
    return [at.x, at.y];
  }));
  return { ids: frames.ids, t: frames.t, xy };
}

export function durationOf(frames: Frames): number {
  return frames.t[frames.t.length - 1] ?? 0;
}

/** The last frame that is not later than `t`. */
export function frameBefore(frames: Frames, t: number): number {
  let low = 0;
  let high = frames.t.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((frames.t[middle] as number) <= t) {
      low = middle;
    } else {
      high = middle - 1;
    }
  }
  return low;
}

/** Write x and y of every piece at `t` into `places`; NaN for a piece that has gone. */
export function placesAt(frames: Frames, t: number, places: Float64Array): void {
  const at = frameBefore(frames, t);
  const now = frames.xy[at] ?? [];
  const next = frames.xy[at + 1];
  const from = frames.t[at] ?? 0;
  const span = (frames.t[at + 1] ?? from) - from;
  const part = next && span > 0 ? Math.min(1, Math.max(0, (t - from) / span)) : 0;
  for (let place = 0; place < places.length; place += 1) {
    const here = now[place] ?? NaN;
    const there = next?.[place] ?? here;
    places[place] = here + (there - here) * part;
  }
}

/** The instants at which something happens, from 0 to the end, each once. */
export function stopsOf(events: readonly StrokeEvent[], duration: number): number[] {
  const stops = [0];
  for (const t of [...events.map((event) => event.t), duration].sort((a, b) => a - b)) {
    if (t - (stops[stops.length - 1] as number) > SAME) {
      stops.push(t);
    }
  }
  return stops;
}

/** The next stop after `t`, or the one before it; the same where there is none. */
export function stopFrom(stops: readonly number[], t: number, way: 1 | -1): number {
  const ahead = stops.filter((stop) => (way === 1 ? stop > t + SAME : stop < t - SAME));
  return (way === 1 ? ahead[0] : ahead[ahead.length - 1]) ?? t;
}

/** The number of events that have happened at `t`. */
export function happened(events: readonly StrokeEvent[], t: number): number {
  return events.filter((event) => event.t <= t + SAME).length;
}

/** The ways of all pieces that move. */
export function tracksOf(frames: Frames): Track[] {
  return frames.ids.flatMap((id, index) => {
    const corners = cornersOf(frames, index);
    return corners.some((corner) => distance(corner, corners[0] as Corner) > STILL) ? [{ id, index, corners }] : [];
  });
}

function cornersOf(frames: Frames, index: number): Corner[] {
  const kept: Corner[] = [];
  for (const [at, row] of frames.xy.entries()) {
    const x = row[2 * index];
    const y = row[2 * index + 1];
    if (x === null || x === undefined || y === null || y === undefined) {
      break;
    }
    const corner = { t: frames.t[at] as number, x, y };
    const last = kept[kept.length - 1];
    const before = kept[kept.length - 2];
    if (last && before && goesOn(before, last, corner)) {
      kept[kept.length - 1] = corner;
    } else {
      kept.push(corner);
    }
  }
  return kept;
}

/** Whether `b` lies on the straight way from `a` to `c`. */
function goesOn(a: Corner, b: Corner, c: Corner): boolean {
  const [ux, uy] = [c.x - a.x, c.y - a.y];
  const [vx, vy] = [b.x - a.x, b.y - a.y];
  const far = Math.hypot(ux, uy);
  if (far <= STRAIGHT) {
    return Math.hypot(vx, vy) <= STRAIGHT;
  }
  const along = (vx * ux + vy * uy) / far;
  return Math.abs(vx * uy - vy * ux) / far <= STRAIGHT && along >= -STRAIGHT && along <= far + STRAIGHT;
}

function distance(a: Corner, b: Corner): number {
  return Math.hypot(a.x - b.x, a.y - b.y);
}

/** The corners of an SVG polyline up to `t`, and on to where the piece is then (NaN where it has gone). */
export function pointsUntil(track: Track, t: number, x: number, y: number): string {
  let points = "";
  for (const corner of track.corners) {
    if (corner.t > t) {
      break;
    }
    points += `${corner.x.toFixed(1)},${corner.y.toFixed(1)} `;
  }
  return Number.isNaN(x) ? points : `${points}${x.toFixed(1)},${y.toFixed(1)}`;
}

/** All corners of the way. */
export function pointsOf(track: Track): string {
  return pointsUntil(track, Infinity, NaN, NaN).trim();
}
