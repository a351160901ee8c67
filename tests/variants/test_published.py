"""Puzzles of setters, with the solutions that were published, through the data of f-puzzles."""

from __future__ import annotations

import re
from itertools import combinations
from typing import Any

import pytest
from benchmarks.setters.grid import Grid
from benchmarks.setters.reading import Part, Puzzle, parts_of, puzzles

import clew
from clew.variants import fpuzzles_address, from_fpuzzles
from clew_problems.variant import Variant

LINES = {
    "Thermo": "thermometer",
    "Whisper": "whispers",
    "Renban": "renban",
    "Between": "betweenline",
    "Lockout": "lockout",
    "Palindrome": "palindrome",
    "Zipper": "zipperline",
    "RegionSumLine": "regionsumline",
    "SumLine": "sumline",
    "Modular": "modularline",
    "Entropic": "entropicline",
    "DoubleArrow": "doublearrow",
}
MARKS = {"WhiteDot": ("difference", ""), "BlackDot": ("ratio", ""), "X": ("xv", "X"), "V": ("xv", "V")}
WHOLE = {"AntiKnight": "antiknight", "AntiKing": "antiking", "DisjointSets": "disjointgroups", "Windoku": "windoku",
         "AntiConsecutive": "nonconsecutive"}  # fmt: skip
NEGATIVE = {"StrictXV": ["xv"], "StrictKropki": ["ratio"]}
OUTSIDE = {"Skyscraper": "skyscraper", "XSum": "xsum", "NumberedRoom": "numberedroom", "FullRank": "fullrank"}


def data_of(puzzle: Puzzle) -> dict[str, Any] | None:
    """The puzzle in the data of f-puzzles; None if it has a kind that these do not have."""
    parts = parts_of(puzzle.text)
    if {part.kind for part in parts} & {"Shape", "Or", "NoBoxes", "Jigsaw"} or "LOOP" in puzzle.text:
        return None
    grid: list[list[dict[str, Any]]] = [[{} for _ in range(9)] for _ in range(9)]
    data: dict[str, Any] = {"size": 9, "grid": grid}
    for part in parts:
        if not _add(data, part):
            return None
    return data


def _add(data: dict[str, Any], part: Part) -> bool:
    """Adds a part of a puzzle to its data, if it can be said there."""
    kind, arguments = part.kind, part.arguments
    cells = [one.upper() for one in arguments if re.fullmatch(r"R\dC\d", one, re.IGNORECASE)]
    number = arguments[0] if arguments and arguments[0].isdecimal() else ""
    if kind == "":
        for cell, *digits in (clue.split("_") for clue in arguments):
            entry = {"value": int(digits[0]), "given": True} if len(digits) == 1 else {
                "givenPencilMarks": [*map(int, digits)]}  # fmt: skip
            data["grid"][int(cell[1]) - 1][int(cell[3]) - 1] = entry
    elif kind in LINES:
        number = number or {"Whisper": "5"}.get(kind, "")
        data.setdefault(LINES[kind], []).append({"lines": [cells], "value": number})
    elif kind in MARKS:
        name, value = MARKS[kind]
        near = [pair for pair in combinations(cells, 2) if _apart(*pair) == 1]
        data.setdefault(name, []).extend({"cells": [*pair], "value": value} for pair in near)
    elif kind in WHOLE:
        data[WHOLE[kind]] = True
    elif kind in NEGATIVE:
        data["negative"] = NEGATIVE[kind]
        data["nonconsecutive"] = kind == "StrictKropki"
    elif kind in OUTSIDE:
        place = int(arguments[0][1])
        for at, value in zip((0, 10), arguments[1:], strict=False):
            cell = f"R{place}C{at}" if arguments[0][0] == "R" else f"R{at}C{place}"
            data.setdefault(OUTSIDE[kind], []).append({"cell": cell, "value": value})
    else:
        return _add_other(data, kind, arguments, cells)
    return True


