/** The stroke's direction drawn from the striker, with the fan in which it may lie. */
import type { JSX } from "preact";
import { HALF, screenAngle, toScreen } from "./geometry";
import type { Point, Seat } from "./types";

/** A direction of the table (0° to E, 90° to N) and how far it may be off, both in degrees. */
export interface Aimed { angle: number; spread: number }

/** How far the arrow reaches, mm. */
export const AIM_LENGTH = 330;

/** A point so far from another in a direction of the table. */
export function ahead(from: Point, degrees: number, far: number): Point {
  const turn = (degrees * Math.PI) / 180;
  return { x: from.x + far * Math.cos(turn), y: from.y + far * Math.sin(turn) };
}

/** The direction from one point to another: 0° to E, 90° to N, above -180 and up to 180. */
export function angleTo(from: Point, to: Point): number {
  return (Math.atan2(to.y - from.y, to.x - from.x) * 180) / Math.PI;
}

/** A direction as the player at the seat sees it: 90° straight ahead. And the way back: the same turn the other way. */
export function asSeen(seat: Seat, angle: number): number {
  return turned(angle + TURN_OF[seat]);
}

export function asOnTable(seat: Seat, seen: number): number {
  return turned(seen - TURN_OF[seat]);
}

const TURN_OF: Record<Seat, number> = { S: 0, W: 90, N: 180, E: -90 };

/** The same direction above -180 and up to 180. */
export function turned(degrees: number): number {
  const rest = ((degrees % 360) + 360) % 360;
  return rest > 180 ? rest - 360 : rest;
}

/** How far the arrow can reach before an edge. */
export function reachOf(from: Point, degrees: number): number {
  const to = ahead({ x: 0, y: 0 }, degrees, 1);
  const room = (place: number, way: number): number => (Math.abs(way) < 1e-9 ? Infinity : ((way > 0 ? HALF : -HALF) - place) / way);
  return Math.min(AIM_LENGTH, 0.9 * Math.max(0, Math.min(room(from.x, to.x), room(from.y, to.y))));
}

interface AimProps { at: Point | null; aim: Aimed | null; view: Seat }

export function Aim({ at, aim, view }: AimProps): JSX.Element | null {
  if (!at || !aim) {
    return null;
  }
  const from = toScreen(view, at);
  const edge = (turn: number): string => {
    const to = toScreen(view, ahead(at, aim.angle + turn, 1400));
    return `${to.x} ${to.y}`;
  };
  const far = reachOf(at, aim.angle);
  return (
    <g class="nv-aim" aria-hidden="true" clip-path="url(#nv-clip)">
      <clipPath id="nv-clip"><rect x={-HALF} y={-HALF} width={2 * HALF} height={2 * HALF} /></clipPath>
      <path class="nv-fan" d={`M${from.x} ${from.y}L${edge(-aim.spread)}L${edge(aim.spread)}Z`} />
      <g transform={`translate(${from.x} ${from.y}) rotate(${-screenAngle(view, aim.angle)})`}>
        <path class="nv-arrow" d={`M28 0H${far}M${far - 30}-20 ${far} 0 ${far - 30} 20`} />
      </g>
    </g>
  );
}
