// A plan as a GIF, drawn and encoded here: for the engine that makes none itself.

/** @import { Walk } from "./types.js" */
import { adopt, adoptStep, drawing } from "./board.js";
import { Painter } from "./canvas.js";

const CELL = 100;
const MARGIN = 24;

/** The longest side in pixels, and the most of a cell. */
const MAX_SIDE = 640;
const MAX_CELL = 72;

/** More moves would make a file that nobody opens. */
const MAX_MOVES = 1000;

/** Hundredths of a second for each move, and for the first and the last board. */
const EACH = 40;
const REST = 150;

/**
 * @param {Walk} walk
 * @returns {Uint8Array<ArrayBuffer>}
 */
export function animate(walk) {
  if (walk.steps.length > MAX_MOVES) throw new RangeError(`a GIF has at most ${MAX_MOVES} moves here`);
  const { width, height } = walk.board;
  const ids = adopt(walk.drawings);
  const [w, h] = [width, height].map((side) => side * CELL + 2 * MARGIN);
  const scale = Math.min(MAX_CELL / CELL, MAX_SIDE / Math.max(w, h));
  const painter = new Painter(document.createElement("canvas"), true);
  const { context } = painter;
  painter.reset(Math.round(w * scale), Math.round(h * scale), scale);
  context.fillStyle = painter.colour("var(--board)");
  context.fillRect(0, 0, w, h);
  const cells = [walk.board.grounds, walk.board.pieces].map((layer) => layer.map((number) => (number === null ? null : ids[number])));
  const paint = (/** @type {number} */ cell) => {
    const [x, y] = [MARGIN + ((cell % width) + 0.5) * CELL, MARGIN + (Math.floor(cell / width) + 0.5) * CELL];
    context.fillStyle = painter.colour("var(--board)");
    context.fillRect(x - CELL / 2, y - CELL / 2, CELL, CELL);
    for (const layer of cells) {
      const id = layer[cell];
      if (id) painter.draw(drawing(id), x, y);
    }
  };
  for (let cell = 0; cell < width * height; cell++) paint(cell);
  const pixels = () => new Uint32Array(context.getImageData(0, 0, painter.canvas.width, painter.canvas.height).data.buffer);
  const frames = [pixels()];
  for (const step of walk.steps) {
    const move = adoptStep(step, ids);
    for (const [from] of move.travels) cells[1][from] = null;
    for (const [, to, becomes] of move.travels) cells[1][to] = becomes;
    for (const [cell, ground, piece] of move.changes) [cells[0][cell], cells[1][cell]] = [ground, piece];
    for (const cell of new Set([...move.travels.flatMap(([from, to]) => [from, to]), ...move.changes.map(([cell]) => cell)])) paint(cell);
    frames.push(pixels());
  }
  return encode(frames, painter.canvas.width, painter.canvas.height);
}

/**
 * @param {Uint32Array[]} frames the colours of their pixels
 * @param {number} width
 * @param {number} height
 */
function encode(frames, width, height) {
  const palette = new Palette([frames[0], frames[frames.length - 1]]);
  /** @type {number[]} */
  const bytes = [];
  const short = (/** @type {number} */ number) => bytes.push(number & 255, number >> 8);
  bytes.push(...new TextEncoder().encode("GIF89a"));
  short(width);
  short(height);
  // A table of 256 colours; no background; square pixels.
  bytes.push(0xf7, 0, 0);
  for (const colour of palette.colours) bytes.push(colour & 255, (colour >> 8) & 255, (colour >> 16) & 255);
  // Over and over again.
  bytes.push(0x21, 0xff, 11, ...new TextEncoder().encode("NETSCAPE2.0"), 3, 1, 0, 0, 0);
  frames.forEach((frame, index) => {
    const isRest = index === 0 || index === frames.length - 1;
    // What has not changed since the last frame is not in this one.
    const [left, top, right, bottom] = index === 0 ? [0, 0, width, height] : changed(frames[index - 1], frame, width, height);
    bytes.push(0x21, 0xf9, 4, 4);
    short(isRest ? REST : EACH);
    bytes.push(0, 0, 0x2c);
    for (const number of [left, top, right - left, bottom - top]) short(number);
    bytes.push(0, 8);
    const part = new Uint8Array((right - left) * (bottom - top));
    let at = 0;
    for (let y = top; y < bottom; y++) for (let x = left; x < right; x++) part[at++] = palette.index(frame[y * width + x]);
    const packed = compress(part);
    for (let from = 0; from < packed.length; from += 255) {
      const block = packed.slice(from, from + 255);
      bytes.push(block.length, ...block);
    }
    bytes.push(0);
  });
  bytes.push(0x3b);
  return new Uint8Array(bytes);
}

