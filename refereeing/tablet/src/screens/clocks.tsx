/** The stroke clock (30 s, then 5 s after a call: 19.3) and the running pause. Clocks show; people decide. */
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { leftMs, minutesAndSeconds } from "../clock";
import { asWho, somebodies } from "../pairs";
import type { Somebody } from "../pairs";
import { nameOf, record } from "../recording";
import type { Store } from "../store";
import { t } from "../strings";
import type { Bundle } from "../types";
import { useTicking } from "./parts";
import { eventStart } from "./before";

interface Running { startMs: number; seconds: number; called: Somebody | null }

export function StrokeClock({ store, onClose }: { store: Store; onClose: () => void }): JSX.Element {
  useTicking();
  const { rules } = store.game as Bundle;
  const [run, setRun] = useState<Running | null>(null);
  const now = performance.now();
  const left = run ? leftMs(now, run.startMs, run.seconds) : rules.stroke_seconds * 1000;
  const start = (): void => setRun({ startMs: performance.now(), seconds: rules.stroke_seconds, called: null });
  const call = async (somebody: Somebody): Promise<void> => {
    if (await record(store, "clock_call", asWho(somebody))) {
      setRun({ startMs: performance.now(), seconds: rules.stroke_call_seconds, called: somebody });
    }
  };
  return (
    <section class="clock" aria-label={t("stroke_clock")}>
      <p class={left === 0 ? "count-down over" : "count-down"} role="timer">
        {run?.called ? t("time_called", { name: nameOf(store, run.called) }) : t("stroke_clock")}
        <b>{minutesAndSeconds(left)}</b>
        {left === 0 && <em>{t("time_over")}</em>}
      </p>
      <div class="buttons">
        <button type="button" class="primary" onClick={start}>{run ? t("clock_again") : t("clock_start", { n: rules.stroke_seconds })}</button>
        {somebodies(store.game as Bundle).map((each) => (
          <button key={each} type="button" disabled={store.busy} onClick={() => void call(each)}>{t("call_time", { name: nameOf(store, each) })}</button>
        ))}
        <button type="button" onClick={onClose}>{t("close")}</button>
      </div>
      <p class="small">{t("call_time_why", { n: rules.stroke_call_seconds })}</p>
    </section>
  );
}

/** Shown while a pause runs, until its time is over and a minute more. */
export function PauseClock({ store }: { store: Store }): JSX.Element | null {
  useTicking();
  const rules = store.game?.rules;
  const voided = new Set(store.state?.voided ?? []);
  const live = store.log.filter((entry) => entry.applied && entry.kind !== "void" && !voided.has(entry.uid));
  const last = live.filter((entry) => ["pause", "set_won", "set_lost", "set_replayed", "set_drawn"].includes(entry.kind)).at(-1);
  if (!rules || last?.kind !== "pause") {
    return null;
  }
  const start = eventStart(store, last.at, last.seq);
  const left = leftMs(store.clock.now(), start, rules.pause_seconds);
  if (store.clock.now() - start > (rules.pause_seconds + 60) * 1000) {
    return null;
  }
  return (
    <p class={left === 0 ? "count-down over" : "count-down"} role="timer">
      {t("act_pause")} <b>{left === 0 ? t("time_over") : minutesAndSeconds(left)}</b>
    </p>
  );
}
