/** What a replay says in words: events, first touch, verdicts, and what has to be said about the answer itself. */
import type { Colour } from "../board/types";
import { STRIKER, isPlain } from "./data";
import type { Beyond, Result, Run, Simulation, StrokeEvent, Verdict } from "./data";
import type { StringKey, Words } from "./strings";

export type Names = (id: string) => string;

/** Names pieces in nominative: the striker, or a disc by colour and id. */
export function namesOf(result: Pick<Result, "before">, { t }: Words): Names {
  const colours = new Map<string, Colour>(result.before.map((disc) => [disc.id, disc.colour]));
  return (id) => {
    if (id === STRIKER) {
      return t("striker");
    }
    const colour = colours.get(id);
    return colour ? t(colour === "red" ? "disc_red" : "disc_black", { id }) : id;
  };
}

export function listed(ids: readonly string[], names: Names): string {
  return ids.map(names).join(" + ");
}

/** The first contact of the striker; undefined where it touches nothing. */
export function firstTouch(events: readonly StrokeEvent[]): StrokeEvent | undefined {
  return events.find((event) => event.type === "contact" && event.a === STRIKER);
}

const EVENT_KEYS: Record<string, StringKey> = {
  contact: "ev_contact", cushion: "ev_cushion", pocketed: "ev_pocketed", off_table: "ev_off_table",
  own_line_recrossed: "ev_own_line_recrossed",
};

export function eventText(event: StrokeEvent, names: Names, { t }: Words): string {
  return t(EVENT_KEYS[event.type] ?? "ev_other", {
    type: event.type, a: names(event.a ?? ""), b: listed(event.b ?? [], names), body: names(event.body ?? ""),
    edge: event.edge ?? "", pocket: event.pocket ?? "",
  });
}

/** The first touch in a sentence: a tie is told as a tie. */
export function firstTouchText(simulation: Simulation, names: Names, { t }: Words): string {
  const first = firstTouch(simulation.events);
  const discs = first?.b ?? [];
  if (discs.length === 0) {
    return t("first_none");
  }
  return t(discs.length > 1 ? "first_tie" : "first_touch", { discs: listed(discs, names) });
}

/** How much it was ahead of the next disc; empty where the striker touches nothing. */
export function marginText(simulation: Simulation, names: Names, { t, n }: Words): string {
  if (!firstTouch(simulation.events)) {
    return "";
  }
  const margin = simulation.first_margin;
  return margin ? t("margin", { disc: names(margin.disc), mm: n(margin.mm, 1), ms: n(margin.seconds * 1000, 1) }) : t("margin_none");
}

/** A stroke in the list of those that explain what was seen; without its share where none does. */
export function runText(run: Run, number: number, names: Names, { t, n, share }: Words, isExplained = true): string {
  const first = run.first_touch.length > 0 ? listed(run.first_touch, names) : t("no_disc");
  return t(isExplained ? "explanation" : "nearest_one", {
    n: number, share: share(run.weight), angle: n(run.angle, 1), speed: n(run.speed / 1000, 2), first,
  });
}

export function plainRunText(run: Run, { t, n }: Words): string {
  return t("explanation_one", { angle: n(run.angle, 1), speed: n(run.speed / 1000, 2) });
}

const STROKES: Record<string, StringKey> = { correct: "v_correct", penalised: "v_penalised", none: "v_none" };
const TURNS: Record<string, StringKey> = { continues: "turn_continues", lost: "turn_lost", stopped: "turn_stopped" };
const SETS: Record<string, StringKey> = { won: "set_won", lost: "set_lost", replayed: "set_replayed", drawn: "set_drawn" };

export function strokeWord(verdict: Verdict, { t }: Words): string {
  const key = STROKES[verdict.stroke];
  return key ? t(key) : verdict.stroke;
}

/** What follows from a verdict: turn, penalty disc, set. */
export function followsText(verdict: Verdict, { t }: Words): string {
  const keys = [SETS[verdict.set], verdict.set === "open" ? TURNS[verdict.turn] : undefined, verdict.penalty ? "penalty" : undefined];
  return keys.flatMap((key) => (key ? [t(key as StringKey)] : [])).join(", ");
}

const REASONS: Record<string, StringKey> = {
  pocket_speed: "why_pocket_speed", pocket_jumped: "why_pocket_jumped", pocket_thrown: "why_pocket_thrown",
  edge_speed: "why_edge_speed", edge_thrown: "why_edge_thrown",
};

function beyondText({ t: when, body, reason }: Beyond, names: Names, { t, n }: Words): string {
  const key = REASONS[reason];
  return t("c_beyond_one", { body: names(body), t: n(when, 2), why: key ? t(key) : reason });
}

/** All that has to be said about the answer, the gravest first. */
export function cautions(
  result: Result, simulation: Simulation | null, names: Names, words: Words, isSearching = false,
): string[] {
  const { t } = words;
  const said: string[] = [];
  if (isSearching && (!result.explained || result.undecided)) {
    said.push(t("c_searching"));
  } else if (!result.explained) {
    said.push(t("c_not_explained"));
  } else if (result.undecided && !isPlain(result)) {
    said.push(t("c_undecided"));
  }
  const beyond = simulation?.beyond_model ?? [];
  if (beyond.length > 0) {
    said.push(t("c_beyond_model", { what: beyond.map((one) => beyondText(one, names, words)).join(", ") }));
  }
  if (simulation?.too_sensitive) {
    said.push(t("c_too_sensitive"));
  }
  if (simulation?.pressed) {
    said.push(t("c_pressed"));
  }
  const open = result.left_open ?? result.unknown;
  if (open.length > 0) {
    said.push(t("c_open", { discs: open.map(names).join(", ") }));
  }
  return said;
}
