"""The compiler: declared constraints become a network.

Constraints say which primitives they are made of, and the record of each of these names its reference, which stands in
a file of its own. The form of a primitive depends on the level: the levels that propagate make propagators of all that
is not masks, and a forward check for the others.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping
from itertools import product
from numbers import Rational
from typing import TYPE_CHECKING, Any, Final

from clew.constraints.base import Constraint, normal, truth
from clew.constraints.primitives import Callback, Conflicts, Primitive, Unary, implied
from clew.constraints.registration import Registered
from clew.errors import ClewError
from clew.limits import look, looking
from clew.reference.propagation.callback import CallbackPropagator, ForwardCheckPropagator, LastOpenPropagator
from clew.reference.propagation.cover import fixes_together
from clew.reference.propagation.masks import Conflicting, MaskSource
from clew.reference.propagation.network import Network
from clew.reference.propagation.propagator import Propagator
from clew.reference.propagation.table import TablePropagator
from clew.state.lanes import AnyLanes, Lanes
from clew.state.levels import Level
from clew.state.thresholds import are_few

if TYPE_CHECKING:
    from clew.constraints.primitives import Covering
    from clew.reference.propagation.automaton import UnrolledAutomaton


class Compiler:
    """Makes a network of the constraints of a problem.

    Args:
        domains: the variables with their values.
        constraints: those that must hold.
        level: the inference; unless it propagates, constraints on more than two variables are only checked.
        implies: whether what follows from several constraints is added, at the levels that propagate.

    Attributes:
        propagates, lanes: whether the level propagates; the place of each variable's domain.
        primitives: those that the constraints are made of.
        automata: those made so far, so that equal constraints over equal domains may share one.
        removed, cover: the bits that constraints on one variable have taken; the latest exact cover.
    """

    def __init__(
        self,
        domains: Mapping[Any, Iterable[Any]],
        constraints: Iterable[Constraint],
        level: Level,
        implies: bool = True,
    ) -> None:
        self.level = level
        self.propagates = level.propagates
        self.lanes: AnyLanes = Lanes(domains)
        self._sources: dict[Any, list[MaskSource]] = {}
        self._propagators: list[Propagator] = []
        self.primitives: list[Primitive] = []
        self.automata: dict[Hashable, UnrolledAutomaton] = {}
        self.removed = 0
        self.cover: Covering | None = None
        self._links: dict[int, tuple[int, ...]] = {}
        self._duals: list[tuple[int, Constraint]] = []
        self._shrunk: list[tuple[int, Constraint]] = []
        self._end = self.lanes.guards.bit_length()
        self.constraints = tuple(constraints)
        for constraint in sorted(self.constraints, key=lambda c: len(c.scope) > 1):  # unary ones come first
            self._compile(constraint)
        if self.propagates and implies:
            self._add_implied()

    def _add_implied(self) -> None:
        for primitive in [*implied(self.primitives, self._declared(), self.domain)]:
            self.add(primitive)

    def _declared(self) -> dict[Any, tuple[Any, ...]]:
        return {variable: lane.values for variable, lane in self.lanes.lane.items()}

    def _compile(self, constraint: Constraint) -> None:
        look()
        removed = self.removed
        try:
            constraint.compile(self)
            is_more = self.propagates and type(constraint).implied is not Constraint.implied
            for primitive in constraint.implied(self._declared()) if is_more else ():
                self.add(primitive)
        except ClewError:
            raise
        except Exception as error:
            error.add_note(f"while {constraint.title} was compiled")
            raise
        if self.removed != removed:
            self._shrunk.append((self.removed ^ removed, constraint))

    def network(self) -> Network:
        """The network compiled so far."""
        widths, owners = zip(*self._duals, strict=True) if self._duals else ((), ())
        lanes = self.lanes.with_auxiliary(widths) if widths else self.lanes
        propagators = tuple(sorted(self._propagators, key=lambda p: p.cost))
        watching: dict[int, int] = {}
        for k, propagator in enumerate(propagators):
            for lane in propagator.scope:
                watching[lane.guard] = watching.get(lane.guard, 0) | 1 << k
        return Network(
            lanes=lanes,
            sources=self._sources,
            links=self._links,
            fixes_together=fixes_together(self.cover, lanes) if self.cover and len(self.constraints) == 1 else {},
            dual_of=dict(zip(sorted(lanes.owner)[len(lanes.variables) :], owners, strict=True)),
            start=lanes.start & ~self.removed,
            propagators=propagators,
            watching=watching,
            prunes=self.level.prunes,
            constraints=self.constraints,
            shrunk=tuple(self._shrunk),
        )

    def add(self, primitive: Primitive) -> None:
        """Compile a primitive.

        Raises:
            TypeError: it is none.
        """
        if not isinstance(primitive, Primitive):
            raise TypeError(f"{primitive!r} is no primitive")
        self.primitives.append(primitive)
        primitive = normal(primitive, self.propagates)
        reference = COMPILE[type(primitive)]
        if isinstance(reference, type):
            self.propagate(reference(primitive, self.lanes))
        else:
            reference(self, primitive)

    def add_unary(self, primitive: Unary) -> None:
        """Only some values of a variable stay."""
        self.keep(primitive.variable, primitive.accepts)

    def add_conflicts(self, primitive: Conflicts) -> None:
        """Masks for two variables."""
        self.pairs(primitive.source, primitive.one, primitive.other, primitive.compatible)

    def add_callback(self, primitive: Callback) -> None:
        """Python decides."""
        self.default(primitive.source)

    # -- what these, and a `compile` of a constraint's own, call ------------------------------------

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
            if not self.is_written_out(constraint, prunes):
                kinds = (CallbackPropagator, LastOpenPropagator) if prunes else (LastOpenPropagator,)
                self._propagators += [kind(constraint, self.lanes) for kind in kinds]

    def is_written_out(self, constraint: Constraint, prunes: bool) -> bool:
        """Whether a constraint is now a table of its combinations of values, because there are few enough.

        Args:
            constraint: the constraint.
            prunes: whether it would prune by itself otherwise.
        """
        domains = self.domains(constraint.scope)
        if not are_few(domains, prunes=prunes):
            return False
        self.tuples(constraint, (values for values in looking(product(*domains)) if truth(constraint, values)))
        return True

    def keep(self, variable: Hashable, accepts: Callable[[Any], bool]) -> None:
        """Keep only some values of a variable."""
        self.removed |= self.refused(variable, accepts)

    def domain(self, variable: Hashable) -> tuple[Any, ...]:
        """The values that a variable has left."""
        lane = self.lanes.lane[variable]
        return lane.select(lane.full & ~(self.removed >> lane.offset))

    def domains(self, scope: Iterable[Hashable]) -> list[tuple[Any, ...]]:
        """The values that some variables have left."""
        return list(map(self.domain, scope))

    def is_exact(self, scope: Iterable[Hashable], *numbers: Any) -> bool:
        """Whether some numbers and all values are exact: bounds of rounded ones could cut off a sum that just fits."""
        domains = {id(values): values for variable in scope for values in (self.lanes.lane[variable].values,)}
        return all(isinstance(value, Rational) for values in (numbers, *domains.values()) for value in looking(values))

    def propagate(self, propagator: Propagator) -> None:
        """Run a propagator whenever a domain in its scope changes, for the levels that propagate."""
        if self.propagates:
            self._propagators.append(propagator)

    def check(self, constraint: Constraint) -> None:
        """Check a constraint when one of its variables is assigned, at the levels that do not propagate."""
        if not self.propagates:
            self._propagators.append(ForwardCheckPropagator(constraint, self.lanes))

    def pairs(self, constraint: Constraint, one: Hashable, other: Hashable, holds: Callable[[Any, Any], bool]) -> None:
        """Masks for two variables, from the conflicts of their values: they are found when a mask is made."""
        self.masks(constraint, one, lambda value: self.refused(other, lambda w: holds(value, w)))
        self.masks(constraint, other, lambda value: self.refused(one, lambda v: holds(v, value)))

    def refused(self, variable: Hashable, accepts: Callable[[Any], bool]) -> int:
        """The bits of the values that a variable has left and that are not accepted."""
        lane = self.lanes.lane[variable]
        left = ~self.removed >> lane.offset & lane.full
        return (left & ~lane.accepted(accepts, left)) << lane.offset

    def masks(self, constraint: Constraint, variable: Hashable, conflicts: Conflicting) -> None:
        """Masks of any shape: a function from a value of a variable to the bits that it rules out.

        Conflicts are mutual: a value that another rules out must rule it out in its turn.
        """
        self._sources.setdefault(variable, []).append(MaskSource(constraint, conflicts))

    def tuples(self, constraint: Constraint, tuples: Iterable[tuple[Any, ...]]) -> None:
        """A constraint by its allowed tuples."""
        scope = constraint.scope
        if len(scope) == 1:
            allowed = {values[0] for values in looking(tuples)}
            self.keep(scope[0], lambda value: value in allowed)
        elif len(scope) == 2 and (self.level.supports or not self.propagates):
            together = set(looking(tuples))
            self.pairs(constraint, scope[0], scope[1], lambda one, other: (one, other) in together)
        elif self.propagates:
            self._propagators.append(TablePropagator(constraint, self.lanes, tuples))
        else:
            self.check(constraint)

    def add_duals(self, constraint: Constraint, targets: Iterable[list[int]]) -> None:
        """A dual lane for each of some values that must have a place, of the places of the bits that stand for it."""
        for places in targets:
            for k, place in enumerate(places):
                self._links[place] = (*self._links.get(place, ()), self._end + k)
            self._duals.append((len(places), constraint))
            self._end += len(places) + 1


COMPILE: Final = Registered("reference")
"""The reference of each primitive, as its record names it."""
