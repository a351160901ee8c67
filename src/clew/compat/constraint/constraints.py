"""The constraints by the name of the module that python-constraint has for them."""

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
    "CompilableFunctionConstraint",
    "Constraint",
    "ExactProdConstraint",
    "ExactSumConstraint",
    "FunctionConstraint",
    "InSetConstraint",
    "MaxProdConstraint",
    "MaxSumConstraint",
    "MinProdConstraint",
    "MinSumConstraint",
    "NotInSetConstraint",
    "SomeInSetConstraint",
    "SomeNotInSetConstraint",
    "VariableExactProdConstraint",
    "VariableExactSumConstraint",
    "VariableMaxProdConstraint",
    "VariableMaxSumConstraint",
    "VariableMinProdConstraint",
    "VariableMinSumConstraint",
]
