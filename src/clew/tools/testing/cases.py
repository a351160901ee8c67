"""A problem to check, its examples with their solutions, the budget of a check and its deadline."""

from __future__ import annotations

import math
import random
import signal
import threading
import time
from collections.abc import Hashable, Iterator, Mapping
from contextlib import contextmanager
from functools import cached_property
from itertools import islice, product
from pathlib import Path
from typing import Any, Final

import attrs

from clew.api import solutions, solve, violations
from clew.errors import ClewError, cut
from clew.options import Options
from clew.outcome import Limits, Stopped
from clew.problem.events import TryEvent
from clew.problem.example import Example
from clew.problem.origins import message_of, own_frame
from clew.problem.problem import AnyProblem
from clew.solution import AnySolution, Solution
from clew.state.levels import NONE
from clew.strategies import Count
from clew.tools.comparison.measuring import levels_of
from clew.watch.observers.recorder import Recorder

AGAIN: Final = 1.0
"""Seconds until the next try, in case that a bare `except` has swallowed the first."""


@attrs.frozen
class Budget:
    """The limits of a check, so that it stays quick.

    Attributes:
        seconds: for one check of one example; to take longer is a failure.
        nodes: for each of the searches that are compared; one that takes more is left out.
        solutions: how many solutions of an example are looked at.
        trials: how many changed assignments, and how many changed texts, are tried.
    """

    seconds: float = 30.0
    nodes: int = 1000
    solutions: int = 1000
    trials: int = 400


@attrs.frozen(eq=False)
class Case:
    """An example of a problem.

    Attributes:
        title: what to call it in messages.
        kind: the problem's class.
        example: the example.
        budget: the limits of a check.
    """

    title: str
    kind: type[AnyProblem]
    example: Example
    budget: Budget

    def make(self, **parameters: Any) -> AnyProblem:
        """A new copy of the instance; parameters replace those of the example."""
        return self.kind.from_text(self.example.text, **{**self.example.parameters, **parameters})

    def random(self) -> random.Random:
        """Random numbers, the same in every run."""
        return random.Random(self.title)

    def limits(self) -> Limits:
        """The limits of a search that is compared with others."""
        return Limits(nodes=self.budget.nodes)

    @cached_property
    def listed(self) -> tuple[AnySolution, ...]:
        """The first solutions, as many as the budget allows, in the order in which they are found by default."""
        return tuple(islice(solutions(self.make(), verify=False), self.budget.solutions))

    @property
    def is_all(self) -> bool:
        """Whether these are all of them."""
        return len(self.listed) < self.budget.solutions

    @cached_property
    def levels(self) -> tuple[str, ...]:
        """The levels of inference that fit."""
        return tuple(levels_of(self.make()))

    @cached_property
    def plain(self) -> tuple[str, tuple[AnySolution, ...]] | None:
        """The solutions found in the plainest way that the budget allows, and which way that is; None if none does.

        Brute force goes by the problem's own judgement and uses no search. A problem that gives nothing but
        `forward_check` has no plainer way than that.
        """
        problem = self.make()
        if assignments(problem) <= self.budget.nodes:
            return "brute force", tuple(brute_force(problem))
        for level in (level for level in self.levels if level != NONE.name):
            options: Options = {"inference": level, "kernel": "python", "variable_order": self.order}
            found = self.finished(options)
            if found is not None:
                return f"inference {level}", found
        return None

    @cached_property
    def comparable(self) -> tuple[str, ...]:
        """The levels that search with no more nodes than the plainest way that the budget allows."""
        plain = None if self.plain is None else self.plain[0].removeprefix("inference ")
        return self.levels[self.levels.index(plain) :] if plain in self.levels else self.levels

    @cached_property
    def order(self) -> str | None:
        """The plainest ordering: None, the problem's own, if the variables appear as the search goes."""
        return "static" if self.make().domains() else None

    @property
    def known(self) -> tuple[AnySolution, ...]:
        """Solutions to try things on: those found in the plainest way if there are any, else those found by default."""
        plain = self.plain
        return self.listed if plain is None else plain[1][: self.budget.solutions]

    def finished(self, options: Options, limits: Limits | None = None) -> tuple[AnySolution, ...] | None:
        """The solutions that a search lists, as it lists them; None if it takes more than the budget."""
        chosen: Options = {**options, "limits": limits or self.limits(), "verify": False}
        try:
            return tuple(solutions(self.make(), **chosen))
        except Stopped:
            return None

    @cached_property
    def values(self) -> Mapping[Hashable, tuple[Hashable, ...]]:
        """For every variable the values that it may have: those of its domain, or those that a search tries."""
        problem = self.make()
        domains = {variable: tuple(domain) for variable, domain in problem.domains().items()}
        if domains:
            return domains
        recorder = Recorder()
        solve(problem, Count(), observers=[recorder], limits=self.limits())
        tried: dict[Hashable, dict[Hashable, None]] = {}
        for event in recorder.events:
            if isinstance(event, TryEvent):
                tried.setdefault(event.variable, {})[event.value] = None
        return {variable: tuple(values) for variable, values in tried.items()}


