"""Instances from lines of text, one a line."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from itertools import chain
from typing import Any

from clew.answers.batch.queries import BatchQuery, Item
from clew.answers.batch.rows import WORD, SymbolRows
from clew.errors import ClewError, InputError
from clew.problem.declared import declared_domains
from clew.problem.problem import Problem

Question = Callable[[Problem[Any, Any]], BatchQuery[Any]]


class LineReader:
    """Reads an instance from a line.

    Blank lines are passed over. A line of one symbol for each variable (see `Problem.line_symbols`) may have a remark
    behind it: white space, a comma, a semicolon or a colon, and anything; a line that begins with `#` and is no
    instance is a remark too.

    Args:
        read: makes a problem from the text of an instance.
        name: the name of the file, for messages.
    """

    def __init__(self, read: Callable[[str], Problem[Any, Any]], name: str = "") -> None:
        self._name = f"{name}, " if name else ""
        self._read = read

    def problem(self, line: str, number: int) -> Problem[Any, Any] | None:
        """The problem of the line with this number; None if it has none.

        Raises:
            ClewError: it is no instance; the message names its number.
        """
        text = line.strip()
        try:
            return self._problem(line.rstrip("\r\n"), text) if text else None
        except ClewError as error:
            if text.startswith("#"):
                return None
            raise type(error)(f"{self._name}line {number}: {error}") from None

    def _problem(self, line: str, text: str) -> Problem[Any, Any]:
        try:
            return self._read(line)
        except InputError:
            word = WORD.match(text)
            before = None if word is None or word[0] == text else self._problem_before_a_remark(word[0])
            if before is None:
                raise
            return before

    def _problem_before_a_remark(self, word: str) -> Problem[Any, Any] | None:
        """The problem of a line without its remark; None if it is not written in symbols."""
        try:
            problem = self._read(word)
        except InputError:
            return None
        return problem if len(word) == len(problem.domains()) and problem.line_symbols() else None


class InstanceLines:
    """Reads instances, all of the model of the first of them as long as they have it.

    Args:
        read: makes a problem from the text of an instance.
        question: makes the query about all instances that share a model with this problem, for any given values.
        name: the name of the file, for messages.
    """

    def __init__(self, read: Callable[[str], Problem[Any, Any]], question: Question, name: str = "") -> None:
        self._reader = LineReader(read, name)
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
                row = self._symbols.row(line.strip()) if self._symbols is not None else None
                item = self._item(line, number) if row is None else row
                if item is not None:
                    self._numbers.append(number)
                    yield item
        except ClewError as error:  # raised once those before are answered
            yield error

    def _item(self, line: str, number: int) -> Item | None:
        """An instance that is no line of symbols for the model: the first, or one of another model or another form."""
        problem = self._reader.problem(line, number)
        if problem is None:
            return None
        each = self._each or self._begun(problem)
        if each.rows is None or _model(problem) != self._model:
            return partial(each.alone, problem, {})
        return each.rows.row(problem.given())

    def _begun(self, problem: Problem[Any, Any]) -> BatchQuery[Any]:
        self._each = each = self._question(problem)
        self._model = _model(problem)
        symbols = problem.line_symbols()
        if symbols and each.rows is not None:
            self._symbols = each.rows.reader(symbols)
        return each


def _model(problem: Problem[Any, Any]) -> tuple[Any, ...]:
    """All that tells one model from another."""
    domains = {variable: tuple(domain) for variable, domain in declared_domains(problem).items()}
    return type(problem), list(domains.items()), tuple(problem.constraints())
