"""Costs of circuits: the numbers, proved to fit into a word."""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING

from clew.constraints.spanning import SHIFT, spanned
from clew.core import CannotCompileError, _engine
from clew.core.variables import BITS

if TYPE_CHECKING:
    from clew.constraints.circuits import TourCost
    from clew.core.compiler import EngineCompiler


def tour_cost(compiler: EngineCompiler, primitive: TourCost) -> None:
    """Values that stand for no node are never there.

    Raises:
        CannotCompileError: the numbers are not whole, or do not fit into a word.
    """
    *scope, total = compiler.numbers(primitive.scope)
    table, added = spanned(primitive.costs) if primitive.is_trip else (primitive.costs, [])
    nodes, costs = primitive.nodes, [*chain(*table)]
    largest = max(map(abs, (*costs, *added))) * (2 * len(scope) + 4) + compiler.declared(total).largest
    if compiler.scale(total) != 1 or largest >> BITS - SHIFT - 1:
        raise CannotCompileError(f"{primitive.source.title}: its numbers do not fit into a word")
    labels, rows = compiler.labels(scope, lambda value: nodes.get(value, -1))
    places = [compiler.declared(v).positions.get(value, -1) for v in scope for value in nodes]
    _engine.TourCost(compiler.program, [*scope, total], labels, rows, places, costs, added, SHIFT)
