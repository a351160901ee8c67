"""Objectives that are no weighted sums get variables: one for what each part of the sum costs.

So an objective has bounds before all variables have values, as a weighted sum has: the search enters nothing that
cannot improve the best value found, and it decides on costs, the small ones first. All parts on one variable are one
cost, which a table says.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import reduce
from itertools import product
from math import prod
from operator import add, mul, sub
from typing import Any, Final

from clew.constraints.arithmetic import Comparison
from clew.constraints.base import Constraint
from clew.constraints.expressions import compare_trees
from clew.constraints.names import Scope, Term
from clew.constraints.objectives import Computed, Target
from clew.constraints.resolving import whole
from clew.constraints.table import Table
from clew.constraints.trees import Tree, folded, function_of, names_in, placed
from clew.limits import looking
from clew.planning.merging import NAMING, merged
from clew.planning.request import DeclaredProblem, Request
from clew.records import evolve, frozen
from clew.strategies import Best

MOST: Final = 2**14
"""Combinations of values up to which a part of an objective is asked for the cost of each."""

Ends = tuple[int, int]


@frozen
class Cost:
    """The name of a variable that is a part of an objective."""

    number: int


def rewritten(declared: DeclaredProblem, request: Request) -> tuple[DeclaredProblem, Target | None]:
    """The same with one variable for equal ones, and variables for the parts of an objective, if it is no sum."""
    declared = merged(declared, request)
    return with_costs(declared, request) if isinstance(request.strategy, Best) else (declared, None)


def with_costs(declared: DeclaredProblem, request: Request) -> tuple[DeclaredProblem, Target | None]:
    """The declarations with a variable for each part of the objective, and the sum of them that is to be made small.

    The same declarations, and no sum, if the objective needs none, if a part of it is no whole number or has too many
    values, or if hooks or options may name the variables of the search.
    """
    strategy: Any = request.strategy
    is_open = strategy.bound is None and type(strategy).is_hopeless is Best.is_hopeless and request.kernel != "python"
    if not is_open or declared.own or any(map(request.options.get, (*NAMING, "checkpoint"))):
        return declared, None
    made = _costs(strategy.objective, declared.domains) if type(strategy.objective) is Computed else None
    if made is None:
        return declared, None
    weights, domains, constraints = made
    target = [*weights], [-weight if request.maximizes else weight for weight in weights.values()]
    told = {name: declared.told.get(name, name) for name in declared.told or declared.domains}
    more = {**declared.domains, **domains}
    return evolve(declared, constraints=(*declared.constraints, *constraints), domains=more, told=told), target


Made = tuple[dict[Any, int], dict[Any, Any], list[Constraint]]


def _costs(objective: Computed, domains: Mapping[Any, Sequence[Any]]) -> Made | None:
    """The weights of variables and costs, the domains of the costs, and a constraint for each; None if one has none."""
    groups, weights, number = dict[Any, list[tuple[Any, Tree]]](), dict[Any, int](), 0
    for factor, part in _addends(_named(objective.tree, objective.scope)):
        if part[0] == "constant":
            number += factor * part[1]
        else:
            names = names_in(part)
            groups.setdefault(names if len(names) == 1 else (names, len(groups)), []).append((factor, part))
    own, constraints = dict[Any, Any](), list[Constraint]()
    for parts in groups.values():
        (factor, first), cost, total = parts[0], Cost(len(own)), _total(parts)
        if len(parts) == 1 and first[0] == "name" and _ends(first, domains) and type(factor) is int:
            weights[first[1]] = factor
            continue
        made = _cost(cost, names_in(total), total, domains)
        if made is None:
            return None
        own[cost], constraint = made
        constraints.append(constraint)
        weights[cost] = 1
    own[fixed := Cost(len(own))], weights[fixed] = (number,), 1
    return (weights, own, constraints) if type(number) is int else None


def _named(tree: Tree, scope: Scope) -> Tree:
    """An expression with names instead of places in the scope."""
    leaf: Callable[[Tree], Tree] = lambda part: ("name", scope[part[1]]) if part[0] == "variable" else part[:2]  # noqa: E731
    made: Tree = folded(tree, leaf, lambda kind, parts: (kind, *parts))
    return made


def _addends(tree: Tree) -> Iterator[tuple[Any, Tree]]:
    """The parts of a sum, each with its factor."""
    work: list[tuple[Any, Tree]] = [(1, tree)]
    while work:
        factor, part = work.pop()
        numbers = [one[1] for one in part[1:] if type(one) is tuple and one[0] == "constant"] if part[0] == "*" else []
        others = [one for one in part[1:] if one[0] != "constant"] if numbers else []
        if part[0] in ("+", "-"):
            work += [(-factor if part[0] == "-" and k else factor, one) for k, one in enumerate(part[1:])][::-1]
        elif len(others) == 1:
            work.append((reduce(mul, numbers, factor), others[0]))
        else:
            yield factor, part


def _total(parts: Sequence[tuple[int, Tree]]) -> Tree:
    """The sum of some parts."""
    terms = [part if factor == 1 else ("*", ("constant", factor), part) for factor, part in parts]
    return terms[0] if len(terms) == 1 else ("+", *terms)


def _values(scope: Scope, tree: Tree, domains: Mapping[Any, Sequence[Any]]) -> dict[tuple[Any, ...], Any] | None:
    """The value of an expression for each combination of values; None if these are too many."""
    if prod(len(domains[name]) for name in scope) > MOST:
        return None
    value = function_of("{}", placed(tree, scope))
    return {row: value(row) for row in looking(product(*map(domains.__getitem__, scope)))}


def _cost(
    cost: Cost, scope: Scope, tree: Tree, domains: Mapping[Any, Sequence[Any]]
) -> tuple[Sequence[int], Constraint] | None:
    """The values of a cost, and its constraint; None if they are no whole numbers, or nobody knows them."""
    costs = _values(scope, tree, domains)
    if costs is None:
        ends = _ends(tree, domains)
        if ends is None or len(scope) == 1:
            return None
        values: Sequence[int] = range(ends[0], ends[1] + 1)
    elif not costs or not {*map(type, costs.values())} <= {int, bool}:
        return None
    else:
        values = tuple(sorted({*map(int, costs.values())}))
    if costs is not None and len(scope) == 1:
        return values, Table((*scope, cost), [(*row, int(value)) for row, value in costs.items()])
    has_condition = folded(tree, lambda leaf: leaf[0] == "condition", lambda _, parts: any(parts))
    equal = Comparison((Term(tree), cost), "==") if has_condition else compare_trees(tree, "==", ("name", cost))
    return values, whole(equal)


def _ends(tree: Tree, domains: Mapping[Any, Sequence[Any]]) -> Ends | None:
    """The ends between which an expression lies; None if that is not easy to say."""

    def leaf(part: Tree) -> Ends | None:
        if part[0] == "condition":
            return 0, 1
        values = (part[1],) if part[0] == "constant" else domains[part[1]]
        if not values or not (type(values) is range or {*map(type, values)} <= {int}):
            return None
        return min(values[0], values[-1]) if type(values) is range else min(values), max(values)

    def node(kind: str, parts: list[Ends | None]) -> Ends | None:
        own = [one for one in parts if one is not None]
        if len(own) < len(parts) or kind not in ("+", "-", "*", "abs", "max", "min"):
            return None
        if kind == "abs":
            ((low, high),) = own
            return max(low, -high, 0), max(abs(low), abs(high))
        if kind in ("max", "min"):
            choose = max if kind == "max" else min
            return choose(low for low, _ in own), choose(high for _, high in own)
        return reduce(lambda one, other: _combined({"+": add, "-": sub, "*": mul}[kind], one, other), own)

    made: Ends | None = folded(tree, leaf, node)
    return made


def _combined(operator: Callable[[int, int], int], one: Ends, other: Ends) -> Ends:
    some = [operator(a, b) for a, b in product(one, other)]
    return min(some), max(some)
