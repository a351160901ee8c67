"""A puzzle on the terminal. It needs the library `textual`, which the extra `terminal` installs.

It only maps keys to moves and lays out what the game says; all of it can be had without a terminal.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import Any, ClassVar, Final

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.events import Key
from textual.widgets import Footer, Static

from clew.errors import OptionError
from clew.problem.declared import Violation
from clew.puzzles.hints.hint import Hint
from clew.puzzles.play.game import STEPS, Game, Moves
from clew.watch.trace.scene import Scene
from clew.watch.trace.screen import BoardScreen

BROKEN: Final = 4
"""Broken rules that are named."""


class Play(BoardScreen):
    """Shows a game.

    Args:
        game: the puzzle.
    """

    TITLE = "clew play"
    BINDINGS: ClassVar[list[BindingType]] = [
        *(Binding(way, f"go('{way}')", show=False) for way in STEPS),
        Binding("ctrl+q,ctrl+c", "quit", "quit", show=False),
    ]
    KEYS: ClassVar[Mapping[str, tuple[str, str, str | None]]] = {
        "hint": ("question_mark", "hint", "?"),
        "check": ("exclamation_mark", "check", "!"),
        "pencil": ("enter", "pencil", "⏎"),
        "undo": ("ctrl+z", "undo", None),
        "redo": ("ctrl+y", "redo", None),
        "clear": ("backspace,delete", "move('clear')", "⌫"),
        "next": ("space", "move('next_value')", None),
        "quit": ("escape", "quit", "esc"),
    }
    """For each word the keys, the action, and the key as the footer shows it."""

    def __init__(self, game: Game) -> None:
        super().__init__()
        self.said = game.puzzle.said
        for word, (keys, action, display) in self.KEYS.items():
            self.bind(keys, action, description=self.said(word), key_display=display)
        self.game = game
        self.moves = Moves(game)
        self._message = self.said("terminal edges" if game.puzzle.has_edges else "terminal cells")
        self._broken: tuple[Violation, ...] = ()
        self._hint: Hint | None = None  # the hint on the screen
        self._told: Hint | None = None  # the last one

    # -- what there is on the screen --------------------------------------------------------------

    def compose(self) -> ComposeResult:
        yield from super().compose()
        yield Footer(show_command_palette=False, compact=True)

    def show(self) -> None:
        """Show the board, the place in front of the player, and the message."""
        board = self.game.board(self._broken, self._hint)
        self.draw(Scene(board, touched={**board.highlights, self.moves.place: "chosen"}))
        self.query_one("#words", Static).update(self._words())

    def _words(self) -> Text:
        """The place with what is in it, the mode, the symbols, and the message."""
        puzzle, place = self.game.puzzle, self.moves.place
        whole = Text().append(puzzle.title(place), "given")
        if place in self.game.values:
            name = puzzle.name(self.game.values[place])
            whole.append(f" = {self.said('given', name) if place in puzzle.given else name}")
        elif marks := self.game.position.marks.get(place):
            whole.append(f" {self.said('perhaps', self._listed(marks))}", "faint")
        whole.append(f"\n{self._mode()}", "faint")
        left = len(puzzle.values) - len(self.game.values)
        whole.append(f"\n{self.said('open edges' if puzzle.has_edges else 'left', left)}", "faint")
        return whole.append(f"\n\n{self._message}")

    def _mode(self) -> str:
        """The effect of the keys."""
        puzzle = self.game.puzzle
        if puzzle.has_edges:
            return ", ".join(f"{key} {self.said(name)}" for key, name in puzzle.letters.items())
        key = "keys write marks" if self.moves.is_pencil else "keys write values"
        return self.said(key, self._listed(puzzle.values[self.moves.place]))

    def _listed(self, values: Collection[Any]) -> str:
        return " ".join(name for name, value in self.game.puzzle.names.items() if value in values)

    # -- keys -------------------------------------------------------------------------------------

    def _do(self, act: Callable[[], str | None]) -> None:
        """Do something, and show what it says; a rejection is a message too, any other exception ends the game."""
        self._broken, self._hint = (), None

        def done() -> None:
            try:
                self._message = act() or ""
            except OptionError as error:
                self._message = str(error)

        self.attempt(done)

    def _move(self, move: Callable[[], str | None]) -> None:
        """Make a move; a board that is full or solved then is judged, and a hint being followed stays."""

        def made() -> str | None:
            if refusal := move():
                return refusal
            if self.game.is_full or self.game.is_solved():
                return self._judge()
            if self._told is None or not self._follows(self._told):
                return None
            self._hint = self._told
            return str(self._hint)

        self._do(made)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool:
        """Whether there is such an action: pencil marks are for cells."""
        return action != "pencil" or not self.game.puzzle.has_edges

    def on_key(self, event: Key) -> None:
        if event.key == "enter" and self.game.puzzle.has_edges:
            self._move(self.moves.next_value)
        if event.is_printable and event.character and event.key not in ("space", "exclamation_mark", "question_mark"):
            key = event.character
            self._move(lambda: None if self.moves.type(key) else self.said("unnamed", key))

    def _judge(self) -> str:
        """The rules that are broken, or that the puzzle is solved."""
        self._broken = self.game.broken()
        if self._broken:
            some = [violation.message for violation in self._broken[:BROKEN]]
            more = len(self._broken) - len(some)
            return "\n".join([*some, *([self.said("more", more)] if more else [])])
        if self.game.is_solved():
            return self.said("solved")
        return self.said("no such solution" if self.game.is_full else "sound")

    def _tell(self) -> str:
        """The next deduction with its reason, or why there is none."""
        self._hint = self._told = self.game.hint(self.game.puzzle.language)
        if self._hint is not None:
            return str(self._hint)
        return self._judge() if self.game.is_full else self.said("several")

    def _follows(self, hint: Hint) -> bool:
        """Whether the last move wrote a value of this hint, and others of it are open."""
        written = {place for place, value in hint.assigned.items() if self.game.values.get(place) == value}
        open_places = hint.assigned.keys() & self.game.puzzle.values.keys() - written
        return self.moves.place in written and bool(open_places)

    def action_go(self, way: str) -> None:
        self.moves.go(way)
        self.show()  # what was said stays, so that a hint can be followed

    def action_move(self, name: str) -> None:
        """Make a move: the name of one of the hand's methods."""
        self._move(getattr(self.moves, name))

    def action_pencil(self) -> None:
        self.moves.is_pencil = not self.moves.is_pencil
        self.show()

    def action_undo(self) -> None:
        self._move(lambda: None if self.game.undo() else self.said("no undo"))

    def action_redo(self) -> None:
        self._move(lambda: None if self.game.redo() else self.said("no redo"))

    def action_check(self) -> None:
        self._do(self._judge)

    def action_hint(self) -> None:
        self._do(self._tell)


def play(game: Game) -> None:
    """Show a game on the terminal until the player quits.

    Raises:
        Exception: any exception of the puzzle.
    """
    Play(game).play()
