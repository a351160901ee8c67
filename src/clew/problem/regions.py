"""The regions of a board, and the signs between its cells, as the constraints on the cells tell them."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping
from itertools import chain
from typing import Any, Final, cast

from clew.constraints.base import Constraint
from clew.constraints.primitives import Callback, Difference, Reading

Cell = tuple[int, int]

TURNED: Final = {"<": ">", ">": "<", "<=": ">=", ">=": "<="}
SIGNS: Final = {
    (0, 1): {"<": "<", ">": ">", "<=": "≤", ">=": "≥"},
    (1, 0): {"<": "\N{LOGICAL AND}", ">": "\N{LOGICAL OR}", "<=": "\N{LOGICAL AND}=", ">=": "\N{LOGICAL OR}="},
}
"""The sign between a cell and its right, or its lower, neighbour: the point is at the smaller value."""


def regions_of(constraints: Iterable[Constraint]) -> dict[Cell, Hashable]:
    """The regions that primitives of one kind are about: connected, in no single line, and apart from each other."""
    by_kind: dict[frozenset[type], dict[frozenset[Any], None]] = {}
    for constraint in constraints:
        cells = frozenset(constraint.scope)
        if len(cells) > 2 and _is_region(cells):
            by_kind.setdefault(_kind_of(constraint), {})[cells] = None
    for scopes in by_kind.values():
        regions = {cell: number for number, cells in enumerate(scopes) for cell in cells}
        if len(scopes) > 1 and len(regions) == sum(map(len, scopes)):
            return dict(sorted(regions.items()))
    return {}


def regions_in(grid: Mapping[Cell, str], constraints: Iterable[Constraint]) -> dict[Cell, Hashable]:
    """The cells with equal symbols in the grid of an instance, if constraints are about just these groups of cells."""
    groups: dict[str, set[Cell]] = {}
    for cell, symbol in grid.items():
        groups.setdefault(symbol, set()).add(cell)
    scopes = {frozenset(constraint.scope) for constraint in constraints}
    if len(groups) < 2 or not scopes.issuperset(map(frozenset, groups.values())):
        return {}
    return {cell: number for number, cells in enumerate(groups.values()) for cell in sorted(cells)}


def _kind_of(constraint: Constraint) -> frozenset[type]:
    """The kinds of its primitives; its class if one is an automaton or a callback, because these may mean anything."""
    kinds: frozenset[type] = frozenset(map(type, constraint.primitives()))
    return kinds if kinds.isdisjoint((Callback, Reading)) else frozenset((type(constraint),))


def _is_region(cells: frozenset[Any]) -> bool:
    if not all(isinstance(cell, tuple) and len(cell) == 2 for cell in cells):
        return False
    if 1 in map(len, map(set, zip(*cells, strict=True))):
        return False
    reached: set[Any] = set()
    waiting = [next(iter(cells))]
    while waiting:
        r, c = waiting.pop()
        reached.add((r, c))
        waiting += {(r - 1, c), (r + 1, c), (r, c - 1), (r, c + 1)} & cells - reached
    return len(reached) == len(cells)


def signs_of(constraints: Iterable[Constraint]) -> dict[tuple[Cell, Cell], str]:
    """The signs between neighbouring cells one of which must be less than the other."""
    signs: dict[tuple[Cell, Cell], str] = {}
    for primitive in chain.from_iterable(constraint.primitives() for constraint in constraints):
        if not isinstance(primitive, Difference) or primitive.relation not in TURNED or primitive.offset != 0:
            continue
        one, other, relation = cast("Cell", primitive.one), cast("Cell", primitive.other), primitive.relation
        if one > other:
            one, other, relation = other, one, TURNED[relation]
        step = other[0] - one[0], other[1] - one[1]
        if step in SIGNS:
            signs[one, other] = SIGNS[step][relation]
    return signs
