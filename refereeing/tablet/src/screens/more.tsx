/** Less frequent entries: protest, paper result, set or game lost, penalty disc, ruling, note. */
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { isPossibleResult } from "../match_play";
import { asWho, somebodies } from "../pairs";
import type { Somebody } from "../pairs";
import { nameOf, record } from "../recording";
import type { Store } from "../store";
import { t } from "../strings";
import type { StringKey } from "../strings";
import type { Bundle, GameState, Kind, LossReason, Payload, Who } from "../types";
import { Choice, Dialog } from "./parts";

interface Props { store: Store; onClose: () => void }
type Form = "protest" | "note" | "ruling" | "result" | "set_lost" | "penalty_disc" | "game_lost";

/** Where the server does not list the clauses: those of lnf-2008. */
const LETTERS_16 = "abcdefghijk".split("").map((letter) => `16.1.${letter}`);
const LETTERS_17 = "abcdefghijklmnopqrst".split("").map((letter) => `17.1.${letter}`);
const LOSSES: readonly LossReason[] = ["no_show", "unsporting", "handshake", "excluded", "withdrawn"];

const ENTRIES: readonly { form: Form; kind: Kind; label: StringKey; during: boolean }[] = [
  { form: "penalty_disc", kind: "penalty_disc", label: "more_penalty_disc", during: false },
  { form: "set_lost", kind: "set_lost", label: "more_set_lost", during: true },
  { form: "game_lost", kind: "game_lost", label: "more_game_lost", during: true },
  { form: "result", kind: "result", label: "more_result", during: true },
  { form: "ruling", kind: "ruling", label: "ruling_do", during: false },
  { form: "protest", kind: "protest", label: "more_protest", during: false },
  { form: "note", kind: "note", label: "more_note", during: false },
];

interface MoreProps extends Props {
  /** Open this form at once, and leave by its back button. */
  only?: Form;
  /** Where a pause is possible now. */
  onPause?: (() => void) | undefined;
}

export function MoreDialog({ store, onClose, only, onPause }: MoreProps): JSX.Element {
  const [form, setForm] = useState<Form | null>(only ?? null);
  const state = store.state as GameState;
  const save = (kind: Kind, payload: Payload): void => {
    onClose();
    void record(store, kind, payload);
  };
  if (form === null) {
    const offered = ENTRIES.filter((entry) => {
      const open = !entry.during || !state.over;
      return store.may(entry.kind) && open && (entry.form !== "result" || state.sets.length === 0);
    });
    return (
      <Dialog title={t("more_title")} onClose={onClose}>
        <div class="menu">
          {onPause && store.may("pause") && <button type="button" onClick={onPause}>{t("act_pause")}</button>}
          {offered.map((entry) => <button key={entry.form} type="button" onClick={() => setForm(entry.form)}>{t(entry.label)}</button>)}
          {store.game?.rules.ruleset === "aus-1992" && !state.over && (
            <button type="button" onClick={() => save("set_drawn", {})}>{t("more_set_drawn")}</button>
          )}
        </div>
      </Dialog>
    );
  }
  const back = only ? onClose : (): void => setForm(null);
  switch (form) {
    case "result":
      return <ResultForm store={store} onClose={onClose} onBack={back} onSave={save} />;
    case "protest":
    case "note":
    case "ruling":
      return <TextForm kind={form} store={store} onClose={onClose} onBack={back} onSave={save} />;
    case "game_lost":
      return <LossForm store={store} onClose={onClose} onBack={back} onSave={save} />;
    default:
      return <ClauseForm kind={form} store={store} onClose={onClose} onBack={back} onSave={save} />;
  }
}

interface FormProps extends Props { onBack: () => void; onSave: (kind: Kind, payload: Payload) => void }

function playerOptions(store: Store): { value: Who; label: string }[] {
  return (["A", "B"] as const).map((value) => ({ value, label: nameOf(store, value) }));
}

function Ending({ onBack, ready, onSave, danger }: { onBack: () => void; ready: boolean; onSave: () => void; danger?: boolean }): JSX.Element {
  return (
    <div class="buttons">
      <button type="button" onClick={onBack}>{t("back")}</button>
      <button type="button" class={danger ? "danger" : "primary"} disabled={!ready} onClick={onSave}>{t("record")}</button>
    </div>
  );
}

