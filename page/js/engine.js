// What solves: the server that this page came from, or the library as WebAssembly.
// Both take the same requests and give the same answers.

/** @import { Engine, Answer, EngineFault, OnEvent, Search } from "./types.js" */

import { plural } from "./words.js";

/** A request that has no answer. */
export class EngineError extends Error {
  /** @param {EngineFault} fault */
  constructor(fault) {
    super(fault.message);
    this.fault = fault;
  }
}

/**
 * The engine that this page has. While it works on calls, the page is marked `data-busy`.
 * @returns {Engine}
 */
export function connect() {
  const { dataset } = document.documentElement;
  const engine = dataset.engine === "wasm" ? new WasmEngine() : new ServerEngine();
  let calls = 0;
  const end = () => {
    calls -= 1;
    if (calls === 0) delete dataset.busy;
  };
  return {
    solve: (body, onEvent) => engine.solve(body, onEvent),
    async call(name, body) {
      calls += 1;
      dataset.busy = "";
      try {
        return await engine.call(name, body);
      } finally {
        // First whoever waits for the answer takes it.
        setTimeout(end);
      }
    },
  };
}

/** @implements {Engine} */
class ServerEngine {
  /**
   * @param {string} name
   * @param {object} [body]
   */
  async call(name, body) {
    const answer = await this.fetch(name, body ? "POST" : "GET", body);
    return answer.json();
  }

  /**
   * @param {object} body
   * @param {OnEvent} onEvent
   * @returns {Search}
   */
  solve(body, onEvent) {
    /** @type {number | null} */
    let search = null;
    let isStopped = false;
    const stop = () => {
      isStopped = true;
      // The answer still comes: the best so far. Before the search has a number, there is none.
      if (search !== null) fetch(`api/v1/searches/${search}`, { method: "DELETE" }).catch(() => {});
    };
    const read = async () => {
      const answer = await this.fetch("solve", "POST", body);
      for await (const [name, event] of events(answer)) {
        if (name === "started") {
          search = event.search;
          if (isStopped) stop();
        }
        if (name === "answer" || name === "error") search = null;
        if (name === "error") throw new EngineError(event.error);
        if (name === "answer") return event;
        onEvent(name, event);
      }
      throw new EngineError({ message: "the server stopped" });
    };
    return { done: read(), stop };
  }

  /**
   * @param {string} name
   * @param {string} method
   * @param {object} [body]
   */
  async fetch(name, method, body) {
    const headers = { "Content-Type": "application/json" };
    const options = { method, headers, body: body && JSON.stringify(body) };
    let answer;
    try {
      answer = await fetch(`api/v1/${name}`, options);
    } catch {
      throw new EngineError({ message: "the server does not answer; is `fewest serve` still running?" });
    }
    if (!answer.ok) {
      const fault = await answer.json().catch(() => null);
      throw new EngineError(fault?.error ?? { message: `the server answered ${answer.status}` });
    }
    return answer;
  }
}

/**
 * The server-sent events of an answer.
 * @param {Response} answer
 * @returns {AsyncGenerator<[string, any]>}
 */
async function* events(answer) {
  if (!answer.body) return;
  const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return;
    text += value;
    for (let end = text.indexOf("\n\n"); end >= 0; end = text.indexOf("\n\n")) {
      const lines = text.slice(0, end).split("\n");
      text = text.slice(end + 2);
      const name = lines.find((line) => line.startsWith("event:"))?.slice(6).trim();
      const data = lines.filter((line) => line.startsWith("data:")).map((line) => line.slice(5));
      if (name) yield [name, JSON.parse(data.join("\n"))];
    }
  }
}

/** A worker with the library, which does one thing after another. */
class Lane {
  constructor() {
    /** @type {Worker | null} */
    this.worker = null;
    /** @type {Map<number, { take: OnEvent, fail: (error: Error) => void }>} */
    this.waiting = new Map();
    this.next = 1;
  }

