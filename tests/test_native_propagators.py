"""The compiled propagators do to words what the Python ones do to the one integer, call by call."""

from __future__ import annotations

import os
import random
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import product
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from clew.constraints import (
    AllDifferent,
    Constraint,
    Count,
    DistinctVectors,
    Element,
    Lex,
    Linear,
    NotEqual,
    Predicate,
    Product,
    Regular,
    Stepwise,
    Sum,
    Table,
    Var,
)
from clew.constraints.primitives import WeightedSum
from clew.kernels import native_table
from clew.kernels.choose import Unsupported
from clew.kernels.native_calls import FUNCTIONS
from clew.kernels.native_layout import Layout
from clew.kernels.native_propagators import Propagators, flatten
from clew.kernels.native_stack import Search
from clew.levels import ARC
from clew.propagation.automaton import AutomatonPropagator
from clew.propagation.callback import LastOpenPropagator
from clew.propagation.compiler import Compiler
from clew.propagation.distinct_tuples import DistinctTuplesPropagator
from clew.propagation.element import ElementPropagator
from clew.propagation.lexicographic import LexicographicPropagator
from clew.propagation.linear import LinearPropagator
from clew.propagation.matching import MatchingPropagator
from clew.propagation.network import Network
from clew.propagation.polynomial import PolynomialPropagator
from clew.propagation.table import TablePropagator

from . import random_models
from .test_native_walk import started

RELATIONS = ("==", "!=", "<", "<=", ">", ">=")
SEEDS = st.integers(0, 2**32).map(random.Random)


class Words:
    """A network's domains as words, for the compiled propagators: a search that has come to one row.

    Args:
        network: the constraints, compiled.
    """

    def __init__(self, network: Network) -> None:
        self.layout = Layout(network)
        self.search = Search.of(self.layout)
        self.search.scratch[:] = 2**64 - 1  # it may hold anything
        self.search.fill(self.layout, 0)
        self.kinds = flat(network).kinds.tolist()

    def call(self, k: int, domains: int) -> int:
        """The domains after a call of the k-th propagator; 0 for a dead end."""
        row = self.search.domains[: self.layout.size]
        row[:] = self.layout.rows([domains])[0]
        with np.errstate(over="ignore"):  # where the compiler is switched off
            alive = native_table.run(FUNCTIONS[self.kinds[k]], self.search.where, k)
        return self.layout.integer(row) if alive else 0


def flat(network: Network) -> Propagators:
    """A network's propagators as arrays."""
    return flatten(network, {v: k for k, v in enumerate(network.lanes.variables)})


def networks(domains: Mapping[str, Sequence[Any]], *constraints: Constraint) -> Network:
    return Compiler(domains, constraints, ARC).network()


def states(network: Network, chance: random.Random, number: int) -> Iterator[int]:
    """The start, and random domains within it, from nearly whole to nearly settled; no lane is empty."""
    lanes = [network.lane_at[guard] for guard in network.lanes.owner]
    if network.lanes.has_empty(network.start):
        return
    yield network.start
    for _ in range(number):
        keeping = chance.choice((0.1, 0.3, 0.6, 0.9))
        domains = 0
        for offset, full in lanes:
            have = [k for k in range(full.bit_length()) if network.start >> offset + k & 1]
            some = [k for k in have if chance.random() < keeping] or [chance.choice(have)]
            domains |= sum(1 << offset + k for k in some)
        yield domains


def same(network: Network, kinds: Iterable[type], chance: random.Random, number: int = 12) -> None:
    """Each call, until nothing changes, gives the same; and there are such propagators."""
    words = Words(network)
    assert set(kinds) <= set(map(type, network.propagators))
    for domains in states(network, chance, number):
        for k, propagator in enumerate(network.propagators):
            before = domains
            while True:
                after = propagator(before)
                assert bin(words.call(k, before)) == bin(after), (propagator.constraint, bin(before))
                if after == before or network.lanes.has_empty(after):
                    break
                before = after


