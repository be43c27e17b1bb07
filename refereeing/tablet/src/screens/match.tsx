/** The match: score, first stroke, sides, and the big buttons. */
import type { JSX } from "preact";
import { useRef, useState } from "preact/hooks";
import { discsOfA, isPaperResult, warningsOf } from "../game_state";
import { asWho, sidesOf, somebodies } from "../pairs";
import type { Somebody } from "../pairs";
import { describe, nameOf, nextUndo, record, undo } from "../recording";
import type { Store } from "../store";
import { t } from "../strings";
import { take } from "../table_session";
import type { Bundle, GameState, LogEntry, Who } from "../types";
import { BeforeScreen } from "./before";
import { ExchangeOffer } from "./before_pairs";
import { PauseClock, StrokeClock } from "./clocks";
import { callText, CallDialog, ClearDialog, PauseDialog, ReplayDialog } from "./dialogs";
import { DisputeScreen } from "./dispute";
import { FinishFlow } from "./finish";
import { MoreDialog } from "./more";
import { Action, Dialog, Disc } from "./parts";
import { Result } from "./result";
import { discsOf, SetDrawing } from "./table_drawing";
import { WarningDialog } from "./warning";

/** A second tap this soon is the same finger, not the next set. */
const DOUBLE_TAP_MS = 800;

type Open = "replay" | "warning" | "clear" | "pause" | "call" | "more" | "clock" | "undo" | "dispute" | null;

export function MatchScreen({ store }: { store: Store }): JSX.Element {
  const [open, setOpen] = useState<Open>(null);
  const [signing, setSigning] = useState(false);
  const state = store.state as GameState;
  const game = store.game as Bundle;
  if (store.lostTo !== null) {
    return <LostScreen store={store} name={store.lostTo} />;
  }
  const table = game.table;
  const begun = state.signatures.A !== null || state.signatures.B !== null;
  if (store.isDone() || (state.over && (signing || begun))) {
    return <FinishFlow store={store} onLeave={() => setSigning(false)} />;
  }
  const close = (): void => setOpen(null);
  if (open === "dispute") {
    return <DisputeScreen store={store} onClose={close} />;
  }
  const before = ["waiting", "called", "warming_up"].includes(state.phase);
  return (
    <>
      {table && table.uid !== store.tableUid && (
        <p class="note">{t("match_moved", { n: table.number })} <a class="link" href={`/t/${table.uid}/`}>{t("go_there")}</a></p>
      )}
      <Calls state={state} />
      {before ? <BeforeScreen store={store} /> : <Running store={store} onFinish={() => setSigning(true)} />}
      <footer class="dock">
        {open === "clock" && <StrokeClock store={store} onClose={close} />}
        <Actions store={store} before={before} onOpen={setOpen} />
      </footer>
      {open === "replay" && <ReplayDialog store={store} onClose={close} />}
      {open === "warning" && <WarningDialog store={store} onClose={close} />}
      {open === "clear" && <ClearDialog store={store} onClose={close} />}
      {open === "pause" && <PauseDialog store={store} onClose={close} />}
      {open === "call" && <CallDialog store={store} onClose={close} />}
      {open === "more" && <MoreDialog store={store} onClose={close} onPause={before || state.over ? undefined : () => setOpen("pause")} />}
      {open === "undo" && <UndoDialog store={store} onClose={close} />}
    </>
  );
}

function Calls({ state }: { state: GameState }): JSX.Element {
  return (
    <>
      {state.calls.map((call) => (
        <p key={call.uid} class="note" role="status">{t("call_made", { what: callText(call.reason) })}</p>
      ))}
    </>
  );
}

