/** Third step: the official rules, before the replay is seen, with the clauses of the moment at hand. */
import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { MomentClause } from "./api";
import { Choices, Several } from "./choices";
import { momentOf } from "./draft";
import type { Draft, Moment } from "./draft";
import type { Host } from "./host";
import { rulingEvents } from "./ruling";
import type { Decision, RulingForm } from "./ruling";
import { DISPUTE_STRINGS, td } from "./strings";

const FIRSTS = ["own_light", "own_dark", "own_dark_in_circle", "opponents", "both", "nothing", "unseen"] as const;
const EDGES = ["opposite", "side", "own"] as const;
const DECISIONS: readonly Decision[] = ["correct", "penalised", "set_lost", "set_replayed", "no_stroke", "other"];
const REASONS = ["interference", "double_clear", "last_discs", "stalemate"] as const;
type First = (typeof FIRSTS)[number];
type Edge = (typeof EDGES)[number];

interface StepProps { draft: Draft; host: Host; onRuled: (uid: string) => void }

export function RulingStep({ draft, host, onRuled }: StepProps): JSX.Element {
  const [form, setForm] = useState<RulingForm>({ decision: null, clauses: [], text: "", loser: draft.who, setClause: "", reason: "interference", penaltyClause: "", hasPenalty: false });
  const [busy, setBusy] = useState(false);
  if (draft.ruling !== null || host.isRuled()) {
    return <p class="nv-note" role="status">{td(draft.ruling !== null ? "ruled" : "ruled_before")}</p>;
  }
  if (host.rule === null) {
    return <p class="nv-note" role="status">{td("rule_elsewhere")}</p>;
  }
  const give = async (): Promise<void> => {
    const uid = host.newUid();
    setBusy(true);
    const done = await host.rule?.(rulingEvents(form, draft, uid, form.decision ? DISPUTE_STRINGS[host.logLanguage][`d_${form.decision}`] : ""));
    setBusy(false);
    if (done) {
      onRuled(uid);
    }
  };
  return (
    <>
      <p class="nv-note">{td("rule_first")}</p>
      <Clauses draft={draft} host={host} chosen={form.clauses} onChange={(clauses) => setForm(withClauses(form, clauses, host))} />
      <section class="nv-card">
        <Choices legend={td("decision")} name="decision" value={form.decision ?? ""} onChange={(decision) => setForm({ ...form, decision })}
          options={DECISIONS.map((value) => ({ value, label: td(`d_${value}`) }))} />
        <Consequences form={form} host={host} onChange={setForm} />
        <label class="nv-field is-wide">{td("ruling_text")}
          <textarea rows={2} maxLength={500} value={form.text} onInput={(event) => setForm({ ...form, text: event.currentTarget.value })} />
        </label>
        <div class="nv-foot">
          <button type="button" class="nv-button is-main" disabled={busy || !isComplete(form)} onClick={() => void give()}>{td("rule")}</button>
        </div>
      </section>
    </>
  );
}

/** A chosen clause that loses the set, or costs a disc, is the one of the consequence too. */
export function withClauses(form: RulingForm, clauses: string[], { clauses: numbers }: Pick<Host, "clauses">): RulingForm {
  const bare = clauses.map((rule) => rule.slice(rule.indexOf(":") + 1));
  const setClause = bare.find((number) => numbers.set.includes(number)) ?? "";
  const penaltyClause = bare.find((number) => numbers.penalty.includes(number)) ?? "";
  return { ...form, clauses, setClause: setClause || form.setClause, penaltyClause: penaltyClause || form.penaltyClause };
}

function isComplete({ decision, setClause, hasPenalty, penaltyClause }: RulingForm): boolean {
  return decision !== null && (decision !== "set_lost" || setClause !== "") && (!hasPenalty || decision !== "penalised" || penaltyClause !== "");
}

interface FormProps { form: RulingForm; host: Host; onChange: (form: RulingForm) => void }

