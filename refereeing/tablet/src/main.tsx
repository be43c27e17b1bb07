/** Start: language and colours, the database, the route, and the steady work. */
import type { JSX } from "preact";
import { render } from "preact";
import { useLayoutEffect, useState } from "preact/hooks";
import { Api } from "./api";
import { openDatabase } from "./database";
import { uuid7 } from "./ids";
import { loadDisputes } from "./dispute_bundle";
import { Outbox } from "./outbox";
import { applyTheme, preferredLanguage, tabName, theme } from "./prefs";
import { MatchScreen } from "./screens/match";
import { HomeScreen, PairScreen } from "./screens/pair";
import { TakeScreen } from "./screens/take";
import { Notes, TopBar } from "./screens/top_bar";
import { Store } from "./store";
import { language, setLanguage, t } from "./strings";
import { startSync } from "./sync";
import { openTable, pairedDevice, refreshNow } from "./table_session";
import { keepAwake } from "./wake_lock";

function App({ store, version }: { store: Store; version: string }): JSX.Element {
  const [, draw] = useState(0);
  // Before the first paint: a change that comes earlier than the subscription would never be drawn.
  useLayoutEffect(() => store.subscribe(() => draw((count) => count + 1)), []);
  keepAwake(store.screen === "match");
  document.title = store.now ? `${t("table_n", { n: store.now.table.number })} · ${t("app_name")}` : t("app_name");
  return (
    <div class="app" lang={language()}>
      <TopBar store={store} version={version} />
      <Notes store={store} />
      <Screen store={store} />
    </div>
  );
}

function Screen({ store }: { store: Store }): JSX.Element {
  switch (store.screen) {
    case "match":
      return <MatchScreen key={store.game?.uid} store={store} />;
    case "take":
      return <TakeScreen key={store.now?.game?.uid} store={store} />;
    case "pair":
      return <PairScreen store={store} />;
    case "home":
      return <HomeScreen store={store} />;
    case "waiting":
      return <Message title={t("no_match")} text={t("no_match_wait")} />;
    case "unreachable":
      return (
        <Message title={t("unreachable")} text="">
          <button type="button" class="primary" onClick={() => void refreshNow(store)}>{t("retry")}</button>
        </Message>
      );
    default:
      return <Message title={t("loading")} text="" />;
  }
}

function Message({ title, text, children }: { title: string; text: string; children?: JSX.Element }): JSX.Element {
  return (
    <main class="page">
      <section class="card center" role="status"><h2>{title}</h2>{text !== "" && <p>{text}</p>}{children}</section>
    </main>
  );
}

/** /t/<table>/ is the address in a table's QR code. */
export function tableOfPath(path: string): string | null {
  return /\/t\/([0-9a-f-]{36})\/?$/i.exec(path)?.[1]?.toLowerCase() ?? null;
}

async function route(store: Store): Promise<void> {
  const table = tableOfPath(location.pathname);
  if (table) {
    await openTable(store, table);
    return;
  }
  store.device = await pairedDevice(store);
  store.screen = location.pathname.includes("/pair") ? "pair" : "home";
  store.changed();
}

/** Acknowledged events of finished games are kept for two days, in case the server needs them again. */
async function forgetOldGames(store: Store): Promise<void> {
  const finished = (await store.db.getAll("bundles")).filter(({ status }) => status === "finished" || status === "approved");
  const uids = new Set(finished.map(({ uid }) => uid));
  await store.outbox.prune(uids);
  await store.posts.prune(uids);
}

async function start(root: HTMLElement): Promise<void> {
  const version = root.dataset.version ?? "";
  setLanguage(preferredLanguage(root.dataset.lang));
  document.documentElement.lang = language();
  applyTheme(theme());
  const api = new Api();
  api.language = language();
  let store: Store;
  try {
    const db = await openDatabase();
    store = new Store(db, api, new Outbox(db, api, tabName(uuid7())));
  } catch {
    render(<Message title={t("storage_failed")} text="" />, root);
    return;
  }
  render(<App store={store} version={version} />, root);
  startSync(store, version);
  void forgetOldGames(store);
  // Loaded while there is a network, because a dispute may come when there is none.
  setTimeout(() => void loadDisputes().catch(() => undefined), 1500);
  await route(store);
  // A page that comes back from the browser's own cache must not show an earlier match.
  window.addEventListener("pageshow", (event) => {
    if (event.persisted) {
      location.reload();
    }
  });
}

const root = document.getElementById("tablet");
if (root) {
  void start(root);
}
