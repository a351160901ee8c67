"""Primitives: the small closed set of forms that constraints are made of, as data.

A constraint says which of them it is made of (`Constraint.primitives`). The later stages know these forms and no class
of constraint, so a new constraint that is made of them is as fast as the bundled ones. The record of a primitive says
how it is run, written and put into words (`clew.constraints.registration`). A primitive of a single family of
constraints stands in the file of these.

Each primitive carries the constraint that it comes from. That is for messages, for explanations, and for what only
the constraint knows: its truth (`holds`).
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from importlib import import_module
from typing import TYPE_CHECKING, Any, ClassVar

from clew.constraints.names import Scope
from clew.constraints.registration import BOUNDS, DECIDED, DOMAIN, VALUE, Registration, words
from clew.records import frozen

if TYPE_CHECKING:
    from clew.constraints.all_different import Distinct as Distinct
    from clew.constraints.alternatives import Alternatives as Alternatives
    from clew.constraints.alternatives import Clause as Clause
    from clew.constraints.alternatives import Disjunction as Disjunction
    from clew.constraints.arithmetic import Extremum as Extremum
    from clew.constraints.base import Constraint, Domain
    from clew.constraints.compared import Compared as Compared
    from clew.constraints.counting import Cardinality as Cardinality
    from clew.constraints.distinct_sums import DistinctSum as DistinctSum
    from clew.constraints.lexicographic import Lexicographic as Lexicographic
    from clew.constraints.scheduling import ResourceUse as ResourceUse
    from clew.constraints.sequences import ElementAt as ElementAt
    from clew.constraints.stepwise import Stepwise
    from clew.constraints.table import Forbidden as Forbidden
    from clew.constraints.terms import Images as Images
    from clew.constraints.vectors import DistinctTuples as DistinctTuples

Tuples = Iterable[tuple[Any, ...]]
Domains = Sequence["Domain"]


@frozen(eq=False)
class Primitive:
    """A constraint, or a part of it, in the form that the compiler knows.

    Attributes:
        source: the constraint that it comes from.
        record: all that clew knows of primitives of this kind.
    """

    record: ClassVar[Registration]

    source: Constraint

    @property
    def scope(self) -> Scope:
        """The variables that it is about."""
        return self.source.scope

    def restated(self, source: Constraint) -> Primitive:
        """The same primitive of another constraint with the same scope, which means the same."""
        made = object.__new__(type(self))
        vars(made).update(vars(self), source=source)
        return made


@frozen(eq=False)
class Unary(Primitive):
    """A variable keeps only some values.

    Attributes:
        variable: the variable.
        accepts: whether it keeps a value.
    """

    record = Registration(
        strengths=(DOMAIN, DOMAIN, DOMAIN),
        reference="clew.reference.propagation.compiler:Compiler.add_unary",
        engine="clew.core.lowering.pairs:unary",
        intervals="clew.core.lowering.ends:of_unary",
        python_if_small=False,
        may_raise="clew.constraints.asking:of_unary",
        cnf="clew.exchange.encodings:Encoder.by_values",
        cnf_literals="clew.exchange.encodings:Encoder.kept",
        unwritten="the values that are kept are listed",
    )

    variable: Hashable
    accepts: Callable[[Any], bool]

    @property
    def scope(self) -> Scope:
        return (self.variable,)


@frozen(eq=False)
class Conflicts(Primitive):
    """The values of one variable that each value of another rules out.

    Attributes:
        one, other: the variables.
        compatible: whether a value of the one goes with a value of the other.
    """

    record = Registration(
        strengths=(VALUE, VALUE, DOMAIN),
        reference="clew.reference.propagation.compiler:Compiler.add_conflicts",
        engine="clew.core.lowering.pairs:conflicts",
        python_if_small=False,
        unwritten="a function says which two values go together",
    )

    one: Hashable
    other: Hashable
    compatible: Callable[[Any, Any], bool]

    @property
    def scope(self) -> Scope:
        return (self.one, self.other)


@frozen(eq=False)
class Difference(Primitive):
    """Two variables compare, as in `x != y` or `x <= y - 3`.

    Attributes:
        one, other: the variables.
        relation: one of `==`, `!=`, `<`, `<=`, `>`, `>=`.
        offset: the number that is added to the other before the one is compared with it. If it is 0, the values may be
            anything that can be compared so.
    """

    record = Registration(
        strengths=(VALUE, BOUNDS, DOMAIN),
        reference="clew.reference.propagation.linear:compile_difference",
        engine="clew.core.lowering.sums:difference",
        may_raise="clew.constraints.asking:of_difference",
        intervals="clew.core.lowering.ends:of_difference",
        python_if_small=False,
        minizinc="clew.exchange.minizinc_primitives:difference",
        json="clew.exchange.json_primitives:difference",
        cnf="clew.exchange.encodings:Encoder.difference",
    )

    one: Hashable
    other: Hashable
    relation: str
    offset: Any = 0

    @property
    def scope(self) -> Scope:
        return (self.one, self.other)


@frozen(eq=False)
class Extension(Primitive):
    """The variables take one of some tuples together (a table constraint).

    Attributes:
        tuples: the tuples; or a function that makes them of the domains, which gives None if they are too many.
    """

    record = Registration(
        strengths=(DECIDED, DOMAIN, DOMAIN),
        reference="clew.reference.propagation.table:compile_extension",
        engine="clew.core.lowering.tables:extension",
        python_if_small=False,
        minizinc="clew.exchange.minizinc_primitives:extension",
        json="clew.exchange.json_primitives:tuples",
        cnf="clew.exchange.encodings:Encoder.extension",
        hint=words("has no combination left", "n'a plus de combinaison", "hat keine Kombination mehr"),
    )

    tuples: Tuples | Callable[[Domains], Tuples | None]


@frozen(eq=False)
class Reading(Primitive):
    """The values, read from the first variable to the last, are a word that an automaton accepts.

    Attributes:
        source: has the automaton: `start`, `step`, `accepts`, and `shareable`, which says whether others may share it.
    """

    record = Registration(
        strengths=(DECIDED, DOMAIN, DOMAIN),
        reference="clew.reference.propagation.automaton:compile_automaton",
        engine="clew.core.lowering.tables:reading",
        minizinc="clew.exchange.minizinc_primitives:regular",
        json="clew.exchange.json_primitives:automaton_of",
        automaton="clew.exchange.automata:itself",
        hint=words("cannot be completed", "on ne peut pas compléter {constraint}", "lässt sich nicht vervollständigen"),
    )

    source: Stepwise

    def restated(self, source: Constraint) -> Reading:
        """The same: no other constraint has the automaton."""
        return self


@frozen(eq=False)
class WeightedSum(Primitive):
    """A weighted sum compares with a number.

    Attributes:
        coefficients: a number for each variable.
        relation: one of `==`, `!=`, `<`, `<=`, `>`, `>=`.
        bound: the number.
    """

    record = Registration(
        strengths=(DECIDED, BOUNDS, BOUNDS),
        reference="clew.reference.propagation.linear:compile_sum",
        engine="clew.core.lowering.sums:weighted_sum",
        may_raise="clew.constraints.asking:of_numbers",
        intervals="clew.core.lowering.ends:of_sum",
        python_if_small=False,
        minizinc="clew.exchange.minizinc_primitives:weighted_sum",
        json="clew.exchange.json_primitives:weighted_sum",
        automaton="clew.exchange.automata:sums",
        hint=words("cannot add up", "ne peut pas avoir le bon total", "geht nicht auf"),
    )

    coefficients: tuple[Any, ...]
    relation: str
    bound: Any


@frozen(eq=False)
class Covering(Primitive):
    """Each item takes an option that covers it, and no two options that are taken cover the same item.

    Attributes:
        options: each option with the items that it covers; those that are no variable are covered once at most.
    """

    record = Registration(
        strengths=(VALUE, VALUE, VALUE),
        reference="clew.reference.propagation.cover:compile_cover",
        engine="clew.core.lowering.distinct:cover",
        python_if_small=False,
        minizinc="clew.exchange.minizinc_primitives:cover",
        json="clew.exchange.json_primitives:cover",
        cnf="clew.exchange.encodings:Encoder.cover",
        hint=words("is not possible", "n'est pas possible", "ist nicht möglich"),
    )

    options: tuple[tuple[Any, frozenset[Any]], ...]


@frozen(eq=False)
class Callback(Primitive):
    """Python decides: `holds`, and `propagate` if the constraint overrides it."""

    record = Registration(
        strengths=(DECIDED, DECIDED, DECIDED),
        reference="clew.reference.propagation.compiler:Compiler.add_callback",
        engine="clew.core.lowering.callback:callback",
        python_if_small=False,
        may_raise="clew.constraints.asking:always",
        minizinc="clew.exchange.minizinc_primitives:callback",
        cnf_literals="clew.exchange.encodings:Encoder.any_part",
        unwritten="Python decides; only combinations have forms",
    )


def may_imply(primitive: Primitive) -> bool:
    """Whether more may follow from a primitive together with others: it is a sum, or may be one, or has no order."""
    return isinstance(primitive, (WeightedSum, Extension)) or is_unordered(primitive)


def is_unordered(primitive: Primitive) -> bool:
    """Whether it reads variables, the values of which may come in any order."""
    return isinstance(primitive, Reading) and primitive.source.in_any_order


def implied(
    primitives: Sequence[Primitive], domains: Mapping[Any, Sequence[Any]], left: Callable[[Hashable], Sequence[Any]]
) -> Iterable[Primitive]:
    """The primitives that both compilers add, because they follow from several of a model and prune more.

    Args:
        primitives: all that the constraints of the model are made of; those that imply nothing may be left out.
        domains: the variables with the values that they were declared with.
        left: the values that a variable has left once the constraints on one variable have shrunk its domain.
    """
    if not any(map(may_imply, primitives)):
        return ()
    from clew.constraints.distinct_sums import distinct_sums  # most models have no sums

    return distinct_sums(primitives, domains, left)


def __getattr__(name: str) -> Any:
    """A primitive that stands in the file of a family of constraints."""
    return getattr(import_module("clew.constraints"), name)
