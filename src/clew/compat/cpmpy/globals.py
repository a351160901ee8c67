"""The global constraints of CPMpy that clew has; the others are decomposed by CPMpy.

Each function returns None if the constraint is decomposed all the same.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from itertools import pairwise
from typing import TYPE_CHECKING, Any, Final

from cpmpy.expressions.core import Expression, Operator
from cpmpy.expressions.globalconstraints import Circuit as CircuitOf
from cpmpy.expressions.globalconstraints import Inverse as InverseOf
from cpmpy.expressions.globalfunctions import Count as CountOf
from cpmpy.expressions.utils import get_bounds

from clew import constraints
from clew.compat.cpmpy.numbers import whole_number
from clew.compat.cpmpy.variables import Condition, conjunction, equivalence, negation
from clew.constraints import (
    AllDifferent,
    Circuit,
    Constraint,
    Count,
    Cumulative,
    NoOverlap,
    NoOverlap2D,
    Regular,
    Table,
    Var,
)
from clew.constraints.resolving import whole

if TYPE_CHECKING:
    from clew.compat.cpmpy.conditions import Conditions


ORDERS: Final = {
    "allequal": "==",
    "increasing": "<=",
    "strictly_increasing": "<",
    "decreasing": ">=",
    "strictly_decreasing": ">",
}
"""How each entry compares with the next."""


def _in_order(t: Conditions, expression: Any) -> Condition:
    relation = ORDERS[expression.name]
    return conjunction(t.compare(one, relation, other) for one, other in pairwise(expression.args))


def _all_different(t: Conditions, expression: Any) -> Condition:
    """Numbers and variables with an offset stay; variables stand for other expressions, and for all in a condition."""
    numbers: list[int] = []
    names: dict[Hashable, int] = {}
    for one in expression.args:
        form = t.form(one)
        if not (form.weights or form.conditions or form.parts):
            numbers.append(form.number)
            continue
        name, offset = form.only() or (t.variable_of(form), 0)
        if name in names or (offset and t.is_nested):
            name, offset = t.variable_of(form), 0
        if name in names:
            return False
        names[name] = offset
    if len(set(numbers)) < len(numbers):
        return False
    apart = [t.unary(name, "!=", number - offset) for name, offset in names.items() for number in numbers]
    if len(names) > 1:
        offsets = tuple(names.values()) if any(names.values()) else None
        apart.append(AllDifferent(tuple(names), offsets=offsets))
    return conjunction(apart)


def _all_different_except(t: Conditions, expression: Any) -> Condition | None:
    entries, exceptions = expression.args
    names = list(map(t.variable, entries))
    if t.is_nested or len(set(names)) < len(names):
        return None
    return AllDifferent(names, exceptions=frozenset(map(whole_number, exceptions)))


def _table(t: Conditions, expression: Any) -> Condition:
    entries, rows = expression.args
    tuples, is_allowed = frozenset(map(tuple, rows.tolist())), expression.name == "table"
    return whole(Table(list(map(t.variable, entries)), tuples, allowed=is_allowed))


def _in(t: Conditions, expression: Any) -> Condition:
    one, values = expression.args
    return Table((t.variable(one),), [(value,) for value in values.tolist()])


def _regular(t: Conditions, expression: Any) -> Condition:
    entries, _, start, accepting = expression.args
    return whole(Regular(list(map(t.variable, entries)), expression.trans_dict, start, accepting))


def _decision_diagram(t: Conditions, expression: Any) -> Condition:
    steps = {(node, value): after for node, some in expression.mapping.items() for value, after in some.items()}
    names = list(map(t.variable, expression.args[0]))
    return whole(Regular(names, steps, expression.root_node, [expression.sink_node]))


def _odd(t: Conditions, expression: Any) -> Condition:
    """The number of conditions that hold is odd."""
    parts: list[Condition] = list(map(t.condition, expression.args))
    is_odd = bool(sum(part is True for part in parts) % 2)
    kept = [part for part in parts if not isinstance(part, bool)]
    if len(kept) < 3:
        one, other, *_ = (*kept, False, False)
        return equivalence(one if is_odd else negation(one), other)
    names = [t.truth(condition) for condition in kept]
    steps = {(state, bit): state ^ bit for state in (0, 1) for bit in (0, 1)}
    return whole(Regular(names, steps, int(is_odd), [1]))


def _lexicographic(t: Conditions, expression: Any) -> Condition | None:
    """The order of two sequences, or of several one after the other."""
    names = [list(map(t.variable, row)) for row in expression.args]
    is_strict = expression.name.endswith("less")
    if not all(names):
        return None
    return conjunction(whole(constraints.Lex(*pair, is_strict)) for pair in pairwise(names))


def _cardinality(t: Conditions, expression: Any) -> Condition:
    """One count of all values if each is known; CPMpy's decomposition takes no value twice."""
    entries, values, numbers = expression.args
    names = list(map(t.variable, entries))
    counts: dict[int, int] = {}
    parts: list[Condition] = []
    for value, number in zip(map(whole_number, values), numbers, strict=True):
        if isinstance(number, Expression) or value in counts or len(set(names)) < len(names):
            parts.append(t.compare(CountOf(entries, value), "==", number))
        elif number < 0:
            return False
        else:
            counts[value] = whole_number(number)
    if counts:
        parts.append(Count(names, counts))
    if expression.closed:
        parts += [Table((name,), [(int(value),) for value in values]) for name in names]
    return conjunction(parts)


