/** The players of pairs: what the log knows as A1, A2, B1 and B2, by name and seat. */
import type { Bundle, Member, NextSet, Seats, TableSide, Who } from "./types";
import { membersOf, otherSide, pairOf, seatOf } from "./types";

/** A side, or one player of a pair. */
export type Somebody = Who | Member;

export function isDoubles(game: Bundle): boolean {
  return game.rules.mode === "doubles";
}

/** Who plays alone as a pair is both of its members. */
export function memberName(game: Bundle | null | undefined, member: Member): string {
  const player = game?.players[pairOf(member)];
  const names = player?.members ?? [];
  return names[Number(member[1]) - 1] ?? names[0] ?? player?.name ?? member;
}

/** Those to whom a warning or a penalty can go: the two sides, in doubles each player. */
export function somebodies(game: Bundle): Somebody[] {
  if (!isDoubles(game)) {
    return ["A", "B"];
  }
  return (["A", "B"] as const).flatMap((who) => (isAlone(game, who) ? membersOf(who).slice(0, 1) : membersOf(who)));
}

export function isAlone(game: Bundle, who: Who): boolean {
  return (game.players[who].members?.length ?? 2) < 2;
}

/** What the log writes of somebody: the side, and in doubles the player too. */
export function asWho(somebody: Somebody): { who: Who; member?: Member } {
  return isMember(somebody) ? { who: pairOf(somebody), member: somebody } : { who: somebody };
}

export function isMember(somebody: Somebody): somebody is Member {
  return somebody.length > 1;
}

/** The two sides of the table at which a pair sits. */
export type Axis = "S" | "W";

export interface Seating { axisOfA: Axis; isTurned: Record<Who, boolean> }

/** Who sits where: A on its axis, B on the other; turned, a pair has its first player on the far side. */
export function seatsOf({ axisOfA, isTurned }: Seating): Seats {
  const seats: Partial<Seats> = {};
  for (const who of ["A", "B"] as const) {
    const near: TableSide = (who === "A") === (axisOfA === "S") ? "S" : "W";
    const [first, second] = membersOf(who);
    seats[near] = isTurned[who] ? second : first;
    seats[otherSide(near)] = isTurned[who] ? first : second;
  }
  return seats as Seats;
}

export function seatingOf(seats: Seats): Seating {
  const side = seatOf(seats, "A1");
  const axisOfA = side === "S" || side === "N" ? "S" : "W";
  const far = (member: Member): boolean => ["N", "E"].includes(seatOf(seats, member));
  return { axisOfA, isTurned: { A: far("A1"), B: far("B1") } };
}

/** The seats of a side in the coming set: one in singles, two in doubles. */
export function sidesOf(next: NextSet, who: Who): TableSide[] {
  const { seats } = next;
  if (seats !== undefined) {
    return membersOf(who).map((member) => seatOf(seats, member));
  }
  return [who === "A" ? next.side_of_a : otherSide(next.side_of_a)];
}
