/** Which match is at the table, and the right to write for it: taken, kept, lost, given on. */
import { ApiError, OfflineError } from "./api";
import { STRICT } from "./database";
import type { DeviceRow } from "./database";
import type { Store } from "./store";
import { t } from "./strings";
import type { StringKey } from "./strings";
import { isBundle } from "./types";
import type { Bundle, Official, TableNow, TakeReply } from "./types";

const FIRST_ERRORS: Record<string, StringKey> = {
  wrong_pin: "err_wrong_pin",
  pin_locked: "err_pin_locked",
  wrong_code: "err_wrong_code",
  code_locked: "err_code_locked",
  code_used: "err_code_used",
  code_expired: "err_code_expired",
  held: "err_held",
  game_over: "err_game_over",
  device_revoked: "err_token",
};

/** A refusal in the user's words. */
export function errorText(error: unknown): string {
  if (error instanceof OfflineError) {
    return t("unreachable");
  }
  if (!(error instanceof ApiError)) {
    return t("refused_code", { code: String(error) });
  }
  const known = FIRST_ERRORS[error.code];
  if (known) {
    return t(known);
  }
  if (error.status === 401) {
    return t("err_token");
  }
  return error.status === 429 ? t("err_too_many") : t("refused_code", { code: error.code });
}

/** Open the address of a table's QR code. */
export async function openTable(store: Store, tableUid: string): Promise<void> {
  store.tableUid = tableUid;
  store.device = await pairedDevice(store);
  await refreshNow(store);
}

export async function pairedDevice(store: Store): Promise<DeviceRow | null> {
  const rows = (await store.db.getAll("devices")).filter((row) => row.how === "paired");
  return rows.sort((a, b) => a.added_at.localeCompare(b.added_at)).at(-1) ?? null;
}

/** Ask what is on this table now and go to the screen that fits. */
export async function refreshNow(store: Store): Promise<void> {
  const table = store.tableUid;
  if (!table) {
    return;
  }
  try {
    store.now = await askNow(store, table);
  } catch (error) {
    await withoutServer(store, error);
    return;
  }
  const game = store.now.game;
  if (!game) {
    store.clearGame();
    store.screen = "waiting";
  } else if (isBundle(game) && store.device && mayWrite(store.device, game)) {
    await enterMatch(store, game);
  } else {
    store.clearGame();
    store.screen = "take";
  }
  store.changed();
}

/** With the paired device's token, or with the token that a slip's code gave for this very game, or with none. */
async function askNow(store: Store, table: string): Promise<TableNow> {
  const paired = await pairedDevice(store);
  let now = await askWith(store, table, paired?.token ?? null);
  store.device = paired;
  const game = now.game?.uid;
  const bySlip = game ? (await store.db.getAll("devices")).find((row) => row.game === game) : undefined;
  if (bySlip && !(paired && now.game && isBundle(now.game) && mayWrite(paired, now.game))) {
    now = await askWith(store, table, bySlip.token);
    store.device = bySlip;
  }
  return now;
}

async function askWith(store: Store, table: string, token: string | null): Promise<TableNow> {
  try {
    return await store.api.tableNow(table, token);
  } catch (error) {
    if (token !== null && error instanceof ApiError && (error.status === 401 || error.status === 403)) {
      return store.api.tableNow(table, null);
    }
    throw error;
  }
}

function mayWrite(device: DeviceRow, game: Bundle): boolean {
  return game.rights !== "none" && game.holder?.device === device.uid;
}

/** No answer: go on with the match that this browser holds, if it holds one that is not finished. */
async function withoutServer(store: Store, error: unknown): Promise<void> {
  if (!(error instanceof OfflineError)) {
    store.screen = "unreachable";
    store.changed();
    return;
  }
  if (store.screen !== "loading" && store.screen !== "unreachable") {
    return;
  }
  const session = await store.db.get("sessions", store.tableUid ?? "");
  const bundle = session && (await store.db.get("bundles", session.game));
  const device = session && (await store.db.get("devices", session.device));
  store.screen = "unreachable";
  if (session && bundle && device) {
    store.device = device;
    store.rights = session.rights;
    store.epoch = session.epoch;
    store.official = session.official;
    await store.showGame(bundle);
    if (store.state?.phase === "finished") {
      store.clearGame();
    } else {
      store.screen = "match";
    }
  }
  store.changed();
}

