"""Connected cells and graphs without a cycle in MiniZinc, as predicates at the end of a model.

Both predicates have variables of their own, which depend on the others, so the model has as many solutions as without
them. Such variables may not stand below a negation, so the predicates stand alone.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from clew.constraints.connected import AcyclicEdges, Connection
from clew.constraints.primitives import Unary
from clew.exchange.minizinc import MiniZincTerms

PREDICATES: Final = {
    "clew_connected": r"""
% The vertices that are in are reached from the first of them: by those that are in, and by joints.
predicate clew_connected(array [int] of var bool: inside, array [int] of set of int: near, set of int: joints) =
  let {
    int: n = length(inside);
    var 1..n: root = min([if inside[v] then v else n endif | v in 1..n]);
    array [1..n] of var 0..n: far;
  } in forall (v in 1..n) (
    far[v] = if root = v then 0
      elseif inside[v] \/ v in joints then min([n] ++ [far[u] + 1 | u in near[v]])
      else n endif
    /\ (inside[v] -> far[v] < n)
  );
""",
    "clew_acyclic": r"""
% Vertices at the end of at most one edge are taken away in rounds, with that edge; the edges that stay are of cycles.
predicate clew_acyclic(array [int] of var bool: on, array [int] of int: one, array [int] of int: other, bool: loops) =
  let {
    int: n = max([1] ++ one ++ other);
    array [1..n] of set of int: own = [{e | e in index_set(on) where one[e] = v \/ other[e] = v} | v in 1..n];
    array [int] of int: ends = [one[e] + other[e] | e in index_set(on)];
    array [1..n] of var 1..n + 1: round;
    array [1..n] of var 0..n + 1: far;
    array [1..n] of var int: degree = [sum(e in own[v])(bool2int(on[e])) | v in 1..n];
    var 1..n: root = min([if degree[v] > 0 then v else n endif | v in 1..n]);
    var bool: stays = exists (v in 1..n) (round[v] > n);
  } in forall (v in 1..n) (
    round[v] = min(n + 1, 1 + max([0] ++ [
      min(bool2int(on[e]) * round[ends[e] - v], bool2int(on[f]) * round[ends[f] - v]) | e, f in own[v] where e < f]))
    /\ far[v] = if root = v \/ not loops then 0 else
      min([n + 1] ++ [if on[e] then far[ends[e] - v] + 1 else n + 1 endif | e in own[v]]) endif
    /\ (stays -> loops /\ degree[v] in {0, 2} /\ (degree[v] > 0 -> far[v] <= n))
  );
""",
}
"""Their definitions, by their names."""


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


def acyclic(p: AcyclicEdges, terms: MiniZincTerms) -> str | None:
    if not terms.alone:
        return None
    on = ", ".join(terms.kept(condition) for _, _, condition in p.edges)
    one, other = [edge[0] + 1 for edge in p.edges], [edge[1] + 1 for edge in p.edges]
    return f"clew_acyclic([{on}], {one}, {other}, {str(p.may_close).lower()})"


def _set(numbers: Iterable[int]) -> str:
    return f"{{{', '.join(map(str, sorted(numbers)))}}}"
