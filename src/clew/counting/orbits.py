"""Orbits of portions: grids counted from both ends, of which a symmetry turns one portion into another."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

import attrs
import numpy as np

from clew.counting.structure import Symmetry
from clew.kernels.native_lines import Places

MOST: Final = 2**28
"""Images of pairs of lines, at most; if there were more, no symmetry is used."""


def weights(
    cells: tuple[Sequence[Any], Sequence[Any]], lines: Sequence[Sequence[Any]], symmetries: Sequence[Symmetry]
) -> Places:
    """The size of each portion's orbit for the portion that stands for it; 0 for all others of the orbit.

    Args:
        cells: the two rows in the middle.
        lines: the lines.
        symmetries: a group of them.
    """
    count = len(lines)
    here = np.arange(count * count).reshape(count, count)
    images = _images(cells, lines, symmetries)
    if len(images) * here.size > MOST:
        return np.ones_like(here)
    least, fixed = here.copy(), np.zeros_like(here)
    for image in images:
        at = image.of(here)
        least = np.minimum(least, at)
        fixed += at == here
    return np.where(least == here, max(len(images), 1) // np.maximum(fixed, 1), 0)


@attrs.frozen
class Image:
    """What a symmetry makes of the lines in the middle.

    Attributes:
        swaps: whether the two rows change places.
        above, below: for each line above and below the middle its image, -1 if no grid has it.
    """

    swaps: bool
    above: tuple[int, ...]
    below: tuple[int, ...]

    def of(self, here: Places) -> Places:
        """The image of each pair of lines, as its place; -1 where no grid has it."""
        above, below = np.array(self.above)[:, None], np.array(self.below)[None, :]
        image = below * len(here) + above if self.swaps else above * len(here) + below
        return np.where((above < 0) | (below < 0), -1, image)


def _images(
    cells: tuple[Sequence[Any], Sequence[Any]], lines: Sequence[Sequence[Any]], symmetries: Sequence[Symmetry]
) -> list[Image]:
    """What the symmetries that keep the two rows make of their lines: each image once."""
    index = {tuple(line): k for k, line in enumerate(lines)}
    place = {cell: (row, k) for row, row_cells in enumerate(cells) for k, cell in enumerate(row_cells)}
    images: dict[Image, None] = {}
    for symmetry in symmetries:
        above, below = (_line_images(symmetry, row_cells, lines, place, index) for row_cells in cells)
        if above is not None and below is not None and above[0] != below[0]:
            images[Image(above[0] == 1, tuple(above[1]), tuple(below[1]))] = None
    return list(images)


def _line_images(
    symmetry: Symmetry, cells: Sequence[Any], lines: Sequence[Sequence[Any]], place: Mapping[Any, tuple[int, int]],
    index: Mapping[tuple[Any, ...], int],
) -> tuple[int, list[int]] | None:  # fmt: skip
    """The row that a symmetry takes a row to, and the image of each line; None if it does not take it to one row."""
    images, targets = [], set()
    for line in lines:
        image: dict[int, Any] = {}
        for literal in zip(cells, line, strict=True):
            cell, value = symmetry.get(literal, (None, None))
            if cell not in place:
                return None
            target, at = place[cell]
            targets.add(target)
            image[at] = value
        images.append(index.get(tuple([image.get(k) for k in range(len(cells))]), -1))
    return (targets.pop(), images) if len(targets) == 1 else None
