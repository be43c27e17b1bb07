/** Moves the pieces of a drawing that stands already. Each piece that moves has an animation of the browser's own, which
 * runs beside the page's program: pictures come as smoothly as the screen can, however busy the program is. */
import type { Frames } from "./data";
import { durationOf, placesAt, pointsUntil } from "./timeline";
import type { Track } from "./timeline";

/** Animation and clock may be apart by this much before they are set right, in ms. */
const APART = 40;

export class Scene {
  private readonly places: Float64Array;
  private readonly animations: readonly Animation[];

  /** `pieces` by the order of the frames' ids, `lines` by the order of the tracks. */
  constructor(
    private readonly frames: Frames, private readonly tracks: readonly Track[],
    pieces: readonly (SVGGElement | null)[], private readonly lines: readonly (SVGPolylineElement | null)[],
  ) {
    this.places = new Float64Array(2 * frames.ids.length);
    placesAt(frames, 0, this.places);
    for (const [index, piece] of pieces.entries()) {
      if (piece && index < frames.ids.length) {
        piece.style.transform = moved(this.places[2 * index] as number, this.places[2 * index + 1] as number);
      }
    }
    const duration = 1000 * durationOf(frames);
    this.animations = tracks.flatMap(({ index }) => {
      const animation = pieces[index]?.animate(keyframesOf(frames, index), { duration, fill: "both" });
      animation?.pause();
      return animation ? [animation] : [];
    });
  }

  /** Stand still at `t`. */
  show(t: number): void {
    for (const animation of this.animations) {
      animation.pause();
      animation.currentTime = 1000 * t;
    }
    this.drawWays(t);
  }

  /** Run from `t` on, or go on running; set right what has come apart (a sleeping tab). */
  run(t: number, rate: number): void {
    for (const animation of this.animations) {
      if (Math.abs(Number(animation.currentTime) - 1000 * t) > APART) {
        animation.currentTime = 1000 * t;
      }
      animation.playbackRate = rate;
      if (animation.playState === "paused" && t < durationOf(this.frames)) {
        animation.play();
      }
    }
  }

  /** The ways gone until `t`. */
  drawWays(t: number): void {
    placesAt(this.frames, t, this.places);
    for (const [at, track] of this.tracks.entries()) {
      const x = this.places[2 * track.index] as number;
      const y = this.places[2 * track.index + 1] as number;
      this.lines[at]?.setAttribute("points", pointsUntil(track, t, x, y));
    }
  }

  /** Leave the pieces to the next scene. */
  close(): void {
    for (const animation of this.animations) {
      animation.cancel();
    }
  }
}

function moved(x: number, y: number): string {
  return `translate(${x.toFixed(2)}px,${y.toFixed(2)}px)`;
}

/** A piece's places as keyframes, straight between them; once it has gone it is transparent. */
export function keyframesOf(frames: Frames, index: number): Keyframe[] {
  const end = durationOf(frames);
  let transform = "";
  return frames.xy.map((row, at) => {
    const x = row[2 * index];
    const y = row[2 * index + 1];
    const isHere = x !== null && x !== undefined && y !== null && y !== undefined;
    if (isHere) {
      transform = moved(x, y);
    }
    return { offset: Math.min(1, (frames.t[at] as number) / end), transform, opacity: isHere ? 1 : 0, easing: "linear" };
  });
}
