"""The variables of a model in FlatZinc: their values, their aliases and constants, and the constraints about them.

A Boolean is a variable with the values 0 and 1, so that `bool2int` is an alias.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping
from functools import cache
from itertools import chain
from typing import Any, Final, Self, TypeVar

from clew.constraints.base import Constraint, Domain, met
from clew.constraints.expressions import Var
from clew.constraints.names import Term
from clew.errors import InputError, shown

T = TypeVar("T")

BOOLEAN: Final = range(2)
LISTED: Final = 2**16
"""Values up to which a domain with holes is a list of them."""

UNBOUNDED: Final = range(-(2**61), 2**61 + 1)
"""The values of an integer that is declared without bounds, until some are found."""

Value = int | str
"""A constant, or the name of a variable."""


def values_of(parts: Iterable[list[int]]) -> Domain:
    """The values of a set that is given by its parts, each from one number to another."""
    ranges = [range(low, high + 1) for low, high in parts if low <= high]
    if len(ranges) < 2:
        return ranges[0] if ranges else range(0)
    if sum(one.stop - one.start for one in ranges) > 2**22:
        raise InputError(f"a set of {len(ranges)} parts has more than 4,194,304 values: give it as one range")
    found = sorted({*chain(*ranges)})
    return range(found[0], found[-1] + 1) if found[-1] - found[0] < len(found) else tuple(found)


class FlatVariables:
    """The variables of a model, and the constraints that are made of it.

    Args:
        flat: the data of the JSON form.

    Attributes:
        value: the constant or the variable that a name, or a literal, stands for, kept until it is another one.
        term: a variable in an expression.
        domains: the values that the variables have left; an alias has none of its own.
        constraints: the constraints made until now.
    """

    def __init__(self, flat: Mapping[str, Any]) -> None:
        self.flat = flat
        self.arrays: dict[str, list[Any]] = {name: one["a"] for name, one in flat.get("arrays", {}).items()}
        self.domains: dict[str, Domain] = {}
        self.constraints: list[Constraint] = []
        self.sets: dict[str, Domain] = {}
        self.unbounded: list[str] = []
        self._shared: dict[Any, Any] = {}
        self._value: dict[str, Value] = {}
        self.value = cache(self._meant)
        self.term = cache(Var)
        self._lists: dict[str, list[Value]] = {}

    def _declare(self) -> None:
        aliases = []
        for name, one in self.flat["variables"].items():
            kind, rhs = one["type"], one.get("rhs")
            if kind == "set of int" and isinstance(rhs, dict):
                self.sets[name] = values_of(rhs["set"])
            elif kind not in ("int", "bool"):
                if kind == "float" and isinstance(rhs, float):
                    continue  # a parameter: whatever takes it is rejected
                what = "a float" if kind == "float" else "a set: compile the model with clew's library"
                raise InputError(f"{name} is {what}, and clew knows integers and Booleans alone")
            else:
                self._value[name] = name
                self.domains[name] = self._declared(name, one)
                if rhs is not None:
                    aliases.append((name, rhs))
        for name, rhs in aliases:
            self.equate(name, rhs)

    def _declared(self, name: str, one: Mapping[str, Any]) -> Domain:
        if one["type"] == "bool":
            return BOOLEAN
        if "domain" in one:
            return values_of(one["domain"])
        self.unbounded.append(name)
        return UNBOUNDED

    def _meant(self, name: Any) -> Value:
        if isinstance(name, str):
            found = self._value.get(name)
            if found is None:
                raise InputError(f"nothing is called {shown(name)}")
            while isinstance(found, str) and (further := self._value[found]) != found:
                found = further
            return found
        if isinstance(name, int):
            return int(name)
        raise InputError(f"{shown(name)} is no integer, and clew knows integers and Booleans alone")

    def items(self, argument: Any) -> list[Value]:
        """The constants and variables of an array, which is given by its name or by its items."""
        if not isinstance(argument, str):
            return [*map(self.value, argument)]
        if argument not in self._lists:
            if argument not in self.arrays:
                raise InputError(f"no array is called {shown(argument)}")
            self._lists[argument] = self.items(self.arrays[argument])
        return self._lists[argument]

    def values(self, argument: Any) -> Domain:
        """The values of a set, which is given by its name or by its parts."""
        if isinstance(argument, str):
            if argument not in self.sets:
                raise InputError(f"no constant set is called {shown(argument)}")
            return self.sets[argument]
        return values_of(argument["set"])

    def domain(self, value: Value) -> Domain:
        """The values that a variable has left; that of a constant."""
        return self.domains[value] if isinstance(value, str) else (value,)

    def ends(self, value: Value) -> tuple[int, int]:
        """The least and the most of what a variable has left; 0 if that is nothing."""
        domain = self.domain(value)
        return (domain[0], domain[-1]) if domain else (0, 0)

    def keep(self, value: Value, domain: Domain) -> None:
        """Leave a variable only what a domain has."""
        if isinstance(value, str):
            self.domains[value] = met(self.domains[value], domain)
        elif value not in domain:
            self.fail()

    def drop(self, value: Value, number: int) -> bool:
        """Take a number from a variable; whether that could be done: it is not in the midst of a wide range."""
        domain = self.domain(value)
        if number in domain:
            place = domain.index(number)
            before, behind = domain[:place], domain[place + 1 :]
            if before and behind and len(domain) > LISTED:
                return False
            self.keep(value, (*before, *behind) if before and behind else before or behind)
        return True

    def equate(self, one: Any, other: Any) -> None:
        """Make two variables one, or a variable a constant."""
        first, second = self.value(one), self.value(other)
        if first == second:
            return
        if not isinstance(first, str):
            first, second = second, first
        self.keep(second, self.domain(first))
        if isinstance(first, str):
            self._value[first] = second
            del self.domains[first]
            self.value.cache_clear()

    def fail(self) -> None:
        """There is no solution."""
        self.domains[""] = ()

    @property
    def has_failed(self) -> bool:
        """Whether it is known that there is no solution."""
        return "" in self.domains

    def variable(self, value: Value) -> str:
        """A variable; for a constant, one that has no other value."""
        if isinstance(value, str):
            return value
        name = f"={value}"
        self.domains[name] = (value,)
        return name

    def require(self, *constraints: Constraint) -> None:
        """Add constraints, in which there may be expressions instead of variables."""
        for constraint in constraints:
            if Term in map(type, constraint.scope):
                from clew.constraints.resolving import whole  # few models have some, which hide variables

                constraint = whole(constraint)
            self.constraints.append(constraint)

    def shared(self, key: Hashable, make: Callable[[], T]) -> T:
        """A result that is made once for each key."""
        if key not in self._shared:
            self._shared[key] = make()
        found: T = self._shared[key]
        return found

    def taken(self, one: Mapping[str, Any], take: Callable[[Self, Any], T]) -> T:
        """The result of a function that takes in a constraint; its errors name the constraint."""
        try:
            return take(self, one["args"])
        except InputError as error:
            raise InputError(f"{one['id']}: {error}") from None
        except (ValueError, IndexError, TypeError):
            raise InputError(f"{one['id']} does not take {shown(one['args'])}") from None

    def settle(self) -> None:
        """Make each variable that has one value left a constant. Others may have become aliases and constants, too."""
        for name in [name for name, domain in self.domains.items() if len(domain) == 1]:
            (self._value[name],) = self.domains.pop(name)
        self.value.cache_clear()
        self._lists.clear()
