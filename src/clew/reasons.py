"""Reasons: which constraint ruled out which values, and which one refused a decision.

A network prunes for all constraints at once, by masks, and keeps no record of them: that makes it fast. A search that
is watched runs on an `Observed` network, which propagates by the same function. It records, constraint by constraint,
the masks, propagators and checks that this function asks for. So the record is that of the search itself, and the
search enters the same nodes whether it is watched or not.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping
from typing import Any

import attrs

from clew.constraints.base import Constraint, truth
from clew.lanes import Lanes
from clew.levels import Level
from clew.propagation.network import Network
from clew.propagation.propagator import Propagator
from clew.state import DEAD_END, DeadEnd, State

AnyState = State[Any, Any]
Pruned = tuple[int, Constraint | None]
"""Bits of the variables' lanes, and the constraint that ruled them out; None if it was a hook, or a given value."""


@attrs.frozen
class Step:
    """What became of the domains when a decision was made.

    Attributes:
        pruned: the values ruled out, in order.
        culprit: what refused the decision, if it was refused.
    """

    pruned: tuple[Pruned, ...] = ()
    culprit: Constraint | None = None


@attrs.define(eq=False)
class Record:
    """What an observed network has done since a step began.

    Attributes:
        domains: those that are left.
        pruned: the values ruled out, in order.
        culprit: the constraint that emptied a lane first, or refused the values as they were.
        is_dead: whether it has come to a dead end; what is pruned after that is not recorded.
    """

    domains: int = 0
    pruned: list[Pruned] = attrs.field(factory=list)
    culprit: Constraint | None = None
    is_dead: bool = False

    def begin(self, lanes: Lanes[Any, Any], domains: int) -> None:
        """Forget what was recorded. A variable without any value is the fault of no constraint."""
        self.domains, self.pruned, self.culprit, self.is_dead = domains, [], None, lanes.has_empty(domains)

    def ended(self, after: AnyState | DeadEnd) -> Step:
        """The step, with what no constraint took: a hook did, or what a restart has learned."""
        pruned = tuple(self.pruned)
        if after is DEAD_END:
            return Step(pruned, self.culprit)
        bits = self.domains & ~after.domains & after.lanes.declared
        return Step((*pruned, (bits, None)) if bits else pruned)


class Reasons:
    """Names the constraints behind the prunings and the dead ends of a search.

    Args:
        network: the constraints, compiled; None for a problem that has hooks alone.
        level: the inference.
    """

    def __init__(self, network: Network | None, level: Level) -> None:
        self.network = network
        self.level = level
        self._record = Record()

    def observed(self, network: Network | None, level: Level) -> Network | None:
        """A network as the steps of a search are to use it, so that they are recorded here."""
        if network is None or not level.looks_ahead:
            return network
        return Observed.of(network, self._record)

    def watched(self, start: AnyState, given: Mapping[Any, Any]) -> Network | None:
        """The network of the search, observed from its whole domains on, where some values are given."""
        self.begin(start)
        network = self.observed(self.network, self.level)
        if isinstance(network, Observed):
            network.assume(given)
        return network

    def begin(self, state: AnyState) -> None:
        """From here on, record what becomes of the domains of a state."""
        self._record.begin(state.lanes, state.domains)

    def refusal(self, state: AnyState, variable: Hashable, value: Hashable) -> Constraint | None:
        """What judges that a decision is not consistent with what a node has assigned."""
        network = self.network
        if network is None:
            return None
        lane = network.lanes.lane[variable]
        place = lane.offset + lane.positions[value]
        for bits, constraint in network.shrunk:
            if bits >> place & 1:
                return constraint
        decided = state.domains & network.lanes.span(state.assigned)
        for source in network.sources.get(variable, ()):
            if source.conflicts(value) & decided:
                return source.constraint
        left = state.domains & ~(lane.full << lane.offset) | 1 << place
        left |= state.assigned | 1 << lane.guard
        return next((check.constraint for check in network.about(lane.guard) if not check.accepts(left)), None)

    def root(self, root: AnyState | DeadEnd) -> Step:
        """What led from the whole domains to the root of a search."""
        return self._record.ended(root)

    def step(self, child: AnyState, after: AnyState | DeadEnd) -> Step:
        """What led from a state with its newest decision to the one after looking ahead."""
        if not self.level.judges and not self.level.looks_ahead and self.network is not None:
            return Step((), None if after is not DEAD_END else self._violated(child))
        return self._record.ended(after)

    def _violated(self, complete: AnyState) -> Constraint | None:
        constraints = () if self.network is None else self.network.constraints
        values = dict(complete.items())
        return next((c for c in constraints if not truth(c, [values[v] for v in c.scope])), None)


