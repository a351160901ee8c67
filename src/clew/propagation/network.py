"""Compilation: declared constraints become lanes, masks and propagators. The one intermediate form.

- A constraint on one variable shrinks its domain, once.
- Conflicts between two variables become *masks*. The mask of a value keeps the value itself and clears all
  that it rules out anywhere: choosing it is one AND. Masks are made when first needed and kept while they fit
  into a budget of memory, so a problem whose masks would fill the machine still runs.
- As many values as variables, all different: then every value has a place, and gets an auxiliary *dual* lane of
  the places left to it. A pruned value clears both bits, so "one place left" is a singleton like any other.
- The rest become *propagators*: functions from domains to domains, run when a domain in their scope changed,
  until nothing changes: a fixpoint. The result of each for the domains of its scope is remembered.

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
from clew.propagation.explanations import Explanation, explain
from clew.propagation.propagator import Propagator, Wakes
from clew.state.lanes import Lanes, bits_of, places_of
from clew.state.state import State

HEAVY: Final = 5
"""The cost from which a propagator waits until the cheaper ones have come to a fixpoint."""

NARROW: Final = 2**12
"""Bits of all domains up to which a bit is best taken off the integer: of more, the digits are looked through."""

MASK_BUDGET: Final = 2**29
"""Bits that the masks kept may take together: 64 MiB."""

Conflicting = Callable[[Any], int]
"""From a value of a variable to the bits that it rules out. Those of its own lane do not matter."""


@attrs.frozen
class Source:
    """Why a value rules out others: a constraint, and its conflicts."""

    constraint: Constraint
    conflicts: Conflicting


@attrs.define(eq=False)
class Network:
    """Lanes, masks and propagators, on which a search over declared constraints runs.

    Attributes:
        lanes: the layout, auxiliary lanes included.
        start: the domains, shrunk by the constraints on one variable.
        sources: for each variable the constraints that become masks, so that a pruning can be named.
        propagators: the other constraints, the cheaper ones first; for levels that do not propagate, forward checks.
        watching: for the place of a lane's guard the propagators to run when the lane changed, bit k for the k-th.
        prunes: the pruning of the level at the fixpoint of all else (see `clew.propagation.levels`); None for none.
        links: for the place of a value's bit those of the dual lanes' bits that stand for the same.
        constraints: all of them.
        fixes_together: for the place of a value's bit the guards of the lanes that its one mask fixes, if that is
            more than its own anywhere: those of the items of an option, those of the dual lanes of a value.
        shrunk: the bits that are not in `start`, with the constraint that took them.
        dual_of: for the place of a dual lane's guard the constraint that it belongs to.
    """

    lanes: Lanes[Any, Any]
    start: int
    sources: Mapping[Any, list[Source]]
    propagators: tuple[Propagator, ...]
    watching: Mapping[int, int]
    prunes: Callable[[Network, int, int], int] | None
    links: Mapping[int, tuple[int, ...]]
    constraints: tuple[Constraint, ...]
    fixes_together: dict[int, int]
    shrunk: tuple[tuple[int, Constraint], ...]
    dual_of: Mapping[int, Constraint]
    waiting: int = attrs.field(init=False)
    """The propagators that have something to do only when a variable is assigned, bit k for the k-th."""
    light: int = attrs.field(init=False)
    """The propagators that are cheap, bit k for the k-th."""
    with_conflicts: int = attrs.field(init=False)
    """The guards of the lanes whose values rule out others, by masks."""
    program: Any = attrs.field(init=False, default=None)
    """Its form for the compiled engine, or the reason why there is none."""
    _root: tuple[int, int] | None = attrs.field(init=False, default=None)
    primal: Mapping[int, int] = attrs.field(init=False)
    """For the place of a dual lane's bit that of the value's bit that stands for the same."""
    kept_masks: dict[int, int] = attrs.field(init=False, factory=dict)
    """The masks made so far, by the place of the value's bit, as far as the budget goes."""
    _linked: dict[int, int] = attrs.field(init=False, factory=dict)
    """For the place of a value's bit the bits of the dual lanes that stand for the same, if the domains are narrow."""
    _rows: dict[int, int] = attrs.field(init=False, factory=dict)
    """From conflicts to the same conflicts with the bits of the dual lanes."""
    _room: int = attrs.field(init=False, default=MASK_BUDGET)
    lane_at: dict[int, tuple[int, int]] = attrs.field(init=False)
    """For the place of a guard the lane's lowest bit and its width in ones."""

    def __attrs_post_init__(self) -> None:
        self.primal = {dual: primal for primal, duals in self.links.items() for dual in duals}
        self.waiting = sum(1 << k for k, p in enumerate(self.propagators) if p.wakes is Wakes.ASSIGNED)
        self.light = sum(1 << k for k, propagator in enumerate(self.propagators) if propagator.cost < HEAVY)
        self.with_conflicts = self.lanes.guards & ~self.lanes.decisions
        if len(self.sources) == len(self.lanes.variables):
            self.with_conflicts = self.lanes.guards
        else:
            self.with_conflicts |= sum(1 << self.lanes.lane[variable].guard for variable in self.sources)
        self.lane_at = {}
        offset = 0
        for guard in self.lanes.owner:
            self.lane_at[guard] = offset, (1 << guard - offset) - 1
            offset = guard + 1

    # -- masks --------------------------------------------------------------------------------

    def mask(self, place: int) -> int:
        """The mask of a value, given by the place of its bit: all domains without the conflicts of the value."""
        return self.kept_masks.get(place) or self._make_mask(place)

    def _make_mask(self, place: int) -> int:
        look()
        primal = self.primal.get(place, place)
        lanes = self.lanes
        lane = lanes.lane[lanes.at(primal)]
        ruled_out = self._row(lane.full << lane.offset)
        rows = self._rows
        for conflicts, _ in self.conflicts(primal):
            ruled_out |= rows.get(conflicts) or self._row(conflicts)
        duals = self.links.get(primal, ())
        mask = lanes.full & ~ruled_out | 1 << primal
        for dual in duals:
            mask |= 1 << dual
        if self._room > 0:
            self._room -= lanes.full.bit_length()
            if duals:  # before the mask: another thread that finds the mask finds the lanes that it fixes, too
                self._room -= lanes.full.bit_length()
                fixed = sum(map(self._guard, duals), 1 << lane.guard)
                for bit in (primal, *duals):
                    self.fixes_together[bit] = fixed
            for bit in (primal, *duals):
                self.kept_masks[bit] = mask
        return mask

    def conflicts(self, place: int) -> Iterable[tuple[int, Constraint]]:
        """What a value rules out, constraint by constraint. The bits of its own lane do not matter.

        Args:
            place: the place of its bit, in a variable's lane.
        """
        variable = self.lanes.at(place)
        lane = self.lanes.lane[variable]
        value = lane.values[place - lane.offset]
        for source in self.sources.get(variable, ()):
            try:
                conflicts = source.conflicts(value)
            except Exception as error:
                error.add_note(f"while {source.constraint.title} said what {variable!r} = {value!r} rules out")
                raise
            yield conflicts, source.constraint

    def _guard(self, place: int) -> int:
        """The guard of the lane that holds a bit."""
        above = self.lanes.guards >> place
        return (above & -above) << place

    def _row(self, bits: int) -> int:
        """As `with_links`, remembered: in an `AllDifferent` a value has the same conflicts for all its variables."""
        if not self.links:
            return bits
        row = self._rows.get(bits)
        if row is None:
            row = self.with_links(bits)
            if self._room > 0:
                self._room -= 2 * row.bit_length()
                self._rows[bits] = row
        return row

    def with_links(self, bits: int) -> int:
        """Some of the variables' bits and the bits of the dual lanes that stand for the same."""
        links = self.links
        if not links:
            return bits
        width = self.lanes.guards.bit_length()
        if width > NARROW:
            duals = (dual for place in places_of(bits) for dual in links.get(place, ()))
            return bits | bits_of(duals, width)
        linked, known = bits, self._linked
        while bits:
            lowest = bits & -bits
            bits ^= lowest
            place = lowest.bit_length() - 1
            if place not in known:
                known[place] = sum([1 << dual for dual in links.get(place, ())])
            linked |= known[place]
        return linked

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
        guards of the lanes wiped out by a mask.
        """
        lanes = self.lanes
        lane = lanes.lane[variable]
        domains &= self.mask(lane.offset + lane.positions[value])
        empty = lanes.guards & ~(domains + lanes.full)
        return (0, empty) if empty else self.filter(domains, assigned, lane.guard)

    def filtered(self) -> int:
        """The domains that constraints able to judge single values leave before any decision; 0 for a dead end."""
        if self.lanes.has_empty(self.start):
            return 0
        return self.checked((check for check in self.propagators if check.is_early), self.start, 0)

    @cached_property
    def undecided(self) -> int:
        """The same, kept: what forward checking begins with."""
        return self.filtered()

    def about(self, guard: int) -> Iterator[Propagator]:
        """The propagators that watch a lane, which is given by the place of its guard."""
        return (self.propagators[k] for k in places_of(self.watching.get(guard, 0)))

    def filter(self, domains: int, assigned: int, guard: int) -> tuple[int, int]:
        """The domains that the constraints beside the masks leave after a decision, and the lanes assigned.

        (0, 0) for a dead end: a check that refuses the values as a whole blames no lane.
        """
        domains = self.checked(self.about(guard), domains, assigned)
        return domains, assigned if domains else 0

    def checked(self, checks: Iterable[Propagator], domains: int, assigned: int) -> int:
        """The domains that some forward checks leave, one after the other; 0 for a dead end."""
        for check in checks:
            look()
            domains = check(domains | assigned) & ~assigned
            if not domains:
                break
        return domains

    def holds(self, complete: State[Any, Any]) -> bool:
        """Whether every constraint holds of a complete assignment: the test of generate and test."""
        values = {v: complete[v] for v in self.lanes.variables}
        return all(truth(c, [values[v] for v in c.scope]) for c in self.constraints)

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
        count as missing, if the constraint was compiled without them. A mask rests on the other values of the
        variable that was chosen, a dual lane on the other places of the value that has one place left, the lack of a
        support on what another variable or value has lost already; propagators have an `explain` of their own.

        Args:
            before: the domains before the step. Dual lanes do not matter.
            pruned: the bit of the value; 0 for a dead end.
            named: what has pruned it, if that is known.

        Raises:
            ValueError: no constraint does that in one step.
        """
        return explain(self, before, pruned, named)

    def lane_of(self, place: int) -> int:
        """The lane of the value whose bit has this place, whole."""
        lane = self.lanes.lane[self.lanes.at(place)]
        return lane.full << lane.offset

    @cached_property
    def places(self) -> dict[int, int]:
        """For the place of each guard the bits of the lane's values; of a dual lane those that its bits stand for."""
        places = {lane.guard: lane.full << lane.offset for lane in self.lanes.lane.values()}
        for dual, primal in self.primal.items():
            guard = self._guard(dual).bit_length() - 1
            places[guard] = places.get(guard, 0) | 1 << primal
        return places

    # -- propagation ----------------------------------------------------------------------------

    def propagate(self, domains: int, done: int, changed: int) -> tuple[int, int]:  # noqa: C901  (the inner loop)
        """Propagate to a fixpoint.

        Args:
            domains: the domains.
            done: the guards of the lanes whose one value has been chosen, its mask with it.
            changed: the bits of the lanes that changed since the last fixpoint.

        Returns:
            The domains and the lanes done. For a dead end the domains are 0, and the second number has the guards
            of the lanes to blame: those wiped out, or the scope of the constraint that refused the domains.
        """
        lanes = self.lanes
        full, guards, ones = lanes.full, lanes.guards, lanes.ones
        masks, lane_at, with_conflicts = self.kept_masks, self.lane_at, self.with_conflicts
        propagators, light, fixes_together = self.propagators, self.light, self.fixes_together
        queue = 0
        known = domains
        while True:
            look()
            # Choose every value that is alone in its lane, until there is none.
            while True:
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
            # Run the propagators that watch a lane that changed: all the light ones, or else one of the others.
            if propagators:
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
            # At their fixpoint, look for values without support.
            if domains == known and self.prunes is not None:
                domains = self.prunes(self, domains, done)
            if domains == known:
                return domains, done
            if self.links:
                domains = known & ~self.with_links(known ^ domains)

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

    def supported(self, domains: int, done: int) -> int:
        """The domains without the values whose mask wipes out a lane: those without a support somewhere."""
        lanes = self.lanes
        full, guards = lanes.full, lanes.guards
        rest = domains
        unsupported = 0
        for guard, (offset, lane) in self.lane_at.items():
            if done >> guard & 1 or lanes.owner[guard] is None:
                continue
            look()
            rest = domains & lane << offset
            while rest:
                lowest = rest & -rest
                rest ^= lowest
                left = domains & self.mask(lowest.bit_length() - 1)
                if (left + full) & guards != guards:
                    unsupported |= lowest
        return domains & ~unsupported
