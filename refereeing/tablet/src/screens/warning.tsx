/** A warning in three steps: to whom, for what, and a plain question; the third says what it costs. */
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { foldGame, losesSetsNext, warningsOf } from "../game_state";
import { asWho, somebodies } from "../pairs";
import type { Somebody } from "../pairs";
import { nameOf, record } from "../recording";
import type { Store } from "../store";
import { language, t } from "../strings";
import type { Bundle, Clause, GameState, Pair } from "../types";
import { Dialog } from "./parts";

interface Props { store: Store; onClose: () => void }

export function WarningDialog({ store, onClose }: Props): JSX.Element {
  const [who, setWho] = useState<Somebody | null>(null);
  const [clause, setClause] = useState<Clause | null>(null);
  if (who === null) {
    return <Whom store={store} onClose={onClose} onWho={setWho} />;
  }
  if (clause === null) {
    return <WhatFor store={store} onClose={onClose} who={who} onBack={() => setWho(null)} onClause={setClause} />;
  }
  return <Confirm store={store} onClose={onClose} who={who} clause={clause} onBack={() => setClause(null)} />;
}

function Whom({ store, onClose, onWho }: Props & { onWho: (who: Somebody) => void }): JSX.Element {
  return (
    <Dialog title={t("warning_who")} onClose={onClose}>
      <div class="two">
        {somebodies(store.game as Bundle).map((each) => (
          <button key={each} type="button" class="big" onClick={() => onWho(each)}>
            <b>{nameOf(store, each)}</b><small>{t("warnings_n", { n: given(store, each) })}</small>
          </button>
        ))}
      </div>
    </Dialog>
  );
}

function titleOf(store: Store, who: Somebody): string {
  return t("warning_which", { n: given(store, who) + 1, name: nameOf(store, who) });
}

/** How many warnings somebody has. */
function given(store: Store, somebody: Somebody): number {
  const { who, member } = asWho(somebody);
  return warningsOf(store.state as GameState, who, member);
}

interface WhatForProps extends Props { who: Somebody; onBack: () => void; onClause: (clause: Clause) => void }

function WhatFor({ store, onClose, who, onBack, onClause }: WhatForProps): JSX.Element {
  return (
    <Dialog title={titleOf(store, who)} onClose={onClose} wide>
      <ul class="clauses">
        {clausesFor(store.game as Bundle).map((each) => (
          <li key={each.clause}>
            <button type="button" onClick={() => onClause(each)}><b>{each.clause}</b><span>{each.text}</span></button>
          </li>
        ))}
      </ul>
      <button type="button" onClick={onBack}>{t("back")}</button>
    </Dialog>
  );
}

interface ConfirmProps extends Props { who: Somebody; clause: Clause; onBack: () => void }

function Confirm({ store, onClose, who, clause, onBack }: ConfirmProps): JSX.Element {
  const state = store.state as GameState;
  const name = nameOf(store, who);
  const number = given(store, who) + 1;
  const to = asWho(who);
  const third = losesSetsNext((store.game as Bundle).rules, state, to.who, to.member);
  const confirm = (): void => {
    onClose();
    void record(store, "warning", { ...to, clause: clause.clause });
  };
  return (
    <Dialog title={third ? t("warning_third_q", { name }) : titleOf(store, who)} onClose={onClose}>
      <p><b>{clause.clause}</b> {clause.text}</p>
      {third && <p class="note bad">{t("warning_third_text", { name, ...small(scoreAfterThird(store, who, clause.clause)) })}</p>}
      {!third && <p>{t("count_of_3", { n: number })}</p>}
      <div class="buttons">
        <button type="button" onClick={onBack}>{t("back")}</button>
        <button type="button" class={third ? "danger" : "primary"} disabled={store.busy} onClick={confirm}>
          {t(third ? "warning_third_yes" : "warning_yes", { n: number, name })}
        </button>
      </div>
    </Dialog>
  );
}

function small(score: Pair): { a: number; b: number } {
  return { a: score.A, b: score.B };
}

/** The score that the third warning would leave, computed, so that nobody has to guess before pressing. */
function scoreAfterThird(store: Store, who: Somebody, clause: string): Pair {
  const game = store.game as Bundle;
  const trial = { uid: "trial", device: "", dseq: 0, kind: "warning" as const, payload: { ...asWho(who), clause }, seq: null, applied: true, at: "" };
  return foldGame(game.rules, [...store.log, trial]).score;
}

/** The clauses in the user's language, else as the server sent them. */
export function clausesFor(game: Bundle): Clause[] {
  return game.clauses_all?.[language()] ?? game.clauses ?? [];
}
