/** The table seen from above: who stands where, with which discs, and who has the first stroke. Sizes as the rules have them. */
import type { JSX } from "preact";
import { isFlipped } from "../prefs";
import { t } from "../strings";
import type { Colour, TableSide, Who } from "../types";
import { other } from "../types";

interface DrawingProps {
  names: Record<Who, string>;
  sideOfA: TableSide;
  firstStroke: Who;
  /** Null while nobody has chosen discs: they are drawn without colour. */
  discsOfA: Colour | null;
}

const POCKETS = [-435, 435];
const ROW = [-105, -75, -45, -15, 15, 45, 75, 105];
const EDGE_LINE = 370; // 130 from the edge
const DISC_ROW = 485; // against the opposite edge

/** The player who stands on the side. */
export function whoStandsOn(side: TableSide, sideOfA: TableSide): Who {
  return side === sideOfA ? "A" : "B";
}

export function discsOf(who: Who, discsOfA: Colour | null): Colour | null {
  if (discsOfA === null || who === "A") {
    return discsOfA;
  }
  return discsOfA === "red" ? "black" : "red";
}

export function TableDrawing({ names, sideOfA, firstStroke, discsOfA }: DrawingProps): JSX.Element {
  const bottomSide: TableSide = isFlipped() ? "N" : "S";
  const bottom = whoStandsOn(bottomSide, sideOfA);
  const top = other(bottom);
  const south = whoStandsOn("S", sideOfA);
  const label = t("table_drawing", { south: names[south], north: names[other(south)], first: names[firstStroke] });
  const seat = (who: Who, side: TableSide): JSX.Element => (
    <p class={who === firstStroke ? "seat first" : "seat"} aria-hidden="true">
      <b class="seat-side">{side}</b><span class="seat-name">{names[who]}</span>
      {who === firstStroke && <em>{t("first_stroke")}</em>}
    </p>
  );
  return (
    <figure class="drawing">
      {seat(top, bottomSide === "S" ? "N" : "S")}
      <svg viewBox="-560 -560 1120 1120" role="img" aria-label={label}>
        <Board />
        {/* Each player's discs start against the opposite edge. */}
        <DiscRow y={-DISC_ROW} colour={discsOf(bottom, discsOfA)} />
        <DiscRow y={DISC_ROW} colour={discsOf(top, discsOfA)} />
        <StrikerAndAim fromBottom={bottom === firstStroke} />
      </svg>
      {seat(bottom, bottomSide)}
    </figure>
  );
}

function Board(): JSX.Element {
  return (
    <g>
      <rect class="frame" x="-545" y="-545" width="1090" height="1090" rx="28" />
      <rect class="surface" x="-500" y="-500" width="1000" height="1000" />
      {POCKETS.flatMap((x) => POCKETS.map((y) => <circle key={`${x},${y}`} class="pocket" cx={x} cy={y} r="50" />))}
      <g class="lines">
        <path d={`M-500-${EDGE_LINE}H500M-500 ${EDGE_LINE}H500M-${EDGE_LINE}-500V500M${EDGE_LINE}-500V500`} />
        <circle r="125" />
        <path d="M-125 0H125M0-125V125M0-500V-370M0 370V500M-500 0H-370M370 0H500" />
      </g>
    </g>
  );
}

function DiscRow({ y, colour }: { y: number; colour: Colour | null }): JSX.Element {
  return (
    <g class={`piece piece-${colour ?? "none"}`}>
      {ROW.map((x) => <circle key={x} cx={x} cy={y} r="15" />)}
    </g>
  );
}

function StrikerAndAim({ fromBottom }: { fromBottom: boolean }): JSX.Element {
  return (
    <g class="aim" transform={fromBottom ? "" : "rotate(180)"}>
      <path d="M0 380V190M-36 232 0 184l36 48" />
      <circle cx="0" cy="425" r="30" />
      <circle class="aim-hole" cx="0" cy="425" r="10" />
    </g>
  );
}
