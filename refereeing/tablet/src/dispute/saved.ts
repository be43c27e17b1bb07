/** A dispute as the server has it, made into a draft that goes on where it was left. */
import { turned } from "../board/aim";
import type { Corners } from "../board/homography";
import { afterFrom } from "../board/position";
import { readPicture, straighten } from "../board/straighten";
import type { Colour, Point } from "../board/types";
import type { Dispute, SavedPosition } from "./api";
import { SPEEDS, draftFrom } from "./draft";
import type { Draft, Speed } from "./draft";

/** The newest position goes on where it was left; without one, the start of the set. */
export function draftOf(dispute: Dispute): Draft {
  const last = dispute.positions.at(-1);
  const player = last?.player ?? dispute.seat;
  const colour: Colour = last?.colours[player] ?? dispute.colour;
  const draft = draftFrom({
    dispute: dispute.uid, game: dispute.game, set: dispute.set, who: dispute.player, member: dispute.member, mode: last?.mode ?? dispute.mode,
    ruleset: dispute.ruleset, player, colour,
  });
  const described: Draft = { ...draft, text: dispute.text, isOpen: true };
  return last ? { ...described, ...known(last) } : described;
}

function known(last: SavedPosition): Pick<Draft, "boards" | "aim" | "speed" | "position" | "colours"> {
  const { before, known: said } = last;
  const range = said?.angle;
  const speed = (Object.keys(SPEEDS) as Speed[]).find((name) => String(SPEEDS[name]) === String(said?.speed)) ?? "unknown";
  return {
    boards: { before, after: last.after ?? afterFrom(before) }, speed, position: last.uid, colours: last.colours,
    aim: range ? { angle: turned((range[0] + range[1]) / 2), spread: (range[1] - range[0]) / 2 } : null,
  };
}

/** The photo of the newest position, laid straight as it was; null where there is none, or it does not arrive. */
export async function photoOf(dispute: Dispute, picture: (uid: string) => Promise<Blob>): Promise<Draft["photo"]> {
  const named = dispute.positions.at(-1)?.photo;
  if (!named) {
    return null;
  }
  try {
    const read = await readPicture(await picture(named.uid));
    const marks = named.corners.map(([x, y]): Point => ({ x: x * read.width, y: y * read.height })) as unknown as Corners;
    const straight = await straighten(read, marks);
    return straight === null ? null : { uid: named.uid, picture: read, marks, bottom: "S", moment: "after", straight, isSent: true };
  } catch {
    return null;
  }
}
