"""Constraints of a program's own as bundled ones that say the same, by the primitives that they are made of.

So a writer that knows the bundled constraints writes any constraint that is made of primitives in its native form,
and not as a table of all combinations.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from functools import reduce
from itertools import product
from typing import Any

from clew.constraints import (
    AllDifferent,
    And,
    Comparison,
    Constraint,
    Count,
    DistinctVectors,
    Element,
    ExactCover,
    Lex,
    Linear,
    Or,
    Table,
    Var,
)
from clew.constraints import primitives as forms
from clew.constraints.arithmetic import Tree
from clew.constraints.expressions import compare_trees
from clew.constraints.primitives import (
    Cardinality,
    Clause,
    Conflicts,
    Cover,
    Difference,
    Disjunction,
    Distinct,
    DistinctTuples,
    Extension,
    Extremum,
    Forbidden,
    Lexicographic,
    Polynomial,
    Primitive,
    Unary,
    WeightedSum,
)

BUNDLED = "clew.constraints."


def standard(constraint: Constraint, domains: Mapping[Any, Sequence[Any]]) -> Iterable[Constraint]:
    """Bundled constraints that together say what a constraint says; itself if it is one, or if there are none.

    Args:
        constraint: the constraint.
        domains: the values of each variable.
    """
    if type(constraint).__module__.startswith(BUNDLED) or not _says_its_primitives(constraint):
        return (constraint,)
    parts = [_bundled(primitive, domains) for primitive in constraint.primitives()]
    known = [conjunct for part in parts if part is not None for conjunct in part.conjuncts()]
    if not known or None in parts:
        return (constraint,)
    return [part.named(constraint.label) if constraint.label else part for part in known]


def _polynomial(terms: Iterable[tuple[Any, Sequence[Hashable]]], relation: str, bound: Any) -> Constraint:
    """A comparison of expressions, in the form that it takes if it is written in Python."""
    trees: list[Tree] = []
    for weight, factors in terms:
        names: list[Tree] = [("name", variable) for variable in factors]
        trees.append(_chain("*", names if weight == 1 else [("constant", weight), *names]))
    return compare_trees(_chain("+", trees), relation, ("constant", bound))


def _chain(kind: str, trees: list[Tree]) -> Tree:
    return reduce(lambda one, other: (kind, one, other), trees)


def _says_its_primitives(constraint: Constraint) -> bool:
    """Whether its primitives are those of the class that says what holds: a subclass may mean something else."""
    for kind in type(constraint).__mro__:
        if "compile" in vars(kind):
            return False
        if "primitives" in vars(kind):
            return True
        if "holds" in vars(kind):
            return False
    return False


def _bundled(  # noqa: C901  (one case for each)
    primitive: Primitive, domains: Mapping[Any, Sequence[Any]]
) -> Constraint | None:
    match primitive:
        case Unary(variable=variable, accepts=accepts):
            return Table((variable,), [(value,) for value in domains[variable] if accepts(value)])
        case Conflicts(one=one, other=other, compatible=compatible):
            pairs = [pair for pair in product(domains[one], domains[other]) if compatible(*pair)]
            return Table((one, other), pairs)
        case Difference(one=one, other=other, relation=relation, offset=offset):
            return (
                Linear((one, other), (1, -1), relation, offset) if offset != 0 else Comparison((one, other), relation)
            )
        case Forbidden(tuples=tuples):
            return Table(primitive.scope, tuples, allowed=False)
        case Extension(tuples=tuples) if not callable(tuples):
            return Table(primitive.scope, tuples)
        case WeightedSum(coefficients=coefficients, relation=relation, bound=bound):
            return Linear(primitive.scope, coefficients, relation, bound)
        case Polynomial(terms=terms, relation=relation, bound=bound):
            return _polynomial(terms, relation, bound)
        case Extremum(result=result, variables=variables):
            among: list[Constraint] = [Comparison((variable, result), "==") for variable in variables]
            relation = "<=" if primitive.is_largest else ">="
            return And([*(Comparison((variable, result), relation) for variable in variables), Or(among)])
        case forms.Element(index=index, entries=entries, value=value):
            sequence = [Var(content) if kind == "variable" else content for kind, content in entries]
            return Element(index, sequence, value)
        case Lexicographic(left=left, right=right, strict=strict):
            return Lex(left, right, strict)
        case Clause(literals=literals):
            kept = (([v for v in domains[one.variable] if one.accepts(v)], one.variable) for one in literals)
            return Or([Table((variable,), [(value,) for value in values]) for values, variable in kept])
        case Disjunction(sums=sums):
            return Or([Linear(one.scope, one.coefficients, one.relation, one.bound) for one in sums])
        case Distinct(mapped=mapped):
            if not primitive.is_mapped:
                return AllDifferent(primitive.scope, offsets=primitive.offsets, exceptions=primitive.exceptions)
            place = {variable: k for k, variable in enumerate(primitive.scope)}
            mapping = lambda variable, value: mapped(place[variable], value)  # noqa: E731
            return AllDifferent(primitive.scope, mapping=mapping, exceptions=primitive.exceptions)
        case Cardinality(counts=counts):
            return Count(primitive.scope, counts)
        case DistinctTuples(vectors=vectors):
            return DistinctVectors(vectors)
        case Cover(options=options):
            optional = {item for _, items in options for item in items}.difference(primitive.scope)
            return ExactCover(dict(options), optional)
    return None
