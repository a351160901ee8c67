"""The compiler: declared constraints become a network.

Constraints say which primitives they are made of; `Compiler.add` is one `match` over these. The form of a
primitive depends on the level: the levels that propagate make propagators of all that is not masks, for the others it
is a forward check.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping
from itertools import product
from math import prod
from numbers import Rational
from typing import Any, Final, TypeVar

from clew.constraints.arithmetic import comparing
from clew.constraints.base import Constraint, Stepwise, truth
from clew.constraints.primitives import (
    Callback,
    Cardinality,
    Clause,
    Conflicts,
    Connection,
    Cover,
    Difference,
    Disjunction,
    Distinct,
    DistinctTuples,
    Element,
    Extension,
    Extremum,
    Forbidden,
    Forest,
    Images,
    Lexicographic,
    Polynomial,
    Primitive,
    Reading,
    Unary,
    WeightedSum,
)
from clew.errors import ClewError
from clew.limits import look, looking
from clew.propagation.automaton import AutomatonPropagator, UnrolledAutomaton
from clew.propagation.callback import CallbackPropagator, LastOpenPropagator
from clew.propagation.cardinality import CardinalityPropagator
from clew.propagation.clause import ClausePropagator
from clew.propagation.connection import ConnectionPropagator
from clew.propagation.disjunction import DisjunctionPropagator
from clew.propagation.distinct import Targets
from clew.propagation.distinct_tuples import DistinctTuplesPropagator
from clew.propagation.element import ElementPropagator
from clew.propagation.extremum import ExtremumPropagator
from clew.propagation.forbidden import ForbiddenPropagator
from clew.propagation.forest import ForestPropagator
from clew.propagation.forward_check import ForwardCheckPropagator
from clew.propagation.images import ImagesPropagator
from clew.propagation.keeping import kept
from clew.propagation.levels import FORWARD, Level
from clew.propagation.lexicographic import LexicographicPropagator
from clew.propagation.linear import LinearPropagator
from clew.propagation.matching import MatchingPropagator
from clew.propagation.network import Conflicting, Network, Source
from clew.propagation.polynomial import PolynomialPropagator
from clew.propagation.propagator import Propagator
from clew.propagation.table import TablePropagator
from clew.state.lanes import Lane, Lanes, bits_of

K = TypeVar("K")

TUPLES: Final = 20_000
"""Combinations of values up to which a constraint on three or more variables is written out as a table."""

FEW_TUPLES: Final = 1000
"""The same for one that prunes by itself: a table would prune more, and takes a millisecond to write out."""

PREIMAGES: Final = 20_000
"""Combinations of the values of its variables up to which an expression is calculated beforehand."""

DUAL_WIDTH: Final = 2**15
"""Bits of the variables' lanes up to which dual lanes are added beside them."""

DUAL_SCOPE: Final = 64
"""Variables up to which a permutation gets dual lanes: of more, a mask has so many bits to clear twice that it
costs more than it saves."""


PROPAGATORS: Final[Mapping[type[Primitive], Callable[[Any, Lanes[Any, Any]], Propagator]]] = {
    Cardinality: CardinalityPropagator,
    Clause: ClausePropagator,
    Connection: ConnectionPropagator,
    Element: ElementPropagator,
    Extremum: ExtremumPropagator,
    Forbidden: ForbiddenPropagator,
    Forest: ForestPropagator,
    Lexicographic: LexicographicPropagator,
}
"""The propagators of the primitives that have just one, whatever their values are."""


