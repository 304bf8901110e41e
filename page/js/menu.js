// The choice between moves that take the same piece to the same place.

/** @import { Board, Move } from "./board.js" */
import { define } from "./board.js";
import { h, s } from "./dom.js";

/** More moves than these fit on no screen. */
const MAX_MOVES = 12;

/**
 * Opens a menu at a cell.
 * @param {Board} board
 * @param {Move[]} moves
 * @param {number} cell
 * @param {(move: Move | null) => void} onChoice takes the chosen move, or none
 */
export function moveMenu(board, moves, cell, onChoice) {
  const [x, y] = board.middle(cell);
  const [, , w, height] = (board.svg.getAttribute("viewBox") ?? "0 0 1 1").split(" ").map(Number);
  const buttons = moves.slice(0, MAX_MOVES).map((move) => {
    const show = () => board.mark({ arrows: [move] });
    return h("button", { type: "button", role: "menuitem", onclick: () => onChoice(move), onfocus: show, onpointerenter: show }, outcome(move), move.name);
  });
  const menu = h("div", { class: "menu", role: "menu", "aria-label": "Which move?" }, ...buttons);
  menu.style.left = `${(100 * x) / w}%`;
  menu.style.top = `${(100 * y) / height}%`;
  // The board must not take these as its own.
  for (const kind of ["pointerdown", "pointerup"]) menu.addEventListener(kind, (event) => event.stopPropagation());
  menu.addEventListener("keydown", (event) => {
    event.stopPropagation();
    const step = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 }[event.key];
    if (event.key === "Escape") onChoice(null);
    else if (step) {
      const at = buttons.findIndex((button) => button === document.activeElement);
      buttons[(at + step + buttons.length) % buttons.length].focus();
      event.preventDefault();
    }
  });
  board.host.append(menu);
  buttons[0].focus();
  return menu;
}

/**
 * What a move leaves on its target, as a small drawing.
 * @param {Move} move
 */
function outcome(move) {
  const id = move.travels[0]?.[2] ?? null;
  define([id]);
  return s("svg", { viewBox: "-50 -50 100 100", "aria-hidden": "true" }, ...(id ? [s("use", { href: `#${id}` })] : []));
}
