// Runs clew in Pyodide, away from the page: a long search leaves the page alive, and the page ends a run by ending the
// worker. Starting Python takes seconds, so the first worker keeps its memory as it is before the first run; later
// workers, and later visits, begin with that memory.

const here = new URL("./", import.meta.url);
const runtime = new URL("runtime/", here);
const FILES = ["session.py", "n_queens.py"];
const PAGE = 65536; // bytes by which WebAssembly counts memory
const STORE = "clew-playground";

async function fetched(file, base) {
  const response = await fetch(new URL(file, base));
  if (!response.ok) throw new Error(`${file} cannot be loaded: ${response.status}`);
  return response;
}

/** The kept memory of an earlier visit, if the browser keeps any and it is of these very files. */
async function kept(name) {
  const store = await globalThis.caches?.open(STORE).catch(() => undefined);
  const found = await store?.match(name);
  return found ? new Uint8Array(await found.arrayBuffer()) : undefined;
}

async function keep(name, memory) {
  const store = await globalThis.caches?.open(STORE);
  for (const old of (await store?.keys()) ?? []) await store.delete(old);
  await store?.put(name, new Response(memory));
}

/** Have WebAssembly begin with so much memory: a memory that grew does not fit into the one that Pyodide asks for. */
function makeRoom(bytes) {
  for (const name of ["instantiate", "instantiateStreaming"]) {
    const plain = WebAssembly[name];
    WebAssembly[name] = async (...words) => {
      const made = await plain.apply(WebAssembly, words);
      const memory = (made.instance ?? made).exports?.memory;
      const missing = memory ? bytes - memory.buffer.byteLength : 0;
      if (missing > 0) memory.grow(Math.ceil(missing / PAGE));
      return made;
    };
  }
}

async function python(files, memory) {
  const { loadPyodide } = await import(new URL("pyodide.mjs", runtime));
  if (memory) makeRoom(memory.length);
  const how = memory ? { _loadSnapshot: memory } : { _makeSnapshot: true };
  const loaded = await loadPyodide({ indexURL: runtime.href, ...how });
  for (const wheel of files.wheels) loaded.unpackArchive(wheel.slice(0), "wheel"); // the memory has no files in it
  files.texts.forEach((text, k) => loaded.FS.writeFile(FILES[k], text));
  return loaded;
}

const BEGIN = `
import sys
sys.path.insert(0, ".")
sys.dont_write_bytecode = True
import session
offered = session.examples()
`;

async function started(given) {
  const manifest = await (await fetched("manifest.json", runtime)).json();
  const [wheels, texts] = await Promise.all([
    Promise.all(manifest.wheels.map(async (wheel) => (await fetched(wheel, runtime)).arrayBuffer())),
    Promise.all(FILES.map(async (file) => (await fetched(file, here)).text())),
  ]);
  const files = { wheels, texts };
  const bytes = new TextEncoder().encode([manifest.build, ...texts].join("\n"));
  const digest = await globalThis.crypto.subtle?.digest("SHA-256", bytes);
  const name = digest && `memory-${new Uint8Array(digest).toHex?.() ?? new Uint8Array(digest).join("-")}`;
  const memory = given ?? (name && (await kept(name)));
  if (memory) {
    try {
      return { loaded: await python(files, memory), memory };
    } catch (error) {
      console.warn(`Python begins afresh, without the kept memory: ${error}`);
    }
  }
  const loaded = await python(files);
  loaded.runPython(BEGIN);
  const made = loaded.makeMemorySnapshot();
  if (name) keep(name, made).catch(() => {}); // no room: the next visit is as slow as this one
  return { loaded, memory: made };
}

let ready;

function start(given) {
  ready = started(given).then(({ loaded, memory }) => {
    const session = loaded.pyimport("session");
    const main = loaded.pyimport("__main__");
    const hasEngine = session.clew.engine().available; // asked here: the kept memory cannot hold compiled modules
    const version = `${session.clew.__version__}, ${hasEngine ? "compiled" : "in Python alone"}`;
    postMessage({ kind: "ready", version, examples: JSON.parse(main.offered), memory });
    return session;
  });
  ready.catch((error) => postMessage({ kind: "broken", message: String(error.message ?? error) }));
}

const tell = (message) => postMessage(JSON.parse(message));

onmessage = async ({ data }) => {
  if (data.kind === "start") return start(data.memory);
  const session = await ready;
  try {
    postMessage({ kind: "run", answer: JSON.parse(session.run(JSON.stringify(data.request), tell)) });
  } catch (error) {
    // Python itself has given up: out of memory, or a recursion too deep for the browser.
    postMessage({ kind: "broken", message: String(error.message ?? error).trim().split("\n").pop() });
  }
};
