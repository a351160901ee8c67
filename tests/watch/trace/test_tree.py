"""The recorded tree is what the events say, at every level of inference, whatever is left out."""

from __future__ import annotations

from collections import Counter
from typing import Any
from unittest import mock

import pytest
from hypothesis import given
from hypothesis import strategies as st

import clew
from clew import events
from clew.reference.search import restarts
from clew.state.state import State
from clew.watch import trace
from clew.watch.observers.recorder import Recorder
from clew.watch.trace.nodes import OPEN, REFUSED, SOLUTION
from clew.watch.trace.recording import TreeRecorder
from clew.watch.trace.sketch import about
from clew.watch.trace.story import Story
from clew.watch.trace.tree import SearchTree
from clew_problems import LetterTree, Queens
from tests.random_models import brute_force, models
from tests.random_problems import Forbidden, problems

LEVELS = ("none", "check", "forward", "unit", "arc")
STRATEGIES: st.SearchStrategy[clew.Strategy[Any]] = st.sampled_from([clew.First(), clew.All(), clew.Count()])


def recorded(
    problem: clew.Problem[Any, Any], strategy: clew.Strategy[Any], **options: Any
) -> tuple[SearchTree, list[events.Event]]:
    recorder = Recorder()
    return clew.search_tree(problem, strategy, observers=[recorder], **options), recorder.events


@given(models(), st.sampled_from([None, *LEVELS]), STRATEGIES)
def test_the_counts_are_those_of_the_statistics(
    model: clew.Model, inference: str | None, strategy: clew.Strategy[Any]
) -> None:
    tree, _ = recorded(model, strategy, inference=inference)
    assert tree.outcome is not None
    statistics = tree.outcome.statistics
    assert not tree.left_out
    assert tree.fates.count(REFUSED) == statistics.failures
    assert len(tree) - tree.fates.count(REFUSED) == statistics.nodes
    assert tree.fates.count(SOLUTION) == statistics.solutions == tree.counts.get("solution", 0)
    assert sum(tree.counts.values()) == len(tree)
    if len(tree.roots) == 1:
        levels = Counter(level for level, fate in zip(tree.levels, tree.fates, strict=True) if fate != REFUSED)
        assert tuple(levels[k] for k in range(max(1, len(levels)))) == statistics.nodes_per_level


@given(models(), st.sampled_from([None, *LEVELS]))
def test_the_solutions_of_the_tree_are_the_solutions(model: clew.Model, inference: str | None) -> None:
    tree, _ = recorded(model, clew.All(), inference=inference)
    found = [tree.domains(k) for k in range(len(tree)) if tree.kind(k) == "solution"]
    assert all(len(values) == 1 for domains in found for values in domains.values())
    key = [tuple(repr(values[0]) for values in domains.values()) for domains in found]
    assert sorted(key) == sorted(tuple(map(repr, solution.values())) for solution in brute_force(model))


def entered(told: list[events.Event]) -> list[State[Any, Any] | None]:
    """The state of each try, in order; None for a value that was refused."""
    return [e.state if isinstance(e, events.NodeEvent) else None
            for e in told if isinstance(e, (events.NodeEvent, events.DeadEndEvent))]  # fmt: skip


@given(models(), st.sampled_from([None, *LEVELS]), STRATEGIES)
def test_domains_and_decisions_are_those_of_the_states(
    model: clew.Model, inference: str | None, strategy: clew.Strategy[Any]
) -> None:
    tree, told = recorded(model, strategy, inference=inference)
    states = entered(told)
    assert len(states) == len(tree)
    for k, state in enumerate(states):
        if state is not None:
            assert tree.domains(k) == {v: list(state.domain(v)) for v in state.lanes.variables}
            assert tree.decisions(k) == dict(state.items())
            assert tree.assignment(k) == {v: state[v] for v in state.lanes.variables if v in state}


@given(problems(), st.sampled_from(["none", "check", "forward"]))
def test_problems_with_hooks_have_trees_too(problem: Forbidden, inference: str) -> None:
    tree, told = recorded(problem, clew.All(), inference=inference)
    for k, state in enumerate(entered(told)):
        if state is not None:
            assert tree.domains(k) == {v: list(state.domain(v)) for v in state.lanes.variables}


@given(models(), st.sampled_from(LEVELS), STRATEGIES)
def test_every_declared_value_of_a_branching_variable_is_told_of(
    model: clew.Model, inference: str, strategy: clew.Strategy[Any]
) -> None:
    tree, _ = recorded(model, strategy, inference=inference)
    for k in range(len(tree)):
        if (number := tree.branchings[k]) < 0:
            continue
        tried = [tree.values[number][tree.choices[child]] for child in tree.children(k)]
        untried = tree.untried(k)
        assert Counter([*tried, *(one.value for one in untried)]) == Counter(tree.values[number])
        left = tree.domains(k)[tree.variables[number]]
        assert all((one.kind == "pruned") == (one.value not in left) for one in untried)