function Consequences({ form, host, onChange }: FormProps): JSX.Element | null {
  switch (form.decision) {
    case "set_lost":
      return (
        <>
          <Choices legend={td("set_lost_who")} name="loser" value={form.loser} onChange={(loser) => onChange({ ...form, loser })}
            options={(["A", "B"] as const).map((value) => ({ value, label: host.names[value] }))} />
          <ClauseSelect label={td("set_lost_clause")} numbers={host.clauses.set} value={form.setClause}
            onChange={(setClause) => onChange({ ...form, setClause })} />
        </>
      );
    case "set_replayed":
      return (
        <Choices legend={td("replay_reason")} name="reason" value={form.reason} onChange={(reason) => onChange({ ...form, reason })}
          options={REASONS.map((value) => ({ value, label: td(`r_${value}`) }))} />
      );
    case "penalised":
      return (
        <>
          <label class="nv-check">
            <input type="checkbox" checked={form.hasPenalty} onChange={(event) => onChange({ ...form, hasPenalty: event.currentTarget.checked })} />
            {td("penalty_disc")}
          </label>
          {form.hasPenalty && (
            <ClauseSelect label={td("penalty_clause")} numbers={host.clauses.penalty} value={form.penaltyClause}
              onChange={(penaltyClause) => onChange({ ...form, penaltyClause })} />
          )}
        </>
      );
    default:
      return null;
  }
}

interface SelectProps { label: string; numbers: readonly string[]; value: string; onChange: (value: string) => void }

function ClauseSelect({ label, numbers, value, onChange }: SelectProps): JSX.Element {
  return (
    <label class="nv-field is-wide">{label}
      <select value={value} onChange={(event) => onChange(event.currentTarget.value)}>
        <option value="">{td("choose")}</option>
        {numbers.map((number) => <option key={number} value={number}>{number}</option>)}
      </select>
    </label>
  );
}

interface ClausesProps { draft: Draft; host: Host; chosen: readonly string[]; onChange: (chosen: string[]) => void }

/** What the official saw, and the clauses that can apply to that and to the boards. */
function Clauses({ draft, host, chosen, onChange }: ClausesProps): JSX.Element {
  const [first, setFirst] = useState<First>("unseen");
  const [edges, setEdges] = useState<Edge[]>([]);
  const listed = useClauses(draft, host, first, edges);
  const turn = (rule: string): void => onChange(chosen.includes(rule) ? chosen.filter((each) => each !== rule) : [...chosen, rule]);
  return (
    <section class="nv-card">
      <Choices legend={td("saw_first")} name="first" value={first} onChange={setFirst}
        options={FIRSTS.map((value) => ({ value, label: td(`first_${value}`) }))} />
      {first !== "unseen" && (
        <Several legend={td("edges")} name="edges" values={edges} onChange={setEdges}
          options={EDGES.map((value) => ({ value, label: td(`edge_${value}`) }))} />
      )}
      <h3>{td("clauses")}</h3>
      {listed === "offline" && <OfflineClauses draft={draft} host={host} chosen={chosen} onTurn={turn} />}
      {Array.isArray(listed) && (
        <>
          <p class="nv-hint">{td(listed.length > 0 ? "clauses_why" : "clauses_none")}</p>
          <ul class="nv-clauses">
            {listed.map(({ rule, certain, text }) => (
              <li key={rule}>
                <button type="button" class="nv-clause" aria-pressed={chosen.includes(rule)} onClick={() => turn(rule)}>
                  <b>{rule.slice(rule.indexOf(":") + 1)}</b>
                  <span>{text} <small class="nv-muted">({td(certain ? "clause_sure" : "clause_maybe")})</small></span>
                </button>
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}

function OfflineClauses({ draft, host, chosen, onTurn }: Omit<ClausesProps, "onChange"> & { onTurn: (rule: string) => void }): JSX.Element {
  return (
    <>
      <p class="nv-hint">{td("clauses_offline")}</p>
      <div class="nv-row">
        {[...host.clauses.set, ...host.clauses.penalty].map((number) => {
          const rule = `${draft.ruleset}:${number}`;
          return <button key={rule} type="button" class="nv-button" aria-pressed={chosen.includes(rule)} onClick={() => onTurn(rule)}>{number}</button>;
        })}
      </div>
    </>
  );
}

/** Asked anew whenever what was seen changes; an answer that comes too late is dropped. */
function useClauses(draft: Draft, host: Host, first: First, edges: readonly Edge[]): MomentClause[] | "offline" | null {
  const [listed, setListed] = useState<MomentClause[] | "offline" | null>(null);
  const key = `${first} ${[...edges].sort().join(" ")}`;
  useEffect(() => {
    let isWanted = true;
    const known: Moment = { ...momentOf(draft), ...(first === "unseen" ? {} : { first, cushions: [...edges] }) };
    host.ask<{ clauses: MomentClause[] }>(`rules/${draft.ruleset}/moment?language=${host.language}`, known)
      .then(({ clauses }) => isWanted && setListed(clauses), () => isWanted && setListed("offline"));
    return () => {
      isWanted = false;
    };
  }, [key]);
  return listed;
}
