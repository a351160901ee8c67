"""The random models of the corpus: families of them, each about one kind of constraint.

A model is made again from its family and its seed, on every version of Python and in every process: all that is drawn
comes from `random.Random(seed).random()`, which Python promises not to change, and no set is walked through.
"""

from __future__ import annotations

import operator
import random
from collections.abc import Callable, Hashable, Sequence
from fractions import Fraction
from itertools import pairwise, product
from math import prod
from typing import Any, Final, TypeVar

import attrs

import clew
from clew.constraints import (
    AllDifferent,
    And,
    AtLeast,
    AtMost,
    Comparison,
    Constant,
    Constraint,
    Count,
    DistinctVectors,
    Element,
    ExactCover,
    Exactly,
    Implies,
    Lex,
    Linear,
    Not,
    Or,
    Predicate,
    Product,
    Regular,
    Same,
    Stepwise,
    Sum,
    Table,
    Var,
)

T = TypeVar("T")
Solutions = list[tuple[Any, ...]]

RELATIONS: Final = ("==", "!=", "<", "<=", ">", ">=")

VALUES: Final[dict[str, tuple[Any, ...]]] = {
    "number": tuple(range(-2, 6)),
    "truth": (False, True),
    "text": ("a", "b", "c", "d", "e"),
    "pair": tuple(product((0, 1, 2), repeat=2)),
}
"""What the domains of each kind are drawn from."""

MOST: Final = 600
"""Assignments that a model may have: brute force looks at all of them."""


class Draw:
    """Everything that is drawn.

    Args:
        seed: what it depends on, and nothing else.
    """

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)

    def below(self, number: int) -> int:
        return int(self._random.random() * number)

    def between(self, low: int, high: int) -> int:
        return low + self.below(high - low + 1)

    def chance(self, probability: float) -> bool:
        return self._random.random() < probability

    def pick(self, things: Sequence[T]) -> T:
        return things[self.below(len(things))]

    def some(self, things: Sequence[T], number: int) -> list[T]:
        """As many different things, in the order drawn; all of them if there are fewer."""
        left = list(things)
        return [left.pop(self.below(len(left))) for _ in range(min(number, len(left)))]


class Hooked(clew.Model):
    """A model with a hook besides its constraints: some pairs of values that must not both be taken."""

    def __init__(self) -> None:
        super().__init__()
        self.conflicts: list[dict[Any, Any]] = []

    def is_consistent(self, state: clew.State[Any, Any], variable: Any, value: Any) -> bool:
        return not any(
            conflict.get(variable) == value and all(v == variable or state.get(v) == w for v, w in conflict.items())
            for conflict in self.conflicts
        )


