"""An answer never changes with a size: models below, at and above each size of `clew.sizes`, under all kernels.

`.ci/engine.sh` runs these tests in an engine with checks and sanitizers, too. Sizes of gigabytes are asked while they
are small: so are all that Python knows.
"""

from __future__ import annotations

import sys
from contextlib import ExitStack
from typing import Any
from unittest import mock

import pytest

import clew

pytest.importorskip("clew.core._engine", reason="there is no engine, as engine().reason says")

from clew import sizes
from clew.constraints import AllDifferent
from clew.core import compiler
from clew.propagation import keeping
from tests.core import sizes_of_models as models
from tests.examples import THOROUGH
from tests.option_models import FAMILIES as RANDOM
from tests.option_models import SPECIAL, Known
from tests.option_models import models as known_models

FAMILIES = {*models.FAMILIES, "instances"}
LISTED = 3000
"""Solutions up to which they are listed, too."""


def wrong_answers(case: models.Case) -> list[str]:
    """What is wrong with the answers about a model."""
    wrong = []
    for kernel in case.kernels:
        for level in case.levels:
            options: Any = {"kernel": kernel, "inference": level, "variable_order": "static"}
            try:
                wrong += [f"{case.label}, {kernel}, {level}: {line}" for line in wrong_under(case, options)]
            except clew.OptionError as error:
                if not (case.beyond and kernel == "compiled"):
                    wrong.append(f"{case.label}, {kernel}, {level}: refused: {error}")
            except Exception as error:
                wrong.append(f"{case.label}, {kernel}, {level}: {type(error).__name__}: {error}")
    return wrong


def wrong_under(case: models.Case, options: Any) -> list[str]:
    """What is wrong with the answers under some options."""
    wrong = []
    first = clew.solve(case.model, clew.First(), **options, limits=clew.Limits(nodes=5000))
    if (first.result is None) is not (case.number == 0):
        wrong.append(f"first: {first.result} of {case.number}, {first.status.value}")
    if first.result is not None and (broken := clew.violations(case.model, first.result)):
        wrong.append(f"first breaks {broken}")
    if case.nodes is not None and first.statistics.nodes > case.nodes:
        wrong.append(f"{first.statistics.nodes} nodes, and the level promises {case.nodes}")
    if case.number is None or case.nodes is not None:
        return wrong
    if (number := clew.count(case.model, **options)) != case.number:
        wrong.append(f"{number} instead of {case.number}")
    if case.number <= LISTED:
        found = [solution.row() for solution in clew.solutions(case.model, **options)]
        if len(found) != case.number or len({*found}) != case.number:
            wrong.append(f"{len(found)} listed, {len({*found})} of them different, of {case.number}")
    return wrong


@pytest.mark.parametrize("family", models.FAMILIES)
def test_answers_on_both_sides_of_a_size(family: str) -> None:
    wrong = []
    for case in models.FAMILIES[family]():
        with mock.patch.object(compiler, "WIDE", case.wide or compiler.WIDE):
            wrong += wrong_answers(case)
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("number", [1023, 1024, 1025])
def test_as_many_instances_as_are_answered_at_once(number: int) -> None:
    model = clew.Model()
    cells = model.variables(range(3), range(3))
    model.require(AllDifferent(cells), cells[0] < cells[1])
    rows: list[dict[Any, Any]] = [{0: k % 3} for k in range(number)]
    answers = [answer.answer for answer in clew.check_each(model, rows)]
    assert answers == [("several", "unique", "none")[k % 3] for k in range(number)]
    assert [s is None for s in clew.first_each(model, rows)] == [k % 3 == 2 for k in range(number)]


@pytest.mark.parametrize("width", [254, 255, 256, 257])
def test_instances_of_domains_around_a_byte(width: int) -> None:
    model = clew.Model()
    x, y = model.variables("x y", range(width))
    model.require(x + y == width - 1, x <= y + 1)
    rows: list[dict[Any, Any]] = [{"x": value} for value in (0, width // 2 - 1, width - 1)]
    assert [answer.answer for answer in clew.check_each(model, rows)] == ["unique", "unique", "none"]
    firsts = [None if s is None else s.row() for s in clew.first_each(model, rows)]
    assert firsts == [(0, width - 1), (width // 2 - 1, width - width // 2), None]


# -- while a size is small -----------------------------------------------------------------------------------

NEVER_SMALL = {"PAUSE", "BITS", "NESTING", "STACK_LIMIT", "GROWTH", "NEGLIGIBLE", "WORD"}
"""Sizes that models need, and such as are no numbers of things."""

TURNED = [size for size in sizes.SIZES if size.file.endswith(".py") and size.name not in NEVER_SMALL]
"""Sizes of Python that are made small."""

SMALL = (1, 3)
QUESTIONS: tuple[tuple[clew.Strategy[Any], dict[str, Any]], ...] = (
    (clew.Count(), {}),
    (clew.All(), {"kernel": "python", "inference": "unit", "variable_order": "mrv"}),
    (clew.All(), {"kernel": "compiled", "inference": "arc", "variable_order": "static"}),
    (clew.Count(), {"kernel": "compiled", "inference": "forward"}),
    (clew.AtMost(2000), {}),
    (clew.Count(), {"kernel": "python"}),
    (clew.Unique(), {}),
)


def wrong_while_small(size: sizes.Size, value: int, known: Known) -> list[str]:
    """What is wrong with the answers about a model while a size has another value."""
    wrong = []
    with ExitStack() as stack:
        for name, module in list(sys.modules.items()):
            if name.startswith("clew.") and vars(module).get(size.name) == size.value:
                stack.enter_context(mock.patch.object(module, size.name, value))
        for strategy, options in QUESTIONS:
            keeping.forget()
            try:
                outcome = clew.solve(known.make(), strategy, **options)
            except clew.ClewError as error:
                if options.get("kernel") != "compiled" and size.kind != sizes.REFUSED:
                    wrong.append(f"{strategy} {options}: {type(error).__name__}: {error}")
                continue
            except Exception as error:
                wrong.append(f"{strategy} {options}: {type(error).__name__}: {error}")
                continue
            wrong += [f"{strategy} {options}: {line}" for line in wrong_outcome(known, outcome)]
    return [f"{size.file} {size.name} = {value}: {known.name}: {line}" for line in wrong]


def wrong_outcome(known: Known, outcome: clew.Outcome[Any]) -> list[str]:
    """What is wrong with a number, a list or a verdict."""
    result, right = outcome.result, known.solutions
    if isinstance(result, int):
        return [] if result == len(right) else [f"{result} instead of {len(right)}"]
    if isinstance(result, clew.Uniqueness):
        answer = ("none", "unique", "several")[min(2, len(right))]
        return [] if result.answer == answer else [f"{result.answer} instead of {answer}"]
    found = sorted((solution.row() for solution in result), key=repr)
    return [] if found == sorted(right, key=repr) else [f"{found[:3]} of {len(found)} instead of {len(right)}"]


@pytest.mark.parametrize("size", TURNED, ids=lambda size: f"{size.file}-{size.name}")
def test_an_answer_never_changes_while_a_size_is_small(size: sizes.Size) -> None:
    at, number = TURNED.index(size), len(SPECIAL) + len(RANDOM)
    step = 1 if THOROUGH else 24
    chosen = known_models(1 + at % 5)[at % step : number : step]
    chosen = [known for known in chosen if known.domains and not (known.is_interval or known.hooks)]
    wrong = [line for value in SMALL for known in chosen for line in wrong_while_small(size, value, known)]
    assert not wrong, "\n".join(wrong)
