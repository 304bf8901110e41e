// Playing: a position, the moves made so far, and what is known about it.

/** @import { Engine, Place, View, Opened, Answer, Search } from "./types.js" */
/** @import { Move, Played } from "./board.js" */
import { Backward } from "./backward.js";
import { Board, adopt, adoptStep } from "./board.js";
import { byId, h, iconButton, say } from "./dom.js";
import { EngineError } from "./engine.js";
import { Hands } from "./hands.js";
import { plural } from "./words.js";
import { Zoom } from "./zoom.js";

/** The seconds of a search for a hint. */
const HINT_SECONDS = 5;

export class Game {
  /**
   * @param {Engine} engine
   * @param {() => void} onChange
   */
  constructor(engine, onChange) {
    this.engine = engine;
    this.onChange = onChange;
    this.board = new Board(byId("board"));
    this.hands = new Hands(this.board, (move) => this.play(move), say);
    /** @type {Place} */
    this.place = { puzzle: "", text: "" };
    this.name = "";
    /** The name under which the best of this level is kept. */
    this.key = "";
    /** The rule of the puzzle, in a sentence. */
    this.rule = "";
    /** The moves made, then those taken back. @type {string[]} */
    this.moves = [];
    this.made = 0;
    /** What takes each made move back. @type {(Played | null)[]} */
    this.played = [];
    /** @type {View | null} */
    this.view = null;
    /** @type {number | null} */
    this.fewest = null;
    /** A plan from the position now. @type {{ moves: string[], isProved: boolean } | null} */
    this.plan = null;
    /** Counts what was asked, so that late answers are not taken. */
    this.asked = 0;
    /** @type {Search | null} */
    this.search = null;
    this.isWatching = false;
    this.zoom = new Zoom(this.board);
    /** Moves backward from the goal. */
    this.backward = new Backward(this);
    this.counter = h("p", { class: "counter" });
    this.buttons = {
      undo: iconButton("undo", "Undo", () => this.undo(), { id: "undo", title: "Undo (Z)" }),
      redo: iconButton("redo", "Redo", () => this.redo(), { id: "redo", title: "Redo (Y)" }),
      restart: iconButton("restart", "Restart", () => this.restart(), { id: "restart", title: "Restart (R)" }),
      hint: iconButton("hint", "Hint", () => this.hint(), { id: "hint", title: "Show the next best move (H)" }),
    };
    const list = h("ul", { id: "legal" });
    this.list = h("details", { class: "legal" }, h("summary", {}, "Legal moves"), list);
    this.list.addEventListener("toggle", () => this.listMoves());
    byId("stage").insertBefore(this.zoom.buttons, byId("how"));
    byId("playbar").replaceChildren(this.counter, h("div", { class: "buttons" }, ...Object.values(this.buttons), this.backward.button), this.list);
  }

  /** The position now. @returns {Place} */
  get now() {
    return { ...this.place, moves: this.moves.slice(0, this.made) };
  }

  /**
   * Starts from an opened position.
   * @param {Opened} opened
   * @param {string} [name]
   */
  open(opened, name = "") {
    this.search?.stop();
    this.search = null;
    this.place = opened.position;
    this.key = `best ${opened.position.puzzle} ${opened.position.text}`;
    this.backward.reset();
    this.name = name;
    [this.moves, this.made, this.played] = [[], 0, []];
    this.fewest = opened.fewest ?? null;
    this.plan = null;
    this.asked += 1;
    this.isBusy = false;
    this.hands.pending = [];
    say("");
    this.show(opened.view);
    this.zoom.fit(this.hands.legal);
  }

  /** Shows a whole view. @param {View} view */
  show(view) {
    if (view.board) this.board.show(view.board, adopt(view.drawings));
    this.take(view);
  }

  /** Takes what is known about the position now. @param {View} view */
  take(view) {
    this.view = view;
    const ids = adopt(view.drawings);
    this.backward.take(view, ids);
    this.hands.take(view.legal.map((step) => adoptStep(step, ids)), !this.isWatching);
    this.describe();
    this.listMoves();
    this.onChange();
  }

