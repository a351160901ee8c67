"""The interface of python-constraint 2, run by clew's search.

    import clew.compat.constraint as constraint

`install()` does the same for code that one does not own: from then on `import constraint` means this package.

A program written for python-constraint keeps its names, its calls and the shapes of its results. Small problems are
searched directly (`direct`), others are compiled for clew's search (`searches`); solving changes nothing in a problem.
"""

# ruff: noqa: F403  (the names of the constraints stand in their module)
from clew.compat.constraint import constraints
from clew.compat.constraint.constraints import *
from clew.compat.constraint.domain import Domain, Unassigned, Variable, check_if_compiled
from clew.compat.constraint.installing import install as install  # not in __all__: programs import * from here
from clew.compat.constraint.installing import uninstall as uninstall
from clew.compat.constraint.problem import Problem
from clew.compat.constraint.solvers import (
    BacktrackingSolver,
    MinConflictsSolver,
    OptimizedBacktrackingSolver,
    ParallelSolver,
    RecursiveBacktrackingSolver,
    Solver,
)

__all__ = ["Domain", "Problem", "Unassigned", "Variable", "check_if_compiled"]
__all__ += ["BacktrackingSolver", "OptimizedBacktrackingSolver", "RecursiveBacktrackingSolver"]
__all__ += ["MinConflictsSolver", "ParallelSolver", "Solver"]
__all__ += constraints.__all__
