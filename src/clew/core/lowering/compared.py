"""Expressions that compare: their steps in whole numbers, proved to fit into a word."""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING

from clew.constraints.compared import is_calculated, is_exact_at_last, is_for_python
from clew.constraints.primitives import Callback
from clew.core import CannotCompileError, _engine
from clew.core.lowering.tables import is_written_out

if TYPE_CHECKING:
    from clew.constraints.primitives import Compared
    from clew.core.compiler import EngineCompiler


def compared(compiler: EngineCompiler, primitive: Compared) -> None:
    """A table if there are few combinations of values, Python's verdict if bounds are not known.

    Raises:
        CannotCompileError: values are no whole numbers, or steps do not fit into a word.
    """
    source, scope = primitive.source, compiler.numbers(primitive.scope)
    domains = compiler.domains(primitive.scope)
    if not all(domains):
        return  # a variable has no value, and the search ends at once
    has_ends, is_known = not compiler.intervals.isdisjoint(scope), is_calculated(primitive, domains)
    if has_ends and not is_known:
        raise CannotCompileError(f"{source.title} asks Python about the values of a wide range")
    if not has_ends and (not is_known or is_for_python(primitive, compiler.level, domains)):
        compiler.add(Callback(source))
        return
    is_whole = all(compiler.scale(v) == 1 for v in scope)
    for variable, accepts in primitive.divisors() if is_whole else ():
        if compiler.places[variable] not in compiler.intervals:
            compiler.keep(compiler.places[variable], accepts)
    if has_ends or not is_written_out(compiler, source, prunes=True):
        steps = primitive.steps
        if not is_whole:
            raise CannotCompileError(f"{source.title} is not of whole numbers")
        if not steps.is_known(domains):
            raise CannotCompileError(f"{source.title}: its sums do not fit into a word")
        ends = [None if end in (-inf, inf) else end for piece in steps.required(primitive.relation) for end in piece]
        kinds, parts, numbers = zip(*((int(kind), [*own], [*some]) for kind, own, some in steps.steps), strict=True)
        is_exact = is_exact_at_last(primitive)
        _engine.Compared(compiler.program, scope, [*kinds], [*parts], [*numbers], steps.shared, ends, is_exact)
