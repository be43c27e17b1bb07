/** The line on top: which table, whether all is sent, who holds the match, and the settings. */
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { applyTheme, isFlipped, saveFlipped, saveLanguage, theme } from "../prefs";
import type { Theme } from "../prefs";
import type { Store } from "../store";
import { isLanguage, language, LANGUAGES, setLanguage, t } from "../strings";
import type { Language } from "../types";
import { Choice, Dialog, Icon } from "./parts";

type Tone = "good" | "wait" | "bad";

/** What the state line says. "All sent" only when the server has given a receipt for every event. */
export function stateLine(store: Pick<Store, "reachable" | "unsent" | "waiting" | "log" | "rights">): { tone: Tone; text: string } {
  const count = store.unsent + store.waiting;
  const unsent = count > 0 ? t("state_unsent", { n: count }) : "";
  if (!store.reachable) {
    const offline = t(store.rights === "none" ? "state_offline_watch" : "state_offline");
    return { tone: "bad", text: unsent === "" ? offline : `${offline} ${unsent}` };
  }
  if (unsent !== "") {
    return { tone: "wait", text: unsent };
  }
  return { tone: "good", text: t(store.log.length > 0 ? "state_sent" : "state_connected") };
}

export function TopBar({ store, version }: { store: Store; version: string }): JSX.Element {
  const [open, setOpen] = useState<"settings" | "attention" | null>(null);
  const game = store.game;
  const line = stateLine(store);
  const number = store.now?.table.number ?? game?.table?.number;
  return (
    <header class="top">
      {number !== undefined && <h1 class="badge">{t("table_n", { n: number })}</h1>}
      <p class="where">
        {game && <b>{game.event.name}</b>}
        {game && <span>{[t("round_name", { name: game.round.name }), game.group ? t("group_name", { name: game.group }) : ""].filter(Boolean).join(" · ")}</span>}
      </p>
      <p class={`state ${line.tone}`} role="status"><i aria-hidden="true" />{line.text}</p>
      {store.attention.length > 0 && (
        <button type="button" class="attention" onClick={() => setOpen("attention")}>
          {t("state_attention", { n: store.attention.length })}
        </button>
      )}
      <button type="button" class="gear" onClick={() => setOpen("settings")} aria-label={t("settings")}>
        <Icon name="settings" /><span>{language().toUpperCase()}</span>
      </button>
      {open === "settings" && <Settings store={store} version={version} onClose={() => setOpen(null)} />}
      {open === "attention" && <Attention store={store} onClose={() => setOpen(null)} />}
    </header>
  );
}

/** Notes under the bar: what the referee must know and can do nothing about at once. */
export function Notes({ store }: { store: Store }): JSX.Element {
  const skew = store.clock.skewMinutes();
  return (
    <div class="notes">
      {store.error && <p class="note bad" role="alert">{t(store.error)}</p>}
      {store.refused && <p class="note bad" role="alert">{t("state_refused", { code: store.refused })}</p>}
      {skew !== 0 && <p class="note">{t(skew > 0 ? "skew_fast" : "skew_slow", { n: Math.abs(skew) })}</p>}
      {!store.reachable && <p class="note">{t("not_offline")}</p>}
    </div>
  );
}

function Settings({ store, version, onClose }: { store: Store; version: string; onClose: () => void }): JSX.Element {
  const [shown, setShown] = useState<Theme>(theme());
  const languages = (Object.keys(LANGUAGES) as Language[]).map((value) => ({ value, label: LANGUAGES[value].name }));
  const chooseLanguage = (value: Language): void => {
    if (isLanguage(value)) {
      setLanguage(value);
      saveLanguage(value);
      store.api.language = value;
      store.changed();
    }
  };
  const chooseTheme = (value: Theme): void => {
    applyTheme(value);
    setShown(value);
  };
  const themes = (["auto", "light", "dark"] as const).map((value) => ({ value, label: t(`theme_${value}`) }));
  return (
    <Dialog title={t("settings")} onClose={onClose}>
      <Choice legend={t("language")} options={languages} value={language()} onChange={chooseLanguage} />
      <Choice legend={t("theme")} options={themes} value={shown} onChange={chooseTheme} />
      <div class="buttons">
        <button type="button" onClick={() => { saveFlipped(!isFlipped()); store.changed(); }}>{t("turn_drawing")}</button>
        <button type="button" onClick={() => void saveQueue(store)}>{t("export_queue")}</button>
      </div>
      <p class="small">{t("export_why")}</p>
      <p class="small">
        {t("device")}: {store.device?.name ?? t("device_none")}. {t("version")}: {version}.
      </p>
    </Dialog>
  );
}

/** All lines of this browser as one file: what a server that comes back, or an official, can read. */
async function saveQueue(store: Store): Promise<void> {
  const lines = await store.outbox.exportLines() + await store.posts.exportLines();
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([lines], { type: "application/x-ndjson" }));
  link.download = `novuss-${new Date().toISOString().slice(0, 19).replace(/:/g, "-")}.ndjson`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

function Attention({ store, onClose }: { store: Store; onClose: () => void }): JSX.Element {
  return (
    <Dialog title={t("attention_title")} onClose={onClose}>
      <p>{t("attention_text")}</p>
      <ul class="list">
        {store.attention.map((row) => (
          <li key={row.uid}><b>{row.dseq}</b> {row.kind} <span class="small">{row.reason ?? row.status}</span></li>
        ))}
      </ul>
    </Dialog>
  );
}
