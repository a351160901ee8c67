// The wheel without the engine in Pyodide's Python, run by node: every bundled puzzle keeps its promises.
// The arguments are the folder of Pyodide, and the wheel.
import { readdirSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";

const [folder, wheel] = process.argv.slice(2).map((path) => resolve(path));
const { loadPyodide } = await import(pathToFileURL(`${folder}/pyodide.mjs`).href);
const pyodide = await loadPyodide({ indexURL: folder });
const others = readdirSync(folder).filter((name) => /^attrs-.*\.whl$/.test(name));
for (const file of [wheel, ...others.map((name) => `${folder}/${name}`)]) {
  pyodide.unpackArchive(readFileSync(file), "wheel");
}
process.exitCode = pyodide.runPython(`
import sys, clew
from clew import plugins
from clew.cli import main
print("pyodide: Python", sys.version.split()[0], "on", sys.platform, "- clew", clew.__version__, "-", clew.engine())
names = [plugin.name for plugin in plugins.installed()]
failed = [name for name in names if main(["test", name])]
print(f"pyodide: {len(names) - len(failed)} passed, {len(failed)} failed", *failed)
1 if failed or len(names) < 28 else 0
`);
