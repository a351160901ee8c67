"""The road of a call: the modules whose functions run while it is answered, as a picture made by running it.

`docs/pictures.py` draws the roads and checks them; `tests/test_modules_of_a_call.py` says how long they may be.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import Any, Final

import attrs

import clew
from clew.propagation import keeping
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

SUDOKU: Final = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"

ROADS: Final[dict[str, tuple[str, Callable[[Any], Any], Callable[[], Any]]]] = {
    "count": ("clew.count(Queens(8))", clew.count, lambda: Queens(8)),
    "first": (
        "clew.first(Sudoku.from_text(...))",
        clew.first,
        lambda: Sudoku.from_text(SUDOKU),
    ),
}
"""For each road the question, and what asks it of which problem."""

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
    """A module on the road.

    Attributes:
        file: its path inside the package.
        function: its function that is called first.
        caller: the module that calls it first; None if that is the asker.
    """

    file: Path
    function: str
    caller: Path | None

    @property
    def title(self) -> str:
        """The first sentence of the module's docstring."""
        docstring = (
            ast.get_docstring(
                ast.parse((ROOT / self.file).read_text(encoding="utf-8"))
            )
            or ""
        )
        first, _, _ = " ".join(
            docstring.partition("\n\n")[0].split()
        ).partition(". ")
        return first.rstrip(".").replace("`", "")


def road(ask: Callable[[Any], Any], problem: Any) -> list[Stop]:
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
    return list(stops.values())


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


def road_svg(name: str) -> str:
    """The road of a question; dashed, what only compiles: an equal problem that was asked about before saves that."""
    question, ask, make = ROADS[name]
    ask(make())
    known = {stop.file for stop in road(ask, make())}
    keeping.forget()
    stops = road(ask, make())
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
