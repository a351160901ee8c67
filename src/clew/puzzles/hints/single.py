"""Deductions from one candidate that is left, and from one constraint."""

from __future__ import annotations

from collections.abc import Iterator

from clew.constraints.base import Constraint
from clew.puzzles.hints.reasoning import Deduction, Reasoning
from clew.puzzles.hints.reducing import smallest
from clew.state.lanes import places_of


def last(here: Reasoning) -> Iterator[Deduction]:
    """The open variables with one candidate. Their other values are missing by plain rules, which count."""
    for own in here.open.values():
        left = here.domains & own
        if left and not left & left - 1:
            missing = own & ~left
            facts = here.knowledge.facts(missing)
            constraints = {id(fact.constraint): fact.constraint for fact in facts if fact.constraint is not None}
            yield Deduction("last", left, 0, tuple(constraints.values()), missing, 0)


def single(here: Reasoning) -> list[Deduction]:
    """The conclusions of each constraint alone: values of variables if there are any, or else what is ruled out."""
    goals = [*_goals(here)]
    if any(assigned for _, assigned, _ in goals):
        goals = [goal for goal in goals if goal[1]]
    return [_deduction(here, *goal) for goal in goals]


def _goals(here: Reasoning) -> Iterator[tuple[Constraint, int, int]]:
    """Each constraint with a value that it implies, or 0, and values that it rules out."""
    for constraint in here.network.constraints:
        if not any(variable in here.open for variable in constraint.scope):
            continue
        after = here.alone(constraint, here.seen)
        removed = here.domains & here.seen & ~after
        if not after or not removed:
            continue
        for variable in dict.fromkeys(constraint.scope):
            own = here.lanes.mask([variable])
            gone, left = removed & own, after & here.domains & own
            if gone and not left & left - 1:
                yield constraint, left, own & here.base & ~left
            elif gone:
                yield from ((constraint, 0, 1 << place) for place in places_of(gone))


def _deduction(here: Reasoning, constraint: Constraint, assigned: int, gone: int) -> Deduction:
    """The deduction of one constraint that rules out some values.

    A value follows most plainly if all other variables lack it, so that reason is preferred if it suffices.
    """
    missing = here.base & here.lanes.mask(constraint.scope) & ~here.seen
    parts = [part for mask in here.open.values() if (part := missing & mask)]

    def follows(missing: int) -> bool:
        return not here.alone(constraint, here.base & ~missing) & gone

    if assigned and follows(place := missing & _everywhere(here, constraint, assigned)):
        return Deduction("place", assigned, gone, (constraint,), place, here.number_open(place))
    fewest, is_minimum = smallest(missing & ~sum(parts), parts, follows)
    return Deduction("single", assigned, gone, (constraint,), fewest, here.number_open(fewest), is_minimum)


def _everywhere(here: Reasoning, constraint: Constraint, bit: int) -> int:
    """The bits of a value in all variables of a constraint."""
    ((_, value),) = here.lanes.pairs(bit)
    return here.lanes.bits([(variable, value) for variable in constraint.scope])
