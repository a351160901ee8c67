"""The propagator of automata: the values on a path from the start to an accepting end."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from itertools import compress, takewhile
from math import log2
from threading import RLock
from typing import Any, Final

from clew.constraints.primitives import Reading
from clew.constraints.stepwise import Stepwise, share_key
from clew.limits import looking
from clew.reference.propagation.compiler import Compiler
from clew.reference.propagation.propagator import Propagator
from clew.state.lanes import AnyLanes, places_of

LAYERS: Final = 2**16
"""Layers of an automaton that are remembered, and layers in connection with the layers after them."""

Step = tuple[int, int, int]
"""Three bits: that of the memory before, of the value, of the memory after."""

Entry = tuple[int, list[Step], dict[int, tuple[int, int]]]
"""From a layer and a domain: the layer after it, the steps to it, and from each part of it from which the end can be
reached the values and the layer that lead there."""


class UnrolledAutomaton:
    """The automaton of a constraint, unrolled over the positions of its scope. Each step is computed once and kept.

    The memories that can be before a position have numbers, and a *layer* is a set of them: bit k for the k-th.

    Args:
        constraint: the constraint, or one of several that share the automaton.
        domains: the values of each variable of its scope, bit k of a domain standing for the k-th.
    """

    def __init__(self, constraint: Stepwise, domains: Sequence[tuple[Any, ...]]) -> None:
        self.constraint = constraint
        self.domains = domains
        start = constraint.start()
        self.memories: list[list[Any]] = [[start], *([] for _ in domains)]
        self.number: list[dict[Any, int]] = [{start: 0}, *({} for _ in domains)]
        self._steps: list[list[list[Step] | None]] = [[None], *([] for _ in domains)]
        self._known: list[dict[tuple[int, int], Entry]] = [{} for _ in domains]
        self._accepting: dict[int, int] = {}
        self._room = LAYERS
        self._lock = RLock()  # a step may be the user's own function, and search itself

    def prune(self, domains: Sequence[int]) -> list[int] | None:
        """The values on a path from the start to an accepting end; None if there is no such path.

        Forward, which memories can be reached; backward, from which of them the end can (Pesant, A regular language
        membership constraint for finite sequences of variables, 2004).
        """
        path = self._path(domains)
        layer = path[-1][0]
        if not layer:
            return None
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

    def _path(self, domains: Sequence[int]) -> list[Entry]:
        """The memories at each position after the first so many domains, as far as a path leads."""
        layer = 1
        path = []
        for position, (known, bits) in enumerate(zip(self._known, domains, strict=False)):
            entry = known.get((layer, bits)) or self._forward(position, layer, bits)
            path.append(entry)
            layer = entry[0]
            if not layer:
                break
        return path

    def reached(self, domains: Sequence[int]) -> int:
        """The layer of the memories that there can be after the values of the first so many variables."""
        return self._path(domains)[-1][0] if domains else 1

    def _forward(self, position: int, layer: int, bits: int) -> Entry:
        after = 0
        taken = []
        for number in places_of(layer):
            for step in self._steps[position][number] or self._from(position, number):
                if step[1] & bits:
                    taken.append(step)
                    after |= step[2]
        entry = self._known[position][layer, bits] = after, taken, {}
        self._room -= 1
        return entry

    def _accepted(self, layer: int) -> int:
        return sum(1 << k for k in places_of(layer) if self.constraint.accepts(self.memories[-1][k]))

    def _from(self, position: int, number: int) -> list[Step]:
        """The steps from a memory. One thread at a time takes new ones: no two memories get the same number."""
        steps = self._steps[position][number]
        if steps is None:
            with self._lock:
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


class AutomatonPropagator(Propagator):
    """Keeps the values on a path from the start of an automaton to an accepting end.

    Args:
        constraint: the constraint to prune for.
        lanes: the layout of the domains.
        automaton: the unrolled automaton, shared with equal constraints over equal domains.
    """

    cost = 4
    constraint: Stepwise

    def __init__(self, constraint: Stepwise, lanes: AnyLanes, automaton: UnrolledAutomaton) -> None:
        super().__init__(constraint, lanes)
        self.automaton = automaton
        self._residuals: dict[int, Hashable] = {}

    def prune(self, key: int) -> int:
        kept = self.automaton.prune(self.domains(key))
        return self.joined(kept) if kept else 0

    def memories(self, domains: int, before: int) -> float:
        """As many as the automaton can have after the variables before the first open one, and the values behind it."""
        left = self.domains(domains >> self.low)
        settled = [bool(before >> lane.guard & 1) for lane in self.scope]
        position = [*settled, False].index(False)
        behind = sum(log2(max(bits.bit_count(), 1)) for bits in compress(left[position:], settled[position:]))
        return behind + log2(max(self.automaton.reached(left[:position]).bit_count(), 1))

    def residual(self, domains: int, open_guards: int) -> Hashable:
        """The memory after the values before the first open one, and the domains behind it."""
        key = domains >> self.low & self.narrow
        known = self._residuals.get(key)
        if known is None:
            domains_left = self.domains(key)
            settled = [*takewhile(lambda bits: not bits & bits - 1, domains_left)]
            if len(self._residuals) >= self._most:
                self._residuals.clear()
            known = self._residuals[key] = self.automaton.reached(settled), *domains_left[len(settled) :]
        return known


def compile_automaton(compiler: Compiler, primitive: Reading) -> None:
    """One propagator; constraints that may share their automaton do."""
    source, domains = primitive.source, [compiler.lanes.lane[variable].values for variable in primitive.scope]
    key = share_key(source, domains)
    automaton = compiler.automata.get(key) or UnrolledAutomaton(source, domains)
    if key is not None:
        compiler.automata[key] = automaton
    compiler.propagate(AutomatonPropagator(source, compiler.lanes, automaton))
