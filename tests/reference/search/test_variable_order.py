"""Orderings choose what they say they choose, and the same again for the same seed."""

from __future__ import annotations

import subprocess
import sys
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import clew
from clew.reference.search.value_order import VALUE_ORDERS
from clew.reference.search.variable_order import VARIABLE_ORDERS
from clew.state.lanes import Lanes
from clew.state.state import DEAD_END, State
from clew_problems import LetterTree, Queens, Takuzu


@st.composite
def states(draw: st.DrawFn) -> State[int, int]:
    """States in which some variables are assigned and some domains pruned."""
    sizes = draw(st.lists(st.integers(1, 6), max_size=7))
    state: State[int, int] = State.root(Lanes({v: range(size) for v, size in enumerate(sizes)}))
    for variable, size in enumerate(sizes):
        after = state.prune(variable, draw(st.lists(st.integers(0, size - 1))))
        state = state if after is DEAD_END else after
        if draw(st.booleans()):
            assigned = state.assign(variable, state.domain(variable)[0])
            assert assigned is not DEAD_END
            state = assigned
    return state


class Grid(clew.Problem[int, int]):
    """Variables in a row, each the neighbour of the next."""

    def neighbours(self, variable: int) -> list[int]:
        return [variable - 1] * (variable > 0) + [variable + 1]


@given(st.lists(states(), min_size=1, max_size=4))
def test_mrv_chooses_the_first_of_the_smallest_open_domains(many: list[State[int, int]]) -> None:
    choose = VARIABLE_ORDERS["mrv"](Grid(), 0)
    for state in many:  # the same ordering for all: what it remembers must not show
        smallest = min(state.open, key=lambda v: len(state.domain(v)), default=None)
        assert choose(state) == smallest


@given(states())
def test_static_and_random_choose_open_variables(state: State[int, int]) -> None:
    assert VARIABLE_ORDERS["static"](Grid(), 0)(state) == next(state.open, None)
    chosen = VARIABLE_ORDERS["random"](Grid(), 5)(state)
    assert chosen in list(state.open) or (chosen is None and not list(state.open))


def test_degree_chooses_the_most_open_neighbours() -> None:
    problem = Takuzu.from_text("4x6")
    choose = VARIABLE_ORDERS["degree"](problem, 0)
    state: Any = State.root(Lanes(problem.domains()))
    assert choose(state) == (0, 0)  # all alike: the first declared
    for column in range(1, 4):
        state = state.assign((0, column), 0)
    # Row 1 has lost neighbours everywhere but in column 0, whose cells keep all but none of theirs.
    open_neighbours = {v: sum(n in set(state.open) for n in problem.neighbours(v)) for v in state.open}
    assert choose(state) == max(open_neighbours, key=lambda v: open_neighbours[v])


@given(states(), st.integers(0, 9))
def test_value_orders_permute(state: State[int, int], seed: int) -> None:
    for variable in state.open:
        values = state.domain(variable)
        orders = {name: tuple(make(Grid(), seed)(state, variable, values)) for name, make in VALUE_ORDERS.items()}
        assert orders["domain"] == values
        assert orders["reverse"] == values[::-1]
        assert set(orders["random"]) == set(values)
        assert len(orders["random"]) == len(values)


def test_a_seed_repeats_a_search_and_another_gives_another() -> None:
    def run(seed: int) -> list[dict[int, int]]:
        found = clew.solutions(Queens(8), variable_order="random", value_order="random", seed=seed)
        return [dict(solution) for solution in found]

    assert run(1) == run(1)
    assert run(1) != run(2)
    key = [sorted(solution.items()) for solution in run(1)]
    assert sorted(key) == sorted(sorted(solution.items()) for solution in run(2))


def test_a_seed_means_the_same_in_every_process() -> None:
    program = (
        "import clew, clew_problems as p;"
        "print(clew.first(p.Queens(9), variable_order='random', value_order='random', seed=3).draw('list'));"
        "print(clew.first(p.LetterTree('B(L(O,O),L(O))', word='BLO'), value_order='random').draw('numbers'));"
        "print([s.draw('list') for s in clew.solve(p.Queens(6), clew.Sample(2, 9)).result])"
    )
    outputs = {
        subprocess.run(
            [sys.executable, "-c", program],
            env={"PYTHONHASHSEED": seed, "PATH": ""},
            capture_output=True,
            check=True,
            text=True,
        ).stdout
        for seed in ("1", "2", "3")
    }
    assert len(outputs) == 1


def test_a_variable_order_needs_variables_to_order() -> None:
    with pytest.raises(clew.OptionError, match="appear as the search goes"):
        clew.first(LetterTree("A", word="A"), variable_order="mrv")


def test_mrv_makes_two_hundred_queens_a_matter_of_few_failures() -> None:
    outcome = clew.solve(Queens(201), clew.First(), variable_order="mrv", limits=clew.Limits(nodes=10_000))
    assert outcome.result is not None
