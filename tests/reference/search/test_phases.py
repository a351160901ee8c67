"""Phases: the solutions of a naive search with the same rule, the same nodes in both kernels, and what else runs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import clew
from clew.constraints import Table
from clew.core import engine
from clew.reference.search.phases import ORDERS, PHASE_VALUES
from clew_problems import Queens
from tests.examples import examples
from tests.random_models import brute_force, models

KERNELS: list[Any] = ["python", "compiled"] if engine().available else ["python"]
STEADY = [order for order in ORDERS if order != "wdeg"]
Domains = dict[str, list[int]]
Search = list[tuple[list[str], str, str]]


def searches(names: Sequence[str], orders: Sequence[str] = STEADY) -> st.SearchStrategy[Any]:
    """Phases that have some of the variables, in any order."""

    @st.composite
    def made(draw: st.DrawFn) -> Any:
        order = draw(st.permutations(names))
        phases: list[Any] = []
        while order and (not phases or draw(st.booleans())):
            number = draw(st.integers(1, len(order)))
            own, order = order[:number], order[number:]
            phase = own, draw(st.sampled_from(orders)), draw(st.sampled_from([*PHASE_VALUES]))
            phases.append(phase[: draw(st.integers(1, 3))])
        return phases

    return made()


# -- the naive search ------------------------------------------------------------------------------------


def key_of(order: str, v: str, left: Domains, near: int) -> Any:
    values = sorted(left[v])
    return {
        "static": 0,
        "mrv": len(values),
        "degree": -near,
        "most_constrained": (len(values), -near),
        "smallest": values[0],
        "largest": -values[-1],
        "max_regret": values[0] - values[1] if len(values) > 1 else 0,
    }[order]


def in_order(values: list[int], order: str) -> list[int]:
    if order == "middle":
        if not values:
            return []
        k = (len(values) - 1) // 2
        return [values[k], *in_order(values[:k] + values[k + 1 :], order)]
    return values[::-1] if order in ("reverse", "upper_halves") else values


def naive(left: Domains, open_: list[str], pairs: Any, search: Search) -> Iterator[Domains]:
    """The leaves of a tree in which a decision takes from other open variables the values that a pair forbids."""
    if not open_:
        yield left
        return
    own, order, values = next(phase for phase in search if not {*phase[0]}.isdisjoint(open_))
    near = {v: sum(v != w and ((v, w) in pairs or (w, v) in pairs) for w in open_) for v in open_}
    v = min((v for v in own if v in open_), key=lambda v: key_of(order, v, left, near[v]))
    rest = [w for w in open_ if w != v]
    for value in in_order(left[v], values):
        after = {**left, v: [value]}
        for w in rest:
            allowed = pairs.get((v, w)) or {(b, a) for a, b in pairs.get((w, v), ())} or None
            if allowed is not None:
                after[w] = [other for other in left[w] if (value, other) in allowed]
        if all(after.values()):
            yield from naive(after, rest, pairs, search)


@st.composite
def binary_models(draw: st.DrawFn) -> tuple[clew.Model, Domains, Any]:
    """Variables with integers in any order, and pairs that are allowed."""
    names = "abcde"[: draw(st.integers(1, 5))]
    some = st.lists(st.integers(-9, 9), min_size=1, max_size=5, unique=True)
    domains = {v: draw(st.one_of(some, some.map(sorted))) for v in names}
    model, pairs = clew.Model(), {}
    for v in names:
        model.variable(v, domains[v])
    for v, w in combinations(names, 2):
        every = [(a, b) for a in domains[v] for b in domains[w]]
        if draw(st.booleans()):
            pairs[v, w] = {*draw(st.lists(st.sampled_from(every), min_size=1, unique=True))}
            model.require(Table([v, w], sorted(pairs[v, w])))
    return model, domains, pairs


@pytest.mark.parametrize("kernel", KERNELS)
@examples(200)
@given(st.data())
def test_solutions_come_as_from_a_naive_search(kernel: Any, data: st.DataObject) -> None:
    model, domains, pairs = data.draw(binary_models())
    orders = [order for order in STEADY if order != "random"]
    search = data.draw(searches([*domains], orders).filter(lambda search: "random" not in str(search)))
    rest = [v for v in domains if not any(v in own for own, *_ in search)]
    order = data.draw(st.sampled_from(["static", "mrv", "degree"]))
    values = data.draw(st.sampled_from(["domain", "reverse"]))
    whole: Search = [(own, *(named + [order, values][len(named) :])) for own, *named in [*search, (rest,)]]
    expected = [{v: own[0] for v, own in leaf.items()} for leaf in naive(domains, [*domains], pairs, whole)]
    options: Any = {"variable_order": order, "value_order": values, "inference": "forward", "kernel": kernel}
    found = clew.solve(model, clew.All(), search=search, **options)
    assert [dict(solution) for solution in found.result] == expected
    assert found.statistics.variable_order == "phases"


# -- kernels ---------------------------------------------------------------------------------------------


def run(model: Any, strategy: Any, **options: Any) -> Any:
    outcome = clew.solve(model, strategy, **options)
    found = outcome.result
    found = [dict(solution) for solution in found] if isinstance(found, list) else found
    return found, outcome.statistics.nodes_per_level


@pytest.mark.skipif(not engine().available, reason="there is no engine here")
@examples(300)
@given(models(), st.data())
def test_both_kernels_enter_the_same_nodes(model: clew.Model, data: st.DataObject) -> None:
    search = data.draw(searches([*model.domains()]))
    level = data.draw(st.sampled_from(["forward", "unit", "arc"]))
    options: Any = {"search": search, "inference": level, "seed": data.draw(st.integers(0, 9))}
    try:
        compiled = run(model, clew.All(), kernel="compiled", **options)
    except clew.OptionError:
        return  # there is no form for a constraint
    if level == "arc":  # the engine may prune more, and the order depends on what is left
        python = run(model, clew.All(), kernel="python", **options)
        assert sorted(map(str, compiled[0])) == sorted(map(str, python[0]))
        return
    assert compiled == run(model, clew.All(), kernel="python", **options)


@examples(150)
@given(models(), st.data())
def test_answers_are_the_same_under_any_phases(model: clew.Model, data: st.DataObject) -> None:
    expected = [*brute_force(model)]
    level = data.draw(st.sampled_from([None, "none", "check", "forward", "unit", "arc"]))
    steady = data.draw(searches([*model.domains()]))
    options: Any = {"inference": level, "kernel": data.draw(st.sampled_from(["auto", "python"]))}
    assert clew.count(model, search=steady, **options) == len(expected)
    listed = [dict(solution) for solution in clew.solutions(model, search=steady, **options)]
    assert sorted(map(str, listed)) == sorted(str(dict(one)) for one in expected)
    assert clew.first(model, search=steady, **options) == (listed[0] if listed else None)
    learning = data.draw(searches([*model.domains()], ORDERS))
    found = clew.first(model, search=learning, **options)
    assert found is None if not expected else dict(found or {}) in [dict(one) for one in expected]
    assert clew.check(model, search=learning, **options).answer == ("none", "unique", "several")[min(len(expected), 2)]


def knapsack() -> tuple[clew.Model, Any]:
    model = clew.Model()
    x: Any = [model.variable(f"x{k}", range(4)) for k in range(5)]
    model.require(sum((2 * k + 3) * x[k] for k in range(5)) <= 31, x[0] != x[3])
    return model, sum((3 * k + 2) * x[k] for k in range(5))


@examples(100)
@given(st.data())
def test_the_best_is_the_best_under_any_phases(data: st.DataObject) -> None:
    model, value = knapsack()
    search = data.draw(searches([*model.domains()], ORDERS))
    jobs = data.draw(st.sampled_from([1, 1, 1, 2])) if "wdeg" not in str(search) else 1
    options: Any = {"kernel": data.draw(st.sampled_from(["auto", *KERNELS])), "jobs": jobs}
    assert clew.best(model, value, search=search, **options).objective == clew.best(model, value).objective


@pytest.mark.parametrize("kernel", ["auto", *KERNELS])
@pytest.mark.parametrize("values", [*PHASE_VALUES])
def test_restarts_keep_to_the_phases(kernel: Any, values: str) -> None:
    """Runs that give up after every dead end find the solution, and try values in the order that was asked for."""
    rows = [*range(7, 20), *range(7)]
    found = clew.first(Queens(20), search=[(rows, "wdeg", values)], kernel=kernel)
    assert found is not None
    assert found == clew.first(Queens(20), search=[(rows, "wdeg", values)], kernel=kernel)
    free = clew.Model()
    free.variables("x y", range(5))
    first = {"domain": 0, "halves": 0, "reverse": 4, "upper_halves": 4, "middle": 2}
    if values != "random":
        expected = {"x": first[values], "y": first[values]}
        assert dict(clew.first(free, search=[(["y", "x"], "wdeg", values)], kernel=kernel) or {}) == expected


SEARCH: Any = [([5, 0], "smallest", "middle"), ([3], "max_regret", "upper_halves"), ([1, 2], "degree", "random")]


@pytest.mark.parametrize("jobs", [1, 2])
@pytest.mark.parametrize("kernel", KERNELS)
def test_workers_list_in_search_order(jobs: int, kernel: Any) -> None:
    alone = [*clew.solutions(Queens(7), search=SEARCH, kernel=kernel)]
    cutting = clew.Cutting(first=1, subtrees=6)
    assert [*clew.solutions(Queens(7), search=SEARCH, kernel=kernel, jobs=jobs, cutting=cutting)] == alone
    assert clew.count(Queens(7), search=SEARCH, kernel=kernel, jobs=jobs, cutting=cutting) == len(alone) == 40


def test_a_checkpoint_keeps_the_phases(tmp_path: Path) -> None:
    model, file = clew.Model(), tmp_path / "kept.clew"
    x = model.variables("a b c d e", range(5))
    model.require(clew.constraints.AllDifferent(x))
    search: Any = [(x[3:1:-1], "mrv", "reverse"), (x[:1],)]
    options: Any = {"checkpoint": file, "cutting": clew.Cutting(first=1, subtrees=9)}
    expected = clew.solve(model, clew.All(), search=search).result
    stopped = clew.solve(model, clew.All(), search=search, limits=clew.Limits(nodes=25), **options)
    assert not stopped.is_complete
    with pytest.raises(clew.InputError, match="another search"):
        clew.solve(model, clew.All(), search=search[:1], **options)
    with pytest.raises(clew.InputError, match="another search"):
        clew.solve(model, clew.All(), **options)
    assert clew.resume(file, model).result == expected


@pytest.mark.skipif(not engine().available, reason="there is no engine here")
@pytest.mark.parametrize("number", [1, 2, 3, 4, 5, 63, 64, 65, 255, 256, 257])
@pytest.mark.parametrize("order", STEADY)
def test_about_as_many_variables_as_are_measured_together(number: int, order: str) -> None:
    model = clew.Model()
    x = [model.variable(k, [*range(k % 7 % 3, 4 + k % 3)][:: (-1) ** k]) for k in range(number)]
    model.require([x[k] != x[k + 1] for k in range(number - 1)])
    search: Any = [(x[number // 2 :: -1], order, "middle")]
    search += [(x[-1 : number // 2 : -2], order)] if number > 2 else []
    options: Any = {"search": search, "inference": "unit", "limits": clew.Limits(solutions=3)}
    assert run(model, clew.All(), kernel="compiled", **options) == run(model, clew.All(), kernel="python", **options)


@pytest.mark.skipif(not engine().available, reason="there is no engine here")
@pytest.mark.parametrize("order", ["static", "smallest", "largest", "max_regret", "most_constrained"])
@pytest.mark.parametrize("values", [None, "domain", "reverse", "halves", "upper_halves"])
def test_wide_ranges_are_branched_on_by_their_ends(order: str, values: Any) -> None:
    model = clew.Model()
    x, y, z = model.variable("x", range(5001)), model.variable("y", range(5001)), model.variable("z", range(3))
    model.require(50 * x + 49 * y + z == 245_000)
    found = clew.solve(model, clew.All(), search=[([y, x], order, values)], kernel="compiled").result
    plain = clew.solve(model, clew.All()).result
    assert sorted(str(dict(one)) for one in found) == sorted(str(dict(one)) for one in plain)
    assert len(plain) > 100
    if order == "static":
        last_first = values in ("reverse", "upper_halves")
        assert found == sorted(found, key=lambda one: (one["y"], one["x"]), reverse=last_first)
    with pytest.raises(clew.OptionError, match="too many values to begin in the middle"):
        clew.count(model, search=[([x], "static", "middle")], kernel="compiled")
    assert clew.count(model, search=[([x], "static", "middle")]) == len(plain)


@pytest.mark.parametrize("shift", [0, 2**53, 2**62 - 3, 2**63, -(2**62) - 1, 2**80])
@pytest.mark.parametrize("order", ["smallest", "largest", "max_regret"])
def test_integers_of_any_size_are_compared_exactly(shift: int, order: str) -> None:
    model = clew.Model()
    for k, own in enumerate(([1, 4, 2], [0, 3], [3, 2, 9], [0, 1])):
        model.variable("abcd"[k], [shift + value for value in own])
    chosen: list[Any] = []
    search: Any = [(["a", "b", "c", "d"], order)]
    options: Any = {"search": search, "inference": "unit"}
    watched = clew.solve(model, clew.All(), observers=[chosen.append], **options)
    assert clew.solve(model, clew.All(), **options).result == watched.result
    first = {"smallest": "b", "largest": "c", "max_regret": "b"}[order]
    assert next(event.variable for event in chosen if hasattr(event, "variable")) == first


@pytest.mark.parametrize(
    ("search", "message"),
    [
        ([], "search must be a list of phases"),
        ("static", "search must be a list of phases"),
        (["xy"], r"a phase is \(variables, ordering, values\)"),
        ([("x", "mrv")], "a collection of variables, at least one, not 'x'"),
        ([([], "mrv")], "a collection of variables, at least one"),
        ([(["x", "q"], "mrv")], "no variable 'q'"),
        ([([["x"]], "mrv")], "no variable"),
        ([(["x"], "mrv"), (["y", "x"],)], "'x' stands there twice"),
        ([(["x"], "first_fail")], "no variable order is called 'first_fail': choose one of static, mrv"),
        ([(["x"], "mrv", "split")], "no value order is called 'split': choose one of domain"),
        ([(["x"], ["mrv"])], "no variable order is called"),
        ([(["t"], "smallest")], "compares integers, and 't' has other values"),
        ([(["x"], "wdeg")], "learns as it goes"),
    ],
)
def test_what_is_no_search_is_refused_in_one_line(search: Any, message: str) -> None:
    model = clew.Model()
    model.variables("x y", range(3))
    model.variable("t", "ab")
    with pytest.raises((clew.OptionError, clew.InputError), match=message) as caught:
        clew.count(model, search=search)
    assert "\n" not in str(caught.value)


def test_functions_and_workers_that_do_not_go_with_phases() -> None:
    model = clew.Model()
    x = model.variables("x y", range(3))
    with pytest.raises(clew.OptionError, match="leave the function variable_order out"):
        clew.count(model, search=[(x,)], variable_order=lambda state: state.first_open())
    with pytest.raises(clew.OptionError, match="leave the function value_order out"):
        clew.count(model, search=[(x,)], value_order=lambda state, variable, values: values)
    with pytest.raises(clew.OptionError, match="learns as it goes along one way"):
        clew.first(model, search=[(x, "wdeg")], jobs=2)


class Hooked(clew.Problem[str, int]):
    """Its own choice of a variable is replaced, as by `variable_order`."""

    def domains(self) -> dict[str, list[int]]:
        return {"x": [0, 1], "y": [0, 1], "z": [0, 1]}

    def is_consistent(self, state: Any, variable: str, value: int) -> bool:
        return bool(sum(state.get(v, 0) for v in "xyz" if v != variable) + value < 3)

    def choose_variable(self, state: Any) -> str | None:
        raise AssertionError("it is not asked")


def test_phases_come_before_a_hook_that_chooses() -> None:
    found = [dict(one) for one in clew.solutions(Hooked(), search=[(["z"], "static", "reverse"), (["y", "x"],)])]
    assert [(one["z"], one["y"], one["x"]) for one in found] == [
        (1, 0, 0), (1, 0, 1), (1, 1, 0), (0, 0, 0), (0, 0, 1), (0, 1, 0), (0, 1, 1)
    ]  # fmt: skip


def test_many_instances_and_advice_go_by_phases() -> None:
    search: Any = [([7, 6, 5, 4], "smallest", "middle")]
    some = [{0: k} for k in range(8)]
    expected = [clew.first(Queens(8), search=search, given=given) for given in some]
    assert [*clew.first_each(Queens(8), some, search=search)] == expected
    assert isinstance(clew.advice(Queens(8), search=search), str)
