# The public names for type checkers: while a program runs, each is imported when it is first asked for.

from clew.exchange.cnf import to_cnf as to_cnf
from clew.exchange.covers import Cover as Cover
from clew.exchange.covers import read_cover as read_cover
from clew.exchange.covers import read_matrix as read_matrix
from clew.exchange.covers import write_cover as write_cover
from clew.exchange.covers import write_matrix as write_matrix
from clew.exchange.graphs import read_graph as read_graph
from clew.exchange.graphs import write_graph as write_graph
from clew.exchange.json_form import from_json as from_json
from clew.exchange.json_form import to_json as to_json
from clew.exchange.minizinc import to_minizinc as to_minizinc
from clew.exchange.solvers import Answer as Answer
from clew.exchange.solvers import Verdict as Verdict
from clew.exchange.solvers import solve_with as solve_with
from clew.exchange.solvers import verify as verify

NEEDS: str
