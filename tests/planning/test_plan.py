"""Plans: made in five steps, compiled once, and never written to afterwards."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from typing import Any
from unittest import mock

import attrs
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import clew
from clew.planning import request
from clew.planning.ladder import COUNTING, LISTING
from clew.planning.plan import make_plan
from clew.reference.propagation import compiler
from clew.reference.search import inference
from clew.state.counters import Counters
from clew.state.state import DEAD_END
from clew_problems import Colouring, Queens, Sudoku, Takuzu
from tests.random_models import brute_force, models

SUDOKU = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"


def counted_programs() -> AbstractContextManager[Any]:
    """Counts the programs that are compiled for the engine; none without one."""
    if not clew.engine().available:
        return nullcontext(mock.Mock(call_count=0))
    from clew.core import compiler as engine_compiler

    return mock.patch.object(engine_compiler, "EngineCompiler", wraps=engine_compiler.EngineCompiler)


@pytest.mark.parametrize(
    "ask",
    [
        lambda: clew.count(Queens(8)),
        lambda: clew.count(Queens(8, fixed=(3, -1, -1, -1, -1, -1, -1, -1))),
        lambda: clew.first(Queens(8)),
        lambda: clew.is_unique(Sudoku.from_text(SUDOKU)),
        lambda: clew.count(Takuzu.from_text("4x4")),
        lambda: list(clew.solutions(Queens(6))),
        lambda: clew.count(Queens(6), inference="arc"),
    ],
)
def test_a_network_is_compiled_once_in_a_call(ask: Callable[[], Any]) -> None:
    request.forget()
    with (
        mock.patch.object(compiler, "Compiler", wraps=compiler.Compiler) as networks,
        counted_programs() as programs,
    ):
        ask()
    assert networks.call_count + programs.call_count == 1


def test_a_plan_is_frozen() -> None:
    plan = make_plan(Queens(6), {}, clew.Count())
    for field in attrs.fields(type(plan)):
        with pytest.raises(attrs.exceptions.FrozenInstanceError):
            setattr(plan, field.name, None)


@pytest.mark.parametrize(
    ("problem", "strategy", "options", "chosen"),
    [
        (Queens(6), clew.Count(), {}, ("forward", "static")),
        (Queens(6), clew.All(), {}, ("forward", "static")),
        (Queens(6), clew.First(), {}, ("unit", "wdeg")),
        (Queens(6), clew.Count(), {"given": {0: 1}}, ("unit", "mrv")),
        (Queens(6), clew.Count(), {"variable_order": "mrv"}, ("unit", "mrv")),
        (Queens(6), clew.Count(), {"inference": "forward"}, ("forward", "static")),
        (Queens(6), clew.Count(), {"inference": "unit"}, ("unit", "mrv")),
        (Sudoku.from_text(SUDOKU), clew.Count(), {}, ("unit", "mrv")),
        # Not every two regions are neighbours: counted component by component, but listed in the order of declaration.
        (Colouring.from_text("a-b b-c c-d\n3"), clew.Count(), {}, ("unit", "mrv")),
        (Colouring.from_text("a-b b-c c-d\n3"), clew.All(), {}, ("forward", "static")),
    ],
)
def test_the_level_and_the_ordering_that_are_chosen(
    problem: Any, strategy: Any, options: Any, chosen: tuple[str, str]
) -> None:
    plan = make_plan(problem, options, strategy)
    assert (plan.inference.name, plan.variable_order) == chosen


@given(models(), st.sampled_from([None, "forward", "unit", "arc"]), st.sampled_from([None, "static", "mrv"]))
@settings(deadline=None, max_examples=80)
def test_whichever_method_fits_finds_the_same(model: clew.Model, level: str | None, order: str | None) -> None:
    options: Any = {"inference": level, "variable_order": order}
    expected = sorted(tuple(solution.values()) for solution in brute_force(model))
    for strategy, ladder in ((clew.All(), LISTING), (clew.Count(), COUNTING)):
        plan = make_plan(model, options, strategy)
        for method in ladder:
            if plan.root is DEAD_END:
                assert not expected
            elif method.fits(plan):
                assert method.fits(plan).isprintable()
            elif strategy.lists:
                batches = method.batches(plan, Counters())
                found = [tuple(row[places[v]] for v in model.domains()) for places, rows in batches for row in rows]
                assert sorted(found) == expected
            else:
                assert sum(method.counts(plan, Counters())) == len(expected)


def test_the_loop_fits_every_plan() -> None:
    for ladder in (LISTING, COUNTING):
        assert not ladder[-1].fits(make_plan(Queens(4), {"kernel": "python", "inference": "none"}, clew.All()))


@pytest.mark.parametrize(
    ("ask", "makes"),
    [
        (lambda: clew.count(Queens(6)), False),
        (lambda: clew.first(Queens(6)), False),
        (lambda: clew.solve(Queens(6), clew.All()), False),
        (lambda: clew.count(Queens(6), given={0: 1}), False),
        (lambda: clew.count(Queens(6), kernel="python"), True),
        (lambda: clew.count(Queens(6), observers=[lambda event: None]), True),
        (lambda: clew.count(Queens(6), inference="check"), True),
    ],
)
def test_the_steps_of_the_loop_are_made_only_if_it_runs(ask: Callable[[], Any], makes: bool) -> None:
    with mock.patch("clew.planning.reference.steps", wraps=inference.steps) as steps:
        ask()
    assert steps.called == makes


@given(models(), st.sampled_from(["forward", "unit", "arc"]), st.booleans())
@settings(deadline=None, max_examples=80)
def test_the_root_is_that_of_the_loop(model: clew.Model, level: str, has_given: bool) -> None:
    variable, values = next(iter(model.domains().items()))
    given = {variable: next(iter(values))} if has_given and tuple(values) else {}
    plan = make_plan(model, {"inference": level, "given": given}, clew.Count())
    assert plan.compiles_without_hooks
    if plan.root is DEAD_END:
        assert plan.is_dead
    else:
        assert plan.start == (plan.root.domains, plan.root.assigned)
