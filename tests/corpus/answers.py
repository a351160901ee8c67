"""The answers that the corpus keeps, and how they are asked for.

Solutions are told by the places of their values in the domains, in the order of declaration: `0.2.1` takes the first
value of the first variable. Nodes are told level by level, the root's first: `1 3 2`.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

import attrs

import clew
from clew.options import Options

Entry = dict[str, Any]

FEW: Final = 6
"""So many solutions are kept one by one, more as a digest."""

LEVELS: Final = ("none", "check", "forward", "unit", "arc")
SEARCHES: Final = (("none", "static"), *((level, order) for level in LEVELS[1:] for order in ("static", "mrv")))
"""The searches whose nodes are kept: the loop, without any shortcut, under a level and an ordering that are named."""

REFUSED: Final = "refused"
"""What is kept instead of nodes if the level is none for the problem."""

OWN: Final = "own"
"""The ordering of a problem whose variables appear as the search goes."""


@attrs.frozen
class Difference:
    """An answer that is not the expected one.

    Attributes:
        model: the name of the model.
        asked: what was asked for.
        expected: the frozen answer.
        found: the answer now.
    """

    model: str
    asked: str
    expected: Any
    found: Any

    def __str__(self) -> str:
        return f"{self.model}: {self.asked}: expected {self.expected}, found {self.found}"


def written(domains: Mapping[Any, Sequence[Any]], solutions: Iterable[Sequence[Any]]) -> list[str]:
    """Solutions, whose values come in the order of declaration, as texts."""
    places = [{value: str(k) for k, value in enumerate(domain)} for domain in domains.values()]
    return [".".join(place[v] for place, v in zip(places, values, strict=True)) for values in solutions]


def listed(problem: clew.Problem[Any, Any], solutions: Iterable[Any]) -> list[str]:
    """The solutions of a search as texts, in its order."""
    domains = {name: tuple(domain) for name, domain in problem.domains().items()}
    return written(domains, ([solution[name] for name in domains] for solution in solutions))


def summary(texts: Sequence[str]) -> str:
    """Few solutions in full, many as their number and a digest of all of them in order."""
    if len(texts) <= FEW:
        return " ".join(texts)
    return f"{len(texts)} solutions, {hashlib.sha256(' '.join(texts).encode()).hexdigest()[:16]}"


def verdict(number: int) -> str:
    """The answer of `clew.check` for a number of solutions."""
    return ("none", "unique", "several")[min(number, 2)]


def searched(problem: clew.Problem[Any, Any], level: str, order: str, limit: int | None = None) -> clew.Outcome[Any]:
    """All solutions by the loop, which keeps no table of subproblems and takes no shortcut."""
    options: Options = {"kernel": "python", "inference": level, "value_order": "domain"}
    if order != OWN:
        options["variable_order"] = order
    if limit is not None:
        options["limits"] = clew.Limits(nodes=limit)
    return clew.solve(problem, clew.All(), **options)


def nodes(outcome: clew.Outcome[Any]) -> str:
    """The nodes of a search, level by level."""
    return " ".join(map(str, outcome.statistics.nodes_per_level))


@attrs.frozen
class Weighted:
    """A linear objective: the places of the values in their domains, each with a weight.

    Attributes:
        places: for each variable the places of its values.
    """

    places: dict[Any, dict[Any, int]]

    @classmethod
    def of(cls, problem: clew.Problem[Any, Any]) -> Weighted:
        return cls({name: {v: k for k, v in enumerate(domain)} for name, domain in problem.domains().items()})

    def __call__(self, solution: Mapping[Any, Any]) -> int:
        return sum((-1) ** k * (k + 1) * of[solution[name]] for k, (name, of) in enumerate(self.places.items()))


def best(problem: clew.Problem[Any, Any], maximize: bool) -> int | None:
    """The least or the greatest value of the objective; None if there is no solution."""
    objective = Weighted.of(problem)
    found = clew.solve(problem, clew.Best(objective, maximize=maximize)).result
    return None if found is None else objective(found)


def best_of(problem: clew.Problem[Any, Any], solutions: Iterable[Sequence[Any]], maximize: bool) -> int | None:
    """The same by looking at each solution."""
    objective, names = Weighted.of(problem), list(problem.domains())
    values = [objective(dict(zip(names, some, strict=True))) for some in solutions]
    return (max if maximize else min)(values, default=None)
