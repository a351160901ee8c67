"""A hint: the next conclusion, its reason, and how hard it is to see. `hint` gives the simplest."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from math import inf
from typing import Any

import attrs

from clew.answers.diagnosis import why
from clew.api import check
from clew.constraints.base import Constraint
from clew.errors import OptionError, cut
from clew.problem.declared import Declared
from clew.problem.origins import surfacing
from clew.problem.pictures import different
from clew.problem.problem import AnyProblem
from clew.puzzles.hints.deductions import mistake, simplest
from clew.puzzles.hints.knowledge import Deduction, Fact, Knowledge, plain_rules
from clew.puzzles.hints.rating import GUESSING, grade_of, tier_of
from clew.puzzles.hints.reducing import reduced
from clew.puzzles.hints.sums import LeftOver
from clew.puzzles.hints.techniques import technique
from clew.puzzles.hints.terms import PHRASES
from clew.puzzles.hints.words import Wording, language_of
from clew.render.svg import Picture, PlacedPicture, grouped

Explain = str | Callable[["Hint"], str]
"""The language of the words, or a function that words a hint."""


@attrs.frozen(eq=False)
class Hint:
    """The next deduction that a person could make.

    Attributes:
        problem: the puzzle.
        kind: `last`: a variable has one candidate left. `place`: a value has one place left in a constraint.
            `single`: one constraint implies it. `sum`: a sum does that several constraints leave to few cells.
            `joint`: the opposite leaves a constraint no solution at once.
            `supposition`: the opposite leads to a contradiction step by step.
            `guess`: only a search finds it. `contradiction`: a variable has no value left, or a constraint cannot hold.
            `unsolvable`: only a search finds that there is no solution; its constraints and facts have none.
        assigned: the variables that get a value, with it.
        excluded: the variables that lose candidates, with them.
        constraints: the constraints that it needs.
        candidates: the values left to the open variables of its reason.
        facts: values that are missing and that it needs, each with the plain rule and the known variables that rule
            it out. The constraints and the facts imply the conclusion.
        steps: for a supposition how many times it prunes before the contradiction.
        is_minimum: whether it is known that the propagators of the constraints see it in no smaller reason: with fewer
            open variables for one constraint, with fewer constraints for several. If not, the reason is irreducible
            for them: nothing can be left out. A reason that its propagators do not see may be smaller still.
        grade: how hard it is to see; see `clew.puzzles.hints.rating.TIERS`.
        knowledge: the known values before it.
        explain: the language of the words, or the function that words it.
        sum: for a sum the one that the constraints leave over, as a constraint in `rule`.
    """

    problem: AnyProblem = attrs.field(repr=False)
    kind: str
    assigned: Mapping[Any, Any]
    excluded: Mapping[Any, tuple[Any, ...]]
    constraints: tuple[Constraint, ...]
    candidates: Mapping[Any, tuple[Any, ...]]
    facts: tuple[Fact, ...]
    steps: int
    is_minimum: bool
    grade: float
    knowledge: Knowledge = attrs.field(repr=False)
    explain: Explain = attrs.field(default="en", repr=False)
    sum: LeftOver | None = attrs.field(default=None, repr=False)

    @property
    def tier(self) -> str:
        """The tier of its grade."""
        return tier_of(self.grade)

    @property
    def technique(self) -> str:
        """The name that players have for it, in English, such as `naked pair`; empty if it has none."""
        return technique(self)

    @property
    def cells(self) -> tuple[Any, ...]:
        """The variables of its reason."""
        left = self.sum.rule.scope if self.sum else ()
        return tuple(dict.fromkeys([*left, *(v for fact in self.facts for v in (fact.variable, *fact.known))]))

    @property
    def refuted(self) -> tuple[tuple[Any, Any], ...]:
        """The variables with the values that they cannot take: those ruled out, or all but the values that follow."""
        if self.excluded:
            return tuple((variable, value) for variable, values in self.excluded.items() for value in values)
        domains = self.problem.domains()
        return tuple((v, other) for v, value in self.assigned.items() for other in domains[v] if other != value)

    def __str__(self) -> str:
        if callable(self.explain):
            return self.explain(self)
        own = self.problem.word_hint(self)
        return Wording(self.problem, self.explain).sentence(self) if own is None else own

    @property
    def conclusion(self) -> str:
        """The conclusion, without the reason: `r3c2 = 7`, or `no 4 in r1c1`."""
        wording = Wording(self.problem, language_of(self.explain))
        return wording.contracted(wording.conclusion(self))

    def picture(self) -> Picture:
        """The known values, with highlights on the variables of the reason and on those of the conclusion.

        `picture().svg()` is a text in SVG. The conclusion is drawn already, and values ruled out are struck out. A
        problem that is drawn as text has no highlights.
        """
        problem, known = self.problem, self.knowledge.known
        left = {variable: self.knowledge.values(variable) for variable in self.knowledge.open}
        before: Any = problem.picture(known, left)
        after = {v: [value for value in values if value not in self.excluded.get(v, ())] for v, values in left.items()}
        now = problem.picture({**known, **self.assigned}, after)
        if not isinstance(now, PlacedPicture):
            return now

        def places(variables: Iterable[Any]) -> list[Any]:
            """The places where a picture shows some variables: those that change if it does not show them."""
            hidden = dict.fromkeys(variables, ())
            values = {v: w for v, w in known.items() if v not in hidden}
            return different(before, problem.picture(values, {**left, **hidden}))

        new = places(self.assigned)
        lost = [place for place in places(self.excluded) if place not in new]
        about = [place for place in places(self.cells) if place not in (*new, *lost)]
        now = now.since(before).highlighted("new", new).highlighted("pruned", lost).highlighted("reason", about)
        wording = Wording(problem, language_of(self.explain))
        return wording.pictured(now).captioned(cut(self.conclusion, 60))

    def _repr_svg_(self) -> str | None:
        try:
            return self.picture().svg()
        except OptionError:
            return None  # too large for a picture

    def to_json(self) -> dict[str, Any]:
        """The parts that JSON can hold, with the problem's names."""
        name, value = self.problem.variable_name, self.problem.value_name
        return {
            "kind": self.kind,
            "technique": self.technique,
            "text": str(self),
            "assigned": {name(variable): value(found) for variable, found in self.assigned.items()},
            "excluded": {name(variable): [*map(value, values)] for variable, values in self.excluded.items()},
            "constraints": [*map(self.problem.constraint_name, self.constraints)],
            "cells": [*map(name, self.cells)],
            "grade": self.grade,
            "tier": self.tier,
            "is_minimum": self.is_minimum,
        }


