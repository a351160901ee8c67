"""Circuits: what is refused, and brute force."""

from __future__ import annotations

import random
from itertools import pairwise, permutations, product
from typing import Any, Final, Literal
from unittest import mock

import pytest
from hypothesis import given
from hypothesis import strategies as st

import clew
from clew.constraints import Circuit, Var, spanning
from clew.constraints.circuits import cost_of
from clew.constraints.spanning import MOST, multipliers, spanned
from clew.errors import ProblemError
from clew.exchange.minizinc import minizinc
from clew.formats import from_json, to_json
from clew.planning.request import forget
from tests.examples import examples
from tests.exchange.test_minizinc import solutions_of

SENSES: Final[tuple[Literal["min", "max"], ...]] = ("min", "max")


def is_circuit(after: tuple[int, ...], loops: bool, first: int) -> bool:
    """Walk from each node that is on it: as many steps as there are such nodes lead back, and fewer do not."""
    on = [node for node, to in enumerate(after, first) if to != node] if loops else [*range(first, first + len(after))]
    if not all(first <= to < first + len(after) for to in after):
        return False
    for begin in on:
        node, steps = after[begin - first], 1
        while node != begin and steps <= len(after):
            node, steps = after[node - first], steps + 1
        if steps != len(on) or node != begin:
            return False
    return True


@st.composite
def models(draw: st.DrawFn) -> clew.Model:
    """Successors, some of which lead to no node, in any order."""
    model, first, size = clew.Model("trip"), draw(st.integers(0, 1)), draw(st.integers(1, 5))
    values = st.lists(st.integers(first - 1, first + size), min_size=1, max_size=size + 1, unique=True)
    after = [model.variable(f"x{k}", draw(values)) for k in range(size)]
    costs = draw(st.lists(st.lists(st.integers(-2, 9), min_size=size, max_size=size), min_size=size, max_size=size))
    if draw(st.booleans()):
        costs = [[costs[min(pair)][max(pair)] for k in range(size) if (pair := (j, k))] for j in range(size)]
    total = model.variable("total", draw(st.permutations(range(draw(st.integers(-3, 9)), 25)))) if size < 5 else None
    ends = draw(st.none() | st.tuples(*[st.integers(first, first + size - 1)] * 2))
    model.require(Circuit(after, draw(st.booleans()), first, None if total is None else costs, total, ends))
    for _ in range(draw(st.integers(0, 2)) if size > 1 else 0):
        one, other = draw(st.permutations(after))[:2]
        model.require(one != other - 1)
    return model


def price(circuit: Circuit, after: tuple[int, ...]) -> int:
    return sum(row[to - circuit.first] for row, to in zip(circuit.costs, after, strict=False))


def rows_of(model: clew.Model) -> list[tuple[Any, ...]]:
    names = list(model.domains())
    circuit, *others = model.constraints()
    assert isinstance(circuit, Circuit)
    return [
        row
        for row in product(*model.domains().values())
        if is_circuit(row[: len(circuit.successors)], circuit.loops, circuit.first)
        and (not circuit.ends or row[circuit.ends[1] - circuit.first] == circuit.ends[0])
        and row[len(circuit.successors) :] in ((), (price(circuit, row),))
        and all(one.holds([row[names.index(v)] for v in one.scope]) for one in others)
    ]


@examples(60)
@given(models(), st.sampled_from(["none", "check", "forward", "unit", "arc"]))
def test_both_kernels_find_what_brute_force_finds_by_the_same_nodes(model: clew.Model, level: str) -> None:
    rows, nodes = sorted(rows_of(model)), []
    for kernel in ("python", "auto"):
        forget()
        options: dict[str, Any] = {"inference": level, "variable_order": "static", "kernel": kernel}
        outcome = clew.solve(model, clew.All(), **options)
        assert sorted(solution.row() for solution in outcome.result) == rows
        nodes.append(outcome.statistics.nodes_per_level)
    assert nodes[0] == nodes[1]
    for learning in ("jump", "nogoods"):
        outcome = clew.solve(model, clew.First(), learning=learning)
        assert (outcome.result is not None) == bool(rows)
        if "total" in model.domains():
            least, most = (clew.best(model, Var("total"), sense, learning=learning) for sense in SENSES)
            totals = [row[-1] for row in rows]
            assert (least.objective, most.objective) == (min(totals, default=None), max(totals, default=None))