function TextForm({ kind, store, onClose, onBack, onSave }: FormProps & { kind: "protest" | "note" | "ruling" }): JSX.Element {
  const [who, setWho] = useState<Who | null>(null);
  const [text, setText] = useState("");
  const titles = { protest: "more_protest", note: "more_note", ruling: "ruling_do" } as const;
  const labels = { protest: "protest_text", note: "note_text", ruling: "ruling_text" } as const;
  const ready = text.trim() !== "" && (kind !== "protest" || who !== null);
  const payload = (): Payload => (kind === "protest" && who ? { who, text: text.trim() } : { text: text.trim() });
  return (
    <Dialog title={t(titles[kind])} onClose={onClose}>
      {kind === "protest" && <Choice legend={t("protest_who")} options={playerOptions(store)} value={who} onChange={setWho} />}
      <label class="field">{t(labels[kind])}
        <textarea rows={4} maxLength={200} value={text} onInput={(event) => setText(event.currentTarget.value)} />
      </label>
      <Ending onBack={onBack} ready={ready} onSave={() => onSave(kind, payload())} />
    </Dialog>
  );
}

function ResultForm({ store, onClose, onBack, onSave }: FormProps): JSX.Element {
  const { rules } = store.game as Bundle;
  const [sets, setSets] = useState({ A: "", B: "" });
  const [a, b] = [Number(sets.A), Number(sets.B)];
  const filled = sets.A !== "" && sets.B !== "";
  const possible = filled && (rules.ruleset === "aus-1992" ? a + b <= rules.sets : isPossibleResult(rules, a, b));
  return (
    <Dialog title={t("result_title")} onClose={onClose}>
      <p>{t("result_why")}</p>
      <div class="two">
        {(["A", "B"] as const).map((who) => (
          <label key={who} class="field">{nameOf(store, who)}
            <input class="code" inputMode="numeric" maxLength={2} value={sets[who]}
              onInput={(event) => setSets({ ...sets, [who]: event.currentTarget.value.replace(/\D/g, "") })} />
          </label>
        ))}
      </div>
      {filled && <p class={possible ? "" : "note bad"} role="status">{possible ? t("result_q", { a, b }) : t("result_impossible", { n: rules.sets })}</p>}
      <Ending onBack={onBack} ready={possible} onSave={() => onSave("result", { sets: [a, b] })} />
    </Dialog>
  );
}

function ClauseForm({ kind, store, onClose, onBack, onSave }: FormProps & { kind: "set_lost" | "penalty_disc" }): JSX.Element {
  const [who, setWho] = useState<Somebody | null>(null);
  const numbers = store.game?.clause_numbers;
  const clauses = kind === "set_lost" ? numbers?.set ?? LETTERS_16 : numbers?.penalty ?? LETTERS_17;
  const [clause, setClause] = useState("");
  const ready = who !== null && clause !== "";
  const number = store.state?.next?.number ?? 0;
  return (
    <Dialog title={t(kind === "set_lost" ? "more_set_lost" : "more_penalty_disc")} onClose={onClose}>
      <Choice legend={t("who_q")} options={somebodies(store.game as Bundle).map((value) => ({ value, label: nameOf(store, value) }))} value={who} onChange={setWho} />
      <label class="field">{t("clause_q")}
        <select value={clause} onChange={(event) => setClause(event.currentTarget.value)}>
          <option value="">{t("choose")}</option>
          {clauses.map((each) => <option key={each} value={each}>{each}</option>)}
        </select>
      </label>
      {ready && kind === "set_lost" && <p class="note bad">{t("set_lost_q", { name: nameOf(store, who), n: number, clause })}</p>}
      <Ending onBack={onBack} ready={ready} danger={kind === "set_lost"} onSave={() => who && onSave(kind, { ...asWho(who), clause })} />
    </Dialog>
  );
}

function LossForm({ store, onClose, onBack, onSave }: FormProps): JSX.Element {
  const [who, setWho] = useState<Who | null>(null);
  const [reason, setReason] = useState<LossReason | null>(null);
  const options = LOSSES.map((value) => ({ value, label: t(`loss_${value}`) }));
  const ready = who !== null && reason !== null;
  return (
    <Dialog title={t("more_game_lost")} onClose={onClose}>
      <Choice legend={t("who_q")} options={playerOptions(store)} value={who} onChange={setWho} />
      <Choice legend={t("loss_why")} options={options} value={reason} onChange={setReason} />
      {ready && <p class="note bad">{t("loss_q", { name: nameOf(store, who), reason: t(`loss_${reason}`) })}</p>}
      <Ending onBack={onBack} ready={ready} danger onSave={() => who && reason && onSave("game_lost", { who, reason })} />
    </Dialog>
  );
}
