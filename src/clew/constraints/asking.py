"""Whether Python is asked about values, so that an exception may be raised: the record of a primitive names a function.

A condition in Python may rely on another one before it, as in `Or([x == 0, y // x == 2])`: it is not asked by itself.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from clew.constraints.names import Scope
from clew.constraints.registration import Registered

if TYPE_CHECKING:
    from clew.constraints.logic import Alternatives
    from clew.constraints.primitives import Difference, Primitive, Unary

Exact = Callable[[Scope], bool] | None
"""Whether all values of some variables are exact numbers; None if they are taken for such."""

ASKS: Final = Registered("may_raise")
"""The function of each primitive, which its record names; None for one that never asks."""

EQUALITIES: Final = ("==", "!=")
"""The relations in which any two values may be compared."""


def may_raise(primitive: Primitive, is_exact: Exact = None) -> bool:
    """Whether Python is asked about values, so that an exception may be raised."""
    asks = ASKS[type(primitive)]
    return asks is not None and bool(asks(primitive, is_exact))


def always(primitive: Primitive, is_exact: Exact) -> bool:
    """Python decides."""
    return True


def of_numbers(primitive: Primitive, is_exact: Exact) -> bool:
    """Python calculates, and compares, unless all values are exact numbers."""
    return is_exact is not None and not is_exact(primitive.scope)


def of_unary(primitive: Unary, is_exact: Exact) -> bool:
    """The same, unless a value is compared for equality."""
    from clew.constraints.logic import Not

    source = primitive.source
    while isinstance(source, Not):
        (source,) = source.parts
    return getattr(source, "relation", "") not in EQUALITIES and of_numbers(primitive, is_exact)


def of_difference(primitive: Difference, is_exact: Exact) -> bool:
    """The same, unless two values are compared for equality."""
    return (primitive.relation not in EQUALITIES or primitive.offset != 0) and of_numbers(primitive, is_exact)


def of_alternatives(primitive: Alternatives, is_exact: Exact) -> bool:
    """Python is asked about one of the parts."""
    return any(may_raise(one, is_exact) for some in primitive.alternatives for one in some)
