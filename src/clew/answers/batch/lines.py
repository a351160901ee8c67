"""Instances from lines of text, one a line."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from functools import partial
from itertools import chain
from typing import Any

from clew.answers.batch.queries import BatchQuery, Item
from clew.answers.batch.rows import SymbolRows, before_remark
from clew.errors import ClewError, InputError
from clew.problem.declared import declared_domains
from clew.problem.problem import AnyProblem

Read = Callable[[str], AnyProblem]
Question = Callable[[AnyProblem], BatchQuery[Any]]


def problem_of(read: Read, line: str, number: int, name: str = "") -> AnyProblem | None:
    """The problem of a line; None if it has none.

    Blank lines are passed over. A line of one symbol for each variable (see `Problem.line_symbols`) may have a remark
    behind it: white space, a comma, a semicolon or a colon, and anything; a line that begins with `#` and is no
    instance is a remark too.

    Args:
        read: makes a problem from the text of an instance.
        line: the line.
        number: its number, for messages.
        name: the name of the file, for messages.

    Raises:
        ClewError: it is no instance; the message names its number.
    """
    text = line.strip()
    try:
        return _problem(read, line.rstrip("\r\n"), text) if text else None
    except ClewError as error:
        if text.startswith("#"):
            return None
        raise type(error)(f"{name}{', ' if name else ''}line {number}: {error}") from None


def _problem(read: Read, line: str, text: str) -> AnyProblem:
    """The problem of a line with or without a remark; `text` is the line without white space around it."""
    try:
        return read(line)
    except InputError:
        word = before_remark(text)
        if word not in ("", text):
            with suppress(InputError):
                problem = read(word)
                if len(word) == len(problem.domains()) and problem.line_symbols():
                    return problem
        raise


class InstanceLines:
    """Reads instances, all of the model of the first of them as long as they have it.

    Args:
        read: makes a problem from the text of an instance.
        question: makes the query about all instances that share a model with this problem, for any given values.
        name: the name of the file, for messages.
    """

    def __init__(self, read: Read, question: Question, name: str = "") -> None:
        self._problem_of = partial(problem_of, read, name=name)
        self._question = question
        self._each: BatchQuery[Any] | None = None
        self._symbols: SymbolRows | None = None
        self._model: tuple[Any, ...] = ()
        self._numbers: deque[int] = deque()  # of the lines that were read and are not answered yet

    def answered(self, lines: Iterable[str]) -> Iterator[tuple[int, Any]]:
        """The answers to the instances, in order, each with the number of its line.

        Args:
            lines: the lines of a text.

        Raises:
            ClewError: a line is no instance; the message names its number, and those before were answered.
        """
        items = self._items(lines)
        for item in items:  # the first of them tells the model
            if isinstance(item, ClewError):
                raise item
            if self._each is not None:
                for answer in self._each.answered(chain([item], items)):
                    yield self._numbers.popleft(), answer

    def _items(self, lines: Iterable[str]) -> Iterator[Item]:
        number = 0
        try:
            for number, line in enumerate(lines, 1):
                row = self._symbols.row(line) if self._symbols is not None else None
                item = self._item(line, number) if row is None else row
                if item is not None:
                    self._numbers.append(number)
                    yield item
        except ClewError as error:  # raised once those before are answered
            yield error

    def _item(self, line: str, number: int) -> Item | None:
        """An instance that is no line of symbols for the model: the first, or one of another model or another form."""
        problem = self._problem_of(line, number)
        if problem is None:
            return None
        each = self._each or self._begun(problem)
        if each.rows is None or _model(problem) != self._model:
            return partial(each.alone, problem, {})
        return each.rows.row(problem.given())

    def _begun(self, problem: AnyProblem) -> BatchQuery[Any]:
        self._each = each = self._question(problem)
        self._model = _model(problem)
        if each.rows is not None:
            self._symbols = each.rows.reader(problem.line_symbols())
        return each


def _model(problem: AnyProblem) -> tuple[Any, ...]:
    """All that tells one model from another."""
    domains = {variable: tuple(domain) for variable, domain in declared_domains(problem).items()}
    return type(problem), list(domains.items()), tuple(problem.constraints())
