/** The address of a table: what is on it now, and how to get the right to write. */
import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { ApiError } from "../api";
import type { Store } from "../store";
import { t } from "../strings";
import { errorText, take, takeByCode } from "../table_session";
import { isBundle } from "../types";
import type { Bundle, Official, PublicGame } from "../types";
import { Dialog } from "./parts";

export function TakeScreen({ store }: { store: Store }): JSX.Element {
  const game = store.now?.game;
  if (!game) {
    return <main class="page" />;
  }
  const paired = store.device?.how === "paired";
  const whole = isBundle(game) ? game : null;
  return (
    <main class="page">
      <MatchCard game={game} />
      {whole && <p class="small center">{whole.holder ? t("keeps", { name: whole.holder.name }) : t("nobody_keeps")}</p>}
      {paired ? <PairedWays store={store} /> : <CodeWay store={store} />}
      {paired
        ? <p class="small center">{t("paired_as", { name: store.device?.name ?? "" })}</p>
        : <p class="center"><a class="link" href="/tablet/pair/">{t("pair_this")}</a></p>}
    </main>
  );
}

function MatchCard({ game }: { game: Bundle | PublicGame }): JSX.Element {
  const { A, B } = game.players;
  const whole = isBundle(game) ? game : null;
  const round = t("round_name", { name: whole ? whole.round.name : String(game.round) });
  return (
    <section class="card versus">
      {whole && <p class="small">{[whole.event.name, whole.stage.name].filter(Boolean).join(" · ")}</p>}
      <h2>{A?.name} <small>{A?.club}</small></h2>
      <p class="small">{t("against")}</p>
      <h2>{B?.name} <small>{B?.club}</small></h2>
      <p class="small">{round}{whole?.group ? ` · ${t("group_name", { name: whole.group })}` : ""}</p>
    </section>
  );
}

interface Try { official: Official | null; pin: string | null }

/** Taking the table: one try at a time, its refusal in words, and the question when another device holds it. */
function useTaking(store: Store): {
  busy: boolean; error: string; held: { name: string; again: Try } | null; forget: () => void; go: (attempt: Try, force: boolean) => Promise<void>;
} {
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState("");
  const [held, setHeld] = useState<{ name: string; again: Try } | null>(null);
  const go = async (attempt: Try, force: boolean): Promise<void> => {
    setBusy(true);
    setError("");
    setHeld(null);
    try {
      await take(store, attempt.official, attempt.pin, force);
    } catch (failure) {
      if (failure instanceof ApiError && failure.code === "held") {
        setHeld({ name: String(failure.params.holder ?? "?"), again: attempt });
      } else {
        setError(errorText(failure));
      }
    }
    setBusy(false);
  };
  return { busy, error, held, forget: () => setHeld(null), go };
}

/** The officials of the competition: from the match, else asked for. */
function useOfficials(store: Store): Official[] {
  const game = store.now?.game;
  const whole = game && isBundle(game) ? game : null;
  const [officials, setOfficials] = useState<Official[]>(whole?.officials ?? []);
  useEffect(() => {
    const token = store.device?.token;
    // Asked again even when the match brought some: one may have got a PIN since.
    if (whole && token) {
      store.api.officials(whole.competition.uid, token).then((reply) => setOfficials(reply.officials), () => undefined);
    }
  }, []);
  return officials;
}

function PairedWays({ store }: { store: Store }): JSX.Element {
  const { busy, error, held, forget, go } = useTaking(store);
  const [asOfficial, setAsOfficial] = useState(false);
  const attempt = (wanted: Try): void => {
    setAsOfficial(wanted.official !== null);
    void go(wanted, false);
  };
  return (
    <div class="ways">
      <OfficialForm officials={useOfficials(store)} busy={busy} error={asOfficial ? error : ""} onTake={(official, pin) => attempt({ official, pin })} />
      <section class="card">
        <h3>{t("take_players")}</h3>
        <p class="small">{t("take_players_why")}</p>
        <button type="button" disabled={busy} onClick={() => attempt({ official: null, pin: null })}>{t("open_match")}</button>
        {!asOfficial && error !== "" && <p class="note bad" role="alert">{error}</p>}
      </section>
      {held && <HeldQuestion name={held.name} onClose={forget} onTake={() => void go(held.again, true)} />}
    </div>
  );
}

