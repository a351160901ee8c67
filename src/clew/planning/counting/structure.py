"""Which cells are the rows and the columns of a grid, as far as the constraints say."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import attrs

from clew.constraints.base import Constraint
from clew.constraints.stepwise import Stepwise
from clew.constraints.vectors import DistinctVectors
from clew.reference.propagation.network import Network


class Unfit(Exception):
    """A way to count grids does not fit, for the reason given; never leaves clew."""


@attrs.frozen
class GridStructure:
    """A grid as the constraints describe it.

    Attributes:
        rows: the cells of each row.
        row_rules, column_rules: the automata that read each row, and each column.
        distinct_rows, distinct_columns: whether they must differ.
    """

    rows: list[Sequence[Any]]
    row_rules: list[list[Stepwise]]
    column_rules: list[list[Stepwise]]
    distinct_rows: bool
    distinct_columns: bool


def structure_of(network: Network) -> GridStructure:
    """The grid that the constraints describe: the first automaton's scope is a row.

    Raises:
        Unfit: they describe none, or something else besides.
    """
    variables = network.lanes.variables
    first = next((c for c in network.constraints if isinstance(c, Stepwise)), None)
    if first is None:
        raise Unfit("no constraint is an automaton that could read a row")
    width = len(first.scope)
    if width < 2 or len(variables) % width or len(variables) == width:
        raise Unfit("the variables do not make a grid with the first automaton's scope for a row")
    rows = [variables[k : k + width] for k in range(0, len(variables), width)]
    if len({network.lanes.lane[v].values for v in variables}) > 1:
        raise Unfit("the cells of the grid do not have the same domain")
    columns = [variables[k::width] for k in range(width)]
    structure = GridStructure(list(rows), [[] for _ in rows], [[] for _ in columns], False, False)
    for constraint in network.constraints:
        structure = _with(structure, columns, constraint)
    return structure


def _with(grid: GridStructure, columns: Sequence[Sequence[Any]], constraint: Constraint) -> GridStructure:
    """The grid with one constraint more.

    Raises:
        Unfit: it says something else.
    """
    if isinstance(constraint, Stepwise) and constraint.scope in grid.rows:
        grid.row_rules[grid.rows.index(constraint.scope)].append(constraint)
    elif isinstance(constraint, Stepwise) and constraint.scope in columns:
        grid.column_rules[columns.index(constraint.scope)].append(constraint)
    elif isinstance(constraint, DistinctVectors) and set(constraint.vectors) == set(grid.rows):
        return attrs.evolve(grid, distinct_rows=True)
    elif isinstance(constraint, DistinctVectors) and set(constraint.vectors) == set(columns):
        return attrs.evolve(grid, distinct_columns=True)
    else:
        kind = type(constraint).__name__
        raise Unfit(f"a constraint ({kind}) neither reads a row or a column, nor keeps all of them apart")
    return grid