function Running({ store, onFinish }: { store: Store; onFinish: () => void }): JSX.Element {
  const state = store.state as GameState;
  const game = store.game as Bundle;
  const lastPress = useRef(-DOUBLE_TAP_MS);
  const names = { A: game.players.A.name, B: game.players.B.name };
  const win = (winner: Who): void => {
    if (performance.now() - lastPress.current >= DOUBLE_TAP_MS) {
      lastPress.current = performance.now();
      void record(store, "set_won", { winner });
    }
  };
  const { next } = state;
  return (
    <main class={state.over ? "match over" : "match"}>
      <PlayerCard store={store} who="A" onWin={win} />
      <section class="middle">
        <p class="set-now"><b>{next ? t("set_of", { n: next.number, all: game.rules.sets }) : t("game_over")}</b></p>
        {next
          ? <SetDrawing game={game} next={next} discsOfA={discsOfA(store.log)} />
          : <Result store={store} onFinish={onFinish} />}
        {next && <ExchangeOffer store={store} next={next} />}
        <PauseClock store={store} />
      </section>
      <PlayerCard store={store} who="B" onWin={win} />
      <SetStrip store={store} />
      <p class="visually-hidden" aria-live="polite">
        {`${store.said}. ${t("score_live", { a: names.A, sa: state.score.A, b: names.B, sb: state.score.B })}`}
      </p>
    </main>
  );
}

function PlayerCard({ store, who, onWin }: { store: Store; who: Who; onWin: (who: Who) => void }): JSX.Element {
  const state = store.state as GameState;
  const game = store.game as Bundle;
  const player = game.players[who];
  const next = state.next;
  const sides = next ? sidesOf(next, who) : [];
  const colour = discsOf(who, discsOfA(store.log));
  const first = next?.first_stroke === who;
  const striker = first && next?.first_striker ? `: ${nameOf(store, next.first_striker)}` : "";
  return (
    <section class={first ? "player first" : "player"} aria-label={player.name}>
      <div class="player-head">
        <h2 class="pair-names">{(player.members ?? [player.name]).map((name) => <span key={name}>{name}</span>)}</h2>
        <p class="club">{player.club}</p>
        <p class="tag">{first && <em class="pill">{t("first_stroke")}{striker}</em>}</p>
      </div>
      <p class="score" aria-label={`${t("score")}: ${state.score[who]}`}>{state.score[who]}</p>
      <ul class="marks">
        {somebodies(game).filter((each) => asWho(each).who === who).map((each) => <WarningMark key={each} store={store} somebody={each} />)}
        {state.clears[who] > 0 && <li>★ {t("clears_n", { n: state.clears[who] })}</li>}
        {state.penalty_discs[who] > 0 && <li>{t("penalty_discs_n", { n: state.penalty_discs[who] })}</li>}
      </ul>
      {next && (
        <button type="button" class={`set-won ${colour ?? "plain-colour"}`} disabled={store.busy} onClick={() => onWin(who)}>
          <small>{t("set_won_by", { n: next.number })}</small>
          <b>{player.name}</b>
          <span>{colour && <><Disc colour={colour} />{t(colour)} · </>}{sides.length > 1 ? t("sides", { a: sides[0] ?? "", b: sides[1] ?? "" }) : t("side", { side: sides[0] ?? "" })}</span>
        </button>
      )}
    </section>
  );
}

/** The warnings of a player; in doubles under the player's own name, because the third of one player counts (19.1). */
function WarningMark({ store, somebody }: { store: Store; somebody: Somebody }): JSX.Element | null {
  const { who, member } = asWho(somebody);
  const n = warningsOf(store.state as GameState, who, member);
  if (n === 0) {
    return null;
  }
  const name = member ? `${nameOf(store, member)}: ` : "";
  return <li class="mark-warning">{"▲".repeat(Math.min(3, n))} {name}{t("warnings_n", { n })}</li>;
}

