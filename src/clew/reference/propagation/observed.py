"""A network that is observed: it propagates as it does unobserved, and records each pruning with its constraint.

A network prunes for all constraints at once, by masks, and keeps no record of them: that makes it fast. A search that
is watched runs on an `Observed` network. Its fixpoint is that of the network itself, by the same function. The calls of
this function (of masks, propagators, checks) are recorded as they happen: nothing is pruned, or tried, once more to
learn why. So a watched search enters the same nodes as an unwatched one.

The values that explain a pruning are determined only if an observer asks for them (see `Network.explain`).
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping
from typing import Any, Self

import attrs

from clew.constraints.base import Constraint
from clew.reference.propagation.explanations import without_support
from clew.reference.propagation.network import Network
from clew.reference.propagation.propagator import Propagator
from clew.state.lanes import AnyLanes, Lane, places_of
from clew.state.state import DEAD_END, AnyState, DeadEnd

Pairs = tuple[tuple[Hashable, Hashable], ...]
"""Variables with values."""
Absent = Mapping[Any, Pairs]
Parts = tuple[tuple[int, Constraint | None], ...]
"""Bits of the lanes, dual ones too, and the constraints that rule them out; first those of the value's own lane."""


@attrs.define(eq=False)
class Pruning:
    """Values that were pruned in one step, or a dead end.

    Attributes:
        network: the network that pruned them; None if a problem has hooks alone.
        before: the domains before the step.
        bits: the values, as bits of the variables' lanes; 0 for a dead end.
        constraint: the one that pruned them; None if it was a hook, a given value, or a nogood learned before a
            restart. A dead end has none if a variable had no value from the start, or if a hook rejected the decision.
        others: the constraints that it takes besides: several together may leave a value without support.
        absent: for given variables that the network was compiled without: the pairs that it does not know.
    """

    network: Network | None
    before: int
    bits: int
    constraint: Constraint | None = None
    others: tuple[Constraint, ...] = ()
    absent: Absent = attrs.field(factory=dict)

    @property
    def is_given(self) -> bool:
        """Whether a given value took the others of its variable, as far as a network knows."""
        return self.network is not None and self.constraint is None and self.bits != 0

    @property
    def constraints(self) -> tuple[Constraint, ...]:
        """The constraint that pruned them, after those that it takes besides; none if it was no constraint."""
        return () if self.constraint is None else (*self.others, self.constraint)

    def missing(self, bits: int) -> int:
        """The missing values that suffice for some of the prunings, as bits; for the dead end if there are none.

        A user's own propagator may not prune the same again: its step depends on all that is missing in its scope.
        """
        network, missing = self.network, 0
        if network is None:
            return 0
        for bit in [1 << place for place in places_of(bits)] or [0]:
            try:
                missing |= network.explain(self.before, bit, self.constraints).missing
            except ValueError:
                missing |= network.lanes.mask(v for one in self.constraints for v in one.scope) & ~self.before
        return missing

    def explanation(self, values: Iterable[tuple[Hashable, Hashable]] = ()) -> Pairs | None:
        """The (variable, value) pairs whose absence suffices for some of the prunings, or for the dead end.

        Args:
            values: the values that were pruned; none of them for a dead end.

        Raises:
            ValueError: one of the values was not pruned here.
        """
        if self.network is None or (self.constraint is None and self.bits):
            return None
        lanes = self.network.lanes
        bits = lanes.bits(values) or self.bits
        if bits & ~self.bits:
            raise ValueError("not all of these values were ruled out here")
        pairs = tuple(lanes.pairs(self.missing(bits)))
        scopes = (variable for constraint in self.constraints for variable in constraint.scope)
        about = dict.fromkeys(scopes) or dict(pairs)
        return (*pairs, *(pair for variable in about for pair in self.absent.get(variable, ())))

    def __reduce__(self) -> tuple[Any, ...]:
        """A network has functions, which cannot be pickled: an event that is sent elsewhere goes without this."""
        return type(None), ()