interface OfficialFormProps { officials: Official[]; busy: boolean; error: string; onTake: (official: Official, pin: string) => void }

function OfficialForm({ officials, busy, error, onTake }: OfficialFormProps): JSX.Element {
  const [chosen, setChosen] = useState("");
  const [pin, setPin] = useState("");
  const official = officials.find(({ uid }) => uid === chosen);
  const ready = official !== undefined && /^\d{6}$/.test(pin) && !busy;
  const submit = (event: Event): void => {
    event.preventDefault();
    if (ready) {
      onTake(official, pin);
    }
  };
  return (
    <form class="card" onSubmit={submit}>
      <h3>{t("take_official")}</h3>
      <p class="small">{t("take_official_why")}</p>
      {officials.length === 0 && <p class="note">{t("no_officials")}</p>}
      <label class="field">{t("who_are_you")}
        <select value={chosen} onChange={(event) => setChosen(event.currentTarget.value)}>
          <option value="">{t("choose")}</option>
          {officials.map(({ uid, name }) => <option key={uid} value={uid}>{name}</option>)}
        </select>
      </label>
      <PinField value={pin} onInput={setPin} error={error} />
      <button type="submit" class="primary" disabled={!ready}>{t("take_table")}</button>
    </form>
  );
}

function HeldQuestion({ name, onClose, onTake }: { name: string; onClose: () => void; onTake: () => void }): JSX.Element {
  return (
    <Dialog title={t("held_title")} onClose={onClose}>
      <p>{t("held_text", { name })}</p>
      <div class="buttons">
        <button type="button" onClick={onClose}>{t("cancel")}</button>
        <button type="button" class="danger" onClick={onTake}>{t("take_over")}</button>
      </div>
    </Dialog>
  );
}

interface PinFieldProps { value: string; onInput: (pin: string) => void; error?: string }

/** Six digits, and beside them why the last ones were refused. */
export function PinField({ value, onInput, error = "" }: PinFieldProps): JSX.Element {
  return (
    <>
      <label class="field">{t("pin")}
        <input class="code" type="password" inputMode="numeric" autoComplete="off" maxLength={6} value={value}
          aria-invalid={error !== ""} aria-describedby={error !== "" ? "pin-error" : undefined}
          onInput={(event) => onInput(event.currentTarget.value.replace(/\D/g, "").slice(0, 6))} />
      </label>
      {error !== "" && <p class="note bad" id="pin-error" role="alert">{error}</p>}
    </>
  );
}

function CodeWay({ store }: { store: Store }): JSX.Element {
  const [code, setCode] = useState("");
  const [error, setError] = useState("");
  const [busy, setBusy] = useState(false);
  const submit = async (event: Event): Promise<void> => {
    event.preventDefault();
    if (code.length !== 6 || busy) {
      return;
    }
    setBusy(true);
    setError("");
    try {
      await takeByCode(store, code);
    } catch (failure) {
      setError(errorText(failure));
    }
    setBusy(false);
  };
  return (
    <form class="card" onSubmit={(event) => void submit(event)}>
      <h3>{t("take_code")}</h3>
      <p class="small">{t("take_code_why")}</p>
      <label class="field">{t("slip_code")}
        <input class="code" inputMode="numeric" autoComplete="off" maxLength={7} value={code}
          onInput={(event) => setCode(event.currentTarget.value.replace(/\D/g, "").slice(0, 6))} />
      </label>
      {error !== "" && <p class="note bad" role="alert">{error}</p>}
      <button type="submit" class="primary" disabled={code.length !== 6 || busy}>{t("open_match")}</button>
    </form>
  );
}