def test_a_small_tree_by_hand() -> None:
    # Two queens on a board of two by two: each attacks both squares of the other row.
    tree = clew.search_tree(Queens(2), clew.All(), inference="check")
    assert [tree.label(k) for k in range(len(tree))] == ["root", "A1", "A2", "B2", "B1", "A2", "B2"]
    assert list(tree.parents) == [-1, 0, 1, 1, 0, 4, 4]
    assert [tree.kind(k) for k in range(7)] == [
        "failed",
        "failed",
        "refused",
        "refused",
        "failed",
        "refused",
        "refused",
    ]
    names = [tree.problem.constraint_name(culprit) for k in range(7) if (culprit := tree.culprit(k)) is not None]
    # Column, falling diagonal, rising diagonal, column.
    assert [name.split()[-2:] for name in names] == [["a", "column"], ["falling", "diagonal"], ["rising", "diagonal"],
                                                     ["a", "column"]]  # fmt: skip
    assert tree.summary == "3 nodes, 4 failures, 0 solutions"
    first = clew.search_tree(Queens(1), clew.AtMost(1), inference="check")
    assert first.summary == "2 nodes, 0 failures, 1 solution, ended as soon as the answer was found"


def test_what_was_pruned_is_told_with_the_constraint() -> None:
    tree = clew.search_tree(Queens(4), clew.All(), inference="forward")
    assert tree.label(1) == "A1"
    assert [pairs for _, pairs in tree.pruned(1)] == [[(1, 0), (2, 0), (3, 0)], [(1, 1), (2, 2), (3, 3)]]
    why = {
        one.value: tree.problem.constraint_name(one.constraint) for one in tree.untried(1) if one.constraint is not None
    }
    assert {value: name.split()[-1] for value, name in why.items()} == {0: "column", 1: "diagonal"}


@given(models(), st.sampled_from([None, *LEVELS]), STRATEGIES)
def test_a_tree_explains_its_prunings_as_the_events_do(
    model: clew.Model, inference: str | None, strategy: clew.Strategy[Any]
) -> None:
    tree, told = recorded(model, strategy, inference=inference)
    prunings = [event for event in told if isinstance(event, events.PruneEvent)]
    expected = [(pair, event.explanation(pair)) for event in prunings for pair in event.values]
    found = [
        (pair, tree.explanation(k, *pair)) for k in range(len(tree)) for _, pairs in tree.reasons(k) for pair in pairs
    ]
    if len(tree.roots) == 1:
        assert dict(found) == dict(expected)
        assert sorted(map(repr, found)) == sorted(map(repr, expected))


@pytest.mark.usefixtures("without_engine")
def test_a_tree_of_a_search_that_begins_anew_explains_its_prunings() -> None:
    with mock.patch.object(restarts, "FIRST_CUTOFF", 1), mock.patch.object(restarts, "GROWTH", 1.0):
        tree = clew.search_tree(Queens(10), inference="unit")
    assert len(tree.roots) > 3
    for k in range(len(tree)):
        for constraints, pairs in tree.reasons(k):
            for pair in pairs:
                assert (tree.explanation(k, *pair) is None) == (not constraints)


def test_constraints_that_prune_together_are_named_together() -> None:
    queens = Queens(8)
    tree, told = recorded(queens, clew.All(), inference="arc", variable_order="static")
    joint = next(event for event in told if isinstance(event, events.PruneEvent) and event.others)
    assert joint.constraint is not None
    constraints = (*joint.others, joint.constraint)
    k = next(k for k in range(len(tree)) if (constraints, list(joint.values)) in tree.reasons(k))
    names = " and ".join(map(queens.constraint_name, constraints))
    assert (joint.constraint, list(joint.values)) in tree.pruned(k)
    assert any(line.startswith("prunes ") and line.endswith(f" ({names})") for line in about(tree, k))
    untried = [one for node in range(len(tree)) for one in tree.untried(node) if one.others]
    assert all(one.constraint is not None and one.constraint not in one.others for one in untried)
    assert untried
    story = Story(queens)
    words = [story.words(story.step(event)) for event in told]
    assert f" ({names})" in words[told.index(joint)]


def test_values_that_the_search_never_came_to() -> None:
    tree = clew.search_tree(Queens(4), inference="forward", variable_order="static")
    # The first solution of four queens has the first queen in the second column: two columns are never tried.
    assert [(one.value, one.kind) for one in tree.untried(0)] == [(2, "unvisited"), (3, "unvisited")]
    assert tree.kind(0) == "way"
    assert tree.fates[0] == OPEN


