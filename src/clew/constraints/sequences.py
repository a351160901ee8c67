"""Constraints on a sequence of variables: automata, indexing."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping
from typing import Any, Final

import attrs

from clew.constraints.base import Constraint, Values, collected
from clew.constraints.names import Term, argument_of, frozenset_of, hashable, names_of, titled, tuple_of, walkable
from clew.constraints.primitives import Primitive
from clew.constraints.registration import DECIDED, DOMAIN, Registration
from clew.constraints.stepwise import Rejecting, Stepwise
from clew.errors import ProblemError, called_with, shown
from clew.records import frozen

Transitions = tuple[tuple[tuple[Hashable, Hashable], Hashable], ...]


def _transitions(transitions: Mapping[tuple[Any, Any], Any] | Transitions) -> Transitions:
    return tuple_of(transitions.items() if isinstance(transitions, Mapping) else transitions)


def _layers(layers: Iterable[Any]) -> tuple[Transitions, ...]:
    return tuple(map(_transitions, layers)) if walkable(layers) else layers  # type: ignore[return-value]


def _moves(constraint: Constraint, transitions: Transitions) -> dict[tuple[Any, Any], tuple[Any]]:
    """The state after each pair of a state and a value, states in tuples, so that one may be None."""
    title = constraint.title
    for entry in transitions if isinstance(transitions, tuple) else (transitions,):
        if not (_is_pair(entry) and _is_pair(entry[0])):
            raise ProblemError(
                f"{title}: a transition leads from (state, value) to a state, and {shown(entry)} does not"
            )
    moves = {((state,), value): (after,) for (state, value), after in transitions}
    if len(moves) < len(transitions):
        raise ProblemError(f"{title}: the automaton has two transitions for the same state and value")
    return moves


@called_with("as in Regular(variables, {(state, value): state}, initial, accepting)")
@attrs.frozen
class Regular(Stepwise):
    """The values in order are a word that an automaton accepts.

    Args:
        scope: the variables, in the order of reading.
        transitions: from (state, value) to the next state; a missing pair is rejected.
        initial: the state before the first value.
        accepting: the states in which the word may end.

    Pruning: generalised arc consistent.
    """

    shareable = True

    transitions: Transitions = attrs.field(converter=_transitions, validator=collected)
    initial: Hashable
    accepting: frozenset[Any] = attrs.field(converter=frozenset_of, validator=collected)
    # A state is remembered in a tuple, so that one may be None, which means a rejection to `step`.
    _next: dict[tuple[Any, Any], tuple[Any]] = attrs.field(init=False, eq=False, repr=False)

    def __attrs_post_init__(self) -> None:
        moves = _moves(self, self.transitions)
        if not hashable(self.initial):
            raise ProblemError(f"{self.title}: its initial state cannot be hashed: {shown(self.initial)}")
        object.__setattr__(self, "_next", moves)

    def holds(self, values: Values) -> bool:
        state: Any = (self.initial,)
        for value in values:
            state = self._next.get((state, value))
            if state is None:
                return False
        return self.accepts(state)

    def opposite(self) -> Constraint:
        return Rejecting(self)

    def start(self) -> Hashable:
        return (self.initial,)

    def step(self, memory: Any, position: int, value: Any) -> Hashable | None:
        return self._next.get((memory, value))

    def accepts(self, memory: Any) -> bool:
        return memory[0] in self.accepting


@called_with("as in MDD([x, y], [{('root', 1): 'one'}, {('one', 2): 'end'}])")
@attrs.frozen
class MDD(Stepwise):
    """The values in order are a path through layers of nodes (a multi-valued decision diagram).

    Args:
        scope: the variables, in the order of reading.
        layers: for each variable the steps from (node, value) to a node of the next layer; a missing pair is rejected.
            Nodes of different layers may have the same name. The path begins at the only node of the first layer that
            has steps, and ends at any node behind the last one.

    Pruning: generalised arc consistent.
    """

    shareable = True

    layers: tuple[Transitions, ...] = attrs.field(converter=_layers, validator=collected)
    _next: tuple[dict[tuple[Any, Any], tuple[Any]], ...] = attrs.field(init=False, eq=False, repr=False)

    def __attrs_post_init__(self) -> None:
        if len(self.layers) != len(self.scope):
            raise ProblemError(
                f"{self.title} has {len(self.scope)} variables and {len(self.layers)} layers: give one for each"
            )
        object.__setattr__(self, "_next", tuple([_moves(self, layer) for layer in self.layers]))
        roots = {node for node, _ in self._next[0]} if self.layers else set()
        if len(roots) > 1:
            raise ProblemError(f"{self.title}: its first layer has {len(roots)} nodes: let all paths begin at one")

    def holds(self, values: Values) -> bool:
        return self.consistent(values)

    def start(self) -> Hashable:
        return next((node for node, _ in self._next[0]), ()) if self.layers else ()

    def step(self, memory: Any, position: int, value: Any) -> Hashable | None:
        return self._next[position].get((memory, value)) if memory else None


def _is_pair(entry: object) -> bool:
    return isinstance(entry, (tuple, list)) and len(entry) == 2


@frozen(eq=False)
class ElementAt(Primitive):
    """A variable has the value of the entry that another one, the index, points at.

    Attributes:
        index: the variable whose values are places among the entries, from 0.
        entries: for each place `("constant", value)` or `("variable", name)`. Neither the index nor the value is among
            these variables.
        value: the variable that has the value of the entry.
    """

    record = Registration(
        strengths=(DECIDED, DOMAIN, DOMAIN),
        reference="clew.reference.propagation.element:ElementPropagator",
        engine="clew.core._engine:compile_element",
        minizinc="clew.exchange.minizinc_primitives:element",
        json="clew.exchange.json_primitives:element",
        cnf="clew.exchange.encodings:Encoder.element",
    )

    index: Hashable
    entries: tuple[tuple[str, Any], ...]
    value: Hashable


ORDER: Final = "Element(index, sequence, value)"
"""The order of the arguments, which messages show."""


@called_with(f"as in {ORDER}")
@attrs.frozen(init=False)
class Element(Constraint):
    """`sequence[index] == value`, with variables for the index and the value.

    Args:
        index: a variable whose values are places in the sequence, from 0.
        sequence: variables (as `Var`), or constants.
        value: a variable.

    Pruning: generalised arc consistent, if neither the index nor the value is in the sequence.
    """

    sequence: tuple[Any, ...]
    """For each place ("constant", c), or ("variable", its position in the scope)."""

    def __init__(self, index: Any, sequence: Iterable[Any], value: Any) -> None:
        wrong = next((one for one in (index, value) if not hashable(argument_of(one))), None)
        if wrong is not None:
            raise ProblemError(f"{ORDER}: {shown(wrong)} is no variable: mind the order")
        places = {name: place for place, name in enumerate(names_of("Element", (index, value)))}
        if not walkable(sequence):
            raise ProblemError(f"{ORDER}: the sequence is a collection, and {shown(sequence)} is none")
        entries: list[tuple[str, Any]] = []
        for entry in sequence:
            name = argument_of(entry)
            try:
                place = places.get(name, len(places))
            except TypeError:
                why = f"{shown(entry)} is neither a variable nor a constant that can be hashed"
                raise ProblemError(f"{titled('Element', tuple(places)[:2])}: {why}") from None
            if name is not entry and place < 2:
                name = Term(("name", name))  # the index, or the value, is in the sequence as well
            is_constant = name is entry
            entries.append(("constant", entry) if is_constant else ("variable", places.setdefault(name, len(places))))
        if not entries:
            raise ProblemError(f"{titled('Element', tuple(places))}: the sequence is empty")
        self.__attrs_init__(tuple(places), tuple(entries))

    def holds(self, values: Values) -> bool:
        index, value = values[:2]
        return bool(0 <= index < len(self.sequence) and self._entry(index, values) == value)

    def _entry(self, index: int, values: Values) -> Any:
        kind, content = self.sequence[index]
        return content if kind == "constant" else values[content]

    def opposite(self) -> Constraint:
        """The index is no place, or one of an entry that is not the value."""
        from clew.constraints.arithmetic import Comparison
        from clew.constraints.logic import And, Or
        from clew.constraints.table import Table

        index, value = self.scope[:2]
        entries = enumerate(self.entries())
        others = [
            (place, Comparison((value,), "!=", one) if kind == "constant" else Comparison((value, one), "!="))
            for place, (kind, one) in entries
        ]
        places = [(place,) for place, _ in others]
        cases = [And(Comparison((index,), "==", place), other) for place, other in others]
        return Or(Table((index,), places, allowed=False), *cases)

    def primitives(self) -> Iterable[Primitive]:
        return (ElementAt(self, self.scope[0], self.entries(), self.scope[1]),)

    def entries(self) -> tuple[tuple[str, Any], ...]:
        """For each place ("constant", c), or ("variable", its name)."""
        return tuple([(kind, self.scope[c] if kind == "variable" else c) for kind, c in self.sequence])
