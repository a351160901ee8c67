"""Each primitive prunes as much as it promises, and nothing that has a support: by brute force."""

from __future__ import annotations

import random
from collections.abc import Callable, Hashable, Mapping, Sequence
from fractions import Fraction
from importlib import import_module
from itertools import combinations, product
from pkgutil import iter_modules
from typing import Any, Final
from unittest import mock

import attrs
import pytest

from clew import constraints
from clew.constraints import (
    Acyclic,
    AllDifferent,
    And,
    Circuit,
    Comparison,
    Connected,
    Constraint,
    Count,
    Cumulative,
    DistinctVectors,
    Element,
    ExactCover,
    Implies,
    Lex,
    Linear,
    Max,
    Min,
    Not,
    Or,
    Predicate,
    Product,
    Same,
    Stepwise,
    Table,
    Var,
    circuits,
    distinct_sums,
    grouped_sums,
)
from clew.constraints import connected as graphs
from clew.constraints import counting as counting_module
from clew.constraints import primitives as forms
from clew.constraints.base import OPEN
from clew.constraints.expressions import compare
from clew.constraints.primitives import Primitive
from clew.constraints.registration import BY_LEVEL, Strength
from clew.problem.declared import flat
from clew.reference.propagation.compiler import Compiler
from clew.reference.propagation.network import Network
from clew.state.levels import LEVELS as BY_NAME
from tests.engine_families import Extreme

Domains = dict[Any, tuple[Any, ...]]
Drawn = tuple[Constraint, Domains]

MODULES: Final = [import_module(f"clew.constraints.{one.name}") for one in iter_modules(constraints.__path__)]
PRIMITIVES: Final[list[type[Primitive]]] = [
    *dict.fromkeys(
        form
        for module in MODULES
        for form in vars(module).values()
        if isinstance(form, type) and Primitive in form.__bases__
    ),
    graphs.SizedConnection,
]
LEVELS: Final = ("forward", "unit", "arc")
ROUNDS: Final = 60
RELATIONS: Final = ("==", "!=", "<", "<=", ">", ">=")
WRITTEN_OUT: Final = (forms.Alternatives, forms.Callback, forms.Images, forms.Compared)
"""Those of which a small one becomes a table, so that it prunes more than it promises."""


# -- a random constraint of each primitive ------------------------------------------------------------


def some(chance: random.Random, values: range) -> tuple[int, ...]:
    return tuple(sorted(chance.sample(values, chance.randint(1, len(values)))))


def domains_of(chance: random.Random, names: str, values: range) -> Domains:
    return {name: some(chance, values) for name in names}


def unary(chance: random.Random) -> Drawn:
    return Var("x") * 3 != chance.randint(-3, 9), domains_of(chance, "x", range(-1, 4))


def conflicts(chance: random.Random) -> Drawn:
    return Incongruent("xy", chance.randint(2, 4)), domains_of(chance, "xy", range(5))


@attrs.frozen
class Incongruent(Constraint):
    """Two numbers leave different remainders."""

    modulus: int

    def holds(self, values: Sequence[Any]) -> bool:
        return bool((values[0] - values[1]) % self.modulus)

    def primitives(self) -> tuple[Primitive, ...]:
        one, other = self.scope
        return (forms.Conflicts(self, one, other, lambda x, y: self.holds((x, y))),)


def extension(chance: random.Random) -> Drawn:
    rows = [row for row in product(range(3), repeat=3) if chance.random() < 0.4] or [(0, 0, 0)]
    return Table("xyz", rows), domains_of(chance, "xyz", range(3))


def difference(chance: random.Random) -> Drawn:
    if chance.random() < 0.3:
        return Same("xy", "yz"), domains_of(chance, "xyz", range(4))
    relation = chance.choice(RELATIONS)
    if chance.random() < 0.5:
        return Comparison("xy", relation), domains_of(chance, "xy", range(5))
    weights = chance.choice(((1, -1), (-1, 1)))
    return Linear("xy", weights, relation, chance.randint(-3, 3)), domains_of(chance, "xy", range(-1, 5))


