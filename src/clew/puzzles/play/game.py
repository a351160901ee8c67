"""A puzzle while a person plays it: the values and pencil marks, undo and redo, the rules that are broken, hints.

Each move makes a new position, so that undo is a step back in a list. `Moves` are the moves of a player at a keyboard:
the place in front of them, and what a key writes there.
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

STEPS: Final = {"up": (-1, 0), "down": (1, 0), "left": (0, -1), "right": (0, 1)}


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
            raise OptionError(self.puzzle.said("filled", self.puzzle.title(place)))
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
        puzzle, title = self.puzzle, self.puzzle.title(place)
        if place not in puzzle.values:
            raise OptionError(puzzle.said("edges") if puzzle.has_edges else puzzle.said("no part", title))
        if place in puzzle.given:
            raise OptionError(puzzle.said("fixed", title))
        for value in values:
            if value not in puzzle.values[place]:
                raise OptionError(puzzle.said("cannot", title, puzzle.name(value)))

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


@attrs.define(eq=False)
class Moves:
    """A player's hand.

    Attributes:
        game: the puzzle.
        place: the cell or the edge in front of the player.
        is_pencil: whether symbols are pencil marks.
        typed: the symbol that was typed here last: another digit may make it longer.
    """

    game: Game
    place: Any = attrs.field()
    is_pencil: bool = False
    typed: str = attrs.field(default="", init=False)

    @place.default
    def _first(self) -> Any:
        puzzle = self.game.puzzle
        places = sorted(puzzle.values, key=puzzle.spots.__getitem__)
        return next((place for place in places if place not in puzzle.given), places[0])

    def go(self, way: str) -> None:
        """Go to the next place of the puzzle in a direction, over gaps; behind the last to the first.

        On a board with edges the places are cells and edges: from a cell the next one is the edge beside it, and along
        the edges of a row or column it is the next of them.
        """
        down, right = STEPS[way]
        spots = self.game.puzzle.spots
        here = spots[self.place]
        line = sorted((place for place in spots if spots[place][down != 0] == here[down != 0]), key=spots.__getitem__)
        self.place = line[(line.index(self.place) + down + right) % len(line)]
        self.typed = ""

    def type(self, key: str) -> bool:
        """Write the value whose name was typed; whether there is such a value.

        A second digit makes 12 of 1 if there is a 12. Small and capital letters are the same unless both are names.

        Raises:
            OptionError: the value cannot be written here.
        """
        names = self.game.puzzle.names
        key = self.game.puzzle.keys.get(key.lower(), key)
        longer, before = self.typed + key, self.typed
        name = next((one for one in (longer, longer.upper(), key, key.upper(), key.lower()) if one in names), None)
        if name is None:
            return False
        if self.is_pencil and before and len(name) > len(key):
            self.game.mark(self.place, names[before])  # it was the first digit of this one
        write = self.game.mark if self.is_pencil else self.game.enter
        write(self.place, names[name])
        self.typed = name
        return True

    def next_value(self) -> None:
        """Write the next value of the place; after the last it is open again.

        Raises:
            OptionError: it is given, or no place to write in.
        """
        game, values = self.game, self.game.puzzle.values.get(self.place, ())
        game.check(self.place)
        place = values.index(game.values[self.place]) + 1 if self.place in game.values else 0
        if place < len(values):
            game.enter(self.place, values[place])
        else:
            game.clear(self.place)
        self.typed = ""

    def clear(self) -> None:
        """Take back what is written here.

        Raises:
            OptionError: it is given, or no place to write in.
        """
        self.game.clear(self.place)
        self.typed = ""
