// Editing: cells are painted, exchanged or typed as the puzzle declares, and the text is
// always there too. What is wrong is told in the engine's words.

/** @import { Edited, Engine, Opened, Puzzle, Search } from "./types.js" */
import { Board, adopt, define } from "./board.js";
import { byId, field, h, s } from "./dom.js";
import { EngineError } from "./engine.js";
import { capital } from "./words.js";

/** The seconds of the search that tells whether a level is solvable. */
const SECONDS = 2;

export class Edit {
  /**
   * @param {Engine} engine
   * @param {(opened: Opened, name: string) => void} onOpen
   */
  constructor(engine, onOpen) {
    this.engine = engine;
    this.onOpen = onOpen;
    this.panel = byId("tab-edit");
    /** @type {Puzzle | null} */
    this.puzzle = null;
    this.start = "";
    this.isOpen = false;
    /** @type {Edited | null} */
    this.edited = null;
    this.brush = 0;
    this.asked = 0;
    /** @type {Search | null} */
    this.search = null;
    /** @type {{ board: Board, host: HTMLElement, figure: HTMLElement, caption: HTMLElement }[]} */
    this.shown = [];
    /** The first of two cells to be exchanged, or the typed one. @type {[board: number, cell: number] | null} */
    this.chosen = null;
  }

  /** @param {Puzzle} puzzle */
  show(puzzle) {
    this.puzzle = puzzle;
    this.palette = h("div", { class: "palette", role: "group", "aria-label": "Paint with" });
    this.tools = h("div", { class: "fields" });
    this.text = h("textarea", { id: "edit-text", rows: 8, spellcheck: false });
    this.verdict = h("div", { class: "verdict", id: "verdict", role: "status" });
    this.play = h("button", { type: "button", id: "play-edited", class: "primary large", disabled: true, onclick: () => this.open() }, "Play this");
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    let timer;
    this.text.addEventListener("input", () => {
      clearTimeout(timer);
      // An answer that is on its way must not overwrite what is typed.
      this.asked += 1;
      timer = setTimeout(() => this.change({ text: this.text?.value }), 200);
    });
    this.hint = h("p", { class: "hint" });
    this.panel.replaceChildren(
      h("section", {}, h("h2", {}, "Edit"), this.hint, this.palette, this.tools),
      h("section", {}, this.verdict, this.play),
      h("section", {}, field("As text", this.text, "Paste any format here.")));
  }

  /** The level that is edited next. @param {Opened} opened */
  take(opened) {
    this.start = opened.position.text;
    if (this.isOpen) this.begin();
  }

  /** @param {boolean} isShown */
  isShown(isShown) {
    if (isShown === this.isOpen) return;
    this.isOpen = isShown;
    for (const id of ["board", "playbar", "how", "status"]) byId(id).hidden = isShown;
    for (const { figure } of this.shown) figure.remove();
    this.shown = [];
    byId("boards").classList.remove("two");
    this.search?.stop();
    if (isShown) this.begin();
  }

  /** The text is shown before the engine answers: it may be typed over at once. */
  begin() {
    if (this.text) this.text.value = this.start;
    this.change({ text: this.start }, true);
  }

  /**
   * Asks what a changed text or changed boards are.
   * @param {object} what
   */
  async change(what, isNew = false) {
    if (!this.puzzle) return;
    const asked = ++this.asked;
    this.search?.stop();
    try {
      const edited = await this.engine.call("edit", { puzzle: this.puzzle.name, ...what });
      if (asked !== this.asked || !this.isOpen) return;
      this.draw(edited, isNew || !("text" in what));
      this.judge(edited, asked);
    } catch (error) {
      if (!(error instanceof EngineError)) throw error;
      if (asked === this.asked) this.tell(`${capital(error.message)}.`, "bad");
    }
  }

