"""The declaration of a problem, read once before it is written in some format."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from itertools import chain, product
from math import prod
from numbers import Rational
from operator import mul
from typing import Any, Final

import attrs

from clew.constraints import Count
from clew.constraints import Element as SequenceElement
from clew.constraints import primitives as kinds
from clew.constraints.arithmetic import RELATIONS, comparing
from clew.constraints.base import Constraint, truth
from clew.constraints.primitives import Primitive
from clew.constraints.stepwise import Stepwise
from clew.errors import OptionError, ProblemError
from clew.planning.validation import check_problem
from clew.problem.declared import Declared, overrides, title_of
from clew.problem.problem import AnyProblem
from clew.state.lanes import Lanes

COMBINATIONS: Final = 20_000
"""Combinations of values up to which a constraint that a format does not know is written out one by one."""

PAIRS: Final = 1_000_000
"""The limit for two variables; for one there is none."""

HOOKS: Final = ("enumerate_values", "is_consistent", "forward_check")
"""Those that may reject something that no constraint says."""

Domains = Sequence[tuple[Any, ...]]

Choice = tuple[Any, Any]
"""A variable and one of its values."""

PLAIN: Final[Mapping[type, Callable[[Any], Primitive]]] = {
    Count: lambda c: kinds.Cardinality(c, c.counts),
    SequenceElement: lambda c: kinds.ElementAt(c, c.scope[0], c.entries(), c.scope[1]),
}
"""The primitive of constraints that choose theirs by how much it prunes: a `Count` may be an automaton, and an element
whose index is in its own sequence is decided in Python."""


@attrs.frozen(eq=False)
class Declaration:
    """The variables, the given values and the constraints of a problem.

    Attributes:
        problem: whose they are.
        domains: the values of each variable.
        given: the values that the instance fixes.
        constraints: the declared constraints, conjunctions taken apart.
    """

    problem: AnyProblem
    domains: dict[Any, tuple[Any, ...]]
    given: dict[Any, Any]
    constraints: tuple[Constraint, ...]

    @property
    def title(self) -> str:
        """The name of the problem, in one line."""
        return one_line(title_of(self.problem))

    def of(self, scope: Iterable[Hashable]) -> Domains:
        """The domains of some variables."""
        return [self.domains[variable] for variable in scope]

    def is_exact(self, scope: Iterable[Hashable], *numbers: Any) -> bool:
        """Whether some numbers, and all values of some variables, are numbers that are never rounded."""
        return all(isinstance(number, Rational) for number in chain(numbers, *self.of(scope)))

    def primitives(self, constraint: Constraint) -> list[Primitive]:
        """The primitives that a constraint is written as: those that it is made of, or its `PLAIN` form.

        Only if the class that says what holds says them: a subclass may mean something else, and Python is asked.
        """
        made: Iterable[Primitive] = [kinds.Callback(constraint)]
        if isinstance(constraint, Stepwise):
            made = [kinds.Reading(constraint)]
        for kind in type(constraint).__mro__:
            if kind in PLAIN or "primitives" in vars(kind):
                made = (PLAIN[kind](constraint),) if kind in PLAIN else constraint.primitives()
                break
            if "holds" in vars(kind) or "compile" in vars(kind):
                break
        return [self._settled(primitive) for primitive in made]

    def _settled(self, primitive: Primitive) -> Primitive:
        """A primitive with the tuples that the domains have; a `Callback` if its form does not suit the values."""
        match primitive:
            case kinds.Extension(source=source, tuples=tuples) | kinds.Forbidden(source=source, tuples=tuples):
                rows = tuples(self.of(source.scope)) if callable(tuples) else tuples
                if rows is None:
                    return kinds.Callback(source)
                return type(primitive)(source, self._ordered(source.scope, rows))
            case kinds.Alternatives(source=source, alternatives=alternatives):
                return kinds.Alternatives(source, tuple(tuple(map(self._settled, some)) for some in alternatives))
            case kinds.Disjunction() if not self.is_exact(primitive.scope):
                return kinds.Callback(primitive.source)
            case kinds.ElementAt(index=index) if not all(isinstance(value, int) for value in self.domains[index]):
                return kinds.Callback(primitive.source)
        return primitive

    def _ordered(self, scope: Iterable[Hashable], tuples: Iterable[tuple[Any, ...]]) -> list[tuple[Any, ...]]:
        """The tuples whose values are all there, in the order of the domains."""
        places = [{value: k for k, value in enumerate(domain)} for domain in self.of(scope)]
        rows = [row for row in tuples if all(value in place for value, place in zip(row, places, strict=True))]
        return sorted(rows, key=lambda row: [place[value] for value, place in zip(row, places, strict=True)])

    def is_small(self, primitive: Primitive) -> bool:
        """Whether the combinations of values in a primitive's scope are few enough to be looked at one by one."""
        scope = primitive.scope
        return len(scope) == 1 or prod(map(len, self.of(scope))) <= _most(primitive)

    def combinations(self, primitive: Primitive) -> list[tuple[tuple[Any, ...], bool]]:
        """Every combination of values in a primitive's scope, and whether it satisfies the primitive.

        Raises:
            OptionError: there are too many of them.
        """
        domains = self.of(primitive.scope)
        if not self.is_small(primitive):
            raise OptionError(
                f"{primitive.source.title} cannot be written: it has no form of its own here, and its values have "
                f"{prod(map(len, domains))} combinations, more than the {_most(primitive)} that are written as a "
                f"table: declare it otherwise"
            )
        holds = self._holding(primitive)
        return [(values, holds(values)) for values in product(*domains)]

    def allowed(self, primitive: Primitive) -> list[tuple[Any, ...]]:
        """The combinations of values that satisfy a primitive, see `combinations`."""
        return [values for values, holds in self.combinations(primitive) if holds]

    def covering(self, p: kinds.Covering) -> tuple[list[Choice], list[list[Choice]], list[list[Choice]]]:
        """An exact cover in terms of items that are covered by an option.

        Returns:
            Those that cannot be; those, option by option, that are all taken or none; and those, optional item by
            optional item, of which one at most is taken.
        """
        items_of = dict(p.options)
        refused = [(i, option) for i in p.scope for option in self.domains[i] if i not in items_of.get(option, ())]
        together: list[list[Choice]] = []
        rivals: dict[Any, list[int]] = {}
        for option, items in p.options:
            required = [item for item in p.scope if item in items]
            taken = [(item, option) for item in required if option in self.domains[item]]
            if len(taken) < len(required):
                refused += taken
            elif taken:
                for item in items.difference(required):
                    rivals.setdefault(item, []).append(len(together))
                together.append(taken)
        # The items of an option are a set, which has no order; the options have the order in which they were declared.
        return refused, together, [[together[place][0] for place in some] for some in sorted(rivals.values())]

    def _holding(self, primitive: Primitive) -> Callable[[Sequence[Any]], bool]:
        """Whether values of its scope satisfy a primitive; if it is only a part of its source, without asking that."""
        match primitive:
            case kinds.Unary(accepts=keeps) | kinds.Conflicts(compatible=keeps):
                return lambda values: bool(keeps(*values))
            case kinds.Difference():
                compare = comparing(primitive)
                return lambda values: compare(*values)
            case kinds.WeightedSum(coefficients=weights, bound=bound) if self.is_exact(
                primitive.scope, *weights, bound
            ):
                relation = RELATIONS[primitive.relation]
                return lambda values: bool(relation(sum(map(mul, weights, values)), bound))
        return lambda values: truth(primitive.source, values)


