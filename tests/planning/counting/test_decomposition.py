"""Decomposition over an algebra of answers: numbers, tuples, and any other, against brute force."""

from __future__ import annotations

import copy
import inspect
import sys
from itertools import combinations, product
from typing import Any, Final, TypeVar
from unittest import mock

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import clew
from clew.constraints import Exactly, NotEqual
from clew.planning.counting import cache
from clew.planning.counting.algebra import Algebra, Numbers, Tuples
from clew.planning.counting.decomposition import Decomposer
from clew.planning.reference import compiled
from clew.reference.propagation.network import Network
from clew.reference.search.variable_order import MinimumRemainingValues, Picks
from clew.state.counters import Counters
from clew.state.levels import LEVELS as BY_NAME
from tests.examples import THOROUGH
from tests.random_models import Shown, brute_force, covers, models, sparse

A = TypeVar("A")

EXAMPLES: Final = 1000 if THOROUGH else 60
MODELS: Final = st.one_of(sparse(), models(), covers())
LEVELS: Final = st.sampled_from(("unit", "arc"))
ORDERS: Final[st.SearchStrategy[Picks | None]] = st.sampled_from((None, MinimumRemainingValues()))
CACHES: Final = st.sampled_from([(0, 100), (2**20, 0), (2**20, 100), (7, 100), (7, 0)])
"""The room of the cache and the patience with it: none, not asked for long, ample, small, and both."""


def network_of(model: clew.Model, level: str) -> Network:
    return compiled(model.domains(), tuple(model.constraints()), BY_NAME[level])


def answered(
    network: Network, model: clew.Model, algebra: Algebra[A], order: Picks | None = None, *, last_first: bool = False
) -> tuple[A, Counters]:
    """The answer for a whole model, those variables included that propagation settles at the root."""
    counters = Counters()
    domains, done = network.root(model.given())
    if not domains:
        return algebra.zero, counters
    search = Decomposer(network, algebra, order, counters, last_first=last_first)
    every = network.lanes.decisions
    answer = search.answer(domains, done, every)
    assert not search.stack
    return (algebra.times(algebra.one(domains, every & done), answer) if answer else algebra.zero), counters


def listed(network: Network, model: clew.Model, order: Picks | None = None, *, last_first: bool = False) -> list[Any]:
    """The solutions as tuples of values in the order of declaration, in the order in which they come."""
    rows, _ = answered(network, model, Tuples(network.lanes, last_first), order, last_first=last_first)
    return rows[1] if rows else []


def cached(room: int, patience: int) -> Any:
    return mock.patch.multiple(cache, ROOM=room, TRIAL_QUESTIONS=patience)


@settings(max_examples=EXAMPLES)
@given(MODELS, LEVELS, ORDERS, CACHES)
def test_numbers_count_the_solutions(
    model: clew.Model, level: str, order: Picks | None, cache: tuple[int, int]
) -> None:
    with cached(*cache):
        number, _ = answered(network_of(model, level), model, Numbers(), order)
    assert number == len(list(brute_force(model)))


@settings(max_examples=EXAMPLES)
@given(MODELS, LEVELS, ORDERS, CACHES, st.booleans())
def test_tuples_list_each_solution_once(
    model: clew.Model, level: str, order: Picks | None, cache: tuple[int, int], last_first: bool
) -> None:
    with cached(*cache):
        found = listed(network_of(model, level), model, order, last_first=last_first)
    assert sorted(found) == sorted(tuple(solution.values()) for solution in brute_force(model))


@settings(max_examples=EXAMPLES)
@given(MODELS, LEVELS, CACHES, st.booleans())
def test_tuples_come_in_lexicographic_order_where_the_order_of_variables_is_that_of_declaration(
    model: clew.Model, level: str, cache: tuple[int, int], last_first: bool
) -> None:
    expected = [tuple(solution.values()) for solution in brute_force(model)]
    with cached(*cache):
        found = listed(network_of(model, level), model, last_first=last_first)
    assert found == (expected[::-1] if last_first else expected)


class Least:
    """The least sum of the values of a solution: plus is the lesser one, times the sum; zero is no solution."""

    commutes: Final = True
    zero: Final = ()

    def __init__(self, network: Network) -> None:
        self._lanes = network.lanes

    def one(self, domains: int, guards: int) -> tuple[int, ...]:
        chosen = [lane for lane in self._lanes.lane.values() if guards >> lane.guard & 1]
        return (sum(lane.values[(domains >> lane.offset & lane.full).bit_length() - 1] for lane in chosen),)

    def values(self, guard: int, bits: int) -> tuple[int, ...]:
        return (min(self._lanes.lane[self._lanes.owner[guard]].select(bits)),)

    def plus(self, some: tuple[int, ...], more: tuple[int, ...]) -> tuple[int, ...]:
        return min(some, more) if some and more else some or more

    def times(self, some: tuple[int, ...], more: tuple[int, ...]) -> tuple[int, ...]:
        return (some[0] + more[0],) if some and more else ()

    def size(self, answer: tuple[int, ...]) -> int:
        return len(answer) + 1


