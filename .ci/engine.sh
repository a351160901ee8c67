#!/usr/bin/env bash
# The tests of the engine, built in a copy of the tree as the environment says: CLEW_CORE_CHECKED, CLEW_CORE_SANITIZE.
set -euo pipefail
cd "$(dirname "$0")/.."
python=$PWD/.venv/bin/python
copy=$(mktemp -d)
trap 'rm -rf "$copy"' EXIT
git ls-files -z --cached --others --exclude-standard | xargs -0 cp --parents --target-directory "$copy"
cd "$copy"
CLEW_CORE=require "$python" setup.py -q build_ext --inplace

export PYTHONPATH=$copy/src:$copy/problems
if [ -n "${CLEW_CORE_SANITIZE:-}" ]; then  # Python itself is built without it, and never returns some of its memory
  LD_PRELOAD=$(for name in asan ubsan; do "${CC:-gcc}" -print-file-name=lib$name.so; done | paste -sd:)
  export LD_PRELOAD ASAN_OPTIONS=detect_leaks=0 UBSAN_OPTIONS=print_stacktrace=1 PYTHONMALLOC=malloc
fi
"$python" -c 'import clew.core._engine as engine; print("the engine of", engine.__file__)'
"$python" -m pytest -n0 -o timeout=3600 tests/core tests/counting
