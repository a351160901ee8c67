"""Puts a board to play on into the home page: a slitherlink, and the next one for each press of a button.

The boards are the pages that `clew play` makes, in a frame; a link leads to the page of the search tree of each.
The first board occurs again on other pages: its steps have a page to play them, too.
"""

from __future__ import annotations

from typing import Any, Final

from mkdocs.structure.files import File, Files

import clew
from clew.puzzles.play.page import play_page
from clew.puzzles.play.puzzles import puzzle_of
from clew.watch.trace.html import tree_html
from clew_problems import Slitherlink

PUZZLES: Final = (
    "013213/102223/333213/2.1223/232.12/321212",
    ".1.101/212113/2.2332/223121/211.3./332.23",
    "012213/132112/1..32./222303/112323/212213",
    "0132../10...3/333213/2.1223/2.2.12/3.1212",
)
"""Made by `clew generate slitherlink 6x6 --tier easy` and, the last one, `--tier medium`."""

PLACE: Final = "<!-- board -->"
FRAME: Final = f"""<div class="front">
<iframe id="front" src="front/1.html" data-number="{len(PUZZLES)}" title="A slitherlink to play"></iframe>
<p><button id="another" class="md-button" hidden>New puzzle</button>
<a id="search" class="md-button" href="front/1-search.html">See the search</a></p>
</div>
"""


def on_files(files: Files, config: Any, **_: Any) -> Files:
    for number, text in enumerate(PUZZLES, 1):
        puzzle = Slitherlink.from_text(text.replace("/", "\n"))
        tree = clew.search_tree(
            puzzle, clew.First(), inference="forward", variable_order="static"
        )
        pages = {
            f"{number}.html": play_page(puzzle_of(puzzle)).html,
            f"{number}-search.html": tree_html(tree),
        }
        if number == 1:
            pages["1-steps.html"] = clew.steps(puzzle).page()
        for name, html in pages.items():
            files.append(File.generated(config, f"front/{name}", content=html))
    return files


def on_page_markdown(markdown: str, **_: Any) -> str:
    return markdown.replace(PLACE, FRAME)
