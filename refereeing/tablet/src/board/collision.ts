/** Where a piece may lie: inside the edges, in no other piece, its centre in no pocket. No other piece is ever pushed. */
import { DISC_RADIUS, HALF, POCKET_PLACE, POCKET_RADIUS, STRIKER_RADIUS, tenth } from "./geometry";
import type { Point, Position } from "./types";

/** Overlap that only touches (the engine refuses more than 1e-6). */
const TOUCH = 1e-7;
/** A place that is worked out keeps this far off, so that rounding never makes it overlap. */
const CLEAR = 1e-6;
const STEP = 0.1;

/** A place that no centre may come into. */
interface Round extends Point { radius: number }

export type PieceId = string;
export const STRIKER = "striker";

export function radiusOf(id: PieceId): number {
  return id === STRIKER ? STRIKER_RADIUS : DISC_RADIUS;
}

/** What keeps the piece from places: every other piece, and the pockets. */
export function roundsFor(position: Position, id: PieceId): Round[] {
  const own = radiusOf(id);
  const rounds: Round[] = position.discs.filter((disc) => disc.id !== id).map(({ x, y }) => ({ x, y, radius: own + DISC_RADIUS }));
  if (position.striker && id !== STRIKER) {
    rounds.push({ ...position.striker, radius: own + STRIKER_RADIUS });
  }
  for (const x of [-POCKET_PLACE, POCKET_PLACE]) {
    for (const y of [-POCKET_PLACE, POCKET_PLACE]) {
      rounds.push({ x, y, radius: POCKET_RADIUS });
    }
  }
  return rounds;
}

function fits({ x, y }: Point, reach: number, rounds: readonly Round[]): boolean {
  if (Math.max(Math.abs(x), Math.abs(y)) > reach) {
    return false;
  }
  return rounds.every((round) => Math.hypot(round.x - x, round.y - y) >= round.radius - TOUCH);
}

/** Whether the piece may lie here. */
export function isFree(position: Position, id: PieceId, at: Point): boolean {
  return fits(at, HALF - radiusOf(id), roundsFor(position, id));
}

/**
 * The free place nearest to where the piece is wanted, in tenths of a millimetre where that fits; null when there is
 * none. A wanted place inside another disc gives a place beside it, so a piece that is dragged slides along.
 */
export function settle(position: Position, id: PieceId, wanted: Point): Point | null {
  const reach = HALF - radiusOf(id);
  const rounds = roundsFor(position, id);
  const inside = { x: clamp(wanted.x, reach), y: clamp(wanted.y, reach) };
  const plain = onGrid(inside, inside, reach, rounds);
  if (plain && fits(inside, reach, rounds)) {
    return plain;
  }
  const exact = nearest(inside, reach, rounds);
  return exact && (onGrid(exact, inside, reach, rounds) ?? exact);
}

/** The place of the tenth-of-a-millimetre grid round `exact` that is free and nearest to `wanted`. */
function onGrid(exact: Point, wanted: Point, reach: number, rounds: readonly Round[]): Point | null {
  const found: Point[] = [];
  for (let i = -1; i <= 1; i += 1) {
    for (let j = -1; j <= 1; j += 1) {
      const at = { x: tenth(exact.x + i * STEP), y: tenth(exact.y + j * STEP) };
      if (fits(at, reach, rounds)) {
        found.push(at);
      }
    }
  }
  return closest(found, wanted);
}

function nearest(wanted: Point, reach: number, rounds: readonly Round[]): Point | null {
  const grown = rounds.map((round) => ({ ...round, radius: round.radius + CLEAR }));
  const places = [...rims(wanted, reach, grown), ...crossings(grown)];
  return closest(places.filter((place) => fits(place, reach, rounds)), wanted);
}

/** The nearest point of each round, and where each round meets the limit at the edges. */
function* rims({ x, y }: Point, reach: number, rounds: readonly Round[]): Iterable<Point> {
  for (const round of rounds) {
    const away = Math.hypot(x - round.x, y - round.y);
    const [ux, uy] = away > TOUCH ? [(x - round.x) / away, (y - round.y) / away] : [0, -1];
    yield { x: round.x + ux * round.radius, y: round.y + uy * round.radius };
    for (const wall of [-reach, reach]) {
      for (const aside of chord(round.radius, wall - round.x)) {
        yield { x: wall, y: round.y + aside };
      }
      for (const aside of chord(round.radius, wall - round.y)) {
        yield { x: round.x + aside, y: wall };
      }
    }
  }
}

/** Half the chord of a circle at a distance from its middle, both ways; none beyond the circle. */
function chord(radius: number, off: number): number[] {
  if (Math.abs(off) > radius) {
    return [];
  }
  const half = Math.sqrt(radius * radius - off * off);
  return [-half, half];
}

function* crossings(rounds: readonly Round[]): Iterable<Point> {
  for (const [index, a] of rounds.entries()) {
    for (const b of rounds.slice(index + 1)) {
      const apart = Math.hypot(b.x - a.x, b.y - a.y);
      if (apart > a.radius + b.radius || apart <= Math.abs(a.radius - b.radius)) {
        continue;
      }
      const along = (apart * apart + a.radius * a.radius - b.radius * b.radius) / (2 * apart);
      const aside = Math.sqrt(Math.max(0, a.radius * a.radius - along * along));
      const ux = (b.x - a.x) / apart, uy = (b.y - a.y) / apart;
      yield { x: a.x + ux * along - uy * aside, y: a.y + uy * along + ux * aside };
      yield { x: a.x + ux * along + uy * aside, y: a.y + uy * along - ux * aside };
    }
  }
}

function closest(places: readonly Point[], wanted: Point): Point | null {
  let best: Point | null = null;
  let least = Infinity;
  for (const place of places) {
    const far = Math.hypot(place.x - wanted.x, place.y - wanted.y);
    if (far < least - TOUCH) {
      best = place;
      least = far;
    }
  }
  return best;
}

function clamp(value: number, reach: number): number {
  return Math.min(reach, Math.max(-reach, value));
}
