// The list at the door: a tap settles one thing without a reload, the filter finds a name, arrow keys move between the buttons.
// Without scripts every button sends its form and the list comes back.
"use strict";
(() => {
  const filter = document.querySelector("[data-door-filter]");
  if (filter === null) return;
  const none = document.querySelector("[data-door-none]");
  const fold = (text) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
  const rows = () => [...document.querySelectorAll("[data-door] [data-search]")];
  const shown = () => rows().filter((row) => !row.hidden);

  const narrow = () => {
    const words = fold(filter.value).split(/\s+/).filter(Boolean);
    for (const row of rows()) row.hidden = !words.every((word) => fold(row.dataset.search).includes(word));
    none.hidden = shown().length > 0;
  };
  filter.addEventListener("input", narrow);
  filter.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" && event.key !== "ArrowDown") return;
    event.preventDefault();
    shown()[0]?.querySelector("button").focus();
  });

  // The list as it is now, in place of the one that is shown; the button that was pressed keeps the focus.
  const fresh = async () => {
    const answer = await fetch(location.pathname, { credentials: "same-origin", cache: "no-store" });
    if (!answer.ok) return;
    const next = new DOMParser().parseFromString(await answer.text(), "text/html").getElementById("door");
    const focused = document.activeElement?.id;
    document.getElementById("door").replaceWith(document.adoptNode(next));
    narrow();
    if (focused) document.getElementById(focused)?.focus({ preventScroll: true });
  };

  document.addEventListener("submit", async (event) => {
    const button = event.submitter;
    if (!button?.matches("[data-door] button")) return;
    event.preventDefault();
    const data = new FormData(event.target, button);
    button.setAttribute("aria-busy", "true");
    try {
      const answer = await fetch(event.target.action, {
        method: "POST", body: new URLSearchParams(data), credentials: "same-origin", headers: { Accept: "application/json" },
      });
      if (!answer.ok) {
        const said = await answer.json().catch(() => ({}));
        window.novuss?.toast(said.text ?? String(answer.status));
      }
      await fresh();
    } catch {
      button.removeAttribute("aria-busy");
      window.novuss?.toast(document.querySelector("[data-live-stream]")?.dataset.textWaiting ?? "…");
    }
  });
  document.addEventListener("novuss:swapped", narrow);

  const STEPS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
  document.addEventListener("keydown", (event) => {
    const step = STEPS[event.key];
    const button = event.target.closest?.("[data-door] .tick");
    if (!step || !button) return;
    event.preventDefault();
    const lines = shown();
    const line = lines.indexOf(button.closest("[data-search]"));
    const here = [...button.parentElement.querySelectorAll(".tick")].indexOf(button);
    if (line + step[1] < 0) return void filter.focus();
    const buttons = lines[Math.min(line + step[1], lines.length - 1)].querySelectorAll(".tick");
    buttons[Math.max(0, Math.min(here + step[0], buttons.length - 1))].focus();
  });
})();
