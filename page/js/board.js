// A board: cells and pieces as the engine draws them, moves that can be played and taken
// back, and marks over them. Only what a move changes is touched.

/** @import { Scene, Step, Manner } from "./types.js" */
import { Painter } from "./canvas.js";
import { byId, h, isCalm, parseSvg, s } from "./dom.js";

const CELL = 100;
const MARGIN = 24;

/** Boards with more cells are drawn on a canvas: elements would take seconds. */
const MAX_ELEMENTS = 2500;

/** The longest side of a canvas, in pixels. */
const MAX_PIXELS = 4096;

/** The ids of drawings by their text; all boards share them. @type {Map<string, string>} */
const drawn = new Map();
/** Their texts by their ids. @type {Map<string, string>} */
const texts = new Map();
/** Those that are elements of the page. @type {Set<string>} */
const defined = new Set();

/**
 * Takes drawings from the engine and gives their ids.
 * @param {string[]} drawings
 */
export function adopt(drawings) {
  return drawings.map((text) => {
    let id = drawn.get(text);
    if (id === undefined) {
      id = `d${drawn.size}`;
      drawn.set(text, id);
      texts.set(id, text);
    }
    return id;
  });
}

/** The text of a drawing. @param {string} id */
export const drawing = (id) => texts.get(id) ?? "";

/**
 * Makes drawings elements of the page, for those who use them.
 * @param {Iterable<string | null>} ids
 */
export function define(ids) {
  const fresh = [...new Set(ids)].filter((id) => id !== null && !defined.has(id));
  if (!fresh.length) return;
  // One parse for all: there may be thousands.
  const root = parseSvg(fresh.map((id) => `<g id="${id}">${texts.get(/** @type {string} */ (id))}</g>`).join(""));
  /** @type {Element} */ (byId("drawings").firstElementChild).append(...root.children);
  for (const id of fresh) defined.add(/** @type {string} */ (id));
}

/**
 * A move whose drawings are known to all boards.
 * @typedef {{ name: string, manner: Manner, travels: [from: number, to: number, becomes: string | null][],
 *   changes: [cell: number, ground: string | null, piece: string | null][], text?: string }} Move
 */

/**
 * @param {Step} step
 * @param {string[]} ids
 * @returns {Move}
 */
export function adoptStep(step, ids) {
  const id = (/** @type {number | null} */ number) => (number === null ? null : ids[number]);
  return {
    ...step,
    travels: step.travels.map(([from, to, becomes]) => [from, to, id(becomes)]),
    changes: step.changes.map(([cell, ground, piece]) => [cell, id(ground), id(piece)]),
  };
}

/** What a played move changed, to take it back. @typedef {{ move: Move, before: [layer: 0 | 1, cell: number, id: string | null][] }} Played */

export class Board {
  /** @param {HTMLElement} host */
  constructor(host) {
    this.host = host;
    this.width = 1;
    this.height = 1;
    /** The ids of grounds, then of pieces. @type {(string | null)[][]} */
    this.cells = [[], []];
    /** @type {(SVGElement | null)[][]} */
    this.nodes = [[], []];
    this.layers = [s("g"), s("g", { class: "pieces" })];
    this.marks = s("g", { class: "marks" });
    this.plate = s("rect", { class: "plate" });
    this.svg = s("svg", { class: "cells", "aria-hidden": "true" }, this.plate, ...this.layers, this.marks);
    this.canvas = h("canvas", { class: "large", hidden: true });
    this.painter = new Painter(this.canvas);
    this.isLarge = false;
    /** The piece that is dragged. @type {SVGElement | null} */
    this.lifted = null;
    this.host.replaceChildren(this.canvas, this.svg);
    new ResizeObserver(() => this.paint()).observe(this.host);
    // Another theme has other colours.
    const again = () => this.paint();
    new MutationObserver(again).observe(document.documentElement, { attributeFilter: ["data-theme"] });
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", again);
  }

  /** Draws a large board as a whole. */
  paint() {
    if (!this.isLarge) return;
    const [w, h] = [this.width * CELL + 2 * MARGIN, this.height * CELL + 2 * MARGIN];
    const wanted = this.host.clientWidth * devicePixelRatio;
    const scale = Math.min(wanted / w, MAX_PIXELS / Math.max(w, h));
    if (!scale) return;
    this.painter.reset(Math.round(w * scale), Math.round(h * scale), scale);
    const cells = this.cells[0].length;
    for (let cell = 0; cell < cells; cell++) this.paintCell(cell);
  }

  /** @param {number} cell */
  paintCell(cell) {
    const [x, y] = this.middle(cell);
    this.painter.context.clearRect(x - CELL / 2, y - CELL / 2, CELL, CELL);
    for (const layer of this.cells) {
      const text = texts.get(layer[cell] ?? "");
      if (text) this.painter.draw(text, x, y);
    }
  }

