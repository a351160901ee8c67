// A wheel in Pyodide's Python, run by node: the examples of the bundled puzzles; the engine is there if it is in the wheel.
// The arguments are the folder of Pyodide, and the wheel.
import { readdirSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";

const [folder, wheel] = process.argv.slice(2).map((path) => resolve(path));
const { loadPyodide } = await import(pathToFileURL(`${folder}/pyodide.mjs`).href);
const pyodide = await loadPyodide({ indexURL: folder });
const others = readdirSync(folder).filter((name) => /^attrs-.*\.whl$/.test(name));
for (const file of [wheel, ...others.map((name) => `${folder}/${name}`)]) {
  pyodide.unpackArchive(new Uint8Array(readFileSync(file)).buffer, "wheel");
}
process.exitCode = pyodide.runPython(`
import sys, time, clew
from clew import plugins
print("pyodide: Python", sys.version.split()[0], "on", sys.platform, "- clew", clew.__version__, "-", clew.engine())
failed, asked = [], 0
for plugin in plugins.installed():
    for example in plugin.problem.examples:
        if example.count is None:
            continue
        problem = clew.load(plugin.name, example.text, **example.parameters)
        try:
            answer = clew.check(problem, limits=clew.Limits(time=2)).answer
        except clew.Stopped:
            continue
        asked += 1
        if answer != ("none", "unique", "several")[min(2, example.count)]:
            failed.append(f"{plugin.name} {example.name}")
begun = time.perf_counter()
if len(list(clew.solutions(clew.load("queens", "11")))) != 2680:
    failed.append("queens 11")
print(f"pyodide: all solutions of queens 11 in {time.perf_counter() - begun:.2f} s")
if clew.engine().available:
    from clew.core import _engine
    table = [{k: k for k in range(2**16)}], [(0,)] * (2**19 + 64)  # 4 GiB and half a MiB, which is what 32 bits say
    try:
        _engine.Tuples(*table)
        failed.append("a table that is too large")
    except MemoryError:
        pass
print(f"pyodide: {asked - len(failed)} passed, {len(failed)} failed", *failed)
1 if failed or asked < 28 or clew.engine().available == ${/-none-any\.whl$/.test(wheel) ? "True" : "False"} else 0
`);
