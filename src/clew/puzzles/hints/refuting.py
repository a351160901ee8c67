"""Values that propagation refutes once they are supposed, and the records of how."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping

from clew.constraints.base import Constraint
from clew.constraints.primitives import DistinctTuples
from clew.reference.propagation.network import Network
from clew.reference.propagation.observed import Observed, Pruning, Record


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


class Refuting:
    """Fixpoints of propagation from values that are supposed, as the candidates become fewer.

    A fixpoint stays one while it lies within the candidates, and any later one lies within it: so it need not be found
    from the start again. It shows too that each value that is alone in it comes to no dead end, because the
    fixpoint from that value contains it.

    Args:
        network: the constraints, compiled for a level.

    Attributes:
        declared: for the identity of a constraint that has pruned the declared one.
    """

    def __init__(self, network: Network) -> None:
        self.network = network
        self.declared = owners(network)
        self._start = 0  # the candidates of the latest look
        self._fixpoints: dict[int, tuple[int, int]] = {}  # the domains and the lanes done, for the place of a value
        self._observed = Observed.of(network, Record())
        self._explained: dict[tuple[int, ...], int] = {}

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
        possible, refuted = 0, set()
        in_order = [*places]
        for place in sorted(in_order, key=self._promise):
            if not possible >> place & 1:
                left, settled = self._left(place, domains, done)
                if left:
                    possible |= left & lanes.span(settled)
                else:
                    refuted.add(place)
        return [place for place in in_order if place in refuted]

    def _promise(self, place: int) -> int:
        """The less, the more values the fixpoint of a value may show to be possible."""
        return -self._fixpoints[place][1].bit_count() if place in self._fixpoints else 0

    def _left(self, place: int, domains: int, done: int) -> tuple[int, int]:
        """The domains and the lanes done that propagation leaves of a value; domains 0 for a dead end."""
        network, lanes = self.network, self.network.lanes
        before, settled = self._fixpoints.pop(place, (0, 0))
        left = before & domains
        if not before:
            found = network.decided(domains, done, lanes.lane[lanes.at(place)].guard, place)
        else:
            found = (left, settled) if left == before else network.propagate(left, settled, before ^ left)
        if found[0]:
            self._fixpoints[place] = found
        return found

    def record(self, place: int) -> Record:
        """The prunings that follow from a value, and the dead end, from the candidates of the latest look."""
        network, record = self.network, Record()
        self._observed.record = record
        record.begin(network.lanes, self._start)
        self._observed.assume(dict(network.lanes.pairs(1 << place)))
        if record.failure is None:
            self._observed.propagate(record.domains, 0, network.lanes.declared)
        return record

    def explain(self, step: Pruning, place: int, named: tuple[Constraint, ...]) -> int:
        """The missing values because of which some constraints pruned a value; remembered."""
        network = self.network
        scopes = network.lanes.mask([variable for one in named for variable in one.scope])
        key = (place, step.before & scopes, *map(id, named))
        if key not in self._explained:
            self._explained[key] = network.explain(step.before, 1 << place, named).missing
        return self._explained[key]
