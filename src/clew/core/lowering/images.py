"""Constraints on what expressions are worth."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from itertools import product
from typing import TYPE_CHECKING, Any

from clew.constraints.primitives import Callback, Images
from clew.core import _engine
from clew.core.lowering.callback import add_last_open
from clew.core.lowering.tables import is_written_out
from clew.limits import looking
from clew.state.thresholds import are_preimages

if TYPE_CHECKING:
    from clew.core.compiler import EngineCompiler


def images(compiler: EngineCompiler, primitive: Images) -> None:
    """The value of each expression is an auxiliary variable, and a table says which values it comes from."""
    source, of = primitive.source, primitive.of
    if not all(are_preimages(compiler.domains(variables)) for variables, _ in primitive.terms):
        compiler.add(Callback(source))
        return
    if is_written_out(compiler, source, prunes=True):
        return
    results = [_add_result(compiler, variables, function) for variables, function in primitive.terms]
    with compiler.naming(dict(zip(of.scope, results, strict=True))):
        compiler.compile(of)
    occurring = [variable for variables, _ in primitive.terms for variable in variables]
    if len(set(occurring)) < len(occurring):  # otherwise one open variable leaves one open expression
        add_last_open(compiler, source)


def _add_result(
    compiler: EngineCompiler, variables: Sequence[Hashable], function: Callable[[Sequence[Any]], Any]
) -> int:
    """A new variable that has the value of an expression."""
    rows = [(*some, function(some)) for some in looking(product(*compiler.domains(variables)))]
    result = compiler.auxiliary(list(dict.fromkeys(row[-1] for row in rows)))
    scope = [*compiler.numbers(variables), result]
    _engine.Table(compiler.program, scope, [compiler.declared(v).positions for v in scope], rows)
    return result
