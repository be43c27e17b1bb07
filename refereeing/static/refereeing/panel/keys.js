// The keyboard of the panel: ? for help, / for the search, g and a letter to go somewhere, a digit for quick entry.
"use strict";
(() => {
  const host = document.querySelector("[data-panel-home]");
  if (host === null) return;
  const home = host.dataset.panelHome;
  const places = { o: "", r: "results/", p: "protocols/" };
  let going = 0;

  const isTyping = (target) => target.matches("input, select, textarea, [contenteditable]") || target.closest("dialog[open]");
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || isTyping(event.target)) return;
    if (event.key === "?") {
      document.getElementById("keys").showModal();
    } else if (event.key === "/") {
      const search = document.querySelector("[data-search]");
      if (search === null) return;
      event.preventDefault();
      search.focus();
    } else if (event.key === "g") {
      going = Date.now();
      return;
    } else if (Date.now() - going < 1500 && event.key in places) {
      location.assign(home + places[event.key]);
    } else if (/^[0-9]$/.test(event.key) && "mayEnter" in host.dataset && !document.querySelector("[data-quick]")) {
      location.assign(`${home}results/?line=${event.key}`);
    }
    going = 0;
  });

  document.querySelector(".tabs [aria-current]")?.scrollIntoView({ block: "nearest", inline: "center" });

  // <input data-search="#list tr"> hides what does not hold the words.
  document.addEventListener("input", (event) => {
    const field = event.target.closest("[data-search]");
    if (field === null) return;
    const fold = (text) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
    const words = fold(field.value).split(/\s+/).filter(Boolean);
    for (const row of document.querySelectorAll(field.dataset.search)) {
      row.hidden = !words.every((word) => fold(row.textContent).includes(word));
    }
  });

  // <input type="checkbox" data-tick-all="match"> ticks all of that name.
  document.addEventListener("change", (event) => {
    const all = event.target.closest("[data-tick-all]");
    if (all === null) return;
    for (const box of document.querySelectorAll(`input[name="${CSS.escape(all.dataset.tickAll)}"]`)) {
      if (!box.closest("[hidden]") && !box.disabled) box.checked = all.checked;
    }
  });
})();
