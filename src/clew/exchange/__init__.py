"""Formats: models, graphs and exact covers as text that other programs read and write.

A declared problem is written as JSON, in MiniZinc or as CNF. `verify` lets another solver judge what was written.
A module is imported when the first of its names is asked for.
"""

from typing import TYPE_CHECKING

from clew.exports import exports

if TYPE_CHECKING:
    from clew.exchange.cnf import to_cnf
    from clew.exchange.covers import Cover, read_cover, read_matrix, write_cover, write_matrix
    from clew.exchange.graphs import read_graph, write_graph
    from clew.exchange.json_form import from_json, to_json
    from clew.exchange.minizinc import to_minizinc
    from clew.exchange.solvers import Answer, Verdict, solve_with, verify

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
__getattr__ = exports(__name__, _MODULES)

__all__ = [
    "Answer",
    "Cover",
    "Verdict",
    "from_json",
    "read_cover",
    "read_graph",
    "read_matrix",
    "solve_with",
    "to_cnf",
    "to_json",
    "to_minizinc",
    "verify",
    "write_cover",
    "write_graph",
    "write_matrix",
]