def closed(seed: int) -> clew.Model:
    """A circuit with costs whose total is within a few values: often there is none."""
    draw, model = random.Random(seed), clew.Model()
    size, least = draw.randint(2, 5), draw.randint(0, 20)
    after = [model.variable(k, sorted(draw.sample(range(size), draw.randint(1, size)))) for k in range(size)]
    total = model.variable("total", range(least, least + draw.randint(1, 8)))
    costs = [[draw.randint(0, 9) for _ in range(size)] for _ in range(size)]
    model.require(Circuit(after, costs=costs, total=total))
    return model


def test_circuits_that_cannot_close_are_explained() -> None:
    """Explanations try domains in which nodes may follow themselves, which arcs of a spanning tree never do."""
    impossible = [model for model in map(closed, range(40)) if clew.first(model) is None]
    assert impossible
    for model in impossible:
        assert (clew.why(model) is None) == bool(rows_of(model))


@examples(40)
@given(models())
def test_formats_say_the_same(model: clew.Model) -> None:
    rows = sorted(rows_of(model))
    assert sorted(tuple(found.values()) for found in solutions_of(minizinc(model))) == rows
    assert sorted(solution.row() for solution in clew.solutions(from_json(to_json(model)))) == rows


def test_the_end_of_a_path_does_not_lead_back_to_its_beginning() -> None:
    model = clew.Model("from a to b to c")
    model.require(Circuit(model.variables([*"abcde"], range(5))))
    outcome = clew.solve(model, clew.All(), given={"a": 1, "b": 2}, inference="unit")
    assert sorted(solution.row() for solution in outcome.result) == [(1, 2, 3, 4, 0), (1, 2, 4, 0, 3)]
    assert outcome.statistics.failures == 0


@pytest.mark.parametrize("seed", range(3))
def test_the_shortest_paths_are_those_of_all_orders(seed: int) -> None:
    """The way back from the last node costs nothing."""
    costs = euclidean(7, seed)
    model = clew.Model("a path")
    total = model.variable("total", range(1000))
    model.require(Circuit(model.variables(range(7), range(7)), costs=costs, total=total, ends=(2, 5)))
    orders = ((2, *some, 5) for some in permutations((0, 1, 3, 4, 6)))
    assert clew.best(model, total, "min").objective == min(
        sum(costs[one][other] for one, other in pairwise(order)) for order in orders
    )


