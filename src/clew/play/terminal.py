"""A puzzle on the terminal. It needs the library `textual`, which the extra `terminal` installs.

It only maps keys to moves and lays out what the game says; all of it can be had without a terminal.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import Any, ClassVar, Final

from rich.text import Text
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Container, ScrollableContainer
from textual.events import Key
from textual.geometry import Region
from textual.widgets import Footer, Static

from clew.errors import OptionError
from clew.forms.base import many
from clew.hints.hint import Explain, Hint
from clew.play.game import Game
from clew.play.moves import STEPS, Moves
from clew.problem.declared import Violation
from clew.render.places import Highlight
from clew.trace.boards import drawn
from clew.trace.look import Look
from clew.trace.player import is_dark_terminal, theme_of
from clew.trace.scene import Scene, Touch

TOUCHES: Final[Mapping[Highlight, Touch]] = {
    "new": "new",
    "pruned": "pruned",
    "conflict": "refused",
    "reason": "reason",
}
BROKEN: Final = 4
"""Broken rules that are named."""
DRAW: Final = "arrow keys move from cells to edges; l draws a line, x marks that there is none, space takes the next"


class Play(App[None]):
    """Shows a game.

    Args:
        game: the puzzle.
        explain: the language of hints.
        is_dark: whether the screen is dark.
    """

    TITLE = "clew play"
    AUTO_FOCUS = None
    ENABLE_COMMAND_PALETTE = False
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (66, "-wide")]  # noqa: RUF012
    CSS = """
    #table { layout: horizontal; height: 1fr; }
    #board { width: 1fr; height: 1fr; padding: 0 1; scrollbar-size: 1 1; }
    #board Static { width: auto; }
    #side { width: 32; height: 1fr; padding: 0 1; border-left: solid $secondary; scrollbar-size: 1 1; }
    #side Static { width: 1fr; }
    .-narrow #table { layout: vertical; }
    .-narrow #side { width: 1fr; height: 8; border-left: none; border-top: solid $secondary; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        *(Binding(way, f"go('{way}')", show=False) for way in STEPS),
        Binding("question_mark", "hint", "hint", key_display="?"),
        Binding("exclamation_mark", "check", "check", key_display="!"),
        Binding("enter", "pencil", "pencil", key_display="⏎"),
        Binding("ctrl+z", "undo", "undo"),
        Binding("ctrl+y", "redo", "redo"),
        Binding("backspace,delete", "clear", "clear", key_display="⌫"),
        Binding("space", "next_value", "next"),
        Binding("escape,ctrl+q,ctrl+c", "quit", "quit", key_display="esc"),
    ]

    def __init__(self, game: Game, explain: Explain = "en", *, is_dark: bool = True) -> None:
        super().__init__()
        self.game = game
        self.moves = Moves(game)
        self.failure: BaseException | None = None
        self._explain = explain
        self._look = Look(is_dark)
        self._message = DRAW if game.puzzle.has_edges else "arrow keys move, symbols fill in a cell"
        self._broken: tuple[Violation, ...] = ()
        self._hint: Hint | None = None  # the hint on the screen
        self._told: Hint | None = None  # the last one

    # -- what there is on the screen --------------------------------------------------------------

    def compose(self) -> ComposeResult:
        yield Container(
            ScrollableContainer(Static(id="drawing"), id="board", can_focus=False),
            ScrollableContainer(Static(id="words"), id="side", can_focus=False),
            id="table",
        )
        yield Footer(show_command_palette=False, compact=True)

    def on_mount(self) -> None:
        theme = theme_of(self._look)
        self.register_theme(theme)
        self.theme = theme.name
        self.set_focus(None)

    def on_resize(self) -> None:
        self.call_after_refresh(self.show)

    def show(self) -> None:
        """Show the board, the place in front of the player, and the message."""
        place = self.query_one("#board")
        board = self.game.board(self._broken, self._hint)
        touched = {cell: TOUCHES[why] for cell, why in board.highlights.items()}
        scene = Scene(board, "", {**touched, self.moves.place: "chosen"}, {})
        room = place.content_size
        drawing = drawn(scene, self._look, (room.height, room.width))
        self.query_one("#drawing", Static).update(drawing.text)
        self.query_one("#words", Static).update(self._words())
        alone = drawn(Scene(board, "", {self.moves.place: "chosen"}, {}), self._look, (room.height, room.width))
        region = Region(alone.left, alone.top, alone.right - alone.left, alone.bottom - alone.top)
        self.call_after_refresh(place.scroll_to_region, region, animate=False)

    def _words(self) -> Text:
        """The place with what is in it, the mode, the symbols, and the message."""
        puzzle, place, look = self.game.puzzle, self.moves.place, self._look
        whole = Text(puzzle.title(place), look("ink", bold=True))
        if place in self.game.values:
            given = ", given" if place in puzzle.given else ""
            whole.append(f" = {puzzle.name(self.game.values[place])}{given}", look("ink"))
        elif marks := self.game.position.marks.get(place):
            whole.append(f" perhaps {self._listed(marks)}", look("faint"))
        whole.append(f"\n{self._mode()}", look("faint"))
        left = many(len(puzzle.values) - len(self.game.values), puzzle.word)
        whole.append(f"\n{left} open" if puzzle.has_edges else f"\n{left} to fill in", look("faint"))
        return whole.append(f"\n\n{self._message}", look("ink"))

    def _mode(self) -> str:
        """The effect of the keys."""
        puzzle = self.game.puzzle
        if puzzle.has_edges:
            return ", ".join(f"{key} {name}" for key, name in puzzle.letters.items())
        mode = "keys write pencil marks" if self.moves.is_pencil else "keys write values"
        return f"{mode}: {self._listed(puzzle.values[self.moves.place])}"

    def _listed(self, values: Collection[Any]) -> str:
        return " ".join(name for name, value in self.game.puzzle.names.items() if value in values)

    # -- keys -------------------------------------------------------------------------------------

    def _do(self, act: Callable[[], object]) -> None:
        """Do something, and show what came of it; a refusal is a message, any other exception ends the game."""
        self._broken, self._hint, self._message = (), None, ""
        try:
            act()
        except OptionError as error:
            self._message = str(error)
        except BaseException as error:
            self.failure = error  # raised for the caller
            self.exit()
            return
        self.show()

    def _move(self, move: Callable[[], object]) -> None:
        """Make a move; a board that is full or solved then is judged, and a hint being followed stays."""

        def made() -> None:
            move()
            if self._message:
                return
            if self.game.is_full or self.game.is_solved():
                self._judge()
            elif self._told is not None and self._follows(self._told):
                self._hint, self._message = self._told, str(self._told)

        self._do(made)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool:
        """Whether there is such an action: pencil marks are for cells."""
        return action != "pencil" or not self.game.puzzle.has_edges

    def on_key(self, event: Key) -> None:
        if event.key == "enter" and self.game.puzzle.has_edges:
            self.action_next_value()
        if event.is_printable and event.character and event.key not in ("space", "exclamation_mark", "question_mark"):
            key = event.character
            self._move(lambda: self._type(key))

    def _type(self, key: str) -> None:
        if not self.moves.type(key):
            self._say(f"no value is called {key!r}")

    def _undo(self) -> None:
        if not self.game.undo():
            self._say("there is nothing to undo")

    def _redo(self) -> None:
        if not self.game.redo():
            self._say("there is nothing to make again")

    def _say(self, message: str) -> None:
        self._message = message

    def _judge(self) -> None:
        """Say which rules are broken, or that the puzzle is solved."""
        self._broken = self.game.broken()
        if self._broken:
            some = [violation.message for violation in self._broken[:BROKEN]]
            more = len(self._broken) - len(some)
            self._say("\n".join([*some, *([f"and {many(more, 'more rule')}"] if more else [])]))
        elif self.game.is_solved():
            self._say("solved")
        elif self.game.is_full:
            self._say("no rule is broken here, but there is no such solution")
        else:
            self._say("no rule is broken so far")

    def _tell(self) -> None:
        """Say what follows next, and why."""
        self._hint = self._told = self.game.hint(self._explain)
        if self._hint is not None:
            self._say(str(self._hint))
        elif self.game.is_full:
            self._judge()
        else:
            self._say("nothing follows: there are several solutions")

    def _follows(self, hint: Hint) -> bool:
        """Whether the last move wrote a value of this hint, and others of it are open."""
        written = {place for place, value in hint.assigned.items() if self.game.values.get(place) == value}
        open_places = hint.assigned.keys() & self.game.puzzle.values.keys() - written
        return self.moves.place in written and bool(open_places)

    def action_go(self, way: str) -> None:
        self.moves.go(way)
        self.show()  # what was said stays, so that a hint can be followed

    def action_next_value(self) -> None:
        self._move(self.moves.next_value)

    def action_clear(self) -> None:
        self._move(self.moves.clear)

    def action_pencil(self) -> None:
        self.moves.is_pencil = not self.moves.is_pencil
        self.show()

    def action_undo(self) -> None:
        self._move(self._undo)

    def action_redo(self) -> None:
        self._move(self._redo)

    def action_check(self) -> None:
        self._do(self._judge)

    def action_hint(self) -> None:
        self._do(self._tell)


def play(game: Game, explain: Explain = "en") -> None:
    """Show a game on the terminal until the player quits.

    Raises:
        Exception: any exception of the puzzle.
    """
    app = Play(game, explain, is_dark=is_dark_terminal())
    app.run()
    if app.failure is not None:
        raise app.failure
