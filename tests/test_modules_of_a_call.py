"""How many modules of clew a question runs through: so many files must be read to follow it.

Only modules with a function that is called count. What `attrs` has written for a class has no file. `docs/engine.md`
shows the paths (`docs/call_paths.py` draws them).
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable
from pathlib import Path
from types import FrameType
from typing import Any

import pytest

import clew
from clew.planning import request
from clew_problems import Queens, Sudoku

Problem = clew.Problem[Any, Any]
ENGINE = Path(clew.__file__).parent

MOST = 9
"""Files that a person will read to follow a call."""
MOST_NEW = 15
"""The same if the problem is a new one, which is compiled."""

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
    found.discard(str(ENGINE / "records.py"))  # makes classes, as attrs does, which is not counted
    inside = [Path(name).relative_to(ENGINE) for name in found if Path(name).is_relative_to(ENGINE)]
    return sorted(".".join(path.with_suffix("").parts) for path in inside)


QUESTIONS = [
    pytest.param(clew.count, lambda: Queens(8), id="count"),
    pytest.param(clew.first, lambda: Queens(8), id="first"),
    pytest.param(clew.first, lambda: Sudoku.from_text(SUDOKU), id="first, with clues"),
    pytest.param(clew.is_unique, lambda: Sudoku.from_text(SUDOKU), id="unique"),
]


@pytest.mark.parametrize(("ask", "make"), QUESTIONS)
def test_a_question_is_answered_by_nine_modules(ask: Callable[[Problem], Any], make: Callable[[], Problem]) -> None:
    modules = modules_of(ask, make)
    assert len(modules) <= MOST, f"{len(modules)} modules, and {MOST} will do: {', '.join(modules)}"


@pytest.mark.parametrize(("ask", "make"), QUESTIONS)
def test_a_problem_not_known_before_is_compiled_besides_and_nothing_more(
    ask: Callable[[Problem], Any], make: Callable[[], Problem]
) -> None:
    """The meaning of the constraints is read besides (`constraints`), and made into a program (`core`).

    These are as many as there are kinds of constraints, and the parts of the compiler that their primitives need: what
    a constraint means and how it is compiled are not to be in one file. Whether all variables look alike is asked only
    then (`planning.domains`), and the limits are looked at while one compiles (`limits`).
    """

    def compiling(problem: Problem) -> None:
        request.forget()
        ask(problem)

    known, modules = modules_of(ask, make), modules_of(compiling, make)
    besides = {module for module in modules if module not in known}
    assert {module for module in besides if not module.startswith("core.")} <= {
        "constraints.all_different",
        "constraints.primitives",
        "limits",
        "planning.domains",
    }
    assert "core.compiler" in besides
    assert len(modules) <= MOST_NEW, f"{len(modules)} modules, and {MOST_NEW} will do: {', '.join(modules)}"


GUIDE = (ENGINE.parents[1] / "CONTRIBUTING.md").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    "row", ["what runs when I call `count`", "how a call becomes a plan", "why the engine does", "the default level"]
)
def test_the_guide_names_files_that_a_call_enters(row: str) -> None:
    """The first file of each row of CONTRIBUTING about the way of a call, with the function that it names."""
    [named] = re.findall(rf"^\| {re.escape(row)}.*? \| `src/clew/([a-z_/]+\.py)`: `([A-Za-z_.]+)`", GUIDE, re.MULTILINE)
    called: set[tuple[str, str]] = set()

    def note(frame: FrameType, event: str, _: object) -> None:
        if event == "call" and Path(frame.f_code.co_filename).is_relative_to(ENGINE):
            file = Path(frame.f_code.co_filename).relative_to(ENGINE)
            called.add((file.as_posix(), frame.f_code.co_qualname))

    before = sys.getprofile()
    sys.setprofile(note)
    try:
        clew.count(Queens(8))
    finally:
        sys.setprofile(before)
    assert named in called
