"""The declarations of a problem, checked: its domains, given values and constraints, and their violations.

The constraints are made a flat list about variables: conjunctions are taken apart, constraints about expressions become
ones about their variables, and those about no variable are decided. A problem may judge by hooks of its own besides, or
in their place.
"""

from __future__ import annotations

import operator
from collections.abc import Collection, Hashable, Iterable, Iterator, Mapping
from functools import cache, cached_property
from itertools import chain
from typing import TYPE_CHECKING, Any, Final

from clew.constraints.base import OPEN, Constraint, Domain, judged, truth
from clew.constraints.names import Term, no_constraint, undeclared, walkable
from clew.errors import ProblemError, shown
from clew.limits import LIMIT, looking
from clew.records import frozen

if TYPE_CHECKING:
    from clew.problem.naming import Names
    from clew.problem.problem import AnyProblem
    from clew.state.state import AnyState

MOST: Final = 16
"""So many flat tuples of constraints are kept, each of at most so many constraints:"""
LARGEST: Final = 1000
_FLAT: Final[dict[int, Flat]] = {}
"""The latest tuples that were flat as declared, by their identity."""

SEARCHED: Final = ("choose_variable", "enumerate_values", "is_consistent", "forward_check")
"""The hooks of the search."""


@frozen
class Violation:
    """A rule that an assignment breaks, and its place.

    Attributes:
        rule: a short name of the rule.
        message: one line with the broken rule, its place, and the values that break it.
        variables: the variables that break it together.
    """

    rule: str
    message: str
    variables: tuple[Hashable, ...]

    def __str__(self) -> str:
        return self.message


def title_of(problem: AnyProblem) -> str:
    """What to call a problem in messages and titles."""
    return problem.name or type(problem).__name__


def _junk(problem: AnyProblem, complaint: str) -> ProblemError:
    return ProblemError(f"{title_of(problem)}: {complaint}")


def check_attributes(problem: AnyProblem) -> None:
    """Check that no attribute hides a method, as after `self.domains = {}`; a function is a hook."""
    default = _with_defaults()
    known = vars(default)
    for name, value in vars(problem).items():
        if name in known and callable(getattr(default, name)) and not callable(value):
            hides = f"hides the method {name}, which clew calls: give it another name"
            raise _junk(problem, f"its attribute {name} {hides}")


def declared_given(problem: AnyProblem) -> dict[Any, Any]:
    """The values that a problem fixes, in a new dictionary.

    Raises:
        ProblemError: it returns something else.
    """
    if not isinstance(given := problem.given(), Mapping):
        raise _junk(problem, f"given returned {shown(given)}: return a mapping from variables to values")
    return dict(given)


def declared_domains(problem: AnyProblem) -> Mapping[Any, Iterable[Any]]:
    """The domains that a problem declares.

    Raises:
        ProblemError: it forgets to return them.
    """
    domains = problem.domains()
    if not isinstance(domains, (dict, Mapping)):  # the test of a dictionary is far quicker
        raise _junk(problem, f"domains returned {shown(domains)}: return a mapping from variables to their values")
    return domains


def flat(items: Iterable[Any], other: type[Any] | tuple[()] = ()) -> Iterator[Any]:
    """The constraints of a nested collection of them, conjunctions taken apart.

    Making them may take long, so the limit of the call is asked before each. Objects of another type stay, too.
    """
    limit = LIMIT.get()
    for item in items:
        if limit is not None:
            limit()
        if isinstance(item, Constraint):
            is_one = type(item).conjuncts is Constraint.conjuncts
            for conjunct in (item,) if is_one else item.conjuncts():
                if Term in map(type, conjunct.scope):
                    from clew.constraints.resolving import resolved

                    yield from resolved(conjunct)
                else:
                    yield conjunct
        elif walkable(item) and not isinstance(item, (str, bytes)):
            yield from flat(item, other)
        elif isinstance(item, other):
            yield item
        else:
            raise no_constraint(item)


def about_variables(constraints: Iterable[Constraint], variables: Iterable[Hashable]) -> list[Constraint]:
    """The constraints, without those about no variable: they hold and are left out, or nothing can hold.

    So a clue whose neighbours are all known, or a cage without cells, needs no case of its own. If nothing but
    such constraints was declared, one stays, because a problem that declares constraints is searched otherwise.

    Args:
        constraints: those that must hold.
        variables: the variables of the problem.
    """
    kept, holding, first = list[Constraint](), list[Constraint](), tuple(variables)[:1]
    for constraint in constraints:
        if constraint.scope:
            kept.append(constraint)
            continue
        from clew.constraints.settled import Settled  # of few models

        made = Settled(first, constraint, truth(constraint, ()))
        (holding if made.verdict else kept).append(made.named(constraint.label) if constraint.label else made)
    return kept or (holding[:1] if first else [])


class Kept(tuple[Constraint, ...]):
    """Constraints that are hashed once."""

    def __hash__(self) -> int:
        known: int | None = vars(self).get("hash")
        if known is None:
            known = vars(self)["hash"] = super().__hash__()
        return known


