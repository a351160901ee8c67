"""The basis of every way to count grids: its rows and columns, the lines that each row accepts, and the automata.

Which cells are rows and columns the constraints say. An automaton is unfolded over a line of cells: there is a layer of
states for each cell.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import Any, Final

import attrs

from clew.constraints.base import Constraint
from clew.constraints.stepwise import Stepwise, unrolled
from clew.constraints.vectors import DistinctVectors
from clew.records import frozen
from clew.reference.propagation.network import Network

LINES: Final = 2**11
"""Different lines up to which grids are counted by whole lines."""


class Unfit(Exception):
    """A way to count grids does not fit, for the reason given; never leaves clew."""


@frozen
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


class LayeredAutomaton:
    """The product of the automata that read a line, unfolded: for each cell only states that can still accept.

    Args:
        rules: the automata.
        domains: the values that the cells of the line have left.

    Attributes:
        steps: for each cell and each state before it the values that may come, each with the state after it. The state
            before the first cell is 0.
        later: for each cell and each state before it all the values that may still come anywhere; one layer more.
    """

    def __init__(self, rules: Sequence[Stepwise], domains: Sequence[tuple[Any, ...]]) -> None:
        def step(states: tuple[Any, ...], position: int, value: Any) -> tuple[Any, ...] | None:
            after = tuple([rule.step(state, position, value) for rule, state in zip(rules, states, strict=True)])
            return None if None in after else after

        def accepts(states: tuple[Any, ...]) -> bool:
            return all(rule.accepts(state) for rule, state in zip(rules, states, strict=True))

        start = tuple([rule.start() for rule in rules])
        *layers, last = unrolled(lambda: start, step, accepts, domains, merges=False) or [[]]
        self.steps: list[dict[int, dict[Any, int]]] = [
            {state: {domain[place]: after for place, after in row} for state, row in enumerate(rows)}
            for domain, rows in zip(domains, layers, strict=True)
        ]
        self.later: list[dict[int, frozenset[Any]]] = [dict.fromkeys(range(len(last)), frozenset())]
        for steps in reversed(self.steps):
            then = self.later[-1]
            self.later.append({k: frozenset(w).union(*(then[after] for after in w.values())) for k, w in steps.items()})
        self.later.reverse()


def accepted_lines(rules: Sequence[Stepwise], domains: Sequence[tuple[Any, ...]]) -> list[tuple[Any, ...]]:
    """All the lines that the automata accept.

    Raises:
        Unfit: there are more than `LINES`.
    """
    automaton = LayeredAutomaton(rules, domains)
    begun: list[tuple[tuple[Any, ...], int]] = [((), 0)]
    for steps in automaton.steps:
        begun = [((*line, value), after) for line, state in begun for value, after in steps.get(state, {}).items()]
        if len(begun) > LINES:
            raise too_many_lines()
    return [line for line, _ in begun]


def too_many_lines() -> Unfit:
    """What to raise if there are more lines than `LINES`."""
    return Unfit(f"there are more than {LINES} different lines")


class GridTables:
    """The lines of a grid and the automata of its columns, for the domains at a root.

    Args:
        network: the constraints, compiled.
        structure: the grid that they describe.
        domains: the domains at the root.

    Attributes:
        structure: the same.
        height: how many rows there are.
        lines: all lines that some row accepts; sets of them are written as bits.
        values: the values that occur in them.
        numbered: the same lines, each value as its place among the values.
        row_lines: for each row the lines that it accepts, as bits.
        columns: the automaton of each column.
        pairs: how many pairs of columns are to be kept apart; 0 if columns may be equal.
        equal: for each line the pairs of columns that are equal in it, as bits.

    Raises:
        Unfit: there are too many different lines.
    """

    def __init__(self, network: Network, structure: GridStructure, domains: int) -> None:
        lane = network.lanes.lane
        left = {v: lane[v].select(domains >> lane[v].offset & lane[v].full) for v in network.lanes.variables}
        rows = structure.rows
        self.structure = structure
        self.height = len(rows)
        index: dict[tuple[Any, ...], int] = {}
        self.row_lines: list[int] = []
        for row, rules in zip(rows, structure.row_rules, strict=True):
            accepted = accepted_lines(rules, [left[v] for v in row])
            self.row_lines.append(sum(1 << index.setdefault(line, len(index)) for line in accepted))
            if len(index) > LINES:
                raise too_many_lines()
        self.lines = list(index)
        places: dict[Any, int] = {}
        self.numbered = [[places.setdefault(value, len(places)) for value in line] for line in self.lines]
        self.values = list(places)
        self.columns = [
            LayeredAutomaton(rules, [left[row[k]] for row in rows]) for k, rules in enumerate(structure.column_rules)
        ]
        pairs = list(combinations(range(len(rows[0])), 2)) if structure.distinct_columns else []
        self.pairs = len(pairs)
        self.equal = [sum(1 << k for k, (a, b) in enumerate(pairs) if line[a] == line[b]) for line in self.lines]
