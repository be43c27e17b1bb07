/** The plane of the table in a photo: the projective map that takes four points to four points. */
import { HALF } from "./geometry";
import type { Point } from "./types";

/** Row by row, the last entry 1: x' = (ax + by + c) / (gx + hy + 1). */
export type Homography = readonly [number, number, number, number, number, number, number, number];
export type Corners = readonly [Point, Point, Point, Point];

/** The inner corners of the edge board in the order NW, NE, SE, SW, as the straightened picture has them. */
export const TABLE_CORNERS: Corners = [{ x: -HALF, y: HALF }, { x: HALF, y: HALF }, { x: HALF, y: -HALF }, { x: -HALF, y: -HALF }];

/** The map from the corners of `from` to those of `to`; null where three of them lie on a line. */
export function homography(from: Corners, to: Corners): Homography | null {
  const rows: number[][] = [];
  for (const [index, { x, y }] of from.entries()) {
    const { x: u, y: v } = to[index] as Point;
    rows.push([x, y, 1, 0, 0, 0, -u * x, -u * y, u], [0, 0, 0, x, y, 1, -v * x, -v * y, v]);
  }
  const found = solve(rows);
  return found && (found as unknown as Homography);
}

/** Gauss with pivots; each row ends with the right side. */
function solve(rows: number[][]): number[] | null {
  const size = rows.length;
  for (let column = 0; column < size; column += 1) {
    const best = rows.slice(column).reduce((most, row, index) => (Math.abs(row[column] ?? 0) > Math.abs(rows[most]?.[column] ?? 0) ? column + index : most), column);
    const pivot = rows[best] as number[];
    rows[best] = rows[column] as number[];
    rows[column] = pivot;
    const lead = pivot[column] ?? 0;
    if (Math.abs(lead) < 1e-9) {
      return null;
    }
    for (const [index, row] of rows.entries()) {
      const factor = index === column ? 0 : (row[column] ?? 0) / lead;
      for (let place = column; factor !== 0 && place <= size; place += 1) {
        row[place] = (row[place] ?? 0) - factor * (pivot[place] ?? 0);
      }
    }
  }
  return rows.map((row, index) => (row[size] ?? 0) / (row[index] ?? 1));
}

export function applyTo([a, b, c, d, e, f, g, h]: Homography, { x, y }: Point): Point {
  const w = g * x + h * y + 1;
  return { x: (a * x + b * y + c) / w, y: (d * x + e * y + f) / w };
}

/** Whether four corners go once round a convex field, none of its sides shorter than this. */
export function isConvex(corners: Corners, shortest = 20): boolean {
  const turns = corners.map((here, index) => {
    const next = corners[(index + 1) % 4] as Point, then = corners[(index + 2) % 4] as Point;
    const long = Math.hypot(next.x - here.x, next.y - here.y) >= shortest;
    return long ? Math.sign((next.x - here.x) * (then.y - next.y) - (next.y - here.y) * (then.x - next.x)) : 0;
  });
  return turns.every((turn) => turn === turns[0] && turn !== 0);
}
