"""The base class of constraints: a scope, and the truth about it.

A constraint says which variables it is about (its *scope*) and which values they may take together
(`holds`). That is enough to be used: brute force, checking and the re-check of solutions work from `holds`
alone. Everything else is speed (see `clew.reference.propagation.compiler`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from enum import Enum
from itertools import product
from math import prod
from typing import TYPE_CHECKING, Any, ClassVar, Final, Protocol, Self

from clew.constraints.names import Condition, Scope, check_names, hashable, scope_of, titled
from clew.constraints.primitives import Callback, Primitive
from clew.errors import ProblemError, called_with, forgotten_return, shown
from clew.records import field, frozen

if TYPE_CHECKING:
    from attrs import Attribute

    from clew.constraints.logic import And, Or

Values = Sequence[Any]
Domain = tuple[Any, ...] | range

COMBINATIONS: Final = 1000
"""Combinations of values that a quick look may try."""

NESTING: Final = 100
"""How deep constraints, and expressions, may be nested: Python's own calls nest a few times as deep."""


class Compiling(Protocol):
    """Takes in how constraints are run (see `clew.reference.propagation.compiler.Compiler`).

    Attributes:
        propagates: whether the level propagates; if not, constraints on more than two variables are only checked.
        lanes: the place of each variable's domain (`clew.Lanes`).
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


def too_deep(title: str, kind: str) -> ProblemError:
    """The error for what is nested too deeply."""
    return ProblemError(
        f"{title}: {kind} may be nested {NESTING} deep, and this one is deeper: declare a variable for an inner part"
    )


def known_scope(constraint: Constraint, own: Any, scope: Scope) -> None:
    """Check that a scope names variables."""
    check_names(type(constraint).__name__, scope, scope)


def collected(constraint: Constraint, own: Attribute[Any], values: object) -> None:
    """Check that `tuple_of` or `frozenset_of` has made a collection of the values."""
    if not isinstance(values, (tuple, frozenset)):
        raise ProblemError(f"{constraint.title}: its {own.name} must be a collection, and {shown(values)} is none")
    if not hashable(values):
        raise ProblemError(f"{constraint.title}: its {own.name} cannot be hashed: {shown(values)}")


@called_with("give the variables as one collection")
@frozen
class Constraint(Condition):
    """A condition on a few variables. Subclass it, give `holds`, and it works; the rest is speed.

    Attributes:
        scope: the names of the variables that it is about. If there are none, it holds always or never. An expression
            in place of a variable stands there as a `Term` until a problem or a model takes the constraint.
        label: the name that `named` gave it; None if it has none.
        partial: whether `consistent` can judge assignments that have open variables.
    """

    partial: ClassVar[bool] = False

    scope: Scope = field(converter=scope_of, validator=known_scope)
    label: str | None = field(default=None, init=False, repr=False)

    def named(self, name: str) -> Self:
        """The same constraint, called by a name in messages: `Sum(cage, "==", 7).named("cage A")`.

        Raises:
            ProblemError: the name is no text in one line.
        """
        if not isinstance(name, str) or not name.strip() or not name.isprintable():
            raise ProblemError(f"{self.title}: {shown(name)} is no name: give a text in one line")
        from copy import copy

        twin = copy(self)
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

    def implied(self, domains: Mapping[Any, Sequence[Any]]) -> Iterable[Primitive]:
        """The primitives that follow from this constraint and some domains, and prune more; they are not written."""
        return ()

    def opposite(self) -> Constraint | None:
        """The constraint that holds just if this one does not, made of primitives; None if none is known."""
        return None

    def conjuncts(self) -> tuple[Constraint, ...]:
        """The constraints that must all hold for this one to hold: itself, unless it is a conjunction."""
        return (self,)

    @property
    def title(self) -> str:
        """Its kind and its scope, for messages."""
        return self.described(repr)

    def described(self, name: Callable[[Any], str]) -> str:
        """Its kind and its scope; `name` gives the name of each variable."""
        return titled(self.kind, self.scope, name)

    @property
    def kind(self) -> str:
        """The name of the class or the function that makes it, as a person writes it."""
        return type(self).__name__

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


def met(one: Domain, other: Domain) -> Domain:
    """The values that two domains share; a range if both are ranges of neighbours."""
    if isinstance(one, range) and isinstance(other, range) and one.step == other.step == 1:
        return range(max(one.start, other.start), max(max(one.start, other.start), min(one.stop, other.stop)))
    few, many = sorted((one, other), key=len)
    among = many if isinstance(many, range) else frozenset(many)
    return tuple([value for value in few if value in among])


def are_few(domains: Iterable[Domain]) -> bool:
    """Whether a quick look may try every combination of the values."""
    return prod(map(len, domains)) <= COMBINATIONS


def truth(constraint: Constraint, values: Values) -> bool:
    """The answer of `holds`; its exceptions surface with a note that names the constraint and the values."""
    try:
        verdict: object = constraint.holds(values)
        return bool(verdict) if verdict is not None else _said(constraint, "holds", verdict)
    except Exception as error:
        error.add_note(f"while {constraint.title} looked at {shown(tuple(values))}")
        raise


def normal(primitive: Primitive, propagates: bool) -> Primitive:
    """The primitive that is compiled in the place of one: Python decides on small ones of some kinds.

    Args:
        primitive: the primitive.
        propagates: whether the level propagates.
    """
    is_for_python = primitive.record.python_if_small and (len(primitive.scope) <= 2 or not propagates)
    return Callback(primitive.source) if is_for_python else primitive


def judged(constraint: Constraint, values: Values) -> bool:
    """The answer of `consistent`; its exceptions surface with a note that names the constraint and the values.

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


class StandIn:
    """A constraint that stands for another one, `of`: messages describe it as that one."""

    __slots__ = ()
    of: Constraint

    def described(self, name: Callable[[Any], str]) -> str:
        return self.of.described(name)

    @property
    def kind(self) -> str:
        return self.of.kind
