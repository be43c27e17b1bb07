// Counts down what the server says is left (seconds), so that a wrong clock in this device does not matter.
"use strict";
(() => {
  const since = new WeakMap();
  const text = (seconds) => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
  const tick = () => {
    for (const clock of document.querySelectorAll("[data-clock]")) {
      if (!since.has(clock)) since.set(clock, performance.now());
      const left = Math.max(0, Math.ceil(Number(clock.dataset.clock) - (performance.now() - since.get(clock)) / 1000));
      const shown = left > 0 ? text(left) : clock.dataset.textOver || text(0);
      if (clock.textContent !== shown) clock.textContent = shown;
      clock.classList.toggle("is-over", left === 0);
    }
  };
  tick();
  setInterval(tick, 250);
  document.addEventListener("novuss:swapped", tick);
})();
