"""Alternatives: a program of its own for each."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from functools import partial
from typing import TYPE_CHECKING

from clew.constraints.asking import may_raise
from clew.constraints.primitives import Callback, Primitive
from clew.core import _engine
from clew.core.lowering import tables
from clew.core.lowering.chosen import add_chosen

if TYPE_CHECKING:
    from clew.constraints.base import Constraint
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
        add_alternatives(compiler, primitive.scope, primitive.alternatives, primitive.source)


def add_alternatives(
    compiler: EngineCompiler, names: Sequence[Hashable], some: Sequence[Primitives], source: Constraint
) -> None:
    """One of some alternatives holds at least, as a constraint says.

    Equal ones on equal domains share a program of their level.
    """
    scope, form = compiler.numbers(names), tables.form_of(source, {name: k for k, name in enumerate(names)})
    programs, places = [], []
    for number, primitives in enumerate(some):
        own = {name for one in primitives for name in one.scope}
        places.append([place for place, name in enumerate(names) if name in own])
        make = partial(_program, compiler, [names[place] for place in places[-1]], primitives)
        key = None if form is None else (number, form, compiler.level, *[v in compiler.intervals for v in scope])
        programs.append(compiler.shared(key, scope, make))
    _engine.Alternatives(compiler.program, scope, programs, places)


def _program(compiler: EngineCompiler, names: Sequence[Hashable], primitives: Primitives) -> _engine.Program:
    """The program of an alternative."""
    inner = compiler.part(names)
    for one in sorted(primitives, key=lambda one: len(one.scope) > 1):  # those on one variable come first
        inner.add(one)
    inner.finish()
    return inner.program
