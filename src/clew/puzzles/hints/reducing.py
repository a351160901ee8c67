"""Reasons made small: fewer variables within one constraint, fewer constraints if there are several.

Unneeded parts of a reason are left out, one by one, so that the rest is irreducible. A smallest reason is
looked for among all smaller ones, the smallest first, as far as the budget goes (Bogaerts, Gamba, Claes and Guns,
Step-wise explanations of constraint satisfaction problems, 2020).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import reduce
from operator import attrgetter, or_

import attrs

from clew.answers.diagnosis.contradictions import first_sufficient
from clew.constraints.base import Constraint
from clew.constraints.primitives import Extension
from clew.puzzles.hints.arguments import primitive_of
from clew.puzzles.hints.knowledge import Deduction, Knowledge
from clew.reference.propagation.explanations import irreducible
from clew.state.lanes import places_of


def reduced(here: Knowledge, found: Iterable[Deduction], *, is_smallest: bool = False) -> Iterator[Deduction]:
    """Deductions that are equally simple, one for each reason: without what it does not need, with all that follows.

    It costs about one call of the propagators for each missing value, so only a deduction that is shown is reduced.

    Args:
        here: the known values and candidates.
        found: the deductions.
        is_smallest: whether to look for the fewest constraints if several are needed.
    """
    waiting, concluded = [*found], 0
    while waiting:
        one, waiting = _with_those_alike(here, waiting[0], waiting[1:])
        if one.kind in ("place", "single", "sum"):
            one = _of_one(here, one)
        elif one.kind != "last":
            one = _of_several(here, one, waiting, is_smallest)
        one = attrs.evolve(one, assigned=one.assigned & ~concluded, excluded=one.excluded & ~concluded)
        concluded |= one.assigned or one.excluded
        waiting = [other for other in waiting if (other.assigned or other.excluded) & ~concluded]
        yield _as_values(here, one)


def _with_those_alike(
    here: Knowledge, one: Deduction, others: Sequence[Deduction]
) -> tuple[Deduction, list[Deduction]]:
    """A deduction together with the others of the same reason, and the rest of the others.

    One constraint rules out all of these values, because of the same open variables or, if it is a table, of any.
    """

    def about(deduction: Deduction) -> object:
        constraint, missing = deduction.rule, deduction.missing
        is_table = deduction.sum is not None or isinstance(primitive_of(constraint), Extension)
        return id(constraint), is_table or [variable for variable, own in here.open.items() if own & missing]

    if one.kind not in ("single", "sum") or one.assigned:
        return one, [*others]
    alike = [other for other in others if other.kind == one.kind and not other.assigned and about(other) == about(one)]
    missing, excluded = (
        reduce(or_, map(attrgetter(part), alike), getattr(one, part)) for part in ("missing", "excluded")
    )
    is_minimum = one.is_minimum and missing == one.missing
    rest = [other for other in others if other not in alike]
    return attrs.evolve(one, missing=missing, excluded=excluded, is_minimum=is_minimum), rest


def _as_values(here: Knowledge, deduction: Deduction) -> Deduction:
    """A deduction about values that follow, if it rules out one of two values each time."""
    others = 0
    for place in places_of(0 if deduction.assigned else deduction.excluded):
        other = here.rules.network.lane_of(place) ^ 1 << place
        if other & other - 1:
            return deduction
        others |= other
    return attrs.evolve(deduction, assigned=deduction.assigned | others)


def _of_one(here: Knowledge, deduction: Deduction) -> Deduction:
    """A deduction from one constraint, or from one sum."""
    constraint, rules = deduction.rule, here.rules
    known = deduction.sum.missing if deduction.sum else 0

    def left_with(missing: int) -> int:
        return rules.alone(constraint, rules.base & ~missing)

    missing = irreducible(deduction.missing, lambda missing: not left_with(missing) & deduction.excluded)
    left = left_with(missing)
    if not deduction.assigned:
        return attrs.evolve(deduction, missing=missing | known, excluded=here.candidates & ~left)
    own = left & rules.masks[id(constraint)]
    fixed = (own & mask for mask in here.open.values() if own & mask != here.candidates & mask)
    return attrs.evolve(deduction, missing=missing | known, assigned=sum(bits for bits in fixed if not bits & bits - 1))


def _of_several(here: Knowledge, deduction: Deduction, others: Iterable[Deduction], is_smallest: bool) -> Deduction:
    """A deduction from several constraints."""
    rules, missing, is_minimum = here.rules, deduction.missing, False

    def without(bit: int) -> int:
        return rules.network.lane_of(bit.bit_length() - 1) ^ bit

    def fails(constraints: Iterable[Constraint], missing: int, bit: int) -> bool:
        return not rules.together(constraints, rules.base & ~(missing | without(bit)))

    bit = deduction.excluded
    if not fails(deduction.constraints, missing, bit):
        return deduction  # it needs that several constraints leave a value no support, which none of them sees
    constraints = _needed(deduction.constraints, lambda some: fails(some, deduction.missing, bit))
    if is_smallest:
        known = rules.base & ~here.candidates & ~without(bit)
        sizes = range(1, len(constraints))
        fewer, is_minimum = first_sufficient(rules.network.constraints, sizes, lambda some: fails(some, known, bit))
        constraints, missing = (fewer, known) if fewer else (constraints, missing)
    missing = failing(here, constraints, missing, without(bit))
    also = sum(one for one in {other.excluded for other in others} if fails(constraints, missing, one))
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
        constraints = rest if fails(rest) else constraints
    return constraints


def failing(here: Knowledge, constraints: Sequence[Constraint], missing: int, supposed: int = 0) -> int:
    """Missing values that suffice for some constraints to fail; those of no variable can be put back.

    Args:
        here: the known values and candidates.
        constraints: constraints that fail if certain values are missing.
        missing: these values.
        supposed: values that are missing besides, because of a supposition.
    """
    rules = here.rules
    missing &= rules.lanes.mask([variable for one in constraints for variable in one.scope])
    known = [rules.lanes.mask([variable]) for variable in here.known]
    parts = [own for mask in (*here.open.values(), *known) if (own := missing & mask)]
    return irreducible(
        missing, lambda missing: not rules.together(constraints, rules.base & ~(missing | supposed)), parts
    )


def smallest(free: int, parts: list[int], follows: Callable[[int], bool]) -> tuple[int, bool]:
    """Missing values that suffice, of few open variables, and whether no smaller set of variables does.

    Args:
        free: missing values of known variables, which count nothing.
        parts: the missing values of each open variable.
        follows: whether the goal follows if nothing but certain values is missing.
    """
    whole = free | sum(parts)
    rest = [part for part in parts if follows(whole & ~part)]
    least = whole & ~sum(rest)
    few, is_minimum = first_sufficient(rest, range(len(rest)), lambda few: follows(least | sum(few)))
    return (irreducible(whole, follows, rest) if few is None else least | sum(few)), is_minimum
