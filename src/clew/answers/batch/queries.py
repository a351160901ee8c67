"""Batch queries: one question about many instances of a problem."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import groupby, islice
from typing import Any, ClassVar, Final, Generic, TypeVar, Unpack, cast

import attrs

from clew.answers.batch.rows import Answer, EngineAnswers, Places, PythonAnswers, Rows, SymbolRows, given_by
from clew.api import check, first
from clew.constraints.names import walkable
from clew.errors import ClewError, InputError, OptionError, shown
from clew.options import Options, jobs_of, tokens_of
from clew.outcome import Limits, check_stops
from clew.planning.engine_method import check_kernel, program
from clew.planning.plan import Plan, make_plan
from clew.planning.validation import check_given, checked
from clew.planning.walking import stopping
from clew.problem.declared import is_declared
from clew.problem.origins import iterating
from clew.problem.problem import AnyProblem
from clew.solution import AnySolution, Solution, Uniqueness
from clew.strategies import Unique

R = TypeVar("R")

BATCH: Final = 1024
"""Rows that are answered in one call; the first calls have fewer, so that the first answers come soon."""

BYTE: Final = 255
"""Values of a variable that a byte tells apart beside none."""

VERDICTS: Final = ("none", "unique", "several")

ALONE: Final = ("observers", "progress", "verify", "executor", "search", "learning")
"""Options under which every instance is searched by itself."""

Shared = tuple[Plan, bool, dict[Any, int], Sequence[Sequence[Any]]]
"""A plan, whether the engine runs it, the number of each variable, and by that number the values of its domain."""

Given = Mapping[Any, Any]
Item = bytes | Callable[[], Any] | ClewError
"""An instance to be answered: a row; a search of its own; or an error, raised when its turn comes."""


@iterating
def check_each(problem: AnyProblem, givens: Iterable[Given | str], **options: Unpack[Options]) -> Iterator[Uniqueness]:
    """For each set of given values, whether there is no solution, exactly one, or several.

    The answers come one by one, in order; up to 1024 sets are taken at a time. They are those that `check` gives.
    With `jobs`, as many threads of the engine answer as many such batches side by side, and one more batch is taken
    meanwhile; if the engine cannot run the problem without Python, every instance is searched by itself, with workers.

    Args:
        problem: the problem searched each time; values that it gives itself hold too.
        givens: for each instance the values assumed besides; or a line of text that has a symbol for each variable, if
            the problem names its symbols (see `Problem.line_symbols`), which is read several times as fast.
        options: see `Options`; limits are those of each instance, and a token ends the whole call.

    Raises:
        Stopped: the call is cancelled; the answers until then were given.
        InputError: an instance gives a variable or a value that the problem does not have, or its line has other
            symbols, or too many or too few.
    """
    checks = BatchQuery(CHECK, problem, options)
    return checks.answered(checks.items(givens))


@iterating
def first_each(
    problem: AnyProblem, givens: Iterable[Given | str], **options: Unpack[Options]
) -> Iterator[AnySolution | None]:
    """For each set of given values the first solution, or None if there is none.

    The solutions come one by one, in order; up to 1024 sets are taken at a time. They are found
    as `check` finds its witnesses, so `first` may find others.

    Args:
        problem: as for `check_each`.
        givens: as for `check_each`.
        options: as for `check_each`.

    Raises:
        InputError: as for `check_each`.
        Stopped: a limit struck before an answer was known, or the call is cancelled.
    """
    firsts = BatchQuery(FIRST, problem, options)
    return firsts.answered(firsts.items(givens))


@attrs.frozen
class Question(Generic[R]):
    """A question about one instance.

    Attributes:
        most: how many solutions are looked for.
        finished: makes the answer of the first solutions, given a function that makes a solution of its places.
        alone: answers it by a search of its own, as `check` does.
    """

    most: int
    finished: Callable[[Callable[[Places], AnySolution], Answer], R]
    alone: Callable[..., R]


CHECK: Final[Question[Uniqueness]] = Question(
    2, lambda solution, answer: Uniqueness.of(list(map(solution, answer)), exhausted=True), check
)
"""Whether there is no solution, exactly one, or several."""

VERDICT: Final[Question[str]] = Question(
    2, lambda _, answer: VERDICTS[len(answer)], lambda problem, **options: check(problem, **options).answer
)
"""As `CHECK`, in a word and without the witnesses."""

FIRST: Final[Question[AnySolution | None]] = Question(
    1, lambda solution, answer: solution(answer[0]) if answer else None, first
)
"""The first solution."""


class BatchQuery(Generic[R]):
    """A query about many instances of one problem.

    Args:
        question: the question about each of them.
        problem: whose instances they are.
        options: see `Options`.
        given: values that hold in every instance; by default those that the problem gives.

    Attributes:
        rows: makes rows of given values; None if every instance is searched by itself.
    """

    def __init__(
        self, question: Question[R], problem: AnyProblem, options: Options, given: Given | None = None
    ) -> None:
        checked(problem, options)
        self.question, self.problem = question, problem
        self._options = options
        self._tokens, self._started = tokens_of(options), time.perf_counter()
        self.rows: Rows | None = None
        with stopping(self._started):
            shared = _shared(problem, options)
        if shared is None:
            return
        plan, by_engine, self._places, values = shared
        self.rows = rows = Rows(problem, self._places, values)
        fixed = {**(problem.given() if given is None else given), **(options.get("given") or {})}
        pairs = [rows[pair] for pair in fixed.items()]
        self._answers: EngineAnswers | PythonAnswers
        if by_engine:
            self._answers = EngineAnswers(plan, pairs, question.most, jobs_of(options), self._tokens)
        else:
            self._answers = PythonAnswers(plan, pairs, question.most)

    def alone(self, problem: AnyProblem, given: Given) -> R:
        """The answer to one instance, searched by itself."""
        assumed = {**(self._options.get("given") or {}), **given}
        return self.question.alone(problem, **{**self._options, "given": assumed})

    def items(self, givens: Iterable[Given | str]) -> Iterator[Item]:
        """The instances to answer."""
        if not walkable(givens) or isinstance(givens, (Mapping, str)):
            raise OptionError(f"givens must be a collection of mappings from variables to values, not {shown(givens)}")
        symbols = None if self.rows is None else self.rows.reader(self.problem.line_symbols())
        for number, given in enumerate(givens, 1):
            item: Item
            try:
                item = self._item(given, symbols)
            except InputError as error:
                item = InputError(f"instance {number}: {error}")
            except (AttributeError, TypeError):  # no mapping, or a value that is not hashable
                check_given(given, f"instance {number}")
                raise
            yield item

    def _item(self, given: Given | str, symbols: SymbolRows | None) -> Item:
        if isinstance(given, str):
            if symbols is not None and (row := symbols.row(given)) is not None:
                return row
            given = given_by(self.problem, given)
        if self.rows is not None:
            return self.rows.row(given)
        hash(tuple(given.items()))
        return partial(self.alone, self.problem, given)

    def answered(self, items: Iterator[Item]) -> Iterator[R]:
        """The answers, in order.

        Raises:
            ClewError: the next item is one, or the call is cancelled.
        """
        with stopping(self._started):
            for kind, some in groupby(items, type):
                if kind is bytes:
                    yield from self._batched(some)
                    continue
                for item in some:
                    if isinstance(item, ClewError):
                        raise item
                    answer = cast(Callable[[], R], item)()
                    check_stops(self._tokens)  # if it was cut short
                    yield answer

    def _batched(self, rows: Iterator[Any]) -> Iterator[R]:
        finished = partial(self.question.finished, self.solution)
        for answers in self._answers.batched(self._batches(rows)):
            yield from map(finished, answers)

    def _batches(self, rows: Iterator[Any]) -> Iterator[list[Any]]:
        size = 1
        while batch := list(islice(rows, size)):
            check_stops(self._tokens)
            yield batch
            size = min(2 * size, BATCH)

    def solution(self, places: Places) -> AnySolution:
        """A solution from the places of its values."""
        return Solution.placed(self.problem, self._places, (self._answers.row(places),))[0]


class _BatchUnique(Unique):
    """`Unique` without restarts, which are a matter of one instance."""

    restarts: ClassVar[bool] = False


def _shared(problem: AnyProblem, options: Options) -> Shared | None:
    """The plan of all the instances; None if each is searched by itself. An ordering that learns starts afresh."""
    if any(map(options.get, ALONE)) or options.get("limits") not in (None, Limits()):
        return None
    if not is_declared(problem, tuple(problem.constraints()), problem.domains()):
        return None
    plan = make_plan(problem, options, _BatchUnique(), whole=True)
    check_kernel(plan)
    if plan.request.options.get("over"):
        return None
    jobs = jobs_of(options)
    if plan.is_compiled and plan.inference.propagates and plan.given is not None:
        made, orders = program(plan), {plan.variable_order, plan.request.options.get("value_order")}
        is_free = orders.isdisjoint(("random", "degree")) and (jobs == 1 or not made.program.calls_python)
        if is_free and _is_narrow(made.values):
            return plan, True, made.places, made.values
    if jobs > 1 or not (plan.compiles_without_hooks and plan.inference.propagates) or plan.restarts or plan.last_first:
        return None
    lanes = plan.compiled.lanes
    values = [lane.values for lane in lanes.lane.values()]
    return (plan, False, {v: k for k, v in enumerate(lanes.variables)}, values) if _is_narrow(values) else None


def _is_narrow(domains: Sequence[Sequence[Any]]) -> bool:
    """Whether a byte tells the values of each variable apart."""
    return max(map(len, domains), default=0) <= BYTE