@settings(max_examples=EXAMPLES)
@given(st.one_of(sparse(), models()), LEVELS, ORDERS, CACHES)
def test_an_algebra_is_all_that_the_algorithm_knows_of_answers(
    model: clew.Model, level: str, order: Picks | None, cache: tuple[int, int]
) -> None:
    network = network_of(model, level)
    with cached(*cache):
        least, _ = answered(network, model, Least(network), order)
    sums = [sum(solution.values()) for solution in brute_force(model)]
    assert least == ((min(sums),) if sums else ())


@pytest.mark.usefixtures("without_engine")
@settings(max_examples=EXAMPLES)
@given(MODELS, LEVELS, st.sampled_from(("static", "mrv", "degree")), st.sampled_from(("domain", "reverse")))
def test_a_list_comes_in_the_order_of_the_loop(model: clew.Model, level: Any, order: Any, values: Any) -> None:
    options: dict[str, Any] = {"inference": level, "variable_order": order, "value_order": values}
    found = clew.solve(model, clew.All(), **options)
    assert found.statistics.kernel == "listing"
    assert found.result == clew.solve(model, clew.All(), kernel="python", **options).result


def chain(length: int, colours: int) -> clew.Model:
    model = Shown()
    model.variables(range(length), range(colours))
    model.require(NotEqual(k, k + 1) for k in range(length - 1))
    return model


def test_equal_residual_states_are_answered_once() -> None:
    model = chain(12, 3)
    network = network_of(model, "unit")
    for algebra in (Numbers(), Tuples(network.lanes)):
        _, with_cache = answered(network, model, algebra)
        with cached(0, 100):
            _, without = answered(network, model, algebra)
        assert with_cache.repeated > 0
        assert without.repeated == 0
        # The rest of a chain has three residual states, each with two colours to try for its first variable.
        # Only the last variable is not looked for: two values at each of six nodes.
        assert with_cache.nodes_per_level == [0, 3, *[6] * 10, 12]
        assert without.nodes_per_level == [0, *(3 * 2**k for k in range(12))]


def test_a_deep_problem_needs_no_recursion() -> None:
    model = Shown()
    model.variables(range(200), range(2))
    model.require(Exactly(1, 1, range(200)))
    network = network_of(model, "unit")
    limit = sys.getrecursionlimit()
    sys.setrecursionlimit(len(inspect.stack(0)) + 100)
    try:
        number, _ = answered(network, model, Numbers())
        found = listed(network, model)
    finally:
        sys.setrecursionlimit(limit)
    assert number == 200
    assert [row.index(1) for row in found] == list(range(200))[::-1]


@settings(max_examples=EXAMPLES)
@given(st.lists(st.sampled_from(list(combinations(range(6), 2))), min_size=1, max_size=4, unique=True), st.booleans())
def test_components_that_interleave_keep_the_order_of_declaration(
    pairs: list[tuple[int, int]], last_first: bool
) -> None:
    model = Shown()
    model.variables(range(6), range(3))
    model.require(NotEqual(a, b) for a, b in pairs)
    network = network_of(model, "arc")
    expected = [tuple(solution.values()) for solution in brute_force(model)]
    found = listed(network, model, last_first=last_first)
    assert found == (expected[::-1] if last_first else expected)
    assert sorted(listed(network, model, MinimumRemainingValues())) == expected


def test_a_component_without_a_solution_ends_the_product() -> None:
    model = Shown()
    model.variables(range(9), range(2))
    model.require(NotEqual(a, b) for a, b in ((0, 1), (1, 2), (0, 2), (3, 5), (4, 6), (5, 7), (6, 8)))
    network = network_of(model, "unit")
    for algebra in (Numbers(), Tuples(network.lanes)):
        answer, counters = answered(network, model, algebra)
        assert not answer
        assert (sum(counters.nodes_per_level), counters.failures) == (0, 2)  # both values of the first variable


@pytest.mark.parametrize("last_first", [False, True])
def test_operations_on_tuples_leave_what_they_are_given(last_first: bool) -> None:
    lanes: clew.Lanes[str, int] = clew.Lanes({"a": range(2), "b": range(3), "c": range(2)})
    algebra = Tuples(lanes, last_first)
    guards = [lanes.lane[name].guard for name in "abc"]
    a, b, c = (algebra.values(guard, lanes.lane[name].full) for guard, name in zip(guards, "abc", strict=True))
    before = copy.deepcopy((a, b, c))
    total = algebra.plus(algebra.zero, b)
    total = algebra.plus(total, b)
    assert total == (1 << guards[1], [(0,), (1,), (2,)][:: -1 if last_first else 1] * 2)
    assert algebra.times(a, algebra.zero) == algebra.times(algebra.zero, a) == algebra.zero
    assert algebra.times(algebra.one(0, 0), a) == algebra.times(a, algebra.one(0, 0)) == a
    assert algebra.times(algebra.times(a, b), c) == algebra.times(a, algebra.times(b, c))
    every = algebra.times(algebra.times(c, a), b)
    assert every
    assert sorted(every[1]) == sorted(product(range(2), range(3), range(2)))
    assert (a, b, c) == before
