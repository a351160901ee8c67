#!/usr/bin/env bash
# The tests of the engine, built in a copy of the tree as the environment says: CLEW_CORE_CHECKED, CLEW_CORE_SANITIZE,
# CLEW_CORE_ASSERTS.
# If it is built with CLEW_CORE_FAILING, its allocations fail, one after the other; arguments go to that program.
set -euo pipefail
cd "$(dirname "$0")/.."
python=$PWD/.venv/bin/python
copy=$(mktemp -d)
trap 'rm -rf "$copy"' EXIT
git ls-files -z --cached --others --exclude-standard | xargs -0 cp --parents --target-directory "$copy"
cd "$copy"
CLEW_CORE=require "$python" setup.py -q build_ext --inplace

export PYTHONPATH=$copy/src:$copy/problems
if [ -n "${CLEW_CORE_SANITIZE:-}" ]; then
  # Python itself is built without them, and never returns some of its memory; too large a request is a MemoryError.
  LD_PRELOAD=$(for name in asan ubsan; do "${CC:-gcc}" -print-file-name=lib$name.so; done | paste -sd:)
  export LD_PRELOAD ASAN_OPTIONS=detect_leaks=0:allocator_may_return_null=1 UBSAN_OPTIONS=print_stacktrace=1 PYTHONMALLOC=malloc
fi
"$python" -c 'import clew.core._engine as engine; print("the engine of", engine.__file__)'
if [ -n "${CLEW_CORE_FAILING:-}" ]; then
  "$python" -m tests.failing "$@"
  exit
fi
# What a sanitizer writes before it ends the tests is seen.
"$python" -m pytest -n0 --capture=sys -o timeout=3600 tests/core tests/planning/counting
