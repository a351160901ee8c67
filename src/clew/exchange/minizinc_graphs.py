"""Connected cells and graphs without a cycle in MiniZinc, as predicates at the end of a model.

Both predicates have variables of their own, which depend on the others, so the model has as many solutions as without
them. Such variables may not stand below a negation, so the predicates stand alone.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Final

from clew.constraints.connected import AcyclicEdges, Connection, SizedConnection
from clew.constraints.primitives import Unary
from clew.exchange.minizinc import MiniZincTerms

FOLDER: Final = Path(__file__).parent / "predicates"
"""It has a file for each predicate."""

PREDICATES: Final = ("clew_connected", "clew_acyclic")


def definition(name: str) -> str:
    """A predicate in MiniZinc."""
    return (FOLDER / f"{name}.mzn").read_text(encoding="utf-8").rstrip()


def connection(p: Connection, terms: MiniZincTerms) -> str | None:
    if not terms.alone:
        return None
    inside = [terms.kept(one) if isinstance(one, Unary) else str(one).lower() for one in p.vertices]
    near: list[set[int]] = [set() for _ in inside]
    for left, right in p.edges:
        near[left].add(right + 1)
        near[right].add(left + 1)
    joints = [k for k, vertex in enumerate(p.vertices, 1) if vertex is False]
    return f"clew_connected([{', '.join(inside)}], [{', '.join(map(_set, near))}], {_set(joints)})"


def sized_connection(p: SizedConnection, terms: MiniZincTerms) -> str | None:
    if not terms.alone:
        return None
    seen = " + ".join(f"bool2int({terms.kept(one)})" for one in p.vertices if isinstance(one, Unary))
    return f"{connection(p, terms)} /\\ {seen or 0} in {p.sizes[0]}..{p.sizes[1]}"


def acyclic(p: AcyclicEdges, terms: MiniZincTerms) -> str | None:
    if not terms.alone:
        return None
    on = ", ".join(terms.kept(condition) for _, _, condition in p.edges)
    one, other = [edge[0] + 1 for edge in p.edges], [edge[1] + 1 for edge in p.edges]
    return f"clew_acyclic([{on}], {one}, {other}, {str(p.may_close).lower()})"


def _set(numbers: Iterable[int]) -> str:
    return f"{{{', '.join(map(str, sorted(numbers)))}}}"