def _add_other(data: dict[str, Any], kind: str, arguments: Any, cells: list[str]) -> bool:
    if kind in ("Cage", "Lunchbox"):
        number = "" if kind == "Cage" and arguments[0] == "0" else arguments[0]
        data.setdefault({"Cage": "killercage"}.get(kind, "lunchbox"), []).append({"cells": cells, "value": number})
    elif kind == "Arrow":
        data.setdefault("arrow", []).append({"cells": cells[:1], "lines": [cells]})
    elif kind == "PillArrow":
        pill, line = cells[: int(arguments[0])], cells[int(arguments[0]) - 1 :]
        data.setdefault("arrow", []).append({"cells": pill, "lines": [line]})
    elif kind == "Quad":
        r, c = int(cells[0][1]), int(cells[0][3])
        four = [f"R{r + k // 2}C{c + k % 2}" for k in range(4)]
        data.setdefault("quadruple", []).append({"cells": four, "values": [*map(int, arguments[1:])]})
    elif kind == "CountingCircles":
        data.setdefault("countingcircles", []).append({"cells": cells})
    elif kind == "Sandwich":
        at, place = arguments[1][0], arguments[1][1]
        cell = f"R{place}C0" if at == "R" else f"R0C{place}"
        data.setdefault("sandwichsum", []).append({"cell": cell, "value": arguments[0]})
    elif kind == "LittleKiller":
        data.setdefault("littlekillersum", []).append(_little_killer(cells[0], arguments[0]))
    elif kind == "Indexing":
        data.setdefault({"C": "columnindexer", "R": "rowindexer"}[arguments[0]], []).append({"cells": cells})
    elif kind == "Diagonal":
        data["diagonal+" if arguments[0] == "1" else "diagonal-"] = True
    else:
        return False
    return True


def _little_killer(start: str, number: str) -> dict[str, Any]:
    """A clue before the first cell of a diagonal, which begins at a cell of the border."""
    r, c = int(start[1]), int(start[3])
    down, right = {True: (1, 1)}.get(c == 1) or ((-1, -1) if c == 9 and r > 1 else (1, -1) if r == 1 else (-1, 1))
    direction = f"{'U' if down < 0 else 'D'}{'L' if right < 0 else 'R'}"
    return {"cell": f"R{r - down}C{c - right}", "direction": direction, "value": number}


def _apart(one: str, other: str) -> int:
    return abs(int(one[1]) - int(other[1])) + abs(int(one[3]) - int(other[3]))


SAID = {puzzle.name: (puzzle, data) for puzzle in puzzles() if (data := data_of(puzzle)) is not None}
QUICK = (
    "Thermo",
    "Sudoku Variants Series (013) - Palindrome Sudoku",
    "Arrow",
    "XV Kropki Sudoku",
    "Little Killer Sudoku",
    "X-Windoku",
)
"""Puzzles that are decided in a few hundredths of a second."""


def test_most_kinds_are_in_published_puzzles() -> None:
    assert len(SAID) >= 25
    assert set(QUICK) <= set(SAID)


@pytest.mark.parametrize("name", SAID)
def test_no_kind_forbids_the_published_solution(name: str) -> None:
    puzzle, data = SAID[name]
    problem = Variant(from_fpuzzles(data))
    solution = dict(zip(Grid(parts_of(puzzle.text)).at, map(int, puzzle.solution), strict=True))
    assert clew.violations(problem, solution) == ()
    assert from_fpuzzles(fpuzzles_address(problem.puzzle)) == problem.puzzle


@pytest.mark.parametrize("name", QUICK)
def test_there_is_no_other_solution(name: str) -> None:
    puzzle, data = SAID[name]
    checked = clew.check(Variant(from_fpuzzles(data)))
    assert checked.answer == "unique"
    assert "".join(map(str, checked.solutions[0].values())) == puzzle.solution
