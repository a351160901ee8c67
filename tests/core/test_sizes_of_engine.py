"""An answer never changes with a size: models around each size of `tests.table_of_sizes`, under all kernels.

`.ci/engine.sh` runs these tests in an engine with checks and sanitizers, too. Sizes of gigabytes are asked while they
are small: so are all that Python knows.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from itertools import product
from typing import Any
from unittest import mock

import pytest

import clew

pytest.importorskip("clew.core._engine", reason="there is no engine, as engine().reason says")

from clew.constraints import AllDifferent
from clew.core import compiler
from clew.planning import request
from tests import table_of_sizes as sizes
from tests.core import sizes_of_models as models
from tests.examples import THOROUGH
from tests.option_models import FAMILIES as RANDOM
from tests.option_models import SPECIAL, Known
from tests.option_models import models as known_models

FAMILIES = {*models.FAMILIES, "instances", "threads", "contradictions", "generation"}
LISTED = 3000
"""Solutions up to which they are listed, too."""


def wrong_answers(case: models.Case) -> list[str]:
    """What is wrong with the answers about a model."""
    wrong = []
    for kernel, level, order in product(case.kernels, case.levels, case.orders):
        asked = f"{case.label}, {kernel}, {level}, {order}"
        options: Any = {"kernel": kernel, "inference": level, "variable_order": order}
        try:
            wrong += [f"{asked}: {line}" for line in wrong_under(case, options)]
        except clew.OptionError as error:
            if not (case.beyond and kernel == "compiled"):
                wrong.append(f"{asked}: refused: {error}")
        except Exception as error:
            wrong.append(f"{asked}: {type(error).__name__}: {error}")
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
    if case.nodes is not None:
        return wrong
    if case.number is None:
        some = clew.solve(case.model, clew.AtMost(3), **options, limits=clew.Limits(nodes=5000))
        rows = {solution.row() for solution in some.result}
        if len(some.result) != len(rows) or (len(rows) < 3 and some.is_complete):
            wrong.append(f"{len(some.result)} listed of three and more, {len(rows)} of them different")
        return wrong + [f"{row} breaks a constraint" for row in some.result if clew.violations(case.model, row)]
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

ELSEWHERE = {"threads", "contradictions", "generation", ""}
"""Families with tests of their own below, and no family, with the reason."""

TURNED = [s for s in sizes.SIZES if s.file.endswith(".py") and s.family not in ELSEWHERE and s.name not in NEVER_SMALL]
"""Sizes of Python that are made small."""

SMALL = (1, 3)
Question = tuple[clew.Strategy[Any], dict[str, Any]]
QUESTIONS: tuple[Question, ...] = (
    (clew.Count(), {}),
    (clew.All(), {"kernel": "python", "inference": "unit", "variable_order": "mrv"}),
    (clew.All(), {"kernel": "compiled", "inference": "arc", "variable_order": "static"}),
    (clew.Count(), {"kernel": "compiled", "inference": "forward"}),
    (clew.AtMost(2000), {}),
    (clew.Count(), {"kernel": "python"}),
    (clew.Unique(), {}),
)


@contextmanager
def having(size: sizes.Size, value: float) -> Iterator[None]:
    """Meanwhile a size has another value, in all modules that know it."""
    with ExitStack() as stack:
        for name, module in list(sys.modules.items()):
            if name.startswith("clew.") and vars(module).get(size.name) == size.value:
                stack.enter_context(mock.patch.object(module, size.name, value))
        yield


def wrong_while_small(size: sizes.Size, value: int, known: Known, questions: Sequence[Question]) -> list[str]:
    """What is wrong with the answers about a model while a size has another value."""
    wrong = []
    with having(size, value):
        for strategy, options in questions:
            request.forget()
            try:
                outcome = clew.solve(known.make(), strategy, **options)
            except clew.ClewError as error:
                if options.get("kernel") != "compiled" and size.kind != sizes.LIMIT:
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
    wrong = [line for value in SMALL for known in chosen for line in wrong_while_small(size, value, known, QUESTIONS)]
    assert not wrong, "\n".join(wrong)


def of_family(family: str) -> list[Any]:
    """The sizes of a family, with names."""
    return [pytest.param(size, id=f"{size.file}-{size.name}") for size in sizes.SIZES if size.family == family]


DIVIDED: tuple[Question, ...] = tuple(
    (strategy, {"jobs": 2, "cutting": clew.Cutting(first=0, subtrees=4), **options})
    for strategy in (clew.Count(), clew.All(), clew.AtMost(2000))
    for options in ({}, {"kernel": "compiled", "variable_order": "static"})
)


@pytest.mark.parametrize("size", of_family("threads"))
def test_several_threads_give_the_same_answers_while_a_size_is_small(size: sizes.Size) -> None:
    chosen = [k for k in known_models(3) if k.domains and not (k.is_interval or k.hooks) and len(k.solutions) > 1]
    chosen = chosen if THOROUGH else chosen[:3]
    assert len(chosen) >= 3
    wrong = [line for value in SMALL for known in chosen for line in wrong_while_small(size, value, known, DIVIDED)]
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("size", of_family("contradictions"))
@pytest.mark.parametrize("smallest", [False, True])
def test_a_contradiction_is_irreducible_while_a_size_is_small(size: sizes.Size, smallest: bool) -> None:
    model = clew.Model()
    cells = model.variables(range(5), range(3))
    model.require(AllDifferent(cells[:4]), cells[3] < cells[4], cells[4] != cells[0], cells[0] + cells[1] == 3)
    for value in (1, 2, 3):
        with having(size, value):
            found = clew.why(model, given={4: 2}, smallest=smallest)
        assert found is not None, value
        members = [*found.constraints]
        clues = {clue.variable: clue.value for clue in found.clues}
        assert not is_satisfiable(members, clues)
        for k in range(len(members)):
            assert is_satisfiable(members[:k] + members[k + 1 :], clues), (value, members[k])
        for variable in clues:
            assert is_satisfiable(members, {v: a for v, a in clues.items() if v != variable}), (value, variable)


def is_satisfiable(constraints: list[Any], clues: dict[Any, Any]) -> bool:
    """Whether some values satisfy all of these constraints, by brute force over `holds`."""
    for row in product(range(3), repeat=5):
        if all(row[v] == a for v, a in clues.items()) and all(c.holds([row[v] for v in c.scope]) for c in constraints):
            return True
    return False


@pytest.mark.parametrize("size", of_family("generation"))
def test_instances_are_unique_and_minimal_while_a_size_is_small(size: sizes.Size) -> None:
    for value, number in product((1, 2), (None, 6)):
        with having(size, value):
            try:
                made = [*clew.generate("sudoku", "4", seed=1, count=5, clues=number, jobs=1)]
            except clew.OptionError:
                assert size.kind == sizes.LIMIT
                assert number == 6
                continue
        assert len(made) == 5
        for problem in made:
            given = dict(problem.given())
            assert clew.is_unique(problem)
            assert number is None or len(given) == number
            for cell in given if number is None else ():
                rest = {v: a for v, a in given.items() if v != cell}
                assert not clew.is_unique(clew.load("sudoku", "4"), given=rest), (value, cell)
