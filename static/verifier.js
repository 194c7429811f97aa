// Runs the verifier (`verifier.wasm`, a program that reads files from its standard input and writes what it found): the few calls of the
// system interface that it needs, WASI preview 1, and nothing of a network, a disk or a clock.

const BAD_FILE = 8;
const NOT_THERE = 52;

// Each file as u32be(length of the name), name, u32be(length), bytes.
function framed(files) {
  const parts = files.flatMap(({ name, bytes }) => [new TextEncoder().encode(name), bytes]);
  const all = new Uint8Array(parts.reduce((sum, part) => sum + 4 + part.length, 0));
  const view = new DataView(all.buffer);
  let at = 0;
  for (const part of parts) {
    view.setUint32(at, part.length);
    all.set(part, at + 4);
    at += 4 + part.length;
  }
  return all;
}

class Ended extends Error {}

/// What the files show: `module` compiled from `verifier.wasm`, files as `{name, bytes}`. Throws when the program itself fails.
export async function examine(module, files) {
  const input = framed(files);
  const output = { 1: [], 2: [] };
  let read = 0;
  let memory = null;
  const view = () => new DataView(memory.buffer);
  const each = (list, count, use) => {
    let sum = 0;
    for (let n = 0; n < count; n++) {
      const [at, length] = [view().getUint32(list + 8 * n, true), view().getUint32(list + 8 * n + 4, true)];
      sum += use(new Uint8Array(memory.buffer, at, length));
    }
    return sum;
  };
  const calls = {
    fd_read(file, list, count, done) {
      if (file !== 0) return BAD_FILE;
      const sum = each(list, count, (place) => {
        const part = input.subarray(read, read + place.length);
        place.set(part);
        read += part.length;
        return part.length;
      });
      view().setUint32(done, sum, true);
      return 0;
    },
    fd_write(file, list, count, done) {
      if (!output[file]) return BAD_FILE;
      const sum = each(list, count, (part) => output[file].push(part.slice()) && part.length);
      view().setUint32(done, sum, true);
      return 0;
    },
    environ_sizes_get(count, size) {
      view().setUint32(count, 0, true);
      view().setUint32(size, 0, true);
      return 0;
    },
    environ_get: () => 0,
    args_sizes_get: (count, size) => calls.environ_sizes_get(count, size),
    args_get: () => 0,
    fd_prestat_get: () => BAD_FILE,
    random_get(at, length) {
      crypto.getRandomValues(new Uint8Array(memory.buffer, at, length));
      return 0;
    },
    proc_exit(code) {
      throw new Ended(code);
    },
  };
  const system = {};
  for (const { name } of WebAssembly.Module.imports(module)) system[name] = calls[name] ?? (() => NOT_THERE);
  const instance = await WebAssembly.instantiate(module, { wasi_snapshot_preview1: system });
  memory = instance.exports.memory;
  try {
    instance.exports._start();
  } catch (error) {
    if (!(error instanceof Ended)) throw error;
  }
  const text = async (file) => new Blob(output[file]).text();
  const answer = await text(1);
  if (!answer) throw new Error((await text(2)) || "The verifier ended without an answer.");
  return JSON.parse(answer);
}
