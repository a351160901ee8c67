"""Whether Python is asked about values, so that an exception may be raised: the record of a primitive names a function.

A condition in Python may rely on another one before it, as in `Or([x == 0, y // x == 2])`: it is not asked by itself.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from numbers import Rational
from typing import TYPE_CHECKING, Any, Final, Protocol, cast

from clew.constraints.names import Scope
from clew.constraints.registration import Registered

if TYPE_CHECKING:
    from clew.constraints.alternatives import Alternatives
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


def any_may_raise(primitives: Iterable[Primitive], compiler: Compiler = None) -> bool:
    """Whether Python is asked by some primitives that hold together, if each is asked only when those before it hold.

    So `y != 0` before `x // y == 2` takes the divisor 0 away.
    """
    left = None if compiler is None else _Left(compiler)
    for one in primitives:
        if may_raise(one, compiler) and (left is None or may_raise(one, left)):  # values are only looked at if need be
            return True
        if left is not None and ASKS[type(one)] is of_unary:
            left.keep(cast("Unary", one))
    return False


class _Left:
    """The values that variables have left once conditions on single variables hold."""

    def __init__(self, compiler: ValuesLeft) -> None:
        self._compiler = compiler
        self._accepting: dict[Hashable, list[Callable[[Any], bool]]] = {}

    def keep(self, condition: Unary) -> None:
        """Keep the values that a condition accepts."""
        self._accepting.setdefault(condition.variable, []).append(condition.accepts)

    def is_exact(self, scope: Scope) -> bool:
        return self._compiler.is_exact(scope) or all(
            isinstance(value, Rational) for values in self.domains(scope) for value in values
        )

    def domains(self, scope: Scope) -> Sequence[Sequence[Any]]:
        return [self._left(name, values) for name, values in zip(scope, self._compiler.domains(scope), strict=True)]

    def _left(self, name: Hashable, values: Sequence[Any]) -> Sequence[Any]:
        conditions = self._accepting.get(name)
        if conditions is None:
            return values
        return tuple([value for value in values if all(accepts(value) for accepts in conditions)])


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
    return any(any_may_raise(some, compiler) for some in primitive.alternatives)
