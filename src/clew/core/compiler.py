"""From the meaning of constraints to a program of the engine: one `match` over their primitives.

It stands beside `clew.propagation.compiler`, which makes the network for the search in Python of the same primitives:
each of them prunes as much here as there (`clew.propagation.strength`).
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence, Set
from contextlib import contextmanager
from itertools import product
from math import prod
from typing import TYPE_CHECKING, Any, Final

import attrs

from clew.constraints.arithmetic import RELATIONS
from clew.constraints.base import Constraint, shown, truth
from clew.constraints.primitives import (
    Callback,
    Cardinality,
    Conflicts,
    Difference,
    Distinct,
    DistinctTuples,
    Extension,
    Primitive,
    Reading,
    Unary,
    WeightedSum,
)
from clew.core import _engine
from clew.errors import ClewError
from clew.levels import Level
from clew.limiting import look, looking

if TYPE_CHECKING:
    from clew.constraints.base import Domain, Stepwise
    from clew.core.terms import Terms
    from clew.core.unrolling import Unroller

WIDE: Final = 2**12
"""Values up to which every domain has a bit for each; a wider range may become an interval."""

VALUES: Final = 2**20
"""Values up to which a domain can have a bit for each."""

PLACES_ALL: Final = 64
"""Variables up to which a permutation places the values that have one place left, as the network does."""

TUPLES: Final = 20_000
"""Combinations of values up to which a constraint on three or more variables is written out as a table."""

FEW_TUPLES: Final = 1000
"""The same for one that prunes by itself."""

SUPPORTS: Final = 2**33
"""Bits that the supports of a table may take: a gigabyte."""


class CannotCompileError(Exception):
    """The engine cannot run a problem; the message says why. It never leaves clew."""


@attrs.frozen(eq=False)
class Compiled:
    """A program, and how its numbers are read.

    Attributes:
        program: the program.
        places: the number of each variable.
        values: for each variable, by its number, the values that it was declared with.
    """

    program: _engine.Program
    places: dict[Any, int]
    values: list[Sequence[Any]]

    def numbered(self, variable: Any, value: Any) -> tuple[int, int]:
        """The number of a variable and the place of one of its values."""
        number = self.places[variable]
        return number, self.values[number].index(value)


def program_of(domains: Mapping[Any, Sequence[Any]], constraints: Iterable[Constraint], level: Level) -> Compiled:
    """The program of some domains and constraints.

    Raises:
        CannotCompileError: the engine has no form for one of them, or for the level.
        Exception: whatever a constraint raises, with a note that says which.
    """
    if level.name not in ("forward", "unit"):
        raise CannotCompileError(f"inference {level.name!r} is known to Python alone")
    constraints = sorted(constraints, key=lambda c: len(c.scope) > 1)  # unary ones come first
    compiler = EngineCompiler(domains, level, _intervals(domains, constraints, level))
    for constraint in constraints:
        look()
        if type(constraint).compile is not Constraint.compile:
            raise CannotCompileError(f"{constraint.title} compiles itself")
        with _compiling(constraint):
            for primitive in constraint.primitives():
                compiler.add(primitive)
    return Compiled(compiler.program, compiler.places, compiler.values)


@contextmanager
def _compiling(constraint: Constraint) -> Iterator[None]:
    """Notes which constraint was compiled when something was raised."""
    try:
        yield
    except (ClewError, CannotCompileError):
        raise
    except Exception as error:
        error.add_note(f"while {constraint.title} was compiled")
        raise


def _intervals(domains: Mapping[Any, Sequence[Any]], constraints: list[Constraint], level: Level) -> Set[Hashable]:
    """The variables of which the program keeps only the smallest and the largest value.

    Raises:
        CannotCompileError: another has more values than the engine has bits for.
    """
    if max(map(len, domains.values()), default=0) <= WIDE:
        return frozenset()
    from clew.core.intervals import intervals

    primitives: list[Primitive] = []
    for constraint in constraints if level.propagates else ():
        with _compiling(constraint):
            primitives += constraint.primitives()
    some = intervals(domains, primitives, WIDE) if level.propagates else set()
    for variable, values in domains.items():
        if len(values) > VALUES and variable not in some:
            raise CannotCompileError(f"{shown(variable)} has {len(values)} values")
    return some


class EngineCompiler:
    """Makes a program, primitive by primitive.

    Args:
        domains: the variables with their values.
        level: `forward` or `unit`.
        intervals: the variables of which only the smallest and the largest value are kept.
    """

    def __init__(self, domains: Mapping[Any, Sequence[Any]], level: Level, intervals: Set[Hashable]) -> None:
        self.places = {variable: k for k, variable in enumerate(domains)}
        self.values = list(domains.values())
        self.propagates = level.propagates
        self.intervals = {self.places[variable] for variable in intervals}
        widths: list[Any] = [len(domain) for domain in self.values]
        for v in self.intervals:
            widths[v] = 0, widths[v] - 1
        self.program = _engine.Program(widths, not level.propagates)
        self._left: dict[int, list[int]] = {}  # the places that constraints on one variable have left
        self._positions: dict[int, dict[Any, int]] = {}
        self._scales: dict[int, int] = {}
        self._largest: dict[int, int] = {}
        self._unroller: Unroller | None = None

    def add(self, primitive: Primitive) -> None:
        """Compile a primitive.

        Raises:
            CannotCompileError: the engine has no form for it.
        """
        match primitive:
            case Unary(variable=variable) if self.places[variable] in self.intervals:
                self._bound(primitive)
            case Unary(variable=variable, accepts=accepts):
                self.keep(variable, accepts)
            case Conflicts(one=one, other=other, compatible=compatible):
                self.pairs(one, other, compatible)
            case Difference():
                self._difference(primitive)
            case Distinct():
                self._distinct(primitive)
            case WeightedSum():
                self._sum(primitive)
            case Extension():
                self._extension(primitive)
            case Reading(source=reader):
                self._read(reader)
            case Cardinality():
                self._count(primitive)
            case DistinctTuples():
                self._distinct_tuples(primitive)
            case Callback():
                self._default(primitive.source)
            case _:
                raise CannotCompileError(f"{primitive.source.title} is known to Python alone")

    # -- values of one and of two variables --------------------------------------------------------

    def keep(self, variable: Hashable, accepts: Callable[[Any], bool]) -> None:
        """Keep only some values of a variable."""
        v = self.places[variable]
        values = self.values[v]
        kept = [place for place in self.left(v) if accepts(values[place])]
        self._left[v] = kept
        self.program.keep(v, kept)

    def left(self, v: int) -> Iterable[int]:
        """The places of the values that a variable has left."""
        return self._left.get(v, range(len(self.values[v])))

    def domain(self, variable: Hashable) -> tuple[Any, ...]:
        """The values that a variable has left."""
        v = self.places[variable]
        values = self.values[v]
        return tuple(values) if v not in self._left else tuple([values[place] for place in self._left[v]])

    def pairs(self, one: Hashable, other: Hashable, compatible: Callable[[Any, Any], bool]) -> None:
        """What each value of two variables leaves of the other."""
        v, w = self.places[one], self.places[other]
        ours, theirs = self.values[v], self.values[w]
        rows, columns = [0] * len(ours), [0] * len(theirs)
        for i in looking(self.left(v)):
            value = ours[i]
            for j in self.left(w):
                if compatible(value, theirs[j]):
                    rows[i] |= 1 << j
                    columns[j] |= 1 << i
        self._conflicts(v, w, rows, columns)

    def _conflicts(self, v: int, w: int, rows: list[int], columns: list[int]) -> None:
        wide, high = _bytes(len(columns)), _bytes(len(rows))
        _engine.Conflicts(
            self.program,
            [v, w],
            b"".join([row.to_bytes(wide, "little") for row in rows]),
            b"".join([column.to_bytes(high, "little") for column in columns]),
        )

    def _difference(self, primitive: Difference) -> None:
        """Two variables compare: a difference of places, a sum, or else what Python says of each pair of values."""
        v, w = self.places[primitive.one], self.places[primitive.other]
        ours, theirs, offset, relation = self.values[v], self.values[w], primitive.offset, primitive.relation
        if v in self.intervals or w in self.intervals:
            self._linear(primitive.source, [v, w], (1, -1), relation, offset)
        elif relation == "!=" and offset == 0 and (ours is theirs or ours == theirs):
            _engine.Distinct(self.program, [v, w], [0, 0], len(ours), False)
        elif relation == "!=" and type(offset) is int and self._is_run(v) and self._is_run(w):
            shifts = ours[0], theirs[0] + offset
            least = min(shifts)
            targets = max(shifts[0] + len(ours), shifts[1] + len(theirs)) - least
            _engine.Distinct(self.program, [v, w], [shift - least for shift in shifts], targets, False)
        elif relation != "!=" and self.propagates and (terms := self._terms([v, w], (1, -1), offset)):
            _engine.Linear(self.program, [v, w], terms.weights, *terms.ends(relation))
        else:
            self.pairs(primitive.one, primitive.other, _comparing(primitive))

    # -- all different -----------------------------------------------------------------------------

    def _distinct(self, primitive: Distinct) -> None:
        scope = [self.places[variable] for variable in primitive.scope]
        targets = self._targets(primitive, scope)
        if targets is None:
            raise CannotCompileError(f"{primitive.source.title} maps its values")
        shifts, number = targets
        _engine.Distinct(self.program, scope, shifts, number, self._must_all(primitive, scope, shifts))

    def _targets(self, primitive: Distinct, scope: list[int]) -> tuple[list[int], int] | None:
        """For each variable the distance from a place to its target, and how many targets there are.

        None if the places of the targets are not those of the values, moved.
        """
        if primitive.is_mapped or primitive.exceptions:
            return None
        first = self.values[scope[0]]
        offsets = primitive.offsets
        if offsets is None and all(self.values[v] is first or self.values[v] == first for v in scope):
            return [0] * len(scope), len(first)
        offsets = offsets or (0,) * len(scope)
        shifts = []
        for v, offset in zip(scope, offsets, strict=True):
            if type(offset) is not int or not self._is_run(v):
                return None
            shifts.append(self.values[v][0] + offset)
        least = min(shifts)
        most = max(shift + len(self.values[v]) for shift, v in zip(shifts, scope, strict=True))
        return [shift - least for shift in shifts], most - least

    def _must_all(self, primitive: Distinct, scope: list[int], shifts: list[int]) -> bool:
        """Whether there are as many targets as variables, so that each of them must be taken."""
        if not 2 < len(scope) <= PLACES_ALL and self.propagates:
            return False
        taken = {place + shift for v, shift in zip(scope, shifts, strict=True) for place in self.left(v)}
        return len(taken) == len(scope)

    # -- arithmetic --------------------------------------------------------------------------------

    def _sum(self, primitive: WeightedSum) -> None:
        relation = primitive.relation
        scope = [self.places[variable] for variable in primitive.scope]
        by_pairs = len(scope) == 2 and (relation == "!=" or not self.propagates)
        if (len(scope) < 2 or by_pairs) and self.intervals.isdisjoint(scope):
            self._default(primitive.source)
        else:
            self._linear(primitive.source, scope, primitive.coefficients, relation, primitive.bound)

    def _bound(self, primitive: Unary) -> None:
        """A number that a variable compares with: one of an interval."""
        from clew.core.intervals import single_term

        weight, relation, bound = single_term(primitive)
        self._linear(primitive.source, [self.places[primitive.variable]], (weight,), relation, bound)

    def _linear(self, source: Constraint, scope: list[int], weights: Sequence[Any], relation: str, bound: Any) -> None:
        terms = self._terms(scope, weights, bound)
        if terms is None:
            raise CannotCompileError(f"{source.title}: its sums are no whole numbers that fit into a word")
        least, most = terms.ends(relation)
        if relation != "!=" and self.propagates:
            _engine.Linear(self.program, scope, terms.weights, least, most)
        elif relation != "!=" or least == most:  # a fraction is unequal to all whole numbers
            _engine.LastTerm(self.program, scope, terms.weights, least, most, relation == "!=")

    def _terms(self, scope: Sequence[int], weights: Sequence[Any], bound: Any) -> Terms | None:
        """A weighted sum in whole numbers; None if it has none, or if its sums do not fit into a word."""
        from clew.core.terms import terms_of

        scales = [self._scale(v) for v in scope]
        return terms_of(weights, bound, scales, [self._largest[id(self.values[v])] for v in scope])

    def _whole(self, v: int) -> bool:
        """Whether the values of a variable are whole numbers; if they are, the program is told them."""
        return self._scale(v) == 1

    def _scale(self, v: int) -> int:
        """What the values of a variable are multiplied by to be whole numbers, which the program is told.

        0 if they are no exact numbers, or do not fit into a word.
        """
        values = self.values[v]
        scale = self._scales.get(id(values))
        if scale is None:
            from clew.core.terms import BITS, scale_of

            scale = scale_of(values)
            if isinstance(values, range):
                numbers: Any = values
                largest = max(map(abs, (*values[:1], *values[-1:])), default=0)
            else:
                numbers = [int(value * scale) for value in values] if scale else []
                largest = max(map(abs, numbers), default=0)
            self._largest[id(values)] = largest
            self._scales[id(values)] = scale = 0 if largest >> BITS else scale
            if scale:
                self.program.integers([u for u, others in enumerate(self.values) if others is values], numbers)
        return scale

    def _is_run(self, v: int) -> bool:
        """Whether the values of a variable are whole numbers one after the other."""
        values = self.values[v]
        if isinstance(values, range):
            return values.step == 1
        return (
            bool(values) and all(type(value) is int for value in values)
            and list(values) == list(range(values[0], values[0] + len(values)))
        )  # fmt: skip

    # -- sequences, and how often values occur -----------------------------------------------------

    def _read(self, reader: Stepwise) -> None:
        if len(reader.scope) <= 2 or not self.propagates:
            self._default(reader)
            return
        if self._unroller is None:
            from clew.core.unrolling import Unroller

            self._unroller = Unroller()
        scope = [self.places[variable] for variable in reader.scope]
        unrolled = self._unroller.unrolled(reader, [tuple(self.values[v]) for v in scope])
        if unrolled is None:
            raise CannotCompileError(f"{reader.title} has too many states")
        _engine.Automaton(self.program, scope, unrolled)

    def _count(self, primitive: Cardinality) -> None:
        if len(primitive.scope) <= 2 or not self.propagates:
            self._default(primitive.source)
            return
        number = {value: k for k, (value, _, _) in enumerate(primitive.counts)}
        scope = [self.places[variable] for variable in primitive.scope]
        counted, rows = self._numbered(scope, lambda value: number.get(value, -1))
        few = len(scope) + 1  # as many as can never be
        lows, highs = [min(low, few) for _, low, _ in primitive.counts], [min(h, few) for _, _, h in primitive.counts]
        _engine.Cardinality(self.program, scope, counted, rows, lows, highs)

    def _distinct_tuples(self, primitive: DistinctTuples) -> None:
        if len(primitive.scope) <= 2 or not self.propagates:
            self._default(primitive.source)
            return
        scope = [self.places[variable] for variable in primitive.scope]
        position = {variable: k for k, variable in enumerate(primitive.scope)}
        vectors = [position[variable] for vector in primitive.vectors for variable in vector]
        number: dict[Any, int] = {}
        names, rows = self._numbered(scope, lambda value: number.setdefault(value, len(number)))
        _engine.DistinctTuples(self.program, scope, vectors, len(primitive.vectors[0]), names, rows)

    def _numbered(self, scope: list[int], number: Callable[[Any], int]) -> tuple[list[int], list[int]]:
        """A number for each value of some variables, domain by domain; and for each variable where its domain begins.

        Equal numbers stand for equal values, whatever their places are.
        """
        numbers: list[int] = []
        begins: dict[int, int] = {}
        for v in scope:
            values = self.values[v]
            if id(values) not in begins:
                begins[id(values)] = len(numbers)
                numbers += [number(value) for value in looking(values)]
        return numbers, [begins[id(self.values[v])] for v in scope]

    # -- what Python decides -----------------------------------------------------------------------

    def _default(self, constraint: Constraint) -> None:
        scope = constraint.scope
        if len(scope) == 1:
            self.keep(scope[0], lambda value: truth(constraint, (value,)))
        elif len(scope) == 2:
            self.pairs(scope[0], scope[1], lambda one, other: truth(constraint, (one, other)))
        elif not self.propagates:
            raise CannotCompileError(f"{constraint.title} is checked by Python alone")
        else:
            domains = [self.domain(variable) for variable in scope]
            prunes = type(constraint).propagate is not Constraint.propagate
            if prod(map(len, domains)) <= (FEW_TUPLES if prunes else TUPLES):
                self._table(constraint, (some for some in looking(product(*domains)) if truth(constraint, some)))
                return
            numbers = [self.places[variable] for variable in scope]
            if prunes:
                _engine.Callback(self.program, numbers, self._asking(constraint, numbers), len(numbers))
            _engine.Callback(self.program, numbers, self._last_open(constraint, numbers), 1)

    def _last_open(self, constraint: Constraint, scope: list[int]) -> Callable[[list[list[int]]], Any]:
        """Asks the constraint about each value of the last open variable."""
        values = [self.values[v] for v in scope]

        def kept(places: list[list[int]]) -> list[list[int]] | None:
            chosen = [own[some[0]] for own, some in zip(values, places, strict=True)]
            open_ones = [k for k, some in enumerate(places) if len(some) > 1]
            if not open_ones:
                return places if truth(constraint, chosen) else None
            last = open_ones[0]
            left = []
            for place in places[last]:
                chosen[last] = values[last][place]
                if truth(constraint, chosen):
                    left.append(place)
            return [*places[:last], left, *places[last + 1 :]]

        return kept

    def _asking(self, constraint: Constraint, scope: list[int]) -> Callable[[list[list[int]]], Any]:
        """Calls the constraint's own `propagate`."""
        from clew.errors import ProblemError

        values = [self.values[v] for v in scope]
        positions = [self._positions_of(v) for v in scope]

        def kept(places: list[list[int]]) -> list[list[int]] | None:
            domains = [tuple([own[p] for p in some]) for own, some in zip(values, places, strict=True)]
            try:
                answer = constraint.propagate(domains)
            except Exception as error:
                error.add_note(f"while {constraint.title} pruned {shown(domains)}")
                raise
            if answer is None:
                return None
            try:
                return [[at[value] for value in own] for at, own in zip(positions, answer, strict=True)]
            except (KeyError, TypeError, ValueError) as error:
                raise ProblemError(
                    f"{constraint.title}: propagate must give, for each variable, values of its domain ({error})"
                ) from None

        return kept

    def _positions_of(self, v: int) -> dict[Any, int]:
        values = self.values[v]
        if id(values) not in self._positions:
            self._positions[id(values)] = {value: k for k, value in enumerate(values)}
        return self._positions[id(values)]

    # -- tables ------------------------------------------------------------------------------------

    def _extension(self, primitive: Extension) -> None:
        tuples = primitive.tuples
        if callable(tuples):
            domains: Sequence[Domain] = [self.domain(variable) for variable in primitive.scope]
            made = tuples(domains)
            if made is None:
                self._default(primitive.source)
                return
            tuples = made
        scope = primitive.scope
        if len(scope) == 1:
            allowed = {values[0] for values in looking(tuples)}
            self.keep(scope[0], lambda value: value in allowed)
        elif len(scope) == 2:
            together = set(looking(tuples))
            self.pairs(scope[0], scope[1], lambda one, other: (one, other) in together)
        else:
            self._table(primitive.source, tuples)

    def _table(self, constraint: Constraint, tuples: Iterable[tuple[Any, ...]]) -> None:
        if not self.propagates:
            raise CannotCompileError(f"{constraint.title} is checked by Python alone")
        scope = [self.places[variable] for variable in constraint.scope]
        some = list(map(tuple, looking(tuples)))
        if sum(len(self.values[v]) for v in scope) * len(some) > SUPPORTS:
            raise CannotCompileError(f"{constraint.title} has too many tuples for the engine")
        _engine.Table(self.program, scope, [self._positions_of(v) for v in scope], some)


def _comparing(primitive: Difference) -> Callable[[Any, Any], bool]:
    """Whether two values compare as they must: the constraint says so itself if it is about nothing else."""
    source, offset, compare = primitive.source, primitive.offset, RELATIONS[primitive.relation]
    if source.scope == primitive.scope:
        return lambda one, other: truth(source, (one, other))
    if source.scope == primitive.scope[::-1]:
        return lambda one, other: truth(source, (other, one))
    return lambda one, other: bool(compare(one, other + offset if offset != 0 else other))


def _bytes(values: int) -> int:
    """How many bytes the words of so many values take."""
    return 8 * max(1, (values + 63) // 64)