class Compiler:
    """Makes a network of the constraints of a problem.

    Args:
        domains: the variables with their values.
        constraints: those that must hold.
        level: the inference that the network is for. `unit` and `arc` propagate; for the others, constraints on
            more than two variables are only checked, and there are no auxiliary lanes.
    """

    def __init__(self, domains: Mapping[Any, Iterable[Any]], constraints: Iterable[Constraint], level: Level) -> None:
        self.level = level
        self.propagates = level.propagates
        self.lanes: Lanes[Any, Any] = Lanes(domains)
        self._sources: dict[Any, list[Source]] = {}
        self._propagators: list[Propagator] = []
        self._automata: dict[Hashable, UnrolledAutomaton] = {}
        self._removed = 0
        self._cover: Cover | None = None
        self._links: dict[int, tuple[int, ...]] = {}
        self._duals: list[int] = []
        self._dual_constraints: list[Constraint] = []
        self._shrunk: list[tuple[int, Constraint]] = []
        self._end = self.lanes.guards.bit_length()
        self.constraints = tuple(constraints)
        for constraint in sorted(self.constraints, key=lambda c: len(c.scope) > 1):  # unary ones come first
            look()
            removed = self._removed
            try:
                constraint.compile(self)
            except ClewError:
                raise
            except Exception as error:
                error.add_note(f"while {constraint.title} was compiled")
                raise
            if self._removed != removed:
                self._shrunk.append((self._removed ^ removed, constraint))

    def network(self) -> Network:
        """The network compiled so far."""
        lanes = self.lanes
        if self._duals:
            lanes = lanes.with_auxiliary(tuple(self._duals))
        propagators = tuple(sorted(self._propagators, key=lambda p: p.cost))
        watching: dict[int, int] = {}
        for k, propagator in enumerate(propagators):
            for variable in propagator.variables:
                guard = lanes.lane[variable].guard
                watching[guard] = watching.get(guard, 0) | 1 << k
        network = Network(
            lanes,
            0,
            self._sources,
            propagators,
            watching,
            self.level.prunes,
            self._links,
            self.constraints,
            self._fixes_together(),
            tuple(self._shrunk),
            dict(zip(sorted(lanes.owner)[len(lanes.variables) :], self._dual_constraints, strict=True)),
        )
        network.start = lanes.start & ~network.with_links(self._removed)
        return network

    def _fixes_together(self) -> dict[int, int]:
        """The lanes that a mask fixes, if all constraints are one exact cover: an option fixes those of its items."""
        cover = self._cover
        if len(self.constraints) != 1 or cover is None:
            return {}
        lane = self.lanes.lane
        fixes_together = {}
        for option, items in looking(cover.options):
            own = [lane[item] for item in items if item in lane]
            guards = sum(1 << lane.guard for lane in own)
            for one in own:
                if option in one.positions:
                    fixes_together[one.offset + one.positions[option]] = guards
        return fixes_together if set(lane) == set(cover.scope) else {}

    def add(self, primitive: Primitive) -> None:  # noqa: C901  (one case for each)
        """Compile a primitive.

        Raises:
            TypeError: it is none.
        """
        source = primitive.source
        match primitive:
            case Unary(variable=variable, accepts=accepts):
                self.keep(variable, accepts)
            case Conflicts(one=one, other=other, compatible=compatible):
                self.pairs(source, one, other, compatible)
            case Difference():
                self._difference(primitive)
            case Extension():
                self._extension(primitive)
            case Reading(source=reader):
                self._read(reader)
            case WeightedSum():
                self._sum(primitive)
            case Polynomial():
                self._polynomial(primitive)
            case _ if type(primitive) in PROPAGATORS:
                self._pruned(primitive, PROPAGATORS[type(primitive)])
            case Disjunction():
                self._disjunction(primitive)
            case Distinct():
                self._distinct(primitive)
            case DistinctTuples():
                self._distinct_tuples(primitive)
            case Cover():
                self._cover_items(primitive)
            case Images():
                self._images(primitive)
            case Callback():
                self.default(source)
            case _:
                raise TypeError(f"{source.title}: {primitive!r} is no primitive")

    # -- the same for a `compile` of a constraint's own -------------------------------------------

    def default(self, constraint: Constraint) -> None:
        """Compile by `holds` and `propagate` alone: ask them.

        One variable shrinks its domain, two become masks, a small product of domains becomes a table. Otherwise an
        override of `propagate` is called, and `holds` is asked about the values of the last open variable.
        """
        scope = constraint.scope
        if len(scope) == 1:
            self.keep(scope[0], lambda value: truth(constraint, (value,)))
        elif len(scope) == 2:
            self.pairs(constraint, scope[0], scope[1], lambda one, other: truth(constraint, (one, other)))
        elif not self.propagates:
            self.check(constraint)
        else:
            prunes = type(constraint).propagate is not Constraint.propagate
            if self._is_written_out(constraint, FEW_TUPLES if prunes else TUPLES):
                return
            if prunes:
                self._propagators.append(CallbackPropagator(constraint, self.lanes))
            self._propagators.append(LastOpenPropagator(constraint, self.lanes))

    def _is_written_out(self, constraint: Constraint, most: int) -> bool:
        """Whether a constraint is now a table of its combinations of values, because there are few enough."""
        domains = [self.domain(variable) for variable in constraint.scope]
        if prod(map(len, domains)) > most:
            return False
        self.tuples(constraint, (values for values in looking(product(*domains)) if truth(constraint, values)))
        return True

    def keep(self, variable: Hashable, accepts: Callable[[Any], bool]) -> None:
        """Keep only some values of a variable."""
        lane = self.lanes.lane[variable]
        refused = (k for k, value in looking(enumerate(lane.values)) if not accepts(value))
        self._removed |= bits_of(refused, len(lane.values)) << lane.offset

    def domain(self, variable: Hashable) -> tuple[Any, ...]:
        """The values that a variable has left."""
        lane = self.lanes.lane[variable]
        return lane.select(lane.full & ~(self._removed >> lane.offset))

    def propagate(self, propagator: Propagator) -> None:
        """Run a propagator whenever a domain in its scope changes, for the levels that propagate."""
        if self.propagates:
            self._propagators.append(propagator)

    def check(self, constraint: Constraint) -> None:
        """Check a constraint when one of its variables is assigned, for the levels that do not propagate."""
        if not self.propagates:
            self._propagators.append(ForwardCheckPropagator(constraint, self.lanes))

    def pairs(self, constraint: Constraint, one: Hashable, other: Hashable, holds: Callable[[Any, Any], bool]) -> None:
        """Masks for two variables, from the conflicts of their values: they are found when a mask is made."""
        left, right = self.lanes.lane[one], self.lanes.lane[other]

        def conflicts_of_one(value: Any) -> int:
            return self._refused(right, lambda w: holds(value, w))

        def conflicts_of_other(value: Any) -> int:
            return self._refused(left, lambda v: holds(v, value))

        self.masks(constraint, one, conflicts_of_one)
        self.masks(constraint, other, conflicts_of_other)

    def _refused(self, lane: Lane[Any], accepts: Callable[[Any], bool]) -> int:
        """The bits of the values that a lane has left and that are not accepted."""
        left = lane.full & ~(self._removed >> lane.offset)
        refused = (lane.positions[value] for value in looking(lane.select(left)) if not accepts(value))
        return bits_of(refused, len(lane.values)) << lane.offset

    def masks(self, constraint: Constraint, variable: Hashable, conflicts: Conflicting) -> None:
        """Masks of any shape: a function from a value of a variable to the bits that it rules out.

        Conflicts are mutual: a value that another rules out must rule it out in its turn.
        """
        self._sources.setdefault(variable, []).append(Source(constraint, conflicts))

    def tuples(self, constraint: Constraint, tuples: Iterable[tuple[Any, ...]]) -> None:
        """A constraint by its allowed tuples."""
        scope = constraint.scope
        if len(scope) == 1:
            allowed = {values[0] for values in looking(tuples)}
            self.keep(scope[0], lambda value: value in allowed)
        elif len(scope) == 2:
            together = set(looking(tuples))
            self.pairs(constraint, scope[0], scope[1], lambda one, other: (one, other) in together)
        elif self.propagates:
            self._propagators.append(TablePropagator(constraint, self.lanes, tuples))
        else:
            self.check(constraint)

    # -- the primitives that need more than a line ------------------------------------------------

    def _extension(self, primitive: Extension) -> None:
        tuples = primitive.tuples
        if callable(tuples):
            made = tuples([self.domain(variable) for variable in primitive.scope])
            if made is None:
                self.default(primitive.source)
                return
            tuples = made
        self.tuples(primitive.source, tuples)

    def _read(self, reader: Stepwise) -> None:
        if len(reader.scope) <= 2:
            self.default(reader)
        elif self.propagates:
            self._propagators.append(AutomatonPropagator(reader, self.lanes, self._automata))
        else:
            self.check(reader)

    def _pruned(self, primitive: Primitive, propagator: Callable[[Any, Lanes[Any, Any]], Propagator]) -> None:
        """A propagator for three variables or more; it leaves of the last open one only values that satisfy it."""
        if len(primitive.scope) <= 2:
            self.default(primitive.source)
        elif self.propagates:
            self._propagators.append(propagator(primitive, self.lanes))
        else:
            self.check(primitive.source)

    def _difference(self, primitive: Difference) -> None:
        """Masks, and bounds besides if the numbers are exact."""
        self.pairs(primitive.source, primitive.one, primitive.other, comparing(primitive))
        if self.propagates and primitive.relation != "!=" and self._is_exact(primitive.scope, [primitive.offset]):
            self._propagators.append(LinearPropagator(primitive, self.lanes))

    def _is_exact(self, scope: Iterable[Hashable], numbers: Iterable[Any]) -> bool:
        """Whether some numbers and all values are exact: bounds of rounded ones could cut off a sum that just fits."""
        if not all(isinstance(number, Rational) for number in numbers):
            return False
        domains = {id(values): values for variable in scope for values in (self.lanes.lane[variable].values,)}
        return all(isinstance(value, Rational) for values in domains.values() for value in looking(values))

    def _sum(self, primitive: WeightedSum) -> None:
        source, scope = primitive.source, primitive.scope
        is_exact = self._is_exact(scope, [*primitive.coefficients, primitive.bound])
        if len(scope) <= 2 or not is_exact:
            self.default(source)
        if not is_exact or len(scope) < 2 or (len(scope) == 2 and primitive.relation == "!="):
            return
        if self.propagates:
            self._propagators.append(LinearPropagator(primitive, self.lanes))
        elif len(scope) > 2:
            self.check(source)

    def _disjunction(self, primitive: Disjunction) -> None:
        if self.propagates and self._is_exact(primitive.scope, ()):
            self._propagators.append(DisjunctionPropagator(primitive, self.lanes))
        else:
            self.default(primitive.source)

    def _polynomial(self, primitive: Polynomial) -> None:
        source, scope = primitive.source, primitive.scope
        weights = [weight for weight, _ in primitive.terms]
        if not self.propagates or len(scope) <= 2 or not self._is_exact(scope, [*weights, primitive.bound]):
            self.default(source)
        elif not self._is_written_out(source, FEW_TUPLES):
            propagator = PolynomialPropagator(primitive, self.lanes)
            self._propagators.append(propagator)
            if not propagator.is_exact:
                self._propagators.append(LastOpenPropagator(source, self.lanes))

    def _images(self, primitive: Images) -> None:
        source = primitive.source
        domains = {variable: self.domain(variable) for variable in primitive.scope}
        most = max(prod(len(domains[variable]) for variable in variables) for variables, _ in primitive.terms)
        if not self.propagates or len(domains) <= 2 or most > PREIMAGES:
            self.default(source)
        elif not self._is_written_out(source, FEW_TUPLES):
            network = lambda worths: Compiler(worths, (primitive.of,), self.level).network()  # noqa: E731
            self._propagators.append(ImagesPropagator(primitive, self.lanes, domains, network))
            self._propagators.append(LastOpenPropagator(source, self.lanes))

    def _distinct_tuples(self, primitive: DistinctTuples) -> None:
        source = primitive.source
        if len(primitive.scope) <= 2:
            self.default(source)
        elif self.propagates:
            self._propagators.append(DistinctTuplesPropagator(primitive, self.lanes))
            if sum(map(len, primitive.vectors)) > len(primitive.scope):  # a variable is in two of them
                self._propagators.extend(LastOpenPropagator(pair, self.lanes) for pair in primitive.pairs())
        else:
            for pair in primitive.pairs():
                self.check(pair)

    def _distinct(self, primitive: Distinct) -> None:
        """Masks, and dual lanes if every value must have its place."""
        lanes = [self.lanes.lane[variable] for variable in primitive.scope]
        targets = Targets(primitive, lanes)
        for position, variable in enumerate(primitive.scope):
            self.masks(primitive.source, variable, targets.conflicts(position))
        if not self.propagates:
            return
        if self.level.supports and len(lanes) > 2:
            self._propagators.append(MatchingPropagator(primitive, self.lanes))
        small = len(lanes) <= DUAL_SCOPE and self.lanes.guards.bit_length() <= DUAL_WIDTH
        if small and not primitive.exceptions:
            self._add_duals(primitive, targets.places(self._removed))

    def _add_duals(self, primitive: Distinct, places: Mapping[Any, list[int]]) -> None:
        if len(places) != len(primitive.scope):
            return
        for spots in places.values():
            for k, place in enumerate(spots):
                self._links[place] = (*self._links.get(place, ()), self._end + k)
            self._duals.append(len(spots))
            self._dual_constraints.append(primitive.source)
            self._end += len(spots) + 1

    def _cover_items(self, primitive: Cover) -> None:
        """Each option rules out, in one mask, all that share an item with it."""
        self._cover = primitive
        needed = set(primitive.scope)
        own: dict[Any, int] = {}
        covering: dict[Any, int] = {}
        for option, items in looking(primitive.options):
            own[option] = self.lanes.bits((item, option) for item in items if item in needed)
            for item in items:
                covering[item] = covering.get(item, 0) | own[option]
        items_of = dict(primitive.options)

        def conflicts(option: Any) -> int:
            ruled_out = 0
            for item in items_of.get(option, ()):
                ruled_out |= covering[item]
            return ruled_out & ~own.get(option, 0)

        for item in primitive.scope:
            self.keep(item, lambda option, item=item: item in items_of.get(option, ()))  # type: ignore[misc]
            self.masks(primitive.source, item, conflicts)


def compiled(domains: Mapping[Any, Iterable[Any]], constraints: tuple[Constraint, ...], level: Level) -> Network:
    """The network of some domains and constraints, made or found among the latest."""
    if not level.propagates:
        level = FORWARD
    return kept(level, domains, constraints, lambda: Compiler(domains, constraints, level).network(), _is_small)


def _is_small(network: Network) -> bool:
    return network.lanes.guards.bit_length() <= 2 * DUAL_WIDTH
