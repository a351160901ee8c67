"""A board with words beside it, on the terminal: the screen of the player of a search, and of a puzzle to be played.

It needs the library `textual`, which the extra `terminal` installs.
"""

from __future__ import annotations

import os
from abc import abstractmethod
from collections.abc import Callable

from rich.theme import Theme as Styles
from textual.app import App, ComposeResult
from textual.containers import Container, ScrollableContainer
from textual.geometry import Region
from textual.theme import Theme
from textual.widgets import Static

from clew.render.svg import PAINTS
from clew.watch.trace.boards import Size, drawn
from clew.watch.trace.scene import STYLES, Scene


class BoardScreen(App[None]):
    """Shows a board and words; on a narrow screen the words stand below the board."""

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

    def __init__(self) -> None:
        super().__init__()
        self.failure: BaseException | None = None
        self.console.push_theme(styles(is_dark_terminal()))

    def compose(self) -> ComposeResult:
        yield Container(
            ScrollableContainer(Static(id="drawing"), id="board", can_focus=False),
            ScrollableContainer(Static(id="words"), id="side", can_focus=False),
            id="table",
        )

    def on_mount(self) -> None:
        self.paint(is_dark_terminal())
        self.set_focus(None)

    def on_resize(self) -> None:
        self.call_after_refresh(self.show)

    def paint(self, is_dark: bool) -> None:
        """Take the colours of dark or of light screens."""
        self.console.pop_theme()
        self.console.push_theme(styles(is_dark))
        theme = theme_of(is_dark)
        self.register_theme(theme)
        self.theme = theme.name

    @abstractmethod
    def show(self) -> None:
        """Show what there is now."""

    def draw(self, scene: Scene, size: Size | None = None) -> None:
        """Draw a scene, and scroll to the places where something happened.

        Args:
            scene: what to draw.
            size: how to draw a board; by default as large as there is room for.
        """
        board = self.query_one("#board")
        drawing = drawn(scene, (board.content_size.height, board.content_size.width), size)
        self.query_one("#drawing", Static).update(drawing.text)
        top, left, high, wide = drawing.sight
        if region := Region(left, top, wide, high):
            self.call_after_refresh(board.scroll_to_region, region, animate=False)

    def attempt(self, act: Callable[[], object]) -> None:
        """Do something, and show what came of it, unless it returns False: then there is nothing new to see.

        An exception ends the screen, and `play` raises it.
        """
        try:
            changed = act()
        except BaseException as error:
            self.failure = error
            self.exit()
            return
        if changed is not False:
            self.show()

    def play(self) -> None:
        """Stay on the terminal until somebody quits.

        Raises:
            Exception: any exception of what was attempted.
        """
        self.run()
        if self.failure is not None:
            raise self.failure


def styles(is_dark: bool) -> Styles:
    """The styles of words and places, for dark or for light screens."""
    words = {name: style.split() for name, style in STYLES.items()}
    return Styles({k: " ".join(PAINTS[w][is_dark] if w in PAINTS else w for w in some) for k, some in words.items()})


def theme_of(is_dark: bool) -> Theme:
    """The colours of the pictures, for the screen."""
    names = ("new-edge", "line", "ink", "paper", "light" if is_dark else "shade")
    accent, line, ink, paper, panel = (PAINTS[name][is_dark] for name in names)
    name = f"clew-{'dark' if is_dark else 'light'}"
    return Theme(name, accent, line, foreground=ink, background=paper, surface=paper, panel=panel, dark=is_dark)


def is_dark_terminal() -> bool:
    """Whether the terminal says that it is dark, or nothing."""
    return os.environ.get("COLORFGBG", "").rpartition(";")[2] not in ("7", "15")
