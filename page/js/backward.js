// Playing backward from the goal, in puzzles that can: the last moves of the plan are
// found first, and the puzzle is solved where both ends meet.

/** @import { View } from "./types.js" */
/** @import { Game } from "./game.js" */
/** @import { Move } from "./board.js" */
import { Board, adoptStep } from "./board.js";
import { byId, h, iconButton, say } from "./dom.js";
import { Hands } from "./hands.js";
import { plural } from "./words.js";

export class Backward {
  /** @param {Game} game */
  constructor(game) {
    this.game = game;
    this.isOpen = false;
    /** The moves made backward: the text before each, and the moves made forward then. @type {{ name: string, text: string, made: number }[]} */
    this.moves = [];
    this.host = h("div", { class: "board", id: "goal-board", tabIndex: 0, role: "application", "aria-label": "Target: moves backward" });
    this.figure = h("figure", { class: "goal" }, this.host, h("figcaption", {}, "The target, played backward"));
    this.board = new Board(this.host);
    this.hands = new Hands(this.board, (move) => this.play(move), say);
    this.button = iconButton("backward", "Backward", () => this.toggle(), { id: "backward", title: "Play backward from the target, too" });
    this.button.setAttribute("aria-pressed", "false");
  }

  /** The text that it all began with, if moves were made. */
  get original() {
    return this.moves[0]?.text;
  }

  get count() {
    return this.moves.length;
  }

  /** Whether the last move was one of these. */
  get isLast() {
    const last = this.moves[this.moves.length - 1];
    return last !== undefined && last.made >= this.game.made;
  }

  reset() {
    this.moves = [];
    this.isOpen = false;
    this.arrange();
  }

  arrange() {
    byId("boards").classList.toggle("two", this.isOpen);
    if (this.isOpen) byId("boards").append(this.figure);
    else this.figure.remove();
  }

  restart() {
    if (this.original !== undefined) this.game.place = { ...this.game.place, text: this.original };
    this.moves = [];
  }

  toggle() {
    this.isOpen = !this.isOpen;
    this.arrange();
    this.game.look();
  }

  /**
   * @param {View} view
   * @param {string[]} ids
   */
  take(view, ids) {
    this.button.hidden = !view.reversible;
    this.button.setAttribute("aria-pressed", String(this.isOpen));
    if (!view.goal) return;
    this.board.show(view.goal.board, ids);
    this.hands.take(view.goal.legal.map((step) => adoptStep(step, ids)), !view.solved && !this.game.isWatching);
  }

  /** @param {Move} move */
  async play(move) {
    const { game } = this;
    if (game.isWatching || game.isBusy || move.text === undefined) return;
    this.moves.push({ name: move.name, text: game.place.text, made: game.made });
    game.place = { ...game.place, text: move.text };
    game.plan = null;
    this.board.play(move);
    // Where pieces belong has changed on the other board.
    await game.look(true);
    if (game.view?.solved) game.finish();
    else say(`Backward: ${move.name}. ${plural(game.count, "move")}.`);
  }

  async undo() {
    const last = this.moves.pop();
    if (!last) return;
    this.game.place = { ...this.game.place, text: last.text };
    this.game.plan = null;
    await this.game.look(true);
    say(`Taken back. ${plural(this.game.count, "move")}.`);
  }
}
