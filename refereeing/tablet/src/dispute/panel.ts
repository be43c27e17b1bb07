/** The dispute on the panel's page: by session and CSRF token, sent at once; rulings are forms of the page itself. */
import { uuid7 } from "../ids";
import { isLanguage } from "../replay/strings";
import type { Dispute } from "./api";
import type { Step } from "./app";
import type { Draft } from "./draft";
import type { Host, Post, Sent } from "./host";
import { keepDraft, keptDraft } from "./kept";
import { draftOf, photoOf } from "./saved";
import { td } from "./strings";

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
  const picture = (uid: string): Promise<Blob> => fetch(`${api}disputes/${found.uid}/photos/${uid}`, { credentials: "same-origin" }).then((answer) => answer.blob());
  const photo = await photoOf(found, picture);
  const kept = isWritable ? keptDraft(sessionStorage, found) : null;
  const start: Step = replay !== null || !isWritable ? "replay" : kept?.aim ? "board" : "stroke";
  show(host, { ...draftOf(found), ...kept, text: found.text, isOpen: true, replay, photo }, steps, start);
}

type Call = <T>(method: string, path: string, body?: BodyInit, type?: string) => Promise<T>;

class Refused extends Error {
  constructor(readonly code: string, detail: string) {
    super(detail);
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
      const { code = `http_${response.status}`, detail = code } = answer as { code?: string; detail?: string };
      throw new Refused(code, detail);
    }
    return answer as never;
  };
}

function panelHost(call: Call, dispute: Dispute, language: Host["language"]): Host {
  let last: Sent = { waiting: 0, refused: null };
  const send = ({ method, path, json, bytes }: Post): Promise<unknown> =>
    bytes ? call(method, path, bytes, "image/jpeg") : call(method, path, JSON.stringify(json));
  return {
    language, logLanguage: language, names: dispute.names, pairs: null, clauses: { set: [], penalty: [] }, rule: null, lastKnown: null, onClose: null, withdraw: null,
    open: () => Promise.resolve(true),
    isRuled: () => dispute.state === "ruled",
    newUid: () => uuid7(),
    post: async (posts) => {
      last = { waiting: 0, refused: null };
      for (const post of posts) {
        try {
          await send(post);
        } catch (error) {
          // In the server's own words. A replay that no worker runs yet is kept there, and runs when one does.
          last = { waiting: 0, refused: null, said: error instanceof Refused ? error.message : td("offline") };
          break;
        }
      }
      return last;
    },
    get: (path) => call("GET", path),
    ask: (path, json) => call("POST", path, JSON.stringify(json)),
    save: async (draft) => keepDraft(sessionStorage, draft),
    sent: () => Promise.resolve(last),
  };
}
