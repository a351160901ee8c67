"""From the meaning of constraints to a program of the engine: one `match` over their primitives.

It stands beside `clew.propagation.compiler`, which makes the network for the search in Python of the same primitives:
each of them prunes as much here as there (`clew.propagation.strength`).
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
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
    Disjunction,
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
    from clew.core.unrolling import Unroller

WORD: Final = 62
"""Bits that the sums of a linear constraint must fit into."""

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

SUPPORTS: Final = 2**33
"""Bits that the supports of a table may take: a gigabyte."""


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
        values: for each variable, by its number, the values that it was declared with.
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
    if level.name not in ("forward", "unit"):
        raise CannotCompileError(f"inference {level.name!r} is known to Python alone")
    compiler = EngineCompiler(domains, level)
    for constraint in sorted(constraints, key=lambda c: len(c.scope) > 1):  # unary ones come first
        look()
        if type(constraint).compile is not Constraint.compile:
            raise CannotCompileError(f"{constraint.title} compiles itself")
        try:
            for primitive in constraint.primitives():
                compiler.add(primitive)
        except (ClewError, CannotCompileError):
            raise
        except Exception as error:
            error.add_note(f"while {constraint.title} was compiled")
            raise
    if objective is not None:
        compiler.minimize(objective)
    return Compiled(compiler.program, compiler.places, compiler.values)


class EngineCompiler:
    """Makes a program, primitive by primitive.

    Args:
        domains: the variables with their values.
        level: `forward` or `unit`.
    """

    def __init__(self, domains: Mapping[Any, Sequence[Any]], level: Level) -> None:
        self.places = {variable: k for k, variable in enumerate(domains)}
        self.values = list(domains.values())
        self.propagates = level.propagates
        self.program = _engine.Program([len(domain) for domain in self.values], not level.propagates)
        self._width = sum(len(domain) + 1 for domain in self.values)
        self._left: dict[int, list[int]] = {}  # the places that constraints on one variable have left
        self._positions: dict[int, dict[Any, int]] = {}
        self._are_integers: dict[int, bool] = {}
        self._told: set[int] = set()
        self._unroller: Unroller | None = None

    def add(self, primitive: Primitive) -> None:
        """Compile a primitive.

        Raises:
            CannotCompileError: the engine has no form for it.
        """
        match primitive:
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
            case Disjunction():
                self._disjunction(primitive)
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
        if relation == "!=" and offset == 0 and (ours is theirs or ours == theirs):
            _engine.Distinct(self.program, [v, w], [0, 0], len(ours), False)
        elif relation == "!=" and type(offset) is int and self._is_run(v) and self._is_run(w):
            shifts = ours[0], theirs[0] + offset
            least = min(shifts)
            targets = max(shifts[0] + len(ours), shifts[1] + len(theirs)) - least
            _engine.Distinct(self.program, [v, w], [shift - least for shift in shifts], targets, False)
        elif relation != "!=" and self.propagates and isinstance(offset, int) and self._fits([v, w], [1, -1], offset):
            _engine.Linear(self.program, [v, w], [1, -1], *_ends(relation, offset))
        else:
            self.pairs(primitive.one, primitive.other, _comparing(primitive))

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
            _engine.Distinct(self.program, scope, shifts, number, must_all)

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
        if not self._places_all(scope):
            return False
        taken = {place + shift for v, shift in zip(scope, shifts, strict=True) for place in self.left(v)}
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
        _engine.DistinctMapped(self.program, scope, targets, len(numbers), must_all)

    # -- arithmetic --------------------------------------------------------------------------------

    def _sum(self, primitive: WeightedSum) -> None:
        scope = [self.places[variable] for variable in primitive.scope]
        if len(scope) < 2 or not self.propagates:
            self._default(primitive.source)
            return
        if primitive.relation == "!=":
            raise CannotCompileError(f"{primitive.source.title} says that a sum is not a number")
        numbers = (*primitive.coefficients, primitive.bound)
        if not all(isinstance(number, int) for number in numbers):
            raise CannotCompileError(f"{primitive.source.title} is not of whole numbers")
        if not self._fits(scope, primitive.coefficients, primitive.bound):
            raise CannotCompileError(f"{primitive.source.title}: its sums do not fit into a word")
        least, most = _ends(primitive.relation, primitive.bound)
        _engine.Linear(self.program, scope, list(primitive.coefficients), least, most)

    def _disjunction(self, primitive: Disjunction) -> None:
        source, sums = primitive.source, primitive.sums
        scope = [self.places[variable] for variable in primitive.scope]
        if not self.propagates:
            self._default(source)
            return
        if not all(isinstance(number, int) for one in sums for number in (*one.coefficients, one.bound)):
            raise CannotCompileError(f"{source.title} is not of whole numbers")
        if len(sums) > SUMS or len(sums) * len(scope) > TUPLES:
            raise CannotCompileError(f"{source.title} has too many parts")
        rows = [dict(zip(one.scope, one.coefficients, strict=True)) for one in sums]
        weights = [[row.get(variable, 0) for variable in primitive.scope] for row in rows]
        bounds = [one.bound - (one.relation == "<") for one in sums]
        if not all(self._fits(scope, row, bound) for row, bound in zip(weights, bounds, strict=True)):
            raise CannotCompileError(f"{source.title}: its sums do not fit into a word")
        _engine.Disjunction(self.program, scope, [weight for row in weights for weight in row], bounds)

    def minimize(self, objective: Target) -> None:
        """Make a weighted sum small.

        Raises:
            CannotCompileError: it is not of whole numbers, not propagated, or does not fit into a word.
        """
        variables, weights = objective
        scope = [self.places[variable] for variable in variables]
        if not self.propagates:
            raise CannotCompileError("an objective is propagated under inference 'unit'")
        if not all(isinstance(weight, int) for weight in weights) or not self._fits(scope, weights, 0):
            raise CannotCompileError("the objective is not of whole numbers that fit into a word")
        _engine.Objective(self.program, scope, list(weights))

    def _fits(self, scope: Sequence[int], weights: Sequence[int], bound: int) -> bool:
        """Whether the values of some variables are whole numbers, whose weighted sums fit into a word."""
        if not all(map(self._whole, scope)):
            return False
        size = abs(bound) + sum(
            abs(weight) * max(map(abs, self.values[v]), default=0) for weight, v in zip(weights, scope, strict=True)
        )
        return not size >> WORD

    def _whole(self, v: int) -> bool:
        """Whether the values of a variable are whole numbers; if they are, the program is told them."""
        values = self.values[v]
        known = self._are_integers.get(id(values))
        if known is None:
            known = isinstance(values, range) or all(isinstance(value, int) for value in values)
            known = known and max(map(abs, values), default=0) >> WORD == 0
            self._are_integers[id(values)] = known
        if known and v not in self._told:
            same = [u for u, others in enumerate(self.values) if others is values]
            self._told.update(same)
            self.program.integers(same, list(values))
        return known

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


def _ends(relation: str, bound: int) -> tuple[int | None, int | None]:
    """The least and the most that a sum of whole numbers may be; None for no end."""
    if relation == "==":
        return bound, bound
    if relation in ("<", "<="):
        return None, bound - (relation == "<")
    return bound + (relation == ">"), None
