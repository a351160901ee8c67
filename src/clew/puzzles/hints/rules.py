"""The rules of a puzzle: its declared constraints, compiled, and what one or several of them leave of some domains.

And the values that propagation refutes once they are supposed, with the records of how.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping
from functools import cache, reduce
from operator import or_
from typing import Final, Self

from clew.constraints.base import Constraint, truth
from clew.constraints.counting import Count
from clew.constraints.primitives import DistinctTuples
from clew.errors import OptionError
from clew.planning.request import cached
from clew.problem.declared import Declared, is_declared, why_undeclared
from clew.problem.problem import AnyProblem
from clew.reference.propagation.compiler import Compiler
from clew.reference.propagation.network import Network
from clew.reference.propagation.observed import Observed, Pruning, Record
from clew.state.lanes import places_of
from clew.state.levels import ARC, Level

KEPT: Final = 50_000
"""Domains for which it is kept what a constraint leaves of them."""


class Rules:
    """The declared constraints of a problem. They are found by their identity, for not all of them have a hash.

    Args:
        network: the constraints, compiled for arc consistency.

    Attributes:
        lanes: the place of each variable's domain.
        base: the domains that constraints on one variable leave.
        masks: for each constraint the bits of its variables.
        cost: for each constraint that has propagators about how long they take.
        judging: for each variable those constraints about it that have propagators.
        supposing: gives the suppositions so far at a level.
        conflicts: gives the values that the value with a place rules out, constraint by constraint.
    """

    def __init__(self, network: Network) -> None:
        self.network = network
        self.lanes = network.lanes
        self.base = network.start & network.lanes.declared
        self.masks = {id(one): self.lanes.mask(one.scope) for one in network.constraints}
        self.cost: dict[int, int] = {}
        self.judging: dict[Hashable, list[Constraint]] = {}
        self._pruning: dict[int, list[Callable[[int], int]]] = {}
        self._left: dict[tuple[int, int], int] = {}
        self.supposing: Callable[[Level], Refuting] = cache(self._refuting)
        self.conflicts: Callable[[int], tuple[tuple[int, Constraint], ...]] = cache(
            lambda place: tuple(network.conflicts(place))
        )
        declared = _owners(network)
        for propagator in network.propagators:  # the cheaper ones first
            source = id(declared[id(propagator.constraint)])
            self._pruning.setdefault(source, []).append(propagator)
            self.cost[source] = propagator.cost
        for constraint in network.constraints:
            for variable in dict.fromkeys(constraint.scope) if id(constraint) in self.cost else ():
                self.judging.setdefault(variable, []).append(constraint)

    @classmethod
    def of(cls, problem: AnyProblem) -> Self:
        """The rules of a problem.

        Raises:
            OptionError: the problem has hooks instead of constraints, so nothing can be said of its reasons.
        """
        own = Declared(problem)
        if not is_declared(problem, own.constraints, own.domains):
            raise OptionError(f"hints need declared constraints, and {problem.name} {why_undeclared(problem)}")
        domains, constraints = own.domains, own.constraints
        make = lambda: Compiler(domains, constraints, ARC, implies=False).network()  # noqa: E731
        return cls(cached("hints", domains, constraints, make))

    def _refuting(self, level: Level) -> Refuting:
        # A network that is kept may have equal constraints of another identity.
        domains = {variable: lane.values for variable, lane in self.lanes.lane.items()}
        return Refuting(Compiler(domains, self.network.constraints, level, implies=False).network())

    def used_up(self, place: int) -> list[tuple[int, Constraint]]:
        """The places that a value takes from itself in constraints that let it occur once, constraint by constraint."""
        ((variable, value),) = self.lanes.pairs(1 << place)
        some = [one for one in self.judging.get(variable, ()) if isinstance(one, Count)]
        return [
            (self.lanes.bits([(other, value) for other in one.scope if other != variable]), one)
            for one in some
            if any(counted == value and high == 1 for counted, _, high in one.counts)
        ]

    def alone(self, constraint: Constraint, domains: int) -> int:
        """The domains that one constraint leaves, as far as its own propagators, or its conflicts, can tell; 0 if none.

        Args:
            constraint: one of the network's.
            domains: the domains of all variables.
        """
        own = self.masks[id(constraint)]
        if not own:
            return domains if truth(constraint, ()) else 0
        key = id(constraint), domains & own
        left = self._left.get(key)
        if left is None:
            if len(self._left) >= KEPT:
                self._left.clear()
            left = self._left[key] = self._pruned(constraint, key[1])
        return domains & ~own | left if left else 0

    def together(self, constraints: Iterable[Constraint], domains: int) -> int:
        """The domains that some constraints leave, one after the other until nothing changes; 0 if none."""
        ordered = sorted(constraints, key=lambda constraint: self.cost.get(id(constraint), 0))
        before = 0
        while domains != before:  # after each change the cheap ones again
            before = domains
            domains = next((left for one in ordered if (left := self.alone(one, before)) != before), before)
        return domains

    def _pruned(self, constraint: Constraint, domains: int) -> int:
        """The domains of its variables that a constraint leaves."""
        steps = self._pruning.get(id(constraint)) or [lambda domains: self._supported(constraint, domains)]
        before = 0
        while domains != before:
            before = domains
            for prune in steps:
                domains = domains and prune(domains)
        return domains

    def _supported(self, constraint: Constraint, domains: int) -> int:
        """The domains without the values that rule out all that another variable of the same constraint has left."""
        masks = [self.lanes.mask([variable]) for variable in dict.fromkeys(constraint.scope)]
        left = domains
        for own in masks:
            for place in places_of(domains & own):
                sources = self.conflicts(place)
                ruled_out = reduce(or_, (bits for bits, source in sources if source is constraint), 0)
                if any(mask != own and not domains & mask & ~ruled_out for mask in masks):
                    left &= ~(1 << place)
            if not left & own:
                return 0
        return left


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
        self.declared = _owners(network)
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


def _owners(network: Network) -> Mapping[int, Constraint]:
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
