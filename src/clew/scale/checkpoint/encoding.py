"""How a checkpoint writes values: as JSON that is read back without running anything.

A declared value is written as its place in its domain, so any value will do, and solutions take little room. If
variables and values appear as the search goes there is no domain, and they must be numbers, texts or tuples.
"""

from __future__ import annotations

import json
from collections.abc import Hashable, Iterable, Iterator, Mapping
from contextlib import suppress
from functools import cached_property
from typing import Any

from clew.errors import OptionError
from clew.problem.declared import declared_domains
from clew.problem.problem import AnyProblem
from clew.scale.checkpoint.schema import PAIR, Malformed, fits, is_scalar

Values = tuple[Hashable, ...] | Mapping[Any, Any]


class Coding:
    """Writes the solutions of a problem as JSON, and reads them back.

    Args:
        problem: whose solutions they are.
    """

    def __init__(self, problem: AnyProblem) -> None:
        self._problem = problem
        self._domains = {variable: tuple(domain) for variable, domain in declared_domains(problem).items()}

    @cached_property
    def _positions(self) -> dict[Any, dict[Any, int]]:
        return {v: {value: place for place, value in enumerate(domain)} for v, domain in self._domains.items()}

    def encoded(self, solution: Values) -> list[Any]:
        """A solution for JSON, as it comes from a subtree: values in the order of declaration, or by variable.

        Raises:
            OptionError: a value is of a kind that JSON cannot hold.
        """
        values = solution if isinstance(solution, Mapping) else dict(zip(self._domains, solution, strict=True))
        if values.keys() == self._domains.keys():
            with suppress(KeyError):  # a hook has found a value of its own
                return [positions[values[v]] for v, positions in self._positions.items()]
        return [[plain(variable), plain(value)] for variable, value in values.items()]

    def decoded(self, solution: list[Any]) -> Values:
        """The solution that `encoded` wrote.

        Raises:
            Malformed: it has not written this one.
        """
        if not self._domains or (solution and isinstance(solution[0], list)):
            return _mapping(solution)
        if len(solution) != len(self._domains):
            raise Malformed("a solution in it does not have all variables")
        return tuple(map(_taken, self._domains.values(), solution))

    @cached_property
    def _written(self) -> list[dict[Any, str]]:
        """For each variable, each of its values together with its name, as JSON has them."""
        problem = self._problem
        return [
            {
                value: f"{json.dumps(problem.variable_name(v))}: {json.dumps(problem.value_name(value))}"
                for value in domain
            }
            for v, domain in self._domains.items()
        ]

    def lines(self, solutions: Iterable[Values]) -> Iterator[bytes]:
        """Solutions by the names of their variables, a line of JSON each, as the command line prints them."""
        problem = self._problem
        for solution in solutions:
            if isinstance(solution, Mapping):
                named = {problem.variable_name(v): problem.value_name(w) for v, w in solution.items()}
                yield (json.dumps({"solution": named}) + "\n").encode()
            else:
                parts = [written[value] for written, value in zip(self._written, solution, strict=True)]
                yield f'{{"solution": {{{", ".join(parts)}}}}}\n'.encode()

    def encoded_given(self, given: Mapping[Any, Any]) -> list[list[Any]]:
        """Given values for JSON: places of variables and of values, or names and values if none are declared."""
        if not self._domains:
            return [[plain(variable), plain(value)] for variable, value in given.items()]
        places = {variable: place for place, variable in enumerate(self._domains)}
        return [[places[v], self._positions[v][w]] for v, w in given.items()]

    def decoded_given(self, given: list[Any]) -> dict[Any, Any]:
        """The values that `encoded_given` wrote.

        Raises:
            Malformed: it has not written these.
        """
        if not self._domains:
            return _mapping(given)
        variables = tuple(self._domains)
        found = [(_taken(variables, v), w) for v, w in given]
        return {variable: _taken(self._domains[variable], w) for variable, w in found}


def _mapping(pairs: list[Any]) -> dict[Any, Any]:
    """Values by variable, from pairs that `plain` wrote."""
    if not fits(pairs, [PAIR]):
        raise Malformed("a solution in it is none that clew writes")
    return {restored(variable): restored(value) for variable, value in pairs}


def _taken(values: tuple[Any, ...], place: Any) -> Any:
    """The value at a place."""
    if type(place) is not int or not 0 <= place < len(values):
        raise Malformed("a solution in it has a value that there is not")
    return values[place]


def plain(value: Any) -> Any:
    """A value for JSON; a tuple becomes an object, so that it stays apart from everything else.

    Raises:
        OptionError: JSON has nothing of this kind.
    """
    if is_scalar(value):
        return value
    if type(value) is tuple:
        return {"tuple": [plain(part) for part in value]}
    raise OptionError(f"a checkpoint cannot keep {value!r}: only numbers, texts and tuples of them, or declared values")


def restored(content: Any) -> Any:
    """The value that `plain` wrote."""
    return tuple(map(restored, content["tuple"])) if isinstance(content, dict) else content