@attrs.frozen(eq=False)
class Subject:
    """A problem to check.

    Attributes:
        title: what to call it in messages.
        kind: its class.
        plugin: the name that it was found by, if that is a plugin's.
        budget: the limits of a check.
    """

    title: str
    kind: type[AnyProblem]
    plugin: str | None
    budget: Budget

    @cached_property
    def cases(self) -> tuple[Case, ...]:
        """Its examples."""
        examples = self.kind.examples if isinstance(self.kind.examples, (tuple, list)) else ()
        return tuple(
            Case(f"{self.title}, example {example.name!r}", self.kind, example, self.budget)
            for example in examples
            if isinstance(example, Example)
        )


def fault_of(case: Case) -> str:
    """Why an example cannot be read, as the rest of a sentence; empty if it can."""
    try:
        problem: object = case.make()
    except Exception as error:
        return f" cannot be read: {raised(error)}: look at from_text and at the text"
    is_one = isinstance(problem, case.kind)
    return "" if is_one else f": from_text gave {problem!r}, which is no {case.kind.__name__}"


def readable(subject: Subject) -> Iterator[Case]:
    """The examples whose text can be read; `examples` reports the others."""
    return (case for case in subject.cases if not fault_of(case))


def assignments(problem: AnyProblem) -> float:
    """How many complete assignments there are, as far as the domains tell; infinitely many if they do not."""
    domains, given = problem.domains(), problem.given()
    sizes = (len(tuple(domain)) for variable, domain in domains.items() if variable not in given)
    return math.prod(sizes) if domains else math.inf


def brute_force(problem: AnyProblem) -> Iterator[AnySolution]:
    """Every complete assignment in which the problem's own judgement finds nothing wrong."""
    given = problem.given()
    domains = {v: (given[v],) if v in given else tuple(domain) for v, domain in problem.domains().items()}
    for values in product(*domains.values()):
        candidate = Solution(problem, dict(zip(domains, values, strict=True)))
        if not violations(problem, candidate):
            yield candidate


def shown(assignment: Mapping[Any, Any]) -> str:
    """An assignment for a message."""
    return cut(repr(dict(assignment)))


def raised(error: BaseException) -> str:
    """An error in one line, with the place in the problem's own code."""
    frame = own_frame(error)
    where = f", in {frame.name} at {Path(frame.filename).name}:{frame.lineno}" if frame else ""
    if isinstance(error, ClewError):
        return f"{type(error).__name__}: {message_of(error)}{where}"
    return f"{message_of(error)}{where}: correct it there"


class DeadlinePassed(BaseException):
    """The time is up. No `except Exception` of the code that is watched catches it."""


@contextmanager
def deadline(seconds: float) -> Iterator[None]:
    """Interrupts what runs in it.

    It takes a timer that interrupts: on the main thread, and not on Windows. Elsewhere the code runs on as long as it
    likes.

    Args:
        seconds: after which time.

    Raises:
        DeadlinePassed: the time is up.
    """
    if not hasattr(signal, "setitimer") or threading.current_thread() is not threading.main_thread():
        yield
        return

    def interrupt(number: int, frame: Any) -> None:
        raise DeadlinePassed

    started = time.monotonic()
    handler = signal.signal(signal.SIGALRM, interrupt)
    left, interval = signal.setitimer(signal.ITIMER_REAL, seconds, AGAIN)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, handler)
        if left:  # another timer had been set: it goes on
            signal.setitimer(signal.ITIMER_REAL, max(left - (time.monotonic() - started), 0.001), interval)
