// The form beside the board: what happened in a stroke, sent to the judge, and the answer. The server alone judges.
"use strict";
(() => {
  const form = document.querySelector("[data-try]");
  if (form === null) return;
  const find = (name) => form.querySelector(`[data-${name}]`);
  const field = (name) => form.elements[name];
  const text = form.dataset;
  const SEATS = { singles: ["S", "N"], doubles: ["S", "W", "N", "E"] };
  const COLOURS = { S: "red", N: "black" };
  const DOUBLES = { S: "red", W: "black", N: "red", E: "black" };
  const PLACES = { S: [0, -420], N: [0, 420], W: [-420, 0], E: [420, 0] };
  const ZONES = { S: [-500, 370, 1000, 130], N: [-500, -500, 1000, 130], W: [-500, -500, 130, 1000], E: [370, -500, 130, 1000] };
  const STAND = [["r1", 200, 250], ["r2", -200, 300], ["b1", 200, -150], ["b2", -250, 100]];
  const DARK = [["r1", 0, -30], ["r2", -200, -440], ["b1", 200, 150], ["b2", -250, 100]];
  const EXAMPLES = {
    light: { discs: STAND, first: ["r1"], fates: { r1: "@NE" } },
    dark: { discs: DARK, first: ["r2"], after: { r2: [-210, -300] }, striker: [-100, -420] },
    theirs: { discs: DARK, first: ["b1"], edges: ["N"], fates: { b1: "@NE" } },
    start: {},
  };

  let discs = new Map(); // id: {id, colour, x, y, to: {x, y} | null, fate, first, later, named}
  let striker = { x: 0, y: -420 };
  let chosen = "striker";
  let carried = {}; // the state of the set and the discs that fell, when one plays on
  let verdict = null;
  let wrong = "";
  let asked = 0; // an answer to an older question is dropped

  const mode = () => field("mode").value;
  const colours = () => (mode() === "singles" ? COLOURS : DOUBLES);
  const view = () => field("view").value;
  const limit = () => (mode() === "singles" ? 8 : 16);
  const isStroke = () => !field("no_stroke").checked;
  const nameOf = (id) => (id === "striker" ? text.textStriker : `${id} (${text[discs.get(id).colour === "red" ? "textRed" : "textBlack"]})`);

  const board = new window.novuss.Board(find("board"), {
    moved(id, x, y) {
      if (id === "striker") striker = { x, y };
      else if (view() === "after") discs.get(id).to = { x, y };
      else Object.assign(discs.get(id), { x, y });
      changed();
      find("said").textContent = `${nameOf(id)}: x ${x}, y ${y}`;
    },
    chosen(id) {
      chosen = id;
      draw();
    },
  });

  function changed() {
    asked += 1;
    verdict = null;
    wrong = "";
    find("verdict").hidden = find("trouble").hidden = true;
    const [, , ruled] = field("view");
    ruled.disabled = true;
    if (ruled.checked) field("view").value = "before";
    draw();
  }

  function shown() {
    const mark = (id) => [id === chosen && "is-chosen", id === wrong && "is-wrong"].filter(Boolean).join(" ");
    const piece = (disc, place, more = "") => ({
      id: disc.id, kind: disc.colour, x: place.x, y: place.y, label: `${disc.id} ${text[disc.colour === "red" ? "textRed" : "textBlack"]}`,
      mark: `${mark(disc.id)} ${more}`.trim(),
    });
    if (view() === "result" && verdict) {
      const lies = new Map(sent().after.map((disc) => [disc.id, disc]));
      const isPlaced = (disc) => verdict.restored.includes(disc.id) || !lies.has(disc.id);
      return verdict.position.map((disc) => piece(disc, disc, isPlaced(disc) ? "is-placed" : ""));
    }
    if (view() === "after") return [...discs.values()].filter((disc) => !disc.fate).map((disc) => piece(disc, disc.to ?? disc));
    const before = [...discs.values()].map((disc) => piece(disc, disc));
    return [...before, { id: "striker", kind: "striker", ...striker, label: text.textStriker, mark: mark("striker") }];
  }

  function draw() {
    const pieces = shown();
    const ways = view() === "after" ? [...discs.values()].filter((disc) => disc.to && !disc.fate).map((disc) => [disc, disc.to]) : [];
    board.show(pieces, { fixed: view() === "result", ways });
    const [x, y, width, height] = ZONES[field("player").value];
    for (const [key, value] of Object.entries({ x, y, width, height })) find("zone").setAttribute(key, value);
    for (const seat of form.querySelectorAll("[data-seat]")) seat.classList.toggle("is-player", seat.dataset.seat === field("player").value);
    const choice = find("piece");
    choice.replaceChildren(...pieces.map((piece) => new Option(piece.label, piece.id, false, piece.id === chosen)));
    const piece = pieces.find(({ id }) => id === choice.value);
    for (const axis of ["x", "y"]) {
      const input = find(axis);
      if (document.activeElement !== input) input.value = piece ? Math.round(piece[axis] * 10) / 10 : "";
      input.disabled = !piece || view() === "result";
    }
    for (const row of find("discs").rows) row.classList.toggle("is-chosen", row.dataset.id === chosen);
  }

  function box(checked, label, set) {
    const input = Object.assign(document.createElement("input"), { type: "checkbox", checked });
    const name = Object.assign(document.createElement("span"), { className: "sr-only", textContent: label });
    const around = document.createElement("label");
    around.append(input, name);
    input.addEventListener("change", () => { set(input.checked); changed(); });
    return around;
  }

  function list() {
    const body = find("discs");
    body.replaceChildren();
    const named = find("named-list");
    named.replaceChildren();
    for (const disc of discs.values()) {
      const row = body.insertRow();
      row.dataset.id = disc.id;
      row.append(Object.assign(document.createElement("th"), { scope: "row", textContent: disc.id, title: nameOf(disc.id) }));
      for (const key of ["first", "later"]) {
        const cell = row.insertCell();
        cell.className = "center";
        const label = `${disc.id}: ${key === "first" ? text.textFirst : text.textLater}`;
        cell.append(box(disc[key], label, (value) => { disc[key] = value; }));
      }
      const fate = document.createElement("select");
      fate.append(find("fates").content.cloneNode(true));
      fate.value = disc.fate;
      fate.setAttribute("aria-label", `${disc.id}: ${text.textThen}`);
      fate.addEventListener("change", () => { disc.fate = fate.value; changed(); });
      row.insertCell().append(fate);
      const item = box(disc.named, `${disc.id}: ${text.textNamed}`, (value) => { disc.named = value; });
      item.className = "check";
      item.append(document.createTextNode(disc.id));
      named.append(item);
    }
  }

  function forms() {
    const seats = SEATS[mode()];
    for (const select of [field("player"), field("by")]) {
      for (const option of select.options) option.hidden = option.disabled = !seats.includes(option.value);
      if (!seats.includes(select.value)) select.value = "S";
    }
    for (const part of form.querySelectorAll("[data-of-stroke]")) part.hidden = !isStroke();
    const act = field("incident").selectedOptions[0];
    find("named").hidden = !("discs" in act.dataset);
  }

  function put(id, x, y) {
    discs.set(id, { id, colour: id.startsWith("r") ? "red" : "black", x, y, to: null, fate: "", first: false, later: false, named: false });
  }

  function start() {
    const count = mode() === "singles" ? 1 : 2;
    const numbers = { red: 0, black: 0 };
    for (const seat of SEATS[mode()].slice(0, 2 * count)) {
      const colour = colours()[seat];
      for (let n = 0; n < 8; n += 1) {
        const [u, wall] = [-105 + 30 * n, 485];
        const place = { S: [u, wall], N: [u, -wall], W: [wall, u], E: [-wall, u] }[seat];
        put(`${colour[0]}${(numbers[colour] += 1)}`, ...place);
      }
    }
  }

  function clear() {
    for (const input of form.querySelectorAll('input[name="edge"], input[name="later_edge"], input[name="recrossed"], input[name="no_stroke"]')) input.checked = false;
    for (const name of ["striker_fate", "incident"]) field(name).value = "";
  }

  function begin(name) {
    const example = EXAMPLES[name];
    clear();
    discs = new Map();
    carried = {};
    field("player").value = "S";
    field("view").value = "before";
    if (name === "start") start();
    for (const [id, x, y] of example.discs ?? []) put(id, x, y);
    for (const id of example.first ?? []) discs.get(id).first = true;
    for (const [id, fate] of Object.entries(example.fates ?? {})) discs.get(id).fate = fate;
    for (const [id, [x, y]] of Object.entries(example.after ?? {})) discs.get(id).to = { x, y };
    for (const input of form.querySelectorAll('input[name="edge"]')) input.checked = (example.edges ?? []).includes(input.value);
    [striker.x, striker.y] = example.striker ?? PLACES.S;
    renew();
  }

  function renew() {
    if (!discs.has(chosen)) chosen = "striker";
    forms();
    list();
    changed();
  }

  function left(body, fate) {
    return fate[0] === "@" ? { type: "pocketed", body, pocket: fate.slice(1) } : { type: "off_table", body, edge: fate.slice(1) };
  }

  function events() {
    const found = [];
    const ticked = (name) => [...form.querySelectorAll(`input[name="${name}"]:checked`)].map((input) => input.value);
    const touched = (key) => [...discs.values()].filter((disc) => disc[key]).map((disc) => disc.id);
    if (isStroke()) {
      for (const edge of ticked("edge")) found.push({ type: "cushion", body: "striker", edge });
      if (touched("first").length) found.push({ type: "contact", a: "striker", b: touched("first") });
      for (const id of touched("later")) found.push({ type: "contact", a: "striker", b: [id] });
      for (const edge of ticked("later_edge")) found.push({ type: "cushion", body: "striker", edge });
      if (field("recrossed").checked) found.push({ type: "own_line_recrossed" });
      if (field("striker_fate").value) found.push(left("striker", field("striker_fate").value));
    }
    for (const disc of discs.values()) if (disc.fate) found.push(left(disc.id, disc.fate));
    const act = field("incident");
    if (act.value) {
      found.push({
        type: "incident", code: act.value, by: field("by").value, ...details(act.value),
        ...("discs" in act.selectedOptions[0].dataset ? { discs: touched("named") } : {}),
      });
    }
    return found;
  }

  function details(code) {
    return { slow_play: { times: 2 }, out_of_turn: { noticed: "at_once" }, striker_broken: { larger_part: "pocket" }, away_between_sets: { seconds: 181 } }[code] ?? {};
  }

  function sent() {
    const disc = ({ id, colour }, { x, y }) => ({ id, colour, x, y });
    const all = [...discs.values()];
    return {
      ruleset: field("ruleset").value, mode: mode(), player: field("player").value, colours: colours(), language: text.language,
      before: all.map((each) => disc(each, each)), striker: isStroke() ? striker : null, events: events(),
      after: all.filter((each) => !each.fate).map((each) => disc(each, each.to ?? each)), ...carried,
    };
  }

  async function judge() {
    const data = sent();
    const question = (asked += 1);
    let answer, body;
    try {
      answer = await fetch(text.judge, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(data) });
      body = await answer.json();
    } catch {
      if (question === asked) trouble(text.textOffline);
      return;
    }
    if (question !== asked) return;
    if (!answer.ok) {
      refuse(body, data);
      return;
    }
    changed();
    verdict = body.verdict;
    field("view")[2].disabled = false;
    field("view").value = "result";
    tell(body);
    draw();
    find("verdict").scrollIntoView({ block: "nearest" });
    form.querySelector("#verdict-title").focus({ preventScroll: true });
  }

  function tell(body) {
    const badge = find("stroke");
    badge.textContent = { correct: text.textCorrect, penalised: text.textPenalised, none: text.textNone }[verdict.stroke];
    badge.className = `badge ${{ correct: "is-ok", penalised: "is-danger", none: "is-info" }[verdict.stroke]}`;
    find("explanation").textContent = body.explanation;
    find("findings").replaceChildren(...verdict.findings.map(({ rule, text: words }) => {
      const [ruleset, number] = rule.split(":");
      const link = Object.assign(document.createElement("a"), { href: `${text.rules}${ruleset}/#${number}`, textContent: number });
      const item = document.createElement("li");
      item.append(link, document.createTextNode(` ${words}`));
      if (rule === body.decided_by) item.className = "is-mark";
      return item;
    }));
    find("play-on").hidden = verdict.set !== "open";
    find("verdict").hidden = false;
  }

  function trouble(words) {
    find("trouble").textContent = words;
    find("trouble").hidden = false;
  }

  function refuse(problem, data) {
    const place = problem.params?.path ?? "";
    const [, part, number] = /^(before|after)\[(\d+)\]/.exec(place) ?? [];
    changed();
    wrong = part ? data[part][Number(number)].id : place.startsWith("striker") ? "striker" : "";
    if (part && view() !== part) field("view").value = part;
    const words = problem.code === "overlap" ? text.textOverlap : `${text.textRefused} ${problem.params?.message ?? problem.detail} (${place})`;
    trouble(words);
    draw();
  }

  function playOn() {
    const fell = [...discs.values()].filter((disc) => disc.fate && !verdict.position.some(({ id }) => id === disc.id));
    const earlier = [...(carried.pocketed ?? []), ...fell.map(({ id, colour }) => ({ id, colour }))];
    const { position, next, state } = verdict;
    carried = { state, pocketed: earlier.filter(({ id }) => !position.some((disc) => disc.id === id)) };
    discs = new Map();
    for (const disc of position) {
      put(disc.id, disc.x, disc.y);
      discs.get(disc.id).colour = disc.colour;
    }
    clear();
    field("player").value = next;
    [striker.x, striker.y] = PLACES[next];
    field("view").value = "before";
    renew();
    board.focus("striker");
  }

  form.addEventListener("submit", (event) => { event.preventDefault(); judge(); });
  form.addEventListener("change", ({ target }) => {
    if (target.name === "view") draw();
    else if (target === find("example")) begin(target.value);
    else if (target.name === "mode") begin(find("example").value);
    else if (target.name === "player") { [striker.x, striker.y] = PLACES[target.value]; changed(); }
    else if (target.name) { forms(); changed(); }
  });
  find("piece").addEventListener("change", ({ target }) => { chosen = target.value; draw(); });
  for (const axis of ["x", "y"]) {
    find(axis).addEventListener("change", () => {
      const [x, y] = [find("x").valueAsNumber, find("y").valueAsNumber];
      if (Number.isFinite(x) && Number.isFinite(y)) board.move(chosen, x, y);
    });
  }
  for (const button of form.querySelectorAll("[data-add]")) {
    button.addEventListener("click", () => add(button.dataset.add));
  }
  function add(colour) {
    const same = [...discs.values()].filter((disc) => disc.colour === colour);
    if (same.length >= limit()) { trouble(text.textFull); return; }
    let number = 1;
    while (discs.has(`${colour[0]}${number}`) || (carried.pocketed ?? []).some(({ id }) => id === `${colour[0]}${number}`)) number += 1;
    const isFree = (x, y) => [...discs.values()].every((disc) => Math.hypot(disc.x - x, disc.y - y) >= 30) && Math.hypot(striker.x - x, striker.y - y) >= 37.5;
    const spots = Array.from({ length: 29 * 21 }, (_, n) => [-420 + 30 * (n % 29), 30 * (Math.floor(n / 29) - 10)]);
    const [x, y] = spots.sort((a, b) => Math.hypot(...a) - Math.hypot(...b)).find((spot) => isFree(...spot)) ?? [0, 0];
    chosen = `${colour[0]}${number}`;
    put(chosen, x, y);
    field("view").value = "before";
    renew();
    board.focus(chosen);
  }
  find("remove").addEventListener("click", () => {
    if (chosen === "striker") return;
    discs.delete(chosen);
    renew();
  });
  find("play-on").addEventListener("click", playOn);
  begin("light");
})();
