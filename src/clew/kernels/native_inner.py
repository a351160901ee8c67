"""What the compiled functions are made with that only compiled functions call."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Any

import numpy as np
from numba import config, njit, types
from numba.core import compiler
from numba.core.imputils import impl_ret_borrowed
from numba.extending import intrinsic
from numpy.typing import NDArray

Words = NDArray[np.uint64]
Integers = NDArray[np.int64]

KINDS: dict[str, Any] = {
    "int": types.int64,
    "np.uint64": types.uint64,
    "bool": types.boolean,
    "None": types.none,
}
"""What annotations stand for; any other argument is what it is given."""


def _joined(function: Callable[..., Any]) -> Callable[..., Any]:
    """A function that becomes a part of those that call it.

    numba would make each function into machine code by itself, and then again inside of those that call it. Here it is
    translated once, and only they are optimised and made into machine code: that takes the compiler half the time.
    """
    numba: Any = compiler
    signature = inspect.signature(function)
    result = KINDS[signature.return_annotation]
    parameters = list(signature.parameters.values())
    translated: dict[Any, Any] = {}

    def typed(_: Any, *arguments: Any) -> Any:
        pairs = zip(parameters, arguments, strict=True)
        return result(*(KINDS.get(parameter.annotation, argument) for parameter, argument in pairs)), generate

    def generate(context: Any, builder: Any, called: Any, arguments: Any) -> Any:
        if called.args not in translated:
            library = context.codegen().create_library(function.__name__)
            flags = numba.Flags()
            flags.no_compile = flags.no_cpython_wrapper = flags.no_cfunc_wrapper = True
            flags.error_model = "numpy"
            flags.forceinline = True
            made = numba.compile_internal(
                context.typing_context, context, library, function, called.args, called.return_type, flags, {}
            )
            library._finalized = True  # so that it is linked as it is
            translated[called.args] = made.fndesc, library
        described, library = translated[called.args]
        for part in (library, *library._linking_libraries):  # a caller before what it calls, or that is left out
            context.active_code_library.add_linking_library(part)
        return context.call_internal(builder, described, called, arguments)

    first = inspect.Parameter("_", inspect.Parameter.POSITIONAL_OR_KEYWORD)
    typed.__signature__ = signature.replace(parameters=[first, *parameters])  # type: ignore[attr-defined]
    typed.__name__, typed.__module__ = function.__name__, function.__module__
    made: Callable[..., Any] = intrinsic(typed)
    return made


def inner(function: Callable[..., Any]) -> Callable[..., Any]:
    """A function that Python never calls: it becomes a part of the compiled functions that call it.

    Its annotations are its signature. One whose result is a tuple, or an array, is compiled by itself.
    """
    if getattr(config, "DISABLE_JIT", False):
        return function
    if inspect.signature(function).return_annotation in KINDS:
        return _joined(function)
    options: dict[str, Any] = {"error_model": "numpy", "no_cpython_wrapper": True, "no_cfunc_wrapper": True}
    made: Callable[..., Any] = njit(**options)(function)
    return made


if getattr(config, "DISABLE_JIT", False):

    def as_integers(words: Words) -> Integers:
        """The same memory as whole numbers."""
        return words.view(np.int64)

else:

    @intrinsic
    def as_integers(typing: Any, words: Any) -> Any:
        """The same memory as whole numbers: what `view` does, which takes half a second to compile."""
        integers = types.Array(types.int64, words.ndim, words.layout)

        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            return impl_ret_borrowed(context, builder, signature.return_type, arguments[0])  # type: ignore[no-untyped-call]

        return integers(words), generate
