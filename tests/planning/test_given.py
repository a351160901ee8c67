"""Given values shrink their domains before anything is compiled, if the model is too wide to share its network."""

from __future__ import annotations

import random
from collections.abc import Mapping
from itertools import combinations, permutations, product
from typing import Any

import pytest

import clew
from clew import events
from clew.constraints import AllDifferent
from clew.planning.plan import make_plan
from clew.watch.observers.recorder import Recorder
from clew_problems import Queens

Cell = tuple[int, int]


def clues(order: int, share: float, seed: int) -> dict[Cell, int]:
    """Some cells of a cyclic square whose rows, columns and symbols are permuted."""
    draws = random.Random(seed)
    rows, columns, symbols = (draws.sample(range(order), order) for _ in range(3))
    square = {(i, j): symbols[(rows[i] + columns[j]) % order] for i in range(order) for j in range(order)}
    return {cell: square[cell] for cell in draws.sample(sorted(square), round(share * order**2))}


def square_to_complete(order: int, single: Mapping[Cell, int] | None = None) -> clew.Model:
    """A square whose rows and columns hold every number once; `single` cells have a domain of one value."""
    model = clew.Model("square")
    for cell in ((i, j) for i in range(order) for j in range(order)):
        model.variable(cell, range(order) if single is None or cell not in single else (single[cell],))
    for i in range(order):
        model.require(AllDifferent([(i, j) for j in range(order)]))
        model.require(AllDifferent([(j, i) for j in range(order)]))
    return model


def fixed(model: clew.Model, values: Mapping[Cell, int]) -> clew.Model:
    for cell, value in values.items():
        model.fix(cell, value)
    return model


@pytest.fixture
def always(monkeypatch: pytest.MonkeyPatch) -> None:
    """No network is shared by instances that differ in their given values, however narrow."""
    monkeypatch.setattr("clew.planning.request.SHARED_WIDTH", 0)


def test_a_wide_model_is_compiled_for_the_cells_that_are_left() -> None:
    values = clues(33, 0.9, 1)
    single = make_plan(square_to_complete(33, values), {}).network
    whole = make_plan(square_to_complete(33), {}).network
    assert single is not None
    assert whole is not None
    assert single.lanes.auxiliary  # dual lanes: there are none on the whole domains, which are too wide for them
    assert not whole.lanes.auxiliary
    for plan in (
        make_plan(fixed(square_to_complete(33), values), {}),
        make_plan(square_to_complete(33), {"given": values}),
    ):
        assert plan.network is not None
        assert plan.network.lanes == single.lanes


def test_given_values_and_domains_of_one_value_are_searched_alike() -> None:
    values = clues(27, 0.62, 3)
    outcomes = [
        clew.solve(problem, clew.First(), kernel="python", limits=clew.Limits(nodes=200), given=given)
        for problem, given in (
            (square_to_complete(27, values), {}),
            (fixed(square_to_complete(27), values), {}),
            (square_to_complete(27), values),
        )
    ]
    assert len({(o.statistics.nodes_per_level, o.statistics.failures) for o in outcomes}) == 1
    assert len({repr(o.result) for o in outcomes}) == 1


def test_instances_of_a_narrow_model_share_a_network() -> None:
    networks = {id(make_plan(fixed(square_to_complete(9), clues(9, 0.4, seed)), {}).network) for seed in range(3)}
    assert len(networks) == 1


def squares(order: int, given: Mapping[Cell, int]) -> int:
    """How many squares complete the given values: line by line."""
    lines = [
        [
            line
            for line in permutations(range(order))
            if all(line[j] == given.get((i, j), line[j]) for j in range(order))
        ]
        for i in range(order)
    ]
    return sum(all(len(set(column)) == order for column in zip(*choice, strict=True)) for choice in product(*lines))


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("inference", [None, "arc", "forward", "check"])
@pytest.mark.usefixtures("always")
def test_the_solutions_are_those_of_whole_domains(seed: int, inference: Any) -> None:
    values = clues(4, 0.3, seed)
    expected = squares(4, values)
    problem = fixed(square_to_complete(4), values)
    assert clew.count(problem, inference=inference) == expected
    assert clew.count(square_to_complete(4), given=values, inference=inference) == expected
    found = list(clew.solutions(problem, inference=inference))
    assert len({tuple(solution.values()) for solution in found}) == expected
    assert all(solution[cell] == value for solution in found for cell, value in values.items())


@pytest.mark.usefixtures("always")
def test_given_values_that_clash_leave_no_solution() -> None:
    problem = fixed(square_to_complete(4), {(0, 0): 1})
    for given in ({(0, 0): 2}, {(0, 1): 1}):
        outcome = clew.solve(problem, clew.Count(), given=given)
        assert (outcome.result, outcome.statistics.failures) == (0, 1)


@pytest.mark.usefixtures("always")
def test_a_given_value_that_its_domain_does_not_have_is_refused() -> None:
    with pytest.raises(clew.InputError, match="cannot be 4"):
        clew.count(square_to_complete(4), given={(0, 0): 4})
    with pytest.raises(clew.InputError, match="no variable"):
        clew.count(square_to_complete(4), given={(7, 7): 4})


@pytest.mark.usefixtures("always")
def test_a_solution_has_the_values_of_the_domains() -> None:
    solution = clew.first(square_to_complete(3), given={(0, 0): True, (0, 1): 2.0})
    assert solution is not None
    assert [type(value) for value in solution.values()] == [int] * 9


@pytest.mark.usefixtures("always")
def test_many_instances_of_a_model_are_not_bound_to_what_the_model_gives() -> None:
    problem = fixed(square_to_complete(4), {(0, 0): 0})
    answers = clew.check_each(problem, [{(0, 0): 1}, {(0, 1): 0}, {(0, 1): 1}])
    assert [answer.answer for answer in answers] == ["none", "none", "several"]


@pytest.mark.parametrize("jobs", [1, 2])
@pytest.mark.usefixtures("always")
def test_symmetries_map_values_that_are_not_given(jobs: int) -> None:
    problem = Queens(6)
    expected = sum(
        places[0] == 2 and all(abs(places[i] - places[j]) != j - i for i, j in combinations(range(6), 2))
        for places in permutations(range(6))
    )
    assert clew.count_by_symmetry(problem, given={0: 2}, jobs=jobs).result == expected
    assert sum(map(len, clew.solutions_by_symmetry(problem, given={0: 2}))) == expected


@pytest.mark.usefixtures("always")
def test_an_observer_is_told_that_a_given_value_rules_the_others_out() -> None:
    recorder = Recorder()
    problem = fixed(square_to_complete(3), {(0, 0): 1})
    watched = clew.solve(problem, clew.All(), observers=[recorder])
    first = recorder.events[0]
    assert isinstance(first, events.PruneEvent)
    assert first.constraint is None
    assert set(first.values) == {((0, 0), 0), ((0, 0), 2)}
    assert first.state.domain((0, 0)) == (1,)
    alone = clew.solve(problem, clew.All(), kernel="python")
    assert watched.statistics.nodes_per_level == alone.statistics.nodes_per_level
