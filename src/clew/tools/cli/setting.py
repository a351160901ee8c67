"""The command `clew clues`: which clues are not needed, what makes a puzzle ambiguous, and which change fixes it."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Callable, Iterator
from functools import partial
from itertools import chain
from typing import Any, Final

from clew.answers.diagnosis import Ambiguity, Clue, Fewest, Redundant, ambiguity, fewest, redundant, repairs
from clew.api import solve
from clew.errors import many
from clew.outcome import Interrupted, Limits, Status, Stopped
from clew.problem.naming import Names
from clew.problem.problem import AnyProblem
from clew.strategies import Unique
from clew.tools.cli import answers, instances
from clew.tools.cli.checking import first_of, left_of

QUESTIONS: Final[dict[str, Callable[..., Any]]] = {"unique": redundant, "several": ambiguity, "none": repairs}


def print_clues(parsed: Namespace) -> int:
    """Print whether there is one solution, and the answer to the question of a setter that this raises."""
    problem = instances.make(parsed)
    given = instances.given_values(parsed.given, problem)
    limits = Limits(instances.seconds_left(parsed), parsed.node_limit)
    outcome = solve(problem, Unique(), given=given, limits=limits)
    answer, status, found = outcome.result.answer, outcome.status, None
    questions = {**QUESTIONS, "unique": fewest} if parsed.fewest else QUESTIONS
    try:
        if answer in questions:
            found = questions[answer](problem, given=given, limits=left_of(limits, outcome))
    except (Stopped, Interrupted) as end:
        found, status = end.outcome.result, end.outcome.status
    ended = () if status is Status.COMPLETE else (f"not all of it is known ({status.value})",)
    lines = () if found is None else _lines(problem, found, status is Status.COMPLETE)
    content = {"answer": answer, "status": status.value, **_named(problem, found)}
    answers.report(parsed, answers.named(parsed, **content), chain([answer], lines, ended))
    return answers.OF_STATUSES.get(status, answers.OF_ANSWERS[answer])


def _named(problem: AnyProblem, found: Any) -> dict[str, Any]:
    """The findings as JSON has them."""
    name, value = problem.variable_name, problem.value_name

    def pair(clue: Clue | None) -> list[Any] | None:
        return None if clue is None else [name(clue.variable), value(clue.value)]

    if isinstance(found, (Redundant, Fewest)):
        own = {"clues": list(map(pair, found.clues)), "constraints": list(found.constraint_names)}
        if isinstance(found, Redundant):
            return {"redundant": own}
        return {"fewest": {"number": found.number, "at_least": found.at_least, **own}}
    if isinstance(found, Ambiguity):
        return {
            "fixed": {name(v): value(w) for v, w in found.fixed.items()} if found.is_complete else None,
            "difference": {name(v): list(map(value, both)) for v, both in found.difference.items()},
            "is_smallest": found.is_smallest,
            "settling": list(map(pair, found.settling)),
        }
    return {} if found is None else {"repairs": [{"old": pair(one.old), "new": pair(one.new)} for one in found]}


def _lines(problem: AnyProblem, found: Any, is_whole: bool) -> Iterator[str]:
    """The findings in words."""
    if isinstance(found, Redundant):
        needless = {"clues": found.clue_names, "constraints": found.constraint_names}
        for kind, named in needless.items():
            if named:
                yield f"{kind} not needed, each alone beside all the others: {first_of(named)}"
        if is_whole and not any(needless.values()):
            yield "each clue and each constraint is needed"
    elif isinstance(found, Fewest):
        bound = "and no fewer" if found.at_least == found.number else f"and at least {found.at_least} are needed"
        each = ", ".join([*found.clue_names, *found.constraint_names])
        yield f"{many(found.number, 'clue')} would do, {bound}" + (f": {each}" if each else "")
    elif isinstance(found, Ambiguity):
        yield from _ambiguous(problem, found, is_whole)
    else:
        yield from ("each of these changes alone leaves one solution:", *[f"  {one}" for one in found]) if found else ()
        if is_whole and not found:
            yield "no change of one clue leaves one solution"
        yield "clew check --why names clues and constraints that contradict each other"


def _ambiguous(problem: AnyProblem, found: Ambiguity, is_whole: bool) -> Iterator[str]:
    names = Names(problem)
    if found.is_complete:
        yield f"{len(found.fixed)} of {len(found.candidates)} values are the same in every solution"
        if found.fixed:
            yield from answers.drawings(partial(problem.draw, found.fixed), None)
    pairs = [[names.value(v, w) for w in both] for v, both in found.difference.items()]
    shown = [f"{names.variable(v)} ({' or '.join(both)})" for v, both in zip(found.difference, pairs, strict=True)]
    is_swap = len(pairs) > 1 == len(set(map(frozenset, pairs)))
    swap = f", in which {' and '.join(pairs[0])} are swapped" if is_swap else ""
    smallest = "the smallest difference from" if found.is_smallest else "a difference from"
    yield f"{smallest} one solution: {many(len(pairs), 'place')}{swap}: {', '.join(shown)}"
    clues = [names.decision(clue.variable, clue.value) for clue in found.settling]
    if clues:
        yield f"each of these clues, added alone, leaves one solution: {', '.join(clues)}"
    if is_whole and not clues:
        yield "no clue that is added alone leaves one solution"