@frozen(eq=False)
class Flat:
    """The constraints of a nested collection of them in a flat list (see `flat`).

    Attributes:
        declared: the collection.
        constraints: the constraints.
        names: the variables that they are about.
        has_constant: whether one of them is about no variable.
    """

    declared: Iterable[Any]
    constraints: tuple[Constraint, ...]
    names: frozenset[Hashable]
    has_constant: bool

    @classmethod
    def of(cls, declared: Iterable[Any]) -> Flat:
        """The flat list; a tuple that a problem keeps from call to call is flattened once."""
        known, limit = _FLAT.get(id(declared)), LIMIT.get()
        if known is not None and known.declared is declared:
            if limit is not None:
                limit()
            return known
        constraints = Kept(flat(declared))
        is_kept = type(declared) is tuple and len(constraints) == len(declared) <= LARGEST
        is_kept = is_kept and all(map(operator.is_, constraints, declared))
        scopes = [one.scope for one in (constraints if limit is None else looking(constraints))]
        names = frozenset(chain.from_iterable(scopes))
        made = cls(declared, constraints, names, not all(scopes))
        if is_kept:
            if len(_FLAT) >= MOST:
                _FLAT.clear()
            _FLAT[id(declared)] = made
        return made


class Declared:
    """The declared constraints of a problem, found by their variables.

    Attributes:
        domains: the declared domains.
        constraints: the declared constraints.

    Raises:
        ProblemError: a constraint is about a variable that the problem does not have; an attribute hides a method.
    """

    def __init__(self, problem: AnyProblem) -> None:
        check_attributes(problem)
        self.problem = problem
        declared = problem.constraints()
        if not isinstance(declared, Iterable) and not walkable(declared):
            complaint = f"constraints returned {shown(declared)}: return a collection of constraints, or yield them"
            raise _junk(problem, complaint)
        flattened = Flat.of(declared)
        self.domains = declared_domains(problem)
        self.constraints: tuple[Constraint, ...] = flattened.constraints
        if flattened.has_constant:
            self.constraints = tuple(about_variables(flattened.constraints, self.domains))
        variables = self.domains.keys()
        if not flattened.names <= variables:
            wrong = next(one for one in self.constraints if not variables >= {*one.scope})
            missing = next(variable for variable in wrong.scope if variable not in variables)
            raise ProblemError(f"{wrong.title}: {title_of(problem)} {undeclared(missing)}")

    @cached_property
    def about(self) -> dict[Any, list[Constraint]]:
        """For each variable the constraints that are about it."""
        about: dict[Any, list[Constraint]] = {}
        for constraint in self.constraints:
            for variable in constraint.scope:
                about.setdefault(variable, []).append(constraint)
        return about

    def is_consistent(self, state: AnyState, variable: Any, value: Any) -> bool:
        """Whether a decision goes with what is assigned, as far as its constraints can tell."""
        return all(
            judged(constraint, [value if v == variable else state.get(v, OPEN) for v in constraint.scope])
            for constraint in self.about.get(variable, ())
        )

    def violations(self, assignment: Mapping[Any, Any]) -> Iterator[Violation]:
        """The constraints that do not hold, and those that can no longer be satisfied, as far as each can tell."""
        for constraint in self.constraints:
            scope = constraint.scope
            values = [assignment.get(v, OPEN) for v in scope]
            if self._may_hold(constraint, values):
                continue
            broken = [(scope[k], values[k]) for k in constraint.conflicting(values)]
            shown = ", ".join(f"{self._titles.variable(v)} = {value!r}" for v, value in broken)
            rule = self._titles.rule(constraint)
            verdict = "cannot hold with" if OPEN in values else "does not hold for"
            yield Violation(rule, f"{rule} {verdict} {shown}", tuple(v for v, _ in broken))

    def _may_hold(self, constraint: Constraint, values: list[Any]) -> bool:
        """Whether a constraint holds, or may hold once its open variables have values."""
        is_open = [value is OPEN for value in values]
        if not any(is_open):
            return truth(constraint, values)
        if all(is_open):
            return True
        named = zip(constraint.scope, values, strict=True)
        return constraint.satisfiable([self._domains[v] if value is OPEN else (value,) for v, value in named])

    @cached_property
    def _titles(self) -> Names:
        from clew.problem.naming import Names  # it imports this module

        return Names(self.problem)

    @cached_property
    def _domains(self) -> dict[Any, Domain]:
        return {v: domain if isinstance(domain, range) else tuple(domain) for v, domain in self.domains.items()}

    def neighbours(self, variable: Any) -> list[Any]:
        """The variables that share a constraint with this one."""
        near = dict.fromkeys(v for constraint in self.about.get(variable, ()) for v in constraint.scope)
        near.pop(variable, None)
        return list(near)


def overrides(problem: AnyProblem, hook: str) -> bool:
    """Whether a problem gives a hook of its own."""
    return getattr(type(problem), hook) is not getattr(_with_defaults(), hook) or hook in vars(problem)


@cache
def _with_defaults() -> type[AnyProblem]:
    """The class whose hooks are the defaults; its module imports this one."""
    from clew.problem.problem import Problem

    return Problem


def is_declared(problem: AnyProblem, constraints: Collection[Constraint], domains: Mapping[Any, Any]) -> bool:
    """Whether constraints say which solutions a problem has, even if there are none of them: all is allowed then."""
    has_hooks = any(overrides(problem, hook) for hook in (*SEARCHED, "violations"))
    return bool(constraints) or (bool(domains) and not has_hooks)


def why_undeclared(problem: AnyProblem) -> str:
    """The parts of a problem that replace declared constraints, for messages."""
    if any(overrides(problem, hook) for hook in SEARCHED):
        return "has hooks"
    return "judges by its own violations()" if overrides(problem, "violations") else "has no variables"
