/** A disputed stroke as it is being described: what is kept on the device, and what goes to the server. */
import type { Aimed } from "../board/aim";
import { boardsFrom } from "../board/boards";
import type { Boards } from "../board/boards";
import { STRIKER } from "../board/collision";
import type { Corners } from "../board/homography";
import type { Photo } from "../board/photo_panel";
import { byCompass } from "../board/straighten";
import { changedDiscs, colourOf, markOf, startPosition } from "../board/position";
import type { Colours, Mode } from "../board/position";
import type { Colour, Position, Seat } from "../board/types";
import type { Member } from "../types";

export type Speed = "unknown" | "soft" | "medium" | "hard";
/** mm/s. Wide and overlapping: an eye judges no better. */
export const SPEEDS: Record<Speed, [number, number]> = {
  unknown: [300, 6000], soft: [300, 1800], medium: [1000, 3500], hard: [2500, 6000],
};

export interface Draft {
  dispute: string;
  game: string;
  set: number;
  /** Who struck, by the order of the match; of a pair which player, where that is known. */
  who: "A" | "B";
  member: Member | null;
  text: string;
  mode: Mode;
  ruleset: string;
  player: Seat;
  colours: Colours;
  boards: Boards;
  /** Null while nobody has said where the stroke went. */
  aim: Aimed | null;
  speed: Speed;
  photo: (Photo & { uid: string; isSent: boolean }) | null;
  /** The newest position that was saved, and the replay that was asked for. */
  position: string | null;
  replay: string | null;
  ruling: string | null;
  /** Whether the game log has it: then text, set and player stand. */
  isOpen: boolean;
}

export interface DraftStart {
  dispute: string;
  game: string;
  set: number;
  who: "A" | "B";
  member: Member | null;
  mode: Mode;
  ruleset: string;
  player: Seat;
  colour: Colour;
}

/** Seats and colours: partners, and in singles the two players, face each other. */
export function coloursFor(mode: Mode, player: Seat, own: Colour): Colours {
  const other: Colour = own === "red" ? "black" : "red";
  const isLengthwise = player === "S" || player === "N";
  if (mode === "doubles") {
    return isLengthwise ? { S: own, N: own, W: other, E: other } : { W: own, E: own, S: other, N: other };
  }
  return { [player]: own, [{ S: "N", N: "S", W: "E", E: "W" }[player]]: other };
}

export function draftFrom({ colour, ...start }: DraftStart): Draft {
  const colours = coloursFor(start.mode, start.player, colour);
  return {
    ...start, text: "", colours, boards: boardsFrom(startPosition(start.mode, colours, start.player)), aim: null,
    speed: "unknown", photo: null, position: null, replay: null, ruling: null, isOpen: false,
  };
}

/** Another seat or colour: nothing that was placed stays true. */
export function withSeat(draft: Draft, player: Seat, colour: Colour): Draft {
  const colours = coloursFor(draft.mode, player, colour);
  return { ...draft, player, colours, boards: boardsFrom(startPosition(draft.mode, colours, player)), aim: null };
}

interface PhotoPost { uid: string; corners: [number, number][] }

/** A position as the API takes it. */
export interface PositionPost {
  uid: string;
  player: Seat;
  colours: Colours;
  mode: Mode;
  before: Position;
  after: Position;
  known: { angle: [number, number] | null; speed: [number, number] };
  position_sd: number;
  stroke: null;
  state: null;
  photo: PhotoPost | null;
}

/** Discs under a finger are placed to 2 mm, tapped on a photo to 3 mm (its lens is not straight). */
const SD = 2, SD_PHOTO = 3;

export function positionPost(draft: Draft, uid: string): PositionPost {
  const { aim, photo, boards, speed } = draft;
  return {
    uid, player: draft.player, colours: draft.colours, mode: draft.mode, before: boards.before, after: boards.after,
    known: { angle: aim && [round(aim.angle - aim.spread), round(aim.angle + aim.spread)], speed: SPEEDS[speed] },
    position_sd: photo ? SD_PHOTO : SD, stroke: null, state: null,
    photo: photo && { uid: photo.uid, corners: fractions(byCompass(photo.marks, photo.bottom), photo.picture) },
  };
}

function fractions(corners: Corners, { width, height }: { width: number; height: number }): [number, number][] {
  return corners.map(({ x, y }) => [Math.round((x / width) * 1e5) / 1e5, Math.round((y / height) * 1e5) / 1e5]);
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}

export type Side = "own" | "opponents" | "striker";

/** What the boards say of the stroke, in the words of the endpoint `moment`; what they do not say is left out. */
export interface Moment {
  mode: Mode;
  own_light_stands?: boolean;
  pocketed?: Side[];
  off?: Side[];
  moved?: string[];
  first?: string;
  cushions?: string[];
}

export function momentOf({ boards, player, colours, mode }: Draft): Moment {
  const { before, after } = boards;
  const own = colours[player];
  const found: Moment = { mode };
  if (!own) {
    return found;
  }
  const light = before.discs.some((disc) => markOf(disc, player, own) === "light");
  if (light || !before.unknown.some((id) => id !== STRIKER && colourOf(id) === own)) {
    found.own_light_stands = light;
  }
  const isKnown = after.unknown.every((id) => before.unknown.includes(id));
  const went = (ids: readonly string[], earlier: readonly string[]): Side[] => {
    const fresh = ids.filter((id) => !earlier.includes(id));
    return [...new Set(fresh.map((id): Side => (id === STRIKER ? STRIKER : colourOf(id) === own ? "own" : "opponents")))].sort();
  };
  const pocketed = went(after.pocketed, before.pocketed), off = went(after.off_table, before.off_table);
  // A list that is given is complete, so nothing is said while some of the discs' ends are not known.
  if (isKnown || pocketed.length > 0) {
    found.pocketed = pocketed;
  }
  if (isKnown || off.length > 0) {
    found.off = off;
  }
  return found;
}

/** Whether there is enough for an answer: a direction or a disc that moved. */
export function isAskable({ boards, aim }: Draft): boolean {
  return boards.before.striker !== null && (aim !== null || changedDiscs(boards.before, boards.after).length > 0);
}
