// Watching a plan: forward and back, with a scrubber and a speed.

/** @import { Engine, Place } from "./types.js" */
/** @import { Game } from "./game.js" */
/** @import { Move, Played } from "./board.js" */
import { adopt, adoptStep } from "./board.js";
import { byId, h, icon, iconButton, say, select } from "./dom.js";
import { grouped, plural } from "./words.js";

/** Of a longer plan, only as many moves are watched. */
const MAX_MOVES = 20_000;

export class Watch {
  /**
   * @param {Engine} engine
   * @param {Game} game
   */
  constructor(engine, game) {
    this.engine = engine;
    this.game = game;
    this.isOpen = false;
    this.isPlaying = false;
    /** @type {Move[]} */
    this.steps = [];
    /** @type {Played[]} */
    this.played = [];
    /** Where the plan starts. @type {Place | null} */
    this.position = null;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
    this.scrubber = h("input", { type: "range", id: "scrubber", min: "0", value: "0", "aria-label": "Move of the plan" });
    this.scrubber.addEventListener("input", () => {
      this.pause();
      this.jump(Number(this.scrubber.value));
    });
    this.place = h("p", { class: "counter", id: "watched" });
    this.toggle = iconButton("play", "Play", () => (this.isPlaying ? this.pause() : this.play()), { id: "watch-play", title: "Play or pause (space)" });
    const speeds = /** @type {[string, string][]} */ ([["1", "1 move/s"], ["2.5", "2.5 moves/s"], ["6", "6 moves/s"], ["15", "15 moves/s"], ["60", "60 moves/s"]]);
    this.speed = select(speeds, { id: "speed", "aria-label": "Speed" });
    this.speed.value = "2.5";
    const buttons = [
      iconButton("first", "To the start", () => this.to(0), { isBare: true, id: "watch-first" }),
      iconButton("back", "Previous move", () => this.stepBack(), { isBare: true, id: "watch-back" }),
      this.toggle,
      iconButton("next", "Next move", () => this.stepOn(), { isBare: true, id: "watch-next" }),
      iconButton("last", "To the end", () => this.to(this.steps.length), { isBare: true, id: "watch-last" }),
      this.speed,
      iconButton("close", "Back to playing", () => this.close(), { id: "watch-close" }),
    ];
    byId("watchbar").replaceChildren(this.place, this.scrubber, h("div", { class: "buttons" }, ...buttons));
  }

  /**
   * Shows a plan that starts at a position.
   * @param {Place} position
   * @param {string[]} plan
   */
  async open(position, plan) {
    const first = plan.slice(0, MAX_MOVES);
    const walk = await this.engine.call("walk", { position, plan: first });
    const ids = adopt(walk.drawings);
    this.pause();
    this.steps = walk.steps.map((/** @type {any} */ step) => adoptStep(step, ids));
    this.played = [];
    this.position = position;
    this.isOpen = true;
    this.game.isWatching = true;
    this.game.hands.take(this.game.hands.legal, false);
    this.game.board.show(walk.board, ids);
    this.scrubber.max = String(this.steps.length);
    byId("playbar").hidden = true;
    byId("how").hidden = true;
    byId("watchbar").hidden = false;
    say(first.length < plan.length ? `The first ${plural(first.length, "move")} of ${grouped(plan.length)}.` : "");
    this.update();
    this.play();
  }

  /** Back to the position that is played. */
  close() {
    if (!this.isOpen) return;
    this.pause();
    this.isOpen = false;
    this.game.isWatching = false;
    byId("playbar").hidden = false;
    byId("how").hidden = false;
    byId("watchbar").hidden = true;
    this.game.look(true);
  }

  get at() {
    return this.played.length;
  }

  update() {
    this.scrubber.value = String(this.at);
    const last = this.steps[this.at - 1];
    const next = this.steps[this.at];
    // The arrow on the board is the next move, which the line below names too.
    const parts = [`${this.at} of ${plural(this.steps.length, "move")}`, last && `last: ${last.name}`, next ? `next: ${next.name}` : "end of the plan"];
    const told = parts.filter((part) => part !== undefined);
    this.place.replaceChildren(...told.map((part, index) => h(index ? "span" : "strong", {}, part)));
    this.scrubber.setAttribute("aria-valuetext", told.join(", "));
    this.game.board.mark({ arrows: !this.isPlaying && next ? [next] : [] });
  }

  get pace() {
    return 1000 / Number(this.speed.value);
  }

  play() {
    if (this.at === this.steps.length) this.jump(0);
    this.isPlaying = this.steps.length > 0;
    this.setToggle();
    this.update();
    let due = performance.now() + Math.min(this.pace, 400);
    const tick = () => {
      if (!this.isPlaying) return;
      if (this.at >= this.steps.length) return this.pause();
      // A browser that is slower than the moves shows several at once.
      for (; due + this.pace < performance.now() && this.at + 1 < this.steps.length; due += this.pace) this.forward(0);
      this.forward(Math.min(this.pace * 0.72, 400));
      this.update();
      due += this.pace;
      this.timer = setTimeout(tick, due - performance.now());
    };
    this.timer = setTimeout(tick, due - performance.now());
  }

  pause() {
    clearTimeout(this.timer);
    const wasPlaying = this.isPlaying;
    this.isPlaying = false;
    this.setToggle();
    if (wasPlaying && this.isOpen) this.update();
  }

  setToggle() {
    // A screen reader would not keep up with a plan that plays.
    this.place.setAttribute("aria-live", this.isPlaying ? "off" : "polite");
    this.toggle.replaceChildren(icon(this.isPlaying ? "pause" : "play"), h("span", {}, this.isPlaying ? "Pause" : "Play"));
    this.toggle.setAttribute("aria-label", this.isPlaying ? "Pause" : "Play");
  }

  forward(duration = 160) {
    const move = this.steps[this.at];
    this.played.push(this.game.board.play(move, duration));
    if (duration > 0) this.game.zoom.follow(move);
  }

  backward(duration = 160) {
    const played = this.played.pop();
    if (played) this.game.board.unplay(played, duration);
  }

  stepOn() {
    this.pause();
    if (this.at < this.steps.length) this.forward();
    this.update();
  }

  stepBack() {
    this.pause();
    this.backward();
    this.update();
  }

  /** @param {number} target */
  to(target) {
    this.pause();
    this.jump(target);
  }

  /** @param {number} target */
  jump(target) {
    while (this.at < target) this.forward(0);
    while (this.at > target) this.backward(0);
    this.update();
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const isButton = /** @type {HTMLElement} */ (event.target).closest("button") !== null;
    const acts = {
      " ": () => (this.isPlaying ? this.pause() : this.play()),
      ArrowRight: () => this.stepOn(),
      ArrowLeft: () => this.stepBack(),
      Home: () => this.to(0),
      End: () => this.to(this.steps.length),
      Escape: () => this.close(),
    };
    const act = acts[/** @type {" "} */ (event.key)];
    if (!act || (isButton && event.key === " ")) return;
    event.preventDefault();
    act();
  }
}
