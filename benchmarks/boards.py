"""Boards with which pzprjs tests its rules, judged by clew: `python -m benchmarks.boards FOLDER`.

The folder is a clone of https://github.com/robx/pzprjs. Its file test/script/KIND.js has boards of each kind of puzzle,
some finished and right, and others with the code of the rule that they break. For each kind that clew reads, a board
without a code must be a solution for clew, and one with a code must be none. The files are read as data; nothing of
them is run.

The table counts the right and the wrong boards of each kind, and those left out because of a rule that clew does not
have: a loop through every point, and that something must be drawn even if the clues ask for nothing. Below it stands
each board about which the two disagree.
"""

from __future__ import annotations

import re
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from itertools import product
from pathlib import Path
from typing import Any, Final

import clew
from clew.forms.board_texts import BoardText
from clew.problem.problem import AnyProblem

Answer = dict[Any, Any] | None
"""Values of variables; None if no values say what the board has."""
Rows = list[list[str]]

FAILCHECK: Final = re.compile(r"failcheck:(?P<boards>.*?)\n\tinputs:", re.DOTALL)
DRAWN: Final = {"brNoLine", "brNoShade"}
"""The codes of boards on which nothing is drawn."""
BOARD: Final = re.compile(r'\[\s*(?:null|"(?P<code>\w+)")\s*,\s*"(?P<text>pzprv3[^"]*)"')


def boards_of(script: str) -> list[tuple[str, str]]:
    """The boards in the text of a file, each with the code of the rule that it breaks, empty if it breaks none."""
    found = FAILCHECK.search(re.sub(r"(?m)^\s*//.*$", "", script))
    if found is None:
        raise clew.InputError("the file has no list failcheck: is the folder a clone of pzprjs?")
    boards = [(match["code"] or "", match["text"]) for match in BOARD.finditer(found["boards"])]
    assert len(boards) == found["boards"].count('"pzprv3'), "a board is not read"
    return boards


def is_solution(name: str, text: str) -> bool:
    """Whether the answer of a board is a solution for clew.

    Raises:
        InputError: the board cannot be read.
    """
    problem = clew.load(name, text)
    board = BoardText(text)
    board.address()  # the lines of its clues are read
    answer = KINDS[board.kind][1](problem, board, text)
    if answer is None or not set(answer) <= set(problem.domains()):
        return False
    if any(value not in problem.domains()[variable] for variable, value in answer.items()):
        return False
    if name == "numberlink":  # its cells have the numbers of their lines, which a board does not say
        answer = dict(clew.first(problem, given=answer) or {})
    return set(answer) == set(problem.domains()) and not clew.violations(problem, answer)


# -- answers in cells ---------------------------------------------------------------------------------


def _cells(rows: Rows) -> Iterator[tuple[tuple[int, int], str]]:
    return (((r, c), word) for r, row in enumerate(rows) for c, word in enumerate(row))


def _whole(text: str, more: tuple[int, int] = (0, 0)) -> Rows:
    """The rows of a board whose clues and answer stand in one grid, which may have more rows and columns."""
    board = BoardText(text)
    return board.rows(board.height + more[0], board.width + more[1])


def _numbers(problem: AnyProblem, rows: Rows, corner: int = 0) -> Answer:
    """Numbers in cells, beside those that are given."""
    written = {(r + corner, c + corner): int(word) for (r, c), word in _cells(rows) if word.isdecimal()}
    return {**problem.given(), **{cell: value for cell, value in written.items() if cell in problem.domains()}}


def _views(problem: AnyProblem, board: BoardText, text: str) -> Answer:
    return _numbers(problem, [row[1:-1] for row in _whole(text, (2, 2))[1:-1]])


def _marks(mark: str, marked: Any, other: Any) -> Callable[[AnyProblem, Rows], Answer]:
    """Cells with a mark, and the other ones, which need none."""

    def answer(problem: AnyProblem, rows: Rows) -> Answer:
        found = {cell: marked if word == mark else other for cell, word in _cells(rows)}
        return {cell: value for cell, value in found.items() if cell in problem.domains()}

    return answer


def _islands(problem: AnyProblem, board: BoardText, text: str) -> Answer:
    """Each white area is called after its number; an area with none or with several has no name."""
    rows = dict(_cells(_whole(text)))
    white = _areas([cell for cell, word in rows.items() if word != "#"], lambda one, other: False)
    answer: dict[Any, Any] = {cell: "sea" for cell, word in rows.items() if word == "#"}
    for area in white:
        names = [value for cell, value in problem.given().items() if cell in area]
        if len(names) != 1:
            return None
        answer |= dict.fromkeys(area, names[0])
    return answer


# -- answers on borders and lines -----------------------------------------------------------------------


def _edges(board: BoardText, down_first: bool = False) -> dict[Any, int]:
    """The numbers between neighbours in rows, then in columns; of slitherlink those down the sides come first."""
    height, width = board.height, board.width
    if down_first:
        shapes = [(height, width + 1, (1, 0)), (height + 1, width, (0, 1))]
    else:
        shapes = [(height, width - 1, (0, 1)), (height - 1, width, (1, 0))]
    return {
        ((r, c), (r + down, c + right)): max(0, int(word))
        for tall, wide, (down, right) in shapes
        for (r, c), word in _cells(board.rows(tall, wide, empty="0"))
    }


