"""CP-SAT of OR-Tools (`pip install ortools`) judges constraints: it is given clauses, and finds or refutes a solution.

The clauses are those of `clew.to_cnf`. All-different stays a constraint, because clauses alone refute pigeons in
holes in exponential time only (Haken, The intractability of resolution, 1985). Two primitives about graphs have no
short clauses: a candidate that breaks one is cut off by a clause, and CP-SAT searches again. A solution that it finds
is read by `holds` in the end, so only a refutation has to be trusted.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import Any, Final

import attrs

import clew
from clew.constraints import Constraint
from clew.constraints.connected import AcyclicEdges, Connection
from clew.constraints.primitives import Distinct, Primitive, Unary
from clew.exchange.cnf import cnf
from clew.problem.declared import flat

Values = Mapping[Any, Any]
Condition = tuple[Unary, bool]
"""What a variable may be: whether it satisfies a condition."""
SECONDS: Final = 600.0


@attrs.frozen(eq=False)
class Written(clew.Problem[Any, Any]):
    """Variables with their values, and the constraints that clauses are written for."""

    values: Mapping[Any, tuple[Any, ...]]
    parts: tuple[Constraint, ...]

    def domains(self) -> Mapping[Any, tuple[Any, ...]]:
        return self.values

    def constraints(self) -> tuple[Constraint, ...]:
        return self.parts


class CpSat:
    """Some constraints as a model of CP-SAT, to be asked often.

    Args:
        domains: the values of each variable.
        constraints: the constraints.
    """

    def __init__(self, domains: Mapping[Any, Iterable[Any]], constraints: Iterable[Constraint]) -> None:
        from ortools.sat.python import cp_model  # type: ignore[import-not-found,unused-ignore]

        self._cp: Any = cp_model
        self._constraints = tuple(flat(constraints))
        values = {variable: tuple(some) for variable, some in domains.items()}
        primitives = {id(one): [*one.primitives()] for one in self._constraints}
        alone = [some[0] for some in primitives.values() if len(some) == 1]
        self._cut = [p for p in alone if isinstance(p, (AcyclicEdges, Connection))]
        self._distinct = [p for p in alone if isinstance(p, Distinct) and is_plain(p)]
        told = [*self._cut, *self._distinct]
        parts = tuple(one for one in self._constraints if not any(p in told for p in primitives[id(one)]))
        formula = cnf(Written(values, parts))
        self._literals, self._decode = formula.literals, formula.decode
        self._names = [*formula.names]
        self._model = cp_model.CpModel()
        literal: list[Any] = [None, *(self._model.new_bool_var("") for _ in range(formula.variables))]
        for clause in formula.clauses:
            self._model.add_bool_or([literal[k] if k > 0 else ~literal[-k] for k in clause])
        for numbers in self._literals.values():
            self._model.add_exactly_one(literal[number] for number in numbers.values())
        for p in self._distinct:
            places: dict[Any, list[Any]] = {}
            for variable in p.scope:
                for value, number in self._literals[variable].items():
                    places.setdefault(value, []).append(literal[number])
            demand = self._model.add_exactly_one if len(places) == len(p.scope) else self._model.add_at_most_one
            for some in places.values():
                demand(some)

    def solution(
        self, given: Values, *, other_than: Values | None = None, left: Mapping[Any, Iterable[Any]] | None = None
    ) -> dict[Any, Any] | None:
        """A solution, or None if it is proved that there is none.

        Args:
            given: the values of some variables.
            other_than: a solution that is known.
            left: the values of others.
        """
        model = self._model.clone()
        literal = {number: model.get_bool_var_from_proto_index(number - 1) for number in self._names}
        for variable, value in given.items():
            model.add(literal[self._literals[variable][value]] == 1)
        for variable, values in (left or {}).items():
            model.add_bool_or([literal[self._literals[variable][value]] for value in values])
        if other_than is not None:
            model.add_bool_or([~literal[self._literals[variable][value]] for variable, value in other_than.items()])
        known = {*given, *(variable for variable, numbers in self._literals.items() if len(numbers) == 1)}
        while (found := self._found(model, literal)) is not None:
            clauses = [clause for primitive in self._cut for clause in cuts(primitive, found, known)]
            if not clauses:
                self._check(found)
                return found
            for clause in clauses:
                model.add_bool_or([literal[number] for number in self._allowed(clause)])
        return None

    def _found(self, model: Any, literal: Mapping[int, Any]) -> dict[Any, Any] | None:
        solver = self._cp.CpSolver()
        solver.parameters.num_workers = 1
        solver.parameters.max_time_in_seconds = SECONDS
        solver.parameters.cp_model_presolve = False
        solver.parameters.catch_sigint_signal = False  # it would leave the system's own handler behind
        solver.parameters.linearization_level = 1 + bool(self._distinct)
        status = solver.solve(model)
        if status == self._cp.INFEASIBLE:
            return None
        assert status in (self._cp.OPTIMAL, self._cp.FEASIBLE), solver.status_name(status)
        return self._decode(number for number in self._names if solver.boolean_value(literal[number]))

    def _allowed(self, clause: Iterable[Condition]) -> Iterator[int]:
        """The literals of the values of which one must be taken."""
        for condition, wanted in clause:
            for value, number in self._literals[condition.variable].items():
                if bool(condition.accepts(value)) is wanted:
                    yield number

    def _check(self, found: Values) -> None:
        for one in self._constraints:
            assert one.holds([found[variable] for variable in one.scope]), f"no clause says {one}"


def is_plain(p: Distinct) -> bool:
    """Whether it says that variables differ, each two of them and in all of their values."""
    return not p.is_mapped and p.offsets is None and not p.exceptions and len(set(p.scope)) == len(p.scope)


def cuts(primitive: Primitive, found: Values, known: Collection[Any]) -> Iterator[list[Condition]]:
    """Clauses that a primitive implies and that an assignment breaks; none if it satisfies the primitive.

    Those are preferred that name variables whose values are known, because less of them is left open.
    """
    if isinstance(primitive, Connection):
        yield from _unconnected(primitive, found, known)
    elif isinstance(primitive, AcyclicEdges):
        yield from _closed(primitive, found, known)


def _unconnected(p: Connection, found: Values, known: Collection[Any]) -> Iterator[list[Condition]]:
    """Two vertices that are in, or one that is out between them, for the first piece and each other one.

    Between them are neighbours of one piece from which the other can be reached without passing any of these
    neighbours. These are two clauses for two pieces, as there are neighbours of each.
    """
    near: dict[int, set[int]] = {}
    for one, other in p.edges:
        near.setdefault(one, set()).add(other)
        near.setdefault(other, set()).add(one)
    inside = {k for k, v in enumerate(p.vertices) if (v if isinstance(v, bool) else v.accepts(found[v.variable]))}
    joints = {k for k, v in enumerate(p.vertices) if v is False}
    ends: list[int] = []
    pieces: list[set[int]] = []
    for begin in sorted(inside, key=lambda k: (_is_open(p.vertices[k], known), k)):
        if not any(begin in piece for piece in pieces):
            ends.append(begin)
            pieces.append(_reached(begin, near, inside | joints))
    for k in range(1, len(pieces)):
        for one, other in ((0, k), (k, 0)):
            around = {v for reached in pieces[one] for v in near.get(reached, ())} - pieces[one]
            beyond = _reached(ends[other], near, {*range(len(p.vertices))} - around)
            between = [v for v in sorted(around) if not beyond.isdisjoint(near.get(v, ()))]
            yield [
                *((v, False) for k in (ends[one], ends[other]) if isinstance(v := p.vertices[k], Unary)),
                *((v, True) for k in between if isinstance(v := p.vertices[k], Unary)),
            ]


def _is_open(vertex: Unary | bool, known: Collection[Any]) -> bool:
    """Whether it may be out as well."""
    return isinstance(vertex, Unary) and vertex.variable not in known


def _closed(p: AcyclicEdges, found: Values, known: Collection[Any]) -> Iterator[list[Condition]]:
    """Edges of which not all may be in: those of a cycle, and one besides if a cycle may stand alone."""
    inside = [(one, other, c) for one, other, c in p.edges if c.accepts(found[c.variable])]
    inside.sort(key=lambda edge: edge[2].variable not in known)
    for one, other, condition in inside:
        path = _path(one, other, [edge for edge in inside if edge[2] is not condition])
        if path is None:
            continue
        cycle = [*path, condition]
        others = [c for _, _, c in inside if all(c is not own for own in cycle)]
        if not p.may_close:
            yield [(c, False) for c in cycle]
        elif others:
            yield [(c, False) for c in (*cycle, others[0])]


def _reached(begin: int, near: Mapping[int, Iterable[int]], passed: Iterable[int]) -> set[int]:
    """The vertices that are reached from one by way of some."""
    reached, waiting = {begin}, [begin]
    while waiting:
        new = {k for k in near.get(waiting.pop(), ()) if k in passed} - reached
        reached |= new
        waiting += new
    return reached


def _path(one: int, other: int, edges: Iterable[tuple[int, int, Unary]]) -> list[Unary] | None:
    """The conditions of a shortest path of edges between two vertices; None if there is none."""
    near: dict[int, list[tuple[int, Unary]]] = {}
    for begin, end, condition in edges:
        near.setdefault(begin, []).append((end, condition))
        near.setdefault(end, []).append((begin, condition))
    paths: dict[int, list[Unary]] = {one: []}
    waiting = deque([one])
    while waiting and other not in paths:
        here = waiting.popleft()
        for there, condition in near.get(here, ()):
            if there not in paths:
                paths[there] = [*paths[here], condition]
                waiting.append(there)
    return paths.get(other)
