"""The network of declared constraints, and propagation to a fixpoint.

- A constraint on one variable has shrunk its domain, once.
- Conflicts between two variables are masks (`clew.reference.propagation.masks`).
- The rest are *propagators* (`clew.reference.propagation.propagator`): functions from domains to domains, run when a
  domain in their scope changed, until nothing changes: a fixpoint. The result of each for the domains of its scope is
  remembered.

All of them leave, of the last open variable of a constraint, only values that satisfy it: an assignment that
passes is a solution.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from functools import cached_property
from typing import Any, Final

import attrs

from clew.constraints.base import Constraint, truth
from clew.limits import look, looking
from clew.reference.propagation.explanations import Explanation, explain
from clew.reference.propagation.masks import Masks
from clew.reference.propagation.propagator import Propagator
from clew.state.lanes import places_of
from clew.state.state import AnyState

HEAVY: Final = 5
"""The cost from which a propagator waits until the cheaper ones have come to a fixpoint."""


@attrs.define(eq=False)
class Network(Masks):
    """Lanes, masks and propagators, on which a search over declared constraints runs.

    Attributes:
        start: the domains, shrunk by the constraints on one variable; dual lanes follow.
        propagators: the other constraints, the cheaper ones first; for levels that do not propagate, forward checks.
        watching: for the place of a lane's guard the propagators to run when the lane changed, bit k for the k-th.
        prunes: the pruning of the level at the fixpoint of all else (see `clew.state.levels`); None for none.
        constraints: all of them.
        shrunk: the bits that are not in `start`, with the constraint that took them.
    """

    start: int
    propagators: tuple[Propagator, ...]
    watching: Mapping[int, int]
    prunes: Callable[[Network, int, int], int] | None
    constraints: tuple[Constraint, ...]
    shrunk: tuple[tuple[int, Constraint], ...]
    waiting: int = attrs.field(init=False)
    """The propagators that have something to do only when a variable is assigned, bit k for the k-th."""
    light: int = attrs.field(init=False)
    """The propagators that are cheap, bit k for the k-th."""
    _root: tuple[int, int] | None = attrs.field(init=False, default=None)

    def __attrs_post_init__(self) -> None:
        super().__attrs_post_init__()
        self.start &= ~self.with_links(self.lanes.declared & ~self.start)
        self.waiting = sum(1 << k for k, p in enumerate(self.propagators) if p.waits)
        self.light = sum(1 << k for k, propagator in enumerate(self.propagators) if propagator.cost < HEAVY)

    # -- forward checking -----------------------------------------------------------------------

    def is_consistent(self, domains: int, assigned: int, variable: Hashable, value: Hashable) -> bool:
        """Whether a decision goes with the assigned variables, as far as their constraints can tell."""
        lane = self.lanes.lane[variable]
        place = lane.offset + lane.positions[value]
        if not self.start >> place & 1:
            return False
        left = domains & self.mask(place)
        if (left + self.lanes.full) & assigned != assigned:
            return False
        left = left & ~(lane.full << lane.offset) | 1 << place | assigned | 1 << lane.guard
        return all(check.accepts(left) for check in self.about(lane.guard))

    def forward(self, domains: int, assigned: int, variable: Hashable, value: Hashable) -> tuple[int, int]:
        """Forward checking: the domains after a decision, and the lanes assigned.

        Masks clear the conflicts of the value; the other constraints filter the open variables that they can
        judge, which for most is the last one. For a dead end the domains are 0, and the second number has the
        guards of the lanes wiped out by a mask; a check that rejects the values as a whole blames no lane.
        """
        lanes = self.lanes
        lane = lanes.lane[variable]
        domains &= self.mask(lane.offset + lane.positions[value])
        if empty := lanes.guards & ~(domains + lanes.full):
            return 0, empty
        domains = self.checked(self.about(lane.guard), domains, assigned)
        return domains, assigned if domains else 0

    @cached_property
    def undecided(self) -> int:
        """The domains that constraints able to judge single values leave before any decision; 0 for a dead end."""
        if self.lanes.has_empty(self.start):
            return 0
        return self.checked((check for check in self.propagators if check.is_early), self.start, 0)

    def about(self, guard: int) -> Iterator[Propagator]:
        """The propagators that watch a lane, which is given by the place of its guard."""
        return (self.propagators[k] for k in places_of(self.watching.get(guard, 0)))

    def checked(self, checks: Iterable[Propagator], domains: int, assigned: int) -> int:
        """The domains that some forward checks leave, one after the other; 0 for a dead end."""
        for check in checks:
            look()
            domains = check(domains | assigned) & ~assigned
            if not domains:
                break
        return domains

    def broken(self, complete: AnyState) -> Constraint | None:
        """The first constraint that does not hold of a complete assignment: the test of generate and test."""
        values = {v: complete[v] for v in self.lanes.variables}
        return next((c for c in self.constraints if not truth(c, [values[v] for v in c.scope])), None)

    def root(self, given: Mapping[Any, Any]) -> tuple[int, int]:
        """The domains and the lanes done once some values are assumed and propagated; domains 0 if they clash."""
        lanes = self.lanes
        if self._root is None:
            self._root = self.propagate(self.start, 0, lanes.declared) if not lanes.has_empty(self.start) else (0, 0)
        domains, done = self._root
        if not given or not domains:
            return self._root
        taken = lanes.bits(given.items())
        left = domains & ~(lanes.mask(given) & ~taken)
        return self.propagate(left, done, domains ^ left)

    @cached_property
    def near(self) -> dict[int, int]:
        """For the place of each variable's guard the guards of the variables that share a constraint with it."""
        lanes = self.lanes
        near = {lane.guard: 0 for lane in lanes.lane.values()}
        for constraint in looking(self.constraints):
            scope = sum(1 << lanes.lane[v].guard for v in constraint.scope)
            for variable in constraint.scope:
                near[lanes.lane[variable].guard] |= scope
        return {guard: others & ~(1 << guard) for guard, others in near.items()}

    def residual(self, domains: int, open_guards: int) -> Hashable:
        """All that the solutions for the open variables depend on: equal residuals, equal solutions.

        Conflicts that masks state are gone from the open domains. A constraint with one open variable has filtered
        it; each of the others knows its own memory.
        """
        left: list[Hashable] = [domains & self.lanes.span(open_guards)]
        for propagator in self.propagators:
            still = propagator.guards & open_guards
            if still & (still - 1):
                left.append(propagator.residual(domains, open_guards))
        return tuple(left)

    def decided(self, domains: int, done: int, guard: int, place: int) -> tuple[int, int]:
        """The domains and the lanes done after a decision and propagation, as `propagate` gives them.

        Args:
            domains: the domains at the node.
            done: its lanes done.
            guard: the place of the guard of the variable decided.
            place: the place of the bit of its value.
        """
        after = domains & self.mask(place)
        return self.propagate(after, done | (self.fixes_together.get(place) or 1 << guard), domains ^ after)

    # -- explanations ---------------------------------------------------------------------------

    def explain(self, before: int, pruned: int, named: tuple[Constraint, ...] = ()) -> Explanation:
        """Why one step prunes a value of some domains, or why they are a dead end.

        The missing values, and the constraints alone, imply the pruning. Values that constraints on one variable take
        count as missing, if the constraint was compiled without them. A mask depends on the other values of the
        variable that was chosen, a dual lane on the other places of the value that has one place left, the lack of a
        support on what another variable or value has lost already; propagators have an `explain` of their own.

        Args:
            before: the domains before the step. Dual lanes do not matter.
            pruned: the bit of the value; 0 for a dead end.
            named: the constraint that has pruned it, if that is known.

        Raises:
            ValueError: no constraint does that in one step.
        """
        return explain(self, before, pruned, named)

    # -- propagation ----------------------------------------------------------------------------

    def propagate(self, domains: int, done: int, changed: int) -> tuple[int, int]:  # noqa: C901  (one algorithm)
        """Propagate to a fixpoint.

        One algorithm, in one piece, because it is the inner loop of a search:

        1. Choose every value that is alone in its lane: an AND with its mask, until there is none.
        2. Queue the propagators that watch a lane that changed, and run them: all the light ones, or else one of the
           others. If one has pruned anything, go on with 1.
        3. If nothing else changes any more, prune what the level prunes besides. If that changes nothing, it is done.

        Args:
            domains: the domains.
            done: the guards of the lanes whose one value has been chosen, its mask with it.
            changed: the bits of the lanes that changed since the last fixpoint.

        Returns:
            The domains and the lanes done. For a dead end the domains are 0, and the second number has the guards
            of the lanes to blame: those wiped out, or the scope of the constraint that rejected the domains.
        """
        lanes = self.lanes
        full, guards, ones = lanes.full, lanes.guards, lanes.ones
        masks, lane_at, with_conflicts = self.kept_masks, self.lane_at, self.with_conflicts
        propagators, light, fixes_together = self.propagators, self.light, self.fixes_together
        queue = 0
        known = domains
        while True:
            look()
            while True:  # 1
                if (domains + full) & guards != guards:
                    return 0, guards & ~(domains + full)
                single = (guards ^ done) & ~((domains & (domains - ones)) + full)
                if not single:
                    break
                done |= single
                single &= with_conflicts
                left = domains
                while single:
                    lowest = single & -single
                    single ^= lowest
                    offset, lane = lane_at[lowest.bit_length() - 1]
                    place = (domains >> offset & lane).bit_length() - 1 + offset
                    left &= masks.get(place) or self._make_mask(place)
                    if fixes_together:
                        fixed = fixes_together.get(place, 0)
                        done |= fixed
                        single &= ~fixed
                if left == domains:
                    break
                domains = left
            if propagators:  # 2
                changed |= known ^ domains
                queue |= self.watchers(changed, domains) if changed else 0
            changed, known = 0, domains
            while queue and domains == known:
                batch = queue & light or queue & -queue
                queue ^= batch
                while batch:
                    first = batch & -batch
                    batch ^= first
                    propagator = propagators[first.bit_length() - 1]
                    domains = propagator(domains)
                    if not domains:
                        return 0, propagator.guards
            if domains == known and self.prunes is not None:  # 3
                domains = self.prunes(self, domains, done)
            if domains == known:
                return domains, done
            if self.links:
                domains = known & ~self.with_links(known ^ domains)

    def propagated(self, declared: int) -> int:
        """The domains after propagation, from some domains of the variables on; 0 for a dead end."""
        domains = self.start & ~self.with_links(self.lanes.declared & ~declared)
        return 0 if self.lanes.has_empty(domains) else self.propagate(domains, 0, self.lanes.declared)[0]

    def watchers(self, changed: int, domains: int) -> int:
        """The propagators to run, because lanes of their scopes have changed.

        Args:
            changed: the bits of the lanes that changed.
            domains: the domains now. Some propagators wait until a lane that changed has one value left.
        """
        lanes = self.lanes
        touched = ((changed & lanes.declared) + lanes.declared) & lanes.decisions
        queue = 0
        watching, waiting = self.watching, self.waiting
        open_lanes = (domains & ((domains | lanes.guards) - lanes.ones)) + lanes.full if waiting else 0
        while touched:
            lowest = touched & -touched
            touched ^= lowest
            woken = watching.get(lowest.bit_length() - 1, 0)
            queue |= woken & ~waiting if lowest & open_lanes else woken
        return queue