@surfacing()
def hint(
    problem: AnyProblem,
    *,
    given: Mapping[Any, Any] | None = None,
    excluded: Mapping[Any, Iterable[Any]] | None = None,
    explain: Explain = "en",
    smallest: bool = False,
) -> Hint | None:
    """The next deduction that a person could make, the simplest first, with its reason in words.

    Values that follow come before values that are ruled out, one constraint before several, few open variables before
    many, and a supposition only if nothing else helps. `str` of the hint is its sentence.

    Args:
        problem: the puzzle; its constraints must be declared.
        given: values of more variables, found since.
        excluded: values that variables cannot take, as hints before have said.
        explain: `en`, `fr` or `de`, or a function that words a hint.
        smallest: whether to look for the fewest constraints if several are needed, among 3,000 sets of them;
            it may take seconds.

    Returns:
        The hint. None if every variable has its value, or if nothing follows because several solutions are left.

    Raises:
        OptionError: the problem has hooks instead of constraints, there is no such variable or value, or no such
            language.
    """
    check_language(explain)
    return next(hints_from(Knowledge.of(problem, given, excluded), explain, is_smallest=smallest), None)


def hints_from(
    knowledge: Knowledge, explain: Explain, *, is_smallest: bool = False, below: float = inf
) -> Iterator[Hint]:
    """The simplest hints, which are equally simple, one for each reason; see `hint`.

    Args:
        knowledge: the knowledge before them.
        explain: the language of the words.
        is_smallest: whether to look for the fewest constraints.
        below: a grade; there may be no hint if all have this one or a higher one.
    """
    if knowledge.is_contradiction:
        yield _contradiction(knowledge, explain)
    elif knowledge.targets:
        found = simplest(knowledge, below)
        is_searched = not found and below > GUESSING
        reasons = _searched(knowledge) if is_searched else reduced(knowledge, found, is_smallest=is_smallest)
        yield from (_hint_of(knowledge, deduction, explain) for deduction in reasons)


