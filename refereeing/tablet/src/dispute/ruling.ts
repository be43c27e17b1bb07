/** A ruling and what follows from it, as events of the game log. */
import type { Draft } from "./draft";
import type { GameEvent } from "./host";

export type Decision = "correct" | "penalised" | "set_lost" | "set_replayed" | "no_stroke" | "other";
export type ReplayReason = "interference" | "double_clear" | "last_discs" | "stalemate";

export interface RulingForm {
  decision: Decision | null;
  /** With the rule set's name. */
  clauses: string[];
  text: string;
  loser: "A" | "B";
  /** Without the rule set's name, as the log has them. */
  setClause: string;
  reason: ReplayReason;
  hasPenalty: boolean;
  penaltyClause: string;
}

const TEXT_LONGEST = 500;
const CLAUSES_MOST = 20;

/** The ruling itself first, then its consequences, each naming it. `words` stand where the official wrote none. */
export function rulingEvents(form: RulingForm, draft: Draft, uid: string, words: string): GameEvent[] {
  const { decision } = form;
  if (decision === null) {
    return [];
  }
  const numbers = form.clauses.map((rule) => rule.slice(rule.indexOf(":") + 1));
  const said = form.text.trim() || [words, numbers.join(", ")].filter(Boolean).join(": ");
  const text = said.slice(0, TEXT_LONGEST);
  const clauses = form.clauses.slice(0, CLAUSES_MOST);
  const events: GameEvent[] = [{ kind: "ruling", payload: { text, ruling: uid, dispute: draft.dispute, decision, clauses } }];
  if (decision === "set_lost") {
    events.push({ kind: "set_lost", payload: { who: form.loser, clause: form.setClause, ruling: uid } });
  } else if (decision === "set_replayed") {
    events.push({ kind: "set_replayed", payload: { reason: form.reason, ruling: uid } });
  } else if (decision === "penalised" && form.hasPenalty) {
    events.push({ kind: "penalty_disc", payload: { who: draft.who, clause: form.penaltyClause, ruling: uid, ...(draft.member && { member: draft.member }) } });
  }
  return events;
}
