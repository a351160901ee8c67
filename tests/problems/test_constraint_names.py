"""What the bundled problems call their constraints, where `clew check --why` and messages speak of them."""

from __future__ import annotations

import re
from typing import Any

import pytest

import clew
from clew.plugins import installed

BUNDLED = [
    plugin for plugin in installed() if plugin.problem and plugin.problem.__module__.startswith("clew_problems.")
]
CASES = [
    pytest.param(plugin.name, example, id=f"{plugin.name}: {example.name}")
    for plugin in BUNDLED
    for example in plugin.problem.examples  # type: ignore[union-attr]
]


@pytest.mark.parametrize(("name", "example"), CASES)
def test_every_constraint_of_every_example_has_a_name_of_its_own(name: str, example: clew.Example) -> None:
    problem: clew.Problem[Any, Any] = clew.load(name, example.text, **example.parameters)
    names = {constraint: problem.constraint_name(constraint) for constraint in problem.constraints()}
    assert len(set(names.values())) == len(names)
    for constraint, words in names.items():
        assert words != constraint.title
        assert 0 < len(words) <= 60
        assert not re.search(r"[()\[\]{}\n]|'", words), f"{words} is Python"


def named(name: str, text: str, **parameters: object) -> list[str]:
    problem = clew.load(name, text, **parameters)
    return [problem.constraint_name(constraint) for constraint in problem.constraints()]


@pytest.mark.parametrize(
    ("problem", "text", "parameters", "names"),
    [
        ("queens", "4", {}, "no two queens in a column; no two queens on a rising diagonal; "
         "no two queens on a falling diagonal"),
        ("futoshiki", ". < .\nv\n. .", {}, "row 1; row 2; column 1; column 2; r1c1 < r1c2; r2c1 < r1c1"),
        ("magic-square", "2", {}, "no number twice; the sum of row 1; the sum of row 2; the sum of column 1; "
         "the sum of column 2; the sum of the falling diagonal; the sum of the rising diagonal"),
        ("cryptarithm", "A + A = BC", {}, "column 1; column 2; no digit twice; A is not 0; B is not 0"),
        ("colouring", "a-b-c", {}, "edge a-b; edge b-c"),
        ("knights-tour", "1x3", {"closed": True}, "no square twice; move 1; move 2; the move back to the start"),
        ("crossword", ".../.#./... words: abc", {}, "1 across; 3 across; 1 down; 2 down; no word of 3 letters twice"),
        ("zebra", "colour: red green; pet: cat dog; cat left-of dog; red at 1; dog next-to red", {},
         "one colour a house; one pet a house; cat left-of dog; red at 1; dog next-to red"),
        ("exact-cover", "10/01", {}, "every item covered once"),
    ],
)  # fmt: skip
def test_constraints_are_called_what_people_call_them(
    problem: str, text: str, parameters: dict[str, object], names: str
) -> None:
    assert named(problem, text, **parameters) == names.split("; ")


def test_the_name_of_a_diagonal_is_the_one_along_which_queens_attack() -> None:
    """Two queens on a diagonal contradict the rule of that name, and no other."""
    problem = clew.load("queens", "3")
    rules = {problem.constraint_name(rule): rule for rule in problem.constraints()}
    assert [name for name, rule in rules.items() if not rule.holds((2, 1, 0))] == ["no two queens on a rising diagonal"]
    assert [name for name, rule in rules.items() if not rule.holds((0, 1, 2))] == [
        "no two queens on a falling diagonal"
    ]
    assert [name for name, rule in rules.items() if not rule.holds((0, 2, 0))] == ["no two queens in a column"]


def test_a_contradiction_is_told_in_these_names() -> None:
    contradiction = clew.why(clew.load("zebra", "pet: cat dog fish; cat at 1; cat right-of dog"))
    assert contradiction is not None
    assert set(contradiction.constraint_names) == {"cat at 1", "cat right-of dog"}