def _bridges(problem: AnyProblem, board: BoardText, text: str) -> Answer:
    """A bridge is a line of equal numbers from island to island; any other number belongs to none."""
    left = {edge: number for edge, number in _edges(board).items() if number}
    answer: dict[Any, Any] = {}
    for one, other in problem.domains():
        down, right = int(one[0] != other[0]), int(one[1] != other[1])
        steps = range(other[0] - one[0] + other[1] - one[1])
        parts = [((one[0] + k * down, one[1] + k * right), (one[0] + (k + 1) * down, one[1] + (k + 1) * right))
                 for k in steps]  # fmt: skip
        numbers = {left.get(part, 0) for part in parts}
        answer[one, other] = numbers.pop()
        if numbers:
            return None
        left = {edge: number for edge, number in left.items() if edge not in parts}
    return None if left else answer


def _rectangles(problem: AnyProblem, board: BoardText, text: str) -> Answer:
    """The area of each number, called by its corners; a border within an area, or another shape, has no name."""
    borders = {edge for edge, number in _edges(board).items() if number}
    areas = _areas([*product(range(board.height), range(board.width))], lambda *edge: edge in borders)
    answer: dict[Any, Any] = {}
    for area in areas:
        (top, bottom), (left, right) = ((min(lines), max(lines)) for lines in zip(*area, strict=True))
        is_cut = any(one in area and other in area for one, other in borders)
        if is_cut or len(area) != (bottom - top + 1) * (right - left + 1):
            return None
        name = f"r{top + 1}c{left + 1}-r{bottom + 1}c{right + 1}"
        answer |= {cell: name for cell in area if cell in problem.domains()}
    return answer


def _areas(cells: list[tuple[int, int]], is_border: Callable[..., bool]) -> list[set[tuple[int, int]]]:
    """The cells that are connected."""
    left, areas = set(cells), []
    while left:
        area, fresh = set(), [left.pop()]
        while fresh:
            r, c = fresh.pop()
            area.add((r, c))
            for cell in ((r, c + 1), (r + 1, c), (r, c - 1), (r - 1, c)):
                if cell in left and not is_border(*sorted([(r, c), cell])):
                    left.remove(cell)
                    fresh.append(cell)
        areas.append(area)
    return areas


Reader = Callable[[AnyProblem, BoardText, str], Answer]

KINDS: Final[Mapping[str, tuple[str, Reader]]] = {
    "hashikake": ("hashiwokakero", _bridges),
    "hitori": ("hitori", lambda problem, board, text: _marks("#", "#", "+")(problem, board.rows())),
    "kakuro": ("kakuro", lambda problem, board, text: _numbers(problem, board.rows(), corner=1)),
    "lightup": ("akari", lambda problem, board, text: _marks("#", "*", "-")(problem, _whole(text))),
    "mashu": ("masyu", lambda problem, board, text: {**_edges(board)}),
    "nonogram": ("nonogram", lambda problem, board, text: _marks("#", "#", ".")(problem, _inside(text))),
    "numlin": ("numberlink", lambda problem, board, text: {**_edges(board)}),
    "nurikabe": ("nurikabe", _islands),
    "shikaku": ("shikaku", _rectangles),
    "skyscrapers": ("skyscrapers", _views),
    "slither": ("slitherlink", lambda problem, board, text: {**_edges(board, down_first=True)}),
    "starbattle": ("star-battle", lambda problem, board, text: _marks("#", 1, 0)(problem, board.rows())),
    "sudoku": ("sudoku", lambda problem, board, text: _numbers(problem, board.rows())),
    "tents": ("tents", lambda problem, board, text: _marks("A", "A", "-")(
        problem, [row[1:] for row in _whole(text, (1, 1))[1:]])),
}  # fmt: skip
"""The kinds of pzprjs: each with the name of clew's puzzle, and a function that reads the answer of a board."""


def _inside(text: str) -> Rows:
    """The cells of a nonogram, without its clues."""
    board = BoardText(text)
    deep, long = (board.height + 1) // 2, (board.width + 1) // 2
    return [row[long:] for row in _whole(text, (deep, long))[deep:]]


def judged(kind: str, script: str) -> tuple[Counter[str], list[str]]:
    """How many boards of a kind are of each sort, and those about which the two disagree."""
    counts, disagreements = Counter[str](), []
    for code, text in boards_of(script):
        try:
            found = is_solution(KINDS[kind][0], text)
        except clew.InputError as error:
            counts["left out"] += 1
            disagreements += [] if "the rule 'f'" in str(error) else [f"{kind} {code or 'right'}: {error}: {text}"]
            continue
        is_left_out = found and code in DRAWN
        counts["left out" if is_left_out else "wrong" if code else "right"] += 1
        if found is bool(code) and not is_left_out:
            disagreements.append(f"{kind}: clew says {'right' if found else 'wrong'}, pzprjs {code or 'right'}: {text}")
    return counts, disagreements


def main(folder: str) -> int:
    """The table, and the exit status: 1 if there is a disagreement."""
    print(f"{'kind':<13}{'right':>6}{'wrong':>6}{'left out':>10}{'disagreements':>15}")
    every, lines = Counter[str](), list[str]()
    for kind in KINDS:
        counts, disagreements = judged(kind, (Path(folder) / "test/script" / f"{kind}.js").read_text(encoding="utf-8"))
        row = "".join(f"{counts[name]:>{width}}" for name, width in (("right", 6), ("wrong", 6), ("left out", 10)))
        print(f"{kind:<13}{row}{len(disagreements):>15}")
        every += counts
        lines += disagreements
    print(f"{'all':<13}{every['right']:>6}{every['wrong']:>6}{every['left out']:>10}{len(lines):>15}", *lines, sep="\n")
    return int(bool(lines))


if __name__ == "__main__":
    if len(sys.argv) != 2 or not (Path(sys.argv[1]) / "test/script").is_dir():
        sys.exit("give the folder of a clone of https://github.com/robx/pzprjs")
    sys.exit(main(sys.argv[1]))
