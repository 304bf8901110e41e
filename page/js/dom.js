// Elements, icons, and what is said to screen readers.

/**
 * The element with an id; the page has it.
 * @param {string} id
 * @returns {HTMLElement}
 */
export function byId(id) {
  const element = document.getElementById(id);
  if (!element) throw new Error(`no element '${id}'`);
  return element;
}

/**
 * Makes an element: properties are set as properties where there are such, and as
 * attributes otherwise.
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag
 * @param {Record<string, any>} [properties]
 * @param {...(Node | string | null | false | undefined)} children
 * @returns {HTMLElementTagNameMap[K]}
 */
export function h(tag, properties = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (value === undefined || value === null) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name in element && !name.startsWith("aria")) /** @type {any} */ (element)[name] = value;
    else element.setAttribute(name, value === true ? "" : String(value));
  }
  element.append(...children.filter((child) => child !== null && child !== false && child !== undefined));
  return element;
}

const SVG = "http://www.w3.org/2000/svg";

/**
 * Makes an element of SVG.
 * @param {string} tag
 * @param {Record<string, string | number>} [attributes]
 * @param {...SVGElement} children
 * @returns {SVGElement}
 */
export function s(tag, attributes = {}, ...children) {
  const element = /** @type {SVGElement} */ (document.createElementNS(SVG, tag));
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
  element.append(...children);
  return element;
}

/**
 * Reads a drawing that the engine made.
 * @param {string} text
 * @returns {Element}
 */
export function parseSvg(text) {
  const wrapped = text.startsWith("<svg") ? text : `<svg xmlns="${SVG}">${text}</svg>`;
  const root = new DOMParser().parseFromString(wrapped, "image/svg+xml").documentElement;
  return document.importNode(root, true);
}

const ICONS = {
  undo: "M9 14 4 9l5-5M4 9h10a6 6 0 0 1 0 12h-3",
  redo: "m15 14 5-5-5-5M20 9H10a6 6 0 0 0 0 12h3",
  restart: "M4 4v6h6M4.5 15a8 8 0 1 0 1-8L4 10",
  hint: "M9 18h6M10 21h4M12 3a6 6 0 0 0-4 10.5c.8.8 1 1.5 1 2.5h6c0-1 .2-1.7 1-2.5A6 6 0 0 0 12 3Z",
  theme: "M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18Zm0 0v18",
  first: "M6 5v14M19 5 9 12l10 7Z",
  back: "M17 5 7 12l10 7Z",
  play: "M7 4l13 8-13 8Z",
  pause: "M8 5v14M16 5v14",
  next: "m7 5 10 7-10 7Z",
  last: "M18 5v14M5 5l10 7-10 7Z",
  in: "M10.5 4a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13ZM15.5 15.5 21 21M7.5 10.5h6M10.5 7.5v6",
  out: "M10.5 4a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13ZM15.5 15.5 21 21M7.5 10.5h6",
  backward: "M4 8h13l-4-4M20 16H7l4 4",
  close: "M6 6l12 12M18 6 6 18",
  link: "M10 14a4 4 0 0 0 6 0l4-4a4 4 0 0 0-6-6l-1 1M14 10a4 4 0 0 0-6 0l-4 4a4 4 0 0 0 6 6l1-1",
};

/** @param {keyof typeof ICONS} name */
export function icon(name) {
  const path = s("path", { d: ICONS[name] });
  return s("svg", { viewBox: "0 0 24 24", class: "line", "aria-hidden": "true" }, path);
}

/**
 * A button with an icon and a label, which is only read out if `isBare`.
 * @param {keyof typeof ICONS} name
 * @param {string} label
 * @param {() => void} act
 * @param {{ id?: string, isBare?: boolean, title?: string }} [options]
 */
export function iconButton(name, label, act, options = {}) {
  const { id, isBare, title } = options;
  const properties = { type: "button", id, title: title ?? label, onclick: act, class: isBare ? "icon" : null };
  const button = h("button", properties, icon(name), !isBare && h("span", {}, label));
  button.setAttribute("aria-label", label);
  return button;
}

/**
 * A labelled control.
 * @param {string} label
 * @param {HTMLElement} control
 * @param {string} [hint]
 */
export function field(label, control, hint) {
  return h("label", { class: "field" }, h("span", {}, label), control, hint ? h("small", {}, hint) : null);
}

/**
 * A list to choose from.
 * @param {[value: string, label: string][]} options
 * @param {Record<string, any>} [properties]
 */
export function select(options, properties = {}) {
  return h("select", properties, ...options.map(([value, label]) => h("option", { value }, label)));
}

/**
 * Says something to everybody: below the board, and to screen readers.
 * @param {string} text
 * @param {"" | "good" | "bad"} [mood]
 */
export function say(text, mood = "") {
  const status = byId("status");
  status.textContent = text;
  status.className = `status ${mood}`;
}

/** Whether the page is dark now. */
export function isDark() {
  const theme = document.documentElement.dataset.theme;
  return theme ? theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
}

/** Whether things may move. */
export const isCalm = () => matchMedia("(prefers-reduced-motion: reduce)").matches;
