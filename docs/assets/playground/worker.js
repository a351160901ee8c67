// Runs clew in Pyodide, away from the page: a long search leaves the page alive, and to end the worker stops it.

const here = new URL("./", import.meta.url);
const runtime = new URL("runtime/", here);
const FILES = ["session.py", "n_queens.py"];

async function fetched(file, base) {
  const response = await fetch(new URL(file, base));
  if (!response.ok) throw new Error(`${file} cannot be loaded: ${response.status}`);
  return response;
}

async function started() {
  const manifest = await (await fetched("manifest.json", runtime)).json();
  const { loadPyodide } = await import(new URL("pyodide.mjs", runtime));
  const wheels = manifest.wheels.map((wheel) => fetched(wheel, runtime).then((response) => response.arrayBuffer()));
  const files = FILES.map((file) => fetched(file, here).then((response) => response.text()));
  const python = await loadPyodide({ indexURL: runtime.href });
  for (const wheel of await Promise.all(wheels)) python.unpackArchive(wheel, "wheel");
  (await Promise.all(files)).forEach((text, k) => python.FS.writeFile(FILES[k], text));
  python.runPython("import sys; sys.path.insert(0, '.'); sys.dont_write_bytecode = True; import session");
  return python;
}

const ready = started().then((python) => {
  const module = python.pyimport("session");
  const session = module.Session();
  postMessage({ kind: "ready", version: module.clew.__version__, examples: JSON.parse(module.examples()) });
  return session;
});
ready.catch((error) => postMessage({ kind: "broken", message: String(error.message ?? error) }));

const tell = (text) => postMessage({ kind: "printed", text });

onmessage = async ({ data }) => {
  const session = await ready;
  try {
    const answer = data.kind === "run" ? session.run(JSON.stringify(data.request), tell) : session.step(data.number);
    postMessage({ kind: data.kind, answer: JSON.parse(answer) });
  } catch (error) {
    // Python itself has given up: out of memory, or a recursion too deep for the browser.
    postMessage({ kind: "broken", message: String(error.message ?? error).trim().split("\n").pop() });
  }
};
