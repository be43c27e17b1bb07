/** A field to sign with a finger. Its strokes are points in a field 1000 wide and 300 high. */
import type { JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { t } from "../strings";
import type { PenStroke } from "../types";

export const WIDTH = 1000;
export const HEIGHT = 300;
/** Together this keeps a signature well below the server's limits. */
const MOST_POINTS = 600;
const NEAR = 5;

/** Add a point, unless it is as good as the last one or the signature is full. */
export function addPoint(strokes: PenStroke[], x: number, y: number): boolean {
  const stroke = strokes.at(-1);
  const total = strokes.reduce((sum, each) => sum + each.length, 0);
  if (!stroke || total >= MOST_POINTS) {
    return false;
  }
  const point: [number, number] = [clamp(x, WIDTH), clamp(y, HEIGHT)];
  const last = stroke.at(-1);
  if (last && Math.hypot(last[0] - point[0], last[1] - point[1]) < NEAR) {
    return false;
  }
  stroke.push(point);
  return true;
}

function clamp(value: number, most: number): number {
  return Math.min(most, Math.max(0, Math.round(value)));
}

interface PadProps { strokes: { current: PenStroke[] }; onDrawn: (drawn: boolean) => void; label: string }

export function SignaturePad({ strokes, onDrawn, label }: PadProps): JSX.Element {
  const canvas = useRef<HTMLCanvasElement>(null);
  const drawing = useRef(false);
  useEffect(() => redraw(canvas.current, strokes.current), []);
  const place = (event: PointerEvent): [number, number] => {
    const box = (event.currentTarget as HTMLCanvasElement).getBoundingClientRect();
    return [((event.clientX - box.left) / box.width) * WIDTH, ((event.clientY - box.top) / box.height) * HEIGHT];
  };
  const down = (event: PointerEvent): void => {
    event.preventDefault();
    (event.currentTarget as HTMLCanvasElement).setPointerCapture(event.pointerId);
    drawing.current = true;
    strokes.current.push([]);
    addPoint(strokes.current, ...place(event));
  };
  const move = (event: PointerEvent): void => {
    if (drawing.current && addPoint(strokes.current, ...place(event))) {
      redraw(canvas.current, strokes.current);
      onDrawn(true);
    }
  };
  const clear = (): void => {
    strokes.current.length = 0;
    redraw(canvas.current, strokes.current);
    onDrawn(false);
  };
  return (
    <div class="pad">
      <canvas ref={canvas} width={WIDTH} height={HEIGHT} role="img" aria-label={label}
        onPointerDown={down} onPointerMove={move} onPointerUp={() => { drawing.current = false; }} />
      <button type="button" class="plain" onClick={clear}>{t("sign_clear")}</button>
    </div>
  );
}

function redraw(canvas: HTMLCanvasElement | null, strokes: readonly PenStroke[]): void {
  const pen = canvas?.getContext("2d");
  if (!canvas || !pen) {
    return;
  }
  pen.clearRect(0, 0, WIDTH, HEIGHT);
  pen.strokeStyle = getComputedStyle(canvas).color;
  pen.lineWidth = 5;
  pen.lineCap = "round";
  pen.lineJoin = "round";
  for (const stroke of strokes) {
    pen.beginPath();
    stroke.forEach(([x, y], index) => (index === 0 ? pen.moveTo(x, y) : pen.lineTo(x, y)));
    pen.stroke();
  }
}
