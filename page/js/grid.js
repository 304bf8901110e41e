// The levels of a file of results as a grid: a row for each start, a column for each target.

/** @import { Engine, LevelGrid, Puzzle } from "./types.js" */
import { h } from "./dom.js";
import { EngineError } from "./engine.js";
import { capital, plural } from "./words.js";

/** The longest file that is read: an engine takes no more. */
const MAX_BYTES = 3 << 20;

/**
 * The section of a puzzle that reads files of results.
 * @param {Engine} engine
 * @param {Puzzle} puzzle
 * @param {(text: string, name: string) => void} onChoose
 */
export function gridSection(engine, puzzle, onChoose) {
  const problem = h("p", { class: "problem", role: "alert" });
  const place = h("div", { id: "grid" });
  const file = h("input", { type: "file", id: "results", "aria-label": "File of results" });
  const show = async (/** @type {string | undefined} */ text) => {
    problem.textContent = "";
    try {
      place.replaceChildren(...table(await engine.call("grid", { puzzle: puzzle.name, text }), onChoose));
    } catch (error) {
      if (!(error instanceof EngineError)) throw error;
      const { message, line, column } = error.fault;
      problem.textContent = line ? `Line ${line}, column ${column}: ${message}.` : `${capital(message)}.`;
    }
  };
  file.addEventListener("change", async () => {
    const [chosen] = file.files ?? [];
    if (!chosen) return;
    if (chosen.size > MAX_BYTES) problem.textContent = "This file is too long to be one of results.";
    else show(await chosen.text());
  });
  if (puzzle.has_results) show(undefined);
  return h("section", { id: "grids" }, h("h2", {}, "All pairs"),
    h("label", { class: "field" }, h("span", {}, "Open a file of results to choose from its pairs"), file), problem, place);
}

/**
 * @param {LevelGrid} grid
 * @param {(text: string, name: string) => void} onChoose
 */
function table({ title, summary, axes, labels, lengths, levels }, onChoose) {
  const most = Math.max(1, ...lengths.map((length) => (typeof length === "number" ? length : 0)));
  const cell = (/** @type {number} */ from, /** @type {number} */ to) => {
    const index = from * labels.length + to;
    const [length, level] = [lengths[index], levels[index]];
    if (level === null) return h("td", {}, length === "unsolvable" ? "–" : "·");
    const name = `${labels[from]} to ${labels[to]}`;
    const told = typeof length === "number" ? plural(length, "move") : "not solved yet";
    const choose = () => onChoose(level, name);
    const shade = typeof length === "number" ? Math.ceil((4 * length) / most) : 0;
    // One stop of the Tab key for the whole grid; the arrow keys go on from there.
    const button = h("button", { type: "button", class: `shade-${shade}`, title: `${name}: ${told}`, "aria-label": `${name}, ${told}`, tabIndex: -1, onclick: choose }, typeof length === "number" ? String(length) : "?");
    return h("td", {}, button);
  };
  const head = h("tr", {}, h("td", {}), ...labels.map((label) => h("th", { scope: "col" }, label)));
  const rows = labels.map((label, from) => h("tr", {}, h("th", { scope: "row" }, label), ...labels.map((_, to) => cell(from, to))));
  const body = h("table", { class: "grid", onkeydown: (/** @type {KeyboardEvent} */ event) => step(event) }, h("thead", {}, head), h("tbody", {}, ...rows));
  const first = body.querySelector("button");
  if (first) first.tabIndex = 0;
  return [
    h("p", {}, `${title}: ${summary}.`),
    h("p", { class: "hint" }, `${capital(axes[0])} by row, ${axes[1]} by column. Choose a pair to play it.`),
    h("div", { class: "scroll", role: "region", "aria-label": title, tabIndex: 0 }, body),
  ];
}

/** Goes to the next button in the direction of an arrow key. @param {KeyboardEvent} event */
function step(event) {
  const steps = { ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowDown: [0, 1], ArrowUp: [0, -1] };
  const by = steps[/** @type {"ArrowUp"} */ (event.key)];
  const cell = /** @type {HTMLElement} */ (event.target).closest("td");
  if (!by || !cell) return;
  event.preventDefault();
  const rows = /** @type {HTMLTableSectionElement} */ (cell.closest("tbody")).rows;
  let [column, row] = [cell.cellIndex, /** @type {HTMLTableRowElement} */ (cell.parentElement).sectionRowIndex];
  for (;;) {
    [column, row] = [column + by[0], row + by[1]];
    const next = rows[row]?.cells[column];
    if (!next) return;
    const button = next.querySelector("button");
    if (!button) continue;
    /** @type {HTMLElement} */ (cell.querySelector("button")).tabIndex = -1;
    button.tabIndex = 0;
    return button.focus();
  }
}
