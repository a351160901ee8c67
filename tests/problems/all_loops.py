"""All loops on small grids, found without clew: the borders of sets of cells, as far as they are one curve."""

from __future__ import annotations

from functools import cache
from itertools import product

Point = tuple[int, int]
Edge = tuple[Point, Point]


@cache
def loops(height: int, width: int) -> tuple[tuple[Point, ...], ...]:
    """The loops around cells of a grid, each as its points in order."""
    cells = list(product(range(height), range(width)))
    found = (
        _walk({cell for cell, one in zip(cells, bits, strict=True) if one})
        for bits in product((0, 1), repeat=len(cells))
    )
    return tuple(loop for loop in found if loop)


def edges(loop: tuple[Point, ...]) -> frozenset[Edge]:
    """The pairs of neighbouring points on a loop, the smaller point first."""
    return frozenset((min(one, other), max(one, other)) for one, other in zip(loop, loop[1:] + loop[:1], strict=True))


def _walk(region: set[Point]) -> tuple[Point, ...]:
    """The border of a region as one closed walk; nothing if it is several, or touches itself."""
    after: dict[Point, list[Point]] = {}
    for r, c in region:  # clockwise around the region
        for near, start, end in (
            ((r - 1, c), (r, c), (r, c + 1)),
            ((r, c + 1), (r, c + 1), (r + 1, c + 1)),
            ((r + 1, c), (r + 1, c + 1), (r + 1, c)),
            ((r, c - 1), (r + 1, c), (r, c)),
        ):
            if near not in region:
                after.setdefault(start, []).append(end)
    if not after or any(len(ends) > 1 for ends in after.values()):
        return ()
    walk = [min(after)]
    while (point := after[walk[-1]][0]) != walk[0]:
        walk.append(point)
    return tuple(walk) if len(walk) == len(after) else ()
