"""Connections and forests in graphs, on three variables or more."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from clew.constraints.graph_primitives import AcyclicEdges, Connection
from clew.constraints.primitives import Unary
from clew.core import _engine
from clew.limits import looking

if TYPE_CHECKING:
    from clew.core.compiler import EngineCompiler


def graph(compiler: EngineCompiler, primitive: Connection | AcyclicEdges) -> None:
    """A primitive about a graph."""
    if isinstance(primitive, Connection):
        _connection(compiler, primitive)
    else:
        _forest(compiler, primitive)


def _connection(compiler: EngineCompiler, primitive: Connection) -> None:
    """The vertices that are variables come first, in the order of the scope."""
    conditions = [vertex for vertex in primitive.vertices if isinstance(vertex, Unary)]
    order = sorted(range(len(primitive.vertices)), key=lambda k: not isinstance(primitive.vertices[k], Unary))
    number = {k: n for n, k in enumerate(order)}
    beside: list[list[int]] = [[] for _ in order]
    for one, other in primitive.edges:
        beside[number[one]].append(number[other])
        beside[number[other]].append(number[one])
    begins = [0]
    neighbours: list[int] = []
    for some in beside:
        neighbours += some
        begins.append(len(neighbours))
    required = [primitive.vertices[k] is True for k in order[len(conditions) :]]
    scope = compiler.numbers(primitive.scope)
    _engine.Connection(compiler.program, scope, _true(compiler, conditions), required, begins, neighbours)


def _forest(compiler: EngineCompiler, primitive: AcyclicEdges) -> None:
    """Vertices are numbered again, so that there are no gaps."""
    numbers: dict[int, int] = {}
    ends = [numbers.setdefault(v, len(numbers)) for one, other, _ in primitive.edges for v in (one, other)]
    true = _true(compiler, [condition for _, _, condition in primitive.edges])
    scope = compiler.numbers(primitive.scope)
    _engine.Forest(compiler.program, scope, true, ends, len(numbers), primitive.may_close)


def _true(compiler: EngineCompiler, conditions: Iterable[Unary]) -> list[list[int]]:
    """For each condition the places of the values that satisfy it."""
    values = [(condition, compiler.values[compiler.places[condition.variable]]) for condition in conditions]
    return [[k for k, value in looking(enumerate(own)) if condition.accepts(value)] for condition, own in values]
