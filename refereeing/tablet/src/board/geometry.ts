/** The table's measures (rulebook 1; the same as refereeing/engine/table.py, which a test compares) and how it is seen. */
import type { Point, Seat } from "./types";

export const HALF = 500;
export const DISC_RADIUS = 15;
export const STRIKER_RADIUS = 22.5;
export const ZONE_LINE = 370;
export const CIRCLE_LINE = 125;
export const POCKET_RADIUS = 50;
export const POCKET_PLACE = 435;
/** From this depth on no line shows in a disc's hole: it is dark. */
export const ZONE_DARK = 374.5;
export const CIRCLE_DARK = 120.5;
/** The striker's whole hole inside the own zone, between the side lines (12.3). */
export const STRIKER_DEEP = 375.5;
export const STRIKER_WIDE = 364.5;
export const START_ROW: readonly number[] = [-105, -75, -45, -15, 15, 45, 75, 105];
const EXACT = 1e-9;

export const SEATS: readonly Seat[] = ["S", "W", "N", "E"];
export const OPPOSITE: Record<Seat, Seat> = { S: "N", N: "S", W: "E", E: "W" };

/** How far a point lies towards the edge of a seat, from the middle of the table. */
export function depth(seat: Seat, { x, y }: Point): number {
  switch (seat) {
    case "S":
      return -y;
    case "N":
      return y;
    case "W":
      return -x;
    default:
      return x;
  }
}

/** The coordinate along the edge of a seat; 0 is the middle line. */
export function across(seat: Seat, { x, y }: Point): number {
  return seat === "S" || seat === "N" ? x : y;
}

/** Whether a disc of the player at this seat lies in that player's dark field. */
export function isDark(seat: Seat, disc: Point): boolean {
  return depth(seat, disc) >= ZONE_DARK - EXACT || disc.x * disc.x + disc.y * disc.y <= CIRCLE_DARK * CIRCLE_DARK + EXACT;
}

/** Whether the striker may be struck from here by the player at the seat (12.3). */
export function isStrikerPlaced(seat: Seat, at: Point): boolean {
  return depth(seat, at) >= STRIKER_DEEP - EXACT && Math.abs(across(seat, at)) <= STRIKER_WIDE + EXACT;
}

/** A place of the table in the drawing, where y points down and the seat of the view is at the bottom. */
export function toScreen(view: Seat, { x, y }: Point): Point {
  switch (view) {
    case "S":
      return { x, y: 0 - y };
    case "N":
      return { x: 0 - x, y };
    case "E":
      return { x: y, y: x };
    default:
      return { x: 0 - y, y: 0 - x };
  }
}

/** The way back from the drawing to the table. */
export function fromScreen(view: Seat, { x, y }: Point): Point {
  switch (view) {
    case "S":
      return { x, y: 0 - y };
    case "N":
      return { x: 0 - x, y };
    case "E":
      return { x: y, y: x };
    default:
      return { x: 0 - y, y: 0 - x };
  }
}

/** An angle of the table (0° to E, 90° to N) as the drawing shows it, against the clock from the right. */
export function screenAngle(view: Seat, degrees: number): number {
  const at = toScreen(view, { x: Math.cos((degrees * Math.PI) / 180), y: Math.sin((degrees * Math.PI) / 180) });
  return (Math.atan2(-at.y, at.x) * 180) / Math.PI;
}

/** Tenths of a millimetre: what a hand can set and a screen can show. */
export function tenth(value: number): number {
  return Math.round(value * 10) / 10 + 0;
}
