/** The two boards of a disputed stroke, before and after it. What was not moved on the second follows the first. */
import { STRIKER } from "./collision";
import type { PieceId } from "./collision";
import { DISC_RADIUS, POCKET_PLACE, POCKET_RADIUS } from "./geometry";
import { afterFrom, placeOf, put, stow, trayOf } from "./position";
import type { Tray } from "./position";
import type { Point, Position } from "./types";

export interface Boards { before: Position; after: Position }
export type Moment = keyof Boards;

export function boardsFrom(before: Position): Boards {
  return { before, after: afterFrom(before) };
}

/** Lay a piece down on one of the boards; a piece that is laid into a pocket is pocketed. */
export function putOn(boards: Boards, moment: Moment, id: PieceId, wanted: Point): Boards {
  if (isPocket(wanted) && !(moment === "before" && id === STRIKER)) {
    return stowFrom(boards, moment, id, "pocketed");
  }
  return change(boards, moment, id, (position) => put(position, id, wanted));
}

/** Take a piece off one of the boards. The striker always has a place before the stroke. */
export function stowFrom(boards: Boards, moment: Moment, id: PieceId, tray: Tray): Boards {
  if (moment === "before" && id === STRIKER) {
    return boards;
  }
  return change(boards, moment, id, (position) => stow(position, id, tray));
}

function change(boards: Boards, moment: Moment, id: PieceId, make: (position: Position) => Position): Boards {
  const changed = make(boards[moment]);
  if (changed === boards[moment]) {
    return boards;
  }
  if (moment === "after" || id === STRIKER || !isSame(boards.before, boards.after, id)) {
    return { ...boards, [moment]: changed };
  }
  const at = placeOf(changed, id);
  const tray = trayOf(changed, id);
  const after = at ? put(boards.after, id, at) : tray ? stow(boards.after, id, tray) : boards.after;
  return { before: changed, after };
}

/** Well inside: whoever lays a disc on the rim means the rim. */
function isPocket({ x, y }: Point): boolean {
  return Math.hypot(Math.abs(x) - POCKET_PLACE, Math.abs(y) - POCKET_PLACE) <= POCKET_RADIUS - DISC_RADIUS;
}

function isSame(before: Position, after: Position, id: PieceId): boolean {
  const was = placeOf(before, id), is = placeOf(after, id);
  return was && is ? was.x === is.x && was.y === is.y : trayOf(before, id) === trayOf(after, id);
}
