"""Tents: pitch a tent beside each tree, so that no two tents touch; numbers count those of each row and column.

A cell without a tree is a variable. That every tent has a tree of its own needs no variable for who belongs to whom:
tents do not touch, so a tree has two tents beside it at most, on opposite sides. A group of trees and tents side by
side, each tree between two tents, is thus known by any cell of it (`_chains`), and only such groups can have more tents
than trees. If no group has, and there are as many tents as trees, every group has as many of both, and then they can be
paired (S. Tatham proves that in the source of his Tents, 2006).
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import product
from random import Random
from typing import Any, Final, Self

import attrs

import clew
from clew.constraints import AtLeast, AtMost, Constraint, Exactly
from clew.forms import Address, Cells, Words, size_of
from clew.forms.coded_grids import read_marks, write_marks
from clew.forms.codings import HIDDEN, read_numbers, write_numbers
from clew.render import Board
from clew_problems.pieces import Cell, near
from clew_problems.words import GRID, words

TREE: Final = "T"
TENT: Final = "A"
NONE: Final = "-"
BLANK: Final = "."
CAMP: Final = """\
. 1 2 1 2 2 1 2 2
2 . . T . . T . .
1 . . T . . T . T
3 . . T . . . . .
0 T . . . T . . T
3 . . . . . . . .
1 . . . T . . . .
2 . . . . . T . .
1 T . . . . . T .
"""
LEAVES: Final = "\N{BLACK CLUB SUIT}"
GREEN, SAND = 2, 3
"""Numbers of colours."""
DENSITY: Final = 0.2
"""The part of the cells that get a tent in a new instance, if the blank one has no trees."""


@attrs.frozen
class Tents(clew.Problem[Cell, str]):
    """A camp to pitch.

    Args:
        grid: the cells, `T` for a tree and `.` for none, with the numbers of the columns in a row above and those of
            the rows in a column to the left; a word for each, `.` for a number that is not given and for the corner.

    Raises:
        InputError: the grid has other words, or trees and numbers in the wrong places.
        OptionError: it is too large to search.
    """

    name = "tents"
    summary = "pitch a tent beside each tree; tents do not touch, and numbers count them"
    rules = (
        "Pitch a tent beside each tree, along a side: as many tents as trees, each with a tree of its own. Tents do "
        "not touch, not even at a corner. A number says how many tents its row or its column has. The instance has "
        "a T for each tree and a dot for each other cell, with spaces between, the numbers of the columns above and "
        "those of the rows to the left, and a dot in the corner; or it is a size such as 8x8, or an address of "
        "puzz.link."
    )
    examples = (
        clew.Example("8x8", CAMP, 1),
        clew.Example("pzprjs", "https://puzz.link/p?tents/5/5/2g0h1i1j82323", 1),
        clew.Example("ring", ". . . . / . . T . / . T . T / . . T .", 1),
        clew.Example("one tree", ". . . . / . . . . / . . T . / . . . .", 4),
        clew.Example("no room", ". . . / . T T / . T .", 0),
    )
    styles = ("numbers", "grid")
    translations = (
        *GRID,
        *words(
            ("a tent in", "[une|une|avec une] tente en", "[ein|ein|mit einem] Zelt in"),
            ("no tent in", "[aucune|aucune|sans] tente en", "[kein|kein|ohne] Zelt in"),
            ("the tree at", "l'arbre en", "[der|den|dem] Baum in"),
            ("the group of trees at", "le groupe d'arbres en", "[die|die|der] Baumgruppe in"),
            ("the group of", "le groupe de", "[die|die|der] Gruppe"),
            ("with a tree too few", "avec un arbre de moins", "mit einem Baum zu wenig"),
            (
                "the rule that a tent has a tree beside it",
                "la règle des tentes à côté d'un arbre",
                "[die|die|der] Regel, dass neben einem Zelt ein Baum steht,",
            ),
        ),
    )

    grid: Cells = clew.instance(Words(r"T|[0-9]{1,3}", "T for a tree, a number"), help="trees, and numbers beside them")

    def __attrs_post_init__(self) -> None:
        if min(self.grid.height, self.grid.width) < 2:
            raise clew.InputError("tents: give a row of numbers above the cells and a column to the left of them")
        for (r, c), word in self.grid.given.items():
            is_beside = (r == 0) != (c == 0)
            if (word == TREE) if is_beside else (word != TREE or not r):
                use = f"a number or {BLANK}" if is_beside else f"{TREE} or {BLANK}" if r else BLANK
                raise clew.InputError(f"tents: row {r + 1}, column {c + 1}: {word} does not belong there: use {use}")

    @property
    def height(self) -> int:
        """The number of rows of cells."""
        return self.grid.height - 1

    @property
    def width(self) -> int:
        """The number of columns of cells."""
        return self.grid.width - 1

    @property
    def trees(self) -> list[Cell]:
        """The cells that have a tree."""
        return [(r - 1, c - 1) for (r, c), word in self.grid.given.items() if word == TREE]

    @property
    def numbers(self) -> dict[Cell, int]:
        """The numbers of rows, by (row, -1), and those of columns, by (-1, column)."""
        return {(r - 1, c - 1): int(word) for (r, c), word in self.grid.given.items() if word != TREE}

    @property
    def rows(self) -> list[list[Cell]]:
        """The cells of each row, those with a tree too."""
        return [[(r, c) for c in range(self.width)] for r in range(self.height)]

    # -- the search ---------------------------------------------------------------------------

    def domains(self) -> Mapping[Cell, str]:
        trees = set(self.trees)
        return {cell: TENT + NONE for row in self.rows for cell in row if cell not in trees}

    def constraints(self) -> Iterator[Constraint]:
        cells = self.domains()
        for (r, c), number in self.numbers.items():
            line = [cell for cell in cells if r in (-1, cell[0]) and c in (-1, cell[1])]
            title = f"column {c + 1}" if r < 0 else f"row {r + 1}"
            yield Exactly(number, TENT, line).named(f"the {number} of {title}")
        for tree in self.trees:
            yield AtLeast(1, TENT, near(tree, cells)).named(f"the tree at {_name(tree)}")
        for r, c in product(range(max(1, self.height - 1)), range(max(1, self.width - 1))):
            square = [cell for cell in product((r, r + 1), (c, c + 1)) if cell in cells]
            if len(square) > 1:
                yield AtMost(1, TENT, square).named(f"the square of four at {_name((r, c))}")
        for trees, beside in _groups(self.trees, cells):
            title = ", ".join(map(_name, trees[:4])) + ", ..." * (len(trees) > 4)
            yield Exactly(len(trees), TENT, beside).named(f"the group of trees at {title}")
        chains = [*_chains(self.trees, cells)]
        bare = [cell for chain in chains for cell in chain if len(chain) == 1]
        yield AtMost(0, TENT, bare).named("the rule that a tent has a tree beside it")
        for chain in chains:
            if len(chain) > 1:
                title = f"the group of {', '.join(map(_name, chain))} with a tree too few"
                yield AtMost(len(chain) - 1, TENT, chain).named(title)

    # -- text and pictures --------------------------------------------------------------------

    @classmethod
    def from_text(cls, text: str, **parameters: Any) -> Self:
        """Reads a grid with its numbers, the size of an empty one, or an address of puzz.link."""
        size = size_of(text)
        return super().from_text(f"{size[0] + 1}x{size[1] + 1}" if size else text, **parameters)

    @classmethod
    def from_address(cls, address: Address, **parameters: Any) -> Self:
        height, width = address.height, address.width
        with address.reading("tents") as body:
            numbers = read_numbers(body, width + height)
            marks = read_marks(body, address.area)
        places = [*((-1, c) for c in range(width)), *((r, -1) for r in range(height))]
        given = {place: n for place, n in zip(places, numbers, strict=True) if n is not None and n != HIDDEN}
        trees = [cell for cell, is_tree in zip(product(range(height), range(width)), marks, strict=True) if is_tree]
        return cls._made(height, width, trees, given)

    def to_address(self) -> Address:
        numbers, trees = self.numbers, set(self.trees)
        places = [*((-1, c) for c in range(self.width)), *((r, -1) for r in range(self.height))]
        marks = [cell in trees for row in self.rows for cell in row]
        body = write_numbers([numbers.get(place) for place in places]) + write_marks(marks)
        return Address("tents", self.width, self.height, body)

    @classmethod
    def _made(cls, height: int, width: int, trees: Iterable[Cell], numbers: Mapping[Cell, int]) -> Self:
        """The instance with trees in some cells, and with some numbers."""
        words = {**dict.fromkeys(trees, TREE), **{place: str(number) for place, number in numbers.items()}}
        rows: Any = [[words.get((r, c), BLANK) for c in range(-1, width)] for r in range(-1, height)]
        return cls(rows)

    def draw(self, assignment: Mapping[Cell, str], style: str | None = None) -> str:
        """Trees as T, tents as A, and cells without either as -; with the numbers unless the style is grid."""
        trees = dict.fromkeys(self.trees, TREE)
        rows = [[trees.get(cell, assignment.get(cell, BLANK)) for cell in row] for row in self.rows]
        if self.check_style(style) == "grid":
            return "\n".join(map("".join, rows))
        above = [word.replace(BLANK, "") for word in self.grid.rows[0]]
        beside = [[row[0].replace(BLANK, "")] for row in self.grid.rows[1:]]
        lines = [above, *(first + row for first, row in zip(beside, rows, strict=True))]
        wide = [max(map(len, column)) for column in zip(*lines, strict=True)]
        return "\n".join(
            " ".join(word.rjust(width) for word, width in zip(line, wide, strict=True)).rstrip() for line in lines
        )

    def variable_name(self, cell: Cell) -> str:
        return _name(cell)

    def decision_title(self, cell: Any, value: Any) -> str:
        return f"{'a tent' if value == TENT else 'no tent'} in {self.variable_title(cell)}"

    def picture(self, assignment: Mapping[Cell, str], domains: Mapping[Cell, Collection[str]] | None = None) -> Board:
        """Trees, tents, a dot in cells without either, and the numbers above and to the left."""
        numbers, trees = self.numbers, self.trees
        known = {**{cell: next(iter(left)) for cell, left in (domains or {}).items() if len(left) == 1}, **assignment}
        symbols = {TENT: "\N{BLACK UP-POINTING TRIANGLE}", NONE: "·"}
        drawn = {cell: symbols[value] for cell, value in known.items()} | dict.fromkeys(trees, LEAVES)
        return Board(
            [[drawn.get(cell, "") for cell in row] for row in self.rows],
            title=self.name,
            given=trees,
            colours={**dict.fromkeys(trees, GREEN), **{cell: SAND for cell, v in known.items() if v == TENT}},
            column_labels=[str(numbers.get((-1, c), "")) for c in range(self.width)],
            row_labels=[str(numbers.get((r, -1), "")) for r in range(self.height)],
        )

    # -- new instances ------------------------------------------------------------------------

    def random_solution(self, random: Random) -> dict[Cell, str] | None:
        """Tents at random, none of which touch, and a tree beside each; a search finds the tents if there are trees."""
        if self.trees:
            return None
        cells = [cell for row in self.rows for cell in row]
        tents, trees = set[Cell](), set[Cell]()
        for r, c in random.sample(cells, len(cells)):
            free = [cell for cell in near((r, c), cells) if cell not in tents | trees]
            is_clear = (r, c) not in trees and tents.isdisjoint(product((r - 1, r, r + 1), (c - 1, c, c + 1)))
            if is_clear and free and len(tents) < DENSITY * len(cells):
                tents.add((r, c))
                trees.add(random.choice(free))
        return {cell: TENT if cell in tents else NONE for cell in cells if cell not in trees}

    def from_solution(self, solution: Mapping[Cell, str], random: Random) -> Self:
        tents = [cell for cell, value in solution.items() if value == TENT]
        numbers = {(-1, k): [c for _, c in tents].count(k) for k in range(self.width)}
        numbers |= {(k, -1): [r for r, _ in tents].count(k) for k in range(self.height)}
        trees = [cell for row in self.rows for cell in row if cell not in solution]
        return self._made(self.height, self.width, trees, numbers)

    def clue_groups(self) -> Iterator[tuple[Any]]:
        """The numbers, each of which may be left out."""
        yield from ((pair,) for pair in self.numbers.items())

    def with_clues(self, clues: Iterable[Any]) -> Self:
        return self._made(self.height, self.width, self.trees, dict(clues))


def _groups(trees: Sequence[Cell], cells: Collection[Cell]) -> Iterator[tuple[list[Cell], list[Cell]]]:
    """Trees with the cells beside them, in groups that have no cell in common: each has as many tents as trees."""
    left = dict.fromkeys(trees)
    while left:
        group, beside = [left.popitem()[0]], dict[Cell, None]()
        for tree in group:
            for cell in near(tree, cells):
                beside[cell] = None
                others = near(cell, left)
                group += others
                left = {other: None for other in left if other not in others}
        yield sorted(group), list(beside)


def _chains(trees: Collection[Cell], cells: Collection[Cell]) -> Iterator[list[Cell]]:
    """Cells that cannot all have a tent: the trees beside them are fewer, and each is between two of them."""
    left, known = dict.fromkeys(cells), set(trees)
    while left:
        chain, between = [next(iter(left))], set[Cell]()
        for r, c in chain:
            beside = near((r, c), known)
            between.update(beside)
            chain += [cell for y, x in beside if (cell := (2 * y - r, 2 * x - c)) not in chain]
        for cell in chain:
            left.pop(cell, None)
        if len(chain) > len(between) and all(cell in cells for cell in chain):
            yield chain


def _name(cell: Cell) -> str:
    return f"r{cell[0] + 1}c{cell[1] + 1}"