def test_given_values_are_no_decisions_of_the_tree() -> None:
    tree = clew.search_tree(Queens(4), clew.All(), given={0: 1}, inference="forward")
    assert tree.given == {0: 1}
    assert tree.label(0) == "root"
    assert tree.decision(0) is None
    assert tree.domains(0)[0] == [1]
    assert tree.domains(0)[1] == [3]


def test_a_root_that_is_refused() -> None:
    tree = clew.search_tree(Queens(3), given={0: 1})
    assert len(tree) == 1
    assert tree.kind(0) == "refused"
    assert tree.whole.failures == 1


def test_a_search_that_begins_anew_has_several_roots() -> None:
    tree = clew.search_tree(Queens(60))
    assert tree.outcome is not None
    restarted = Recorder()
    clew.first(Queens(60), observers=[restarted])
    again = sum(isinstance(event, events.RestartEvent) for event in restarted.events)
    assert again
    assert len(tree.roots) == 1 + again
    assert tree.label(tree.roots[1]) == "restart 1"
    assert "restarted" in tree.summary
    states = entered(restarted.events)
    for root in tree.roots:
        state = states[root]
        assert state is not None
        assert tree.domains(root) == {v: list(state.domain(v)) for v in state.lanes.variables}


def test_variables_that_were_never_declared() -> None:
    tree = clew.search_tree(LetterTree("A(B,C(D))", word="ACD"), clew.All())
    assert tree.counts["solution"] == 1
    assert not tree.declared
    assert all(not tree.untried(k) and not tree.domains(k) for k in range(len(tree)))


@given(models(), st.sampled_from(["none", "forward", "unit"]), st.integers(1, 12), st.none() | st.integers(0, 3))
def test_what_is_left_out_is_counted(model: clew.Model, inference: str, most: int, deepest: int | None) -> None:
    whole = clew.search_tree(model, clew.All(), inference=inference)
    tree = clew.search_tree(model, clew.All(), inference=inference, most=most, deepest=deepest)
    assert tree.whole == whole.whole
    assert len(tree) <= most
    assert deepest is None or max(tree.levels) <= deepest
    if deepest is None:
        assert len(tree) == min(most, len(whole))
    if deepest is None or deepest >= max(whole.levels):
        # What is recorded is the beginning of the search, as it would be recorded without bounds.
        n = len(tree)
        assert list(tree.parents) == list(whole.parents[:n])
        assert tree.prunings == whole.prunings[:n]
    assert (sum(one.tries for one in tree.left_out.values()) == 0) == (len(tree) == len(whole))
    assert ("recorded" in tree.summary) == (len(tree) < len(whole))
    for k, rest in tree.left_out.items():
        assert k < len(tree)
        assert rest.tries > 0


@given(models(), st.integers(1, 12))
def test_nodes_above_a_solution_that_is_left_out_lead_to_it(model: clew.Model, most: int) -> None:
    whole = clew.search_tree(model, clew.All(), inference="forward")
    tree = clew.search_tree(model, clew.All(), inference="forward", most=most)
    assert [tree.kind(k) for k in range(len(tree))] == [whole.kind(k) for k in range(len(tree))]


@given(models())
def test_a_search_that_is_stopped_says_so(model: clew.Model) -> None:
    tree = clew.search_tree(model, clew.All(), inference="none", limits=clew.Limits(nodes=3))
    nodes = clew.solve(model, clew.All(), inference="none").statistics.nodes
    assert ("stopped (node limit)" in tree.summary) == (nodes > 3)
    assert (OPEN in tree.fates) == (nodes > 3)


def test_bounds_that_are_no_bounds() -> None:
    with pytest.raises(clew.OptionError, match="most must be a whole number from 1, not 0"):
        TreeRecorder(Queens(4), most=0)
    with pytest.raises(clew.OptionError, match="deepest must be a whole number from 0, not -1"):
        TreeRecorder(Queens(4), deepest=-1)


def test_the_former_names_of_the_explanation_work_with_a_warning() -> None:
    tree, told = recorded(Queens(4), clew.All(), inference="unit")
    pruned = next(event for event in told if isinstance(event, events.PruneEvent))
    refused = next(event for event in told if isinstance(event, events.DeadEndEvent))
    k, pair = next((k, pair) for k in range(len(tree)) for _, pairs in tree.reasons(k) for pair in pairs)
    with pytest.warns(DeprecationWarning, match=r"PruneEvent\.explanation"):
        assert pruned.missing() == pruned.explanation()
    with pytest.warns(DeprecationWarning, match=r"DeadEndEvent\.explanation"):
        assert refused.missing() == refused.explanation()
    with pytest.warns(DeprecationWarning, match=r"SearchTree\.explanation"):
        assert tree.missing(k, *pair) == tree.explanation(k, *pair)
    with pytest.warns(DeprecationWarning, match="StepLimitReached"):
        assert trace.StepsTold is trace.StepLimitReached
