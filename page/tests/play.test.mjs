// Playing, editing and sharing, by mouse, touch and keys, with both engines.

import assert from "node:assert/strict";
import { at, close, drag, keys, onSites, open, says, settled, status, tap, touch, type } from "./harness.mjs";

const PAIRS = "# fewest coins results 1\n# 2x2 L:d 7:b J:e\nL 7 1 0_1-1_0\n7 L 1 1_0-0_1\nL J unsolvable\n";
const COINS = "oo-\no--\n\n-o-\noo-";

onSites((play, { browser }) => {
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

  play("a link holds puzzle, position and moves", async (page) => {
    await type(page, "numbers", "4 1\n1 3 0 2");
    await drag(page, [3, 0], [1, 0]);
    await page.click('.menu button:has-text("3 0 L -")');
    await settled(page);
    await page.click("#show-share");
    const link = await page.inputValue("#link");
    const other = await open(await browser(), link);
    assert.match(await other.textContent("#playbar .counter"), /1 move/);
    assert.equal(await other.locator("#board .pieces use").count(), 2);
    await close(other);
  });

  play("an invalid board is told as it is edited", async (page) => {
    await type(page, "blocks", "o . x");
    await page.click("#show-edit");
    await page.waitForFunction(() => /Solved in 2 moves/.test(document.getElementById("verdict").textContent));
    await page.click('#tab-edit button:has-text("wall")');
    await tap(page, 2, 0, "#draft-0");
    await page.waitForSelector("#verdict .bad");
    assert.equal(await page.isDisabled("#play-edited"), true);
    await page.click('#tab-edit .palette button >> text="goal"');
    await tap(page, 1, 0, "#draft-0");
    await page.waitForFunction(() => /Solved in 1 move; optimal/.test(document.getElementById("verdict").textContent));
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
    await page.waitForFunction(() => /Unsolvable \(proved\)/.test(document.getElementById("verdict").textContent));
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

  play("a puzzle from outside is played by taps and keys", async (page) => {
    await type(page, "lights-out", "**.\n*..\n...");
    await tap(page, 0, 0);
    await says(page, /Solved in 1 move! That is the fewest\./);
    await page.click("#restart");
    await settled(page);
    await keys(page, "ArrowRight", "Enter");
    await says(page, /Solved in 1 move!/);
  });

  play("a puzzle from outside is solved, and edited as text", async (page) => {
    await type(page, "lights-out", "**.\n*..\n...");
    await page.click("#show-solve");
    await page.click("#solve");
    await page.waitForSelector("#headline");
    assert.equal(await page.textContent("#headline"), "Solved in 1 move");
    await page.click("#show-edit");
    assert.equal(await page.inputValue("#edit-text"), "**.\n*..\n...\n");
    await page.fill("#edit-text", "*.\n.x");
    await page.waitForSelector("#verdict .bad");
    assert.match(await page.textContent("#verdict"), /^Line 2, column 2: unknown cell 'x'/);
  });

  play("legal moves are shown on hover and on focus", async (page) => {
    await type(page, "tiles", "1 2 3\n4 5 6\n_ 7 8");
    await page.hover("#board", { position: await spot(page, 1, 2) });
    assert.equal(await page.locator("#board .ready").count(), 1);
    assert.equal(await page.locator("#board .target").count(), 1);
    await page.hover("#board", { position: await spot(page, 0, 0) });
    assert.equal(await page.locator("#board .ready").count(), 0);
    await page.mouse.move(0, 0);
    await page.focus(".skip");
    await page.keyboard.press("Enter");
    await page.focus("#board");
    assert.equal(await page.locator("#board .ready").count(), 2);
    assert.equal(await page.textContent("#playbar summary"), "Legal moves (2)");
  });

  play("a dragged piece goes along with the pointer, as far as it may", async (page) => {
    await type(page, "tiles", "1 2 3\n4 5 6\n_ 7 8");
    const moved = () => page.$$eval("#board .pieces use", (pieces) => pieces.map((piece) => piece.style.transform).filter(Boolean));
    await page.mouse.move(...(await at(page, 1, 2)));
    await page.mouse.down();
    await page.mouse.move(...(await at(page, 0.5, 2.3)));
    const [[, x, y]] = (await moved()).map((text) => text.match(/translate\(([-0-9.]+)px(?:, ([-0-9.]+)px)?\)/));
    assert.ok(Math.abs(Number(x) + 50) < 2 && Number(y ?? 0) === 0, `${x}, ${y}`);
    await page.mouse.move(...(await at(page, 1, 2)));
    await page.mouse.up();
    await settled(page);
    assert.deepEqual(await moved(), []);
    // A short way is a tap.
    assert.match(await page.textContent("#playbar .counter"), /1 move/);
  });

  play("keys that come faster than the answers are not lost", async (page) => {
    await type(page, "tiles", "1 2 3\n4 5 6\n_ 7 8");
    await page.focus("#board");
    // Both before the first is answered.
    await page.evaluate(() => {
      for (let n = 0; n < 2; n++) document.getElementById("board").dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowLeft", bubbles: true }));
    });
    await says(page, /Solved in 2 moves!/);
  });

  play("fingers play on a phone, and the best is kept for the next visit", async (page) => {
    await type(page, "tiles", "1 2 3\n4 5 6\n_ 7 8");
    await touch(page, 1, 2);
    await touch(page, 2, 2);
    await says(page, /Solved in 2 moves! That is the fewest\./);
    await page.reload();
    await settled(page);
    await type(page, "tiles", "1 2 3\n4 5 6\n_ 7 8");
    assert.match(await page.textContent("#playbar .counter"), /your best 2/);
  }, { width: 360, height: 740 });

  play("position, moves and search are saved as files", async (page) => {
    const saved = async (button) => {
      const [file] = await Promise.all([page.waitForEvent("download"), page.click(button)]);
      const chunks = [];
      for await (const chunk of await file.createReadStream()) chunks.push(chunk);
      return Buffer.concat(chunks).toString("latin1");
    };
    await type(page, "tiles", "1 2 3\n4 5 6\n_ 7 8");
    await keys(page, "ArrowLeft", "ArrowLeft");
    await page.click("#show-share");
    await page.click("#export-plan");
    await settled(page);
    assert.equal((await page.inputValue("#shown")).trim(), "L L");
    assert.match(await saved("#export-picture"), /^<svg/);
    assert.match(await saved("#export-animation"), /^<svg[^]*animate/);
    assert.match(await saved("#export-page"), /<html/);
    assert.match(await saved("#export-gif"), /^GIF89a/);
    await page.click("#restart");
    await settled(page);
    await page.click("#show-solve");
    await page.click("#options summary");
    await page.selectOption("#algorithm", "astar");
    await page.click("#solve");
    await page.waitForSelector("#headline");
    assert.match(await saved("#export-csv"), /^event,[^]*expan/);
  });
});

/** A cell's place on its board. */
async function spot(page, column, row) {
  const { width } = await page.locator("#board").boundingBox();
  const columns = 3;
  const side = width / (columns + 0.48);
  return { x: (0.24 + column + 0.5) * side, y: (0.24 + row + 0.5) * side };
}
