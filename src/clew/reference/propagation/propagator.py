"""Propagators: functions from the domains, one integer, to the domains without the values that a constraint rules out.

Each looks only at the lanes of its scope. It must be monotone, so that the fixpoint of several does not depend on
the order in which they run, and leave of the last open variable only values that satisfy the constraint. Its
result for the lanes of its scope is remembered: in a search the same few cases come back again and again.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping
from math import log2
from typing import Any, Final

from clew.constraints.base import Constraint
from clew.errors import shown
from clew.limits import look, looking
from clew.reference.propagation.explanations import irreducible
from clew.state.lanes import AnyLanes, Lane, places_of

MEMORY: Final = 2**24
"""Bits that a propagator may remember: 2 MiB."""


class Propagator:
    """Prunes for one constraint, and remembers.

    Args:
        constraint: the constraint to prune for.
        lanes: the layout of the domains.
        variables: its variables, if they are not the whole scope of the constraint.

    Attributes:
        variables: its scope.
        cost: about how long it takes; cheap ones run first.
        waits: whether it has nothing to do until a variable of its scope has one value left.
        is_early: whether forward checking calls it before any decision.
        is_idempotent: whether it has nothing to do after it has pruned.
        mask: the lanes of its scope.
        guards: their guards.
        low: their lowest bit.
        narrow: the lanes of the scope, shifted down by `low`.
        shifts: for each of them how far it is then shifted up, and its bits.
    """

    cost: int = 1
    waits: bool = False
    is_early: bool = False
    is_idempotent: bool = False

    def __init__(self, constraint: Constraint, lanes: AnyLanes, variables: tuple[Hashable, ...] | None = None) -> None:
        self.constraint = constraint
        self.variables = constraint.scope if variables is None else variables
        self.scope: list[Lane[Any]] = [lanes.lane[variable] for variable in self.variables]
        self.mask = lanes.mask(self.variables)
        self.guards = sum(1 << lane.guard for lane in self.scope)
        self.low = min(lane.offset for lane in self.scope)
        self.narrow = self.mask >> self.low
        self.shifts = [(lane.offset - self.low, lane.full) for lane in self.scope]
        self._known: dict[int, int] = {}
        self._most = max(64, MEMORY // (2 * self.narrow.bit_length() + 1000))

    def __call__(self, domains: int) -> int:
        """The domains without the values that the constraint rules out; 0 for a dead end."""
        key = domains >> self.low & self.narrow
        known = self._known.get(key)
        if known is None:
            look()
            try:
                known = self.prune(key)
            except Exception as error:
                error.add_note(f"while {self.constraint.title} pruned {shown(self.selected(key))}")
                raise
            if len(self._known) >= self._most:
                self._known.clear()
            # Pruning may not be finished after one round: then the next one starts where it ended.
            self._known[key] = known
            if self.is_idempotent:
                self._known[known] = known
        if known == key:
            return domains
        return domains ^ (key ^ known) << self.low if known else 0

    def prune(self, key: int) -> int:
        """The lanes of the scope, shifted down by `low`, after pruning; 0 if nothing is left."""
        raise NotImplementedError

    def domains(self, key: int) -> list[int]:
        """The domain of each variable of the scope, as bits shifted down."""
        return [key >> shift & full for shift, full in self.shifts]

    def joined(self, domains: Iterable[int]) -> int:
        """The key of the domain of each variable of the scope; 0 if one is empty."""
        key = 0
        for (shift, _), bits in zip(self.shifts, domains, strict=True):
            if not bits:
                return 0
            key |= bits << shift
        return key

    def selected(self, key: int) -> list[tuple[Any, ...]]:
        """The values that each variable of the scope has left."""
        return [lane.select(bits) for lane, bits in zip(self.scope, self.domains(key), strict=True)]

    def accepts(self, domains: int) -> bool:
        """Whether the values that are assigned may satisfy the constraint. Only forward checks are asked, and tell.

        Args:
            domains: the domains, with the guards of the lanes that are assigned.
        """
        return True

    def residual(self, domains: int, open_guards: int) -> Hashable:
        """All that the rest of a search depends on, through this constraint, besides the domains still open.

        Two nodes with the same open domains and the same residuals have the same solutions below them. By
        default that is every value of the scope, whatever it was.
        """
        return domains & self.mask

    def memories(self, domains: int, before: int) -> float:
        """About how many residuals there are once some variables are settled, as a power of two; seldom too few.

        By default as many as there are combinations of their values.

        Args:
            domains: the domains that the search begins with.
            before: the guards of the variables that are settled, others of the scope are not.
        """
        return sum(
            log2(max((domains >> lane.offset & lane.full).bit_count(), 1))
            for lane in self.scope
            if before >> lane.guard & 1
        )

    def explain(self, before: int, pruned: int) -> int:
        """Why it pruned: missing values that suffice for that. By default none of them can be spared.

        With these alone removed from the whole domains, the propagator prunes the same, or comes to a dead end. They
        are found by deletion: a lane, or else a value of it, is put back as long as the pruning follows without it.
        So it costs about as many calls as values of the scope are missing. If a user's own propagator is not monotone,
        some of the values may be ones that can be spared.

        Args:
            before: the domains before the pruning.
            pruned: the values taken from them; 0 for a dead end.

        Returns:
            Bits of the scope that `before` does not have.

        Raises:
            ValueError: it does not prune these.
        """
        missing = self.mask & ~before
        if not self._follows(missing, pruned):
            raise ValueError(f"{self.constraint.title} does not prune these values of these domains")
        parts = [own for lane in self.scope if (own := missing & lane.full << lane.offset)]
        return irreducible(missing, lambda left: self._follows(left, pruned), parts, is_fine=True)

    def _follows(self, missing: int, pruned: int) -> bool:
        """Whether it prunes some values, or comes to a dead end, if nothing but certain values is missing."""
        domains, left = 0, self.mask & ~missing
        while left != domains:
            domains, left = left, self(left)
            if not left or (pruned and not left & pruned):
                return True
        return False


def ranks(lanes: list[Lane[Any]]) -> dict[Any, int]:
    """The place of each value of some lanes among all their values in ascending order."""
    values = dict.fromkeys(value for lane in lanes for value in looking(lane.values))
    return {value: k for k, value in enumerate(sorted(values))}


class View:
    """A lane's bits as bits over a list of values.

    Args:
        lane: the lane.
        shift: how far it is shifted up in the keys of the propagator that looks.
        places: the place of each value in the list; a value that has none is never seen there.
    """

    def __init__(self, lane: Lane[Any], shift: int, places: Mapping[Any, int]) -> None:
        self._shift, self._full = shift, lane.full
        self._places = [places.get(value) for value in looking(lane.values)]
        self._is_plain = self._places == list(range(len(lane.values)))
        self._back = {place: 1 << k for k, place in enumerate(self._places) if place is not None}

    def seen(self, key: int) -> int:
        """The places in the list of the values that are left."""
        bits = key >> self._shift & self._full
        if self._is_plain:
            return bits
        return sum(1 << place for k in places_of(bits) if (place := self._places[k]) is not None)

    def keep(self, key: int, places: int) -> int:
        """The key with nothing but the values at some places in the list."""
        bits = places if self._is_plain else sum(self._back.get(place, 0) for place in places_of(places))
        return key & (~(self._full << self._shift) | bits << self._shift)

    def without(self, key: int, place: int) -> int:
        """The key without the value at a place in the list; 0 if that was the last one of the lane."""
        key &= ~(self._back.get(place, 0) << self._shift)
        return key if key >> self._shift & self._full else 0
