// The sheet of what fits follows the figures as they are typed. Without scripts a button asks for it.
"use strict";
(() => {
  const form = document.querySelector("[data-fits]");
  if (form === null) return;
  const WAIT_MS = 250;
  let timer = 0;
  let asked = 0;

  const reckon = async () => {
    const mine = ++asked;
    const url = `${location.pathname}?${new URLSearchParams(new FormData(form))}`;
    const answer = await fetch(url, { credentials: "same-origin", cache: "no-store" }).catch(() => null);
    if (answer === null || mine !== asked || ![200, 422].includes(answer.status)) return;
    const fresh = new DOMParser().parseFromString(await answer.text(), "text/html").getElementById("fits");
    if (fresh === null || mine !== asked) return;
    document.getElementById("fits").replaceWith(document.adoptNode(fresh));
    history.replaceState(null, "", url);
  };

  form.addEventListener("input", () => {
    clearTimeout(timer);
    timer = setTimeout(reckon, WAIT_MS);
  });
  form.addEventListener("submit", (event) => { event.preventDefault(); reckon(); });
})();
