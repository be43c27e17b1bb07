/** The replay of a disputed stroke: the table, the controls, what happens in words, and what the rules say to it. */
import type { ComponentChildren, JSX } from "preact";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import type { Seat } from "../board/types";
import type { Language } from "../types";
import { Controls } from "./controls";
import { isPlain, isPlayable } from "./data";
import type { PlayableRun, Result } from "./data";
import { Events } from "./events";
import { Playback } from "./playback";
import type { Rate } from "./playback";
import { Stage } from "./stage";
import type { Shown } from "./stage";
import { wordsIn } from "./strings";
import type { Words } from "./strings";
import { happened, stopsOf } from "./timeline";
import { Judgement, Worth } from "./verdict";
import { eventText, firstTouchText, marginText, namesOf, plainRunText, runText } from "./words";
import type { Names } from "./words";

interface PlayerProps {
  result: Result;
  language: Language;
  /** The seat at the bottom of the drawing. */
  view?: Seat;
  /** More of the answer is to come: that nothing fits yet is no finding. */
  isSearching?: boolean;
}

/** Plays a result of the API. It shows at once whatever there is: a first answer may have nothing to play yet. */
export function ReplayPlayer({ result, language, view = "S", isSearching = false }: PlayerProps): JSX.Element {
  const words = useMemo(() => wordsIn(language), [language]);
  const names = useMemo(() => namesOf(result, words), [result, words]);
  const playable = result.runs.filter(isPlayable);
  const [chosen, choose] = useState(0);
  const run = playable[Math.min(chosen, playable.length - 1)];
  const simulation = run?.simulation ?? null;
  const beside = (
    <div class="rp-beside">
      <Judgement result={result} simulation={simulation} names={names} words={words} />
      {run && <Runs result={result} runs={playable} run={run} choose={choose} names={names} words={words} />}
    </div>
  );
  return (
    <section class="nv rp" aria-label={words.t("title")}>
      <Worth result={result} simulation={simulation} names={names} words={words} isSearching={isSearching} />
      <div class="rp-columns">
        {run ? (
          <Played result={result} run={run} view={view} names={names} words={words}>{beside}</Played>
        ) : <><p class="rp-empty">{words.t(result.explained || isSearching ? "not_yet" : "no_replay")}</p>{beside}</>}
      </div>
    </section>
  );
}

interface PlayedProps { result: Result; run: PlayableRun; view: Seat; names: Names; words: Words; children: ComponentChildren }

/** One stroke, played. The picture stands at the end where the reader wants no motion. */
function Played({ result, run, view, names, words, children }: PlayedProps): JSX.Element {
  const { events } = run.simulation;
  const playback = usePlayback(run);
  const [rate, setRate] = useState<Rate>(1);
  const [shown, show] = useState<Shown>({ paths: true, seen: true, cloud: false, names: true });
  useEffect(() => {
    playback.rate = rate;
  }, [playback, rate]);
  const { t } = words;
  const touch = firstTouchText(run.simulation, names, words);
  const margin = marginText(run.simulation, names, words);
  const now = happened(events, playback.t);
  const event = events[now - 1];
  const label = t("board", { seat: view, summary: `${[touch, margin].filter(Boolean).join(". ")}.` });
  const keys = (event: KeyboardEvent): void => pressed(event, playback);
  return (
    <>
      <div class="rp-main" onKeyDown={keys}>
        <figure class="rp-figure" tabIndex={0} role="group" aria-label={t("board_help")}>
          <Stage result={result} simulation={run.simulation} playback={playback} view={view} shown={shown} label={label} words={words} />
          <figcaption><b>{touch}</b> <span>{margin}</span></figcaption>
        </figure>
        <Controls playback={playback} rate={rate} setRate={setRate} words={words} />
        <p class="rp-hidden" role="status">{event && !playback.playing ? eventText(event, names, words) : ""}</p>
        <Toggles shown={shown} show={show} result={result} words={words} />
      </div>
      {children}
      <div onKeyDown={keys}><Events simulation={run.simulation} playback={playback} now={now} names={names} words={words} /></div>
    </>
  );
}

/** A clock for the run, and a redraw of the controls whenever it starts, stops or is set. */
function usePlayback(run: PlayableRun): Playback {
  const [, redraw] = useState(0);
  const count = useRef(0);
  const playback = useMemo(() => {
    const made = new Playback(stopsOf(run.simulation.events, run.simulation.duration));
    made.t = window.matchMedia("(prefers-reduced-motion: reduce)").matches ? made.end : 0;
    return made;
  }, [run]);
  useEffect(() => {
    playback.onChange = () => redraw((count.current += 1));
    return () => playback.pause();
  }, [playback]);
  return playback;
}

/** Arrows go from contact to contact, except where they already mean something. */
function pressed(event: KeyboardEvent, playback: Playback): void {
  const on = event.target as HTMLElement;
  const isField = on instanceof HTMLInputElement;
  const isButton = on instanceof HTMLButtonElement;
  const moves: Record<string, () => void> = isField ? {} : {
    ArrowRight: () => playback.step(1), ArrowLeft: () => playback.step(-1),
    Home: () => playback.seek(0), End: () => playback.seek(playback.end), ...(isButton ? {} : { " ": () => playback.toggle() }),
  };
  const move = moves[event.key];
  if (move && !event.altKey && !event.ctrlKey && !event.metaKey) {
    event.preventDefault();
    move();
  }
}

interface TogglesProps { shown: Shown; show: (shown: Shown) => void; result: Result; words: Words }

function Toggles({ shown, show, result, words: { t } }: TogglesProps): JSX.Element {
  const has = { paths: true, names: true, seen: result.after !== null, cloud: result.cloud !== null };
  const keys = (["paths", "names", "seen", "cloud"] as const).filter((key) => has[key]);
  const labels = { paths: "paths", names: "numbers", seen: "seen", cloud: "cloud" } as const;
  return (
    <div class="rp-toggles">
      {keys.map((key) => (
        <label key={key}>
          <input type="checkbox" checked={shown[key]} onChange={() => show({ ...shown, [key]: !shown[key] })} />{t(labels[key])}
        </label>
      ))}
      {shown.cloud && <p class="rp-small">{t("cloud_why")}</p>}
      <p class="rp-small rp-key">{[t("key_start"), t("key_first"), t("key_light"), t("key_dark"), ...(has.seen ? [t("key_seen")] : [])].join("; ")}</p>
    </div>
  );
}

interface RunsProps { result: Result; runs: PlayableRun[]; run: PlayableRun; choose: (at: number) => void; names: Names; words: Words }

/** The strokes that explain it, or that come nearest; one of them chosen. */
function Runs({ result, runs, run, choose, names, words }: RunsProps): JSX.Element {
  const misfit = run.misfit === null ? "" : words.t("misfit", { mm: words.n(run.misfit, 1) });
  if (isPlain(result)) {
    return <p class="rp-small">{plainRunText(run, words)}</p>;
  }
  return (
    <fieldset class="rp-part rp-runs">
      <legend>{words.t(result.explained ? "explanations" : "nearest")}</legend>
      {runs.map((each, at) => (
        <label key={at} class={each === run ? "is-chosen" : ""}>
          <input type="radio" name="rp-run" checked={each === run} onChange={() => choose(at)} />{runText(each, at + 1, names, words, result.explained)}
        </label>
      ))}
      <p class="rp-small">{misfit}</p>
    </fieldset>
  );
}
