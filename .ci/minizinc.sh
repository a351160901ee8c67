#!/usr/bin/env bash
# clew as a solver of MiniZinc, beside Gecode: Debian's MiniZinc, which has both, if there is none.
set -euo pipefail
cd "$(dirname "$0")/.."
if ! command -v minizinc > /dev/null; then
  if [ "$(id -u)" = 0 ] && command -v apt-get > /dev/null; then
    apt-get -qq update && DEBIAN_FRONTEND=noninteractive apt-get -qq install -y --no-install-recommends minizinc > /dev/null
  else
    echo "clew is tried with minizinc: install it" >&2
    exit 1
  fi
fi
CLEW_MODELS=200 .venv/bin/python -m pytest -n2 tests/exchange/flatzinc/check_minizinc.py
