"""The playground, in a real browser: it solves, draws, reports errors, stops, and asks nobody but its own server.

    mkdocs build --site-dir build/site && pytest browser/check_playground.py

It takes a built site (`SITE`, or build/site), a Chromium (`CHROMIUM`, or the one on the path) and the package
playwright, so it is no part of the tests that `pytest` collects by itself.
"""

from __future__ import annotations

import re
from html.parser import HTMLParser
from pathlib import Path
from typing import Any, Final
from urllib.parse import unquote

import pytest
from playwright.sync_api import Browser, FrameLocator, Page, expect

import clew
from clew.render.svg import PAINTS

from .conftest import HOST, PATIENCE, SITE, Server


@pytest.fixture(scope="module")
def shared(browser: Browser, server: Server) -> Page:
    """The playground, loaded once. What goes wrong in the page, or leaves its server, fails the last test."""
    page = browser.new_context(viewport={"width": 1280, "height": 1000}, base_url=HOST).new_page()
    page.set_default_timeout(PATIENCE)
    problems = server.refused
    page.on("pageerror", lambda error: problems.append(f"page error: {error}"))
    page.on("console", lambda message: problems.append(message.text) if message.type == "error" else None)
    page.context.on("request", lambda request: problems.append(request.url) if is_outside(request.url) else None)
    page.goto("/playground/")
    has_engine = "wasm32" in (SITE / "assets" / "playground" / "runtime" / "manifest.json").read_text(encoding="utf-8")
    expect(status(page)).to_have_text(
        f"Ready: clew {clew.__version__}, {'compiled' if has_engine else 'in Python alone'}."
    )
    expect(page.locator("#pg-missing")).to_be_hidden()
    return page


def is_outside(url: str) -> bool:
    return not url.startswith((f"{HOST}/", "data:", "blob:"))


@pytest.fixture
def page(shared: Page) -> Page:
    """The playground as it is when it is opened."""
    expect(run_button(shared)).to_be_enabled()
    shared.locator("#pg-form").evaluate("form => form.reset()")
    shared.evaluate("history.replaceState(null, '', location.pathname)")
    shared.get_by_label("Example", exact=True).select_option(index=0)
    return shared


def status(page: Page) -> Any:
    return page.locator("#pg-status")


def run_button(page: Page) -> Any:
    return page.get_by_role("button", name="Run")


def choose(page: Page, example: str, instance: str) -> None:
    page.get_by_label("Example", exact=True).select_option(label=example)
    page.get_by_label("Its instances").select_option(label=instance)


def solve(page: Page, answer: str) -> None:
    run_button(page).click()
    expect(status(page)).to_have_text(re.compile(answer))


def code_of(page: Page) -> str:
    """All of the code: the editor has only the lines in sight in the page."""
    return page.locator("#pg-code").input_value()


def write(page: Page, code: str) -> None:
    """Write the code as somebody does who pastes it."""
    page.get_by_role("textbox", name="Code").focus()
    page.keyboard.press("Control+a")
    page.keyboard.insert_text(code)
    assert code_of(page) == code


def edit(page: Page, old: str, new: str) -> None:
    text = code_of(page)
    assert old in text
    write(page, text.replace(old, new, 1))


def tree(page: Page) -> FrameLocator:
    return page.frame_locator("#pg-tree")


def test_six_queens_have_four_solutions_and_a_tree(page: Page) -> None:
    page.get_by_label("Instance", exact=True).fill("6")
    page.get_by_label("Find").select_option("some")
    solve(page, "n-queens: 4 solutions, and no others.$")
    boards = page.locator("#pg-boards img")
    expect(boards).to_have_count(4)
    drawn = [place(board.get_attribute("src") or "") for board in boards.all()]
    assert sorted(drawn) == [[1, 3, 5, 0, 2, 4], [2, 5, 1, 4, 0, 3], [3, 0, 4, 1, 5, 2], [4, 2, 0, 5, 3, 1]]
    expect(tree(page).locator("#summary")).to_contain_text("4 solutions")


def place(address: str) -> list[int]:
    """The columns of the queens in a picture, row by row."""
    texts = re.findall(r'<text x="([\d.]+)" y="([\d.]+)"[^>]*>♛', unquote(address))
    across = sorted({float(x) for x, _ in texts})
    assert len(texts) == len(across)
    return [across.index(float(x)) for x, _ in sorted(texts, key=lambda text: float(text[1]))]


def test_the_tree_replays_the_search(page: Page) -> None:
    page.get_by_label("Instance", exact=True).fill("6")
    solve(page, "a solution.$")
    inside = tree(page)
    inside.get_by_role("button", name="start").click()
    expect(inside.locator("#details")).to_contain_text("root")
    inside.get_by_role("button", name="step ▶").click()
    expect(inside.locator("#details")).to_contain_text("0 = 0")
    inside.get_by_role("button", name="next failure").click()
    expect(inside.locator("#details")).to_contain_text("1 = ")
    inside.get_by_role("button", name="next solution").click()
    expect(inside.locator("#details")).to_contain_text("5 = 4")


