"""Objectives that are no weighted sums get variables: one for what each part of the sum costs.

So an objective has bounds before all variables have values, as a weighted sum has: the search enters nothing that
cannot improve the best value found, and it decides on costs, the small ones first. All parts on one variable are one
cost, which a table says.
"""

from __future__ import annotations

from collections import ChainMap
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import reduce
from itertools import product
from math import prod
from operator import mul
from typing import Any, Final

from clew.constraints.arithmetic import Linear
from clew.constraints.base import Constraint
from clew.constraints.calculations import Operations, ends_of
from clew.constraints.expressions import compare_trees
from clew.constraints.intervals import Interval
from clew.constraints.names import Scope, Term
from clew.constraints.objectives import Computed, Target
from clew.constraints.orders import Maximum, Minimum
from clew.constraints.resolving import whole
from clew.constraints.table import Table
from clew.constraints.trees import Tree, folded, function_of, names_in, placed
from clew.limits import looking
from clew.planning.merging import NAMING
from clew.planning.request import DeclaredProblem, Request
from clew.records import evolve, frozen
from clew.state.levels import ARC, UNIT
from clew.strategies import Best

MOST: Final = 2**14
"""Combinations of values up to which the cost of each is calculated."""

ORDERS: Final = ("variable_order", "value_order")
"""The options that a function of the user's may be, which may name variables."""

OPERATORS: Final = ("max", "min", "abs", "*")
"""Their parts become costs, if they are sums of several variables, and there are too many combinations of values."""


@frozen
class Cost:
    """The name of a variable that is a part of an objective."""

    number: int


def with_costs(declared: DeclaredProblem, request: Request) -> tuple[DeclaredProblem, Target | None]:
    """The declarations with a variable for each part of the objective, and the sum of them that is to be made small.

    The same declarations, and no sum, if the objective needs none, if a part of it is no whole number or has too many
    values, or if hooks or options may name the variables of the search.
    """
    strategy: Any = request.strategy
    is_open = strategy.bound is None and type(strategy).is_hopeless is Best.is_hopeless and request.kernel != "python"
    is_open &= request.options.get("inference") in (None, UNIT.name, ARC.name)  # the trees of the others are compared
    is_open &= all(isinstance(request.options.get(order) or "", str) for order in ORDERS)
    if (
        not is_open
        or declared.own
        or any(map(request.options.get, {*NAMING, "checkpoint"} - {"inference", "search", *ORDERS}))
    ):
        return declared, None
    costs = Costs(declared.domains)
    weights = costs.weights(strategy.objective) if type(strategy.objective) is Computed else None
    if weights is None:
        return declared, None
    target = [*weights], [-weight if request.maximizes else weight for weight in weights.values()]
    told = {name: declared.told.get(name, name) for name in declared.told or declared.domains}
    more = {**declared.domains, **costs.own}
    return evolve(declared, constraints=(*declared.constraints, *costs.constraints), domains=more, told=told), target


def without_costs(declared: DeclaredProblem, target: Target) -> DeclaredProblem:
    """The declarations without costs: of each variable that has a cost alone the values that cost least come first.

    Until a solution is known a search has no use for costs, and it would decide on them.
    """
    domains = {name: values for name, values in declared.domains.items() if type(name) is not Cost}
    own, weights = list[Constraint](), dict(zip(*target, strict=True))
    for constraint in declared.constraints:
        names = [name for name in constraint.scope if type(name) is not Cost]
        if len(names) == len(constraint.scope):
            own.append(constraint)
        elif isinstance(constraint, Table) and len(names) == 1 and len(constraint.scope) == 2:
            cost = constraint.scope[1]
            costs = {row[0]: weights.get(cost, 0) * row[1] for row in constraint.tuples}
            domains[names[0]] = tuple(sorted(domains[names[0]], key=costs.__getitem__))
    return evolve(declared, domains=domains, constraints=tuple(own))


