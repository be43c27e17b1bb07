// What every page has: menus that close, the switch of colours without a reload, short messages. No inline handlers anywhere.
"use strict";
(() => {
  const root = document.documentElement;
  const menus = () => document.querySelectorAll("details[data-menu]");

  document.addEventListener("click", (event) => {
    for (const menu of menus()) if (menu.open && !menu.contains(event.target)) menu.open = false;
  });
  document.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    for (const menu of menus()) {
      if (!menu.open) continue;
      menu.open = false;
      menu.querySelector("summary").focus();
    }
  });

  document.addEventListener("submit", (event) => {
    const form = event.target.closest("[data-theme-form]");
    if (form === null || !event.submitter) return;
    event.preventDefault();
    const theme = event.submitter.value;
    root.dataset.theme = theme;
    document.cookie = `theme=${theme}; path=/; max-age=31536000; samesite=lax`;
    for (const button of form.querySelectorAll("button")) button.setAttribute("aria-pressed", String(button === event.submitter));
  });

  // A long row of tabs or rounds opens at the one that is shown.
  for (const here of document.querySelectorAll(".tabs [aria-current], .rounds-nav [aria-current], .panel-nav [aria-current]")) {
    const row = here.parentElement;
    row.scrollLeft = here.offsetLeft - row.offsetLeft - (row.clientWidth - here.offsetWidth) / 2;
  }

  // <button data-dialog="id"> opens <dialog id="id">; a [data-close] inside closes it.
  document.addEventListener("click", (event) => {
    const opener = event.target.closest("[data-dialog]");
    if (opener) document.getElementById(opener.dataset.dialog)?.showModal();
    event.target.closest("[data-close]")?.closest("dialog")?.close();
  });

  // <select data-submit> sends its form when another entry is chosen; a button inside <noscript> does it without scripts.
  document.addEventListener("change", (event) => {
    if (event.target.matches("select[data-submit]")) event.target.form.requestSubmit();
  });

  window.novuss = Object.assign(window.novuss ?? {}, {
    toast(text) {
      const toast = Object.assign(document.createElement("div"), { className: "toast", textContent: text });
      document.querySelector("[data-toasts]")?.append(toast);
      setTimeout(() => toast.remove(), 6000);
    },
  });
})();
