/** The questions behind the action buttons: replay, clear, pause, calling an official. */
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { disputeText } from "../dispute_bundle";
import { asWho, isDoubles, somebodies } from "../pairs";
import { nameOf, record } from "../recording";
import type { Store } from "../store";
import { isLanguage, keyOfText, t } from "../strings";
import type { StringKey } from "../strings";
import type { Bundle, GameState, Member, ReplayReason } from "../types";
import { membersOf, other, pairOf, seatOf } from "../types";
import { Dialog } from "./parts";

interface Props { store: Store; onClose: () => void }

/** Under aus-1992:1.27 last discs together draw the set: no replay. */
const REASONS: readonly { reason: ReplayReason; label: StringKey; clause: string }[] = [
  { reason: "double_clear", label: "replay_double_clear", clause: "20.4" },
  { reason: "last_discs", label: "replay_last_discs", clause: "20.5" },
  { reason: "stalemate", label: "replay_stalemate", clause: "20.6" },
  { reason: "interference", label: "replay_interference", clause: "" },
];

export function ReplayDialog({ store, onClose }: Props): JSX.Element {
  const game = store.game as Bundle;
  const number = store.state?.next?.number ?? 0;
  const australian = game.rules.ruleset === "aus-1992";
  const [asksLast, setAsksLast] = useState(false);
  const first = store.state?.next?.first_striker;
  const then = (reason: ReplayReason): string => {
    if (reason !== "double_clear") {
      return t("replay_same_then");
    }
    if (first !== undefined) {
      return t("replay_double_clear_pairs");
    }
    return t(australian ? "replay_double_clear_aus" : "replay_double_clear_then");
  };
  const choose = (reason: ReplayReason): void => {
    if (reason === "double_clear" && first !== undefined) {
      setAsksLast(true);
      return;
    }
    onClose();
    void record(store, "set_replayed", { reason });
  };
  if (asksLast && first !== undefined) {
    return <LastStriker store={store} onClose={onClose} first={first} />;
  }
  return (
    <Dialog title={t("replay_q", { n: number })} onClose={onClose}>
      {store.rights === "player" && <p>{t("replay_players")}</p>}
      <ul class="clauses">
        {REASONS.filter(({ reason }) => !(australian && reason === "last_discs")).map(({ reason, label, clause }) => (
          <li key={reason}>
            <button type="button" disabled={store.busy} onClick={() => choose(reason)}>
              <b>{australian ? "" : clause}</b><span>{t(label)}<small>{then(reason)}</small></span>
            </button>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}

/** Both pairs cleared: the last to strike, one of the opponents of the first striker, strikes first (21.1). */
function LastStriker({ store, onClose, first }: Props & { first: Member }): JSX.Element {
  const seats = store.state?.next?.seats;
  const tell = (last_striker: Member): void => {
    onClose();
    void record(store, "set_replayed", { reason: "double_clear", last_striker });
  };
  return (
    <Dialog title={t("last_striker_q")} onClose={onClose}>
      <div class="two">
        {membersOf(other(pairOf(first))).map((member) => (
          <button key={member} type="button" class="big" disabled={store.busy} onClick={() => tell(member)}>
            <b>{nameOf(store, member)}</b>{seats && <small>{t("side", { side: seatOf(seats, member) })}</small>}
          </button>
        ))}
      </div>
    </Dialog>
  );
}

export function ClearDialog({ store, onClose }: Props): JSX.Element {
  const state = store.state as GameState;
  const game = store.game as Bundle;
  return (
    <Dialog title={t(isDoubles(game) ? "clear_q_pairs" : "clear_q")} onClose={onClose}>
      <div class="two">
        {somebodies(game).map((each) => (
          <button key={each} type="button" class="big" disabled={store.busy}
            onClick={() => { onClose(); void record(store, "clear_in_first_series", asWho(each)); }}>
            <b>{nameOf(store, each)}</b><small>{t("clears_n", { n: state.clears[asWho(each).who] })}</small>
          </button>
        ))}
      </div>
    </Dialog>
  );
}

export function PauseDialog({ store, onClose }: Props): JSX.Element {
  const minutes = Math.round(((store.game as Bundle).rules.pause_seconds / 60) * 10) / 10;
  return (
    <Dialog title={t("pause_q", { n: minutes })} onClose={onClose}>
      <div class="buttons">
        <button type="button" onClick={onClose}>{t("cancel")}</button>
        <button type="button" class="primary" onClick={() => { onClose(); void record(store, "pause", {}); }}>{t("act_pause")}</button>
      </div>
    </Dialog>
  );
}

const CALLS = ["call_disputed_stroke", "call_breach", "call_absent", "call_equipment", "call_other"] as const;
type CallKey = (typeof CALLS)[number];

/** What the officials read on the panel and in the protocol: in the language of the competition. */
export function callReason(store: Store, key: CallKey): string {
  const wanted = store.game?.competition.language;
  return t(key, {}, isLanguage(wanted) ? wanted : undefined);
}

export function CallDialog({ store, onClose }: Props): JSX.Element {
  return (
    <Dialog title={t("call_q")} onClose={onClose}>
      <ul class="clauses">
        {CALLS.map((key) => (
          <li key={key}>
            <button type="button" disabled={store.busy}
              onClick={() => { onClose(); void record(store, "official_called", { reason: callReason(store, key) }); }}>
              <span>{t(key)}</span>
            </button>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}

/** The reason of a call in this tablet's language; one it does not know is shown as it came. */
export function callText(reason: string): string {
  const key = keyOfText(reason, CALLS);
  return key ? t(key) : disputeText(reason);
}
