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
      const name = item.textContent.trim().split("\n")[0].trim();
      const up = button(list.dataset.textUp, name);
      const down = button(list.dataset.textDown, name);
      up.addEventListener("click", () => move(item, -1, up));
      down.addEventListener("click", () => move(item, 1, down));
      item.append(up, down);
    }
  }
  const systems = document.querySelectorAll("input[name=system]");
  const show = () => {
    const chosen = document.querySelector("input[name=system]:checked")?.value;
    for (const field of document.querySelectorAll("[data-for]")) field.hidden = chosen !== undefined && !field.dataset.for.split(" ").includes(chosen);
  };
  for (const system of systems) system.addEventListener("change", show);
  show();
})();
