/** Calls to the server: a token in the header, never a cookie; problems become ApiError, silence OfflineError. */
import type { Bundle, EventsReply, Official, TableNow, TakeReply } from "./types";

const BASE = "/api/v1/";
const TIMEOUT_MS = 8000;
/** A photo over a bad network. */
const PICTURE_TIMEOUT_MS = 40_000;

/** The server answered with a problem (RFC 9457). */
export class ApiError extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    readonly params: Record<string, unknown>,
  ) {
    super(`${status} ${code}`);
  }
}

/** No answer: no network, a timeout, or something in between that is not our server. */
export class OfflineError extends Error {}

export interface Contact { serverTime: string; sentAtMs: number; receivedAtMs: number }

/** Which match is to be taken, by whom (null: by the players), and whether from another device. */
export interface TakeWish { game: string; official: string | null; pin: string | null; force: boolean }

interface CallOptions {
  token?: string | null;
  json?: unknown;
  lines?: string;
  /** JSON that is written already, or a picture. */
  body?: string | Uint8Array<ArrayBuffer>;
}

export class Api {
  language = "en";
  /** Told at every answer that carries the server's time. */
  onContact: (contact: Contact) => void = () => undefined;
  onReachable: (reachable: boolean) => void = () => undefined;

  constructor(private readonly fetcher: typeof fetch = (...args) => fetch(...args)) {}

  pair(code: string, name: string): Promise<{
    device: string; token: string; competition: { uid: string; name: string; language: string; time_zone: string };
  }> {
    return this.call("POST", "devices/pair", { json: { code, name } });
  }

  tableNow(table: string, token: string | null): Promise<TableNow> {
    return this.call("GET", `tables/${table}/now`, { token });
  }

  take(table: string, token: string, wish: TakeWish): Promise<TakeReply> {
    return this.call("POST", `tables/${table}/take`, { token, json: wish });
  }

  takeByCode(table: string, code: string, name: string): Promise<TakeReply> {
    return this.call("POST", `tables/${table}/code`, { json: { code, name } });
  }

  game(game: string, token: string): Promise<Bundle> {
    return this.call("GET", `games/${game}`, { token });
  }

  sendEvents(game: string, token: string, lines: string): Promise<EventsReply> {
    return this.call("POST", `games/${game}/events`, { token, lines });
  }

  checkPin(token: string, official: string, pin: string, game: string): Promise<{ proof: string; official: Official }> {
    return this.call("POST", "devices/pin", { token, json: { official, pin, game } });
  }

  officials(competition: string, token: string): Promise<{ officials: Official[] }> {
    return this.call("GET", `competitions/${competition}/officials`, { token });
  }

  heartbeat(token: string, unsent: number, battery: number | null, app: string): Promise<{ server_time: string }> {
    return this.call("POST", "devices/heartbeat", { token, json: { unsent, battery, app } });
  }

  /** A post of a dispute, as it was kept. */
  sendKept(method: "POST" | "PUT", path: string, token: string, body: string | Uint8Array<ArrayBuffer>): Promise<unknown> {
    return this.call(method, path, { token, body });
  }

  ask<T>(path: string, token: string, json: unknown): Promise<T> {
    return this.call("POST", path, { token, json });
  }

  read<T>(path: string, token: string): Promise<T> {
    return this.call("GET", path, { token });
  }

  private async call<T>(method: string, path: string, options: CallOptions): Promise<T> {
    const headers: Record<string, string> = { Accept: "application/json", "Accept-Language": this.language };
    if (options.token) {
      headers.Authorization = `Device ${options.token}`;
    }
    const init: RequestInit = { method, headers, credentials: "omit", cache: "no-store" };
    const body = bodyOf(options);
    if (body) {
      headers["Content-Type"] = body.type;
      init.body = body.content;
    }
    const sentAtMs = performance.now();
    const response = await this.fetchInTime(BASE + path, init, typeof init.body === "object" ? PICTURE_TIMEOUT_MS : TIMEOUT_MS);
    const answer = await readJson(response);
    this.onReachable(true);
    if (!response.ok) {
      throw problem(response.status, answer);
    }
    const serverTime = (answer as { server_time?: string; game?: { server_time?: string } | null } | null);
    const stamp = serverTime?.server_time ?? serverTime?.game?.server_time;
    if (stamp) {
      this.onContact({ serverTime: stamp, sentAtMs, receivedAtMs: performance.now() });
    }
    return answer as T;
  }

  private async fetchInTime(url: string, init: RequestInit, within: number): Promise<Response> {
    const stop = new AbortController();
    const timer = setTimeout(() => stop.abort(), within);
    try {
      return await this.fetcher(url, { ...init, signal: stop.signal });
    } catch {
      this.onReachable(false);
      throw new OfflineError(url);
    } finally {
      clearTimeout(timer);
    }
  }
}

function bodyOf({ json, lines, body }: CallOptions): { type: string; content: string | Uint8Array<ArrayBuffer> } | null {
  if (lines !== undefined) {
    return { type: "application/x-ndjson", content: lines };
  }
  if (body !== undefined) {
    return { type: typeof body === "string" ? "application/json" : "image/jpeg", content: body };
  }
  return json === undefined ? null : { type: "application/json", content: JSON.stringify(json) };
}

async function readJson(response: Response): Promise<unknown> {
  try {
    return await response.json();
  } catch {
    // A proxy's or a captive portal's page: whatever its status, it is not our server's word.
    if (response.ok) {
      throw new OfflineError("not JSON");
    }
    return null;
  }
}

function problem(status: number, body: unknown): ApiError {
  const given = (body ?? {}) as { code?: unknown; params?: unknown };
  const code = typeof given.code === "string" ? given.code : `http_${status}`;
  const params = typeof given.params === "object" && given.params !== null ? given.params : {};
  return new ApiError(status, code, params as Record<string, unknown>);
}
