"""Gives the reference the signatures of classes whose `__init__` attrs, or `clew.records`, writes: with their defaults.

mkdocstrings reads the sources without running them, so that it knows no such method.
"""

from __future__ import annotations

import inspect
from collections.abc import Iterator
from contextlib import suppress
from importlib import import_module
from typing import Any

import attrs
import griffe


class Constructors(griffe.Extension):
    """An extension of the reader of sources behind mkdocstrings."""

    def on_class_members(self, *, cls: griffe.Class, **_: Any) -> None:
        """Find the class, if it has no method of its own."""
        module = cls.parent
        if "__init__" in cls.members or module is None or not module.is_module:
            return
        with suppress(ImportError):  # of an extra that is not installed
            self.add(cls, getattr(import_module(module.path), cls.name, None))

    def add(self, cls: griffe.Class, found: Any) -> None:
        """Add the method to a class of the sources, for one that attrs knows."""
        if isinstance(found, type) and attrs.has(found):
            method = griffe.Function(
                "__init__", parameters=griffe.Parameters(*parameters(found))
            )
            cls.set_member("__init__", method)


def parameters(cls: type[Any]) -> Iterator[griffe.Parameter]:
    """The parameters of a class, `self` first."""
    yield griffe.Parameter(
        "self", kind=griffe.ParameterKind.positional_or_keyword
    )
    known = inspect.signature(cls).parameters
    for field in attrs.fields(cls):
        if not field.init:
            continue
        given = known.get(field.alias or field.name)
        only = given is not None and given.kind is given.KEYWORD_ONLY
        yield griffe.Parameter(
            field.alias or field.name,
            annotation=annotation(cls, field, given),
            kind=griffe.ParameterKind.keyword_only
            if only
            else griffe.ParameterKind.positional_or_keyword,
            default=default(field.default),
        )


def annotation(
    cls: type[Any],
    field: attrs.Attribute[Any],
    given: inspect.Parameter | None,
) -> str | None:
    """The type that callers may pass: of a field with a converter, the one that this takes."""
    if given is not None and given.annotation is not given.empty:
        return str(given.annotation)
    owners = (vars(base).get("__annotations__", {}) for base in cls.__mro__)
    return next(
        (str(own[field.name]) for own in owners if field.name in own), None
    )


def default(value: Any) -> str | None:
    """A default as code; None without one."""
    if value is attrs.NOTHING:
        return None
    if isinstance(value, attrs.Factory):  # type: ignore[arg-type]
        return f"{getattr(value.factory, '__name__', 'made')}()"
    return getattr(value, "__qualname__", None) or repr(value)
