"""Compilation: declared constraints become lanes, masks and propagators. The one intermediate form.

- A constraint on one variable shrinks its domain, once.
- What two variables forbid each other becomes *masks*. The mask of a value keeps the value itself and clears all
  that it rules out anywhere: choosing it is one AND. Masks are made when first needed and kept while they fit
  into a budget of memory, so a problem whose masks would fill the machine still runs.
- As many values as variables, all different: then every value has a place, and gets an auxiliary *dual* lane of
  the places left to it. A pruned value clears both bits, so "one place left" is a singleton like any other.
- The rest become *propagators*: functions from domains to domains, run when a domain in their scope changed,
  until nothing changes. What each made of the domains of its scope is remembered.

All of them leave, of the last open variable of a constraint, only values that satisfy it: an assignment that
passes is a solution.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import OrderedDict
from collections.abc import Callable, Hashable, Iterable, Mapping
from functools import cached_property
from itertools import pairwise, product
from math import prod
from numbers import Rational
from typing import TYPE_CHECKING, Any, Final

import attrs

from clew.constraints.base import OPEN, Constraint, Stepwise, judged, truth
from clew.errors import ClewError
from clew.lanes import Lane, Lanes
from clew.propagators import (
    Automaton,
    DistinctPropagator,
    LastOpen,
    LinearPropagator,
    Propagator,
    Pruner,
    StepPropagator,
    TablePropagator,
)
from clew.state import State

if TYPE_CHECKING:
    from clew.constraints.all_different import AllDifferent
    from clew.constraints.arithmetic import Linear
    from clew.constraints.exact_cover import ExactCover
    from clew.constraints.vectors import DistinctVectors

TUPLES: Final = 20_000
"""Combinations of values up to which a constraint on three or more variables is written out as a table."""

DUAL_WIDTH: Final = 2**15
"""Bits of the variables' lanes up to which dual lanes are added beside them."""

DUAL_SCOPE: Final = 64
"""Variables up to which a permutation gets dual lanes: of more, a mask has so many bits to clear twice that it
costs more than it saves."""

HEAVY: Final = 5
"""The cost from which a propagator waits until the cheaper ones have nothing more to say."""

MASK_BUDGET: Final = 2**29
"""Bits that the masks kept may take together: 64 MiB."""

ROW_BYTES: Final = 4096
"""Bytes up to which the bits that map to one target are kept."""

Kills = Callable[[Any], int]
"""From a value of a variable to the bits that it rules out. Those of its own lane do not matter."""


@attrs.frozen
class Source:
    """Why a value rules out others: a constraint, and what it rules out."""

    constraint: Constraint
    kills: Kills


@attrs.frozen(eq=False)
class Check:
    """A constraint that is looked at, not propagated.

    Attributes:
        constraint: the constraint.
        lanes: those of its scope.
        guards: their guards.
    """

    constraint: Constraint
    lanes: tuple[Lane[Any], ...]
    guards: int

    def is_too_early(self, assigned: int, holes: int) -> bool:
        """Whether it cannot judge yet: more variables are open than that many."""
        return not self.constraint.partial and (self.guards & ~assigned).bit_count() > holes

    def values(self, domains: int, assigned: int) -> list[Any]:
        """The values of the scope, OPEN for those that are not assigned."""
        return [
            lane.values[(domains >> lane.offset & lane.full).bit_length() - 1] if assigned >> lane.guard & 1 else OPEN
            for lane in self.lanes
        ]

    def filter(self, domains: int, assigned: int) -> int:
        """The domains without the values that it refuses, each alone with what is assigned; 0 for a dead end."""
        if self.is_too_early(assigned, 1):
            return domains
        values = self.values(domains, assigned)
        holes = [k for k, value in enumerate(values) if value is OPEN]
        if not holes:
            return domains if judged(self.constraint, values) else 0
        for hole in holes:
            lane = self.lanes[hole]
            remaining = kept = domains >> lane.offset & lane.full
            for value in lane.select(remaining):
                values[hole] = value
                if not judged(self.constraint, values):
                    kept ^= 1 << lane.positions[value]
            values[hole] = OPEN
            if not kept:
                return 0
            domains ^= (remaining ^ kept) << lane.offset
        return domains