def forbidden(chance: random.Random) -> Drawn:
    rows = [row for row in product(range(3), repeat=3) if chance.random() < 0.7] or [(0, 0, 0)]
    return Table("xyz", rows, allowed=False), domains_of(chance, "xyz", range(3))


def compared(chance: random.Random) -> Drawn:
    relation, bound = chance.choice(RELATIONS), chance.randint(-6, 12)
    domains = domains_of(chance, "xyz", range(-2, 5))
    if chance.random() < 0.3:
        return Product("xyz", relation, bound), domains
    x, y, z = map(Var, "xyz")
    polynomials = x * y + 2 * z, x * x - y * z, x * (y - z) + 3, x * y * Fraction(1, 2) - z**3, x * y - x * z
    others = x // (y * y + 1) + z, x % (z - 5) - y, abs(x - y) * z, Max(x, y, 2) - Min(y, z), (x % 4) ** abs(y) - z
    left = chance.choice(polynomials + others)
    return compare(left, relation, bound), domains


def extremum(chance: random.Random) -> Drawn:
    return Extreme("rxyz", chance.random() < 0.5), {
        name: tuple(chance.sample(range(6), chance.randint(1, 4))) for name in "rxyz"
    }


def element(chance: random.Random) -> Drawn:
    entries: list[Any] = [chance.choice((Var(name), chance.randint(0, 4))) for name in "xyzx"]
    entries[chance.randrange(4)] = Var("x")
    domains = domains_of(chance, "ixyzv", range(4))
    return Element("i", entries, "v"), domains | {"i": some(chance, range(-1, 5))}


def lexicographic(chance: random.Random) -> Drawn:
    names = "uvwxyz"
    domains: Domains = {name: tuple(chance.sample(range(4), chance.randint(1, 3))) for name in names}
    return Lex(names[:3], names[3:], strict=chance.random() < 0.5), domains


def clause(chance: random.Random) -> Drawn:
    x, y, z = map(Var, "xyz")
    first, second, third = chance.randint(0, 3), chance.randint(0, 3), chance.randint(0, 3)
    drawn: Constraint = chance.choice(
        (
            Or([x == first, y <= second, z != third]),
            Or([x == first, x == second, Not(y > third), z == 0]),
            Implies(And([x == first, y != second]), z == third),
            Not(And([x >= first, Not(Or([y == second, x == 3])) & Predicate(bool, "z")])),
        )
    )
    return drawn, domains_of(chance, "xyz", range(4))


def disjunction(chance: random.Random) -> Drawn:
    x, y, z = map(Var, "xyz")
    one, other = chance.randint(1, 4), chance.randint(1, 4)
    drawn: Constraint = chance.choice(
        (
            Or([x + one <= y, y + other <= x]),
            Or([x + one < y, Not(x <= y), z > other]),
            Or([2 * x - one * y < z, z + other * y <= x, x - y - 3 * z >= one]),
            Implies(x < y, z <= x + one),
            Not(And([x < y + Fraction(one, 2), y <= z + other])),
        )
    )
    return drawn, domains_of(chance, "xyz"[: len(drawn.scope)], range(-2, 6))


def alternatives(chance: random.Random) -> Drawn:
    x, y, z, w = map(Var, "xyzw")
    one, other = chance.randint(0, 3), chance.randint(0, 3)
    rows = [row for row in product(range(4), repeat=3) if chance.random() < 0.2] or [(0, 0, 0)]
    drawn: Constraint = chance.choice(
        (
            Or([And([x < y, y < z]), And([z < y, y < x])]),
            Or([x != one, y == z + other]),
            Or([AllDifferent([x, y, z, w]), And([x + y + z == one + 4, w == other])]),
            Or([Table("xyz", rows), Not(AllDifferent([x, y, w])), And([x == one, Or([y == z, z < w])])]),
            Not(And([Count("xyz", {one: (1, 2)}), x * y - z != other, Lex("xy", "zw")])),
            Implies(And([x <= one, Or([y == z, z > w])]), Not(Table("xyz", rows))),
        )
    )
    return drawn, domains_of(chance, "xyzw"[: len(drawn.scope)], range(4))


