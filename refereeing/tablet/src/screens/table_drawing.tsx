/** The table seen from above: who stands where, with which discs, and who has the first stroke. Sizes as the rules have them. */
import type { JSX } from "preact";
import { isFlipped } from "../prefs";
import { t } from "../strings";
import { memberName } from "../pairs";
import type { Bundle, Colour, Member, NextSet, Seats, TableSide, Who } from "../types";
import { other, otherSide, pairOf, SIDES } from "../types";

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

/** The set as it is to be played, drawn for singles or doubles. */
export function SetDrawing({ game, next, discsOfA }: { game: Bundle; next: NextSet; discsOfA: Colour | null }): JSX.Element {
  if (next.seats !== undefined && next.first_striker !== undefined) {
    return <PairsDrawing game={game} seats={next.seats} firstStriker={next.first_striker} discsOfA={discsOfA} />;
  }
  const names = { A: game.players.A.name, B: game.players.B.name };
  return <TableDrawing names={names} sideOfA={next.side_of_a} firstStroke={next.first_stroke} discsOfA={discsOfA} />;
}

interface PairsProps { game: Bundle; seats: Seats; firstStriker: Member | null; discsOfA: Colour | null }

/** Doubles: four seats; each player's discs lie against the opposite edge, before the partner (21.1). */
export function PairsDrawing({ game, seats, firstStriker, discsOfA }: PairsProps): JSX.Element {
  const turn = isFlipped() ? otherSide : (side: TableSide): TableSide => side;
  const name = (side: TableSide): string => memberName(game, seats[turn(side)]);
  const label = t("table_drawing_pairs", {
    s: memberName(game, seats.S), w: memberName(game, seats.W), n: memberName(game, seats.N), e: memberName(game, seats.E),
    first: firstStriker === null ? "–" : memberName(game, firstStriker),
  });
  const colour = (side: TableSide): Colour | null => discsOf(pairOf(seats[turn(side)]), discsOfA);
  return (
    <figure class="drawing pairs">
      {SIDES.map((side) => {
        const isFirst = seats[turn(side)] === firstStriker;
        return (
          <p key={side} class={`seat seat-at-${side}${isFirst ? " first" : ""}`} aria-hidden="true">
            <b class="seat-side">{turn(side)}</b><span class="seat-name">{name(side)}</span>
            {isFirst && <em>{t("first_stroke")}</em>}
          </p>
        );
      })}
      <svg viewBox="-560 -560 1120 1120" role="img" aria-label={label}>
        <Board />
        {SIDES.map((side) => (
          <g key={side} transform={`rotate(${TURN[side]})`}><DiscRow y={-DISC_ROW} colour={colour(side)} /></g>
        ))}
        {SIDES.filter((side) => seats[turn(side)] === firstStriker).map((side) => (
          <g key={side} transform={`rotate(${TURN[side]})`}><StrikerAndAim fromBottom /></g>
        ))}
      </svg>
    </figure>
  );
}

/** How far the drawing of somebody at the bottom is turned for the other seats, clockwise. */
const TURN: Record<TableSide, number> = { S: 0, W: 90, N: 180, E: 270 };

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
