/** The table with the stroke on it: what stands still in one drawing, what moves in another that lies over it. */
import type { JSX } from "preact";
import { useEffect, useMemo, useRef } from "preact/hooks";
import type { MutableRef } from "preact/hooks";
import { BoardSvg, DiscShape, StrikerShape, VIEW_HALF } from "../board/board_svg";
import { DISC_RADIUS, STRIKER_RADIUS, isDark, toScreen } from "../board/geometry";
import type { Colour, Point, Seat } from "../board/types";
import { CloudMarks } from "./cloud";
import { STRIKER } from "./data";
import type { Frames, Result, Simulation } from "./data";
import type { Playback } from "./playback";
import { Scene } from "./scene";
import type { Words } from "./strings";
import { pointsOf, seenFrom, tracksOf } from "./timeline";
import type { Track } from "./timeline";
import { firstTouch } from "./words";

/** The two rings round what is touched first, in mm. */
const RINGS = [25, 31];

export interface Shown { paths: boolean; seen: boolean; cloud: boolean; names: boolean }

interface StageProps {
  result: Result;
  simulation: Simulation;
  playback: Playback;
  view: Seat;
  shown: Shown;
  label: string;
  words: Words;
}

export function Stage({ result, simulation, playback, view, shown, label, words }: StageProps): JSX.Element {
  const frames = useMemo(() => seenFrom(view, simulation.frames), [simulation, view]);
  const tracks = useMemo(() => tracksOf(frames), [frames]);
  const { pieces, lines } = useScene(frames, tracks, playback);
  return (
    <div class={`rp-stage ${shown.paths ? "" : "no-paths"} ${shown.names ? "" : "no-names"}`}>
      <BoardSvg view={view} player={result.player ?? undefined} label={label} class="rp-still">
        {shown.cloud && result.cloud && <CloudMarks cloud={result.cloud} result={result} view={view} />}
        {shown.seen && <SeenAfter result={result} view={view} />}
        <Starts result={result} tracks={tracks} />
        <g class="rp-ways">{tracks.map((track) => <polyline key={track.id} class={lookOf(track.id, result)} points={pointsOf(track)} />)}</g>
        <FirstTouchMark simulation={simulation} frames={frames} words={words} />
      </BoardSvg>
      <svg class="nv-board rp-moving" viewBox={`${-VIEW_HALF} ${-VIEW_HALF} ${2 * VIEW_HALF} ${2 * VIEW_HALF}`} aria-hidden="true">
        <g class="rp-gone">
          {tracks.map((track, at) => (
            <polyline key={track.id} class={lookOf(track.id, result)} ref={(line) => { lines.current[at] = line; }} />
          ))}
        </g>
        {frames.ids.map((id, at) => (
          <g key={id} class="rp-piece" ref={(piece) => { pieces.current[at] = piece; }}>
            <Piece id={id} result={result} simulation={simulation} />
          </g>
        ))}
      </svg>
    </div>
  );
}

interface Moving { pieces: MutableRef<(SVGGElement | null)[]>; lines: MutableRef<(SVGPolylineElement | null)[]> }

/** Moves the pieces as the clock says; gives the places for the elements that it moves. */
function useScene(frames: Frames, tracks: readonly Track[], playback: Playback): Moving {
  const pieces = useRef<(SVGGElement | null)[]>([]);
  const lines = useRef<(SVGPolylineElement | null)[]>([]);
  useEffect(() => {
    const scene = new Scene(frames, tracks, pieces.current, lines.current);
    const redraw = (t: number, isStop: boolean): void => {
      if (!playback.playing) {
        scene.show(t);
      } else if (isStop) {
        scene.run(t, playback.rate);
        scene.drawWays(t);
      }
    };
    playback.watch(redraw);
    redraw(playback.t, true);
    return () => {
      playback.unwatch(redraw);
      scene.close();
    };
  }, [frames, tracks, playback]);
  return { pieces, lines };
}

function colourOf(id: string, result: Result): Colour {
  return result.before.find((disc) => disc.id === id)?.colour ?? "red";
}

