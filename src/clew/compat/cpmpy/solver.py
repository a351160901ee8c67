"""The solver class of CPMpy that asks clew."""

from __future__ import annotations

import time
from collections.abc import Mapping
from fractions import Fraction
from typing import Any, Final

from cpmpy.expressions.globalconstraints import DirectConstraint
from cpmpy.expressions.globalfunctions import FloatSum
from cpmpy.expressions.utils import argval, flatlist
from cpmpy.expressions.variables import _BoolVarImpl, _NumVarImpl
from cpmpy.solvers.solver_interface import ExitStatus, SolverInterface, SolverStatus
from cpmpy.transformations.get_variables import get_variables
from cpmpy.transformations.normalize import toplevel_list

import clew
from clew import constraints
from clew.compat.cpmpy.translation import REIFIED, SUPPORTED, Translation
from clew.constraints import Comparison, Constant, Var
from clew.constraints.objectives import objective_of

DENOMINATOR: Final = 10**6
"""The largest denominator of a fraction that is taken for a rounded number of an objective."""


class CPM_clew(SolverInterface):  # noqa: N801  (CPMpy's solvers are called so)
    """A solver of CPMpy that asks clew.

    Args:
        cpm_model: a model of CPMpy to begin with.
        subsolver: None; clew has none.
    """

    supported_global_constraints = SUPPORTED
    supported_reified_global_constraints = REIFIED

    def __init__(self, cpm_model: Any = None, subsolver: str | None = None) -> None:
        self._objective: Any = None
        self._sum: Any = Constant(0)
        self._is_least = True
        self._assumptions: list[Any] = []
        self._hints: dict[Any, int] = {}
        super().__init__("clew", None, subsolver)
        self._made = Translation(self._csemap)
        if cpm_model is not None:
            self.add(cpm_model.constraints)
        if cpm_model is not None and cpm_model.objective_ is not None:
            self.objective(cpm_model.objective_, cpm_model.objective_is_min)

    @staticmethod
    def supported() -> bool:
        return True

    @classmethod
    def version(cls) -> str:
        return clew.__version__

    @property
    def native_model(self) -> clew.Model:
        """The model of clew; a `DirectConstraint` names one of `clew.constraints`."""
        return self._made.model()

    # -- the model ------------------------------------------------------------------------------------------------

    def add(self, cpm_expr: Any) -> CPM_clew:
        """Add constraints, also after a question."""
        self._name(cpm_expr)
        some = toplevel_list(cpm_expr)
        self._made.require(*(one.callSolver(self, constraints) for one in some if isinstance(one, DirectConstraint)))
        self._made.add(*(one for one in some if not isinstance(one, DirectConstraint)))
        return self

    __add__ = add

    def solver_var(self, cpm_var: Any) -> Any:
        """The variable of clew; of the opposite of a Boolean variable, an expression; of a number, the number."""
        if not isinstance(cpm_var, _NumVarImpl):
            return int(cpm_var)
        name, holds = self._made.literal(cpm_var)
        return self._varmap.setdefault(cpm_var.name, Var(name) if holds else 1 - Var(name))

    def objective(self, expr: Any, minimize: bool) -> None:
        """Look for the best solution: the objective is a sum of variables, or one more variable that is equal to it."""
        terms: Any
        if isinstance(expr, FloatSum):
            terms = [*zip(map(_exact, expr.coeffs), expr.vars, strict=True), (_exact(expr.const), 1)]
            self._name(expr.vars)
        else:
            self._name(expr)
            terms = self._made.objective(expr)
        pairs = zip(*self._made.sum_of(terms), strict=True)
        self._sum = sum((weight * (Var(one) if isinstance(one, str) else one) for weight, one in pairs), Constant(0))
        self._objective, self._is_least = expr, minimize

    def has_objective(self) -> bool:
        return self._objective is not None

    def solution_hint(self, cpm_vars: Any, vals: Any) -> None:
        """Let the search try these values first."""
        self._hints = {}
        for variable, value in zip(flatlist(cpm_vars), flatlist(vals), strict=True):
            name, holds = self._made.literal(variable)
            self._hints[name] = int(value) if holds else 1 - int(value)

    # -- questions ------------------------------------------------------------------------------------------------

    def solve(
        self, time_limit: float | None = None, assumptions: Any = None, display: Any = None, **options: Any
    ) -> bool:
        """Look for a solution, or for the best one.

        Args:
            time_limit: seconds after which the best solution found until then is the answer.
            assumptions: Boolean variables, or their opposites, that are taken to be true; see `get_core`.
            display: an expression or a list of them to print, or a function to call, at each solution that is better.
            **options: those of every question of clew's: `limits`, `seed`, `inference`, `variable_order`, `jobs`, ...

        Raises:
            clew.Interrupted: by Ctrl-C; the variables have the values of the best solution found until then.
        """
        self._assumptions = [] if assumptions is None else list(assumptions)
        strategy: Any = clew.First()
        if self.has_objective():
            shown = None if display is None else lambda solution, _: self._show(solution, display)
            strategy = clew.Best(self._sum, maximize=not self._is_least, on_improvement=shown)
        self._name(self._assumptions)
        own: dict[str, Any] = {"assume": self._literals(self._assumptions)} if self._assumptions else {}
        own |= {"hint": self._hints} if self._hints else {}
        outcome = clew.solve(self._made.model(), strategy, **{**own, **_limited(options, time_limit)})
        found = outcome.result
        self._finish(found is not None, outcome.is_complete, outcome.statistics.seconds, self.has_objective())
        if found is None or self.has_objective():
            self._take(found)
        else:
            self._show(found, display)
        if outcome.status is clew.Status.INTERRUPTED:
            raise clew.Interrupted(outcome)
        return found is not None

    def solveAll(
        self,
        display: Any = None,
        time_limit: float | None = None,
        solution_limit: int | None = None,
        call_from_model: bool = False,
        **options: Any,
    ) -> int:
        """Count the solutions; with an objective, those that are the best, none if no time is left to prove it.

        Without `display` and limits they are counted without walking to each.

        Args:
            display: what to print, or to call, at each solution.
            time_limit: seconds after which the number of solutions found until then is the answer.
            solution_limit: solutions after which the search ends.
            call_from_model: without effect: the solver stays as it is.
            **options: as for `solve`.
        """
        started = time.perf_counter()
        model = self._made.model()
        if self.has_objective():
            self.solve(time_limit, **options)
            if self.cpm_status.exitstatus is not ExitStatus.OPTIMAL:
                return 0
            model.require(self._sum == objective_of(self._sum)(self._solution))
            time_limit = time_limit and max(0.001, time_limit - (time.perf_counter() - started))
        number, is_complete = self._walked(model, display, _limited(options, time_limit, solution_limit))
        is_complete = is_complete and number != solution_limit
        self._finish(number > 0, is_complete, time.perf_counter() - started, True)
        if not number:
            self._take(None)
        return number

    def _walked(self, model: clew.Model, display: Any, options: dict[str, Any]) -> tuple[int, bool]:
        """The number of solutions, and whether they are all."""
        number = 0
        try:
            if display is None and "limits" not in options:
                number = clew.count(model, **options)
                self._take(clew.first(model, **options) if number else None)
                return number, True
            for solution in clew.solutions(model, **options):
                number += 1
                self._show(solution, display)
        except clew.Stopped:
            return number, False
        return number, True

    def get_core(self) -> list[Any]:
        """Of the assumptions with which there was no solution some that are enough for that, and none too many."""
        conditions = self._literals(self._assumptions)
        kept = set(map(id, clew.core_of(self._made.model(), assume=conditions) or ()))
        return [one for one, condition in zip(self._assumptions, conditions, strict=True) if id(condition) in kept]

    @classmethod
    def tunable_params(cls) -> dict[str, list[Any]]:
        """Options that are worth trying."""
        return {"inference": ["unit", "arc"], "variable_order": ["wdeg", "mrv", "degree"], "seed": [0, 1, 2]}

    @classmethod
    def default_params(cls) -> dict[str, Any]:
        return {"inference": "unit", "variable_order": "wdeg", "seed": 0}

    # -- answers --------------------------------------------------------------------------------------------------

    def _name(self, expressions: Any) -> None:
        """Declare the variables in some expressions, before those that their translation adds."""
        own = get_variables(expressions)
        self.user_vars.update(own)
        for variable in own:
            self._made.name(variable)

    def _literals(self, assumptions: list[Any]) -> list[Comparison]:
        """The conditions that Boolean variables, or their opposites, are."""
        return [Comparison((name,), "==", int(holds)) for name, holds in map(self._made.literal, assumptions)]

    def _show(self, solution: Any, display: Any) -> None:
        self._take(solution)
        self.print_display(display)

    def _take(self, solution: Any) -> None:
        """Give the variables their values, or none."""
        self._solution = solution
        for variable in self.user_vars:
            value = None if solution is None else solution[self._made.name(variable)]
            variable._value = bool(value) if value is not None and isinstance(variable, _BoolVarImpl) else value
        is_whole = solution is not None and self.has_objective() and not isinstance(self._objective, FloatSum)
        self.objective_value_ = int(argval(self._objective)) if is_whole else None

    def _finish(self, has_solution: bool, is_complete: bool, seconds: float, is_optimal: bool) -> None:
        self.cpm_status = SolverStatus(self.name)
        self.cpm_status.solve_time = seconds
        if has_solution:
            self.cpm_status.exitstatus = ExitStatus.OPTIMAL if is_optimal and is_complete else ExitStatus.FEASIBLE
        else:
            self.cpm_status.exitstatus = ExitStatus.UNSATISFIABLE if is_complete else ExitStatus.UNKNOWN


def _exact(weight: Any) -> Any:
    """A weight as a fraction that rounds to it, the simplest one if that has a small denominator."""
    if isinstance(weight, int):
        return weight
    simple = Fraction(float(weight)).limit_denominator(DENOMINATOR)
    exact = simple if float(simple) == weight else Fraction(float(weight))
    return int(exact) if exact.denominator == 1 else exact


def _limited(options: Mapping[str, Any], seconds: float | None, solutions: int | None = None) -> dict[str, Any]:
    """Options with these limits.

    Raises:
        ValueError: the time is no positive number.
    """
    if seconds is not None and seconds <= 0:
        raise ValueError("time_limit must be positive")
    if seconds is None and solutions is None:
        return dict(options)
    own = options.get("limits") or clew.Limits()
    return {**options, "limits": clew.Limits(seconds or own.time, own.nodes, solutions or own.solutions, own.memory)}
