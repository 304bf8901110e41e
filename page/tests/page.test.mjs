// The page in a browser: against `fewest serve`, and as static files with WebAssembly.
//
//   node --test page/tests               the server
//   SITE=… node --test page/tests        also the static files in that folder
//   SITE=… ONLY=static node --test …     only those

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { after, before, describe, test } from "node:test";
import { close, drag, host, keys, launch, open, says, serve, settled, status, tap, type } from "./harness.mjs";

const EIGHT = "7 3 8\n_ 2 6\n4 1 5";
const HARD = "14 5 9 2 18\n8 23 19 12 17\n15 _ 10 20 4\n6 11 21 1 7\n24 3 16 22 13";
const PAIRS = "# fewest coins results 1\n# 2x2 L:d 7:b J:e\nL 7 1 0_1-1_0\n7 L 1 1_0-0_1\nL J unsolvable\n";
const COINS = "oo-\no--\n\n-o-\noo-";

let browser;
before(async () => (browser = await launch()));
after(() => browser.close());

const hasServer = process.env.ONLY !== "static";
const sites = hasServer ? [["fewest serve", serve]] : [];
if (process.env.SITE) sites.push(["static files", () => host(process.env.SITE)]);

for (const [name, start] of sites) {
  describe(name, () => {
    let site;
    before(async () => (site = await start()));
    after(() => site.stop());
    const play = (title, act, options) =>
      test(title, async () => {
        const page = await open(browser, site.url, options);
        await act(page);
        await close(page);
      });

    play("tiles are played to their end by keys, with undo and redo", async (page) => {
      await type(page, "tiles", "1 2 3\n4 5 6\n_ 7 8");
      await keys(page, "ArrowLeft");
      assert.match(await status(page), /^L\. 1 move\.$/);
      await keys(page, "z");
      assert.match(await status(page), /Taken back/);
      await keys(page, "y", "ArrowLeft");
      await says(page, /Solved in 2 moves! That is the fewest\./);
      assert.match(await page.textContent("#playbar .counter"), /your best 2/);
    });

    play("tiles are played by mouse: taps and drags", async (page) => {
      await type(page, "tiles", "1 2 3\n4 5 6\n_ 7 8");
      await tap(page, 1, 2);
      await drag(page, [2, 2], [1, 2]);
      await says(page, /Solved in 2 moves!/);
    });

    play("blocks are played by keys, and by swipes", async (page) => {
      await type(page, "blocks", "o . x");
      await keys(page, "ArrowRight", "ArrowRight");
      await says(page, /Solved in 2 moves! That is the fewest\./);
      await page.click("#restart");
      await settled(page);
      await drag(page, [0, 0], [1, 0]);
      await drag(page, [1, 0], [2, 0]);
      await says(page, /Solved in 2 moves!/);
    });

    play("coins are played by taps, and by keys", async (page) => {
      await type(page, "coins", COINS);
      await tap(page, 0, 0);
      await says(page, /Solved in 1 move! That is the fewest\./);
      await page.click("#restart");
      await settled(page);
      await keys(page, "ArrowRight", "Enter");
      await says(page, /Solved in 1 move!/);
    });

    play("numbers are played by taps with a choice, and by drags", async (page) => {
      await type(page, "numbers", "4 1\n1 3 0 2");
      await drag(page, [3, 0], [1, 0]);
      await page.click('.menu button:has-text("3 0 L -")');
      await settled(page);
      await tap(page, 0, 0);
      await page.click('.menu button:has-text("0 0 R -")');
      await says(page, /Solved in 2 moves! That is the fewest\./);
    });

    play("a hint shows the next move and the distance", async (page) => {
      await type(page, "tiles", "1 2 3\n4 5 6\n_ 7 8");
      await page.click("#hint");
      await says(page, /Hint: L\. 2 moves to go\./);
      assert.equal(await page.locator(".arrow").count(), 1);
      await keys(page, "ArrowLeft");
      assert.match(await page.textContent("#playbar .counter"), /1 to go/);
    });

    play("a board is solved, and the plan watched and scrubbed", async (page) => {
      await type(page, "tiles", EIGHT);
      await page.click("#show-solve");
      await page.click("#options summary");
      await page.selectOption("#algorithm", "astar");
      await page.click("#solve");
      await page.waitForSelector("#headline", { timeout: 30_000 });
      assert.equal(await page.textContent("#headline"), "Solved in 25 moves");
      assert.equal(await page.textContent("#proved"), "Optimal (proved)");
      assert.ok(await page.locator("#plots figure svg").count());
      await page.selectOption("#plot-kind", "histogram");
      await page.hover("#tree .node >> nth=3");
      await page.waitForSelector("#preview:not([hidden])");
      await page.click("#watch");
      await page.waitForSelector("#watchbar:not([hidden])");
      await page.click("#watch-play");
      await page.locator("#scrubber").fill("25");
      assert.match(await page.textContent("#watched"), /25 of 25 moves.*end of the plan/);
      assert.equal(await page.locator("#board .pieces use").count(), 8);
      await page.locator("#scrubber").fill("3");
      await page.click("#watch-next");
      assert.match(await page.textContent("#watched"), /4 of 25 moves *last: R *next: R/);
      assert.equal(await page.locator("#board .arrow").count(), 1);
      assert.equal(await status(page), "");
      await page.click("#watch-close");
      await page.waitForSelector("#playbar:not([hidden])");
      assert.match(await page.textContent("#playbar .counter"), /0 moves.*fewest 25/);
    });

    play("a stopped search keeps its best", async (page) => {
      await type(page, "tiles", HARD);
      await page.click("#show-solve");
      await page.click("#solve");
      await page.waitForSelector('#live dd:has-text("moves")', { timeout: 30_000 });
      await page.waitForFunction(() => /Best so far/.test(document.getElementById("live").textContent), null, { timeout: 30_000 });
      await page.click("#solve.stop");
      await page.waitForSelector("#headline", { timeout: 30_000 });
      assert.match(await page.textContent("#headline"), /^Solved in \d+ moves$/);
      assert.equal(await page.textContent("#stopped"), "Stopped");
      await page.click("#watch");
      await page.waitForSelector("#watchbar:not([hidden])");
    });

    play("a stopped search of many numbers keeps the moves that leave the fewest", async (page) => {
      await page.click("#puzzle-numbers");
      await settled(page);
      await page.fill("#level-level", "500");
      await page.click("#named .primary");
      await page.waitForFunction(() => /500/.test(document.getElementById("title").textContent));
      await page.click("#show-solve");
      await page.click("#solve");
      await page.waitForFunction(() => /Left\d+ number/.test(document.getElementById("live").textContent), null, { timeout: 30_000 });
      await page.click("#solve.stop");
      await page.waitForSelector("#headline", { timeout: 30_000 });
      assert.match(await page.textContent("#headline"), /^No plan found; the best moves leave \d+ numbers?$/);
      await page.click("#watch");
      await page.waitForSelector("#watchbar:not([hidden])");
    });

    play("all plans of the fewest moves are paged through", async (page) => {
      await type(page, "tiles", EIGHT);
      await page.click("#show-solve");
      await page.click("#options summary");
      await page.check("#all");
      await page.click("#solve");
      await page.waitForSelector("#plan-next", { timeout: 30_000 });
      assert.equal(await page.textContent("#headline"), "7 plans of 25 moves");
      await page.click("#plan-next");
      assert.equal(await page.textContent("#plan-number"), "Plan 2 of 7");
    });

    play("two algorithms search the same board side by side", async (page) => {
      await type(page, "tiles", EIGHT);
      await page.click("#show-solve");
      await page.click("#options summary");
      await page.selectOption("#algorithm", "astar");
      await page.selectOption("#other", "idastar");
      await page.click("#solve");
      await page.waitForSelector("#headline", { timeout: 30_000 });
      await page.waitForSelector("#headline-2", { timeout: 30_000 });
      assert.deepEqual(await page.locator("#compare > section > h2").allTextContents(), ["astar", "idastar"]);
      for (const suffix of ["", "-2"]) {
        assert.equal(await page.textContent(`#headline${suffix}`), "Solved in 25 moves");
        assert.ok(await page.locator(`#plots${suffix} figure svg`).count());
        assert.equal((await page.textContent(`#plan${suffix}`)).split("  ").length, 25);
      }
      await page.waitForFunction(() => document.querySelectorAll("#runs tbody tr").length === 2);
      await page.hover("#tree .node >> nth=3");
      await page.waitForSelector("#preview:not([hidden])");
      await page.click("#watch-2");
      await page.waitForSelector("#watchbar:not([hidden])");
      await page.setViewportSize({ width: 360, height: 740 });
      const [one, two] = await page.$$eval("#compare > section", (sections) => sections.map((section) => section.getBoundingClientRect().toJSON()));
      assert.ok(two.top >= one.bottom, "stacked on a phone");
      assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= 360);
      // Without a second algorithm, the search is back in the panel.
      await page.click("#watch-close");
      await page.selectOption("#other", "");
      await page.click("#solve");
      await page.waitForSelector("#tab-solve #headline", { timeout: 30_000 });
      assert.equal(await page.isVisible("#compare"), false);
    });

    play("two searches are stopped together, and another board ends them", async (page) => {
      await type(page, "tiles", HARD);
      await page.click("#show-solve");
      await page.click("#options summary");
      await page.selectOption("#other", "idastar");
      await page.click("#solve");
      await page.waitForFunction(() => /Best so far/.test(document.getElementById("live").textContent), null, { timeout: 30_000 });
      await page.click("#solve.stop");
      await page.waitForSelector("#stopped-2", { timeout: 30_000 });
      assert.match(await page.textContent("#headline"), /^Solved in \d+ moves$/);
      await page.click("#solve:not(.stop)");
      await page.waitForSelector("#solve.stop");
      await type(page, "tiles", EIGHT);
      await page.click("#show-solve");
      assert.equal(await page.textContent("#solve"), "Solve");
      assert.equal(await page.isVisible("#compare"), false);
    });

    play("a link holds puzzle, position and moves", async (page) => {
      await type(page, "numbers", "4 1\n1 3 0 2");
      await drag(page, [3, 0], [1, 0]);
      await page.click('.menu button:has-text("3 0 L -")');
      await settled(page);
      await page.click("#show-share");
      const link = await page.inputValue("#link");
      const other = await open(browser, link);
      assert.match(await other.textContent("#playbar .counter"), /1 move/);
      assert.equal(await other.locator("#board .pieces use").count(), 2);
      await close(other);
    });

    play("an invalid board is told as it is edited", async (page) => {
      await type(page, "blocks", "o . x");
      await page.click("#show-edit");
      await page.waitForFunction(() => /Solved in 2 moves/.test(document.getElementById("verdict").textContent), null, { timeout: 20_000 });
      await page.click('#tab-edit button:has-text("wall")');
      await tap(page, 2, 0, "#draft-0");
      await page.waitForSelector("#verdict .bad");
      assert.equal(await page.isDisabled("#play-edited"), true);
      await page.click('#tab-edit .palette button >> text="goal"');
      await tap(page, 1, 0, "#draft-0");
      await page.waitForFunction(() => /Solved in 1 move; optimal/.test(document.getElementById("verdict").textContent), null, { timeout: 20_000 });
      await page.click("#play-edited");
      await settled(page);
      await keys(page, "ArrowRight");
      await says(page, /Solved in 1 move/);
    });

    play("numbers are typed, tiles exchanged, coins placed", async (page) => {
      await type(page, "numbers", "4 1\n1 3 0 2");
      await page.click("#show-edit");
      await settled(page);
      await tap(page, 2, 0, "#draft-0");
      await page.fill("#cell", "5");
      await page.keyboard.press("Enter");
      await page.waitForFunction(() => document.getElementById("edit-text").value.includes("1 3 5 2"));
      await type(page, "tiles", "1 2 3\n4 5 6\n7 8 _");
      await page.click("#show-edit");
      await settled(page);
      await drag(page, [0, 0], [1, 0], "#draft-0");
      await page.waitForFunction(() => /Unsolvable \(proved\)/.test(document.getElementById("verdict").textContent), null, { timeout: 20_000 });
      await type(page, "coins", COINS);
      await page.click("#show-edit");
      await settled(page);
      await page.click("#brush-1");
      await tap(page, 0, 0, "#draft-0");
      await page.waitForSelector("#verdict .bad");
    });

    play("coins are played backward from the target", async (page) => {
      await type(page, "coins", COINS);
      await page.click("#backward");
      await page.waitForSelector("#goal-board .pieces use");
      await settled(page);
      await tap(page, 1, 1, "#goal-board");
      await tap(page, 0, 0, "#goal-board");
      await says(page, /Solved in 1 move!/);
      await page.click("#undo");
      await settled(page);
      assert.match(await page.textContent("#playbar .counter"), /0 moves/);
    });

    play("pairs of a file of results are chosen from a grid", async (page) => {
      await page.click("#puzzle-coins");
      await settled(page);
      const file = (text) => page.setInputFiles("#results", { name: "pairs.txt", mimeType: "text/plain", buffer: Buffer.from(text) });
      await file("hello\n");
      await page.waitForSelector("#grids .problem:not(:empty)");
      assert.match(await page.textContent("#grids .problem"), /^Line 1, column 1: this is not a results file/);
      page.complaints = page.complaints.filter((text) => !text.includes("422"));
      await file(PAIRS);
      await page.waitForSelector("#grid table");
      assert.equal(await page.textContent("#grids .problem"), "");
      assert.match(await page.textContent("#grid"), /2 of 6 pairs solved/);
      assert.equal(await page.locator("#grid button").count(), 5);
      await page.focus('#grid button[tabindex="0"]');
      await page.keyboard.press("ArrowDown");
      await page.keyboard.press("ArrowRight");
      assert.equal(await page.evaluate(() => document.activeElement.getAttribute("aria-label")), "J to 7, not solved yet");
      await page.click('#grid button[aria-label="L to 7, 1 move"]');
      await settled(page);
      assert.match(await page.textContent("#title"), /L to 7/);
      await tap(page, 0, 1);
      await says(page, /Solved in 1 move! That is the fewest\./);
    });

    // What follows does not depend on the engine.
    if (start !== serve) return;

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
        await page.waitForSelector("#headline", { timeout: 30_000 });
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
  });
}

