"""Declared constraints: every level, kernel, ordering and strategy agrees with brute force by `holds`."""

from __future__ import annotations

from itertools import product
from typing import Any, Literal

import attrs
import pytest
from hypothesis import event, example, given
from hypothesis import strategies as st

import clew
from clew.constraints import AllDifferent, Count, DistinctVectors, Exactly, Linear, Product, Regular, Sum
from tests.examples import examples
from tests.random_models import brute_force, covers, models
from tests.random_problems import as_set

LEVELS = ("none", "check", "forward", "unit", "arc", None)
KERNELS: tuple[Literal["compiled"], Literal["python"]] = ("compiled", "python")
ORDERS = (None, "static", "mrv", "degree", "random")
any_model = st.one_of(models(), models(), covers())


@st.composite
def options(draw: st.DrawFn) -> dict[str, Any]:
    return {
        "inference": draw(st.sampled_from(LEVELS)),
        "variable_order": draw(st.sampled_from(ORDERS)),
        "value_order": draw(st.sampled_from((None, "domain", "reverse", "random"))),
        "kernel": draw(st.sampled_from(("auto", "python"))),
        "seed": draw(st.integers(0, 2)),
    }


@examples(400)
@given(any_model, options())
def test_all_finds_the_solutions_of_brute_force_each_once(model: clew.Model, chosen: dict[str, Any]) -> None:
    found = clew.solve(model, clew.All(), **chosen).result
    assert as_set(found) == as_set(brute_force(model))
    assert len(found) == len(as_set(found))
    assert clew.count(model, **chosen) == len(found)


@examples(200)
@given(any_model, options())
def test_strategies_are_folds_of_the_same_solutions(model: clew.Model, chosen: dict[str, Any]) -> None:
    expected = as_set(brute_force(model))
    chosen["kernel"] = "auto"
    one = clew.first(model, **chosen)
    assert (one is None) is (not expected)
    assert one is None or frozenset(one.items()) in expected
    verdict = clew.check(model, **chosen)
    assert verdict.answer == ["none", "unique", "several"][min(len(expected), 2)]
    assert as_set(verdict.solutions) <= expected
    assert as_set(clew.solutions(model, **chosen)) == expected
    best = clew.solve(model, clew.Best(lambda s: sum(map(hash, s.values()))), **chosen).result
    assert (best is None) is (not expected)
    if best is not None:
        assert sum(map(hash, best.values())) == min(sum(hash(w) for _, w in s) for s in expected)


@pytest.mark.skipif(not clew.engine().available, reason="there is no engine, as engine().reason says")
@examples(300)
@given(
    any_model,
    st.sampled_from(("forward", "unit", "arc")),
    st.sampled_from(("static", "mrv")),
    st.sampled_from((clew.All(), clew.Count(), clew.First(), clew.AtMost(2), clew.Unique())),
    st.one_of(st.none(), st.integers(1, 12)),
)
def test_the_engine_equals_the_loop_node_for_node(
    model: clew.Model, level: str, order: str, strategy: clew.Strategy[Any], nodes: int | None
) -> None:
    limits = clew.Limits(nodes=nodes)
    engine, loop = (
        clew.solve(model, strategy, inference=level, variable_order=order, kernel=kernel, limits=limits)
        for kernel in KERNELS
    )
    assert (engine.statistics.kernel, loop.statistics.kernel) == KERNELS
    assert engine.result == loop.result
    assert (engine.status, engine.exhausted) == (loop.status, loop.exhausted)
    assert attrs.evolve(engine.statistics, seconds=0, kernel="") == attrs.evolve(loop.statistics, seconds=0, kernel="")


@examples(400)
@given(any_model, st.sampled_from(("unit", "arc")), st.sampled_from(("static", "mrv", None)))
def test_counting_with_shortcuts_gives_the_number_of_brute_force(
    model: clew.Model, level: str, order: str | None
) -> None:
    outcome = clew.solve(model, clew.Count(), inference=level, variable_order=order)
    assert outcome.statistics.kernel in ("counting", "lines")
    assert outcome.result == len(list(brute_force(model)))


@st.composite
def grids(draw: st.DrawFn) -> clew.Model:
    """A grid whose lines are read by random automata, and whose rows or columns may have to differ."""
    height, width = draw(st.integers(2, 3)), draw(st.integers(2, 3))
    rows = [[(r, c) for c in range(width)] for r in range(height)]
    columns = [list(column) for column in zip(*rows, strict=True)]
    values = tuple(range(draw(st.integers(1, 3))))
    model = clew.Model()
    for row in rows:
        model.variables(row, values)
    moves = st.dictionaries(st.tuples(st.integers(0, 2), st.sampled_from(values)), st.integers(0, 2), min_size=3)
    for line in rows + columns if draw(st.booleans()) else rows:
        model.require(Regular(line, draw(moves), 0, (0, 1)))
    for lines in (rows, columns):
        if draw(st.booleans()):
            model.require(DistinctVectors(lines))
    if draw(st.booleans()):
        model.fix(draw(st.sampled_from(rows[0])), draw(st.sampled_from(values)))
    return model


@examples(200)
@given(grids())
def test_counting_line_by_line_gives_the_number_of_brute_force(model: clew.Model) -> None:
    outcome = clew.solve(model, clew.Count())
    assert outcome.result == len(list(brute_force(model)))
    event(outcome.statistics.kernel)


