"""The built site and a browser for it: whatever the browser wants to load goes through a proxy here.

The proxy has the site and nothing else, and notes what else it was asked for.
"""

from __future__ import annotations

import os
import re
import shutil
import threading
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import pytest

if TYPE_CHECKING:
    from playwright.sync_api import Browser

SITE: Final = Path(os.environ.get("SITE", Path(__file__).parents[1] / "build" / "site"))
BROWSERS: Final = ("chromium", "chromium-browser", "google-chrome", "chrome")
HOST: Final = "http://clew.test"
OWN: Final = r"^(http://)?[a-z-]+\.(google|googleapis|gvt1)\.com[:/]"
"""Chromium asks for these on its own account, whatever page it shows; they are refused like all else."""

PATIENCE: Final = 60_000
"""Milliseconds to wait for anything, on a slow machine: nobody measures."""


class Server(ThreadingHTTPServer):
    """The site as one host, and a proxy that refuses all others."""

    refused: list[str]
    request_queue_size = 128  # a browser opens many connections at once


class Handler(SimpleHTTPRequestHandler):
    """Serves the requests of a browser that takes this server for its proxy."""

    def parse_request(self) -> bool:
        if not super().parse_request():
            return False
        if self.command == "GET" and self.path.startswith(f"{HOST}/"):
            self.path = self.path.removeprefix(HOST)
            return True
        assert isinstance(self.server, Server)
        if not re.search(OWN, self.path):
            self.server.refused.append(f"{self.command} {self.path}")
        self.send_error(403)
        return False

    def log_message(self, format: str, *args: Any) -> None:
        """Say nothing."""


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    assert (SITE / "playground" / "index.html").is_file(), f"there is no built site at {SITE}"
    assert (SITE / "assets" / "playground" / "runtime").is_dir(), "the site was built without the playground"
    server = Server(("127.0.0.1", 0), partial(Handler, directory=str(SITE)))
    server.refused = []
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield server
    server.shutdown()
    server.server_close()


@pytest.fixture(scope="module")
def browser(server: Server) -> Iterator[Browser]:
    from playwright.sync_api import expect, sync_playwright  # the plain tests, which pass this file, have no browser

    path = os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, BROWSERS)), None)
    assert path, "there is no Chromium: install one, or name it in CHROMIUM"
    expect.set_options(timeout=PATIENCE)
    # In a container root has no other way than --no-sandbox; browsers keep nothing for a host without encryption,
    # unless they are asked to.
    args = ["--no-sandbox", f"--unsafely-treat-insecure-origin-as-secure={HOST}"]
    proxy: Any = {"server": f"http://127.0.0.1:{server.server_port}"}
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=args, proxy=proxy)
        yield browser
        browser.close()
