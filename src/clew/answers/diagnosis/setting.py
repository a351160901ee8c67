"""Questions of setters: clues that are not needed, the causes of several solutions, and single changes that leave one.

Each is answered by searches for a second solution, of the problem or of one that differs in a clue or a constraint.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any, Final, Unpack

import attrs

from clew.answers.diagnosis.members import Clue, Member, NamedClues, ask_part, members_of, of_kind
from clew.answers.diagnosis.shared import Searches, Values, check_assumable, differences
from clew.answers.diagnosis.true_candidates import Marks, Numbers
from clew.constraints import Or, Var
from clew.constraints.base import Constraint
from clew.errors import OptionError
from clew.options import Options
from clew.outcome import LimitReached
from clew.planning.validation import conditions_of
from clew.problem.declared import overrides, title_of
from clew.problem.drawing import without_auxiliary
from clew.problem.naming import Names, has_no_name
from clew.problem.origins import surfacing
from clew.problem.problem import AnyProblem
from clew.solution import AnySolution
from clew.strategies import AtMost, Best, Unique

UNIQUE: Final = Unique()


@attrs.frozen
class Redundant(NamedClues):
    """Clues and constraints each of which can be left out alone: the others have the same one solution.

    Two of them can often not be left out together.

    Attributes:
        problem: the problem, which has one solution.
        clues: the given values among them.
        constraints: the declared constraints among them. Those that are one clue by `Problem.clue_of`, or else have one
            name, are left out together.
    """

    def __str__(self) -> str:
        return "; ".join((*self.clue_names, *self.constraint_names))


@attrs.frozen
class Ambiguity:
    """The causes of several solutions.

    Attributes:
        problem: the problem, which has several.
        candidates: for each variable the values that occur in some solution, with their numbers of solutions, up to 2.
        settling: the clues each of which, added alone, leaves one solution.
        difference: the variables in which two solutions differ, with both values: no solution differs from the first
            of the two in fewer variables, if that is known.
        is_complete: whether all candidates are known. False if a limit struck before; then no value is known to be the
            same in all solutions, and there may be more clues that settle it.
        is_smallest: whether it is known that no solution is nearer to the first of the two. It is not looked for if
            there are no constraints.
    """

    problem: AnyProblem
    candidates: Numbers
    settling: tuple[Clue, ...]
    difference: Mapping[Any, tuple[Any, Any]]
    is_complete: bool = False
    is_smallest: bool = False

    @property
    def differing(self) -> tuple[Any, ...]:
        """The variables in which some two solutions differ, as far as they are known."""
        return tuple([variable for variable, own in self.candidates.items() if len(own) > 1])

    @property
    def fixed(self) -> Values:
        """The values that are the same in all solutions; none unless all candidates are known."""
        some = self.candidates if self.is_complete else {}
        return {variable: next(iter(own)) for variable, own in some.items() if len(own) == 1}


@attrs.frozen
class Repair:
    """A change of one clue that leaves exactly one solution.

    Attributes:
        problem: the problem before.
        old: the clue that is left out; None if one is added only.
        new: the clue that is added; None if one is left out only.
    """

    problem: AnyProblem
    old: Clue | None
    new: Clue | None

    def __str__(self) -> str:
        names = Names(self.problem)
        old, new = ("" if one is None else names.decision(one.variable, one.value) for one in (self.old, self.new))
        return f"{new} in place of {old}" if old and new else f"add {new}" if new else f"leave out {old}"


@surfacing()
def redundant(problem: AnyProblem, **options: Unpack[Options]) -> Redundant | None:
    """The clues and constraints that can be left out, each alone, without a second solution.

    This is a statement about each one beside all the others: of two that stand for each other both are in the answer.
    The clues are the values of `Problem.given` and of the option `given`.

    Args:
        problem: the problem to search.
        options: see `Options`. The limits hold for all the searches together. The conditions of `assume` stay.

    Returns:
        The clues and constraints, in the order of the problem; None if the problem has no solution, or several.

    Raises:
        OptionError: there are neither clues nor constraints.
        Stopped: a limit struck; `outcome.result` has those found until then, or is None if it was not known whether
            there is one solution.
    """
    searches, members = Searches(problem, options), members_of(problem, options)
    if not members:
        raise OptionError(f"{title_of(problem)} has no given values and no constraints, so there is none to leave out")
    every, needless = [*conditions_of(options.get("assume")), *members], list[Member]()
    is_unique = False

    def all_found() -> Redundant | None:
        found = Redundant(problem, of_kind(Clue, needless), of_kind(Constraint, needless))
        return found if is_unique else None

    with searches.telling(all_found):
        if is_unique := searches.ask(problem, UNIQUE).answer == "unique":
            for group in groups_of(problem, members):
                if _is_unique(searches, _without(every, group)):
                    needless += group
    return all_found()


def groups_of(problem: AnyProblem, members: Sequence[Member]) -> Collection[list[Member]]:
    """The given values, each by itself, and the constraints, those together that are one clue."""
    groups: dict[Any, list[Member]] = {id(one): [one] for one in of_kind(Clue, members)}
    is_default = not overrides(problem, "clue_of")
    for one in of_kind(Constraint, members):
        name = id(one) if is_default and has_no_name(problem, one) else problem.clue_of(one)
        if name is not None:
            groups.setdefault(name, []).append(one)
    return groups.values()


def _without(members: Sequence[Member], group: Sequence[Member]) -> list[Member]:
    gone = set(map(id, group))
    return [one for one in members if id(one) not in gone]


def _is_unique(searches: Searches, members: Sequence[Member]) -> bool:
    verdict = ask_part(searches, members, UNIQUE)
    return verdict is not None and verdict.answer == "unique"


@surfacing()
def ambiguity(problem: AnyProblem, **options: Unpack[Options]) -> Ambiguity | None:
    """The variables that differ between solutions, a smallest difference, and the single clues that leave one solution.

    The smallest difference is that between one solution and the nearest other one, which is found as the best solution
    by the number of variables that differ. Other pairs of solutions may be nearer to each other.

    Args:
        problem: the problem to search.
        options: see `Options`. The limits hold for all the searches together.

    Returns:
        The findings; None if there is no solution, or exactly one.

    Raises:
        OptionError: the variables of the problem appear as the search goes, or it enumerates their values itself.
        Stopped: a limit struck; `outcome.result` has the findings until then, or is None if no two solutions were
            known.
    """
    searches = Searches(problem, options)
    check_assumable(problem)
    marks = Marks(searches, without_auxiliary(problem, problem.domains()), options.get("given") or {}, 2)
    found: Ambiguity | None = None

    def note(nearer: AnySolution, _: object) -> None:
        nonlocal found
        if found and len(difference := differences(two[0], nearer)) < len(found.difference):
            found = attrs.evolve(found, difference=difference)

    try:
        if len(two := searches.ask(problem, AtMost(2))) == 2:
            marks.add(two)
            found = Ambiguity(problem, marks.numbers(), (), differences(*two))
            marks.find()
            found = _marked(found, marks, is_complete=True)
            if searches.has_constraints:
                differ = [Var(variable) != two[0][variable] for variable in found.differing]
                assumed = [*conditions_of(options.get("assume")), Or(*differ)]
                searches.ask(problem, Best(sum(differ), on_improvement=note), assume=assumed)
                found = attrs.evolve(found, is_smallest=True)
    except (LimitReached, KeyboardInterrupt) as end:
        left = found if found is None or found.is_complete else _marked(found, marks, is_complete=False)
        raise searches.cut_short(end, left) from None
    return found


def _marked(found: Ambiguity, marks: Marks, *, is_complete: bool) -> Ambiguity:
    settling = tuple([Clue(*pair) for pair in marks.single()])
    return attrs.evolve(found, candidates=marks.numbers(), settling=settling, is_complete=is_complete)


@surfacing()
def repairs(problem: AnyProblem, **options: Unpack[Options]) -> tuple[Repair, ...] | None:
    """The changes of one clue, for a problem with no solution or several, that leave exactly one.

    A clue gets another value, is left out, or is added. The clues are what `Problem.given` returns and the option
    `given` adds.

    Args:
        problem: the problem to search.
        options: see `Options`. The limits hold for all the searches together.

    Returns:
        All such changes, those first that add a clue, then in the order of the clues; None if there is one solution.

    Raises:
        OptionError: there is no solution and no clue; or the variables of the problem appear as the search goes, or it
            enumerates their values itself.
        Stopped: a limit struck; `outcome.result` has the changes found until then.
    """
    searches, members = Searches(problem, options), members_of(problem, options)
    check_assumable(problem)
    every, found = [*conditions_of(options.get("assume")), *members], list[Repair]()
    marks = Marks(searches, without_auxiliary(problem, problem.domains()), options.get("given") or {}, 2)

    def all_found() -> tuple[Repair, ...]:
        return (*[Repair(problem, None, Clue(*pair)) for pair in marks.single()], *found)

    with searches.telling(all_found):
        verdict = searches.ask(problem, UNIQUE)
        if verdict.answer == "unique":
            return None
        if verdict.answer == "several":
            marks.add(verdict.solutions)
            marks.find()
        elif not of_kind(Clue, members):
            raise OptionError(f"{title_of(problem)} has no solution and no given values: clew.why says why")
        for change in _changes(searches, every):
            found.append(change)
    return all_found()


def _changes(searches: Searches, every: Sequence[Member]) -> Iterator[Repair]:
    """The clues that can be left out, or get another value, so that one solution is left."""
    problem = searches.problem
    domains = problem.domains()
    for clue in of_kind(Clue, every):
        others = _without(every, [clue])
        verdict = ask_part(searches, others, UNIQUE)
        if verdict is None or verdict.answer == "none":
            continue
        if verdict.answer == "unique":
            yield Repair(problem, clue, None)
        for value in domains[clue.variable]:
            new = Clue(clue.variable, value)
            if value != clue.value and _is_unique(searches, [*others, new]):
                yield Repair(problem, clue, new)
