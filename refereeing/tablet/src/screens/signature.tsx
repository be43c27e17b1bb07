/** A field to sign with a finger. Each stroke is x, y, x, y, … in a field 1000 wide and 400 high. */
import type { JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { t } from "../strings";
import type { PenStroke } from "../types";

export const WIDTH = 1000;
export const HEIGHT = 400;
/** Together this keeps a signature well below the server's limits. */
const MOST_NUMBERS = 1200;
const NEAR = 5;

/** Add a point, unless it is as good as the last one or the signature is full. */
export function addPoint(strokes: PenStroke[], x: number, y: number): boolean {
  const stroke = strokes.at(-1);
  const total = strokes.reduce((sum, each) => sum + each.length, 0);
  if (!stroke || total >= MOST_NUMBERS) {
    return false;
  }
  const [px, py] = [clamp(x, WIDTH), clamp(y, HEIGHT)];
  const [lastX, lastY] = stroke.slice(-2);
  if (lastX !== undefined && lastY !== undefined && Math.hypot(lastX - px, lastY - py) < NEAR) {
    return false;
  }
  stroke.push(px, py);
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
    for (let place = 0; place + 1 < stroke.length; place += 2) {
      const [x, y] = [stroke[place] ?? 0, stroke[place + 1] ?? 0];
      if (place === 0) {
        pen.moveTo(x, y);
      } else {
        pen.lineTo(x, y);
      }
    }
    pen.stroke();
  }
}
