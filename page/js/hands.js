// Mouse, touch and keys on a board: from cells to legal moves, for any puzzle.
//
// A piece that travels is tapped, and then its target; or it is dragged. A move that only
// changes cells is played by a tap on the cell in the middle of them. If all moves are
// called U, D, L and R, they are played by arrow keys and swipes.

/** @import { Board, Move } from "./board.js" */
import { moveMenu } from "./menu.js";

/** As many keys are kept while the next legal moves are on their way. */
const MAX_PENDING = 3;

const ARROWS = { ArrowUp: "U", ArrowDown: "D", ArrowLeft: "L", ArrowRight: "R" };
/** More cells than these are not marked on focus. */
const MAX_MOVABLE = 64;

const VECTORS = { U: [0, -1], D: [0, 1], L: [-1, 0], R: [1, 0] };

export class Hands {
  /**
   * @param {Board} board
   * @param {(move: Move) => void} onMove
   * @param {(text: string) => void} tell what screen readers should know
   */
  constructor(board, onMove, tell) {
    this.board = board;
    this.onMove = onMove;
    this.tell = tell;
    /** @type {Move[]} */
    this.legal = [];
    this.isOn = true;
    /** Whether the next legal moves are on their way. */
    this.isPaused = false;
    /** Keys that were pressed meanwhile. @type {string[]} */
    this.pending = [];
    /** Whether the board was reached by key: then it shows what can move. */
    this.isFocused = false;
    /** @type {number | null} */
    this.chosen = null;
    /** @type {number | null} */
    this.cursor = null;
    /** @type {number | null} */
    this.hovered = null;
    /** @type {{ cell: number | null, x: number, y: number } | null} */
    this.pressed = null;
    /** The moves of a hint. @type {Move[]} */
    this.hint = [];
    const host = board.host;
    host.addEventListener("pointerdown", (event) => this.down(event));
    host.addEventListener("pointerup", (event) => this.up(event));
    host.addEventListener("pointercancel", () => {
      this.pressed = null;
      board.drop();
    });
    host.addEventListener("pointermove", (event) => {
      this.hover(this.board.cellAt(event.clientX, event.clientY));
      this.carry(event);
    });
    host.addEventListener("pointerleave", () => this.hover(null));
    host.addEventListener("keydown", (event) => this.key(event));
    host.addEventListener("focus", () => {
      this.isFocused = host.matches(":focus-visible");
      this.mark();
    });
    host.addEventListener("blur", () => {
      this.cursor = null;
      this.isFocused = false;
      this.pending = [];
      this.mark();
    });
  }

  /** Waits for the next legal moves; keys that are pressed until then are not lost. */
  pause() {
    this.take([], false);
    this.isPaused = true;
  }

  /**
   * @param {Move[]} legal
   * @param {boolean} isOn
   */
  take(legal, isOn) {
    this.legal = legal;
    this.isOn = isOn;
    this.isPaused = false;
    this.chosen = null;
    this.hint = [];
    this.closeMenu();
    /** Moves by the cell that a piece leaves. @type {Map<number, Move[]>} */
    this.leaving = new Map();
    /** Moves without travels by the cell in their middle. @type {Map<number, Move[]>} */
    this.pressing = new Map();
    const add = (/** @type {Map<number, Move[]>} */ map, /** @type {number} */ cell, /** @type {Move} */ move) =>
      map.set(cell, [...(map.get(cell) ?? []), move]);
    for (const move of legal) {
      for (const [from] of move.travels) add(this.leaving, from, move);
      if (!move.travels.length && move.changes.length) add(this.pressing, this.centre(move), move);
    }
    this.mark();
    const key = isOn ? this.pending.shift() : undefined;
    // Once the caller is done: this may be in the midst of it.
    if (key !== undefined) setTimeout(() => this.press(key));
  }

  /** Whether arrow keys and swipes play. */
  get isSteered() {
    return this.legal.length > 0 && this.legal.every((move) => move.name in VECTORS);
  }

  /** How to play, in a sentence. */
  get manual() {
    if (!this.legal.length) return "";
    if (this.isSteered) return "Tap or drag a piece, swipe, or press the arrow keys.";
    if (this.leaving?.size) return "Tap a piece, then where it goes; or drag it. Keys: arrows and Enter.";
    return "Tap a cell. Keys: arrows and Enter.";
  }

  /**
   * Of the cells that a move changes, the one next to their middle.
   * @param {Move} move
   */
  centre(move) {
    const width = this.board.width;
    const places = move.changes.map(([cell]) => [cell % width, Math.floor(cell / width)]);
    const mean = [0, 1].map((axis) => places.reduce((sum, place) => sum + place[axis], 0) / places.length);
    const far = (/** @type {number[]} */ [x, y]) => Math.hypot(x - mean[0], y - mean[1]);
    const best = places.reduce((near, place) => (far(place) < far(near) - 1e-9 ? place : near));
    return best[1] * width + best[0];
  }

