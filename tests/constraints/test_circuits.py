"""Circuits: what is refused, and brute force."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import clew
from clew.constraints import Circuit
from clew.errors import ProblemError
from clew.exchange.minizinc import minizinc
from clew.formats import from_json, to_json
from clew.planning.request import forget
from tests.examples import examples
from tests.exchange.test_minizinc import solutions_of


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
    model.require(Circuit(after, loops=draw(st.booleans()), first=first))
    for _ in range(draw(st.integers(0, 2)) if size > 1 else 0):
        one, other = draw(st.permutations(after))[:2]
        model.require(one != other - 1)
    return model


def rows_of(model: clew.Model) -> list[tuple[Any, ...]]:
    names = list(model.domains())
    circuit, *others = model.constraints()
    assert isinstance(circuit, Circuit)
    return [
        row
        for row in product(*model.domains().values())
        if is_circuit(row, circuit.loops, circuit.first)
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


def test_two_parts_without_arcs_between_them_are_no_circuit() -> None:
    model = clew.Model("two parts")
    after = [model.variable(k, [to for to in range(8) if to // 4 == k // 4]) for k in range(8)]
    model.require(Circuit(after))
    outcome = clew.solve(model, clew.Count(), inference="unit")
    assert (outcome.result, outcome.statistics.nodes) == (0, 0)


def test_no_node_is_a_circuit_and_may_be_none() -> None:
    model = clew.Model("nothing")
    model.variable("x", range(2))
    model.require(Circuit([]), Circuit([], loops=True))
    assert clew.count(model) == 2


def test_other_arguments_are_refused() -> None:
    make: Any = Circuit
    with pytest.raises(ProblemError, match="must be a whole number"):
        make("ab", first="a")
    with pytest.raises(ProblemError, match=r"as in Circuit\(successors\)"):
        make(3, 4, 5)
