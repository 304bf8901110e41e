// Large boards, closer: the board grows, and its frame scrolls.

import { byId, h, iconButton } from "./dom.js";

/** Boards with fewer cells need no zoom. */
const MIN_CELLS = 300;
const MOST = 8;

export class Zoom {
  constructor() {
    this.factor = 1;
    this.buttons = h("div", { class: "buttons zoom", hidden: true },
      iconButton("out", "Zoom out", () => this.set(this.factor / 1.5), { isBare: true, id: "zoom-out" }),
      iconButton("in", "Zoom in", () => this.set(this.factor * 1.5), { isBare: true, id: "zoom-in" }));
    byId("boards").addEventListener("wheel", (event) => {
      if (!event.ctrlKey || this.buttons.hidden) return;
      event.preventDefault();
      this.set(this.factor * (event.deltaY < 0 ? 1.2 : 1 / 1.2));
    }, { passive: false });
  }

  /** Another board. @param {number} cells */
  fit(cells) {
    this.buttons.hidden = cells < MIN_CELLS;
    this.set(1);
  }

  /** @param {number} factor */
  set(factor) {
    const boards = byId("boards");
    // What is in the middle stays there.
    const middle = [(boards.scrollLeft + boards.clientWidth / 2) / this.factor, (boards.scrollTop + boards.clientHeight / 2) / this.factor];
    this.factor = Math.min(Math.max(factor, 1), MOST);
    boards.classList.toggle("zoomed", this.factor > 1);
    boards.style.setProperty("--zoom", String(this.factor));
    boards.scrollTo(middle[0] * this.factor - boards.clientWidth / 2, middle[1] * this.factor - boards.clientHeight / 2);
  }
}
