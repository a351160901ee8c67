"""Automata written out: a constraint that reads its scope value by value, as layers of numbered states.

The memory before each variable becomes a state, and states from which the same words are accepted become
one. So a sum of twenty variables, a word of a dictionary or a line of a grid is a short table for each variable,
however many combinations of values there are.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from functools import partial
from itertools import count, product
from typing import Any, Final

import attrs

from clew.constraints.arithmetic import OPPOSITE, RELATIONS, possible
from clew.constraints.base import Constraint
from clew.constraints.primitives import Compared, Primitive, Reading, WeightedSum
from clew.constraints.registration import Registered
from clew.constraints.stepwise import Row, Stepwise, unrolled
from clew.errors import OptionError
from clew.exchange.declaration import Declaration, Domains

STEPS: Final = 500_000
"""Steps, from a state by a value to a state, up to which an automaton is written out."""


@attrs.frozen(eq=False)
class Calculation(Stepwise):
    """A sum or a product, read part by part: it remembers the result so far, or that the relation is sure to hold.

    Args:
        scope: the variables.
        first: the result before the first part.
        after: the result with one more part, given that before, the place of a variable and its value.
        relation: how the result compares with the bound.
        bound: the number that it is compared with.
        rest: the least and the most that the parts from each place on add, if that is known.
    """

    first: Any
    after: Callable[[Any, int, Any], Any]
    relation: str
    bound: Any
    rest: Sequence[tuple[Any, Any]] = ()

    def start(self) -> Hashable:
        return (self.first,)

    def step(self, memory: Any, position: int, value: Any) -> Hashable | None:
        if memory == "settled":
            return "settled"
        result = self.after(memory[0], position, value)
        if not self.rest:
            return (result,)
        low, high = (result + end for end in self.rest[position + 1])
        if not possible(self.relation, self.bound, low, high):
            return None
        return (result,) if possible(OPPOSITE[self.relation], self.bound, low, high) else "settled"

    def accepts(self, memory: Any) -> bool:
        return memory == "settled" or bool(RELATIONS[self.relation](memory[0], self.bound))


AUTOMATA: Final = Registered("automaton")
"""The function that gives the machine of a primitive and the declaration; None if there is none."""


def machine(primitive: Primitive, declared: Declaration) -> Stepwise | None:
    """The constraint that reads a primitive value by value; None if there is none.

    Sums and products of numbers that may be rounded depend on the order of calculation: they are left alone.
    """
    make = AUTOMATA[type(primitive)]
    return None if make is None else make(primitive, declared)


def itself(p: Reading, declared: Declaration) -> Stepwise:
    return p.source


def sums(p: WeightedSum, declared: Declaration) -> Stepwise | None:
    if not declared.is_exact(p.scope, *p.coefficients, p.bound):
        return None
    rest = [(0, 0)]
    for weight, domain in zip(p.coefficients[::-1], declared.of(p.scope)[::-1], strict=True):
        terms = [weight * value for value in domain]
        rest.append((rest[-1][0] + min(terms, default=0), rest[-1][1] + max(terms, default=0)))

    def plus(total: Any, position: int, value: Any) -> Any:
        return total + p.coefficients[position] * value

    return Calculation(p.scope, 0, plus, p.relation, p.bound, rest[::-1])


def products(p: Compared, declared: Declaration) -> Stepwise | None:
    if p.terms is None or len(p.terms) != 1 or not declared.is_exact(p.scope, p.terms[0][0], p.bound):
        return None
    ((weight, factors),) = p.terms
    powers = [factors.count(variable) for variable in p.scope]
    return Calculation(p.scope, weight, lambda made, k, value: made * value ** powers[k], p.relation, p.bound)


@attrs.frozen(eq=False)
class Automaton:
    """An automaton with numbered states, of which 0 is the first.

    Attributes:
        states: how many there are.
        steps: from a state and a value to the next state; a missing pair is rejected.
        accepting: the states in which a word may end.
    """

    states: int
    steps: Mapping[tuple[int, Any], int]
    accepting: Sequence[int]


def automaton(source: Constraint, machine: Stepwise, declared: Declaration) -> Automaton:
    """A machine as one automaton; its states know the place of the variable that is read only if they must.

    Args:
        source: the constraint that it is for, for messages.
        machine: the machine.
        declared: the values of the variables.

    Raises:
        OptionError: it has too many steps.
    """
    placeless = _placeless(source, machine, declared)
    if placeless is not None and placeless.states <= len(machine.scope) + 1:  # the layers have no fewer
        return placeless
    layered = _layered(layers_of(source, machine, declared), declared.of(machine.scope))
    return placeless if placeless is not None and placeless.states < layered.states else layered


def _layered(layers: list[list[Row]], domains: Domains) -> Automaton:
    steps: dict[tuple[int, Any], int] = {}
    first = 0
    for layer, domain in zip(layers, domains, strict=False):
        after = first + len(layer)
        for state, row in enumerate(layer, first):
            steps |= {(state, domain[place]): after + then for place, then in row}
        first = after
    return Automaton(first + 1, steps, [first] if layers[0] else [])


def _placeless(source: Constraint, machine: Stepwise, declared: Declaration) -> Automaton | None:
    """The memories of a machine as states, if a value leads from each to one and no other at every place."""
    found: dict[tuple[Any, Any], Any] = {}
    memories = [_noted(source, machine.start)]
    numbers = {memories[0]: 0}
    for position, domain in enumerate(declared.of(machine.scope)):
        after = {}
        for memory, value in product(memories, domain):
            then = _noted(source, machine.step, memory, position, value)
            if found.setdefault((memory, value), then) != then or len(found) > STEPS:
                return None
            if then is not None:
                after[then] = numbers.setdefault(then, len(numbers))
        memories = list(after)
    steps = {(numbers[memory], value): numbers[then] for (memory, value), then in found.items() if then is not None}
    accepting = [numbers[memory] for memory in memories if _noted(source, machine.accepts, memory)]
    return Automaton(len(numbers), steps, accepting)


def layers_of(source: Constraint, machine: Stepwise, declared: Declaration) -> list[list[Row]]:
    """A machine unrolled over its variables (see `clew.constraints.stepwise.unrolled`).

    Args:
        source: the constraint that it is for, for messages.
        machine: the machine.
        declared: the values of the variables.

    Raises:
        OptionError: it has too many steps.
    """
    tried = count(1)

    def step(*arguments: Any) -> Any:
        if next(tried) > STEPS:
            raise OptionError(
                f"{source.title} cannot be written: read value by value it takes more than {STEPS} steps, because "
                f"it remembers too much: declare several smaller constraints"
            )
        return _noted(source, machine.step, *arguments)

    start, accepts = (partial(_noted, source, method) for method in (machine.start, machine.accepts))
    return unrolled(start, step, accepts, declared.of(machine.scope)) or []


def _noted(constraint: Constraint, method: Callable[..., Any], *arguments: Any) -> Any:
    """The result of a method; an error of it gets a note that names the constraint."""
    try:
        return method(*arguments)
    except Exception as error:
        error.add_note(f"while {constraint.title} read {arguments!r:.200}")
        raise
