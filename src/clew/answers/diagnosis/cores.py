"""Cores: of conditions that do not hold together in a problem those that are enough for that."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Unpack

from clew.answers.diagnosis.contradictions import RATION, Reduction, propagated
from clew.answers.diagnosis.members import Member, members_of, of_kind
from clew.answers.diagnosis.shared import Searches
from clew.constraints.base import Constraint
from clew.options import Options
from clew.planning.validation import conditions_of
from clew.problem.origins import surfacing
from clew.problem.problem import AnyProblem


@surfacing()
def core_of(problem: AnyProblem, **options: Unpack[Options]) -> tuple[Constraint, ...] | None:
    """Of assumed conditions that cannot hold together in a problem some that cannot, none of which can be left out.

    `clew.why` looks for the clues and constraints behind it, too, which takes longer.

    Args:
        problem: the problem.
        options: see `Options`; `assume` has the conditions. The limits hold for all the searches together.

    Returns:
        The core: empty if the problem has no solution anyway, None if it has one in which all of them hold.

    Raises:
        Stopped: a limit struck before the core was known.
    """
    searches, assumed = Searches(problem, options), conditions_of(options.get("assume"))
    with searches.telling(lambda: None):
        if searches.ask(problem) is not None:
            return None
        return core_beside(searches, members_of(problem, options), assumed)


def core_beside(searches: Searches, members: Sequence[Member], assumed: Sequence[Constraint]) -> tuple[Constraint, ...]:
    """The conditions of a core, beside the clues and constraints of a problem."""
    reduction, kept = Reduction(searches, assumed, background=members), set(map(id, assumed))
    reduction.begin([one for one in propagated(searches.problem, [*members, *assumed]) if id(one) in kept])
    if reduction.shrink(RATION):
        reduction.shrink(None)
    return of_kind(Constraint, reduction.left)
