"""Alternatives: a program of its own for each."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import TYPE_CHECKING

from clew.constraints.asking import may_raise
from clew.constraints.primitives import Callback, Primitive
from clew.core import _engine
from clew.core.lowering import tables
from clew.core.lowering.chosen import add_chosen

if TYPE_CHECKING:
    from clew.constraints.primitives import Alternatives
    from clew.core.compiler import EngineCompiler

Primitives = tuple[Primitive, ...]
"""Those that an alternative is made of."""


def alternatives(compiler: EngineCompiler, primitive: Alternatives) -> None:
    """A table if there are few combinations of values; Python decides if nothing is propagated, or on one of them."""
    if not compiler.propagates or may_raise(primitive, compiler):
        compiler.add(Callback(primitive.source))
    elif compiler.learns and add_chosen(compiler, primitive.alternatives):
        return
    elif not tables.is_written_out(compiler, primitive.source, prunes=True):
        add_alternatives(compiler, primitive.scope, primitive.alternatives)


def add_alternatives(compiler: EngineCompiler, names: Sequence[Hashable], some: Sequence[Primitives]) -> None:
    """One of some alternatives holds at least."""
    programs, places = zip(*[_program(compiler, names, primitives) for primitives in some], strict=True)
    _engine.Alternatives(compiler.program, compiler.numbers(names), list(programs), list(places))


def _program(
    compiler: EngineCompiler, names: Sequence[Hashable], primitives: Primitives
) -> tuple[_engine.Program, list[int]]:
    """The program of an alternative, and the places of its variables among the names."""
    own = {name for one in primitives for name in one.scope}
    places = [place for place, name in enumerate(names) if name in own]
    inner = compiler.part([names[place] for place in places])
    for one in sorted(primitives, key=lambda one: len(one.scope) > 1):  # those on one variable come first
        inner.add(one)
    inner.finish()
    return inner.program, places
