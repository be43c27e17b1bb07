// Keeps what is marked data-live fresh: the event stream, polling where the stream is blocked, and never over a form being filled in.
//   <section id="rounds" data-live="match.changed round.changed" data-live-src="/c/x/y/rounds/?part=rounds">…</section>
// A change refetches each source once, however many topics and fragments ask for it, and swaps the elements that have the same id.
"use strict";
(() => {
  const host = document.querySelector("[data-live-stream]");
  if (host === null) return;
  const GATHER_MS = 60; // changes of one transaction come together
  const SPREAD_MS = 180; // five hundred readers must not ask in the same instant
  const POLL_MS = 4000;
  const STREAM_RETRY_MS = 30000;
  const HELLO_MS = 5000; // a stream that says nothing for so long is being held back on its way
  const CHECK_MS = 45000; // a stream can die without an error: compare versions now and then
  const ALL = "*";

  let version = Number.parseInt(host.dataset.liveAt, 10); // what the page was made of
  if (Number.isNaN(version)) version = -1;
  let state = "";
  let source = null;
  let failures = 0;
  let pollTimer = 0;
  let retryTimer = 0;
  let helloTimer = 0;
  let checkTimer = 0;
  let gatherTimer = 0;
  const wanted = new Set();

  const show = (next) => {
    if (next === state) return;
    state = next;
    for (const element of document.querySelectorAll("[data-live-state]")) {
      element.hidden = false;
      element.dataset.state = next;
      element.textContent = host.dataset[`text${next[0].toUpperCase()}${next.slice(1)}`];
    }
  };

  // ---- what has changed -> which fragments ----
  const note = (topic) => {
    wanted.add(topic);
    if (gatherTimer === 0) gatherTimer = setTimeout(gathered, GATHER_MS + Math.random() * SPREAD_MS);
  };

  const gathered = () => {
    gatherTimer = 0;
    const topics = new Set(wanted);
    wanted.clear();
    const sources = new Map();
    for (const fragment of document.querySelectorAll("[data-live]")) {
      const listens = fragment.dataset.live.split(/\s+/);
      if (!topics.has(ALL) && !listens.some((topic) => topics.has(topic))) continue;
      const url = fragment.dataset.liveSrc || location.pathname + location.search;
      sources.set(url, [...(sources.get(url) ?? []), fragment]);
    }
    for (const [url, fragments] of sources) refetch(url, fragments);
    document.dispatchEvent(new CustomEvent("novuss:change", { detail: { topics: [...topics] } }));
  };

  const running = new Map(); // url -> whether to fetch once more when the present fetch is over
  const refetch = async (url, fragments) => {
    if (running.has(url)) return void running.set(url, true);
    running.set(url, false);
    try {
      const answer = await fetch(url, { headers: { "X-Requested-With": "fetch" }, credentials: "same-origin", cache: "no-store" });
      if (answer.ok) {
        const fresh = new DOMParser().parseFromString(await answer.text(), "text/html");
        for (const old of fragments) swap(old.isConnected ? old : document.getElementById(old.id), fresh);
      }
    } catch {
      // The connection is gone; the stream's return brings a resync.
    }
    const again = running.get(url);
    running.delete(url);
    if (again) refetch(url, [...document.querySelectorAll("[data-live]")].filter((f) => fragments.some((old) => old.id === f.id)));
  };

  // ---- swapping, without hurting anybody ----
  const isChanged = (field) => {
    if (field.type === "hidden") return false;
    if (field.matches("select")) return [...field.options].some((option) => option.selected !== option.defaultSelected) && field.options.length > 0 && !isFirstChosen(field);
    if (field.type === "checkbox" || field.type === "radio") return field.checked !== field.defaultChecked;
    return field.value !== field.defaultValue;
  };
  // A select without a marked option shows its first one: that is no change.
  const isFirstChosen = (select) => ![...select.options].some((option) => option.defaultSelected) && select.selectedIndex <= 0;
  const isBeingFilledIn = (fragment) => {
    const active = document.activeElement;
    if (fragment.contains(active) && active.matches("input, select, textarea, [contenteditable]")) return true;
    if (fragment.querySelector("dialog[open]")) return true;
    return [...fragment.querySelectorAll("input, select, textarea")].some(isChanged);
  };

  const swap = (old, fresh) => {
    const next = old && fresh.getElementById(old.id);
    if (!next || old.innerHTML === next.innerHTML) return;
    if (isBeingFilledIn(old)) return offer(old);
    const active = old.contains(document.activeElement) ? document.activeElement : null;
    const scrolls = [...old.querySelectorAll(".table-box, [data-keep-scroll]")].map((box) => [box.scrollLeft, box.scrollTop]);
    const open = new Set([...old.querySelectorAll("details[open][id]")].map((details) => details.id));
    const node = document.adoptNode(next);
    for (const details of node.querySelectorAll("details[id]")) if (open.has(details.id)) details.open = true;
    old.replaceWith(node);
    [...node.querySelectorAll(".table-box, [data-keep-scroll]")].forEach((box, i) => scrolls[i] && box.scrollTo(...scrolls[i]));
    mark(old, node);
    if (active) refocus(node, active);
    document.dispatchEvent(new CustomEvent("novuss:swapped", { detail: { element: node } }));
  };

  // Rows whose words have changed light up for a moment.
  const mark = (old, node) => {
    const words = new Map([...old.querySelectorAll("tr[id], li[id]")].map((row) => [row.id, row.textContent]));
    for (const row of node.querySelectorAll("tr[id], li[id]")) {
      if (words.has(row.id) && words.get(row.id) !== row.textContent) row.classList.add("is-fresh");
    }
  };

  const refocus = (node, active) => {
    const same = (active.id && node.querySelector(`#${CSS.escape(active.id)}`))
      || (active.matches("summary") && active.parentElement.id && node.querySelector(`#${CSS.escape(active.parentElement.id)} > summary`))
      || (active.getAttribute("href") && node.querySelector(`a[href="${CSS.escape(active.getAttribute("href"))}"]`));
    (same || node).focus({ preventScroll: true });
  };

  const offer = (fragment) => {
    if (fragment.querySelector(":scope > .live-refresh")) return;
    fragment.classList.add("is-stale");
    const button = Object.assign(document.createElement("button"), { type: "button", className: "button is-small live-refresh", textContent: host.dataset.textRefresh });
    button.addEventListener("click", () => location.reload());
    fragment.prepend(button);
  };

  // ---- the stream ----
  const seen = (v) => {
    if (!(v > version)) return false;
    version = v;
    return true;
  };

  const connect = () => {
    clearTimeout(retryTimer);
    if (source !== null) return;
    if (!("EventSource" in window)) {
      failures = 1;
      return void poll();
    }
    source = new EventSource(host.dataset.liveStream);
    source.addEventListener("hello", (event) => {
      const { v } = JSON.parse(event.data);
      clearTimeout(helloTimer);
      clearTimeout(pollTimer);
      failures = 0;
      show("live");
      if (seen(v)) note(ALL);
      check();
    });
    source.addEventListener("change", (event) => {
      const { v, topic } = JSON.parse(event.data);
      if (seen(v)) note(topic);
    });
    source.addEventListener("resync", (event) => {
      seen(JSON.parse(event.data || "{}").v);
      note(ALL);
    });
    source.addEventListener("error", lost);
    helloTimer = setTimeout(lost, HELLO_MS);
  };

  const lost = () => {
    source?.close();
    source = null;
    for (const timer of [helloTimer, checkTimer, retryTimer]) clearTimeout(timer);
    failures += 1;
    const wait = Math.min(STREAM_RETRY_MS, 500 * 2 ** Math.min(failures, 6)) * (0.7 + Math.random() * 0.6);
    retryTimer = setTimeout(connect, wait);
    poll();
  };

  const ask = async () => {
    const answer = await fetch(`${host.dataset.liveVersion}?since=${Math.max(version, 0)}`, { credentials: "same-origin", cache: "no-store" });
    if (!answer.ok) throw new Error(String(answer.status));
    return answer.json();
  };
  const take = ({ v, topics }) => {
    if (seen(v)) for (const topic of topics ?? [ALL]) note(topic);
  };

  const check = () => {
    clearTimeout(checkTimer);
    checkTimer = setTimeout(async () => {
      const before = version;
      try {
        const news = await ask();
        if (news.v > before && version === before) { take(news); lost(); } else check();
      } catch {
        lost();
      }
    }, CHECK_MS);
  };

  // ---- polling: only while there is no stream ----
  const poll = async () => {
    clearTimeout(pollTimer);
    try {
      take(await ask());
      if (state !== "live" || failures > 0) show("polling");
    } catch {
      show("waiting");
    }
    if (failures > 0) pollTimer = setTimeout(poll, POLL_MS * (0.8 + Math.random() * 0.4));
  };

  window.addEventListener("pagehide", () => { source?.close(); source = null; });
  window.addEventListener("pageshow", (event) => { if (event.persisted) { note(ALL); connect(); } });
  document.addEventListener("visibilitychange", () => { if (!document.hidden && source === null) connect(); });
  window.addEventListener("online", () => { if (source === null) connect(); });
  window.novuss = Object.assign(window.novuss ?? {}, { refresh: () => note(ALL) });
  connect();
})();
