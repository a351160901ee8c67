"""Every inference, ordering and strategy agrees with brute force on random small problems."""

from __future__ import annotations

import pickle
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import clew
from tests.random_problems import Dynamic, Forbidden, Pruning, as_set, brute_force, problems

INFERENCES = ("none", "check", "forward", None)
ORDERS = (None, "static", "mrv", "degree", "random", lambda state: list(state.open)[-1] if list(state.open) else None)
VALUE_ORDERS = (None, "domain", "reverse", "random", lambda state, variable, values: sorted(values))


def options(problem: Forbidden) -> st.SearchStrategy[dict[str, Any]]:
    """Any options that fit the problem."""
    return st.fixed_dictionaries(
        {
            "inference": st.sampled_from(INFERENCES),
            "variable_order": st.sampled_from([None] if isinstance(problem, Dynamic) else ORDERS),
            "value_order": st.sampled_from(VALUE_ORDERS),
            "seed": st.integers(0, 3),
        }
    )


@given(problems(), st.data())
def test_all_finds_the_solutions_of_brute_force_each_once(problem: Forbidden, data: st.DataObject) -> None:
    chosen = data.draw(options(problem))
    found = clew.solve(problem, clew.All(), **chosen).result
    assert as_set(found) == as_set(brute_force(problem))
    assert len(found) == len(as_set(found))


@given(problems((Forbidden, Pruning)), st.sampled_from(INFERENCES))
def test_static_orders_give_lexicographic_order(problem: Forbidden, inference: str | None) -> None:
    if problem.fixed:  # given values come first, so compare the solutions in their own order
        problem = type(problem)(problem.domain_of, problem.nogoods)
    assert [dict(s) for s in clew.solutions(problem, inference=inference)] == list(brute_force(problem))


@given(problems(), st.data())
def test_strategies_are_folds_of_the_same_solutions(problem: Forbidden, data: st.DataObject) -> None:
    chosen = data.draw(options(problem))
    found = clew.solve(problem, clew.All(), **chosen).result
    k = data.draw(st.integers(1, 4))
    assert clew.count(problem, **chosen) == len(found)
    assert clew.first(problem, **chosen) == (found[0] if found else None)
    assert list(clew.solutions(problem, **chosen)) == found
    assert clew.solve(problem, clew.AtMost(k), **chosen).result == found[:k]
    assert clew.is_unique(problem, **chosen) is (len(found) == 1)
    verdict = clew.check(problem, **chosen)
    assert (verdict.answer, list(verdict.solutions)) == (["none", "unique", "several"][min(len(found), 2)], found[:2])
    best = clew.solve(problem, clew.Best(lambda s: sum(s.values()), maximize=True), **chosen).result
    assert best == (max(found, key=lambda s: sum(s.values())) if found else None)
    drawn = clew.solve(problem, clew.Sample(k, 7), **chosen).result
    assert len(drawn) == min(k, len(found))
    assert all(solution in found for solution in drawn)


@given(problems(), st.data())
def test_a_sample_does_not_depend_on_the_order_of_the_search(problem: Forbidden, data: st.DataObject) -> None:
    one, other = data.draw(options(problem)), data.draw(options(problem))
    strategy = clew.Sample(2, data.draw(st.integers(0, 5)))
    assert as_set(clew.solve(problem, strategy, **one).result) == as_set(clew.solve(problem, strategy, **other).result)


STRATEGIES: list[clew.Strategy[Any]] = [
    clew.First(),
    clew.All(),
    clew.Count(),
    clew.AtMost(3),
    clew.Unique(),
    clew.Best(lambda s: sum(s.values())),
    clew.Sample(2, 5),
]


