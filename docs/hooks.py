"""Puts Pyodide and the wheels into the site, where `docs/playground_assets.py` has fetched and built them.

Without them the site is complete but for the playground, whose page then says how to build it.
"""

from __future__ import annotations

import logging
import shutil
from pathlib import Path
from typing import Any, Final

RUNTIME: Final = Path(__file__).parents[1] / "build" / "playground"

log = logging.getLogger("mkdocs.hooks.playground")


def on_post_build(config: Any, **_: Any) -> None:
    if not (RUNTIME / "manifest.json").is_file():
        log.info(
            "the playground is left out: python docs/playground_assets.py builds it"
        )
        return
    target = Path(config["site_dir"]) / "assets" / "playground" / "runtime"
    shutil.copytree(RUNTIME, target, dirs_exist_ok=True)
