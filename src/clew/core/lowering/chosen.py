"""Alternatives for a search that learns: a variable chooses one, so nogoods can be about what was chosen.

Explanations of an alternative that is ruled out would name the ends that rule it out just now; the variable names them
all (O. Ohrimenko, P. Stuckey and M. Codish, Propagation via lazy clause generation, 2009).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from clew.constraints.primitives import Clause, Difference, Disjunction, Unary, WeightedSum
from clew.core import TRUTHS, _engine
from clew.core.lowering.ends import single_term
from clew.core.lowering.sums import whole_sum

if TYPE_CHECKING:
    from clew.constraints.primitives import Primitive
    from clew.core.compiler import EngineCompiler

Inequality = tuple[list[int], list[int], int]
"""Variables, their weights, and the most that the sum may be."""

Part = list[Inequality] | dict[int, list[int]]
"""One of some inequalities holds; or one of some variables has a value at one of some places."""

Choice = tuple[int, int]
"""A variable of two values, and the one that chooses an alternative."""


def add_chosen(compiler: EngineCompiler, some: Sequence[Sequence[Primitive]]) -> bool:
    """One of some alternatives holds at least; False if a part of one cannot be written so, and nothing is done."""
    found = [[_parts(compiler, primitive) for primitive in primitives] for primitives in some]
    if any(None in own for own in found):
        return False
    alternatives = [[part for parts in own for part in parts or ()] for own in found]
    known = [_choice(compiler, parts) for parts in alternatives]
    if len(known) == 2:
        one, other = known
        one = one or (other and (other[0], 1 - other[1])) or (compiler.auxiliary(TRUTHS), 1)
        choices = [one, (one[0], 1 - one[1])]
    else:
        choices = [choice or (compiler.auxiliary(TRUTHS), 1) for choice in known]
        _add(compiler, _merged(choices))
    for parts, own, choice in zip(alternatives, known, choices, strict=True):
        for part in parts if own != choice else ():
            _add_if(compiler, choice, part)
    return True


def _merged(choices: list[Choice]) -> dict[int, list[int]]:
    found: dict[int, list[int]] = {}
    for v, place in choices:
        found.setdefault(v, []).append(place)
    return found


def _choice(compiler: EngineCompiler, parts: list[Part]) -> Choice | None:
    """The value of a variable with two, 0 and 1, that an alternative is made of; None if it is something else."""
    if len(parts) != 1:
        return None
    (part,) = parts
    if isinstance(part, dict):
        (v, places), *more = part.items()
    elif len(part) == 1 and len(part[0][0]) == 1:
        ((v,), (weight,), most), more = part[0], []
        places = [place for place in (0, 1) if weight * place <= most]
    else:
        return None
    return (v, places[0]) if not more and len(places) == 1 and _is_bit(compiler, v) else None


def _is_bit(compiler: EngineCompiler, v: int) -> bool:
    values = compiler.values[v]
    return len(values) == 2 and [*values] == [0, 1] and compiler.scale(v) == 1


def _add(compiler: EngineCompiler, true: dict[int, list[int]]) -> None:
    _engine.Clause(compiler.program, [*true], [*true.values()])


def _add_if(compiler: EngineCompiler, choice: Choice, part: Part) -> None:
    """Add a part that holds if its alternative is chosen."""
    v, place = choice
    if isinstance(part, dict):
        _add(compiler, {**part, v: [*part.get(v, ()), 1 - place]})
        return
    scope = [*dict.fromkeys([v, *[w for own, _, _ in part for w in own]])]
    rows = [([v], [1 if place else -1], 0 if place else -1), *part]
    weights = [dict(zip(own, given, strict=True)).get(w, 0) for own, given, _ in rows for w in scope]
    compiler.scale(v)
    _engine.Disjunction(compiler.program, scope, weights, [most for _, _, most in rows])


def _parts(compiler: EngineCompiler, primitive: Primitive) -> Sequence[Part] | None:
    """A primitive, as parts that hold together; None if it cannot be written so."""
    match primitive:
        case Unary() if compiler.places[primitive.variable] not in compiler.intervals:
            return [{compiler.places[primitive.variable]: compiler.accepted(primitive)}]
        case Unary():
            factor, relation, bound = single_term(primitive)
            return None if bound is None else _sum(compiler, [primitive.variable], (factor,), relation, bound)
        case Clause() if compiler.intervals.isdisjoint(compiler.numbers(primitive.scope)):
            true: dict[int, list[int]] = {}
            for literal in primitive.literals:
                true.setdefault(compiler.places[literal.variable], []).extend(compiler.accepted(literal))
            return [true]
        case Difference():
            return _sum(compiler, [primitive.one, primitive.other], (1, -1), primitive.relation, primitive.offset)
        case WeightedSum():
            return _sum(compiler, primitive.scope, primitive.coefficients, primitive.relation, primitive.bound)
        case Disjunction():
            some = [_sum(compiler, one.scope, one.coefficients, one.relation, one.bound) for one in primitive.sums]
            rows = [row for found in some if found is not None for row in found[0]]
            return None if None in some else [rows]
        case _:
            return None


def _sum(
    compiler: EngineCompiler, names: Sequence[Any], weights: Sequence[Any], relation: str, bound: Any
) -> list[list[Inequality]] | None:
    scope = compiler.numbers(names)
    total = whole_sum(compiler, scope, weights, relation, bound)
    if total is None:
        return None
    whole, least, most = total
    minus, found = [-weight for weight in whole], list[Inequality]()
    apart = 1 if relation == "!=" else 0
    if most is not None:
        found.append((scope, whole, most - apart))
    if least is not None:
        found.append((scope, minus, -least - apart))
    if not apart:
        return [[one] for one in found]
    return [found] if least == most else []  # a fraction is unequal to all whole numbers
