"""Constraints: what must hold, declared. Each has a scope and a truth, and knows how to be fast."""

from clew.constraints.all_different import AllDifferent
from clew.constraints.arithmetic import (
    Comparison,
    Equal,
    Formula,
    Greater,
    GreaterEqual,
    Less,
    LessEqual,
    Linear,
    NotEqual,
    Product,
    Sum,
)
from clew.constraints.base import OPEN, Constraint, Stepwise
from clew.constraints.counting import AtLeast, AtMost, Count, Exactly
from clew.constraints.exact_cover import ExactCover
from clew.constraints.expressions import Expression, Var
from clew.constraints.logic import And, Implies, Not, Or
from clew.constraints.sequences import Element, Lex, Regular
from clew.constraints.table import Predicate, Table
from clew.constraints.vectors import DistinctVectors, Same

__all__ = [
    "OPEN",
    "AllDifferent",
    "And",
    "AtLeast",
    "AtMost",
    "Comparison",
    "Constraint",
    "Count",
    "DistinctVectors",
    "Element",
    "Equal",
    "ExactCover",
    "Exactly",
    "Expression",
    "Formula",
    "Greater",
    "GreaterEqual",
    "Implies",
    "Less",
    "LessEqual",
    "Lex",
    "Linear",
    "Not",
    "NotEqual",
    "Or",
    "Predicate",
    "Product",
    "Regular",
    "Same",
    "Stepwise",
    "Sum",
    "Table",
    "Var",
]
