"""Constraints on how values compare, which of them are equal, and how often they occur, on three variables or more."""

from __future__ import annotations

from typing import TYPE_CHECKING

from clew.constraints.primitives import Cardinality, Clause, ElementAt, Extremum, Lexicographic
from clew.core import _engine
from clew.limits import looking

if TYPE_CHECKING:
    from clew.core.compiler import EngineCompiler


def extremum(compiler: EngineCompiler, primitive: Extremum) -> None:
    """Values are compared by their ranks; the smallest is the largest in the order turned round."""
    scope = compiler.numbers((*primitive.variables, primitive.result))
    ranks = compiler.ranks(scope)
    if not primitive.is_largest:
        ranks = {value: len(ranks) - 1 - rank for value, rank in ranks.items()}
    _engine.Extremum(compiler.program, scope, compiler.views(scope, ranks), len(ranks))


def element(compiler: EngineCompiler, primitive: ElementAt) -> None:
    """Each place of the index points at a variable of the scope, or at a place of the value: as -1 less this place."""
    entries = primitive.entries
    index, value = compiler.places[primitive.index], compiler.places[primitive.value]
    positions = compiler.declared(value).positions
    scope: list[int] = [index, value]
    pointed: list[int] = []
    for place in compiler.values[index]:
        kind, content = entries[place] if 0 <= place < len(entries) else ("constant", None)
        if kind == "variable":
            if compiler.places[content] not in scope:
                scope.append(compiler.places[content])
            pointed.append(scope.index(compiler.places[content]))
        elif 0 <= place < len(entries) and content in positions:
            pointed.append(-1 - positions[content])
        else:
            pointed.append(0)
    _engine.Element(compiler.program, scope, [None, None, *compiler.views(scope[2:], positions)], pointed)


def lexicographic(compiler: EngineCompiler, primitive: Lexicographic) -> None:
    """Variables with the same position are compared by the ranks of their values."""
    scope, views = [], []
    for names in zip(primitive.left, primitive.right, strict=True):
        pair = compiler.numbers(names)
        scope += pair
        views += compiler.views(pair, compiler.ranks(pair))
    _engine.Lexicographic(compiler.program, scope, views, primitive.strict)


def clause(compiler: EngineCompiler, primitive: Clause) -> None:
    """For each variable the values that make it true."""
    true: dict[int, list[int]] = {}
    for literal in primitive.literals:
        v = compiler.places[literal.variable]
        values = looking(enumerate(compiler.values[v]))
        true.setdefault(v, []).extend(k for k, value in values if literal.accepts(value))
    _engine.Clause(compiler.program, list(true), list(true.values()))


def cardinality(compiler: EngineCompiler, primitive: Cardinality) -> None:
    """The values that are counted are numbered, all others are -1."""
    number = {value: k for k, (value, _, _) in enumerate(primitive.counts)}
    scope = compiler.numbers(primitive.scope)
    labels, begins = compiler.labels(scope, lambda value: number.get(value, -1))
    few = len(scope) + 1  # as many as can never be
    lows, highs = [min(low, few) for _, low, _ in primitive.counts], [min(h, few) for _, _, h in primitive.counts]
    _engine.Cardinality(compiler.program, scope, labels, begins, lows, highs)