def images(chance: random.Random) -> Drawn:
    x, y, z, w = map(Var, "xyzw")
    drawn = chance.choice(
        (
            AllDifferent([x + y, z - w, 2 * x], exceptions=[2]),
            Element(x % 3, [y, z + 1, w, 2], z * w),
        )
    )
    return next(iter(flat([drawn]))), domains_of(chance, "xyzw", range(4))


@attrs.frozen
class Parity(Stepwise):
    """The sum of the values is even."""

    def holds(self, values: Sequence[Any]) -> bool:
        return bool(sum(values) % 2 == 0)

    def start(self) -> Hashable:
        return 0

    def step(self, memory: Any, position: int, value: Any) -> Hashable | None:
        return int(memory + value) % 2

    def accepts(self, memory: Any) -> bool:
        return bool(memory == 0)


def reading(chance: random.Random) -> Drawn:
    return Parity("xyzw"), domains_of(chance, "xyzw", range(3))


def weighted_sum(chance: random.Random) -> Drawn:
    weights = [chance.choice((-2, -1, 1, 2, 3, Fraction(1, 2))) for _ in "xyz"]
    relation = chance.choice(RELATIONS)
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


def distinct_sum(chance: random.Random) -> Drawn:
    """Also about values that are no numbers of the sum."""
    values = tuple(sorted(chance.sample(range(-3, 9), chance.randint(4, 7))))
    names, total = "wxyz"[: chance.randint(2, 4)], chance.randint(3, 18)
    sets = distinct_sums.sets_with_sum(values, len(names), total, 100)
    assert sets is not None
    return distinct_sums.SumOfDifferent(names, values, sets, (), total), domains_of(chance, names, range(-3, 9))


def grouped_sum(chance: random.Random) -> Drawn:
    """Also about values that are no numbers of the sum."""
    values = tuple(sorted(chance.sample(range(-2, 6), chance.randint(4, 6))))
    weights = tuple(chance.choice((-2, -1, 1, 2)) for _ in range(2))
    constraint = grouped_sums.SumOfGroups("vwxy", values, (3, 1), weights, chance.randint(-8, 14))
    return constraint, domains_of(chance, "vwxy", range(-2, 6))


def cardinality(chance: random.Random) -> Drawn:
    counts = {}
    for value in chance.sample(range(4), chance.randint(1, 4)):
        low = chance.randint(0, 2)
        counts[value] = (low, low + chance.randint(0, 2))
    return Count("wxyz", counts), domains_of(chance, "wxyz", range(4))


def distinct_tuples(chance: random.Random) -> Drawn:
    vectors = ["uv", "wx", "yz"] if chance.random() < 0.7 else ["uv", "vw", "wx"]
    return DistinctVectors(vectors), domains_of(chance, "".join(sorted(set("".join(vectors)))), range(2))


def resource_use(chance: random.Random) -> Drawn:
    """Tasks some of whose numbers are variables, of which one may be there twice."""
    domains: Domains = {}

    def entry(name: str, values: range, share: float) -> Any:
        if chance.random() >= share:
            return chance.choice([value for value in values if value >= 0])
        domains[name] = some(chance, values)
        return Var(name)

    number = chance.randint(2, 3)
    starts = [entry(f"s{k}", range(-1, 5), 1 if k < 2 else 0.7) for k in range(number)]
    durations = [entry(f"d{k}", range(-1, 4), 0.2) for k in range(number)]
    demands = [entry(f"u{k}", range(-1, 3), 0.2) for k in range(number)]
    presences = [entry(f"p{k}", range(2), 0.2) for k in range(number)]
    capacity = entry("c", range(-1, 4), 0.2)
    if chance.random() < 0.2:
        durations[0] = Var(chance.choice([*domains]))
    return Cumulative(starts, durations, demands, capacity, presences), domains


