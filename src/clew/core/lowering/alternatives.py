"""Alternatives: a program of its own for each."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from clew.constraints.primitives import Callback, Primitive
from clew.core import _engine
from clew.core.lowering import tables

if TYPE_CHECKING:
    from clew.constraints.primitives import Alternatives
    from clew.core.compiler import EngineCompiler


def alternatives(compiler: EngineCompiler, primitive: Alternatives) -> None:
    """A table if there are few combinations of values; Python's verdict if nothing is propagated."""
    source = primitive.source
    if not compiler.propagates:
        compiler.add(Callback(source))
    elif not tables.is_written_out(compiler, source, prunes=True):
        scope = compiler.numbers(primitive.scope)
        programs, places = zip(*[_program(compiler, scope, some) for some in primitive.alternatives], strict=True)
        _engine.Alternatives(compiler.program, scope, list(programs), list(places))


def _program(
    compiler: EngineCompiler, scope: list[int], primitives: Iterable[Primitive]
) -> tuple[_engine.Program, list[int]]:
    """The program of an alternative, and the places of its variables in a scope."""
    numbers = {v: k for k, v in enumerate(scope)}
    names = sorted({name for one in primitives for name in one.scope}, key=lambda name: numbers[compiler.places[name]])
    domains = {name: compiler.values[compiler.places[name]] for name in names}
    intervals = {name for name in names if compiler.places[name] in compiler.intervals}
    inner = type(compiler)(domains, compiler.level, intervals)
    for one in sorted(primitives, key=lambda one: len(one.scope) > 1):  # those on one variable come first
        inner.add(one)
    inner.finish()
    return inner.program, [numbers[compiler.places[name]] for name in names]
