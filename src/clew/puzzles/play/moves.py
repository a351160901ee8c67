"""The moves of a player at a keyboard: the place in front of them, and what a key writes there."""

from __future__ import annotations

from typing import Any, Final

import attrs

from clew.puzzles.play.game import Game

STEPS: Final = {"up": (-1, 0), "down": (1, 0), "left": (0, -1), "right": (0, 1)}


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
