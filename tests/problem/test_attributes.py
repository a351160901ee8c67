"""Attributes of problems that must not hide what clew calls."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import clew
from clew.constraints import Var
from clew.errors import ProblemError


class Pair(clew.Problem[str, int]):
    """Two numbers in ascending order."""

    def domains(self) -> dict[str, range]:
        return {"x": range(3), "y": range(3)}

    def constraints(self) -> list[Any]:
        return [Var("x") < Var("y")]


class Hiding(Pair):
    """It has an attribute of some name."""

    def __init__(self, name: str, value: Any) -> None:
        setattr(self, name, value)


ASKED: list[Callable[[Any], Any]] = [
    clew.count,
    clew.first,
    clew.check,
    clew.why,
    lambda problem: clew.violations(problem, {"x": 1, "y": 0}),
    lambda problem: clew.solve(problem, clew.All()),
    lambda problem: list(clew.solutions(problem)),
]


@pytest.mark.parametrize("ask", ASKED)
@pytest.mark.parametrize("name", ["domains", "constraints", "given", "choose_variable", "is_consistent", "from_text"])
def test_an_attribute_that_hides_a_method_is_named(name: str, ask: Callable[[Any], Any]) -> None:
    with pytest.raises(ProblemError) as caught:
        ask(Hiding(name, {"x": [1]}))
    line = f"Hiding: its attribute {name} hides the method {name}, which clew calls: give it another name"
    assert str(caught.value) == line


def test_a_function_in_place_of_a_method_is_a_hook() -> None:
    assert clew.count(Hiding("given", lambda: {"x": 1})) == 1
    assert clew.count(Hiding("numbers", {"x": [1]})) == 3