/**
 * The rectangle in which two frames differ; one pixel, if they don't.
 * @param {Uint32Array} before
 * @param {Uint32Array} now
 * @param {number} width
 * @param {number} height
 */
function changed(before, now, width, height) {
  let [left, top, right, bottom] = [width, height, 0, 0];
  for (let at = 0; at < now.length; at++) {
    if (before[at] === now[at]) continue;
    const [x, y] = [at % width, Math.floor(at / width)];
    [left, top, right, bottom] = [Math.min(left, x), Math.min(top, y), Math.max(right, x + 1), Math.max(bottom, y + 1)];
  }
  return right ? [left, top, right, bottom] : [0, 0, 1, 1];
}

/** The 256 colours that are seen most. */
class Palette {
  /** @param {Uint32Array[]} frames */
  constructor(frames) {
    /** @type {Map<number, number>} */
    const seen = new Map();
    for (const frame of frames) for (const colour of frame) seen.set(colour, (seen.get(colour) ?? 0) + 1);
    const most = [...seen].sort((one, other) => other[1] - one[1]).slice(0, 256);
    this.colours = most.map(([colour]) => colour);
    /** @type {Map<number, number>} */
    this.known = new Map(this.colours.map((colour, index) => [colour, index]));
    while (this.colours.length < 256) this.colours.push(0);
  }

  /** The number of the nearest one. @param {number} colour */
  index(colour) {
    const known = this.known.get(colour);
    if (known !== undefined) return known;
    const part = (/** @type {number} */ of, /** @type {number} */ shift) => (of >> shift) & 255;
    const far = (/** @type {number} */ other) => [0, 8, 16].reduce((sum, shift) => sum + (part(colour, shift) - part(other, shift)) ** 2, 0);
    let best = 0;
    for (let index = 1; index < 256; index++) if (far(this.colours[index]) < far(this.colours[best])) best = index;
    this.known.set(colour, best);
    return best;
  }
}

/**
 * Lempel-Ziv-Welch as GIF has it, for bytes.
 * @param {Uint8Array} bytes
 */
function compress(bytes) {
  const [clear, end] = [256, 257];
  /** @type {number[]} */
  const packed = [];
  let [bits, held, size, next] = [0, 0, 9, 258];
  /** Codes by the code of all but the last byte, and that byte. @type {Map<number, number>} */
  let codes = new Map();
  const put = (/** @type {number} */ code) => {
    bits |= code << held;
    for (held += size; held >= 8; held -= 8) {
      packed.push(bits & 255);
      bits >>>= 8;
    }
  };
  put(clear);
  let prefix = bytes[0];
  for (let at = 1; at < bytes.length; at++) {
    const key = (prefix << 8) | bytes[at];
    const code = codes.get(key);
    if (code !== undefined) {
      prefix = code;
      continue;
    }
    put(prefix);
    if (next === 4096) {
      put(clear);
      [size, next, codes] = [9, 258, new Map()];
    } else {
      if (next === 1 << size) size += 1;
      codes.set(key, next++);
    }
    prefix = bytes[at];
  }
  put(prefix);
  put(end);
  if (held > 0) packed.push(bits & 255);
  return packed;
}
