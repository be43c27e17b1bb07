// Quick entry: while the line is typed the server says which match it means; Enter stores it in one request.
"use strict";
(() => {
  const form = document.querySelector("[data-quick]");
  if (form === null) return;
  const field = form.querySelector("input[name=line]");
  const means = form.querySelector("[data-means]");
  const answerLine = form.querySelector("[data-answer]");
  const asked = new Map(); // line -> what the server said, for Enter that is faster than the pause below
  let timer = 0;
  let shown = null; // { line, sets, matches }
  let chosen = 0;
  let busy = false;

  const make = (tag, className, text) => Object.assign(document.createElement(tag), { className, textContent: text });

  const show = () => {
    means.replaceChildren();
    if (shown === null) return;
    if (shown.refused) return void means.append(make("p", "notice is-warn", shown.refused));
    shown.matches.forEach((match, index) => {
      const line = make("p", index === chosen ? "notice is-info" : "muted small", "");
      line.append(make(index === chosen ? "strong" : "span", "", `${index === chosen ? "▸ " : ""}${match.text}`), " ");
      for (const state of match.state) line.append(make("span", "badge is-quiet", state), " ");
      means.append(line);
    });
    if (shown.matches.length > 1) means.append(make("p", "hint", form.dataset.textChoose));
  };

  const look = async (line) => {
    const url = `${form.dataset.look}?line=${encodeURIComponent(line)}`;
    const answer = await fetch(url, { headers: { Accept: "application/json" }, credentials: "same-origin", cache: "no-store" });
    const said = await answer.json();
    return said.result === "found" ? { line, sets: said.sets, matches: said.matches } : { line, refused: said.text, matches: [] };
  };

  const understand = async () => {
    const line = field.value.trim();
    if (line === "") { shown = null; show(); return; }
    if (shown?.line === line) return;
    try {
      const promise = asked.get(line) ?? look(line);
      asked.set(line, promise);
      const said = await promise;
      if (field.value.trim() !== line) return;
      shown = said;
      chosen = 0;
      show();
    } catch {
      asked.delete(line);
    }
  };

  const say = (kind, text, open) => {
    const line = make("p", `notice ${kind}`, `${text} `);
    if (open) line.append(Object.assign(make("a", "", form.dataset.textOpen), { href: open }));
    answerLine.replaceChildren(line);
  };

  const store = async () => {
    if (busy) return;
    busy = true;
    clearTimeout(timer);
    try {
      await understand();
      const line = field.value.trim();
      if (line === "" || shown === null || shown.line !== line) return say("is-danger", form.dataset.textLost);
      if (shown.refused) return say("is-danger", shown.refused);
      if (!shown.sets) return;
      say("is-info", form.dataset.textWait);
      const body = new FormData(form);
      body.set("match", shown.matches[chosen].uid);
      const answer = await fetch(form.action, { method: "POST", body, headers: { Accept: "application/json" }, credentials: "same-origin" });
      const said = await answer.json();
      const kinds = { stored: "is-ok", agrees: "is-ok", differs: "is-warn" };
      say(kinds[said.result] ?? "is-danger", said.text ?? said.detail, said.open);
      asked.clear();
      if (said.result in kinds) { field.value = ""; shown = null; show(); } else { shown = null; }
      window.novuss?.refresh?.();
    } catch {
      say("is-danger", form.dataset.textLost);
    } finally {
      busy = false;
      field.focus();
    }
  };

  field.addEventListener("input", () => {
    clearTimeout(timer);
    timer = setTimeout(understand, 60);
  });
  field.addEventListener("keydown", (event) => {
    if ((event.key === "ArrowDown" || event.key === "ArrowUp") && shown !== null && shown.matches.length > 1) {
      event.preventDefault();
      chosen = (chosen + (event.key === "ArrowDown" ? 1 : -1) + shown.matches.length) % shown.matches.length;
      show();
    } else if (event.key === "Escape") {
      field.value = "";
      shown = null;
      show();
    }
  });
  document.addEventListener("novuss:change", () => asked.clear());
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    store();
  });
  field.focus();
  field.setSelectionRange(field.value.length, field.value.length);
  understand();
})();