def test_two_parts_without_arcs_between_them_are_no_circuit() -> None:
    model = clew.Model("two parts")
    after = [model.variable(k, [to for to in range(8) if to // 4 == k // 4]) for k in range(8)]
    model.require(Circuit(after))
    outcome = clew.solve(model, clew.Count(), inference="unit")
    assert (outcome.result, outcome.statistics.nodes) == (0, 0)


def euclidean(size: int, seed: int) -> list[list[int]]:
    chance = random.Random(seed)
    towns = [(chance.randint(0, 100), chance.randint(0, 100)) for _ in range(size)]
    return [[round(((a - c) ** 2 + (b - d) ** 2) ** 0.5) for c, d in towns] for a, b in towns]


@pytest.mark.parametrize("is_symmetric", [True, False])
@pytest.mark.parametrize("seed", range(6))
def test_the_shortest_tours_are_those_of_dynamic_programming(seed: int, is_symmetric: bool) -> None:
    """Held and Karp, A dynamic programming approach to sequencing problems, 1962."""
    costs, size = euclidean(9, seed), 9
    if not is_symmetric:
        chance = random.Random(seed)
        costs = [[cost + chance.randint(-20, 20) for cost in row] for row in costs]
    least = {(1 << k, k): costs[0][k] for k in range(1, size)}
    for some in range(2, 1 << size, 2):
        for k in (k for k in range(1, size) if some >> k & 1 and some != 1 << k):
            rest = some & ~(1 << k)
            least[some, k] = min(least[rest, j] + costs[j][k] for j in range(1, size) if rest >> j & 1)
    expected = min(least[(1 << size) - 2, k] + costs[k][0] for k in range(1, size))
    nodes = []
    for kernel in ("python", "auto"):
        model = clew.Model("tour")
        after, total = model.variables(range(size), range(size)), model.variable("total", range(700))
        model.require(Circuit(after, costs=costs, total=total))
        options: dict[str, Any] = {"kernel": kernel, "learning": "none", "inference": "unit", "variable_order": "mrv"}
        found = clew.best(model, total, "min", **options)
        assert (found.objective, found.is_optimal) == (expected, True)
        nodes.append(found.statistics.nodes)
    assert max(nodes) < 2000


@pytest.mark.skipif(not clew.engine().available, reason="it takes long in Python")
def test_a_tour_of_twenty_towns_is_proved() -> None:
    model, costs = clew.Model("tour"), euclidean(20, 1)
    after, total = model.variables(range(20), range(20)), model.variable("total", range(2000))
    model.require(Circuit(after, costs=costs, total=total))
    found = clew.best(model, total, "min")
    assert (found.objective, found.is_optimal) == (470, True)


@pytest.mark.parametrize("seed", range(8))
def test_other_costs_have_the_same_sums(seed: int) -> None:
    """Of an arc from each node and to each."""
    chance, size = random.Random(seed), seed % 4 + 2
    costs = tuple(tuple(chance.randint(-5, 20) for _ in range(size)) for _ in range(size))
    other, _ = spanned(costs)
    for order in permutations(range(size)):
        assert cost_of(costs, order) == cost_of(other, order)


@pytest.mark.parametrize("size", [0, 1, 2, 3, 4, MOST - 1, MOST, MOST + 1])
def test_a_tree_bounds_tours_of_some_sizes(size: int) -> None:
    assert len(multipliers(euclidean(size, 1))[1]) == (size if 3 <= size <= MOST else 0)


@pytest.mark.parametrize("most", [4, 5, 6])
def test_the_best_tour_is_the_same_with_a_tree_and_without(most: int) -> None:
    costs, found = euclidean(5, 2), []
    for number in (most, 100):
        forget()
        with mock.patch.object(spanning, "MOST", number):
            model = clew.Model()
            after, total = model.variables(range(5), range(5)), model.variable("total", range(1000))
            model.require(Circuit(after, costs=costs, total=total))
            found.append(clew.best(model, total))
    forget()
    assert found[0].objective == found[1].objective
    assert all(one.is_optimal for one in found)


def test_no_node_is_a_circuit_and_may_be_none() -> None:
    model = clew.Model("nothing")
    model.variable("x", range(2))
    model.require(Circuit([]), Circuit([], loops=True))
    assert clew.count(model) == 2


def test_other_arguments_are_refused() -> None:
    make: Any = Circuit
    with pytest.raises(ProblemError, match="must be a whole number"):
        make("ab", first="a")
    with pytest.raises(ProblemError, match="given together"):
        make("ab", costs=[[1, 2], [3, 4]])
    with pytest.raises(ProblemError, match="2 rows of as many"):
        make("ab", costs=[[1, 2]], total="c")
    with pytest.raises(ProblemError, match="costs must be whole numbers"):
        make("a", costs=[[1.5]], total="c")
    for ends in ((1,), (0, 2), (0, 1, 1)):
        with pytest.raises(ProblemError, match="must be two of its nodes"):
            make("ab", ends=ends)
    with pytest.raises(ProblemError, match=r"as in Circuit\(successors\)"):
        make()
    with pytest.raises(ProblemError, match="a collection of variables"):
        make(3)
