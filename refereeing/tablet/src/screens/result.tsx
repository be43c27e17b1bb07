/** The game is over: the result in words, and what is left to do. */
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { isDecided } from "../game_state";
import { nameOf } from "../recording";
import type { Store } from "../store";
import { t } from "../strings";
import { leaveMatch } from "../table_session";
import type { GameState } from "../types";
import { other } from "../types";
import { NoShowQuestion } from "./before";

export function resultText(store: Store): string {
  const state = store.state as GameState;
  if (state.winner === "A" || state.winner === "B") {
    return t("won_by", { name: nameOf(store, state.winner) });
  }
  return state.winner === "draw" ? t("drawn") : "";
}

/** Why the game was lost, in words; '' when it was played to its end. */
export function lossText(store: Store): string {
  const lost = store.state?.lost_by;
  if (!lost) {
    return "";
  }
  const known = ["no_show", "unsporting", "handshake", "excluded", "withdrawn"] as const;
  const found = known.find((each) => each === lost.reason);
  const reason = found ? t(`loss_${found}`) : lost.reason;
  return lost.who === "both" ? t("lost_both", { reason }) : t("lost_by", { name: nameOf(store, lost.who), reason });
}

export function Result({ store, onFinish }: { store: Store; onFinish: () => void }): JSX.Element {
  const state = store.state as GameState;
  const decided = isDecided(state);
  const loss = lossText(store);
  return (
    <div class="result">
      <p class="result-score">{state.score.A} : {state.score.B}</p>
      <p class="result-text">{resultText(store)}</p>
      {loss !== "" && <p>{loss}</p>}
      <SecondNoShow store={store} />
      {decided && <p class="small">{t("done_paper_result")}</p>}
      {decided && (
        <button type="button" class="primary" disabled={!store.allReceived()} onClick={() => void leaveMatch(store)}>{t("done_go_on")}</button>
      )}
      <button type="button" class={decided ? "" : "primary huge"} onClick={onFinish}>{t("act_finish")}</button>
    </div>
  );
}

/** One did not come; perhaps the other did not come either. */
function SecondNoShow({ store }: { store: Store }): JSX.Element | null {
  const [asked, setAsked] = useState(false);
  const state = store.state as GameState;
  const lost = state.lost_by;
  if (!lost || lost.who === "both" || lost.reason !== "no_show" || !store.may("no_show")) {
    return null;
  }
  const who = other(lost.who);
  if (state.arrived[who]) {
    return null;
  }
  return (
    <>
      <button type="button" class="danger quiet" onClick={() => setAsked(true)}>{t("no_show_both", { name: nameOf(store, who) })}</button>
      {asked && <NoShowQuestion store={store} who={who} onClose={() => setAsked(false)} />}
    </>
  );
}