def _most(primitive: Primitive) -> int:
    return COMBINATIONS if len(primitive.scope) > 2 else PAIRS


def declaration(problem: AnyProblem) -> Declaration:
    """The declaration of a problem.

    Raises:
        OptionError: the problem's rules lie in its hooks, or its variables appear as the search goes.
        ProblemError: a constraint or a given value is about something that was not declared.
    """
    check_problem(problem)
    title = title_of(problem)
    for hook in HOOKS:
        if overrides(problem, hook):
            raise OptionError(f"{title} cannot be written: its {hook} is a rule in Python: declare it as a constraint")
    domains = {variable: tuple(values) for variable, values in problem.domains().items()}
    if not domains:
        raise OptionError(f"{title} cannot be written: its variables appear as the search goes")
    Lanes(domains)  # rejects what is no domain
    given = dict(problem.given())
    for variable, value in given.items():
        if variable not in domains or value not in domains[variable]:
            raise ProblemError(f"{title}: given() fixes {variable!r} to {value!r}, which no domain has")
    if tuple(problem.soft_constraints()):
        complaint = "has soft constraints, which are not written: leave them out, or declare their costs as variables"
        raise OptionError(f"{title_of(problem)} {complaint}")
    return Declaration(problem, domains, given, tuple(Declared(problem).constraints))


def one_line(text: object) -> str:
    """A text for a comment, in one line, so that it cannot end the comment."""
    return "".join(c if c.isprintable() else "?" for c in str(text))
