"""All different: no two variables take the same value, or values that map to the same."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Sequence
from itertools import combinations
from typing import Any

from clew.constraints.base import OPEN, Constraint, Values, collected
from clew.constraints.names import frozenset_of, tuple_of
from clew.constraints.primitives import Primitive
from clew.constraints.registration import DOMAIN, VALUE, Registration, words
from clew.errors import ProblemError, called_with, shown
from clew.records import field, frozen


@frozen(eq=False)
class Distinct(Primitive):
    """The values differ from each other, after a mapping if there is one.

    Attributes:
        mapped: the target that a value of the variable at a position stands for.
        offsets: the number added to the value of each variable, if `mapped` does no more than that; None for nothing.
        is_mapped: whether `mapped` does more than to add the offsets.
        exceptions: the values that may occur more than once.
    """

    record = Registration(
        strengths=(VALUE, VALUE, DOMAIN),
        reference="clew.reference.propagation.distinct:compile_distinct",
        engine="clew.core.lowering.distinct:distinct",
        python_if_small=False,
        minizinc="clew.exchange.minizinc_primitives:distinct",
        json="clew.exchange.json_primitives:distinct",
        cnf="clew.exchange.encodings:Encoder.distinct",
        hint=words(
            "cannot have different values", "ne peut pas avoir des valeurs différentes", "hat nicht jeden Wert einmal"
        ),
    )

    mapped: Callable[[int, Any], Any]
    offsets: tuple[Any, ...] | None
    is_mapped: bool
    exceptions: frozenset[Any]

    @property
    def is_plain(self) -> bool:
        """Whether the values themselves differ, all of them."""
        return not (self.is_mapped or self.offsets or self.exceptions)


def _offsets(offsets: Iterable[Any] | None) -> tuple[Any, ...] | None:
    return None if offsets is None else tuple_of(offsets)


def _collected(constraint: Constraint, own: Any, offsets: tuple[Any, ...] | None) -> None:
    if offsets is not None:
        collected(constraint, own, offsets)


@called_with("give the variables as one collection, as in AllDifferent([x, y])")
@frozen
class AllDifferent(Constraint):
    """No two variables of the scope take the same value.

    Args:
        scope: the variables.
        offsets: a number for each variable: then value plus offset must differ. The diagonals of the queens are
            `AllDifferent(rows, offsets=rows)` and its negative.
        mapping: a function of a variable's name and a value, giving what must differ instead of the value.
        exceptions: the values that may occur any number of times (after offsets and mapping).

    Pruning: a value that is taken is removed from the others at once. If there are as many values as variables, each
    value must go somewhere, and is placed as soon as one place is left. Under `arc`, all values without a support are
    removed (Régin, A filtering algorithm for constraints of difference in CSPs, 1994).
    """

    partial = True

    offsets: tuple[Any, ...] | None = field(
        default=None,
        converter=_offsets,
        validator=_collected,
        kw_only=True,
    )
    mapping: Callable[[Any, Any], Hashable] | None = field(default=None, kw_only=True)
    exceptions: frozenset[Any] = field(default=frozenset(), converter=frozenset_of, validator=collected, kw_only=True)

    def __attrs_post_init__(self) -> None:
        if self.offsets is not None and len(self.offsets) != len(self.scope):
            raise ProblemError(f"{self.title} has {len(self.scope)} variables and {len(self.offsets)} offsets")
        if self.mapping is not None and not callable(self.mapping):
            raise ProblemError(f"{self.title}: its mapping must be a function, and {shown(self.mapping)} is none")

    def consistent(self, values: Values) -> bool:
        """Whether the values so far differ."""
        mapped = [
            target
            for k, value in enumerate(values)
            if value is not OPEN and (target := self.mapped(k, value)) not in self.exceptions
        ]
        return len(set(mapped)) == len(mapped)

    holds = consistent

    def conflicting(self, values: Values) -> Sequence[int]:
        """The positions whose values are equal to another one."""
        mapped = {k: self.mapped(k, value) for k, value in enumerate(values) if value is not OPEN}
        often = Counter(target for target in mapped.values() if target not in self.exceptions)
        return [k for k, target in mapped.items() if often[target] > 1] or list(mapped)

    def mapped(self, position: int, value: Any) -> Any:
        """The value that must differ when the variable at a position of the scope takes a value."""
        if self.mapping is not None:
            value = self.mapping(self.scope[position], value)
        return value if self.offsets is None else value + self.offsets[position]

    def opposite(self) -> Constraint | None:
        """Two variables are equal, if no value is mapped or excepted."""
        if self.offsets or self.mapping or self.exceptions or len(self.scope) < 2:
            return None
        from clew.constraints.arithmetic import Comparison
        from clew.constraints.logic import Or

        return Or([Comparison(pair, "==") for pair in combinations(self.scope, 2)])

    def primitives(self) -> Iterable[Primitive]:
        return (Distinct(self, self.mapped, self.offsets, self.mapping is not None, self.exceptions),)