@pytest.mark.parametrize("scheme", ["default", "slate"])
def test_the_tree_is_dark_if_the_page_is(page: Page, scheme: str) -> None:
    before = page.evaluate("document.body.dataset.mdColorScheme")
    page.evaluate("(scheme) => { document.body.dataset.mdColorScheme = scheme }", scheme)
    solve(page, "a solution.$")
    ground = PAINTS["paper"][scheme == "slate"]
    red, green, blue = (int(ground[at : at + 2], 16) for at in (1, 3, 5))
    expect(tree(page).locator("html")).to_have_css("background-color", f"rgb({red}, {green}, {blue})")
    page.evaluate("(scheme) => { document.body.dataset.mdColorScheme = scheme }", before)


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
    code = code_of(page).splitlines()
    run_button(page).click()
    alert = page.get_by_role("alert")
    expect(alert).to_have_text(re.compile(error))
    if line:
        number = next(k for k, text in enumerate(code, 1) if line in text)
        expect(alert).to_contain_text(f"Line {number}:")
        expect(page.locator(".pg-wrong")).to_have_text(code[number - 1])
    expect(page.locator("#pg-result")).to_be_hidden()


def test_a_bad_instance_is_one_line(page: Page) -> None:
    page.get_by_label("Instance", exact=True).fill("six")
    run_button(page).click()
    expect(page.get_by_role("alert")).to_have_text("n-queens: 'six' is no whole number: give a number from 1 to 30")


def test_takuzu_is_unique(page: Page) -> None:
    choose(page, "takuzu", "14x14")
    page.get_by_label("Find").select_option("check")
    solve(page, "exactly one solution")
    assert page.locator("#pg-boards img").count() == 1


def test_every_bundled_problem_gives_its_known_number(page: Page) -> None:
    names = page.locator("#pg-example option").all_text_contents()
    assert len(names) > 10
    import clew

    for plugin in clew.plugins.installed():
        if plugin.distribution != "clewpy":
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
    write(page, "import clew\nfrom clew_problems import Queens\n\nprint(clew.count(Queens(6)), 'solutions')")
    solve(page, "^The code has run to its end.$")
    expect(page.locator("#pg-printed pre")).to_have_text("4 solutions\n")
    expect(page.locator("#pg-boards figure")).to_have_count(0)
    write(page, "import clew\n\nmodel = clew.Model()\nx, y = model.variables('x y', range(3))\nmodel.require(x < y)")
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
    write(page, "print('so far')\nwhile True:\n    pass")
    run_button(page).click()
    expect(page.locator("#pg-printed pre")).to_have_text("so far\n")
    page.get_by_role("button", name="Stop").click()
    expect(status(page)).to_have_text("Stopped.")
    expect(run_button(page)).to_be_enabled()  # once Python has started anew
    expect(page.locator("#pg-printed pre")).to_have_text("so far\n")


def test_stop_keeps_the_solutions_found_until_then(page: Page) -> None:
    page.get_by_label("Instance", exact=True).fill("6")
    page.get_by_label("Find").select_option("some")
    edit(page, "    def is_consistent(", "    def constraints(self):\n        return ()\n\n    def is_consistent(")
    edit(page, "return all(", "import time\n        time.sleep(0.002 * len(state))\n        return all(")
    page.get_by_label("Seconds at most").fill("600")
    run_button(page).click()
    expect(page.locator("#pg-boards img")).not_to_have_count(0)
    page.get_by_role("button", name="Stop").click()
    expect(status(page)).to_have_text(re.compile(r"^Stopped, [1-4] solutions? found.$|4 solutions, and no others.$"))
    assert page.locator("#pg-boards img").count() > 0
    expect(run_button(page)).to_be_enabled()


def test_a_loop_without_end_ends_with_the_time_allowed(page: Page) -> None:
    page.get_by_label("Seconds at most").fill("0.1")
    write(page, "while True:\n    pass")
    run_button(page).click()
    expect(status(page)).to_have_text(re.compile(r"^Stopped after \d+ seconds.$"))
    expect(run_button(page)).to_be_enabled()


def test_commands_run_and_show_what_they_draw(page: Page) -> None:
    write(page, "$ clew count queens 8\n92\n$ clew solve queens 6 --to queens.svg\nqueens.svg written")
    solve(page, "^The command has run to its end.$")
    expect(page.locator("#pg-printed pre")).to_have_text("92\nqueens.svg written\n")
    expect(page.locator("#pg-boards img")).to_have_count(1)
    write(page, "clew count queens 8 | wc")
    run_button(page).click()
    expect(page.get_by_role("alert")).to_contain_text("only commands of clew run here")


