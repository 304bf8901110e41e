// Links and files. A link holds puzzle, position and moves in its fragment, which the
// browser never sends anywhere.

/** @import { Engine, Exported, Puzzle } from "./types.js" */
/** @import { Game } from "./game.js" */
/** @import { Watch } from "./watch.js" */
import { byId, field, h, iconButton, isDark, say, select } from "./dom.js";
import { EngineError } from "./engine.js";
import { capital } from "./words.js";

/** Between the moves of a link. */
const BETWEEN = "~";

/**
 * The fragment for a position.
 * @param {string} puzzle
 * @param {string} text
 * @param {string[]} moves
 */
export function writeLink(puzzle, text, moves) {
  const parts = new URLSearchParams({ p: puzzle, t: text });
  if (moves.length) parts.set("m", moves.join(BETWEEN));
  return `#${parts}`;
}

/**
 * What a fragment holds.
 * @param {string} hash
 */
export function readLink(hash) {
  const parts = new URLSearchParams(hash.replace(/^#/, ""));
  const [puzzle, text, moves] = [parts.get("p"), parts.get("t"), parts.get("m")];
  return puzzle && text ? { puzzle, text, moves: moves ? moves.split(BETWEEN) : [] } : null;
}

export class Share {
  /**
   * @param {Engine} engine
   * @param {Game} game
   * @param {Watch} watch
   */
  constructor(engine, game, watch) {
    this.engine = engine;
    this.game = game;
    this.watch = watch;
    this.panel = byId("tab-share");
    /** Whether the engine makes GIFs. */
    this.hasGif = true;
    this.link = h("input", { id: "link", readOnly: true, onfocus: () => this.link.select() });
  }

  /** @param {Puzzle} puzzle */
  show(puzzle) {
    const formats = select(puzzle.formats.map(({ name, summary }) => [name, `${name}: ${summary}`]), { id: "format" });
    const plans = select(puzzle.plan_formats.map(({ name, summary }) => [name, `${name}: ${summary}`]), { id: "plan-format" });
    const button = (/** @type {string} */ label, /** @type {() => void} */ act, /** @type {string} */ id) =>
      h("button", { type: "button", id, onclick: act }, label);
    this.shown = h("textarea", { id: "shown", rows: 8, readOnly: true, hidden: true, "aria-label": "The text" });
    this.panel.replaceChildren(
      h("section", {},
        h("h2", {}, "Link"),
        field("Puzzle, position and moves", this.link, "Everything is in the link itself; it is sent nowhere."),
        iconButton("link", "Copy the link", () => this.copy(), { id: "copy" })),
      h("section", {},
        h("h2", {}, "Position"),
        field("Format", formats),
        h("div", { class: "buttons" },
          button("Show as text", () => this.text("text", formats.value), "export-text"),
          button("Save picture (SVG)", () => this.save("picture"), "export-picture"))),
      h("section", {},
        h("h2", {}, "Moves"),
        h("p", { class: "hint" }, "Your moves so far; or the plan, while you watch one."),
        field("Format", plans),
        h("div", { class: "buttons" },
          button("Show as text", () => this.text("plan", plans.value), "export-plan"),
          button("Save GIF", () => this.save("gif"), "export-gif"),
          button("Save animated SVG", () => this.save("animation"), "export-animation"),
          button("Save page", () => this.save("page"), "export-page"))),
      this.shown);
    this.refresh();
  }

  /** Makes a GIF here, where the engine has no pixels. */
  async drawGif() {
    try {
      const { animate } = await import("./gif.js");
      const walk = await this.engine.call("walk", this.moves());
      saveFile(`${this.game.place.puzzle}.gif`, animate(walk), "image/gif");
    } catch (error) {
      if (!(error instanceof EngineError || error instanceof RangeError)) throw error;
      say(`${capital(error.message)}.`, "bad");
    }
  }

  /** Makes the link that of the position now. */
  refresh() {
    const { place, moves, made } = this.game;
    if (!place.puzzle) return;
    this.link.value = location.href.replace(/#.*$/, "") + writeLink(place.puzzle, place.text, moves.slice(0, made));
  }

  async copy() {
    this.link.select();
    try {
      await navigator.clipboard.writeText(this.link.value);
      say("The link is copied.");
    } catch {
      say("The link is selected; copy it with your browser.");
    }
  }

  /** What moves are exported: from where, and which. */
  moves() {
    const { game, watch } = this;
    if (watch.isOpen) return { position: watch.position ?? game.now, plan: watch.steps.map(({ name }) => name) };
    return { position: game.place, plan: game.moves.slice(0, game.made) };
  }

  /**
   * @param {string} form
   * @param {string} [format]
   * @returns {Promise<Exported | null>}
   */
  async make(form, format) {
    const what = form === "text" || form === "picture" ? { position: this.game.now } : this.moves();
    try {
      return await this.engine.call("export", { ...what, form, format, dark: isDark() });
    } catch (error) {
      if (!(error instanceof EngineError)) throw error;
      say(`${capital(error.message)}.`, "bad");
      return null;
    }
  }

  /**
   * @param {string} form
   * @param {string} format
   */
  async text(form, format) {
    const made = await this.make(form, format);
    if (!made || !this.shown) return;
    this.shown.hidden = false;
    this.shown.value = made.text ?? "";
    this.shown.focus();
    this.shown.select();
  }

  /** @param {string} form */
  async save(form) {
    if (form === "gif" && !this.hasGif) return this.drawGif();
    const made = await this.make(form);
    if (!made) return;
    const bytes = made.text ?? Uint8Array.from(atob(made.base64 ?? ""), (letter) => letter.charCodeAt(0));
    saveFile(`${this.game.place.puzzle}.${made.ending}`, bytes, made.media_type);
  }
}

/**
 * Has the browser save a file.
 * @param {string} name
 * @param {BlobPart} content
 * @param {string} type
 */
export function saveFile(name, content, type) {
  const url = URL.createObjectURL(new Blob([content], { type }));
  h("a", { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
  say(`${name} is saved.`);
}
