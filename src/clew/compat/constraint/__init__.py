"""The interface of python-constraint 2, run by clew's search.

    import clew.compat.constraint as constraint

A program written for python-constraint keeps its names, its calls and the shapes of its results. A problem is
translated into a `clew.Model` each time that it is solved; solving changes nothing in it.
"""

from clew.compat.constraint.domain import Domain, Unassigned, Variable
from clew.compat.constraint.problem import Problem
from clew.compat.constraint.rules import (
    AllDifferentConstraint,
    AllEqualConstraint,
    Constraint,
    FunctionConstraint,
    InSetConstraint,
    NotInSetConstraint,
    SomeInSetConstraint,
    SomeNotInSetConstraint,
)
from clew.compat.constraint.solvers import (
    BacktrackingSolver,
    MinConflictsSolver,
    OptimizedBacktrackingSolver,
    ParallelSolver,
    RecursiveBacktrackingSolver,
    Solver,
)
from clew.compat.constraint.text import CompilableFunctionConstraint
from clew.compat.constraint.totals import (
    ExactProdConstraint,
    ExactSumConstraint,
    MaxProdConstraint,
    MaxSumConstraint,
    MinProdConstraint,
    MinSumConstraint,
    VariableExactProdConstraint,
    VariableExactSumConstraint,
    VariableMaxProdConstraint,
    VariableMaxSumConstraint,
    VariableMinProdConstraint,
    VariableMinSumConstraint,
)

__all__ = [
    "AllDifferentConstraint",
    "AllEqualConstraint",
    "BacktrackingSolver",
    "CompilableFunctionConstraint",
    "Constraint",
    "Domain",
    "ExactProdConstraint",
    "ExactSumConstraint",
    "FunctionConstraint",
    "InSetConstraint",
    "MaxProdConstraint",
    "MaxSumConstraint",
    "MinConflictsSolver",
    "MinProdConstraint",
    "MinSumConstraint",
    "NotInSetConstraint",
    "OptimizedBacktrackingSolver",
    "ParallelSolver",
    "Problem",
    "RecursiveBacktrackingSolver",
    "Solver",
    "SomeInSetConstraint",
    "SomeNotInSetConstraint",
    "Unassigned",
    "Variable",
    "VariableExactProdConstraint",
    "VariableExactSumConstraint",
    "VariableMaxProdConstraint",
    "VariableMaxSumConstraint",
    "VariableMinProdConstraint",
    "VariableMinSumConstraint",
]
