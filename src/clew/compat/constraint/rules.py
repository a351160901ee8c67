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
Assignments = dict[Any, Any]
Values = Sequence[Any]
Tuple = tuple[Any, ...]
Function = Callable[..., Any]
Rules = list[tuple["Constraint", Variables]]
RulesOf = dict[Any, Rules]
"""The constraints by variable."""


class Constraint:
    """The base of all constraints. A subclass overrides `__call__`."""

    def __call__(
        self, variables: Variables, domains: Domains, assignments: Assignments, forwardcheck: Any = False
    ) -> Any:
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
        self, variables: Variables, domains: Domains, assignments: Assignments, _unassigned: Any = Unassigned
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
    return bool(domain)


class Known(Constraint):
    """A constraint that this package knows: a truth, and a judgement of what is not complete."""

    asks: ClassVar[bool] = False
    """Whether it asks a function of the program's: others come before it, and it hides values of one variable only."""

    def scope(self, variables: Variables) -> Variables:
        """The variables that it is about."""
        return variables

    def truth(self, values: Values) -> bool:
        """Whether values for all the variables satisfy it."""
        raise NotImplementedError

    def possible(self, domains: Domains, values: Values, scope: Variables) -> bool:
        """Whether it may still be satisfied, as far as is known; `Unassigned` is no value yet.

        By default what holds for all the variables holds for some of them.
        """
        return self.truth([value for value in values if value is not Unassigned])

    def hides(self, domains: Domains, values: list[Any], scope: Variables, missing: Variables) -> bool:
        """Hide values that break it from the domains of the variables that are missing; False if one has none left.

        By default each value is judged, together with the values that there are.
        """
        if not self.possible(domains, values, scope):
            return False
        if self.asks and len(missing) > 1:
            return True
        is_last = len(set(missing)) == 1
        for hole in missing:
            domain = domains[hole]
            at = [k for k, variable in enumerate(scope) if variable == hole]
            for value in list(domain):
                for k in at:
                    values[k] = value
                if not (self.truth(values) if is_last else self.possible(domains, values, scope)):
                    domain.hideValue(value)
            if not domain:
                return False
            for k in at:
                values[k] = Unassigned
        return True

    def steps(self, variables: Variables, layout: Layout) -> Steps:
        """The steps of the direct search: by default they call the constraint."""
        return calling(self, variables, self.scope(variables), layout)

    def __call__(
        self,
        variables: Variables,
        domains: Domains,
        assignments: Assignments,
        forwardcheck: Any = False,
        _unassigned: Any = Unassigned,
    ) -> bool:
        scope, missed = self.scope(variables), _unassigned if self.asks else Unassigned
        values: list[Any] = []
        missing: list[Any] = []
        for variable in scope:
            if variable in assignments:
                values.append(assignments[variable])
            else:
                values.append(missed)
                missing.append(variable)
        if not missing:
            return self.truth(values)
        if forwardcheck:
            return self.hides(domains, values, scope, missing)
        return self.possible(domains, values, scope)


def is_known(rule: Constraint) -> TypeGuard[Known]:
    """Whether a constraint means what this package says: no class of a program's own overrides `__call__`."""
    return type(rule).__call__ is Known.__call__


def scope_of(rule: Constraint, variables: Variables) -> Variables:
    """The variables that a constraint is about, of those that it is called with."""
    return rule.scope(variables) if isinstance(rule, Known) else variables