def spread(names: str, values: Sequence[Any], chance: random.Random, extra: int = 0) -> dict[str, Sequence[Any]]:
    """Domains: some of the values, in random order, among lanes that push some of them into other words."""
    domains: dict[str, Sequence[Any]] = {}
    for k, name in enumerate(names):
        if chance.random() < 0.4:
            domains[f"between {k}"] = range(chance.choice((1, 7, 31, 63)))
        size = chance.randint(1 + len(values) // 2, len(values))
        domains[name] = chance.sample(list(values), size)
    return domains


@given(SEEDS, st.integers(3, 5), st.sampled_from([1, 5, 63, 64, 65, 200]))
@settings(deadline=None)
def test_tables(chance: random.Random, count: int, tuples: int) -> None:
    names = "abcde"[:count]
    values = list(range(6))
    rows = [tuple(chance.choices(values, k=count)) for _ in range(tuples)]
    network = networks(spread(names, values, chance), Table(tuple(names), rows))
    same(network, [TablePropagator], chance)


@given(SEEDS, st.integers(3, 5), st.sampled_from(RELATIONS), st.booleans())
@settings(deadline=None)
def test_sums(chance: random.Random, count: int, relation: str, has_fractions: bool) -> None:
    names = "abcde"[:count]
    values: list[Any] = list(range(-4, 7))
    if has_fractions:
        values += [Fraction(chance.randint(-9, 9), chance.randint(2, 5)) for _ in range(4)]
        values = list(dict.fromkeys(values))
    weights = [chance.choice((-3, -2, -1, 0, 1, 1, 2, Fraction(1, 2))) for _ in names]
    bound = chance.choice((chance.randint(-20, 20), Fraction(chance.randint(-30, 30), 7)))
    domains = spread(names, values, chance)
    constraint = Linear(tuple(names), weights, relation, bound)
    if relation == "!=":
        constraint = Linear(tuple(names), [weight or 1 for weight in weights], relation, bound)
    network = networks(domains, constraint)
    same(network, [LinearPropagator], chance)


def automata(chance: random.Random, names: str) -> Constraint:
    values = (0, 1, 2)
    if chance.random() < 0.3:
        return Count(tuple(names), {0: (0, chance.randint(1, 4)), 2: chance.randint(0, 3)})
    if chance.random() < 0.3 and len(names) % 2 == 0:
        return Lex(tuple(names[::2]), tuple(names[1::2]), chance.random() < 0.5)
    size = chance.choice((2, 4, 80))
    moves = {(s, v): chance.randrange(size) for s in range(size) for v in values if chance.random() < 0.8}
    return Regular(tuple(names), moves, 0, chance.sample(range(size), max(1, size // 2)))


@given(SEEDS, st.integers(3, 7))
@settings(deadline=None)
def test_automata(chance: random.Random, count: int) -> None:
    names = "abcdefg"[:count]
    domains = spread(names, (0, 1, 2), chance)
    other = chance.sample(names, len(names))
    constraints = automata(chance, names), automata(chance, "".join(other))
    kinds = [LexicographicPropagator if isinstance(some, Lex) else AutomatonPropagator for some in constraints]
    same(networks(domains, *constraints), kinds, chance)


def test_alike_automata_are_written_once() -> None:
    rows = [tuple(f"{row}{k}" for k in range(8)) for row in range(6)]
    domains = {name: (0, 1) for row in rows for name in row}
    one = flat(networks(domains, Count(rows[0], {1: 4})))
    six = flat(networks(domains, *(Count(row, {1: 4}) for row in rows)))
    assert len(six.bits) == len(one.bits)
    assert len(six.ints) == len(one.ints) + 5 * (1 + 8 + 1)  # a record: how many lanes, which, the automaton


@given(SEEDS, st.sampled_from([2, 3, 5]), st.sampled_from([2, 3, 4]), st.sampled_from(["rows", "shared", "loose"]))
@settings(deadline=None)
def test_distinct_vectors(chance: random.Random, count: int, length: int, kind: str) -> None:
    values = [0, 1, 2][: chance.randint(2, 3)]
    names = [f"{row}{k}" for row in range(count) for k in range(length)]
    if kind == "rows":
        domains: dict[str, Sequence[Any]] = dict.fromkeys(names, values)
        vectors = [tuple(names[row * length : (row + 1) * length]) for row in range(count)]
    elif kind == "shared":  # a window that moves along: they lie alike, and share variables
        domains = dict.fromkeys(names, values)
        vectors = [tuple(names[k : k + length]) for k in range(count)]
    else:  # values of any order and kind, equal ones among them
        kinds: list[list[Any]] = [[0, 1, 2], [True, 2, 0], [2.0, 1, "x"]]
        domains = {name: chance.sample(chance.choice(kinds), 3) for name in names}
        vectors = list({tuple(chance.sample(names[: length + 2], length)) for _ in range(count)})
    if len(vectors) > 1 and len({name for vector in vectors for name in vector}) > 2:
        same(networks(domains, DistinctVectors(vectors)), [DistinctTuplesPropagator], chance, 30)


def test_vectors_that_share_their_last_open_variable() -> None:
    """What each of two vectors must not become is gone, and nothing else, whatever the other one took."""
    names = "abcdefg"
    vectors = [tuple("ab"), tuple("bc"), tuple("de"), tuple("fg")]
    network = networks(dict.fromkeys(names, range(3)), DistinctVectors(vectors))
    ((k, propagator),) = [(k, p) for k, p in enumerate(network.propagators) if isinstance(p, DistinctTuplesPropagator)]
    words, lanes = Words(network), network.lanes
    for settled in product(range(3), repeat=6):
        value = dict(zip("acdefg", settled, strict=True))
        domains = lanes.bits([*value.items(), *(("b", b) for b in range(3))])
        complete = {(value["d"], value["e"]), (value["f"], value["g"])}
        kept = [b for b in range(3) if len(complete) == 2 and not {(value["a"], b), (b, value["c"])} & complete]
        expected = lanes.bits([*value.items(), *(("b", b) for b in kept)]) if kept else 0
        assert bin(propagator(domains)) == bin(words.call(k, domains)) == bin(expected)


def test_pairs_of_vectors_are_asked_about_their_last_open_variable() -> None:
    chance = random.Random(7)
    names = "abcdefgh"
    domains = spread(names, range(5), chance)
    network = networks(domains, DistinctVectors([tuple("abcd"), tuple("bcde"), tuple("efgh")]))
    same(network, [LastOpenPropagator], chance, 300)


@given(SEEDS, st.integers(3, 7), st.sampled_from(["plain", "offsets", "mapping", "exceptions"]))
@settings(deadline=None)
def test_matching(chance: random.Random, count: int, kind: str) -> None:
    names = tuple("abcdefg"[:count])
    values = list(range(chance.randint(count - 1, count + 2)))
    domains = spread("".join(names), values, chance)
    kinds: dict[str, dict[str, Any]] = {
        "plain": {},
        "offsets": {"offsets": [chance.randint(-2, 2) for _ in names]},
        "mapping": {"mapping": lambda name, value: (ord(name) + value) // 2},
        "exceptions": {"exceptions": {0, 2}},
    }
    same(networks(domains, AllDifferent(names, **kinds[kind])), [MatchingPropagator], chance, 20)


def test_matching_of_many() -> None:
    chance = random.Random(3)
    names = [f"v{k}" for k in range(60)]
    domains = {name: chance.sample(range(62), 3) for name in names}
    network = networks({**domains, "v0": [0, 1], "v1": [1, 0], "v2": [0, 1, 2]}, AllDifferent(names))
    same(network, [MatchingPropagator], chance, 60)


@given(SEEDS, st.sampled_from(RELATIONS))
@settings(deadline=None)
def test_products(chance: random.Random, relation: str) -> None:
    names = tuple("abcd")
    low = chance.choice((0, 1))
    domains = {name: chance.sample(range(low, 14), chance.randint(12, 14 - low)) for name in names}
    bound = chance.choice((0, 1, 12, 720, 5000, -3))
    same(networks(domains, Product(names, relation, bound)), [PolynomialPropagator], chance, 30)


@given(SEEDS)
@settings(deadline=None)
def test_elements(chance: random.Random) -> None:
    names = "iabcdefv"
    domains: dict[str, Sequence[Any]] = {name: chance.sample(range(-1, 8), 8) for name in names}
    entries: list[Any] = [Var(name) for name in chance.sample("abcdef", 6)]
    entries += chance.choices(range(9), k=2)
    chance.shuffle(entries)
    same(networks(domains, Element("i", entries, "v")), [ElementPropagator], chance, 60)


@given(SEEDS)
@settings(deadline=None, max_examples=10)
def test_functions_and_formulas_are_asked_beforehand(chance: random.Random) -> None:
    names = tuple("abcd")
    domains = spread("abcd", range(14), chance) | {"a": range(-3, 20), "b": range(12), "c": range(12)}
    a, b, c, d = map(Var, names)

    def odd(a: int, b: int, c: int, d: int) -> bool:
        return (a * b + c) % (d + 4) in (0, 3)

    formula: Constraint = a * b + c == d * 50 // 7
    network = networks(domains, Predicate(odd, names), formula, Predicate(odd, names[::-1]))
    assert [type(propagator) for propagator in network.propagators] == [LastOpenPropagator] * 3
    same(network, [LastOpenPropagator], chance, 20)


def test_a_function_is_asked_once_for_the_same_domains() -> None:
    asked = 0

    def even(a: int, b: int, c: int) -> bool:
        nonlocal asked
        asked += 1
        return (a + b + c) % 2 == 0

    domains = dict.fromkeys("abcdef", range(30))
    flat(networks(domains, Predicate(even, "abc"), Predicate(even, "def"), Predicate(even, "fdb")))
    assert asked == 30**3


@given(random_models.models(), SEEDS)
@settings(deadline=None)
def test_any_model(model: Any, chance: random.Random) -> None:
    network = Compiler(model.domains(), model.constraints(), ARC).network()
    try:
        flat(network)
    except Unsupported as unsupported:
        assert "Modular" in str(unsupported)  # noqa: PT017  (what prunes by itself is refused, and nothing else)
    else:
        same(network, (), chance)


def test_values_that_constraints_on_one_variable_took_are_not_asked_about() -> None:
    domains = dict.fromkeys("abcd", range(20))

    def fits(a: int, b: int, c: int, d: int) -> bool:
        return (12 // (a * b * c * d) + a + 2 * b + 3 * c + d) % 5 < 3

    positive = [Predicate(lambda value: 0 < value < 15, name) for name in "abcd"]
    network = networks(domains, *positive, Predicate(fits, "abcd"))
    same(network, [LastOpenPropagator], random.Random(5), 50)


@pytest.mark.parametrize("relation", RELATIONS)
def test_the_largest_sums(relation: str) -> None:
    big = 2**57
    values = [-big, -big + 1, 0, 1, big - 1, big]
    for bound in (0, 1, 3 * big, 2 * big - 1):
        constraint = Linear("abc", (1, -1, 2), relation, bound)
        network = networks(dict.fromkeys("abc", values), Sum("abc", "<", 0))
        network.propagators = (
            LinearPropagator(weighted(constraint), network.lanes),
            LastOpenPropagator(constraint, network.lanes),
        )
        same(network, [], random.Random(1), 40)


def weighted(constraint: Linear) -> WeightedSum:
    return WeightedSum(constraint, constraint.coefficients, constraint.relation, constraint.bound)


class Forgetful(Stepwise):
    """Remembers all that it has read."""

    def holds(self, values: Any) -> bool:
        return True

    def start(self) -> Any:
        return ()

    def step(self, memory: Any, position: int, value: Any) -> Any:
        return (*memory, value)


class Broken(Forgetful):
    """Raises where it should step."""

    def step(self, memory: Any, position: int, value: Any) -> Any:
        return 1 // value if position == 2 else memory


class Mine(Linear):
    """Means something else."""

    def holds(self, values: Any) -> bool:
        return bool(sum(values) != 7)


def raises(*values: int) -> bool:
    return bool(1 // values[0])


REFUSED: list[tuple[Callable[[], Constraint], Sequence[Any], str]] = [
    (lambda: Sum("abc", "<=", 2**61), range(3), "Linear('a', 'b', 'c'): its sums could be too large"),
    (lambda: Mine("abc", (1, 1, 1), "<=", 5), range(3), "Mine('a', 'b', 'c'): its holds is code of its own"),
    (lambda: Product("abc", "<=", 5), [*range(2**21, 2**21 + 40)], "Product('a', 'b', 'c'): its products could be"),
    (lambda: Forgetful(tuple("abcdef")), range(9), "Forgetful('a', 'b', 'c', 'd', 'e', 'f'): it remembers too much"),
    (lambda: Broken("abc"), range(3), "Broken('a', 'b', 'c'): it cannot be asked beforehand"),
    (lambda: Predicate(raises, "abc"), range(40), "Predicate(raises: 'a', 'b', 'c'): it cannot be asked beforehand"),
    (lambda: Predicate(raises, "abcdef"), range(1, 40), "3518743761 combinations of values are too many"),
    (
        lambda: random_models.Modular("abcdef"),
        range(9),
        "Modular('a', 'b', 'c', 'd', 'e', 'f'): its propagate is code of its own",
    ),
    (lambda: Sum("abc", "<=", 5), range(64), "Linear('a', 'b', 'c'): a domain has more than 63 values"),
    (lambda: DistinctVectors(["ab", "cd"]), [0, float("nan")], "DistinctVectors('a', 'b', 'c', 'd'): the value nan"),
]


@pytest.mark.parametrize(("make", "values", "reason"), REFUSED)
def test_what_it_cannot_run_is_refused(make: Callable[[], Constraint], values: Sequence[Any], reason: str) -> None:
    with pytest.raises(Unsupported) as refusal:
        flat(networks(dict.fromkeys("abcdef", values), make()))
    assert reason in str(refusal.value)
    assert "\n" not in str(refusal.value)


def test_matching_against_brute_force() -> None:
    # What is generalised arc consistent is what some solution within the domains has.
    chance = random.Random(11)
    for _ in range(40):
        names = "abcde"
        domains = {name: chance.sample(range(6), chance.randint(1, 4)) for name in names}
        network = networks(domains, AllDifferent(names))
        words, lanes = Words(network), network.lanes
        (k,) = range(len(network.propagators))
        found = [values for values in product(*domains.values()) if len(set(values)) == len(values)]
        expected = lanes.bits((name, v) for values in found for name, v in zip(names, values, strict=True))
        assert words.call(k, lanes.start) & lanes.declared == expected


def test_nothing_to_propagate() -> None:
    nothing = flat(networks(dict.fromkeys("ab", range(3)), NotEqual("a", "b")))
    assert nothing.scopes == ()
    assert len(nothing.kinds) == len(nothing.bits) == 0


def test_the_lines_themselves_are_right_without_the_compiler() -> None:
    if os.environ.get("NUMBA_DISABLE_JIT") == "1":
        return  # this is that run
    options = "-n0", "-p", "no:cacheprovider", "-k", "not any_model"
    done = started("-m", "pytest", *options, __file__, NUMBA_DISABLE_JIT="1")
    assert done.returncode == 0, done.stdout
