"""Names: the arguments that a constraint accepts for variables, or for a collection, and the errors for others.

A variable may be given by itself or by its name, and an expression stands there as a term.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from typing import Any, Final

from clew.errors import ProblemError, cut, shown
from clew.records import frozen

Scope = tuple[Hashable, ...]


class Variable:
    """A variable by its name. Constraints take the name or the variable, as one likes.

    Attributes:
        name: its name in the problem: any hashable value.
    """

    __slots__ = ()
    name: Hashable


class Arithmetic:
    """Something made of variables and numbers: an expression.

    Attributes:
        _tree: how it is made.
    """

    __slots__ = ()
    _tree: tuple[Any, ...]


def _counted(operator: str) -> Callable[..., Any]:
    def operate(condition: Any, *others: Any) -> Any:
        from clew.constraints.expressions import counted

        return getattr(counted(condition), operator)(*others)

    return operate


class Condition:
    """Something that holds or does not: in arithmetic it counts as 1 if it holds and as 0 if it does not.

    `==` and `!=` of two constraints compare the constraints themselves: `+one == other` says that both hold or neither.
    """

    __slots__ = ()
    __add__, __radd__, __sub__, __rsub__ = map(_counted, ("__add__", "__radd__", "__sub__", "__rsub__"))
    __mul__, __rmul__, __neg__, __pos__ = map(_counted, ("__mul__", "__rmul__", "__neg__", "__pos__"))
    __lt__, __le__, __gt__, __ge__ = map(_counted, ("__lt__", "__le__", "__gt__", "__ge__"))


@frozen
class Term:
    """An expression in place of a variable, as in `AllDifferent([x + 1, y])`, or a condition as a number.

    It stands in the scope of a constraint until the constraint is declared: then `clew.constraints.resolving` makes
    one about the variables of it.
    """

    tree: tuple[Any, ...]

    def __repr__(self) -> str:
        from clew.constraints.expressions import Expression

        return repr(Expression(self.tree))[1:-1]


NAMES: Final = frozenset({int, str, tuple})
"""The usual types of names: a value of one of them is no variable, nor an expression."""


def argument_of(variable: Any) -> Any:
    """The name of a variable, given by itself or by its name; the term that an expression is."""
    if isinstance(variable, Variable):
        return variable.name
    return Term(variable._tree) if isinstance(variable, Arithmetic) else variable


def name_of(variable: Any) -> Any:
    """The name of a variable, given by itself or by its name."""
    return variable.name if isinstance(variable, Variable) else variable


SHOWN: Final = 6
"""Variables that stand for the scope of a constraint."""


def titled(kind: str, scope: Sequence[Any], name: Callable[[Any], str] = repr) -> str:
    """A kind of constraint and its scope, for messages."""
    return cut(f"{kind}({named_scope(scope, name)}", 120) + ")"


def named_scope(scope: Sequence[Any], name: Callable[[Any], str]) -> str:
    """The first names of a scope, with dots if there are more. Terms show themselves."""
    names = [repr(one) if isinstance(one, Term) else name(one) for one in scope[:SHOWN]]
    return ", ".join([*names, "..."] if len(scope) > SHOWN else names)


# Converters leave alone what they cannot convert. A validator rejects it, for it knows what the constraint is about.


def walkable(values: object) -> bool:
    """Whether it is a collection, or anything else that `for` takes."""
    try:
        iter(values)  # type: ignore[call-overload]
    except TypeError:
        return False
    return True


def hashable(value: object) -> bool:
    """Whether it can be a name, or a value of a domain."""
    try:
        hash(value)
    except TypeError:
        return False
    return True


def tuple_of(values: Iterable[Any]) -> tuple[Any, ...]:
    """A collection as a tuple."""
    return tuple(values) if type(values) is tuple or walkable(values) else values  # type: ignore[return-value]


def frozenset_of(values: Iterable[Any]) -> frozenset[Any]:
    """A collection of hashable values as a frozenset."""
    values = tuple_of(values)
    return frozenset(values) if hashable(values) and isinstance(values, tuple) else values  # type: ignore[return-value]


def scope_of(variables: Iterable[Any]) -> Scope:
    """The names of variables, given by themselves or by their names, and the terms that expressions are.

    One that is there a second time is a term, too: the expression that is no more than it.
    """
    if type(variables) is not tuple and (not walkable(variables) or _has_spaces(variables)):
        return variables  # type: ignore[return-value]
    names = tuple([one if type(one) in NAMES else argument_of(one) for one in variables])
    try:
        return names if len(set(names)) == len(names) else _apart(names)
    except TypeError:
        return names  # one of them cannot be hashed: the validator says which


def _apart(names: Scope) -> Scope:
    """The names, with a different term for each that was there before."""
    found: dict[Hashable, None] = {}
    for name in names:
        while name in found:
            name = Term(("name", name))
        found[name] = None
    return tuple(found)


def no_part(combining: str, part: object) -> ProblemError:
    """The error about something that is no constraint, though constraints are combined."""
    how = f": compare it, as in {shown(part)} == 1" if isinstance(part, Arithmetic) else ""
    return ProblemError(f"{combining} constraints, and {shown(part)} is none{how}")


def _has_spaces(text: object) -> bool:
    """Whether it is a text of several words: as a collection it would be one of letters and spaces."""
    return isinstance(text, str) and text.split() != [text]


def undeclared(name: object) -> str:
    """That there is no such variable, and what to do."""
    how = f", or write Constant({name}) for the number" if isinstance(name, (int, float)) else ""
    return f"has no variable {shown(name)}: declare it first{how}"


def no_name(variable: object) -> str:
    """Why something cannot be a variable, and what to do."""
    from clew.constraints.expressions import Expression

    if isinstance(variable, Expression):
        return (
            f"{shown(variable)} is an expression in place of a variable: declare one more, as in "
            f'z = model.variable("z", range(100)), and require z == {shown(variable)[1:-1]}'
        )
    return f"a variable's name cannot be hashed: {shown(variable)}"


def no_constraint(item: object) -> ProblemError:
    """The error for it, with the way to write it as a constraint, if that is known."""
    if isinstance(item, bool):
        return ProblemError(
            f"{item} is not a constraint: there was no variable in the comparison; of no variables at all, "
            f'write Sum(variables, "==", number), not sum(variables) == number; of two constraints, +one == other'
        )
    return ProblemError(f"{shown(item)} is not a constraint{_hint(item)}")


def _hint(item: object) -> str:
    """How to write something that is no constraint as one, if that is known."""
    from clew.constraints.base import Constraint

    name = item.__name__ if isinstance(item, type) else type(item).__name__
    if getattr(item, "__module__", "") == "clew.strategies":
        return f", but a strategy: the constraints are in clew.constraints, such as clew.constraints.{name}" * (
            name in ("AtMost", "Count")
        )
    if isinstance(item, type) and issubclass(item, Constraint):
        return f", but a class of them: write {name}(...)"
    if isinstance(item, Variable) or type(item).__name__ == "Expression":
        return ": compare it, as in x == 1"
    if callable(item):
        return ": write clew.constraints.Predicate(function, (x, y)) for a function of the values of x and y"
    return ""


def names_of(kind: str, variables: Iterable[Any]) -> Scope:
    """The scope of a constraint of some kind that is about to be made; anything that gives no names is rejected."""
    scope = scope_of(variables)
    check_names(kind, variables, scope)
    return scope


def equally_long(kind: str, left: Iterable[Any], right: Iterable[Any]) -> tuple[Scope, Scope]:
    """Two sequences of variables that a constraint of some kind pairs; their names, of which there must be as many."""
    one, other = names_of(kind, left), names_of(kind, right)
    if len(one) != len(other):
        lengths = f"{len(one)} and {len(other)}"
        raise ProblemError(f"{titled(kind, one + other)}: sequences of {lengths} variables: they must be equally long")
    return one, other


def check_names(kind: str, variables: object, scope: Scope) -> None:
    """Check that arguments give names, when a constraint of a kind is about to be made.

    Args:
        kind: its name.
        variables: the argument.
        scope: the result of `scope_of` for it.
    """
    if type(scope) is tuple and hashable(scope):
        return
    if _has_spaces(scope):
        raise ProblemError(f"{kind} is about a collection of variables: give {shown(scope)}.split(), or the variables")
    if isinstance(scope, Variable):
        raise ProblemError(f"{kind} is about a collection of variables: write [{shown(scope)}], not {shown(scope)}")
    if callable(scope):
        raise ProblemError(f"{kind}: {shown(scope)} is no collection of variables: Predicate(function, variables)")
    if not isinstance(scope, tuple):
        raise ProblemError(f"{kind} is about a collection of variables, and {shown(variables)} is none")
    name = next(name for name in scope if not hashable(name))
    raise ProblemError(f"{titled(kind, scope)}: {no_name(name)}")
