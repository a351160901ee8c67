"""The notation of the puzzles: `.Kind~argument~R1C1~R1C2`, one constraint after the other; `.~R1C1_5` is a clue.

The puzzles and their solutions in `puzzles.txt` are the examples of the Interactive Sudoku Solver (sigh, 2023 to 2026,
https://github.com/sigh/Interactive-Sudoku-Solver) under the licence beside them; the notation is described there.
"""

from __future__ import annotations

import base64
import re
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import Final, NamedTuple

SIXES: Final = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
"""The digits of a relation between two values, six bits each."""


class Puzzle(NamedTuple):
    """A puzzle with its published solution, a character for each cell."""

    name: str
    solution: str
    text: str


class Part(NamedTuple):
    """A constraint: its kind, `""` for a clue, its arguments, and the constraints that it combines."""

    kind: str
    arguments: tuple[str, ...]
    parts: tuple[Part, ...] = ()


def puzzles() -> Iterator[Puzzle]:
    """All puzzles, in the order of their source."""
    for line in Path(__file__).with_name("puzzles.txt").read_text(encoding="utf-8").splitlines():
        yield Puzzle(*line.split("\t"))


def parts_of(text: str) -> tuple[Part, ...]:
    """The constraints of a puzzle."""
    if "~" not in text and len(text) == 81:
        return tuple(killer(text))
    if "~" not in text:  # the clues of a jigsaw of 16 by 16, and its regions
        clues, regions = text.split()
        given = (f"R{digit(k // 16 + 1)}C{digit(k % 16 + 1)}_{ord(c) - 64}" for k, c in enumerate(clues) if c != ".")
        return Part("Shape", ("16x16",)), Part("NoBoxes", ()), Part("Jigsaw", (regions,)), Part("", tuple(given))
    words = (word.strip().split("~") for word in text.split(".") if word.strip())
    return combined(Part(kind, tuple(arguments)) for kind, *arguments in words)


def combined(parts: Iterator[Part]) -> tuple[Part, ...]:
    """The constraints up to the end of a combination, or of all."""
    found = []
    for part in parts:
        if part.kind == "End":
            break
        found.append(part._replace(parts=combined(parts)) if part.kind == "Or" else part)
    return tuple(found)


def killer(text: str) -> Iterator[Part]:
    """The cages of a killer sudoku: an arrow leads from a cell to another of its cage, one of which has the sum."""
    steps = {"<": -1, ">": 1, "^": -9, "v": 9}
    cages: dict[int, list[str]] = {}
    for k in range(81):
        end = k
        while text[end] in steps:
            end += steps[text[end]]
        cages.setdefault(end, []).append(f"R{k // 9 + 1}C{k % 9 + 1}")
    for end, cells in cages.items():
        yield Part("Cage", (str(int(text[end], 36)), *cells))


def digit(number: int) -> str:
    """A number up to 16 as one character."""
    return "0123456789ABCDEFG"[number]


def pairs_of(key: str, values: range) -> list[tuple[int, int]]:
    """The pairs of values between which a relation holds: a bit for each pair."""
    bits = [SIXES.index(character) >> k & 1 for character in key for k in range(6)]
    return [pair for pair, bit in zip(product(values, values), bits, strict=False) if bit]


def pattern_of(argument: str) -> str:
    """The regular expression of an argument."""
    return base64.b64decode(argument + "=" * (-len(argument) % 4), altchars=b"-_").decode()


def is_cell(argument: str) -> bool:
    """Whether an argument is the name of a variable."""
    return bool(re.fullmatch(r"R\wC\w|CC\d+|DG[RCB]\d", argument, re.IGNORECASE))
