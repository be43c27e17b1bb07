/** What a replay shows: the result of a run as the API gives it. Lengths are mm, times s, angles degrees. */
import type { Colour, PlacedDisc, Point, Seat } from "../board/types";

export const STRIKER = "striker";

/** Places at times, so close together that a straight line between two of them is right. Two numbers for each id; null
 * where the piece is no longer on the table. */
export interface Frames { ids: string[]; t: number[]; xy: (number | null)[][] }

/** An event of a stroke as `adjudicate` takes it, with its time. */
export interface StrokeEvent {
  type: string;
  t: number;
  a?: string;
  b?: string[];
  body?: string;
  edge?: string;
  pocket?: string;
}

/** How far the striker's first touch is ahead of the next disc that it would have touched going straight on. */
export interface Margin { seconds: number; mm: number; disc: string }

export interface Beyond { t: number; body: string; reason: string }

export interface Finding { rule: string; text: string }

export interface Verdict {
  stroke: string;
  turn: string;
  set: string;
  penalty: boolean;
  findings: Finding[];
}

/** The result of the command `simulate`, with frames. */
export interface Simulation {
  events: StrokeEvent[];
  duration: number;
  frames: Frames;
  first_margin: Margin | null;
  pressed: boolean;
  too_sensitive?: boolean;
  /** Where the stroke went beyond what the model can vouch for; only `full` knows of such. */
  beyond_model?: Beyond[];
  verdict?: Verdict;
}

/** One stroke that explains what was seen. */
export interface Run {
  weight: number;
  /** How far it is, in mm, from what was seen; null where nothing was compared. */
  misfit: number | null;
  angle: number;
  speed: number;
  first_touch: string[];
  /** Null while the answer is a first one. */
  simulation: Simulation | null;
}

export interface FirstTouch { discs: string[]; probability: number }
export interface Ruling extends Verdict { probability: number }

/** Where pieces would have come to rest (x, y, weight), and how the striker would have run, in all that explains it. */
export interface Cloud { after: Record<string, [number, number, number][]>; striker_paths: [number, number][][] }

export interface Result {
  kind: "simulate" | "reconstruct";
  model: string;
  ruleset: string;
  player: Seat | null;
  colours: Partial<Record<Seat, Colour>>;
  before: PlacedDisc[];
  striker: Point;
  /** Where things were seen to lie after the stroke; null where nobody looked. */
  after: PlacedDisc[] | null;
  striker_after: Point | null;
  unknown: string[];
  /** Pieces whose end was compared with nothing: unknown ones, and those over an edge, which the model cannot play. */
  left_open?: string[];
  runs: Run[];
  first_touch: FirstTouch[];
  rulings: Ruling[];
  explained: boolean;
  reason: string | null;
  undecided: boolean;
  cite: Finding[];
  cloud: Cloud | null;
}

/** Whether a run can be played. */
export interface PlayableRun extends Run { simulation: Simulation }

export function isPlayable(run: Run): run is PlayableRun {
  return run.simulation !== null && run.simulation.frames.t.length > 0;
}

/** Whether the answer is about one stroke that somebody gave, not about strokes that were looked for. */
export function isPlain(result: Result): boolean {
  return result.kind === "simulate";
}
