"""The path of a call: the modules whose functions run while it is answered, as a picture made by running it.

`docs/pictures.py` draws the paths and checks them; `tests/test_modules_of_a_call.py` says how long they may be.
"""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from itertools import chain
from pathlib import Path
from types import FrameType
from typing import Any, Final

import attrs

import clew
from clew.constraints import Linear
from clew.planning import request
from clew.render.svg import (
    MARGIN,
    MONOSPACE,
    document,
    paint,
    width_of,
    written,
)
from clew_problems import Queens, Sudoku

ROOT: Final = Path(clew.__file__).parent
SOURCES: Final = {
    file.relative_to(ROOT): file.read_text(encoding="utf-8")
    for file in sorted(ROOT.glob("core/**/*.pxi"))
}
"""The files of the engine."""

SUDOKU: Final = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"

Question = Callable[[Any], Any]


def knapsack(size: int) -> clew.Model:
    """Things to choose, with weights, and a name for their worth."""
    model = clew.Model("knapsack")
    taken = model.variables(range(size), range(2))
    worth = model.variable("worth", range(9 * size))
    weights = [3 + k % 4 for k in range(size)]
    worths = [*(2 + k % 5 for k in range(size)), -1]
    model.require(Linear(taken, weights, "<=", 2 * size))
    model.require(Linear([*taken, worth], worths, "==", 0))
    return model


PATHS: Final[dict[str, tuple[str, Question, Callable[[], Any], Any]]] = {
    "count": (
        "clew.count(Queens(8))",
        clew.count,
        lambda: Queens(8),
        Queens(7),
    ),
    "first": (
        "clew.first(Sudoku.from_text(...))",
        clew.first,
        lambda: Sudoku.from_text(SUDOKU),
        Sudoku.empty(4),
    ),
    "best": (
        'clew.best(knapsack, "worth", "max")',
        lambda problem: clew.best(problem, "worth", "max"),
        lambda: knapsack(8),
        knapsack(6),
    ),
    "hint": (
        "clew.hint(Sudoku.from_text(...))",
        clew.hint,
        lambda: Sudoku.from_text(SUDOKU),
        Sudoku.empty(4),
    ),
}
"""For each path the question, the function that answers it, the problem, and another one with which all is imported."""

LINE: Final = 38.0
STEP: Final = 24.0
SIZE: Final = 13.0
SMALL: Final = 11.0
HEAD: Final = 52.0
BOLD: Final = 'font-weight="bold"'
FIXED: Final = f'font-family="{MONOSPACE}"'
KNOWN: Final = ("solution", "found", "")
NEW: Final = ("light", "ink", ' stroke-dasharray="3 3"')
"""For a module, the paints of its circle and its name, and the dashes of its lines."""


@attrs.frozen
class Stop:
    """A module on the path.

    Attributes:
        file: its path inside the package.
        function: its function that is called first.
        caller: the module that calls it first; None for the program outside.
    """

    file: Path
    function: str
    caller: Path | None

    @property
    def title(self) -> str:
        """The first sentence of the file's docstring."""
        text = (ROOT / self.file).read_text(encoding="utf-8")
        is_engine = self.file in SOURCES
        parsed = "" if is_engine else ast.get_docstring(ast.parse(text))
        docstring = text.split('"""')[1] if is_engine else parsed or ""
        first, _, _ = " ".join(
            docstring.partition("\n\n")[0].split()
        ).partition(". ")
        return first.rstrip(".").replace("`", "")


def path_of(ask: Callable[[Any], Any], problem: Any) -> list[Stop]:
    """The modules of clew on the way to an answer, in the order in which they are entered first.

    Nothing should be left to import when the question is asked.
    """
    stops: dict[Path, Stop] = {}

    def note(frame: FrameType, event: str, _: object) -> None:
        if event != "call" or frame.f_code.co_name == "<module>":
            return
        path = Path(frame.f_code.co_filename)
        if (
            path.is_relative_to(ROOT)
            and (file := path.relative_to(ROOT)) not in stops
        ):
            caller = next(
                (other for other in _callers(frame) if other in stops), None
            )
            stops[file] = Stop(file, frame.f_code.co_qualname, caller)

    with _watched(note):
        ask(problem)
    for stop in [*stops.values()]:
        for inside in _engine(stop):
            stops.setdefault(inside.file, inside)
    return list(stops.values())


