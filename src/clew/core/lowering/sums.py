"""Sums, products and differences of variables in whole numbers.

Fractions are scaled, and numbers beyond a word are rejected. The differences of two variables, as in `x != y`, are one
graph.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Sequence
from itertools import chain
from math import lcm, prod
from numbers import Rational
from operator import mul
from typing import TYPE_CHECKING, Any, Final

from clew.constraints.base import Constraint
from clew.constraints.objectives import Target
from clew.constraints.primitives import Callback, WeightedSum
from clew.core import CannotCompileError, _engine
from clew.core.lowering.distinct import add_hall_intervals
from clew.core.lowering.pairs import add_pairs
from clew.core.variables import BITS, Variables

if TYPE_CHECKING:
    from clew.constraints.grouped_sums import GroupedSum
    from clew.constraints.primitives import Difference, Disjunction, DistinctSum
    from clew.core.compiler import EngineCompiler

INTEGERS: Final = frozenset((int,))

TERMS: Final = 20_000
"""Terms that the inequalities of a disjunction may have together."""

WholeSum = tuple[list[int], int | None, int | None]
"""A whole number for each variable of a sum; the least and the most that it may be, None for no end.

For `!=` they are the number that it must not be; if it cannot be that, the least is above the most.
"""


def whole_sum(
    variables: Variables, scope: Sequence[int], weights: Sequence[Any], relation: str, bound: Any
) -> WholeSum | None:
    """A weighted sum in whole numbers; None if it has none, or if its sums do not fit into a word.

    Args:
        variables: the variables of the program.
        scope: the numbers of those in the sum.
        weights: a number for each of them.
        relation: how the sum compares with a number.
        bound: that number.
    """
    sizes: list[Any] = [*map(variables.sizes.get, scope)]
    if None in sizes:
        if not all(map(variables.scale, scope)):
            return None
        sizes = [*map(variables.sizes.get, scope)]
    if None in sizes or [*map(type, weights), type(bound)].count(int) <= len(scope):
        from fractions import Fraction

        if not all(isinstance(number, Rational) for number in (*weights, bound)):
            return None
        exact = [Fraction(weight) / variables.scale(v) for weight, v in zip(weights, scope, strict=True)]
        common = lcm(*[weight.denominator for weight in exact])
        weights, bound = [int(weight * common) for weight in exact], Fraction(bound) * common
        sizes = [variables.declared(v).largest or 1 for v in scope]
    size = sum(map(mul, map(abs, weights), sizes))
    # Beyond all sums, one bound is as good as another.
    return None if size >> BITS else (list(weights), *_ends(relation, max(-size - 1, min(bound, size + 1))))


def _ends(relation: str, bound: Any) -> tuple[int | None, int | None]:
    """The least and the most that a whole number may be that compares with a bound."""
    below, above = int(bound // 1), -int(-bound // 1)  # the whole numbers next to it
    match relation:
        case "==" | "!=":
            return above, below
        case "<=":
            return None, below
        case "<":
            return None, above - 1
        case ">=":
            return above, None
        case _:
            return below + 1, None


def _fitting(
    compiler: EngineCompiler, source: Constraint, scope: list[int], weights: Sequence[Any], relation: str, bound: Any
) -> WholeSum:
    """A weighted sum in whole numbers.

    Raises:
        CannotCompileError: it has none, or its sums do not fit into a word.
    """
    total = whole_sum(compiler, scope, weights, relation, bound)
    if total is None:
        raise CannotCompileError(f"{source.title}: its sums are no whole numbers that fit into a word")
    return total


def add_linear(
    compiler: EngineCompiler, source: Constraint, scope: list[int], weights: Sequence[Any], relation: str, bound: Any
) -> None:
    """Add a weighted sum that compares with a number."""
    whole, least, most = _fitting(compiler, source, scope, weights, relation, bound)
    if relation != "!=" and compiler.propagates:
        _engine.Linear(compiler.program, scope, whole, least, most)
    elif relation != "!=" or least == most:  # a fraction is unequal to all whole numbers
        _engine.LastTerm(compiler.program, scope, whole, least, most, relation == "!=")


def weighted_sum(compiler: EngineCompiler, primitive: WeightedSum) -> None:
    """Bounds; of two variables the verdict of Python about each pair of values, if that prunes more."""
    relation = primitive.relation
    scope = compiler.numbers(primitive.scope)
    by_pairs = len(scope) == 2 and not _by_bounds(compiler, scope, relation, (*primitive.coefficients, primitive.bound))
    if by_pairs and relation == "!=" and compiler.propagates and not compiler.supports:
        from clew.constraints import compared  # what it imports takes a millisecond, and few models need it

        is_small = prod([len(compiler.values[v]) for v in scope]) <= compared.PAIRS  # the last term tells the same
        by_pairs = is_small or not _are_exact(compiler, scope, (*primitive.coefficients, primitive.bound))
    if (len(scope) < 2 or by_pairs) and compiler.intervals.isdisjoint(scope):
        compiler.add(Callback(primitive.source))
    else:
        add_linear(compiler, primitive.source, scope, primitive.coefficients, relation, primitive.bound)


def distinct_sum(compiler: EngineCompiler, primitive: DistinctSum) -> None:
    """Set by set; Python decides at the levels that do not propagate."""
    if not compiler.propagates:
        compiler.add(Callback(primitive.source))
        return
    scope = compiler.numbers(primitive.scope)
    views = compiler.views(scope, {value: k for k, value in enumerate(primitive.values)})
    _engine.DistinctSum(compiler.program, scope, views, list(primitive.sets), [bits for _, bits in primitive.others])


def grouped_sum(compiler: EngineCompiler, primitive: GroupedSum) -> None:
    """Group by group; Python decides at the levels that do not propagate."""
    if not compiler.propagates:
        compiler.add(Callback(primitive.source))
        return
    values, (sizes, weights) = primitive.values, map(list, (primitive.sizes, primitive.weights))
    scope = compiler.numbers(primitive.scope)
    views = compiler.views(scope, {value: k for k, value in enumerate(values)})
    _engine.GroupedSum(compiler.program, scope, views, list(values), sizes, weights, primitive.total)


def disjunction(compiler: EngineCompiler, primitive: Disjunction) -> None:
    """One of some inequalities."""
    source, sums = primitive.source, primitive.sums
    if not compiler.propagates:
        compiler.add(Callback(source))
        return
    if compiler.learns:
        from clew.core.lowering.chosen import add_chosen  # which imports this module

        if add_chosen(compiler, [(one,) for one in sums]):
            return
    scope = compiler.numbers(primitive.scope)
    if len(sums) > _engine.MOST_SUMS or len(sums) * len(scope) > TERMS:
        raise CannotCompileError(f"{source.title} has too many parts")
    weights: list[int] = []
    bounds: list[Any] = []
    for one in sums:
        row = dict(zip(one.scope, one.coefficients, strict=True))
        own = [row.get(variable, 0) for variable in primitive.scope]
        whole, _, most = _fitting(compiler, source, scope, own, one.relation, one.bound)
        weights += whole
        bounds.append(most)
    _engine.Disjunction(compiler.program, scope, weights, bounds)


def are_rational(numbers: Iterable[Any]) -> bool:
    """Whether some numbers are exact."""
    kinds = {*map(type, numbers)}
    return kinds <= INTEGERS or all(issubclass(kind, Rational) for kind in kinds)


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
    elif _by_bounds(compiler, (v, w), relation, (offset,)):
        add_linear(compiler, primitive.source, [v, w], (1, -1), relation, offset)
    else:
        _add_compared(compiler, primitive, (relation, offset) if _are_exact(compiler, (v, w), (offset,)) else None)


def _by_bounds(compiler: EngineCompiler, pair: Iterable[int], relation: str, numbers: tuple[Any, ...]) -> bool:
    """Whether the bounds of a sum of two variables prune all that the level asks for.

    Bounds leave no value of an inequality without a support, and some of an equation. Rounded ones could cut off a sum
    that just fits.
    """
    is_enough = compiler.propagates and relation != "!=" and not (compiler.supports and relation == "==")
    return is_enough and _are_exact(compiler, pair, numbers)


def _are_exact(compiler: EngineCompiler, scope: Iterable[int], numbers: tuple[Any, ...]) -> bool:
    """Whether some numbers and all values are whole numbers or fractions."""
    are_plain = {int}.issuperset(map(type, numbers)) or are_rational(numbers)
    return are_plain and all(compiler.declared(v).is_exact for v in scope)


def add_differences(compiler: EngineCompiler) -> None:
    """Add the differences of two variables: one graph of all of them."""
    edges = [*compiler.edges]
    scope = list(dict.fromkeys([*edges[::3], *edges[1::3]]))
    position = {v: k for k, v in enumerate(scope)}
    edges[::3] = [position[v] for v in edges[::3]]
    edges[1::3] = [position[v] for v in edges[1::3]]
    _engine.Differences(compiler.program, scope, edges)


def _add_compared(compiler: EngineCompiler, primitive: Difference, relation: Hashable = None) -> None:
    """Add the values of each variable that go with a value of the other; a relation compares numbers as they are."""
    from clew.constraints.arithmetic import RELATIONS, comparing

    compare, offset = RELATIONS[primitive.relation], primitive.offset
    compatible = comparing(primitive) if relation is None else lambda one, other: compare(one, other + offset)
    add_pairs(compiler, primitive.one, primitive.other, compatible, relation)


def defined(compiler: EngineCompiler) -> list[int]:
    """The variables that an equation alone defines, by others that stand in several: distances between marks, say.

    To decide on those others decides on them, and on more.
    """
    equations = [one.scope for one in compiler.parts if type(one) is WeightedSum and one.relation == "=="]
    number = Counter(chain.from_iterable(equations))
    alone = [[name for name in scope if number[name] == 1] for scope in equations if len(scope) > 2]
    return compiler.numbers([some[0] for some in alone if len(some) == 1])


def minimize(compiler: EngineCompiler, objective: Target) -> None:
    """Make a weighted sum small, and add what the best alone needs: there the search in Python may enter more nodes.

    Raises:
        CannotCompileError: it is not of whole numbers, not propagated, or does not fit into a word.
    """
    variables, weights = objective
    scope = compiler.numbers(variables)
    if not compiler.propagates:
        raise CannotCompileError("an objective is propagated under inference 'unit'")
    are_whole = all(isinstance(weight, int) for weight in weights) and all(compiler.scale(v) == 1 for v in scope)
    if not are_whole or whole_sum(compiler, scope, weights, "<=", 0) is None:
        raise CannotCompileError("the objective is not of whole numbers that fit into a word")
    _engine.Objective(compiler.program, scope, list(weights))
    _relax(compiler, dict(zip(scope, weights, strict=True)))
    add_hall_intervals(compiler)
    if compiler.sums_of_images:
        from clew.core.lowering.loads import add_loads  # few models have such sums

        add_loads(compiler)


def _relax(compiler: EngineCompiler, costs: dict[int, int]) -> None:
    """Bound an objective by each sum that is about half of its variables at least, as in a knapsack."""
    for primitive in compiler.parts if len(costs) > 1 else ():
        if type(primitive) is WeightedSum and primitive.relation != "!=":
            scope = compiler.numbers(primitive.scope)
            if 2 * len(costs.keys() & scope) >= len(costs):
                total = whole_sum(compiler, scope, primitive.coefficients, primitive.relation, primitive.bound)
                whole, least, most = total or ([], None, None)
                if most is not None:
                    _add_relaxed(compiler, costs, dict(zip(scope, whole, strict=True)), most)
                if least is not None:
                    _add_relaxed(compiler, costs, {v: -w for v, w in zip(scope, whole, strict=True)}, -least)


def _add_relaxed(compiler: EngineCompiler, costs: dict[int, int], weights: dict[int, int], most: int) -> None:
    """Bound an objective by a sum, if some variables make the one small and the other large, and a word has room."""
    scope = [*{**costs, **weights}]
    cost, weight = [costs.get(v, 0) for v in scope], [weights.get(v, 0) for v in scope]
    ratio = {k: abs(c / w) for k, (c, w) in enumerate(zip(cost, weight, strict=True)) if c * w < 0}
    sizes = [compiler.declared(v).largest or 1 for v in scope]
    largest, load = (sum(map(mul, map(abs, factors), sizes)) for factors in (cost, weight))
    top = max(map(abs, weight)) * largest + max(map(abs, cost)) * (load + abs(most))
    if len(ratio) > 1 and not top >> BITS - 1:
        order = sorted(ratio, key=ratio.__getitem__)
        _engine.Relaxed(compiler.program, scope, cost, weight, most, order, largest)
