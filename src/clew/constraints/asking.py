"""Whether Python is asked about values, so that an exception may be raised: the record of a primitive names a function.

A condition in Python may rely on another one before it, as in `Or([x == 0, y // x == 2])`: it is not asked by itself.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final, Protocol

from clew.constraints.names import Scope
from clew.constraints.registration import Registered

if TYPE_CHECKING:
    from clew.constraints.logic import Alternatives
    from clew.constraints.primitives import Difference, Primitive, Unary


class ValuesLeft(Protocol):
    """A compiler, which knows the values that variables have left."""

    def is_exact(self, scope: Scope) -> bool:
        """Whether all values of some variables are exact numbers."""
        ...

    def domains(self, scope: Scope) -> Sequence[Sequence[Any]]:
        """The values that some variables have left."""
        ...


Compiler = ValuesLeft | None
"""The compiler that asks; without one, values are taken for exact numbers and divisors for others than 0."""

ASKS: Final = Registered("may_raise")
"""The function of each primitive, which its record names; None for one that never asks."""

EQUALITIES: Final = ("==", "!=")
"""The relations in which any two values may be compared."""


def may_raise(primitive: Primitive, compiler: Compiler = None) -> bool:
    """Whether Python is asked about values, so that an exception may be raised."""
    asks = ASKS[type(primitive)]
    return asks is not None and bool(asks(primitive, compiler))


def always(primitive: Primitive, compiler: Compiler) -> bool:
    """Python decides."""
    return True


def of_numbers(primitive: Primitive, compiler: Compiler) -> bool:
    """Python calculates, and compares, unless all values are exact numbers."""
    return compiler is not None and not compiler.is_exact(primitive.scope)


def of_unary(primitive: Unary, compiler: Compiler) -> bool:
    """The same, unless a value is compared for equality."""
    from clew.constraints.logic import Not

    source = primitive.source
    while isinstance(source, Not):
        (source,) = source.parts
    return getattr(source, "relation", "") not in EQUALITIES and of_numbers(primitive, compiler)


def of_difference(primitive: Difference, compiler: Compiler) -> bool:
    """The same, unless two values are compared for equality."""
    return (primitive.relation not in EQUALITIES or primitive.offset != 0) and of_numbers(primitive, compiler)


def of_alternatives(primitive: Alternatives, compiler: Compiler) -> bool:
    """Python is asked about one of the parts."""
    return any(may_raise(one, compiler) for some in primitive.alternatives for one in some)
