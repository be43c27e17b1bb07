/** Before the first stroke: call clock, who is here, first stroke, side and discs, warm-up. */
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { leftMs, minutesAndSeconds } from "../clock";
import { isDoubles } from "../pairs";
import { nameOf, record } from "../recording";
import type { Store } from "../store";
import { t } from "../strings";
import type { Bundle, Colour, GameState, TableSide, Who } from "../types";
import { other, otherSide } from "../types";
import { callReason } from "./dialogs";
import { Choice, Dialog, Disc, useTicking } from "./parts";
import { PairsStartCard } from "./before_pairs";
import { discsOf, TableDrawing } from "./table_drawing";

export function BeforeScreen({ store }: { store: Store }): JSX.Element {
  const game = store.game as Bundle;
  const state = store.state as GameState;
  return (
    <main class="page before">
      <CallCard store={store} game={game} state={state} />
      {isDoubles(game) ? <PairsStartCard store={store} game={game} state={state} /> : <StartCard store={store} game={game} state={state} />}
    </main>
  );
}

export interface CardProps { store: Store; game: Bundle; state: GameState }

function CallCard({ store, game, state }: CardProps): JSX.Element {
  useTicking();
  const [asked, setAsked] = useState<Who | null>(null);
  const endsAt = callEnd(game);
  const left = endsAt === null ? null : Math.max(0, endsAt - store.clock.now());
  const absent = (["A", "B"] as const).filter((who) => !state.arrived[who]);
  const over = left === 0;
  return (
    <section class="card call">
      {left !== null && absent.length > 0
        ? <p class={over ? "count-down over" : "count-down"} role="timer">{over ? t("call_over") : t("call_clock")} <b>{minutesAndSeconds(left)}</b></p>
        : <h3>{t("arrived_q")}</h3>}
      <div class="arrivals">
        {(["A", "B"] as const).map((who) => (
          <button key={who} type="button" class={state.arrived[who] ? "here" : ""} aria-pressed={state.arrived[who]}
            disabled={state.arrived[who] || store.busy} onClick={() => void record(store, "arrived", { who })}>
            <span aria-hidden="true">{state.arrived[who] ? "✓" : "☐"}</span> {t("is_here", { name: nameOf(store, who) })}
          </button>
        ))}
      </div>
      {over && store.may("no_show") && absent.map((who) => (
        <button key={who} type="button" class="danger quiet" onClick={() => setAsked(who)}>{t("no_show_do", { name: nameOf(store, who) })}</button>
      ))}
      {over && !store.may("no_show") && absent.length > 0 && (
        <button type="button" onClick={() => void record(store, "official_called", { reason: callReason(store, "call_absent") })}>{t("act_call")}</button>
      )}
      {asked && <NoShowQuestion store={store} who={asked} onClose={() => setAsked(null)} />}
    </section>
  );
}

export function NoShowQuestion({ store, who, onClose }: { store: Store; who: Who; onClose: () => void }): JSX.Element {
  const name = nameOf(store, who);
  return (
    <Dialog title={t("no_show_q", { name })} onClose={onClose}>
      <p>{t("no_show_text")}</p>
      <div class="buttons">
        <button type="button" onClick={onClose}>{t("cancel")}</button>
        <button type="button" class="danger" disabled={store.busy} onClick={() => { onClose(); void record(store, "no_show", { who }); }}>
          {t("no_show_yes", { name })}
        </button>
      </div>
    </Dialog>
  );
}

function callEnd(game: Bundle): number | null {
  if (game.call_ends_at) {
    return Date.parse(game.call_ends_at);
  }
  return game.called_at ? Date.parse(game.called_at) + game.rules.call_seconds * 1000 : null;
}

export type By = "rule" | "lot" | "agreed";

