"""What every constraint has: a scope, and the truth about it.

A constraint says which variables it is about (its *scope*) and which values they may take together
(`holds`). That is enough to be used: brute force, checking and the re-check of solutions work from `holds`
alone. Everything else is speed (see `clew.compiler`).
"""

from __future__ import annotations

import copy
from collections.abc import Hashable, Iterable, Iterator, Sequence
from enum import Enum
from typing import TYPE_CHECKING, Any, ClassVar, Final, Self

import attrs

from clew.errors import ProblemError, forgotten_return

if TYPE_CHECKING:
    from clew.compiler import Compiler
    from clew.constraints.logic import And, Not, Or

Scope = tuple[Hashable, ...]
Values = Sequence[Any]


class Open(Enum):
    """The type of `OPEN`."""

    OPEN = "open"

    def __repr__(self) -> str:
        return "OPEN"


OPEN: Final = Open.OPEN
"""Stands for the value of a variable that has none yet."""


class Variable:
    """A variable by its name. Constraints take the name or the variable, as one likes.

    Attributes:
        name: what the problem calls it: any hashable value.
    """

    __slots__ = ()
    name: Hashable


def name_of(variable: Any) -> Any:
    """The name of a variable, given by itself or by its name."""
    return variable.name if isinstance(variable, Variable) else variable


def cut(text: str, length: int = 160) -> str:
    """A text for a message: in one line, and not too long."""
    text = text.replace("\n", " ")
    return text if len(text) <= length else f"{text[: length - 3]}..."


def shown(value: object) -> str:
    """A value for a message."""
    return cut(repr(value))


def titled(kind: str, scope: Sequence[Any]) -> str:
    """A kind of constraint and its scope, for messages."""
    return cut(f"{kind}({', '.join(map(repr, scope[:6]))}{', ...' if len(scope) > 6 else ''}", 120) + ")"


# Converters leave alone what they cannot convert. A validator refuses it, for it knows what the constraint is about.


def walkable(values: object) -> bool:
    """Whether it is a collection, or anything else that `for` takes."""
    try:
        iter(values)  # type: ignore[call-overload]
    except TypeError:
        return False
    return True


def hashable(value: object) -> bool:
    """Whether it can be a name, or a value of a domain."""
    try:
        hash(value)
    except TypeError:
        return False
    return True


def tuple_of(values: Iterable[Any]) -> tuple[Any, ...]:
    """A collection as a tuple."""
    return tuple(values) if walkable(values) else values  # type: ignore[return-value]


def frozenset_of(values: Iterable[Any]) -> frozenset[Any]:
    """A collection of hashable values as a frozenset."""
    values = tuple_of(values)
    return frozenset(values) if hashable(values) and isinstance(values, tuple) else values  # type: ignore[return-value]


def scope_of(variables: Iterable[Any]) -> Scope:
    """The names of variables, given by themselves or by their names."""
    return tuple(map(name_of, variables)) if walkable(variables) else variables  # type: ignore[return-value]


def names_of(kind: str, variables: Iterable[Any]) -> Scope:
    """The same, where a kind of constraint is about to be made; what gives no names is refused."""
    scope = scope_of(variables)
    if not isinstance(scope, tuple):
        raise ProblemError(f"{kind} is about a collection of variables, and {shown(variables)} is none")
    if not hashable(scope):
        name = next(name for name in scope if not hashable(name))
        raise ProblemError(f"{titled(kind, scope)}: a variable's name cannot be hashed: {shown(name)}")
    return scope


def distinct_scope(constraint: Constraint, field: attrs.Attribute[Any], scope: Scope) -> None:
    """Refuse a scope that is none, or lists a variable twice."""
    names_of(type(constraint).__name__, scope)
    if len(set(scope)) < len(scope):
        name = next(v for k, v in enumerate(scope) if v in scope[:k])
        raise ProblemError(f"{constraint.title} lists {shown(name)} twice")


def collected(constraint: Constraint, field: attrs.Attribute[Any], values: object) -> None:
    """Refuse what `tuple_of` or `frozenset_of` has left alone."""
    if not isinstance(values, (tuple, frozenset)):
        raise ProblemError(f"{constraint.title}: its {field.name} must be a collection, and {shown(values)} is none")
    if not hashable(values):
        raise ProblemError(f"{constraint.title}: its {field.name} cannot be hashed: {shown(values)}")


