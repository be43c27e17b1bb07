/** The stroke in words. */
import type { JSX } from "preact";
import type { Simulation } from "./data";
import type { Playback } from "./playback";
import type { Words } from "./strings";
import { eventText, firstTouch } from "./words";
import type { Names } from "./words";

interface EventsProps { simulation: Simulation; playback: Playback; now: number; names: Names; words: Words }

/** What happens, in order: each line goes to its instant. */
export function Events({ simulation, playback, now, names, words }: EventsProps): JSX.Element {
  const { events, duration } = simulation;
  const { t, n } = words;
  const first = firstTouch(events);
  return (
    <section class="rp-part">
      <h3>{t("events")}</h3>
      {events.length === 0 && <p>{t("nothing_happens")}</p>}
      <ol class="rp-events">
        {events.map((event, at) => (
          <li key={at}>
            <button type="button" aria-current={now === at + 1 ? "step" : undefined} onClick={() => playback.seek(event.t)}>
              <span class="rp-when">{t("seconds", { n: n(event.t, 3) })}</span>
              <span>{eventText(event, names, words)}{event === first && <b class="rp-tag">{t("ev_first")}</b>}</span>
            </button>
          </li>
        ))}
        <li>
          <button type="button" onClick={() => playback.seek(playback.end)}>
            <span class="rp-when">{t("seconds", { n: n(duration, 3) })}</span><span>{t("ev_rest")}</span>
          </button>
        </li>
      </ol>
    </section>
  );
}
