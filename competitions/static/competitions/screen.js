// Turns the pages of the hall screen; Space or P stops, arrow keys turn by hand. Keeps its page when new data come.
"use strict";
(() => {
  const seconds = Number(document.body.dataset.seconds) || 12;
  const hint = document.querySelector("[data-hint]");
  const dots = document.querySelector("[data-dots]");
  const wall = document.querySelector("[data-wall]");
  let at = 0;
  let stopped = false;
  let timer = 0;

  const slides = () => [...document.querySelectorAll("[data-slide]")];
  const show = (index) => {
    const all = slides();
    at = ((index % all.length) + all.length) % all.length || 0;
    all.forEach((slide, i) => slide.classList.toggle("is-shown", i === at));
    dots.replaceChildren(...all.map((_, i) => Object.assign(document.createElement("i"), { className: i === at ? "is-shown" : "" })));
  };
  const start = () => {
    clearInterval(timer);
    if (!stopped) timer = setInterval(() => show(at + 1), seconds * 1000);
  };
  document.addEventListener("keydown", (event) => {
    if (event.key === " " || event.key.toLowerCase() === "p") {
      event.preventDefault();
      stopped = !stopped;
      hint.textContent = stopped ? hint.dataset.textGo : hint.dataset.textPause;
      start();
    }
    if (event.key === "ArrowRight" || event.key === "ArrowLeft") {
      show(at + (event.key === "ArrowRight" ? 1 : -1));
      start();
    }
  });
  document.addEventListener("novuss:swapped", () => show(at));

  const zone = { timeZone: wall.dataset.wall, hour: "2-digit", minute: "2-digit", hour12: false };
  const clock = () => { wall.textContent = new Intl.DateTimeFormat(document.documentElement.lang, zone).format(new Date()); };
  clock();
  setInterval(clock, 1000);
  show(0);
  start();
})();
