"""Tasks that use a resource: their numbers, proved to fit into a word."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from clew.constraints.primitives import Callback
from clew.core import CannotCompileError, _engine
from clew.core.lowering.callback import add_last_open
from clew.core.variables import BITS

if TYPE_CHECKING:
    from clew.constraints.scheduling import ResourceUse
    from clew.core.compiler import EngineCompiler


def works_on_ends(primitive: ResourceUse, domains: Mapping[Hashable, Sequence[Any]]) -> bool:
    """Whether all numbers are whole."""
    return primitive.is_whole([domains[v] for v in primitive.scope])


def cumulative(compiler: EngineCompiler, primitive: ResourceUse) -> None:
    """Bounds if the numbers are whole; otherwise Python decides.

    Raises:
        CannotCompileError: the numbers do not fit into a word.
    """
    source, scope, entries = primitive.source, compiler.numbers(primitive.scope), primitive.entries()
    if not (compiler.propagates and primitive.is_whole([compiler.values[v] for v in scope])):
        compiler.add(Callback(source))
        return
    place = {name: k for k, name in enumerate(primitive.scope)}
    places = [place[one] if what == "variable" else -1 for what, one in entries]
    constants = [int(one) if what == "constant" else 0 for what, one in entries]
    sizes = [compiler.declared(scope[k]).largest if k >= 0 else abs(n) for k, n in zip(places, constants, strict=True)]
    if not all(map(compiler.scale, scope)) or sum(sizes) >> BITS:
        raise CannotCompileError(f"{source.title}: its numbers do not fit into a word")
    _engine.Cumulative(compiler.program, scope, places, constants)
    if primitive.repeats() and compiler.intervals.isdisjoint(scope):
        add_last_open(compiler, source)
