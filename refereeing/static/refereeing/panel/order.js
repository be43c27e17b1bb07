// The list of tie-breaks: up and down by buttons. And fields that the chosen system does not use are hidden.
"use strict";
(() => {
  for (const list of document.querySelectorAll("[data-order]")) {
    const button = (text, name) => Object.assign(document.createElement("button"), {
      type: "button", className: "button is-small", textContent: text, ariaLabel: `${name}: ${text}`,
    });
    const move = (item, step, pressed) => {
      const other = step < 0 ? item.previousElementSibling : item.nextElementSibling;
      if (other === null) return;
      if (step < 0) other.before(item); else other.after(item);
      pressed.focus();
    };
    for (const item of list.children) {
      const name = item.querySelector("label span").firstChild.textContent.trim(); // without the rule beside it
      const up = button(list.dataset.textUp, name);
      const down = button(list.dataset.textDown, name);
      up.addEventListener("click", () => move(item, -1, up));
      down.addEventListener("click", () => move(item, 1, down));
      item.append(up, down);
    }
  }
  // The list follows the system by the regulations, until somebody has changed it by hand.
  const list = document.querySelector("[data-order]");
  let touched = false;
  list?.addEventListener("click", () => { touched = true; });
  const follow = (system) => {
    const names = list?.getAttribute(`data-usual-${system}`)?.split(" ").filter(Boolean);
    document.querySelector("input[name=tie_breaks_for]").value = system;
    if (touched || !names) return;
    const items = new Map([...list.children].map((item) => [item.querySelector("input").value, item]));
    for (const [name, item] of items) item.querySelector("input").checked = names.includes(name);
    for (const name of [...names].reverse()) list.prepend(items.get(name));
  };
  const systems = document.querySelectorAll("input[name=system]");
  const show = () => {
    const chosen = document.querySelector("input[name=system]:checked")?.value;
    for (const field of document.querySelectorAll("[data-for]")) field.hidden = chosen !== undefined && !field.dataset.for.split(" ").includes(chosen);
  };
  for (const system of systems) system.addEventListener("change", () => { follow(system.value); show(); });
  show();
  // A system that the address proposes brings its own list along.
  const proposed = document.querySelector("input[name=system]:checked")?.value;
  const listed = document.querySelector("input[name=tie_breaks_for]")?.value;
  if (proposed !== undefined && listed !== undefined && proposed !== listed) follow(proposed);
})();
