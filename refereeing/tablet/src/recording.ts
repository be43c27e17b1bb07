/** From a press to an entry in the outbox, and back by an undo. */
import { undoTarget } from "./game_state";
import type { Store } from "./store";
import { t } from "./strings";
import { wake } from "./sync";
import { memberName } from "./pairs";
import type { Somebody } from "./pairs";
import type { Kind, LogEntry, Payload } from "./types";

/** Record one press. Shows it as recorded only after it is on the disk. Returns false when it was not recorded. */
export async function record(store: Store, kind: Kind, payload: Payload): Promise<boolean> {
  const { game, device, tableUid } = store;
  const mayUndo = kind === "void";
  if (!game || !device || !tableUid || store.busy || !(mayUndo ? store.may("note") : store.may(kind))) {
    return false;
  }
  store.busy = true;
  store.changed();
  try {
    const press = { device: device.uid, epoch: store.epoch, table: tableUid, game: game.uid, kind, payload };
    const entry = await store.outbox.record(press);
    store.addOwn(entry);
    store.unsent += 1;
    store.error = null;
    store.said = kind === "void" ? store.said : said(store, entry);
    return true;
  } catch {
    store.error = "storage_failed";
    return false;
  } finally {
    store.busy = false;
    store.changed();
    wake();
  }
}

function said(store: Store, entry: LogEntry): string {
  const what = describe(store, entry);
  return what === "" ? "" : t("recorded", { what });
}

/** The event that an undo would take back now, or null. */
export function nextUndo(store: Store): LogEntry | null {
  const state = store.state;
  // A signature covers what was seen: it is taken back first, by leaving the signing.
  if (!state || state.phase === "finished" || state.signatures.A || state.signatures.B) {
    return null;
  }
  return undoTarget(store.log, (kind) => store.may(kind));
}

export async function undo(store: Store, entry: LogEntry): Promise<void> {
  const what = describe(store, entry);
  if (await record(store, "void", { uid: entry.uid, reason: "undo" })) {
    store.said = t("undone", { what });
    store.changed();
  }
}

/** Take all signatures back, so that the match can go on. */
export async function deleteSignatures(store: Store): Promise<void> {
  const voided = new Set(store.state?.voided ?? []);
  const signatures = store.log.filter((entry) => entry.kind === "signature" && entry.applied && !voided.has(entry.uid));
  for (const entry of signatures) {
    await record(store, "void", { uid: entry.uid, reason: "back_to_match" });
  }
}

export function nameOf(store: Store, who: Somebody | "referee" | "both" | undefined): string {
  if (who === "both") {
    return `${nameOf(store, "A")}, ${nameOf(store, "B")}`;
  }
  if (who === "A" || who === "B") {
    return store.game?.players[who].name ?? who;
  }
  if (who !== undefined && who !== "referee") {
    return memberName(store.game, who);
  }
  return store.official?.name ?? "";
}

/** An event in the user's words; '' for those that need none. */
export function describe(store: Store, entry: Pick<LogEntry, "kind" | "payload">): string {
  const { kind, payload } = entry;
  const name = nameOf(store, payload.member ?? payload.winner ?? payload.who);
  switch (kind) {
    case "set_won":
      return t("ev_set_won", { name });
    case "set_lost":
      return t("ev_set_lost", { name });
    case "seats":
      return t("ev_seats");
    case "set_drawn":
      return t("ev_set_drawn");
    case "set_replayed":
      return t("ev_set_replayed");
    case "warning":
      return t("ev_warning", { name, clause: payload.clause ?? "" });
    case "clear_in_first_series":
      return t("ev_clear", { name });
    case "penalty_disc":
      return t("ev_penalty_disc", { name });
    case "result":
      return t("ev_result", { a: payload.sets?.[0] ?? 0, b: payload.sets?.[1] ?? 0 });
    case "game_lost":
      return t("ev_game_lost", { name });
    case "no_show":
      return t("ev_no_show", { name });
    case "pause":
      return t("ev_pause");
    default:
      return "";
  }
}
