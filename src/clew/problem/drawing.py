"""How a problem is drawn that has no drawing of its own: a line for each variable, or the cells as a grid.

Variables that are pairs of a row and a column are cells. Each row of the grid is a line; if a value takes more than one
character the columns are aligned, otherwise the values stand side by side. A picture also has the regions of a board,
and the signs between its cells, as the constraints on the cells tell them.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping
from itertools import chain
from typing import TYPE_CHECKING, Any, Final

from clew.constraints.base import Constraint
from clew.constraints.primitives import Callback, Difference, Reading
from clew.problem.fields import fields_of

if TYPE_CHECKING:
    from clew.forms import Cells
    from clew.problem.problem import AnyProblem

Cell = tuple[int, int]

SPARSE: Final = 10
"""A rectangle with more than so many places for each cell is no grid: most of its drawing would be blank."""

TURNED: Final = {"<": ">", ">": "<", "<=": ">=", ">=": "<="}
SIGNS: Final = {
    (0, 1): {"<": "<", ">": ">", "<=": "≤", ">=": "≥"},
    (1, 0): {"<": "\N{LOGICAL AND}", ">": "\N{LOGICAL OR}", "<=": "\N{LOGICAL AND}=", ">=": "\N{LOGICAL OR}="},
}
"""The sign between a cell and its right, or its lower, neighbour: the point is at the smaller value."""


def is_cell(thing: Any) -> bool:
    """Whether something is a pair of a row and a column, which may lie outside of a grid."""
    return isinstance(thing, tuple) and len(thing) == 2 and all(type(part) is int for part in thing)


def rectangle(variables: Iterable[Any]) -> tuple[int, int] | None:
    """The height and the width of the smallest grid that has all these cells; None if some variable is no cell."""
    number = height = width = 0
    for variable in variables:
        if not is_cell(variable) or min(variable) < 0:
            return None
        row, column = variable
        number, height, width = number + 1, max(height, row + 1), max(width, column + 1)
    return (height, width) if 0 < height * width <= SPARSE * number else None


def without_auxiliary(problem: AnyProblem, content: Mapping[Any, Any]) -> Mapping[Any, Any]:
    """Values or domains, but for those of auxiliary variables."""
    auxiliary = problem.auxiliary()
    return {v: w for v, w in content.items() if v not in auxiliary} if auxiliary else content


def draw_cells(problem: AnyProblem, assignment: Mapping[Any, Any]) -> str | None:
    """An assignment as a grid; None if some variable of the problem is no cell."""
    domains = without_auxiliary(problem, problem.domains())
    size = rectangle(domains)
    if size is None:
        return None
    fixed = grid_of(problem)
    height, width = size_with(fixed, size)
    symbols: dict[Cell, str] = {**(fixed or {}), **dict.fromkeys(domains, ".")}
    symbols.update((v, str(problem.value_name(w))) for v, w in assignment.items())
    # The widest of all values, shown or not, so that a part and a whole of a solution align alike.
    different = {id(domain): domain for domain in domains.values()}
    wide = max((len(str(problem.value_name(w))) for domain in different.values() for w in domain), default=1)
    return laid_out(symbols, height, width, wide)


def grid_of(problem: AnyProblem) -> Cells | None:
    """The instance of a problem, if it is in the form of a grid."""
    from clew.forms import Cells

    forms = (getattr(problem, field.name) for field in fields_of(type(problem)) if "form" in field.metadata)
    return next((form for form in forms if isinstance(form, Cells)), None)


def size_with(fixed: Cells | None, size: Cell) -> Cell:
    """The height and the width of a board with its instance's grid, which may be larger than its variables are."""
    return size if fixed is None else (max(size[0], fixed.height), max(size[1], fixed.width))


def laid_out(symbols: Mapping[Cell, str], height: int, width: int, wide: int = 1) -> str:
    """Cells as a grid.

    Args:
        symbols: what to show in the cells; the others are left blank.
        height: the number of rows.
        width: the number of columns.
        wide: how many characters a symbol takes at least.
    """
    wide = max([wide, *map(len, symbols.values())])
    between = " " if wide > 1 else ""
    rows = [[symbols.get((r, c), "").rjust(wide) for c in range(width)] for r in range(height)]
    return "\n".join(between.join(row).rstrip() for row in rows)


# -- what the constraints on the cells of a board tell ----------------------------------------------------


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
    if not all(map(is_cell, cells)) or 1 in map(len, map(set, zip(*cells, strict=True))):
        return False
    from clew.constraints.boards import neighbours
    from clew.constraints.connected import reached

    return reached(cells, cells, neighbours(cells, (0, 1), (1, 0))) == cells


def signs_of(constraints: Iterable[Constraint]) -> dict[tuple[Cell, Cell], str]:
    """The signs between neighbouring cells one of which must be less than the other."""
    signs: dict[tuple[Cell, Cell], str] = {}
    for primitive in chain.from_iterable(constraint.primitives() for constraint in constraints):
        if not isinstance(primitive, Difference) or primitive.relation not in TURNED or primitive.offset != 0:
            continue
        pair: Any = primitive.scope
        relation = primitive.relation
        if pair[0] > pair[1]:
            pair, relation = pair[::-1], TURNED[relation]
        (row, column), (below, beside) = pair
        if sign := SIGNS.get((below - row, beside - column)):
            signs[pair] = sign[relation]
    return signs
