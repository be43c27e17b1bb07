/** A board under fingers and keys: pieces are chosen, dragged and nudged; a magnifier shows what the finger covers. */
import type { ComponentChildren, JSX } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { BoardSvg, DiscShape, StrikerShape, VIEW_HALF } from "./board_svg";
import type { Mark } from "./board_svg";
import { fromScreen, toScreen } from "./geometry";
import { Loupe } from "./loupe";
import type { Colour, Point, Seat } from "./types";

/** Something on the board that can be chosen, and mostly moved. */
export interface Piece {
  id: string;
  at: Point;
  kind: Colour | "striker" | "handle";
  mark: Mark;
  /** What a screen reader says of it. */
  name: string;
  fixed?: boolean;
}

interface PaneProps {
  /** An id that no other element of the page has. */
  name: string;
  label: string;
  view: Seat;
  player: Seat;
  pieces: readonly Piece[];
  chosen: string | null;
  backdrop?: string | undefined;
  /** Drawn under the pieces, in the drawing's millimetres. */
  under?: ComponentChildren;
  onChoose: (id: string) => void;
  /** A piece is wanted at a place; moves of one gesture carry one name. */
  onMove: (id: string, wanted: Point, gesture: string) => void;
  /** A tap beside all pieces. */
  onTap: (at: Point) => void;
}

/** A finger need not hit a disc of nine pixels. */
const NEAR_PX = 24;
const TAP_PX = 8;
/** The arrow keys as the drawing lies. */
export const ARROWS: Record<string, Point> = {
  ArrowLeft: { x: -1, y: 0 }, ArrowRight: { x: 1, y: 0 }, ArrowUp: { x: 0, y: -1 }, ArrowDown: { x: 0, y: 1 },
};

interface Drag { id: string; dx: number; dy: number; gesture: string; touch: boolean; px: Point }

export function Pane(props: PaneProps): JSX.Element {
  const { name, view, pieces, chosen } = props;
  const svg = useRef<SVGSVGElement>(null);
  const { drag, grab, pull, release } = useDrag(svg, props);
  keepScrolling(svg, (event) => nearest(svg.current, view, pieces, event) !== null);
  const dragged = drag?.touch ? pieces.find((piece) => piece.id === drag.id) : undefined;
  return (
    <div class="nv-pane" onPointerDown={grab} onPointerMove={pull} onPointerUp={release} onPointerCancel={release}
      onKeyDown={(event) => nudge(event, props)}>
      <BoardSvg svgRef={svg} view={view} player={props.player} label={props.label} role="group" backdrop={props.backdrop} contentId={name}>
        {props.under}
        {pieces.map((piece) => <PieceView key={piece.id} piece={piece} view={view} chosen={piece.id === chosen} onChoose={props.onChoose} />)}
      </BoardSvg>
      {drag && dragged && <Loupe content={name} middle={toScreen(view, dragged.at)} finger={drag.px} />}
    </div>
  );
}

interface Dragging {
  drag: Drag | null;
  grab: (event: PointerEvent) => void;
  pull: (event: PointerEvent) => void;
  release: (event: PointerEvent) => void;
}

/** From the finger that comes down on a piece until it lets go; a touch beside the pieces that does not move is a tap. */
function useDrag(svg: { current: SVGSVGElement | null }, { view, pieces, onChoose, onMove, onTap }: PaneProps): Dragging {
  const pressedAt = useRef<Point | null>(null);
  const [drag, setDrag] = useState<Drag | null>(null);
  const grab = (event: PointerEvent): void => {
    const piece = event.button === 0 ? nearest(svg.current, view, pieces, event) : null;
    const px = { x: event.clientX, y: event.clientY };
    pressedAt.current = piece ? null : px;
    if (!piece) {
      return;
    }
    event.preventDefault();
    onChoose(piece.id);
    svg.current?.querySelector<SVGElement>(`[data-id="${piece.id}"]`)?.focus({ preventScroll: true });
    if (!piece.fixed) {
      const at = pointAt(svg.current, view, event);
      svg.current?.setPointerCapture(event.pointerId);
      const touch = event.pointerType !== "mouse";
      setDrag({ id: piece.id, dx: piece.at.x - at.x, dy: piece.at.y - at.y, gesture: `drag ${event.timeStamp}`, touch, px });
    }
  };
  const pull = (event: PointerEvent): void => {
    if (drag) {
      const at = pointAt(svg.current, view, event);
      setDrag({ ...drag, px: { x: event.clientX, y: event.clientY } });
      onMove(drag.id, { x: at.x + drag.dx, y: at.y + drag.dy }, drag.gesture);
    }
  };
  const release = (event: PointerEvent): void => {
    const from = pressedAt.current;
    pressedAt.current = null;
    setDrag(null);
    if (from && event.type === "pointerup" && Math.hypot(event.clientX - from.x, event.clientY - from.y) <= TAP_PX) {
      onTap(pointAt(svg.current, view, event));
    }
  };
  return { drag, grab, pull, release };
}