@attrs.frozen
class Constraint:
    """A condition on a few variables. Subclass it, give `holds`, and it works; the rest is speed.

    Attributes:
        scope: the names of the variables that it is about. Where there are none, it holds always or never.
        label: what `named` has called it; None if nothing has.
        partial: whether `consistent` can judge assignments that have open variables.
    """

    partial: ClassVar[bool] = False

    scope: Scope = attrs.field(converter=scope_of, validator=distinct_scope)
    label: str | None = attrs.field(default=None, init=False, repr=False)

    def named(self, name: str) -> Self:
        """The same constraint, called by a name in messages: `Sum(cage, "==", 7).named("cage A")`.

        Raises:
            ProblemError: the name is no text in one line.
        """
        if not isinstance(name, str) or not name.strip() or not name.isprintable():
            raise ProblemError(f"{self.title}: {shown(name)} is no name: give a text in one line")
        twin = copy.copy(self)
        if hasattr(self, "__dict__"):  # a copy of a class with slots loses what a subclass without them keeps
            twin.__dict__.update(vars(self))
        object.__setattr__(twin, "label", name)
        return twin

    def holds(self, values: Values) -> bool:
        """Whether these values, one for each variable of the scope in its order, satisfy the constraint."""
        raise NotImplementedError(f"{type(self).__name__} needs holds(values)")

    def consistent(self, values: Values) -> bool:
        """Whether a partial assignment may satisfy the constraint, as far as it can tell; `OPEN` is no value yet.

        By default it can tell once all the variables have values. A constraint that can tell earlier sets
        `partial` and overrides this. It must say False only if no values for the open variables would do.
        """
        return any(value is OPEN for value in values) or self.holds(values)

    def propagate(self, domains: Sequence[tuple[Any, ...]]) -> Sequence[Iterable[Any]] | None:
        """The values that may still be part of a solution of this constraint, for each variable of the scope.

        Override it to prune. It must keep every value that has a solution, and be monotone: given fewer
        values it never keeps more. None says that there is no solution. The default keeps everything.

        Args:
            domains: the remaining values of each variable of the scope, in its order.
        """
        return domains

    def compile(self, compiler: Compiler) -> None:
        """Tell the compiler how to run this constraint; override it for something faster.

        The default takes the first that fits: one variable shrinks its domain; two variables become masks;
        a small product of domains becomes a table; an override of `propagate` is called; else the last open
        variable is filtered by `holds`.
        """
        compiler.default(self)

    def conjuncts(self) -> tuple[Constraint, ...]:
        """The constraints that must all hold for this one to hold: itself, unless it is a conjunction."""
        return (self,)

    @property
    def title(self) -> str:
        """Its kind and its scope, for messages."""
        return titled(type(self).__name__, self.scope)

    # The combinations are constraints themselves, so they are looked up when first used.

    def __and__(self, other: Constraint) -> And:
        from clew.constraints.logic import And

        return And((self, other)) if isinstance(other, Constraint) else NotImplemented

    def __or__(self, other: Constraint) -> Or:
        from clew.constraints.logic import Or

        return Or((self, other)) if isinstance(other, Constraint) else NotImplemented

    def __invert__(self) -> Not:
        from clew.constraints.logic import Not

        return Not(self)

    def __bool__(self) -> bool:
        raise TypeError(
            f"{self.title} is a constraint, neither true nor false: combine with & | ~, and write a < b < c as "
            "(a < b) & (b < c)"
        )


@attrs.frozen
class Settled(Constraint):
    """Stands for a constraint about no variable: every value of some variable will do, or none.

    Args:
        scope: any one variable of the problem; empty if it has none.
        of: the constraint.
        verdict: whether it holds.
    """

    of: Constraint
    verdict: bool

    def holds(self, values: Values) -> bool:
        return self.verdict

    def compile(self, compiler: Compiler) -> None:
        if self.scope:
            compiler.default(self)

    @property
    def title(self) -> str:
        return self.of.title


