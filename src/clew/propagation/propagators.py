"""Propagators: functions from the domains, one integer, to the domains without what a constraint rules out.

Each looks only at the lanes of its scope. It must be monotone, so that the fixpoint of several does not depend on
the order in which they run, and leave of the last open variable only values that satisfy the constraint. What it
made of the lanes of its scope is remembered: in a search the same few cases come back again and again.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Hashable, Iterable, Sequence
from operator import le
from typing import Any, Final

import attrs

from clew.constraints.base import Constraint, Stepwise, hashable, shown, truth
from clew.constraints.primitives import DistinctTuples, WeightedSum
from clew.errors import ProblemError
from clew.lanes import WIDE, Lane, Lanes, bits_of, places_of
from clew.limiting import look, looking

MEMORY: Final = 2**24
"""Bits that a propagator may remember: 2 MiB."""

REMEMBERED: Final = 2**18
"""Tuples up to which answers of a function are remembered."""

LAYERS: Final = 2**16
"""Layers of an automaton that are remembered, and layers in connection with what follows."""

Step = tuple[int, int, int]


class Propagator:
    """Prunes for one constraint, and remembers.

    Args:
        constraint: what to prune for.
        lanes: where the domains are.

    Attributes:
        cost: about how long it takes; cheap ones run first.
        mask: the lanes of its scope.
        guards: their guards.
    """

    cost: int = 1

    def __init__(self, constraint: Constraint, lanes: Lanes[Any, Any]) -> None:
        self.constraint = constraint
        self.scope: list[Lane[Any]] = [lanes.lane[variable] for variable in constraint.scope]
        self.mask = lanes.mask(constraint.scope)
        self.guards = sum(1 << lane.guard for lane in self.scope)
        self.low = min(lane.offset for lane in self.scope)
        self.narrow = self.mask >> self.low
        self._known: dict[int, int] = {}
        self._most = max(64, MEMORY // (2 * self.narrow.bit_length() + 1000))

    def __call__(self, domains: int) -> int:
        """The domains without what the constraint rules out; 0 if nothing is left of it."""
        key = domains >> self.low & self.narrow
        known = self._known.get(key)
        if known is None:
            look()
            try:
                known = self.prune(key)
            except Exception as error:
                domains_of_scope = [lane.select(key >> lane.offset - self.low & lane.full) for lane in self.scope]
                error.add_note(f"while {self.constraint.title} pruned {shown(domains_of_scope)}")
                raise
            if len(self._known) >= self._most:
                self._known.clear()
            # Pruning may not be finished after one round: then the next one starts where it ended.
            self._known[key] = known
        if known == key:
            return domains
        return domains ^ (key ^ known) << self.low if known else 0

    def prune(self, key: int) -> int:
        """The lanes of the scope, shifted down by `low`, after pruning; 0 if nothing is left."""
        raise NotImplementedError

    def residual(self, domains: int, open_guards: int) -> Hashable:
        """What the rest of a search depends on, through this constraint, besides the domains still open.

        Two nodes with the same open domains and the same residuals have the same solutions below them. By
        default that is every value of the scope, whatever it was.
        """
        return domains & self.mask


class TablePropagator(Propagator):
    """Keeps the values that are in a tuple whose other values are all there.

    The tuples are bits of one integer: for every value those that have it. The tuples left are an AND of ORs; a
    value stays if it is in one of them (Demeulenaere et al., Compact-Table, 2016).
    """

    cost = 3

    def __init__(self, constraint: Constraint, lanes: Lanes[Any, Any], tuples: Iterable[tuple[Any, ...]]) -> None:
        super().__init__(constraint, lanes)
        rows: list[list[bytearray]] = []
        fitting = [
            places
            for values in looking(tuples)
            if None not in (places := [lane.positions.get(v) for lane, v in zip(self.scope, values, strict=True)])
        ]
        self.all = (1 << len(fitting)) - 1
        rows = [[bytearray(len(fitting) // 8 + 1) for _ in looking(lane.values)] for lane in self.scope]
        for k, places in looking(enumerate(fitting)):
            for row, place in zip(rows, places, strict=True):
                row[place][k >> 3] |= 1 << (k & 7)  # type: ignore[index]
        self.supports = [[int.from_bytes(bits, "little") for bits in row] for row in rows]

    def prune(self, key: int) -> int:
        left = self.all
        remaining = []
        for lane, supports in zip(self.scope, self.supports, strict=True):
            bits = key >> lane.offset - self.low & lane.full
            remaining.append(bits)
            if bits != lane.full:
                some = 0
                while bits:
                    lowest = bits & -bits
                    bits ^= lowest
                    some |= supports[lowest.bit_length() - 1]
                left &= some
        if not left:
            return 0
        for lane, supports, bits in zip(self.scope, self.supports, remaining, strict=True):
            while bits:
                lowest = bits & -bits
                bits ^= lowest
                if not left & supports[lowest.bit_length() - 1]:
                    key ^= lowest << lane.offset - self.low
        return key


class Automaton:
    """What is known of a constraint that reads value by value. Steps are taken once and kept.

    The memories that can be before a position have numbers, and a *layer* is a set of them: bit k for the k-th.
    A step is three bits: that of the memory before, of the value, of the memory after.

    Args:
        constraint: the constraint, or one of several that read alike.
        domains: the values of each variable of its scope, bit k of a domain standing for the k-th.
    """

    def __init__(self, constraint: Stepwise, domains: Sequence[tuple[Any, ...]]) -> None:
        self.constraint = constraint
        self.domains = domains
        start = constraint.start()
        self.memories: list[list[Any]] = [[start], *([] for _ in domains)]
        self.number: list[dict[Any, int]] = [{start: 0}, *({} for _ in domains)]
        self._steps: list[list[list[Step] | None]] = [[None], *([] for _ in domains)]
        # For each position from a layer and a domain: the layer after it, the steps to it, and from each part of
        # it from which the end can be reached the values and the layer that lead there.
        self._known: list[dict[tuple[int, int], tuple[int, list[Step], dict[int, tuple[int, int]]]]]
        self._known = [{} for _ in domains]
        self._accepting: dict[int, int] = {}
        self._room = LAYERS

    def prune(self, domains: Sequence[int]) -> list[int] | None:
        """The values on a path from the start to an accepting end; None if there is no such path.

        Forward, which memories can be reached; backward, from which of them the end can (Pesant, A regular language
        membership constraint for finite sequences of variables, 2004).
        """
        layer = 1
        path = []
        for position, (known, bits) in enumerate(zip(self._known, domains, strict=True)):
            entry = known.get((layer, bits)) or self._forward(position, layer, bits)
            layer = entry[0]
            if not layer:
                return None
            path.append(entry)
        alive = self._accepting.get(layer)
        if alive is None:
            alive = self._accepting[layer] = self._accepted(layer)
        kept = []
        for _, steps, ends in reversed(path):
            before = ends.get(alive)
            if before is None:
                values = sources = 0
                for source, bit, then in steps:
                    if then & alive:
                        values |= bit
                        sources |= source
                before = ends[alive] = values, sources
                self._room -= 1
            values, alive = before
            kept.append(values)
        if self._room < 0:
            self._known = [{} for _ in self.domains]
            self._room = LAYERS
        return kept[::-1] if alive else None

    def step(self, position: int, memory: Any, bits: int) -> Any:
        """The memory after a single value, given by its bit; there must be one."""
        steps = self._from(position, self.number[position][memory])
        return self.memories[position + 1][next(then for _, bit, then in steps if bit == bits).bit_length() - 1]

    def _forward(self, position: int, layer: int, bits: int) -> tuple[int, list[Step], dict[int, tuple[int, int]]]:
        after = 0
        taken = []
        rest = layer
        while rest:
            lowest = rest & -rest
            rest ^= lowest
            number = lowest.bit_length() - 1
            for step in self._steps[position][number] or self._from(position, number):
                if step[1] & bits:
                    taken.append(step)
                    after |= step[2]
        entry = self._known[position][layer, bits] = after, taken, {}
        self._room -= 1
        return entry

    def _accepted(self, layer: int) -> int:
        memories = enumerate(self.memories[-1])
        return sum(1 << k for k, memory in memories if layer >> k & 1 and self.constraint.accepts(memory))

    def _from(self, position: int, number: int) -> list[Step]:
        """The steps from a memory."""
        steps = self._steps[position][number]
        if steps is None:
            memory = self.memories[position][number]
            steps = []
            for k, value in looking(enumerate(self.domains[position])):
                then = self.constraint.step(memory, position, value)
                if then is not None:
                    steps.append((1 << number, 1 << k, 1 << self._number(position + 1, then)))
            self._steps[position][number] = steps
        return steps

    def _number(self, position: int, memory: Any) -> int:
        known = self.number[position].get(memory)
        if known is None:
            known = self.number[position][memory] = len(self.memories[position])
            self.memories[position].append(memory)
            self._steps[position].append(None)
        return known


def _reading(constraint: Stepwise, domains: Sequence[tuple[Any, ...]]) -> Hashable:
    """Equal for constraints that read alike; None for one that shares nothing."""
    if not constraint.alike:
        return None
    fields = [
        getattr(constraint, field.name)
        for field in attrs.fields(type(constraint))
        if field.eq and field.name not in ("scope", "label")
    ]
    values = [(*domain, *map(type, domain)) for domain in domains]
    key = type(constraint), *fields, *values
    return key if hashable(key) else None


class StepPropagator(Propagator):
    """Keeps the values on a path from the start of an automaton to an accepting end.

    Args:
        constraint: what to prune for.
        lanes: where the domains are.
        alike: the automata made so far, for constraints that read alike to share.
    """

    cost = 4
    constraint: Stepwise

    def __init__(self, constraint: Stepwise, lanes: Lanes[Any, Any], alike: dict[Hashable, Automaton]) -> None:
        super().__init__(constraint, lanes)
        self._residuals: dict[int, Hashable] = {}
        self._places = [(lane.offset - self.low, lane.full) for lane in self.scope]
        self._automaton: Automaton | None = None
        self._alike = alike

    @property
    def automaton(self) -> Automaton:
        """What its constraint, or one that reads alike, has learnt. Made when first asked for."""
        if self._automaton is None:
            domains = [lane.values for lane in self.scope]
            key = _reading(self.constraint, domains)
            if key is None or key not in self._alike:
                self._automaton = Automaton(self.constraint, domains)
                if key is not None:
                    self._alike[key] = self._automaton
            else:
                self._automaton = self._alike[key]
        return self._automaton

    def prune(self, key: int) -> int:
        domains = [key >> shift & full for shift, full in self._places]
        kept = self.automaton.prune(domains)
        if kept is None:
            return 0
        for bits, left, (shift, _) in zip(domains, kept, self._places, strict=True):
            if bits != left:
                key ^= (bits ^ left) << shift
        return key

    def residual(self, domains: int, open_guards: int) -> Hashable:
        """The memory after the values before the first open one, and what comes after it."""
        key = domains >> self.low & self.narrow
        known = self._residuals.get(key)
        if known is None:
            automaton = self.automaton
            memory: Any = self.constraint.start()
            rest = key
            for position, (shift, full) in enumerate(self._places):
                bits = key >> shift & full
                if bits & bits - 1:
                    break
                rest ^= bits << shift
                memory = automaton.step(position, memory, bits)
            if len(self._residuals) >= self._most:
                self._residuals.clear()
            known = self._residuals[key] = memory, rest
        return known


class _Terms:
    """What the values of one variable add to a weighted sum.

    Of a wide domain nothing is remembered, because that would take its width squared.

    Args:
        constraint: the sum.
        lane: the variable's lane.
        weight: its weight.

    Attributes:
        at: what each value adds, by its place.
        sorted: the same in ascending order.
        below: the bits of the first so many values in that order.
        known: the least and the most that some values add, by their bits, as far as it was asked for.
    """

    def __init__(self, constraint: Constraint, lane: Lane[Any], weight: Any) -> None:
        try:
            self.at = [weight * value for value in looking(lane.values)]
            self._rises = all(map(le, self.at, self.at[1:]))
            order = range(len(self.at)) if self._rises else sorted(range(len(self.at)), key=self.at.__getitem__)
        except TypeError as error:
            raise ProblemError(f"{constraint.title}: its values must be numbers: {error}") from None
        self.sorted = [self.at[k] for k in order]
        self._is_wide = len(self.at) > WIDE
        self.below: Sequence[int] = _Below(order)
        if not self._is_wide:
            self.below = [self.below[number] for number in range(len(order) + 1)]
        self.known: dict[int, tuple[Any, Any]] = {}

    def ends(self, bits: int) -> tuple[Any, Any]:
        """The least and the most that some values add; there is one at least."""
        at = self.at
        if self._rises:
            ends = at[(bits & -bits).bit_length() - 1], at[bits.bit_length() - 1]
        else:
            some = [at[place] for place in places_of(bits)]
            ends = min(some), max(some)
        if not self._is_wide:
            self.known[bits] = ends
        return ends


class _Below(Sequence[int]):
    """The bits at the first so many of some places, made when they are asked for."""

    def __init__(self, order: Sequence[int]) -> None:
        self._order = order

    def __len__(self) -> int:
        return len(self._order) + 1

    def __getitem__(self, number: Any) -> Any:
        order = self._order
        return (1 << number) - 1 if isinstance(order, range) else bits_of(order[:number], len(order))


class LinearPropagator(Propagator):
    """Keeps the values that the other variables could make up for at their smallest or largest."""

    cost = 2

    def __init__(self, primitive: WeightedSum, lanes: Lanes[Any, Any]) -> None:
        super().__init__(primitive.source, lanes)
        self.primitive = primitive
        weights = zip(self.scope, primitive.coefficients, strict=True)
        self.terms = [_Terms(primitive.source, lane, weight) for lane, weight in weights]

    def prune(self, key: int) -> int:
        relation, bound = self.primitive.relation, self.primitive.bound
        at_most = relation in ("<=", "<", "==")
        at_least = relation in (">=", ">", "==")
        while True:
            before = key
            ends = []
            least = most = 0
            for position, lane in enumerate(self.scope):
                bits = key >> lane.offset - self.low & lane.full
                terms = self.terms[position]
                known = terms.known.get(bits)
                if known is None:
                    if not bits:
                        return 0
                    known = terms.ends(bits)
                ends.append(known)
                least += known[0]
                most += known[1]
            for position, lane in enumerate(self.scope):
                smallest, largest = ends[position]
                if smallest == largest:
                    continue
                terms = self.terms[position]
                kept = lane.full
                if at_most:  # the others take least - smallest at least
                    room = bound - (least - smallest)
                    kept &= terms.below[(bisect_left if relation == "<" else bisect_right)(terms.sorted, room)]
                if at_least:
                    need = bound - (most - largest)
                    kept &= ~terms.below[(bisect_right if relation == ">" else bisect_left)(terms.sorted, need)]
                shift = lane.offset - self.low
                bits = key >> shift & lane.full
                if bits & kept != bits:
                    if not bits & kept:
                        return 0
                    key ^= (bits & ~kept) << shift
            if key == before:
                break
        # With all values fixed the bounds are the sum.
        if least == most and not self.constraint.holds([w[0] for w in self._values(key)]):
            return 0
        return key

    def residual(self, domains: int, open_guards: int) -> Hashable:
        """The sum of the values that are settled."""
        total = 0
        for position, lane in enumerate(self.scope):
            bits = domains >> lane.offset & lane.full
            if not bits & bits - 1:
                total += self.terms[position].at[bits.bit_length() - 1]
        return total

    def _values(self, key: int) -> list[tuple[Any, ...]]:
        return [lane.select(key >> lane.offset - self.low & lane.full) for lane in self.scope]


class Pruner(Propagator):
    """Calls the constraint's own `propagate`."""

    cost = 5

    def prune(self, key: int) -> int:
        constraint = self.constraint
        domains = [lane.select(key >> lane.offset - self.low & lane.full) for lane in self.scope]
        if not all(domains):
            return 0
        kept = constraint.propagate(domains)
        if kept is None:
            return 0
        after = 0
        try:
            places = [
                [lane.positions[value] for value in values] for lane, values in zip(self.scope, kept, strict=True)
            ]
        except (KeyError, TypeError, ValueError) as error:
            raise ProblemError(
                f"{constraint.title}: propagate must give, for each variable, values of its domain ({error})"
            ) from None
        for lane, some in zip(self.scope, places, strict=True):
            bits = sum(1 << place for place in set(some)) & key >> lane.offset - self.low
            if not bits:
                return 0
            after |= bits << lane.offset - self.low
        return after


