// The drawn board: pieces that are dragged, chosen, and moved by keys. It knows where things lie, and no rule.
"use strict";
(() => {
  const SVG = "http://www.w3.org/2000/svg";
  const REACH = { striker: 477.5, disc: 485 };
  const NEAR = 24; // CSS pixels: a finger need not hit a disc of nine pixels
  const round = (value) => Math.round(value * 10) / 10 + 0;

  function make(name, attributes, parent) {
    const element = document.createElementNS(SVG, name);
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
    parent.append(element);
    return element;
  }

  /** pieces: [{id, kind: red | black | striker, x, y, label, mark}]; x and y in mm, y away from S. */
  class Board {
    constructor(svg, { moved, chosen }) {
      this.svg = svg;
      this.layer = svg.querySelector("[data-pieces]");
      this.ways = svg.querySelector("[data-ways]");
      this.moved = moved;
      this.chosen = chosen;
      this.pieces = new Map();
      this.fixed = false;
      this.drag = null;
      svg.addEventListener("pointerdown", (event) => this.grab(event));
      svg.addEventListener("pointermove", (event) => this.pull(event));
      for (const name of ["pointerup", "pointercancel"]) svg.addEventListener(name, () => { this.drag = null; });
      // A finger on a piece moves it; beside the pieces it scrolls the page.
      svg.addEventListener("touchstart", (event) => {
        if (event.touches.length === 1 && this.nearest(event.touches[0])) event.preventDefault();
      }, { passive: false });
      svg.addEventListener("keydown", (event) => this.press(event));
      svg.addEventListener("focusin", (event) => {
        const piece = event.target.closest("[data-id]");
        if (piece) this.chosen(piece.dataset.id);
      });
    }

    show(pieces, { fixed = false, ways = [] } = {}) {
      this.fixed = fixed;
      const ids = new Set(pieces.map((piece) => piece.id));
      for (const [id, { element }] of this.pieces) {
        if (ids.has(id)) continue;
        element.remove();
        this.pieces.delete(id);
      }
      for (const piece of pieces) {
        const known = this.pieces.get(piece.id);
        const element = known?.element ?? this.draw(piece);
        this.pieces.set(piece.id, { ...piece, element });
        this.place(piece.id);
      }
      this.ways.replaceChildren();
      for (const [from, to] of ways) {
        make("line", { class: "way", x1: from.x, y1: -from.y, x2: to.x, y2: -to.y }, this.ways);
      }
    }

    draw(piece) {
      const element = make("g", { tabindex: "0", role: "button", "data-id": piece.id }, this.layer);
      const radius = piece.kind === "striker" ? 22.5 : 15;
      make("circle", { class: "halo", r: radius + 5 }, element);
      make("circle", { class: "body", r: radius }, element);
      if (piece.kind === "black") make("circle", { class: "ring", r: 10.5 }, element);
      make("circle", { class: "hole", r: piece.kind === "striker" ? 5 : 4 }, element);
      make("text", { y: -radius - 8 }, element).textContent = piece.kind === "striker" ? "" : piece.id;
      return element;
    }

    place(id) {
      const { element, kind, x, y, label, mark } = this.pieces.get(id);
      element.setAttribute("class", `piece is-${kind}${mark ? ` ${mark}` : ""}`);
      element.setAttribute("transform", `translate(${x} ${-y})`);
      element.setAttribute("aria-label", `${label}: x ${x}, y ${y}`);
    }

    focus(id) {
      this.pieces.get(id)?.element.focus({ preventScroll: true });
    }

    at({ clientX, clientY }) {
      const matrix = this.svg.getScreenCTM();
      const point = new DOMPoint(clientX, clientY).matrixTransform(matrix.inverse());
      return { x: point.x, y: -point.y, scale: matrix.a };
    }

    nearest(event) {
      const { x, y, scale } = this.at(event);
      const far = ({ x: px, y: py }) => Math.hypot(px - x, py - y);
      const [best] = [...this.pieces.values()].sort((a, b) => far(a) - far(b));
      return best && far(best) * scale <= Math.max(NEAR, 24 * scale) ? best : null;
    }

    grab(event) {
      const piece = event.button === 0 ? this.nearest(event) : null;
      if (piece === null) return;
      event.preventDefault();
      this.focus(piece.id);
      this.chosen(piece.id);
      if (this.fixed) return;
      const { x, y } = this.at(event);
      this.drag = { id: piece.id, dx: piece.x - x, dy: piece.y - y };
      this.svg.setPointerCapture(event.pointerId);
    }

    pull(event) {
      if (this.drag === null) return;
      const { x, y } = this.at(event);
      this.move(this.drag.id, x + this.drag.dx, y + this.drag.dy);
    }

    press(event) {
      const step = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] }[event.key];
      const id = event.target.closest("[data-id]")?.dataset.id;
      if (step === undefined || id === undefined || this.fixed || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      const { x, y } = this.pieces.get(id);
      const far = event.shiftKey ? 0.1 : 1;
      this.move(id, x + step[0] * far, y + step[1] * far);
    }

    move(id, x, y) {
      const reach = this.pieces.get(id).kind === "striker" ? REACH.striker : REACH.disc;
      const inside = (value) => round(Math.min(reach, Math.max(-reach, value)));
      this.moved(id, inside(x), inside(y));
    }
  }

  window.novuss = Object.assign(window.novuss ?? {}, { Board });
})();
