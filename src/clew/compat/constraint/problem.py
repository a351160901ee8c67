"""Problem: variables, domains and constraints, and the questions about them."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator
from typing import Any

from clew.compat.constraint.constraints import CompilableFunctionConstraint, FunctionConstraint, InSetConstraint
from clew.compat.constraint.domain import Domain
from clew.compat.constraint.rules import Constraint, Domains, Function, Rules, RulesOf, Tuple, Variables
from clew.compat.constraint.searches import Found, Lasting
from clew.compat.constraint.solvers import OptimizedBacktrackingSolver, Solver

Arguments = tuple[dict[Any, Domain], Rules, RulesOf]


class Problem:
    """Variables and constraints. Solving changes nothing in it.

    Args:
        solver: the solver to use; by default an `OptimizedBacktrackingSolver`.
    """

    def __init__(self, solver: Solver | None = None) -> None:
        solver = solver or OptimizedBacktrackingSolver()
        if not isinstance(solver, Solver):
            raise AssertionError(f"`solver` is not instance of Solver class (is {type(solver)}).")
        self.setSolver(solver)
        self._variables: dict[Hashable, Domain] = {}
        self._constraints: list[tuple[Constraint, Variables | None]] = []
        self._was_asked = False
        self._texts: list[Callable[[Domains], Rules]] = []
        self._meant: Rules | None = None  # the constraints that the texts stand for, until the problem changes
        self._prepared: Arguments | None = None  # the arguments of a solver, until then, if they cannot differ

    def reset(self) -> None:
        """Forget the variables and the constraints."""
        self._constraints.clear()
        self._texts.clear()
        self._variables.clear()
        self._meant = self._prepared = None

    def setSolver(self, solver: Solver) -> None:
        """Change the solver.

        Raises:
            NotImplementedError: the solver overrides a method in a way that cannot be followed.
        """
        solver.check_overrides()
        self._solver = solver
        self._prepared = None

    def getSolver(self) -> Solver:
        """The solver."""
        return self._solver

    def addVariable(self, variable: Hashable, domain: Iterable[Any]) -> None:
        """Add a variable.

        Args:
            variable: any hashable object.
            domain: its values; a `Domain`, or anything that can be made one.

        Raises:
            ValueError: there is such a variable already, or its domain is empty.
            TypeError: the variable cannot be hashed, or the domain is no collection.
        """
        if variable in self._variables:
            raise ValueError(f"Tried to insert duplicated variable {variable!r}")
        values = domain.holding(domain) if isinstance(domain, Domain) else Domain(domain)
        if not values:
            raise ValueError("Domain is empty")
        self._variables[variable] = values
        self._meant = self._prepared = None

    def addVariables(self, variables: Iterable[Hashable], domain: Iterable[Any]) -> None:
        """Add several variables with the same domain.

        Args:
            variables: them, or a text of one-letter names.
            domain: as for `addVariable`.
        """
        values = domain if isinstance(domain, Domain) else list(domain)
        for variable in variables:
            self.addVariable(variable, values)

    def addConstraint(
        self, constraint: Constraint | Function | str | list[str], variables: Iterable[Any] | None = None
    ) -> None:
        """Add a constraint.

        Args:
            constraint: a `Constraint`, a function of the values, or a text or a list of them.
            variables: those that it is about; by default all of the problem's. A text names its own.

        Raises:
            ValueError: it is none of these, or a text that cannot be read.
        """
        if isinstance(constraint, str):
            from clew.compat.constraint.text import understood

            self._texts.append(understood(constraint))
            self._meant = self._prepared = None
        elif isinstance(constraint, list):
            if not all(isinstance(text, str) for text in constraint):
                raise AssertionError(f"Expected constraints to be strings, got {constraint}")
            for text in constraint:
                self.addConstraint(text)
        elif isinstance(constraint, Constraint):
            self._constraints.append((constraint, None if variables is None else list(variables)))
            self._prepared = None
        elif callable(constraint):
            self.addConstraint(FunctionConstraint(constraint), variables)
        else:
            raise ValueError(f"Constraints must be instances of subclasses of the Constraint class, not {constraint!r}")

    def getSolution(self) -> Found | None:
        """A solution as a dictionary, or None if there is none."""
        arguments = self._arguments()
        return self._solver.getSolution(*arguments) if arguments else None

    def getSolutions(self) -> list[Found]:
        """All solutions, as a list of dictionaries."""
        arguments = self._arguments()
        return self._solver.getSolutions(*arguments) if arguments else []

    def getSolutionIter(self) -> Iterator[Found]:
        """The solutions one by one, each searched for when it is asked for."""
        arguments = self._arguments()
        return self._solver.getSolutionIter(*arguments) if arguments else iter(())

    def getSolutionsOrderedList(self, order: Variables | None = None) -> list[Tuple]:
        """All solutions as tuples of values.

        Args:
            order: the variables whose values to give, in their order; by default all, in the order of the search.
        """
        solver = self._solver
        if isinstance(solver, OptimizedBacktrackingSolver) and not solver.overridden & solver.listing:
            arguments = self._arguments()
            return solver._search(*arguments).tuples(order) if arguments else []
        solutions = self.getSolutions()
        return [tuple([found[variable] for variable in (found if order is None else order)]) for found in solutions]

    def getSolutionsAsListDict(
        self, order: Variables | None = None, validate: bool = True
    ) -> tuple[list[Tuple], dict[Tuple, int], int]:
        """All solutions as tuples of values, the place of each among them, and how many they are.

        Args:
            order: as for `getSolutionsOrderedList`.
            validate: whether to reject solutions that occur twice.

        Raises:
            ValueError: a solution occurs twice.
        """
        listed = self.getSolutionsOrderedList(order)
        places = {values: place for place, values in enumerate(listed)}
        if validate and len(places) < len(listed):
            twice = next(values for place, values in enumerate(listed) if places[values] != place)
            raise ValueError(
                f"{len(listed) - len(places)} of {len(listed)} solutions occur more than once, {twice!r} for one: "
                "a domain lists a value twice, or the order leaves variables out"
            )
        return listed, places, len(listed)

    def _arguments(self) -> Arguments | None:
        """The arguments of a solver, after each constraint has prepared the domains; None if nothing can be found."""
        if self._prepared is not None:
            return self._prepared
        domains = {variable: domain.holding(domain) for variable, domain in self._variables.items()}
        if self._solver.requires_pickling and any(isinstance(c, FunctionConstraint) for c, _ in self._constraints):
            raise AssertionError(
                "a FunctionConstraint cannot be sent to the processes of ParallelSolver(process_mode=True): "
                "write it as text"
            )
        constraints = self._rules(domains)
        by_variable = _by_variable(constraints, domains)
        # Only a problem that is asked about again gains from being kept; most are asked about once.
        lasting = self._was_asked and not self._solver.overridden and all(_is_lasting(*entry) for entry in constraints)
        self._was_asked = True
        for rule, variables in list(constraints):
            rule.preProcess(variables, domains, constraints, by_variable)
        for domain in domains.values():
            domain.resetState()
        if not domains or not all(domains.values()):
            return None
        if lasting:
            constraints = Lasting(constraints)
            self._prepared = domains, constraints, by_variable
        return domains, constraints, by_variable

    def _rules(self, domains: dict[Any, Domain]) -> Rules:
        """The constraints with their variables, those written as text last, as python-constraint has them."""
        if self._meant is None:
            self._meant = [made for text in self._texts for made in text(domains)]
        made: Rules = []
        for rule, given in self._constraints:
            variables = given or list(domains)
            made.append(
                (rule.function(variables) if isinstance(rule, CompilableFunctionConstraint) else rule, variables)
            )
        return made + self._meant


def _by_variable(constraints: Rules, domains: Iterable[Any]) -> RulesOf:
    listed: RulesOf = {variable: [] for variable in domains}
    for rule, variables in constraints:
        for variable in variables:
            if variable not in listed:
                error = KeyError(variable)
                error.add_note(f"{type(rule).__name__} is about it, and the problem has no such variable")
                raise error
            listed[variable].append((rule, variables))
    return listed


def _is_lasting(rule: Constraint, variables: Variables) -> bool:
    """Whether a constraint prepares the domains in the same way each time: then it is done once.

    A program's own class, a function of one variable and the container of a set may change between two questions.
    """
    package = __name__.rpartition(".")[0]
    return len(variables) > 1 and type(rule).__module__.startswith(package) and not isinstance(rule, InSetConstraint)
