"""Whether a hint follows from its reason alone, as a search says that does not know of hints.

The search is clew's, unless another one is named that refutes a problem.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

import attrs

import clew
from clew.constraints import Constraint
from clew.puzzles.hints.hint import Hint
from clew.puzzles.hints.knowledge import Fact


@attrs.frozen(eq=False)
class Reason(clew.Problem[Any, Any]):
    """The variables of some constraints, with what is left to them."""

    left: Mapping[Any, tuple[Any, ...]]
    needed: tuple[Constraint, ...]

    def domains(self) -> Mapping[Any, tuple[Any, ...]]:
        return self.left

    def constraints(self) -> tuple[Constraint, ...]:
        return self.needed


def refuted_by_clew(reason: Reason) -> bool:
    """Whether a search of clew finds no solution."""
    return clew.first(reason) is None


def is_refuted(
    problem: clew.Problem[Any, Any],
    rules: tuple[Constraint, ...],
    left: Mapping[Any, Iterable[Any]],
    refutes: Callable[[Reason], bool] = refuted_by_clew,
) -> bool:
    """Whether constraints have no solution if some variables have only certain values left."""
    scope = dict.fromkeys([*(variable for rule in rules for variable in rule.scope), *left])
    domains = {variable: tuple(problem.domains()[variable]) for variable in scope} | {
        variable: tuple(values) for variable, values in left.items()
    }
    return any(not values for values in domains.values()) or refutes(Reason(domains, rules))


def negations(problem: clew.Problem[Any, Any], hint: Hint) -> Iterator[dict[Any, set[Any]]]:
    """For each thing that a hint concludes the values that break it; for a contradiction, none."""
    for variable, value in hint.assigned.items():
        yield {variable: {*problem.domains()[variable]} - {value}}
    for variable, values in hint.excluded.items():
        if values:
            yield {variable: set(values)}
    if hint.kind in ("contradiction", "unsolvable"):
        yield {variable: {*problem.domains()[variable]} for variable in hint.excluded}


def follows(
    problem: clew.Problem[Any, Any],
    hint: Hint,
    constraints: tuple[Constraint, ...] | None = None,
    refutes: Callable[[Reason], bool] = refuted_by_clew,
) -> bool:
    """Whether the constraints of a hint and its facts imply its conclusion.

    Args:
        problem: the puzzle.
        hint: the hint.
        constraints: others in place of its own.
        refutes: says that there is no solution.
    """
    rules = hint.constraints if constraints is None else constraints
    left = {fact.variable: {*problem.domains()[fact.variable]} for fact in hint.facts}
    for fact in hint.facts:
        left[fact.variable] -= {*fact.missing}
    return all(
        is_refuted(problem, rules, left | {v: left.get(v, values) & values for v, values in broken.items()}, refutes)
        for broken in negations(problem, hint)
    )


def is_true(
    problem: clew.Problem[Any, Any],
    fact: Fact,
    known: Mapping[Any, Any],
    excluded: Mapping[Any, Any],
    refutes: Callable[[Reason], bool] = refuted_by_clew,
) -> bool:
    """Whether values are missing as a fact says: by its rule and the known variables, or because that is known."""
    if fact.constraint is not None:
        fixed = {variable: (known[variable],) for variable in fact.known if variable in known}
        return len(fixed) == len(fact.known) and is_refuted(
            problem, (fact.constraint,), {**fixed, fact.variable: fact.missing}, refutes
        )
    if fact.variable in known:
        return bool(known[fact.variable] not in fact.missing)
    gone: set[Any] = excluded.get(fact.variable, set())
    return gone.issuperset(fact.missing)
