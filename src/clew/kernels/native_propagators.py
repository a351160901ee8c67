"""The propagators of a network as flat arrays, for the functions that run them on machine words.

`clew.kernels.native_calls.FUNCTIONS` has a function for each kind. One call makes of a row of domains, in place, just
what one call of the propagator makes of the same domains. That holds for all domains within `network.start` that have
no empty lane. So a search blames the same constraints.

What the compiled code cannot run is refused, before anything is pruned, by `Unsupported`: numbers that are not whole
or could overflow, automata that remember too much, and the `propagate` of somebody's own. A constraint that is only
asked about its last open variable is asked beforehand about all its combinations, if there are few enough.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import product
from math import prod
from typing import Any, Final

import attrs
import numpy as np

from clew.constraints.arithmetic import Linear, Product
from clew.constraints.base import Constraint, Stepwise, truth
from clew.constraints.primitives import Distinct
from clew.constraints.sequences import Element, Lex
from clew.constraints.vectors import DistinctVectors
from clew.kernels import native_pruning as pruning
from clew.kernels.choose import WIDEST, Unsupported
from clew.kernels.native_asking import RELATIONS
from clew.kernels.native_inner import Integers, Words
from clew.kernels.native_pruning import LARGEST
from clew.kernels.native_questions import last
from clew.kernels.native_records import (
    Equals,
    Record,
    Writer,
    beforehand,
    entries_of,
    factors_of,
    own,
    terms_of,
)
from clew.lanes import Lane
from clew.propagation.automaton import AutomatonPropagator
from clew.propagation.callback import CallbackPropagator, LastOpenPropagator
from clew.propagation.clause import ClausePropagator
from clew.propagation.compiler import TUPLES
from clew.propagation.distinct_tuples import DistinctTuplesPropagator
from clew.propagation.element import ElementPropagator
from clew.propagation.forbidden import ForbiddenPropagator
from clew.propagation.lexicographic import LexicographicPropagator
from clew.propagation.linear import LinearPropagator
from clew.propagation.matching import MatchingPropagator
from clew.propagation.network import Network
from clew.propagation.polynomial import PolynomialPropagator
from clew.propagation.propagator import Propagator
from clew.propagation.table import TablePropagator

MEMORIES: Final = 2**12
"""What an automaton may remember before one position."""


@attrs.frozen(eq=False)
class Propagators:
    """The propagators of a network, in its order.

    Attributes:
        kinds: of each its kind.
        starts: of each where its record starts in `ints`.
        ints: records, and tables of whole numbers.
        bits: rows of bits.
        scopes: of each the lanes of its scope, by their numbers.
        scratch: the words that their functions need to work with.
    """

    kinds: Integers
    starts: Integers
    ints: Integers
    bits: Words
    scopes: tuple[tuple[int, ...], ...]
    scratch: int


def flatten(network: Network, lane_of: Mapping[Any, int]) -> Propagators:
    """The propagators of a network as arrays.

    Args:
        network: the constraints, compiled.
        lane_of: for each variable the number of its lane, by which `word`, `shift` and `ones` know it.

    Raises:
        Unsupported: there is one that compiled code cannot run.
    """
    writer = Writer(network)
    propagators = network.propagators

    def record(k: int) -> Record:
        propagator = propagators[k]
        refuse_wide(propagator.constraint, propagator.scope)
        write = _WRITERS.get(type(propagator))
        if isinstance(propagator, CallbackPropagator):
            raise Unsupported(f"{propagator.constraint.title}: its propagate is code of its own")
        if write is None:
            raise Unsupported(f"{propagator.constraint.title}: {type(propagator).__name__} has no compiled form")
        return write(writer, propagator)

    scopes = [[lane_of[variable] for variable in propagator.variables] for propagator in propagators]
    return written(writer, scopes, record, lambda k: type(propagators[k]) is LastOpenPropagator)


def refuse_wide(constraint: Constraint, scope: Sequence[Lane[Any]]) -> None:
    """Refuse domains that do not fit into a word."""
    if any(len(lane.values) > WIDEST for lane in scope):
        raise Unsupported(f"{constraint.title}: a domain has more than {WIDEST} values")


def written(
    writer: Writer, scopes: Sequence[Sequence[int]], record: Callable[[int], Record], asks: Callable[[int], bool]
) -> Propagators:
    """Records, each behind its lanes.

    Args:
        writer: what to write them with.
        scopes: of each the lanes of its scope, by their numbers.
        record: gives each.
        asks: whether one is asked beforehand. That takes long: what is refused without is refused before.
    """
    kinds, starts = np.zeros((2, len(scopes)), np.int64)
    for k in sorted(range(len(scopes)), key=asks):
        kinds[k], content = record(k)
        starts[k] = writer.add([len(scopes[k]), *scopes[k], *content])
    return Propagators(
        kinds,
        starts,
        np.array(writer.ints, np.int64),
        np.concatenate([np.zeros(0, np.uint64), *writer.rows]),
        tuple(map(tuple, scopes)),
        writer.scratch + max(map(len, scopes), default=0),
    )


# -- tables -----------------------------------------------------------------------------------------


def table_record(writer: Writer, propagator: TablePropagator) -> Record:
    """The tuples as rows of bits."""
    words = (propagator.all.bit_length() + 63) // 64
    record = [words, writer.numbers((propagator.all,), words)]
    for lane, supports in zip(propagator.scope, propagator.supports, strict=True):
        record += writer.numbers(supports, words), lane.full
    writer.need(2 * words)
    return pruning.TABLE, record


# -- sums and products ------------------------------------------------------------------------------


def _linear(writer: Writer, propagator: LinearPropagator) -> Record:
    constraint, relation = propagator.constraint, propagator.relation
    if relation == "!=":
        if 0 in propagator.coefficients:
            raise Unsupported(f"{constraint.title}: a variable without weight has no compiled form")
        return last(writer, LastOpenPropagator(constraint, writer.network.lanes))
    if propagator.asks:
        if not isinstance(constraint, Linear):
            raise Unsupported(f"{constraint.title}: a sum of another class has no compiled form")
        own(constraint, "holds", Linear)
    terms, bound = terms_of(constraint, propagator.coefficients, propagator.bound, propagator.scope)
    low = bound + (relation == ">") if relation in (">=", ">", "==") else -LARGEST
    high = bound - (relation == "<") if relation in ("<=", "<", "==") else LARGEST
    writer.need(2 * len(terms))
    return pruning.LINEAR, [low, high, 0, bound, *map(writer.table, terms)]


def _product(writer: Writer, propagator: PolynomialPropagator) -> Record:
    constraint, scope = propagator.constraint, propagator.scope
    if not isinstance(constraint, Product):
        raise Unsupported(f"{constraint.title}: a sum of products has no compiled form")
    factors, bound = factors_of(constraint, scope)
    if any(value < 0 for some in factors for value in some):
        raise Unsupported(f"{constraint.title}: a product of negative numbers has no compiled form")
    writer.need(2 * len(factors))
    return pruning.PRODUCT, [RELATIONS.index(constraint.relation), bound, *map(writer.table, factors)]


# -- what prunes all that can be pruned -----------------------------------------------------------------


def _combinations(writer: Writer, propagator: ClausePropagator | ForbiddenPropagator) -> Record:
    """A table prunes the same, if it is small."""
    constraint, scope = propagator.constraint, propagator.scope
    lefts = [lane.select(writer.left(lane)) for lane in scope]
    if prod(map(len, lefts)) > TUPLES:
        raise Unsupported(f"{constraint.title}: it has no compiled form, and too many combinations of values")
    with beforehand(constraint):
        rows = [values for values in product(*lefts) if truth(constraint, values)]
    return table_record(writer, TablePropagator(constraint, writer.network.lanes, rows))


def _ordered(writer: Writer, propagator: LexicographicPropagator) -> Record:
    """An automaton prunes the same."""
    constraint = propagator.constraint
    if not isinstance(constraint, Lex):
        raise Unsupported(f"{constraint.title}: an order of another class has no compiled form")
    lefts = [writer.left(lane) for lane in propagator.scope]
    table = _automaton(writer, constraint, propagator.scope, lefts)
    writer.need((len(lefts) + 1) * writer.ints[table])
    return pruning.STEPS, [table]


# -- automata ---------------------------------------------------------------------------------------


def _steps(writer: Writer, propagator: AutomatonPropagator) -> Record:
    lefts = tuple(writer.left(lane) for lane in propagator.scope)
    key = "automaton", id(propagator.automaton), *lefts
    with beforehand(propagator.constraint):
        table = writer.once(key, lambda: _automaton(writer, propagator.constraint, propagator.scope, lefts))
    writer.need((len(lefts) + 1) * writer.ints[table])
    return pruning.STEPS, [table]


def _automaton(writer: Writer, constraint: Stepwise, scope: Sequence[Lane[Any]], lefts: Sequence[int]) -> int:
    """Write the automaton with all that it may remember; its place."""
    moves, ends = moves_of(writer, constraint, scope, lefts)
    # Backward: numbers for what an accepting end can be reached from.
    number = {memory: k for k, memory in enumerate(filter(constraint.accepts, ends))}
    most = len(number)
    entries: list[tuple[int, int, int]] = []
    for steps, lane in zip(reversed(moves), reversed(scope), strict=True):
        some = {memory: {k: number[then] for k, then in ways.items() if then in number} for memory, ways in steps}
        going = {memory: ways for memory, ways in some.items() if ways}
        width = len(lane.values)
        after = writer.add([ways.get(k, -1) for ways in going.values() for k in range(width)])
        leaving = [sum(1 << k for k in ways) for ways in going.values()] or [0]
        entries.append((width, after, writer.row(np.array(leaving, np.uint64))))
        number = {memory: k for k, memory in enumerate(going)}
        most = max(most, len(number))
    return writer.add([most // 64 + 1, *(n for entry in reversed(entries) for n in entry)])


Moves = list[tuple[Any, dict[int, Any]]]
"""What may be remembered, and what becomes of it with each value."""


def moves_of(
    writer: Writer, constraint: Stepwise, scope: Sequence[Lane[Any]], lefts: Sequence[int]
) -> tuple[list[Moves], list[Any]]:
    """The moves of an automaton at each position, from the start on, and what may be remembered at the end.

    Raises:
        Unsupported: it remembers too much.
    """
    moves: list[Moves] = []
    layer: list[Any] = [constraint.start()]
    for position, (lane, left) in enumerate(zip(scope, lefts, strict=True)):
        values = [(k, value) for k, value in enumerate(lane.values) if left >> k & 1]
        writer.steps -= len(layer) * len(values)
        if len(layer) > MEMORIES or writer.steps < 0:
            raise Unsupported(f"{constraint.title}: it remembers too much")
        steps: Moves = []
        for memory in layer:
            ways = {k: constraint.step(memory, position, value) for k, value in values}
            steps.append((memory, {k: then for k, then in ways.items() if then is not None}))
        moves.append(steps)
        layer = list(dict.fromkeys(then for _, ways in steps for then in ways.values()))
    return moves, layer


# -- vectors, and what is equal ---------------------------------------------------------------------


def _distinct(writer: Writer, propagator: DistinctTuplesPropagator) -> Record:
    constraint = propagator.constraint
    if not isinstance(constraint, DistinctVectors):
        raise Unsupported(f"{constraint.title}: vectors of another class have no compiled form")
    place = {name: k for k, name in enumerate(constraint.scope)}
    tables = list(map(writer.table, Equals(constraint).tables(propagator.scope)))
    record = [len(constraint.vectors), propagator.length]
    for vector in constraint.vectors:
        for name in vector:
            record += place[name], tables[place[name]]
    writer.need((propagator.length + 1) * len(constraint.vectors))
    return pruning.DISTINCT, record


# -- what constraints prune by themselves -----------------------------------------------------------


def _matching(writer: Writer, propagator: MatchingPropagator) -> Record:
    with beforehand(propagator.constraint):
        return _targets(writer, propagator.primitive, propagator.scope)


def _targets(writer: Writer, constraint: Distinct, scope: Sequence[Lane[Any]]) -> Record:
    numbers: dict[Any, int] = {}
    tables = []
    for position, lane in enumerate(scope):
        some = [0] * len(lane.values)  # a value that no state has is not asked about: any number will do
        left = writer.left(lane)
        for k, value in enumerate(lane.values):
            if left >> k & 1:
                target = constraint.mapped(position, value)
                # An exception may occur any number of times: it is a different target for each variable.
                who = position if target in constraint.exceptions else None
                some[k] = numbers.setdefault((who, target), len(numbers))
        tables.append(writer.table(some))
    writer.need(8 * len(scope) + 3 * len(numbers))
    return pruning.MATCHING, [len(numbers), *tables]


def _element(writer: Writer, propagator: ElementPropagator) -> Record:
    constraint, scope = propagator.constraint, propagator.scope
    if not isinstance(constraint, Element):
        raise Unsupported(f"{constraint.title}: an element of another class has no compiled form")
    if len({content for kind, content in constraint.sequence if kind == "variable"}) < sum(
        kind == "variable" for kind, _ in constraint.sequence
    ):
        raise Unsupported(f"{constraint.title}: a variable that stands for several entries has no compiled form")
    equals = Equals(constraint)
    chosen, entries = entries_of(constraint, scope, equals)
    tables = list(map(writer.table, equals.tables(scope)))
    words = len(equals) // 64 + 1
    writer.need(2 * words)
    return pruning.ELEMENT, [words, writer.table(chosen), writer.table(entries), *tables]


_WRITERS: Final[dict[type[Propagator], Callable[[Writer, Any], Record]]] = {
    TablePropagator: table_record,
    LinearPropagator: _linear,
    AutomatonPropagator: _steps,
    DistinctTuplesPropagator: _distinct,
    ClausePropagator: _combinations,
    ElementPropagator: _element,
    ForbiddenPropagator: _combinations,
    LastOpenPropagator: last,
    LexicographicPropagator: _ordered,
    MatchingPropagator: _matching,
    PolynomialPropagator: _product,
}