def _inverse(t: Conditions, expression: Any) -> Condition:
    """The entry of each sequence at an index that stands in the other is the place of the index."""
    one, other = expression.args
    if t.is_nested:
        return t.decomposed(InverseOf(_indices(one), other))
    some, others = list(map(t.variable, one)), list(map(t.variable, other))
    return conjunction(
        t.element(entries, t.index(index, len(entries)), t.constant(place))
        for indices, entries in ((one, others), (other, some))
        for place, index in enumerate(indices)
    )


def _indices(expressions: Any) -> list[Any]:
    """Some expressions as indices for CPMpy, for which a Boolean is none, and a number must be within."""
    return [one if isinstance(one, Expression) and not one.is_bool() else Operator("sum", [one]) for one in expressions]


def _circuit(t: Conditions, expression: Any) -> Condition:
    """From the first place the successors lead to every place before they lead back."""
    after = list(map(t.variable, expression.args))
    if t.is_nested or len(set(after)) < len(after):
        return t.decomposed(CircuitOf(_indices(expression.args)))
    return Circuit(after)


def _entry(t: Conditions, one: Any) -> Any:
    form = t.form(one)
    return Var(t.variable(one)) if form.weights or form.conditions or form.parts else form.number


def _rectangles(t: Conditions, expression: Any) -> Condition | None:
    """Rectangles by corners, sizes and ends; decomposed within a condition, and if one may have no area."""
    xs, widths, rights, ys, heights, tops = expression.args
    if t.is_nested or min(get_bounds([*widths, *heights])[0], default=1) < 1:
        return None
    ends = zip((*xs, *ys), (*widths, *heights), (*rights, *tops), strict=True)
    columns = [[_entry(t, one) for one in column] for column in (xs, ys, widths, heights)]
    return conjunction([whole(NoOverlap2D(*columns)), *(t.compare(one + d, "==", end) for one, d, end in ends)])


def _schedule(kind: Callable[..., Constraint], number: int) -> Callable[[Conditions, Any], Condition | None]:
    """Tasks, by their starts, durations, ends if these are given, and the like; decomposed within a condition.

    Args:
        kind: the constraint.
        number: how many arguments it has, without the ends.
    """

    def schedule(t: Conditions, expression: Any) -> Condition | None:
        starts, durations, *more = expression.args
        ends = more.pop(0) if len(expression.args) > number else []
        amounts = [*durations, *(more[0] if kind is Cumulative else ())]
        is_free = "optional" in expression.name and (ends or min(get_bounds(amounts)[0], default=0) < 0)
        if t.is_nested or is_free:  # the amounts of a task that is left out may be negative
            return None
        parts = [t.compare(one, ">=", 0) for one in amounts]
        if False in parts:
            return False
        parts += [t.compare(start + d, "==", end) for start, d, end in zip(starts, durations, ends, strict=False)]
        columns = [[_entry(t, v) for v in one] if isinstance(one, list) else _entry(t, one) for one in more]
        first = ([_entry(t, one) for one in column] for column in (starts, durations))
        return conjunction([whole(kind(*first, *columns)), *parts])

    return schedule


GLOBALS: Final[dict[str, Callable[[Any, Any], Condition | None]]] = {
    "alldifferent": _all_different,
    "alldifferent_except_n": _all_different_except,
    "alldifferent_except_0": _all_different_except,
    **dict.fromkeys(ORDERS, _in_order),
    "table": _table,
    "negative_table": _table,
    "indomain": _in,
    "regular": _regular,
    "mdd": _decision_diagram,
    "xor": _odd,
    "lex_less": _lexicographic,
    "lex_lesseq": _lexicographic,
    "lex_chain_less": _lexicographic,
    "lex_chain_lesseq": _lexicographic,
    "circuit": _circuit,
    "cumulative": _schedule(Cumulative, 4),
    "cumulative_optional": _schedule(Cumulative, 5),
    "gcc": _cardinality,
    "inverse": _inverse,
    "no_overlap": _schedule(NoOverlap, 2),
    "no_overlap2d": _rectangles,
    "no_overlap_optional": _schedule(NoOverlap, 3),
}
"""How each global constraint is said."""
