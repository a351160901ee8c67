"""The identity of a search: a digest of the problem and of the options that shape its tree, the same in every process.

The paths of a kept search mean something only in the very tree that they were cut from. So a checkpoint holds a
digest of that tree's making: the domains and constraints that are declared, and the source of code that decides.
Functions are distinguished by their source, not by their byte code, which differs between versions of Python.
"""

from __future__ import annotations

import functools
import hashlib
import inspect
import json
import sys
import types
from collections.abc import Iterable, Mapping, Set
from enum import Enum
from functools import cached_property, lru_cache
from typing import Any, Final, cast

import attrs

from clew.problem.declared import Declared, declared_domains, overrides
from clew.problem.problem import Problem
from clew.reference.search.inference import HOOKS

DEEP: Final = 50
"""So deep things may lie in each other."""

OWN: Final = (*HOOKS, "choose_variable", "enumerate_values")
"""The hooks that shape a tree."""

MOVED: Final = {
    "clew.scale.checkpoint.specification.Listed": "clew.subtrees.keeping.Listed",
    "clew.exchange.json_constraints.TargetTable": "clew.formats.json_constraints.Targets",
    "clew.answers.": "clew.",
    "clew.constraints.objectives.": "clew.objectives.",
    "clew.exchange.": "clew.formats.",
    "clew.problem.declared.": "clew.problem.",
    "clew.problem.fields.": "clew.problem.",
    "clew.constraints.lexicographic.": "clew.constraints.sequences.",
    "clew.constraints.names.": "clew.constraints.base.",
    "clew.constraints.stepwise.": "clew.constraints.base.",
    "clew.problem.": "clew.",
    "clew.reference.search.value_order.": "clew.heuristics.value_order.",
    "clew.reference.search.variable_order.": "clew.heuristics.variable_order.",
    "clew.reference.": "clew.",
    "clew.scale.": "clew.",
    "clew.state.levels.": "clew.propagation.levels.",
    "clew.state.": "clew.",
    "clew.tools.": "clew.",
}
"""How the names of classes began when the first checkpoints were written: a checkpoint names them so for ever."""


def digest(problem: Problem[Any, Any]) -> str:
    """A digest of an instance: equal for equal instances, in any process and on any machine."""
    made: dict[str, Any] = {
        "domains": [
            [problem.variable_name(variable), canonical(variable), _all(domain)]
            for variable, domain in declared_domains(problem).items()
        ],
        "constraints": _all(Declared(problem).constraints),
        "given": canonical(dict(problem.given())),
    }
    if any(overrides(problem, hook) for hook in OWN):
        own = [base for base in type(problem).__mro__ if base is not object and _top(base) != "clew"]
        made["hooks"] = [*map(_kind, own), canonical(problem)]
    return digest_of(made)


def digest_of(content: Any) -> str:
    """The digest of something that JSON can hold."""
    return hashlib.sha256(json.dumps(content, sort_keys=True).encode()).hexdigest()


def canonical(thing: Any, around: tuple[int, ...] = ()) -> Any:
    """A description of a thing for JSON, which depends on the thing alone.

    Args:
        thing: the thing.
        around: the identities of the things that it lies in, lest one of them is described without end.
    """
    if thing is None or (isinstance(thing, (int, str)) and not isinstance(thing, Enum)):
        return thing
    if isinstance(thing, float):
        return ["float", repr(thing)]
    if id(thing) in around or len(around) > DEEP:
        return ["around", type(thing).__qualname__]
    around = (*around, id(thing))
    cls: Any = type(thing)
    kind = _kind(cls)
    match thing:
        case Enum():
            return [kind, thing.name]
        case range():
            return ["range", thing.start, thing.stop, thing.step]
        case tuple() | list():
            return ["list" if cls in (tuple, list) else kind, *_all(thing, around)]
        case Mapping():
            return ["mapping", *(_all(pair, around) for pair in thing.items())]
        case Set():
            return ["set", *sorted(json.dumps(part, sort_keys=True) for part in _all(thing, around))]
        case type():
            return ["class", _kind(cast(Any, thing))]
    return _described_function(thing, around) or [kind, *_described_fields(thing, around)]


@lru_cache(maxsize=64)  # a class of a file that is loaded anew must not stay
def _kind(kind: type) -> str:
    """The identity of a class: its name, and its code if that is neither clew's nor Python's own."""
    if _top(kind) == "clew" or _top(kind) in sys.stdlib_module_names:
        name = f"{kind.__module__}.{kind.__qualname__}"
        start = next(filter(name.startswith, MOVED), "")
        return MOVED.get(start, "") + name.removeprefix(start)
    return f"{kind.__qualname__} {digest_of(_source(kind))}"


def _top(kind: type) -> str:
    """The name of the package that a class is in."""
    return kind.__module__.partition(".")[0]


def _all(things: Iterable[Any], around: tuple[int, ...] = ()) -> list[Any]:
    return [canonical(thing, around) for thing in things]


def _described_function(thing: Any, around: tuple[int, ...]) -> Any:
    """A function by its source and its closure; None if it is an object that can be called."""
    match thing:
        case functools.partial():
            return ["partial", *_all((thing.func, thing.args, thing.keywords), around)]
        case types.MethodType():
            return ["method", _source(thing.__func__), canonical(thing.__self__, around)]
        case types.FunctionType():
            empty = types.CellType()  # as that of a name that is not bound yet
            cells = [cell.cell_contents for cell in thing.__closure__ or () if cell != empty]
            used = (cells, thing.__defaults__, thing.__kwdefaults__, _constants(thing))
            return ["function", thing.__qualname__, _source(thing), *_all(used, around)]
        case types.BuiltinFunctionType() | types.MethodDescriptorType():
            return ["function", thing.__qualname__]
    return None


def _constants(function: types.FunctionType) -> dict[str, Any]:
    """The plain values, and the functions of the same module, that a function finds under global names."""
    found, plain = function.__globals__, (int, float, str, tuple, frozenset)
    return {
        name: found[name]
        for name in sorted(found.keys() & function.__code__.co_names)
        if isinstance(found[name], plain) or getattr(found[name], "__globals__", None) is found
    }


def _described_fields(thing: Any, around: tuple[int, ...]) -> list[Any]:
    """The contents of an object: its fields, or its `repr`."""
    kind = type(thing)
    if attrs.has(kind):
        names = [field.name for field in attrs.fields(kind) if field.name != "label"]
        # Of a formula it was a field when the first checkpoints were written.
        names += ["_compiled"] * (_kind(kind) == "clew.constraints.arithmetic.Formula")
        return [[name, canonical(getattr(thing, name, None), around)] for name in names]
    if hasattr(thing, "__dict__"):
        return [
            [name, canonical(value, around)]
            for name, value in sorted(vars(thing).items())
            if not isinstance(getattr(kind, name, None), cached_property)
        ]
    shown = repr(thing)
    return [] if " at 0x" in shown else [shown]


def _source(code: Any) -> str:
    """The source of a class's module, or of a function; its name if there is none, as in an interpreter."""
    try:
        module = inspect.getmodule(code) if isinstance(code, type) else None
        return inspect.getsource(module or code)
    except (OSError, TypeError):
        return f"{code.__module__}.{code.__qualname__}"