  describe() {
    if (!this.view) return;
    const description = this.view.description;
    const isTold = !this.name || description.toLowerCase().includes(this.name.toLowerCase());
    byId("title").textContent = isTold ? description : `${this.name} · ${description}`;
    byId("subtitle").textContent = this.rule;
    byId("how").textContent = this.view.solved ? "" : this.hands.manual;
    this.board.host.setAttribute("aria-label", `Board: ${this.view.description}`);
    const best = this.best();
    const left = this.plan?.isProved && this.made > 0 && !this.view.solved ? `${this.plan.moves.length} to go` : null;
    const remaining = this.view.remaining;
    const parts = [
      h("strong", {}, plural(this.count, "move")),
      this.fewest !== null && h("span", {}, `fewest ${this.fewest}`),
      best !== null && h("span", {}, `your best ${best}`),
      left && h("span", {}, left),
      remaining && remaining.count > 0 && h("span", {}, `${plural(remaining.count, remaining.what)} left`),
    ];
    this.counter.replaceChildren(...parts.filter((part) => part instanceof Node));
    this.buttons.undo.disabled = this.count === 0;
    this.buttons.redo.disabled = this.made === this.moves.length;
    this.buttons.restart.disabled = this.count === 0;
    this.buttons.hint.disabled = this.view.solved;
  }

  listMoves() {
    const list = byId("legal");
    const legal = this.hands.legal;
    this.list.hidden = legal.length === 0;
    /** @type {HTMLElement} */ (this.list.firstElementChild).textContent = `Legal moves (${legal.length})`;
    if (!this.list.open) return list.replaceChildren();
    list.replaceChildren(...legal.slice(0, 300).map((move) => {
      const show = () => this.board.mark({ arrows: [move] });
      const act = () => this.play(move);
      const button = h("button", { type: "button", onclick: act, onfocus: show, onpointerenter: show, onpointerleave: () => this.hands.mark() }, move.name);
      return h("li", {}, button);
    }));
  }

  /** Plays a legal move. @param {Move} move */
  async play(move) {
    if (this.isWatching || this.isBusy) return;
    this.moves = [...this.moves.slice(0, this.made), move.name];
    await this.step(move);
  }

  /** Makes the next of the moves. @param {Move} move */
  async step(move) {
    this.played[this.made] = this.board.play(move);
    this.zoom.follow(move);
    this.made += 1;
    const follows = this.plan?.moves[0] === move.name;
    this.plan = this.plan && follows ? { ...this.plan, moves: this.plan.moves.slice(1) } : null;
    const { name } = move;
    await this.look();
    if (this.view?.solved) this.finish();
    else say(`${name}. ${plural(this.count, "move")}.`);
  }

  /** Asks what is legal now. */
  async look(board = false) {
    const asked = ++this.asked;
    this.isBusy = true;
    this.hands.pause();
    try {
      const view = await this.engine.call("view", { position: this.now, board, reverse: this.backward.isOpen });
      if (asked !== this.asked) return;
      // Whoever follows may move at once.
      this.isBusy = false;
      board ? this.show(view) : this.take(view);
    } catch (error) {
      this.fail(error);
    } finally {
      if (asked === this.asked) this.isBusy = false;
    }
  }

  async undo() {
    if (this.isBusy || this.isWatching) return;
    if (this.backward.isLast) return this.backward.undo();
    if (this.made === 0) return;
    this.made -= 1;
    this.plan = null;
    const played = this.played.pop();
    if (played) this.board.unplay(played);
    await this.look(!played);
    say(`Taken back. ${plural(this.count, "move")}.`);
  }

  async redo() {
    if (this.made === this.moves.length || this.isBusy || this.isWatching) return;
    const move = this.hands.legal.find((move) => move.name === this.moves[this.made]);
    if (move) return this.step(move);
    // A move that is legal but not listed.
    this.played[this.made] = null;
    this.made += 1;
    await this.look(true);
  }

