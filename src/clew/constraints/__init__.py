"""Constraints: declared conditions on variables. Each has a scope and a truth, and knows how to be fast.

A family is imported when the first of its names is asked for, so `import clew` stays quick.
"""

from clew.exports import exports

_FAMILIES = {
    "all_different": "AllDifferent; Distinct",
    "alternatives": "; Alternatives Clause Disjunction",
    "arithmetic": "Comparison Equal Formula Greater GreaterEqual Less LessEqual Linear NotEqual Product Sum; Extremum",
    "base": "OPEN Constraint",
    "boards": "grid_graph grid_sides hexagon_graph",
    "circuits": "Circuit; OneCircuit TourCost",
    "compared": "; Compared",
    "connected": "Acyclic Connected; AcyclicEdges Connection SizedConnection",
    "counting": "AtLeast AtMost Count Exactly; Cardinality",
    "distinct_sums": "; DistinctSum",
    "exact_cover": "ExactCover",
    "expressions": "Constant Expression Max Min Var",
    "grouped_sums": "; GroupedSum",
    "lexicographic": "Lex; Lexicographic",
    "logic": "And If Implies Not Or",
    "orders": "ArgMax ArgMin Decreasing Increasing Inverse Maximum Minimum ValuePrecedence",
    "scheduling": "Cumulative NoOverlap NoOverlap2D; OneMachine ResourceUse",
    "sequences": "Element MDD Regular; ElementAt",
    "shapes": "Inside Loop Path Paths Regions Tree",
    "stepwise": "Stepwise",
    "table": "Predicate Table; Forbidden",
    "terms": "; Images",
    "totals": "BinPacking Knapsack NValues SlidingSum",
    "vectors": "DistinctVectors Same; DistinctTuples",
}
"""The public names; behind them the primitives that stand beside the constraints made of them."""
__getattr__, __all__ = exports(__name__, _FAMILIES)
