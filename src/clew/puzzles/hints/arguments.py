"""The numbers behind a conclusion of one constraint: how often a value occurs, how much the others add up to."""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Iterable, Mapping
from functools import reduce
from itertools import islice
from operator import itemgetter, or_
from typing import Any, Final

import attrs

from clew.constraints.base import Constraint
from clew.constraints.primitives import Cardinality, Extension, Images, Primitive, Reading, WeightedSum

STATES: Final = 2_000
"""Memories of an automaton at one position, or tuples of a table, that are looked at."""
WAYS: Final = 100
"""Ways to complete a constraint up to which their number is a help."""

Left = Mapping[Any, Collection[Any]]
"""The values left to some variables."""


@attrs.frozen
class Argument:
    """Why one constraint implies a conclusion, in numbers.

    Attributes:
        kind: `none`: a value may not occur. `full`: it occurs as often as it may. `needed`: it needs all places left.
            `few`, `many`: it would have too few places, or too many. `rest`, `least`, `most`, `ends`: the
            sum of the other variables.
        value: the value.
        numbers: how many places; or the sum of the others, and the total.
        variables: those that have the value.
    """

    kind: str
    value: Any = None
    numbers: tuple[Any, ...] = ()
    variables: tuple[Any, ...] = ()


def primitive_of(constraint: Constraint) -> Primitive | None:
    """The primitive that a constraint is, if it is one only."""
    primitives = [*constraint.primitives()]
    return primitives[0] if len(primitives) == 1 else None


def kind_of(primitive: Primitive) -> type[Primitive]:
    """The kind of a primitive; of one about expressions that of what holds of them."""
    inner = primitive_of(primitive.of) if isinstance(primitive, Images) else None
    return type(primitive) if inner is None else kind_of(inner)


def argument(constraint: Constraint, domains: Left, left: Left, concluded: Left) -> Argument | None:
    """The argument for a conclusion, if there is a short one.

    Args:
        constraint: the constraint that implies it.
        domains: the whole domains of its variables.
        left: the values left to them before the conclusion, as far as it needs that they are no more.
        concluded: the values left to some of them after it.
    """
    primitive = primitive_of(constraint)
    if primitive is None or len({*constraint.scope}) < len(constraint.scope):
        return None
    if isinstance(primitive, WeightedSum):
        return _sum(primitive, left, concluded)
    return _count(primitive, domains, left, concluded)


def refutation(constraint: Constraint, domains: Left, left: Left) -> Argument | None:
    """Why a constraint cannot hold, if a value has too few places, or occurs too often.

    Args:
        constraint: the constraint.
        domains: the whole domains of its variables.
        left: the values left to them.
    """
    primitive = primitive_of(constraint)
    if primitive is None:
        return None
    counted = _counted(primitive)
    values = dict.fromkeys(value for variable in primitive.scope for value in domains[variable])
    for value in sorted(values, key=lambda value: value not in counted):  # the counted ones say most
        low, high = occurrences(primitive, value, domains) or (0, len(constraint.scope))
        fixed, possible = _places(constraint.scope, left, value)
        if len(possible) < low:
            return Argument("few", value, (len(possible), low))
        if len(fixed) > high:
            return Argument("many", value, (len(fixed), high))
    return None


# -- how often a value occurs ---------------------------------------------------------------------


def _count(primitive: Primitive, domains: Left, left: Left, concluded: Left) -> Argument | None:
    """That a value occurs as often as it may, or needs all the places that it has left."""
    gone = {value for variable, values in concluded.items() for value in left[variable] if value not in values}
    kept = {value for values in concluded.values() for value in values}
    counted = _counted(primitive)
    found: list[tuple[Any, Argument]] = []  # those first that say most: of counted values, of rare ones, in few cells
    for values in (gone, kept):
        value = next(iter(values), None)
        bounds = occurrences(primitive, value, domains) if len(values) == 1 else None
        if bounds is None:
            continue
        fixed, possible = _places(primitive.scope, left, value)
        places = len(possible) - len(fixed)
        if values is gone and len(fixed) >= bounds[1]:
            rank = value not in counted, bounds[1] or len(primitive.scope), len(fixed)
            found.append((rank, Argument("full" if fixed else "none", value, (len(fixed),), fixed)))
        elif values is kept and len(possible) <= bounds[0]:
            rank = value not in counted, bounds[1], places
            found.append((rank, Argument("needed", value, (places,), possible)))
    return min(found, key=itemgetter(0))[1] if found else None


