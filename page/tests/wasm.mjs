// Solves a level of each puzzle as WebAssembly: node page/tests/wasm.mjs FILE.wasm

import { readFile } from "node:fs/promises";

/** A puzzle, a level of it, and its fewest moves. */
const LEVELS = [
  ["tiles", "7 3 8\n_ 2 6\n4 1 5\n", 25],
  ["tiles", "5 1 9 3\n11 13 6 8\n14 10 4 15\n_ 12 7 2\n", 41],
  ["blocks", "o . o . .\n. # . . .\n. . . # .\nx . x . .\n", 3],
  ["coins", "oo-\no--\n\n-o-\noo-\n", 1],
  ["numbers", "4 1\n1 3 0 2\n", 2],
  ["lights-out", "***\n***\n***\n", 5],
];

/** The library in a file: a function that answers a request with its events. */
export async function load(file) {
  let events = [];
  const text = (pointer, length) => new TextDecoder().decode(new Uint8Array(exports.memory.buffer, pointer, length));
  const host = {
    now: () => performance.now(),
    emit: (namePointer, nameLength, pointer, length) => events.push([text(namePointer, nameLength), JSON.parse(text(pointer, length))]),
  };
  const { exports } = (await WebAssembly.instantiate(await readFile(file), { host })).instance;
  exports.start?.();
  const put = (string) => {
    const bytes = new TextEncoder().encode(string);
    const pointer = exports.take(bytes.length);
    new Uint8Array(exports.memory.buffer, pointer, bytes.length).set(bytes);
    return [pointer, bytes.length];
  };
  return (name, body) => {
    events = [];
    exports.call(...put(name), ...put(JSON.stringify(body)));
    return events;
  };
}

async function check(file) {
  const call = await load(file);
  let failed = 0;
  for (const [puzzle, level, fewest] of LEVELS) {
    const [name, answer] = call("solve", { position: { puzzle, text: level } }).at(-1);
    const isRight = name === "answer" && answer.status === "optimal" && answer.cost === fewest;
    if (!isRight) failed += 1;
    const told = isRight ? "ok" : `FAILED: ${fewest} moves expected, not ${JSON.stringify(answer).slice(0, 200)}`;
    console.log(`${puzzle}: ${fewest} moves ... ${told}`);
  }
  console.log(`${LEVELS.length - failed} passed, ${failed} failed`);
  return failed === 0;
}

if (process.argv[1] === new URL(import.meta.url).pathname) process.exit((await check(process.argv[2])) ? 0 : 1);