@attrs.define(eq=False)
class Record:
    """The changes of the domains since a step began.

    Attributes:
        domains: those that are left.
        pruned: the prunings, in order.
        failure: the dead end, if there is one; later prunings are not recorded.
        absent: see `Pruning`.
    """

    domains: int = 0
    pruned: list[Pruning] = attrs.field(factory=list)
    failure: Pruning | None = None
    absent: Absent = attrs.field(factory=dict, kw_only=True)

    def begin(self, lanes: AnyLanes, domains: int) -> None:
        """Forget what was recorded. A variable without any value is the fault of no constraint."""
        self.domains, self.pruned, self.failure = domains, [], None
        if lanes.has_empty(domains):
            self.failure = Pruning(None, domains, 0)

    def end(self, after: AnyState | DeadEnd) -> None:
        """Record what no constraint took: a hook did, or what a restart has learned."""
        if after is not DEAD_END and (bits := self.domains & ~after.domains & after.lanes.declared):
            self.pruned.append(Pruning(None, self.domains, bits))


@attrs.define(eq=False)
class Observed(Network):
    """A network that records what each constraint takes from the domains.

    It keeps no masks of its own: so each one is asked for, whenever a value is chosen, and that is recorded.

    Attributes:
        plain: the network that it stands for; it makes and keeps the masks.
        record: where to record.
    """

    plain: Network = attrs.field(kw_only=True)
    record: Record = attrs.field(kw_only=True)
    _parts: dict[int, tuple[int, Parts]] = attrs.field(init=False, factory=dict)
    """For the place of a value its mask, and the mask taken apart: the bits that each constraint rules out."""

    @classmethod
    def of(cls, network: Network, record: Record) -> Self:
        """The same network, observed."""
        fields = {field.name: getattr(network, field.name) for field in attrs.fields(Network) if field.init}
        return cls(**fields, plain=network, record=record)

    def __attrs_post_init__(self) -> None:
        super().__attrs_post_init__()
        self.propagators = tuple(ObservedPropagator(propagator, self) for propagator in self.propagators)

    # -- what the steps of a search call ----------------------------------------------------------

    def assume(self, given: Mapping[Any, Any]) -> None:
        """Record what the constraints on one variable have taken, and then what given values take."""
        for bits, constraint in self.shrunk:
            self._remove(self.with_links(bits), constraint)
        record = self.record
        for variable, value in given.items():
            lane = self.lanes.lane[variable]
            bit = 1 << lane.offset + lane.positions[value]
            if record.failure is None and not record.domains & bit:
                took = next((one for one in record.pruned if one.bits & bit), Pruning(None, 0, 0))
                record.failure = attrs.evolve(took, bits=bit)
            self._remove(lane.full << lane.offset & ~bit, None)

    def propagate(self, domains: int, done: int, changed: int) -> tuple[int, int]:
        self._catch_up(domains)
        return super().propagate(domains, done, changed)

    def forward(self, domains: int, assigned: int, variable: Hashable, value: Hashable) -> tuple[int, int]:
        self._catch_up(domains)
        return super().forward(domains, assigned, variable, value)

    def is_consistent(self, domains: int, assigned: int, variable: Hashable, value: Hashable) -> bool:
        lane = self.lanes.lane[variable]
        place = lane.offset + lane.positions[value]
        for refusing in self._refusing(domains, assigned, lane, place):
            self.record.failure = self._step(domains, 1 << place, refusing)
            return False
        return True

    def broken(self, complete: AnyState) -> Constraint | None:
        broken = super().broken(complete)
        if broken is not None:
            self.record.failure = self._step(complete.domains, 0, broken)
        return broken

    def _refusing(self, domains: int, assigned: int, lane: Lane[Any], place: int) -> Iterator[Constraint | None]:
        """The constraints by which a value does not go with the assigned variables; as `Network.is_consistent`."""
        yield from (constraint for bits, constraint in self.shrunk if bits >> place & 1)
        _, parts = self._parts.get(place) or self._apart(place)
        full = self.lanes.full
        yield from (constraint for bits, constraint in parts if ((domains & ~bits) + full) & assigned != assigned)
        left = domains & ~(lane.full << lane.offset) | 1 << place | assigned | 1 << lane.guard
        yield from (check.constraint for check in self.about(lane.guard) if not check.accepts(left))

    # -- what propagation and explanations ask for ----------------------------------------------------------------

    def _make_mask(self, place: int) -> int:
        mask, parts = self._parts.get(place) or self._apart(place)
        record = self.record
        if record.domains & ~mask and record.failure is None:
            for bits, constraint in parts:
                if bits & record.domains:
                    self._remove(bits, constraint)
        return mask

    def conflicts(self, place: int) -> Iterable[tuple[int, Constraint]]:
        parts: tuple[tuple[int, Any], ...] = (self._parts.get(place) or self._apart(place))[1]
        return parts[1:]

    def supported(self, domains: int, done: int) -> int:
        left = self.plain.supported(domains, done)
        for place in places_of(domains & ~left):
            if self.record.failure is None:
                found = next(without_support(self, self.record.domains, 1 << place))
                *others, constraint = found.constraints
                self._remove(self.with_links(1 << place), constraint, tuple(others))
        return left

    # -- the record -------------------------------------------------------------------------------

    def note(self, constraint: Constraint, before: int, after: int) -> None:
        """Record what a constraint has left of some domains; 0 for nothing."""
        if after:
            self._remove(self.with_links(before & ~after), constraint)
        elif self.record.failure is None:
            self.record.failure = self._step(self.record.domains, 0, constraint)

    def _catch_up(self, domains: int) -> None:
        """Record the values that hooks and given values have taken since the latest step."""
        self._remove(self.record.domains & ~domains, None)

    def _remove(self, bits: int, constraint: Constraint | None, others: tuple[Constraint, ...] = ()) -> None:
        """Take values from the domains recorded."""
        record, lanes = self.record, self.lanes
        gone = bits & record.domains
        if not gone or record.failure is not None:
            return
        if gone & lanes.declared:
            record.pruned.append(self._step(record.domains, gone & lanes.declared, constraint, others))
        record.domains ^= gone
        empty = lanes.guards & ~(record.domains + lanes.full)
        if empty:
            own = [self.dual_of[guard] for guard in places_of(empty) if guard in self.dual_of]
            # A value that has no place left is missed by the constraint that wants it somewhere.
            is_missed = own and not empty & lanes.decisions
            record.failure = self._step(record.domains, 0, own[0] if is_missed else constraint)

    def _step(
        self, before: int, bits: int, constraint: Constraint | None, others: tuple[Constraint, ...] = ()
    ) -> Pruning:
        return Pruning(self.plain, before, bits, constraint, others, self.record.absent)

    def _apart(self, place: int) -> tuple[int, Parts]:
        """The mask of a value, and what each constraint rules out by it."""
        primal = self.primal.get(place, place)
        others = ~self.lane_of(primal)
        # Its variable takes no other: because it has no other, or, in a dual lane, the value has no other place.
        own = self._row(~others) & ~self._row(1 << primal), self.dual_of.get(self._guard(place).bit_length() - 1)
        conflicts = [(self._row(bits & others), constraint) for bits, constraint in super().conflicts(primal)]
        both = self.plain.mask(place), (own, *conflicts)
        if self._room > 0:
            self._room -= sum(bits.bit_length() for bits, _ in both[1])
            self._parts[place] = both
        return both


class ObservedPropagator(Propagator):
    """A propagator of an observed network: it prunes as the plain one does, and that is recorded."""

    def __init__(self, plain: Propagator, observed: Observed) -> None:
        self.constraint, self.guards, self.is_early = plain.constraint, plain.guards, plain.is_early
        self._plain = plain
        self._note = observed.note

    def __call__(self, domains: int) -> int:
        after = self._plain(domains)
        if after != domains:
            self._note(self.constraint, domains, after)
        return after

    def accepts(self, domains: int) -> bool:
        return self._plain.accepts(domains)