function StartCard({ store, game, state }: CardProps): JSX.Element {
  const byRule = game.rules.first_stroke;
  const [first, setFirst] = useState<Who>(state.next?.first_stroke ?? byRule ?? "A");
  const [by, setBy] = useState<By>(byRule === null ? "lot" : "rule");
  const [side, setSide] = useState<TableSide>(state.next?.side_of_a ?? game.rules.side_of_a);
  const [discs, setDiscs] = useState<Colour | null>(null);
  const names = { A: game.players.A.name, B: game.players.B.name };
  const start = async (): Promise<void> => {
    const choice = discs && { first_stroke: first, by, side_of_a: side, discs_of_a: discs };
    if (choice && (await record(store, "choice", choice))) {
      await record(store, "started", {});
    }
  };
  return (
    <section class="card start">
      <h2>{t("start_title")}</h2>
      <div class="start-grid">
        <div>
          <FirstStroke names={names} byRule={byRule} first={first} by={by} onFirst={(who, why) => { setFirst(who); setBy(why); }} />
          <ChooserPart chooser={other(first)} names={names} side={side} discs={discs} onSide={setSide} onDiscs={setDiscs} />
        </div>
        <div class="start-side">
          <TableDrawing names={names} sideOfA={side} firstStroke={first} discsOfA={discs} />
          <WarmUpPart store={store} state={state} />
          <button type="button" class="primary" disabled={store.busy || discs === null} onClick={() => void start()}>{t("start_do")}</button>
          {discs === null && <p class="small">{t("discs_first")}</p>}
        </div>
      </div>
    </section>
  );
}

export function WarmUpPart({ store, state }: { store: Store; state: GameState }): JSX.Element {
  const seconds = (store.game as Bundle).rules.warm_up_seconds;
  return state.phase === "warming_up" ? <WarmUp store={store} /> : <WarmUpButton store={store} seconds={seconds} />;
}

function WarmUpButton({ store, seconds }: { store: Store; seconds: number }): JSX.Element {
  return (
    <button type="button" disabled={store.busy} onClick={() => void record(store, "warm_up", {})}>
      {t("warm_up_do")} ({minutesAndSeconds(seconds * 1000)})
    </button>
  );
}

interface ChooserProps {
  chooser: Who; names: Record<Who, string>; side: TableSide; discs: Colour | null;
  onSide: (sideOfA: TableSide) => void; onDiscs: (discsOfA: Colour) => void;
}

/** The one without the first stroke chooses side and discs (22.1.a); what is kept is A's side and A's discs. */
function ChooserPart({ chooser, names, side, discs, onSide, onDiscs }: ChooserProps): JSX.Element {
  const name = names[chooser];
  const sideOf = (value: TableSide): TableSide => (chooser === "A" ? value : otherSide(value));
  return (
    <>
      <p class="small chooser">{t("chooses", { name })}</p>
      <Choice<TableSide> legend={t("side_q", { name })} value={sideOf(side)} onChange={(value) => onSide(sideOf(value))}
        options={[{ value: "S", label: t("side", { side: "S" }) }, { value: "N", label: t("side", { side: "N" }) }]} />
      <Choice<Colour> legend={t("discs_q", { name })} value={discsOf(chooser, discs)}
        onChange={(value) => onDiscs(discsOf(chooser, value) ?? value)}
        options={(["red", "black"] as const).map((value) => ({ value, label: <><Disc colour={value} /> {t(value)}</> }))} />
    </>
  );
}

interface FirstProps {
  names: Record<Who, string>; byRule: Who | null; first: Who; by: By; onFirst: (who: Who, by: By) => void;
}

export function FirstStroke({ names, byRule, first, by, onFirst }: FirstProps): JSX.Element {
  return (
    <>
      <Choice<Who> legend={t("first_stroke_q")} value={first} onChange={(who) => onFirst(who, who === byRule ? "rule" : "agreed")}
        options={[{ value: "A", label: names.A }, { value: "B", label: names.B }]} />
      {first !== byRule && <Choice<By> legend={t("first_stroke")} value={by} onChange={(why) => onFirst(first, why)} options={withoutRule()} />}
    </>
  );
}

/** When the first stroke is not where the draw has it, the protocol says why. */
function withoutRule(): { value: By; label: string }[] {
  return [{ value: "lot", label: t("first_lot") }, { value: "agreed", label: t("first_agreed") }];
}

function WarmUp({ store }: { store: Store }): JSX.Element | null {
  useTicking();
  const begun = store.log.filter((entry) => entry.kind === "warm_up" && entry.applied).at(-1);
  if (!begun || !store.game) {
    return null;
  }
  const left = leftMs(store.clock.now(), eventStart(store, begun.at, begun.seq), store.game.rules.warm_up_seconds);
  return (
    <p class={left === 0 ? "count-down over" : "count-down"} role="timer">
      {t("warm_up")} <b>{left === 0 ? t("time_over") : minutesAndSeconds(left)}</b>
    </p>
  );
}

/** When an event happened, in the server's time: the server's stamp, or this device's own, put right by its skew. */
export function eventStart(store: Pick<Store, "clock">, at: string, seq: number | null): number {
  return Date.parse(at) - (seq === null ? store.clock.skewMs : 0);
}
