/** The photo with four marks on the inner corners of the edge board: dragged under a magnifier, or moved by keys. */
import type { JSX } from "preact";
import { useRef, useState } from "preact/hooks";
import { isConvex } from "./homography";
import type { Corners } from "./homography";
import { Loupe } from "./loupe";
import { ARROWS } from "./pane";
import type { Picture } from "./straighten";
import { tb } from "./strings";
import type { Point } from "./types";

interface CornersProps {
  picture: Picture;
  marks: Corners;
  onChange: (marks: Corners) => void;
}

const NEAR_PX = 40;
const CONTENT = "nv-photo-content";

interface Grip { index: number; dx: number; dy: number; px: Point }

export function PhotoCorners(props: CornersProps): JSX.Element {
  const { picture, marks } = props;
  const svg = useRef<SVGSVGElement>(null);
  const { grip, grab, pull, release, press } = useGrip(svg, props);
  const { width, height } = picture;
  const unit = width / 600;
  const held = grip && marks[grip.index];
  return (
    <>
      <svg ref={svg} class="nv-photo" viewBox={`0 0 ${width} ${height}`} role="group" aria-label={tb("photo_corners")}
        onPointerDown={grab} onPointerMove={pull} onPointerUp={release} onPointerCancel={release}>
        <g id={CONTENT}>
          <image href={picture.address} width={width} height={height} />
          <path class={isConvex(marks) ? "nv-photo-field" : "nv-photo-field is-bad"} stroke-width={3 * unit}
            d={`M${marks.map(({ x, y }) => `${x} ${y}`).join("L")}Z`} />
        </g>
        {marks.map((mark, index) => (
          <g key={index} class="nv-photo-mark" tabIndex={0} role="button" transform={`translate(${mark.x} ${mark.y}) scale(${unit})`}
            aria-label={`${tb("photo_corner", { name: index + 1 })}: ${Math.round(mark.x)}, ${Math.round(mark.y)}`}
            onKeyDown={(event) => press(event, index)}>
            <circle r="16" /><path d="M-26 0h20M6 0h20M0-26v20M0 6v20" />
          </g>
        ))}
      </svg>
      {grip && held && <Loupe content={CONTENT} middle={held} finger={grip.px} reach={width / 24} />}
    </>
  );
}

interface Gripping {
  grip: Grip | null;
  grab: (event: PointerEvent) => void;
  pull: (event: PointerEvent) => void;
  release: () => void;
  press: (event: KeyboardEvent, index: number) => void;
}

/** The mark under the finger, from its coming down until it lets go; or moved by the arrow keys. */
function useGrip(svg: { current: SVGSVGElement | null }, { picture: { width, height }, marks, onChange }: CornersProps): Gripping {
  const [grip, setGrip] = useState<Grip | null>(null);
  const move = (index: number, { x, y }: Point): void => {
    const at = { x: Math.min(width, Math.max(0, x)), y: Math.min(height, Math.max(0, y)) };
    onChange(marks.map((mark, place) => (place === index ? at : mark)) as unknown as Corners);
  };
  const grab = (event: PointerEvent): void => {
    const { at, scale } = pointAt(svg.current, width, event);
    const far = marks.map((mark) => Math.hypot(mark.x - at.x, mark.y - at.y));
    const index = far.indexOf(Math.min(...far));
    const mark = marks[index];
    if (event.button === 0 && mark && (far[index] ?? 0) * scale <= NEAR_PX) {
      event.preventDefault();
      svg.current?.setPointerCapture(event.pointerId);
      setGrip({ index, dx: mark.x - at.x, dy: mark.y - at.y, px: { x: event.clientX, y: event.clientY } });
    }
  };
  const pull = (event: PointerEvent): void => {
    if (grip) {
      const { at } = pointAt(svg.current, width, event);
      setGrip({ ...grip, px: { x: event.clientX, y: event.clientY } });
      move(grip.index, { x: at.x + grip.dx, y: at.y + grip.dy });
    }
  };
  const press = (event: KeyboardEvent, index: number): void => {
    const arrow = ARROWS[event.key];
    const mark = marks[index];
    if (arrow && mark) {
      event.preventDefault();
      const far = event.shiftKey ? 1 : 5;
      move(index, { x: mark.x + arrow.x * far, y: mark.y + arrow.y * far });
    }
  };
  return { grip, grab, pull, release: () => setGrip(null), press };
}

function pointAt(svg: SVGSVGElement | null, width: number, event: PointerEvent): { at: Point; scale: number } {
  const box = svg?.getBoundingClientRect();
  const scale = box && box.width > 0 ? box.width / width : 1;
  return { at: { x: (event.clientX - (box?.left ?? 0)) / scale, y: (event.clientY - (box?.top ?? 0)) / scale }, scale };
}
