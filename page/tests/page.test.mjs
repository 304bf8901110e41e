// What does not depend on the engine: widths, colours, accessibility, large boards. And
// offline use of the static files.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { test } from "node:test";
import { close, keys, host, onSites, open, says, serve, settled, type } from "./harness.mjs";

const EIGHT = "7 3 8\n_ 2 6\n4 1 5";

onSites((play, { browser, start }) => {
  if (start !== serve) {
    test("a library that can't be loaded is told", async () => {
      const site = await host(process.env.SITE, "fewest.wasm");
      const page = await (await browser()).newPage();
      await page.goto(site.url);
      await page.waitForFunction(() => document.getElementById("title").textContent === "No engine");
      assert.match(await page.textContent("#status"), /^The engine could not be loaded/);
      await page.context().close();
      site.stop();
    });

    test("the static page works offline after the first visit", async () => {
      const site = await host(process.env.SITE);
      const page = await open(await browser(), site.url);
      await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
      await page.context().setOffline(true);
      site.stop();
      await page.reload();
      await page.waitForSelector("html[data-ready]");
      await type(page, "tiles", "1 2 3\n4 5 6\n7 _ 8");
      await keys(page, "ArrowLeft");
      await says(page, /Solved in 1 move/);
      await close(page);
    });
    return;
  }

  play("text that is no board is refused with its place", async (page) => {
    await page.fill("#typed", "1 2 3\n4 5 6\n7 _ 9");
    await page.click("#paste .primary");
    await page.waitForSelector("#paste .problem:not(:empty)");
    assert.match(await page.textContent("#paste .problem"), /^Line 3, column 5: /);
    page.complaints = page.complaints.filter((text) => !text.includes("422"));
  });

  play("a phone's width is enough", async (page) => {
    for (const puzzle of ["tiles", "blocks", "coins", "numbers"]) {
      await page.click("#show-levels");
      await page.click(`#puzzle-${puzzle}`);
      await settled(page);
      const tops = await page.$$eval("#playbar .buttons button", (buttons) => buttons.filter((button) => !button.hidden).map((button) => button.getBoundingClientRect().top));
      assert.equal(new Set(tops).size, 1, `${puzzle}: the buttons are in one row`);
      for (const tab of ["levels", "solve", "edit", "share"]) {
        await page.click(`#show-${tab}`);
        await settled(page);
        const width = await page.evaluate(() => document.documentElement.scrollWidth);
        assert.ok(width <= 360, `${puzzle}, ${tab}: ${width}`);
      }
    }
  }, { width: 360, height: 740 });

  play("it is dark where the reader's system is", async (page) => {
    const light = () => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor.match(/\d+/g).map(Number).reduce((a, b) => a + b) / 3);
    assert.ok((await light()) < 80);
    await page.click("#theme");
    assert.ok((await light()) > 200);
  }, { dark: true });

  for (const dark of [false, true]) {
    play(`nothing serious is found by axe, ${dark ? "dark" : "light"}`, async (page) => {
      const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
      await page.evaluate(axe);
      const check = async (what) => {
        const found = await page.evaluate(() => globalThis.axe.run());
        const serious = found.violations.filter(({ impact }) => impact === "serious" || impact === "critical");
        const told = serious.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 120)).join(" | ")}`);
        assert.deepEqual(told, [], what);
      };
      await type(page, "tiles", EIGHT);
      await check("levels");
      await page.click("#show-solve");
      await page.click("#options summary");
      await page.selectOption("#algorithm", "astar");
      await page.click("#solve");
      await page.waitForSelector("#headline");
      await check("solve");
      await page.click("#watch");
      await page.waitForSelector("#watchbar:not([hidden])");
      await check("watch");
      await page.click("#show-edit");
      await settled(page);
      await check("edit");
      await page.click("#show-share");
      await check("share");
    }, { dark });
  }

  play("a large board slides at once", async (page) => {
    await page.fill("#size", "128x128");
    await page.click("#generate .primary");
    await page.waitForFunction(() => /128/.test(document.getElementById("title").textContent));
    assert.ok(await page.isVisible("#board canvas"));
    await settled(page);
    await page.focus("#board");
    const times = await page.evaluate(async () => {
      const board = document.getElementById("board");
      const counter = () => document.querySelector("#playbar .counter").textContent;
      const times = [];
      for (let n = 0; n < 8; n++) {
        const before = counter();
        const began = performance.now();
        board.dispatchEvent(new KeyboardEvent("keydown", { key: n % 2 ? "ArrowDown" : "ArrowUp", bubbles: true }));
        // The piece is moved at once; the counter follows when the engine has answered.
        await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
        times.push(performance.now() - began);
        for (let wait = 0; wait < 400 && counter() === before; wait++) await new Promise((resolve) => setTimeout(resolve, 5));
      }
      return times;
    });
    console.log(`128 × 128: a slide is drawn after ${times.map((time) => time.toFixed(0)).join(", ")} ms`);
    assert.match(await page.textContent("#playbar .counter"), /[4-8] moves/);
    await page.click("#zoom-in");
  });
});