def check_language(explain: Explain) -> None:
    """Check that there are phrases in a language."""
    if not callable(explain) and explain not in PHRASES:
        raise OptionError(
            f"there are no phrases in {explain!r}: choose one of {', '.join(PHRASES)}, or give a function"
        )


def _hint_of(knowledge: Knowledge, deduction: Deduction, explain: Explain) -> Hint:
    """The hint that a deduction makes."""
    lanes = knowledge.rules.lanes
    scope = [variable for constraint in deduction.constraints for variable in constraint.scope]
    never = lanes.mask(scope) & ~knowledge.rules.base  # constraints are compiled without
    constraints, facts = _plainly(knowledge, deduction, never)
    gone = grouped(lanes.pairs(0 if deduction.assigned else deduction.excluded))
    return Hint(
        knowledge.problem,
        deduction.kind,
        dict(lanes.pairs(deduction.assigned)),
        {variable: tuple(values) for variable, values in gone.items()},
        constraints,
        {fact.variable: knowledge.values(fact.variable) for fact in facts if fact.variable in knowledge.open},
        facts,
        deduction.chain,
        deduction.is_minimum,
        grade_of(deduction),
        knowledge,
        explain,
        deduction.sum,
    )


def _plainly(knowledge: Knowledge, deduction: Deduction, never: int) -> tuple[tuple[Constraint, ...], tuple[Fact, ...]]:
    """The constraints and the facts of a deduction; for facts about auxiliary variables, their constraints and facts.

    Args:
        knowledge: the knowledge before the deduction.
        deduction: the deduction.
        never: values that constraints are compiled without.
    """
    facts, auxiliary = knowledge.facts(deduction.missing | never), knowledge.problem.auxiliary()
    hidden = [fact for fact in facts if fact.variable in auxiliary]
    if not hidden:
        return deduction.constraints, facts
    lanes = knowledge.rules.lanes
    known = {v: knowledge.known[v] for fact in hidden for v in fact.known}
    behind = knowledge.facts(
        deduction.missing & ~lanes.mask(auxiliary) | lanes.mask(known) & ~lanes.bits(known.items())
    )
    rules = {id(one): one for one in (*deduction.constraints, *plain_rules(hidden))}
    return tuple(rules.values()), behind


def _searched(knowledge: Knowledge) -> Iterator[Deduction]:
    """The finding of a search: the value of the variable with the fewest candidates, or that there is no solution.

    Nothing if there are several solutions.
    """
    answer = check(knowledge.problem, given=knowledge.known)
    if answer.answer == "none":
        yield _unsolvable(knowledge)
    elif answer.answer == "unique":
        variable = min(knowledge.targets, key=lambda one: len(knowledge.values(one)))
        rules, value = knowledge.rules, answer.solutions[0][variable]
        missing = rules.base & ~knowledge.candidates
        bit = rules.lanes.bits([(variable, value)])
        yield Deduction("guess", bit, 0, rules.network.constraints, missing, len(knowledge.open))


def _unsolvable(knowledge: Knowledge) -> Deduction:
    """That what is known has no solution: clues and constraints that contradict each other."""
    found = why(knowledge.problem, given=knowledge.known)
    lanes = knowledge.rules.lanes
    missing, constraints = 0, knowledge.rules.network.constraints
    if found is not None:
        pairs = zip(Declared(knowledge.problem).constraints, constraints, strict=True)  # they may be equal only
        constraints = tuple(own for one, own in pairs if one in found.constraints) or found.constraints
        clues = [(clue.variable, clue.value) for clue in found.clues]
        missing = lanes.mask([variable for variable, _ in clues]) & ~lanes.bits(clues)
    return Deduction("unsolvable", 0, 0, constraints, missing, 0)


def _contradiction(here: Knowledge, explain: Explain) -> Hint:
    """The hint that what is known cannot be completed: a variable without a value, or a constraint that cannot hold."""
    knowledge, deduction, empty = mistake(here)
    return attrs.evolve(_hint_of(knowledge, deduction, explain), problem=here.problem, knowledge=here, excluded=empty)
