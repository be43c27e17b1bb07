/** The dispute on the panel's page: by session and CSRF token, sent at once; rulings are forms of the page itself. */
import { turned } from "../board/aim";
import { afterFrom } from "../board/position";
import type { Colour } from "../board/types";
import { isLanguage } from "../replay/strings";
import type { Dispute, SavedPosition } from "./api";
import type { Step } from "./app";
import { SPEEDS, draftFrom } from "./draft";
import type { Draft, Speed } from "./draft";
import type { Host, Post } from "./host";
import { uuid7 } from "../ids";

type Show = (host: Host, draft: Draft, steps: readonly Step[], start: Step) => void;

/** Load the dispute that the place names, and show it. What fails is said in the place. */
export async function mountPanel(place: HTMLElement, show: Show): Promise<void> {
  const { api = "/api/v1/", dispute: uid = "", csrf = "", language = "en" } = place.dataset;
  const call = caller(api, csrf, language);
  const found = await call<Dispute>("GET", `disputes/${uid}?language=${language}`).catch(() => null);
  if (!found) {
    return;
  }
  const host = panelHost(call, found, isLanguage(language) ? language : "en");
  const isWritable = found.may.position && found.state !== "withdrawn";
  const replay = found.replays.at(-1)?.uid ?? null;
  const steps: readonly Step[] = isWritable ? ["stroke", "board", "replay"] : ["replay"];
  show(host, { ...draftOf(found), replay }, steps, replay !== null || !isWritable ? "replay" : "stroke");
}

type Call = <T>(method: string, path: string, body?: BodyInit, type?: string) => Promise<T>;

class Refused extends Error {
  constructor(readonly code: string) {
    super(code);
  }
}

function caller(api: string, csrf: string, language: string): Call {
  return async (method, path, body, type = "application/json") => {
    const headers: Record<string, string> = { Accept: "application/json", "Accept-Language": language };
    if (method !== "GET") {
      headers["X-CSRFToken"] = csrf;
      headers["Content-Type"] = type;
    }
    const response = await fetch(api + path, { method, headers, credentials: "same-origin", cache: "no-store", body: body ?? null });
    const answer: unknown = await response.json();
    if (!response.ok) {
      throw new Refused((answer as { code?: string }).code ?? `http_${response.status}`);
    }
    return answer as never;
  };
}

function panelHost(call: Call, dispute: Dispute, language: Host["language"]): Host {
  let refused: string | null = null;
  const send = ({ method, path, json, bytes }: Post): Promise<unknown> =>
    bytes ? call(method, path, bytes, "image/jpeg") : call(method, path, JSON.stringify(json));
  return {
    language, names: dispute.names, clauses: { set: [], penalty: [] }, rule: null, lastKnown: null, onClose: null, withdraw: null,
    open: () => Promise.resolve(true),
    isRuled: () => dispute.state === "ruled",
    newUid: () => uuid7(),
    post: async (posts) => {
      refused = null;
      for (const post of posts) {
        try {
          await send(post);
        } catch (error) {
          // Without a worker the row is kept all the same, and runs when one does.
          refused = error instanceof Refused ? error.code : "offline";
          break;
        }
      }
      return { waiting: 0, refused };
    },
    get: (path) => call("GET", path),
    ask: (path, json) => call("POST", path, JSON.stringify(json)),
    save: () => Promise.resolve(),
    sent: () => Promise.resolve({ waiting: 0, refused }),
  };
}

/** The newest position goes on where it was left; without one, the start of the set. */
function draftOf(dispute: Dispute): Draft {
  const last = dispute.positions.at(-1);
  const player = last?.player ?? "S";
  const colour: Colour = last?.colours[player] ?? "red";
  const draft = draftFrom({
    dispute: dispute.uid, game: dispute.game, set: dispute.set, who: dispute.player, mode: last?.mode ?? "singles",
    ruleset: dispute.ruleset, player, colour,
  });
  const described: Draft = { ...draft, text: dispute.text, isOpen: true };
  return last ? { ...described, ...known(last) } : described;
}

function known(last: SavedPosition): Pick<Draft, "boards" | "aim" | "speed" | "position" | "colours"> {
  const { before, known: said } = last;
  const range = said?.angle;
  const speed = (Object.keys(SPEEDS) as Speed[]).find((name) => String(SPEEDS[name]) === String(said?.speed)) ?? "unknown";
  return {
    boards: { before, after: last.after ?? afterFrom(before) }, speed, position: last.uid, colours: last.colours,
    aim: range ? { angle: turned((range[0] + range[1]) / 2), spread: (range[1] - range[0]) / 2 } : null,
  };
}
