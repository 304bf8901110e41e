// The figures of docs/page.md: first paint, bytes, and WebAssembly beside native code.
//
//   page/test --figures

import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { host, launch, serve, settled } from "./harness.mjs";

const LOADS = 9;
/** Each board is solved as often as this time allows, at least three times: the browser compiles better what runs often. */
const MILLISECONDS = 800;
const CLIENTS = 50;
const SEARCHES = 10;

/** What to open, and the algorithm; none is the puzzle's own choice. */
const BOARDS = [
  ["tiles", { generate: { size: "4x4", seed: 1 } }],
  ["tiles", { generate: { size: "4x4", seed: 2 } }, "idastar"],
  ["tiles", { generate: { size: "4x4", seed: 7 } }, "idastar"],
  ["tiles", { generate: { size: "4x4", seed: 2 } }, "astar"],
  ["tiles", { generate: { size: "3x4", seed: 3 } }, "bidirectional"],
  ["tiles", { text: "8 6 7\n2 5 4\n3 _ 1" }, "table"],
  ["blocks", { level: "far-side" }, "bidirectional"],
  ["blocks", { level: "far-side" }, "breadth-first"],
  ["coins", { level: "5x7:A-B" }],
  // By name: the default goes on to shorter plans.
  ["numbers", { level: "300" }, "forest"],
];

const median = (numbers) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)];
const ms = (number) => `${number.toFixed(number < 10 ? 1 : 0)} ms`;
const kb = (bytes) => `${(bytes / 1000).toFixed(0)} kB`;

const browser = await launch();
const sites = [
  ["fewest serve", await serve(process.env.FEWEST, ["--threads", "1"])],
  ["static files", await host(process.env.SITE)],
];

/** A first visit: when something is seen, when it can be played, and what came over the wire. */
async function visit(url) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
  const page = await context.newPage();
  const wire = await context.newCDPSession(page);
  await wire.send("Network.enable");
  let [bytes, requests] = [0, 0];
  wire.on("Network.loadingFinished", ({ encodedDataLength }) => {
    bytes += encodedDataLength;
    requests += 1;
  });
  await page.goto(url);
  await settled(page);
  const ready = await page.evaluate(() => performance.now());
  const paint = await page.evaluate(() => new Promise((resolve) => {
    new PerformanceObserver((list) => resolve(list.getEntries()[0].startTime)).observe({ type: "paint", buffered: true });
  }));
  await context.close();
  return { paint, ready, bytes, requests };
}

for (const [name, { url }] of sites) {
  await visit(url);
  const visits = [];
  for (let n = 0; n < LOADS; n++) visits.push(await visit(url));
  const of = (what) => median(visits.map((visit) => visit[what]));
  console.log(`${name}: first paint ${ms(of("paint"))}, ready ${ms(of("ready"))}, ${of("requests")} files, ${kb(of("bytes"))} (median of ${LOADS} first visits)`);
}

const files = readdirSync(process.env.SITE, { recursive: true }).map((file) => join(process.env.SITE, file)).filter((file) => statSync(file).isFile());
const packed = (list) => list.reduce((sum, file) => sum + gzipSync(readFileSync(file), { level: 9 }).length, 0);
const [library, others] = [files.filter((file) => file.endsWith(".wasm")), files.filter((file) => !file.endsWith(".wasm"))];
console.log(`static files, compressed with gzip -9: the library ${packed(library)} bytes, all others ${kb(packed(others))}`);

/** Solves all boards on a site, each some times. Gives the least seconds of each. */
async function solve(url) {
  const page = await (await browser.newContext()).newPage();
  await page.goto(url);
  await settled(page);
  return page.evaluate(async ([boards, milliseconds]) => {
    const { connect } = await import(new URL("js/engine.js", location.href).href);
    const engine = connect();
    const answers = [];
    for (const [puzzle, what, algorithm] of boards) {
      const { position } = await engine.call("open", { puzzle, ...what });
      const found = [];
      const until = performance.now() + milliseconds;
      while (found.length < 3 || performance.now() < until) found.push(await engine.solve({ position, algorithm, memory: 1 << 30 }, () => {}).done);
      const { cost, expanded } = found[0];
      answers.push({ cost, expanded, seconds: Math.min(...found.map(({ seconds }) => seconds)) });
    }
    return answers;
  }, [BOARDS, MILLISECONDS]);
}

const [native, wasm] = [await solve(sites[0][1].url), await solve(sites[1][1].url)];
console.log(`\n| board | algorithm | moves | native | WebAssembly | ratio |\n|---|---|---|---|---|---|`);
const ratios = BOARDS.map(([puzzle, what, algorithm], n) => {
  const board = what.level ?? (what.generate ? `${what.generate.size}, seed ${what.generate.seed}` : "hardest 3x3");
  const ratio = wasm[n].seconds / native[n].seconds;
  const note = wasm[n].cost === native[n].cost ? "" : ` (${wasm[n].cost} moves in WebAssembly)`;
  console.log(`| ${puzzle} ${board} | ${algorithm ?? "automatic"} | ${native[n].cost}${note} | ${ms(1000 * native[n].seconds)} | ${ms(1000 * wasm[n].seconds)} | ${ratio.toFixed(2)} |`);
  return ratio;
});
const mean = Math.exp(ratios.reduce((sum, ratio) => sum + Math.log(ratio), 0) / ratios.length);
console.log(`\ngeometric mean of the ratios: ${mean.toFixed(2)} (least of at least three runs, one thread)`);

await browser.close();
for (const [, site] of sites) site.stop();

/** Many clients at once: how long, how much memory, whether anything is lost, how it ends. */
async function load() {
  const { url, child, stop } = await serve(process.env.FEWEST);
  const post = (name, body) => fetch(`${url}api/v1/${name}`, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) });
  // The most that it ever took, where the system tells.
  const peak = () => Number(readFileSync(`/proc/${child.pid}/status`, "utf8").match(/VmHWM:\s+(\d+)/)?.[1] ?? NaN) * 1024;
  let [answered, optimal] = [0, 0];
  const client = async (number) => {
    for (let n = 0; n < SEARCHES; n++) {
      const opened = await (await post("open", { puzzle: "tiles", generate: { size: "4x4", seed: number * SEARCHES + n, settings: { scramble: "60" } } })).json();
      const events = await (await post("solve", { position: opened.position })).text();
      const last = events.trim().split("\n\n").at(-1);
      if (last.startsWith("event: answer")) answered += 1;
      if (last.includes('"status":"optimal"')) optimal += 1;
    }
  };
  const [idle, began] = [peak(), performance.now()];
  await Promise.all(Array.from({ length: CLIENTS }, (_, number) => client(number)));
  const seconds = (performance.now() - began) / 1000;
  const most = peak();
  const ended = new Promise((resolve) => child.on("exit", resolve));
  const asked = performance.now();
  stop();
  const code = await ended;
  console.log(`\n${CLIENTS} clients, ${CLIENTS * SEARCHES} searches: ${seconds.toFixed(1)} s, ${answered} answered, ${optimal} proved; memory ${kb(idle)} before, ${kb(most)} at most; ended with ${code} after ${ms(performance.now() - asked)}`);
}

await load();
