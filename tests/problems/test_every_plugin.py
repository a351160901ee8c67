"""What holds for every problem that is installed, whoever wrote it."""

from __future__ import annotations

import math
import pickle
from collections.abc import Hashable, Iterator
from typing import Any

import attrs
import pytest

import clew
from clew.events import TryEvent
from clew.observe.recorder import Recorder
from clew.plugins import Plugin, installed

TINY = 5_000
SOME = 40

PLUGINS = installed()
CASES = [(plugin, example) for plugin in PLUGINS if plugin.problem for example in plugin.problem.examples]

every_plugin = pytest.mark.parametrize("plugin", PLUGINS, ids=[plugin.name for plugin in PLUGINS])
every_example = pytest.mark.parametrize(
    ("plugin", "example"), CASES, ids=[f"{plugin.name}: {example.name}" for plugin, example in CASES]
)


def problem_class(plugin: Plugin) -> type[clew.Problem[Any, Any]]:
    assert plugin.problem is not None, plugin.error
    return plugin.problem


def instance(plugin: Plugin, example: clew.Example) -> clew.Problem[Any, Any]:
    return problem_class(plugin).from_text(example.text, **example.parameters)


def parameters(problem: clew.Problem[Any, Any]) -> dict[str, Any]:
    """What users set by name: a text need not say it."""
    kind = type(problem)
    fields = attrs.fields(kind) if attrs.has(kind) else ()
    return {field.name: getattr(problem, field.name) for field in fields if "help" in field.metadata}


def complete_assignments(problem: clew.Problem[Any, Any]) -> int:
    """How many there are to generate and test, as far as the domains tell."""
    given = problem.given()
    return math.prod(len(tuple(domain)) for variable, domain in problem.domains().items() if variable not in given)


def inferences(problem: clew.Problem[Any, Any]) -> Iterator[str]:
    yield from ("check", "forward")
    if complete_assignments(problem) <= TINY:
        yield "none"


def values_looked_at(problem: clew.Problem[Any, Any]) -> dict[Hashable, set[Hashable]]:
    """For every variable the values that it may have: of its domain, or those that a search tries."""
    values: dict[Hashable, set[Hashable]] = {variable: set(domain) for variable, domain in problem.domains().items()}
    if not values:
        recorder = Recorder()
        clew.count(problem, observers=[recorder])
        for event in recorder.events:
            if isinstance(event, TryEvent):
                values.setdefault(event.variable, set()).add(event.value)
    return values


def test_the_bundled_problems_are_found() -> None:
    assert {"letter-tree", "queens", "takuzu"} <= {plugin.name for plugin in PLUGINS}


@every_plugin
def test_a_plugin_loads_and_says_what_it_is(plugin: Plugin) -> None:
    assert plugin.error == ""
    problem = problem_class(plugin)
    assert problem.name == plugin.name
    assert problem.summary
    assert "\n" not in problem.summary
    assert problem.rules
    assert problem.examples
    assert len({example.name for example in problem.examples}) == len(problem.examples)
    assert problem.styles
    assert clew.load(plugin.name, problem.examples[0].text, **problem.examples[0].parameters)


@every_example
def test_an_example_has_its_promised_number_of_solutions_under_every_inference(
    plugin: Plugin, example: clew.Example
) -> None:
    problem = instance(plugin, example)
    counts = {inference: clew.count(problem, inference=inference) for inference in inferences(problem)}
    assert counts == dict.fromkeys(counts, example.count)


@every_example
def test_listed_solutions_are_different_and_break_no_rule(plugin: Plugin, example: clew.Example) -> None:
    problem = instance(plugin, example)
    listed = list(clew.solutions(problem, verify=False))
    assert len(set(listed)) == example.count
    broken = [clew.violations(problem, solution) for solution in listed]
    assert not any(broken)


@every_example
def test_an_assignment_one_value_away_from_a_solution_is_one_too_or_breaks_a_rule(
    plugin: Plugin, example: clew.Example
) -> None:
    problem = instance(plugin, example)
    listed = list(clew.solutions(problem, inference="check", verify=False))
    values = values_looked_at(problem)
    accepted = {clew.Solution(problem, solution) for solution in listed}
    for solution in listed[:: max(1, len(listed) // SOME)]:
        for variable in list(solution)[:: max(1, len(solution) // SOME)]:
            for value in values[variable] - {solution[variable]}:
                mutated = clew.Solution(problem, {**solution, variable: value})
                assert (not clew.violations(problem, mutated)) == (mutated in accepted), dict(mutated)


@every_example
def test_the_text_of_an_example_is_read_back_as_an_equal_problem(plugin: Plugin, example: clew.Example) -> None:
    problem = instance(plugin, example)
    assert type(problem).from_text(problem.to_text(), **parameters(problem)) == problem


@every_example
def test_an_example_draws_in_every_style_and_refuses_a_style_that_there_is_not(
    plugin: Plugin, example: clew.Example
) -> None:
    problem = instance(plugin, example)
    solution = clew.first(problem)
    for style in problem.styles:
        assert isinstance(problem.draw(problem.given(), style), str)
        if solution is not None:
            assert solution.draw(style).strip()
    assert problem.draw(problem.given()) == problem.draw(problem.given(), problem.styles[0])
    with pytest.raises(clew.OptionError, match="no such style"):
        problem.draw(problem.given(), "no such style")


@every_example
def test_a_problem_its_root_and_its_solutions_survive_pickling(plugin: Plugin, example: clew.Example) -> None:
    problem = instance(plugin, example)
    copy = pickle.loads(pickle.dumps(problem))  # noqa: S301
    assert copy == problem
    assert hash(copy) == hash(problem)
    root = clew.State.root(clew.Lanes(problem.domains()))
    assert pickle.loads(pickle.dumps(root)) == root  # noqa: S301
    solution = clew.first(problem)
    again = pickle.loads(pickle.dumps(solution))  # noqa: S301
    assert again == solution == clew.first(copy)
    if solution is not None:
        assert again.problem == problem
        assert str(again) == str(solution)


@every_example
def test_solving_leaves_an_example_as_it_was(plugin: Plugin, example: clew.Example) -> None:
    problem = instance(plugin, example)
    clew.first(problem)
    assert problem == instance(plugin, example)


@every_example
def test_variables_and_values_have_stable_names_for_json(plugin: Plugin, example: clew.Example) -> None:
    problem = instance(plugin, example)
    names = [problem.variable_name(variable) for variable in problem.domains()]
    assert len(set(names)) == len(names)
    for solution in clew.solutions(problem, limits=clew.Limits(solutions=3)):
        assert len(solution.named()) == len(solution)
        assert all(isinstance(value, (bool, int, float, str)) for value in solution.named().values())