def cover(chance: random.Random) -> Drawn:
    options = {k: items for k in range(7) if (items := [item for item in "wxyz" if chance.random() < 0.4])}
    options[9] = list("wxyz")
    constraint = ExactCover(options)
    domains = {item: list(domain) for item, domain in constraint.domains().items()}
    return constraint, {item: tuple(chance.sample(d, chance.randint(1, len(d)))) for item, d in domains.items()}


def drawn_graph(chance: random.Random, vertices: str) -> list[tuple[str, str]]:
    """A graph in which some vertices, most of the time, separate others."""
    pairs = list(combinations(vertices, 2))
    return chance.sample(pairs, chance.randint(2, len(vertices) + 1))


@attrs.frozen
class Trip(Constraint):
    """Different successors that close no circuit too early."""

    loops: bool

    @property
    def nodes(self) -> dict[Any, int]:
        return {node: node for node in range(len(self.scope))}

    def holds(self, values: Sequence[Any]) -> bool:
        return Circuit(self.scope, loops=self.loops).holds(values)

    def primitives(self) -> tuple[Primitive, ...]:
        return (circuits.OneCircuit(self, self.nodes, self.loops),)


def one_circuit(chance: random.Random) -> Drawn:
    names = "abcde"[: chance.randint(3, 5)]
    return Trip(names, chance.random() < 0.5), domains_of(chance, names, range(len(names)))


@attrs.frozen
class Priced(Constraint):
    """The last variable is the sum of costs that the others choose."""

    costs: tuple[tuple[int, ...], ...]

    def holds(self, values: Sequence[Any]) -> bool:
        *after, total = values
        return bool(total == circuits.cost_of(self.costs, after))

    def primitives(self) -> tuple[Primitive, ...]:
        return (circuits.TourCost(self, {node: node for node in range(len(self.costs))}, self.costs, False),)


def tour_cost(chance: random.Random) -> Drawn:
    size = chance.randint(2, 4)
    costs = tuple([tuple([chance.randint(-2, 5) for _ in range(size)]) for _ in range(size)])
    domains = domains_of(chance, "abcd"[:size], range(size))
    return Priced([*domains, "t"], costs), {**domains, "t": some(chance, range(-3, 12))}


def connection(chance: random.Random) -> Drawn:
    vertices = "abcdefg"
    fixed, joints = vertices[5 : chance.randint(5, 6)], vertices[6 : chance.randint(6, 7)]
    known = ("abcde", fixed, joints)
    edges = [edge for edge in drawn_graph(chance, vertices) if {*edge} <= {*"".join(known)}]
    return Connected("abcde", edges, 1, fixed, joints), domains_of(chance, "abcde", range(3))


def sized_connection(chance: random.Random) -> Drawn:
    constraint, domains = connection(chance)
    least = chance.randrange(4)
    return attrs.evolve(constraint, size=(least, least + chance.randrange(4))), domains  # type: ignore[call-arg]


def forest(chance: random.Random) -> Drawn:
    edges = drawn_graph(chance, "abcde")
    names = "stuvwxyz"[: len(edges)]
    return Acyclic(names, edges, chance.random() < 0.5), domains_of(chance, names, range(2))


def callback(chance: random.Random) -> Drawn:
    modulus = chance.randint(2, 4)
    return Predicate(lambda x, y, z: (x * y + z) % modulus == 1, "xyz"), domains_of(chance, "xyz", range(4))


