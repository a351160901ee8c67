"""The global constraints that clew has, as its library for MiniZinc declares them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from functools import partial
from itertools import product
from typing import Any, Final

from clew.constraints.all_different import AllDifferent
from clew.constraints.base import Constraint, Domain, met
from clew.constraints.circuits import Circuit
from clew.constraints.counting import Count
from clew.constraints.expressions import Var
from clew.constraints.orders import ArgMax, ArgMin, ValuePrecedence
from clew.constraints.scheduling import Cumulative, NoOverlap, NoOverlap2D
from clew.constraints.sequences import Regular
from clew.constraints.table import Table, tuple_set
from clew.exchange.flatzinc.truths import require, total
from clew.exchange.flatzinc.variables import UNBOUNDED, FlatVariables, Value


def _variables(reader: FlatVariables, argument: Any) -> list[str]:
    return [reader.variable(value) for value in reader.items(argument)]


def different(exceptions: tuple[int, ...], reader: FlatVariables, arguments: list[Any]) -> None:
    scope = Counter(reader.items(arguments[0]))
    names = [value for value in scope if isinstance(value, str)]
    for value, often in scope.items():
        if often > 1:
            reader.keep(value, exceptions)
        for name in names if isinstance(value, int) and value not in exceptions else ():
            require(reader, total(reader, (1,), (name,), "!=", int(value)))
    reader.require(AllDifferent(names, exceptions=exceptions))


def _table(reader: FlatVariables, arguments: list[Any]) -> None:
    scope, numbers = _variables(reader, arguments[0]), arguments[1]
    if scope:
        key = "table", numbers if isinstance(numbers, str) else id(numbers), len(scope)
        columns = [iter(reader.items(numbers))] * len(scope)
        rows = reader.shared(key, lambda: tuple_set(zip(*columns, strict=True)))
        for name, column in zip(scope, zip(*rows, strict=True), strict=False):
            reader.keep(name, tuple(sorted({*column})))
        reader.require(Table(scope, rows))


def _regular(reader: FlatVariables, arguments: list[Any]) -> None:
    scope, moves, last = _variables(reader, arguments[0]), arguments[3], reader.values(arguments[5])
    states, symbols, first = (int(reader.value(arguments[k])) for k in (1, 2, 4))
    places = product(range(1, states + 1), range(1, symbols + 1))
    after = zip(places, reader.items(moves), strict=True)
    key = "regular", moves if isinstance(moves, str) else id(moves), states, symbols
    steps = reader.shared(key, lambda: {place: to for place, to in after if to in range(1, states + 1)})
    for name in scope:
        reader.keep(name, range(1, symbols + 1))
    if scope:
        reader.require(Regular(scope, steps, first, last))
    elif first not in last:
        reader.fail()


def count(reader: FlatVariables, scope: list[Value], values: Domain, number: Value) -> None:
    """So many of some variables and constants have one of some values."""
    if isinstance(number, int) and len(values) == 1:
        _bounded(reader, scope, [values[0]], [number], [number])
        return
    known = sum([value in values for value in scope if isinstance(value, int)])
    names = [value for value in scope if isinstance(value, str)]
    conditions = [Table((name,), [(one,) for one in met(reader.domains[name], values)]) for name in names]
    reader.keep(number, range(known, known + len(conditions) + 1))
    if conditions:
        total_of: Any = sum(conditions, known)  # each counts as 1 or 0
        reader.require(total_of == (Var(number) if isinstance(number, str) else number))


def _count(reader: FlatVariables, arguments: list[Any]) -> None:
    count(reader, reader.items(arguments[0]), reader.values(arguments[1]), reader.value(arguments[2]))


def _cardinality(is_closed: bool, is_limited: bool, reader: FlatVariables, arguments: list[Any]) -> None:
    """How often values occur: the last arguments are the numbers, or the least and the most of each."""
    scope, cover, low, high = map(reader.items, arguments if is_limited else [*arguments, arguments[2]])
    for value in scope if is_closed else ():
        reader.keep(value, tuple(sorted(map(int, {*cover}))))
    if is_limited or all(isinstance(number, int) for number in low):
        _bounded(reader, scope, cover, low, high)
        return
    for value, number in zip(cover, low, strict=True):
        count(reader, scope, (int(value),), number)
    if len({*cover}) == len(cover):
        require(reader, total(reader, [1] * len(low), low, "==" if is_closed else "<=", len(scope)))


def _bounded(
    reader: FlatVariables, scope: list[Value], cover: list[Value], low: list[Value], high: list[Value]
) -> None:
    ends: dict[int, tuple[int, int]] = {}
    for value, least, most in zip(*(map(int, some) for some in (cover, low, high)), strict=True):
        before = ends.get(value, (0, len(scope)))
        ends[value] = max(least, before[0]), min(most, before[1])
    if any(least > most for least, most in ends.values()):
        reader.fail()
    elif ends and scope:
        reader.require(Count([*map(reader.variable, scope)], ends))


def tasks(kind: Callable[..., Constraint], reader: FlatVariables, arguments: list[Any]) -> None:
    """Tasks or rectangles, of which none has a negative number except for its start."""
    is_shared, axes = kind is Cumulative, 2 if kind is NoOverlap2D else 1
    columns = [[reader.value(one)] if is_shared and k == 3 else reader.items(one) for k, one in enumerate(arguments)]
    for value in (value for column in columns[axes:] for value in column if columns[0]):
        reader.keep(value, range(UNBOUNDED[-1]))
    entries: list[Any] = [[Var(one) if isinstance(one, str) else one for one in column] for column in columns]
    if is_shared:
        entries[3] = entries[3][0]
    if columns[0] and not reader.has_failed:
        reader.require(kind(*entries))


def _circuit(loops: bool, reader: FlatVariables, arguments: list[Any]) -> None:
    scope, first = reader.items(arguments[0]), int(reader.value(arguments[1]))
    if len({*scope}) < len(scope) or (len(scope) == 1 and not loops):  # MiniZinc has no circuit of one node
        reader.fail()
        return
    for value in scope:
        reader.keep(value, range(first, first + len(scope)))
    reader.require(Circuit([reader.variable(value) for value in scope], loops=loops, first=first))


def _ordered(is_strict: bool, reader: FlatVariables, arguments: list[Any]) -> None:
    """Lexicographic order; a sequence comes before those that go on after it."""
    one, other = (_variables(reader, some) for some in arguments)
    is_strict = len(one) > len(other) or (is_strict and len(one) == len(other))
    if one and other:
        from clew.constraints.lexicographic import Lex

        length = min(len(one), len(other))
        reader.require(Lex(one[:length], other[:length], strict=is_strict))
    elif is_strict:
        reader.fail()


def _precedence(reader: FlatVariables, arguments: list[Any]) -> None:
    reader.require(ValuePrecedence(_variables(reader, arguments[1]), reader.items(arguments[0])))


def _place(is_largest: bool, reader: FlatVariables, arguments: list[Any]) -> None:
    """The last argument is the number of the first place."""
    scope, index = _variables(reader, arguments[0]), reader.variable(reader.value(arguments[1]))
    reader.require((ArgMax if is_largest else ArgMin)(scope, Var(index) - int(reader.value(arguments[2]))))


GLOBALS: Final[dict[str, Callable[[FlatVariables, list[Any]], None]]] = {
    "clew_arg_max": partial(_place, True),
    "clew_arg_min": partial(_place, False),
    "clew_circuit": partial(_circuit, False),
    "clew_count": _count,
    "clew_cumulative_opt": partial(tasks, Cumulative),
    "clew_diffn": partial(tasks, NoOverlap2D),
    "clew_disjunctive_opt": partial(tasks, NoOverlap),
    "clew_subcircuit": partial(_circuit, True),
    "fzn_all_different_int": partial(different, ()),
    "fzn_alldifferent_except_0": partial(different, (0,)),
    "fzn_cumulative": partial(tasks, Cumulative),
    "fzn_disjunctive": partial(tasks, NoOverlap),
    "fzn_global_cardinality": partial(_cardinality, False, False),
    "fzn_global_cardinality_closed": partial(_cardinality, True, False),
    "fzn_global_cardinality_low_up": partial(_cardinality, False, True),
    "fzn_global_cardinality_low_up_closed": partial(_cardinality, True, True),
    **dict.fromkeys(("fzn_lex_less_bool", "fzn_lex_less_int"), partial(_ordered, True)),
    **dict.fromkeys(("fzn_lex_lesseq_bool", "fzn_lex_lesseq_int"), partial(_ordered, False)),
    "fzn_regular": _regular,
    "fzn_table_bool": _table,
    "fzn_table_int": _table,
    "fzn_value_precede_chain_int": _precedence,
}
