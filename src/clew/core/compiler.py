"""From the meaning of constraints to a program of the engine: one `match` over their primitives.

It stands beside `clew.propagation.compiler`, which makes the network for the search in Python of the same primitives:
each of them prunes as much here as there (`clew.propagation.strength`).
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence, Set
from itertools import chain, product
from math import lcm, prod
from numbers import Rational
from operator import add
from typing import TYPE_CHECKING, Any, Final

import attrs

from clew.constraints.base import OPEN, Constraint, judged, truth
from clew.constraints.primitives import (
    Callback,
    Cardinality,
    Clause,
    Conflicts,
    Covering,
    Difference,
    Disjunction,
    Distinct,
    DistinctTuples,
    ElementAt,
    Extension,
    Extremum,
    Forbidden,
    Images,
    Lexicographic,
    Polynomial,
    Primitive,
    Reading,
    Unary,
    WeightedSum,
)
from clew.core import _engine
from clew.core.terms import BITS
from clew.core.unrolling import Unroller
from clew.errors import ClewError, shown
from clew.limits import look, looking
from clew.propagation.levels import ARC, FORWARD, UNIT, Level

if TYPE_CHECKING:
    from clew.constraints.base import Domain
    from clew.constraints.stepwise import Stepwise
    from clew.core.terms import Terms

COMPILED: Final = (FORWARD, UNIT, ARC)
"""The levels of the engine."""

WIDE: Final = 2**12
"""Values up to which every domain has a bit for each; a wider range may become an interval."""

VALUES: Final = 2**20
"""Values up to which a domain can have a bit for each."""

PLACES_ALL: Final = 64
"""Variables up to which a permutation places the values that have one place left, as the network does."""

PLACES_WIDTH: Final = 2**15
"""Values of all variables, with one more for each, up to which it does so."""

TUPLES: Final = 20_000
"""Combinations of values up to which a constraint on three or more variables is written out as a table."""

FEW_TUPLES: Final = 1000
"""The same for one that prunes by itself."""

SUMS: Final = 64
"""Inequalities that a disjunction may have."""

POLYNOMIALS: Final = ("==", "!=", "<=", ">=")
"""The relations of polynomials, by their numbers in the engine."""

SUPPORTS: Final = 2**33
"""Bits that the supports of a table may take: a gigabyte."""

PAIRS: Final = 2**22
"""Pairs of values that a function is asked about beforehand, at most."""

ROWS: Final = 2**22
"""Words that the rows of an exact cover may take: 32 MiB."""


Target = tuple[Sequence[Hashable], Sequence[Any]]
"""Variables, with a weight for each: a sum to be made small."""


class CannotCompileError(Exception):
    """The engine cannot run a problem; the message says why. It never leaves clew."""


@attrs.frozen(eq=False)
class Compiled:
    """A program, and how its numbers are read.

    Attributes:
        program: the program.
        places: the number of each variable.
        values: for each variable, by its number, the values that it was declared with: a tuple, or a wide range.
    """

    program: _engine.Program
    places: dict[Any, int]
    values: list[Sequence[Any]]

    def numbered(self, variable: Any, value: Any) -> tuple[int, int]:
        """The number of a variable and the place of one of its values."""
        number = self.places[variable]
        return number, self.values[number].index(value)


def program_of(
    domains: Mapping[Any, Sequence[Any]],
    constraints: Iterable[Constraint],
    level: Level,
    objective: Target | None = None,
) -> Compiled:
    """The program of some domains and constraints, and of what is to be made small, if there is such a thing.

    Raises:
        CannotCompileError: the engine has no form for one of them, or for the level.
        Exception: whatever a constraint raises, with a note that says which.
    """
    if level not in COMPILED:
        raise CannotCompileError(f"inference {level.name!r} is known to Python alone")
    _check(domains)
    constraints = sorted(constraints, key=lambda c: len(c.scope) > 1)  # unary ones come first
    compiler = EngineCompiler(domains, level, _intervals(domains, constraints, level))
    for constraint in constraints:
        look()
        compiler.compile(constraint)
    compiler.finish()
    if objective is not None:
        compiler.minimize(objective)
    written = {own: tuple(own) for own in domains.values() if isinstance(own, range) and len(own) <= WIDE}
    values = [written[own] if isinstance(own, range) and own in written else own for own in domains.values()]
    return Compiled(compiler.program, compiler.places, values)


def _check(domains: Mapping[Any, Sequence[Any]]) -> None:
    """Leaves to Python, which says what is wrong with it, a variable without a name, or a value that is there twice.

    Raises:
        CannotCompileError: there is one.
    """
    if None in domains:
        raise CannotCompileError("a variable is called None")
    for values in dict(zip(map(id, domains.values()), domains.values(), strict=True)).values():
        try:
            if not isinstance(values, range) and len(set(values)) < len(values):
                raise CannotCompileError(f"a value is there twice: {shown(values)}")
        except TypeError:
            raise CannotCompileError(f"a value cannot be hashed: {shown(values)}") from None


def _note(constraint: Constraint, error: Exception) -> None:
    """Say which constraint was compiled when something was raised."""
    if not isinstance(error, (ClewError, CannotCompileError)):
        error.add_note(f"while {constraint.title} was compiled")


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
        try:
            primitives += constraint.primitives()
        except Exception as error:
            _note(constraint, error)
            raise
    some = intervals(domains, primitives, WIDE) if level.propagates and not level.supports else set()
    for variable, values in domains.items():
        if len(values) > VALUES and variable not in some:
            raise CannotCompileError(f"{shown(variable)} has {len(values)} values")
    return some


class EngineCompiler:
    """Makes a program, primitive by primitive.

    Args:
        domains: the variables with their values.
        level: one of the engine's.
        intervals: the variables of which only the smallest and the largest value are kept.
    """

    def __init__(self, domains: Mapping[Any, Sequence[Any]], level: Level, intervals: Set[Hashable]) -> None:
        self.places = {variable: k for k, variable in enumerate(domains)}
        self.values = list(domains.values())
        self.propagates, self.supports = level.propagates, level.supports
        self.intervals = {self.places[variable] for variable in intervals}
        widths: list[Any] = [len(domain) for domain in self.values]
        for v in self.intervals:
            widths[v] = 0, widths[v] - 1
        self.program = _engine.Program(widths, not level.propagates, level.supports)
        self._width = sum(len(domain) + 1 for domain in self.values)
        self._left: dict[int, list[int]] = {}  # the places that constraints on one variable have left
        self._positions: dict[int, dict[Any, int]] = {}
        self._scales: dict[int, int] = {}
        self._largest: dict[int, int] = {}
        self._unroller = Unroller()
        self._rows_of: dict[tuple[Hashable, ...], tuple[bytes, bytes]] = {}  # of relations, as bytes of words
        self._edges: list[int] = []  # pairs of variables that differ, with the distance of equal values

    def compile(self, constraint: Constraint) -> None:
        """Compile a constraint.

        Raises:
            CannotCompileError: the engine has no form for it.
        """
        if type(constraint).compile is not Constraint.compile:
            raise CannotCompileError(f"{constraint.title} compiles itself")
        try:
            for primitive in constraint.primitives():
                self.add(primitive)
        except Exception as error:
            _note(constraint, error)
            raise

    def add(self, primitive: Primitive) -> None:  # noqa: C901  (one case for each)
        """Compile a primitive.

        Raises:
            CannotCompileError: the engine has no form for it.
        """
        match primitive:
            case Unary():
                self._unary(primitive)
            case Conflicts(one=one, other=other, compatible=compatible):
                self.pairs(one, other, compatible, compatible if isinstance(compatible, Hashable) else None)
            case Difference():
                self._difference(primitive)
            case Distinct():
                self._distinct(primitive)
            case WeightedSum():
                self._sum(primitive)
            case Disjunction():
                self._disjunction(primitive)
            case Extension():
                self._extension(primitive)
            case Reading(source=reader):
                self._read(reader)
            case Covering():
                self._cover(primitive)
            case Cardinality():
                self._count(primitive)
            case DistinctTuples():
                self._distinct_tuples(primitive)
            case Polynomial():
                self._polynomial(primitive)
            case Forbidden() | Extremum() | ElementAt() | Lexicographic() | Clause():
                self._pruned(primitive)
            case Images():
                self._images(primitive)
            case Callback():
                self._default(primitive.source)
            case _:
                raise CannotCompileError(f"{primitive.source.title} is known to Python alone")

    # -- values of one and of two variables --------------------------------------------------------

    def _unary(self, primitive: Unary) -> None:
        """The values that are kept, one by one; of an interval the bounds."""
        v = self.places[primitive.variable]
        if v in self.intervals:
            from clew.core.intervals import single_term

            weight, relation, bound = single_term(primitive)
            self._linear(primitive.source, [v], (weight,), relation, bound)
        else:
            self.keep(primitive.variable, primitive.accepts)

    def keep(self, variable: Hashable, accepts: Callable[[Any], bool]) -> None:
        """Keep only some values of a variable."""
        v = self.places[variable]
        values = self.values[v]
        kept = [place for place in looking(self.left(v)) if accepts(values[place])]
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

    def pairs(
        self, one: Hashable, other: Hashable, compatible: Callable[[Any, Any], bool], relation: Hashable = None
    ) -> None:
        """What each value of two variables leaves of the other.

        Args:
            one: a variable.
            other: another.
            compatible: whether two values go together.
            relation: the same for all pairs of variables whose values go together in the same way; None for no others.
        """
        v, w = self.places[one], self.places[other]
        if len(self.values[v]) * len(self.values[w]) > PAIRS:
            raise CannotCompileError(f"{shown(one)} and {shown(other)} have too many pairs of values to ask about")

        def rows() -> tuple[list[int], list[int]]:
            ours, theirs = self.values[v], self.values[w]
            rows, columns = [0] * len(ours), [0] * len(theirs)
            for i in looking(self.left(v)):
                value = ours[i]
                for j in self.left(w):
                    if compatible(value, theirs[j]):
                        rows[i] |= 1 << j
                        columns[j] |= 1 << i
            return rows, columns

        self._conflicts(v, w, rows, relation)

    def _conflicts(
        self, v: int, w: int, rows: Callable[[], tuple[list[int], list[int]]], relation: Hashable = None
    ) -> None:
        """Two variables with rows, made once for each relation of the same values."""
        key = (relation, id(self.values[v]), id(self.values[w]), *(tuple(self._left.get(u, (-1,))) for u in (v, w)))
        words = self._rows_of.get(key) if relation is not None else None
        if words is None:
            ours, theirs = rows()
            wide, high = _bytes(len(theirs)), _bytes(len(ours))
            words = (
                b"".join([row.to_bytes(wide, "little") for row in ours]),
                b"".join([column.to_bytes(high, "little") for column in theirs]),
            )
            if relation is not None:
                self._rows_of[key] = words
        _engine.Conflicts(self.program, [v, w], *words)

    def _difference(self, primitive: Difference) -> None:
        """Two variables compare: a difference of places, a sum, or else what Python says of each pair of values."""
        v, w = self.places[primitive.one], self.places[primitive.other]
        ours, theirs, offset, relation = self.values[v], self.values[w], primitive.offset, primitive.relation
        if v in self.intervals or w in self.intervals:
            self._linear(primitive.source, [v, w], (1, -1), relation, offset)
        elif relation == "!=" and offset == 0 and (ours is theirs or ours == theirs):
            self._edges += (v, w, 0)
        elif relation == "!=" and type(offset) is int and (distance := self._distance(v, w)) is not None:
            self._edges += (v, w, distance - offset)
        elif relation != "!=" and self.propagates and (terms := self._terms([v, w], (1, -1), offset)):
            if self.supports:  # rows of bits leave no more than the bounds do
                self._compared(primitive, (relation, offset))
            else:
                _engine.Linear(self.program, [v, w], terms.weights, *terms.ends(relation))
        else:
            self._compared(primitive)

    def _compared(self, primitive: Difference, relation: Hashable = None) -> None:
        """What each value of two variables leaves of the other, if they must compare in some way."""
        from clew.constraints.arithmetic import comparing

        self.pairs(primitive.one, primitive.other, comparing(primitive), relation)

    def finish(self) -> None:
        """Compile the differences of two variables: one graph of all of them."""
        edges = self._edges
        if edges:
            scope = list(dict.fromkeys([*edges[::3], *edges[1::3]]))
            position = {v: k for k, v in enumerate(scope)}
            edges[::3] = [position[v] for v in edges[::3]]
            edges[1::3] = [position[v] for v in edges[1::3]]
            _engine.Differences(self.program, scope, edges)

    # -- all different -----------------------------------------------------------------------------

    def _distinct(self, primitive: Distinct) -> None:
        scope = [self.places[variable] for variable in primitive.scope]
        targets = self._targets(primitive, scope)
        if targets is None:
            self._distinct_mapped(primitive, scope)
            return
        shifts, number = targets
        must_all = self._must_all(primitive, scope, shifts)
        if must_all and number > len(scope):  # of the targets some are out of reach
            self._distinct_mapped(primitive, scope)
        else:
            self._match(_engine.Distinct(self.program, scope, shifts, number, must_all), scope)

    def _match(self, made: _engine.Distinct | _engine.DistinctMapped, scope: list[int]) -> None:
        """See to it that every value is in a matching, if the level asks for supports."""
        if self.supports and len(scope) > 2:
            _engine.Matching(self.program, made)

    def _targets(self, primitive: Distinct, scope: list[int]) -> tuple[list[int], int] | None:
        """For each variable the distance from a place to its target, and how many targets there are.

        None if the places of the targets are not those of the values, moved.
        """
        if primitive.is_mapped or primitive.exceptions:
            return None
        values = [self.values[v] for v in scope]
        offsets = primitive.offsets
        if offsets is None and values.count(values[0]) == len(values):
            return [0] * len(scope), len(values[0])
        shifts = []
        for v, offset in zip(scope, offsets or (0,) * len(scope), strict=True):
            begin = self._begin(v)
            if type(offset) is not int or begin is None:
                return None
            shifts.append(begin + offset)
        least = min(shifts)
        most = max(map(add, shifts, map(len, values)))
        return [shift - least for shift in shifts], most - least

    def _must_all(self, primitive: Distinct, scope: list[int], shifts: list[int]) -> bool:
        """Whether there are as many targets as variables, so that each of them must be taken."""
        if not self._places_all(scope):
            return False
        taken: set[int] = set()
        if self._left.keys().isdisjoint(scope):
            for shift, size in set(zip(shifts, [len(self.values[v]) for v in scope], strict=True)):
                taken.update(range(shift, shift + size))
        else:
            for v, shift in zip(scope, shifts, strict=True):
                taken.update([place + shift for place in self.left(v)])
        return len(taken) == len(scope)

    def _places_all(self, scope: list[int]) -> bool:
        """Whether a permutation of some variables places the values that have one place left, as the network does."""
        return self.propagates and 2 < len(scope) <= PLACES_ALL and self._width <= PLACES_WIDTH

    def _distinct_mapped(self, primitive: Distinct, scope: list[int]) -> None:
        """The targets are numbered as they come up."""
        numbers: dict[Any, int] = dict.fromkeys(primitive.exceptions, -1)
        mapped = primitive.mapped
        targets = [
            [numbers.setdefault(mapped(k, value), len(numbers)) for value in looking(self.values[v])]
            for k, v in enumerate(scope)
        ]
        must_all = not primitive.exceptions and self._places_all(scope)
        if must_all:
            left = [[own[place] for place in self.left(v)] for own, v in zip(targets, scope, strict=True)]
            must_all = all(len(set(own)) == len(own) for own in left) and len(set().union(*left)) == len(scope)
            if must_all:  # the other targets are out of reach
                renumbered = {t: k for k, t in enumerate(sorted(set().union(*left)))}
                targets = [[renumbered.get(t, -1) for t in own] for own in targets]
                numbers = renumbered
        self._match(_engine.DistinctMapped(self.program, scope, targets, len(numbers), must_all), scope)

    # -- arithmetic --------------------------------------------------------------------------------

    def _sum(self, primitive: WeightedSum) -> None:
        relation = primitive.relation
        scope = [self.places[variable] for variable in primitive.scope]
        by_pairs = len(scope) == 2 and (relation == "!=" or not self.propagates or self.supports)
        if (len(scope) < 2 or by_pairs) and self.intervals.isdisjoint(scope):
            self._default(primitive.source)
        else:
            self._linear(primitive.source, scope, primitive.coefficients, relation, primitive.bound)

    def _linear(self, source: Constraint, scope: list[int], weights: Sequence[Any], relation: str, bound: Any) -> None:
        terms = self._terms(scope, weights, bound)
        if terms is None:
            raise CannotCompileError(f"{source.title}: its sums are no whole numbers that fit into a word")
        least, most = terms.ends(relation)
        if relation != "!=" and self.propagates:
            _engine.Linear(self.program, scope, terms.weights, least, most)
        elif relation != "!=" or least == most:  # a fraction is unequal to all whole numbers
            _engine.LastTerm(self.program, scope, terms.weights, least, most, relation == "!=")

    def _disjunction(self, primitive: Disjunction) -> None:
        source, sums = primitive.source, primitive.sums
        scope = [self.places[variable] for variable in primitive.scope]
        if not self.propagates:
            self._default(source)
            return
        if len(sums) > SUMS or len(sums) * len(scope) > TUPLES:
            raise CannotCompileError(f"{source.title} has too many parts")
        weights: list[int] = []
        bounds: list[Any] = []
        for one in sums:
            row = dict(zip(one.scope, one.coefficients, strict=True))
            terms = self._terms(scope, [row.get(variable, 0) for variable in primitive.scope], one.bound)
            if terms is None:
                raise CannotCompileError(f"{source.title}: its sums are no whole numbers that fit into a word")
            weights += terms.weights
            bounds.append(terms.ends(one.relation)[1])
        _engine.Disjunction(self.program, scope, weights, bounds)

    def minimize(self, objective: Target) -> None:
        """Make a weighted sum small.

        Raises:
            CannotCompileError: it is not of whole numbers, not propagated, or does not fit into a word.
        """
        variables, weights = objective
        scope = [self.places[variable] for variable in variables]
        if not self.propagates:
            raise CannotCompileError("an objective is propagated under inference 'unit'")
        are_whole = all(isinstance(weight, int) for weight in weights) and all(map(self._whole, scope))
        if not are_whole or self._terms(scope, weights, 0) is None:
            raise CannotCompileError("the objective is not of whole numbers that fit into a word")
        _engine.Objective(self.program, scope, list(weights))

    def _terms(self, scope: Sequence[int], weights: Sequence[Any], bound: Any) -> Terms | None:
        """A weighted sum in whole numbers; None if it has none, or if its sums do not fit into a word."""
        from clew.core.terms import terms_of

        scales = [self._scale(v) for v in scope]
        return terms_of(weights, bound, scales, [self._largest[id(self.values[v])] for v in scope])

    def _polynomial(self, primitive: Polynomial) -> None:
        source = primitive.source
        scope = [self.places[variable] for variable in primitive.scope]
        numbers = [primitive.bound, *(weight for weight, _ in primitive.terms)]
        are_exact = all(
            isinstance(number, Rational)
            for values in (numbers, *map(self.values.__getitem__, scope))
            for number in values
        )
        if not self.propagates or len(scope) <= 2 or not are_exact:
            self._default(source)
            return
        if self._is_written_out(source, FEW_TUPLES):
            return
        scale = lcm(*(number.denominator for number in numbers))
        bound, *weights = (int(number * scale) for number in numbers)
        terms = [[scope.index(self.places[v]) for v in factors] for _, factors in primitive.terms]
        if not all(map(self._whole, scope)):
            raise CannotCompileError(f"{source.title} is not of whole numbers")
        sizes = [max(map(abs, self.values[v]), default=0) or 1 for v in scope]
        products = (
            prod([sizes[k] for k in some], start=abs(weight)) for weight, some in zip(weights, terms, strict=True)
        )
        if max(abs(bound), sum(products)) >> BITS:
            raise CannotCompileError(f"{source.title}: its sums do not fit into a word")
        if primitive.relation in ("<", ">"):  # of whole numbers
            bound += 1 if primitive.relation == ">" else -1
        relation = {"<": "<=", ">": ">="}.get(primitive.relation, primitive.relation)
        _engine.Polynomial(self.program, scope, weights, terms, POLYNOMIALS.index(relation), bound)

    def _whole(self, v: int) -> bool:
        """Whether the values of a variable are whole numbers; if they are, they are given to the program."""
        return self._scale(v) == 1

    def _scale(self, v: int) -> int:
        """What the values of a variable are multiplied by to be whole numbers; these are given to the program.

        0 if they are no exact numbers, or do not fit into a word.
        """
        values = self.values[v]
        scale = self._scales.get(id(values))
        if scale is None:
            from clew.core.terms import scale_of

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

    def _begin(self, v: int) -> int | None:
        """The first value of a variable whose values are whole numbers one after the other, 0 if it has no values.

        None if they are not.
        """
        values = self.values[v]
        if isinstance(values, range):
            return values.start if values.step == 1 else None
        first = next(iter(values), 0)
        is_run = all(type(value) is int for value in values) and [*values] == [*range(first, first + len(values))]
        return first if is_run else None

    def _distance(self, v: int, w: int) -> int | None:
        """From the first value of a variable to that of another, if both have whole numbers one after the other."""
        one, other = self._begin(v), self._begin(w)
        return None if one is None or other is None else one - other

    # -- sequences, and how often values occur -----------------------------------------------------

    def _read(self, reader: Stepwise) -> None:
        if len(reader.scope) <= 2 or not self.propagates:
            self._default(reader)
            return
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
        if len(primitive.scope) <= 2:
            self._default(primitive.source)
            return
        if not self.propagates:
            for pair in primitive.pairs():
                self._check(pair)
            return
        scope = [self.places[variable] for variable in primitive.scope]
        position = {variable: k for k, variable in enumerate(primitive.scope)}
        vectors = [*map(position.__getitem__, chain.from_iterable(primitive.vectors))]
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

    # -- the primitives that have a propagator of their own for three variables or more ------------

    def _pruned(self, primitive: Primitive) -> None:
        if len(primitive.scope) <= 2 or not self.propagates:
            self._default(primitive.source)
            return
        match primitive:
            case Forbidden():
                self._forbidden(primitive)
            case Extremum():
                self._extremum(primitive)
            case ElementAt():
                self._element(primitive)
            case Lexicographic():
                self._lexicographic(primitive)
            case Clause():
                self._clause(primitive)

    def _forbidden(self, primitive: Forbidden) -> None:
        domains = [self.domain(variable) for variable in primitive.scope]
        if prod(map(len, domains)) <= TUPLES:
            forbidden = set(looking(primitive.tuples))
            self._table(primitive.source, (some for some in looking(product(*domains)) if some not in forbidden))
        else:
            _engine.Forbidden(self.program, *self._rows(primitive.source, primitive.tuples))

    def _extremum(self, primitive: Extremum) -> None:
        scope = [self.places[variable] for variable in (*primitive.variables, primitive.result)]
        ranks = self._ranks(scope)
        if not primitive.is_largest:  # the smallest is the largest in the order turned round
            ranks = {value: len(ranks) - 1 - rank for value, rank in ranks.items()}
        _engine.Extremum(self.program, scope, self._views(scope, ranks), len(ranks))

    def _element(self, primitive: ElementAt) -> None:
        entries = primitive.entries
        index, value = self.places[primitive.index], self.places[primitive.value]
        positions = self._positions_of(value)
        scope: list[int] = [index, value]
        pointed: list[int] = []
        for place in self.values[index]:
            kind, content = entries[place] if 0 <= place < len(entries) else ("constant", None)
            if kind == "variable":
                if self.places[content] not in scope:
                    scope.append(self.places[content])
                pointed.append(scope.index(self.places[content]))
            elif 0 <= place < len(entries) and content in positions:
                pointed.append(-1 - positions[content])
            else:
                pointed.append(0)
        _engine.Element(self.program, scope, [None, None, *self._views(scope[2:], positions)], pointed)

    def _lexicographic(self, primitive: Lexicographic) -> None:
        scope, views = [], []
        for names in zip(primitive.left, primitive.right, strict=True):
            pair = [self.places[name] for name in names]
            scope += pair
            views += self._views(pair, self._ranks(pair))
        _engine.Lexicographic(self.program, scope, views, primitive.strict)

    def _clause(self, primitive: Clause) -> None:
        true: dict[int, list[int]] = {}
        for literal in primitive.literals:
            v = self.places[literal.variable]
            true.setdefault(v, []).extend(
                k for k, value in looking(enumerate(self.values[v])) if literal.accepts(value)
            )
        _engine.Clause(self.program, list(true), list(true.values()))

    def _ranks(self, scope: Iterable[int]) -> dict[Any, int]:
        """The place of each value of some variables among all their values in ascending order."""
        domains = {id(values): values for v in scope for values in (self.values[v],)}
        together = dict.fromkeys(value for values in domains.values() for value in looking(values))
        return {value: k for k, value in enumerate(sorted(together))}

    def _views(self, scope: Iterable[int], places: Mapping[Any, int]) -> list[_engine.View]:
        """How to see the values of each of some variables at places of a list."""
        made: dict[int, _engine.View] = {}
        for v in scope:
            values = self.values[v]
            if id(values) not in made:
                made[id(values)] = _engine.View([places.get(value, -1) for value in looking(values)])
        return [made[id(self.values[v])] for v in scope]

    # -- exact cover -------------------------------------------------------------------------------

    def _cover(self, primitive: Covering) -> None:
        """Items are numbered in the order of the scope, those that need not be covered after them."""
        scope = [self.places[item] for item in primitive.scope]
        numbers = {item: k for k, item in enumerate(primitive.scope)}
        positions = [self._positions_of(v) for v in scope]
        items, places = [], []
        covering: list[list[int]] = [[] for _ in scope]
        for option, covered in looking(primitive.options):
            own = sorted([numbers.setdefault(item, len(numbers)) for item in covered])
            where = [positions[k].get(option, -1) for k in own if k < len(scope)]
            for k, place in zip(own, where, strict=False):
                if place >= 0:
                    covering[k].append(place)
            items.append(own)
            places.append(where)
        for item, v, own in zip(primitive.scope, scope, covering, strict=True):
            if len(own) < len(self.values[v]):
                kept = {self.values[v][place] for place in own}
                self.keep(item, kept.__contains__)
        _engine.Cover(self.program, scope, items, places, len(numbers), ROWS)

    # -- expressions -------------------------------------------------------------------------------

    def _images(self, primitive: Images) -> None:
        """What each expression is worth is an auxiliary variable, and a table says which values it comes from."""
        source, of = primitive.source, primitive.of
        sizes = [prod(len(self.domain(variable)) for variable in variables) for variables, _ in primitive.terms]
        if not self.propagates or len(primitive.scope) <= 2 or max(sizes) > TUPLES:
            self._default(source)
            return
        if self._is_written_out(source, FEW_TUPLES):
            return
        worths = [self._worth(variables, function) for variables, function in primitive.terms]
        outer = self.places, self._width
        self.places = dict(zip(of.scope, worths, strict=True))
        self._width = sum(len(self.values[v]) + 1 for v in worths)
        try:
            self.compile(of)
        finally:
            self.places, self._width = outer
        occurring = [variable for variables, _ in primitive.terms for variable in variables]
        if len(set(occurring)) < len(occurring):  # otherwise one open variable leaves one open expression
            scope = [self.places[variable] for variable in source.scope]
            _engine.Callback(self.program, scope, self._last_open(source, scope), 1)

    def _worth(self, variables: Sequence[Hashable], function: Callable[[Sequence[Any]], Any]) -> int:
        """A new variable that has the value of an expression."""
        rows = [(*some, function(some)) for some in looking(product(*map(self.domain, variables)))]
        values = list(dict.fromkeys(row[-1] for row in rows))
        worth = self.program.auxiliary(len(values))
        self.values.append(values)
        scope = [*(self.places[variable] for variable in variables), worth]
        _engine.Table(self.program, scope, [self._positions_of(v) for v in scope], rows)
        return worth

    # -- what Python decides -----------------------------------------------------------------------

    def _default(self, constraint: Constraint) -> None:
        scope = constraint.scope
        if len(scope) == 1:
            self.keep(scope[0], lambda value: truth(constraint, (value,)))
        elif len(scope) == 2:
            self.pairs(scope[0], scope[1], lambda one, other: truth(constraint, (one, other)))
        elif not self.propagates:
            self._check(constraint)
        else:
            prunes = type(constraint).propagate is not Constraint.propagate
            if self._is_written_out(constraint, FEW_TUPLES if prunes else TUPLES):
                return
            numbers = [self.places[variable] for variable in scope]
            if prunes:
                _engine.Callback(self.program, numbers, self._asking(constraint, numbers), len(numbers))
            _engine.Callback(self.program, numbers, self._last_open(constraint, numbers), 1)

    def _check(self, constraint: Constraint) -> None:
        """Only check a constraint, for the level that does not propagate."""
        scope = [self.places[variable] for variable in constraint.scope]
        _engine.Check(self.program, scope, self._judging(constraint, scope), constraint.partial)

    def _judging(self, constraint: Constraint, scope: list[int]) -> Callable[[list[Any]], Any]:
        """Asks the constraint about each value of the open variables, beside the decided ones."""
        values = [self.values[v] for v in scope]

        def kept(places: list[Any]) -> list[Any] | None:
            holes = [k for k, some in enumerate(places) if isinstance(some, list)]
            chosen = [OPEN if isinstance(some, list) else own[some] for own, some in zip(values, places, strict=True)]
            if not holes:
                return places if judged(constraint, chosen) else None
            for hole in holes:
                left = []
                for place in places[hole]:
                    chosen[hole] = values[hole][place]
                    if judged(constraint, chosen):
                        left.append(place)
                if not left:
                    return None
                chosen[hole] = OPEN
                places[hole] = left
            return places

        return kept

    def _is_written_out(self, constraint: Constraint, most: int) -> bool:
        """Whether a constraint is now a table of its combinations of values, because there are few enough."""
        domains = [self.domain(variable) for variable in constraint.scope]
        if prod(map(len, domains)) > most:
            return False
        self._table(constraint, (some for some in looking(product(*domains)) if truth(constraint, some)))
        return True

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
            self._pairs_of(tuples, *(self.places[variable] for variable in scope))
        else:
            self._table(primitive.source, tuples)

    def _pairs_of(self, tuples: Iterable[tuple[Any, ...]], v: int, w: int) -> None:
        """Two variables by the pairs of values that go together."""

        def rows() -> tuple[list[int], list[int]]:
            first, second = self._positions_of(v), self._positions_of(w)
            rows, columns = [0] * len(first), [0] * len(second)
            for one, other in looking(tuples):
                i, j = first.get(one), second.get(other)
                if i is not None and j is not None:
                    rows[i] |= 1 << j
                    columns[j] |= 1 << i
            return rows, columns

        self._conflicts(v, w, rows, tuples if isinstance(tuples, frozenset) else None)

    def _table(self, constraint: Constraint, tuples: Iterable[tuple[Any, ...]]) -> None:
        if self.propagates:
            _engine.Table(self.program, *self._rows(constraint, tuples))
        else:
            self._check(constraint)

    def _rows(
        self, constraint: Constraint, tuples: Iterable[tuple[Any, ...]]
    ) -> tuple[list[int], list[dict[Any, int]], list[tuple[Any, ...]]]:
        """The scope of a table, the places of the values of each variable, and the tuples."""
        scope = [self.places[variable] for variable in constraint.scope]
        some = list(map(tuple, looking(tuples)))
        if sum(len(self.values[v]) for v in scope) * len(some) > SUPPORTS:
            raise CannotCompileError(f"{constraint.title} has too many tuples for the engine")
        return scope, [self._positions_of(v) for v in scope], some


def _bytes(values: int) -> int:
    """How many bytes the words of so many values take."""
    return 8 * max(1, (values + 63) // 64)
