// Pictures of every view, for docs/page.md: node page/tests/screenshots.mjs [NAME…]

import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { close, launch, open, root, serve, settled, type } from "./harness.mjs";

const folder = `${root}docs/page/`;
mkdirSync(folder, { recursive: true });
const browser = await launch();
const site = await serve();

async function view(name, act, options = {}) {
  if (process.argv.length > 2 && !process.argv.includes(name)) return;
  const page = await open(browser, site.url, { width: 1200, height: 800, ...options });
  await act(page);
  await page.mouse.move(0, 0);
  await page.waitForTimeout(300);
  await page.screenshot({ path: `${folder}${name}.png` });
  await close(page);
}

const choose = async (page, puzzle) => {
  await page.click(`#puzzle-${puzzle}`);
  await settled(page);
};
const solve = async (page, algorithm, last = "") => {
  await page.click("#show-solve");
  if (!(await page.isVisible("#algorithm"))) await page.click("#options summary");
  if (algorithm) await page.selectOption("#algorithm", algorithm);
  await page.click("#solve");
  await page.waitForSelector(`#headline${last}`, { timeout: 60_000 });
  await page.click("#options summary");
};
const EIGHT = "7 3 8\n_ 2 6\n4 1 5";
const HARD = "14 5 9 2 18\n8 23 19 12 17\n15 _ 10 20 4\n6 11 21 1 7\n24 3 16 22 13";
const FONT = { L: "o-- o-- ooo", J: "--o --o ooo", T: "ooo -o- -o-", S: "-oo -o- oo-", Z: "oo- -o- -oo", X: "o-o -o- o-o" };

/** All pairs of a small font, solved. */
function results() {
  const place = mkdtempSync(join(tmpdir(), "fewest-"));
  const [font, file] = [join(place, "font.txt"), join(place, "pairs.txt")];
  writeFileSync(font, Object.entries(FONT).map(([name, rows]) => `${name}\n${rows.replaceAll(" ", "\n")}\n`).join("\n"));
  spawnSync(process.env.FEWEST, ["solve", "coins", "--font", font, "--all", "--results", file, "--quiet"]);
  return file;
}

await view("tiles", async (page) => {
  await page.click("#hint");
  await page.waitForFunction(() => /Hint/.test(document.getElementById("status").textContent), null, { timeout: 20_000 });
});
await view("blocks", async (page) => {
  await choose(page, "blocks");
  await page.selectOption("#level", { index: 40 });
  await settled(page);
});
await view("coins", async (page) => {
  await choose(page, "coins");
  await page.click("#backward");
  await settled(page);
});
await view("pairs", async (page) => {
  await choose(page, "coins");
  await page.setInputFiles("#results", results());
  await page.waitForSelector("#grid table");
  await page.click('#grid button[aria-label^="L to T"]');
  await settled(page);
  await page.focus("#board");
  await page.keyboard.press("ArrowRight");
});
await view("numbers", async (page) => {
  await choose(page, "numbers");
  await page.fill("#level-level", "30");
  await page.click("#named .primary");
  await settled(page);
}, { dark: true });
await view("large", async (page) => {
  await choose(page, "numbers");
  await page.fill("#level-level", "1000");
  await page.click("#named .primary");
  await settled(page);
  for (let n = 0; n < 3; n++) await page.click("#zoom-in");
}, { dark: true });
await view("lights-out", (page) => choose(page, "lights-out"));
await view("solve", async (page) => {
  await type(page, "tiles", EIGHT);
  await solve(page, "astar");
});
await view("running", async (page) => {
  await type(page, "tiles", HARD);
  await page.click("#show-solve");
  await page.click("#solve");
  await page.waitForFunction(() => /bound \d+: /.test(document.getElementById("live").textContent));
}, { dark: true });
await view("watch", async (page) => {
  await type(page, "tiles", EIGHT);
  await solve(page, "astar");
  await page.click("#watch");
  await page.waitForSelector("#watchbar:not([hidden])");
  await page.click("#watch-play");
  await page.locator("#scrubber").fill("9");
});
await view("compare", async (page) => {
  await type(page, "tiles", EIGHT);
  await page.click("#show-solve");
  await page.click("#options summary");
  await page.selectOption("#other", "idastar");
  await solve(page, "astar", "-2");
  await page.evaluate(() => document.getElementById("compare").scrollIntoView());
});
await view("edit", async (page) => {
  await choose(page, "blocks");
  await page.selectOption("#level", { index: 20 });
  await settled(page);
  await page.click("#show-edit");
  await page.waitForFunction(() => /Solved in/.test(document.getElementById("verdict").textContent), null, { timeout: 20_000 });
  await page.click("#brush-1");
});
await view("share", async (page) => {
  await choose(page, "coins");
  await page.click("#show-share");
});
await view("phone", async (page) => {
  await choose(page, "blocks");
  await page.selectOption("#level", { index: 12 });
  await settled(page);
}, { width: 360, height: 740 });

await view("phone-solve", async (page) => {
  await type(page, "tiles", EIGHT);
  await solve(page, "astar");
  await page.evaluate(() => document.getElementById("tab-solve").scrollIntoView());
}, { width: 360, height: 740, dark: true });

await browser.close();
site.stop();
