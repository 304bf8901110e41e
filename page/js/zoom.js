// Large boards, closer: the board grows, and its frame scrolls.

/** @import { Board, Move } from "./board.js" */
import { byId, h, iconButton } from "./dom.js";

/** Boards with fewer cells need no zoom. */
const MIN_CELLS = 300;
const MAX_FACTOR = 10;

/** Cells of fewer pixels can't be told apart. */
const MIN_SIDE = 12;
const GOOD_SIDE = 36;

/** With more legal moves, no place of the board is the one to look at. */
const MAX_MOVES = 8;

export class Zoom {
  /** @param {Board} board */
  constructor(board) {
    this.board = board;
    this.factor = 1;
    this.frame = byId("boards");
    this.buttons = h("div", { class: "buttons zoom", hidden: true },
      iconButton("out", "Zoom out", () => this.set(this.factor / 1.5), { isBare: true, id: "zoom-out" }),
      iconButton("in", "Zoom in", () => this.set(this.factor * 1.5), { isBare: true, id: "zoom-in" }));
    this.frame.addEventListener("wheel", (event) => {
      if (!event.ctrlKey || this.buttons.hidden) return;
      event.preventDefault();
      this.set(this.factor * (event.deltaY < 0 ? 1.2 : 1 / 1.2));
    }, { passive: false });
    this.pinch();
  }

  /** Two fingers zoom. */
  pinch() {
    /** @type {{ apart: number, factor: number } | null} */
    let began = null;
    const apart = (/** @type {TouchList} */ [a, b]) => Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY);
    this.frame.addEventListener("touchstart", ({ touches }) => {
      began = touches.length === 2 ? { apart: apart(touches), factor: this.factor } : null;
    }, { passive: true });
    this.frame.addEventListener("touchmove", (event) => {
      if (!began || event.touches.length !== 2 || this.buttons.hidden) return;
      event.preventDefault();
      this.set((began.factor * apart(event.touches)) / began.apart);
    }, { passive: false });
  }

  /** The side of a cell on the screen. */
  get side() {
    return this.board.host.clientWidth / (this.board.width + 0.5);
  }

  /** Another board: seen whole, or where it can be played, if cells would be too small. @param {Move[]} legal */
  fit(legal) {
    this.buttons.hidden = this.board.width * this.board.height < MIN_CELLS;
    this.set(1);
    if (this.buttons.hidden || this.side >= MIN_SIDE || !legal.length || legal.length > MAX_MOVES) return;
    // The width of the frame is that of the board from then on.
    this.set((GOOD_SIDE * (this.board.width + 0.5)) / this.frame.clientWidth);
    this.follow(legal[0]);
  }

  /** @param {number} factor */
  set(factor) {
    const { frame } = this;
    // What is in the middle stays there.
    const middle = [(frame.scrollLeft + frame.clientWidth / 2) / this.factor, (frame.scrollTop + frame.clientHeight / 2) / this.factor];
    this.factor = Math.min(Math.max(factor, 1), MAX_FACTOR);
    frame.classList.toggle("zoomed", this.factor > 1);
    frame.style.setProperty("--zoom", String(this.factor));
    frame.scrollTo(middle[0] * this.factor - frame.clientWidth / 2, middle[1] * this.factor - frame.clientHeight / 2);
  }

  /** Brings a move into sight. @param {Move} move */
  follow({ travels, changes }) {
    const cell = travels[0]?.[1] ?? changes[0]?.[0];
    if (this.factor === 1 || cell === undefined) return;
    const { frame, side } = this;
    const [x, y] = [((cell % this.board.width) + 0.7) * side, (Math.floor(cell / this.board.width) + 0.7) * side];
    const [left, top] = [x - frame.scrollLeft, y - frame.scrollTop];
    const near = 2 * side;
    const isSeen = left > near && top > near && left < frame.clientWidth - near && top < frame.clientHeight - near;
    if (!isSeen) frame.scrollTo(x - frame.clientWidth / 2, y - frame.clientHeight / 2);
  }
}
