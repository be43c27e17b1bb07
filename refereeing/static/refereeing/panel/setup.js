// The pages that set a competition up: go to the first error, choose a preset, tick who has come. Everything works without it too.
"use strict";
(() => {
  const fold = (text) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();

  document.querySelector("[data-first-error]")?.focus();

  // Choosing a preset or who plays shows its settings; the name that was typed comes along. A preset brings its own kind.
  const presets = document.querySelector("[data-preset-form]");
  presets?.addEventListener("change", (event) => {
    const name = document.querySelector("[data-event-form] [name=name]")?.value ?? "";
    const preset = presets.querySelector("[name=preset]:checked")?.value ?? "";
    const query = new URLSearchParams({ preset, name });
    if (event.target.name === "kind") query.set("kind", event.target.value);
    location.replace(`${location.pathname}?${query}`);
  });

  const form = document.querySelector("[data-presence]");
  if (form === null) return;
  const filter = form.querySelector("[data-presence-filter]");
  const all = form.querySelector("[data-presence-all]");
  const count = form.querySelector("[data-presence-count]");
  const none = form.querySelector("[data-presence-none]");
  const unsaved = form.querySelector("[data-presence-unsaved]");
  const items = [...form.querySelectorAll(".presence-list > li")].map((row) => ({
    row, box: row.querySelector("[name=present]"), text: fold(row.textContent),
  }));
  const shown = () => items.filter(({ row }) => !row.hidden);

  const tell = () => {
    const ticked = items.filter(({ box }) => box.checked).length;
    count.textContent = String(ticked);
    const visible = shown();
    none.hidden = visible.length > 0;
    all.checked = visible.length > 0 && visible.every(({ box }) => box.checked);
    all.indeterminate = !all.checked && visible.some(({ box }) => box.checked);
    unsaved.textContent = items.some(({ box }) => box.checked !== box.defaultChecked) ? unsaved.dataset.text : "";
  };
  const narrow = () => {
    const words = fold(filter.value).split(/\s+/).filter(Boolean);
    for (const { row, text } of items) row.hidden = !words.every((word) => text.includes(word));
    tell();
  };

  filter.addEventListener("input", narrow);
  filter.addEventListener("keydown", (event) => {
    if (event.key !== "Enter") return;
    event.preventDefault(); // Enter must not send the form while names are being typed
    const first = filter.value.trim() === "" ? undefined : shown().find(({ box }) => !box.checked);
    if (first === undefined) return;
    first.box.checked = true;
    filter.value = "";
    narrow();
    window.novuss?.toast(first.row.querySelector(".presence-name").textContent);
  });
  all.addEventListener("change", () => {
    for (const { box } of shown()) box.checked = all.checked;
    tell();
  });
  form.addEventListener("change", tell);
  let sending = false;
  form.addEventListener("submit", () => { sending = true; });
  window.addEventListener("beforeunload", (event) => {
    if (!sending && unsaved.textContent !== "") event.preventDefault();
  });
  tell();
  filter.focus();
})();
