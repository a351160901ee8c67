#!/usr/bin/env bash
# Every other Python that this machine has: the source distribution installed in each, with its engine, and tests; the
# wheels without the engine and with it in Pyodide's Python, if node is there. What was not found is said. Run after
# `.ci/run`.
set -euo pipefail
cd "$(dirname "$0")/.."
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

# One that runs: a shim of pyenv may have nothing behind it.
python() {
  local candidate
  for candidate in "python$1" "${PYENV_ROOT:-$HOME/.pyenv}/versions/$1".*/bin/python; do
    if "$candidate" -c 'import ensurepip, venv' 2> /dev/null; then
      command -v "$candidate"
      return
    fi
  done
}

bash .ci/sources.sh "$folder"
for version in 3.12 3.13 3.14; do
  found=$(python "$version")
  if [ -z "$found" ]; then
    echo "python $version: not found on this machine"
    continue
  fi
  echo "python $version: $found"
  bash .ci/installed.sh "$found" "$folder"/*.tar.gz
done
if command -v node > /dev/null && [ -e build/playground/manifest.json ]; then
  node .ci/pyodide.mjs build/playground "$folder"/*-none-any.whl
  bash .ci/wasm.sh "$folder"/*-none-any.whl
else
  echo "pyodide: not found on this machine: it needs node, and the files of docs/playground_assets.py"
fi