@attrs.define(eq=False)
class Network:
    """Lanes, masks and propagators: what a search over declared constraints runs on.

    Attributes:
        lanes: the layout, auxiliary lanes included.
        start: the domains, shrunk by the constraints on one variable.
        sources: for each variable the constraints that become masks, so that a pruning can be named.
        propagators: the other constraints, the cheaper ones first.
        watching: for the place of a lane's guard the propagators to run when the lane changed, bit k for the k-th.
        checks: for each variable the constraints that are not masks, for the levels that do not propagate.
        strong: whether masks are used for arc consistency too.
        links: for the place of a value's bit those of the dual lanes' bits that stand for the same.
        constraints: all of them.
        together: for the place of a value's bit the guards of the lanes that its one mask settles, if that is
            more than its own anywhere: those of the items of an option, those of the dual lanes of a value.
    """

    lanes: Lanes[Any, Any]
    start: int
    sources: Mapping[Any, list[Source]]
    propagators: tuple[Propagator, ...]
    watching: Mapping[int, int]
    checks: Mapping[Any, list[Check]]
    strong: bool
    links: Mapping[int, tuple[int, ...]]
    constraints: tuple[Constraint, ...]
    together: dict[int, int]
    blamed: int = attrs.field(init=False, default=0)
    """The guards of the lanes that ended the latest dead end of `propagate`."""
    light: int = attrs.field(init=False)
    """The propagators that are cheap, bit k for the k-th."""
    speaking: int = attrs.field(init=False)
    """The guards of the lanes whose values rule out others, by masks."""
    _root: tuple[int, int] | None = attrs.field(init=False, default=None)
    _twin: Mapping[int, int] = attrs.field(init=False)
    kept_masks: dict[int, int] = attrs.field(init=False, factory=dict)
    """The masks made so far, by the place of the value's bit, as far as the budget goes."""
    _rows: dict[int, int] = attrs.field(init=False, factory=dict)
    """What constraints rule out, and the same with the bits of the dual lanes."""
    _room: int = attrs.field(init=False, default=MASK_BUDGET)
    lane_at: dict[int, tuple[int, int]] = attrs.field(init=False)
    """For the place of a guard the lane's lowest bit and its width in ones."""

    def __attrs_post_init__(self) -> None:
        self._twin = {dual: primal for primal, duals in self.links.items() for dual in duals}
        self.light = sum(1 << k for k, propagator in enumerate(self.propagators) if propagator.cost < HEAVY)
        self.speaking = self.lanes.guards & ~self.lanes.decisions
        self.speaking |= sum(1 << self.lanes.lane[variable].guard for variable in self.sources)
        self.lane_at = {}
        offset = 0
        for guard in self.lanes.owner:
            self.lane_at[guard] = offset, (1 << guard - offset) - 1
            offset = guard + 1

    # -- masks --------------------------------------------------------------------------------

    def mask(self, place: int) -> int:
        """What is left of all domains when a value is chosen, given by the place of its bit in the integer."""
        return self.kept_masks.get(place) or self._make_mask(place)

    def _make_mask(self, place: int) -> int:
        primal = self._twin.get(place, place)
        lanes = self.lanes
        variable = lanes.at(primal)
        lane = lanes.lane[variable]
        value = lane.values[primal - lane.offset]
        ruled_out = self._row(lane.full << lane.offset)
        for source in self.sources.get(variable, ()):
            try:
                ruled_out |= self._row(source.kills(value))
            except Exception as error:
                error.add_note(f"while {source.constraint.title} said what {variable!r} = {value!r} rules out")
                raise
        duals = self.links.get(primal, ())
        mask = lanes.full & ~ruled_out | sum(1 << twin for twin in (primal, *duals))
        if self._room > 0:
            self._room -= lanes.full.bit_length()
            for twin in (primal, *duals):
                self.kept_masks[twin] = mask
            if duals:
                self._room -= lanes.full.bit_length()
                settled = self._guard(primal) | sum(map(self._guard, duals))
                for twin in (primal, *duals):
                    self.together[twin] = settled
        return mask

    def _guard(self, place: int) -> int:
        """The guard of the lane that holds a bit."""
        above = self.lanes.guards >> place
        return (above & -above) << place

    def _row(self, bits: int) -> int:
        """As `with_links`, remembered: what rules out one value of an `AllDifferent` does so for all its variables."""
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
        row = bytearray(self.lanes.guards.bit_length() // 8 + 1)
        digits = bin(bits)[:1:-1]  # looking for digits is quicker than taking one bit after the other off
        place = digits.find("1")
        while place >= 0:
            for dual in links.get(place, ()):
                row[dual >> 3] |= 1 << (dual & 7)
            place = digits.find("1", place + 1)
        return bits | int.from_bytes(row, "little")

    # -- forward checking -----------------------------------------------------------------------

    def choose(self, domains: int, place: int) -> int:
        """The domains after one AND with a value's mask; 0 if one of them is empty."""
        domains &= self.mask(place)
        lanes = self.lanes
        self.blamed = lanes.guards & ~(domains + lanes.full)
        return 0 if self.blamed else domains

    def is_consistent(self, domains: int, assigned: int, variable: Hashable, value: Hashable) -> bool:
        """Whether a decision goes with the assigned variables, as far as their constraints can tell."""
        lane = self.lanes.lane[variable]
        place = lane.offset + lane.positions[value]
        if not self.start >> place & 1:
            return False
        left = domains & self.mask(place)
        if (left + self.lanes.full) & assigned != assigned:
            return False
        left &= ~(lane.full << lane.offset) | 1 << place
        assigned |= 1 << lane.guard
        return all(
            check.is_too_early(assigned, 0) or judged(check.constraint, check.values(left, assigned))
            for check in self.checks.get(variable, ())
        )

    def forward(self, domains: int, assigned: int, variable: Hashable, value: Hashable) -> int:
        """Forward checking: the domains after a decision; 0 for a dead end.

        Masks take what two variables rule out; the other constraints filter the open variables that they can
        judge, which for most is the last one.
        """
        lane = self.lanes.lane[variable]
        domains = self.choose(domains, lane.offset + lane.positions[value])
        return domains and self.filter(domains, assigned, lane.guard)

    def filtered(self) -> int:
        """What the constraints leave before any decision, as far as they can judge single values; 0 for nothing."""
        domains = 0 if self.lanes.has_empty(self.start) else self.start
        partial = {id(c): c for checks in self.checks.values() for c in checks if c.constraint.partial}
        for check in partial.values() if domains else ():
            domains = domains and check.filter(domains, 0)
        return domains

    def filter(self, domains: int, assigned: int, guard: int) -> int:
        """What the constraints that are not masks leave after a decision; 0 for a dead end."""
        for check in self.checks.get(self.lanes.owner[guard], ()):
            domains = check.filter(domains, assigned)
            if not domains:
                break
        return domains

    def holds(self, complete: State[Any, Any]) -> bool:
        """Whether every constraint holds of a complete assignment: the test of generate and test."""
        values = {v: complete[v] for v in self.lanes.variables}
        return all(truth(c, [values[v] for v in c.scope]) for c in self.constraints)

    def root(self, given: Mapping[Any, Any]) -> tuple[int, int]:
        """The domains and the lanes done once some values are assumed and propagated; (0, 0) if they clash."""
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
        for constraint in self.constraints:
            together = sum(1 << lanes.lane[v].guard for v in constraint.scope)
            for variable in constraint.scope:
                near[lanes.lane[variable].guard] |= together
        return {guard: others & ~(1 << guard) for guard, others in near.items()}

    @property
    def is_complete(self) -> bool:
        """Whether every two variables share a constraint, so that nothing ever falls apart."""
        decisions = self.lanes.decisions
        return all(others | 1 << guard == decisions for guard, others in self.near.items())

    def residual(self, domains: int, open_guards: int) -> Hashable:
        """All that the solutions for the open variables depend on: equal residuals, equal solutions.

        What masks rule out is gone from the open domains. A constraint with one open variable has filtered it; of
        the others each knows what it remembers.
        """
        left: list[Hashable] = [domains & self.lanes.span(open_guards)]
        for propagator in self.propagators:
            still = propagator.guards & open_guards
            if still & (still - 1):
                left.append(propagator.residual(domains, open_guards))
        return tuple(left)

    def decided(self, domains: int, done: int, guard: int, place: int) -> tuple[int, int]:
        """The domains and the lanes done after a decision and propagation; (0, 0) for a dead end.

        Args:
            domains: the domains at the node.
            done: its lanes done.
            guard: the place of the guard of the variable decided.
            place: the place of the bit of its value.
        """
        after = domains & self.mask(place)
        return self.propagate(after, done | (self.together.get(place) or 1 << guard), domains ^ after)

    # -- propagation ----------------------------------------------------------------------------

    def propagate(self, domains: int, done: int, changed: int) -> tuple[int, int]:  # noqa: C901  (the inner loop)
        """Propagate to a fixpoint.

        Args:
            domains: the domains.
            done: the guards of the lanes whose one value has been chosen, its mask with it.
            changed: the bits of the lanes that changed since the last fixpoint.

        Returns:
            The domains and the lanes done; (0, 0) for a dead end.
        """
        lanes = self.lanes
        full, guards, ones = lanes.full, lanes.guards, lanes.ones
        masks, lane_at, speaking = self.kept_masks, self.lane_at, self.speaking
        propagators, light, together = self.propagators, self.light, self.together
        queue = 0
        known = domains
        while True:
            # Choose every value that is alone in its lane, until there is none.
            while True:
                if (domains + full) & guards != guards:
                    self.blamed = guards & ~(domains + full)
                    return 0, 0
                single = (guards ^ done) & ~((domains & (domains - ones)) + full)
                if not single:
                    break
                done |= single
                single &= speaking
                left = domains
                while single:
                    lowest = single & -single
                    single ^= lowest
                    offset, lane = lane_at[lowest.bit_length() - 1]
                    place = (domains >> offset & lane).bit_length() - 1 + offset
                    left &= masks.get(place) or self._make_mask(place)
                    if together:
                        settled = together.get(place, 0)
                        done |= settled
                        single &= ~settled
                if left == domains:
                    break
                domains = left
            # Run the propagators that watch a lane that changed: all the light ones, or else one of the others.
            if propagators:
                changed |= known ^ domains
                queue |= self._watchers(changed) if changed else 0
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
                        self.blamed = propagator.guards
                        return 0, 0
            # When they have nothing more to say, look for values without support.
            if domains == known and self.strong:
                domains = self._supported(domains, done)
            if domains == known:
                return domains, done
            if self.links:
                domains = known & ~self.with_links(known ^ domains)

    def _watchers(self, changed: int) -> int:
        """The propagators that watch one of the lanes that have a bit among these."""
        lanes = self.lanes
        touched = ((changed & lanes.declared) + lanes.declared) & lanes.decisions
        queue = 0
        watching = self.watching
        while touched:
            lowest = touched & -touched
            touched ^= lowest
            queue |= watching.get(lowest.bit_length() - 1, 0)
        return queue

    def _supported(self, domains: int, done: int) -> int:
        """The domains without the values whose mask empties a lane: those without a support somewhere."""
        lanes = self.lanes
        full, guards = lanes.full, lanes.guards
        rest = domains
        unsupported = 0
        for guard, (offset, lane) in self.lane_at.items():
            if done >> guard & 1 or lanes.owner[guard] is None:
                continue
            rest = domains & lane << offset
            while rest:
                lowest = rest & -rest
                rest ^= lowest
                left = domains & self.mask(lowest.bit_length() - 1)
                if (left + full) & guards != guards:
                    unsupported |= lowest
        return domains & ~unsupported


class Compiler:
    """Makes a network of the constraints of a problem. A constraint's `compile` calls its methods.

    Args:
        domains: the variables with their values.
        constraints: what must hold.
        level: the inference that the network is for. `unit` and `arc` propagate; for the others, constraints on
            more than two variables are only checked, and there are no auxiliary lanes.
    """

    def __init__(self, domains: Mapping[Any, Iterable[Any]], constraints: Iterable[Constraint], level: str) -> None:
        self.level = level
        self.propagates = level in ("unit", "arc")
        self.lanes: Lanes[Any, Any] = Lanes(domains)
        self._sources: dict[Any, list[Source]] = {}
        self._propagators: list[Propagator] = []
        self._checks: dict[Any, list[Check]] = {}
        self._automata: dict[Hashable, Automaton] = {}
        self._removed = 0
        self._cover: ExactCover | None = None
        self._links: dict[int, tuple[int, ...]] = {}
        self._duals: list[int] = []
        self._end = self.lanes.guards.bit_length()
        self.constraints = tuple(constraints)
        for constraint in sorted(self.constraints, key=lambda c: len(c.scope) > 1):  # what shrinks domains comes first
            try:
                constraint.compile(self)
            except ClewError:
                raise
            except Exception as error:
                error.add_note(f"while {constraint.title} was compiled")
                raise

    def network(self) -> Network:
        """What has been compiled so far."""
        lanes = Lanes({v: lane.values for v, lane in self.lanes.lane.items()}, tuple(self._duals))
        propagators = tuple(sorted(self._propagators, key=lambda p: p.cost))
        watching: dict[int, int] = {}
        for k, propagator in enumerate(propagators):
            for variable in propagator.constraint.scope:
                guard = lanes.lane[variable].guard
                watching[guard] = watching.get(guard, 0) | 1 << k
        network = Network(
            lanes,
            0,
            self._sources,
            propagators,
            watching,
            self._checks,
            self.level == "arc",
            self._links,
            self.constraints,
            self._together(),
        )
        network.start = lanes.start & ~network.with_links(self._removed)
        return network

    def _together(self) -> dict[int, int]:
        """The lanes that a mask settles, where an exact cover is all there is: an option does for all its items."""
        cover = self._cover
        if len(self.constraints) != 1 or cover is None:
            return {}
        lane = self.lanes.lane
        together = {}
        for option, items in cover.options:
            own = [lane[item] for item in items if item in lane]
            guards = sum(1 << lane.guard for lane in own)
            for one in own:
                if option in one.positions:
                    together[one.offset + one.positions[option]] = guards
        return together if set(lane) == set(cover.scope) else {}

    # -- what the constraints call --------------------------------------------------------------

    def default(self, constraint: Constraint) -> None:
        """Compile by `holds` and `propagate` alone (see `Constraint.compile`)."""
        scope = constraint.scope
        if len(scope) == 1:
            self.keep(scope[0], lambda value: truth(constraint, (value,)))
        elif len(scope) == 2:
            self.pairs(constraint, scope[0], scope[1], lambda one, other: truth(constraint, (one, other)))
        elif not self.propagates:
            self.check(constraint)
        else:
            domains = [self.domain(variable) for variable in scope]
            if prod(map(len, domains)) <= TUPLES:
                self.tuples(constraint, (values for values in product(*domains) if truth(constraint, values)))
                return
            if type(constraint).propagate is not Constraint.propagate:
                self._propagators.append(Pruner(constraint, self.lanes))
            self._propagators.append(LastOpen(constraint, self.lanes))

    def keep(self, variable: Hashable, accepts: Callable[[Any], bool]) -> None:
        """Keep only some values of a variable."""
        lane = self.lanes.lane[variable]
        for k, value in enumerate(lane.values):
            if not accepts(value):
                self._removed |= 1 << lane.offset + k

    def domain(self, variable: Hashable) -> tuple[Any, ...]:
        """The values that a variable has left."""
        lane = self.lanes.lane[variable]
        return lane.select(lane.full & ~(self._removed >> lane.offset))

    def check(self, constraint: Constraint) -> None:
        """Only check a constraint, for the levels that do not propagate."""
        lanes = tuple(self.lanes.lane[variable] for variable in constraint.scope)
        check = Check(constraint, lanes, sum(1 << lane.guard for lane in lanes))
        for variable in constraint.scope:
            self._checks.setdefault(variable, []).append(check)

    def pairs(self, constraint: Constraint, one: Hashable, other: Hashable, holds: Callable[[Any, Any], bool]) -> None:
        """Masks for two variables: what each value of one rules out of the other. Asked when a mask is made."""
        left, right = self.lanes.lane[one], self.lanes.lane[other]

        def kills_right(value: Any) -> int:
            return self._refused(right, lambda w: holds(value, w))

        def kills_left(value: Any) -> int:
            return self._refused(left, lambda v: holds(v, value))

        self.masks(constraint, one, kills_right)
        self.masks(constraint, other, kills_left)

    def _refused(self, lane: Lane[Any], accepts: Callable[[Any], bool]) -> int:
        """The bits of the values that a lane has left and that are not accepted."""
        left = lane.full & ~(self._removed >> lane.offset)
        return sum(1 << lane.positions[v] for v in lane.select(left) if not accepts(v)) << lane.offset

    def masks(self, constraint: Constraint, variable: Hashable, kills: Kills) -> None:
        """Masks of any shape: a function from a value of a variable to the bits that it rules out.

        To rule out is mutual: what a value rules out must rule it out in its turn.
        """
        self._sources.setdefault(variable, []).append(Source(constraint, kills))

    def tuples(self, constraint: Constraint, tuples: Iterable[tuple[Any, ...]]) -> None:
        """A constraint by its allowed tuples."""
        scope = constraint.scope
        if len(scope) == 1:
            allowed = {values[0] for values in tuples}
            self.keep(scope[0], lambda value: value in allowed)
        elif len(scope) == 2:
            together = set(tuples)
            self.pairs(constraint, scope[0], scope[1], lambda one, other: (one, other) in together)
        elif self.propagates:
            self._propagators.append(TablePropagator(constraint, self.lanes, tuples))
        else:
            self.check(constraint)

    def stepwise(self, constraint: Stepwise) -> None:
        """A constraint that reads its scope value by value."""
        if len(constraint.scope) <= 2:
            self.default(constraint)
        elif self.propagates:
            self._propagators.append(StepPropagator(constraint, self.lanes, self._automata))
        else:
            self.check(constraint)

    def linear(self, constraint: Linear) -> None:
        """A weighted sum."""
        numbers = [*constraint.coefficients, constraint.bound]
        numbers += (value for variable in constraint.scope for value in self.lanes.lane[variable].values)
        if not all(isinstance(number, Rational) for number in numbers):
            self.default(constraint)  # bounds of rounded numbers could cut off a sum that just fits
        elif self.propagates:
            self._propagators.append(LinearPropagator(constraint, self.lanes))
        else:
            self.check(constraint)

    def distinct_vectors(self, constraint: DistinctVectors) -> None:
        """Vectors no two of which are equal."""
        if len(constraint.scope) <= 2:
            self.default(constraint)
        elif self.propagates:
            self._propagators.append(DistinctPropagator(constraint, self.lanes))
            if sum(map(len, constraint.vectors)) > len(constraint.scope):  # a variable is in two of them
                self._propagators.extend(LastOpen(pair, self.lanes) for pair in constraint.pairs())
        else:
            for pair in constraint.pairs():
                self.check(pair)

    def all_different(self, constraint: AllDifferent) -> None:
        """Values no two of which are equal: masks, and dual lanes where every value must have its place."""
        lanes = [self.lanes.lane[variable] for variable in constraint.scope]
        targets = _Targets(constraint, lanes)
        for position, variable in enumerate(constraint.scope):
            self.masks(constraint, variable, targets.kills(position))
        if not self.propagates:
            return
        if self.level == "arc" and len(lanes) > 2:
            self._propagators.append(Pruner(constraint, self.lanes))
        small = len(lanes) <= DUAL_SCOPE and self.lanes.guards.bit_length() <= DUAL_WIDTH
        if small and not constraint.exceptions:
            self._add_duals(targets.places(self._removed), len(lanes))

    def _add_duals(self, places: Mapping[Any, list[int]], variables: int) -> None:
        if len(places) != variables:
            return
        for spots in places.values():
            for k, place in enumerate(spots):
                self._links[place] = (*self._links.get(place, ()), self._end + k)
            self._duals.append(len(spots))
            self._end += len(spots) + 1

    def exact_cover(self, constraint: ExactCover) -> None:
        """Options that cover items: each rules out, in one mask, all that share an item with it."""
        self._cover = constraint
        needed = set(constraint.scope)
        own: dict[Any, int] = {}
        covering: dict[Any, int] = {}
        for option, items in constraint.options:
            own[option] = self.lanes.bits((item, option) for item in items if item in needed)
            for item in items:
                covering[item] = covering.get(item, 0) | own[option]
        items_of = dict(constraint.options)

        def kills(option: Any) -> int:
            ruled_out = 0
            for item in items_of.get(option, ()):
                ruled_out |= covering[item]
            return ruled_out & ~own.get(option, 0)

        for item in constraint.scope:
            self.keep(item, lambda option, item=item: item in items_of.get(option, ()))  # type: ignore[misc]
            self.masks(constraint, item, kills)


_compiled: OrderedDict[Hashable, Network] = OrderedDict()
KEPT: Final = 8
"""Networks to keep for the next problem with the same domains and constraints: puzzles that differ in clues."""


def compiled(domains: Mapping[Any, Iterable[Any]], constraints: tuple[Constraint, ...], level: str) -> Network:
    """The network of some domains and constraints, made or found among the latest."""
    if level not in ("unit", "arc"):
        level = "forward"
    values: dict[int, Hashable] = {}
    for domain in domains.values():
        if id(domain) not in values:
            values[id(domain)] = domain if isinstance(domain, range) else (*domain, *map(type, domain))
    if not all("__eq__" in vars(type(constraint)) for constraint in constraints):
        return Compiler(domains, constraints, level).network()  # some may pass for equal that are not
    try:
        key: Hashable = tuple((v, values[id(domain)]) for v, domain in domains.items()), constraints, level
        network = _compiled.pop(key, None)
    except TypeError:  # something in a constraint of the user's own cannot be hashed
        return Compiler(domains, constraints, level).network()
    if network is None:
        network = Compiler(domains, constraints, level).network()
    if network.lanes.guards.bit_length() <= 2 * DUAL_WIDTH:
        _compiled[key] = network
        while len(_compiled) > KEPT:
            _compiled.popitem(last=False)
    return network


@attrs.frozen
class _Row:
    """What maps to one target, where all variables have the same whole numbers and the offsets go one way.

    The bits for target t are those for target 0 moved up by t; a variable whose value would be out of its domain
    has none, and those that have one are neighbours. So a mask of any width is made of shifts alone.

    Attributes:
        shape: the bits for target `low`, with the offsets added to keep them apart.
        places: the place of each variable's bit in the shape, ascending.
        offsets: the variables' offsets.
        low, high: the first value, and the one after the last.
        lift: what the places are moved up by, so that none is negative.
    """

    shape: int
    places: tuple[int, ...]
    offsets: tuple[int, ...]
    low: int
    high: int
    lift: int

    @classmethod
    def of(cls, lanes: list[Lane[Any]], offsets: tuple[int, ...], values: tuple[int, ...]) -> _Row | tuple[()]:
        lift = max(offsets)
        places = tuple(lane.offset - offset + lift for lane, offset in zip(lanes, offsets, strict=True))
        rises = all(a < b for a, b in pairwise(places))
        one_way = list(offsets) in (sorted(offsets), sorted(offsets, reverse=True))
        if not rises or not one_way or not values:
            return ()
        bits = bytearray((places[-1] >> 3) + 1)
        for place in places:
            bits[place >> 3] |= 1 << (place & 7)
        return cls(int.from_bytes(bits, "little"), places, offsets, values[0], values[-1] + 1, lift)

    def bits(self, target: int) -> int:
        """The bits of the values that map to a target."""
        # Those with low <= target - offset < high.
        if self.offsets[0] <= self.offsets[-1]:
            first, last = bisect_right(self.offsets, target - self.high), bisect_right(self.offsets, target - self.low)
        else:
            first = bisect_left(self.offsets, self.low - target, key=lambda offset: -offset)
            last = bisect_left(self.offsets, self.high - target, key=lambda offset: -offset)
        if first >= last:
            return 0
        base = self.places[first]
        width = self.places[last - 1] - base + 1
        cut = (self.shape >> base) & ((1 << width) - 1)
        return cut << base + target - self.low - self.lift


class _Targets:
    """What the values of an `AllDifferent` map to, and where in the integer."""

    def __init__(self, constraint: AllDifferent, lanes: list[Lane[Any]]) -> None:
        self.constraint = constraint
        self.lanes = lanes
        self.offsets = constraint.offsets or (0,) * len(lanes)
        # Whole numbers plus an offset can be taken back by subtraction; anything else is looked up.
        domains = {id(lane.values): lane.values for lane in lanes}.values()
        self.plain = constraint.mapping is None and (
            constraint.offsets is None
            or all(type(number) is int for numbers in (self.offsets, *domains) for number in numbers)
        )
        self._inverse: list[dict[Any, list[int]]] = []
        self._known: dict[Any, int] = {}
        self._shape: _Row | tuple[()] | None = None
        self._bytes = (max(lane.guard for lane in lanes) >> 3) + 1

    def kills(self, position: int) -> Kills:
        """For the variable at a position: from its value to the bits of the others that map to the same."""
        constraint = self.constraint
        row = self._row()

        def kills(value: Any) -> int:
            target = constraint.mapped(position, value)
            if target in constraint.exceptions:
                return 0
            bits = self._known.get(target)
            if bits is None:
                bits = row.bits(target) if row is not None else self._bits(target)
                if self._bytes <= ROW_BYTES:
                    self._known[target] = bits
            return bits

        return kills

    def _bits(self, target: Any) -> int:
        bits = bytearray(self._bytes)
        for place in self._places(target):
            bits[place >> 3] |= 1 << (place & 7)
        return int.from_bytes(bits, "little")

    def _row(self) -> _Row | None:
        """The shape of what maps to the same, if it is the same shape for every target."""
        if self._shape is None:
            values = self.lanes[0].values
            regular = (
                self.plain
                and values
                and all(type(value) is int for value in values)
                and all(lane.values is values or lane.values == values for lane in self.lanes)
                and values == tuple(range(values[0], values[0] + len(values)))
            )
            self._shape = _Row.of(self.lanes, self.offsets, values) if regular else ()
        return self._shape or None

    def _places(self, target: Any) -> list[int]:
        if not self.plain:
            return [place for inverse in self._inverses() for place in inverse.get(target, ())]
        if self.constraint.offsets is None:
            return [lane.offset + k for lane in self.lanes if (k := lane.positions.get(target)) is not None]
        return [
            lane.offset + k
            for lane, offset in zip(self.lanes, self.offsets, strict=True)
            if (k := lane.positions.get(target - offset)) is not None
        ]

    def _inverses(self) -> list[dict[Any, list[int]]]:
        if not self._inverse:
            for position, lane in enumerate(self.lanes):
                inverse: dict[Any, list[int]] = {}
                for k, value in enumerate(lane.values):
                    inverse.setdefault(self.constraint.mapped(position, value), []).append(lane.offset + k)
                self._inverse.append(inverse)
        return self._inverse

    def places(self, removed: int) -> dict[Any, list[int]]:
        """For each target the places of the values that map to it; none if two values of a variable do."""
        places: dict[Any, list[int]] = {}
        for inverse in self._inverses():
            for target, spots in inverse.items():
                left = [place for place in spots if not removed >> place & 1]
                if len(left) > 1:
                    return {}
                if left:
                    places.setdefault(target, []).extend(left)
        return places
