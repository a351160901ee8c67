"""A few rows of the benchmarks for the home page, read from the page that has all of them."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

PAGE: Final = Path(__file__).parent / "comparisons.md"
ROWS: Final = (
    (
        "[12 queens](comparisons.md#queens-counted), counted",
        "queens-count",
        "12, cold",
    ),
    (
        "[a sudoku](comparisons.md#sudokus), unique or not",
        "sudoku",
        "ordinary, cold",
    ),
    (
        "[a shortest ruler](comparisons.md#the-best-solution), proved",
        "golomb",
        "cold",
    ),
)
SOLVERS: Final = ("clew", "CP-SAT", "Choco")


def table() -> str:
    """The times of a few solvers for three questions, one of which clew answers later than the others."""
    rows = [
        " | ".join(
            [
                f"| {question}",
                *(times(block, column)[solver] for solver in SOLVERS),
            ]
        )
        + " |"
        for question, block, column in ROWS
    ]
    return "\n".join(
        [
            f"| question | {' | '.join(SOLVERS)} |",
            "| --- | ---: | ---: | ---: |",
            *rows,
        ]
    )


def times(block: str, column: str) -> dict[str, str]:
    """A column of a table of the benchmarks, by solver, without the ratios.

    Raises:
        LookupError: the page has no such table or column.
    """
    _, found, after = PAGE.read_text(encoding="utf-8").partition(
        f"<!-- measured: {block} -->"
    )
    lines = re.findall(
        r"^\|.*$", after.partition("<!-- end -->")[0], re.MULTILINE
    )
    cells = [
        [cell.strip() for cell in line.strip("|").split("|")] for line in lines
    ]
    if not found or column not in cells[0]:
        raise LookupError(f"{PAGE.name} has no {column!r} of {block}")
    place = cells[0].index(column)
    return {row[0]: row[place].partition(" (")[0] for row in cells[2:]}
