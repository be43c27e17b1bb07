// A bracket is made larger and smaller with buttons, or with + and - while it has the focus; the arrow keys scroll it.
"use strict";
(() => {
  const box = document.querySelector("[data-bracket]");
  const tools = document.querySelector("[data-bracket-tools]");
  if (box === null || tools === null) return;
  const STEPS = [0.4, 0.55, 0.75, 1, 1.3, 1.7];
  let at = STEPS.indexOf(1);
  const show = (step) => {
    at = Math.min(Math.max(step, 0), STEPS.length - 1);
    box.style.setProperty("--zoom", String(STEPS[at]));
  };
  tools.hidden = false;
  tools.addEventListener("click", (event) => {
    const button = event.target.closest("button[data-zoom]");
    if (button !== null) show(button.dataset.zoom === "0" ? STEPS.indexOf(1) : at + Number(button.dataset.zoom));
  });
  box.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const by = { "+": 1, "=": 1, "-": -1 }[event.key];
    if (by === undefined && event.key !== "0") return;
    event.preventDefault();
    show(by === undefined ? STEPS.indexOf(1) : at + by);
  });
})();
