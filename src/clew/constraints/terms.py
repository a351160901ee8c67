"""Expressions in the place of variables: constraints that stand for one about them."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from itertools import product
from typing import Any

import attrs

from clew.constraints.asking import Compiler, may_raise, of_numbers
from clew.constraints.base import OPEN, Constraint, Domain, StandIn, Values, are_few, truth
from clew.constraints.logic import opposite, reified
from clew.constraints.names import Scope, Term
from clew.constraints.primitives import Extension, Primitive
from clew.constraints.registration import DECIDED, Registration
from clew.constraints.stepwise import Rejecting, Stepwise
from clew.constraints.table import Table
from clew.constraints.trees import (
    Function,
    Tree,
    folded,
    function_of,
    names_in,
    placed,
)
from clew.records import frozen

Image = Callable[[Any], Any]


def tree_of(name: Hashable) -> Tree:
    """The expression in the place of a variable; no term is left in it."""
    tree = name.tree if isinstance(name, Term) else ("name", name)
    made: Tree = folded(tree, _leaf, lambda kind, parts: (kind, *parts))
    return made


def _leaf(part: Tree) -> Tree:
    if part[0] == "condition":
        from clew.constraints.resolving import whole

        return "condition", whole(part[1])
    return tree_of(part[1]) if part[0] == "name" and isinstance(part[1], Term) else part


@attrs.frozen
class TermOf:
    """The value of the expression about a variable: a mapping for `AllDifferent`."""

    names: Scope
    trees: tuple[Tree, ...]
    _images: dict[Hashable, Image] = attrs.field(init=False, eq=False, repr=False)

    def __attrs_post_init__(self) -> None:
        images = {name: _image(tree, name) for name, tree in zip(self.names, self.trees, strict=True)}
        object.__setattr__(self, "_images", images)

    def __call__(self, name: Any, value: Any) -> Any:
        return self._images[name](value)

    def __reduce__(self) -> tuple[Any, ...]:
        return TermOf, (self.names, self.trees)


def _truth_of(condition: Constraint) -> Function:
    return lambda values: int(truth(condition, values))


def _image(tree: Tree, name: Hashable) -> Image:
    function = function_of("{}", placed(tree, (name,)))
    return lambda value: function((value,))


class _Resolved(StandIn):
    """A constraint that stands for one with terms in its scope."""

    __slots__ = ()
    label: str | None

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.of,), {"label": self.label}


@frozen(eq=False)
class Images(Primitive):
    """A constraint holds of what expressions are worth.

    Attributes:
        of: the constraint; it has an expression, or a variable, at each position of its scope.
        terms: for each of these positions the variables, and the function of the tuple of their values; with the
            condition of which it is the truth, or None.
    """

    record = Registration(
        strengths=(DECIDED, DECIDED, DECIDED),
        reference="clew.reference.propagation.images:compile_images",
        engine="clew.core.lowering.images:images",
        may_raise="clew.constraints.terms:of_images",
        unwritten="the values of the expressions are calculated in Python",
    )

    of: Constraint
    terms: tuple[tuple[Scope, Function, Constraint | None], ...]


def of_images(primitive: Images, compiler: Compiler) -> bool:
    """Whether an expression may be undefined, or Python is asked about a condition or about the constraint."""
    are_total = all(_is_total(tree_of(name), compiler) for name in primitive.of.scope)
    return not are_total or of_numbers(primitive, compiler) or any(map(may_raise, primitive.of.primitives()))


def _is_total(tree: Tree, compiler: Compiler) -> bool:
    """Whether an expression has a value whatever those of its variables are, and no condition asks Python."""

    def leaf(part: Tree) -> bool:
        return part[0] != "condition" or reified(part[1], compiler) is not None

    return bool(folded(tree, leaf, lambda kind, parts: kind in ("+", "-", "*", "abs", "max", "min") and all(parts)))


@attrs.frozen(init=False)
class OfTerms(_Resolved, Constraint):
    """A constraint about expressions, as one about the variables in them.

    Pruning: a table if its combinations are few; otherwise that of the constraint about what the expressions are worth,
    taken back to the values of their variables; and the values of the last open variable in any case.

    Args:
        of: the constraint, with terms in its scope.
    """

    partial = True

    of: Constraint
    _terms: tuple[tuple[tuple[int, ...], Function, Constraint | None], ...] = attrs.field(
        init=False, eq=False, repr=False
    )
    """For each position of the constraint's own scope the places of the variables, and the function of them.

    The third part is the condition of which the function is the truth, if it is that."""

    def __init__(self, of: Constraint) -> None:
        trees = list(map(tree_of, of.scope))
        scope = names_in(*trees)
        place = {name: k for k, name in enumerate(scope)}
        terms = []
        for tree in trees:
            names = names_in(tree)
            condition = tree[1] if tree[0] == "condition" else None
            function = function_of("{}", placed(tree, names)) if condition is None else _truth_of(condition)
            terms.append((tuple([place[name] for name in names]), function, condition))
        object.__setattr__(self, "_terms", tuple(terms))
        self.__attrs_init__(scope, of)

    def holds(self, values: Values) -> bool:
        return self.of.holds([function([values[k] for k in places]) for places, function, _ in self._terms])

    def consistent(self, values: Values) -> bool:
        return self.of.consistent(self._worth(values)) if self.of.partial else super().consistent(values)

    def _worth(self, values: Values) -> list[Any]:
        """The values of the expressions; OPEN if a variable in one is."""
        worth = []
        for places, function, _ in self._terms:
            some = [values[k] for k in places]
            worth.append(OPEN if any(value is OPEN for value in some) else function(some))
        return worth

    def conflicting(self, values: Values) -> Sequence[int]:
        broken = self.of.conflicting(self._worth(values))
        places = sorted({place for position in broken for place in self._terms[position][0]})
        return places or super().conflicting(values)

    def opposite(self) -> Constraint | None:
        found = opposite(self.of)
        if found is None:
            return None
        from clew.constraints.resolving import whole

        return whole(found)

    def _preimages(self, domains: Sequence[Domain]) -> list[dict[Any, list[Values]]] | None:
        """For each expression the values of its variables, by what it is worth; None if they are too many."""
        preimages = []
        for places, function, _ in self._terms:
            if len(places) > 1 and not are_few([domains[k] for k in places]):
                return None
            by_worth: dict[Any, list[Values]] = {}
            for values in product(*(domains[k] for k in places)):
                by_worth.setdefault(function(values), []).append(values)
            preimages.append(by_worth)
        return preimages

    def primitives(self) -> Iterable[Primitive]:
        table: Any = self.of
        places = [place for some, *_ in self._terms for place in some]
        is_listed = isinstance(table, Table) and table.allowed and not table.tuples.has_gaps
        if not is_listed or sorted(places) != list(range(len(self.scope))):
            terms = ((tuple([self.scope[k] for k in some]), function, one) for some, function, one in self._terms)
            return (Images(self, self.of, tuple(terms)),)
        where = sorted(range(len(places)), key=places.__getitem__)

        def tuples(domains: Sequence[Domain]) -> Iterator[tuple[Any, ...]] | None:
            """Each expression has its own variables: tuples of what they are worth stand for tuples of values."""
            before = self._preimages(domains)
            if before is None:
                return None
            rows = (
                row
                for worth in table.tuples
                for row in product(*(by_worth.get(one, ()) for one, by_worth in zip(worth, before, strict=True)))
            )
            return (tuple([value for some in row for value in some][k] for k in where) for row in rows)

        return (Extension(self, tuples),)


@attrs.frozen(init=False)
class OfTermsInOrder(_Resolved, Stepwise):
    """A constraint that reads its scope value by value, about expressions with one variable each.

    Args:
        of: the constraint, with terms in its scope.
    """

    of: Stepwise
    _images: tuple[Image, ...] = attrs.field(init=False, eq=False, repr=False)

    def __init__(self, of: Stepwise) -> None:
        trees = list(map(tree_of, of.scope))
        scope = tuple(names_in(tree)[0] for tree in trees)
        object.__setattr__(self, "_images", tuple(map(_image, trees, scope)))
        self.__attrs_init__(scope, of)

    def _worth(self, values: Values) -> list[Any]:
        return [OPEN if v is OPEN else image(v) for image, v in zip(self._images, values, strict=True)]

    def holds(self, values: Values) -> bool:
        return self.of.holds(self._worth(values))

    def consistent(self, values: Values) -> bool:
        return self.of.consistent(self._worth(values))

    def conflicting(self, values: Values) -> Sequence[int]:
        return self.of.conflicting(self._worth(values))

    def opposite(self) -> Constraint:
        return Rejecting(self)

    def start(self) -> Hashable:
        return self.of.start()

    def step(self, memory: Any, position: int, value: Any) -> Hashable | None:
        return self.of.step(memory, position, self._images[position](value))

    def accepts(self, memory: Any) -> bool:
        return self.of.accepts(memory)
