// The library as WebAssembly, in a worker: JSON in and out through its memory.

/** @type {Promise<void> | null} */
let loading = null;
let current = 0;

const decoder = new TextDecoder();
const encoder = new TextEncoder();

async function load() {
  const imports = {
    host: {
      now: () => performance.now(),
      emit: (/** @type {number[]} */ ...[namePointer, nameLength, pointer, length]) => {
        self.postMessage({ id: current, name: text(namePointer, nameLength), text: text(pointer, length) });
      },
    },
  };
  const address = new URL("../fewest.wasm", import.meta.url);
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${address}: ${response.status}`);
  // Some hosts do not know the type.
  const isKnown = response.headers.get("Content-Type") === "application/wasm";
  const { instance } = isKnown
    ? await WebAssembly.instantiateStreaming(response, imports)
    : await WebAssembly.instantiate(await response.arrayBuffer(), imports);
  exported = instance.exports;
  // Puzzles from outside, where there are some.
  exported.start?.();
}

/** @type {any} */
let exported = null;

/**
 * @param {number} pointer
 * @param {number} length
 */
function text(pointer, length) {
  return decoder.decode(new Uint8Array(exported.memory.buffer, pointer, length));
}

/** @param {{ id: number, name: string, body: string }} request */
async function answer({ id, name, body }) {
  await (loading ??= load());
  current = id;
  const put = (/** @type {string} */ string) => {
    const bytes = encoder.encode(string);
    const pointer = exported.take(bytes.length);
    new Uint8Array(exported.memory.buffer, pointer, bytes.length).set(bytes);
    return [pointer, bytes.length];
  };
  exported.call(...put(name), ...put(body));
}

self.onmessage = ({ data }) => {
  // What is thrown in a promise would end nothing; the page waits for an error.
  answer(data).catch((error) => setTimeout(() => {
    throw error;
  }));
};