  /**
   * Shows a scene.
   * @param {Scene} scene
   * @param {string[]} ids
   */
  show(scene, ids) {
    const { width, height } = scene;
    const id = (/** @type {number | null} */ number) => (number === null ? null : ids[number]);
    const cells = [scene.grounds.map(id), scene.pieces.map(id)];
    const isLarge = width * height > MAX_ELEMENTS;
    if (isLarge || this.isLarge) {
      // From one to the other nothing is kept.
      this.cells = [[], []];
      this.nodes = [[], []];
      for (const layer of this.layers) layer.replaceChildren();
    }
    this.isLarge = isLarge;
    this.canvas.hidden = !isLarge;
    this.svg.classList.toggle("over", isLarge);
    if (!isLarge) define(cells.flat());
    if (width !== this.width || height !== this.height || cells[0].length !== this.cells[0].length) {
      [this.width, this.height] = [width, height];
      const [w, h] = [width * CELL + 2 * MARGIN, height * CELL + 2 * MARGIN];
      this.svg.setAttribute("viewBox", `0 0 ${w} ${h}`);
      this.host.style.setProperty("--ratio", String(w / h));
      this.host.style.setProperty("--columns", String(Math.max(width, height)));
      const plate = { x: MARGIN - 14, y: MARGIN - 14, width: w - 2 * MARGIN + 28, height: h - 2 * MARGIN + 28, rx: 22 };
      for (const [name, value] of Object.entries(plate)) this.plate.setAttribute(name, String(value));
      this.cells = [[], []];
      this.nodes = [[], []];
      for (const layer of this.layers) layer.replaceChildren();
    }
    if (isLarge) {
      this.cells = cells;
      this.paint();
      return this.mark();
    }
    for (const layer of /** @type {(0 | 1)[]} */ ([0, 1])) {
      const nodes = new Array(cells[layer].length).fill(null);
      const isNew = this.cells[layer].length === 0;
      if (isNew) {
        // All at once, for large boards.
        const fresh = document.createDocumentFragment();
        cells[layer].forEach((id, cell) => {
          if (id) fresh.append((nodes[cell] = this.use(id, cell)));
        });
        this.layers[layer].append(fresh);
        this.nodes[layer] = nodes;
        this.cells[layer] = cells[layer];
      } else cells[layer].forEach((id, cell) => this.put(layer, cell, id));
    }
    this.mark();
  }

  /** The middle of a cell. @param {number} cell */
  middle(cell) {
    return [
      MARGIN + ((cell % this.width) + 0.5) * CELL,
      MARGIN + (Math.floor(cell / this.width) + 0.5) * CELL,
    ];
  }

  /**
   * The cell at a point of the window, if there is one.
   * @param {number} x
   * @param {number} y
   */
  cellAt(x, y) {
    const matrix = /** @type {SVGSVGElement} */ (this.svg).getScreenCTM();
    if (!matrix) return null;
    const point = new DOMPoint(x, y).matrixTransform(matrix.inverse());
    const [column, row] = [Math.floor((point.x - MARGIN) / CELL), Math.floor((point.y - MARGIN) / CELL)];
    const isInside = column >= 0 && row >= 0 && column < this.width && row < this.height;
    return isInside ? row * this.width + column : null;
  }

  /**
   * @param {string} id
   * @param {number} cell
   */
  use(id, cell) {
    const [x, y] = this.middle(cell);
    define([id]);
    return s("use", { href: `#${id}`, x, y });
  }

  /**
   * Puts a drawing on a cell, or takes away what is there.
   * @param {0 | 1} layer
   * @param {number} cell
   * @param {string | null} id
   */
  put(layer, cell, id) {
    if (this.cells[layer][cell] === id) return;
    this.cells[layer][cell] = id;
    if (this.isLarge) return this.paintCell(cell);
    define([id]);
    const node = this.nodes[layer][cell];
    if (id && node) node.setAttribute("href", `#${id}`);
    else if (node) {
      node.remove();
      this.nodes[layer][cell] = null;
    } else if (id) this.layers[layer].append((this.nodes[layer][cell] = this.use(id, cell)));
  }

  /**
   * Shows the piece of a cell elsewhere while it is dragged.
   * @param {number} cell
   * @param {number} x in cells
   * @param {number} y
   */
  lift(cell, x, y) {
    const node = this.nodes[1][cell];
    if (!node) return;
    if (this.lifted !== node) {
      this.drop();
      this.lifted = node;
      // Over all others.
      this.layers[1].append(node);
    }
    node.style.transform = `translate(${x * CELL}px, ${y * CELL}px)`;
  }

  /** Puts the dragged piece back. */
  drop() {
    if (this.lifted) this.lifted.style.transform = "";
    this.lifted = null;
  }

