"""Constraints: declared conditions on variables. Each has a scope and a truth, and knows how to be fast.

A family is imported when the first of its names is asked for, so `import clew` stays quick.
"""

from typing import TYPE_CHECKING

from clew.constraints.base import OPEN, Constraint
from clew.exports import exports

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
    from clew.constraints.connected import Acyclic, Connected, grid_graph, grid_sides, hexagon_graph
    from clew.constraints.counting import AtLeast, AtMost, Count, Exactly
    from clew.constraints.exact_cover import ExactCover
    from clew.constraints.expressions import Constant, Expression, Var
    from clew.constraints.lexicographic import Lex
    from clew.constraints.logic import And, Implies, Not, Or
    from clew.constraints.sequences import Element, Regular
    from clew.constraints.shapes import Inside, Loop, Path, Paths, Regions, Tree
    from clew.constraints.stepwise import Stepwise
    from clew.constraints.table import Predicate, Table
    from clew.constraints.vectors import DistinctVectors, Same

_FAMILIES = {
    "all_different": "AllDifferent Distinct",
    "arithmetic": "Comparison Equal Formula Greater GreaterEqual Less LessEqual Linear NotEqual Product Sum "
    "Extremum Polynomial",
    "connected": "Acyclic Connected AcyclicEdges Connection grid_graph grid_sides hexagon_graph",
    "counting": "AtLeast AtMost Count Exactly Cardinality",
    "exact_cover": "ExactCover",
    "expressions": "Constant Expression Var",
    "lexicographic": "Lex Lexicographic",
    "logic": "And Implies Not Or Clause Disjunction",
    "sequences": "Element Regular ElementAt",
    "shapes": "Inside Loop Path Paths Regions Tree",
    "stepwise": "Stepwise",
    "table": "Predicate Table Forbidden",
    "terms": "Images",
    "vectors": "DistinctVectors Same DistinctTuples",
}
"""The public names, and the primitives that stand beside the constraints made of them."""
__getattr__ = exports(__name__, _FAMILIES)

__all__ = [
    "OPEN",
    "Acyclic",
    "AllDifferent",
    "And",
    "AtLeast",
    "AtMost",
    "Comparison",
    "Connected",
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
    "Inside",
    "Less",
    "LessEqual",
    "Lex",
    "Linear",
    "Loop",
    "Not",
    "NotEqual",
    "Or",
    "Path",
    "Paths",
    "Predicate",
    "Product",
    "Regions",
    "Regular",
    "Same",
    "Stepwise",
    "Sum",
    "Table",
    "Tree",
    "Var",
    "grid_graph",
    "grid_sides",
    "hexagon_graph",
]
