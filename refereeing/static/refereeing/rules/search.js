// Filters the clauses that are shown while one types; the form sends the same search to the server without scripts.
"use strict";
(() => {
  const query = document.querySelector("[data-rules-query]");
  const kind = document.querySelector("[data-rules-kind]");
  if (query === null || kind === null) return;
  const bare = (text) => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
  const clauses = [...document.querySelectorAll("[data-clause]")].map((element) => ({
    element, number: element.querySelector("h3").textContent.trim().toLowerCase(),
    text: bare([...element.querySelectorAll("p")].map((part) => part.textContent).join(" ")),
    kinds: [...element.querySelectorAll("[data-kind]")].map((badge) => badge.dataset.kind),
  }));
  const none = document.querySelector("[data-rules-none]");
  const count = document.querySelector("[data-rules-count]");

  function filter() {
    const words = query.value.toLowerCase().split(/\s+/).filter(Boolean);
    let shown = 0;
    for (const clause of clauses) {
      const fits = (!kind.value || clause.kinds.includes(kind.value))
        && words.every((word) => clause.number.startsWith(word) || clause.text.includes(bare(word)));
      clause.element.hidden = !fits;
      shown += fits;
    }
    none.hidden = shown > 0;
    count.textContent = `${count.dataset.text} ${shown}`;
  }
  query.addEventListener("input", filter);
  kind.addEventListener("change", filter);
})();
