// Clocks of calls and codes, by the server's time: [data-ends] counts down, [data-after] appears when its moment has come.
"use strict";
(() => {
  const host = document.querySelector("[data-server-now]");
  if (host === null) return;
  // The laptop's clock may be wrong; what counts is how long ago the page was made.
  const offset = Date.parse(host.dataset.serverNow) - Date.now();
  const text = (seconds) => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
  const tick = () => {
    const now = Date.now() + offset;
    for (const clock of document.querySelectorAll("[data-ends]")) {
      const left = Math.ceil((Date.parse(clock.dataset.ends) - now) / 1000);
      const shown = left > 0 ? text(left) : clock.dataset.over;
      if (clock.textContent !== shown) clock.textContent = shown;
    }
    for (const late of document.querySelectorAll("[data-after][hidden]")) {
      if (Date.parse(late.dataset.after) <= now) late.hidden = false;
    }
  };
  tick();
  setInterval(tick, 500);
})();
