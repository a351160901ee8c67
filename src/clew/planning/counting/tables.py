"""The basis of every way to count grids: the lines that each row accepts, and the automata of the columns."""

from __future__ import annotations

from itertools import combinations
from typing import Any

from clew.planning.counting.automata import LINES, LayeredAutomaton, accepted_lines, too_many_lines
from clew.planning.counting.structure import GridStructure
from clew.reference.propagation.network import Network


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
