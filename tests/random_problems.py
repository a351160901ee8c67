"""Small random problems, written with hooks, and the brute force that they are compared with."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import product
from typing import Any

import attrs
from hypothesis import strategies as st

import clew

Assignment = dict[str, int]


@attrs.frozen
class Forbidden(clew.Problem[str, int]):
    """Variables with domains, and partial assignments that must not all hold: any problem can be written so.

    `forward` says whether it prunes by itself; `dynamic` whether it hides its domains from clew.
    """

    domain_of: dict[str, tuple[int, ...]]
    nogoods: tuple[Assignment, ...]
    fixed: Assignment = attrs.field(factory=dict)
    name = "forbidden"

    def domains(self) -> Mapping[str, tuple[int, ...]]:
        return self.domain_of

    def given(self) -> Assignment:
        return self.fixed

    def is_consistent(self, state: clew.State[str, int], variable: str, value: int) -> bool:
        return not any(
            nogood.get(variable) == value and all(v == variable or state.get(v) == w for v, w in nogood.items())
            for nogood in self.nogoods
        )


class Pruning(Forbidden):
    """The same with a forward check of its own."""

    def forward_check(
        self, state: clew.State[str, int], variable: str, value: int
    ) -> clew.State[str, int] | clew.DeadEnd:
        refused = []
        for nogood in self.nogoods:
            left = [v for v in nogood if v not in state]
            if len(left) == 1 and all(state.get(v, w) == w for v, w in nogood.items()):
                refused.append((left[0], nogood[left[0]]))
        return state.prune_bits(state.lanes.bits(refused))


class Dynamic(Forbidden):
    """The same with variables that clew does not know beforehand."""

    def domains(self) -> Mapping[str, tuple[int, ...]]:
        return {}

    def choose_variable(self, state: clew.State[str, int]) -> str | None:
        return next((v for v in self.domain_of if v not in state), None)

    def enumerate_values(self, state: clew.State[str, int], variable: str) -> tuple[int, ...]:
        return self.domain_of[variable]


@st.composite
def problems(draw: st.DrawFn, kinds: tuple[type[Forbidden], ...] = (Forbidden, Pruning, Dynamic)) -> Forbidden:
    """Up to five variables of up to three values, a handful of nogoods, sometimes a value given."""
    names = "vwxyz"[: draw(st.integers(0, 5))]
    domains = {v: tuple(draw(st.lists(st.integers(0, 4), max_size=3, unique=True))) for v in names}
    full = [v for v in names if domains[v]]
    nogoods = []
    for _ in range(draw(st.integers(0, 8)) if full else 0):
        scope = draw(st.lists(st.sampled_from(full), min_size=1, max_size=3, unique=True))
        nogoods.append({v: draw(st.sampled_from(domains[v])) for v in scope})
    kind = draw(st.sampled_from(kinds))
    fixed = {}
    given: bool = draw(st.booleans())
    if full and given:
        v = draw(st.sampled_from(full))
        fixed = {v: draw(st.sampled_from(domains[v]))}
    return kind(domains, tuple(nogoods), fixed)


def brute_force(problem: Forbidden) -> Iterator[Assignment]:
    """Every solution, in lexicographic order, by looking at every assignment."""
    names = list(problem.domain_of)
    for values in product(*problem.domain_of.values()):
        assignment = dict(zip(names, values, strict=True))
        if all(assignment[v] == w for v, w in problem.fixed.items()) and not any(
            all(assignment[v] == w for v, w in nogood.items()) for nogood in problem.nogoods
        ):
            yield assignment


def as_set(solutions: Any) -> set[frozenset[tuple[str, int]]]:
    """Solutions without their order."""
    return {frozenset(dict(solution).items()) for solution in solutions}
