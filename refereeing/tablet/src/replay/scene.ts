/** Moves the pieces of a drawing that stands already. In a picture of a running stroke only transforms change, each piece a
 * layer of its own, so that the browser paints nothing anew; the ways gone are drawn at each contact and when it stops. */
import type { Frames } from "./data";
import { placesAt, pointsUntil } from "./timeline";
import type { Track } from "./timeline";

/** A piece that moves less than this between two pictures is left alone, in mm. */
const SEEN = 0.02;

export class Scene {
  private readonly places: Float64Array;
  private readonly drawn: Float64Array;

  /** `pieces` by the order of the frames' ids, `lines` by the order of the tracks. */
  constructor(
    private readonly frames: Frames, private readonly tracks: readonly Track[],
    private readonly pieces: readonly (SVGGElement | null)[], private readonly lines: readonly (SVGPolylineElement | null)[],
  ) {
    this.places = new Float64Array(2 * frames.ids.length);
    this.drawn = new Float64Array(2 * frames.ids.length).fill(Infinity);
  }

  /** The places at `t`. */
  draw(t: number): void {
    placesAt(this.frames, t, this.places);
    for (let index = 0; index < this.pieces.length; index += 1) {
      if (this.hasMoved(index)) {
        this.place(index);
      }
    }
  }

  /** The ways gone until `t`; after `draw`. */
  drawWays(t: number): void {
    for (const [at, track] of this.tracks.entries()) {
      const x = this.places[2 * track.index] as number;
      const y = this.places[2 * track.index + 1] as number;
      this.lines[at]?.setAttribute("points", pointsUntil(track, t, x, y));
    }
  }

  /** Whether a piece has to be drawn: it is elsewhere than drawn. */
  private hasMoved(index: number): boolean {
    const x = this.places[2 * index] as number;
    const y = this.places[2 * index + 1] as number;
    const fromX = this.drawn[2 * index] as number;
    const fromY = this.drawn[2 * index + 1] as number;
    if (Number.isNaN(x)) {
      return !Number.isNaN(fromX);
    }
    return !(Math.abs(x - fromX) < SEEN && Math.abs(y - fromY) < SEEN);
  }

  private place(index: number): void {
    const x = this.places[2 * index] as number;
    const y = this.places[2 * index + 1] as number;
    const style = this.pieces[index]?.style;
    if (style && Number.isNaN(x)) {
      style.visibility = "hidden";
    } else if (style) {
      style.transform = `translate(${x.toFixed(2)}px,${y.toFixed(2)}px)`;
      style.visibility = "visible";
    }
    this.drawn[2 * index] = x;
    this.drawn[2 * index + 1] = y;
  }
}
