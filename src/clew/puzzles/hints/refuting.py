"""The values that propagation refutes once they are supposed, with the records of how."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping

import attrs

from clew.constraints.base import Constraint
from clew.constraints.primitives import DistinctTuples
from clew.reference.propagation.network import Network
from clew.reference.propagation.observed import Observed, Parts, Pruning, Record


@attrs.define(eq=False, init=False)
class Chosen(Pruning):
    """All that a value rules out once its variable can take no other, or it has no other place: several prunings.

    There are many of them, so they have only what is asked for.

    Attributes:
        place: the place of its bit, which may be in a dual lane.
    """

    place: int = attrs.field(init=False)

    def __init__(self, before: int, bits: int, place: int) -> None:
        self.before, self.bits, self.place = before, bits, place


@attrs.define(eq=False)
class Brief(Observed):
    """An observed network that records a choice as one step, unless it leads to a dead end. Few of them matter."""

    def _make_mask(self, place: int) -> int:
        mask, record = (self._parts.get(place) or self._apart(place))[0], self.record
        before, lanes = record.domains, self.lanes
        left = before & mask
        if left != before and record.failure is None:
            if (left + lanes.full) & lanes.guards != lanes.guards:
                return super()._make_mask(place)
            record.pruned.append(Chosen(before, before ^ left, place))
            record.domains = left
        return mask

    def parts(self, place: int) -> Parts:
        """The bits that the choice of a value rules out, with the constraints; first those of its lane."""
        return (self._parts.get(place) or self._apart(place))[1]


class Refuting:
    """Fixpoints of propagation from values that are supposed, as the candidates become fewer.

    A fixpoint stays one while it lies within the candidates, and any later one lies within it: so it need not be found
    from the start again. It shows too that each value that is alone in it comes to no dead end, because the
    fixpoint from that value contains it. And a dead end stays one.

    Args:
        network: the constraints, compiled for a level.

    Attributes:
        declared: for the identity of a constraint that has pruned the declared one.
    """

    def __init__(self, network: Network) -> None:
        self.network = network
        self.declared = owners(network)
        self._start = self._done = 0  # the candidates of the latest look; the lanes done, if they are a fixpoint
        self._fixpoints: dict[int, tuple[int, int]] = {}  # the domains and the lanes done, for the place of a value
        self._observed = Brief.of(network, Record())
        self._explained: dict[tuple[tuple[int, ...], int, int], int] = {}
        self._scopes: dict[tuple[int, ...], int] = {}  # the bits of the variables of some constraints

    def refuted(self, candidates: int, places: Iterable[int]) -> list[int]:
        """The places of values that come to a dead end.

        Args:
            candidates: the candidates.
            places: the places of some of them.
        """
        network, lanes = self.network, self.network.lanes
        start = network.start & ~network.with_links(lanes.declared & ~candidates)
        if start & ~self._start:
            self._fixpoints.clear()
        self._start = start
        domains, done = network.propagate(start, 0, lanes.declared)
        self._done = done if domains == start else 0
        possible, in_order = 0, [*places]
        for place in sorted(in_order, key=self._promise):
            if not possible >> place & 1:
                left, settled = self._fixpoints[place] = self._left(place, domains, done)
                possible |= left and left & lanes.span(settled)
        return [place for place in in_order if not self._fixpoints.get(place, (1, 0))[0]]

    def _promise(self, place: int) -> int:
        """The less, the more values the fixpoint of a value may show to be possible."""
        return -self._fixpoints[place][1].bit_count() if place in self._fixpoints else 0

    def _left(self, place: int, domains: int, done: int) -> tuple[int, int]:
        """The domains and the lanes done that propagation leaves of a value; domains 0 for a dead end."""
        network, lanes = self.network, self.network.lanes
        if place not in self._fixpoints:
            return network.decided(domains, done, lanes.lane[lanes.at(place)].guard, place)
        before, settled = self._fixpoints[place]
        left = before & domains
        return network.propagate(left, settled, before ^ left) if left != before else (left, settled)

    def record(self, place: int) -> Record:
        """The prunings that follow from a value, and the dead end, from the candidates of the latest look."""
        network, record = self.network, Record()
        self._observed.record = record
        record.begin(network.lanes, self._start)
        self._observed.assume(dict(network.lanes.pairs(1 << place)))
        if record.failure is None:
            self._observed.propagate(record.domains, self._done, network.lanes.declared)
        return record

    def before(self, step: Pruning, needed: int) -> tuple[int, list[tuple[Constraint, ...]]]:
        """The missing values that suffice before a step of a record, and the constraints of its prunings that matter.

        Args:
            step: the step.
            needed: the missing values that suffice after it.
        """
        named: list[tuple[Constraint, ...]] = []
        if isinstance(step, Chosen):
            (own, constraint), *conflicts = self._observed.parts(step.place)
            left = step.bits & needed & ~own
            if left:
                place = self.network.primal.get(step.place, step.place)
                needed = needed & ~left | self.network.lane_of(place) ^ 1 << place
            for bits, source in conflicts if left else ():
                if bits & left and source is not None:
                    named.insert(0, (source,))
                    left &= ~bits
            step = Pruning(self.network, step.before, step.bits & own, constraint)
        pruned = step.bits & needed
        if pruned and step.constraint is not None:
            named.append((step.constraint, *step.others))
            needed = needed & ~pruned | self._missing(step, pruned)
        return needed, named

    def _missing(self, step: Pruning, pruned: int) -> int:
        """The missing values because of which a constraint, or several, pruned some values; remembered."""
        ids = tuple(map(id, step.constraints))
        if ids not in self._scopes:
            self._scopes[ids] = self.network.lanes.mask(v for one in step.constraints for v in one.scope)
        key = ids, step.before & self._scopes[ids], pruned
        if key not in self._explained:
            self._explained[key] = step.missing(pruned)
        return self._explained[key]


def owners(network: Network) -> Mapping[int, Constraint]:
    """For the identity of each constraint that a network was made of, or that it made for a pair, the declared one."""
    found = {id(one): one for one in network.constraints}
    for propagator in network.propagators:
        if id(propagator.constraint) not in found:
            vectors = _vectors(propagator.constraint)
            found[id(propagator.constraint)] = next(one for one in network.constraints if vectors <= _vectors(one))
    return found


def _vectors(constraint: Constraint) -> set[tuple[Hashable, ...]]:
    """The vectors that a constraint wants to differ."""
    return {vector for one in constraint.primitives() if isinstance(one, DistinctTuples) for vector in one.vectors}
