// What Pyodide's Python says of its build: pyconfig.h and the settings that setuptools reads, into a folder.
// The arguments are the folder of Pyodide, and that folder. Prints the platform of wheels, as their names have it.
import { writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";

const [runtime, folder] = process.argv.slice(2).map((path) => resolve(path));
const { loadPyodide } = await import(pathToFileURL(`${runtime}/pyodide.mjs`).href);
const pyodide = await loadPyodide({ indexURL: runtime });
const [macros, settings, platform] = pyodide.runPython(`
import sysconfig
known = {name: value for name, value in sysconfig.get_config_vars().items() if name.isupper()}
numbers = {name: value for name, value in known.items() if isinstance(value, int) and (value or "SIZEOF" in name)}
macros = "".join(f"#define {name} {value}\\n" for name, value in numbers.items())
macros, f"build_time_vars = {known!r}\\n", f"pyemscripten_{known['PYEMSCRIPTEN_ABI_VERSION']}_wasm32"
`);
writeFileSync(`${folder}/pyconfig.h`, macros);
writeFileSync(`${folder}/pyodide_build.py`, settings);
console.log(platform);
