// The choice of a level: from the puzzle's own, made by the generator, or typed.

/** @import { Engine, Puzzle, Opened } from "./types.js" */
import { byId, field, h, say, select } from "./dom.js";
import { EngineError } from "./engine.js";
import { gridSection } from "./grid.js";
import { capital } from "./words.js";

export class Levels {
  /**
   * @param {Engine} engine
   * @param {(opened: Opened, name: string) => void} onOpen
   */
  constructor(engine, onOpen) {
    this.engine = engine;
    this.onOpen = onOpen;
    /** @type {Puzzle | null} */
    this.puzzle = null;
    this.panel = byId("tab-levels");
    /** Counts what was opened, so that late answers are not taken. */
    this.asked = 0;
  }

  /** Offers the levels of a puzzle. @param {Puzzle} puzzle */
  show(puzzle) {
    this.puzzle = puzzle;
    const pairs = puzzle.reads_results ? gridSection(this.engine, puzzle, (text, name) => this.open({ text }, name)) : null;
    const sections = [this.packs(puzzle), this.named(puzzle), pairs, this.generator(puzzle), this.typed(puzzle)];
    this.panel.replaceChildren(...sections.filter((section) => section !== null));
  }

  /** Opens the level that a puzzle begins with. @param {Puzzle} puzzle */
  async first(puzzle) {
    const [level] = puzzle.levels;
    if (level) return this.open({ level: level.name }, level.name);
    if (puzzle.level_form) return this.openNamed(puzzle);
    const isMade = await this.open({ generate: { seed: 1 } }, "", true);
    if (!isMade) await this.open({ text: puzzle.example }, "Example");
  }

  /**
   * Opens something. Returns whether it could.
   * @param {object} what
   * @param {string} name
   */
  async open(what, name, isQuiet = false) {
    if (!this.puzzle) return false;
    const asked = ++this.asked;
    try {
      const opened = await this.engine.call("open", { puzzle: this.puzzle.name, ...what });
      if (asked !== this.asked) return true;
      this.onOpen(opened, capital(name));
      return true;
    } catch (error) {
      if (!(error instanceof EngineError)) throw error;
      if (!isQuiet && asked === this.asked) say(`${capital(error.message)}.`, "bad");
      return false;
    }
  }

  /** @param {Puzzle} puzzle */
  packs(puzzle) {
    if (!puzzle.levels.length) return null;
    const options = puzzle.levels.map(({ name, fewest }) => /** @type {[string, string]} */ ([name, `${name} · ${fewest}`]));
    const list = select(options, { id: "level" });
    list.addEventListener("change", () => this.open({ level: list.value }, list.value));
    const step = (/** @type {number} */ by) => () => {
      list.selectedIndex = Math.min(Math.max(list.selectedIndex + by, 0), options.length - 1);
      this.open({ level: list.value }, list.value);
    };
    const buttons = [
      h("button", { type: "button", onclick: step(-1) }, "Previous"),
      h("button", { type: "button", onclick: step(1) }, "Next"),
    ];
    return h("section", {}, h("h2", {}, "Levels"), field("Name and fewest moves", list), h("div", { class: "buttons" }, ...buttons));
  }

  /** Levels that the puzzle makes from a name. @param {Puzzle} puzzle */
  named(puzzle) {
    const form = puzzle.level_form;
    if (!form) return null;
    const controls = form.fields.map(({ name, choices, least, most }, index) => {
      const properties = { id: `level-${name}`, "data-field": name };
      if (!choices.length) return h("input", { ...properties, type: "number", min: least, max: most, value: String(least) });
      const list = select(choices.map((choice) => [choice, choice]), properties);
      list.selectedIndex = Math.min(index, choices.length - 1);
      return list;
    });
    const open = (/** @type {Event} */ event) => {
      event.preventDefault();
      this.openNamed(puzzle);
    };
    const fields = controls.map((control, index) => field(capital(form.fields[index].name), control));
    return h("form", { id: "named", onsubmit: open }, h("h2", {}, "Levels"), h("div", { class: "fields" }, ...fields), h("button", { class: "primary" }, "Open"));
  }

  /** @param {Puzzle} puzzle */
  openNamed(puzzle) {
    const form = puzzle.level_form;
    if (!form) return;
    let level = form.pattern;
    for (const { name } of form.fields) {
      const control = /** @type {HTMLInputElement} */ (byId(`level-${name}`));
      level = level.replace(`{${name}}`, control.value.trim());
    }
    // A number needs a word with it; other names are part of the description.
    const [{ name, choices }] = form.fields;
    return this.open({ level }, choices.length ? "" : `${name} ${level}`);
  }

  /** @param {Puzzle} puzzle */
  generator(puzzle) {
    const size = h("input", { id: "size", placeholder: "default", autocomplete: "off" });
    const seed = h("input", { id: "seed", type: "number", min: "0", step: "1", value: "1" });
    const settings = puzzle.settings.map((setting) => {
      const control = h("input", { "data-setting": setting.name, placeholder: setting.value, autocomplete: "off" });
      return field(capital(setting.name), control, setting.summary);
    });
    const make = async () => {
      /** @type {Record<string, string>} */
      const chosen = {};
      for (const control of form.querySelectorAll("[data-setting]")) {
        const { value, dataset } = /** @type {HTMLInputElement} */ (control);
        if (value.trim() && dataset.setting) chosen[dataset.setting] = value.trim();
      }
      const generate = { size: size.value.trim() || undefined, seed: Number(seed.value) || 0, settings: chosen };
      say("Making a level…");
      await this.open({ generate }, "");
    };
    const submit = (/** @type {Event} */ event) => {
      event.preventDefault();
      make();
    };
    const another = () => {
      seed.value = String(Math.floor(Math.random() * 1e6));
      make();
    };
    const more = settings.length ? h("details", {}, h("summary", {}, "Difficulty and more"), ...settings) : null;
    const form = h("form", { id: "generate", onsubmit: submit },
      h("h2", {}, "A new level"),
      h("div", { class: "fields" }, field("Size", size), field("Seed", seed)),
      more,
      h("div", { class: "buttons" }, h("button", { class: "primary" }, "Make"), h("button", { type: "button", id: "random", onclick: another }, "Surprise me")));
    return form;
  }

  /** @param {Puzzle} puzzle */
  typed(puzzle) {
    const text = h("textarea", { id: "typed", rows: 6, spellcheck: false, placeholder: puzzle.example.trimEnd() });
    const problem = h("p", { class: "problem", role: "alert" });
    const goals = puzzle.goals.length ? select([["", "its own"], ...puzzle.goals.map(({ name }) => /** @type {[string, string]} */ ([name, name]))], { id: "goal" }) : null;
    const open = async (/** @type {Event} */ event) => {
      event.preventDefault();
      problem.textContent = "";
      try {
        const goal = goals?.value || undefined;
        const asked = ++this.asked;
        const opened = await this.engine.call("open", { puzzle: puzzle.name, text: text.value, goal });
        if (asked === this.asked) this.onOpen(opened, "");
      } catch (error) {
        if (!(error instanceof EngineError)) throw error;
        const { message, line, column } = error.fault;
        problem.textContent = line ? `Line ${line}, column ${column}: ${message}.` : `${capital(message)}.`;
      }
    };
    const formats = puzzle.formats.map(({ name }) => name).join(", ");
    return h("form", { id: "paste", onsubmit: open },
      h("h2", {}, "Your own"),
      field("Board", text, `Formats: ${formats}`),
      goals ? field("Goal", goals) : null,
      problem,
      h("button", { class: "primary" }, "Open"));
  }
}
