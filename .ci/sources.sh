#!/usr/bin/env bash
# The source distribution and the wheel without the engine, built from it and checked. The argument is their folder.
set -euo pipefail
folder=$1
tools=$(mktemp -d)
trap 'rm -rf "$tools"' EXIT
python3 -m venv "$tools"
"$tools/bin/pip" install -q build twine
CLEW_CORE=off "$tools/bin/python" -m build --outdir "$folder" .
"$tools/bin/twine" check --strict "$folder"/*.tar.gz "$folder"/*-py3-none-any.whl
sha256sum "$folder"/*.tar.gz # for the recipe of conda-forge
