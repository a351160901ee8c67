"""All different: no two variables take the same value, or values that map to the same."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from typing import Any, ClassVar

import attrs

from clew.constraints.base import OPEN, Constraint, Values, collected, frozenset_of, shown, tuple_of
from clew.constraints.primitives import Distinct, Primitive
from clew.errors import ProblemError, called_with


def _offsets(offsets: Iterable[Any] | None) -> tuple[Any, ...] | None:
    return None if offsets is None else tuple_of(offsets)


@called_with("give the variables as one collection, as in AllDifferent([x, y])")
@attrs.frozen
class AllDifferent(Constraint):
    """No two variables of the scope take the same value.

    Args:
        scope: the variables.
        offsets: a number for each variable: then value plus offset must differ. The diagonals of the queens are
            `AllDifferent(rows, offsets=rows)` and its negative.
        mapping: a function of a variable's name and a value, giving what must differ instead of the value.
        exceptions: what may occur any number of times (after offsets and mapping).

    Pruning: a value that is taken is removed from the others at once. Where there are as many values as
    variables, each value must go somewhere, and is placed as soon as one place is left. Under `arc`, all values
    without a support are removed (Régin, A filtering algorithm for constraints of difference in CSPs, 1994).
    """

    partial: ClassVar[bool] = True

    offsets: tuple[Any, ...] | None = attrs.field(
        default=None, converter=_offsets, validator=attrs.validators.optional(collected), kw_only=True
    )
    mapping: Callable[[Any, Any], Hashable] | None = attrs.field(default=None, kw_only=True)
    exceptions: frozenset[Any] = attrs.field(
        default=frozenset(), converter=frozenset_of, validator=collected, kw_only=True
    )

    def __attrs_post_init__(self) -> None:
        if self.offsets is not None and len(self.offsets) != len(self.scope):
            raise ProblemError(f"{self.title} has {len(self.scope)} variables and {len(self.offsets)} offsets")
        if self.mapping is not None and not callable(self.mapping):
            raise ProblemError(f"{self.title}: its mapping must be a function, and {shown(self.mapping)} is none")

    def holds(self, values: Values) -> bool:
        mapped = [m for k, value in enumerate(values) if (m := self.mapped(k, value)) not in self.exceptions]
        return len(set(mapped)) == len(mapped)

    def consistent(self, values: Values) -> bool:
        """Whether the values so far differ."""
        mapped = [self.mapped(k, value) for k, value in enumerate(values) if value is not OPEN]
        mapped = [target for target in mapped if target not in self.exceptions]
        return len(set(mapped)) == len(mapped)

    def conflicting(self, values: Values) -> Sequence[int]:
        """The positions whose values are equal to another one."""
        mapped = {k: self.mapped(k, value) for k, value in enumerate(values) if value is not OPEN}
        often = Counter(target for target in mapped.values() if target not in self.exceptions)
        return [k for k, target in mapped.items() if often[target] > 1] or list(mapped)

    def mapped(self, position: int, value: Any) -> Any:
        """What must differ when the variable at a position of the scope takes a value."""
        if self.mapping is not None:
            value = self.mapping(self.scope[position], value)
        return value if self.offsets is None else value + self.offsets[position]

    def primitives(self) -> Iterable[Primitive]:
        return (Distinct(self, self.mapped, self.offsets, self.mapping is not None, self.exceptions),)

    def propagate(self, domains: Sequence[tuple[Any, ...]]) -> Sequence[Iterable[Any]] | None:
        """Keeps the values that are part of a matching of the variables with what must differ."""
        edges: list[dict[Any, list[Any]]] = []
        for position, domain in enumerate(domains):
            by_target: dict[Any, list[Any]] = {}
            for value in domain:
                target = self.mapped(position, value)
                # An exception may occur any number of times: it is a different target for each variable.
                by_target.setdefault((position, target) if target in self.exceptions else (None, target), []).append(
                    value
                )
            edges.append(by_target)
        matching = _matching(edges)
        if matching is None:
            return None
        kept = _consistent_edges(edges, matching)
        return [[v for target in kept[k] for v in edges[k][target]] for k in range(len(domains))]


def _matching(edges: Sequence[Mapping[Any, Any]]) -> dict[Any, int] | None:
    """A target for each variable, no target twice: target -> variable; None if there is none.

    Kuhn's algorithm (The Hungarian method for the assignment problem, 1955), one augmenting path a variable.
    """
    owner: dict[Any, int] = {}
    for first in range(len(edges)):
        # Breadth first, so that no recursion limits the size.
        came_from: dict[Any, int] = {}
        queue = [first]
        end = None
        for variable in queue:
            for target in edges[variable]:
                if target not in came_from:
                    came_from[target] = variable
                    if target not in owner:
                        end = target
                        break
                    queue.append(owner[target])
            if end is not None:
                break
        if end is None:
            return None
        target_of = {variable: target for target, variable in owner.items()}
        while True:
            variable = came_from[end]
            before = target_of.get(variable)
            owner[end] = variable
            if variable == first:
                break
            end = before
    return owner


def _consistent_edges(edges: Sequence[Mapping[Any, Any]], owner: Mapping[Any, int]) -> list[list[Any]]:
    """For each variable the targets that some maximum matching gives it (Berge: alternating cycles and paths).

    The graph: a variable points to the variables that own the targets it could take. An edge is consistent if it
    is matched, lies on a cycle (both ends in one strongly connected component), or leads to where a free target
    can be reached.
    """
    count = len(edges)
    target_of = {variable: target for target, variable in owner.items()}
    successors = [[owner[t] for t in edges[v] if t in owner and owner[t] != v] for v in range(count)]
    component = _components(successors)
    predecessors: list[list[int]] = [[] for _ in range(count)]
    for v, after in enumerate(successors):
        for w in after:
            predecessors[w].append(v)
    reaches_free = {v for v in range(count) if any(t not in owner for t in edges[v])}
    queue = list(reaches_free)
    for v in queue:
        for w in predecessors[v]:
            if w not in reaches_free:
                reaches_free.add(w)
                queue.append(w)
    return [
        [
            t
            for t in edges[v]
            if t == target_of[v] or t not in owner or component[owner[t]] == component[v] or owner[t] in reaches_free
        ]
        for v in range(count)
    ]


def _components(successors: Sequence[Sequence[int]]) -> list[int]:
    """The strongly connected component of each vertex (Tarjan 1972), with a stack of its own."""
    count = len(successors)
    index = [-1] * count
    low = [0] * count
    component = [-1] * count
    path: list[int] = []
    number = 0
    for root in range(count):
        if index[root] >= 0:
            continue
        work = [(root, iter(successors[root]))]
        index[root] = low[root] = number
        number += 1
        path.append(root)
        while work:
            v, rest = work[-1]
            for w in rest:
                if index[w] < 0:
                    index[w] = low[w] = number
                    number += 1
                    path.append(w)
                    work.append((w, iter(successors[w])))
                    break
                if component[w] < 0:
                    low[v] = min(low[v], index[w])
            else:
                work.pop()
                if work:
                    low[work[-1][0]] = min(low[work[-1][0]], low[v])
                if low[v] == index[v]:
                    while True:
                        w = path.pop()
                        component[w] = v
                        if w == v:
                            break
    return component
