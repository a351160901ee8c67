"""Sequences that an automaton reads: it is unrolled over the positions of its scope."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from clew.constraints.primitives import Reading
from clew.core import CannotCompileError, _engine

if TYPE_CHECKING:
    from clew.constraints.stepwise import Row
    from clew.core.compiler import EngineCompiler

STEPS: Final = 2**22
"""Steps of an automaton for which there is room in the engine."""


def reading(compiler: EngineCompiler, primitive: Reading) -> None:
    """The states and steps on the paths to acceptance; automata that are shareable and read equal domains share them.

    Raises:
        CannotCompileError: there are too many steps.
        Exception: any exception of `start`, `step` or `accepts`.
    """
    from clew.constraints.stepwise import share_key, unrolled  # of automata alone

    reader = primitive.source
    scope = compiler.numbers(primitive.scope)
    domains = [tuple(compiler.values[v]) for v in scope]
    key = share_key(reader, domains)
    encoded = compiler.unrolled.get(key)
    if encoded is None:
        layers = unrolled(reader.start, reader.step, reader.accepts, domains, STEPS)
        if layers is None:
            raise CannotCompileError(f"{reader.title} has too many states")
        encoded = _encoded(layers)
        if key is not None:
            compiler.unrolled[key] = encoded
    _engine.Automaton(compiler.program, scope, encoded)


def _encoded(layers: list[list[Row]]) -> _engine.Unrolled:
    """The states before each variable, and those after the last, for the engine."""
    ends, places, targets = [], [], []
    for rows in layers[:-1]:
        for row in rows:
            places += [place for place, _ in row]
            targets += [after for _, after in row]
            ends.append(len(places))
    return _engine.Unrolled(list(map(len, layers)), ends, places, targets)
