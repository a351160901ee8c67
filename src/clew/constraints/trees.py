"""Expressions as values: trees, and what is computed of them: a linear form, a polynomial, a function."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from numbers import Rational
from operator import itemgetter
from typing import Any, Final

from clew.constraints.base import NESTING, Constraint, Values, too_deep, truth
from clew.errors import ProblemError, shown

Tree = tuple[Any, ...]
"""An expression as a value: ("variable", k), ("constant", c), or (operator, tree, ...).

("condition", constraint, places) is 1 if the constraint holds of the variables there, and 0 if it does not.
"max" and "min" take any number. More than two trees are taken from the left: ("+", a, b, c) is (a + b) + c.
"""

Function = Callable[[Values], Any]
"""The value of an expression by the values of its variables."""

OPERATORS: Final = ("+", "-", "*", "//", "/", "%", "**", "max", "min")
LEAVES: Final = ("name", "variable", "constant", "condition")


def folded(tree: Tree, leaf: Callable[[Tree], Any], node: Callable[[str, list[Any]], Any]) -> Any:
    """Fold a tree from its leaves up. With a stack of its own: sums may be thousands of trees deep."""
    work, done = [(tree, False)], []
    while work:
        part, ready = work.pop()
        if part[0] in LEAVES:
            done.append(leaf(part))
        elif ready:
            count = len(part) - 1
            done[-count:] = [node(part[0], done[-count:])]
        else:
            work.append((part, True))
            work += [(smaller, False) for smaller in part[:0:-1]]
    return done[0]


def check_depth(title: str, trees: Iterable[Tree]) -> None:
    """Check that expressions are not nested too deeply.

    Raises:
        ProblemError: one of them is nested deeper than `NESTING`.
    """
    if max(folded(tree, lambda leaf: 0, lambda kind, parts: 1 + max(parts)) for tree in trees) > NESTING:
        raise too_deep(title, "an expression")


def is_number(thing: object) -> bool:
    """Whether one may calculate with it, as far as is known; anything that can be added is taken for a number."""
    return thing is not None and not isinstance(thing, (str, bytes, tuple, list, dict, set, frozenset, Constraint))


def check_trees(title: str, size: int, trees: Sequence[Any]) -> None:
    """Check that expressions are about the places of a scope of some size, and not nested too deeply."""
    work = [*trees[::-1]]
    while work:
        part = work.pop()
        if not isinstance(part, tuple) or len(part) < 2:
            raise ProblemError(
                f"{title}: {shown(part)} is no expression: give ('variable', place), ('constant', number) or "
                "(operator, expression, ...)"
            )
        kind, *parts = part
        if kind == "variable":
            if not (len(parts) == 1 and type(parts[0]) is int and 0 <= parts[0] < size):
                place = f"give its place in the scope, from 0 to {size - 1}"
                raise ProblemError(f"{title}: {shown(part)} is no variable: {place}")
        elif kind == "constant":
            if not (len(parts) == 1 and is_number(parts[0])):
                raise ProblemError(f"{title}: {shown(part)} is no constant: give one number")
        elif kind != "abs" and kind not in OPERATORS:
            raise ProblemError(f"{title}: {shown(kind)} is no operator: use one of {', '.join(OPERATORS)}, abs")
        elif (len(parts) == 1) is not (kind == "abs"):
            raise ProblemError(f"{title}: {kind} takes {'one expression' if kind == 'abs' else 'two or more'}")
        else:
            work += parts
    check_depth(title, trees)


def names_in(*trees: Tree) -> tuple[Any, ...]:
    """The variables in expressions, in the order of their first occurrence."""
    work: list[Tree] = [*trees[::-1]]
    names: dict[Any, None] = {}
    while work:
        part = work.pop()
        if part[0] == "name":
            names[part[1]] = None
        elif part[0] == "condition":
            names |= dict.fromkeys(part[1].scope)
        elif part[0] != "constant":
            work += part[:0:-1]
    return tuple(names)


def placed(tree: Tree, scope: tuple[Any, ...]) -> Tree:
    """An expression with places in the scope instead of names, and long sums, differences and products flat."""
    place = {name: k for k, name in enumerate(scope)}

    def node(kind: str, parts: list[Tree]) -> Tree:
        first, *others = parts
        if {kind, first[0]} == {"+", "-"}:  # a - b + c is a + -1 * b + c
            terms = first[2:] if kind == "+" else others
            negated: list[Tree] = [("*", ("constant", -1), term) for term in terms]
            return ("+", first[1], *negated, *others) if kind == "+" else (*first, *negated)
        return (*first, *others) if kind == first[0] and kind in ("+", "-", "*") else (kind, *parts)

    def leaf(part: Tree) -> Tree:
        if part[0] == "condition":
            return (*part, tuple([place[name] for name in part[1].scope]))
        return ("variable", place[part[1]]) if part[0] == "name" else part

    placed: Tree = folded(tree, leaf, node)
    return placed


def linear(tree: Tree) -> tuple[dict[Any, Any] | None, Any]:
    """The weights of the variables, without those that are 0, and the number left; None if it is not linear.

    Nor is it if a number in it may be rounded, which depends on the order in which one calculates. Walks with a
    stack of its own: `sum` of ten thousand variables nests as deep.
    """
    weights: dict[Any, Any] = {}
    number: Any = 0
    work: list[tuple[Tree, Any]] = [(tree, 1)]
    while work:
        part, factor = work.pop()
        kind = part[0]
        if kind == "name":
            weights[part[1]] = weights.get(part[1], 0) + factor
        elif kind == "constant":
            if not _is_exact(part):
                return None, 0
            number = number + factor * part[1]
        elif kind in "+-":
            work += [(part[2], factor if kind == "+" else -factor), (part[1], factor)]
        elif kind == "*" and _is_exact(part[1]):
            work.append((part[2], factor * part[1][1]))
        elif kind == "*" and _is_exact(part[2]):
            work.append((part[1], factor * part[2][1]))
        else:
            return None, 0
    return {name: weight for name, weight in weights.items() if weight != 0}, number


def is_constant(tree: Tree) -> bool:
    """Whether an expression is the same number whatever its variables are, as far as plain arithmetic shows."""
    return linear(tree)[0] == {}


def _is_exact(tree: Tree) -> bool:
    return tree[0] == "constant" and isinstance(tree[1], (int, Rational))


def function_of(text: str, *trees: Tree) -> Function:
    """The function of the values of a scope that some expressions make.

    Args:
        text: how Python puts the expressions together, each as {}.
        trees: the expressions, with places in the scope for names.
    """
    if text == "{}" and trees[0][0] == "variable":
        return itemgetter(trees[0][1])
    # The operators were chosen by this module, and constants go in by name: nothing of the user's is evaluated.
    # Checkpoints know constants by their names, which count on from these two.
    names: dict[str, Any] = {"abs": abs, "__builtins__": {"max": max, "min": min}}
    lines: list[str] = []
    sources = [_source(tree, names, lines) for tree in trees]
    lines.append(f" return {text.format(*sources)}")
    exec("\n".join(["def function(v):", *lines]), names)  # noqa: S102
    function: Function = names["function"]
    return function


def _source(tree: Tree, names: dict[str, Any], lines: list[str]) -> str:
    """An expression as Python. Its constants get names; a long part gets a line of its own before."""

    def leaf(part: Tree) -> str:
        if part[0] == "variable":
            return f"v[{int(part[1])}]"
        name = f"c{len(names)}"
        if part[0] == "condition":
            _, constraint, places = part
            names[name] = lambda v: int(truth(constraint, [v[k] for k in places]))
            return f"{name}(v)"
        names[name] = part[1]
        return name

    def node(kind: str, parts: list[str]) -> str:
        if kind in ("abs", "max", "min"):
            return f"{kind}({', '.join(parts)})"
        source = parts[0]
        for part in parts[1:]:
            source = f"({source} {kind} {part})"
            if len(source) > 200:
                lines.append(f" t{len(lines)} = {source}")
                source = f"t{len(lines) - 1}"
        return source

    return str(folded(tree, leaf, node))
