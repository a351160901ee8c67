"""Each primitive prunes as much as it promises, and nothing that has a support: by brute force."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from fractions import Fraction
from itertools import product
from typing import Any, Final
from unittest import mock

import pytest

from clew.constraints import (
    AllDifferent,
    Constraint,
    Count,
    DistinctVectors,
    ExactCover,
    Lex,
    Linear,
    Predicate,
    Same,
    Table,
    Var,
)
from clew.constraints import counting as counting_module
from clew.constraints import primitives as forms
from clew.constraints.base import OPEN
from clew.constraints.primitives import Primitive
from clew.levels import LEVELS as BY_NAME
from clew.propagation.compiler import Compiler
from clew.propagation.network import Network
from clew.propagation.strength import STRENGTHS, Strength

Domains = dict[Any, tuple[Any, ...]]
Drawn = tuple[Constraint, Domains]

PRIMITIVES: Final = [form for form in vars(forms).values() if isinstance(form, type) and Primitive in form.__bases__]
LEVELS: Final = ("forward", "unit", "arc")
ROUNDS: Final = 60


# -- a random constraint of each primitive ------------------------------------------------------------


def some(chance: random.Random, values: range) -> tuple[int, ...]:
    return tuple(sorted(chance.sample(values, chance.randint(1, len(values)))))


def domains_of(chance: random.Random, names: str, values: range) -> Domains:
    return {name: some(chance, values) for name in names}


def unary(chance: random.Random) -> Drawn:
    return Var("x") * 3 != chance.randint(-3, 9), domains_of(chance, "x", range(-1, 4))


def conflicts(chance: random.Random) -> Drawn:
    if chance.random() < 0.5:
        return Same("xy", "yz"), domains_of(chance, "xyz", range(4))
    return Predicate(lambda x, y: (x * y + 1) % 3 != 0, "xy"), domains_of(chance, "xy", range(5))


def extension(chance: random.Random) -> Drawn:
    rows = [row for row in product(range(3), repeat=3) if chance.random() < 0.4] or [(0, 0, 0)]
    return Table("xyz", rows), domains_of(chance, "xyz", range(3))


def reading(chance: random.Random) -> Drawn:
    return Lex("xy", "zw", strict=chance.random() < 0.5), domains_of(chance, "xyzw", range(3))


def weighted_sum(chance: random.Random) -> Drawn:
    weights = [chance.choice((-2, -1, 1, 2, 3, Fraction(1, 2))) for _ in "xyz"]
    relation = chance.choice(("==", "<", "<=", ">", ">="))
    return Linear("xyz", weights, relation, chance.randint(-4, 6)), domains_of(chance, "xyz", range(-2, 4))


def distinct(chance: random.Random) -> Drawn:
    options: dict[str, Any] = {}
    if chance.random() < 0.5:
        options["offsets"] = [chance.randint(-1, 1) for _ in "wxyz"]
    if chance.random() < 0.3:
        options["exceptions"] = [0]
    if chance.random() < 0.3:
        options["mapping"] = lambda name, value: value % 3
    return AllDifferent("wxyz", **options), domains_of(chance, "wxyz", range(4))


def cardinality(chance: random.Random) -> Drawn:
    counts = {}
    for value in chance.sample(range(4), chance.randint(1, 4)):
        low = chance.randint(0, 2)
        counts[value] = (low, low + chance.randint(0, 2))
    return Count("wxyz", counts), domains_of(chance, "wxyz", range(4))


def distinct_tuples(chance: random.Random) -> Drawn:
    vectors = ["uv", "wx", "yz"] if chance.random() < 0.7 else ["uv", "vw", "wx"]
    return DistinctVectors(vectors), domains_of(chance, "".join(sorted(set("".join(vectors)))), range(2))


def cover(chance: random.Random) -> Drawn:
    options = {k: items for k in range(7) if (items := [item for item in "wxyz" if chance.random() < 0.4])}
    options[9] = list("wxyz")
    constraint = ExactCover(options)
    domains = {item: list(domain) for item, domain in constraint.domains().items()}
    return constraint, {item: tuple(chance.sample(d, chance.randint(1, len(d)))) for item, d in domains.items()}


def callback(chance: random.Random) -> Drawn:
    modulus = chance.randint(2, 4)
    return Predicate(lambda x, y, z: (x * y + z) % modulus == 1, "xyz"), domains_of(chance, "xyz", range(4))


DRAW: Final[Mapping[type[Primitive], Callable[[random.Random], Drawn]]] = {
    forms.Unary: unary,
    forms.Conflicts: conflicts,
    forms.Extension: extension,
    forms.Reading: reading,
    forms.WeightedSum: weighted_sum,
    forms.Distinct: distinct,
    forms.Cardinality: cardinality,
    forms.DistinctTuples: distinct_tuples,
    forms.Cover: cover,
    forms.Callback: callback,
}


# -- what is left, and what may be ---------------------------------------------------------------------


def kept(constraint: Constraint, domains: Domains, level: str) -> Domains | None:
    """The domains at the fixpoint of a level; under `forward` after every value that is alone was decided."""
    network: Network = Compiler(domains, (constraint,), BY_NAME[level]).network()
    lanes = network.lanes
    if level == "forward":
        left = network.filtered()
        assigned = 0
        for name, values in domains.items():
            lane = lanes.lane[name]
            if left and len(values) == 1:
                assigned |= 1 << lane.guard
                left, assigned = network.forward(left, assigned, name, values[0])
    else:
        left, _ = network.root({})
    if not left:
        return None
    return {v: lane.select(left >> lane.offset & lane.full) for v, lane in lanes.lane.items()}


def solutions(constraint: Constraint, domains: Domains) -> list[dict[Any, Any]]:
    scope: tuple[Any, ...] = constraint.scope
    rows = product(*(domains[name] for name in scope))
    return [dict(zip(scope, row, strict=True)) for row in rows if constraint.holds(row)]


def examine(constraint: Constraint, domains: Domains, level: str, strength: Strength) -> None:
    """What is pruned has no solution, and what is left is no more than the strength promises."""
    found = kept(constraint, domains, level)
    every = solutions(constraint, domains)
    if found is None:
        assert not every
        return
    support = {name: {row[name] for row in every} for name in constraint.scope}
    assert all(support[name] <= set(found[name]) for name in support), "pruned too much"
    is_open = [name for name in support if len(domains[name]) > 1]
    settled = [name for name in support if len(domains[name]) == 1]
    if strength is Strength.DOMAIN or len(is_open) <= 1:
        assert {name: set(found[name]) for name in support} == support
    if strength is Strength.VALUE:
        for name, other in product(is_open, settled):
            assert all(beside(constraint, {name: value, other: domains[other][0]}) for value in found[name])
    if strength is Strength.BOUNDS:
        (primitive,) = constraint.primitives()
        assert isinstance(primitive, forms.WeightedSum)
        for name in support:
            assert all(in_bounds(primitive, {**found, name: (end,)}) for end in (found[name][0], found[name][-1]))


def beside(constraint: Constraint, values: dict[Any, Any]) -> bool:
    """Whether the constraint has nothing against two values, the other variables being open."""
    return constraint.consistent([values.get(name, OPEN) for name in constraint.scope])


def in_bounds(primitive: forms.WeightedSum, domains: Domains) -> bool:
    """Whether numbers between the ends of the domains satisfy a sum."""
    terms = [
        [weight * value for value in domains[name]]
        for name, weight in zip(primitive.scope, primitive.coefficients, strict=True)
    ]
    least, most, bound = sum(map(min, terms)), sum(map(max, terms)), primitive.bound
    relations: dict[str, Any] = {
        "==": least <= bound <= most,
        "<": least < bound,
        "<=": least <= bound,
        ">": most > bound,
        ">=": most >= bound,
    }
    return bool(relations[primitive.relation])


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("kind", PRIMITIVES, ids=lambda kind: kind.__name__)
def test_a_primitive_prunes_as_much_as_it_promises(kind: type[Primitive], level: str) -> None:
    strength = STRENGTHS[kind][level]
    for seed in range(ROUNDS):
        with mock.patch.object(counting_module, "AUTOMATON", 0):
            constraint, domains = DRAW[kind](random.Random(seed))
            assert {type(primitive) for primitive in constraint.primitives()} <= {kind, forms.Callback}
            if kind is forms.Callback and len(constraint.scope) > 2:
                with mock.patch("clew.propagation.compiler.TUPLES", 0):
                    examine(constraint, domains, level, strength)
            else:
                examine(constraint, domains, level, strength)


def test_every_primitive_has_a_strength_at_every_level_and_a_constraint_to_try() -> None:
    assert set(STRENGTHS) == set(DRAW) == set(PRIMITIVES)
    assert all(tuple(levels) == LEVELS for levels in STRENGTHS.values())


def test_stronger_levels_are_no_weaker() -> None:
    for levels in STRENGTHS.values():
        assert list(levels.values()) == sorted(levels.values())
