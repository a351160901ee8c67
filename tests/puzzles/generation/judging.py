"""New instances judged without clew: rules written down again for python-constraint, and what all symmetries keep."""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Iterator, Mapping, Sequence
from itertools import islice, product
from typing import Any

import constraint  # type: ignore[import-untyped]

import clew

Cell = tuple[int, int]
Rules = Callable[[], constraint.Problem]


def lines(size: int) -> list[list[Cell]]:
    """The rows and the columns of a square."""
    rows = [[(r, c) for c in range(size)] for r in range(size)]
    return rows + [list(column) for column in zip(*rows, strict=True)]


def sudoku(height: int, width: int) -> constraint.Problem:
    """The rules of sudoku for boxes of a height and a width."""
    size = height * width
    found = constraint.Problem()
    boxes = [
        list(product(range(top, top + height), range(left, left + width)))
        for top, left in product(range(0, size, height), range(0, size, width))
    ]
    found.addVariables(list(product(range(size), repeat=2)), list(range(1, size + 1)))
    for unit in lines(size) + boxes:
        found.addConstraint(constraint.AllDifferentConstraint(), unit)
    return found


def takuzu(size: int) -> constraint.Problem:
    """The rules of Takuzu."""
    found = constraint.Problem()
    found.addVariables(list(product(range(size), repeat=2)), [0, 1])
    for line in lines(size):
        found.addConstraint(constraint.ExactSumConstraint(size // 2), line)
        for three in zip(line, line[1:], line[2:], strict=False):
            found.addConstraint(lambda *values: 0 < sum(values) < 3, three)
    for group in (lines(size)[:size], lines(size)[size:]):
        for place, one in enumerate(group):
            for other in group[:place]:
                found.addConstraint(lambda *values: values[:size] != values[size:], one + other)
    return found


def magic_square(size: int) -> constraint.Problem:
    """The rules of magic squares."""
    found = constraint.Problem()
    found.addVariables(list(product(range(size), repeat=2)), list(range(1, size * size + 1)))
    found.addConstraint(constraint.AllDifferentConstraint(), list(product(range(size), repeat=2)))
    diagonals = [[(k, k) for k in range(size)], [(k, size - 1 - k) for k in range(size)]]
    for line in lines(size) + diagonals:
        found.addConstraint(constraint.ExactSumConstraint(size * (size * size + 1) // 2), line)
    return found


def number_of_solutions(rules: Rules, given: Mapping[Cell, int], most: int = 2) -> int:
    """How many solutions there are with some given values, at most so many."""
    problem = rules()  # a new one: python-constraint prunes its domains for good
    problem._variables.update({cell: constraint.Domain([value]) for cell, value in given.items()})
    return len(list(islice(problem.getSolutionIter(), most)))


def assert_unique_and_minimal(
    rules: Rules, given: Mapping[Cell, int], groups: Sequence[Collection[Cell]] | None = None
) -> None:
    """One solution; and several when a clue, or one of some groups of clues, is left out."""
    assert number_of_solutions(rules, given) == 1
    for group in [[cell] for cell in given] if groups is None else groups:
        assert number_of_solutions(rules, {k: v for k, v in given.items() if k not in group}) == 2, group


def invariant(problem: clew.Problem[Any, Any], rounds: int = 4) -> int:
    """What no symmetry changes: instances with different ones are different, however turned or renamed.

    A symmetry maps variables to variables, values to values and constraints to constraints. So it maps the graph of
    which variable is in which constraint, and which is given which value, to itself; its vertices are told apart by
    their neighbours' neighbours (Weisfeiler and Leman, The reduction of a graph to canonical form, 1968).
    """
    near: dict[Hashable, list[Hashable]] = {}
    for one, other in _edges(problem):
        near.setdefault(one, []).append(other)
        near.setdefault(other, []).append(one)
    colours = {vertex: hash(len(others)) for vertex, others in near.items()}
    for _ in range(rounds):
        colours = {v: hash((colours[v], *sorted(colours[u] for u in others))) for v, others in near.items()}
    return hash(tuple(sorted(colours.values())))


def _edges(problem: clew.Problem[Any, Any]) -> Iterator[tuple[Hashable, Hashable]]:
    for number, one in enumerate(problem.constraints()):
        yield from (((number, "constraint"), (variable, "variable")) for variable in one.scope)
    yield from (((variable, "variable"), (value, "value")) for variable, value in problem.given().items())