DRAW: Final[Mapping[type[Primitive], Callable[[random.Random], Drawn]]] = {
    forms.Unary: unary,
    forms.Conflicts: conflicts,
    forms.Difference: difference,
    forms.Extension: extension,
    forms.Forbidden: forbidden,
    forms.Reading: reading,
    forms.WeightedSum: weighted_sum,
    forms.Compared: compared,
    forms.Extremum: extremum,
    forms.ElementAt: element,
    forms.ResourceUse: resource_use,
    forms.Lexicographic: lexicographic,
    forms.Clause: clause,
    forms.Disjunction: disjunction,
    forms.Alternatives: alternatives,
    forms.Images: images,
    forms.Distinct: distinct,
    distinct_sums.DistinctSum: distinct_sum,
    grouped_sums.GroupedSum: grouped_sum,
    forms.Cardinality: cardinality,
    forms.DistinctTuples: distinct_tuples,
    forms.Covering: cover,
    graphs.Connection: connection,
    graphs.SizedConnection: sized_connection,
    graphs.AcyclicEdges: forest,
    circuits.OneCircuit: one_circuit,
    circuits.TourCost: tour_cost,
    forms.Callback: callback,
}


# -- what is left, and what may be ---------------------------------------------------------------------


def kept(constraint: Constraint, domains: Domains, level: str) -> Domains | None:
    """The domains at the fixpoint of a level; under `forward` after every value that is alone was decided."""
    network: Network = Compiler(domains, (constraint,), BY_NAME[level]).network()
    lanes = network.lanes
    if level == "forward":
        left = network.undecided
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
        for primitive in constraint.primitives():
            assert isinstance(primitive, forms.WeightedSum | forms.Difference)
            for name in primitive.scope:
                assert all(in_bounds(primitive, {**found, name: (end,)}) for end in (found[name][0], found[name][-1]))


def beside(constraint: Constraint, values: dict[Any, Any]) -> bool:
    """Whether the constraint has nothing against two values, the other variables being open."""
    return constraint.consistent([values.get(name, OPEN) for name in constraint.scope])


def in_bounds(primitive: forms.WeightedSum | forms.Difference, domains: Domains) -> bool:
    """Whether numbers between the ends of the domains satisfy a sum."""
    weights: tuple[Any, ...] = (1, -1)
    if isinstance(primitive, forms.WeightedSum):
        weights, bound = primitive.coefficients, primitive.bound
    else:
        bound = primitive.offset
    terms = [[weight * value for value in domains[name]] for name, weight in zip(primitive.scope, weights, strict=True)]
    least, most = sum(map(min, terms)), sum(map(max, terms))
    relations: dict[str, Any] = {
        "==": least <= bound <= most,
        "!=": not least == bound == most,
        "<": least < bound,
        "<=": least <= bound,
        ">": most > bound,
        ">=": most >= bound,
    }
    return bool(relations[primitive.relation])


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("kind", PRIMITIVES, ids=lambda kind: kind.__name__)
def test_a_primitive_prunes_as_much_as_it_promises(kind: type[Primitive], level: str) -> None:
    strength = kind.record.strength(level)
    for seed in range(ROUNDS):
        with mock.patch.object(counting_module, "AUTOMATON", 0):
            constraint, domains = DRAW[kind](random.Random(seed))
            assert {type(primitive) for primitive in constraint.primitives()} == {kind}
            if kind in WRITTEN_OUT and len(constraint.scope) > 2:
                most = "TUPLES" if kind is forms.Callback else "FEW_TUPLES"
                with mock.patch(f"clew.state.thresholds.{most}", 0):
                    examine(constraint, domains, level, strength)
            else:
                examine(constraint, domains, level, strength)


def test_every_primitive_has_a_strength_at_every_level_and_a_constraint_to_try() -> None:
    assert set(DRAW) == set(PRIMITIVES)
    assert BY_LEVEL == LEVELS
    assert all(len(kind.record.strengths) == len(LEVELS) for kind in PRIMITIVES)


def test_stronger_levels_are_no_weaker() -> None:
    for kind in PRIMITIVES:
        assert kind.record.strengths == tuple(sorted(kind.record.strengths))
