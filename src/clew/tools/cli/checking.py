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
from clew.errors import cut
from clew.forms.base import many
from clew.options import Options
from clew.outcome import Interrupted, Limits, Outcome, Status, Stopped
from clew.plugins import AnyProblem
from clew.problem.naming import Names
from clew.solution import Uniqueness
from clew.strategies import Unique
from clew.tools.cli import answers, exits, instances, working
from clew.tools.cli.styles import Styles, check, drawings, numbered, path_of, titled

STATUSES: Final = {"unique": exits.ANSWERED, "none": exits.NO, "several": exits.SEVERAL, "undecided": exits.LIMIT}
"""The exit status of each answer."""

SHOWN: Final = 10
"""How many differences are named; the others are counted."""


def check_instance(parsed: Namespace) -> int:
    """Print whether there is none, one or several solutions, with the witnesses and what they tell."""
    if parsed.each is not None:
        from clew.tools.cli import each

        return each.check_each(parsed)
    problem = instances.make(parsed)
    check(problem, parsed.style)
    options = instances.options(parsed, problem)
    path_of(parsed.to)
    watched: Options = {**options, **working.options(parsed), "progress": working.line_for(parsed)}
    outcome = solve(problem, Unique(), **watched)
    working.print_failures(outcome)
    verdict = outcome.result
    found = find(parsed, problem, options, outcome)
    solutions = [solution.named() for solution in verdict.solutions]
    summary = {**answers.summary(parsed, outcome, len(solutions)), "answer": verdict.answer, "solutions": solutions}
    content = {**summary, **found.as_dict(parsed)}
    answers.print_answer(parsed, content, _lines(parsed, found, outcome, options.get("given", {})), outcome)
    if Status.INTERRUPTED in (outcome.status, found.stopped):
        return exits.INTERRUPTED
    if outcome.status is Status.FAILED and verdict.answer == "undecided":
        return exits.FAILED
    return STATUSES[verdict.answer]


def _lines(parsed: Namespace, found: Findings, outcome: Outcome[Uniqueness], given: Mapping[Any, Any]) -> Iterator[str]:
    """The answer, its witnesses and the findings, in words and drawings."""
    verdict, to = found.verdict, path_of(parsed.to)
    yield verdict.answer + (f" ({outcome.status.value})" if verdict.answer == "undecided" else "")
    if to is not None:
        yield answers.write("--to", to, verdict.picture().svg()) if verdict.solutions else "no solution to draw"
    for number, solution in enumerate(verdict.solutions if to is None else (), 1):
        drawn = drawings(solution.draw, parsed.style)
        yield numbered(number, drawn) if len(verdict.solutions) > 1 else "\n".join(drawn)
    if verdict.answer == "none":
        yield from answers.violations(found.problem, given)
    if found.differences is not None:
        yield _differing(found.problem, found.differences, len(verdict.solutions[0]))
        if not parsed.fixed:
            yield from _in_both(found, parsed.style)
    if parsed.fixed and found.fixed is not None:
        yield from _fixed(found, found.fixed, parsed.style)
    if parsed.why and verdict.answer == "none":
        yield from _why(found, found.contradiction, parsed.style)


@attrs.frozen
class Findings:
    """The findings besides the answer.

    Attributes:
        problem: the instance.
        verdict: the answer and its witnesses.
        differences: the variables in which the two witnesses differ; None unless there are two.
        fixed: the values that every solution shares; None if not asked for, or without solution.
        contradiction: clues and constraints that contradict each other; None if not asked for, or not known.
        stopped: the limit that struck meanwhile, or Ctrl-C.
    """

    problem: AnyProblem
    verdict: Uniqueness
    differences: dict[Any, tuple[Any, Any]] | None = None
    fixed: Mapping[Any, Any] | None = None
    contradiction: Contradiction | None = None
    stopped: Status | None = None

    def as_dict(self, parsed: Namespace) -> dict[str, Any]:
        """The findings as JSON has them: those that were asked for."""
        name, value = self.problem.variable_name, self.problem.value_name
        named: dict[str, Any] = {}
        if self.differences is not None:
            named["differences"] = {name(v): list(map(value, pair)) for v, pair in self.differences.items()}
        if parsed.fixed:
            named["fixed"] = None if self.fixed is None else {name(v): value(w) for v, w in self.fixed.items()}
            named["fixed_status"] = (self.stopped or Status.COMPLETE).value
        if parsed.why:
            named["why"] = self.contradiction and {
                "clues": [[name(clue.variable), value(clue.value)] for clue in self.contradiction.clues],
                "constraints": list(self.contradiction.constraint_names),
                "is_minimal": self.contradiction.is_minimal,
            }
        return named


