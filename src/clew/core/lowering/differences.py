"""Differences of two variables, as in `x != y` or `x <= y - 3`."""

from __future__ import annotations

from collections.abc import Hashable
from numbers import Rational
from typing import TYPE_CHECKING, Any

from clew.constraints.primitives import Difference
from clew.core import _engine
from clew.core.lowering.pairs import add_pairs
from clew.core.lowering.sums import add_linear, whole_sum

if TYPE_CHECKING:
    from clew.core.compiler import EngineCompiler


def difference(compiler: EngineCompiler, primitive: Difference) -> None:
    """Two variables compare: a difference of places, a sum, or else the verdict of Python about each pair of values."""
    v, w = compiler.numbers(primitive.scope)
    ours, theirs, offset, relation = compiler.values[v], compiler.values[w], primitive.offset, primitive.relation
    if v in compiler.intervals or w in compiler.intervals:
        add_linear(compiler, primitive.source, [v, w], (1, -1), relation, offset)
    elif relation == "!=" and offset == 0 and (ours is theirs or ours == theirs):
        compiler.edges += (v, w, 0)
    elif relation == "!=" and type(offset) is int and (distance := compiler.distance(v, w)) is not None:
        if -len(ours) < distance - offset < len(theirs):  # otherwise no two values are as far apart
            compiler.edges += (v, w, distance - offset)
    elif relation != "!=" and compiler.propagates and (total := whole_sum(compiler, [v, w], (1, -1), offset)):
        if compiler.supports:  # rows of bits leave no more than the bounds do
            _add_compared(compiler, primitive, (relation, offset))
        else:
            _engine.Linear(compiler.program, [v, w], total.weights, *total.ends(relation))
    elif relation != "!=" and compiler.propagates and not compiler.supports and _is_exact(compiler, (v, w), offset):
        add_linear(compiler, primitive.source, [v, w], (1, -1), relation, offset)  # refused: bounds beyond a word
    else:
        _add_compared(compiler, primitive)


def _is_exact(compiler: EngineCompiler, pair: tuple[int, int], offset: Any) -> bool:
    """Whether all are whole numbers or fractions, so that the bounds of a difference are propagated."""
    return isinstance(offset, Rational) and all(compiler.declared(v).is_exact for v in pair)


def add_differences(compiler: EngineCompiler) -> None:
    """Add the differences of two variables: one graph of all of them."""
    edges = compiler.edges
    scope = list(dict.fromkeys([*edges[::3], *edges[1::3]]))
    position = {v: k for k, v in enumerate(scope)}
    edges[::3] = [position[v] for v in edges[::3]]
    edges[1::3] = [position[v] for v in edges[1::3]]
    _engine.Differences(compiler.program, scope, edges)


def _add_compared(compiler: EngineCompiler, primitive: Difference, relation: Hashable = None) -> None:
    """Add what each value of two variables leaves of the other, if they must compare in some way."""
    from clew.constraints.arithmetic import comparing

    add_pairs(compiler, primitive.one, primitive.other, comparing(primitive), relation)
