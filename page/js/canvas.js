// Drawings on a canvas, for boards with too many cells for elements of SVG.
//
// The engine's drawings are few shapes with few attributes; each is read once, and its
// label is set apart, since the thousands of tiles of a large board differ in nothing else.

import { parseSvg } from "./dom.js";

const FONT = '"DejaVu Sans", Verdana, Helvetica, Arial, sans-serif';
const LABEL = />([^<]*)<\/text>/;

/**
 * @typedef {{ kind: "rect" | "circle" | "text", x: number, y: number, width: number, height: number,
 *   radius: number, size: number, fill: string, stroke: string, line: number, opacity: number,
 *   dash: number[] }} Shape
 */

/** @type {Map<string, Shape[]>} */
const read = new Map();

/**
 * The shapes of a drawing without its label.
 * @param {string} text
 * @returns {Shape[]}
 */
function shapes(text) {
  const known = read.get(text);
  if (known) return known;
  /** @type {Shape[]} */
  const list = [];
  const visit = (/** @type {Element} */ element, /** @type {number[]} */ [dx, dy]) => {
    const number = (/** @type {string} */ name) => Number(element.getAttribute(name) ?? 0);
    const [, tx, ty] = element.getAttribute("transform")?.match(/translate\((\S+) (\S+)\)/) ?? [0, 0, 0];
    const [x, y] = [dx + Number(tx), dy + Number(ty)];
    const kind = element.tagName;
    if (kind === "rect" || kind === "circle" || kind === "text") {
      const isCircle = kind === "circle";
      list.push({
        kind,
        x: x + number(isCircle ? "cx" : "x"),
        y: y + number(isCircle ? "cy" : "y"),
        width: number("width"),
        height: number("height"),
        radius: number(isCircle ? "r" : "rx"),
        size: number("font-size"),
        fill: element.getAttribute("fill") ?? "none",
        stroke: element.getAttribute("stroke") ?? "none",
        line: number("stroke-width"),
        opacity: Number(element.getAttribute("opacity") ?? 1),
        dash: (element.getAttribute("stroke-dasharray") ?? "").split(" ").filter(Boolean).map(Number),
      });
    }
    for (const child of element.children) visit(child, [x, y]);
  };
  visit(parseSvg(text), [0, 0]);
  read.set(text, list);
  return list;
}

export class Painter {
  /**
   * @param {HTMLCanvasElement} canvas
   * @param {boolean} [isRead] whether its pixels are wanted
   */
  constructor(canvas, isRead = false) {
    this.canvas = canvas;
    const context = canvas.getContext("2d", { willReadFrequently: isRead });
    if (!context) throw new Error("no canvas");
    this.context = context;
    this.scale = 1;
    /** @type {Map<string, string>} */
    this.colours = new Map();
  }

  /**
   * Begins anew, in this many pixels, with the colours of the page as they are now.
   * @param {number} width
   * @param {number} height
   * @param {number} scale
   */
  reset(width, height, scale) {
    [this.canvas.width, this.canvas.height, this.scale] = [width, height, scale];
    this.colours.clear();
    this.style = getComputedStyle(document.documentElement);
    this.context.setTransform(scale, 0, 0, scale, 0, 0);
    this.context.textAlign = "center";
  }

  /**
   * The colour that a variable of the page stands for.
   * @param {string} fill
   */
  colour(fill) {
    const name = fill.match(/^var\((.*)\)$/)?.[1];
    if (!name) return fill;
    let colour = this.colours.get(name);
    if (colour === undefined) {
      colour = this.style?.getPropertyValue(name).trim() ?? "";
      this.colours.set(name, colour);
    }
    return colour;
  }

  /**
   * Draws around a point.
   * @param {string} text
   * @param {number} x
   * @param {number} y
   */
  draw(text, x, y) {
    const label = text.match(LABEL)?.[1];
    const list = shapes(label === undefined ? text : text.replace(LABEL, "></text>"));
    const { context } = this;
    for (const shape of list) {
      const [sx, sy] = [x + shape.x, y + shape.y];
      context.globalAlpha = shape.opacity;
      if (shape.kind === "text") {
        // Letters of some pixels can't be read; they would only take time.
        if (shape.size * this.scale < 4) continue;
        context.fillStyle = this.colour(shape.fill);
        context.font = `bold ${shape.size}px ${FONT}`;
        context.fillText(unescape(label ?? ""), sx, sy);
        continue;
      }
      context.beginPath();
      if (shape.kind === "rect") context.roundRect(sx, sy, shape.width, shape.height, shape.radius);
      else context.arc(sx, sy, shape.radius, 0, 2 * Math.PI);
      if (shape.fill !== "none") {
        context.fillStyle = this.colour(shape.fill);
        context.fill();
      }
      if (shape.stroke !== "none") {
        context.strokeStyle = this.colour(shape.stroke);
        context.lineWidth = shape.line;
        context.setLineDash(shape.dash);
        context.stroke();
      }
    }
    context.globalAlpha = 1;
  }
}

/** A label as it is read. @param {string} text */
function unescape(text) {
  return text.replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&quot;", '"').replaceAll("&amp;", "&");
}
