"""How many modules of clew a question runs through: so many files must be read to follow it.

Only modules with a function that is called count. What `attrs` has written for a class has no file.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from types import FrameType
from typing import Any

import pytest

import clew
from clew.propagation import keeping
from clew_problems import Queens, Sudoku

Problem = clew.Problem[Any, Any]
ENGINE = Path(clew.__file__).parent

SUDOKU = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"


def modules_of(ask: Callable[[Problem], Any], make: Callable[[], Problem]) -> list[str]:
    """The modules that have a function that is called while a question is answered.

    It is asked about an equal problem before, so that nothing is imported.
    """
    ask(make())
    found: set[str] = set()

    def note(frame: FrameType, event: str, _: object) -> None:
        if event == "call" and frame.f_code.co_name != "<module>":
            found.add(frame.f_code.co_filename)

    problem, before = make(), sys.getprofile()
    sys.setprofile(note)
    try:
        ask(problem)
    finally:
        sys.setprofile(before)
    inside = [Path(name).relative_to(ENGINE) for name in found if Path(name).is_relative_to(ENGINE)]
    return sorted(".".join(path.with_suffix("").parts) for path in inside)


def compiling(problem: Problem) -> int:
    """How many solutions a problem has, if no network is known from a call before."""
    keeping._compiled.clear()
    return clew.count(problem)


@pytest.mark.parametrize(
    ("ask", "make", "most"),
    [
        pytest.param(clew.count, lambda: Queens(8), 14, id="count"),
        pytest.param(compiling, lambda: Queens(8), 19, id="compile and count"),
        pytest.param(clew.first, lambda: Queens(8), 20, id="first"),
        pytest.param(clew.is_unique, lambda: Sudoku.from_text(SUDOKU), 20, id="unique"),
    ],
)
def test_a_question_is_answered_by_few_modules(
    ask: Callable[[Problem], Any], make: Callable[[], Problem], most: int
) -> None:
    modules = modules_of(ask, make)
    assert len(modules) <= most, f"{len(modules)} modules, and {most} will do: {', '.join(modules)}"