describe("only with a server", { skip: !hasServer }, () => {
  let site;
  before(async () => (site = hasServer ? await serve() : null));
  after(() => site?.stop());

  test("a puzzle from outside is played by taps and keys", async () => {
    const page = await open(browser, site.url);
    await type(page, "lights-out", "**.\n*..\n...");
    await tap(page, 0, 0);
    await says(page, /Solved in 1 move! That is the fewest\./);
    await page.click("#restart");
    await settled(page);
    await keys(page, "ArrowRight", "Enter");
    await says(page, /Solved in 1 move!/);
    await close(page);
  });

  test("a large board slides at once", async () => {
    const page = await open(browser, site.url);
    await page.fill("#size", "128x128");
    await page.click("#generate .primary");
    await page.waitForFunction(() => /128/.test(document.getElementById("title").textContent), null, { timeout: 60_000 });
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
    await close(page);
  });
});

if (process.env.SITE) {
  test("the static page works offline after the first visit", async () => {
    const site = await host(process.env.SITE);
    const page = await open(browser, site.url);
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null, null, { timeout: 30_000 });
    await page.context().setOffline(true);
    site.stop();
    await page.reload();
    await page.waitForSelector("html[data-ready]", { timeout: 30_000 });
    await type(page, "tiles", "1 2 3\n4 5 6\n7 _ 8");
    await keys(page, "ArrowLeft");
    await says(page, /Solved in 1 move/);
    await close(page);
  });
}