def _engine(stop: Stop) -> Iterator[Stop]:
    """The files of the engine with the classes that a module names."""
    text = (ROOT / stop.file).read_text(encoding="utf-8")
    imports = re.findall(
        r"from clew\.core\._engine import ([\w, ]+)|_engine\.(\w+)\(", text
    )
    names = re.findall(r"\w+", " ".join(chain.from_iterable(imports)))
    for file, source in SOURCES.items():
        for name in names:
            if re.search(rf"^cdef class {name}\b", source, re.MULTILINE):
                yield Stop(file, name, stop.file)


def _callers(frame: FrameType) -> Iterator[Path]:
    """The files of clew in which the calls above a frame are, the nearest first."""
    caller = frame.f_back
    while caller is not None:
        path = Path(caller.f_code.co_filename)
        if path.is_relative_to(ROOT):
            yield path.relative_to(ROOT)
        caller = caller.f_back


@contextmanager
def _watched(note: Callable[[FrameType, str, Any], None]) -> Iterator[None]:
    before = sys.getprofile()
    sys.setprofile(note)
    try:
        yield
    finally:
        sys.setprofile(before)


def path_svg(name: str) -> str:
    """The path of a question, from a process in which nothing else was asked before."""
    command = [sys.executable, __file__, name]
    return subprocess.run(  # noqa: S603
        command, capture_output=True, check=True, encoding="utf-8"
    ).stdout


def _path_svg(name: str) -> str:
    """The path of a question; dashed, the modules that only compile: a cached program saves these."""
    question, ask, make, other = PATHS[name]
    ask(other)
    request.forget()
    stops = path_of(ask, make())
    known = {stop.file for stop in path_of(ask, make())}
    return drawn(question, stops, known)


def drawn(question: str, stops: Sequence[Stop], known: set[Path]) -> str:
    """A line for each module, below the one that calls it first: its file, the function, and the module's title."""
    texts = [(MARGIN, 18.0, question, 15.0, f"{BOLD} {FIXED} {paint('ink')}")]
    more = f"; dashed, {len(stops) - len(known)} more that compile a problem not asked about before"
    texts.append(
        (MARGIN, 38.0, f"{len(known)} modules{more}", SMALL, paint("faint"))
    )
    parts: list[str] = []
    places: dict[Path, tuple[float, float]] = {}
    for number, (depth, stop) in enumerate(_in_order(stops, None, 0), 1):
        x, y = places[stop.file] = (
            MARGIN + 8 + depth * STEP,
            HEAD + number * LINE - 18,
        )
        fill, ink, dashes = NEW if stop.file not in known else KNOWN
        if stop.caller is not None:
            left, top = places[stop.caller]
            parts.append(
                f'<path d="M{left:g} {top + 5:g} V{y:g} H{x - 5:g}" {paint(None, "line")}{dashes}/>'
            )
        parts.append(
            f'<circle cx="{x:g}" cy="{y:g}" r="5" {paint(fill, "line")}{dashes}/>'
        )
        file = stop.file.as_posix()
        texts.append((x + 13, y - 1, file, SIZE, f"{BOLD} {paint(ink)}"))
        texts.append(
            (
                x + 22 + width_of(file, SIZE),
                y - 1,
                stop.function,
                SMALL,
                f"{FIXED} {paint('ink')}",
            )
        )
        texts.append((x + 13, y + 14, stop.title, SMALL, paint("faint")))
    parts += [
        written(x, y, text, size, f' text-anchor="start" {more}')
        for x, y, text, size, more in texts
    ]
    widest = max(x + width_of(text, size) for x, _, text, size, _ in texts)
    contents = "; ".join(
        f"{stop.file.as_posix()}, {stop.function}: {stop.title}"
        for stop in stops
    )
    return document(
        widest,
        HEAD + len(stops) * LINE,
        parts,
        f"the modules that run for {question}",
        contents,
    )


def _in_order(
    stops: Sequence[Stop], caller: Path | None, depth: int
) -> Iterator[tuple[int, Stop]]:
    """The modules that one calls first, each followed by those that it calls first, and how deep they are."""
    for stop in stops:
        if stop.caller == caller:
            yield depth, stop
            yield from _in_order(stops, stop.file, depth + 1)


if __name__ == "__main__":
    sys.stdout.write(_path_svg(sys.argv[1]))