function lookOf(id: string, result: Result): string {
  return id === STRIKER ? "of-striker" : `of-${colourOf(id, result)}`;
}

/** A piece as it stood before the stroke: own discs of the player are marked light or dark, the first one touched too. */
function Piece({ id, result, simulation }: { id: string; result: Result; simulation: Simulation }): JSX.Element {
  if (id === STRIKER) {
    return <StrikerShape />;
  }
  const disc = result.before.find((one) => one.id === id);
  const own = disc !== undefined && result.player !== null && result.colours[result.player] === disc.colour;
  const mark = own && result.player !== null ? (isDark(result.player, disc) ? "dark" : "light") : null;
  const isFirst = firstTouch(simulation.events)?.b?.includes(id) ?? false;
  return (
    <g>
      {isFirst && <g class="rp-first">{RINGS.map((r) => <circle key={r} r={r} />)}</g>}
      <DiscShape colour={colourOf(id, result)} id={id} mark={mark} />
    </g>
  );
}

/** Where the pieces that move began: dashed. */
function Starts({ result, tracks }: { result: Result; tracks: readonly Track[] }): JSX.Element {
  return (
    <g class="rp-starts">
      {tracks.map(({ id, corners: [start] }) => start && (
        <circle key={id} class={lookOf(id, result)} cx={start.x} cy={start.y} r={id === STRIKER ? STRIKER_RADIUS : DISC_RADIUS} />
      ))}
    </g>
  );
}

/** Where things were seen to lie after the stroke: a square round each place. */
function SeenAfter({ result, view }: { result: Result; view: Seat }): JSX.Element {
  const discs = (result.after ?? []).map((disc) => ({ id: disc.id, at: toScreen(view, disc), half: DISC_RADIUS + 4 }));
  const striker = result.striker_after ? [{ id: STRIKER, at: toScreen(view, result.striker_after), half: STRIKER_RADIUS + 4 }] : [];
  return (
    <g class="rp-seen">
      {[...discs, ...striker].map(({ id, at, half }) => (
        <rect key={id} class={lookOf(id, result)} x={at.x - half} y={at.y - half} width={2 * half} height={2 * half} />
      ))}
    </g>
  );
}

interface MarkProps { simulation: Simulation; frames: Frames; words: Words }

/** The striker at its first touch, what it touched, and by how much that was ahead. */
function FirstTouchMark({ simulation, frames, words }: MarkProps): JSX.Element | null {
  const first = firstTouch(simulation.events);
  const at = first ? placeOf(STRIKER, first.t, frames) : null;
  if (!at) {
    return null;
  }
  const margin = simulation.first_margin;
  const label = margin ? `${words.n(margin.mm, 1)} mm` : "";
  const [dx, anchor] = at.x > 250 ? [-36, "end"] as const : [36, "start"] as const;
  const touched = (first?.b ?? []).flatMap((id) => placeOf(id, first?.t ?? 0, frames) ?? []);
  return (
    <g class="rp-first-at">
      {touched.map((disc) => RINGS.map((r) => <circle key={`${disc.x} ${r}`} class="rp-disc" cx={disc.x} cy={disc.y} r={r} />))}
      <circle class="rp-ghost" cx={at.x} cy={at.y} r={STRIKER_RADIUS} />
      <text x={at.x + dx} y={at.y + (at.y < -400 ? 60 : 48)} text-anchor={anchor}>{label}</text>
    </g>
  );
}

/** Where a piece is at an instant at which there is a frame (every event has one). */
function placeOf(id: string, t: number, frames: Frames): Point | null {
  const index = frames.ids.indexOf(id);
  const near = frames.t.reduce((best, time, at) => (Math.abs(time - t) < Math.abs((frames.t[best] ?? 0) - t) ? at : best), 0);
  const x = frames.xy[near]?.[2 * index];
  const y = frames.xy[near]?.[2 * index + 1];
  return x === null || x === undefined || y === null || y === undefined ? null : { x, y };
}
