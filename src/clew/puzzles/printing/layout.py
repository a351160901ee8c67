"""The layout of pages in millimetres, drawn as SVG in black on white.

A page is as wide as A4 and as high as Letter, without margins of 12 mm, so that it fits on both. Boxes of equal size
hold the puzzles, in as many columns as let the smallest of them be largest.
"""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterator, Sequence
from math import ceil
from typing import Final

import attrs

from clew.render.svg import FONT, Drawn, Picture, text, width_of

WIDE: Final = 186.0
HIGH: Final = 254.0
EDGE: Final = 12.0
"""The margins of a sheet of paper."""
LARGEST: Final = 0.45
"""Millimetres of a pixel at most, so that the cells of a small board have 18 mm."""
GAP: Final = 8.0
TITLE, RULES, SMALL, NOTE, FOOT = 6.5, 3.7, 3.1, 3.9, 3.0
"""Sizes of letters; small ones are those of many lines of rules."""
MANY: Final = 4
MORE: Final = 4.0
"""Pixels around a picture, for the parts of lines and dots that are outside of it."""

PRINTED: Final = {"ink": "#000", "found": "#222", "line": "#777", "faint": "#333", "light": "#fff", "shade": "#e6e6e6",
                  "block": "#222",
                  "paper": "#fff"}  # fmt: skip
"""The paints that have another colour on paper; lighter ones print badly, and darker grounds waste ink."""
INKS: Final = "\n".join(
    f".clew-f-{name} {{ fill: {colour}; }} .clew-s-{name} {{ stroke: {colour}; }}" for name, colour in PRINTED.items()
)


NAMED: Final = re.compile(r'\bid="|\burl\(#|\bhref="#')
"""The text before an identifier in SVG."""
LETTERS: Final = f'font-family="{FONT}" text-anchor="middle"'


@attrs.frozen
class Block:
    """A picture in a box of a page.

    Attributes:
        picture: what to draw.
        number: stands above it.
        remark: stands behind the number.
        note: stands below it.
        rules: stand below the title of its page.
    """

    picture: Picture
    number: int
    remark: str
    note: str = ""
    rules: str = ""


Part = tuple[str, Sequence[Block], int]
"""A title, blocks, and how many of these a page has at most: a part of a sheet begins with a new page."""


def pages_of(parts: Sequence[Part]) -> list[str]:
    """The pages of a sheet, without the element around each."""
    pages = [(title, blocks) for title, all_of_them, most in parts for blocks in _shared_out(all_of_them, most)]
    return ["\n".join(_page(title, blocks, number, len(pages))) for number, (title, blocks) in enumerate(pages, 1)]


def _shared_out(blocks: Sequence[Block], most: int) -> Iterator[Sequence[Block]]:
    """The blocks of each page: as few pages as can be, and as many blocks on each, or one more on the first."""
    pages = ceil(len(blocks) / most)
    for page in range(pages):
        yield blocks[ceil(page * len(blocks) / pages) : ceil((page + 1) * len(blocks) / pages)]


def alone(page: str) -> str:
    """A page as a file of its own, with its margins."""
    wide, high = WIDE + 2 * EDGE, HIGH + 2 * EDGE
    size = f'width="{wide:g}mm" height="{high:g}mm" viewBox="{-EDGE:g} {-EDGE:g} {wide:g} {high:g}"'
    paper = f'<rect x="{-EDGE:g}" y="{-EDGE:g}" width="{wide:g}" height="{high:g}" fill="#fff"/>'
    head = f'<svg xmlns="http://www.w3.org/2000/svg" {size} {LETTERS}>'
    return f"{head}\n<style>{INKS}</style>\n{paper}\n{page}\n</svg>\n"


def inside(page: str) -> str:
    """A page as an element of HTML, whose style sheet has the margins and the inks."""
    size = f'viewBox="0 0 {WIDE:g} {HIGH:g}"'
    return f'<svg class="page" xmlns="http://www.w3.org/2000/svg" {size} {LETTERS}>\n{page}\n</svg>\n'