@attrs.frozen
class Making:
    """A model that is being made.

    Attributes:
        draw: what it is drawn from.
        model: the model.
        kinds: the kind of each variable's values.
    """

    draw: Draw
    model: clew.Model
    kinds: dict[Hashable, str] = attrs.field(factory=dict)

    def declare(self, number: int, kinds: Sequence[str]) -> None:
        """Declare variables, each of one of the kinds, with so few values that brute force is quick."""
        named_by_pairs = self.draw.chance(0.2)
        chosen = [self.draw.pick(kinds) for _ in range(number)]
        sizes = [self.draw.between(2, len(VALUES[kind])) for kind in chosen]
        while prod(sizes) > MOST:
            largest = sizes.index(max(sizes))
            sizes[largest] -= 1
        for k, (kind, size) in enumerate(zip(chosen, sizes, strict=True)):
            name = (k // 2, k % 2) if named_by_pairs else f"x{k}"
            values = self.draw.some(VALUES[kind], size)
            self.model.variable(name, values if self.draw.chance(0.2) else sorted(values))
            self.kinds[name] = kind

    def names(self, kind: str | None = None) -> list[Any]:
        return [name for name, its in self.kinds.items() if kind in (None, its)]

    def scope(self, low: int, high: int, kind: str | None = None) -> list[Any]:
        """Some variables of a kind."""
        return self.draw.some(self.names(kind), self.draw.between(low, high))

    def numbers(self, low: int, high: int) -> list[Any]:
        return self.scope(low, high, "number")

    def values(self, name: Any) -> tuple[Any, ...]:
        return tuple(self.model.domains()[name])

    def shared_values(self, scope: Sequence[Any]) -> list[Any]:
        """The values that the domains of a scope have, in order, each once."""
        return list(dict.fromkeys(value for name in scope for value in self.values(name)))


# -- constraints, one family each ------------------------------------------------------------------------


def all_different(m: Making) -> Constraint:
    return AllDifferent(m.scope(2, 5))


def all_different_offsets(m: Making) -> Constraint:
    scope = m.numbers(2, 5)
    return AllDifferent(scope, offsets=[m.draw.between(-2, 2) for _ in scope])


def _halved(variable: Any, value: Any) -> Any:
    return (value + len(variable)) // 2


def all_different_mapping(m: Making) -> Constraint:
    return AllDifferent(m.numbers(2, 4), mapping=_halved)


def all_different_exceptions(m: Making) -> Constraint:
    scope = m.scope(2, 5)
    return AllDifferent(scope, exceptions=m.draw.some(m.shared_values(scope), m.draw.between(1, 2)))


def all_different_terms(m: Making) -> Constraint:
    terms: list[Any] = [Var(name) * m.draw.pick((1, 1, 2)) + m.draw.between(-1, 2) for name in m.numbers(2, 4)]
    return AllDifferent([*terms, Constant(m.draw.between(0, 3))] if m.draw.chance(0.5) else terms)


def _rows(m: Making, scope: Sequence[Any], share: float) -> list[tuple[Any, ...]]:
    rows = [row for row in product(*(m.values(name) for name in scope)) if m.draw.chance(share)]
    return rows or [tuple(m.values(name)[0] for name in scope)]


def table(m: Making) -> Constraint:
    scope = m.scope(2, 3)
    return Table(scope, _rows(m, scope, 0.4))


def table_forbidden(m: Making) -> Constraint:
    scope = m.scope(2, 3)
    return Table(scope, _rows(m, scope, 0.4), allowed=False)


def comparison(m: Making) -> Constraint:
    scope = m.scope(2, 2)
    alike = m.kinds[scope[0]] == m.kinds[scope[-1]]
    return Comparison(scope, m.draw.pick(RELATIONS if alike else RELATIONS[:2]))


def comparison_constant(m: Making) -> Constraint:
    (name,) = m.scope(1, 1)
    return Comparison((name,), m.draw.pick(RELATIONS), m.draw.pick(m.values(name)))


def linear(m: Making) -> Constraint:
    scope = m.numbers(2, 5)
    weights = [m.draw.pick((-3, -2, -1, 1, 2, 3)) for _ in scope]
    return Linear(scope, weights, m.draw.pick(RELATIONS), m.draw.between(-3, 6))


def linear_large(m: Making) -> Constraint:
    """Numbers on both sides of the borders of machine words, and fractions."""
    scope = m.numbers(2, 4)
    unit: Any = m.draw.pick((2**31, 2**61, 2**62, 2**63, 2**64 + 1, 10**30, Fraction(1, 3), Fraction(5, 2)))
    weights = [unit * m.draw.pick((-2, -1, 1, 2)) for _ in scope]
    return Linear(scope, weights, m.draw.pick(RELATIONS), unit * m.draw.between(-2, 5) + m.draw.pick((-1, 0, 0, 1)))


def sums(m: Making) -> Constraint:
    return Sum(m.numbers(2, 5), m.draw.pick(RELATIONS), m.draw.between(-1, 9))


def products(m: Making) -> Constraint:
    return Product(m.numbers(2, 4), m.draw.pick(RELATIONS), m.draw.between(-4, 12))


def products_large(m: Making) -> Constraint:
    """A product that leaves the machine words, by way of an expression."""
    scope = m.numbers(2, 3)
    total: Any = m.draw.pick((2**31, 2**62, 2**64))
    for name in scope:
        total = total * Var(name)
    compare: Callable[[Any, Any], Any] = m.draw.pick((operator.lt, operator.ge, operator.eq, operator.ne))
    constraint: Constraint = compare(total, m.draw.pick((2**31, 2**62, 2**64)) * m.draw.between(-2, 6))
    return constraint


def formula(m: Making) -> Constraint:
    x, y, z = (Var(m.draw.pick(m.names("number"))) for _ in range(3))
    bound = m.draw.between(-2, 6)
    left: Any = m.draw.pick(
        (x * y + z, x % 3 + y * z, abs(x) + abs(y), x // 2 * y, x * x + y * y, (x - y) * z, 2**abs(x) - y, -x * y + z)
    )  # fmt: skip
    compare: Callable[[Any, Any], Any] = m.draw.pick((operator.eq, operator.ne, operator.lt, operator.ge, operator.le))
    right: Any = bound if m.draw.chance(0.7) else z + bound
    constraint: Constraint = compare(left, right)
    return constraint


def _maximum(first: Any, *others: Any) -> bool:
    return bool(first == max(others))


def _minimum(first: Any, *others: Any) -> bool:
    return bool(first == min(others))


def minimum_maximum(m: Making) -> Constraint:
    return Predicate(m.draw.pick((_minimum, _maximum)), m.numbers(3, 4))


@attrs.frozen
class Remainder:
    """Whether values, told by their places in a list, add up to anything but one remainder."""

    values: tuple[Any, ...]
    modulus: int
    refused: int

    def __call__(self, *values: Any) -> bool:
        return sum(map(self.values.index, values)) % self.modulus != self.refused


def predicate(m: Making) -> Constraint:
    scope = m.scope(2, 4)
    modulus = m.draw.between(2, 4)
    return Predicate(Remainder(tuple(m.shared_values(scope)), modulus, m.draw.below(modulus)), scope)


def count(m: Making) -> Constraint:
    scope = m.scope(2, 6)
    bounds = {}
    for value in m.draw.some(m.shared_values(scope), m.draw.between(1, 3)):
        low = m.draw.below(2)
        bounds[value] = (low, low + m.draw.below(3))
    return Count(scope, bounds)


def count_one(m: Making) -> Constraint:
    scope = m.scope(2, 6)
    kind = m.draw.pick((Exactly, AtLeast, AtMost))
    return kind(m.draw.between(0, len(scope) - 1), m.draw.pick(m.shared_values(scope)), scope)


def regular(m: Making) -> Constraint:
    scope = m.scope(2, 6)
    states = m.draw.between(2, 4)
    pairs = product(range(states), m.shared_values(scope))
    moves = {pair: m.draw.below(states) for pair in pairs if m.draw.chance(0.7)}
    return Regular(scope, moves, 0, m.draw.some(range(states), m.draw.between(1, states)))


def element(m: Making) -> Constraint:
    (index,) = m.numbers(1, 1)
    (value,) = m.draw.some([name for name in m.names() if name != index], 1)
    choice = [v for name in m.names() for v in m.values(name) if m.kinds[name] == m.kinds[value]]
    return Element(index, [m.draw.pick(choice) for _ in range(m.draw.between(2, 6))], value)


def element_of_variables(m: Making) -> Constraint:
    index, value, *_ = m.draw.some(m.names("number"), 2)
    entries = [Var(m.draw.pick(m.names())) if m.draw.chance(0.6) else m.draw.between(-1, 4) for _ in range(4)]
    return Element(index, entries, value)


def lex(m: Making) -> Constraint:
    scope = m.numbers(2, 6)
    half = len(scope) // 2
    return Lex(scope[:half], scope[half : 2 * half], m.draw.chance(0.5))


def distinct_vectors(m: Making) -> Constraint:
    width = m.draw.between(1, 2)
    vectors = [tuple(m.draw.some(m.names(), width)) for _ in range(4)]
    vectors = list(dict.fromkeys(vectors))[:3]
    return DistinctVectors(vectors if len(vectors) > 1 else [m.names()[:1], m.names()[1:2]])


def same(m: Making) -> Constraint:
    scope = m.numbers(2, 4)
    half = len(scope) // 2
    return Same(scope[:half], scope[half : 2 * half])


@attrs.frozen
class Even(Constraint):
    """A constraint of a user's own, which prunes: the sum is even."""

    def holds(self, values: Any) -> bool:
        return bool(sum(values) % 2 == 0)

    def propagate(self, domains: Any) -> Any:
        remainders = [sorted({value % 2 for value in domain}) for domain in domains]
        kept = []
        for k, domain in enumerate(domains):
            others = remainders[:k] + remainders[k + 1 :]
            is_free = any(len(some) > 1 for some in others)
            rest = sum(some[0] for some in others) % 2
            kept.append([value for value in domain if is_free or value % 2 == rest])
        return kept if all(kept) else None


@attrs.frozen
class Rising(Stepwise):
    """A constraint of a user's own, read value by value: at most one value is smaller than the one before it."""

    def holds(self, values: Any) -> bool:
        return sum(bool(a > b) for a, b in pairwise(values)) <= 1

    def start(self) -> Hashable:
        return (None, 0)

    def step(self, memory: Any, position: int, value: Any) -> Hashable | None:
        last, falls = memory
        falls += last is not None and value < last
        return None if falls > 1 else (value, falls)


@attrs.frozen
class Plain(Constraint):
    """A constraint of a user's own with nothing but `holds`: a value lies strictly between two others, or all agree."""

    def holds(self, values: Any) -> bool:
        first, *between, last = values
        return all(first < value < last for value in between) or len(set(values)) == 1


def own_propagating(m: Making) -> Constraint:
    return Even(m.numbers(2, 4))


def own_stepwise(m: Making) -> Constraint:
    return Rising(m.numbers(3, 6))


def own_plain(m: Making) -> Constraint:
    return Plain(m.numbers(3, 4))


def conjunction(m: Making) -> Constraint:
    return And([m.draw.pick(SIMPLE)(m) for _ in range(m.draw.between(2, 3))])


def disjunction(m: Making) -> Constraint:
    return Or([m.draw.pick(SIMPLE)(m) for _ in range(m.draw.between(2, 3))])


def negation(m: Making) -> Constraint:
    return Not(m.draw.pick(SIMPLE)(m))


def implication(m: Making) -> Constraint:
    return Implies(m.draw.pick(SIMPLE)(m), m.draw.pick(SIMPLE)(m))


def nested(m: Making) -> Constraint:
    parts = [m.draw.pick(SIMPLE)(m) for _ in range(4)]
    return Or([And(parts[:2]), Not(Or(parts[2:]))])


Family = Callable[[Making], Constraint]

SIMPLE: Final[tuple[Family, ...]] = (
    all_different, all_different_offsets, comparison, comparison_constant, count_one, element, formula, lex, linear,
    predicate, products, regular, same, sums, table, table_forbidden,
)  # fmt: skip
"""The kinds of constraints that others are combined of, and that stand beside others."""

KINDS: Final[dict[str, Family]] = {
    "all-different": all_different,
    "all-different-offsets": all_different_offsets,
    "all-different-mapping": all_different_mapping,
    "all-different-exceptions": all_different_exceptions,
    "all-different-terms": all_different_terms,
    "table": table,
    "table-forbidden": table_forbidden,
    "comparison": comparison,
    "comparison-constant": comparison_constant,
    "linear": linear,
    "linear-large": linear_large,
    "sum": sums,
    "product": products,
    "product-large": products_large,
    "formula": formula,
    "minimum-maximum": minimum_maximum,
    "predicate": predicate,
    "count": count,
    "count-one": count_one,
    "regular": regular,
    "element": element,
    "element-of-variables": element_of_variables,
    "lex": lex,
    "distinct-vectors": distinct_vectors,
    "same": same,
    "own-propagating": own_propagating,
    "own-stepwise": own_stepwise,
    "own-plain": own_plain,
    "and": conjunction,
    "or": disjunction,
    "not": negation,
    "implies": implication,
    "nested": nested,
}


def about(family: Family) -> Callable[[Draw], clew.Model]:
    """Makes models with one or two constraints of a family, and up to two others beside them."""

    def make(draw: Draw) -> clew.Model:
        making = Making(draw, clew.Model())
        _declare(making)
        constraints = [family(making) for _ in range(draw.between(1, 2))]
        constraints += [draw.pick(SIMPLE)(making) for _ in range(draw.below(3))]
        making.model.require(constraints)
        return making.model

    return make


def _declare(making: Making) -> None:
    """Three to seven variables; those left after the fourth may be of any kind."""
    draw = making.draw
    number = draw.between(3, 7)
    if draw.chance(0.5):
        making.declare(number, ("number",))
        return
    while len(making.names("number")) < 4:
        making.kinds.clear()
        making.model.__init__()  # type: ignore[misc]  # a model has no way to forget a variable
        making.declare(max(number, 5), ("number", "number", "number", "number", "text", "truth", "pair"))


# -- families of models ------------------------------------------------------------------------------------


def exact_cover(draw: Draw) -> clew.Model:
    items = list("abcdef")[: draw.between(3, 6)]
    optional = draw.some(items, draw.below(2))
    options: dict[Any, list[str]] = {}
    for number in range(draw.between(5, 11)):
        chosen = draw.some(items, draw.between(1, 3))
        if any(item not in optional for item in chosen):
            options[number] = chosen
    for item in items:
        if draw.chance(0.5) and item not in optional:
            options[f"only {item}"] = [item]
    cover = ExactCover(options or {0: ["a"]}, optional)
    model = clew.Model()
    for item, domain in cover.domains().items():
        model.variable(item, domain)
    model.require(cover)
    return model


def given(draw: Draw) -> clew.Model:
    """Values that are given: they may contradict each other."""
    model = about(draw.pick(SIMPLE))(draw)
    for name, domain in draw.some(list(model.domains().items()), draw.between(1, 2)):
        model.fix(name, draw.pick(tuple(domain)))
    return model


def components(draw: Draw) -> clew.Model:
    """Independent parts: those that a search may count apart."""
    model = clew.Model()
    parts = []
    for part in range(2):
        names = [f"{'pq'[part]}{k}" for k in range(draw.between(2, 3))]
        for name in names:
            model.variable(name, range(draw.between(2, 3)))
        parts.append(names)
    for names in parts:
        scope = draw.some(names, draw.between(2, len(names)))
        model.require(draw.pick((AllDifferent(scope), Sum(scope, draw.pick(RELATIONS), draw.between(0, 4)))))
    return model


def wide(draw: Draw) -> clew.Model:
    """Domains beyond a machine word of 64 bits."""
    model = clew.Model()
    size = draw.pick((63, 64, 65, 70, 129))
    low = draw.between(-40, 5)
    x, y = model.variable("x", range(low, low + size)), model.variable("y", range(low, low + 70, draw.pick((7, 14))))
    kinds: list[Callable[[], Any]] = [
        lambda: x + 2 * y == draw.between(0, 60),
        lambda: x * y == draw.pick((12, 36, -20, 0)),
        lambda: AllDifferent([x, y], offsets=[0, draw.between(-3, 3)]),
        lambda: x % 7 == y % 5,
        lambda: x - y > draw.between(20, 50),
        lambda: Element(x, [draw.between(low, low + 20) for _ in range(66)], y),
        lambda: Lex([x], [y], True),
    ]
    model.require([kind() for kind in draw.some(kinds, draw.between(1, 2))])
    return model


def hooked(draw: Draw) -> clew.Model:
    """Constraints and a hook: both must hold."""
    making = Making(draw, Hooked())
    making.declare(draw.between(3, 6), ("number",))
    making.model.require(draw.pick(SIMPLE)(making))
    assert isinstance(making.model, Hooked)
    for _ in range(draw.between(1, 5)):
        scope = making.scope(1, 3)
        making.model.conflicts.append({name: draw.pick(making.values(name)) for name in scope})
    return making.model


def borders(draw: Draw) -> clew.Model:
    """What is easily forgotten: few variables or none, few values or none, constraints about little."""
    model = clew.Model()
    names = [f"x{k}" for k in range(draw.below(3))]
    for name in names:
        model.variable(name, range(draw.below(4)))
    trivial: list[Callable[[], Constraint]] = [
        lambda: AllDifferent(names),
        lambda: AllDifferent([]),
        lambda: Sum(names, draw.pick(RELATIONS), draw.below(3)),
        lambda: Table(names, [(0,) * len(names)], allowed=draw.chance(0.5)),
        lambda: Count(names, {0: (0, 1)}),
        lambda: Regular(names, {(0, 0): 1, (1, 1): 0, (0, 2): 0}, 0, [0, 1] if draw.chance(0.5) else [1]),
    ]
    model.require([make() for make in draw.some(trivial, draw.below(3))])
    return model


MODELS: Final[dict[str, Callable[[Draw], clew.Model]]] = {
    **{name: about(family) for name, family in KINDS.items()},
    "exact-cover": exact_cover,
    "given": given,
    "components": components,
    "wide": wide,
    "hooked": hooked,
    "borders": borders,
}
"""The families by name."""


def model_of(family: str, seed: int) -> clew.Model:
    """The model of a family and a seed."""
    return MODELS[family](Draw(seed))


def brute_force(model: clew.Model) -> Solutions:
    """Every solution, in lexicographic order of the domains, by `holds` alone, asked once its variables have values."""
    domains, fixed = model.domains(), model.given()
    places = {name: k for k, name in enumerate(domains)}
    asked: list[list[tuple[Callable[[Any], bool], list[int]]]] = [[] for _ in range(len(domains) + 1)]
    for constraint in model.constraints():
        scope = [places[n] for n in constraint.scope]
        asked[max(scope, default=-1) + 1].append((constraint.holds, scope))
    for conflict in model.conflicts if isinstance(model, Hooked) else []:
        scope = [places[n] for n in conflict]
        asked[max(scope, default=-1) + 1].append(([*conflict.values()].__ne__, scope))
    found: Solutions = [()] if all(holds([]) for holds, _ in asked[0]) else []
    for (name, domain), here in zip(domains.items(), asked[1:], strict=True):
        some = [value for value in domain if value == fixed.get(name, value)]
        found = [
            row
            for row in ((*before, value) for before in found for value in some)
            if all(holds([row[k] for k in scope]) for holds, scope in here)
        ]
    return found
