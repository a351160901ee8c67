"""The search space of an auto-tuner: parameters, their values, and which of them go together.

A parameter is a variable of a `clew.Model`. A restriction is an expression of parameters, which clew compiles, or any
Python function, whose arguments are named as the parameters that it is about.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from inspect import signature
from typing import Any

import clew
from clew.constraints import Constraint, Predicate, Var

Configuration = dict[str, Any]
Restriction = Constraint | Callable[..., bool]


class Space:
    """Parameters and restrictions, declared one after the other.

    Args:
        name: what to call it in messages.
    """

    def __init__(self, name: str) -> None:
        self._model = clew.Model(name)

    def parameter(self, name: str, values: Iterable[Any]) -> Var:
        """Declare a parameter, to be used in expressions."""
        return self._model.variable(name, values)

    def restrict(self, *restrictions: Restriction) -> None:
        """Keep the configurations that satisfy these expressions and functions."""
        for restriction in restrictions:
            if isinstance(restriction, Constraint):
                self._model.require(restriction)
            else:
                self._model.require(Predicate(restriction, tuple(signature(restriction).parameters)))

    @property
    def parameters(self) -> dict[str, tuple[Any, ...]]:
        """Each parameter with all its values."""
        return {name: tuple(values) for name, values in self._model.domains().items()}

    def __len__(self) -> int:
        """The number of valid configurations; none of them is kept."""
        return clew.count(self._model)

    def __iter__(self) -> Iterator[Configuration]:
        """The valid configurations, each made when it is asked for."""
        return map(dict, clew.solutions(self._model))

    def __contains__(self, configuration: Mapping[str, Any]) -> bool:
        """Whether a configuration is valid."""
        return configuration.keys() == self._model.domains().keys() and not clew.violations(self._model, configuration)

    def sample(self, number: int, seed: int = 0) -> list[Configuration]:
        """Valid configurations drawn at random, all equally likely, none of them twice."""
        return [dict(drawn) for drawn in clew.solve(self._model, clew.Sample(number, seed)).result]

    def neighbours(self, configuration: Mapping[str, Any]) -> Iterator[Configuration]:
        """The valid configurations that differ from this one in one parameter."""
        for name in configuration:
            others = {other: value for other, value in configuration.items() if other != name}
            for solution in clew.solutions(self._model, given=others):
                if solution[name] != configuration[name]:
                    yield dict(solution)
