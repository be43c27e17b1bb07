/** The table drawn to scale, seen from a player's seat. Children lie on it, in the drawing's own millimetres (`toScreen`). */
import type { ComponentChildren, JSX, Ref } from "preact";
import {
  CIRCLE_LINE, DISC_RADIUS, HALF, POCKET_PLACE, POCKET_RADIUS, SEATS, STRIKER_RADIUS, ZONE_LINE, toScreen,
} from "./geometry";
import type { Colour, Point, Seat } from "./types";

const CORNERS = [-POCKET_PLACE, POCKET_PLACE];
const SEAT_PLACE = 524;
const LETTER_ASIDE = 190;
/** What the drawing shows besides the surface: the edge board with the seats' letters. */
export const VIEW_HALF = 552;

interface BoardProps {
  /** The seat at the bottom of the drawing. */
  view?: Seat;
  /** The player about to strike: that seat's zone is shaded and its letter marked. */
  player?: Seat | undefined;
  label: string;
  /** A square picture of the surface seen from S, as a data: address. */
  backdrop?: string | undefined;
  class?: string;
  /** "img" for a picture, "group" where what lies on it can be pressed. */
  role?: "img" | "group";
  svgRef?: Ref<SVGSVGElement>;
  /** The name by which a magnifier can show all of it again. */
  contentId?: string | undefined;
  children?: ComponentChildren;
}

const TURN: Record<Seat, number> = { S: 0, N: 180, E: 90, W: -90 };

export function BoardSvg({ view = "S", player, label, backdrop, class: name = "", role = "img", svgRef, contentId, children }: BoardProps): JSX.Element {
  const box = `${-VIEW_HALF} ${-VIEW_HALF} ${2 * VIEW_HALF} ${2 * VIEW_HALF}`;
  return (
    <svg ref={svgRef ?? null} class={`nv-board ${backdrop ? "has-photo" : ""} ${name}`} viewBox={box} role={role} aria-label={label}>
      <g id={contentId}>
        <rect class="nv-frame" x="-545" y="-545" width="1090" height="1090" rx="18" />
        <rect class="nv-surface" x={-HALF} y={-HALF} width={2 * HALF} height={2 * HALF} />
        {player && <Zone view={view} seat={player} />}
        {player && <circle class="nv-dark" r={CIRCLE_LINE} />}
        {CORNERS.flatMap((x) => CORNERS.map((y) => <circle key={`${x} ${y}`} class="nv-pocket" cx={x} cy={y} r={POCKET_RADIUS} />))}
        {backdrop && (
          <image href={backdrop} x={-HALF} y={-HALF} width={2 * HALF} height={2 * HALF} preserveAspectRatio="none"
            transform={`rotate(${TURN[view]})`} />
        )}
        <Lines />
        {SEATS.map((seat) => <SeatLetter key={seat} view={view} seat={seat} marked={seat === player} />)}
        {children}
      </g>
    </svg>
  );
}

function Lines(): JSX.Element {
  const far = HALF, zone = ZONE_LINE, circle = CIRCLE_LINE;
  return (
    <g class="nv-lines">
      <path d={`M${-zone} ${-far}V${far}M${zone} ${-far}V${far}M${-far} ${-zone}H${far}M${-far} ${zone}H${far}`} />
      <path d={`M0 ${-far}V${-zone}M0 ${zone}V${far}M${-far} 0H${-zone}M${zone} 0H${far}`} />
      <path d={`M${-circle} 0H${circle}M0 ${-circle}V${circle}`} />
      <circle r={circle} />
    </g>
  );
}

/** The whole edge zone of a seat, corner to corner. */
function Zone({ view, seat }: { view: Seat; seat: Seat }): JSX.Element {
  const deep = { S: { x: 0, y: -1 }, N: { x: 0, y: 1 }, W: { x: -1, y: 0 }, E: { x: 1, y: 0 } }[seat];
  const to = toScreen(view, deep);
  const from = (ZONE_LINE + HALF) / 2;
  const thick = HALF - ZONE_LINE;
  const wide = to.x === 0 ? 2 * HALF : thick;
  const high = to.x === 0 ? thick : 2 * HALF;
  return <rect class="nv-dark" x={to.x * from - wide / 2} y={to.y * from - high / 2} width={wide} height={high} />;
}

function SeatLetter({ view, seat, marked }: { view: Seat; seat: Seat; marked: boolean }): JSX.Element {
  const middle = { S: { x: 0, y: -SEAT_PLACE }, N: { x: 0, y: SEAT_PLACE }, W: { x: -SEAT_PLACE, y: 0 }, E: { x: SEAT_PLACE, y: 0 } }[seat];
  const at = toScreen(view, middle);
  // Beside the middle of the players' edges, where the rows of the start lie.
  const x = Math.abs(at.x) < 1 ? -LETTER_ASIDE : at.x;
  return <text class={marked ? "nv-seat is-player" : "nv-seat"} x={x} y={at.y} aria-hidden="true">{seat}</text>;
}

/** How a disc stands to the player about to strike: never told by colour alone. */
export type Mark = "light" | "dark" | "first" | "ghost" | null;

interface DiscProps { colour: Colour; at?: Point | undefined; id?: string; mark?: Mark; class?: string }

/** A disc round the drawing's origin, or at a place of the drawing. Black has a second ring, red has none. */
export function DiscShape({ colour, at, id, mark = null, class: name = "" }: DiscProps): JSX.Element {
  return (
    <g class={`nv-piece is-${colour} ${mark ? `is-${mark}` : ""} ${name}`} transform={at ? `translate(${at.x} ${at.y})` : ""}>
      <circle class="nv-halo" r={DISC_RADIUS + 5} />
      <circle class="nv-body" r={DISC_RADIUS} />
      {colour === "black" && <circle class="nv-ring" r={DISC_RADIUS - 4.5} />}
      <circle class="nv-hole" r="4" />
      {id !== undefined && <text class="nv-id" y={-DISC_RADIUS - 7}>{id}</text>}
    </g>
  );
}

/** The striker: larger, with a cross in its hole. */
export function StrikerShape({ at, class: name = "" }: { at?: Point | undefined; class?: string }): JSX.Element {
  return (
    <g class={`nv-piece is-striker ${name}`} transform={at ? `translate(${at.x} ${at.y})` : ""}>
      <circle class="nv-halo" r={STRIKER_RADIUS + 5} />
      <circle class="nv-body" r={STRIKER_RADIUS} />
      <circle class="nv-hole" r="5" />
      <path class="nv-cross" d="M-14 0h5M9 0h5M0-14v5M0 9v5" />
    </g>
  );
}
