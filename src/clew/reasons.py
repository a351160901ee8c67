"""Reasons: which constraint ruled out which values, and which one refused a decision.

The network prunes for all constraints at once and keeps no record of who did what: that is what makes it fast. Here
a step of the inference is done once more, constraint by constraint, for those who watch the search. It ends with the
same domains, or in a dead end too, since the fixpoint does not depend on the order in which values are ruled out.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping
from typing import Any

import attrs

from clew.constraints.base import Constraint, judged, truth
from clew.propagation.network import Check, Network
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


class Reasons:
    """Does the steps of an inference once more, to say who did what.

    Args:
        network: the constraints, compiled; None for a problem that has hooks alone.
        level: the inference.
    """

    def __init__(self, network: Network | None, level: str) -> None:
        self.use(network, level)

    def use(self, network: Network | None, level: str) -> None:
        """From now on the steps are those of this network and this level."""
        self.network = network
        self.level = level

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
        assigned = state.assigned | 1 << lane.guard
        for check in network.checks.get(variable, ()):
            if not check.is_too_early(assigned, 0) and not judged(check.constraint, check.values(left, assigned)):
                return check.constraint
        return None

    def step(self, child: AnyState, variable: Hashable, value: Hashable, after: AnyState | DeadEnd) -> Step:
        """What led from a state with its newest decision to the one after looking ahead."""
        network = self.network
        if network is None or self.level == "check":
            return _rest(child.domains, (), after)
        if self.level == "none":
            return Step((), None if after is not DEAD_END else self._violated(child))
        lane = network.lanes.lane[variable]
        replay = _Replay(network, child.domains)
        if self.level == "forward":
            replay.forward(lane.offset + lane.positions[value], child.assigned)
        else:
            replay.propagate(child.assigned & ~(1 << lane.guard), lane.full << lane.offset)
        return replay.ended(after)

    def root(self, start: AnyState, given: Mapping[Any, Any], root: AnyState | DeadEnd) -> Step:
        """What led from the whole domains to the root of a search, where some values are given."""
        network = self.network
        if network is None or self.level in ("none", "check"):
            return _rest(start.domains, (), root)
        lanes = network.lanes
        replay = _Replay(network, lanes.start)
        for bits, constraint in network.shrunk:
            replay.remove(network.with_links(bits), constraint)
        if self.level == "forward":
            replay.check(network.early, 0)
        for variable, value in given.items():
            lane = lanes.lane[variable]
            bit = 1 << lane.offset + lane.positions[value]
            if not replay.is_dead and not replay.domains & bit:
                replay.culprit = next((constraint for bits, constraint in replay.pruned if bits & bit), None)
                replay.is_dead = True
            replay.remove(lane.full << lane.offset & ~bit, None)
        if self.level != "forward":
            replay.propagate(0, lanes.declared)
        else:
            assigned = 0
            for variable, value in given.items():
                lane = lanes.lane[variable]
                assigned |= 1 << lane.guard
                replay.forward(lane.offset + lane.positions[value], assigned)
        return replay.ended(root)

    def _violated(self, complete: AnyState) -> Constraint | None:
        constraints = () if self.network is None else self.network.constraints
        values = dict(complete.items())
        return next((c for c in constraints if not truth(c, [values[v] for v in c.scope])), None)


def _rest(
    domains: int, pruned: tuple[Pruned, ...], after: AnyState | DeadEnd, culprit: Constraint | None = None
) -> Step:
    """A step, with what none of the constraints took: a hook did, or what a restart has learned."""
    if after is DEAD_END:
        return Step(pruned, culprit)
    bits = domains & ~after.domains & after.lanes.declared
    return Step((*pruned, (bits, None)) if bits else pruned)


class _Replay:
    """Domains that one constraint after the other takes values from."""

    def __init__(self, network: Network, domains: int) -> None:
        self.network = network
        self.domains = domains
        self.pruned: list[Pruned] = []
        self.culprit: Constraint | None = None
        self.is_dead = network.lanes.has_empty(domains)  # a variable without any value is nobody's fault

    def ended(self, after: AnyState | DeadEnd) -> Step:
        """What was done, and what was done besides."""
        return _rest(self.domains, tuple(self.pruned), after, self.culprit)

    def remove(self, bits: int, constraint: Constraint | None) -> bool:
        """Take values away; whether that leaves a lane without any."""
        gone = bits & self.domains
        if not gone or self.is_dead:
            return self.is_dead
        lanes = self.network.lanes
        self.domains ^= gone
        if gone & lanes.declared:
            self.pruned.append((gone & lanes.declared, constraint))
        empty = lanes.guards & ~(self.domains + lanes.full)
        if empty:
            self.is_dead = True
            own = [self.network.dual_of[guard] for guard in self.network.dual_of if empty >> guard & 1]
            # A value that has no place left is missed by the constraint that wants it somewhere.
            self.culprit = constraint if empty & lanes.decisions or not own else own[0]
        return self.is_dead

    def forward(self, place: int, assigned: int) -> None:
        """Forward checking after a decision."""
        network = self.network
        for bits, constraint in self._ruled_out(place):
            self.remove(bits, constraint)
        self.check(network.checks.get(network.lanes.at(place), ()), assigned)

    def check(self, checks: Iterable[Check], assigned: int) -> None:
        """Filter by constraints that are looked at, not propagated."""
        for check in checks:
            if not self.is_dead:
                left = check.filter(self.domains, assigned)
                if left:
                    self.remove(self.domains & ~left, check.constraint)
                else:
                    self.culprit, self.is_dead = check.constraint, True

    def _ruled_out(self, place: int) -> Iterator[tuple[int, Constraint]]:
        """What a value rules out of other lanes, constraint by constraint."""
        network = self.network
        variable = network.lanes.at(place)
        lane = network.lanes.lane[variable]
        own = lane.full << lane.offset
        for source in network.sources.get(variable, ()):
            yield network.with_links(source.conflicts(lane.values[place - lane.offset]) & ~own), source.constraint

    def propagate(self, done: int, changed: int) -> None:
        """Propagation to the fixpoint."""
        network = self.network
        queue = 0
        while not self.is_dead:
            before = self.domains
            done = self._singles(done)
            if network.propagators:
                queue |= network.watchers(changed | before ^ self.domains)
            if self.is_dead:
                return
            before = self.domains
            while queue and self.domains == before:
                first = queue & -queue
                queue ^= first
                propagator = network.propagators[first.bit_length() - 1]
                left = propagator(self.domains)
                if not left:
                    self.culprit, self.is_dead = propagator.constraint, True
                    return
                self.remove(network.with_links(self.domains & ~left), propagator.constraint)
            if self.domains == before and network.strong:
                self._support(done)
            if self.domains == before:
                return
            changed = before ^ self.domains

    def _singles(self, done: int) -> int:
        """Choose every value that is alone in its lane, until there is none; the lanes done."""
        network = self.network
        lanes = network.lanes
        while not self.is_dead:
            single = (lanes.guards ^ done) & ~((self.domains & (self.domains - lanes.ones)) + lanes.full)
            if not single:
                break
            guard = (single & -single).bit_length() - 1
            done |= 1 << guard
            offset, lane = network.lane_at[guard]
            place = (self.domains >> offset & lane).bit_length() - 1 + offset
            primal = network.twin.get(place, place)
            home = lanes.lane[lanes.at(primal)]
            # A dual lane: this is the one place left for a value, so its variable takes no other.
            others = home.full << home.offset & ~(1 << primal)
            self.remove(network.with_links(others), network.dual_of.get(guard))
            for bits, constraint in self._ruled_out(primal):
                self.remove(bits, constraint)
        return done

    def _support(self, done: int) -> None:
        """Rule out the values whose mask empties a lane."""
        network = self.network
        left = network.supported(self.domains, done)
        bits = self.domains & ~left
        while bits:
            lowest = bits & -bits
            bits ^= lowest
            self.remove(network.with_links(lowest), self._unsupported(lowest.bit_length() - 1))

    def _unsupported(self, place: int) -> Constraint | None:
        """A constraint that a value has no support in; if only several together leave none, the last of them."""
        lanes = self.network.lanes
        domains = self.domains
        last = None
        for bits, constraint in self._ruled_out(place):
            domains &= ~bits
            last = constraint
            if (domains + lanes.full) & lanes.guards != lanes.guards:
                break
        return last