interface PieceProps { piece: Piece; view: Seat; chosen: boolean; onChoose: (id: string) => void }

function PieceView({ piece, view, chosen, onChoose }: PieceProps): JSX.Element {
  const at = toScreen(view, piece.at);
  const choose = (event: KeyboardEvent): void => {
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      onChoose(piece.id);
    }
  };
  return (
    <g class={`nv-hold ${chosen ? "is-chosen" : ""}`} data-id={piece.id} tabIndex={0} role="button" aria-pressed={chosen}
      aria-label={piece.name} transform={`translate(${at.x} ${at.y})`} onFocus={() => onChoose(piece.id)} onKeyDown={choose}>
      <circle class="nv-choice" r={piece.kind === "striker" ? 34 : 26} />
      {piece.kind === "striker" && <StrikerShape />}
      {piece.kind === "handle" && <path class="nv-handle" d="M0-24 24 0 0 24-24 0z" />}
      {(piece.kind === "red" || piece.kind === "black") && <DiscShape colour={piece.kind} id={piece.id} mark={piece.mark} />}
    </g>
  );
}

/** Arrow keys move by 1 mm as the drawing lies, with Shift by 0.1 mm. */
function nudge(event: KeyboardEvent, { view, pieces, onMove }: PaneProps): void {
  const arrow = ARROWS[event.key];
  const id = (event.target as Element).closest("[data-id]")?.getAttribute("data-id");
  const piece = pieces.find((each) => each.id === id);
  if (!arrow || !piece || piece.fixed || event.ctrlKey || event.metaKey || event.altKey) {
    return;
  }
  event.preventDefault();
  onMove(piece.id, nudged(view, piece.at, arrow, event.shiftKey ? 0.1 : 1), `keys ${piece.id}`);
}

/** A place so far away in a direction of the drawing. */
export function nudged(view: Seat, at: Point, arrow: Point, far: number): Point {
  const by = fromScreen(view, arrow);
  return { x: at.x + by.x * far, y: at.y + by.y * far };
}

type Pressed = { clientX: number; clientY: number };

function pointAt(svg: SVGSVGElement | null, view: Seat, { clientX, clientY }: Pressed): Point {
  const box = svg?.getBoundingClientRect();
  if (!box || box.width === 0) {
    return { x: 0, y: 0 };
  }
  const scale = (2 * VIEW_HALF) / box.width;
  return fromScreen(view, { x: (clientX - box.left) * scale - VIEW_HALF, y: (clientY - box.top) * scale - VIEW_HALF });
}

function nearest(svg: SVGSVGElement | null, view: Seat, pieces: readonly Piece[], event: Pressed): Piece | null {
  const at = pointAt(svg, view, event);
  const scale = (svg?.getBoundingClientRect().width ?? 0) / (2 * VIEW_HALF);
  let best: Piece | null = null;
  let least = Math.max(NEAR_PX, NEAR_PX * scale) / Math.max(scale, 1e-6);
  for (const piece of pieces) {
    const far = Math.hypot(piece.at.x - at.x, piece.at.y - at.y);
    if (far <= least) {
      best = piece;
      least = far;
    }
  }
  return best;
}

/** A finger on a piece moves it; beside the pieces it scrolls the page. */
function keepScrolling(svg: { current: SVGSVGElement | null }, isPiece: (touch: Pressed) => boolean): void {
  const latest = useRef(isPiece);
  latest.current = isPiece;
  useEffect(() => {
    const element = svg.current;
    const start = (event: TouchEvent): void => {
      const touch = event.touches[0];
      if (event.touches.length === 1 && touch && latest.current(touch)) {
        event.preventDefault();
      }
    };
    element?.addEventListener("touchstart", start, { passive: false });
    return () => element?.removeEventListener("touchstart", start);
  }, []);
}
