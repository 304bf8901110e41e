// One search: what it does while it runs, and what it found.

/** @import { Answer, Engine, Place, Plot, Search, TreeNode } from "./types.js" */
/** @import { Watch } from "./watch.js" */
import { byId, h, parseSvg, say, select } from "./dom.js";
import { EngineError } from "./engine.js";
import { saveFile } from "./share.js";
import { Tree } from "./tree.js";
import { capital, grouped, memory, perSecond, plural, time } from "./words.js";

/** The milliseconds between two looks at the clock. */
const TICK = 250;

export class Run {
  /**
   * @param {Engine} engine
   * @param {Watch} watch
   * @param {(goal: string) => void} onGoal
   * @param {string} [suffix] tells the elements of two searches apart
   */
  constructor(engine, watch, onGoal, suffix = "") {
    this.engine = engine;
    this.watch = watch;
    this.onGoal = onGoal;
    this.suffix = suffix;
    /** @type {Search | null} */
    this.search = null;
    this.live = h("div", { id: this.id("live"), class: "live", hidden: true });
    this.result = h("div", { id: this.id("result"), class: "result", "aria-live": "polite" });
    this.plots = h("div", { id: this.id("plots"), class: "plots" });
    this.parts = [this.live, this.result, this.plots];
    this.clear();
  }

  /** @param {string} name */
  id(name) {
    return `${name}${this.suffix}`;
  }

  /** Ends the search; its best is still shown. */
  stop() {
    this.search?.stop();
  }

  /** Forgets the search and what it found. */
  reset() {
    this.stop();
    this.search = null;
    this.clear();
  }

  clear() {
    /** @type {{ cost: number, plan: string[] }[]} */
    this.plans = [];
    /** @type {any} */
    this.progress = {};
    /** @type {string[]} */
    this.layers = [];
    /** How it searches, where it says so. */
    this.method = "";
    this.note = "Starting…";
    /** @type {string | null} */
    this.table = null;
    /** @type {TreeNode[] | null} */
    this.nodes = null;
    this.best = /** @type {number | null} */ (null);
    /** What the best moves leave. @type {{ count: number, what: string } | null} */
    this.remaining = null;
    this.result.replaceChildren();
    this.plots.replaceChildren();
    this.live.hidden = true;
  }

  /**
   * Searches. There is no answer where something else was asked for since, or where the
   * request was wrong.
   * @param {{ position: Place }} request
   * @returns {Promise<Answer | null>}
   */
  async solve(request) {
    this.reset();
    this.live.hidden = false;
    this.began = performance.now();
    this.showLive();
    // A search that builds its tables has nothing to report for a while.
    const clock = setInterval(() => this.search === search && this.showLive(), TICK);
    const search = this.engine.solve(request, (name, event) => this.search === search && this.take(name, event));
    this.search = search;
    try {
      const answer = await search.done;
      if (this.search !== search) return null;
      this.showResult(answer, request.position);
      if (this.nodes) new Tree(this.engine, this.suffix).show(this.plots, this.nodes, answer, request.position);
      return answer;
    } catch (error) {
      if (!(error instanceof EngineError)) throw error;
      if (this.search === search) this.result.replaceChildren(h("p", { class: "problem", role: "alert" }, `${capital(error.message)}.`));
      return null;
    } finally {
      clearInterval(clock);
      if (this.search === search) {
        this.search = null;
        this.live.hidden = true;
      }
    }
  }

  /**
   * @param {string} name
   * @param {any} event
   */
  take(name, event) {
    if (name === "started") this.note = event.waiting ? "Waiting for other searches…" : "Searching…";
    else this.note = "Searching…";
    if (name === "method") this.method = event.name;
    if (name === "progress") this.progress = event;
    if (name === "improved") this.best = event.cost;
    if (name === "remaining") this.remaining = event;
    if (name === "layer") this.layers.push(`depth ${event.depth}: ${plural(event.states, "state")}`);
    if (name === "iteration") this.layers.push(`bound ${event.bound}: ${grouped(event.expanded)} expanded`);
    if (name === "plan") this.plans.push(event);
    if (name === "plot") this.showPlots([event]);
    if (name === "plots") this.showPlots(event.plots);
    if (name === "table") this.table = event.csv;
    if (name === "tree") this.nodes = event.nodes;
    if (["started", "progress", "improved", "remaining", "layer", "iteration", "method"].includes(name)) this.showLive();
  }

