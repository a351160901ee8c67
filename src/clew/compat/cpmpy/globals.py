"""The functions and global constraints of CPMpy that clew has; the others are decomposed by CPMpy."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from itertools import pairwise
from typing import TYPE_CHECKING, Any, Final

from cpmpy.expressions.core import Expression, Operator
from cpmpy.expressions.globalfunctions import Count
from cpmpy.expressions.utils import get_bounds
from cpmpy.transformations.safening import no_partial_functions

from clew.constraints import Constraint, Cumulative, NoOverlap, NoOverlap2D, Regular, Table
from clew.constraints.resolving import whole
from clew.exchange.flatzinc.builtins import builder, element
from clew.exchange.flatzinc.global_constraints import count, different, tasks
from clew.exchange.flatzinc.variables import Value

if TYPE_CHECKING:
    from clew.compat.cpmpy.translation import Translation

PARTIAL: Final = frozenset({"div", "element", "mod", "nd_element"})
"""Functions that may be undefined."""

# -- functions -----------------------------------------------------------------------------------------------------


def _by(name: str, t: Translation, arguments: Any, result: Value) -> None:
    """A function of FlatZinc whose result is its last argument."""
    builder(name)(t, [*t.entries(arguments), result])


def _extreme(name: str, t: Translation, arguments: Any, result: Value) -> None:
    builder(name)(t, [result, t.entries(arguments)])


def _entry(t: Translation, arguments: Any, result: Value) -> None:
    element(t, t.entry(arguments[1]), t.entries(arguments[0]), result, 0)


def _occurrences(t: Translation, arguments: Any, result: Value) -> None:
    entries, value = arguments
    if isinstance(value, Expression):
        weights, scope = t.sum_of((1, t.variable_of(one == value)) for one in entries)
        builder("int_lin_eq")(t, [[*weights, -1], [*scope, result], 0])
    else:
        count(t, t.entries(entries), (int(value),), result)


def _among(t: Translation, arguments: Any, result: Value) -> None:
    count(t, t.entries(arguments[0]), tuple(sorted(map(int, {*arguments[1]}))), result)


FUNCTIONS: Final[dict[str, Callable[[Any, Any, Value], None]]] = {
    "abs": partial(_by, "int_abs"),
    "among": _among,
    "count": _occurrences,
    "div": partial(_by, "int_div"),
    "element": _entry,
    "max": partial(_extreme, "array_int_maximum"),
    "min": partial(_extreme, "array_int_minimum"),
    "mod": partial(_by, "int_mod"),
    "mul": partial(_by, "int_times"),
    "pow": partial(_by, "int_pow"),
}
"""Requires that a function of some arguments is equal to a result."""

# -- conditions ----------------------------------------------------------------------------------------------------


def _names(t: Translation, entries: Any) -> list[str]:
    return [*map(t.variable, t.entries(entries))]


def _table(t: Translation, one: Any) -> Constraint:
    entries, rows = one.args
    return whole(Table(_names(t, entries), frozenset(map(tuple, rows.tolist())), allowed=one.name == "table"))


def _in(t: Translation, one: Any) -> Constraint:
    return Table(_names(t, one.args[:1]), [(value,) for value in one.args[1].tolist()])


def _regular(t: Translation, one: Any) -> Constraint:
    entries, _, start, accepting = one.args
    return whole(Regular(_names(t, entries), one.trans_dict, start, accepting))


def _decision_diagram(t: Translation, one: Any) -> Constraint:
    steps = {(node, value): after for node, some in one.mapping.items() for value, after in some.items()}
    return whole(Regular(_names(t, one.args[0]), steps, one.root_node, [one.sink_node]))


CONDITIONS: Final[dict[str, Callable[[Any, Any], Constraint]]] = {
    "indomain": _in,
    "mdd": _decision_diagram,
    "negative_table": _table,
    "regular": _regular,
    "table": _table,
}
"""Constraints that may also be parts of conditions."""

# -- constraints that are required -----------------------------------------------------------------------------------


def _lexicographic(t: Translation, one: Any) -> None:
    """The order of two sequences, or of several one after the other."""
    name = "fzn_lex_less_int" if one.name.endswith("less") else "fzn_lex_lesseq_int"
    for pair in pairwise(map(t.entries, one.args)):
        builder(name)(t, [*pair])


def _cardinality(t: Translation, one: Any) -> None:
    name = "fzn_global_cardinality_closed" if one.closed else "fzn_global_cardinality"
    builder(name)(t, [*map(t.entries, one.args)])


def _inverse(t: Translation, one: Any) -> None:
    """The entry of each sequence at an index that stands in the other is the place of the index."""
    some, others = map(t.entries, one.args)
    for indices, entries in ((some, others), (others, some)):
        for place, index in enumerate(indices):
            element(t, index, entries, place, 0)


def _decomposed(t: Translation, one: Any) -> None:
    made, defining = one.decompose()
    t.add(*made, *defining)


def _ended(t: Translation, starts: Any, durations: Any, ends: Any) -> None:
    t.add(*(Operator("sum", [start, d]) == end for start, d, end in zip(starts, durations, ends, strict=True)))


def _rectangles(t: Translation, one: Any) -> None:
    """Rectangles by corners, sizes and ends; decomposed if one may have no area."""
    xs, widths, rights, ys, heights, tops = one.args
    if min(get_bounds([*widths, *heights])[0], default=1) < 1:
        _decomposed(t, one)
        return
    _ended(t, [*xs, *ys], [*widths, *heights], [*rights, *tops])
    tasks(NoOverlap2D, t, [*map(t.entries, (xs, ys, widths, heights))])


def _schedule(kind: Callable[..., Constraint], t: Translation, one: Any) -> None:
    """Tasks, by their starts, durations, ends if these are given, and the like."""
    starts, durations, *more = one.args
    is_optional = "optional" in one.name
    ends = more.pop(0) if len(more) > 2 * (kind is Cumulative) + is_optional else []
    amounts = [*durations, *(more[0] if kind is Cumulative else ())]
    if is_optional and (ends or min(get_bounds(amounts)[0], default=0) < 0):
        _decomposed(t, one)  # the amounts of a task that is left out may be negative
        return
    t.add(*(amount >= 0 for amount in amounts))
    if ends:
        _ended(t, starts, durations, ends)
    columns = [t.entries(column) if isinstance(column, (list, tuple)) else t.entry(column) for column in more]
    tasks(kind, t, [t.entries(starts), t.entries(durations), *columns])


GLOBALS: Final[dict[str, Callable[[Any, Any], None]]] = {
    "alldifferent": lambda t, one: different((), t, [t.entries(one.args)]),
    **dict.fromkeys(
        ("alldifferent_except_0", "alldifferent_except_n"),
        lambda t, one: different(tuple(sorted({*map(int, one.args[1])})), t, [t.entries(one.args[0])]),
    ),
    "circuit": lambda t, one: builder("clew_circuit")(t, [t.entries(one.args), 0]),
    "cumulative": partial(_schedule, Cumulative),
    "cumulative_optional": partial(_schedule, Cumulative),
    "gcc": _cardinality,
    "inverse": _inverse,
    "lex_chain_less": _lexicographic,
    "lex_chain_lesseq": _lexicographic,
    "lex_less": _lexicographic,
    "lex_lesseq": _lexicographic,
    "no_overlap": partial(_schedule, NoOverlap),
    "no_overlap2d": _rectangles,
    "no_overlap_optional": partial(_schedule, NoOverlap),
    "xor": lambda t, one: builder("array_bool_xor")(t, [t.entries(one.args)]),
}
"""Takes in a constraint that must hold."""

# -- decompositions --------------------------------------------------------------------------------------------------

Parts = tuple[list[Any], list[Any]]
"""Conditions that hold together, and others that always hold."""


def _of_defined(one: Any) -> Parts:
    """A part may be left out: all arguments must be defined before."""
    defined, *always = no_partial_functions([one], safen_toplevel=PARTIAL)
    made, defining = defined.decompose()
    return made, [*always, *defining]


def _of_numbers(one: Any) -> Parts:
    """For CPMpy a Boolean is no index, and a constant below 0 is one from the end: a sum of one term is neither."""
    rows = [row if isinstance(row, list) else [row] for row in one.args]
    wrapped = [[Operator("sum", [entry]) for entry in row] for row in rows]
    made: Parts = type(one)(*wrapped).decompose()
    return made


def _of_counts(one: Any) -> Parts:
    """A value may be there twice."""
    entries, values, numbers = one.args
    parts = [Count(entries, value) == number for value, number in zip(values, numbers, strict=True)]
    if one.closed:
        parts.append(Operator("sum", [Count(entries, value) for value in {*map(int, values)}]) == len(entries))
    return parts, []


PARTED: Final = "allequal allequal_except_n decreasing increasing short_table strictly_decreasing strictly_increasing"

DECOMPOSED: Final[dict[str, Callable[[Any], Parts]]] = {
    "circuit": _of_numbers,
    "gcc": _of_counts,
    "inverse": _of_numbers,
    **dict.fromkeys(PARTED.split(), _of_defined),
}
"""Constraints whose decomposition is not CPMpy's own."""
