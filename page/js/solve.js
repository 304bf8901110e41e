// Solving: how to search, by one algorithm or by two side by side.

/** @import { About, Answer, Engine, Puzzle } from "./types.js" */
/** @import { Game } from "./game.js" */
/** @import { Watch } from "./watch.js" */
import { byId, field, h, isDark, say, select } from "./dom.js";
import { Run } from "./run.js";
import { capital, grouped, memory, time } from "./words.js";

const SECONDS = /** @type {[string, string][]} */ ([["5", "5 seconds"], ["60", "1 minute"], ["600", "10 minutes"], ["3600", "1 hour"]]);
const PLANS = 100;

export class Solve {
  /**
   * @param {Engine} engine
   * @param {Game} game
   * @param {Watch} watch
   * @param {(goal: string) => void} onGoal
   */
  constructor(engine, game, watch, onGoal) {
    this.game = game;
    this.watch = watch;
    this.panel = byId("tab-solve");
    this.compare = byId("compare");
    this.runs = ["", "-2"].map((suffix) => new Run(engine, watch, onGoal, suffix));
    /** Where the search is shown that is not compared. */
    this.alone = h("div", { class: "run" });
    /** Counts the searches, so that late answers are not taken. */
    this.turn = 0;
    this.isRunning = false;
    /** What was found on this position. @type {{ name: string, answer: Answer }[]} */
    this.found = [];
  }

  /**
   * @param {Puzzle} puzzle
   * @param {About} about
   */
  show(puzzle, about) {
    this.puzzle = puzzle;
    const solvers = [...puzzle.algorithms, ...puzzle.solvers].map(({ name }) => /** @type {[string, string]} */ ([name, name]));
    this.algorithm = select([["default", "automatic"], ...solvers], { id: "algorithm" });
    this.other = select([["", "nothing"], ["default", "automatic"], ...solvers], { id: "other" });
    const heuristics = puzzle.heuristics.map(({ name }) => /** @type {[string, string]} */ ([name, name]));
    this.heuristic = select([["", "automatic"], ...heuristics], { id: "heuristic" });
    this.weight = h("input", { id: "weight", type: "number", min: "1", max: "1000", step: "0.1", value: "1.5" });
    this.width = h("input", { id: "width", type: "number", min: "1", step: "1", value: "1000" });
    this.seconds = select(SECONDS.filter(([value]) => Number(value) <= about.max_seconds), { id: "seconds" });
    this.seconds.value = "60";
    const halves = [1, 2, 4, 8].map((part) => about.memory / part);
    this.memory = select(halves.map((bytes) => [String(Math.floor(bytes)), memory(bytes)]), { id: "memory" });
    this.all = h("input", { id: "all", type: "checkbox" });
    this.record = h("input", { id: "record", type: "checkbox", checked: true });
    this.about = h("small", { id: "algorithm-summary" });
    this.informed = [field("Heuristic", this.heuristic), field("Weight", this.weight), field("Width", this.width)];
    this.button = h("button", { id: "solve", class: "primary large", type: "submit" }, "Solve");
    const check = (/** @type {HTMLElement} */ box, /** @type {string} */ label) => h("label", { class: "check" }, box, h("span", {}, label));
    const options = h("details", { id: "options" }, h("summary", {}, "Options"),
      field("Algorithm", this.algorithm), this.about,
      field("Side by side with", this.other),
      h("div", { class: "fields" }, ...this.informed),
      h("div", { class: "fields" }, field("Time", this.seconds), field("Memory", this.memory)),
      check(this.all, "Find all plans of the fewest moves"),
      check(this.record, "Draw what the search does"));
    const submit = (/** @type {Event} */ event) => {
      event.preventDefault();
      if (this.isRunning) for (const run of this.runs) run.stop();
      else this.run();
    };
    this.history = h("div", { id: "runs" });
    for (const list of [this.algorithm, this.other]) list.addEventListener("change", () => this.choose());
    this.panel.replaceChildren(
      h("form", { id: "solving", onsubmit: submit }, h("p", { class: "hint" }, "Finds the fewest moves from the position on the board, and proves it."), this.button, options),
      this.alone, this.history);
    this.choose();
    this.reset();
  }

  /** The chosen algorithms: one, or two. */
  get names() {
    return [this.algorithm?.value ?? "default", this.other?.value ?? ""].filter(Boolean);
  }

  /** @param {string} name */
  isInformed(name) {
    return this.puzzle?.algorithms.find((algorithm) => algorithm.name === name)?.is_informed ?? false;
  }

