// Quick entry: while the line is typed the server says which match it means; Enter stores it in one request.
// Enter empties the field at once, so the next line can be typed while this one is still on its way.
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
  let picked = null; // { table, uid } chosen by an arrow: holds while more of the line is typed
  let busy = false;
  const waiting = []; // { line, uid } that Enter has taken, stored one after another
  const REMEMBERED = 3; // answers after which a refused line that was not put back leaves the screen

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
      if (index === chosen && match.refused) means.append(make("p", "notice is-danger", match.refused));
    });
    if (shown.matches.length > 1) means.append(make("p", "hint", form.dataset.textChoose));
  };

  const tableOf = (line) => line.split(/\s+/)[0];
  const pickedFor = (line) => (picked !== null && picked.table === tableOf(line) ? picked.uid : undefined);

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
      chosen = Math.max(0, said.matches.findIndex((match) => match.uid === pickedFor(line)));
      show();
    } catch {
      asked.delete(line);
    }
  };

  const say = (kind, text, open) => {
    const line = make("p", `notice ${kind}`, `${text} `);
    if (open) line.append(Object.assign(make("a", "", form.dataset.textOpen), { href: open }));
    for (const old of [...answerLine.children]) {
      const left = Number(old.dataset.left ?? 0) - (kind === "is-info" ? 0 : 1);
      if (left < 0 || old.dataset.left === undefined) old.remove();
      else old.dataset.left = String(left);
    }
    answerLine.prepend(line);
    return line;
  };

  const refuse = (line, text) => {
    const said = say("is-danger", `${line}: ${text}`);
    if (field.value !== "" || waiting.length > 0) return void (said.dataset.left = String(REMEMBERED));
    field.value = line; // nothing else was begun: the line can be put right where it was typed
    understand();
  };

  const send = async ({ line, uid }) => {
    const meant = uid === undefined ? await look(line) : { sets: true, matches: [{ uid }] };
    if (meant.refused || !meant.sets) return refuse(line, meant.refused ?? form.dataset.textWhole);
    say("is-info", form.dataset.textWait);
    const body = new FormData(form);
    body.set("line", line);
    body.set("match", meant.matches[0].uid);
    const answer = await fetch(form.action, { method: "POST", body, headers: { Accept: "application/json" }, credentials: "same-origin" });
    const said = await answer.json();
    const kinds = { stored: "is-ok", agrees: "is-ok", differs: "is-warn" };
    if (said.result in kinds) say(kinds[said.result], said.text, said.open);
    else refuse(line, said.text ?? said.detail);
    asked.clear();
    window.novuss?.refresh?.();
  };

  const work = async () => {
    if (busy) return;
    busy = true;
    for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) {
      try {
        await send(item);
      } catch {
        refuse(item.line, form.dataset.textLost);
      }
    }
    busy = false;
  };

  const take = () => {
    const line = field.value.trim();
    const isUnfinished = shown?.line === line && !shown.refused && !shown.sets;
    if (line === "" || isUnfinished) return;
    clearTimeout(timer);
    const known = shown?.line === line ? shown.matches[chosen]?.uid : pickedFor(line);
    waiting.push({ line, uid: known });
    field.value = "";
    shown = picked = null;
    show();
    field.focus();
    work();
  };

  field.addEventListener("input", () => {
    clearTimeout(timer);
    timer = setTimeout(understand, 60);
  });
  field.addEventListener("keydown", (event) => {
    if ((event.key === "ArrowDown" || event.key === "ArrowUp") && shown !== null && shown.matches.length > 1) {
      event.preventDefault();
      chosen = (chosen + (event.key === "ArrowDown" ? 1 : -1) + shown.matches.length) % shown.matches.length;
      picked = { table: tableOf(shown.line), uid: shown.matches[chosen].uid };
      show();
    } else if (event.key === "Escape") {
      field.value = "";
      shown = picked = null;
      show();
    }
  });
  document.addEventListener("novuss:change", () => asked.clear());
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    take();
  });
  field.focus();
  field.setSelectionRange(field.value.length, field.value.length);
  understand();
})();