  async restart() {
    if (this.count === 0 || this.isBusy || this.isWatching) return;
    this.backward.restart();
    [this.made, this.played, this.plan] = [0, [], null];
    await this.look(true);
    say("Back at the start.");
  }

  /**
   * Goes to a position after some moves.
   * @param {string[]} moves
   */
  async jump(moves) {
    [this.moves, this.made, this.plan] = [moves, moves.length, null];
    this.played = moves.map(() => null);
    await this.look(true);
    if (this.view?.solved) this.finish();
  }

  /** Shows the next best move. */
  async hint() {
    if (this.isWatching || this.isBusy || this.view?.solved) return;
    if (this.plan?.moves.length) return this.showHint();
    this.search?.stop();
    const { asked } = this;
    say("Looking for the next move…");
    const search = this.engine.solve({ position: this.now, seconds: HINT_SECONDS }, () => {});
    this.search = search;
    try {
      const answer = await search.done;
      if (asked !== this.asked) return;
      this.learn(answer);
      if (this.plan) this.showHint();
      else if (answer.partial?.length) {
        this.plan = { moves: answer.partial, isProved: false };
        this.showHint();
      } else say(answer.status === "unsolvable" ? "No moves solve it from here (proved). Undo, or restart." : `No hint: ${answer.headline}.`, "bad");
    } catch (error) {
      this.fail(error);
    }
  }

  /** Takes what a search of the position now has found. @param {Answer} answer */
  learn(answer) {
    if (!answer.plan) return;
    const isProved = answer.status === "optimal";
    this.plan = { moves: answer.plan, isProved };
    if (isProved && this.count === 0) this.fewest = answer.plan.length;
    this.describe();
  }

  showHint() {
    const next = this.plan?.moves[0];
    const move = this.hands.legal.find((move) => move.name === next);
    if (!this.plan || !move) return;
    this.hands.showHint([move]);
    this.zoom.follow(move);
    const left = plural(this.plan.moves.length, "move");
    say(`Hint: ${move.name}. ${this.plan.isProved ? `${left} to go.` : `A plan of ${left} is known.`}`);
    this.describe();
  }

  /** The moves made from both ends. */
  get count() {
    return this.made + this.backward.count;
  }

  /** The fewest moves that this person needed. */
  best() {
    try {
      const best = localStorage.getItem(this.key);
      return best === null ? null : Number(best);
    } catch {
      return null;
    }
  }

  /** The puzzle is solved. */
  async finish() {
    const made = this.count;
    const best = this.best();
    const isBetter = best === null || made < best;
    try {
      if (isBetter) localStorage.setItem(this.key, String(made));
    } catch {
      // A browser that keeps nothing.
    }
    this.describe();
    this.praise(made);
    if (this.fewest !== null || made === 0) return;
    const asked = this.asked;
    try {
      const position = { puzzle: this.place.puzzle, text: this.backward.original ?? this.place.text };
      const search = this.engine.solve({ position, seconds: HINT_SECONDS }, () => {});
      this.search = search;
      const answer = await search.done;
      if (asked !== this.asked) return;
      if (answer.status === "optimal") this.fewest = answer.cost;
      this.describe();
      this.praise(made, answer);
    } catch {
      // Nothing to compare with.
    }
  }

  /**
   * @param {number} made
   * @param {Answer} [answer]
   */
  praise(made, answer) {
    const solved = `Solved in ${plural(made, "move")}!`;
    if (this.fewest !== null) {
      const isFewest = made <= this.fewest;
      return say(isFewest ? `${solved} That is the fewest.` : `${solved} The fewest is ${this.fewest}.`, "good");
    }
    if (answer?.plan) return say(`${solved} A plan of ${plural(answer.plan.length, "move")} is known.`, "good");
    say(solved, "good");
  }

  /** @param {unknown} error */
  fail(error) {
    if (!(error instanceof EngineError)) throw error;
    say(`${error.message}.`, "bad");
  }
}
