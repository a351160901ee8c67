"""The command `clew check`: its answer, two solutions that differ, shared values, and why there is none."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from itertools import starmap
from typing import Any, Final

import attrs

from clew.answers.diagnosis import Contradiction, differences, fixed, why
from clew.api import solve
from clew.errors import cut, many
from clew.options import Options
from clew.outcome import Interrupted, Limits, Outcome, Status, Stopped
from clew.problem.naming import Names
from clew.problem.problem import AnyProblem
from clew.solution import Uniqueness
from clew.strategies import Unique
from clew.tools.cli import answers, instances, running
from clew.tools.cli.answers import check_styles, drawings, numbered, path_of, titled

SHOWN: Final = 10
"""How many differences are named; the others are counted."""


def check_instance(parsed: Namespace) -> int:
    """Print whether there is none, one or several solutions, with the witnesses and what they tell."""
    if parsed.each is not None:
        from clew.tools.cli import each

        return each.check_each(parsed)
    problem = instances.make(parsed)
    check_styles(problem, parsed.style)
    options = instances.options(parsed, problem)
    path_of(parsed.to)
    watched: Options = {**options, **running.options(parsed), "progress": running.line_for(parsed)}
    outcome = solve(problem, Unique(), **watched)
    running.print_failures(outcome)
    verdict = outcome.result
    found = Findings(parsed, problem, outcome, options["given"])
    found.search(options)
    solutions = [solution.named() for solution in verdict.solutions]
    summary = {**answers.summary(parsed, outcome, len(solutions)), "answer": verdict.answer, "solutions": solutions}
    answers.print_answer(parsed, {**summary, **found.as_dict()}, found.lines(), outcome)
    if Status.INTERRUPTED in (outcome.status, found.stopped):
        return answers.INTERRUPTED
    if outcome.status is Status.FAILED and verdict.answer == "undecided":
        return answers.FAILED
    return answers.OF_ANSWERS[verdict.answer]


def first_of(named: Sequence[str]) -> str:
    """The first of some names, and how many more there are."""
    return ", ".join(named[:SHOWN]) + (f" and {len(named) - SHOWN} more" if len(named) > SHOWN else "")


def left_of(limits: Limits, outcome: Outcome[Any]) -> Limits:
    """The limits, less the time and the nodes that a search took."""
    seconds, nodes, spent = limits.time, limits.nodes, outcome.statistics
    return Limits(
        time=None if seconds is None else max(0.0, seconds - spent.seconds),
        nodes=None if nodes is None else max(1, nodes - spent.nodes),
    )


@attrs.define(eq=False)
class Findings:
    """The answer, and the findings besides.

    Attributes:
        parsed: the words of the command.
        problem: the instance.
        outcome: the answer and its witnesses.
        given: the values that are assumed.
        differences: the variables in which the two witnesses differ; empty unless there are two.
        fixed: the values that every solution shares; None if not asked for, or without solution.
        contradiction: clues and constraints that contradict each other; None if not asked for, or not known.
        stopped: the limit that struck meanwhile, or Ctrl-C.
    """

    parsed: Namespace
    problem: AnyProblem
    outcome: Outcome[Uniqueness]
    given: Mapping[Any, Any]
    differences: Mapping[Any, tuple[Any, Any]] = attrs.field(factory=dict)
    fixed: Mapping[Any, Any] | None = None
    contradiction: Contradiction | None = None
    stopped: Status | None = None

    def search(self, options: Options) -> None:
        """Find out what the answer makes one ask next, under what it left of the limits."""
        parsed, verdict = self.parsed, self.outcome.result
        if len(verdict.solutions) > 1:
            self.differences = differences(*verdict.solutions)
        options = {**options, "limits": left_of(options["limits"] or Limits(), self.outcome)}
        try:
            if parsed.fixed and verdict.answer == "unique":
                self.fixed = dict(verdict.solutions[0])
            elif parsed.fixed and verdict.answer == "several":
                self.fixed = fixed(self.problem, **options)
            elif parsed.why and verdict.answer == "none":
                self.contradiction = why(self.problem, **options)
        except (Stopped, Interrupted) as end:
            setattr(self, "fixed" if verdict.answer == "several" else "contradiction", end.outcome.result)
            self.stopped = end.outcome.status

    def as_dict(self) -> dict[str, Any]:
        """The findings as JSON has them: those that were asked for."""
        name, value = self.problem.variable_name, self.problem.value_name
        named: dict[str, Any] = {}
        if len(self.outcome.result.solutions) > 1:
            named["differences"] = {name(v): list(map(value, pair)) for v, pair in self.differences.items()}
        if self.parsed.fixed:
            named["fixed"] = None if self.fixed is None else {name(v): value(w) for v, w in self.fixed.items()}
            named["fixed_status"] = (self.stopped or Status.COMPLETE).value
        if self.parsed.why:
            named["why"] = self.contradiction and {
                "clues": [[name(clue.variable), value(clue.value)] for clue in self.contradiction.clues],
                "constraints": list(self.contradiction.constraint_names),
                "is_minimal": self.contradiction.is_minimal,
            }
        return named

    def lines(self) -> Iterator[str]:
        """The answer, its witnesses and the findings, in words and drawings."""
        verdict, to = self.outcome.result, path_of(self.parsed.to)
        yield verdict.answer + (f" ({self.outcome.status.value})" if verdict.answer == "undecided" else "")
        if to is not None:
            yield answers.write(to, verdict.picture().svg()) if verdict.solutions else "no solution to draw"
        for number, solution in enumerate(verdict.solutions if to is None else (), 1):
            drawn = drawings(solution.draw, self.parsed.style)
            yield numbered(number, drawn) if len(verdict.solutions) > 1 else "\n".join(drawn)
        if verdict.answer == "none":
            yield from answers.violations(self.problem, self.given)
        if len(verdict.solutions) > 1:
            yield self._differing()
            yield from () if self.parsed.fixed else self._in_both()
        if self.fixed is not None and verdict.answer == "several":
            yield from self._shared(self.fixed)
        if self.parsed.why and verdict.answer == "none":
            yield from self._why()

    def _differing(self) -> str:
        names, size = Names(self.problem), len(self.outcome.result.solutions[0])

        def shown(variable: Any, value: Any) -> str:
            return "nothing" if value is None else cut(names.value(variable, value), 40)

        named = [f"{names.variable(v)} ({shown(v, a)} or {shown(v, b)})" for v, (a, b) in self.differences.items()]
        places = ("all " if len(named) == size > 1 else "") + many(len(named), "place")
        return f"they differ in {places}: {first_of(named)}"

    def _in_both(self) -> Iterator[str]:
        """The values that the witnesses share, drawn, if such a drawing has the shape of theirs."""
        witnesses = self.outcome.result.solutions
        drawn = self._drawn({v: w for v, w in witnesses[0].items() if v not in self.differences})
        if drawn and all(_shapes(drawn) == _shapes(drawings(one.draw, self.parsed.style)) for one in witnesses):
            yield titled("In both", drawn)

    def _drawn(self, values: Mapping[Any, Any]) -> list[str]:
        """Some values, drawn in each style; nothing if the drawings would show none of them."""
        if not self.problem.domains():
            return []  # what is not decided yet has no place in the drawing
        drawn, empty = (drawings(partial(self.problem.draw, some), self.parsed.style) for some in (values, {}))
        return [] if drawn == empty else drawn

    def _shared(self, values: Mapping[Any, Any]) -> Iterator[str]:
        stopped = f", as far as is known ({self.stopped.value})" if self.stopped else ""
        if not values:
            yield f"no value is the same in every solution{stopped}"
            return
        shown = self._drawn(values) or [", ".join(starmap(Names(self.problem).decision, values.items()))]
        yield titled(f"In every solution{stopped}, {len(values)} of {len(self.outcome.result.solutions[0])}", shown)

    def _why(self) -> Iterator[str]:
        found = self.contradiction
        if found is None:
            yield f"why is not known ({self.stopped.value if self.stopped else 'no contradiction found'})"
            return
        clues, constraints = found.clue_names, found.constraint_names
        values = {clue.variable: clue.value for clue in found.clues}
        is_clash = len(values) < len(clues)
        if not clues and not constraints:
            yield "the rules and the domains leave no solution, without any clue"
            return
        what = "contradict each other" if constraints or is_clash else "contradict the rules"
        if not found.is_minimal:
            yield f"these {what}; a limit struck before it was known whether all of them are needed:"
        elif len(clues) + len(constraints) == 1:
            yield "this alone leaves no solution:"
        else:
            yield f"these {what}, and none of them can be left out:"
        for title, named in (("clues", clues), ("constraints", constraints)):
            if named:
                yield f"  {title}: {', '.join(named)}"
        drawn = [] if is_clash else self._drawn(values)
        if any("\n" in drawing for drawing in drawn) and drawn != ["\n".join(clues)]:
            yield "\n".join(drawn)


def _shapes(drawn: Sequence[str]) -> list[list[int]]:
    return [list(map(len, drawing.split("\n"))) for drawing in drawn]
