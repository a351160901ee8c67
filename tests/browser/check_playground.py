"""The playground, in a real browser: it solves, draws, reports errors, stops, and asks nobody but its own server.

    mkdocs build --site-dir build/site && pytest tests/browser/check_playground.py

It takes a built site (`SITE`, or build/site), a Chromium (`CHROMIUM`, or the one on the path) and the package
playwright, so it is no part of the tests that `pytest` collects by itself. Whatever the browser wants to load goes
through a proxy here, which has the site and nothing else, and notes what it was asked for.
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
from typing import Any, Final

import pytest
from playwright.sync_api import Browser, Page, expect, sync_playwright

SITE: Final = Path(os.environ.get("SITE", Path(__file__).parents[2] / "build" / "site"))
BROWSERS: Final = ("chromium", "chromium-browser", "google-chrome", "chrome")
HOST: Final = "http://clew.test"
OWN: Final = r"^(http://)?[a-z-]+\.(google|googleapis|gvt1)\.com[:/]"
"""What Chromium asks for on its own account, whatever page it shows; it is refused like all else."""

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
    path = os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, BROWSERS)), None)
    assert path, "there is no Chromium: install one, or name it in CHROMIUM"
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=path,
            args=["--no-sandbox"],  # in a container root has no other way
            proxy={"server": f"http://127.0.0.1:{server.server_port}"},
        )
        yield browser
        browser.close()


@pytest.fixture(scope="module")
def shared(browser: Browser, server: Server) -> Page:
    """The playground, loaded once. What goes wrong in the page, or leaves its server, fails the last test."""
    page = browser.new_context(viewport={"width": 1280, "height": 1000}, base_url=HOST).new_page()
    page.set_default_timeout(PATIENCE)
    expect.set_options(timeout=PATIENCE)
    problems = server.refused
    page.on("pageerror", lambda error: problems.append(f"page error: {error}"))
    page.on("console", lambda message: problems.append(message.text) if message.type == "error" else None)
    page.context.on("request", lambda request: problems.append(request.url) if is_outside(request.url) else None)
    page.goto("/playground/")
    expect(status(page)).to_contain_text("Ready")
    expect(page.locator("#pg-missing")).to_be_hidden()
    return page


def is_outside(url: str) -> bool:
    return not url.startswith((f"{HOST}/", "data:", "blob:"))


@pytest.fixture
def page(shared: Page) -> Page:
    """The playground as it is when it is opened."""
    expect(run_button(shared)).to_be_enabled()
    shared.locator("#pg-form").evaluate("form => form.reset()")
    shared.get_by_label("Example").select_option(index=0)
    return shared


def status(page: Page) -> Any:
    return page.get_by_role("status")


def run_button(page: Page) -> Any:
    return page.get_by_role("button", name="Run")


def choose(page: Page, example: str, instance: str) -> None:
    page.get_by_label("Example").select_option(label=example)
    page.get_by_label("Its instances").select_option(label=instance)


def solve(page: Page, answer: str) -> None:
    run_button(page).click()
    expect(status(page)).to_have_text(re.compile(answer))


def edit(page: Page, old: str, new: str) -> None:
    code = page.get_by_label("Code", exact=True)
    text = code.input_value()
    assert old in text
    code.fill(text.replace(old, new, 1))


def test_six_queens_have_four_solutions_and_a_tree(page: Page) -> None:
    page.get_by_label("Instance", exact=True).fill("6")
    page.get_by_label("Find").select_option("some")
    solve(page, "n-queens: 4 solutions, and no others")
    assert page.locator("#pg-boards figure").count() == 4
    boards = page.locator("#pg-boards figure").all()
    columns = [place(board.locator("svg text").all_text_contents()) for board in boards]
    assert sorted(columns) == [[1, 3, 5, 0, 2, 4], [2, 5, 1, 4, 0, 3], [3, 0, 4, 1, 5, 2], [4, 2, 0, 5, 3, 1]]
    assert page.locator("#pg-tree svg circle").count() > 30


def place(lines: list[str]) -> list[int]:
    """The columns of the queens in a drawing of boxes."""
    rows = [line.replace("\xa0", " ") for line in lines if "|" in line]
    return [row.split("|")[1:-1].index(" ♛ ") for row in rows]


def test_steps_go_from_the_empty_board_to_a_solution(page: Page) -> None:
    page.get_by_label("Instance", exact=True).fill("6")
    solve(page, "a solution")
    slider, words = page.get_by_label(re.compile("^Step")), page.locator("#pg-words")
    expect(words).to_contain_text("the root")
    expect(page.locator("#pg-board")).not_to_contain_text("♛")
    slider.focus()
    page.keyboard.press("ArrowRight")
    expect(words).to_contain_text("0 = 0")
    expect(page.locator("#pg-board")).to_contain_text("♛")
    expect(page.locator("#pg-tree .pg-here")).to_have_count(1)
    page.keyboard.press("End")
    expect(words).to_have_text("a solution")


def test_code_that_is_changed_is_run(page: Page) -> None:
    page.get_by_label("Instance", exact=True).fill("6")
    page.get_by_label("Find").select_option("count")
    edit(page, "column != c and", "")  # without columns the queens are bishops, one a row
    edit(page, "abs(column - c) != abs(row - r)", "column != c")  # and without diagonals they are rooks
    solve(page, "720 solutions")


@pytest.mark.parametrize(
    ("old", "new", "line", "error"),
    [
        ("abs(row - r)", "abs(row - nowhere)", "column != c and", "NameError: name 'nowhere' is not defined"),
        ("return {row: range", "return {row range", "return {row", "SyntaxError: invalid syntax"),
        ("return all(", "all(", "", "is_consistent returned None: return True or False"),
    ],
)
def test_an_error_is_one_line(page: Page, old: str, new: str, line: str, error: str) -> None:
    edit(page, old, new)
    code = page.get_by_label("Code", exact=True).input_value().splitlines()
    run_button(page).click()
    alert = page.get_by_role("alert")
    expect(alert).to_have_text(re.compile(error))
    if line:
        number = next(k for k, text in enumerate(code, 1) if line in text)
        expect(alert).to_contain_text(f"Line {number}:")
        expect(page.locator("#pg-lines mark")).to_have_text(str(number))
    expect(page.locator("#pg-result")).to_be_hidden()


def test_a_bad_instance_is_one_line(page: Page) -> None:
    page.get_by_label("Instance", exact=True).fill("six")
    run_button(page).click()
    expect(page.get_by_role("alert")).to_have_text("n-queens: 'six' is no whole number: give a number from 1 to 30")


def test_takuzu_is_unique(page: Page) -> None:
    choose(page, "takuzu", "14x14")
    page.get_by_label("Find").select_option("check")
    solve(page, "exactly one solution")
    assert page.locator("#pg-boards figure").count() == 1


def test_every_bundled_problem_gives_its_known_number(page: Page) -> None:
    names = page.locator("#pg-example option").all_text_contents()
    assert len(names) > 10
    import clew

    for plugin in clew.plugins.installed():
        if plugin.distribution != "clew":
            continue
        assert plugin.problem is not None
        assert plugin.name in names
        example = plugin.problem.examples[0]
        choose(page, plugin.name, example.name)
        page.get_by_label("Find").select_option("count")
        solve(page, f"^{plugin.name}: {example.count:,} solution")


def test_a_limit_and_the_stop_button(page: Page) -> None:
    page.get_by_label("Instance", exact=True).fill("20")
    page.get_by_label("Find").select_option("count")
    page.get_by_label("Nodes at most").fill("1000")
    solve(page, "at least .*node limit")
    page.get_by_label("Nodes at most").fill("")
    page.get_by_label("Seconds at most").fill("600")
    run_button(page).click()
    expect(status(page)).to_contain_text("Running")
    page.get_by_role("button", name="Stop").click()
    expect(status(page)).to_have_text("Stopped.")
    page.get_by_label("Instance", exact=True).fill("6")
    expect(run_button(page)).to_be_enabled()  # once Python has started anew
    solve(page, "4 solutions")


def test_what_the_code_prints_is_shown(page: Page) -> None:
    edit(page, "return {row", "print('domains of', self.n); return {row")
    solve(page, "a solution")
    expect(page.locator("#pg-printed")).to_contain_text("domains of 6")


def test_a_program_of_the_pages_runs_as_it_is(page: Page) -> None:
    code = page.get_by_label("Code", exact=True)
    code.fill("import clew\nfrom clew_problems import Queens\n\nprint(clew.count(Queens(6)), 'solutions')")
    solve(page, "^The code has run to its end.$")
    expect(page.locator("#pg-printed pre")).to_have_text("4 solutions\n")
    expect(page.locator("#pg-result")).to_be_hidden()
    code.fill("import clew\n\nmodel = clew.Model()\nx, y = model.variables('x y', range(3))\nmodel.require(x < y)")
    page.get_by_label("Find").select_option("some")
    solve(page, "^model: 3 solutions, and no others.$")
    expect(page.locator("#pg-printed")).to_be_hidden()
    assert page.locator("#pg-boards figure").count() == 3


def test_an_old_error_is_cleared_at_the_next_run_and_by_another_example(page: Page) -> None:
    alert = page.locator("#pg-error")
    for next_ in ("run", "choose"):
        page.get_by_label("Instance", exact=True).fill("six")
        run_button(page).click()
        expect(alert).to_contain_text("'six' is no whole number")
        if next_ == "run":
            page.get_by_label("Instance", exact=True).fill("6")
            solve(page, "a solution")
        else:
            choose(page, "takuzu", "14x14")
        expect(alert).to_be_hidden()
        expect(alert).to_have_text("")


def test_stop_keeps_what_was_printed(page: Page) -> None:
    page.get_by_label("Code", exact=True).fill("print('so far')\nwhile True:\n    pass")
    run_button(page).click()
    expect(page.locator("#pg-printed pre")).to_have_text("so far\n")
    page.get_by_role("button", name="Stop").click()
    expect(status(page)).to_have_text("Stopped.")
    expect(run_button(page)).to_be_enabled()  # once Python has started anew
    expect(page.locator("#pg-printed pre")).to_have_text("so far\n")


def test_keys_are_enough(page: Page) -> None:
    code = page.get_by_label("Code", exact=True)
    before = code.input_value()
    code.focus()
    page.keyboard.press("Control+Home")
    page.keyboard.press("Tab")
    assert code.input_value() == "    " + before
    page.keyboard.press("Control+z")
    assert code.input_value() == before
    page.keyboard.press("Escape")
    page.keyboard.press("Tab")
    expect(page.get_by_label("Find")).to_be_focused()
    page.keyboard.press("Control+Enter")
    expect(status(page)).to_contain_text("a solution")


def test_every_field_has_a_label(page: Page) -> None:
    for field in page.locator("#pg-app :is(input, select, textarea)").all():
        assert field.evaluate("field => field.labels.length === 1 && field.labels[0].textContent.trim() !== ''")


@pytest.mark.parametrize("width", [360, 800, 1280, 1920])
def test_nothing_is_wider_than_the_page(page: Page, width: int) -> None:
    before = page.viewport_size
    page.set_viewport_size({"width": width, "height": 900})
    page.get_by_label("Instance", exact=True).fill("8")
    page.get_by_label("Find").select_option("count")
    solve(page, "92 solutions")
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    form, output = page.locator("#pg-form").bounding_box(), page.locator(".pg-output").bounding_box()
    assert form
    assert output
    assert (output["x"] >= form["x"] + form["width"]) == (width >= 1200), "beside each other where there is room"
    assert before
    page.set_viewport_size(before)


def test_nothing_went_wrong_and_no_request_left_the_server(page: Page, server: Server) -> None:
    assert server.refused == []
