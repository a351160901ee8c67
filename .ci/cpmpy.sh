#!/usr/bin/env bash
# CPMpy's own tests with clew as the solver, from the source distribution that the extra `cpmpy` pins.
set -euo pipefail
cd "$(dirname "$0")/.."
python=$PWD/.venv/bin/python
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
"$python" -m pip download -q --no-deps --no-binary cpmpy --dest "$folder" cpmpy==1.1.1
echo "8aad82fb21b93119d0785a19c49d2c77e351728fc3ac4d8fe0c0b388ffd67586  $folder/cpmpy-1.1.1.tar.gz" | sha256sum --check --quiet
tar -xzf "$folder/cpmpy-1.1.1.tar.gz" -C "$folder"
export PYTHONPATH=$PWD
cd "$folder/cpmpy-1.1.1/tests"
"$python" -m pytest -q -p no:cacheprovider --rootdir . -p tests.compat.cpmpy.suite --solver=clew .
