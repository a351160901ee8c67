"""Values with named fields, as attrs makes them, but without code that is written and compiled for each class.

attrs takes about half a millisecond for a class, and a first question passes fifty, which is more than many a search
takes. `frozen` does for clew's own classes what `attrs.frozen` does: for type checkers it is the same, and
`attrs.evolve`, `attrs.asdict` and subclasses made by attrs work, and those are frozen. attrs itself, which takes longer
to load than a small model to solve, is loaded when one of its functions asks for the fields. The classes of problems
are made by attrs itself.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import cache, cached_property, partial
from operator import attrgetter
from typing import TYPE_CHECKING, Any, Final, Generic, TypeVar

from clew.errors import ArgumentsError, raised_within

T = TypeVar("T")


class Missing:
    """Stands for a value that is not given, in signatures as well: as `attrs.NOTHING`, without loading attrs."""

    def __repr__(self) -> str:
        return "NOTHING"


MISSING: Final = Missing()

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


class Field(dict[str, Any]):
    """The arguments of `attrs.field` for a field. No code is written for a class of fields with defaults at most."""

    name: str


class LazyFields:
    """The fields of a class: fields of attrs, which are made when they are first asked for.

    Args:
        cls: the class.
        fields: the fields, those of the records that it comes from among them.
    """

    def __init__(self, cls: type, fields: dict[str, Field]) -> None:
        self.cls, self.fields = cls, fields

    def __get__(self, instance: object, owner: type) -> Any:
        return self._fields

    @cached_property
    def _fields(self) -> Any:
        import attrs

        said = {name: attrs.field(**one) for name, one in self.fields.items()}
        made: Any = attrs.fields(attrs.make_class(self.cls.__name__, said))
        return type(made)([one.evolve(inherited=one.name not in self.cls.__annotations__) for one in made])


class LazyFrozen:
    """`__setattr__` or `__delattr__` of a frozen class of attrs, which finds by them that a subclass is frozen."""

    def __init__(self, name: str) -> None:
        self.name = name

    def __get__(self, instance: object, owner: type) -> Any:
        method = getattr(_frozen_by_attrs(), self.name)
        return method if instance is None else method.__get__(instance)


@cache
def _frozen_by_attrs() -> type:
    import attrs

    return attrs.make_class("Frozen", {}, frozen=True)


def record(cls: Any = None, *, eq: bool = True, init: bool = True, is_frozen: bool = True) -> Any:
    """A class whose annotations are its fields, with the methods that attrs gives to a frozen class; it has no slots.

    `__attrs_post_init__` is called when the fields are set.

    Args:
        cls: the class.
        eq: whether instances are compared, and hashed, by their fields. If not, there may be very many instances.
        init: False if the class has an `__init__` of its own, which calls `__attrs_init__`.
        is_frozen: whether the fields keep their values.
    """
    if cls is None:
        return partial(record, eq=eq, init=init, is_frozen=is_frozen)
    fields = _fields(cls)
    is_plain = all(one.keys() <= {"default", "type"} for one in fields.values())
    starts = _initializer(cls, fields, MANY if not eq else -1) if is_plain else _written(cls, fields)
    named = [name for name in _with("init", fields) if not fields[name].get("kw_only")]
    members = {"__init__" if init else "__attrs_init__": starts, "__match_args__": tuple(named), "__repr__": _shown}
    if is_plain and not init:
        fields = {name: Field(one, init=False) for name, one in fields.items()}
    members |= {"__attrs_attrs__": LazyFields(cls, fields), "__shown__": _with("repr", fields)}
    if is_frozen:
        members |= {name: LazyFrozen(name) for name in ("__setattr__", "__delattr__")}
    if eq:
        compared = _with("eq", fields) or ["__class__"]
        values = attrgetter(*compared, compared[0])  # the first twice: for one name alone it gives no tuple
        members |= {"__values__": values, "__eq__": _equal, "__hash__": _hashed if is_frozen else None}
    for name in members.keys() - cls.__dict__.keys():
        setattr(cls, name, members[name])
    return cls


def _with(what: str, fields: dict[str, Field]) -> list[str]:
    return [name for name, one in fields.items() if one.get(what, True)]


def _initializer(cls: Any, fields: dict[str, Field], left: int) -> Any:
    """The `__init__` of a class, without code of its own: it writes the values into the `__dict__` of an instance.

    Code is written for the class when arguments are given by name. After some instances it replaces this `__init__`.

    Args:
        cls: the class.
        fields: its fields, with no more than defaults.
        left: the number of instances; never if it is negative.

    Raises:
        ArgumentsError: a field is given twice, a field is missing, or no field has the name of an argument.
    """
    own = [one.get("default", MISSING) for one in fields.values()]
    rests = {k: tuple(own[k:]) for k in range(len(own) + 1) if all(one is not MISSING for one in own[k:])}
    post_init, written = getattr(cls, "__attrs_post_init__", None), Once(partial(_written, cls, fields))

    def initialize(self: Any, *values: Any, **named: Any) -> None:
        nonlocal left
        left -= 1
        if left == 0:
            cls.__init__ = written()
        rest = None if named else rests.get(len(values))
        if rest is None:
            try:
                written()(self, *values, **named)
            except TypeError as error:
                raise error if raised_within(error) else ArgumentsError(str(error)) from None
            return
        self.__dict__.update(zip(fields, values + rest, strict=True))
        if post_init is not None:
            post_init(self)

    return initialize


def _written(cls: Any, fields: dict[str, Field]) -> Any:
    """An `__init__` that is code for these fields. One without a default, after one with a default, has a name."""
    scope: dict[str, Any] = {"MISSING": MISSING}
    given: dict[bool, list[str]] = {False: [], True: []}  # by position, and by name
    lines, checks = ["own_fields = self.__dict__"], []
    for name, one in fields.items():
        scope |= {f"{key}_{name}": value for key, value in one.items()} | {f"field_{name}": one}
        default = f"default_{name}" if "default" in one else f"factory_{name}()" if "factory" in one else ""
        value = name if one.get("init", True) else default
        if one.get("init", True):
            is_late = given[False] and "=" in given[False][-1] and not default
            given[one.get("kw_only", False) or bool(is_late)].append(
                f"{name}={'MISSING' if 'factory' in one else default}" if default else name
            )
            value = f"{default} if {name} is MISSING else {name}" if "factory" in one else name
        if value:
            lines.append(f"own_fields[{name!r}] = {f'converter_{name}({value})' if 'converter' in one else value}")
        if "validator" in one:
            checks.append(f"validator_{name}(self, field_{name}, own_fields[{name!r}])")
    checks += ["self.__attrs_post_init__()"] * hasattr(cls, "__attrs_post_init__")
    takes = ", ".join(["self", *given[False], *(["*"] if given[True] else []), *given[True]])
    body = "\n        ".join([f"    def __init__({takes}):", *lines, *checks])
    made = _run(f"def making({', '.join(scope)}):\n{body}\n    return __init__", cls)(**scope)
    made.__qualname__, made.__annotations__ = f"{cls.__qualname__}.__init__", _types(fields)
    return made


def _run(text: str, cls: Any) -> Any:
    """The function `making` of a text, which sees the names of a class's module: types of arguments are among them."""
    names: dict[str, Any] = {}
    code = compile(text, f"<the __init__ of {cls.__qualname__}>", "exec")  # a traceback shows it as the file
    exec(code, getattr(sys.modules.get(cls.__module__), "__dict__", {}), names)  # noqa: S102
    return names["making"]


