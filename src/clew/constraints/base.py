"""What every constraint has: a scope, and the truth about it.

A constraint says which variables it is about (its *scope*) and which values they may take together
(`holds`). That is enough to be used: brute force, checking and the re-check of solutions work from `holds`
alone. Everything else is speed (see `clew.propagation.compiler`).
"""

from __future__ import annotations

import copy
from collections.abc import Hashable, Iterable, Iterator, Sequence
from enum import Enum
from itertools import product
from math import prod
from typing import TYPE_CHECKING, Any, ClassVar, Final, Protocol, Self

import attrs

from clew.constraints.primitives import Callback, Primitive, Reading, Unary
from clew.errors import ProblemError, forgotten_return
from clew.limits import LIMIT

if TYPE_CHECKING:
    from clew.constraints.logic import And, Or

Scope = tuple[Hashable, ...]
Values = Sequence[Any]
Domain = tuple[Any, ...] | range

COMBINATIONS: Final = 1000
"""Combinations of values that a quick look may try."""


NESTING: Final = 100
"""How deep constraints, and expressions, may be nested: Python's own calls nest a few times as deep."""


class Compiling(Protocol):
    """Takes in how constraints are run (see `clew.propagation.compiler.Compiler`).

    Attributes:
        propagates: whether the level propagates; if not, constraints on more than two variables are only checked.
        lanes: where each variable's domain lies (`clew.Lanes`).
    """

    propagates: bool
    lanes: Any

    def add(self, primitive: Primitive) -> None:
        """A primitive of a constraint."""

    def propagate(self, propagator: Any) -> None:
        """A propagator of a constraint's own."""

    def check(self, constraint: Constraint) -> None:
        """A constraint that is asked once its variables are assigned."""


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


class Arithmetic:
    """Something made of variables and numbers: an expression.

    Attributes:
        _tree: how it is made.
    """

    __slots__ = ()
    _tree: tuple[Any, ...]


@attrs.frozen
class Term:
    """An expression where a variable may stand, as in `AllDifferent([x + 1, y])`.

    It stands in the scope of a constraint until the constraint is declared: then `clew.constraints.terms` makes
    one about the variables of it.
    """

    tree: tuple[Any, ...]

    def __repr__(self) -> str:
        from clew.constraints.expressions import Expression

        return repr(Expression(self.tree))[1:-1]


NAMES: Final = frozenset({int, str, tuple})
"""Types of which a name usually is: what is of one of them is no variable, nor an expression."""


def argument_of(variable: Any) -> Any:
    """The name of a variable, given by itself or by its name; the term that an expression is."""
    if isinstance(variable, Arithmetic) and not isinstance(variable, Variable):
        return Term(variable._tree)
    return name_of(variable)


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


def too_deep(title: str, kind: str) -> ProblemError:
    """The error for what is nested too deeply."""
    return ProblemError(
        f"{title}: {kind} may be nested {NESTING} deep, and this one is deeper: declare a variable for an inner part"
    )


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
    """The names of variables, given by themselves or by their names, and the terms that expressions are."""
    if not walkable(variables) or _has_spaces(variables):
        return variables  # type: ignore[return-value]
    return tuple([one if type(one) in NAMES else argument_of(one) for one in variables])


def _has_spaces(text: object) -> bool:
    """Whether it is a text of several words: as a collection it would be one of letters and spaces."""
    return isinstance(text, str) and text.split() != [text]


def no_name(variable: object) -> str:
    """Why something cannot be a variable, and what to do."""
    from clew.constraints.expressions import Expression

    if isinstance(variable, Expression):
        return (
            f"{shown(variable)} is an expression where a variable is needed: declare one more, as in "
            f'z = model.variable("z", range(100)), and require z == {shown(variable)[1:-1]}'
        )
    return f"a variable's name cannot be hashed: {shown(variable)}"


def names_of(kind: str, variables: Iterable[Any]) -> Scope:
    """The same, where a kind of constraint is about to be made; what gives no names is refused."""
    scope = scope_of(variables)
    _check_names(kind, variables, scope)
    return scope


def _check_names(kind: str, variables: object, scope: Scope) -> None:
    """Refuse what gives no names, where a kind of constraint is about to be made.

    Args:
        kind: its name.
        variables: what was given.
        scope: what `scope_of` has made of that.
    """
    if _has_spaces(scope):
        raise ProblemError(f"{kind} is about a collection of variables: give {shown(scope)}.split(), or the variables")
    if isinstance(scope, Variable):
        raise ProblemError(f"{kind} is about a collection of variables: write [{shown(scope)}], not {shown(scope)}")
    if not isinstance(scope, tuple):
        raise ProblemError(f"{kind} is about a collection of variables, and {shown(variables)} is none")
    if not hashable(scope):
        name = next(name for name in scope if not hashable(name))
        raise ProblemError(f"{titled(kind, scope)}: {no_name(name)}")


