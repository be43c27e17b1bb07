/** What a dispute's screens need of the tablet: its game log, its outbox, its network. */
import type { Draft, DraftStart } from "./dispute/draft";
import type { GameEvent, Host, Post } from "./dispute/host";
import type { Position } from "./board/types";
import { STRICT } from "./database";
import type { DraftRow } from "./database";
import { discsOfA } from "./game_state";
import { uuid7 } from "./ids";
import { record } from "./recording";
import type { Store } from "./store";
import { isLanguage, language } from "./strings";
import { wake } from "./sync";
import { memberName } from "./pairs";
import type { Bundle, DisputeRow, Kind, Language, Member, NextSet, Payload } from "./types";
import { otherSide, pairOf, seatOf } from "./types";

/** What is described of this match's disputes on this device, newest first. */
export async function draftsOf(store: Store): Promise<Draft[]> {
  const rows = store.game ? await store.db.getAllFromIndex("drafts", "game", store.game.uid) : [];
  return rows.sort((a, b) => b.at.localeCompare(a.at)).map((row) => row.draft as Draft);
}

/** The dispute as this device has it, else as the game log names it. */
export function startOf(store: Store, row: DisputeRow | null): DraftStart {
  const game = store.game as Bundle;
  const set = row?.set ?? store.state?.next?.number ?? Math.max(1, store.state?.sets.length ?? 1);
  const who = row?.player ?? "A";
  const colour = discsOfA(store.log) ?? "red";
  const { side_of_a, seats, first_striker } = setOf(store, set);
  const isA = who === "A";
  // Of a pair whose stroke it was is known by the log; a new dispute begins with the first striker of the set.
  const member = seats === undefined ? null : row ? row.member ?? null : first_striker ?? "A1";
  const sideOfWho = isA ? side_of_a : seats ? seatOf(seats, "B1") : otherSide(side_of_a);
  const struck = member ? pairOf(member) : who;
  return {
    dispute: row?.uid ?? uuid7(), game: game.uid, set, who: struck, member, mode: game.rules.mode, ruleset: game.rules.ruleset,
    player: member && seats ? seatOf(seats, member) : sideOfWho, colour: struck === "A" ? colour : colour === "red" ? "black" : "red",
  };
}

/** Where everybody is in a set of the match. */
function setOf(store: Store, set: number): Pick<NextSet, "side_of_a" | "seats" | "first_striker"> {
  const played = store.state?.sets.find(({ number }) => number === set);
  return played ?? store.state?.next ?? store.state?.sets.at(-1) ?? { side_of_a: "S" };
}

function pairsOf(store: Store, set: number): Host["pairs"] {
  const { seats } = setOf(store, set);
  const game = store.game as Bundle;
  const named = (member: Member): string => memberName(game, member);
  return seats ? { seats, names: { A1: named("A1"), A2: named("A2"), B1: named("B1"), B2: named("B2") } } : null;
}

/** Where the discs lay when the last dispute of this set was over. */
export function lastKnown(drafts: readonly Draft[], dispute: string, set: number): Position | null {
  const last = drafts.find((draft) => draft.dispute !== dispute && draft.set === set && draft.position !== null);
  if (!last) {
    return null;
  }
  const { before, after } = last.boards;
  return { ...withoutStriker(after), striker: before.striker };
}

function withoutStriker(position: Position): Position {
  const rest = (ids: readonly string[]): string[] => ids.filter((id) => id !== "striker");
  return { ...position, pocketed: rest(position.pocketed), off_table: rest(position.off_table), unknown: rest(position.unknown) };
}

export function tabletHost(store: Store, drafts: readonly Draft[], start: DraftStart, onClose: () => void): Host {
  const game = store.game as Bundle;
  const token = (): string => store.device?.token ?? "";
  const row = (): DisputeRow | undefined => store.state?.disputes.find(({ uid }) => uid === start.dispute);
  return {
    language: language(), logLanguage: logLanguage(game), names: { A: game.players.A.name, B: game.players.B.name },
    pairs: pairsOf(store, start.set),
    clauses: game.clause_numbers ?? { set: [], penalty: [] },
    lastKnown: lastKnown(drafts, start.dispute, start.set), onClose,
    open: (draft) => record(store, "dispute", {
      text: draft.text, dispute: draft.dispute, set: draft.set, player: draft.who, ...(draft.member && { member: draft.member }),
    }),
    rule: store.may("ruling") ? (events) => recordAll(store, events) : null,
    withdraw: async () => {
      const event = row()?.event;
      return event !== undefined && record(store, "void", { uid: event, reason: "withdrawn" });
    },
    isRuled: () => (row()?.ruling ?? null) !== null,
    newUid: () => uuid7(),
    post: (posts) => keep(store, start.dispute, posts),
    get: (path) => store.api.read(path, token()),
    ask: (path, json) => store.api.ask(path, token(), json),
    save: (draft) => saveDraft(store, draft),
    sent: (dispute) => store.posts.counts(dispute),
  };
}

function logLanguage({ competition }: Bundle): Language {
  return isLanguage(competition.language) ? competition.language : language();
}

/** The ruling first, then what follows from it; the server takes them in this order. */
async function recordAll(store: Store, events: readonly GameEvent[]): Promise<boolean> {
  for (const { kind, payload } of events) {
    if (!(await record(store, kind as Kind, payload as Payload))) {
      return false;
    }
  }
  return true;
}

async function keep(store: Store, dispute: string, posts: readonly Post[]): ReturnType<Host["post"]> {
  const device = store.device?.uid ?? "";
  await store.posts.add(posts.map(({ uid, method, path, json, bytes }) => ({
    uid, device, dispute, method, path, body: bytes ?? JSON.stringify(json),
  })));
  await store.recount();
  store.changed();
  wake();
  return store.posts.counts(dispute);
}

async function saveDraft(store: Store, draft: Draft): Promise<void> {
  const row: DraftRow = { dispute: draft.dispute, game: draft.game, at: new Date().toISOString(), draft };
  const tx = store.db.transaction("drafts", "readwrite", STRICT);
  await Promise.all([tx.store.put(row), tx.done]);
}
