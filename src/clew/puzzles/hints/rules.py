"""The rules of a puzzle: its declared constraints, compiled, and what one or several of them leave of some domains."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from functools import reduce
from operator import or_
from typing import Any, Final, Self

from clew.constraints.base import Constraint, truth
from clew.errors import OptionError
from clew.planning.request import cached, compiled
from clew.problem.declared import Declared, is_declared, why_undeclared
from clew.problem.problem import Problem
from clew.puzzles.hints.refuting import Refuting, owners
from clew.reference.propagation.compiler import Compiler
from clew.reference.propagation.network import Network
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
        self._supposing: dict[str, Refuting] = {}
        declared = owners(network)
        for propagator in network.propagators:  # the cheaper ones first
            source = id(declared[id(propagator.constraint)])
            self._pruning.setdefault(source, []).append(propagator)
            self.cost[source] = propagator.cost
        for constraint in network.constraints:
            for variable in dict.fromkeys(constraint.scope) if id(constraint) in self.cost else ():
                self.judging.setdefault(variable, []).append(constraint)

    @classmethod
    def of(cls, problem: Problem[Any, Any]) -> Self:
        """The rules of a problem.

        Raises:
            OptionError: the problem has hooks instead of constraints, so nothing can be said of its reasons.
        """
        own = Declared(problem)
        if not is_declared(problem, own.constraints, own.domains):
            raise OptionError(f"hints need declared constraints, and {problem.name} {why_undeclared(problem)}")
        domains, constraints = own.domains, own.constraints
        return cls(cached("hints", domains, constraints, lambda: compiled(domains, constraints, ARC)))

    def supposing(self, level: Level) -> Refuting:
        """The suppositions so far at a level."""
        if level.name not in self._supposing:
            # A network that is kept may have equal constraints of another identity.
            domains = {variable: lane.values for variable, lane in self.lanes.lane.items()}
            self._supposing[level.name] = Refuting(Compiler(domains, self.network.constraints, level).network())
        return self._supposing[level.name]

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
                sources = self.network.conflicts(place)
                ruled_out = reduce(or_, (bits for bits, source in sources if source is constraint), 0)
                if any(mask != own and not domains & mask & ~ruled_out for mask in masks):
                    left &= ~(1 << place)
            if not left & own:
                return 0
        return left
