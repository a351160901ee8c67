"""Constraints: the base class, functions, all different, all equal, sets.

A constraint here is an object that is called with variables, domains and an assignment that may be partial; it
carries no variables itself. The direct search runs steps that it makes; `declaring` makes constraints of
`clew.constraints` of it for clew's search. One that is not known here, a subclass of a program's own, is called.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Container, Mapping, Sequence
from functools import partial
from itertools import combinations
from typing import Any, ClassVar

from clew.compat.constraint.domain import Domain, Unassigned
from clew.compat.constraint.steps import Layout, Row, Step, Steps, calling, filtering, picker, taking_away

Variables = Sequence[Any]
Domains = Mapping[Any, Domain]
Assignments = dict[Any, Any]
Values = Sequence[Any]
Rules = list[tuple["Constraint", Variables]]


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
        self,
        variables: Variables,
        domains: dict[Any, Domain],
        constraints: Rules,
        vconstraints: dict[Any, Rules],
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
            _drop(self, variables, constraints, vconstraints)

    def forwardCheck(
        self, variables: Variables, domains: Domains, assignments: Assignments, _unassigned: Any = Unassigned
    ) -> bool:
        """Hide the values of the only unassigned variable that break the constraint; False if none is left."""
        missing = [variable for variable in variables if variable not in assignments]
        return len(missing) != 1 or _hides(self, variables, domains, assignments, missing[0])


def _drop(rule: Constraint, variables: Variables, constraints: Rules, vconstraints: dict[Any, Rules]) -> None:
    """Take a constraint that has done all that it can do out of the lists."""
    for rules in (constraints, *(vconstraints[variable] for variable in dict.fromkeys(variables))):
        rules[:] = [entry for entry in rules if not (entry[0] is rule and entry[1] is variables)]


def _hides(rule: Constraint, variables: Variables, domains: Domains, assignments: Assignments, hole: Any) -> bool:
    """Hide the values of one unassigned variable that a constraint refuses; False if none is left."""
    domain = domains[hole]
    for value in list(domain):
        if not rule(variables, domains, {**assignments, hole: value}):
            domain.hideValue(value)
    return bool(domain)


def is_lasting(rule: Constraint, variables: Variables) -> bool:
    """Whether a constraint prepares the domains in the same way each time: then it is done once.

    A program's own class, a function of one variable and the container of a set may change between two questions.
    """
    package = __name__.rpartition(".")[0]
    return len(variables) > 1 and type(rule).__module__.startswith(package) and not isinstance(rule, InSetConstraint)


def own_steps(rule: Constraint) -> Callable[[Variables, Layout], Steps] | None:
    """How a constraint makes its steps, unless a class overrides `__call__` below the one that says so."""
    for kind in type(rule).__mro__:
        if "_steps" in vars(kind):
            return rule._steps  # type: ignore[attr-defined, no-any-return]
        if "__call__" in vars(kind):
            break
    return None


def called(rule: Constraint, variables: Variables, layout: Layout) -> Steps:
    """Call a constraint whenever one of its variables has been given a value; it may hide values of the others."""
    return calling(rule, variables, rule.scope(variables) if isinstance(rule, Known) else variables, layout)


class Known(Constraint):
    """A constraint that this package knows: a truth, and a judgement of what is not complete."""

    def scope(self, variables: Variables) -> Variables:
        """The variables that it is about."""
        return variables

    def truth(self, values: Values) -> bool:
        """Whether values for all the variables satisfy it."""
        raise NotImplementedError

    def possible(self, domains: Domains, values: Values, scope: Variables) -> bool:
        """Whether it may still be satisfied, as far as can be told; `Unassigned` is no value yet."""
        return True

    def __call__(
        self, variables: Variables, domains: Domains, assignments: Assignments, forwardcheck: Any = False
    ) -> bool:
        scope = self.scope(variables)
        values = [assignments.get(variable, Unassigned) for variable in scope]
        if not any(value is Unassigned for value in values):
            return self.truth(values)
        if not self.possible(domains, values, scope):
            return False
        missing = [variable for variable in scope if variable not in assignments] if forwardcheck else ()
        return all(_hides(self, variables, domains, assignments, variable) for variable in missing)


class FunctionConstraint(Constraint):
    """A function of the values, in the order of the variables, says whether they go together.

    Args:
        func: the function.
        assigned: whether it is asked about complete assignments only. If not, `Unassigned` stands for what is
            missing.
    """

    def __init__(self, func: Callable[..., Any], assigned: bool = True) -> None:
        self._func = func
        self._assigned = assigned

    def __call__(
        self,
        variables: Variables,
        domains: Domains,
        assignments: Assignments,
        forwardcheck: Any = False,
        _unassigned: Any = Unassigned,
    ) -> Any:
        values = [assignments.get(variable, _unassigned) for variable in variables]
        missing = sum(variable not in assignments for variable in variables)
        if not missing or not self._assigned:
            verdict = self._func(*values)
            if not missing or not verdict:
                return verdict
        return not forwardcheck or missing != 1 or self.forwardCheck(variables, domains, assignments)

    def _steps(self, variables: Variables, layout: Layout) -> Steps:
        if self._assigned:
            return filtering(self._func, variables, layout)
        return called(self, variables, layout)


class CompilableFunctionConstraint(Constraint):
    """A function as text, to be compiled where it is needed.

    Args:
        func: an expression, or a function of one line, `def r(x, y): return x < y`, whose parameters are given the
            values in the order of the variables.
        assigned: there for programs that give it; it changes nothing.
    """

    def __init__(self, func: str, assigned: bool = True) -> None:
        self._func = func
        self._assigned = assigned

    def __call__(
        self, variables: Variables, domains: Domains, assignments: Assignments, forwardcheck: Any = False
    ) -> bool:
        raise NotImplementedError("CompilableFunctionConstraint is compiled by a problem: it cannot be called itself")

    def preProcess(self, *_: Any) -> None:
        pass

    def function(self, variables: Variables) -> FunctionConstraint:
        """The function, of these variables, as a constraint."""
        from clew.compat.constraint.text import compiled

        return FunctionConstraint(compiled(self._func, list(map(str, variables))))

    def _steps(self, variables: Variables, layout: Layout) -> Steps:
        return self.function(variables)._steps(variables, layout)


class AllDifferentConstraint(Known):
    """No two of the variables take the same value."""

    def truth(self, values: Values) -> bool:
        try:
            return len(set(values)) == len(values)
        except TypeError:  # values that cannot be hashed
            return all(one != other for one, other in combinations(values, 2))

    def possible(self, domains: Domains, values: Values, scope: Variables) -> bool:
        return self.truth([value for value in values if value is not Unassigned])

    def _steps(self, variables: Variables, layout: Layout) -> Steps:
        if len(set(variables)) < len(variables):
            yield from called(self, variables, layout)
            return
        scope = sorted(map(layout.places.__getitem__, variables))
        for k, place in enumerate(scope[:-1]):
            layout.costs[place + 1] += len(scope) - k - 1
            yield place, taking_away(place, scope[k + 1 :])


class AllEqualConstraint(Known):
    """All of the variables take the same value."""

    def truth(self, values: Values) -> bool:
        return all(value == values[0] for value in values[1:])

    def possible(self, domains: Domains, values: Values, scope: Variables) -> bool:
        return self.truth([value for value in values if value is not Unassigned])

    def _steps(self, variables: Variables, layout: Layout) -> Steps:
        first, *later = sorted(set(map(layout.places.__getitem__, variables)))

        def step(values: list[Any], row: Row) -> bool:
            value = values[first]
            for place in later:
                row[place] = [other for other in row[place] if other == value]
            return all(map(row.__getitem__, later))

        yield first, step


class InSetConstraint(Known):
    """Every variable takes one of the values of a set.

    Args:
        set: the values; anything that `in` can ask.
    """

    inside: ClassVar[bool] = True

    def __init__(self, set: Container[Any]) -> None:
        self._set = set

    def accepts(self, value: Any) -> bool:
        """Whether a variable may take a value."""
        return (value in self._set) is self.inside

    def truth(self, values: Values) -> bool:
        return all(map(self.accepts, values))

    def possible(self, domains: Domains, values: Values, scope: Variables) -> bool:
        return self.truth([value for value in values if value is not Unassigned])

    def preProcess(
        self, variables: Variables, domains: dict[Any, Domain], constraints: Rules, vconstraints: dict[Any, Rules]
    ) -> None:
        for variable in variables:
            domains[variable][:] = filter(self.accepts, domains[variable])
        _drop(self, variables, constraints, vconstraints)


class NotInSetConstraint(InSetConstraint):
    """No variable takes one of the values of a set.

    Args:
        set: the values; anything that `in` can ask.
    """

    inside: ClassVar[bool] = False


class SomeInSetConstraint(Known):
    """Some of the variables take values of a set.

    Args:
        set: the values; anything that `in` can ask.
        n: how many variables at least.
        exact: whether it must be just so many.
    """

    inside: ClassVar[bool] = True

    def __init__(self, set: Container[Any], n: int = 1, exact: bool = False) -> None:
        self._set = set
        self._n = n
        self._exact = exact

    def counts(self, value: Any) -> bool:
        """Whether a value is one of those that are counted."""
        return (value in self._set) is self.inside

    def truth(self, values: Values) -> bool:
        found = sum(map(self.counts, values))
        return found == self._n if self._exact else found >= self._n

    def possible(self, domains: Domains, values: Values, scope: Variables) -> bool:
        known = [value for value in values if value is not Unassigned]
        found = sum(map(self.counts, known))
        return found + len(values) - len(known) >= self._n and not (self._exact and found > self._n)

    def _steps(self, variables: Variables, layout: Layout) -> Steps:
        scope = sorted(map(layout.places.__getitem__, variables))
        for count, place in enumerate(scope, 1):
            most = self._n if self._exact else len(scope)
            yield place, self._counting(scope[:count], self._n - (len(scope) - count), most)

    def _counting(self, scope: Sequence[int], least: int, most: int) -> Step:
        """The step that counts the values at some places."""
        pick, is_in, inside, size = picker(scope), partial(operator.contains, self._set), self.inside, len(scope)

        def step(values: list[Any], row: Row) -> bool:
            found = sum(map(is_in, pick(values)))
            return least <= (found if inside else size - found) <= most

        return step


class SomeNotInSetConstraint(SomeInSetConstraint):
    """Some of the variables take values that a set does not have.

    Args:
        set: the values; anything that `in` can ask.
        n: how many variables at least.
        exact: whether it must be just so many.
    """

    inside: ClassVar[bool] = False
