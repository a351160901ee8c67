#!/usr/bin/env bash
# A C compiler, and the headers of the Python on the path, for the engine: Debian's, if there are none.
set -euo pipefail

headers() {
  python3 -c 'import pathlib, sys, sysconfig; sys.exit(not pathlib.Path(sysconfig.get_path("include"), "Python.h").exists())'
}

packages=()
command -v cc > /dev/null || packages+=(gcc libc6-dev)
headers || packages+=(python3-dev)
[ ${#packages[@]} = 0 ] && exit
if [ "$(id -u)" = 0 ] && command -v apt-get > /dev/null; then
  apt-get -qq update && DEBIAN_FRONTEND=noninteractive apt-get -qq install -y --no-install-recommends "${packages[@]}" > /dev/null
else
  echo "the engine needs ${packages[*]}: install them" >&2
  exit 1
fi
