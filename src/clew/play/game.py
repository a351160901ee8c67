"""A puzzle while a person plays it: the values and pencil marks, undo and redo, the rules that are broken, hints.

Each move makes a new position, so that undo is a step back in a list.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import attrs

from clew.api import first
from clew.errors import OptionError
from clew.hints.hint import Explain, Hint, hint
from clew.play.cells import Cell, CellPuzzle
from clew.problem.declared import Violation
from clew.render.boards import Board


@attrs.frozen
class Position:
    """The values and marks that a person has written down.

    Attributes:
        values: the values of the cells that are filled, without those that are given.
        marks: the pencil marks of cells; a value hides them.
    """

    values: Mapping[Cell, Any] = attrs.field(factory=dict)
    marks: Mapping[Cell, frozenset[Any]] = attrs.field(factory=dict)


@attrs.define(eq=False)
class Game:
    """A puzzle while it is played.

    Attributes:
        puzzle: its cells, and their values.
    """

    puzzle: CellPuzzle
    _past: list[Position] = attrs.field(init=False, factory=lambda: [Position()])
    _future: list[Position] = attrs.field(init=False, factory=list)
    _ruled_out: list[tuple[Mapping[Cell, Any], Hint]] = attrs.field(init=False, factory=list)

    @property
    def position(self) -> Position:
        """The values and marks by now."""
        return self._past[-1]

    @property
    def values(self) -> dict[Cell, Any]:
        """The values of all cells that have one."""
        return {**self.position.values, **self.puzzle.given}

    @property
    def is_full(self) -> bool:
        """Whether each cell has a value."""
        return len(self.values) == len(self.puzzle.values)

    # -- moves --------------------------------------------------------------------------------------

    def enter(self, cell: Cell, value: Any) -> None:
        """Write a value into a cell.

        Raises:
            OptionError: the cell is given, or has no such value.
        """
        self._check(cell, value)
        self._move({**self.position.values, cell: value}, self.position.marks)

    def mark(self, cell: Cell, value: Any) -> None:
        """Write a pencil mark into an open cell, or rub it out.

        Raises:
            OptionError: the cell is given or filled, or has no such value.
        """
        self._check(cell, value)
        if cell in self.position.values:
            raise OptionError("the cell has a value: clear it first")
        marks = self.position.marks.get(cell, frozenset()) ^ {value}
        self._move(self.position.values, {**self.position.marks, cell: marks})

    def clear(self, cell: Cell) -> None:
        """Take back the value of a cell, or the pencil marks of an open one.

        Raises:
            OptionError: the cell is given.
        """
        self._check(cell)
        values, marks = dict(self.position.values), dict(self.position.marks)
        if cell in values:
            del values[cell]
        else:
            marks.pop(cell, None)
        self._move(values, marks)

    def undo(self) -> bool:
        """Go back to the position before the last move; whether there was one."""
        if len(self._past) == 1:
            return False
        self._future.append(self._past.pop())
        return True

    def redo(self) -> bool:
        """Make the move again that was undone last; whether there was one."""
        if not self._future:
            return False
        self._past.append(self._future.pop())
        return True

    def _check(self, cell: Cell, *values: Any) -> None:
        if cell not in self.puzzle.values:
            raise OptionError("this cell is no part of the puzzle")
        if cell in self.puzzle.given:
            raise OptionError("this cell is given")
        for value in values:
            if value not in self.puzzle.values[cell]:
                raise OptionError(f"this cell cannot be {self.puzzle.name(value)}")

    def _move(self, values: Mapping[Cell, Any], marks: Mapping[Cell, frozenset[Any]]) -> None:
        after = Position(values, {cell: some for cell, some in marks.items() if some})
        if after != self.position:
            self._past.append(after)
            self._future.clear()

    # -- the rules ------------------------------------------------------------------------------------

    def broken(self) -> tuple[Violation, ...]:
        """The rules that the values break, as the puzzle judges them; nothing is compared with the solution."""
        return tuple(self.puzzle.problem.violations(self.values))

    def is_solved(self) -> bool:
        """Whether each cell has a value and no rule is broken."""
        if not self.is_full or self.broken():
            return False
        return self.puzzle.is_whole or first(self.puzzle.problem, given=self.values) is not None

    def hint(self, explain: Explain = "en") -> Hint | None:
        """The next deduction from the values by now; None if there is none (see `clew.hint`).

        Values that earlier hints ruled out stay so as long as the values are there that they followed from.

        Args:
            explain: the language.

        Raises:
            OptionError: the puzzle has hooks instead of constraints.
        """
        values = self.values
        excluded: dict[Any, list[Any]] = {}
        for then, earlier in self._ruled_out:
            if then.items() <= values.items():
                for variable, some in earlier.excluded.items():
                    excluded.setdefault(variable, []).extend(some)
        found = hint(self.puzzle.problem, given=values, excluded=excluded, explain=explain)
        if found is not None and found.excluded and found.kind != "contradiction":
            self._ruled_out.append((values, found))
        return found

    def board(self, broken: Iterable[Violation] = (), hint: Hint | None = None) -> Board:
        """The board with all that is written on it.

        Args:
            broken: rules; their cells are highlighted.
            hint: a deduction; the cells of its reason and of its conclusion are highlighted.
        """
        values = self.values
        marks = {cell: some for cell, some in self.position.marks.items() if cell not in values}
        board = self.puzzle.board(values, marks)
        if hint is not None:
            board = board.highlighted("reason", filter(self.puzzle.values.__contains__, hint.cells))
            board = board.highlighted("pruned", filter(self.puzzle.values.__contains__, hint.excluded))
            board = board.highlighted("new", filter(self.puzzle.values.__contains__, hint.assigned))
        wrong = [cell for violation in broken for cell in violation.variables if cell in self.puzzle.values]
        return board.highlighted("conflict", wrong)
