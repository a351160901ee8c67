"""The base of constraints, and of those that this package knows.

A constraint here is an object that is called with variables, domains and an assignment that may be partial; it
carries no variables itself. The direct search runs steps that it makes; `declaring` makes constraints of
`clew.constraints` of it for clew's search. One that is not known here, a subclass of a program's own, is called.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, ClassVar, TypeGuard

from clew.compat.constraint.domain import Domain, Unassigned
from clew.compat.constraint.steps import Layout, Steps, calling

Variables = Sequence[Any]
Domains = Mapping[Any, Domain]
Given = dict[Any, Any]
"""An assignment, which may be partial."""

Values = Sequence[Any]
Tuple = tuple[Any, ...]
Function = Callable[..., Any]
Rules = list[tuple["Constraint", Variables]]
RulesOf = dict[Any, Rules]
"""The constraints by variable."""


class Constraint:
    """The base of all constraints. A subclass overrides `__call__`."""

    def __call__(self, variables: Variables, domains: Domains, assignments: Given, forwardcheck: Any = False) -> Any:
        """Whether the assignment, so far, keeps the constraint.

        Args:
            variables: those that the constraint is about, in the order given to `addConstraint`.
            domains: the domain of every variable.
            assignments: the variables that have a value, with it.
            forwardcheck: whether values may be hidden from the domains of the others.
        """
        return True

    def preProcess(
        self, variables: Variables, domains: dict[Any, Domain], constraints: Rules, vconstraints: RulesOf
    ) -> None:
        """Called once before a search. By default a constraint on one variable shrinks its domain and is done.

        Args:
            variables: those that the constraint is about.
            domains: the domain of every variable; values may be removed.
            constraints: all constraints, each with its variables.
            vconstraints: the same by variable.
        """
        if len(variables) == 1:
            (variable,) = variables
            domain = domains[variable]
            domain[:] = [value for value in domain if self(variables, domains, {variable: value})]
            drop(self, variables, constraints, vconstraints)

    def forwardCheck(
        self, variables: Variables, domains: Domains, assignments: Given, _unassigned: Any = Unassigned
    ) -> bool:
        """Hide the values of the only unassigned variable that break the constraint; False if none is left."""
        missing = [variable for variable in variables if variable not in assignments]
        if len(missing) != 1:
            return True
        (hole,), assumed = missing, {**assignments}
        domain = domains[hole]
        for value in list(domain):
            assumed[hole] = value
            if not self(variables, domains, assumed):
                domain.hideValue(value)
        return bool(domain)


def drop(rule: Constraint, variables: Variables, constraints: Rules, vconstraints: RulesOf) -> None:
    """Take a constraint that has done all that it can do out of the lists."""
    for rules in [constraints, *[vconstraints[variable] for variable in variables]]:
        rules[:] = [entry for entry in rules if entry[0] is not rule or entry[1] is not variables]


def hide(domain: Domain, values: Iterable[Any]) -> bool:
    """Hide values of a domain; False if none is left."""
    for value in values:
        domain.hideValue(value)
    return len(domain) > 0


class Known(Constraint):
    """A constraint that this package knows: it judges the values that there are, and which others they rule out."""

    asks: ClassVar[bool] = False
    """Whether it asks a function of the program's: others come before it."""

    def scope(self, variables: Variables) -> Variables:
        """The variables that it is about."""
        return variables

    def possible(self, given: Values, missing: int) -> bool:
        """Whether it may still be satisfied, with some values given and so many missing."""
        raise NotImplementedError

    def wrong(self, domain: Domain, given: Values, missing: int) -> Iterable[Any]:
        """Values of a missing variable that break it, beside those that are given."""
        return ()

    def steps(self, variables: Variables, layout: Layout) -> Steps:
        """The steps of the direct search: by default they call the constraint."""
        return calling(self, variables, self.scope(variables), layout)

    def __call__(
        self, variables: Values, domains: Domains, assignments: Given, forwardcheck: Any = None, _unassigned: Any = None
    ) -> bool:
        given = [assignments[variable] for variable in variables if variable in assignments]
        missing = len(variables) - len(given)
        if not self.possible(given, missing):
            return False
        for variable in variables if forwardcheck and missing else ():
            domain = domains[variable]
            if variable not in assignments and not hide(domain, self.wrong(domain, given, missing)):
                return False
        return True


def is_known(rule: Constraint) -> TypeGuard[Known]:
    """Whether a constraint means what this package says: no class of a program's own overrides `__call__`."""
    return isinstance(rule, Known) and type(rule).__call__.__module__.startswith("clew.compat.constraint.")


def scope_of(rule: Constraint, variables: Variables) -> Variables:
    """The variables that a constraint is about, of those that it is called with."""
    return rule.scope(variables) if isinstance(rule, Known) else variables