def distinct_scope(constraint: Constraint, field: attrs.Attribute[Any], scope: Scope) -> None:
    """Refuse a scope that is none, or lists a variable twice."""
    _check_names(type(constraint).__name__, scope, scope)
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
        scope: the names of the variables that it is about. If there are none, it holds always or never. An expression
            in place of a variable stands there as a `Term` until a problem or a model takes the constraint.
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

    def satisfiable(self, domains: Sequence[Domain]) -> bool:
        """Whether some values from these domains may satisfy the constraint, as far as a quick look can tell.

        `clew.violations` asks it of a partial assignment, with one value for each variable that has one. By default
        `holds` is asked about every combination if they are few, and otherwise `consistent` about the values that are
        alone in their domains. It must say False only if no combination would do.

        Args:
            domains: the values of each variable of the scope, in its order.
        """
        if are_few(domains):
            return any(truth(self, values) for values in product(*domains))
        return judged(self, [domain[0] if len(domain) == 1 else OPEN for domain in domains])

    def conflicting(self, values: Values) -> Sequence[int]:
        """The positions in the scope whose values break the constraint together; `OPEN` is no value yet.

        By default all that have values. It is only asked if the constraint is broken.
        """
        return [position for position, value in enumerate(values) if value is not OPEN]

    def propagate(self, domains: Sequence[tuple[Any, ...]]) -> Sequence[Iterable[Any]] | None:
        """The values that may still be part of a solution of this constraint, for each variable of the scope.

        Override it to prune. It must keep every value that has a solution, and be monotone: given fewer
        values it never keeps more. None says that there is no solution. The default keeps everything.

        Args:
            domains: the remaining values of each variable of the scope, in its order.
        """
        return domains

    def primitives(self) -> Iterable[Primitive]:
        """The primitives that this constraint is made of; override it for something faster.

        By default Python decides. Then the compiler takes the first that fits: one variable shrinks its domain; two
        variables become masks; a small product of domains becomes a table; an override of `propagate` is called; else
        the last open variable is filtered by `holds`.
        """
        return (Callback(self),)

    def compile(self, compiler: Compiling) -> None:
        """Tell the compiler how to run this constraint; override it only for what no primitive can say."""
        for primitive in self.primitives():
            compiler.add(primitive)

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

    def __invert__(self) -> Constraint:
        from clew.constraints.logic import Not

        return Not(self)

    def __bool__(self) -> bool:
        raise TypeError(
            f"{self.title} is a constraint, neither true nor false: combine with & | ~; a < b < c is "
            "(a < b) & (b < c), x in (1, 2) is (x == 1) | (x == 2), and what max, min or if decide takes a "
            "clew.constraints.Predicate"
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

    def primitives(self) -> Iterable[Primitive]:
        return (Unary(self, self.scope[0], lambda _: self.verdict),) if self.scope else ()

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
        shareable: whether constraints that differ in their scopes alone may share one automaton, because `start`,
            `step` and `accepts` never look at the scope's variables, only at how many they are. Then the rows of a
            grid, say, share what propagation has computed. The earlier name, `alike`, is still understood.
    """

    partial: ClassVar[bool] = True
    shareable: ClassVar[bool] = False

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

    def primitives(self) -> Iterable[Primitive]:
        return (Reading(self),)


def are_few(domains: Iterable[Domain]) -> bool:
    """Whether a quick look may try every combination of the values."""
    return prod(map(len, domains)) <= COMBINATIONS


def truth(constraint: Constraint, values: Values) -> bool:
    """What `holds` says; what it raises surfaces with a note that names the constraint and the values."""
    try:
        verdict: object = constraint.holds(values)
        return bool(verdict) if verdict is not None else _said(constraint, "holds", verdict)
    except Exception as error:
        error.add_note(f"while {constraint.title} looked at {shown(tuple(values))}")
        raise


def unary(constraint: Constraint) -> Unary:
    """A constraint on one variable as the values that this keeps."""
    return Unary(constraint, constraint.scope[0], lambda value: truth(constraint, (value,)))


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


def about_names(constraint: Constraint) -> Iterable[Constraint]:
    """Constraints that say the same as one with terms in its scope, about variables alone."""
    from clew.constraints.terms import resolved

    return resolved(constraint)


def flat(items: Iterable[Any]) -> Iterator[Any]:
    """The constraints of a nested collection of them, conjunctions taken apart.

    Whatever makes them may take its time, so the limit of the call is asked before each.
    """
    limit = LIMIT.get()
    for item in items:
        if limit is not None:
            limit()
        if isinstance(item, Constraint):
            for conjunct in item.conjuncts():
                if Term in map(type, conjunct.scope):
                    yield from about_names(conjunct)
                else:
                    yield conjunct
        elif walkable(item) and not isinstance(item, (str, bytes)):
            yield from flat(item)
        elif isinstance(item, bool):
            raise ProblemError(
                f"{item} is not a constraint: there was no variable in the comparison; of no variables at all, "
                f'write Sum(variables, "==", number), not sum(variables) == number'
            )
        else:
            raise ProblemError(f"{shown(item)} is not a constraint{_hint(item)}")


def _hint(item: object) -> str:
    """How to write as a constraint what is none, if that can be told."""
    name = item.__name__ if isinstance(item, type) else type(item).__name__
    if getattr(item, "__module__", "") == "clew.strategies":
        return f", but a strategy: the constraints are in clew.constraints, such as clew.constraints.{name}" * (
            name in ("AtMost", "Count")
        )
    if isinstance(item, type) and issubclass(item, Constraint):
        return f", but a class of them: write {name}(...)"
    if isinstance(item, Variable) or type(item).__name__ == "Expression":
        return ": compare it, as in x == 1"
    if callable(item):
        return ": write clew.constraints.Predicate(function, (x, y)) for a function of the values of x and y"
    return ""
