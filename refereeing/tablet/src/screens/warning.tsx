/** A warning in three steps: to whom, for what, and a plain question; the third says what it costs. */
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { foldGame, losesSetsNext } from "../game_state";
import { nameOf, record } from "../recording";
import type { Store } from "../store";
import { language, t } from "../strings";
import type { Bundle, Clause, GameState, Pair, Who } from "../types";
import { Dialog } from "./parts";

export function WarningDialog({ store, onClose }: { store: Store; onClose: () => void }): JSX.Element {
  const game = store.game as Bundle;
  const state = store.state as GameState;
  const [who, setWho] = useState<Who | null>(null);
  const [clause, setClause] = useState<Clause | null>(null);
  if (who === null) {
    return (
      <Dialog title={t("warning_who")} onClose={onClose}>
        <div class="two">
          {(["A", "B"] as const).map((each) => (
            <button key={each} type="button" class="big" onClick={() => setWho(each)}>
              <b>{nameOf(store, each)}</b><small>{t("warnings_n", { n: state.warnings[each] })}</small>
            </button>
          ))}
        </div>
      </Dialog>
    );
  }
  const name = nameOf(store, who);
  const number = state.warnings[who] + 1;
  if (clause === null) {
    return (
      <Dialog title={t("warning_which", { n: number, name })} onClose={onClose} wide>
        <ul class="clauses">
          {clausesFor(game).map((each) => (
            <li key={each.clause}>
              <button type="button" onClick={() => setClause(each)}><b>{each.clause}</b><span>{each.text}</span></button>
            </li>
          ))}
        </ul>
        <button type="button" onClick={() => setWho(null)}>{t("back")}</button>
      </Dialog>
    );
  }
  const third = losesSetsNext(game.rules, state, who);
  const confirm = (): void => {
    onClose();
    void record(store, "warning", { who, clause: clause.clause });
  };
  return (
    <Dialog title={third ? t("warning_third_q", { name }) : t("warning_which", { n: number, name })} onClose={onClose}>
      <p><b>{clause.clause}</b> {clause.text}</p>
      {third && <p class="note bad">{t("warning_third_text", { name, ...small(scoreAfterThird(store, who, clause.clause)) })}</p>}
      {!third && <p>{t("count_of_3", { n: number })}</p>}
      <div class="buttons">
        <button type="button" onClick={() => setClause(null)}>{t("back")}</button>
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
function scoreAfterThird(store: Store, who: Who, clause: string): Pair {
  const game = store.game as Bundle;
  const trial = { uid: "trial", device: "", dseq: 0, kind: "warning" as const, payload: { who, clause }, seq: null, applied: true, at: "" };
  return foldGame(game.rules, [...store.log, trial]).score;
}

/** The clauses in the user's language, else as the server sent them. */
export function clausesFor(game: Bundle): Clause[] {
  return game.clauses_all?.[language()] ?? game.clauses ?? [];
}
