/** The magnifier above the finger: the same drawing again, four times as large. */
import type { JSX } from "preact";
import type { Point } from "./types";

const SIZE_PX = 168;
const GAP_PX = 44;
/** Half of what is shown of a board, in millimetres. */
const BOARD_REACH = 60;

interface LoupeProps { content: string; middle: Point; finger: Point; reach?: number }

/** Where it stands on the screen: above the finger, or beside it where there is no room above. */
export function loupePlace(finger: Point, width: number): Point {
  const half = SIZE_PX / 2;
  const above = finger.y - GAP_PX - SIZE_PX;
  const x = Math.min(Math.max(finger.x - half, 4), width - SIZE_PX - 4);
  if (above >= 4) {
    return { x, y: above };
  }
  const right = finger.x + GAP_PX;
  return { x: right + SIZE_PX < width ? right : finger.x - GAP_PX - SIZE_PX, y: Math.max(4, finger.y - half) };
}

export function Loupe({ content, middle, finger, reach = BOARD_REACH }: LoupeProps): JSX.Element {
  const at = loupePlace(finger, document.documentElement.clientWidth);
  return (
    <div class="nv-loupe" aria-hidden="true" style={{ left: `${at.x}px`, top: `${at.y}px` }}>
      <svg class="nv-board" viewBox={`${middle.x - reach} ${middle.y - reach} ${2 * reach} ${2 * reach}`}>
        <use href={`#${content}`} />
        <path class="nv-hair" d={`M${middle.x - reach} ${middle.y}h${2 * reach}M${middle.x} ${middle.y - reach}v${2 * reach}`} />
      </svg>
    </div>
  );
}
