"""The board of the home page, in a real browser: hints, the solution, and another puzzle.

mkdocs build --site-dir build/site && CHROMIUM=$(bash browser/chromium.sh) pytest -n0 browser/check_front.py
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

from playwright.sync_api import Page, expect

import clew
from clew_problems import Slitherlink

from .check_search import page

sys.path.insert(0, str(Path(__file__).parents[1] / "docs"))
from front_hook import PUZZLES

__all__ = ["page"]
LOADED = """before => frames[0].location.href !== before && frames[0].document.querySelector('[role=gridcell]')"""


def test_each_puzzle_is_solved_and_gives_way_to_the_next(page: Page) -> None:
    page.goto("/")
    board = page.frame_locator("#front")
    for text in (*PUZZLES, PUZZLES[0]):
        givens = "".join(board.locator("#board svg text").all_text_contents())
        assert givens == text.replace("/", "").replace(".", "")
        board.get_by_role("button", name="Hint").click()
        expect(board.get_by_role("status")).to_contain_text("Look at ")
        board.get_by_role("button", name="Hint").click()
        expect(board.get_by_role("status")).to_contain_text(": ")
        board.get_by_role("button", name="Do it").click()
        expect(board.get_by_role("status")).to_have_text(re.compile(r"^(Solved\.)?$"))  # the last is solved already
        board.get_by_role("button", name="Solve").click()
        expect(board.get_by_role("status")).to_have_text("Solved.")
        before = page.frames[1].url
        page.get_by_role("button", name="New puzzle").click()
        page.wait_for_function(LOADED, arg=before)


def test_the_search_of_the_board_can_be_seen(page: Page) -> None:
    page.goto("/")
    page.wait_for_function("() => frames[0].document.querySelector('[role=gridcell]')")
    before = page.frames[1].url
    page.get_by_role("button", name="New puzzle").click()
    page.wait_for_function(LOADED, arg=before)
    page.get_by_role("link", name="See the search").click()
    page.wait_for_url("**/front/2-search.html")
    tree = clew.search_tree(
        Slitherlink.from_text(PUZZLES[1].replace("/", "\n")), clew.First(), inference="forward", variable_order="static"
    )
    assert tree.outcome is not None
    expect(page.locator("body")).to_contain_text(f"{tree.outcome.statistics.nodes} nodes")


def test_the_board_fits_its_frame(page: Page) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto("/")
    page.frame_locator("#front").get_by_role("button", name="Hint").wait_for()
    page.wait_for_function("() => Math.abs(frames[0].innerHeight - frames[0].document.body.offsetHeight) < 20")


def test_each_puzzle_has_one_solution_and_hints_reach_it() -> None:
    for text in PUZZLES:
        problem = Slitherlink.from_text(text.replace("/", "\n"))
        assert clew.is_unique(problem)
        assert clew.rate(problem).tier in ("easy", "medium")
