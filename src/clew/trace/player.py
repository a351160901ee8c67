"""The player: a search on the terminal, played, stepped through and searched like a film.

It needs the library `textual`, which the extra `terminal` installs. It only maps keys to the reel and lays out what
`clew.trace.boards` and `clew.trace.view` make; all that it shows can be had without a terminal.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, ClassVar, Final

from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Container, ScrollableContainer
from textual.geometry import Region
from textual.theme import Theme
from textual.widgets import Footer, Input, Static

from clew.render.svg import PAINTS
from clew.trace.boards import SIZES, Size, drawn
from clew.trace.look import Look
from clew.trace.reel import Kind, Reel
from clew.trace.scene import scene
from clew.trace.tape import Tape
from clew.trace.view import panel, shown_keys, status

if TYPE_CHECKING:
    from clew.options import Options
    from clew.problem.problem import Problem

FRAME: Final = 1 / 30
"""Seconds between two looks at what is due."""

KEYS: Final = (
    ("space", "play, or pause"),
    ("→ ←", "a step on, a step back"),
    ("↑ ↓", "faster, slower; + and - too"),
    ("d", "to the next dead end"),
    ("s", "to the next solution"),
    ("n", "to the next node"),
    ("Home End", "to the first step, to the last"),
    ("g", "to the step of a number"),
    ("m", "the board larger or smaller"),
    ("shift →", "scroll the board, as with the other arrows"),
    ("l", "light or dark"),
    ("?", "this list"),
    ("q", "quit"),
)


class Player(App[None]):
    """Shows a reel.

    Args:
        problem: the problem that is searched.
        reel: the search, and where to begin.
        is_dark: whether the screen is dark.
    """

    TITLE = "clew trace"
    AUTO_FOCUS = None
    ENABLE_COMMAND_PALETTE = False
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (66, "-wide")]  # noqa: RUF012
    CSS = """
    #film { layout: horizontal; height: 1fr; }
    #board { width: 1fr; height: 1fr; padding: 0 1; scrollbar-size: 1 1; }
    #board Static, #side Static { width: auto; }
    #side { width: 30; height: 1fr; padding: 0 1; border-left: solid $secondary; scrollbar-size: 1 1; }
    #side Static { width: 1fr; }
    #status { height: 1; padding: 0 1; }
    #number { display: none; height: 1; border: none; padding: 0 1; }
    .-narrow #film { layout: vertical; }
    .-narrow .helping #board { display: none; }
    .-narrow .helping #side { height: 1fr; border-top: none; }
    .-narrow #side { width: 1fr; height: 8; border-left: none; border-top: solid $secondary; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("space", "play", "play"),
        Binding("right", "forward", "step", key_display="→"),
        Binding("left", "back_up", "back", key_display="←"),
        Binding("d", "jump('dead-end')", "dead end"),
        Binding("s", "jump('solution')", "solution"),
        Binding("n", "jump('node')", "node"),
        Binding("g", "ask", "go to", show=False),
        Binding("question_mark", "help", "help", key_display="?"),
        Binding("q,ctrl+c", "quit", "quit", key_display="q"),
        Binding("up,plus", "faster", "faster", show=False),
        Binding("down,minus", "slower", "slower", show=False),
        Binding("home", "home", "first", show=False),
        Binding("end", "jump('end')", "last", show=False),
        Binding("m", "size", "size", show=False),
        Binding("l", "look", "light or dark", show=False),
        Binding("escape", "leave", show=False),
        *(Binding(f"shift+{way}", f"move('{way}')", show=False) for way in ("up", "down", "left", "right")),
    ]

    def __init__(self, problem: Problem[Any, Any], reel: Reel, *, is_dark: bool = True) -> None:
        super().__init__()
        self.problem = problem
        self.reel = reel
        self.failure: BaseException | None = None
        self._look = Look(is_dark)
        self._zoom: Size | None = None
        self._is_helping = False
        self._looked = time.monotonic()

    # -- what there is on the screen -----------------------------------------------------------------

    def compose(self) -> ComposeResult:
        yield Container(
            ScrollableContainer(Static(id="drawing"), id="board", can_focus=False),
            ScrollableContainer(Static(id="words"), id="side", can_focus=False),
            id="film",
        )
        yield Static(id="status")
        yield Input(placeholder="go to step", type="integer", id="number", compact=True)
        yield Footer(show_command_palette=False)

    def on_mount(self) -> None:
        for look in (Look(True), Look(False)):
            self.register_theme(theme_of(look))
        self._dress()
        self.set_focus(None)
        self.set_interval(FRAME, self._tick)

    def on_resize(self) -> None:
        self.call_after_refresh(self.show)

    def show(self) -> None:
        """Show where the reel is."""
        board = self.query_one("#board")
        self.query_one("#status", Static).update(status(self.reel, self._look))
        side = self.query_one("#side").content_size
        words = shown_keys(KEYS, self._look) if self._is_helping else panel(
            self.reel, self._look, (side.height, side.width)
        )  # fmt: skip
        self.query_one("#words", Static).update(words)
        if (step := self.reel.step) is not None:
            room = board.content_size
            drawing = drawn(scene(self.problem, step), self._look, (room.height, room.width), self._zoom)
            self.query_one("#drawing", Static).update(drawing.text)
            region = Region(drawing.left, drawing.top, drawing.right - drawing.left, drawing.bottom - drawing.top)
            if region:
                self.call_after_refresh(board.scroll_to_region, region, animate=False)

    def _dress(self) -> None:
        self.theme = theme_of(self._look).name
        self.show()

    # -- what moves it -------------------------------------------------------------------------------

    def _tick(self) -> None:
        now = time.monotonic()
        seconds, self._looked = now - self._looked, now
        try:
            changed = self.reel.tick(seconds)
        except BaseException as error:
            self._fail(error)
            return
        if changed:
            self.show()

    def _move(self, move: Callable[[], None]) -> None:
        try:
            move()
        except BaseException as error:
            self._fail(error)
            return
        self.show()

    def _fail(self, error: BaseException) -> None:
        """An exception of the search is raised for the caller of the player."""
        self.failure = error
        self.exit()

    def action_play(self) -> None:
        is_moving = self.reel.is_playing or self.reel.goal is not None
        self._move(lambda: self.reel.play(not is_moving))

    def action_forward(self) -> None:
        self._move(self.reel.forward)

    def action_back_up(self) -> None:
        self._move(self.reel.back)

    def action_home(self) -> None:
        self._move(self.reel.home)

    def action_jump(self, kind: Kind) -> None:
        self._move(lambda: self.reel.jump(kind))

    def action_faster(self) -> None:
        self._move(self.reel.faster)

    def action_slower(self) -> None:
        self._move(self.reel.slower)

    def action_ask(self) -> None:
        number = self.query_one("#number", Input)
        number.clear()
        number.display = True
        number.focus()

    def on_input_submitted(self, event: Input.Submitted) -> None:
        self.action_leave()
        if event.value.isdigit():
            self._move(lambda: self.reel.jump(int(event.value)))

    def action_leave(self) -> None:
        self.query_one("#number", Input).display = False
        self.set_focus(None)
        self._help(False)
        self._move(self.reel.stop)

    def action_help(self) -> None:
        self._help(not self._is_helping)
        self.show()

    def _help(self, is_helping: bool) -> None:
        self._is_helping = is_helping
        self.query_one("#film").set_class(is_helping, "helping")  # on a narrow screen it takes the board's place

    def action_size(self) -> None:
        """As large as it fits, then each size in turn."""
        sizes: tuple[Size | None, ...] = (None, *SIZES)
        self._zoom = sizes[(sizes.index(self._zoom) + 1) % len(sizes)]
        self.show()

    def action_look(self) -> None:
        self._look = Look(not self._look.is_dark)
        self._dress()

    def action_move(self, way: str) -> None:
        board = self.query_one("#board")
        {
            "up": board.scroll_up,
            "down": board.scroll_down,
            "left": board.scroll_left,
            "right": board.scroll_right,
        }[way](animate=False)


def theme_of(look: Look) -> Theme:
    """The colours of the pictures, for the screen."""
    paper, ink, line, accent = (PAINTS[name][look.is_dark] for name in ("paper", "ink", "line", "new-edge"))
    return Theme(
        name=f"clew-{'dark' if look.is_dark else 'light'}",
        primary=accent,
        secondary=line,
        accent=accent,
        foreground=ink,
        background=paper,
        surface=paper,
        panel=PAINTS["shade" if not look.is_dark else "light"][look.is_dark],
        dark=look.is_dark,
    )


def is_dark_terminal() -> bool:
    """Whether the terminal says that it is dark, or nothing."""
    return os.environ.get("COLORFGBG", "").rpartition(";")[2] not in ("7", "15")


def play(
    problem: Problem[Any, Any],
    enough: int | None = None,
    options: Options | None = None,
    *,
    begin: str = "start",
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
        if begin in ("dead-end", "solution"):
            reel.jump("dead-end" if begin == "dead-end" else "solution")
        player = Player(problem, reel, is_dark=is_dark_terminal())
        player.run()
        if player.failure is not None:
            raise player.failure
    finally:
        tape.close()
