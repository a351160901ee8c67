"""Values with named fields, as attrs makes them, but without code that is written and compiled for each class.

attrs takes about half a millisecond for a class, and a first question passes sixty, which is more than many a search
takes; to import it takes twenty. `frozen` does for clew's own classes what `attrs.frozen` does: for type checkers it
is the same, and `attrs.evolve`, `attrs.asdict` and subclasses made by attrs work. Problems are made by attrs.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cached_property, partial
from operator import attrgetter
from typing import TYPE_CHECKING, Any, Final, Generic, TypeVar

from clew.errors import ArgumentsError

T = TypeVar("T")

MISSING: Final = object()

MANY: Final = 200
"""Instances after which code is written for the next ones."""


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


class Field:
    """The options of a field, by the names of the arguments of `attrs.field`; `name` is that of the field."""

    default: Any = MISSING
    converter: Callable[[Any], Any] | None = None
    validator: Callable[[Any, Any, Any], Any] | None = None
    init = eq = repr = True
    kw_only = False

    def __init__(self, **said: Any) -> None:
        self.said, self.name = said, ""
        vars(self).update(said)


class LazyFields:
    """The fields of a class: fields of attrs, which are made when they are first asked for."""

    def __init__(self, fields: dict[str, Field], *, init: bool) -> None:
        self.fields, self.init = fields, init

    def __get__(self, instance: object, owner: type) -> Any:
        return self._made

    @cached_property
    def _made(self) -> Any:
        import attrs

        made = {name: attrs.field(**one.said | {"init": one.init and self.init}) for name, one in self.fields.items()}
        return attrs.fields(attrs.make_class("Record", made))


def record(cls: Any = None, *, eq: bool = True, init: bool = True) -> Any:
    """A class whose annotations are its fields, with the methods that attrs gives to a frozen class; it has no slots.

    `__attrs_post_init__` is called when the fields are set.

    Args:
        cls: the class.
        eq: whether instances are compared by their fields, and hashed so.
        init: False if the class has an `__init__` of its own, which may call `__attrs_init__`.
    """
    if cls is None:
        return partial(record, eq=eq, init=init)
    fields = _fields(cls)
    members = {
        "__init__" if init else "__attrs_init__": _initializer(cls, fields),
        "__repr__": _shown,
        "__compared__": tuple([name for name, one in fields.items() if one.eq]),
        "__match_args__": tuple([name for name, one in fields.items() if one.init and not one.kw_only]),
    }
    members |= {"__setattr__": _refuse, "__delattr__": _refuse, "__attrs_attrs__": LazyFields(fields, init=init)}
    if eq:
        members |= {"__eq__": _equal, "__hash__": _hashed}
    for name, member in members.items():
        if name not in cls.__dict__:
            setattr(cls, name, member)
    return cls


def _initializer(cls: Any, fields: dict[str, Field]) -> Any:
    """The `__init__` of a class: one function for all, which writes into the `__dict__` of an instance.

    After so many instances it puts one in its place that is written for the class.
    """
    names = tuple([name for name, one in fields.items() if one.init and not one.kw_only])
    own = tuple([fields[name].default for name in names])
    unnamed = [one for one in fields.values() if one.name not in names and (one.init or one.default is not MISSING)]
    others = {one.name: one.default for one in unnamed}
    rests = {k: own[k:] for k in range(len(own) + 1) if MISSING not in (*own[k:], *others.values())}
    checked = [one for one in fields.values() if one.init and (one.converter or one.validator)]
    post_init, left = getattr(cls, "__attrs_post_init__", None), MANY

    def initialize(self: Any, *values: Any, **named: Any) -> None:
        nonlocal left
        left -= 1
        if left == 0:
            _replace(cls, initialize, fields, post_init)
        rest = None if named else rests.get(len(values))
        if rest is None:
            _complete(self, fields, values, named)
        else:
            self.__dict__.update(zip(names, values + rest, strict=True), **others)
        if checked:
            _check(self, checked)
        if post_init is not None:
            post_init(self)

    return initialize


def _check(self: Any, fields: list[Any]) -> None:
    for one in filter(attrgetter("converter"), fields):
        self.__dict__[one.name] = one.converter(self.__dict__[one.name])
    for one in filter(attrgetter("validator"), fields):
        one.validator(self, one, self.__dict__[one.name])


def _complete(self: Any, fields: dict[str, Field], values: tuple[Any, ...], named: dict[str, Any]) -> None:
    """Set the fields that are given by name, and the others to their defaults.

    Raises:
        ArgumentsError: one is given twice, or is no field, or is missing.
    """
    made = self.__dict__
    made.update(zip(self.__match_args__, values, strict=False), **named)
    given = {name for name, one in fields.items() if one.init}
    is_once = len(made) == len(values) + len(named) and made.keys() <= given
    for name, one in fields.items():
        if one.default is not MISSING:
            made.setdefault(name, one.default)
    if not is_once or not given <= made.keys():
        try:
            _written(type(self), fields, None)(self, *values, **named)  # raises what any function raises
        except TypeError as error:
            raise ArgumentsError(str(error)) from None


def _replace(cls: Any, initialize: Any, fields: dict[str, Field], post_init: Any) -> None:
    """Put a written `__init__` in the place of the general one, which `called_with` may have taken in."""
    outer = cls.__dict__.get("__init__")
    owner, name = (cls, "__init__") if outer is initialize else (outer, "__wrapped__")
    if getattr(owner, name, None) is initialize:
        setattr(owner, name, _written(cls, fields, post_init))


def _written(cls: type, fields: dict[str, Field], post_init: Callable[[Any], None] | None) -> Any:
    """An `__init__` for some fields alone."""
    given = sorted([one for one in fields.values() if one.init], key=lambda one: one.kw_only)
    takes = [one.name if one.default is MISSING else f"{one.name}=default_{one.name}" for one in given]
    if given and given[-1].kw_only:
        takes.insert(sum(not one.kw_only for one in given), "*")
    lines = [f"def __init__(self, {', '.join(takes)}):", "    own_fields = self.__dict__"]
    scope: dict[str, Any] = {"post_init": post_init}
    for name, one in fields.items():
        what = {"default": one.default, "convert": one.converter, "validate": one.validator, "field": one}
        scope |= {f"{kind}_{name}": value for kind, value in what.items()}
        if one.init or one.default is not MISSING:
            value = f"convert_{name}({name})" if one.converter else name if one.init else f"default_{name}"
            lines.append(f"    own_fields[{name!r}] = {value}")
    lines += [
        f"    validate_{one.name}(self, field_{one.name}, own_fields[{one.name!r}])" for one in given if one.validator
    ]
    exec("\n".join([*lines, "    post_init(self)" if post_init else ""]), scope)  # noqa: S102
    made = scope["__init__"]
    made.__qualname__ = f"{cls.__qualname__}.__init__"
    return made


def _fields(cls: Any) -> dict[str, Field]:
    """The fields of a class and of the records that it comes from."""
    fields: dict[str, Field] = {}
    for base in reversed(cls.__mro__):
        if isinstance(inherited := base.__dict__.get("__attrs_attrs__"), LazyFields):
            fields |= inherited.fields
    own = cls.__annotations__  # texts, by the line at the head of each module
    for name, kind in own.items():
        if not kind.startswith("ClassVar"):
            one = cls.__dict__.get(name, MISSING)
            if isinstance(one, Field):
                delattr(cls, name)
            fields.pop(name, None)  # one that is said anew comes after those that are not
            fields[name] = one if isinstance(one, Field) else Field() if one is MISSING else Field(default=one)
            fields[name].name = name
    return fields


def _values(self: Any) -> tuple[Any, ...]:
    return tuple(map(self.__dict__.__getitem__, self.__compared__))


def _equal(self: Any, other: object) -> bool:
    return _values(self) == _values(other) if other.__class__ is self.__class__ else NotImplemented


def _hashed(self: Any) -> int:
    return hash(_values(self))


def _shown(self: Any) -> str:
    names = [one.name for one in _said(type(self)) if one.repr]
    return f"{type(self).__qualname__}({', '.join(f'{name}={getattr(self, name)!r}' for name in names)})"


def _said(kind: Any) -> Iterable[Any]:
    """The fields of a class, which may be one of attrs that comes from a record."""
    own = kind.__dict__.get("__attrs_attrs__")
    return own.fields.values() if isinstance(own, LazyFields) else kind.__attrs_attrs__


def evolve(one: T, **changes: Any) -> T:
    """A record with other values in some fields: `attrs.evolve` works too, and makes the fields of a class at first."""
    return type(one)(**{own.name: getattr(one, own.name) for own in _said(type(one)) if own.init} | changes)


def _refuse(self: Any, name: str, value: object = None) -> None:
    from attrs.exceptions import FrozenInstanceError

    raise FrozenInstanceError


if TYPE_CHECKING:
    from attrs import define as define
    from attrs import field as field
    from attrs import frozen as frozen
else:
    define, field, frozen = record, Field, record
