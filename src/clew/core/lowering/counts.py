"""How many conditions hold, each on a variable of its own, as another variable or a number says."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from clew.constraints.arithmetic import Comparison, Linear
from clew.constraints.forms import unary
from clew.constraints.logic import Or
from clew.constraints.table import Table
from clew.constraints.terms import tree_of
from clew.core import TRUTHS, _engine
from clew.core.lowering.pairs import add_either

if TYPE_CHECKING:
    from clew.constraints.base import Constraint
    from clew.constraints.primitives import Images
    from clew.core.compiler import EngineCompiler


def is_count(compiler: EngineCompiler, primitive: Images) -> bool:
    """Whether a sum of conditions, which count alike, equals a variable and a number, or a number."""
    of = primitive.of
    if not (compiler.propagates and type(of) is Linear and of.relation == "==" and type(of.bound) is int):
        return False
    conditions = [variables for variables, _, condition in primitive.terms if condition is not None]
    weights = {w for w, (*_, condition) in zip(of.coefficients, primitive.terms, strict=True) if condition is not None}
    number = [k for k, (*_, condition) in enumerate(primitive.terms) if condition is None]
    if len(weights) != 1 or weights.isdisjoint((1, -1)) or len({*conditions}) < len(conditions) or len(number) > 1:
        return False
    return all(_is_number(compiler, of, k, *weights) for k in number) and all(
        condition is None or _is_plain(compiler, condition) for *_, condition in primitive.terms
    )


def _is_number(compiler: EngineCompiler, of: Linear, k: int, weight: int) -> bool:
    """Whether a term is a variable of whole numbers, taken from the conditions."""
    kind, name, *_ = tree_of(of.scope[k])
    if kind != "name" or of.coefficients[k] != -weight or type(of.coefficients[k]) is not int:
        return False
    v = compiler.places[name]
    return v not in compiler.intervals and compiler.scale(v) == 1


def _is_plain(compiler: EngineCompiler, condition: Constraint) -> bool:
    """Whether a condition on one variable never raises."""
    if len(condition.scope) != 1 or (v := compiler.places[condition.scope[0]]) in compiler.intervals:
        return False
    if type(condition) is Comparison:
        return type(condition.constant) is int and compiler.declared(v).is_exact
    return type(condition) is Table and not condition.tuples.has_gaps


def add_count(compiler: EngineCompiler, primitive: Images) -> None:
    """Add the number of conditions that hold."""
    of: Linear = primitive.of  # type: ignore[assignment]
    scope, true, last, sign = [], [], -1, 1
    for (variables, _, condition), weight in zip(primitive.terms, of.coefficients, strict=True):
        (v,) = compiler.numbers(variables)
        if condition is None:
            last = v
        else:
            scope.append(v)
            true.append(compiler.accepted(unary(condition)))
            sign = weight
    shift = sign * of.bound
    numbers = [shift] if last < 0 else [number + shift for number in compiler.declared(last).integers]
    numbers = [number if 0 <= number <= len(scope) else -1 for number in numbers]  # the others may not fit into a word
    _engine.Occurrences(compiler.program, scope, true, compiler.auxiliary((0,)) if last < 0 else last, numbers)


def is_any(compiler: EngineCompiler, condition: Constraint | None) -> bool:
    """Whether a condition says that one of some conditions on single variables holds, none of which ever raises."""
    is_or = type(condition) is Or and len(condition.scope) > 1
    return is_or and all(_is_plain(compiler, one) for one in condition.parts)  # type: ignore[union-attr]


def add_any(compiler: EngineCompiler, condition: Any) -> int:
    """A new variable that is 1 if one of some conditions on single variables holds, and 0 if none does."""
    result = compiler.auxiliary(TRUTHS)
    true: dict[int, list[int]] = {}
    for one in condition.parts:
        (v,) = compiler.numbers(one.scope)
        true.setdefault(v, []).extend(compiler.accepted(unary(one)))
    for v, places in true.items():
        add_either(compiler, {v: [*{*range(len(compiler.values[v]))} - {*places}], result: [1]})
    add_either(compiler, {result: [0], **true})
    return result
