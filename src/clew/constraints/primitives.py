"""Primitives: the small closed set of forms that constraints are made of, as data.

A constraint says which of them it is made of (`Constraint.primitives`), and the compiler is one `match` over them.
What comes after knows these forms and no class of constraint, so a new constraint that is made of them is as fast as
those that are bundled.

Each primitive carries the constraint that it comes from. That is for messages, for explanations, and for what only
the constraint knows: its truth (`holds`).
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Iterable, Sequence
from typing import TYPE_CHECKING, Any

import attrs

if TYPE_CHECKING:
    from clew.constraints.base import Constraint, Domain, Stepwise

Tuples = Iterable[tuple[Any, ...]]
Domains = Sequence["Domain"]


@attrs.frozen(eq=False, repr=False)
class Primitive:
    """What a constraint, or a part of it, is for the compiler.

    Attributes:
        source: the constraint that it comes from.
    """

    source: Constraint

    @property
    def scope(self) -> tuple[Hashable, ...]:
        """The variables that it is about."""
        return self.source.scope

    def __repr__(self) -> str:  # one for all: writing one for each takes longer than all else at their import
        shown = (f"{field.name}={getattr(self, field.name)!r}" for field in attrs.fields(type(self)))
        return f"{type(self).__name__}({', '.join(shown)})"


@attrs.frozen(eq=False, repr=False)
class Unary(Primitive):
    """A variable keeps only some values.

    Attributes:
        variable: the variable.
        accepts: whether it keeps a value.
    """

    variable: Hashable
    accepts: Callable[[Any], bool]

    @property
    def scope(self) -> tuple[Hashable, ...]:
        return (self.variable,)


@attrs.frozen(eq=False, repr=False)
class Conflicts(Primitive):
    """What each value of a variable rules out of another.

    Attributes:
        one, other: the variables.
        compatible: whether a value of the one goes with a value of the other.
    """

    one: Hashable
    other: Hashable
    compatible: Callable[[Any, Any], bool]

    @property
    def scope(self) -> tuple[Hashable, ...]:
        return (self.one, self.other)


@attrs.frozen(eq=False, repr=False)
class Difference(Primitive):
    """Two variables compare, as in `x != y` or `x <= y - 3`.

    Attributes:
        one, other: the variables.
        relation: one of `==`, `!=`, `<`, `<=`, `>`, `>=`.
        offset: the number that is added to the other before the one is compared with it. If it is 0, the values may be
            anything that can be compared so.
    """

    one: Hashable
    other: Hashable
    relation: str
    offset: Any = 0

    @property
    def scope(self) -> tuple[Hashable, ...]:
        return (self.one, self.other)


@attrs.frozen(eq=False, repr=False)
class Extension(Primitive):
    """The variables take one of some tuples together (a table constraint).

    Attributes:
        tuples: the tuples; or a function that makes them of the domains, which gives None if they are too many.
    """

    tuples: Tuples | Callable[[Domains], Tuples | None]


@attrs.frozen(eq=False, repr=False)
class Forbidden(Primitive):
    """The variables take none of some tuples together (a table of forbidden tuples).

    Attributes:
        tuples: the tuples, none of them twice.
    """

    tuples: Collection[tuple[Any, ...]]


@attrs.frozen(eq=False, repr=False)
class Reading(Primitive):
    """The values, read from the first variable to the last, are a word that an automaton accepts.

    Attributes:
        source: has the automaton: `start`, `step`, `accepts`, and `shareable`, which says whether others may share it.
    """

    source: Stepwise


@attrs.frozen(eq=False, repr=False)
class WeightedSum(Primitive):
    """A weighted sum compares with a number.

    Attributes:
        coefficients: a number for each variable.
        relation: one of `==`, `!=`, `<`, `<=`, `>`, `>=`.
        bound: the number.
    """

    coefficients: tuple[Any, ...]
    relation: str
    bound: Any


@attrs.frozen(eq=False, repr=False)
class Polynomial(Primitive):
    """A weighted sum of products of variables compares with a number, as in `x * y + 2 * z <= 10`.

    Attributes:
        terms: the coefficient of each product, and its variables; one that is raised to a power is there as often.
        relation: one of `==`, `!=`, `<`, `<=`, `>`, `>=`.
        bound: the number.
    """

    terms: tuple[tuple[Any, tuple[Hashable, ...]], ...]
    relation: str
    bound: Any


@attrs.frozen(eq=False, repr=False)
class Extremum(Primitive):
    """A variable is the largest, or the smallest, of some others.

    Attributes:
        result: the variable.
        variables: the others, each once.
        is_largest: whether it is the largest of them.
    """

    result: Hashable
    variables: tuple[Hashable, ...]
    is_largest: bool


@attrs.frozen(eq=False, repr=False)
class Element(Primitive):
    """A variable has the value of the entry that another one, the index, points at.

    Attributes:
        index: the variable whose values are places among the entries, from 0.
        entries: for each place `("constant", value)` or `("variable", name)`. Neither the index nor the value is among
            these variables.
        value: the variable that has the value of the entry.
    """

    index: Hashable
    entries: tuple[tuple[str, Any], ...]
    value: Hashable


@attrs.frozen(eq=False, repr=False)
class Lexicographic(Primitive):
    """One sequence of variables comes before another in lexicographic order, or is equal to it.

    Attributes:
        left, right: the sequences, equally long; no variable is there twice.
        strict: whether they must differ.
    """

    left: tuple[Hashable, ...]
    right: tuple[Hashable, ...]
    strict: bool


@attrs.frozen(eq=False, repr=False)
class Clause(Primitive):
    """One of some conditions on single variables holds at least.

    Attributes:
        literals: the conditions. If several are about one variable, it may satisfy any of them.
    """

    literals: tuple[Unary, ...]


@attrs.frozen(eq=False, repr=False)
class Disjunction(Primitive):
    """One of some inequalities of weighted sums holds at least, as in `x + 2 <= y` or `y + 3 <= x`.

    Attributes:
        sums: the inequalities; the relation of each is `<` or `<=`.
    """

    sums: tuple[WeightedSum, ...]


@attrs.frozen(eq=False, repr=False)
class Distinct(Primitive):
    """The values differ from each other, after a mapping if there is one.

    Attributes:
        mapped: what the value of the variable at a position stands for.
        offsets: what is added to the value of each variable, if `mapped` does no more than that; None for nothing.
        is_mapped: whether `mapped` does more than to add the offsets.
        exceptions: what may occur more than once.
    """

    mapped: Callable[[int, Any], Any]
    offsets: tuple[Any, ...] | None
    is_mapped: bool
    exceptions: frozenset[Any]


@attrs.frozen(eq=False, repr=False)
class Cardinality(Primitive):
    """Each of some values occurs a given number of times.

    Attributes:
        counts: the values, each with how often it occurs at least and at most.
    """

    counts: tuple[tuple[Hashable, int, int], ...]


@attrs.frozen(eq=False, repr=False)
class DistinctTuples(Primitive):
    """Vectors of variables, equally long, no two of which are equal.

    Attributes:
        vectors: the variables of each.
        pairs: the same by twos: a constraint for each pair of vectors, so that each is judged by itself.
    """

    vectors: tuple[tuple[Hashable, ...], ...]
    pairs: Callable[[], Sequence[Constraint]]


@attrs.frozen(eq=False, repr=False)
class Cover(Primitive):
    """Each item takes an option that covers it, and no two options that are taken cover the same item.

    Attributes:
        options: each option with the items that it covers; those that are no variable are covered once at most.
    """

    options: tuple[tuple[Any, frozenset[Any]], ...]


@attrs.frozen(eq=False, repr=False)
class Connection(Primitive):
    """The vertices of a graph that are in are connected: each is reached from each by way of vertices that are in.

    No vertex at all is connected, too.

    Attributes:
        vertices: for each the condition that it is in, each about another variable; True if it is in always, and False
            for a joint, which is in if others need it to be connected.
        edges: pairs of vertices, by their places.
    """

    vertices: tuple[Unary | bool, ...]
    edges: tuple[tuple[int, int], ...]

    @property
    def scope(self) -> tuple[Hashable, ...]:
        return tuple([vertex.variable for vertex in self.vertices if isinstance(vertex, Unary)])


@attrs.frozen(eq=False, repr=False)
class Forest(Primitive):
    """The edges of a graph that are in close no cycle.

    Attributes:
        edges: for each its ends, which differ, by the numbers of the vertices, and the condition that it is in, each
            about another variable.
        may_close: whether the edges that are in may also be all of one cycle.
    """

    edges: tuple[tuple[int, int, Unary], ...]
    may_close: bool

    @property
    def scope(self) -> tuple[Hashable, ...]:
        return tuple([condition.variable for _, _, condition in self.edges])


@attrs.frozen(eq=False, repr=False)
class Images(Primitive):
    """A constraint holds of what expressions are worth.

    Attributes:
        of: the constraint; it has an expression, or a variable, at each position of its scope.
        terms: for each of these positions the variables, and the function of the tuple of their values.
    """

    of: Constraint
    terms: tuple[tuple[tuple[Hashable, ...], Callable[[Sequence[Any]], Any]], ...]


@attrs.frozen(eq=False, repr=False)
class Callback(Primitive):
    """Python decides: `holds`, and `propagate` if the constraint overrides it."""