async function enterMatch(store: Store, bundle: Bundle): Promise<void> {
  if (store.game && store.game.uid !== bundle.uid) {
    store.clearGame();
  }
  store.rights = bundle.rights;
  store.epoch = bundle.epoch;
  store.lostTo = null;
  store.screen = "match";
  if (!store.official) {
    store.official = (await store.db.get("sessions", store.tableUid ?? ""))?.official ?? null;
  }
  await keepSession(store, bundle);
  await store.showGame(bundle);
}

async function keepSession(store: Store, bundle: Bundle): Promise<void> {
  const { db, tableUid, device, epoch, rights, official } = store;
  if (!tableUid || !device) {
    return;
  }
  const tx = db.transaction(["sessions", "bundles"], "readwrite", STRICT);
  const session = { table: tableUid, game: bundle.uid, device: device.uid, epoch, rights, official };
  await Promise.all([tx.objectStore("sessions").put(session), tx.objectStore("bundles").put(bundle), tx.done]);
}

/** Take the table with a paired device: as an official with a PIN, or as the players. Throws ApiError (409 held). */
export async function take(store: Store, official: Official | null, pin: string | null, force: boolean): Promise<void> {
  const { tableUid, device, api, now } = store;
  const game = store.game?.uid ?? now?.game?.uid;
  if (!tableUid || !device || !game) {
    return;
  }
  const reply = await api.take(tableUid, device.token, { game, official: official?.uid ?? null, pin, force });
  store.official = official;
  await takeGiven(store, reply);
}

/** Take the match with the code printed on the slip of its round: this browser becomes a device for this game only. */
export async function takeByCode(store: Store, code: string): Promise<void> {
  const { tableUid, api, db } = store;
  if (!tableUid) {
    return;
  }
  const reply = await api.takeByCode(tableUid, code, "Phone");
  const { device, token, game } = reply;
  if (device && token) {
    const row: DeviceRow = {
      uid: device, token, name: "Phone", how: "code", game: game.uid, competition: game.competition.name,
      dseq: 0, prev: "", added_at: new Date().toISOString(),
    };
    await db.put("devices", row);
    store.device = row;
  }
  store.official = null;
  await takeGiven(store, reply);
}

async function takeGiven(store: Store, reply: TakeReply): Promise<void> {
  await enterMatch(store, { ...reply.game, rights: reply.rights, epoch: reply.epoch });
  store.changed();
}

/** The match as the server has it now; notices a takeover. */
export async function pollGame(store: Store): Promise<void> {
  const { game, device } = store;
  if (!game || !device) {
    return;
  }
  let bundle: Bundle;
  try {
    bundle = await store.api.game(game.uid, device.token);
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) {
      store.refused = error.code;
      store.changed();
    }
    return;
  }
  if (store.game?.uid !== game.uid) {
    return; // Another match was opened meanwhile.
  }
  const taken = bundle.rights === "none";
  store.lostTo = taken ? bundle.holder?.name ?? "–" : null;
  if (!taken) {
    store.epoch = bundle.epoch;
    store.rights = bundle.rights;
    await keepSession(store, bundle);
  }
  await store.showGame(bundle);
  store.changed();
}

/** The end stays on the screen this long at least, so that the players see that it was sent. */
const DONE_SHOWN_MS = 8000;

/** Go on to whatever is at the table now. */
export async function leaveMatch(store: Store): Promise<void> {
  store.clearGame();
  store.screen = "loading";
  await refreshNow(store);
}

/** After the end: stay until the server has everything, then wait for the table's next match. */
export async function backToTable(store: Store): Promise<void> {
  const table = store.tableUid;
  if (!table || !store.game || !store.allReceived()) {
    return;
  }
  store.doneSince ??= performance.now();
  if (performance.now() - store.doneSince < DONE_SHOWN_MS) {
    return;
  }
  const finished = store.game.uid;
  try {
    const now = await askNow(store, table);
    if (now.game && now.game.uid !== finished) {
      store.clearGame();
      await refreshNow(store);
    } else {
      await pollGame(store);
    }
  } catch {
    // Asked again in a few seconds.
  }
}

/** Pair this browser. Throws ApiError (410 used or expired). Returns whether the browser promised to keep its storage. */
export async function pair(store: Store, code: string, name: string): Promise<boolean> {
  const reply = await store.api.pair(code, name);
  const row: DeviceRow = {
    uid: reply.device, token: reply.token, name, how: "paired", game: null, competition: reply.competition.name,
    dseq: 0, prev: "", added_at: new Date().toISOString(),
  };
  const tx = store.db.transaction("devices", "readwrite", STRICT);
  await Promise.all([tx.store.put(row), tx.done]);
  store.device = row;
  store.changed();
  try {
    return (await navigator.storage?.persist?.()) ?? false;
  } catch {
    return false;
  }
}
