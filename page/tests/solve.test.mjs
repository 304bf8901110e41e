// Solving and watching with both engines: stopped, compared, and all plans.

import assert from "node:assert/strict";
import { onSites, settled, status, type } from "./harness.mjs";

const EIGHT = "7 3 8\n_ 2 6\n4 1 5";
const HARD = "14 5 9 2 18\n8 23 19 12 17\n15 _ 10 20 4\n6 11 21 1 7\n24 3 16 22 13";

onSites((play) => {
  play("a board is solved, and the plan watched and scrubbed", async (page) => {
    await type(page, "tiles", EIGHT);
    await page.click("#show-solve");
    await page.click("#options summary");
    await page.selectOption("#algorithm", "astar");
    await page.click("#solve");
    await page.waitForSelector("#headline");
    assert.equal(await page.textContent("#headline"), "Solved in 25 moves");
    assert.equal(await page.textContent("#proved"), "Optimal (proved)");
    assert.ok(await page.locator("#plots figure svg").count());
    await page.selectOption("#plot-kind", "histogram");
    await page.hover("#tree .node >> nth=3");
    await page.waitForSelector("#preview:not([hidden])");
    await page.focus("#tree .scroll");
    await page.keyboard.press("ArrowRight");
    await page.waitForFunction(() => /^Node/.test(document.getElementById("node").textContent));
    assert.equal(await page.locator("#tree .looked").count(), 1);
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
    await page.waitForSelector('#live dd:has-text("moves")');
    await page.waitForFunction(() => /Best so far/.test(document.getElementById("live").textContent));
    await page.click("#solve.stop");
    await page.waitForSelector("#headline");
    assert.match(await page.textContent("#headline"), /^Solved in \d+ moves$/);
    assert.equal(await page.textContent("#stopped"), "Stopped");
    await page.click("#watch");
    await page.waitForSelector("#watchbar:not([hidden])");
  });

  play("a stopped search of many numbers keeps the moves that leave the fewest", async (page) => {
    await page.click("#puzzle-numbers");
    await settled(page);
    await page.fill("#level-level", "1000");
    await page.click("#named .primary");
    await page.waitForFunction(() => /1000/.test(document.getElementById("title").textContent));
    await page.click("#show-solve");
    await page.click("#solve");
    await page.waitForFunction(() => /Left\d+ number/.test(document.getElementById("live").textContent));
    await page.click("#solve.stop");
    await page.waitForSelector("#headline");
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
    await page.waitForSelector("#plan-next");
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
    await page.waitForSelector("#headline");
    await page.waitForSelector("#headline-2");
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
    await page.waitForSelector("#tab-solve #headline");
    assert.equal(await page.isVisible("#compare"), false);
  });

  play("two searches are stopped together, and another board ends them", async (page) => {
    await type(page, "tiles", HARD);
    await page.click("#show-solve");
    await page.click("#options summary");
    await page.selectOption("#other", "idastar");
    await page.click("#solve");
    await page.waitForFunction(() => /Best so far/.test(document.getElementById("live").textContent));
    await page.click("#solve.stop");
    await page.waitForSelector("#stopped-2");
    assert.match(await page.textContent("#headline"), /^Solved in \d+ moves$/);
    await page.click("#solve:not(.stop)");
    await page.waitForSelector("#solve.stop");
    await type(page, "tiles", EIGHT);
    await page.click("#show-solve");
    assert.equal(await page.textContent("#solve"), "Solve");
    assert.equal(await page.isVisible("#compare"), false);
  });
});