@attrs.define(eq=False)
class Observed(Network):
    """A network that records what each constraint takes from the domains.

    It keeps no masks of its own: so each one is asked for, whenever a value is chosen, and asking is recorded.

    Attributes:
        plain: the network that it stands for; it makes and keeps the masks.
        record: where to record.
    """

    plain: Network = attrs.field(kw_only=True)
    record: Record = attrs.field(kw_only=True)

    @classmethod
    def of(cls, network: Network, record: Record) -> Observed:
        """The same network, observed."""
        fields = {field.name: getattr(network, field.name) for field in attrs.fields(Network) if field.init}
        return cls(**fields, plain=network, record=record)

    def __attrs_post_init__(self) -> None:
        super().__attrs_post_init__()
        self.propagators = tuple(Noted(propagator, self) for propagator in self.propagators)

    # -- what the steps of a search call ----------------------------------------------------------

    def assume(self, given: Mapping[Any, Any]) -> None:
        """Record what the constraints on one variable have taken, and then what given values take."""
        for bits, constraint in self.shrunk:
            self._remove(self.with_links(bits), constraint)
        record = self.record
        for variable, value in given.items():
            lane = self.lanes.lane[variable]
            bit = 1 << lane.offset + lane.positions[value]
            if not record.is_dead and not record.domains & bit:
                record.culprit = next((constraint for bits, constraint in record.pruned if bits & bit), None)
                record.is_dead = True
            self._remove(lane.full << lane.offset & ~bit, None)

    def propagate(self, domains: int, done: int, changed: int) -> tuple[int, int]:
        self._catch_up(domains)
        return super().propagate(domains, done, changed)

    def forward(self, domains: int, assigned: int, variable: Hashable, value: Hashable) -> tuple[int, int]:
        self._catch_up(domains)
        return super().forward(domains, assigned, variable, value)

    # -- what propagation asks for ----------------------------------------------------------------

    def _make_mask(self, place: int) -> int:
        mask = self.plain.mask(place)
        primal = self.primal.get(place, place)
        variable = self.lanes.at(primal)
        lane = self.lanes.lane[variable]
        own = lane.full << lane.offset
        # A dual lane: this is the one place left for a value, so its variable takes no other.
        constraint = self.dual_of.get(self._guard(place).bit_length() - 1)
        self._remove(self._row(own) & ~self._row(1 << primal), constraint)
        for bits, constraint in self._ruled_out(primal):
            self._remove(bits, constraint)
        return mask

    def supported(self, domains: int, done: int) -> int:
        left = self.plain.supported(domains, done)
        bits = domains & ~left
        while bits:
            lowest = bits & -bits
            bits ^= lowest
            self._remove(self.with_links(lowest), self._unsupported(lowest.bit_length() - 1))
        return left

    # -- the record -------------------------------------------------------------------------------

    def note(self, constraint: Constraint, before: int, after: int) -> None:
        """Record what a constraint has left of some domains; 0 for nothing."""
        if after:
            self._remove(self.with_links(before & ~after), constraint)
        elif not self.record.is_dead:
            self.record.culprit, self.record.is_dead = constraint, True

    def _catch_up(self, domains: int) -> None:
        """Record the values that hooks and given values have taken since the latest step."""
        self._remove(self.record.domains & ~domains, None)

    def _remove(self, bits: int, constraint: Constraint | None) -> None:
        """Take values from the domains recorded."""
        record, lanes = self.record, self.lanes
        gone = bits & record.domains
        if not gone or record.is_dead:
            return
        record.domains ^= gone
        if gone & lanes.declared:
            record.pruned.append((gone & lanes.declared, constraint))
        empty = lanes.guards & ~(record.domains + lanes.full)
        if empty:
            record.is_dead = True
            own = [self.dual_of[guard] for guard in self.dual_of if empty >> guard & 1]
            # A value that has no place left is missed by the constraint that wants it somewhere.
            record.culprit = constraint if empty & lanes.decisions or not own else own[0]

    def _ruled_out(self, place: int) -> Iterator[tuple[int, Constraint]]:
        """What a value rules out of other lanes, constraint by constraint."""
        variable = self.lanes.at(place)
        lane = self.lanes.lane[variable]
        own = lane.full << lane.offset
        for source in self.sources.get(variable, ()):
            yield self._row(source.conflicts(lane.values[place - lane.offset]) & ~own), source.constraint

    def _unsupported(self, place: int) -> Constraint | None:
        """A constraint that a value has no support in; if only several together leave none, the last of them."""
        lanes = self.lanes
        domains = self.record.domains
        last = None
        for bits, constraint in self._ruled_out(place):
            domains &= ~bits
            last = constraint
            if (domains + lanes.full) & lanes.guards != lanes.guards:
                break
        return last


class Noted(Propagator):
    """A propagator of an observed network: it prunes as the plain one does, and that is recorded."""

    def __init__(self, plain: Propagator, observed: Observed) -> None:
        self.constraint, self.guards, self.cost, self.wakes = plain.constraint, plain.guards, plain.cost, plain.wakes
        self.is_early = plain.is_early
        self._plain = plain
        self._note = observed.note

    def __call__(self, domains: int) -> int:
        after = self._plain(domains)
        if after != domains:
            self._note(self.constraint, domains, after)
        return after

    def accepts(self, domains: int) -> bool:
        return self._plain.accepts(domains)

    def residual(self, domains: int, open_guards: int) -> Hashable:
        return self._plain.residual(domains, open_guards)
