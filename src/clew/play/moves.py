"""The moves of a player at a keyboard: the cell in front of them, and what a key writes into it."""

from __future__ import annotations

from typing import Any, Final

import attrs

from clew.errors import OptionError
from clew.play.cells import Cell
from clew.play.game import Game

STEPS: Final = {"up": (-1, 0), "down": (1, 0), "left": (0, -1), "right": (0, 1)}


@attrs.define(eq=False)
class Moves:
    """A player's hand.

    Attributes:
        game: the puzzle.
        cell: the cell in front of the player.
        is_pencil: whether symbols are pencil marks.
        typed: the symbol that was typed into this cell last: another digit may make it longer.
    """

    game: Game
    cell: Cell = attrs.field()
    is_pencil: bool = False
    typed: str = attrs.field(default="", init=False)

    @cell.default
    def _first(self) -> Cell:
        puzzle = self.game.puzzle
        return next((cell for cell in sorted(puzzle.values) if cell not in puzzle.given), min(puzzle.values))

    def go(self, way: str) -> None:
        """Go to the next cell of the puzzle in a direction, over those that are none; behind the last to the first."""
        down, right = STEPS[way]
        cells = self.game.puzzle.values
        line = sorted(cell for cell in cells if cell[down != 0] == self.cell[down != 0])
        self.cell = line[(line.index(self.cell) + down + right) % len(line)]
        self.typed = ""

    def type(self, key: str) -> bool:
        """Write the value whose name was typed; whether there is such a value.

        A second digit makes 12 of 1 if there is a 12. Small and capital letters are the same unless both are names.

        Raises:
            OptionError: the value cannot be written here.
        """
        names = self.game.puzzle.names
        longer, before = self.typed + key, self.typed
        name = next((one for one in (longer, longer.upper(), key, key.upper(), key.lower()) if one in names), None)
        if name is None:
            return False
        if self.is_pencil and before and len(name) > len(key):
            self.game.mark(self.cell, names[before])  # it was the first digit of this one
        self._write(names[name])
        self.typed = name
        return True

    def _write(self, value: Any) -> None:
        if self.is_pencil:
            self.game.mark(self.cell, value)
        else:
            self.game.enter(self.cell, value)

    def next_value(self) -> None:
        """Write the next value of the cell; after the last the cell is open again.

        Raises:
            OptionError: the cell is given.
        """
        game, values = self.game, self.game.puzzle.values[self.cell]
        if self.cell in game.puzzle.given:
            raise OptionError("this cell is given")
        place = values.index(game.values[self.cell]) + 1 if self.cell in game.values else 0
        if place < len(values):
            game.enter(self.cell, values[place])
        else:
            game.clear(self.cell)
        self.typed = ""

    def clear(self) -> None:
        """Take back what is written in the cell.

        Raises:
            OptionError: it is given.
        """
        self.game.clear(self.cell)
        self.typed = ""