  showLive() {
    const { progress, layers, best, remaining } = this;
    const rows = [
      ["Method", this.method],
      ["Time", time((performance.now() - (this.began ?? 0)) / 1000)],
      ["Nodes", progress.expanded && `${grouped(progress.expanded)} (${perSecond(progress.rate)})`],
      ["Memory", progress.bytes && memory(progress.bytes)],
      ["Depth", progress.depth],
      ["At least", progress.bound && plural(progress.bound, "move")],
      ["Best so far", (progress.best ?? best) && plural(progress.best ?? best, "move")],
      ["Left", remaining && plural(remaining.count, remaining.what)],
    ];
    const known = rows.filter(([, value]) => value);
    const list = h("dl", {}, ...known.flatMap(([name, value]) => [h("dt", {}, name), h("dd", {}, value)]));
    const lines = layers.slice(-6).map((line) => h("li", {}, line));
    this.live.replaceChildren(
      h("p", { class: "working" }, this.note),
      list,
      lines.length ? h("ul", { class: "layers", "aria-label": "States per depth" }, ...lines) : "");
  }

  /**
   * @param {Answer} answer
   * @param {Place} position
   */
  showResult(answer, position) {
    const { result, plans, table } = this;
    const list = plans.length ? plans.map(({ plan }) => plan) : answer.plan ? [answer.plan] : answer.partial ? [answer.partial] : [];
    let shown = 0;
    const text = h("p", { id: this.id("plan"), class: "plan", tabIndex: 0, "aria-label": "Plan" });
    const number = h("span", { id: this.id("plan-number") });
    const page = (/** @type {number} */ to) => {
      shown = Math.min(Math.max(to, 0), list.length - 1);
      const plan = list[shown];
      text.textContent = plan.length > 2000 ? `${plan.slice(0, 2000).join("  ")} …` : plan.join("  ") || "no moves";
      number.textContent = `Plan ${shown + 1} of ${list.length}`;
    };
    const open = async () => {
      try {
        await this.watch.open(position, list[shown]);
        byId("stage").scrollIntoView({ block: "nearest" });
      } catch (error) {
        if (!(error instanceof EngineError)) throw error;
        say(`${capital(error.message)}.`, "bad");
      }
    };
    const by = `${answer.algorithm}${answer.heuristic ? ` with ${answer.heuristic}` : ""}`;
    const spent = [
      answer.expanded && `expanded ${grouped(answer.expanded)}`,
      answer.stored && `stored ${grouped(answer.stored)}`,
      answer.bytes && memory(answer.bytes),
      time(answer.seconds),
    ].filter(Boolean);
    const goal = answer.solvable_goal;
    const mood = answer.plan ? (answer.status === "optimal" ? "good" : "fair") : "bad";
    result.replaceChildren(
      h("div", { class: `answer ${mood}` },
        h("h2", { id: this.id("headline") }, capital(answer.headline)),
        answer.proved ? h("p", { id: this.id("proved") }, capital(answer.proved)) : "",
        answer.stopped ? h("p", { id: this.id("stopped") }, capital(answer.stopped)) : "",
        h("p", { class: "hint" }, `${by}: ${spent.join(", ")}`)),
      goal ? h("p", {}, "It can reach another goal. ", h("button", { type: "button", id: this.id("use-goal"), onclick: () => this.onGoal(goal) }, `Use ${goal}`)) : "");
    if (!list.length) return;
    page(0);
    const pager = list.length > 1
      ? h("div", { class: "buttons" },
        h("button", { type: "button", id: this.id("plan-back"), onclick: () => page(shown - 1) }, "Previous"), number,
        h("button", { type: "button", id: this.id("plan-next"), onclick: () => page(shown + 1) }, "Next"))
      : "";
    result.append(pager, h("div", { class: "buttons" },
      h("button", { type: "button", id: this.id("watch"), class: "primary", onclick: open }, "Watch"),
      table ? h("button", { type: "button", id: this.id("export-csv"), onclick: () => saveFile("search.csv", table, "text/csv") }, "Save CSV") : ""), text);
  }

  /** @param {Plot[]} plots */
  showPlots(plots) {
    if (!plots.length) return;
    const kinds = plots.map(({ kind }) => kind);
    const chosen = this.kind && kinds.includes(this.kind) ? this.kind : kinds[0];
    const figure = h("figure", {});
    const draw = (/** @type {string} */ kind) => {
      const plot = plots.find((plot) => plot.kind === kind) ?? plots[0];
      const svg = parseSvg(plot.svg);
      svg.setAttribute("role", "img");
      svg.setAttribute("aria-label", capital(plot.summary));
      figure.replaceChildren(svg, h("figcaption", {}, capital(plot.summary)));
    };
    const buttons = kinds.length > 1
      ? select(kinds.map((kind) => [kind, capital(kind)]), { id: this.id("plot-kind"), "aria-label": "Plot" })
      : null;
    if (buttons) {
      buttons.value = chosen;
      buttons.addEventListener("change", () => {
        this.kind = buttons.value;
        draw(buttons.value);
      });
    }
    draw(chosen);
    this.plots.replaceChildren(...[buttons, figure].filter((part) => part !== null));
  }
}