@pytest.mark.parametrize("strategy", STRATEGIES, ids=lambda strategy: type(strategy).__name__)
@given(problem=problems(), cut=st.integers(0, 20))
def test_the_merge_of_two_parts_is_the_result_of_the_whole(
    strategy: clew.Strategy[Any], problem: Forbidden, cut: int
) -> None:
    def fold(solutions: list[clew.Solution[str, int]]) -> Any:
        result = strategy.empty()
        for solution in solutions:
            if not strategy.is_enough(result):
                result = strategy.add(result, solution) if strategy.lists else strategy.add_count(result, 1)
        return result

    found = list(clew.solutions(problem))
    merged = strategy.merge(fold(found[:cut]), fold(found[cut:]))
    assert strategy.finish(merged, True) == strategy.finish(fold(found), True)


@given(problems(), st.data())
def test_best_with_a_bound_finds_the_same_and_enters_no_more_nodes(problem: Forbidden, data: st.DataObject) -> None:
    chosen = data.draw(options(problem))

    def objective(solution: Any) -> int:
        return sum(dict(solution.items()).values())

    free = clew.solve(problem, clew.Best(objective), **chosen)
    bounded = clew.solve(problem, clew.Best(objective, bound=objective), **chosen)  # values are not negative
    assert bounded.result == free.result
    assert bounded.statistics.nodes <= free.statistics.nodes


@given(problems(), st.data())
def test_every_try_ends_in_a_node_or_a_failure(problem: Forbidden, data: st.DataObject) -> None:
    tried: list[object] = []

    def observer(event: object) -> None:
        tried.append(event) if type(event).__name__ == "TryEvent" else None

    chosen = data.draw(options(problem))
    statistics = clew.solve(problem, clew.Count(), observers=[observer], **chosen).statistics
    assert statistics.tries == len(tried)
    assert statistics.solutions == len(list(brute_force(problem)))
    assert statistics.nodes == sum(statistics.nodes_per_level)


@given(problems(), st.data())
def test_more_inference_enters_no_more_nodes(problem: Forbidden, data: st.DataObject) -> None:
    order = data.draw(st.sampled_from(VALUE_ORDERS))
    nodes = [
        clew.solve(problem, clew.Count(), inference=level, value_order=order).statistics.nodes
        for level in ("none", "check", "forward")
    ]
    assert nodes[0] >= nodes[1] >= nodes[2]


@given(problems(), st.integers(1, 30), st.data())
def test_a_node_limit_stops_at_that_node_and_keeps_a_beginning(
    problem: Forbidden, nodes: int, data: st.DataObject
) -> None:
    chosen = data.draw(options(problem))
    whole = clew.solve(problem, clew.All(), **chosen)
    part = clew.solve(problem, clew.All(), limits=clew.Limits(nodes=nodes), **chosen)
    if whole.statistics.nodes <= nodes:
        assert part.is_complete
        assert part.result == whole.result
    else:
        assert part.status is clew.Status.NODE_LIMIT
        assert not part.exhausted
        assert part.statistics.nodes == nodes
        assert part.result == whole.result[: len(part.result)]


@given(problems(), st.data())
def test_given_values_select_the_solutions_that_have_them(problem: Forbidden, data: st.DataObject) -> None:
    names = [v for v in problem.domain_of if problem.domain_of[v]]
    assumed = {v: data.draw(st.sampled_from(problem.domain_of[v])) for v in names if data.draw(st.booleans())}
    chosen = data.draw(options(problem))
    found = clew.solve(problem, clew.All(), given=assumed, **chosen).result
    expected = [s for s in brute_force(problem) if all(s[v] == w for v, w in assumed.items())]
    assert as_set(found) == as_set(expected)


@given(problems())
def test_solutions_violate_nothing_and_pickle(problem: Forbidden) -> None:
    for solution in clew.solutions(problem):
        assert clew.violations(problem, solution) == ()
        assert pickle.loads(pickle.dumps(solution)) == solution  # noqa: S301


@given(problems((Forbidden,)))
def test_solving_changes_neither_the_problem_nor_the_next_answer(problem: Forbidden) -> None:
    before = pickle.dumps(problem)
    assert clew.count(problem) == clew.count(problem)
    assert pickle.dumps(problem) == before
