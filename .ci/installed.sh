#!/usr/bin/env bash
# clew, installed from an archive in an environment that holds nothing else, and tests of the installed package.
# The arguments are a Python, and a wheel or a source distribution: the second must be compiled here.
set -euo pipefail
python=$1 archive=$2
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
"$python" -m venv "$folder"
[[ $archive == *.whl ]] || export CLEW_CORE=require
"$folder/bin/pip" install -q "$archive"
"$folder/bin/clew" --version
[ "$("$folder/bin/clew" count queens 8)" = 92 ]
"$folder/bin/pip" install -q hypothesis pytest pytest-timeout pytest-xdist
PYTHONPATH='' "$folder/bin/python" -m pytest -n1 @tests/without_engine.txt
