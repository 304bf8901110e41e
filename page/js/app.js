// The page: which puzzle, which tool, and how they belong together.

/** @import { About, Opened, Puzzle } from "./types.js" */
import { byId, h, icon, isDark, say } from "./dom.js";
import { EngineError, connect } from "./engine.js";
import { Edit } from "./edit.js";
import { Game } from "./game.js";
import { Levels } from "./levels.js";
import { Share, readLink } from "./share.js";
import { Solve } from "./solve.js";
import { Watch } from "./watch.js";
import { capital, memory, plural } from "./words.js";

const engine = connect();
const game = new Game(engine, () => share.refresh());
const watch = new Watch(engine, game);
const levels = new Levels(engine, open);
const solve = new Solve(engine, game, watch, (goal) => levels.open({ text: game.place.text, goal }, ""));
const edit = new Edit(engine, open);
const share = new Share(engine, game, watch);

/** @type {About} */
let about;

/**
 * @param {Opened} opened
 * @param {string} name
 */
function open(opened, name) {
  watch.close();
  game.open(opened, name);
  solve.reset();
  edit.take(opened);
  // On a phone the board is above the tools.
  const isAbove = byId("boards").getBoundingClientRect().top < 0;
  if (isAbove) byId("stage").scrollIntoView();
}

const TABS = { levels: "Levels", solve: "Solve", edit: "Edit", share: "Share" };

/** @param {string} chosen */
function showTab(chosen) {
  for (const name of Object.keys(TABS)) {
    const isChosen = name === chosen;
    byId(`tab-${name}`).hidden = !isChosen;
    const tab = byId(`show-${name}`);
    tab.setAttribute("aria-selected", String(isChosen));
    tab.tabIndex = isChosen ? 0 : -1;
  }
  edit.isShown(chosen === "edit");
}

function makeTabs() {
  const tabs = Object.entries(TABS).map(([name, label]) =>
    h("button", { type: "button", id: `show-${name}`, role: "tab", "aria-controls": `tab-${name}`, onclick: () => showTab(name) }, label));
  byId("tabs").replaceChildren(...tabs);
  byId("tabs").addEventListener("keydown", (event) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!step) return;
    const at = tabs.findIndex((tab) => tab === document.activeElement);
    const next = tabs[(at + step + tabs.length) % tabs.length];
    next.focus();
    next.click();
  });
  showTab("levels");
}

/** @param {Puzzle} puzzle */
function choose(puzzle) {
  for (const button of byId("puzzles").children) {
    const isChosen = button.id === `puzzle-${puzzle.name}`;
    if (isChosen) button.setAttribute("aria-current", "true");
    else button.removeAttribute("aria-current");
  }
  // A summary says what it is, then what to do.
  game.rule = `${capital(puzzle.summary.split(": ").pop() ?? "")}.`;
  document.title = `fewest: ${puzzle.name}`;
  levels.show(puzzle);
  solve.show(puzzle, about);
  share.show(puzzle);
  edit.show(puzzle);
}

function makePuzzles() {
  const buttons = about.puzzles.map((puzzle) => {
    const act = () => {
      choose(puzzle);
      levels.first(puzzle);
    };
    return h("button", { type: "button", id: `puzzle-${puzzle.name}`, title: capital(puzzle.summary), onclick: act }, capital(puzzle.name.replaceAll("-", " ")));
  });
  byId("puzzles").replaceChildren(...buttons);
}

/** Opens what the address holds. Returns whether it holds anything. */
async function followLink() {
  const link = readLink(location.hash);
  if (!link) return false;
  const puzzle = about.puzzles.find(({ name }) => name === link.puzzle);
  if (!puzzle) {
    say(`This link is for the puzzle '${link.puzzle}', which this page does not have.`, "bad");
    return false;
  }
  choose(puzzle);
  if (!(await levels.open({ text: link.text }, ""))) return false;
  if (link.moves.length) await game.jump(link.moves);
  return true;
}

function keys(/** @type {KeyboardEvent} */ event) {
  const target = /** @type {HTMLElement} */ (event.target);
  const isTyping = target.closest("input, textarea, select") !== null;
  if (isTyping) return;
  const isCommand = event.ctrlKey || event.metaKey;
  const key = event.key.toLowerCase();
  if (watch.isOpen) return isCommand || event.altKey ? undefined : watch.key(event);
  const acts = { z: () => (event.shiftKey && isCommand ? game.redo() : game.undo()), y: () => game.redo(), r: () => game.restart(), h: () => game.hint() };
  const act = acts[/** @type {"z"} */ (key)];
  if (!act || event.altKey || (isCommand && key !== "z" && key !== "y")) return;
  event.preventDefault();
  act();
}

function makeTheme() {
  const button = byId("theme");
  button.replaceChildren(icon("theme"));
  const kept = (() => {
    try {
      return localStorage.getItem("theme");
    } catch {
      return null;
    }
  })();
  if (kept) document.documentElement.dataset.theme = kept;
  button.addEventListener("click", () => {
    const theme = isDark() ? "light" : "dark";
    document.documentElement.dataset.theme = theme;
    try {
      localStorage.setItem("theme", theme);
    } catch {
      // A browser that keeps nothing.
    }
  });
}

async function start() {
  makeTheme();
  makeTabs();
  try {
    about = await engine.call("about");
  } catch (error) {
    if (!(error instanceof EngineError)) throw error;
    byId("title").textContent = "No engine";
    return say(`${capital(error.message)}.`, "bad");
  }
  const isWasm = about.engine === "wasm";
  share.hasGif = !isWasm;
  byId("engine").textContent = isWasm ? "in your browser" : `on this machine, ${plural(about.threads, "thread")}`;
  byId("engine").title = `fewest ${about.version}, ${isWasm ? "WebAssembly" : "native"}, up to ${memory(about.memory)} for each search`;
  makePuzzles();
  addEventListener("keydown", keys);
  addEventListener("hashchange", () => followLink());
  if (!(await followLink())) {
    choose(about.puzzles[0]);
    await levels.first(about.puzzles[0]);
  }
  document.documentElement.dataset.ready = "true";
  if (isWasm && "serviceWorker" in navigator) navigator.serviceWorker.register("sw.js");
}

start();