  /** Shows the options that the chosen algorithms have. */
  choose() {
    if (!this.puzzle || !this.about || !this.informed) return;
    const { names } = this;
    const known = [...this.puzzle.algorithms, ...this.puzzle.solvers].find(({ name }) => name === names[0]);
    this.about.textContent = capital(known?.summary ?? "what suits this puzzle and its size best");
    const [heuristic, weight, width] = this.informed;
    heuristic.hidden = !names.some((name) => this.isInformed(name));
    weight.hidden = !names.includes("weighted-astar");
    width.hidden = !names.includes("beam");
  }

  /** Another position: nothing is known of it. */
  reset() {
    this.turn += 1;
    this.found = [];
    for (const run of this.runs) run.reset();
    this.history?.replaceChildren();
    this.place(["default"]);
    this.setRunning(false);
  }

  /**
   * What to ask for.
   * @param {string} name of the algorithm
   * @param {Run} run which shows it
   */
  request(name, run) {
    // As wide as it is shown, so that its letters can be read on a phone.
    const width = Math.min(Math.max(run.live.parentElement?.clientWidth ?? 0, 340), 560);
    const number = (/** @type {HTMLInputElement | undefined} */ control) => (control?.value ? Number(control.value) : undefined);
    // Every plan is found by the puzzle's own choice, or by A*.
    return {
      position: this.game.now,
      algorithm: name === "default" ? undefined : name,
      heuristic: this.isInformed(name) && this.heuristic?.value ? this.heuristic.value : undefined,
      weight: name === "weighted-astar" ? number(this.weight) : undefined,
      width: name === "beam" ? number(this.width) : undefined,
      seconds: Number(this.seconds?.value),
      memory: Number(this.memory?.value),
      plans: this.all?.checked ? PLANS : undefined,
      plots: this.record?.checked ? { dark: isDark(), width, height: Math.round(0.3 * width + 230), tree: true, table: true } : undefined,
    };
  }

  /** Searches by each chosen algorithm, at the same time. */
  async run() {
    this.watch.close();
    const turn = ++this.turn;
    const { asked } = this.game;
    const { names } = this;
    for (const run of this.runs) run.reset();
    this.place(names);
    this.setRunning(true);
    const answers = await Promise.all(names.map((name, index) => this.runs[index].solve(this.request(name, this.runs[index]))));
    if (turn !== this.turn) return;
    this.setRunning(false);
    for (const [index, answer] of answers.entries()) {
      if (answer) this.found.push({ name: title(names[index]), answer });
    }
    this.showFound();
    const given = answers.filter((answer) => answer !== null);
    // The better of two plans; of the same length, the one that is proved.
    const rank = (/** @type {Answer} */ { cost, status }) => (cost ?? Infinity) + (status === "optimal" ? 0 : 0.5);
    const [best] = given.toSorted((one, other) => (rank(one) > rank(other) ? 1 : -1));
    if (!best) return;
    if (asked === this.game.asked) this.game.learn(best);
    say(`${capital(best.headline)}${best.proved ? `: ${best.proved}` : ""}.`, best.plan ? "good" : "");
  }

  /** @param {boolean} isRunning */
  setRunning(isRunning) {
    this.isRunning = isRunning;
    if (!this.button) return;
    this.button.textContent = isRunning ? "Stop" : "Solve";
    this.button.classList.toggle("stop", isRunning);
  }

  /**
   * Gives a search its place: in the panel, or beside another below the board.
   * @param {string[]} names
   */
  place(names) {
    const [first, second] = this.runs;
    const isAlone = names.length === 1;
    this.compare.hidden = isAlone;
    if (isAlone) {
      this.compare.replaceChildren();
      return this.alone.replaceChildren(...first.parts);
    }
    const sides = [first, second].map((run, index) => h("section", { class: "run", "aria-label": `Search ${index + 1}` }, h("h2", {}, title(names[index])), ...run.parts));
    this.compare.replaceChildren(...sides);
    this.compare.scrollIntoView({ block: "nearest" });
  }

  /** What several searches of the same position took, side by side. */
  showFound() {
    if (!this.history || this.found.length < 2) return;
    const row = (/** @type {{ name: string, answer: Answer }} */ { name, answer }) => {
      const cells = [answer.heuristic ? `${name} (${answer.heuristic})` : name, answer.cost ?? "–", answer.bound ?? "–", grouped(answer.expanded), time(answer.seconds)];
      return h("tr", {}, ...cells.map((cell) => h("td", {}, String(cell))));
    };
    const head = ["search", "moves", "bound", "nodes", "time"].map((name) => h("th", { scope: "col" }, name));
    this.history.replaceChildren(
      h("h2", {}, "Searches of this position"),
      h("table", {}, h("thead", {}, h("tr", {}, ...head)), h("tbody", {}, ...this.found.slice(-8).map(row))));
  }
}

/** The name of an algorithm, for people. @param {string} name */
const title = (name) => (name === "default" ? "automatic" : name);
