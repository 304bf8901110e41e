// What the tests of the page share: a browser, the server, a static host, and hands.
//
//   FEWEST=…      the program that serves the page; target/debug/lights-out unless told
//   SITE=…        also tests the static files in that folder
//   ONLY=static   tests nothing else

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join, normalize } from "node:path";
import { after, before, describe, test } from "node:test";
import { isDeepStrictEqual } from "node:util";
import { chromium } from "playwright-core";

/** Long enough for any step on a slow and busy machine; no step that works takes it. */
const PATIENCE = 60_000;

export const root = new URL("../..", import.meta.url).pathname;

/** Where a browser may be. */
export function browserPath() {
  const names = ["chromium", "chromium-browser", "google-chrome", "chrome"];
  const folders = (process.env.PATH ?? "").split(":");
  const found = names.flatMap((name) => folders.map((folder) => join(folder, name))).find(existsSync);
  return process.env.CHROMIUM ?? found;
}

export function launch() {
  return chromium.launch({ executablePath: browserPath(), args: ["--no-sandbox"] });
}

/** `fewest serve` with the puzzle from outside; it ends with the tests. */
export async function serve(program = process.env.FEWEST ?? join(root, "target/debug/lights-out"), options = []) {
  const child = spawn(program, ["serve", "--no-open", "--memory", "1G", ...options], { stdio: ["ignore", "ignore", "pipe"] });
  const url = await new Promise((resolve, reject) => {
    let text = "";
    child.on("exit", () => reject(new Error(`the server ended: ${text}`)));
    child.stderr.on("data", (data) => {
      text += data;
      const found = text.match(/http:\S+/);
      if (found) resolve(found[0]);
    });
  });
  return { url, stop: () => child.kill("SIGINT"), child };
}

const TYPES = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml", ".json": "application/json", ".wasm": "application/wasm" };

/** A plain web host for a folder, without one of its files if there is one to be missed. */
export async function host(folder, missing) {
  const server = createServer((request, response) => {
    const path = normalize(new URL(request.url, "http://x").pathname).replace(/\/$/, "/index.html");
    const file = join(folder, path);
    if (!file.startsWith(folder) || !existsSync(file) || file.endsWith(missing ?? "\0")) return response.writeHead(404).end();
    response.writeHead(200, { "Content-Type": TYPES[extname(file)] ?? "text/plain" }).end(readFileSync(file));
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { url: `http://127.0.0.1:${server.address().port}/`, stop: () => server.close() };
}

/** One browser for all files of tests that run in this process. */
let browser;
function needBrowser() {
  if (browser) return;
  browser = launch();
  after(async () => (await browser).close());
}

/**
 * Runs tests against the server, and against the static files where there are some.
 * `play` makes a test of a page that is ready.
 */
export function onSites(tests) {
  const starts = process.env.ONLY === "static" ? [] : [["fewest serve", serve]];
  if (process.env.SITE) starts.push(["static files", () => host(process.env.SITE)]);
  needBrowser();
  for (const [name, start] of starts) {
    // Two at a time, because each waits for its page half of the time.
    describe(name, { concurrency: 2 }, () => {
      let site;
      before(async () => (site = await start()));
      after(() => site.stop());
      const idle = [];
      const play = (title, act, options) =>
        test(title, async () => {
          const page = (await reopen(idle, site.url, options)) ?? (await open(await browser, site.url, options));
          await act(page);
          assert.deepEqual(page.complaints, []);
          idle.push(page);
        });
      tests(play, { start, browser: () => browser });
    });
  }
}

/**
 * A page that an earlier test has left, as if it were never visited: a new one would start a
 * process and compile everything.
 */
async function reopen(idle, url, options) {
  const found = idle.findIndex((page) => isDeepStrictEqual(page.options, options));
  if (found < 0) return undefined;
  const [page] = idle.splice(found, 1);
  await page.goto("about:blank");
  await page.session.send("Storage.clearDataForOrigin", { origin: new URL(url).origin, storageTypes: "all" });
  await page.setViewportSize(page.size);
  await page.goto(url + (options?.hash ?? ""));
  await settled(page);
  return page;
}

/** A page that is ready, and that complains of nothing. */
export async function open(browser, url, options) {
  const { dark = false, width = 1280, height = 900, hash = "" } = options ?? {};
  const context = await browser.newContext({
    viewport: { width, height },
    colorScheme: dark ? "dark" : "light",
    reducedMotion: "reduce",
    hasTouch: width < 500,
  });
  context.setDefaultTimeout(PATIENCE);
  const page = await context.newPage();
  page.options = options;
  page.size = { width, height };
  page.session = await context.newCDPSession(page);
  page.complaints = [];
  page.on("pageerror", (error) => page.complaints.push(String(error)));
  page.on("console", (message) => message.type() === "error" && page.complaints.push(message.text()));
  await page.goto(url + hash);
  await settled(page);
  return page;
}

export async function close(page) {
  assert.deepEqual(page.complaints, []);
  await page.context().close();
}

/** Opens a typed level. */
export async function type(page, puzzle, text) {
  await page.click("#show-levels");
  await page.click(`#puzzle-${puzzle}`);
  await page.waitForSelector(`#puzzle-${puzzle}[aria-current]`);
  await settled(page);
  await page.fill("#typed", text);
  await page.click("#paste .primary");
  await settled(page);
}

/** Waits until the board can be played again. */
export function settled(page) {
  return page.waitForSelector("html[data-ready]:not([data-busy])", { state: "attached" });
}

/** The middle of a cell on the screen. */
export async function at(page, column, row, board = "#board") {
  const svg = page.locator(`${board} .cells`);
  await svg.scrollIntoViewIfNeeded();
  const box = await svg.boundingBox();
  const [, , w, h] = (await svg.getAttribute("viewBox")).split(" ").map(Number);
  const place = (cell) => 24 + (cell + 0.5) * 100;
  return [box.x + (box.width * place(column)) / w, box.y + (box.height * place(row)) / h];
}

export async function tap(page, column, row, board) {
  await page.mouse.click(...(await at(page, column, row, board)));
  await settled(page);
}

export async function touch(page, column, row, board) {
  await page.touchscreen.tap(...(await at(page, column, row, board)));
  await settled(page);
}

export async function drag(page, from, to, board) {
  await page.mouse.move(...(await at(page, ...from, board)));
  await page.mouse.down();
  await page.mouse.move(...(await at(page, ...to, board)), { steps: 4 });
  await page.mouse.up();
  await settled(page);
}

export async function keys(page, ...names) {
  await page.focus("#board");
  for (const name of names) {
    await page.keyboard.press(name);
    await settled(page);
  }
}

export const status = (page) => page.textContent("#status");

/** Waits until the line below the board says something. */
export async function says(page, pattern) {
  try {
    await page.waitForFunction(([source]) => new RegExp(source).test(document.getElementById("status").textContent), [pattern.source]);
  } catch {
    assert.match(await status(page), pattern);
  }
}
