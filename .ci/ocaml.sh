#!/usr/bin/env bash
# The CAML program of the fifth document beside clew, run by OCaml: Debian's, if there is none.
set -euo pipefail
cd "$(dirname "$0")/.."
if ! command -v ocaml > /dev/null; then
  if [ "$(id -u)" = 0 ] && command -v apt-get > /dev/null; then
    apt-get -qq update && DEBIAN_FRONTEND=noninteractive apt-get -qq install -y --no-install-recommends ocaml-nox > /dev/null
  else
    echo "the listing needs ocaml: install ocaml-nox" >&2
    exit 1
  fi
fi
.venv/bin/python -m tests.listing
