"""A puzzle while a person plays it: the values and pencil marks, undo and redo, the rules that are broken, hints.

Each move makes a new position, so that undo is a step back in a list.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final

import attrs

from clew.api import first
from clew.errors import OptionError
from clew.problem.declared import Violation
from clew.puzzles.hints.hint import Explain, Hint, hint
from clew.puzzles.play.puzzles import Puzzle
from clew.render.boards import Board
from clew.render.lines import LineBoard
from clew.render.svg import Highlight

NO_EDGE: Final = "lines are drawn on edges: go to one beside this cell"


@attrs.frozen
class Position:
    """The values and marks that a person has written down.

    Attributes:
        values: the values of the places that are filled, without those that are given.
        marks: the pencil marks of cells; a value hides them.
    """

    values: Mapping[Any, Any] = attrs.field(factory=dict)
    marks: Mapping[Any, frozenset[Any]] = attrs.field(factory=dict)


@attrs.define(eq=False)
class Game:
    """A puzzle while it is played.

    Attributes:
        puzzle: its places, and their values.
    """

    puzzle: Puzzle
    _past: list[Position] = attrs.field(init=False, factory=lambda: [Position()])
    _future: list[Position] = attrs.field(init=False, factory=list)
    _told: list[tuple[Mapping[Any, Any], Hint]] = attrs.field(init=False, factory=list)

    @property
    def position(self) -> Position:
        """The values and marks by now."""
        return self._past[-1]

    @property
    def values(self) -> dict[Any, Any]:
        """The values of all places that have one."""
        return {**self.position.values, **self.puzzle.given}

    @property
    def is_full(self) -> bool:
        """Whether each place has a value."""
        return len(self.values) == len(self.puzzle.values)

    # -- moves --------------------------------------------------------------------------------------

    def enter(self, place: Any, value: Any) -> None:
        """Write a value into a place.

        Raises:
            OptionError: the place is given, or has no such value.
        """
        self.check(place, value)
        self._move({**self.position.values, place: value}, self.position.marks)

    def mark(self, place: Any, value: Any) -> None:
        """Write a pencil mark into an open place, or rub it out.

        Raises:
            OptionError: the place is given or filled, or has no such value.
        """
        self.check(place, value)
        if place in self.position.values:
            raise OptionError("the cell has a value: clear it first")
        marks = self.position.marks.get(place, frozenset()) ^ {value}
        self._move(self.position.values, {**self.position.marks, place: marks})

    def clear(self, place: Any) -> None:
        """Take back the value of a place, or the pencil marks of an open one.

        Raises:
            OptionError: the place is given.
        """
        self.check(place)
        values, marks = dict(self.position.values), dict(self.position.marks)
        if place in values:
            del values[place]
        else:
            marks.pop(place, None)
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

    def check(self, place: Any, *values: Any) -> None:
        """Check that these values may be written in a place.

        Raises:
            OptionError: the place is given, has no such value, or is none to write in.
        """
        if place not in self.puzzle.values:
            raise OptionError(NO_EDGE if self.puzzle.has_edges else "this cell is no part of the puzzle")
        if place in self.puzzle.given:
            raise OptionError(f"this {self.puzzle.word} is given")
        for value in values:
            if value not in self.puzzle.values[place]:
                raise OptionError(f"this {self.puzzle.word} cannot be {self.puzzle.name(value)}")

    def _move(self, values: Mapping[Any, Any], marks: Mapping[Any, frozenset[Any]]) -> None:
        after = Position(values, {place: some for place, some in marks.items() if some})
        if after != self.position:
            self._past.append(after)
            self._future.clear()

    # -- the rules ------------------------------------------------------------------------------------

    def broken(self) -> tuple[Violation, ...]:
        """The rules that the values break, as the puzzle judges them; nothing is compared with the solution."""
        return tuple(self.puzzle.problem.violations(self.values))

    def is_solved(self) -> bool:
        """Whether no rule is broken and each place has a value; edges that are open have no line."""
        values = {**self.puzzle.unwritten, **self.values}
        if len(values) < len(self.puzzle.values) or [*self.puzzle.problem.violations(values)]:
            return False
        return self.puzzle.is_whole or first(self.puzzle.problem, given=values) is not None

    def hint(self, explain: Explain = "en") -> Hint | None:
        """The next deduction from the values by now; None if there is none (see `clew.hint`).

        The conclusions of earlier hints stay as long as the values are there that they follow from: values ruled
        out, and those of variables that the player cannot write.

        Args:
            explain: the language.

        Raises:
            OptionError: the puzzle has hooks instead of constraints.
        """
        values = self.values
        excluded: dict[Any, list[Any]] = {}
        hidden: dict[Any, Any] = {}
        for then, earlier in self._told:
            if then.items() <= values.items():
                hidden.update(self._hidden(earlier))
                for variable, some in earlier.excluded.items():
                    excluded.setdefault(variable, []).extend(some)
        found = hint(self.puzzle.problem, given={**hidden, **values}, excluded=excluded, explain=explain)
        if found is not None and found.kind != "contradiction" and (found.excluded or self._hidden(found)):
            self._told.append((values, found))
        return found

    def _hidden(self, hint: Hint) -> dict[Any, Any]:
        """The values that a hint gives to variables that are no places."""
        return {variable: value for variable, value in hint.assigned.items() if variable not in self.puzzle.values}

    def board(self, broken: Iterable[Violation] = (), hint: Hint | None = None) -> Board | LineBoard:
        """The board with all that is written on it.

        Args:
            broken: rules; their places are highlighted.
            hint: a deduction; the places of its reason and of its conclusion are highlighted.
        """
        values = self.values
        marks = {place: some for place, some in self.position.marks.items() if place not in values}
        board, spots = self.puzzle.board(values, marks), self.puzzle.spots
        lit: dict[Highlight, Iterable[Any]] = {}
        if hint is not None:
            lit = {"reason": hint.cells, "pruned": hint.excluded, "new": hint.assigned}
        lit["conflict"] = [place for violation in broken for place in violation.variables]
        for why, places in lit.items():
            board = board.highlighted(why, filter(spots.__contains__, places))
        return board
