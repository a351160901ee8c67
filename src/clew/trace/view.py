"""What the player shows, as styled text: the board of a step, and beside it what happened in words and numbers.

The board is drawn as large as there is room for: with a small grid of marks in every cell, with a symbol in every cell,
or without lines. Each kind of change has a colour, and a weight or a line too, for those who see no colours.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from math import ceil, sqrt
from typing import Any, Final, Literal

import attrs
from rich.cells import cell_len, set_cell_size
from rich.style import Style
from rich.text import Text

from clew.constraints.base import cut
from clew.events import BacktrackEvent, DeadEndEvent, Event, NodeEvent, PruneEvent, SolutionEvent, TryEvent
from clew.render import Board, Listing
from clew.render.svg import HUES, PAINTS
from clew.trace.reel import NAMES, Reel
from clew.trace.scene import Scene, Touch
from clew.trace.story import Step, Story

Size = Literal["marks", "cells", "compact"]
SIZES: Final[tuple[Size, ...]] = ("marks", "cells", "compact")
"""How a board may be drawn, the largest first."""

LARGEST: Final = 20_000
"""Cells that a board may have; larger ones are not drawn."""

LOW: Final = 12
"""Rows beside the board: with fewer, the numbers stand side by side."""

LIGHT: Final = " ╵╶└╷│┌├╴┘─┴┐┤┬┼"
HEAVY: Final = " ╹╺┗╻┃┏┣╸┛━┻┓┫┳╋"
SMALL: Final = str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉")


@attrs.frozen
class Look:
    """The colours of dark or of light screens.

    Attributes:
        is_dark: whether the screen is dark.
    """

    is_dark: bool = True

    def colour(self, paint: str) -> str:
        """A colour by its name in pictures."""
        return PAINTS[paint][self.is_dark]

    def __call__(self, ink: str, ground: str | None = None, **more: Any) -> Style:
        return Style(color=self.colour(ink), bgcolor=None if ground is None else self.colour(ground), **more)

    def touch(self, touch: Touch) -> Style:
        """The style of a place to which something happened."""
        if touch == "tried":
            return self("ink", "pruned", bold=True, underline=True)
        if touch == "new":
            return self("ink", "new", bold=True)
        if touch == "pruned":
            return self("ink", "pruned")
        if touch == "refused":
            return self("ink", "conflict", bold=True)
        return self("faint", "unvisited" if not self.is_dark else "shade", strike=True)

    def event(self, event: Event) -> Style:
        """The style of the words about an event."""
        if isinstance(event, DeadEndEvent):
            return self("conflict-edge", bold=True)
        if isinstance(event, SolutionEvent):
            return self("new-edge", bold=True)
        if isinstance(event, (TryEvent, PruneEvent)):
            return self("pruned-edge", bold=isinstance(event, TryEvent))
        return self("faint" if isinstance(event, BacktrackEvent) else "ink", bold=isinstance(event, NodeEvent))


class Canvas:
    """A rectangle of characters, each with a style."""

    def __init__(self, height: int, width: int, style: Style) -> None:
        self._rows = [[(" ", style)] * width for _ in range(height)]

    def put(self, y: int, x: int, text: str, style: Style) -> None:
        """Write a text that takes as many columns as it has characters; wider ones take up the next column."""
        for character in text:
            row = self._rows[y]
            row[x] = character, style
            if cell_len(character) == 2 and x + 1 < len(row):
                row[x + 1] = "", style
                x += 1
            x += 1

    def text(self) -> Text:
        """All of it."""
        whole = Text(no_wrap=True)
        for k, row in enumerate(self._rows):
            if k:
                whole.append("\n")
            run, style = "", row[0][1] if row else Style()
            for character, own in row:
                if own is not style:
                    whole.append(run, style)
                    run, style = "", own
                run += character
            whole.append(run, style)
        return whole


@attrs.frozen
class Drawn:
    """A drawing, and the rows and columns of it in which something happened.

    Attributes:
        text: the drawing.
        top, left, bottom, right: where to look; all 0 if nowhere.
    """

    text: Text
    top: int = 0
    left: int = 0
    bottom: int = 0
    right: int = 0


def drawn(scene: Scene, look: Look, room: tuple[int, int], size: Size | None = None) -> Drawn:
    """The drawing of a scene.

    Args:
        scene: what to draw.
        look: the colours.
        room: the rows and the columns that there are; a drawing that needs more is to be scrolled.
        size: how to draw a board; by default as large as there is room for.
    """
    picture = scene.picture
    if isinstance(picture, Board):
        if picture.height * picture.width > LARGEST:
            return Drawn(Text(f"{picture.height} by {picture.width} cells: too many to draw here"))
        return _Drawing(picture, scene, look, room, size).drawn()
    if isinstance(picture, Listing):
        return _listing(picture, scene, look)
    return Drawn(Text(scene.text, style=look("ink"), no_wrap=True))


class _Drawing:
    """A board while it is drawn: where its cells lie, and how large they are."""

    def __init__(self, board: Board, scene: Scene, look: Look, room: tuple[int, int], size: Size | None) -> None:
        self.board, self.scene, self.look = board, scene, look
        self.cells = board.cells
        marks = [*board.marks.values(), *scene.lost.values()]
        self.spots = list(board.spots) or sorted({mark for some in marks for mark in some})
        self.wide = max(map(cell_len, [*self.cells.values(), ""]))
        self.left = max((cell_len(label) + 1 for label in board.row_labels), default=0)
        self.top = bool(board.column_labels)
        self.given = set(board.given)
        self.blocks = set(board.blocks)
        self.size = size or self._largest(room)
        self.high, self.across, self.gap = self._measures(self.size)

    def _largest(self, room: tuple[int, int]) -> Size:
        """The largest size that fits."""
        for size in SIZES:
            high, across, gap = self._measures(size)
            height = self.top + self.board.height * (high + gap) + gap
            width = self.left + self.board.width * (across + 1) + 2 * gap - 1
            if height <= room[0] and width <= room[1]:
                return size
        return "compact"

    def _measures(self, size: Size) -> tuple[int, int, int]:
        """The height and the width of a cell, and the height of a line between cells."""
        labels = max(map(cell_len, [*self.board.column_labels, ""]))
        if size == "compact" and not self.board.signs:
            return 1, max(self.wide, 1, labels), 0
        if size == "marks" and len(self.spots) > 1:
            columns, rows, wide = self._grid()
            return rows, max(columns * (wide + 1) - 1, self.wide + 2, labels), 1
        return 1, max(self.wide + 2, labels), 1

    def _grid(self) -> tuple[int, int, int]:
        """The columns and rows of marks in a cell, and the width of a mark."""
        wide = max(map(cell_len, self.spots), default=1)
        columns = ceil(sqrt(len(self.spots))) if wide < 4 else 1
        return columns, ceil(len(self.spots) / columns), wide

    def at(self, r: int, c: int) -> tuple[int, int]:
        """Where a cell begins."""
        return self.top + self.gap + r * (self.high + self.gap), self.left + self.gap + c * (self.across + 1)

    def drawn(self) -> Drawn:
        board, gap = self.board, self.gap
        height = self.top + board.height * (self.high + gap) + gap
        width = self.left + board.width * (self.across + 1) + 2 * gap - 1
        canvas = Canvas(height, max(width, 1), self.look("line"))
        for r, label in enumerate(board.row_labels):
            canvas.put(self.at(r, 0)[0], 0, label, self.look("faint"))
        for c, label in enumerate(board.column_labels):
            canvas.put(0, self.at(0, c)[1], label, self.look("faint"))
        if gap:
            self._lines(canvas)
        for cell, symbol in self.cells.items():
            self._cell(canvas, cell, symbol)
        for (one, other), sign in board.signs.items():
            (y, x), (below, right) = self.at(*one), self.at(*other)
            place = (y, right - 1) if y == below else (below - 1, x + self.across // 2)
            canvas.put(*place, sign[:1], self.look("ink", bold=True))
        return Drawn(canvas.text(), *self._region())

    def _region(self) -> tuple[int, int, int, int]:
        corners = [self.at(*cell) for cell in self.scene.touched if cell in self.cells]
        if not corners:
            return 0, 0, 0, 0
        ys, xs = [y for y, _ in corners], [x for _, x in corners]
        return min(ys), min(xs), max(ys) + self.high, max(xs) + self.across

    # -- cells ---------------------------------------------------------------------------------------

    def _cell(self, canvas: Canvas, cell: tuple[int, int], symbol: str) -> None:
        y, x = self.at(*cell)
        style = self._style(cell)
        for k in range(self.high):
            canvas.put(y + k, x, " " * self.across, style)
        if cell in self.blocks and not symbol.strip():
            for k in range(self.high):
                canvas.put(y + k, x, "█" * self.across, self.look("faint"))
        elif symbol.strip():
            blank = self.across - cell_len(symbol)
            canvas.put(y + (self.high - 1) // 2, x + blank // 2, symbol, style)
        elif self.size == "marks" and len(self.spots) > 1:
            self._marks(canvas, cell, style)
        else:
            self._hint(canvas, cell, style)

    def _style(self, cell: tuple[int, int]) -> Style:
        touch = self.scene.touched.get(cell)
        if touch is not None:
            return self.look.touch(touch)
        if cell in self.board.colours:
            return self.look("ink", f"hue-{self.board.colours[cell] % HUES}")
        shaded = "shade" if self.board.chequered and sum(cell) % 2 else None
        if cell in self.given:
            return self.look("ink", shaded, bold=True)
        return self.look("found" if self.given else "ink", shaded)

    def _marks(self, canvas: Canvas, cell: tuple[int, int], style: Style) -> None:
        """The marks of a cell, each in its spot; those just lost are struck."""
        columns, _, wide = self._grid()
        y, x = self.at(*cell)
        for marks, own in self._both(cell, style):
            for mark in marks:
                r, c = divmod(self.spots.index(mark), columns)
                canvas.put(y + r, x + c * (wide + 1), mark, own)

    def _hint(self, canvas: Canvas, cell: tuple[int, int], style: Style) -> None:
        """What is left to a cell that has no room for a grid of marks: the marks if they are few, or their number."""
        y, x = self.at(*cell)
        y += (self.high - 1) // 2
        left = self.board.marks.get(cell)
        both = list(self._both(cell, style))
        if sum(cell_len(mark) for marks, _ in both for mark in marks) <= self.across:
            x += (self.across - sum(cell_len(mark) for marks, _ in both for mark in marks)) // 2
            for marks, own in both:
                for mark in marks:
                    canvas.put(y, x, mark, own)
                    x += cell_len(mark)
            if left is None and self.size == "compact" and not both:
                canvas.put(y, x, "·", style)
        elif left is not None:
            number = str(len(left)).translate(SMALL)[: self.across]
            canvas.put(y, x + (self.across - len(number)) // 2, number, both[0][1])

    def _both(self, cell: tuple[int, int], style: Style) -> Iterator[tuple[Collection[str], Style]]:
        """The marks that a cell has, and those that it has lost just now, each with their style."""
        faint = Style(color=self.look.colour("faint"), bgcolor=style.bgcolor)
        marks = self.board.marks.get(cell, ())
        if marks:
            yield marks, faint
        if lost := self.scene.lost.get(cell):
            red = Style(color=self.look.colour("conflict-edge"), bgcolor=style.bgcolor, strike=True, bold=True)
            yield [mark for mark in lost if mark in self.spots], red

    # -- lines between cells ---------------------------------------------------------------------------

    def _lines(self, canvas: Canvas) -> None:
        height, width = self.board.height, self.board.width
        across = [[self._edge((r - 1, c), (r, c)) for c in range(width)] for r in range(height + 1)]
        down = [[self._edge((r, c - 1), (r, c)) for c in range(width + 1)] for r in range(height)]
        styles = {1: self.look("line"), 2: self.look("ink")}
        for r in range(height + 1):
            for c in range(width + 1):
                y, x = self.at(r, c)
                edges = [
                    down[r - 1][c] if r else 0,
                    across[r][c] if c < width else 0,
                    down[r][c] if r < height else 0,
                    across[r][c - 1] if c else 0,
                ]
                kind = sum(bool(edge) << k for k, edge in enumerate(edges))
                weight = max(edges)
                canvas.put(y - 1, x - 1, (HEAVY if weight == 2 else LIGHT)[kind], styles.get(weight, styles[1]))
                if edges[1]:
                    canvas.put(y - 1, x, "─━"[edges[1] - 1] * self.across, styles[edges[1]])
                for k in range(self.high if edges[2] else 0):
                    canvas.put(y + k, x - 1, "│┃"[edges[2] - 1], styles[edges[2]])

    def _edge(self, one: tuple[int, int], other: tuple[int, int]) -> int:
        """The line between two neighbours: 0 for none, 1 for a light and 2 for a heavy one."""
        regions = self.board.regions
        if one not in self.cells and other not in self.cells:
            return 0
        return 2 if regions and regions.get(one) != regions.get(other) else 1


def _listing(listing: Listing, scene: Scene, look: Look) -> Drawn:
    """A line for each name, with its value or with those that are left to it."""
    whole = Text(no_wrap=True)
    wide = max(map(cell_len, listing.values), default=0)
    given = set(listing.given)
    touched = []
    for k, (name, value) in enumerate(listing.values.items()):
        touch = scene.touched.get(name)
        ground = Style() if touch is None else look.touch(touch)
        if touch is not None:
            touched.append(k)
        whole.append("\n" if k else "").append(set_cell_size(name, wide), look("faint")).append("  ")
        if value:
            whole.append(value, look("ink", bold=name in given) if touch is None else ground)
            continue
        plain = Style(color=look.colour("faint"), bgcolor=ground.bgcolor)
        whole.append(" ".join(listing.left.get(name, ())), plain)
        for mark in scene.lost.get(name, ()):
            struck = Style(color=look.colour("conflict-edge"), bgcolor=ground.bgcolor, strike=True)
            whole.append(" ").append(mark, struck)
    return Drawn(whole, touched[0], 0, touched[-1] + 1, wide) if touched else Drawn(whole)


# -- beside the board ----------------------------------------------------------------------------------


def panel(reel: Reel, look: Look, room: tuple[int, int]) -> Text:
    """What happened in words, the counters, and the decisions that led here.

    Args:
        reel: where on the tape.
        look: the colours.
        room: the rows and the columns that there are.
    """
    step = reel.step
    if step is None:
        return Text("the search has not begun")
    story = reel.tape.story
    whole = Text(story.words(step), style=look.event(step.event))
    whole.append("\n\n").append_text(_counters(reel, step, look, narrow=room[0] < LOW))
    if end := reel.ending():
        whole.append("\n").append(end, look("ink", bold=True))
    if room[0] < LOW:
        return whole.append("\n").append(_newest(story.path(step.event.state), room[1]), look("faint"))
    used = sum(max(1, ceil(cell_len(line) / max(1, room[1]))) for line in whole.plain.split("\n"))
    return whole.append_text(_decisions(story, step, look, (room[0] - used - 2, room[1])))


def _counters(reel: Reel, step: Step, look: Look, *, narrow: bool) -> Text:
    more = f" of {reel.tape.last:,}" if reel.tape.is_over else ""
    pairs = [
        ("step", f"{step.number:,}{more}"),
        ("depth", f"{step.depth:,}"),
        ("nodes", f"{step.nodes:,}"),
        ("failures", f"{step.failures:,}"),
        ("solutions", f"{step.solutions:,}"),
    ]
    text = Text()
    for k, (name, value) in enumerate(pairs):
        between = "" if not k else ", " if narrow else "\n"
        text.append(between).append(f"{name} " if narrow else f"{name:10}", look("faint")).append(value, look("ink"))
    return text


def _newest(path: Sequence[str], width: int) -> str:
    """The newest decisions in one line."""
    line = ""
    for decision in reversed(path):
        longer = f"{decision}, {line}" if line else decision
        if cell_len(longer) > width - 2:
            return f"… {line}"
        line = longer
    return line


def _decisions(story: Story, step: Step, look: Look, size: tuple[int, int]) -> Text:
    """The newest decisions, as many as there is room for."""
    path = story.path(step.event.state)
    text = Text()
    room, width = size
    if not path or room < 1:
        return text
    shown = path[-room:] if len(path) <= room else path[-(room - 1) :] if room > 1 else []
    hidden = len(path) - len(shown)
    text.append("\n\n").append("decisions", look("faint"))
    if hidden:
        text.append(f"\n({hidden:,} before)", look("faint"))
    for k, decision in enumerate(shown, hidden + 1):
        text.append(f"\n{k:3} ", look("faint")).append(cut(decision, max(4, width - 8)), look("ink"))
    return text


def status(reel: Reel, look: Look) -> Text:
    """One line: whether it plays, how fast, and what there is to say."""
    speed = f"{reel.speed:g}/s"
    if reel.goal is not None:
        what = f"step {reel.goal:,}" if isinstance(reel.goal, int) else f"the next {NAMES[reel.goal]}"
        what = what.replace("the next end", "the end")
        return Text(f"… looking for {what}: space stops it", style=look("pruned-edge", bold=True), no_wrap=True)
    text = Text(f"▶ {speed}" if reel.is_playing else f"‖ {speed}", style=look("ink", bold=True), no_wrap=True)
    return text.append(f"  {reel.message}" if reel.message else "", look("pruned-edge"))


def shown_keys(keys: Sequence[tuple[str, str]], look: Look) -> Text:
    """The help: each key with what it does."""
    wide = max(cell_len(key) for key, _ in keys)
    text = Text()
    for k, (key, about) in enumerate(keys):
        text.append("\n" if k else "").append(set_cell_size(key, wide + 2), look("ink", bold=True))
        text.append(about, look("ink"))
    return text
