"""Reasons made small: fewer variables within one constraint, fewer constraints if there are several.

Unneeded parts of a reason are left out, one by one, so that the rest is irreducible. A smallest reason is
looked for among all smaller ones, the smallest first, as far as the budget goes (Bogaerts, Gamba, Claes and Guns,
Step-wise explanations of constraint satisfaction problems, 2020).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import combinations
from math import comb
from typing import Final

import attrs

from clew.constraints.base import Constraint
from clew.puzzles.hints.reasoning import Deduction, Reasoning
from clew.reference.propagation.explanations import irreducible
from clew.state.lanes import places_of

SETS: Final = 3_000
"""Smaller sets of variables, or of constraints, to try before a set passes for irreducible instead of smallest."""


def told(here: Reasoning, found: Iterable[Deduction], *, is_smallest: bool = False) -> Iterator[Deduction]:
    """Deductions that are equally simple, one for each reason, with all that follows from it.

    Args:
        here: the known values and candidates.
        found: the deductions.
        is_smallest: whether to look for the fewest constraints if several are needed.
    """
    waiting, concluded = [*found], 0
    while waiting:
        one = reduced(here, waiting.pop(0), waiting, is_smallest=is_smallest)
        one = attrs.evolve(one, assigned=one.assigned & ~concluded, excluded=one.excluded & ~concluded)
        concluded |= one.assigned or one.excluded
        waiting = [other for other in waiting if (other.assigned or other.excluded) & ~concluded]
        yield _as_values(here, one)


def _as_values(here: Reasoning, deduction: Deduction) -> Deduction:
    """The same deduction, about values that follow, if it rules out one of two values each time."""
    others = 0
    for place in places_of(0 if deduction.assigned else deduction.excluded):
        other = here.network.lane_of(place) ^ 1 << place
        if other & other - 1:
            return deduction
        others |= other
    return attrs.evolve(deduction, assigned=others) if others else deduction


def reduced(
    here: Reasoning, deduction: Deduction, others: Iterable[Deduction] = (), *, is_smallest: bool = False
) -> Deduction:
    """The same deduction without what it does not need, and with all that follows from its reason.

    It costs about one call of the propagators for each missing value, so only a deduction that is shown is reduced.

    Args:
        here: the known values and candidates.
        deduction: the conclusion.
        others: deductions that are as simple, and may follow from the same reason.
        is_smallest: whether to look for the fewest constraints if several are needed.
    """
    if deduction.kind in ("place", "single"):
        return _of_one(here, deduction)
    if deduction.kind in ("joint", "supposition"):
        return _of_several(here, deduction, others, is_smallest)
    return deduction


def _of_one(here: Reasoning, deduction: Deduction) -> Deduction:
    (constraint,) = deduction.constraints

    def follows(missing: int) -> bool:
        return not here.alone(constraint, here.base & ~missing) & deduction.excluded

    missing = irreducible(deduction.missing, follows)
    left = here.alone(constraint, here.base & ~missing)
    if not deduction.assigned:
        return attrs.evolve(deduction, missing=missing, excluded=here.domains & ~left)
    assigned = 0
    for own in (mask for mask in here.open.values() if mask & here.rules.masks[id(constraint)]):
        if here.domains & own != left & own and not left & own & (left & own) - 1:
            assigned |= left & own
    return attrs.evolve(deduction, missing=missing, assigned=assigned)


def _of_several(here: Reasoning, deduction: Deduction, others: Iterable[Deduction], is_smallest: bool) -> Deduction:
    def fails(constraints: Sequence[Constraint], missing: int, place: int) -> bool:
        return not here.together(constraints, here.base & ~(missing | here.network.lane_of(place) ^ 1 << place))

    place = deduction.excluded.bit_length() - 1
    lane = here.network.lane_of(place)
    if not fails(deduction.constraints, deduction.missing, place):
        return deduction  # it needs that several constraints leave a value no support, which none of them sees
    constraints = _needed(deduction.constraints, lambda some: fails(some, deduction.missing, place))
    missing, is_minimum = deduction.missing, False
    if is_smallest:
        known = here.base & ~here.domains & ~lane
        fewer, is_minimum = _fewest(here.network.constraints, len(constraints), lambda some: fails(some, known, place))
        constraints, missing = (fewer, known) if fewer else (constraints, missing)
    missing = failing(here, constraints, missing, lane ^ 1 << place)
    places = {other.excluded.bit_length() - 1 for other in others if other.kind == deduction.kind} - {place}
    also = sum(1 << other for other in places if fails(constraints, missing, other))
    return attrs.evolve(
        deduction,
        constraints=constraints,
        excluded=deduction.excluded | also,
        missing=missing,
        open=here.number_open(missing),
        is_minimum=is_minimum,
    )


def _needed(
    constraints: tuple[Constraint, ...], fails: Callable[[tuple[Constraint, ...]], bool]
) -> tuple[Constraint, ...]:
    """Some of the constraints that come to a dead end, of which none can be left out."""
    for one in constraints:
        rest = tuple(other for other in constraints if other is not one)
        if fails(rest):
            constraints = rest
    return constraints


def _fewest(
    constraints: Sequence[Constraint], most: int, fails: Callable[[tuple[Constraint, ...]], bool]
) -> tuple[tuple[Constraint, ...], bool]:
    """Fewer constraints than so many that come to a dead end, or none; and whether all smaller sets were tried."""
    tries = 0
    for size in range(1, most):
        tries += comb(len(constraints), size)
        if tries > SETS:
            return (), False
        for few in combinations(constraints, size):
            if fails(few):
                return few, True
    return (), True


def failing(here: Reasoning, constraints: Sequence[Constraint], missing: int, supposed: int = 0) -> int:
    """Missing values that suffice for some constraints to fail; those of no variable can be put back.

    Args:
        here: the known values and candidates.
        constraints: constraints that fail if certain values are missing.
        missing: these values.
        supposed: values that are missing besides, because of a supposition.
    """

    def fails(missing: int) -> bool:
        return not here.together(constraints, here.base & ~(missing | supposed))

    missing &= here.lanes.mask([variable for one in constraints for variable in one.scope])
    known = [here.lanes.mask([variable]) for variable in here.knowledge.known]
    parts = [own for mask in (*here.open.values(), *known) if (own := missing & mask)]
    return irreducible(missing, fails, parts)


def smallest(free: int, parts: list[int], follows: Callable[[int], bool]) -> tuple[int, bool]:
    """Missing values that suffice, of few open variables, and whether no smaller set of variables does.

    Args:
        free: missing values of known variables, which count nothing.
        parts: the missing values of each open variable.
        follows: whether the goal follows if nothing but certain values is missing.
    """
    whole = free | sum(parts)
    needed = [part for part in parts if not follows(whole & ~part)]
    rest = [part for part in parts if part not in needed]
    least, tries = free | sum(needed), 0
    for size in range(len(rest)):
        tries += comb(len(rest), size)
        if tries > SETS:
            break
        for few in combinations(rest, size):
            if follows(least | sum(few)):
                return least | sum(few), True
    else:
        return whole, True
    chosen = whole
    for part in rest:
        if follows(chosen & ~part):
            chosen &= ~part
    return chosen, False
