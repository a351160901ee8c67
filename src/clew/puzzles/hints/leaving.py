"""The values left to the variables of a constraint, as hints word them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from clew.constraints.base import Constraint
from clew.puzzles.hints.reasoning import Reasoning

if TYPE_CHECKING:
    from clew.puzzles.hints.hint import Hint

Domains = dict[Any, tuple[Any, ...]]


def left_now(hint: Hint, constraint: Constraint) -> Domains:
    """The values that the variables of a constraint have left before a hint."""
    known = hint.knowledge.known
    return {one: (known[one],) if one in known else hint.knowledge.values(one) for one in constraint.scope}


def left_by_facts(hint: Hint, constraint: Constraint) -> tuple[Domains, Domains]:
    """The domains of a constraint's variables, and the values left to them by the facts of a hint."""
    domains = _whole(hint, constraint)
    left = dict(domains)
    for fact in hint.facts:
        if fact.variable in left:
            left[fact.variable] = tuple(value for value in left[fact.variable] if value not in fact.missing)
    return domains, left


def left_supposed(
    hint: Hint, pair: tuple[Any, Any], constraint: Constraint, others: list[Constraint]
) -> tuple[Domains, Domains]:
    """The domains of a constraint's variables, and what facts, a supposition and other rules leave of them.

    Args:
        hint: the hint, which has the facts.
        pair: a variable and the value that it is supposed to have.
        constraint: the constraint.
        others: the other rules.
    """
    here = Reasoning(hint.knowledge)
    lanes, lane = here.lanes, here.lanes.lane
    missing = lanes.bits([(fact.variable, value) for fact in hint.facts for value in fact.missing])
    left = here.together(others, here.base & ~missing & ~(lanes.mask([pair[0]]) & ~lanes.bits([pair])))
    found = {one: lane[one].select(left >> lane[one].offset & lane[one].full) for one in constraint.scope}
    return _whole(hint, constraint), found


def _whole(hint: Hint, constraint: Constraint) -> Domains:
    domains = hint.problem.domains()
    return {one: tuple(domains[one]) for one in constraint.scope}
