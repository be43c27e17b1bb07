/** Buttons, speed and scrubber of a replay. */
import type { JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { RATES } from "./playback";
import type { Playback, Rate } from "./playback";
import type { StringKey, Words } from "./strings";

const ICONS = {
  start: "M6 5v14M19 5 9 12l10 7z", previous: "M16 5 7 12l9 7z", play: "M7 4l13 8-13 8z", pause: "M7 4h3.5v16H7zM13.5 4H17v16h-3.5z",
  next: "M8 5l9 7-9 7z", end: "M18 5v14M5 5l10 7-10 7z",
} as const;
const RATE_KEYS: Record<Rate, StringKey> = { 1: "rate_1", 0.5: "rate_half", 0.1: "rate_tenth" };

/** While it plays, slider and number change this often: each change costs the browser a layout, in ms. */
const BETWEEN = 100;

interface ControlsProps {
  playback: Playback;
  rate: Rate;
  setRate: (rate: Rate) => void;
  words: Words;
}

export function Controls({ playback, rate, setRate, words }: ControlsProps): JSX.Element {
  const { t } = words;
  const again = playback.t >= playback.end ? "again" : "play";
  return (
    <div class="rp-controls">
      <div class="rp-buttons">
        <IconButton icon="start" label={t("to_start")} press={() => playback.seek(0)} />
        <IconButton icon="previous" label={t("previous")} press={() => playback.step(-1)} />
        <button type="button" class="rp-play" onClick={() => playback.toggle()}>
          <Icon name={playback.playing ? "pause" : "play"} />{t(playback.playing ? "pause" : again)}
        </button>
        <IconButton icon="next" label={t("next")} press={() => playback.step(1)} />
        <IconButton icon="end" label={t("to_end")} press={() => playback.seek(playback.end)} />
      </div>
      <Scrubber playback={playback} words={words} />
      <fieldset class="rp-rates">
        <legend>{t("speed")}</legend>
        {RATES.map((each) => (
          <label key={each} class={each === rate ? "is-chosen" : ""}>
            <input type="radio" name="rp-rate" checked={each === rate} onChange={() => setRate(each)} />{t(RATE_KEYS[each])}
          </label>
        ))}
      </fieldset>
    </div>
  );
}

function IconButton({ icon, label, press }: { icon: keyof typeof ICONS; label: string; press: () => void }): JSX.Element {
  return <button type="button" class="rp-icon" aria-label={label} title={label} onClick={press}><Icon name={icon} /></button>;
}

function Icon({ name }: { name: keyof typeof ICONS }): JSX.Element {
  return <svg viewBox="0 0 24 24" aria-hidden="true"><path d={ICONS[name]} /></svg>;
}

/** The place in time. */
function Scrubber({ playback, words }: { playback: Playback; words: Words }): JSX.Element {
  const range = useRef<HTMLInputElement>(null);
  const said = useRef<HTMLOutputElement>(null);
  const { t, n } = words;
  const text = (time: number): string => t("seconds_of", { n: n(time, 2), all: n(playback.end, 2) });
  useEffect(() => {
    let shown = -Infinity;
    const show = (time: number, isStop: boolean): void => {
      const now = performance.now();
      if (range.current && said.current && (isStop || now - shown > BETWEEN)) {
        shown = now;
        range.current.value = String(time);
        said.current.textContent = text(time);
      }
    };
    playback.watch(show);
    show(playback.t, true);
    return () => playback.unwatch(show);
  }, [playback, words]);
  return (
    <div class="rp-time">
      <input ref={range} type="range" min="0" max={playback.end} step="0.001" aria-label={t("position")} aria-valuetext={text(playback.t)}
        onInput={(event) => playback.seek(Number(event.currentTarget.value))} />
      <output ref={said} class="rp-clock">{text(playback.t)}</output>
    </div>
  );
}
