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
            [problem.variable_name(variable), canonical(variable), [canonical(value) for value in domain]]
            for variable, domain in declared_domains(problem).items()
        ],
        "constraints": [canonical(constraint) for constraint in Declared(problem).constraints],
        "given": canonical(dict(problem.given())),
    }
    if any(overrides(problem, hook) for hook in OWN):
        made["hooks"] = [*map(_kind, _own_classes(type(problem))), canonical(problem)]
    return digest_of(made)


def digest_of(content: Any) -> str:
    """The digest of something that JSON can hold."""
    return hashlib.sha256(json.dumps(content, sort_keys=True).encode()).hexdigest()


def canonical(thing: Any) -> Any:
    """A description of a thing for JSON, which depends on the thing alone."""
    return _described(thing, ())


def _described(thing: Any, around: tuple[int, ...]) -> Any:
    """A description; `around` holds the things that the thing lies in, lest one of them is described without end."""
    if thing is None or (isinstance(thing, (bool, int, str)) and not isinstance(thing, Enum)):
        return thing
    if isinstance(thing, float):
        return ["float", repr(thing)]
    if id(thing) in around or len(around) > DEEP:
        return ["around", type(thing).__qualname__]
    around = (*around, id(thing))
    cls: Any = type(thing)
    kind = _kind(cls)
    if isinstance(thing, Enum):
        return [kind, thing.name]
    if isinstance(thing, range):
        return ["range", thing.start, thing.stop, thing.step]
    if isinstance(thing, (tuple, list)):
        return ["list" if type(thing) in (tuple, list) else kind, *_all(thing, around)]
    if isinstance(thing, Mapping):
        return ["mapping", *([_described(k, around), _described(v, around)] for k, v in thing.items())]
    if isinstance(thing, Set):
        return ["set", *sorted(json.dumps(part, sort_keys=True) for part in _all(thing, around))]
    if isinstance(thing, type):
        return ["class", _kind(cast(Any, thing))]
    if callable(thing) and (function := _described_function(thing, around)) is not None:
        return function
    return [kind, *_described_fields(thing, around)]


@lru_cache(maxsize=64)  # a class of a file that is loaded anew must not stay
def _kind(kind: type) -> str:
    """The identity of a class: its name, and its code if that is neither clew's nor Python's own."""
    top = kind.__module__.partition(".")[0]
    if top == "clew" or top in sys.stdlib_module_names:
        name = f"{kind.__module__}.{kind.__qualname__}"
        start = next(filter(name.startswith, MOVED), "")
        return MOVED.get(start, "") + name.removeprefix(start)
    return f"{kind.__qualname__} {digest_of(_source(kind))}"


def _all(things: Iterable[Any], around: tuple[int, ...]) -> list[Any]:
    return [_described(thing, around) for thing in things]


def _described_function(thing: Any, around: tuple[int, ...]) -> Any:
    """A function by its source and its closure; None if it is an object that can be called."""
    if isinstance(thing, functools.partial):
        return ["partial", *_all((thing.func, thing.args, thing.keywords), around)]
    if isinstance(thing, types.MethodType):
        return ["method", _source(thing.__func__), _described(thing.__self__, around)]
    if isinstance(thing, types.FunctionType):
        cells = [cell.cell_contents for cell in thing.__closure__ or () if _is_full(cell)]
        used = (cells, thing.__defaults__, thing.__kwdefaults__, _constants(thing))
        return ["function", thing.__qualname__, _source(thing), *_all(used, around)]
    if isinstance(thing, (types.BuiltinFunctionType, type(str.join))):
        return ["function", thing.__qualname__]
    return None


def _constants(function: types.FunctionType) -> dict[str, Any]:
    """The plain values, and the functions of the same module, that a function finds under global names."""
    names = sorted(set(function.__code__.co_names) & function.__globals__.keys())
    found = {name: function.__globals__[name] for name in names}
    plain = (bool, int, float, str, tuple, frozenset)
    return {
        name: value
        for name, value in found.items()
        if isinstance(value, plain) or getattr(value, "__globals__", None) is function.__globals__
    }


def _is_full(cell: Any) -> bool:
    try:
        cell.cell_contents  # noqa: B018
    except ValueError:  # a name that is not bound yet
        return False
    return True


def _described_fields(thing: Any, around: tuple[int, ...]) -> list[Any]:
    """The contents of an object: its fields, or its `repr`."""
    if attrs.has(type(thing)):
        names = [field.name for field in attrs.fields(type(thing)) if field.name != "label"]
        return [[name, _described(getattr(thing, name, None), around)] for name in names]
    if hasattr(thing, "__dict__"):
        kept = {n: v for n, v in vars(thing).items() if not isinstance(getattr(type(thing), n, None), cached_property)}
        return [[name, _described(value, around)] for name, value in sorted(kept.items())]
    shown = repr(thing)
    return [] if " at 0x" in shown else [shown]


def _own_classes(kind: type) -> list[type]:
    """A class and those that it comes from, but for clew's own."""
    return [base for base in kind.__mro__ if base is not object and base.__module__.partition(".")[0] != "clew"]


def _source(code: Any) -> str:
    """The source of a class's module, or of a function; its name if there is none, as in an interpreter."""
    try:
        module = inspect.getmodule(code) if isinstance(code, type) else None
        return inspect.getsource(code if module is None else module)
    except (OSError, TypeError):
        return f"{code.__module__}.{code.__qualname__}"