def about_variables(constraints: Iterable[Constraint], variables: Iterable[Hashable]) -> list[Constraint]:
    """The constraints, without those about no variable: they hold and are left out, or nothing can hold.

    So a clue whose neighbours are all known, or a cage without cells, needs no case of its own. If nothing but
    such constraints was declared, one stays, for a problem that declares constraints is searched otherwise.

    Args:
        constraints: what must hold.
        variables: the variables of the problem.
    """
    kept: list[Constraint] = []
    holding: list[Constraint] = []
    first = tuple(variables)[:1]
    for constraint in constraints:
        if constraint.scope:
            kept.append(constraint)
            continue
        stand_in = Settled(first, constraint, truth(constraint, ()))
        named = stand_in.named(constraint.label) if constraint.label else stand_in
        (holding if stand_in.verdict else kept).append(named)
    return kept or (holding[:1] if first else [])


@attrs.frozen
class Stepwise(Constraint):
    """A constraint that reads its scope from the first variable to the last and remembers little.

    It is an automaton that may be made as it runs: `start`, then `step` for each value, then `accepts`. What
    it remembers must be hashable; the fewer different memories there are, the cheaper its propagation, which
    keeps just the values that lie on an accepted path (Pesant, A regular language membership constraint for
    finite sequences of variables, 2004).

    Attributes:
        alike: whether constraints that differ in their scopes alone read values alike, because `start`, `step` and
            `accepts` never look at the scope's variables, only at how many they are. Then they share what
            propagation learns: the rows of a grid, say.
    """

    partial: ClassVar[bool] = True
    alike: ClassVar[bool] = False

    def start(self) -> Hashable:
        """What is remembered before the first value."""
        raise NotImplementedError(f"{type(self).__name__} needs start()")

    def step(self, memory: Any, position: int, value: Any) -> Hashable | None:
        """What is remembered after one more value; None if no continuation can be accepted.

        Args:
            memory: what was remembered before.
            position: which variable of the scope is read, from 0.
            value: its value.
        """
        raise NotImplementedError(f"{type(self).__name__} needs step(memory, position, value)")

    def accepts(self, memory: Any) -> bool:
        """Whether the sequence is accepted, now that all of it was read."""
        return True

    def consistent(self, values: Values) -> bool:
        """Whether the values before the first open one can be read."""
        memory: Any = self.start()
        for position, value in enumerate(values):
            if value is OPEN:
                return True
            memory = self.step(memory, position, value)
            if memory is None:
                return False
        return self.accepts(memory)

    def compile(self, compiler: Compiler) -> None:
        compiler.stepwise(self)


def truth(constraint: Constraint, values: Values) -> bool:
    """What `holds` says; what it raises surfaces with a note that names the constraint and the values."""
    try:
        return _said(constraint, "holds", constraint.holds(values))
    except Exception as error:
        error.add_note(f"while {constraint.title} looked at {shown(tuple(values))}")
        raise


def judged(constraint: Constraint, values: Values) -> bool:
    """What `consistent` says; what it raises surfaces with a note that names the constraint and the values.

    One or two variables are judged once both have values, as the masks made of such a constraint do.
    """
    try:
        if len(values) <= 2:
            return any(value is OPEN for value in values) or _said(constraint, "holds", constraint.holds(values))
        return _said(constraint, "consistent", constraint.consistent(values))
    except Exception as error:
        error.add_note(f"while {constraint.title} looked at {shown(tuple(values))}")
        raise


def _said(constraint: Constraint, method: str, verdict: object) -> bool:
    if verdict is None:
        raise forgotten_return(f"{constraint.title}: {method}", "True or False")
    return bool(verdict)


def flat(items: Iterable[Any]) -> Iterator[Any]:
    """The constraints of a nested collection of them, conjunctions taken apart."""
    for item in items:
        if isinstance(item, Constraint):
            yield from item.conjuncts()
        elif walkable(item) and not isinstance(item, (str, bytes)):
            yield from flat(item)
        elif isinstance(item, bool):
            raise ProblemError(
                f"{item} is not a constraint: there was no variable in the comparison; of no variables at all, "
                f'write Sum(variables, "==", number), not sum(variables) == number'
            )
        else:
            raise ProblemError(f"{shown(item)} is not a constraint")
