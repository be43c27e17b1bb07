/** A position and what a hand does to it: pure, each change gives a new value. */
import { STRIKER, settle } from "./collision";
import type { PieceId } from "./collision";
import { DISC_RADIUS, HALF, OPPOSITE, START_ROW, isDark, isStrikerPlaced } from "./geometry";
import type { Colour, PlacedDisc, Point, Position, Seat } from "./types";

export type Mode = "singles" | "doubles";
export type Colours = Partial<Record<Seat, Colour>>;
export type Tray = "pocketed" | "off_table" | "unknown";
export const TRAYS: readonly Tray[] = ["pocketed", "off_table", "unknown"];
const PER_SEAT = 8;
/** A usual place of the striker: well inside the zone. */
const STRIKER_START = 425;
const MOVED = 0.5;

/** The ids of all discs of a game: r1 … r8 and b1 … b8, twice as many in doubles. */
export function discIds(mode: Mode): string[] {
  const count = mode === "doubles" ? 2 * PER_SEAT : PER_SEAT;
  return (["r", "b"] as const).flatMap((letter) => Array.from({ length: count }, (_, place) => `${letter}${place + 1}`));
}

/** Discs that a game names otherwise (a penalty disc `red-1`) say their colour too. */
export function colourOf(id: string): Colour {
  return id.startsWith("r") ? "red" : "black";
}

/** Nothing on the table yet: every disc's place is unknown. */
export function emptyPosition(mode: Mode, seat: Seat): Position {
  return { discs: [], striker: strikerPlace(seat), pocketed: [], off_table: [], unknown: discIds(mode) };
}

function strikerPlace(seat: Seat): Point {
  return fromSeat(seat, 0, STRIKER_START);
}

/** The point so far along a seat's edge and so deep towards it. */
export function fromSeat(seat: Seat, along: number, deep: number): Point {
  switch (seat) {
    case "S":
      return { x: along, y: -deep };
    case "N":
      return { x: along, y: deep };
    case "W":
      return { x: -deep, y: along };
    default:
      return { x: deep, y: along };
  }
}

/** The start of a set: each player's eight discs against the opposite edge, numbered from W to E, or from S to N. */
export function startPosition(mode: Mode, colours: Colours, seat: Seat): Position {
  const counts = { red: 0, black: 0 };
  const discs: PlacedDisc[] = [];
  for (const owner of ["S", "N", "W", "E"] as const) {
    const colour = colours[owner];
    if (colour === undefined) {
      continue;
    }
    for (const along of START_ROW) {
      counts[colour] += 1;
      const at = fromSeat(OPPOSITE[owner], along, HALF - DISC_RADIUS);
      discs.push({ id: `${colour === "red" ? "r" : "b"}${counts[colour]}`, colour, ...at });
    }
  }
  const placed = new Set(discs.map(({ id }) => id));
  return { discs, striker: strikerPlace(seat), pocketed: [], off_table: [], unknown: discIds(mode).filter((id) => !placed.has(id)) };
}

export function placeOf(position: Position, id: PieceId): Point | null {
  if (id === STRIKER) {
    return position.striker;
  }
  return position.discs.find((disc) => disc.id === id) ?? null;
}

/** In which tray a disc lies, or null for one on the table. */
export function trayOf(position: Position, id: PieceId): Tray | null {
  return TRAYS.find((tray) => position[tray].includes(id)) ?? null;
}

/** Lay a piece down as near as it fits to where it is wanted. The same position when it fits nowhere. */
export function put(position: Position, id: PieceId, wanted: Point): Position {
  const at = settle(position, id, wanted);
  if (!at) {
    return position;
  }
  if (id === STRIKER) {
    return { ...withoutTrays(position, id), striker: at };
  }
  const known = position.discs.some((disc) => disc.id === id);
  const disc = { id, colour: colourOf(id), ...at };
  const discs = known ? position.discs.map((each) => (each.id === id ? disc : each)) : [...position.discs, disc];
  return { ...withoutTrays(position, id), discs };
}

function withoutTrays(position: Position, id: PieceId): Position {
  const rest = (ids: readonly string[]): string[] => ids.filter((each) => each !== id);
  return { ...position, pocketed: rest(position.pocketed), off_table: rest(position.off_table), unknown: rest(position.unknown) };
}

/** Take a piece off the table into a tray; the striker too, after a stroke. */
export function stow(position: Position, id: PieceId, tray: Tray): Position {
  const bare = withoutTrays(position, id);
  if (id === STRIKER) {
    return { ...bare, striker: null, [tray]: sortIds([...bare[tray], id]) };
  }
  return { ...bare, discs: position.discs.filter((disc) => disc.id !== id), [tray]: sortIds([...bare[tray], id]) };
}

/** r2 before r10, red before black, the striker last. */
export function sortIds(ids: readonly string[]): string[] {
  const key = (id: string): [number, number] => [id === STRIKER ? 2 : colourOf(id) === "red" ? 0 : 1, Number(/\d+$/.exec(id)?.[0] ?? 0)];
  return [...ids].sort((a, b) => key(a)[0] - key(b)[0] || key(a)[1] - key(b)[1]);
}

/** How an owned disc lies for the player about to strike; null for an opponent's. */
export function markOf(disc: PlacedDisc, seat: Seat, own: Colour): "light" | "dark" | null {
  if (disc.colour !== own) {
    return null;
  }
  return isDark(seat, disc) ? "dark" : "light";
}

/** Discs that lie elsewhere, or have gone, after the stroke; unknown ones are neither. */
export function changedDiscs(before: Position, after: Position): string[] {
  return before.discs.filter((disc) => {
    const now = after.discs.find(({ id }) => id === disc.id);
    return now ? Math.hypot(now.x - disc.x, now.y - disc.y) > MOVED : !after.unknown.includes(disc.id);
  }).map(({ id }) => id);
}

/** Discs whose place is known only before, or only after: what the answer leaves open. */
export function halfKnown(before: Position, after: Position): string[] {
  const lies = (position: Position): Set<string> => new Set(position.discs.map(({ id }) => id));
  const was = lies(before), is = lies(after);
  const lost = [...was].filter((id) => after.unknown.includes(id));
  const found = [...is].filter((id) => !was.has(id));
  return sortIds([...lost, ...found]);
}

/** What the position after the stroke begins with: everything still lies where it lay; the striker's end is not known. */
export function afterFrom(before: Position): Position {
  return stow(before, STRIKER, "unknown");
}

/** Why the striker cannot have been struck from here; null when it can (12.3). */
export function strikerFault(seat: Seat, at: Point | null): "none" | "outside" | null {
  if (!at) {
    return "none";
  }
  return isStrikerPlaced(seat, at) ? null : "outside";
}
