"""Formats: models, graphs and exact covers as text that other programs read and write.

A declared problem is written as JSON, in MiniZinc or as CNF. `verify` lets another solver judge what was written.
A module is imported when the first of its names is asked for.
"""

from clew.exports import exports

NEEDS = "ortools (pip install 'clewpy[verify]'), minizinc (see minizinc.org), or minizinc:NAME for a solver of its own"
"""The names of other solvers, and what to install for each."""

_MODULES = {
    "cnf": "to_cnf",
    "covers": "Cover read_cover read_matrix write_cover write_matrix",
    "graphs": "read_graph write_graph",
    "json_form": "from_json to_json",
    "minizinc": "to_minizinc",
    "solvers": "Answer Verdict solve_with verify",
}
__getattr__, __all__ = exports(__name__, _MODULES)
