/** Pairing this browser, and the page without a table. */
import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { Store } from "../store";
import { t } from "../strings";
import { errorText, pair } from "../table_session";

/** The code as people type it: capitals and digits, with the hyphen where the panel shows it. */
export function tidyCode(text: string): string {
  const bare = text.toUpperCase().replace(/[^A-Z0-9]/g, "").slice(0, 8);
  return bare.length > 4 ? `${bare.slice(0, 4)}-${bare.slice(4)}` : bare;
}

export function PairScreen({ store }: { store: Store }): JSX.Element {
  const [code, setCode] = useState(tidyCode(new URLSearchParams(location.search).get("code") ?? ""));
  const [name, setName] = useState("");
  const [error, setError] = useState("");
  const [kept, setKept] = useState<boolean | null>(null);
  const [busy, setBusy] = useState(false);
  const submit = async (event: Event): Promise<void> => {
    event.preventDefault();
    setBusy(true);
    setError("");
    try {
      setKept(await pair(store, code, name.trim()));
      history.replaceState(null, "", location.pathname); // The code is used up: not into history or a bookmark.
    } catch (failure) {
      setError(errorText(failure));
    }
    setBusy(false);
  };
  if (kept !== null) {
    return <Paired store={store} kept={kept} />;
  }
  const ready = code.length === 9 && name.trim() !== "" && !busy;
  return (
    <main class="page">
      <form class="card" onSubmit={(event) => void submit(event)}>
        <h2>{t("pair_title")}</h2>
        <p class="small">{t("pair_why")}</p>
        <label class="field">{t("pair_code")}
          <input class="code" autoComplete="off" autoCapitalize="characters" spellcheck={false} maxLength={9} value={code}
            placeholder="ABCD-2345" onInput={(event) => setCode(tidyCode(event.currentTarget.value))} />
        </label>
        <label class="field">{t("pair_name")}
          <input autoComplete="off" maxLength={40} value={name} onInput={(event) => setName(event.currentTarget.value)} />
        </label>
        {error !== "" && <p class="note bad" role="alert">{error}</p>}
        <button type="submit" class="primary" disabled={!ready}>{t("pair_do")}</button>
      </form>
    </main>
  );
}

/** What to do next, and whether the browser promised to keep what will be stored. */
function Paired({ store, kept }: { store: Store; kept: boolean }): JSX.Element {
  return (
    <main class="page">
      <section class="card center">
        <h2>{t("pair_done", { competition: store.device?.competition ?? "" })}</h2>
        <p>{t("pair_next")}</p>
        <p class="small">{t(kept ? "persist_yes" : "persist_no")}</p>
      </section>
    </main>
  );
}

export function HomeScreen({ store }: { store: Store }): JSX.Element {
  const [tables, setTables] = useState<string[]>([]);
  useEffect(() => {
    store.db.getAllKeys("sessions").then(setTables, () => undefined);
  }, []);
  return (
    <main class="page">
      <section class="card center">
        <h2>{t("app_name")}</h2>
        <p>{t("home_text")}</p>
        <p class="small">{store.device ? t("paired_as", { name: store.device.name }) : t("device_none")}</p>
        <a class="button" href="/tablet/pair/">{t("pair_this")}</a>
      </section>
      {tables.length > 0 && (
        <section class="card">
          <h3>{t("home_tables")}</h3>
          <ul class="list">{tables.map((uid) => <li key={uid}><a class="link" href={`/t/${uid}/`}>{`/t/${uid.slice(0, 8)}…`}</a></li>)}</ul>
        </section>
      )}
    </main>
  );
}
