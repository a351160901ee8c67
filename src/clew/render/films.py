"""Several pictures in one: side by side, or one after the other in a film that plays by itself."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import attrs

from clew.errors import OptionError
from clew.render.svg import Drawn, Picture, document

GAP: Final = 28.0
ACROSS: Final = 1000.0
"""Pixels that a row of pictures takes at most, if it has more than one."""


@attrs.frozen
class Beside(Picture):
    """Pictures side by side, in several rows if there are many.

    Attributes:
        pictures: the pictures to show.
        title: a description for readers who cannot see them.
    """

    pictures: Sequence[Picture]
    title: str = ""

    @property
    def description(self) -> tuple[str, str]:
        """The title, and all the pictures in words."""
        titles = [": ".join(filter(None, picture.description)) for picture in self.pictures]
        return self.title or f"{len(self.pictures)} pictures", "; ".join(titles)

    def drawn(self) -> Drawn:
        """The shapes that it is made of."""
        x = y = high = across = 0.0
        ground, parts = [], []
        for picture in self.pictures:
            drawn = picture.drawn()
            if x and x + drawn.width > ACROSS:
                x, y, high = 0.0, y + high + GAP, 0.0
            place = f'<g transform="translate({x:g} {y:g})">'
            ground.append("".join([place, *drawn.ground, "</g>"]))
            parts.append("".join([place, *drawn.parts, "</g>"]))
            x, high = x + drawn.width + GAP, max(high, drawn.height)
            across = max(across, x - GAP)
        return Drawn(across, y + high, ground, parts)


@attrs.frozen
class Frame:
    """A picture of a film.

    Attributes:
        picture: what to show.
        beats: how long, compared with the other frames.
    """

    picture: Picture
    beats: int = 1


@attrs.frozen
class Animation(Picture):
    """Pictures one after the other, again and again. It needs no script.

    Those who ask their system for reduced motion see one frame, and so do programs that do not know of animations.

    Attributes:
        frames: what to show, in order.
        title: a description for readers who cannot see it.
        seconds: how long a beat takes.
        still: the place of the frame that stays when nothing moves; the last one by default.
    """

    frames: Sequence[Frame]
    title: str = "an animation"
    seconds: float = 0.8
    still: int = -1

    def __attrs_post_init__(self) -> None:
        if not self.frames:
            raise OptionError("an animation needs a frame: give one at least")

    @property
    def description(self) -> tuple[str, str]:
        """The title, and the frame that stays."""
        return self.title, " ".join(self.frames[self.still].picture.description)

    def drawn(self) -> Drawn:
        """The frame that stays when nothing moves."""
        return self.frames[self.still].picture.drawn()

    def svg(self) -> str:
        """The film as a text in SVG."""
        sheets = [frame.picture.drawn() for frame in self.frames]
        grounds = [set(sheet.ground) for sheet in sheets]
        shared = [part for part in sheets[0].ground if all(part in ground for ground in grounds)]
        beats = [frame.beats for frame in self.frames]
        whole, started = sum(beats), 0
        name = f"clew-{len(beats)}-{whole}"
        still = range(len(beats))[self.still]
        body = list(shared)
        for k, sheet in enumerate(sheets):
            hidden = "" if k == still else ' visibility="hidden"'
            late = f"animation-delay:{(started - whole) * self.seconds:g}s"
            rest = [part for part in sheet.ground if part not in shared]
            inside = "".join([*rest, *sheet.parts])
            body.append(f'<g class="{name}-{beats[k]}" style="{late}"{hidden}>{inside}</g>')
            started += beats[k]
        lengths = sorted(set(beats))
        style = "".join(self._rule(f"{name}-{length}", length, whole) for length in lengths)
        calm = "".join(f".{name}-{length}{{animation:none!important}}" for length in lengths)
        style += f"@media(prefers-reduced-motion:reduce){{{calm}}}"
        width, height = max(sheet.width for sheet in sheets), max(sheet.height for sheet in sheets)
        return document(width, height, body, *self.description, style=style)

    def _rule(self, name: str, beats: int, whole: int) -> str:
        """A frame is seen for its part of the whole, and then no more until it comes again."""
        part = f"{100 * beats / whole:.3f}%"
        if beats == whole:
            return f".{name}{{visibility:visible}}"
        return (
            f"@keyframes {name}{{0%{{visibility:visible}}{part}{{visibility:hidden}}to{{visibility:hidden}}}}"
            f".{name}{{animation:{name} {whole * self.seconds:g}s step-end infinite}}"
        )


def beside(pictures: Sequence[Picture], title: str = "") -> Beside:
    """Pictures side by side, in several rows if there are many.

    Args:
        pictures: the pictures to show.
        title: a description for readers who cannot see them.
    """
    return Beside(pictures, title)


def animation(frames: Sequence[Picture | Frame], *, title: str = "an animation", seconds: float = 0.8) -> Animation:
    """A film of pictures that plays by itself, again and again.

    Args:
        frames: the pictures in order; a `Frame` says how many beats it stays.
        title: a description for readers who cannot see it.
        seconds: how long a beat takes.

    Raises:
        OptionError: there is no frame.
    """
    made = [frame if isinstance(frame, Frame) else Frame(frame) for frame in frames]
    return Animation(made, title, seconds)
