"""Alternatives: a program of its own for each."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from typing import TYPE_CHECKING

from clew.constraints.asking import may_raise
from clew.constraints.forms import form_of
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
        names = primitive.scope
        form = form_of(primitive.source, {name: k for k, name in enumerate(names)})
        add_alternatives(compiler, names, lambda: primitive.alternatives, form)


def add_alternatives(
    compiler: EngineCompiler, names: Sequence[Hashable], some: Callable[[], Sequence[Primitives]], form: Hashable | None
) -> None:
    """One of some alternatives holds at least. Those of one form on equal domains share programs of their level.

    A program begins with all values that the variables were declared with.

    Args:
        compiler: the compiler.
        names: the variables.
        some: makes the alternatives, unless their programs are known.
        form: says, together with the domains, what they are; None for what nothing else shares.
    """
    scope = compiler.numbers(names)
    key = None if form is None else (form, compiler.level, *[v in compiler.intervals for v in scope])

    def programs() -> list[tuple[_engine.Program, list[int]]]:
        return [_program(compiler, names, primitives) for primitives in some()]

    made = compiler.shared(key, scope, programs, whole=True)
    _engine.Alternatives(compiler.program, scope, [program for program, _ in made], [places for _, places in made])


def _program(
    compiler: EngineCompiler, names: Sequence[Hashable], primitives: Primitives
) -> tuple[_engine.Program, list[int]]:
    """The program of an alternative, and the places of its variables."""
    own = {name for one in primitives for name in one.scope}
    places = [place for place, name in enumerate(names) if name in own]
    inner = compiler.part([names[place] for place in places])
    for one in sorted(primitives, key=lambda one: len(one.scope) > 1):  # those on one variable come first
        inner.add(one)
    inner.finish()
    return inner.program, places
