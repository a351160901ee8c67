"""What the compiled functions are made with that only compiled functions call."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numba import config, njit, types
from numba.extending import intrinsic
from numpy.typing import NDArray

Words = NDArray[np.uint64]
Integers = NDArray[np.int64]


def inner(function: Callable[..., Any]) -> Callable[..., Any]:
    """As `clew.kernels.native.compiled`, for a function that Python never calls: a quarter less to compile."""
    options: dict[str, Any] = {
        "nogil": True,
        "error_model": "numpy",
        "no_cpython_wrapper": True,
        "no_cfunc_wrapper": True,
    }
    try:
        compiled: Callable[..., Any] = njit(cache=True, **options)(function)
    except RuntimeError:  # no folder that can be written to
        compiled = njit(**options)(function)
    return compiled


if getattr(config, "DISABLE_JIT", False):

    def as_integers(words: Words) -> Integers:
        """The same memory as whole numbers."""
        return words.view(np.int64)

else:
    from numba.core.imputils import impl_ret_borrowed

    @intrinsic
    def as_integers(typing: Any, words: Any) -> Any:
        """The same memory as whole numbers: what `view` does, which takes half a second to compile."""
        integers = types.Array(types.int64, words.ndim, words.layout)

        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            return impl_ret_borrowed(context, builder, signature.return_type, arguments[0])  # type: ignore[no-untyped-call]

        return integers(words), generate