class LastOpen(Propagator):
    """Asks the constraint about each value of the last open variable, and about no tuple twice while it remembers."""

    cost = 2

    def __init__(self, constraint: Constraint, lanes: Lanes[Any, Any]) -> None:
        super().__init__(constraint, lanes)
        self._widest = max(len(lane.values) for lane in self.scope)
        self._answers: dict[tuple[int, ...], bool] = {}

    def __call__(self, domains: int) -> int:
        # More values than one open variable could have: nothing to do yet.
        lanes = self.scope
        if (domains & self.mask).bit_count() > len(lanes) - 1 + self._widest:
            return domains
        last = None
        places = []
        for k, lane in enumerate(lanes):
            bits = domains >> lane.offset & lane.full
            if bits & bits - 1:
                if last is not None:
                    return domains
                last = k
            places.append(bits.bit_length() - 1)
        if last is None:
            return domains if self._holds(tuple(places)) else 0
        lane = lanes[last]
        bits = domains >> lane.offset & lane.full
        refused = []
        for place in places_of(bits):
            places[last] = place
            if not self._holds(tuple(places)):
                refused.append(place)
        gone = bits_of(refused, len(lane.values))
        return domains ^ gone << lane.offset if bits != gone else 0

    def _holds(self, places: tuple[int, ...]) -> bool:
        """Whether the values at these places of the lanes satisfy the constraint."""
        known = self._answers.get(places)
        if known is None:
            known = truth(self.constraint, [lane.values[place] for lane, place in zip(self.scope, places, strict=True)])
            if len(self._answers) >= REMEMBERED:
                self._answers.clear()
            self._answers[places] = known
        return known