  /**
   * Plays a move, and gives what takes it back.
   * @param {Move} move
   * @param {number} [duration] in milliseconds
   * @returns {Played}
   */
  play(move, duration = 160) {
    /** @type {Played["before"]} */
    const before = [];
    const note = (/** @type {0 | 1} */ layer, /** @type {number} */ cell) =>
      before.push([layer, cell, this.cells[layer][cell]]);
    for (const [from, to] of move.travels) (note(1, from), note(1, to));
    for (const [cell] of move.changes) (note(0, cell), note(1, cell));
    const moved = move.travels.map(([from]) => this.cells[1][from]);
    for (const [from] of move.travels) this.put(1, from, null);
    for (const [, to, becomes] of move.travels) this.put(1, to, becomes);
    for (const [cell, ground, piece] of move.changes) (this.put(0, cell, ground), this.put(1, cell, piece));
    if (duration > 0 && !isCalm() && !this.isLarge) {
      move.travels.forEach(([from, to], index) => this.glide(from, to, moved[index], move.manner, duration));
      for (const [cell] of move.changes) this.appear(cell, duration);
    }
    return { move, before };
  }

  /**
   * Takes a move back.
   * @param {Played} played
   * @param {number} [duration]
   */
  unplay({ move, before }, duration = 160) {
    // The first note of a cell is what it was before all.
    for (const [layer, cell, id] of [...before].reverse()) this.put(layer, cell, id);
    if (duration > 0 && !isCalm() && !this.isLarge) {
      for (const [from, to] of move.travels) this.glide(to, from, this.cells[1][from], move.manner, duration);
      for (const [cell] of move.changes) this.appear(cell, duration);
    }
  }

  /**
   * Moves what lies on `to` there from `from`. What travels may become another piece or
   * vanish; until it arrives, it is seen as it was.
   * @param {number} from
   * @param {number} to
   * @param {string | null} id
   * @param {Manner} manner
   * @param {number} duration
   */
  glide(from, to, id, manner, duration) {
    const [[x0, y0], [x1, y1]] = [this.middle(from), this.middle(to)];
    const [dx, dy] = [x0 - x1, y0 - y1];
    const at = (/** @type {number} */ share, /** @type {number} */ rise) =>
      ({ transform: `translate(${dx * (1 - share)}px, ${dy * (1 - share) - rise}px)` });
    const frames = manner === "hop" ? [at(0, 0), at(0.5, 55), at(1, 0)] : [at(0, 0), at(1, 0)];
    const target = this.nodes[1][to];
    const flying = id && this.cells[1][to] !== id ? this.use(id, to) : target;
    if (!flying) return;
    if (flying !== target || manner !== "slide") this.layers[1].append(flying);
    const flight = flying.animate(frames, { duration, easing: "ease-in-out" });
    if (flying !== target) flight.finished.catch(() => {}).finally(() => flying.remove());
  }

  /**
   * @param {number} cell
   * @param {number} duration
   */
  appear(cell, duration) {
    for (const nodes of this.nodes) {
      nodes[cell]?.animate([{ opacity: 0.35 }, { opacity: 1 }], { duration, easing: "ease-out" });
    }
  }

  /**
   * Marks cells and moves, instead of those marked before.
   * @param {{ ready?: number[], targets?: number[], chosen?: number | null, cursor?: number | null,
   *   arrows?: Move[] }} [what]
   */
  mark({ ready = [], targets = [], chosen = null, cursor = null, arrows = [] } = {}) {
    const frame = (/** @type {number} */ cell, /** @type {string} */ kind, size = 92) => {
      const [x, y] = this.middle(cell);
      const at = { x: x - size / 2, y: y - size / 2, width: size, height: size, rx: 14 };
      return s("rect", { class: kind, ...at });
    };
    const target = (/** @type {number} */ cell) => {
      // What lies on the target stays readable.
      if (this.cells[1][cell]) return frame(cell, "target");
      const [cx, cy] = this.middle(cell);
      return s("circle", { class: "target", cx, cy, r: 17 });
    };
    const marks = ready.map((cell) => frame(cell, "ready"));
    if (chosen !== null) marks.push(frame(chosen, "chosen"));
    marks.push(...targets.map(target));
    for (const move of arrows) {
      marks.push(...move.changes.slice(0, 400).map(([cell]) => frame(cell, "change")));
      marks.push(...move.travels.slice(0, 100).map(([from, to]) => this.arrow(from, to, move.manner)));
    }
    if (cursor !== null) marks.push(frame(cursor, "cursor", 98));
    this.marks.replaceChildren(...marks);
  }

  /**
   * @param {number} from
   * @param {number} to
   * @param {Manner} manner
   */
  arrow(from, to, manner) {
    const [[x0, y0], [x1, y1]] = [this.middle(from), this.middle(to)];
    const length = Math.hypot(x1 - x0, y1 - y0) || 1;
    const [ux, uy] = [(x1 - x0) / length, (y1 - y0) / length];
    const [start, end] = manner === "merge" ? [30, length - 34] : [28, length - 6];
    const point = (/** @type {number} */ along, /** @type {number} */ aside) =>
      `${x0 + ux * along - uy * aside} ${y0 + uy * along + ux * aside}`;
    const d = `M${point(start, 0)}L${point(end - 14, 0)}M${point(end, 0)}L${point(end - 24, 15)}L${point(end - 24, -15)}Z`;
    return s("g", { class: "arrow" }, s("path", { class: "rim", d }), s("path", { d }));
  }
}
