"""Rows: each instance as a byte for each variable, made of given values or of a line of text, and answered."""

from __future__ import annotations

import re
from collections import defaultdict, deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import chain, islice
from typing import Any

import attrs

from clew.core import ORDERS
from clew.errors import InputError, shown
from clew.limits import Cancel
from clew.outcome import check_stops
from clew.planning.deriving import below
from clew.planning.engine_method import program
from clew.planning.methods import LoopMethod
from clew.planning.plan import Plan
from clew.problem.declared import title_of
from clew.problem.problem import AnyProblem
from clew.reference.search.variable_order import WeightedDegree
from clew.state.counters import Counters
from clew.state.state import State

Places = Sequence[int]
"""A solution: for each variable, in the order of declaration, the place of its value in its domain."""

Answer = Sequence[Places]
"""The first solutions of an instance, as many as are looked for."""


def before_remark(text: str) -> str:
    """The text before a remark, in a line of one symbol for each variable."""
    return re.split(r"[\s,;:]", text, maxsplit=1)[0]


class Rows(dict[tuple[Any, Any], tuple[int, int]]):
    """Makes rows: a byte for each variable, 0 or one more than the place of its given value.

    A given value to the number of the variable and its byte is kept.

    Args:
        problem: whose instances they are.
        places: the number of each variable.
        values: for each variable, by its number, the values of its domain, at most 255 of them.
    """

    def __init__(self, problem: AnyProblem, places: Mapping[Any, int], values: Sequence[Sequence[Any]]) -> None:
        super().__init__()
        self._problem = problem
        self._places = places
        self._values = values

    def __missing__(self, pair: tuple[Any, Any]) -> tuple[int, int]:
        variable, value = pair
        problem = self._problem
        if variable not in self._places:
            raise InputError(f"given: {title_of(problem)} has no variable {problem.variable_name(variable)}")
        number = self._places[variable]
        if value not in self._values[number]:
            name = problem.variable_name(variable)
            raise InputError(f"given: {name} cannot be {value!r}: its domain does not have it")
        self[pair] = number, self._values[number].index(value) + 1
        return self[pair]

    def row(self, given: Mapping[Any, Any]) -> bytes:
        """The row of some given values.

        Raises:
            InputError: there is no such variable, or its domain has no such value.
        """
        row = bytearray(len(self._values))
        for pair in given.items():
            number, byte = self[pair]
            row[number] = byte
        return bytes(row)

    def reader(self, symbols: Mapping[str, Any]) -> SymbolRows | None:
        """The reader of lines of symbols (see `Problem.line_symbols`).

        None if there are no symbols, or the domains are not all alike.
        """
        values = self._values
        if not (symbols and values) or any(own is not values[0] and own != values[0] for own in values):
            return None
        table = {ord(s): chr(0 if value is None else values[0].index(value) + 1) for s, value in symbols.items()}
        return SymbolRows(len(values), defaultdict(str, table))


@attrs.frozen(eq=False)
class SymbolRows:
    """Makes rows of lines of symbols.

    Attributes:
        number: the symbols of a line.
        table: from a symbol to the byte of a row; nothing for what is no symbol.
    """

    number: int
    table: Mapping[int, str]

    def row(self, line: str) -> bytes | None:
        """The row of a line; None if it is no line of symbols."""
        text = line.strip()
        if len(text) != self.number and len(text := before_remark(text)) != self.number:
            return None
        row = text.translate(self.table).encode("latin-1")
        return row if len(row) == self.number else None


def given_by(problem: AnyProblem, line: str) -> Mapping[Any, Any]:
    """The values that a line with a symbol for each variable gives to them.

    Raises:
        InputError: it has other symbols, or not one for each variable.
    """
    variables, symbols, text = list(problem.domains()), problem.line_symbols(), before_remark(line.strip())
    if not symbols:
        title = type(problem).__name__
        raise InputError(f"{shown(line)} is text, and {title} names no symbols: map variables to values instead")
    if len(text) != len(variables):
        raise InputError(f"{shown(text)} has {len(text)} symbols: give {len(variables)}, one for each variable")
    if odd := next((place for place, symbol in enumerate(text, 1) if symbol not in symbols), None):
        raise InputError(f"symbol {odd} is {text[odd - 1]!r}: use {' '.join(symbols)}")
    return {v: symbols[s] for v, s in zip(variables, text, strict=True) if symbols[s] is not None}


