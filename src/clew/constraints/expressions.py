"""Expressions: constraints written as Python writes arithmetic, `x + 1 < y`, `sum(row) == 15`."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Any, NoReturn

from clew.constraints.arithmetic import MIRRORED, Comparison, Formula, Linear, Product
from clew.constraints.base import Constraint
from clew.constraints.names import Arithmetic, Term, Variable, no_part, walkable
from clew.constraints.trees import Tree, folded, is_number, linear, names_in, placed
from clew.errors import ProblemError, called_with, cut, shown

__all__ = ["Constant", "Expression", "Max", "Min", "Var"]


def _operator(kind: str) -> Callable[[Expression, Any], Expression]:
    return lambda left, right: _make(kind, left, right)


def _reflected(kind: str) -> Callable[[Expression, Any], Expression]:
    return lambda right, left: _make(kind, left, right)


def _relation(relation: str) -> Callable[[Expression, Any], Constraint]:
    return lambda left, right: compare(left, relation, right)


class Expression(Arithmetic):
    """Something made of variables and numbers by `+ - * // / % ** abs()`; comparing it makes a constraint.

    A constraint in it counts as 1 if it holds and as 0 if it does not: `sum(x == 3 for x in row) >= 2`.
    """

    __slots__ = ("_tree",)
    _tree: Tree
    __hash__ = None  # type: ignore[assignment]  # == makes a constraint, so there is no sound hash

    def __init__(self, tree: Tree) -> None:
        object.__setattr__(self, "_tree", tree)

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"an expression is immutable: {name} cannot be set")

    def __bool__(self) -> bool:
        raise TypeError("an expression has no truth value before its variables have values: compare it")

    def __iter__(self) -> Any:
        raise TypeError("an expression cannot be walked through")

    def __repr__(self) -> str:
        return f"<{_shown(self._tree)}>"

    def __radd__(self, other: Any) -> Expression:
        return self if isinstance(other, int) and other == 0 else _make("+", other, self)  # sum() starts at 0

    def __or__(self, *other: object) -> NoReturn:
        raise no_part("&, | and ~ combine", self)

    __and__ = __ror__ = __rand__ = __invert__ = __or__

    def __neg__(self) -> Expression:
        return _make("*", -1, self)

    def __pos__(self) -> Expression:
        return self

    def __abs__(self) -> Expression:
        return Expression(("abs", self._tree))

    __add__ = _operator("+")
    __sub__ = _operator("-")
    __mul__ = _operator("*")
    __truediv__ = _operator("/")
    __floordiv__ = _operator("//")
    __mod__ = _operator("%")
    __pow__ = _operator("**")

    __rsub__ = _reflected("-")
    __rmul__ = _reflected("*")
    __rtruediv__ = _reflected("/")
    __rfloordiv__ = _reflected("//")
    __rmod__ = _reflected("%")
    __rpow__ = _reflected("**")

    __eq__ = _relation("==")  # type: ignore[assignment]
    __ne__ = _relation("!=")  # type: ignore[assignment]
    __lt__ = _relation("<")
    __le__ = _relation("<=")
    __gt__ = _relation(">")
    __ge__ = _relation(">=")


class Var(Expression, Variable):
    """A variable to write expressions with.

    Args:
        name: the name of a variable of the problem.
    """

    __slots__ = ("name",)

    @called_with("as in Var('x')")
    def __init__(self, name: Hashable) -> None:
        object.__setattr__(self, "name", name)
        super().__init__(("name", name))

    def __repr__(self) -> str:
        return f"Var({self.name!r})"


class Constant(Expression):
    """A constant as an argument of a constraint that takes variables: `AllDifferent([x, y, Constant(3)])`.

    A bare 3 would be the variable of that name.

    Args:
        value: any hashable value; in arithmetic, a number.
    """

    __slots__ = ()

    @called_with("as in Constant(5)")
    def __init__(self, value: Hashable) -> None:
        super().__init__(("constant", value))


def _make(kind: str, left: Any, right: Any) -> Expression:
    one, other = _tree_of(left), _tree_of(right)
    _numbers(one, other)
    return Expression((kind, one, other))


def _numbers(*trees: Tree) -> None:
    for kind, content, *_ in trees:
        if kind == "constant" and not is_number(content):
            raise ProblemError(f"{shown(content)} is no number: it cannot be part of an arithmetic expression")


def _tree_of(part: Any) -> Tree:
    if isinstance(part, Constraint):
        return ("name", Term(("condition", part)))
    return part._tree if isinstance(part, Expression) else ("constant", part)


def _shown(tree: Tree) -> str:
    return str(folded(tree, lambda leaf: leaf[1].title if leaf[0] == "condition" else shown(leaf[1]), _joined))


def _joined(kind: str, parts: list[str]) -> str:
    return cut(f"{kind}({', '.join(parts)})" if kind in ("abs", "max", "min") else f"({f' {kind} '.join(parts)})")


def _extremum(kind: str, parts: tuple[Any, ...]) -> Expression:
    is_collection = len(parts) == 1 and not isinstance(parts[0], (Expression, Constraint)) and walkable(parts[0])
    trees = [*map(_tree_of, parts[0] if is_collection else parts)]
    if not trees:
        raise ProblemError(f"{kind.title()} is of one expression at least")
    try:
        _numbers(*trees)
    except ProblemError as error:
        raise ProblemError(f"{kind.title()}: {error}") from None
    return Expression((kind, *trees) if trees[1:] else trees[0])


def Max(*parts: Any) -> Expression:  # noqa: N802
    """The largest of some expressions and numbers: `Max(x, y + 1)`, or `Max([x, y + 1])`.

    Raises:
        ProblemError: there are none, or one is no number.
    """
    return _extremum("max", parts)


def Min(*parts: Any) -> Expression:  # noqa: N802
    """The smallest of some expressions and numbers: `Min(x, y + 1)`, or `Min([x, y + 1])`.

    Raises:
        ProblemError: there are none, or one is no number.
    """
    return _extremum("min", parts)


def counted(condition: Constraint) -> Expression:
    """The expression that is 1 if a constraint holds, and 0 if it does not."""
    return Expression(_tree_of(condition))


def compare(left: Any, relation: str, right: Any) -> Constraint:
    """The constraint that two expressions, or one and a value, compare so. It takes the simplest form that fits."""
    return compare_trees(_tree_of(left), relation, _tree_of(right))


def compare_trees(one: Tree, relation: str, other: Tree) -> Constraint:
    """The constraint that the expressions of two trees compare so."""
    if one[0] == "constant":
        one, other, relation = other, one, MIRRORED[relation]
    if one[0] == "name" and other[0] == "constant":
        return Comparison((one[1],), relation, other[1])
    if one[0] == other[0] == "name":
        return Comparison((one[1], other[1]), relation)
    _numbers(one, other)
    weights, rest = linear(("-", one, other))
    if weights is not None:
        made = Linear(tuple(weights), tuple(weights.values()), relation, -rest)
        return made if weights else made.named(f"{_shown(one)} {relation} {_shown(other)}")
    names = _product(one)
    if names is not None and other[0] == "constant":
        return Product(tuple(names), relation, other[1])
    scope = names_in(one, other)
    return Formula(scope, placed(one, scope), relation, placed(other, scope))


def _product(tree: Tree) -> list[Any] | None:
    """The variables that an expression multiplies, each once; None if it is anything else."""
    work, names = [tree], []
    while work:
        part = work.pop()
        if part[0] == "name":
            names.append(part[1])
        elif part[0] == "*":
            work += [part[2], part[1]]
        else:
            return None
    return names if len(set(names)) == len(names) else None