def occurrences(primitive: Primitive, value: Any, domains: Left) -> tuple[int, int] | None:
    """How often a value occurs at least and at most, whatever else is known; None if that is not looked into.

    Args:
        primitive: the constraint.
        value: the value.
        domains: the whole domains.
    """
    if isinstance(primitive, Cardinality):
        return next(((low, high) for counted, low, high in primitive.counts if counted == value), None)
    if isinstance(primitive, Extension):
        numbers = [row.count(value) for row in _rows(primitive, domains)]
        return (min(numbers), max(numbers)) if numbers else None
    if not isinstance(primitive, Reading):
        return None

    def add(before: int, taken: Any) -> int:
        return before + bool(taken == value)

    least, most = _read(primitive, domains, 0, add, min), _read(primitive, domains, 0, add, max)
    return None if least is None or most is None else (least, most)


def ways(constraint: Constraint, left: Left) -> int | None:
    """How many ways there are to complete a constraint that lists them or reads them; None for others, or if many.

    Args:
        constraint: the constraint.
        left: the values left to its variables.
    """
    primitive, number = primitive_of(constraint), None
    if isinstance(primitive, Extension):
        allowed = [set(left[variable]) for variable in primitive.scope]
        number = sum(all(map(set.__contains__, allowed, row)) for row in _rows(primitive, left))
    elif isinstance(primitive, Reading):
        number = _read(primitive, left, 1, lambda before, _: before, int.__add__)
    return number if number and number <= WAYS else None


def _read(
    primitive: Reading, left: Left, start: int, add: Callable[[int, Any], int], both: Callable[[int, int], int]
) -> int | None:
    """The result of an automaton over all words that it accepts; None if there are none, or if it is large."""
    source = primitive.source
    found: dict[Hashable, int] = {source.start(): start}
    for position, variable in enumerate(source.scope):
        after: dict[Hashable, int] = {}
        for memory, before in found.items():
            for value in left[variable]:
                new = source.step(memory, position, value)
                if new is not None:
                    one = add(before, value)
                    after[new] = both(after[new], one) if new in after else one
        found = after
        if len(found) > STATES:
            return None
    ends = [one for memory, one in found.items() if source.accepts(memory)]
    return reduce(both, ends) if ends else None


def _rows(primitive: Extension, left: Left) -> list[tuple[Any, ...]]:
    """The tuples of a table; none if they are too many."""
    tuples = primitive.tuples
    found = tuples([tuple(left[variable]) for variable in primitive.scope]) if callable(tuples) else tuples
    rows = [*islice(found or (), STATES + 1)]
    return rows if len(rows) <= STATES else []


def _counted(primitive: Primitive) -> set[Any]:
    """The values that a constraint counts."""
    return {value for value, _, _ in getattr(primitive.source, "counts", ())}


def _places(scope: Iterable[Any], left: Left, value: Any) -> tuple[tuple[Any, ...], tuple[Any, ...]]:
    """The variables that have a value, and all that may have it."""
    possible = tuple(variable for variable in scope if value in left[variable])
    return tuple(variable for variable in possible if len(left[variable]) == 1), possible


# -- sums -----------------------------------------------------------------------------------------


def _sum(primitive: WeightedSum, left: Left, concluded: Left) -> Argument | None:
    """The least or the greatest sum of the other variables of a plain sum, if each variable concluded has the same."""
    if {*primitive.coefficients} != {1}:
        return None
    found = {_sum_without(variable, primitive, left, values) for variable, values in concluded.items()}
    return found.pop() if len(found) == 1 else None


def _sum_without(variable: Any, primitive: WeightedSum, left: Left, kept: Collection[Any]) -> Argument | None:
    """The sum of the variables other than one of a plain sum."""
    others = [left[other] for other in primitive.scope if other != variable]
    least, most = sum(map(min, others)), sum(map(max, others))
    relation = primitive.relation
    if least == most:
        return Argument("rest", numbers=(least, primitive.bound)) if relation == "==" else None
    gone = [value for value in left[variable] if value not in kept]
    too_much = [value + least > primitive.bound for value in gone]
    too_little = [value + most < primitive.bound for value in gone]
    if relation in ("==", "<=") and all(too_much):
        return Argument("least", numbers=(least, primitive.bound))
    if relation in ("==", ">=") and all(too_little):
        return Argument("most", numbers=(most, primitive.bound))
    if relation == "==" and all(map(or_, too_much, too_little)):
        return Argument("ends", numbers=(least, most, primitive.bound))
    return None