/** Each set played, with its number and its winner in words. */
function SetStrip({ store }: { store: Store }): JSX.Element | null {
  const state = store.state as GameState;
  if (state.sets.length === 0 && state.replays.length === 0) {
    return null;
  }
  const replays = (number: number): number => state.replays.filter((replay) => replay.set === number).length;
  return (
    <ol class="strip" aria-label={t("sets_played")}>
      {state.sets.map((set) => (
        <li key={set.number} class={set.winner ? `won-${set.winner}` : ""}>
          <b>{set.number}</b> {set.winner ? nameOf(store, set.winner) : t("set_drawn")}
          {set.awarded && <small> ({t("awarded")})</small>}
          {replays(set.number) > 0 && <small> ({t("replayed")} ×{replays(set.number)})</small>}
        </li>
      ))}
      {state.next && replays(state.next.number) > 0 && (
        <li><b>{state.next.number}</b> {t("replayed")} ×{replays(state.next.number)}</li>
      )}
    </ol>
  );
}

interface ActionsProps { store: Store; before: boolean; onOpen: (open: Open) => void }

function Actions({ store, before, onOpen }: ActionsProps): JSX.Element {
  const state = store.state as GameState;
  const target = nextUndo(store);
  const playing = !before && !state.over;
  return (
    <nav class="actions">
      <Action icon="undo" kind="wide" disabled={!target || store.busy} onClick={() => onOpen("undo")}
        label={target ? t("undo_what", { what: describeWithSet(store, target) }) : t("undo_none")} />
      {playing && <Action icon="replay" label={t("act_replay")} onClick={() => onOpen("replay")} />}
      {(!state.over || isPaperResult(state)) && store.may("warning") && <Action icon="warning" label={t("act_warning")} onClick={() => onOpen("warning")} />}
      {playing && <Action icon="clear" label={t("act_clear")} onClick={() => onOpen("clear")} />}
      {playing && <Action icon="clock" label={t("act_clock")} onClick={() => onOpen("clock")} />}
      {!before && <Action icon="dispute" label={t("act_dispute")} onClick={() => onOpen("dispute")} />}
      <Action icon="call" label={t("act_call")} onClick={() => onOpen("call")} />
      <Action icon="more" label={t("act_more")} onClick={() => onOpen("more")} />
    </nav>
  );
}

/** "set for Kalniņš" alone could be any set: the last one's number is said too. */
function describeWithSet(store: Store, entry: LogEntry): string {
  const what = describe(store, entry);
  const number = store.state?.sets.length ?? 0;
  const isSet = entry.kind === "set_won" || entry.kind === "set_lost" || entry.kind === "set_drawn";
  return isSet ? `${number}. ${what}` : what;
}

function UndoDialog({ store, onClose }: { store: Store; onClose: () => void }): JSX.Element | null {
  const target = useRef(nextUndo(store)).current;
  if (!target) {
    return null;
  }
  return (
    <Dialog title={t("undo_q")} onClose={onClose}>
      <p class="undo-what">{describeWithSet(store, target)}</p>
      <div class="buttons">
        <button type="button" onClick={onClose}>{t("cancel")}</button>
        <button type="button" class="primary" onClick={() => { onClose(); void undo(store, target); }}>{t("undo")}</button>
      </div>
    </Dialog>
  );
}

/** Somebody else writes now: nothing may be pressed here, and the way back is shown. */
function LostScreen({ store, name }: { store: Store; name: string }): JSX.Element {
  const state = store.state as GameState;
  const again = async (): Promise<void> => {
    try {
      await take(store, null, null, true);
    } catch {
      store.screen = "take";
      store.changed();
    }
  };
  const leave = (): void => {
    store.screen = "take";
    store.changed();
  };
  return (
    <main class="page">
      <section class="card center" role="alert">
        <h2>{t("lost_title")}</h2>
        <p>{t("lost_text", { name })}</p>
        <p class="result-score">{state.score.A} : {state.score.B}</p>
        {store.device?.how === "paired" && (
          <div class="buttons">
            <button type="button" onClick={leave}>{t("take_official")}</button>
            <button type="button" onClick={() => void again()}>{t("take_back")}</button>
          </div>
        )}
      </section>
    </main>
  );
}

