"""The command `clew candidates`: the values that occur in some solution, with the number of their solutions."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Iterator, Mapping
from functools import partial
from itertools import chain
from typing import Any

from clew.answers.diagnosis import candidates
from clew.answers.diagnosis.true_candidates import Numbers
from clew.outcome import Interrupted, Limits, Status, Stopped
from clew.problem.naming import Names
from clew.problem.problem import AnyProblem
from clew.tools.cli import answers, instances


def print_candidates(parsed: Namespace) -> int:
    """Print for each variable the values that occur in some solution, or draw them."""
    problem, to = instances.make(parsed), answers.path_of(parsed.to)
    answers.check_styles(problem, parsed.style)
    given = instances.given_values(parsed.given, problem)
    limits, status = Limits(instances.seconds_left(parsed), parsed.node_limit), Status.COMPLETE
    try:
        found = candidates(problem, parsed.limit, given=given, limits=limits)
    except (Stopped, Interrupted) as end:
        found, status = end.outcome.result or {}, end.outcome.status
    is_whole = status is Status.COMPLETE
    fixed = {v: next(iter(own)) for v, own in found.items() if len(own) == 1 and is_whole}
    if to is not None:
        others = {v: tuple(own) for v, own in found.items() if v not in fixed}
        lines = iter([answers.write(to, problem.picture(fixed, others).svg())])
    elif is_whole and not all(found.values()):
        lines = iter(["no solution"])
    else:
        lines = _lines(problem, found, fixed, parsed)
    name, value = problem.variable_name, problem.value_name
    numbers = {name(v): {str(value(w)): number for w, number in own.items()} for v, own in found.items()}
    ended = () if is_whole else (f"not all of them are known ({status.value})",)
    answers.report(parsed, answers.named(parsed, status=status.value, candidates=numbers), chain(lines, ended))
    return answers.OF_STATUSES.get(status, answers.ANSWERED if all(found.values()) else answers.NO)


def _lines(problem: AnyProblem, found: Numbers, fixed: Mapping[Any, Any], parsed: Namespace) -> Iterator[str]:
    """The values that are the same in all solutions, drawn, and those of the other variables."""
    if fixed:
        yield from answers.drawings(partial(problem.draw, fixed), parsed.style)
    names = Names(problem)
    for variable, own in found.items():
        if variable not in fixed:
            some = [_counted(names.value(variable, w), number, parsed) for w, number in own.items()]
            yield f"{names.variable(variable)}: {', '.join(some)}"


def _counted(value: str, number: int, parsed: Namespace) -> str:
    """A value with the number of its solutions, if that was asked for."""
    if parsed.limit == 1:
        return value
    return f"{value} ({number}{' or more' if number == parsed.limit else ''})"
