"""The fewest clues that leave one solution: a smallest hitting set of the sets of clues of which one must stay.

A solution that is not the one which all clues leave breaks some of them: one of these must stay. Sets of clues that
hit all such sets known are tried, the smallest first, and each that leaves another solution gives another set to hit,
which is made small before (E. Moreno-Centeno and R. Karp, The implicit hitting set approach to solve combinatorial
optimization problems with an application to multigenome alignment, 2013; G. McGuire, B. Tugemann and G. Civario, There
is no 16-clue sudoku, 2014, call such sets unavoidable).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final, Unpack

import attrs

from clew.answers.diagnosis.members import Clue, Member, NamedClues, ask_part, members_of, of_kind
from clew.answers.diagnosis.setting import UNIQUE, groups_of
from clew.answers.diagnosis.shared import Searches
from clew.api import FIRST
from clew.constraints import AtLeast, Or, Var
from clew.constraints.base import Constraint, truth
from clew.options import Options
from clew.planning.validation import conditions_of
from clew.problem.declared import overrides
from clew.problem.drawing import without_auxiliary
from clew.problem.model import Model
from clew.problem.origins import surfacing
from clew.problem.problem import AnyProblem
from clew.solution import AnySolution
from clew.strategies import Best

OPEN: Final[dict[str, Any]] = {
    "given": {},
    "assume": None,
    "hint": None,
    "verify": False,
    "inference": None,
    "kernel": "auto",
    **dict.fromkeys(("variable_order", "value_order", "search", "learning", "observers", "jobs", "executor")),
}
"""Options of a search for a hitting set, whatever those of the question are."""


@attrs.frozen
class Fewest(NamedClues):
    """The fewest clues that leave one solution.

    Attributes:
        problem: the problem, which has one solution.
        clues: the given values among them.
        constraints: the constraints among them, if the problem says by `Problem.clue_of` which are clues.
        number: how many clues they are; constraints that are one clue by `Problem.clue_of` count as one.
        at_least: fewer clues than that do not suffice. If it is `number`, these are the fewest.
    """

    number: int
    at_least: int


@surfacing()
def fewest(problem: AnyProblem, **options: Unpack[Options]) -> Fewest | None:
    """A smallest set of the clues of a problem that leaves the same one solution.

    The clues are the values of `Problem.given` and of the option `given`, and the constraints that `Problem.clue_of`
    names if the problem overrides it. Cost: a puzzle with few needless clues takes some searches for each clue; of a
    full grid of sudoku nobody knows the answer, so give a limit.

    Args:
        problem: the problem to search.
        options: see `Options`. The limits hold for all the searches together. The conditions of `assume` stay.

    Returns:
        The clues; None if the problem has no solution, or several.

    Raises:
        Stopped: a limit struck; `outcome.result` has the fewest found until then, with a bound, or is None if it was
            not known whether there is one solution.
    """
    searches, members = Searches(problem, options), members_of(problem, options)
    own = members if overrides(problem, "clue_of") else of_kind(Clue, members)
    groups = list(groups_of(problem, own))
    clues = {id(one) for group in groups for one in group}
    rules = [one for one in (*conditions_of(options.get("assume")), *members) if id(one) not in clues]
    found: Fewest | None = None
    with searches.telling(lambda: found):
        verdict = searches.ask(problem, UNIQUE)
        if verdict.answer == "unique":
            for kept, at_least in _Hitting(searches, groups, rules, verdict.solutions[0]).sets():
                some = [one for k in sorted(kept) for one in groups[k]]
                found = Fewest(problem, of_kind(Clue, some), of_kind(Constraint, some), len(kept), at_least)
    return found


class _Hitting:
    """The search for the fewest groups of clues.

    Args:
        searches: the searches of the question.
        groups: the clues; those of a group stay or go together.
        rules: the other constraints, which stay.
        solution: the one that all together leave.
    """

    def __init__(
        self,
        searches: Searches,
        groups: Sequence[Sequence[Member]],
        rules: Sequence[Member],
        solution: Mapping[Any, Any],
    ) -> None:
        self._searches, self._groups = searches, groups
        self._rules = [*rules, Or(Var(v) != w for v, w in without_auxiliary(searches.problem, solution).items())]
        self._unavoidable: list[frozenset[int]] = []
        self._all = frozenset(range(len(groups)))

    def sets(self) -> Iterator[tuple[frozenset[int], int]]:
        """Ever fewer groups that suffice, by their numbers, with how many are known to be needed."""
        kept = self._all
        yield kept, 0
        for k in sorted(self._all):
            if (other := self._other(kept - {k})) is None:
                kept -= {k}
                yield kept, 0
            else:
                self._learn(other)
        while len(few := self._smallest()) < len(kept):
            yield kept, len(few)
            tried = few
            while (other := self._other(tried)) is not None:
                tried |= self._learn(other)
            kept = min(kept, tried, key=len)
        yield kept, len(few)

    def _other(self, kept: Iterable[int]) -> AnySolution | None:
        """Another solution that some groups leave, if there is one."""
        some = [one for k in kept for one in self._groups[k]]
        solution: AnySolution | None = ask_part(self._searches, [*self._rules, *some], FIRST)
        return solution

    def _learn(self, other: AnySolution) -> frozenset[int]:
        """Groups one of which must stay, by another solution that breaks them; fewer ones if any will do."""
        gone = self._broken(other)
        for k in sorted(gone):
            if k in gone and len(gone) > 1 and (nearer := self._other(self._all - gone | {k})) is not None:
                gone = self._broken(nearer)
        self._unavoidable.append(gone)
        return gone

    def _broken(self, solution: AnySolution) -> frozenset[int]:
        return frozenset(k for k in self._all if not all(_holds(one, solution) for one in self._groups[k]))

    def _smallest(self) -> frozenset[int]:
        """A smallest set with a group of each set of which one must stay."""
        names = sorted(frozenset().union(*self._unavoidable))
        if not names:
            return frozenset()
        model = Model("the fewest clues")
        number = sum(model.variables(names, (0, 1)))
        model.require(AtLeast(1, 1, sorted(some)) for some in self._unavoidable)
        found = self._searches.ask(model, Best(number), **OPEN)
        return frozenset(k for k in names if found[k])


def _holds(member: Member, solution: AnySolution) -> bool:
    if isinstance(member, Clue):
        return bool(solution[member.variable] == member.value)
    return truth(member, [solution[variable] for variable in member.scope])
