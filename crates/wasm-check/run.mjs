// Solves the levels of lib.rs as WebAssembly: node run.mjs FILE.wasm MOVES...
import { readFile } from "node:fs/promises";

const [file, ...known] = process.argv.slice(2);
const { instance } = await WebAssembly.instantiate(await readFile(file), {});
let failed = 0;
for (const [level, fewest] of known.map(Number).entries()) {
  const started = performance.now();
  const found = instance.exports.solve(level) >>> 0;
  const milliseconds = (performance.now() - started).toFixed(0);
  const verdict = found === fewest ? "ok" : `FAILED: ${fewest} expected`;
  failed += found === fewest ? 0 : 1;
  console.log(`level ${level}: ${found} moves in ${milliseconds} ms ... ${verdict}`);
}
console.log(`${known.length - failed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
