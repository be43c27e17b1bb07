/** The end: is it right, signatures of both players and of the referee, finished, and the wait for the next match. */
import type { JSX } from "preact";
import { useRef, useState } from "preact/hooks";
import { OfflineError } from "../api";
import { isAlone, isDoubles } from "../pairs";
import { deleteSignatures, nameOf, record } from "../recording";
import type { Store } from "../store";
import { t } from "../strings";
import { errorText } from "../table_session";
import type { Bundle, GameState, Member, PenStroke, Who } from "../types";
import { membersOf } from "../types";
import { MoreDialog } from "./more";
import { Choice } from "./parts";
import { lossText, resultText } from "./result";
import { SignaturePad } from "./signature";
import { PinField } from "./take";

interface Props { store: Store; onLeave: () => void }

export function FinishFlow({ store, onLeave }: Props): JSX.Element {
  const state = store.state as GameState;
  const [agreed, setAgreed] = useState(state.signatures.A !== null || state.signatures.B !== null);
  const [protesting, setProtesting] = useState(false);
  if (store.isDone()) {
    return <Done store={store} />;
  }
  const back = async (): Promise<void> => {
    await deleteSignatures(store);
    setAgreed(false);
    onLeave();
  };
  return (
    <main class="page finish">
      <Outcome store={store} />
      {!agreed && <Question onYes={() => setAgreed(true)} onNo={onLeave} />}
      {agreed && <NextSignature store={store} />}
      {agreed && (
        <div class="buttons">
          <button type="button" class="plain" disabled={store.busy} onClick={() => void back()}>{t("sign_back")}</button>
          <button type="button" class="plain" onClick={() => setProtesting(true)}>{t("more_protest")}</button>
        </div>
      )}
      {protesting && <MoreDialog store={store} only="protest" onClose={() => setProtesting(false)} />}
    </main>
  );
}

function Outcome({ store }: { store: Store }): JSX.Element {
  const state = store.state as GameState;
  const loss = lossText(store);
  const sign = (who: Who): string => {
    if (state.signatures[who]) {
      return `✓ ${t("signed")}`;
    }
    return store.isDone() ? "" : t("to_sign");
  };
  return (
    <section class="card outcome">
      {(["A", "B"] as const).map((who) => (
        <p key={who} class="outcome-row">
          <b>{nameOf(store, who)}</b><small>{sign(who)}</small><strong>{state.score[who]}</strong>
        </p>
      ))}
      <p class="result-text">{resultText(store)}</p>
      {loss !== "" && <p>{loss}</p>}
    </section>
  );
}

function Question({ onYes, onNo }: { onYes: () => void; onNo: () => void }): JSX.Element {
  return (
    <section class="card center">
      <h2>{t("finish_q")}</h2>
      <p>{t("finish_text")}</p>
      <div class="buttons">
        <button type="button" onClick={onNo}>{t("finish_no")}</button>
        <button type="button" class="primary" onClick={onYes}>{t("finish_yes")}</button>
      </div>
    </section>
  );
}

function NextSignature({ store }: { store: Store }): JSX.Element {
  const { signatures } = store.state as GameState;
  const who = signatures.A === null ? "A" : signatures.B === null ? "B" : "referee";
  const refereeToo = store.rights === "official" && signatures.referee === null;
  if (who !== "referee") {
    const last = signatures.A !== null || signatures.B !== null;
    return <PlayerSignature key={who} store={store} who={who} finishes={last && !refereeToo} />;
  }
  if (refereeToo) {
    return <RefereeSignature store={store} />;
  }
  return (
    <section class="card center">
      <button type="button" class="primary huge" disabled={store.busy} onClick={() => void record(store, "finished", {})}>{t("act_finish")}</button>
    </section>
  );
}

interface PlayerProps { store: Store; who: Who; finishes: boolean }

function PlayerSignature({ store, who, finishes }: PlayerProps): JSX.Element {
  const strokes = useRef<PenStroke[]>([]);
  const [drawn, setDrawn] = useState(false);
  const game = store.game as Bundle;
  const partners = isDoubles(game) && !isAlone(game, who) ? membersOf(who) : null;
  const [signer, setSigner] = useState<Member | null>(null);
  const name = nameOf(store, partners && signer ? signer : who);
  const ready = partners === null || signer !== null;
  const save = async (signed: string, drawnStrokes: PenStroke[] | null): Promise<void> => {
    const written = await record(store, "signature", { who, name: signed, strokes: drawnStrokes, proof: null });
    if (written && finishes) {
      await record(store, "finished", {});
    }
  };
  return (
    <section class="card sign">
      <h2>{t("sign_title", { name })}</h2>
      {partners && <Choice<Member> legend={t("sign_who")} value={signer} onChange={setSigner} options={partners.map((value) => ({ value, label: nameOf(store, value) }))} />}
      <p class="small">{t("sign_how")}</p>
      <SignaturePad strokes={strokes} onDrawn={setDrawn} label={t("sign_title", { name })} />
      <div class="buttons">
        <button type="button" disabled={!ready || store.busy} onClick={() => void save(name, null)}>{t("sign_plain")}</button>
        {/* Who does not sign (a no-show) is vouched for by the referee's name in the player's place. */}
        {store.rights === "official" && (
          <button type="button" disabled={store.busy} onClick={() => void save(store.official?.name ?? name, null)}>{t("sign_absent", { name })}</button>
        )}
        <button type="button" class="primary" disabled={!drawn || !ready || store.busy} onClick={() => void save(name, strokes.current)}>{t("sign_do")}</button>
      </div>
    </section>
  );
}

function RefereeSignature({ store }: { store: Store }): JSX.Element {
  const strokes = useRef<PenStroke[]>([]);
  const [drawn, setDrawn] = useState(false);
  const [pin, setPin] = useState("");
  const [error, setError] = useState("");
  const [unchecked, setUnchecked] = useState(false);
  const { official, device, game } = store;
  const write = async (proof: string | null): Promise<void> => {
    const payload = { who: "referee" as const, name: official?.name ?? "", strokes: drawn ? strokes.current : null, proof };
    if (await record(store, "signature", payload)) {
      await record(store, "finished", {});
    }
  };
  const sign = async (): Promise<void> => {
    setError("");
    try {
      const reply = await store.api.checkPin(device?.token ?? "", official?.uid ?? "", pin, game?.uid ?? "");
      await write(reply.proof);
    } catch (failure) {
      // Without the server the PIN counts as unverified until it has been checked.
      setUnchecked(failure instanceof OfflineError);
      setError(failure instanceof OfflineError ? t("sign_unchecked") : errorText(failure));
    }
  };
  return (
    <section class="card sign">
      <h2>{t("sign_referee")}: {official?.name}</h2>
      <SignaturePad strokes={strokes} onDrawn={setDrawn} label={t("sign_referee")} />
      <PinField value={pin} onInput={setPin} error={error} />
      <div class="buttons">
        {unchecked && <button type="button" disabled={store.busy} onClick={() => void write(null)}>{t("yes_sign")}</button>}
        <button type="button" class="primary" disabled={pin.length !== 6 || store.busy} onClick={() => void sign()}>{t("sign_do")}</button>
      </div>
    </section>
  );
}

function Done({ store }: { store: Store }): JSX.Element {
  const received = store.allReceived();
  return (
    <main class="page finish">
      <Outcome store={store} />
      <section class="card center" role="status">
        <h2>{t("done_title")}</h2>
        <p>{t(received ? "done_sent" : "done_unsent")}</p>
        <p class="small">{t(store.device?.how === "code" ? "done_paper" : "done_next")}</p>
      </section>
    </main>
  );
}