class DistinctPropagator(Propagator):
    """Keeps vectors apart: one with a single open variable must not become one that is complete.

    Vectors whose lanes lie alike (the rows of a grid, or its columns) are compared as integers, shifted to the
    same place.
    """

    cost = 6

    def __init__(self, primitive: DistinctTuples, lanes: Lanes[Any, Any]) -> None:
        super().__init__(primitive.source, lanes)
        self.vectors = [[lanes.lane[variable] for variable in vector] for vector in primitive.vectors]
        first = self.vectors[0]
        self.shifts = [vector[0].offset - first[0].offset for vector in self.vectors]
        self.shape = lanes.mask(primitive.vectors[0])
        self.alike = all(
            one.offset + shift == other.offset and one.values == other.values
            for vector, shift in zip(self.vectors, self.shifts, strict=True)
            for one, other in zip(first, vector, strict=True)
        ) and all(shift >= 0 for shift in self.shifts)
        self.length = len(first)
        self.widest = self.length - 1 + max(len(lane.values) for lane in self.scope)
        self.ones = sum(1 << lane.offset for lane in first)
        self.shape_guards = sum(1 << lane.guard for lane in first)

    def __call__(self, domains: int) -> int:
        if not self.alike:
            return self._compare(domains)
        complete = set()
        nearly = []
        length, widest, shape = self.length, self.widest, self.shape
        for k, shift in enumerate(self.shifts):
            bits = domains >> shift & shape
            size = bits.bit_count()
            if size <= widest:
                if size > length:
                    nearly.append((k, bits))
                elif bits in complete:
                    return 0
                else:
                    complete.add(bits)
        if not complete:
            return domains
        for k, bits in nearly:
            hole = self._hole(bits)
            gone = 0
            for other in complete if hole else ():
                # Equal but for the hole: the value there would make them equal.
                if not (bits ^ other) & ~hole:
                    gone |= other & hole
            if gone:
                domains &= ~(gone << self.shifts[k])  # where vectors share the variable, another may have taken some
                if not domains >> self.shifts[k] & hole:
                    return 0
        return domains

    def _hole(self, bits: int) -> int:
        """The lane of the one variable that is open, if it is one."""
        stripped = bits & (bits - self.ones)
        if not stripped:
            return 0
        place = stripped.bit_length() - 1
        lane = next(lane for lane in self.vectors[0] if lane.offset <= place < lane.guard)
        hole = lane.full << lane.offset
        return 0 if stripped & ~hole else hole

    def _compare(self, domains: int) -> int:
        """The same for vectors that lie in any way: by their values."""
        complete: set[tuple[Any, ...]] = set()
        nearly = []
        for vector in self.vectors:
            choices = [lane.select(domains >> lane.offset & lane.full) for lane in vector]
            holes = [k for k, some in enumerate(choices) if len(some) > 1]
            values = [some[0] if some else None for some in choices]
            if len(holes) == 1:
                nearly.append((vector[holes[0]], holes[0], values))
            elif not holes:
                if tuple(values) in complete:
                    return 0
                complete.add(tuple(values))
        for lane, hole, values in nearly:
            for value in lane.select(domains >> lane.offset & lane.full):
                values[hole] = value
                if tuple(values) in complete:
                    domains &= ~(1 << lane.offset + lane.positions[value])
            if not domains >> lane.offset & lane.full:
                return 0
        return domains

    def residual(self, domains: int, open_guards: int) -> Hashable:
        """For each open vector the complete ones that it may still become; and the open pairs not yet told apart."""
        if not self.alike:
            return domains & self.mask
        complete, unfinished = [], []
        for shift in self.shifts:
            bits = domains >> shift & self.shape
            if bits.bit_count() == self.length:
                complete.append(bits)
            else:
                unfinished.append(bits)
        shape, guards = self.shape, self.shape_guards
        threats = []
        for k, bits in enumerate(unfinished):
            absent = ~bits
            threats.append(tuple(sorted([vector for vector in complete if not vector & absent])))
            # What two open vectors have in common, settled values and all, says where one must avoid the other.
            common = [bits & other for other in unfinished[k + 1 :]]
            threats.append(tuple([both if (both + shape) & guards == guards else 0 for both in common]))
        return tuple(threats)
