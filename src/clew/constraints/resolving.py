"""Constraints about expressions, resolved: constraints about variables that say the same.

A problem or a model that takes a constraint whose scope holds a `Term` takes the constraints that `resolved` gives
instead. No variable is added: the value of an expression is computed from its variables.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Sequence
from functools import reduce
from itertools import combinations, product
from typing import Any, Final

from clew.constraints.all_different import AllDifferent
from clew.constraints.arithmetic import RELATIONS, Comparison, Formula, Linear, Product
from clew.constraints.base import Constraint
from clew.constraints.expressions import compare_trees
from clew.constraints.logic import And, Not, Or
from clew.constraints.names import Term
from clew.constraints.stepwise import Stepwise
from clew.constraints.terms import OfTerms, OfTermsInOrder, TermOf, tree_of
from clew.constraints.trees import Tree, check_depth, folded, is_constant, linear, names_in, placed

CASES: Final = 2
"""Conditions up to which a comparison of expressions becomes one of its cases."""


def resolved(constraint: Constraint) -> Iterable[Constraint]:
    """Constraints about variables that together say what a constraint with terms in its scope says.

    Arithmetic stays arithmetic; all-different becomes one of mapped values, or inequalities of pairs; a constraint
    that reads its scope value by value still does. Anything else is asked about the values of the expressions.
    """
    trees = [tree_of(name) for name in constraint.scope if isinstance(name, Term)]
    check_depth(constraint.title, [placed(tree, names_in(tree)) for tree in trees])
    made = list(_forms(constraint))
    return made if constraint.label is None else [part.named(constraint.label) for part in made]


def whole(constraint: Constraint) -> Constraint:
    """A constraint without terms in its scope that says the same as one that may have some."""
    if Term not in map(type, constraint.scope):
        return constraint
    parts = list(resolved(constraint))
    return parts[0] if len(parts) == 1 else And(parts)


def _forms(constraint: Constraint) -> Iterator[Constraint]:
    if isinstance(constraint, (And, Not, Or)) and type(constraint) in (And, Not, Or):
        yield type(constraint)(*map(whole, constraint.parts))
        return
    trees = list(map(tree_of, constraint.scope))
    names = list(map(names_in, trees))
    is_simple = all(len(some) == 1 for some in names) and len({some[0] for some in names}) == len(names)
    if (sides := _sides(constraint, trees)) is not None:
        yield _compared(constraint, *sides)
    elif type(constraint) is AllDifferent and constraint.mapping is None and is_simple:
        yield _mapped(constraint, [some[0] for some in names], trees)
    elif type(constraint) is AllDifferent and not (constraint.mapping or constraint.offsets or constraint.exceptions):
        for one, other in combinations(constraint.scope, 2):
            yield _compared(AllDifferent((one, other)), tree_of(one), "!=", tree_of(other))
    elif isinstance(constraint, Stepwise) and is_simple:
        yield OfTermsInOrder(constraint)
    else:
        yield OfTerms(constraint)


def _conditions(trees: Iterable[Tree]) -> tuple[Tree, ...]:
    """The conditions in some expressions, each once."""
    found: dict[Tree, None] = {}
    for tree in trees:
        folded(tree, lambda leaf: found.setdefault(leaf) if leaf[0] == "condition" else None, lambda kind, parts: None)
    return tuple(found)


def _reckoned(kind: str, parts: list[Tree]) -> Tree:
    """An expression; the number that it is, if its parts are exact numbers."""
    tree = (kind, *parts)
    weights, number = linear(tree) if all(part[0] == "constant" for part in parts) else (None, 0)
    return tree if weights is None else ("constant", number)


def _by_cases(
    constraint: Constraint, one: Tree, relation: str, other: Tree, conditions: tuple[Tree, ...]
) -> Constraint:
    """A comparison as one of its cases: in each some conditions hold and the others do not."""
    cases: list[Constraint] = []
    for verdicts in product((1, 0), repeat=len(conditions)):
        known = dict(zip(conditions, verdicts, strict=True))

        def settled(leaf: Tree, known: dict[Tree, int] = known) -> Tree:
            return ("constant", known[leaf]) if leaf[0] == "condition" else leaf

        pair = [folded(side, settled, _reckoned) for side in (one, other)]
        parts = [condition if verdict else Not(condition) for (_, condition), verdict in known.items()]
        number = linear(("-", *pair))
        if number[0] != {}:
            cases.append(And([*parts, compare_trees(pair[0], relation, pair[1])]))
        elif RELATIONS[relation](number[1], 0):
            cases.append(And(parts))
    return Or(cases) if cases else OfTerms(constraint)


def _sides(constraint: Constraint, trees: list[Tree]) -> tuple[Tree, str, Tree] | None:
    """The two expressions that arithmetic compares, and how; None for any other constraint."""
    match constraint:
        case Linear(coefficients=weights, relation=relation, bound=bound):
            terms = (("*", ("constant", weight), tree) for weight, tree in zip(weights, trees, strict=True))
            return reduce(lambda one, other: ("+", one, other), terms, ("constant", 0)), relation, ("constant", bound)
        case Formula(left=left, relation=relation, right=right):
            return _named(left, trees), relation, _named(right, trees)
        case Product(relation=relation, bound=bound):
            return reduce(lambda one, other: ("*", one, other), trees), relation, ("constant", bound)
        case Comparison(relation=relation, constant=constant):
            return trees[0], relation, trees[1] if len(trees) == 2 else ("constant", constant)
    return None


def _named(tree: Tree, trees: list[Tree]) -> Tree:
    """An expression with others in the places of variables."""

    def node(kind: str, parts: list[Tree]) -> Tree:
        return (kind, *parts) if len(parts) < 3 else reduce(lambda one, other: (kind, one, other), parts)

    made: Tree = folded(tree, lambda leaf: trees[leaf[1]] if leaf[0] == "variable" else leaf, node)
    return made


def _compared(constraint: Constraint, one: Tree, relation: str, other: Tree) -> Constraint:
    """A comparison of expressions; if no variable is left in it, or many conditions are, the constraint as it is."""
    conditions = _conditions((one, other))
    if is_constant(("-", one, other)) or len(conditions) > CASES:
        return OfTerms(constraint)
    return (
        _by_cases(constraint, one, relation, other, conditions) if conditions else compare_trees(one, relation, other)
    )


def _mapped(constraint: AllDifferent, names: Sequence[Hashable], trees: Sequence[Tree]) -> AllDifferent:
    """Values must differ after an offset, if the expressions only add one; else after a function of each variable."""
    offsets = constraint.offsets or (0,) * len(names)
    added = [_added(tree) for tree in trees]
    if all(type(number) is int for number in (*added, *offsets)):
        sums = [number + offset for number, offset in zip(added, offsets, strict=True)]
        return AllDifferent(names, offsets=sums, exceptions=constraint.exceptions)
    mapping = TermOf(tuple(names), tuple(trees))
    return AllDifferent(names, offsets=constraint.offsets, mapping=mapping, exceptions=constraint.exceptions)


def _added(tree: Tree) -> Any:
    """The number that an expression adds to a variable; None if it does anything else."""
    match tree:
        case ("name", _):
            return 0
        case ("+", ("name", _), ("constant", number)) | ("+", ("constant", number), ("name", _)):
            return number
        case ("-", ("name", _), ("constant", number)) if isinstance(number, int):
            return -number
    return None
