"""Constraints as text: `"x + y <= 10"`, `"2 <= x * y < z"`, `"x != 'a' or y in (1, 2)"`.

A text is parsed, never trusted: variables, numbers and other constants, arithmetic, comparisons, `and`, `or`, `not`,
`in`, `a if b else c`, collections to look into, and the functions of `FUNCTIONS` are all that it may hold. Sums and
products that compare become the constraints on totals, which prune; all else becomes a function of its variables.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from functools import lru_cache, partial
from itertools import pairwise
from numbers import Rational
from typing import Any, Final

from clew.compat.constraint.constraints import FunctionConstraint
from clew.compat.constraint.rules import Constraint, Domains, Function, Variables
from clew.compat.constraint.shapes import Shape
from clew.compat.constraint.totals import of_shape

FUNCTIONS: Final[dict[str, Function]] = {
    function.__name__: function
    for function in (
        *(abs, all, any, bool, divmod, float, frozenset, int, len, list, max, min),
        *(pow, range, round, set, sorted, str, sum, tuple),
    )
}
"""Built-ins that compute and do nothing else: a text may call them, unless a variable has the name."""

PARTS: Final = (
    *(ast.Expression, ast.Name, ast.Load, ast.Constant, ast.IfExp, ast.Tuple, ast.List, ast.Set),
    *(ast.BoolOp, ast.And, ast.Or, ast.UnaryOp, ast.Not, ast.UAdd, ast.USub, ast.Invert, ast.BinOp, ast.operator),
    *(ast.Compare, ast.cmpop),
)
RELATIONS: Final[dict[type[ast.cmpop], str]] = dict(
    zip((ast.Eq, ast.Lt, ast.LtE, ast.Gt, ast.GtE), ("==", "<", "<=", ">", ">="), strict=True)
)
DIVISIONS: Final = (ast.FloorDiv, ast.Mod, ast.Div)
SAFE: Final = (
    *(ast.Name, ast.Load, ast.Constant, ast.UnaryOp, ast.UAdd, ast.USub, ast.BinOp, ast.Add, ast.Sub, ast.Mult),
    *(*DIVISIONS, ast.Compare, *RELATIONS, ast.NotEq),
)
"""The parts that do not fail if they are about numbers and divide by none that is 0."""

REMEMBERED: Final = 512
"""Texts whose meaning is remembered: programs give the same ones to one problem after the other."""

MIRRORED: Final = {"==": "==", "<": ">", "<=": ">=", ">": "<", ">=": "<="}

Made = tuple[Constraint, Variables]
Part = tuple[ast.expr, str, tuple[str, ...]]
"""An expression, its text, and the variables in it."""


def understood(text: str) -> Callable[[Domains], list[Made]]:
    """The meaning of a text: the constraints that it stands for, with their variables, once the domains are known.

    That raises a `ValueError` if the text names something that is no variable.

    Raises:
        ValueError: the text is no expression, or has something in it that a constraint may not have.
    """
    _read(text)
    return partial(_made, text)


def _made(text: str, domains: Domains) -> list[Made]:
    whole, parts = _read(text)
    *_, names = whole
    for name in names:
        if name not in domains:
            from clew.errors import shown

            known = ", ".join(map(shown, domains))
            raise ValueError(f"constraint {text!r}: there is no variable {name!r}, only {known}")
    if not names:
        raise ValueError(f"constraint {text!r} is about no variable: name one")
    # Taken apart, each is asked without those before it: that is sound where none of them can fail.
    if len(parts) > 1 and not all(_never_fails(part, domains) for part in parts):
        parts = (whole,)
    return [_constraint(part, domains) for part in parts]


def compiled(text: str, names: Sequence[str]) -> Function:
    """The function that a text is: a definition of one line, or an expression of variables with these names.

    Raises:
        ValueError: it is neither.
    """
    return _of_definition(text) or _function(text, tuple(names))


def _of_definition(text: str) -> Function | None:
    """The function that a text defines; None if it is an expression."""
    if not text.lstrip().startswith("def "):
        return None
    try:
        (definition,) = ast.parse(text.strip()).body
        (body,) = definition.body  # type: ignore[attr-defined]
        names = [argument.arg for argument in definition.args.args]  # type: ignore[attr-defined]
        source = ast.unparse(body.value)
    except (AttributeError, SyntaxError, TypeError, ValueError):
        raise ValueError(f"constraint {text!r}: write it as one line, def r(x, y): return ...") from None
    return _function(source, tuple(names))


# -- reading ----------------------------------------------------------------------------------------


@lru_cache(REMEMBERED)
def _read(text: str) -> tuple[Part, tuple[Part, ...]]:
    """A text as one part, and the parts of it that must all be true."""
    tree = parsed(text)
    whole = tree, text, _names(tree)
    found = list(_conjuncts(tree))
    return whole, (whole,) if len(found) == 1 else tuple([(part, ast.unparse(part), _names(part)) for part in found])


@lru_cache(REMEMBERED)
def parsed(text: str) -> ast.expr:
    """The expression that a text holds.

    Raises:
        ValueError: it holds none, or one with parts that no constraint may have.
    """
    try:
        tree = ast.parse(text.strip(), mode="eval")
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        reason = getattr(error, "msg", None) or str(error) or "it is nested too deeply"
        raise ValueError(f"constraint {text!r} is no expression: {reason}") from None
    nodes = list(ast.walk(tree))
    called = _called(nodes)
    for node in nodes:
        if isinstance(node, ast.Call) and not node.keywords and getattr(node.func, "id", None) in FUNCTIONS:
            continue
        if not isinstance(node, PARTS) or (id(node) in called and not isinstance(node, ast.Name)):
            part = ast.unparse(node)
            raise ValueError(
                f"constraint {text!r} has {part!r} in it: use variables, constants, arithmetic, comparisons, and, or, "
                f"not, in and {', '.join(FUNCTIONS)}, or give a function instead"
            )
    return tree.body


def _called(nodes: list[ast.AST]) -> set[int]:
    """The identities of those nodes that are called."""
    return {id(node.func) for node in nodes if isinstance(node, ast.Call)}


def _names(tree: ast.expr) -> tuple[str, ...]:
    """The names of variables in an expression, in the order of their first places."""
    nodes = list(ast.walk(tree))
    called = _called(nodes)
    names = [node for node in nodes if isinstance(node, ast.Name) and id(node) not in called]
    return tuple(dict.fromkeys([node.id for node in sorted(names, key=lambda node: (node.lineno, node.col_offset))]))


def _conjuncts(tree: ast.expr) -> Iterator[ast.expr]:
    """The parts of an expression that must all be true: those of `and`, and the links of a chain of comparisons."""
    match tree:
        case ast.BoolOp(op=ast.And(), values=parts):
            for part in parts:
                yield from _conjuncts(part)
        case ast.Compare(left=first, ops=relations, comparators=others):
            for sides, relation in zip(pairwise([first, *others]), relations, strict=True):
                yield ast.copy_location(ast.Compare(sides[0], [relation], [sides[1]]), tree)
        case _:
            yield tree


@lru_cache(REMEMBERED)
def _function(text: str, names: tuple[str, ...]) -> Function:
    """An expression as a function of its variables, in this order."""
    parsed(text)
    code = compile(f"lambda {', '.join(names)}: ({text}\n)", "<constraint>", "eval")
    known = {name: function for name, function in FUNCTIONS.items() if name not in names}
    function: Function = eval(code, {"__builtins__": {}, **known})  # noqa: S307
    function.__name__ = text
    return function


# -- understanding ----------------------------------------------------------------------------------


def _constraint(part: Part, domains: Domains) -> Made:
    """The constraint that an expression stands for, with its variables."""
    tree, text, names = part
    match tree:
        case ast.Compare(left=left, ops=[relation], comparators=[right]) if type(relation) in RELATIONS:
            if names and all(_has_numbers(domains[name]) for name in names):
                made = _total(left, RELATIONS[type(relation)], right, domains)
                if made is not None:
                    return made
    return FunctionConstraint(_function(text, names)), list(names)


def _has_numbers(values: Iterable[Any]) -> bool:
    return all(isinstance(value, (int, float)) for value in values)


def _total(left: ast.expr, relation: str, right: ast.expr, domains: Domains) -> Made | None:
    """A sum or product of different variables that compares with a number or one more variable; None if it is none."""
    for one, how, other in ((left, relation, right), (right, MIRRORED[relation], left)):
        number = _number(other)
        for multiplies in (False, True):
            parts = _parts(one, ast.Mult if multiplies else ast.Add)
            if parts is None or len(set(parts)) < len(parts):
                continue
            if number is not None:
                return of_shape(Shape(how, number, multiplies=multiplies)), parts
            if isinstance(other, ast.Name) and other.id not in parts and len(parts) > 1:
                return of_shape(Shape(how, multiplies=multiplies), parts, other.id), [*parts, other.id]
        quotient = _parts(one, ast.Div)
        if quotient is not None and len(quotient) > 1 and isinstance(other, ast.Name):
            target, *divisors = quotient
            # x / y == z is x == y * z, and then y may be 0; x / y < z is x < y * z only where y is positive.
            if how == "==" or all(value > 0 for name in divisors for value in domains[name]):
                factors = [*divisors, other.id]
                return of_shape(Shape(MIRRORED[how], multiplies=True), factors, target), [*factors, target]
    return _weighted(left, relation, right, domains)


def _parts(tree: ast.expr, kind: type[ast.operator]) -> list[str] | None:
    """The variables that one operator puts together; None if there is anything else."""
    match tree:
        case ast.Name(id=name):
            return [name]
        case ast.BinOp(left=one, op=operator, right=other) if isinstance(operator, kind):
            first, second = _parts(one, kind), _parts(other, kind)
            if first and second and not (kind is ast.Div and len(second) > 1):
                return first + second
    return None


def _number(tree: ast.expr) -> Any:
    """The number that an expression without variables is; None if it is none."""
    number = tree.value if isinstance(tree, ast.Constant) else None
    if number is None and not any(isinstance(node, (ast.Name, ast.Call)) for node in ast.walk(tree)):
        with suppress(ArithmeticError, TypeError, ValueError):
            number = _function(ast.unparse(tree), ())()
    return number if isinstance(number, (int, float)) else None


def _weighted(left: ast.expr, relation: str, right: ast.expr, domains: Domains) -> Made | None:
    """A weighted sum in whole numbers or fractions that compares with a number; None if it is none."""
    found: dict[str, Any] = {"": 0}
    if not (_collect(left, 1, found) and _collect(right, -1, found)):
        return None
    number = found.pop("")
    weights = {name: weight for name, weight in found.items() if weight}
    if not weights or not all(isinstance(value, Rational) for name in weights for value in domains[name]):
        return None
    return of_shape(Shape(relation, -number, tuple(weights.values()))), list(weights)


def _collect(tree: ast.expr, factor: Any, weights: dict[str, Any]) -> bool:
    """Add an expression, so many times, to the weights of variables, and of 1 by the name of none.

    Returns:
        Whether it is linear and exact.
    """
    number = _number(tree)
    if number is not None:
        weights[""] += factor * number
        return isinstance(number, Rational)
    match tree:
        case ast.Name(id=name):
            weights[name] = weights.get(name, 0) + factor
            return True
        case ast.UnaryOp(op=ast.UAdd() | ast.USub() as sign, operand=part):
            return _collect(part, factor if isinstance(sign, ast.UAdd) else -factor, weights)
        case ast.BinOp(left=one, op=ast.Mult(), right=other):
            for scale, part in ((one, other), (other, one)):
                if isinstance(number := _number(scale), Rational):
                    return _collect(part, factor * number, weights)
        case ast.BinOp(left=one, op=ast.Add() | ast.Sub() as sign, right=other):
            signed = factor if isinstance(sign, ast.Add) else -factor
            return _collect(one, factor, weights) and _collect(other, signed, weights)
    return False


def _never_fails(part: Part, domains: Domains) -> bool:
    """Whether an expression compares variables that are numbers in a way that can never fail."""
    tree, _, names = part
    if not isinstance(tree, ast.Compare) or not names:
        return False
    for node in ast.walk(tree):
        if not isinstance(node, SAFE):
            return False
        if isinstance(node, (ast.Name, ast.Constant)):
            values = domains[node.id] if isinstance(node, ast.Name) else [node.value]
            if not _has_numbers(values):
                return False
        if isinstance(node, ast.BinOp) and isinstance(node.op, DIVISIONS) and not _number(node.right):
            return False
    return True
