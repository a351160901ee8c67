"""Variants of sudoku: any kinds of clues that setters draw, together, from an address of f-puzzles or from its JSON."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Mapping
from typing import Any, Final, Self

import attrs

import clew
from clew.constraints import Constraint
from clew.forms import Form
from clew.forms.addresses import PENPA
from clew.render import Picture
from clew.variants import (
    VariantPuzzle,
    clue_words,
    drawn,
    from_fpuzzles,
    from_penpa,
    rules_in_words,
    sudokupad_address,
    to_fpuzzles,
)
from clew_problems.words import GRID

Cell = tuple[int, int]

ENOUGH: Final = 100_000
"""Nodes of a search for the solution that an address has with it."""

SIXES: Final = (
    '{"size":6,"antiking":true,"thermometer":[{"lines":[["R1C1","R2C1","R3C1","R4C2"]]}],'
    '"whispers":[{"lines":[["R4C4","R5C4","R5C5","R6C6"]]}],"sandwichsum":[{"cell":"R2C0","value":"8"}],'
    '"xsum":[{"cell":"R0C5","value":"13"}],"skyscraper":[{"cell":"R0C2","value":"2"}]}'
)
FEWEST: Final = (
    '{"size":6,"killercage":[{"cells":["R1C3","R2C3"],"value":"3"},{"cells":["R2C4","R3C3","R3C4"],"value":"7"},'
    '{"cells":["R4C1","R5C1"],"value":"11"},{"cells":["R4C5","R5C5"],"value":"8"}]}'
)
MARKS: Final = (
    '{"size":4,"negative":["ratio"],"ratio":[{"cells":["R1C1","R1C2"]},{"cells":["R2C1","R3C1"]},'
    '{"cells":["R2C3","R2C4"]},{"cells":["R2C3","R3C3"]},{"cells":["R3C1","R3C2"]},{"cells":["R4C3","R4C4"]}]}'
)


class Puzzles(Form[VariantPuzzle]):
    """The data of f-puzzles."""

    @property
    def hint(self) -> str:
        return "an address of f-puzzles, SudokuPad or Penpa, JSON of f-puzzles, or a size such as 9"

    def read(self, text: str) -> VariantPuzzle:
        if not text.strip():
            raise clew.InputError(f"the instance is empty: give {self.hint}")
        size = text.strip()
        if size.isascii() and size.isdecimal() and len(size) < 10:
            return VariantPuzzle(int(size))
        return from_penpa(text) if PENPA.match(text) else from_fpuzzles(text)

    def write(self, value: VariantPuzzle) -> str:
        return json.dumps(to_fpuzzles(value), separators=(",", ":"), ensure_ascii=False)

    def made(self, value: Any) -> Any:
        if isinstance(value, str):
            return self.read(value)
        return from_fpuzzles(value) if isinstance(value, Mapping) else value

    def check(self, value: VariantPuzzle) -> None:
        if not isinstance(value, VariantPuzzle):
            raise clew.InputError(f"{value!r} is no puzzle: give {self.hint}")
        list(value.constraints())


@attrs.frozen
class Variant(clew.Problem[Cell, int]):
    """A variant of sudoku to solve.

    Args:
        puzzle: a `clew.variants.VariantPuzzle`, an address of f-puzzles, SudokuPad or Penpa, or JSON of f-puzzles.

    Raises:
        InputError: the puzzle cannot be read, or has a kind of clue that is not known.
        OptionError: the grid is too large to search.
    """

    name = "variant"
    summary = "solve a variant of sudoku with any of the clues that setters draw"
    rules = (
        "Fill every cell with a digit from 1 to the size of the grid, so that no row, no column and no box has a digit "
        "twice, and the rules of all clues hold. The instance is an address of f-puzzles, SudokuPad or Penpa, the "
        "JSON of f-puzzles, or the size of a grid without clues."
    )
    examples = (
        clew.Example("six by six", SIXES, 1),
        clew.Example("fewest cells in cages", FEWEST, 1),  # by Spaanse and Vorados
        clew.Example("all of 4x4", "4", 288),  # the sudokus of 4x4
        clew.Example("all black dots", MARKS, 4),
        clew.Example("all of 2x2", "2", 2),
        clew.Example("contradiction", '{"size":4,"killercage":[{"cells":["R1C1","R3C3"],"value":"9"}]}', 0),
    )

    translations = (*GRID, *clue_words())

    puzzle: VariantPuzzle = clew.instance(Puzzles(), help="the puzzle")

    def domains(self) -> Mapping[Cell, Iterable[int]]:
        return self.puzzle.domains()

    def given(self) -> Mapping[Cell, int]:
        return self.puzzle.given

    def constraints(self) -> Iterable[Constraint]:
        return self.puzzle.constraints()

    def clue_of(self, constraint: Constraint) -> str | None:
        return self.puzzle.clue_names[constraint.label]

    def with_clues(self, clues: Iterable[Any]) -> Self:
        return attrs.evolve(self, puzzle=attrs.evolve(self.puzzle, given=dict(clues)))

    @classmethod
    def from_text(cls, text: str, **parameters: Any) -> Self:
        """Reads an address of f-puzzles, SudokuPad or Penpa, JSON of f-puzzles, or a size."""
        try:
            return cls(Puzzles().read(text), **parameters)
        except clew.InputError as error:
            message = str(error)
            raise clew.InputError(message if message.startswith("variant: ") else f"variant: {message}") from None

    def printed_rules(self, language: str = "en") -> str:
        """The rules that its author wrote, or those of its clues in words."""
        return self.puzzle.rules or rules_in_words(self.puzzle, language)

    def to_sudokupad(self) -> str:
        """Its address at SudokuPad, with its rules in words, and its solution if a short search finds the only one."""
        if self.puzzle.solution:
            return sudokupad_address(self.puzzle)
        found = clew.check(self, limits=clew.Limits(nodes=ENOUGH))
        return sudokupad_address(self.puzzle, found.solutions[0] if found.answer == "unique" else None)

    def picture(self, assignment: Mapping[Cell, int], domains: Mapping[Cell, Collection[int]] | None = None) -> Picture:
        """The board with its clues, as setters draw them."""
        board: Any = super().picture(assignment, domains)
        shown: Picture = attrs.evolve(board, signs={}, **drawn(self.puzzle))
        return shown

    def variable_name(self, cell: Cell) -> str:
        return f"r{cell[0] + 1}c{cell[1] + 1}"