  /** @param {number} cell */
  movesFrom(cell) {
    return this.leaving?.get(cell) ?? [];
  }

  /**
   * @param {number} from
   * @param {number} to
   */
  movesBetween(from, to) {
    return this.movesFrom(from).filter((move) => move.travels.some(([f, t]) => f === from && t === to));
  }

  /** @param {number | null} cell */
  targets(cell) {
    if (cell === null) return [];
    const travels = this.movesFrom(cell).flatMap((move) => move.travels);
    return [...new Set(travels.filter(([from]) => from === cell).map(([, to]) => to))];
  }

  /** The cells with a piece that can move, or that can be pressed, unless that is most of them. */
  movable() {
    const cells = [...(this.leaving?.keys() ?? []), ...(this.pressing?.keys() ?? [])];
    return cells.length <= MAX_MOVABLE ? cells : [];
  }

  /** @param {number | null} cell */
  hover(cell) {
    if (cell === this.hovered) return;
    this.hovered = cell;
    this.mark();
  }

  mark() {
    if (!this.isOn) return;
    const { chosen, cursor } = this;
    const looked = chosen ?? cursor ?? this.hovered;
    const canLeave = looked !== null && this.movesFrom(looked).length > 0;
    const presses = looked === null ? [] : this.pressing?.get(looked) ?? [];
    const all = looked === null && this.isFocused && this.hint.length === 0 ? this.movable() : [];
    const ready = canLeave && chosen === null ? [/** @type {number} */ (looked)] : all;
    const arrows = [...this.hint, ...(chosen === null && this.hint.length === 0 ? presses : [])];
    this.board.host.classList.toggle("can-move", canLeave || presses.length > 0);
    this.board.mark({ ready, targets: this.targets(looked), chosen, cursor, arrows });
  }

  /** @param {Move[]} moves */
  showHint(moves) {
    this.hint = moves;
    this.mark();
  }

  /** @param {PointerEvent} event */
  down(event) {
    if (!this.isOn || event.button !== 0) return;
    this.closeMenu();
    const cell = this.board.cellAt(event.clientX, event.clientY);
    this.pressed = { cell, x: event.clientX, y: event.clientY };
    this.board.host.setPointerCapture(event.pointerId);
  }

  /** The side of a cell on the screen. */
  get side() {
    return this.board.host.getBoundingClientRect().width / (this.board.width + 0.48);
  }

  /** Takes the pressed piece along with the pointer; one that can go only one way, that way. @param {PointerEvent} event */
  carry({ clientX, clientY }) {
    const { pressed, side } = this;
    if (!pressed || pressed.cell === null || !this.isOn) return;
    const travels = this.movesFrom(pressed.cell).filter((move) => move.travels.length === 1).map((move) => move.travels[0]);
    if (!travels.length) return;
    let [x, y] = [(clientX - pressed.x) / side, (clientY - pressed.y) / side];
    if (this.targets(pressed.cell).length === 1) {
      const [dx, dy] = this.way(travels[0]);
      const share = Math.min(Math.max((x * dx + y * dy) / (dx * dx + dy * dy), 0), 1);
      [x, y] = [share * dx, share * dy];
    }
    this.board.lift(pressed.cell, x, y);
  }

  /** Where a piece goes, in cells. @param {Move["travels"][0]} travel */
  way([from, to]) {
    const { width } = this.board;
    return [(to % width) - (from % width), Math.floor(to / width) - Math.floor(from / width)];
  }

  /** @param {PointerEvent} event */
  up(event) {
    const pressed = this.pressed;
    this.pressed = null;
    this.board.drop();
    if (!pressed || !this.isOn) return;
    const cell = this.board.cellAt(event.clientX, event.clientY);
    const [dx, dy] = [event.clientX - pressed.x, event.clientY - pressed.y];
    const isDrag = Math.hypot(dx, dy) > Math.max(12, 0.35 * this.side);
    if (!isDrag) {
      if (cell !== null) this.tap(cell);
      return;
    }
    if (pressed.cell !== null && cell !== null) {
      const moves = this.movesBetween(pressed.cell, cell);
      if (moves.length) return this.choose(moves, cell);
    }
    // A swipe: the move whose piece goes that way most.
    const along = (/** @type {number[]} */ [x, y]) => (x * dx + y * dy) / (Math.hypot(x, y) * Math.hypot(dx, dy) || 1);
    const way = (/** @type {Move} */ move) => {
      if (this.isSteered) return VECTORS[/** @type {"U"} */ (move.name)];
      const travel = move.travels.find(([from]) => from === pressed.cell);
      return travel ? this.way(travel) : [0, 0];
    };
    const rated = this.legal.map((move) => ({ move, rate: along(way(move)) })).filter(({ rate }) => rate > 0.85);
    const best = Math.max(...rated.map(({ rate }) => rate));
    const moves = rated.filter(({ rate }) => rate > best - 1e-9).map(({ move }) => move);
    if (moves.length) this.choose(moves, pressed.cell ?? 0);
  }