def _looking(tokens: tuple[Cancel, ...]) -> Callable[[], None] | None:
    """Ends what the engine does when a token is set."""
    return partial(check_stops, tokens) if tokens else None


class EngineAnswers:
    """Answers in the engine, many rows in one call.

    Args:
        plan: of the engine, for domains of at most 255 values.
        given: the values that hold in every instance: pairs of the number of a variable and its byte (see `Rows`).
        most: how many solutions of each are looked for.
        jobs: how many threads may answer at a time.
        tokens: end the work when any of them is set.

    Attributes:
        row: gives the values of a solution from their places.
    """

    def __init__(
        self, plan: Plan, given: Iterable[tuple[int, int]], most: int, jobs: int, tokens: tuple[Cancel, ...]
    ) -> None:
        from clew.core._engine import Instances, row_of

        made, order = program(plan), ORDERS[plan.variable_order]
        pairs = [(number, byte - 1) for number, byte in given]
        self._jobs, self._tokens, self._look = jobs, tokens, _looking(tokens)
        self.row: Callable[[Any], tuple[Any, ...]] = partial(row_of, list(map(tuple, made.values)))
        self._free = [Instances(made.program, pairs, order, plan.last_first, most) for _ in range(jobs)]

    def __call__(self, rows: Sequence[bytes]) -> Iterable[Answer]:
        """The answers to some rows, in their order."""
        instances = self._free.pop()
        try:
            return instances.answers(list(rows), self._look)
        finally:
            self._free.append(instances)

    def batched(self, batches: Iterable[Sequence[bytes]]) -> Iterator[Iterable[Answer]]:
        """The answers to batches of rows, in their order; as many threads as there are jobs answer one each.

        Args:
            batches: the rows; one batch for each thread is taken ahead, if there are several.
        """
        return map(self, batches) if self._jobs == 1 else self._side_by_side(batches)

    def _side_by_side(self, batches: Iterable[Sequence[bytes]]) -> Iterator[Iterable[Answer]]:
        from concurrent.futures import Future, ThreadPoolExecutor

        pending: deque[Future[Iterable[Answer]]] = deque()
        over = Cancel()
        self._look = _looking((over, *self._tokens))
        with ThreadPoolExecutor(self._jobs, thread_name_prefix="clew") as threads:
            try:
                for batch in batches:
                    pending.append(threads.submit(self, batch))
                    if len(pending) > self._jobs:
                        yield pending.popleft().result()
                while pending:
                    yield pending.popleft().result()
            finally:
                over.set()
                for future in pending:
                    future.cancel()


class PythonAnswers:
    """Answers one row after the other, in Python.

    Args:
        plan: a plan of declared constraints under propagation, for domains of at most 255 values.
        given: the values that hold in every instance, as for `EngineAnswers`.
        most: how many solutions of each are looked for.

    Attributes:
        row: gives the values of a solution from their places.
    """

    def __init__(self, plan: Plan, given: Iterable[tuple[int, int]], most: int) -> None:
        self._plan = plan
        self._given = list(given)
        self._most = most
        self._lanes = list(plan.compiled.lanes.lane.values())

    def row(self, places: Places) -> tuple[Any, ...]:
        """The values at some places."""
        return tuple(lane.values[place] for lane, place in zip(self._lanes, places, strict=True))

    def __call__(self, rows: Sequence[bytes]) -> Iterator[Answer]:
        """The answers to some rows, in their order."""
        network = self._plan.compiled
        start, settled = network.root({})
        for row in rows:
            root = start
            for number, byte in chain(self._given, enumerate(row)):
                if byte:
                    lane = self._lanes[number]
                    root &= ~((lane.full ^ 1 << byte - 1) << lane.offset)
            domains, done = network.propagate(root, settled, start ^ root) if root else (0, 0)
            yield tuple(islice(self._below(domains, done), self._most)) if domains else ()

    def batched(self, batches: Iterable[Sequence[bytes]]) -> Iterator[Iterable[Answer]]:
        """The answers to batches of rows, in their order."""
        return map(self, batches)

    def _below(self, domains: int, done: int) -> Iterator[Places]:
        """The solutions below a node."""
        picks = self._plan.reference().picks
        if isinstance(picks, WeightedDegree):
            picks.forget()  # each instance is a search of its own
        node = State.root(self._plan.compiled.lanes).narrowed(domains, done)
        for leaf in LoopMethod().leaves(below(self._plan, node), Counters()):
            yield [(leaf.domains >> lane.offset & lane.full).bit_length() - 1 for lane in self._lanes]