def _types(fields: dict[str, Field]) -> dict[str, Any]:
    """The types of the arguments: if a field has a converter, the type that the converter takes."""
    takers = {name: fields[name].get("converter") for name in _with("init", fields)}
    kinds = {name: next(iter(taker.__annotations__.values())) for name, taker in takers.items() if taker}
    return {name: kinds.get(name, fields[name]["type"]) for name in takers} | {"return": None}


def _fields(cls: Any) -> dict[str, Field]:
    """The fields of a class and of the records that it comes from; one that is declared again comes last."""
    fields: dict[str, Field] = {}
    for base in reversed(cls.__mro__):
        if isinstance(inherited := base.__dict__.get("__attrs_attrs__"), LazyFields):
            fields |= inherited.fields
    for name, kind in cls.__annotations__.items():  # texts, by the line at the head of each module
        if not kind.startswith("ClassVar"):
            said = cls.__dict__.get(name, MISSING)
            fields.pop(name, None)
            fields[name] = Field({} if said is MISSING else said if isinstance(said, Field) else {"default": said})
            fields[name].name, fields[name]["type"] = name, kind
            if isinstance(said, Field):
                delattr(cls, name)
    return fields


def _equal(self: Any, other: object) -> bool:
    values = self.__values__
    return values(self) == values(other) if other.__class__ is self.__class__ else NotImplemented


def _hashed(self: Any) -> int:
    return hash(self.__values__(self))


def _shown(self: Any) -> str:
    own = type(self).__dict__.get("__attrs_attrs__")  # of attrs, if a subclass is
    names = [one.name for one in own if one.repr] if isinstance(own, tuple) else self.__shown__
    kind = type(self).__qualname__.rsplit(">.", 1)[-1]
    return f"{kind}({', '.join([f'{name}={getattr(self, name)!r}' for name in names])})"


def compared(kind: Any) -> list[str]:
    """The fields by which instances of a class are compared, which attrs or `frozen` made."""
    own = next(base.__dict__["__attrs_attrs__"] for base in kind.__mro__ if "__attrs_attrs__" in base.__dict__)
    return _with("eq", own.fields) if isinstance(own, LazyFields) else [one.name for one in own if one.eq]


def evolve(one: T, **changes: Any) -> T:
    """A record with other values in some fields: `attrs.evolve` works too, and makes the fields of a class at first."""
    kind: Any = type(one)
    if not isinstance(own := kind.__dict__.get("__attrs_attrs__"), LazyFields):
        from attrs import evolve as evolved

        return evolved(one, **changes)  # type: ignore[misc]
    made: T = kind(**{name: getattr(one, name) for name in _with("init", own.fields)} | changes)
    return made


if TYPE_CHECKING:
    from attrs import define as define
    from attrs import field as field
    from attrs import frozen as frozen
else:
    define, field, frozen = partial(record, is_frozen=False), Field, record