def test_an_address_brings_back_what_was_shared(page: Page, browser: Browser) -> None:
    choose(page, "queens", "six")
    page.get_by_label("Inference").select_option("none")
    edit(page, '"""The n queens', '"""My queens & co')
    page.get_by_role("button", name="Share").click()
    expect(page.locator("#pg-shared")).to_contain_text("address")
    address, written = page.url, code_of(page)
    assert "?example=queens&" in address
    assert "inference=none" in address
    other = page.context.new_page()
    other.goto(address)
    expect(status(other)).to_contain_text("Ready")
    assert code_of(other) == written
    expect(other.get_by_label("Inference")).to_have_value("none")
    expect(other.get_by_label("Example", exact=True)).to_have_value("queens")
    expect(other.get_by_label("Instance", exact=True)).to_have_value("6")
    other.close()


def test_work_is_kept(page: Page) -> None:
    """When the page is loaded again, and, by the browser's Back, when another example was chosen."""
    begun = code_of(page)
    write(page, "print('mine')")
    page.get_by_label("Seconds at most").fill("7")
    page.wait_for_url(re.compile("mine"))
    page.reload()
    expect(run_button(page)).to_be_enabled(timeout=60_000)
    assert code_of(page) == "print('mine')"
    expect(page.get_by_label("Seconds at most")).to_have_value("7")
    page.get_by_label("Example", exact=True).select_option(index=1)
    assert code_of(page) not in (begun, "print('mine')")
    expect(page.locator("#pg-shared")).to_contain_text("Back")
    page.go_back()
    assert code_of(page) == "print('mine')"


def test_the_second_visit_begins_with_the_memory_of_the_first(page: Page) -> None:
    """The browser keeps it, and nothing complains that it does not fit."""
    kept = "caches.open('clew-playground').then((store) => store.keys()).then((keys) => keys.length)"
    assert page.evaluate(kept) == 1
    other = page.context.new_page()
    said: list[str] = []
    other.on("console", lambda message: said.append(message.text))
    other.goto("/playground/?example=n_queens.py&instance=6&strategy=count")
    expect(status(other)).to_contain_text("Ready")
    solve(other, "4 solutions.$")
    assert said == []
    other.close()


def test_a_sheet_is_printed_and_downloaded(page: Page) -> None:
    write(page, "clew sheet sudoku 4 --count 2 --to two.html")
    run_button(page).click()
    expect(status(page)).to_have_text("The command has run to its end.")
    expect(page.get_by_role("heading", name="Page", exact=True)).to_be_visible()
    expect(tree(page).locator("svg.page")).to_have_count(2)
    with page.expect_download() as download:
        page.get_by_role("button", name="Download").click()
    assert download.value.suggested_filename == "two.html"
    assert Path(download.value.path()).read_text(encoding="utf-8").startswith("<!doctype html>")
    page.context.add_init_script("window.print = () => { document.body.className = 'printed'; }")
    page.get_by_role("button", name="Print").click()
    expect(tree(page).locator("body.printed")).to_have_count(1)


class Links(HTMLParser):
    """The addresses of the playground in a page."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.found: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        address = dict(attrs).get("href") or ""
        if tag == "a" and re.search(r"playground/[?#].*code=|^\?example=", address):
            self.found.append(address.partition("playground/")[2] or address)


LINKS: Final = sorted({link for page in SITE.rglob("index.html") for link in Links(page.read_text("utf-8")).found})


def test_every_snippet_that_links_here_runs_here(page: Page) -> None:
    assert len(LINKS) > 30
    failed = []
    for link in LINKS:
        page.evaluate("address => history.replaceState(null, '', address)", link)
        page.evaluate("dispatchEvent(new HashChangeEvent('hashchange'))")
        run_button(page).click()
        expect(run_button(page)).to_be_enabled()
        if re.search(r"not run|exit status [25]", status(page).inner_text(), re.IGNORECASE):
            failed.append((page.locator("#pg-error").inner_text(), unquote(link)))
    assert failed == []


def test_keys_are_enough(page: Page) -> None:
    before = code_of(page)
    page.get_by_role("textbox", name="Code").focus()
    page.keyboard.press("Control+Home")
    page.keyboard.press("Tab")
    assert code_of(page) == "    " + before
    page.keyboard.press("Control+z")
    assert code_of(page) == before
    page.keyboard.press("Escape")
    page.keyboard.press("Tab")
    expect(page.get_by_label("Find")).to_be_focused()
    page.keyboard.press("Control+Enter")
    expect(status(page)).to_contain_text("a solution.")
    expect(run_button(page)).to_be_enabled()
    expect(tree(page).locator("#summary")).to_be_visible()  # a frame takes the focus once its page is there
    for _ in range(20):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.id") == "pg-tree":
            break
    assert page.evaluate("document.activeElement.id") == "pg-tree"


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
