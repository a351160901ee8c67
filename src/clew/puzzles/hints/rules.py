"""The rules of a puzzle: its declared constraints, compiled, and what one or several of them leave of some domains."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Set
from functools import cache, cached_property, reduce
from itertools import groupby
from operator import or_
from typing import TYPE_CHECKING, Final, Self

from clew.constraints.base import Constraint, truth
from clew.constraints.counting import Count
from clew.errors import OptionError
from clew.planning.request import cached
from clew.problem.declared import Declared, is_declared, why_undeclared
from clew.problem.problem import AnyProblem
from clew.puzzles.hints.refuting import Refuting, owners
from clew.reference.propagation.compiler import Compiler
from clew.reference.propagation.network import Network
from clew.state.lanes import places_of
from clew.state.levels import ARC, Level

if TYPE_CHECKING:
    from clew.puzzles.hints.sums import CageSums

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
        conflicts: gives the values that the value with a place rules out, constraint by constraint.
        ruled_out: gives the places of the values that the value with a place rules out: those of its own variable too.
        used_up: gives the places that a value takes from itself in constraints that let it occur once, one by one.
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
        self._clashing: dict[int, tuple[int, Set[int], set[int]]] = {}
        self.supposing: Callable[[Level], Refuting] = cache(self._refuting)
        self.conflicts: Callable[[int], tuple[tuple[int, Constraint], ...]] = cache(
            lambda place: tuple(network.conflicts(place))
        )
        self.ruled_out: Callable[[int], int] = cache(self._ruled_out)
        self.used_up: Callable[[int], tuple[tuple[int, Constraint], ...]] = cache(self._used_up)
        declared = owners(network)
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

    def some(self, constraints: Iterable[Constraint]) -> Self:
        """Rules of some of the constraints alone, with the same variables."""
        return type(self)(self._network(constraints, ARC))

    @cached_property
    def sums(self) -> CageSums:
        """The sums of few cells that follow from several constraints."""
        from clew.puzzles.hints.sums import CageSums  # it imports this module, too

        return CageSums(self)

    def add(self, constraint: Constraint, prune: Callable[[int], int]) -> None:
        """A constraint that follows from others, and what it leaves of the domains of its variables."""
        self.masks[id(constraint)] = self.lanes.mask(constraint.scope)
        self._pruning[id(constraint)] = [prune]

    def _network(self, constraints: Iterable[Constraint], level: Level) -> Network:
        domains = {variable: lane.values for variable, lane in self.lanes.lane.items()}
        return Compiler(domains, constraints, level, implies=False).network()

    def _refuting(self, level: Level) -> Refuting:
        if level is ARC:
            return Refuting(self.network)
        # A network that is kept may have equal constraints of another identity.
        return Refuting(self._network(self.network.constraints, level))

    def _used_up(self, place: int) -> tuple[tuple[int, Constraint], ...]:
        ((variable, value),) = self.lanes.pairs(1 << place)
        return tuple(
            (self.lanes.bits([(other, value) for other in one.scope if other != variable]), one)
            for one in self.judging.get(variable, ())
            if isinstance(one, Count) and any(counted == value and high == 1 for counted, _, high in one.counts)
        )

    def _ruled_out(self, place: int) -> int:
        return reduce(or_, (bits for bits, _ in self.used_up(place)), ~self.network.mask(place))

    def alone(self, constraint: Constraint, domains: int) -> int:
        """The domains that one constraint leaves, as far as its own propagators, or its conflicts, can tell; 0 if none.

        Args:
            constraint: one of the network's.
            domains: the domains of all variables.
        """
        own = self.masks[id(constraint)]
        if not own:
            return domains if not constraint.scope and truth(constraint, ()) else 0  # or its variables have no value
        key = id(constraint), domains & own
        left = self._left.get(key)
        if left is None:
            if len(self._left) >= KEPT:
                self._left.clear()
            left = self._left[key] = self._pruned(constraint, key[1])
        return left and (domains if left == key[1] else domains & ~own | left)

    def together(self, constraints: Iterable[Constraint], domains: int) -> int:
        """The domains that some constraints leave, one after the other until nothing changes; 0 if none."""
        groups = [[*group] for _, group in groupby(sorted(constraints, key=self._cost_of), key=self._cost_of)]
        before, settled = 0, dict[int, int]()  # for each constraint what it has left of its domains
        while domains != before:  # after each change the cheap ones again
            before = domains
            for group in groups if domains else ():
                for one in group:
                    own = self.masks[id(one)]
                    if domains & own != settled.get(id(one)):
                        domains = domains and self.alone(one, domains)
                        settled[id(one)] = domains & own
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
        before, tried, known = self._clashing.get(id(constraint), (0, found, found))
        if before == candidates & own and lost.keys() <= tried:
            return known & lost.keys()
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
                kept[:] = one, *kept[: LEFT_OVER - 1]
                waiting = [bits for bits in waiting if bits & one]
        self._clashing[id(constraint)] = candidates & own, lost.keys(), found
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
                sources = self.conflicts(place)
                ruled_out = reduce(or_, (bits for bits, source in sources if source is constraint), 0)
                if any(mask != own and not domains & mask & ~ruled_out for mask in masks):
                    left &= ~(1 << place)
            if not left & own:
                return 0
        return left
