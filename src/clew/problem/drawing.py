"""How a problem is drawn that has no drawing of its own: a line for each variable, or the cells as a grid.

Variables that are pairs of a row and a column are cells. Each row of the grid is a line; if a value takes more than one
character the columns are aligned, otherwise the values stand side by side.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, Final

import attrs

if TYPE_CHECKING:
    from clew.forms import Cells
    from clew.problem.problem import Problem

SPARSE: Final = 10
"""A rectangle with more than so many places for each cell is no grid: most of its drawing would be blank."""


def rectangle(variables: Iterable[Any]) -> tuple[int, int] | None:
    """The height and the width of the smallest grid that has all these cells; None if some variable is no cell."""
    number = height = width = 0
    for variable in variables:
        if not isinstance(variable, tuple) or len(variable) != 2:
            return None
        row, column = variable
        if not (type(row) is int and type(column) is int and row >= 0 and column >= 0):
            return None
        number, height, width = number + 1, max(height, row + 1), max(width, column + 1)
    return (height, width) if 0 < height * width <= SPARSE * number else None


def draw_cells(problem: Problem[Any, Any], assignment: Mapping[Any, Any]) -> str | None:
    """An assignment as a grid; None if some variable of the problem is no cell."""
    domains = problem.domains()
    size = rectangle(domains)
    if size is None:
        return None
    fixed = grid_of(problem)
    height, width = size_with(fixed, size)
    symbols: dict[tuple[int, int], str] = {**(fixed or {}), **dict.fromkeys(domains, ".")}
    symbols.update((v, str(problem.value_name(w))) for v, w in assignment.items())
    # The widest of all values, shown or not, so that a part and a whole of a solution align alike.
    different = {id(domain): domain for domain in domains.values()}
    wide = max((len(str(problem.value_name(w))) for domain in different.values() for w in domain), default=1)
    return laid_out(symbols, height, width, wide)


def grid_of(problem: Problem[Any, Any]) -> Cells | None:
    """The instance of a problem, if it is in the form of a grid."""
    from clew.forms import Cells

    kind: type[Any] = type(problem)
    for field in attrs.fields(kind) if attrs.has(kind) else ():
        value = getattr(problem, field.name)
        if "form" in field.metadata and isinstance(value, Cells):
            return value
    return None


def size_with(fixed: Cells | None, size: tuple[int, int]) -> tuple[int, int]:
    """The height and the width of a board with its instance's grid, which may be larger than its variables are."""
    return size if fixed is None else (max(size[0], fixed.height), max(size[1], fixed.width))


def laid_out(symbols: Mapping[tuple[int, int], str], height: int, width: int, wide: int = 1) -> str:
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