  /**
   * @param {string} name
   * @param {object} body
   * @param {OnEvent} take
   * @param {(error: Error) => void} fail
   */
  post(name, body, take, fail) {
    if (!this.worker) {
      this.worker = new Worker(new URL("./worker.js", import.meta.url), { type: "module" });
      this.worker.onmessage = ({ data }) => this.receive(data);
      this.worker.onerror = () => this.end("the engine could not be loaded, or ran out of memory");
    }
    const id = this.next++;
    this.waiting.set(id, { take, fail });
    this.worker.postMessage({ id, name, body: JSON.stringify(body) });
    return id;
  }

  /** @param {{ id: number, name: string, text: string }} message */
  receive({ id, name, text }) {
    const waiting = this.waiting.get(id);
    if (!waiting) return;
    const event = JSON.parse(text);
    if (name === "error" || name === "answer") this.waiting.delete(id);
    if (name === "error") waiting.fail(new EngineError(event.error));
    else waiting.take(name, event);
  }

  /** @param {string} why */
  end(why) {
    this.worker?.terminate();
    this.worker = null;
    const waiting = [...this.waiting.values()];
    this.waiting.clear();
    for (const { fail } of waiting) fail(new EngineError({ message: why }));
  }
}

/**
 * The library in workers. A search can't be interrupted there; to stop it, its worker is
 * ended, and the best plan that it sent is the answer.
 * @implements {Engine}
 */
class WasmEngine {
  constructor() {
    this.calls = new Lane();
    /** @type {Lane[]} */
    this.searches = [];
  }

  /**
   * @param {string} name
   * @param {object} [body]
   */
  call(name, body = {}) {
    return new Promise((resolve, reject) => {
      this.calls.post(name, body, (_, answer) => resolve(answer), reject);
    });
  }

  /**
   * @param {object} body
   * @param {OnEvent} onEvent
   * @returns {Search}
   */
  solve(body, onEvent) {
    let lane = this.searches.find((lane) => lane.waiting.size === 0);
    if (!lane) this.searches.push((lane = new Lane()));
    const used = lane;
    let stop = () => {};
    /** @type {Promise<Answer>} */
    const done = new Promise((resolve, reject) => {
      /** @type {{ plan: string[], cost: number } | null} */
      let best = null;
      /** @type {{ plan: string[], count: number, what: string } | null} */
      let partial = null;
      /** @type {any} */
      let progress = {};
      const began = performance.now();
      const id = used.post("solve", body, (name, event) => {
        if (name === "answer") return resolve(event);
        if (name === "improved" || (name === "plan" && !best)) best = event;
        if (name === "partial") partial = event;
        if (name === "progress") progress = event;
        onEvent(name, event);
      }, reject);
      stop = () => {
        if (!used.waiting.delete(id)) return;
        resolve(interrupted(best, partial, { ...progress, seconds: (performance.now() - began) / 1000 }));
        used.end("the search was stopped");
      };
    });
    return { done, stop: () => stop() };
  }
}

/**
 * What is known of a search that was ended.
 * @param {{ plan: string[], cost: number } | null} best
 * @param {{ plan: string[], count: number, what: string } | null} partial
 * @param {any} progress
 * @returns {Answer}
 */
function interrupted(best, partial, progress) {
  const bound = progress.bound ?? null;
  const least = bound ? `at least ${bound} ${bound === 1 ? "move is" : "moves are"} needed` : null;
  const left = partial ? `; the best moves leave ${plural(partial.count, partial.what)}` : "";
  return {
    status: best ? "solved" : "unknown",
    stop: "cancelled",
    plan: best?.plan ?? null,
    cost: best?.cost ?? null,
    bound,
    algorithm: "automatic",
    heuristic: null,
    plans: null,
    partial: best ? null : partial?.plan ?? null,
    headline: best ? `solved in ${plural(best.cost, "move")}` : `no plan found${left}`,
    proved: best ? `best found; ${least ?? "no bound proved"}` : least,
    stopped: "stopped",
    solvable_goal: null,
    expanded: progress.expanded ?? 0,
    generated: progress.generated ?? 0,
    stored: progress.stored ?? 0,
    bytes: progress.bytes ?? 0,
    seconds: progress.seconds ?? 0,
  };
}