  /**
   * @param {Edited} edited
   * @param {boolean} hasText whether the text is the engine's, not being typed
   */
  draw(edited, hasText) {
    const ids = adopt(edited.drawings);
    // Setting even the same text would lose the place of the cursor.
    if (hasText && this.text && this.text.value !== edited.text) this.text.value = edited.text;
    if (edited.editor) this.edited = edited;
    // A text that is no level has no boards; the last ones stay.
    if (!edited.boards.length) return this.drawTools(ids, edited);
    edited.boards.forEach((draft, index) => {
      const shown = (this.shown[index] ??= this.makeBoard(index));
      shown.board.show(draft.scene, ids);
      shown.host.setAttribute("aria-label", `${capital(draft.name)}, ${draft.scene.width} columns and ${draft.scene.height} rows`);
      shown.caption.textContent = edited.boards.length > 1 ? capital(draft.name) : "";
    });
    for (const { figure } of this.shown.splice(edited.boards.length)) figure.remove();
    byId("boards").classList.toggle("two", edited.boards.length > 1);
    this.markChosen();
    this.drawTools(ids, edited);
  }

  /** @param {number} index */
  makeBoard(index) {
    const host = h("div", { class: "board", tabIndex: 0, role: "application", id: `draft-${index}` });
    const caption = h("figcaption", {});
    const figure = h("figure", { class: "goal" }, host, caption);
    byId("boards").append(figure);
    const board = new Board(host);
    let cursor = 0;
    let isDown = false;
    /** @type {number | null} */
    let last = null;
    const at = (/** @type {PointerEvent} */ event) => board.cellAt(event.clientX, event.clientY);
    host.addEventListener("pointerdown", (event) => {
      isDown = true;
      last = at(event);
      if (last !== null) this.touch(index, last, true);
      host.setPointerCapture(event.pointerId);
    });
    host.addEventListener("pointermove", (event) => {
      const cell = at(event);
      if (!isDown || cell === null || cell === last) return;
      last = cell;
      if (this.edited?.editor?.entry === "paint") this.touch(index, cell, false);
    });
    host.addEventListener("pointerup", (event) => {
      isDown = false;
      const cell = at(event);
      const isDrag = this.chosen && cell !== null && (this.chosen[0] !== index || this.chosen[1] !== cell);
      if (this.edited?.editor?.entry === "swap" && isDrag) this.touch(index, /** @type {number} */ (cell), true);
    });
    host.addEventListener("keydown", (event) => {
      const step = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -board.width, ArrowDown: board.width }[event.key];
      const cells = board.width * board.height;
      if (step) cursor = (cursor + step + cells) % cells;
      else if (event.key === "Enter" || event.key === " ") this.touch(index, cursor, true);
      else if (/^[0-9]$/.test(event.key) && this.edited?.editor?.entry === "type") this.typeInto(index, cursor, event.key);
      else if (event.key === "Delete" || event.key === "Backspace") this.put(index, cursor, this.edited?.editor?.empty ?? this.edited?.editor?.fill ?? "");
      else return;
      event.preventDefault();
      board.mark({ cursor, chosen: this.chosen?.[0] === index ? this.chosen[1] : null });
    });
    host.addEventListener("blur", () => this.markChosen());
    return { board, host, figure, caption };
  }

  markChosen() {
    this.shown.forEach(({ board }, index) => board.mark({ chosen: this.chosen?.[0] === index ? this.chosen[1] : null }));
  }

  /**
   * @param {string[]} ids
   * @param {Edited} edited
   */
  drawTools(ids, edited) {
    const editor = edited.editor;
    if (!this.palette || !this.tools || !this.hint) return;
    const hints = { paint: "Choose what to paint with, then tap or drag over cells.", swap: "Drag a tile onto another to exchange them, or tap both.", type: "Tap a cell and type a number; 0 empties it." };
    this.hint.textContent = editor ? hints[editor.entry] : "This puzzle is edited as text.";
    this.palette.hidden = !editor?.brushes.length;
    this.palette.replaceChildren(...(editor?.brushes ?? []).map((brush, index) => {
      define([brush.ground, brush.piece].map((number) => (number === null ? null : ids[number])));
      const id = (/** @type {number | null} */ number) => (number === null ? [] : [s("use", { href: `#${ids[number]}` })]);
      const drawing = s("svg", { viewBox: "-50 -50 100 100", "aria-hidden": "true" }, ...id(brush.ground), ...id(brush.piece));
      const act = () => {
        this.brush = index;
        this.drawTools(ids, edited);
      };
      return h("button", { type: "button", id: `brush-${index}`, "aria-pressed": String(index === this.brush), onclick: act }, drawing, brush.name);
    }));
    const scene = this.edited?.boards[0]?.scene;
    const controls = [];
    if (editor?.fill && scene) {
      const side = (/** @type {string} */ label, /** @type {number} */ value, /** @type {(side: number) => void} */ act) => {
        const input = h("input", { type: "number", min: "1", max: "255", value: String(value), id: `edit-${label.toLowerCase()}` });
        input.addEventListener("change", () => act(Math.min(Math.max(Math.round(Number(input.value)) || 1, 1), 255)));
        return field(label, input);
      };
      controls.push(side("Columns", scene.width, (width) => this.resize(width, scene.height)));
      controls.push(side("Rows", scene.height, (height) => this.resize(scene.width, height)));
    }
    const fitting = (editor?.stamps ?? []).filter(({ width, height }) => width === scene?.width && height === scene?.height);
    if (fitting.length) {
      this.edited?.boards.forEach(({ name }, index) => {
        const list = h("select", { id: `stamp-${index}` }, h("option", { value: "" }, "choose…"), ...fitting.map((stamp) => h("option", { value: stamp.name }, stamp.name)));
        list.addEventListener("change", () => {
          const stamp = fitting.find((stamp) => stamp.name === list.value);
          if (stamp) this.send((boards) => (boards[index].cells = [...stamp.cells]));
        });
        controls.push(field(`${capital(name)}: a glyph`, list));
      });
    }
    // What is being used stays: it would lose the focus.
    if (!this.tools.contains(document.activeElement)) this.tools.replaceChildren(...controls);
  }

  /**
   * @param {number} board
   * @param {number} cell
   * @param {boolean} isFirst of a stroke
   */
  touch(board, cell, isFirst) {
    const editor = this.edited?.editor;
    if (!editor) return;
    if (editor.entry === "paint") return this.put(board, cell, editor.brushes[this.brush].content);
    if (editor.entry === "swap") {
      if (!this.chosen) this.chosen = [board, cell];
      else {
        const [from, other] = this.chosen;
        this.chosen = null;
        if (from === board && other !== cell) {
          return this.send((boards) => {
            const { cells } = boards[board];
            [cells[cell], cells[other]] = [cells[other], cells[cell]];
          });
        }
      }
      return this.markChosen();
    }
    if (isFirst) this.typeInto(board, cell, "");
  }

  /**
   * Asks for the content of a cell.
   * @param {number} board
   * @param {number} cell
   * @param {string} first
   */
  typeInto(board, cell, first) {
    const now = this.edited?.boards[board]?.cells[cell] ?? "";
    const { host, board: shown } = this.shown[board];
    host.querySelector(".menu")?.remove();
    const input = h("input", { type: "text", inputMode: "numeric", value: first || now, maxLength: 6, "aria-label": "Number", id: "cell" });
    const menu = h("form", { class: "menu" }, input);
    const [x, y] = shown.middle(cell);
    const [, , w, height] = (shown.svg.getAttribute("viewBox") ?? "0 0 1 1").split(" ").map(Number);
    menu.style.left = `${(100 * x) / w}%`;
    menu.style.top = `${(100 * y) / height}%`;
    let isDone = false;
    const finish = (/** @type {boolean} */ isTaken) => {
      if (isDone) return;
      isDone = true;
      menu.remove();
      if (isTaken && input.value.trim() !== now) this.put(board, cell, input.value.trim() || (this.edited?.editor?.empty ?? ""));
    };
    menu.addEventListener("submit", (event) => {
      event.preventDefault();
      finish(true);
      host.focus();
    });
    input.addEventListener("blur", () => finish(true));
    for (const kind of ["pointerdown", "pointerup", "pointermove"]) menu.addEventListener(kind, (event) => event.stopPropagation());
    menu.addEventListener("keydown", (event) => {
      event.stopPropagation();
      if (event.key === "Escape") {
        finish(false);
        host.focus();
      }
    });
    host.append(menu);
    shown.mark({ chosen: cell });
    // After the pointer has done its work.
    setTimeout(() => {
      input.focus();
      if (!first) input.select();
    });
  }

  /**
   * @param {number} board
   * @param {number} cell
   * @param {string} content
   */
  put(board, cell, content) {
    if (this.edited?.boards[board]?.cells[cell] === content) return;
    this.send((boards) => (boards[board].cells[cell] = content));
  }

  /**
   * @param {number} width
   * @param {number} height
   */
  resize(width, height) {
    const fill = this.edited?.editor?.fill ?? "";
    this.send((boards) => {
      for (const board of boards) {
        const cell = (/** @type {number} */ x, /** @type {number} */ y) =>
          x < board.width && y < board.height ? board.cells[y * board.width + x] : fill;
        board.cells = Array.from({ length: width * height }, (_, n) => cell(n % width, Math.floor(n / width)));
        [board.width, board.height] = [width, height];
      }
    });
  }

  /**
   * Changes the boards, and asks what they are then.
   * @param {(boards: { width: number, height: number, cells: string[] }[]) => void} alter
   */
  send(alter) {
    if (!this.edited) return;
    const boards = this.edited.boards.map(({ cells, scene }) => ({ width: scene.width, height: scene.height, cells: [...cells] }));
    alter(boards);
    // What is painted next builds on this, though the answer may not be here yet.
    boards.forEach(({ cells }, index) => {
      if (this.edited) this.edited.boards[index].cells = cells;
    });
    return this.change({ boards });
  }

  /**
   * @param {string} text
   * @param {string} mood
   * @param {string} [more]
   */
  tell(text, mood, more = "") {
    this.verdict?.replaceChildren(h("p", { class: `status ${mood}` }, text), more ? h("p", { class: "hint" }, more) : "");
  }

  /**
   * Says what the level is worth.
   * @param {Edited} edited
   * @param {number} asked
   */
  async judge(edited, asked) {
    if (this.play) this.play.disabled = !edited.position;
    if (edited.error) {
      const { line, column, message } = edited.error;
      return this.tell(line ? `Line ${line}, column ${column}: ${message}.` : `${capital(message)}.`, "bad");
    }
    const what = `${edited.description}.`;
    this.tell(what, "", "Is it solvable?…");
    const search = this.engine.solve({ position: edited.position, seconds: SECONDS }, () => {});
    this.search = search;
    try {
      const answer = await search.done;
      if (asked !== this.asked) return;
      const goal = answer.solvable_goal ? `; solvable with the goal ${answer.solvable_goal}` : "";
      const proved = answer.proved ? `; ${answer.proved}` : "";
      const mood = answer.status === "unsolvable" ? "bad" : answer.plan ? "good" : "";
      this.tell(`${capital(answer.headline)}${proved}${goal}.`, mood, what);
    } catch (error) {
      if (!(error instanceof EngineError)) throw error;
    }
  }

  async open() {
    const text = this.edited?.position?.text ?? this.text?.value;
    if (!this.puzzle) return;
    const opened = await this.engine.call("open", { puzzle: this.puzzle.name, text });
    byId("show-levels").click();
    this.onOpen(opened, "");
  }
}
