"""Solvers: all of them run the same searches; they differ in what they are asked for, and in the order of values.

Variables come in the order in which python-constraint's default solver sorts them, most constraints first, then the
smallest domain, then as declared; values from the last to the first.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any, ClassVar

from clew.compat.constraint.domain import Domain
from clew.compat.constraint.rules import Domains, Rules
from clew.compat.constraint.searches import Found, Lasting, Search

if TYPE_CHECKING:
    from clew.outcome import Limits

Listed = Mapping[Any, Rules]
"""The constraints by variable."""


class Solver:
    """The base of all solvers. A subclass overrides what it can do."""

    requires_pickling: bool = False
    overridden: ClassVar[frozenset[str]] = frozenset()
    """The names that a program's own classes define, in place of those of the drop-in's solvers."""

    def __init_subclass__(cls) -> None:
        own = (kind for kind in cls.__mro__ if kind is not object and kind.__module__ != __name__)
        cls.overridden = frozenset(name for kind in own for name in vars(kind))

    def check_overrides(self) -> None:
        """Called when the solver is given to a problem.

        Raises:
            NotImplementedError: the solver is asked for something that it cannot do.
        """

    def getSolution(self, domains: Domains, constraints: Rules, vconstraints: Listed) -> Found | None:
        """A solution, or None.

        Args:
            domains: the domain of every variable.
            constraints: the constraints, each with its variables.
            vconstraints: the same by variable.
        """
        raise NotImplementedError(f"{type(self).__name__} is an abstract class")

    def getSolutions(self, domains: Domains, constraints: Rules, vconstraints: Listed) -> list[Found]:
        """All solutions; the arguments are those of `getSolution`."""
        raise NotImplementedError(f"{type(self).__name__} provides only a single solution")

    def getSolutionIter(self, domains: Domains, constraints: Rules, vconstraints: Listed) -> Iterator[Found]:
        """The solutions one by one; the arguments are those of `getSolution`."""
        raise NotImplementedError(f"{type(self).__name__} doesn't provide iteration")


class OptimizedBacktrackingSolver(Solver):
    """Finds one solution, all, or one after the other.

    A method that a subclass overrides is called: `getSolution` and `getSolutions` ask a `getSolutionIter` of the
    program's own, `getSolutions` a `getSolutionsList`, and variables come in the order of a `getSortedVariables`.

    Args:
        forwardcheck: there for programs that give it; the search always looks ahead.
        call_limit: nodes after which a search stops, with `clew.Stopped`.
        time_limit: seconds after which it does.
    """

    _forwardcheck: bool = True
    _limits: Limits | None = None
    last_first: ClassVar[bool] = True
    listing: ClassVar[frozenset[str]] = frozenset({"getSolutions", "getSolutionIter", "getSolutionsList"})
    """The methods that list all solutions, if a subclass overrides them."""

    def __init__(
        self, forwardcheck: bool = True, call_limit: int | None = None, time_limit: float | None = None
    ) -> None:
        self._forwardcheck = forwardcheck
        if call_limit is not None or time_limit is not None:
            from clew.outcome import Limits

            self._limits = Limits(nodes=call_limit, time=time_limit)

    def getSolution(self, domains: Domains, constraints: Rules, vconstraints: Listed) -> Found | None:
        if "getSolutionIter" in self.overridden:
            return next(iter(self.getSolutionIter(domains, constraints, vconstraints)), None)
        return self._search(domains, constraints, vconstraints).first()

    def getSolutions(self, domains: Domains, constraints: Rules, vconstraints: Listed) -> list[Found]:
        if "getSolutionIter" in self.overridden:
            return list(self.getSolutionIter(domains, constraints, vconstraints))
        if "getSolutionsList" in self.overridden:
            return self.getSolutionsList(domains, vconstraints)
        return self._search(domains, constraints, vconstraints).dictionaries()

    def getSolutionsList(self, domains: Domains, vconstraints: Listed) -> list[Found]:
        """All solutions, from what the variables say about constraints alone."""
        every = {(id(rule), id(scope)): (rule, scope) for rules in vconstraints.values() for rule, scope in rules}
        return self._search(domains, list(every.values()), vconstraints).dictionaries()

    def getSortedVariables(self, domains: Domains, vconstraints: Listed) -> list[Any]:
        """The variables in the order of the search: most constraints first, then the smallest domain."""
        return sorted(domains, key=lambda v: (-len(vconstraints[v]), len(domains[v])))

    def getSolutionIter(self, domains: Domains, constraints: Rules, vconstraints: Listed) -> Iterator[Found]:
        return self._search(domains, constraints, vconstraints).each()

    def _search(self, domains: Domains, constraints: Rules, vconstraints: Listed) -> Search:
        if isinstance(constraints, Lasting) and constraints.search is not None:
            return constraints.search
        order = self.getSortedVariables(domains, vconstraints)
        search = Search(domains, constraints, order, self.last_first, self._limits)
        if isinstance(constraints, Lasting):
            constraints.search = search
        return search


class BacktrackingSolver(OptimizedBacktrackingSolver):
    """Another name of `OptimizedBacktrackingSolver`.

    Args:
        forwardcheck: there for programs that give it; the search always looks ahead.
        call_limit: nodes after which a search stops, with `clew.Stopped`.
        time_limit: seconds after which it does.
    """


class RecursiveBacktrackingSolver(OptimizedBacktrackingSolver):
    """Like `OptimizedBacktrackingSolver`, with the values of a domain from the first to the last. It does not recurse.

    It does if a subclass overrides `recursiveBacktracking` or `recursiveBacktrackingIter`, each of which is one step
    that calls itself: then these search, as they do in python-constraint.

    Args:
        forwardcheck: whether those two let constraints hide values; the search itself always looks ahead.
        call_limit: nodes after which a search stops, with `clew.Stopped`.
        time_limit: seconds after which it does.
    """

    last_first: ClassVar[bool] = False
    listing = OptimizedBacktrackingSolver.listing | {"recursiveBacktracking"}

    def check_overrides(self) -> None:
        if self._limits is not None and self.overridden & {"recursiveBacktracking", "recursiveBacktrackingIter"}:
            raise NotImplementedError(
                f"{type(self).__name__} overrides a step of the search, and call_limit and time_limit do not reach "
                "into it: count calls and time in that method"
            )

    def getSolution(self, domains: Domains, constraints: Rules, vconstraints: Listed) -> Found | None:
        if "recursiveBacktracking" in self.overridden:
            found = self.recursiveBacktracking([], domains, vconstraints, {}, True)
            return found[0] if found else None
        return super().getSolution(domains, constraints, vconstraints)

    def getSolutions(self, domains: Domains, constraints: Rules, vconstraints: Listed) -> list[Found]:
        if "recursiveBacktracking" in self.overridden:
            return self.recursiveBacktracking([], domains, vconstraints, {}, False)
        return super().getSolutions(domains, constraints, vconstraints)

    def getSolutionIter(self, domains: Domains, constraints: Rules, vconstraints: Listed) -> Iterator[Found]:
        if "recursiveBacktrackingIter" in self.overridden:
            return self.recursiveBacktrackingIter(domains, vconstraints, {})
        return super().getSolutionIter(domains, constraints, vconstraints)

    def recursiveBacktracking(
        self, solutions: list[Found], domains: Domains, vconstraints: Listed, assignments: Found, single: bool
    ) -> list[Found]:
        """Give the next variable one value after the other, and call itself for the rest.

        Args:
            solutions: those found until now; more are added.
            domains: the domain of every variable.
            vconstraints: the constraints by variable.
            assignments: the variables that have a value, with it.
            single: whether one solution is enough.
        """
        if len(assignments) == len(domains):
            solutions.append(assignments.copy())
            return solutions
        for _ in self._accepted(domains, vconstraints, assignments):
            self.recursiveBacktracking(solutions, domains, vconstraints, assignments, single)
            if solutions and single:
                break
        return solutions

    def recursiveBacktrackingIter(self, domains: Domains, vconstraints: Listed, assignments: Found) -> Iterator[Found]:
        """The search of `recursiveBacktracking`, with its arguments, solution by solution."""
        if len(assignments) == len(domains):
            yield assignments.copy()
        else:
            for _ in self._accepted(domains, vconstraints, assignments):
                yield from self.recursiveBacktrackingIter(domains, vconstraints, assignments)

    def _accepted(self, domains: Domains, vconstraints: Listed, assignments: Found) -> Iterator[None]:
        """Assigns the next variable each value that its constraints accept; after each, shows hidden values again."""
        variable, others = self._next(domains, vconstraints, assignments)
        for value in list(domains[variable]):
            assignments[variable] = value
            for domain in others:
                domain.pushState()
            for rule, scope in vconstraints[variable]:
                if not rule(scope, domains, assignments, others or None):
                    break
            else:
                yield
            for domain in others:
                domain.popState()
        assignments.pop(variable, None)  # none if a constraint hid all of its values

    def _next(self, domains: Domains, vconstraints: Listed, assignments: Found) -> tuple[Any, list[Domain]]:
        """The variable that comes next, and the domains of the others without a value if they may be looked into."""
        missing = [variable for variable in domains if variable not in assignments]
        if "getSortedVariables" in self.overridden:
            variable = next(v for v in self.getSortedVariables(domains, vconstraints) if v not in assignments)
        else:
            variable = missing[0]
            most, least = len(vconstraints[variable]), len(domains[variable])
            for other in missing:
                rules, size = len(vconstraints[other]), len(domains[other])
                if rules > most or (rules == most and size < least):
                    variable, most, least = other, rules, size
        return variable, [domains[v] for v in missing if v != variable] if self._forwardcheck else []


class MinConflictsSolver(Solver):
    """Finds one solution, drawn by chance. If there is none it says so, unless it gives up before.

    Args:
        steps: when to give up: after so many nodes for each variable.
        rand: draws the order of the values; by default the module `random`.
        time_limit: seconds after which it gives up.
    """

    def __init__(self, steps: int = 1000, rand: random.Random | None = None, time_limit: float | None = None) -> None:
        self._steps = steps
        self._rand = rand
        self._time_limit = time_limit

    def getSolution(self, domains: Domains, constraints: Rules, vconstraints: Listed) -> Found | None:
        from clew.outcome import Limits, Stopped

        shuffle = random.shuffle if self._rand is None else self._rand.shuffle
        mixed = {variable: domain.holding(domain) for variable, domain in domains.items()}
        for domain in mixed.values():
            shuffle(domain)
        limits = Limits(nodes=max(self._steps, 1) * len(domains), time=self._time_limit)
        try:
            return Search(mixed, constraints, list(mixed), limits=limits).first()
        except Stopped:
            return None


class ParallelSolver(OptimizedBacktrackingSolver):
    """Finds all solutions, in one process.

    Args:
        process_mode: whether functions are rejected, as they cannot be sent to other processes.
        call_limit: nodes after which a search stops, with `clew.Stopped`.
        time_limit: seconds after which it does.
    """

    def __init__(
        self, process_mode: bool = False, call_limit: int | None = None, time_limit: float | None = None
    ) -> None:
        super().__init__(call_limit=call_limit, time_limit=time_limit)
        self._process_mode = process_mode
        self.requires_pickling = process_mode

    def getSolution(self, domains: Domains, constraints: Rules, vconstraints: Listed) -> Found | None:
        raise NotImplementedError(f"{type(self).__name__} only provides all solutions")

    def getSolutionIter(self, domains: Domains, constraints: Rules, vconstraints: Listed) -> Iterator[Found]:
        raise NotImplementedError(f"{type(self).__name__} doesn't provide iteration")