class Costs:
    """The costs of an objective; a part that occurs twice has one.

    Attributes:
        domains: the variables with their values, those of the costs among them.
        own: the domains of the costs alone.
        constraints: one for each cost.
    """

    def __init__(self, domains: Mapping[Any, Sequence[Any]]) -> None:
        self.own, self.constraints = dict[Any, Sequence[int]](), list[Constraint]()
        self._parts = dict[Tree, Cost | None]()
        self.domains = ChainMap[Any, Any](self.own, dict(domains))

    def weights(self, objective: Computed) -> dict[Any, int] | None:
        """The weights of the variables and costs whose sum the objective is; None if it is none of whole numbers."""
        groups, number = _groups(_named(objective.tree, objective.scope))
        weights = dict[Any, int]()
        for parts in groups:
            (factor, first), *others = parts
            weight, tree = (1, _total(parts)) if others or type(factor) is not int else (factor, first)
            is_variable = tree[0] == "name" and _ends(tree, self.domains) is not None
            cost = tree[1] if is_variable else self._added(tree)
            if cost is None:
                return None
            weights[cost] = weight
        self.own[fixed := Cost(len(self.own))], weights[fixed] = (number,), 1
        return weights if type(number) is int else None

    def _added(self, tree: Tree) -> Cost | None:
        """A cost that is equal to an expression; None if that is no whole number, or nobody knows its values.

        If there are too many combinations of values, parts of a maximum or a product become costs first.
        """
        costs = _values(names_in(tree), tree, self.domains)
        if costs is None:
            parts = [self._part(part) if tree[0] in OPERATORS else part for part in tree[1:]]
            tree, ends = (tree[0], *parts), _ends((tree[0], *parts), self.domains)
            if ends is None or len(names_in(tree)) == 1:
                return None
            values: Sequence[int] = range(ends[0], ends[1] + 1)
        elif not costs or not {*map(type, costs.values())} <= {int, bool}:
            return None
        else:
            values = tuple(sorted({*map(int, costs.values())}))
        cost = Cost(len(self.own))
        self.own[cost] = values
        self.constraints.append(_equal(tree, cost, costs or {}))
        return cost

    def _part(self, part: Tree) -> Tree:
        """An expression, or the name of a cost that is equal to it, if it is about several variables."""
        if part[0] not in ("+", "-") or len(names_in(part)) == 1:
            return part
        if part not in self._parts:
            self._parts[part] = self._added(part)
        cost = self._parts[part]
        return part if cost is None else ("name", cost)


def _equal(tree: Tree, cost: Cost, costs: Mapping[tuple[Any, ...], Any]) -> Constraint:
    """The constraint that a cost is equal to an expression, of which the value of each combination may be known."""
    scope = names_in(tree)
    if costs and len(scope) == 1:
        return Table((*scope, cost), [(*row, int(value)) for row, value in costs.items()])
    if tree[0] in ("max", "min") and {part[0] for part in tree[1:]} == {"name"}:
        return (Maximum if tree[0] == "max" else Minimum)([part[1] for part in tree[1:]], cost)
    if not folded(tree, lambda leaf: leaf[0] == "condition", lambda _, parts: any(parts)):
        return whole(compare_trees(tree, "==", ("name", cost)))
    groups, number = _groups(tree)
    terms = [Term(_total(parts)) for parts in groups]
    return whole(Linear((*terms, cost), (*[1] * len(terms), -1), "==", -number))


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


def _groups(tree: Tree) -> tuple[list[list[tuple[Any, Tree]]], Any]:
    """The parts of a sum: those on one variable together, each of the others alone; and the sum of the constants."""
    groups, number = dict[Any, list[tuple[Any, Tree]]](), 0
    for factor, part in _addends(tree):
        if part[0] == "constant":
            number += factor * part[1]
        else:
            names = names_in(part)
            groups.setdefault(names if len(names) == 1 else (names, len(groups)), []).append((factor, part))
    return [*groups.values()], number


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


def _ends(tree: Tree, domains: Mapping[Any, Sequence[Any]]) -> Interval | None:
    """The ends between which an expression lies; None if that is not easy to say."""
    ends, told = list[Interval | None](), [True]

    def leaf(part: Tree) -> Tree:
        if part[0] == "constant":
            told.append(type(part[1]) is int)
            return part
        values = range(2) if part[0] == "condition" else domains[part[1]]
        is_whole = len(values) > 0 and (type(values) is range or {*map(type, values)} <= {int})
        ends.append(ends_of(values) if is_whole else None)
        return "variable", len(ends) - 1

    def node(kind: str, parts: list[Tree]) -> Tree:
        told.append(kind in ("+", "-", *OPERATORS))
        return (kind, *parts)

    made = folded(tree, leaf, node)
    known = [one for one in ends if one is not None]
    if not all(told) or len(known) < len(ends):
        return None
    steps = Operations(len(ends), made, ("constant", 0))
    low, high = steps.worth(known)[-1]
    return low - steps.bound, high - steps.bound
