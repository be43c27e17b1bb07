// A value of the table opens its arithmetic in a dialog; without scripts the link leads to the same words on the entrant's page.
"use strict";
(() => {
  const popup = document.querySelector("[data-popup]");
  if (popup === null || !popup.showModal) return;
  const body = popup.querySelector("[data-popup-body]");
  document.addEventListener("click", async (event) => {
    const link = event.target.closest("a[data-popup-link]");
    if (link === null || event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return;
    event.preventDefault();
    const address = new URL(link.href);
    const id = address.hash.slice(1);
    address.searchParams.set("part", "1");
    try {
      const answer = await fetch(address, { credentials: "same-origin" });
      if (!answer.ok) throw new Error(String(answer.status));
      const part = new DOMParser().parseFromString(await answer.text(), "text/html").getElementById(id);
      const name = link.closest("tr")?.querySelector("th")?.querySelector("a")?.textContent ?? "";
      const title = Object.assign(document.createElement("p"), { className: "lead", textContent: name });
      part.removeAttribute("id");
      body.replaceChildren(title, document.adoptNode(part));
      popup.showModal();
    } catch {
      location.href = link.href;
    }
  });
  popup.addEventListener("click", (event) => { if (event.target === popup) popup.close(); });
})();
