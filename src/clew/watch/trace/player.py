"""The player: a search on the terminal, played, stepped through and searched like a film.

It needs the library `textual`, which the extra `terminal` installs. It only maps keys to the reel and lays out what
`clew.watch.trace.boards` and `clew.watch.trace.scene` make; all that it shows can be had without a terminal.
"""

from __future__ import annotations

import time
from typing import Any, ClassVar, Final, Literal

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.widgets import Footer, Input, Static

from clew.options import Options
from clew.problem.problem import AnyProblem
from clew.watch.trace.boards import SIZES, Size
from clew.watch.trace.scene import panel, scene, status
from clew.watch.trace.screen import BoardScreen
from clew.watch.trace.tape import Reel, Tape

FRAME: Final = 1 / 30
"""Seconds between two looks at what is due."""


class Player(BoardScreen):
    """Shows a reel.

    Args:
        problem: the problem that is searched.
        reel: the search, and where to begin.
    """

    TITLE = "clew trace"
    CSS = (
        BoardScreen.CSS
        + """
    #side { width: 30; }
    #status { height: 1; padding: 0 1; }
    #number { display: none; height: 1; border: none; padding: 0 1; }
    .-narrow .helping #board { display: none; }
    .-narrow .helping #side { height: 1fr; border-top: none; }
    """
    )
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("space", "play", "play", tooltip="play, or pause"),
        Binding("right", "move('forward')", "step", key_display="→", tooltip="a step on"),
        Binding("left", "move('back')", "back", key_display="←", tooltip="a step back"),
        Binding("d", "move('jump', 'dead-end')", "failure", tooltip="to the next failure"),
        Binding("s", "move('jump', 'solution')", "solution", tooltip="to the next solution"),
        Binding("n", "move('jump', 'node')", "node", tooltip="to the next node"),
        Binding("question_mark", "help", "help", key_display="?", tooltip="list all keys"),
        Binding("q,ctrl+c", "quit", "quit", key_display="q"),
        Binding("up,plus", "move('faster')", "faster", show=False, key_display="↑ +"),
        Binding("down,minus", "move('slower')", "slower", show=False, key_display="↓ -"),
        Binding("home", "move('jump', 1)", "to the first step", show=False),
        Binding("end", "move('jump', 'end')", "to the last step", show=False),
        Binding("g", "ask", "to the step of a number", show=False),
        Binding("m", "size", "the board larger or smaller", show=False),
        Binding("l", "look", "light or dark", show=False),
        Binding("escape", "leave", show=False),
        Binding("shift+right", "scroll('right')", "scroll the board, as with the other arrows", show=False),
        *(Binding(f"shift+{way}", f"scroll('{way}')", show=False) for way in ("up", "down", "left")),
    ]

    def __init__(self, problem: AnyProblem, reel: Reel) -> None:
        super().__init__()
        self.problem = problem
        self.reel = reel
        self._zoom: Size | None = None
        self._looked = time.monotonic()

    def compose(self) -> ComposeResult:
        yield from super().compose()
        yield Static(id="status")
        yield Input(placeholder="go to step", type="integer", id="number", compact=True)
        yield Footer(show_command_palette=False)

    def on_mount(self) -> None:  # textual calls that of `BoardScreen` too
        self.show()
        self.set_interval(FRAME, lambda: self.attempt(self._tick))

    def show(self) -> None:
        """Show where the reel is."""
        self.query_one("#status", Static).update(status(self.reel))
        height = self.query_one("#side").content_size.height
        words = self._keys() if self.query(".helping") else panel(self.reel, height)
        self.query_one("#words", Static).update(words)
        if (step := self.reel.step) is not None:
            self.draw(scene(self.problem, step), self._zoom)

    def _keys(self) -> Text:
        """The help: each key with its effect."""
        text = Text()
        for binding in (one for one in self.BINDINGS if isinstance(one, Binding) and one.description):
            text.append(f"{self.get_key_display(binding):10}", "given")
            text.append(f"{binding.tooltip or binding.description}\n")
        return text

    def _tick(self) -> bool:
        now = time.monotonic()
        seconds, self._looked = now - self._looked, now
        return self.reel.tick(seconds)

    def action_move(self, name: str, *goal: Any) -> None:
        """Move the reel: the name of one of its methods, and what it takes."""
        self.attempt(lambda: getattr(self.reel, name)(*goal))

    def action_play(self) -> None:
        self.action_move("play", not self.reel.is_playing and self.reel.goal is None)

    def action_ask(self) -> None:
        number = self.query_one("#number", Input)
        number.clear()
        number.display = True
        number.focus()

    def on_input_submitted(self, event: Input.Submitted) -> None:
        self.action_leave()
        if event.value.isdigit():
            self.action_move("jump", int(event.value))

    def action_leave(self) -> None:
        self.query_one("#number", Input).display = False
        self.set_focus(None)
        self.query_one("#table").remove_class("helping")
        self.action_move("stop")

    def action_help(self) -> None:
        self.query_one("#table").toggle_class("helping")  # on a narrow screen it takes the board's place
        self.show()

    def action_size(self) -> None:
        """As large as it fits, then each size in turn."""
        sizes: tuple[Size | None, ...] = (None, *SIZES)
        self._zoom = sizes[(sizes.index(self._zoom) + 1) % len(sizes)]
        self.show()

    def action_look(self) -> None:
        self.paint(not self.current_theme.dark)
        self.show()

    def action_scroll(self, way: str) -> None:
        getattr(self.query_one("#board"), f"scroll_{way}")(animate=False)


def play(
    problem: AnyProblem,
    enough: int | None = None,
    options: Options | None = None,
    *,
    begin: Literal["start", "dead-end", "solution"] = "start",
    speed: float = 4.0,
) -> None:
    """Show a search on the terminal until somebody quits.

    Args:
        problem: what to search.
        enough: how many solutions to look for; all by default.
        options: see `clew.options.Options`. A limit on time goes by the clock, also while the player waits.
        begin: `start`, `dead-end` or `solution`: where to begin.
        speed: how many steps to play in a second.

    Raises:
        Exception: any exception of the search.
    """
    tape = Tape(problem, enough, options)
    try:
        reel = Reel(tape, speed)
        tape.reach(1)  # what is wrong with the call is said before the screen changes
        reel.forward()
        if begin != "start":
            reel.jump(begin)
        Player(problem, reel).play()
    finally:
        tape.close()
