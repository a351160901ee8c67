"""Constraints about no variable, and problems in which a variable has no value: answers, not errors."""

from __future__ import annotations

from typing import Any, Final

import attrs
import pytest

import clew
from clew.constraints import (
    AllDifferent,
    AtLeast,
    AtMost,
    Constraint,
    Count,
    ExactCover,
    Exactly,
    Lex,
    Predicate,
    Product,
    Regular,
    Same,
    Sum,
    Table,
)

LEVELS: Final = ("none", "check", "forward", "unit", "arc")

TRUE: Final = (
    AllDifferent([]),
    Exactly(0, "*", []),
    AtMost(2, "*", []),
    AtLeast(0, "*", []),
    Count([], {"*": (0, 3), "-": 0}),
    Sum([], "<=", 0),
    Product([], "==", 1),
    Predicate(lambda: True, []),
    Table([], [()]),
    Regular([], {}, "end", {"end"}),
    Lex([], []),
    Same([], []),
    ExactCover({}),
)
FALSE: Final = (
    Exactly(1, "*", []),
    AtLeast(1, "*", []),
    Sum([], "==", 3),
    Product([], "==", 0),
    Predicate(lambda: False, []),
    Table([], []),
    Regular([], {}, "start", {"end"}),
    Lex([], [], strict=True),
)


def with_variables(*constraints: Constraint) -> clew.Model:
    model = clew.Model()
    x, y = model.variables("x y", (1, 2, 3))
    model.require(x < y, constraints)
    return model


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("constraint", TRUE, ids=lambda c: type(c).__name__)
def test_what_holds_of_nothing_takes_nothing_away(constraint: Constraint, level: Any) -> None:
    assert constraint.holds(())
    assert clew.count(with_variables(constraint), inference=level) == 3
    assert not clew.violations(with_variables(constraint), {"x": 1})


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("constraint", FALSE, ids=lambda c: type(c).__name__)
def test_what_does_not_hold_of_nothing_leaves_no_solution(constraint: Constraint, level: Any) -> None:
    assert not constraint.holds(())
    model = with_variables(constraint)
    assert clew.count(model, inference=level) == 0
    assert clew.first(model, inference=level) is None
    assert clew.check(model, inference=level).answer == "none"
    assert clew.count(model, inference=level, kernel="python") == 0


@pytest.mark.parametrize("constraint", FALSE, ids=lambda c: type(c).__name__)
def test_it_may_be_all_that_is_declared(constraint: Constraint) -> None:
    for level in LEVELS:
        model = clew.Model()
        model.variable("x", (1, 2))
        model.require(TRUE)
        assert clew.count(model, inference=level) == 2
        model.require(constraint)
        assert clew.count(model, inference=level) == 0


@pytest.mark.parametrize("constraint", FALSE, ids=lambda c: type(c).__name__)
def test_it_is_named_as_what_contradicts(constraint: Constraint) -> None:
    found = clew.why(with_variables(constraint.named("the clue 1")))
    assert found is not None
    assert found.constraint_names == ("the clue 1",)


@pytest.mark.parametrize("kernel", ["auto", "python"])
@pytest.mark.parametrize("level", LEVELS)
def test_a_problem_may_have_no_variable_either(level: Any, kernel: Any) -> None:
    model = clew.Model("void")
    model.require(TRUE)
    assert clew.count(model) == 1
    assert clew.check(model).answer == "unique"
    model.require(Sum([], "==", 3).named("the 3"))
    assert clew.count(model, inference=level, kernel=kernel) == 0
    assert list(clew.solutions(model, inference=level, kernel=kernel)) == []
    assert clew.check(model).answer == "none"
    assert str(clew.why(model)) == "the 3"
    assert [violation.rule for violation in clew.violations(model, {})] == ["the 3"]


@attrs.frozen
class Mines(clew.Problem[Any, str]):
    """Mines in a grid: a number counts those in the cells around it. Numbers may lack open neighbours."""

    name = "mines"
    grid: clew.forms.Cells = clew.instance(clew.forms.Grid("012345678"))

    def domains(self) -> dict[Any, str]:
        return {cell: "-*" for cell, symbol in self.grid.items() if symbol == "."}

    def constraints(self) -> Any:
        unknown = self.domains()
        for (row, column), number in self.grid.given.items():
            around = [(r, c) for r in range(row - 1, row + 2) for c in range(column - 1, column + 2)]
            yield Exactly(int(number), "*", [cell for cell in around if cell in unknown])


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("0.", 1),
        ("1.", 1),
        ("2.", 0),
        ("00./0..", 1),
        ("000/00./111", 0),
        ("0001.", 1),
        ("1001.", 0),
        ("9.", None),
        ("000", 1),
        ("010", 0),
    ],
)
def test_a_clue_needs_no_case_of_its_own(text: str, count: int | None) -> None:
    if count is None:
        with pytest.raises(clew.InputError):
            Mines.from_text(text)
    else:
        assert clew.count(Mines.from_text(text)) == count


@pytest.mark.parametrize("level", LEVELS)
def test_a_variable_without_a_value_is_no_error(level: Any) -> None:
    model = clew.Model()
    x, y = model.variables("x y", range(3))
    model.variable("z", [])
    model.require(x != y)
    assert clew.count(model, inference=level) == 0
    assert clew.check(model).answer == "none"
    with pytest.raises(clew.ProblemError, match="does not have this value"):
        model.fix("z", 1)


def test_a_sum_of_no_variables_is_explained() -> None:
    with pytest.raises(clew.ProblemError, match=r"False is not a constraint: .* write Sum\("):
        clew.Model().require(sum([]) == 3)  # type: ignore[arg-type]
