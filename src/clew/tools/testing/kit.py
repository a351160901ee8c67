"""The checks by name, what runs them, and what they end with."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from itertools import islice
from typing import Any, Final, TypeVar

import attrs

from clew.errors import OptionError
from clew.plugins import find
from clew.problem.fields import title_of
from clew.problem.problem import AnyProblem, Problem
from clew.tools.testing import describing, searching
from clew.tools.testing.cases import Budget, Case, DeadlinePassed, Subject, deadline, raised, readable

F = TypeVar("F", bound=Callable[..., Any])

MOST: Final = 3
"""How many failures of an example a check reports: the rest have the same cause, as a rule."""

OF_CLASS: Final[dict[str, Callable[[Subject], Iterator[str]]]] = {
    "description": describing.description,
    "examples": describing.examples,
    "garbage": describing.garbage,
    "size": searching.size,
}
CHECKS: Final[dict[str, Callable[[Any], Iterator[str]]]] = {
    **OF_CLASS,
    "count": searching.count_promised,
    "agreement": searching.agreement,
    "judgement": searching.judgement,
    "planted": searching.planted,
    "symmetries": searching.symmetries,
    "baselines": searching.baselines,
    "names": describing.names,
    "drawing": describing.drawing,
    "text": describing.text,
    "pickling": describing.pickling,
    "unchanged": describing.unchanged,
}


@attrs.frozen
class CheckFailure:
    """One way in which a problem fails a check.

    Attributes:
        message: one line: which problem, which example, what differs, and what to look at.
        error: the exception of the problem's own code, if that is the failure.
    """

    message: str
    error: BaseException | None = None

    def __str__(self) -> str:
        return self.message


class ConformanceError(AssertionError):
    """A problem fails some of the checks. The text has a line for each failure.

    Attributes:
        failures: the failures, by the name of the check.
    """

    def __init__(self, failures: dict[str, tuple[CheckFailure, ...]]) -> None:
        self.failures = failures
        super().__init__("\n".join(f"{name}: {failure}" for name, found in failures.items() for failure in found))


@attrs.frozen(eq=False)
class Check:
    """One check of one problem. Call it: it raises what is wrong.

    Attributes:
        plugin: the problem's name.
        name: the check's name.
        about: the property that it checks, in one line.
        failures: gives the failures; none if the problem passes.
    """

    plugin: str
    name: str
    about: str
    failures: Callable[[], tuple[CheckFailure, ...]] = attrs.field(repr=False)

    def __call__(self) -> None:
        """Raises what is wrong.

        Raises:
            ConformanceError: the problem does not pass.
        """
        found = self.failures()
        if found:
            raise ConformanceError({self.name: found}) from next((f.error for f in found if f.error), None)

    def __str__(self) -> str:
        return f"{self.plugin}: {self.name}"


def checks(problem: type[AnyProblem] | str, *, budget: Budget | None = None) -> tuple[Check, ...]:
    """All the checks of a problem, to be called one by one.

    Args:
        problem: a class, or a name as `clew.load` takes it.
        budget: the limits of each.

    Raises:
        OptionError: there is no such problem.
        PluginError: it cannot be loaded.
    """
    kind = find(problem) if isinstance(problem, str) else problem
    if not (isinstance(kind, type) and issubclass(kind, Problem)):
        raise OptionError(f"{problem!r} is no class of problems: give a subclass of clew.Problem, or a name")
    plugin = problem if isinstance(problem, str) and ":" not in problem and not problem.endswith(".py") else None
    subject = Subject(title_of(kind), kind, plugin, budget or Budget())
    return tuple(
        Check(subject.title, name, about.partition("\n")[0].rstrip("."), partial(_failures, function, subject))
        for name, function in CHECKS.items()
        if (about := function.__doc__)
    )


def check_problem(problem: type[AnyProblem] | str, *, budget: Budget | None = None) -> None:
    """Run every check of a problem.

    Args:
        problem: a class, or a name as `clew.load` takes it.
        budget: the limits of each check.

    Raises:
        ConformanceError: the problem fails some; the error lists all its failures.
        OptionError: there is no such problem.
        PluginError: it cannot be loaded.
    """
    failures = {check.name: found for check in checks(problem, budget=budget) if (found := check.failures())}
    if failures:
        raise ConformanceError(failures)


def every_check(*problems: type[AnyProblem] | str, budget: Budget | None = None) -> Callable[[F], F]:
    """Make a test function with an argument `check` into a pytest item for every check, such as `queens: count`.

    The function need do no more than `check()`.

    Args:
        problems: classes, or names as `clew.load` takes them.
        budget: the limits of each check.
    """
    import pytest

    found = [check for problem in problems for check in checks(problem, budget=budget)]
    mark: Callable[[F], F] = pytest.mark.parametrize("check", found, ids=list(map(str, found)))
    return mark


def _failures(function: Callable[[Any], Iterator[str]], subject: Subject) -> tuple[CheckFailure, ...]:
    things = (subject,) if function in OF_CLASS.values() else readable(subject)
    return tuple(failure for thing in things for failure in _found(function, thing))


def _found(function: Callable[[Any], Iterator[str]], thing: Subject | Case) -> Iterator[CheckFailure]:
    """The failures that a check finds in one thing; an error of its code is one too."""
    seconds, found = thing.budget.seconds, list[tuple[str, BaseException | None]]()
    try:
        with deadline(seconds):
            found.extend((" ".join(complaint.split()), None) for complaint in islice(function(thing), MOST))
    except DeadlinePassed:
        message = f"not done after {seconds:g} seconds: take a smaller example, or look for a loop without end"
        found.append((message, None))
    except (Exception, SystemExit) as error:
        found.append((raised(error), error))
    for message, cause in found:
        yield CheckFailure(f"{thing.title}: {message}", cause)
