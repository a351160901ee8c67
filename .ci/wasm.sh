#!/usr/bin/env bash
# The wheel with the engine for browsers, and the examples of the bundled puzzles in Pyodide's Python, run by node: a
# check of the engine's code, compiled for 32 bits. The wheel of a release has the compiler that Pyodide has; here it is
# Debian's, which is older, with the headers of Debian's Python 3.14. The argument is the wheel without the engine. The
# wheel is left in build/wasm, and docs/playground_assets.py takes it from there.
set -euo pipefail
cd "$(dirname "$0")/.."
wheel=$(realpath "$1")
runtime=build/playground
if ! command -v apt-get > /dev/null || { ! command -v emcc > /dev/null && [ "$(id -u)" != 0 ]; }; then
  echo "wasm: left out: it needs emcc, and other packages of Debian"
  exit
fi
if ! command -v emcc > /dev/null; then
  apt-get -qq update && DEBIAN_FRONTEND=noninteractive apt-get -qq install -y --no-install-recommends emscripten > /dev/null
fi

# The headers come from Debian's newest packages, with a list beside the machine's own.
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
mkdir -p "$folder"/{lists/partial,cache/archives/partial,include}
mirror=$(apt-get indextargets --format '$(REPO_URI)' 'Created-By: Packages' 'Origin: Debian' | head -n 1)
echo "deb [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] $mirror sid main" > "$folder/sid.list"
apt() {
  apt-get -qq -o Dir::Etc::SourceList="$folder/sid.list" -o Dir::Etc::SourceParts=/dev/null \
    -o Dir::State::Lists="$folder/lists" -o Dir::Cache="$folder/cache" -o APT::Sandbox::User=root "$@"
}
if ! apt update || ! (cd "$folder" && apt download libpython3.14-dev); then
  echo "wasm: left out: the headers of Python 3.14 were not found"
  exit
fi
dpkg-deb --fsys-tarfile "$folder"/libpython3.14-dev_*.deb |
  tar -x -C "$folder/include" --strip-components=4 ./usr/include/python3.14
platform=$(node .ci/wasm.mjs $runtime "$folder/include")

.venv/bin/pip install -q wheel
.venv/bin/wheel unpack --dest "$folder/wheel" "$wheel"
env _PYTHON_HOST_PLATFORM=emscripten-wasm32 _PYTHON_SYSCONFIGDATA_NAME=pyodide_build PYTHONPATH="$folder/include" \
  CC=emcc CPPFLAGS="-I$folder/include" LDFLAGS="-sSIDE_MODULE -sWASM_BIGINT" CLEW_CORE=require CLEW_CORE_WARNINGS=1 \
  .venv/bin/python setup.py -q build_ext --build-lib "$folder"/wheel/*
rm -rf build/wasm && mkdir -p build/wasm
.venv/bin/wheel pack --dest-dir build/wasm "$folder"/wheel/*
.venv/bin/wheel tags --remove --python-tag cp314 --abi-tag cp314 --platform-tag "$platform" build/wasm/*.whl
node .ci/pyodide.mjs $runtime build/wasm/*.whl