  /**
   * A tap, or Enter, on a cell.
   * @param {number} cell
   */
  tap(cell) {
    if (this.chosen !== null) {
      const moves = this.movesBetween(this.chosen, cell);
      const again = this.chosen === cell;
      this.chosen = null;
      if (moves.length) return this.choose(moves, cell);
      if (again) return this.mark();
    }
    const presses = this.pressing?.get(cell) ?? [];
    if (presses.length) return this.choose(presses, cell);
    const moves = this.movesFrom(cell);
    if (moves.length === 1) return this.onMove(moves[0]);
    const targets = this.targets(cell);
    if (moves.length > 1 && targets.length === 1) return this.choose(moves, targets[0]);
    if (moves.length > 1) {
      this.chosen = cell;
      this.tell(`Chosen. ${targets.length} places to go.`);
      return this.mark();
    }
    // A tap on the only place that pieces can go to, as on the blank's neighbours.
    const into = this.legal.filter((move) => move.travels.length === 1 && move.travels[0][1] === cell);
    if (into.length === 1) return this.onMove(into[0]);
    this.mark();
  }

  /**
   * Plays the move, or asks which.
   * @param {Move[]} moves
   * @param {number} cell
   */
  choose(moves, cell) {
    if (moves.length === 1) return this.onMove(moves[0]);
    this.openMenu(moves, cell);
  }

  /**
   * @param {Move[]} moves
   * @param {number} cell
   */
  openMenu(moves, cell) {
    this.closeMenu();
    this.menu = moveMenu(this.board, moves, cell, (move) => {
      this.closeMenu();
      this.board.host.focus();
      if (move) this.onMove(move);
      else this.mark();
    });
  }

  closeMenu() {
    this.menu?.remove();
    this.menu = undefined;
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || !(this.isOn || this.isPaused)) return;
    if (!(event.key in ARROWS) && !["Enter", " ", "Escape"].includes(event.key)) return;
    if (event.key !== "Escape") event.preventDefault();
    if (this.isOn) this.press(event.key);
    else if (this.pending.length < MAX_PENDING) this.pending.push(event.key);
  }

  /** @param {string} key */
  press(key) {
    if (!this.isOn) return;
    const letter = ARROWS[/** @type {"ArrowUp"} */ (key)];
    if (letter && this.isSteered) {
      const move = this.legal.find((move) => move.name === letter);
      if (move) this.onMove(move);
    } else if (letter) this.step(VECTORS[/** @type {"U"} */ (letter)]);
    else if (key === "Escape") {
      this.chosen = null;
      this.mark();
    } else if (this.cursor !== null) this.tap(this.cursor);
  }

  /**
   * Moves the cursor: to the next target that way if a piece is chosen, or to the next
   * cell.
   * @param {number[]} way
   */
  step([dx, dy]) {
    const { width, height } = this.board;
    const place = (/** @type {number} */ cell) => [cell % width, Math.floor(cell / width)];
    const first = this.leaving?.keys().next().value ?? this.pressing?.keys().next().value ?? 0;
    if (this.cursor === null) this.cursor = this.chosen ?? first;
    else if (this.chosen !== null) {
      const [x, y] = place(this.cursor);
      const ahead = this.targets(this.chosen).concat(this.chosen).filter((cell) => cell !== this.cursor);
      const rated = ahead.map((cell) => {
        const [ax, ay] = [place(cell)[0] - x, place(cell)[1] - y];
        const along = ax * dx + ay * dy;
        return { cell, along, far: along + 3 * Math.abs(ax * dy - ay * dx) };
      });
      const best = rated.filter(({ along }) => along > 0).sort((a, b) => a.far - b.far)[0];
      if (best) this.cursor = best.cell;
    } else {
      const [x, y] = place(this.cursor);
      const [nx, ny] = [(x + dx + width) % width, (y + dy + height) % height];
      this.cursor = ny * width + nx;
    }
    const [x, y] = place(this.cursor ?? 0);
    const moves = this.movesFrom(this.cursor ?? 0).length + (this.pressing?.get(this.cursor ?? 0)?.length ?? 0);
    this.tell(`Column ${x + 1}, row ${y + 1}${moves ? ", can move" : ""}`);
    this.mark();
  }
}
