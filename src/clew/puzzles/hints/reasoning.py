"""The tools of deductions: the domains that are known, and what one constraint leaves of them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

import attrs

from clew.constraints.base import Constraint, truth
from clew.puzzles.hints.knowledge import Knowledge
from clew.puzzles.hints.matching import has_matching
from clew.state.lanes import places_of

KINDS: Final = ("last", "place", "single", "joint", "supposition", "guess")
"""The kinds of deductions, the simplest first."""

KEPT: Final = 50_000
"""Domains for which it is kept what a constraint leaves of them."""


@attrs.frozen
class Deduction:
    """A conclusion and its reason.

    Attributes:
        kind: one of `KINDS`.
        assigned: the bit of the value that follows; 0 if values are only ruled out.
        excluded: the bits of the candidates that are ruled out.
        constraints: the constraints that it needs; those of the plain rules only if there are no others.
        missing: the bits of the values whose absence it needs.
        open: how many open variables they belong to, besides the known ones.
        is_minimum: whether it is known that fewer do not suffice: fewer open variables of one constraint, or fewer
            constraints if it needs several. Otherwise no constraint, and no variable, can be left out.
        chain: for a supposition how many times values are ruled out before the dead end.
    """

    kind: str
    assigned: int
    excluded: int
    constraints: tuple[Constraint, ...]
    missing: int
    open: int
    is_minimum: bool = False
    chain: int = 0

    @property
    def size(self) -> tuple[int, int, int]:
        """How hard it is to see: the length of a supposition's chain, then the constraints, then the open variables.

        The other places of a value are seen at one glance: they count as one variable.
        """
        return self.chain, max(len(self.constraints), 1), min(self.open, 1) if self.kind == "place" else self.open


class Reasoning:
    """The known values, and the conclusions of each constraint.

    Args:
        knowledge: the known values and candidates.
    """

    def __init__(self, knowledge: Knowledge) -> None:
        self.knowledge = knowledge
        self.rules = knowledge.rules
        self.network = knowledge.rules.network
        self.lanes = self.network.lanes
        self.domains = knowledge.candidates
        self.base = self.network.start & self.lanes.declared
        self.open = {variable: self.lanes.mask([variable]) for variable in knowledge.open}
        alone = sum(own for own in self.open.values() if (self.domains & own).bit_count() == 1)
        # One candidate is to be filled before anything is concluded from it.
        self.seen = self.domains & ~alone | self.base & alone

    @property
    def is_contradiction(self) -> bool:
        """Whether a variable has no candidate, or a constraint allows none of theirs."""
        if any(not self.domains & self.lanes.mask([variable]) for variable in self.lanes.variables):
            return True
        return any(not self.alone(constraint, self.domains) for constraint in self.network.constraints)

    def alone(self, constraint: Constraint, domains: int) -> int:
        """The domains that one constraint leaves, as far as its own propagators, or its conflicts, can tell; 0 if none.

        Args:
            constraint: one of the network's.
            domains: the domains of all variables.
        """
        rules = self.knowledge.rules
        own = rules.masks[id(constraint)]
        if not own:
            return domains if truth(constraint, ()) else 0
        key = id(constraint), domains & own
        left = rules.left.get(key)
        if left is None:
            if len(rules.left) >= KEPT:
                rules.left.clear()
            left = rules.left[key] = self._alone(constraint, key[1])
        return domains & ~own | left if left else 0

    def may_hold(self, constraint: Constraint, domains: int) -> bool:
        """Whether one constraint leaves anything of some domains, as `alone` would; sooner if its values differ."""
        lanes = self.knowledge.rules.alike.get(id(constraint))
        if lanes is None:
            return bool(self.alone(constraint, domains))
        return has_matching([domains >> lane.offset & lane.full for lane in lanes])

    def together(self, constraints: Iterable[Constraint], domains: int) -> int:
        """The domains that some constraints leave, one after the other until nothing changes; 0 if none."""
        cost = self.knowledge.rules.cost
        ordered = sorted(constraints, key=lambda constraint: cost.get(id(constraint), 0))
        changed = True
        while changed and domains:
            left = (after for constraint in ordered if (after := self.alone(constraint, domains)) != domains)
            domains, changed = next(((after, True) for after in left), (domains, False))  # then the cheap ones again
        return domains

    def _alone(self, constraint: Constraint, domains: int) -> int:
        propagators = self.knowledge.rules.propagators.get(id(constraint), ())
        before = 0
        while before != domains:
            before = domains
            if not propagators:
                domains = self._supported(constraint, domains)
            for propagator in propagators:
                domains = propagator(domains)
                if not domains:
                    return 0
        return domains

    def _supported(self, constraint: Constraint, domains: int) -> int:
        """The domains without the values that rule out all that another variable of the same constraint has left."""
        lanes = self.lanes
        masks = [(variable, lanes.mask([variable])) for variable in dict.fromkeys(constraint.scope)]
        left = domains
        for variable, own in masks:
            for place in places_of(domains & own):
                ruled_out = self._conflicts(constraint, place)
                if any(other != variable and not domains & mask & ~ruled_out for other, mask in masks):
                    left &= ~(1 << place)
            if not left & own:
                return 0
        return left

    def _conflicts(self, constraint: Constraint, place: int) -> int:
        """The values that a value rules out by one constraint."""
        ruled_out = 0
        for bits, source in self.network.conflicts(place):
            if source is constraint:
                ruled_out |= bits
        return ruled_out & ~self.network.lane_of(place)

    def open_places(self) -> Iterator[int]:
        """The places of the candidates of open variables, those of the variables with the fewest first."""
        for own in sorted(self.open.values(), key=lambda mask: (self.domains & mask).bit_count()):
            if (self.domains & own).bit_count() > 1:
                yield from places_of(self.domains & own)

    def number_open(self, missing: int) -> int:
        """How many open variables some values belong to."""
        return sum(1 for mask in self.open.values() if missing & mask)
