"""Automata written out: a constraint that reads its scope value by value, as layers of numbered states.

What is remembered before each variable becomes a state, and states from which the same words are accepted become
one. So a sum of twenty variables, a word of a dictionary or a line of a grid is a short table for each variable,
however many combinations of values there are.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from numbers import Rational
from typing import Any, Final, Protocol

from clew.constraints.arithmetic import RELATIONS, Linear, Product
from clew.constraints.base import Constraint, Stepwise
from clew.errors import OptionError
from clew.formats.declaration import Domains

STEPS: Final = 500_000
"""Steps, from a state by a value to a state, up to which an automaton is written out."""

DEAD: Final = -1
"""The state from which nothing is accepted."""

Layers = list[list[tuple[int, ...]]]
"""For each variable, state and place of a value in the domain the state that follows. The first state is 0, and so
is the last; no layer has a state that is dead."""


class Machine(Protocol):
    """What reads values one after the other, as `Stepwise` does."""

    def start(self) -> Hashable: ...
    def step(self, memory: Any, position: int, value: Any) -> Hashable | None: ...
    def accepts(self, memory: Any) -> bool: ...


class _Sums:
    """A weighted sum, read term by term: it remembers the sum so far, or that it will do whatever follows."""

    def __init__(self, constraint: Linear, domains: Domains) -> None:
        self.weights, self.bound = constraint.coefficients, constraint.bound
        self.compare = RELATIONS[constraint.relation]
        self.equal = constraint.relation in ("==", "!=")
        self.rest: list[tuple[Any, Any]] = [(0, 0)]
        for weight, domain in zip(self.weights[::-1], domains[::-1], strict=True):
            low, high = self.rest[-1]
            terms = [weight * value for value in domain]
            self.rest.append((low + min(terms, default=0), high + max(terms, default=0)))
        self.rest.reverse()

    def start(self) -> Hashable:
        return (0,)

    def step(self, memory: Any, position: int, value: Any) -> Hashable | None:
        if memory == "settled":
            return "settled"
        total = memory[0] + self.weights[position] * value
        low, high = (total + end for end in self.rest[position + 1])
        verdicts = {bool(self.compare(low, self.bound)), bool(self.compare(high, self.bound))}
        # Between two ends that compare alike all do, unless they lie on two sides of a bound to be met or missed.
        if len(verdicts) == 2 or (self.equal and low != high and low <= self.bound <= high):
            return (total,)
        return "settled" if verdicts == {True} else None

    def accepts(self, memory: Any) -> bool:
        return memory == "settled" or bool(self.compare(memory[0], self.bound))


class _Products:
    """A product, read factor by factor."""

    def __init__(self, constraint: Product) -> None:
        self.compare, self.bound = RELATIONS[constraint.relation], constraint.bound

    def start(self) -> Hashable:
        return 1

    def step(self, memory: Any, position: int, value: Any) -> Hashable | None:
        return memory * value  # type: ignore[no-any-return]

    def accepts(self, memory: Any) -> bool:
        return bool(self.compare(memory, self.bound))


def machine(constraint: Constraint, domains: Domains) -> Machine | None:
    """What reads the constraint value by value; None if nothing does.

    Sums and products of numbers that may be rounded depend on the order of calculation: they are left alone.
    """
    if isinstance(constraint, Stepwise):
        return constraint
    if type(constraint) in (Linear, Product) and _exact(value for domain in domains for value in domain):
        if isinstance(constraint, Product):
            return _Products(constraint)
        if isinstance(constraint, Linear) and _exact((*constraint.coefficients, constraint.bound)):
            return _Sums(constraint, domains)
    return None


def _exact(values: Any) -> bool:
    return all(isinstance(value, Rational) for value in values)


def unrolled(constraint: Constraint, machine: Machine, domains: Domains) -> Layers | None:
    """The layers of a constraint's automaton; None if it accepts nothing.

    Raises:
        OptionError: it has too many steps.
    """
    memories: dict[Any, int] = {_noted(constraint, machine.start): 0}
    forward: list[list[list[int]]] = []
    steps = 0
    for position, domain in enumerate(domains):
        steps += len(memories) * len(domain)
        if steps > STEPS:
            raise OptionError(
                f"{constraint.title} cannot be written: read value by value it takes more than {STEPS} steps, for it "
                f"remembers too much: declare several smaller constraints"
            )
        after: dict[Any, int] = {}
        rows = []
        for memory in memories:
            reached = [_noted(constraint, machine.step, memory, position, value) for value in domain]
            rows.append([DEAD if then is None else after.setdefault(then, len(after)) for then in reached])
        forward.append(rows)
        memories = after
    return _merged(forward, [0 if _noted(constraint, machine.accepts, memory) else DEAD for memory in memories])


def _merged(forward: list[list[list[int]]], ends: list[int]) -> Layers | None:
    """The same without dead states, and with one state for those with the same future."""
    merged = ends
    layers: Layers = []
    for rows in reversed(forward):
        numbers: dict[tuple[int, ...], int] = {}
        before = []
        for row in rows:
            future = tuple(DEAD if then == DEAD else merged[then] for then in row)
            alive = any(then != DEAD for then in future)
            before.append(numbers.setdefault(future, len(numbers)) if alive else DEAD)
        layers.append(list(numbers))
        merged = before
    return None if merged[0] == DEAD else layers[::-1]


def _noted(constraint: Constraint, method: Callable[..., Any], *arguments: Any) -> Any:
    """What a method says; what it raises surfaces with a note that names the constraint."""
    try:
        return method(*arguments)
    except Exception as error:
        error.add_note(f"while {constraint.title} read {arguments!r:.200}")
        raise