@given(any_model)
def test_more_inference_enters_no_more_nodes(model: clew.Model) -> None:
    nodes = [
        clew.solve(model, clew.Count(), inference=level, variable_order="static", kernel="python").statistics.nodes
        for level in ("none", "check", "forward", "unit", "arc")
    ]
    assert nodes == sorted(nodes, reverse=True)


@given(models())
def test_static_order_gives_lexicographic_order(model: clew.Model) -> None:
    for level in LEVELS:
        found = clew.solutions(model, inference=level, variable_order="static")
        expected = list(brute_force(model))
        if not model.given():
            assert [dict(solution) for solution in found] == expected


def vectors() -> clew.Model:
    """Two of three vectors that share variables are complete before the third, and equal."""
    model = clew.Model()
    v, w, x = (model.variable(name, [0]) for name in "vwx")
    model.require(DistinctVectors([[v, w], [v, x], [w, v]]))
    return model


@example(vectors())
@given(any_model)
def test_derived_hooks_are_what_the_compiled_levels_do(model: clew.Model) -> None:
    """The hooks of a declared problem, called one by one, walk the same tree as the masks made of it."""

    class Hooks(clew.Problem[Any, Any]):
        def domains(self) -> Any:
            return model.domains()

        def given(self) -> Any:
            return model.given()

        def is_consistent(self, state: clew.State[Any, Any], variable: Any, value: Any) -> bool:
            return clew.Problem.is_consistent(model, state, variable, value)

    for level in ("check", "forward"):
        compiled = clew.solve(model, clew.All(), inference=level, variable_order="static", kernel="python")
        hooks = clew.solve(Hooks(), clew.All(), inference=level)
        assert compiled.result == hooks.result
        assert compiled.statistics.nodes_per_level == hooks.statistics.nodes_per_level


@given(models())
def test_violations_are_the_constraints_that_do_not_hold(model: clew.Model) -> None:
    domains = model.domains()
    assignment = {name: domain[-1] for name, domain in domains.items()}
    broken = [c for c in model.constraints() if not c.holds([assignment[v] for v in c.scope])]
    if all(assignment[v] == w for v, w in model.given().items()):
        found = clew.violations(model, assignment)
        assert [v.rule for v in found] == [c.label or c.kind for c in broken]
        for violation, constraint in zip(found, broken, strict=True):
            # The values named break it, whatever the other variables of its scope take.
            values = [(assignment[v],) if v in violation.variables else domains[v] for v in constraint.scope]
            assert set(violation.variables) <= set(constraint.scope)
            assert not any(constraint.holds(some) for some in product(*values))


@given(models(), st.data())
def test_a_partial_assignment_violates_what_cannot_hold_any_more(model: clew.Model, data: st.DataObject) -> None:
    domains = {v: tuple(domain) for v, domain in model.domains().items()}
    some = data.draw(st.lists(st.sampled_from(list(domains)), unique=True, min_size=1))
    assignment = {v: data.draw(st.sampled_from(domains[v])) for v in some if domains[v]}
    if any(assignment.get(v, w) != w for v, w in model.given().items()):
        return
    broken = []
    for constraint in model.constraints():
        values = [(assignment[v],) if v in assignment else domains[v] for v in constraint.scope]
        if set(constraint.scope) & assignment.keys() and not any(constraint.holds(v) for v in product(*values)):
            broken.append(constraint.label or constraint.kind)
    assert [v.rule for v in clew.violations(model, assignment)] == broken


@given(st.lists(st.integers(-3, 4), min_size=5, max_size=5), st.data())
def test_large_sums_products_and_counts_judge_what_is_broken(weights: list[int], data: st.DataObject) -> None:
    """The combinations are too many to try: bounds judge, and brute force on a sample never finds them wrong."""
    names = tuple("abcde")
    domain = range(data.draw(st.sampled_from((0, -4))), 8)
    relation = data.draw(st.sampled_from(("==", "<=", ">=", "<", ">", "!=")))
    bound = data.draw(st.integers(-60, 200))
    constraint = data.draw(
        st.sampled_from(
            (
                Linear(names, weights, relation, bound),
                Product(names, relation, bound),
                Count(names, {1: (2, 3), 2: 1}),
                AllDifferent(names),
            )
        )
    )
    model = clew.Model()
    model.variables(names, domain)
    model.require(constraint)
    assignment = {v: data.draw(st.sampled_from(domain)) for v in names[: data.draw(st.integers(1, 4))]}
    if clew.violations(model, assignment):
        rest = [v for v in names if v not in assignment]
        for values in product(domain, repeat=len(rest)):
            assert not constraint.holds([*assignment.values(), *values])


def test_what_is_broken_already_is_named() -> None:
    model = clew.Model()
    model.variables(list("abcdef"), range(1, 10))
    model.require(
        Sum("abcdef", "==", 21).named("cage"),
        Product("abcdef", "<=", 100).named("product"),
        Exactly(1, 9, "abcdef").named("nine"),
        AllDifferent("abcdef").named("row"),
    )
    assert clew.violations(model, {"a": 1, "b": 2}) == ()
    assert [str(violation) for violation in clew.violations(model, {"a": 9, "b": 9})] == [
        "cage cannot hold with a = 9, b = 9",
        "nine cannot hold with a = 9, b = 9",
        "row cannot hold with a = 9, b = 9",
    ]
    (row,) = clew.violations(model, {"a": 1, "b": 2, "c": 1})
    assert row.variables == ("a", "c")
    assert [violation.rule for violation in clew.violations(model, {"a": 7, "b": 8})] == []
    assert [violation.rule for violation in clew.violations(model, {"a": 5, "b": 6, "c": 4})] == ["product"]
