"""The rules of a puzzle: its declared constraints, compiled, and what one or several of them leave of some domains.

And the values that propagation refutes once they are supposed, with the records of how.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from functools import cache, reduce
from itertools import groupby
from operator import or_
from typing import Final, Self

import attrs

from clew.constraints.base import Constraint, truth
from clew.constraints.primitives import DistinctTuples
from clew.errors import OptionError
from clew.planning.request import cached
from clew.problem.declared import Declared, is_declared, why_undeclared
from clew.problem.problem import AnyProblem
from clew.reference.propagation.compiler import Compiler
from clew.reference.propagation.network import Network
from clew.reference.propagation.observed import Observed, Parts, Pruning, Record
from clew.state.lanes import places_of
from clew.state.levels import ARC, Level

KEPT: Final = 50_000
"""Domains for which it is kept what a constraint leaves of them."""
NARROWING: Final = 3
"""Values to try for each variable of a constraint from which it is worth while to look for small domains."""
LEFT_OVER: Final = 5
"""Small domains of which a constraint leaves something, kept for each."""


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
        self._left_over: dict[int, list[int]] = {}
        self.supposing: Callable[[Level], Refuting] = cache(self._refuting)
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
        if level is ARC:
            return Refuting(self.network)
        # A network that is kept may have equal constraints of another identity.
        domains = {variable: lane.values for variable, lane in self.lanes.lane.items()}
        return Refuting(Compiler(domains, self.network.constraints, level, implies=False).network())

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
        groups = [[*group] for _, group in groupby(sorted(constraints, key=self._cost_of), key=self._cost_of)]
        before = 0
        while domains != before:  # after each change the cheap ones again
            before = domains
            for group in groups if domains else ():
                for one in group:
                    domains = domains and self.alone(one, domains)
                if domains != before:
                    break
        return domains

    def _cost_of(self, constraint: Constraint) -> int:
        return self.cost.get(id(constraint), 0)

    def clashing(self, constraint: Constraint, candidates: int, lost: Mapping[int, int]) -> set[int]:
        """The places of values that leave one constraint nothing at once, by what they rule out.

        Domains of which it leaves something suffice for larger ones: so some of these are kept, the smaller the better.

        Args:
            constraint: one of the network's.
            candidates: the domains of all variables.
            lost: the places of values to try, with the candidates that each of them rules out.
        """
        own, found, kept = self.masks[id(constraint)], set[int](), self._left_over.setdefault(id(constraint), [])
        alike: dict[int, list[int]] = {}
        for place, bits in lost.items():
            alike.setdefault(bits & own, []).append(place)
        waiting = [bits for bits in alike if bits]
        for one in kept:
            if not one & ~candidates:
                waiting = [bits for bits in waiting if bits & one]
        while waiting:
            gone = waiting.pop()
            left = self.alone(constraint, candidates & ~gone)
            if not left:
                found.update(alike[gone])
            elif NARROWING * len(constraint.scope) < len(waiting):
                one = self._narrowed(constraint, left & own)
                kept[:] = one, *kept[:LEFT_OVER]
                waiting = [bits for bits in waiting if bits & one]
        return found

    def _narrowed(self, constraint: Constraint, left: int) -> int:
        """Small domains of a constraint's variables that it leaves something of, within others."""
        for variable in constraint.scope:
            lane = self.lanes.lane[variable]
            own = left & lane.full << lane.offset
            if own & own - 1:
                left = self.alone(constraint, left & ~own | own & -own) or left
        return left

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
                sources = self.network.conflicts(place)
                ruled_out = reduce(or_, (bits for bits, source in sources if source is constraint), 0)
                if any(mask != own and not domains & mask & ~ruled_out for mask in masks):
                    left &= ~(1 << place)
            if not left & own:
                return 0
        return left


@attrs.define(eq=False)
class Choice(Pruning):
    """All that a value rules out once its variable can take no other, or it has no other place: several prunings.

    Attributes:
        place: the place of its bit, which may be in a dual lane.
    """

    place: int = attrs.field(kw_only=True)


@attrs.define(eq=False)
class Brief(Observed):
    """An observed network that records a choice as one step, unless it leads to a dead end. Few of them matter."""

    def _make_mask(self, place: int) -> int:
        (mask, _), record = self._parts.get(place) or self._apart(place), self.record
        gone = record.domains & ~mask
        if gone and record.failure is None:
            if self.lanes.has_empty(record.domains ^ gone):
                return super()._make_mask(place)
            record.pruned.append(Choice(self.plain, record.domains, gone & self.lanes.declared, place=place))
            record.domains ^= gone
        return mask

    def parts(self, place: int) -> Parts:
        """What the choice of a value rules out, first by that its variable has one value, or that it has one place."""
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
        self.declared = _owners(network)
        self._start = self._done = 0  # the candidates of the latest look; the lanes done, if they are a fixpoint
        self._fixpoints: dict[int, tuple[int, int]] = {}  # the domains and the lanes done, for the place of a value
        self._observed = Brief.of(network, Record())
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
        self._done = done if domains == start else 0
        possible, in_order = 0, [*places]
        for place in sorted(in_order, key=self._promise):
            if not possible >> place & 1:
                left, settled = self._fixpoints[place] = self._left(place, domains, done)
                possible |= left & lanes.span(settled)
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
        if isinstance(step, Choice):
            (own, constraint), *conflicts = self._observed.parts(step.place)
            place = self.network.primal.get(step.place, step.place)
            left = step.bits & needed & ~own
            if left:
                needed = needed & ~left | self.network.lane_of(place) ^ 1 << place
            for bits, source in conflicts:
                if bits & left and source is not None:
                    named.insert(0, (source,))
                    left &= ~bits
                    if not left:
                        break
            step = Pruning(self.network, step.before, step.bits & own, constraint)
        pruned = step.bits & needed
        if pruned and step.constraint is not None:
            named.append((step.constraint, *step.others))
            needed = needed & ~pruned | reduce(or_, (self._explain(step, place) for place in places_of(pruned)))
        return needed, named

    def _explain(self, step: Pruning, place: int) -> int:
        """The missing values because of which some constraints pruned a value; remembered."""
        network = self.network
        scopes = network.lanes.mask([variable for one in step.constraints for variable in one.scope])
        key = (place, step.before & scopes, *map(id, step.constraints))
        if key not in self._explained:
            self._explained[key] = network.explain(step.before, 1 << place, step.constraints).missing
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
