"""Hints, answers and contradictions call cells and constraints as a reader does; JSON keeps the stable names."""

from __future__ import annotations

from typing import Any

import attrs
import pytest

import clew
from clew.constraints import AtLeast, AtMost, Count, Exactly, Predicate
from clew.constraints.base import Constraint
from clew.problem.naming import Names
from clew.tools.cli import main
from clew_problems import Queens


@attrs.frozen
class OneStar(clew.Problem[Any, str]):
    """One star in two by two cells, in the first column."""

    def domains(self) -> dict[Any, str]:
        return {(r, c): "-*" for r in range(2) for c in range(2)}

    def constraints(self) -> list[Constraint]:
        return [Exactly(0, "*", [(0, 1), (1, 1)]), Exactly(1, "*", [(0, 0), (1, 0)])]


class Titled(OneStar):
    """With names of its own for readers."""

    def variable_title(self, variable: Any) -> str:
        return "abcd"[2 * variable[0] + variable[1]]


def test_a_hint_names_cells_and_the_kind_that_was_written() -> None:
    found = clew.hint(OneStar(), given={(0, 0): "*"})
    assert found is not None
    assert "r2c1" in str(found) or "r1c2" in str(found)
    assert "Exactly(r1c" in str(found)
    assert "(0, " not in str(found)
    assert set(found.to_json()["assigned"]) | set(found.to_json()["excluded"]) <= {"0,0", "0,1", "1,0", "1,1"}


def test_variable_title_names_the_cells_of_hints_answers_and_contradictions() -> None:
    assert "Exactly(b, d)" in str(clew.hint(Titled()))
    (violation,) = clew.violations(Titled(), {(0, 1): "*"})
    assert str(violation) == "Exactly cannot hold with b = '*'"
    contradiction = clew.why(Titled(), given={(0, 1): "*"})
    assert contradiction is not None
    assert (contradiction.clue_names, contradiction.constraint_names) == (("b = *",), ("Exactly(b, d)",))


def test_queens_are_named_by_their_squares() -> None:
    found = str(clew.hint(Queens(6), given={0: 1}))
    assert found.startswith("no E3 in row 3: with E3,")


@pytest.mark.parametrize(
    ("constraint", "kind"),
    [
        (Exactly(1, 2, "xyz"), "Exactly(x, y, z)"),
        (AtMost(1, 2, "xyz"), "AtMost(x, y, z)"),
        (AtLeast(1, 2, "xyz"), "AtLeast(x, y, z)"),
        (Count("xyz", {1: 1, 2: 1}), "Count(x, y, z)"),
        (Predicate(max, "xyz"), "Predicate(max: x, y, z)"),
    ],
)
def test_a_constraint_is_called_as_it_was_written(constraint: Constraint, kind: str) -> None:
    model = clew.Model()
    model.variables("x y z", range(4))
    assert Names(model).constraint(constraint) == model.constraint_name(constraint) == kind


def test_given_takes_the_names_that_answers_print(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", "queens", "6", "--given", "row 1=1", "--json"]) == 0
    named = capsys.readouterr().out
    assert main(["check", "queens", "6", "--given", "0=1", "--json"]) == 0
    assert '"answer": "unique"' in named
