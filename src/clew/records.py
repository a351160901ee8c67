"""Values with named fields, as attrs makes them, but without code that is written and compiled for each class.

attrs takes about half a millisecond for a class, and a first question passes fifty, which is more than many a search
takes. `frozen` does for clew's own classes what `attrs.frozen` does: for type checkers it is the same, and
`attrs.evolve`, `attrs.asdict` and subclasses made by attrs work. Problems and constraints are made by attrs.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property, partial
from typing import TYPE_CHECKING, Any, Final, Generic, TypeVar

from clew.errors import ArgumentsError

T = TypeVar("T")

MISSING: Final = object()

MANY: Final = 200
"""Instances after which code is written for the next ones, of a class compared by identity: no user calls it."""


class Once(Generic[T]):
    """A part that is made when it is first asked for, and the same one ever after: `functools.cache` of one function.

    A question has some of them, and that takes as long to make one as to ask a function twenty times.

    Args:
        make: makes it; it is not None.
    """

    def __init__(self, make: Callable[[], T]) -> None:
        self._make = make
        self._made: T | None = None

    def __call__(self) -> T:
        if self._made is None:
            self._made = self._make()
        return self._made


class LazyFields:
    """The fields of a class with their defaults: fields of attrs, which are made when they are first asked for."""

    def __init__(self, defaults: dict[str, Any], *, init: bool) -> None:
        self.defaults, self.init = defaults, init

    def __get__(self, instance: object, owner: type) -> Any:
        return self._fields

    @cached_property
    def _fields(self) -> Any:
        import attrs

        made = {
            name: attrs.field(default=attrs.NOTHING if default is MISSING else default, init=self.init)
            for name, default in self.defaults.items()
        }
        return attrs.fields(attrs.make_class("Record", made))


def record(cls: Any = None, *, eq: bool = True, init: bool = True) -> Any:
    """A class whose annotations are its fields, with the methods that attrs gives to a frozen class; it has no slots.

    `__attrs_post_init__` is called when the fields are set. There are no converters and no validators.

    Args:
        cls: the class.
        eq: whether instances are compared by their fields, and hashed so. Of classes without, there may be very many.
        init: False if the class has an `__init__` of its own.
    """
    if cls is None:
        return partial(record, eq=eq, init=init)
    fields = _fields(cls)
    members = {
        "__init__": _initializer(cls, fields, MANY if not eq else -1),
        "__repr__": _shown,
        "__match_args__": tuple(fields),
    }
    members |= {"__setattr__": _refuse, "__delattr__": _refuse, "__attrs_attrs__": LazyFields(fields, init=init)}
    if eq:
        members |= {"__eq__": _equal, "__hash__": _hashed}
    for name, member in members.items():
        if name not in cls.__dict__:
            setattr(cls, name, member)
    return cls


def _initializer(cls: Any, fields: dict[str, Any], left: int) -> Any:
    """The `__init__` of a class: one function for all, which writes into the `__dict__` of an instance.

    After so many instances it puts one in its place that is written for the class, with the errors of any function.
    """
    names, own = tuple(fields), tuple(fields.values())
    rests = {k: own[k:] for k in range(len(own) + 1) if all(one is not MISSING for one in own[k:])}
    post_init = getattr(cls, "__attrs_post_init__", None)

    def initialize(self: Any, *values: Any, **named: Any) -> None:
        nonlocal left
        left -= 1
        if left == 0 and (written := _written(fields, post_init)) is not None:
            cls.__init__ = written
        made = self.__dict__
        rest = None if named else rests.get(len(values))
        for name, value in zip(names, values if not rest else values + rest):  # noqa: B905 - their number is looked at below
            made[name] = value
        if rest is None:
            _complete(cls, fields, made, values, named)
        if post_init is not None:
            post_init(self)

    return initialize


def _complete(
    cls: type, fields: dict[str, Any], made: dict[str, Any], values: tuple[Any, ...], named: dict[str, Any]
) -> None:
    """Set the fields that are given by name, and the others to their defaults.

    Raises:
        ArgumentsError: one is given twice, or is no field, or is missing.
    """
    made.update(named)
    is_once = len(values) <= len(fields) and len(made) == len(values) + len(named)
    for name, default in fields.items():
        if default is not MISSING:
            made.setdefault(name, default)
    if not is_once or made.keys() != fields.keys():
        raise ArgumentsError(f"{cls.__name__} takes {', '.join(fields)}, each once, not {values} and {named}")


def _written(fields: dict[str, Any], post_init: Callable[[Any], None] | None) -> Any:
    """An `__init__` for some fields alone; None if one without a default comes after one with a default."""
    kinds = [default is MISSING for default in fields.values()]
    if kinds != sorted(kinds, reverse=True):
        return None
    scope = {f"default_{name}": default for name, default in fields.items()} | {"post_init": post_init}
    given = ", ".join(name if one else f"{name}=default_{name}" for name, one in zip(fields, kinds, strict=True))
    lines = [f"def __init__(self, {given}):", "    own_fields = self.__dict__"]
    lines += [f"    own_fields[{name!r}] = {name}" for name in fields]
    exec("\n".join([*lines, "    post_init(self)" if post_init else ""]), scope)  # noqa: S102
    return scope["__init__"]


def _fields(cls: Any) -> dict[str, Any]:
    """The fields of a class and of the records that it comes from, with their defaults."""
    fields: dict[str, Any] = {}
    for base in reversed(cls.__mro__):
        if isinstance(inherited := base.__dict__.get("__attrs_attrs__"), LazyFields):
            fields |= inherited.defaults
    own = cls.__annotations__  # texts, by the line at the head of each module
    return fields | {
        name: cls.__dict__.get(name, MISSING) for name, kind in own.items() if not kind.startswith("ClassVar")
    }


def _values(self: Any) -> tuple[Any, ...]:
    return tuple(map(self.__dict__.__getitem__, self.__match_args__))


def _equal(self: Any, other: object) -> bool:
    return _values(self) == _values(other) if other.__class__ is self.__class__ else NotImplemented


def _hashed(self: Any) -> int:
    return hash(_values(self))


def _shown(self: Any) -> str:
    return f"{type(self).__qualname__}({', '.join(f'{name}={getattr(self, name)!r}' for name in self.__match_args__)})"


def evolve(one: T, **changes: Any) -> T:
    """A record with other values in some fields: `attrs.evolve` works too, and makes the fields of a class at first."""
    kind: Any = type(one)
    made: T = kind(**{name: getattr(one, name) for name in kind.__match_args__} | changes)
    return made


def _refuse(self: Any, name: str, value: object = None) -> None:
    from attrs.exceptions import FrozenInstanceError

    raise FrozenInstanceError


if TYPE_CHECKING:
    from attrs import frozen as frozen
else:
    frozen = record
