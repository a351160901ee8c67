"""Constraints: declared conditions on variables. Each has a scope and a truth, and knows how to be fast.

A family is imported when the first of its names is asked for, so `import clew` stays quick.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from clew.constraints.base import OPEN, Constraint

if TYPE_CHECKING:
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
    from clew.constraints.counting import AtLeast, AtMost, Count, Exactly
    from clew.constraints.exact_cover import ExactCover
    from clew.constraints.expressions import Constant, Expression, Var
    from clew.constraints.logic import And, Implies, Not, Or
    from clew.constraints.sequences import Element, Lex, Regular
    from clew.constraints.stepwise import Stepwise
    from clew.constraints.table import Predicate, Table
    from clew.constraints.vectors import DistinctVectors, Same

_FAMILIES = {
    "all_different": "AllDifferent",
    "arithmetic": "Comparison Equal Formula Greater GreaterEqual Less LessEqual Linear NotEqual Product Sum",
    "counting": "AtLeast AtMost Count Exactly",
    "exact_cover": "ExactCover",
    "expressions": "Constant Expression Var",
    "logic": "And Implies Not Or",
    "sequences": "Element Lex Regular",
    "stepwise": "Stepwise",
    "table": "Predicate Table",
    "vectors": "DistinctVectors Same",
}
_FAMILY_OF = {name: family for family, names in _FAMILIES.items() for name in names.split()}


def __getattr__(name: str) -> Any:
    if name not in _FAMILY_OF:
        raise AttributeError(f"module 'clew.constraints' has no attribute {name!r}")
    return getattr(import_module(f"clew.constraints.{_FAMILY_OF[name]}"), name)


__all__ = [
    "OPEN",
    "AllDifferent",
    "And",
    "AtLeast",
    "AtMost",
    "Comparison",
    "Constant",
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