def _page(title: str, blocks: Sequence[Block], number: int, last: int) -> Iterator[str]:
    size = min(TITLE, TITLE * WIDE / max(1.0, width_of(title, TITLE)))
    yield _left(0, size, text(title), size, ' font-weight="bold"')
    y = size + 2
    lines = [line for rules in dict.fromkeys(block.rules for block in blocks) for line in rules.splitlines()]
    letters = RULES if len(lines) < MANY else SMALL
    for line in lines:
        for part in textwrap.wrap(line, int(WIDE / (0.58 * letters))):
            y += letters * 1.35
            yield _left(0, y, text(part), letters)
    yield from _boxes(blocks, y + 4, HIGH - 2 * FOOT * (last > 1), f"p{number}-")
    if last > 1:
        yield f'<text x="{WIDE / 2:g}" y="{HIGH - 1:g}" font-size="{FOOT:g}">{number} / {last}</text>'


class _Box:
    """The boxes of a page that has so many columns of them.

    Args:
        columns: how many.
        rows: how many boxes are below each other.
        height: the height of all of them together.
        longest: characters of the longest note.

    Attributes:
        columns: how many.
        wide: the width of a box.
        high: its height.
        letters: the size of the letters above the picture.
        gap: the space between boxes.
        small: the size of the letters of notes, so that half of the box is left for the picture.
        characters: how many a line of a note has.
    """

    def __init__(self, columns: int, rows: int, height: float, longest: int) -> None:
        self.columns, self.wide, self.high = columns, WIDE / columns, height / rows
        self.letters = min(NOTE, 0.12 * self.high)
        self.gap = min(GAP, 0.06 * self.wide, 0.06 * self.high)
        self._inside = self.wide - self.gap
        wanted: float = (0.5 * self.high * self._inside / (0.9 * max(1, longest))) ** 0.5
        self.small = min(FOOT, 0.8 * self.letters, wanted)
        self.characters = max(1, int(self._inside / (0.6 * self.small)))
        lines = ceil(1.15 * longest / self.characters)
        self._left = self.high - 1.5 * self.letters - self.gap - 1.3 * self.small * lines

    def scale(self, width: float, height: float) -> float:
        """Millimetres of a pixel for a picture of this size, so that it fits."""
        return min(LARGEST, self._inside / width, self._left / height)


def _boxes(blocks: Sequence[Block], top: float, bottom: float, prefix: str) -> Iterator[str]:
    """The blocks in their boxes between two lines of the page, in so many columns that the smallest is largest."""
    drawn, number = [block.picture.drawn() for block in blocks], len(blocks)
    sizes = [(one.width + 2 * MORE, one.height + 2 * MORE) for one in drawn]
    longest = max(len(block.note) for block in blocks)
    boxes = (_Box(n, ceil(number / n), bottom - top, longest) for n in range(1, number + 1))
    box = max(boxes, key=lambda box: min(box.scale(*size) for size in sizes))
    for place, (block, one, (wide, high)) in enumerate(zip(blocks, drawn, sizes, strict=True)):
        row, column = divmod(place, box.columns)
        scale, letters = box.scale(wide, high), box.letters
        x, y = column * box.wide + (box.wide - wide * scale) / 2, top + row * box.high + letters
        yield _left(x, y, f'<tspan font-weight="bold">{block.number}</tspan> {text(block.remark)}', letters)
        where = f'x="{x:.4g}" y="{y + 0.5 * letters:.4g}" width="{wide * scale:.4g}" height="{high * scale:.4g}"'
        view = f'viewBox="{-MORE:g} {-MORE:g} {wide:g} {high:g}"'
        yield f'<svg {where} {view} role="img">{_contents(block, one, f"{prefix}{place}-")}</svg>'
        for number, line in enumerate(textwrap.wrap(block.note, box.characters), 1):
            below = y + 0.5 * letters + high * scale + 1.3 * box.small * number
            yield _left(column * box.wide + box.gap / 2, below, text(line), box.small)


def _contents(block: Block, drawn: Drawn, prefix: str) -> str:
    """The elements of a picture, whose identifiers are its own on all pages."""
    body = "\n".join([*drawn.ground, *drawn.parts])
    title, contents = block.picture.description
    about = f"<title>{text(f'{title} {block.number}')}</title>"
    about += f"<desc>{text(contents)}</desc>" if contents else ""
    return f"{about}\n{re.sub(NAMED, lambda found: found[0] + prefix, body)}\n"


def _left(x: float, y: float, content: str, size: float, more: str = "") -> str:
    """A line of text, in XML."""
    return f'<text x="{x:.4g}" y="{y:.4g}" font-size="{size:.3g}" text-anchor="start"{more}>{content}</text>'