def find(parsed: Namespace, problem: AnyProblem, options: Options, outcome: Outcome[Any]) -> Findings:
    """Find out what the answer makes one ask next, under what it left of the limits."""
    verdict: Uniqueness = outcome.result
    found = Findings(problem, verdict)
    if len(verdict.solutions) > 1:
        found = attrs.evolve(found, differences=differences(*verdict.solutions))
    options = {**options, "limits": _left(options["limits"] or Limits(), outcome)}
    try:
        if parsed.fixed and verdict.answer == "unique":
            found = attrs.evolve(found, fixed=dict(verdict.solutions[0]))
        elif parsed.fixed and verdict.answer == "several":
            found = attrs.evolve(found, fixed=fixed(problem, **options))
        elif parsed.why and verdict.answer == "none":
            found = attrs.evolve(found, contradiction=why(problem, **options))
    except (Stopped, Interrupted) as end:
        known = end.outcome.result
        name = "fixed" if verdict.answer == "several" else "contradiction"
        found = attrs.evolve(found, stopped=end.outcome.status, **{name: known})
    return found


def _left(limits: Limits, outcome: Outcome[Any]) -> Limits:
    seconds, nodes = limits.time, limits.nodes
    return Limits(
        time=None if seconds is None else max(0.0, seconds - outcome.statistics.seconds),
        nodes=None if nodes is None else max(1, nodes - outcome.statistics.nodes),
    )


def _differing(problem: AnyProblem, differing: Mapping[Any, tuple[Any, Any]], size: int) -> str:
    def shown(variable: Any, value: Any) -> str:
        return "nothing" if value is None else cut(names.value(variable, value), 40)

    names = Names(problem)
    named = [f"{names.variable(v)} ({shown(v, a)} or {shown(v, b)})" for v, (a, b) in differing.items()]
    places = ("all " if len(named) == size > 1 else "") + many(len(named), "place")
    rest = f" and {len(named) - SHOWN} more" if len(named) > SHOWN else ""
    return f"they differ in {places}: {', '.join(named[:SHOWN])}{rest}"


def _in_both(found: Findings, styles: Styles) -> Iterator[str]:
    """The values that the witnesses share, drawn, if such a drawing can be laid beside theirs."""
    one, other = found.verdict.solutions
    shared = {v: w for v, w in one.items() if v not in (found.differences or {})}
    drawn = _drawn(found.problem, shared, styles)
    if drawn and _shapes(drawn) == _shapes(drawings(one.draw, styles)) == _shapes(drawings(other.draw, styles)):
        yield titled("In both", drawn)


def _drawn(problem: AnyProblem, values: Mapping[Any, Any], styles: Styles) -> list[str]:
    """Some values, drawn in each style; nothing if the drawings would show none of them."""
    if not problem.domains():
        return []  # what is not decided yet has no place in the drawing
    drawn = drawings(partial(problem.draw, values), styles)
    return [] if drawn == drawings(partial(problem.draw, {}), styles) else drawn


def _shapes(drawn: Sequence[str]) -> list[list[int]]:
    return [list(map(len, drawing.split("\n"))) for drawing in drawn]


def _fixed(found: Findings, values: Mapping[Any, Any], styles: Styles) -> Iterator[str]:
    if found.verdict.answer == "unique":
        return
    stopped = f", as far as is known ({found.stopped.value})" if found.stopped else ""
    if not values:
        yield f"no value is the same in every solution{stopped}"
        return
    named = ", ".join(starmap(Names(found.problem).decision, values.items()))
    shown = _drawn(found.problem, values, styles) or [named]
    yield titled(f"In every solution{stopped}, {len(values)} of {len(found.verdict.solutions[0])}", shown)


def _why(found: Findings, contradiction: Contradiction | None, styles: Styles) -> Iterator[str]:
    if contradiction is None:
        yield f"why is not known ({found.stopped.value if found.stopped else 'no contradiction found'})"
        return
    clues, constraints = contradiction.clue_names, contradiction.constraint_names
    is_clash = len({clue.variable for clue in contradiction.clues}) < len(clues)
    if not clues and not constraints:
        yield "the rules and the domains leave no solution, without any clue"
        return
    what = "contradict each other" if constraints or is_clash else "contradict the rules"
    if not contradiction.is_minimal:
        yield f"these {what}; a limit struck before it was known whether all of them are needed:"
    elif len(clues) + len(constraints) == 1:
        yield "this alone leaves no solution:"
    else:
        yield f"these {what}, and none of them can be left out:"
    if clues:
        yield f"  clues: {', '.join(clues)}"
    if constraints:
        yield f"  constraints: {', '.join(constraints)}"
    if not is_clash:
        drawn = _drawn(found.problem, {clue.variable: clue.value for clue in contradiction.clues}, styles)
        if any("\n" in drawing for drawing in drawn) and drawn != ["\n".join(clues)]:
            yield "\n".join(drawn)
