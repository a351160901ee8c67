"""Constraints that Python decides: they are asked about values, or prune by themselves."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from clew.constraints import primitives
from clew.constraints.base import OPEN, Constraint, judged, truth
from clew.constraints.forms import form_of
from clew.core import _engine
from clew.core.lowering.pairs import add_pairs
from clew.core.lowering.tables import is_written_out
from clew.errors import shown

if TYPE_CHECKING:
    from clew.core.compiler import EngineCompiler


def callback(compiler: EngineCompiler, primitive: primitives.Callback) -> None:
    """Values are kept, pairs and few combinations of values written down; otherwise the constraint is asked."""
    constraint = primitive.source
    scope = constraint.scope
    if len(scope) == 1:
        compiler.keep(compiler.places[scope[0]], lambda value: truth(constraint, (value,)))
    elif len(scope) == 2:
        form = form_of(constraint, {name: k for k, name in enumerate(scope)})
        add_pairs(compiler, scope[0], scope[1], lambda one, other: truth(constraint, (one, other)), form)
    elif not compiler.propagates:
        add_check(compiler, constraint)
    else:
        prunes = type(constraint).propagate is not Constraint.propagate
        if not is_written_out(compiler, constraint, prunes=prunes):
            if prunes:
                numbers = compiler.numbers(scope)
                _engine.Callback(compiler.program, numbers, _pruning(compiler, constraint, numbers), len(numbers))
            add_last_open(compiler, constraint)


def add_check(compiler: EngineCompiler, constraint: Constraint) -> None:
    """Only check a constraint, if the level does not propagate."""
    scope = compiler.numbers(constraint.scope)
    values = [compiler.values[v] for v in scope]

    def kept(places: list[Any]) -> list[Any] | None:
        """The values of the open variables that the constraint accepts beside the decided ones."""
        holes = [k for k, some in enumerate(places) if isinstance(some, list)]
        chosen = [OPEN if isinstance(some, list) else own[some] for own, some in zip(values, places, strict=True)]
        if not holes:
            return places if judged(constraint, chosen) else None
        for hole in holes:
            left = []
            for place in places[hole]:
                chosen[hole] = values[hole][place]
                if judged(constraint, chosen):
                    left.append(place)
            if not left:
                return None
            chosen[hole] = OPEN
            places[hole] = left
        return places

    _engine.Check(compiler.program, scope, kept, constraint.partial)


def add_last_open(compiler: EngineCompiler, constraint: Constraint) -> None:
    """Ask a constraint about each value of the last open variable."""
    scope = compiler.numbers(constraint.scope)
    values = [compiler.values[v] for v in scope]

    def kept(places: list[list[int]]) -> list[list[int]] | None:
        chosen = [own[some[0]] for own, some in zip(values, places, strict=True)]
        last = next((k for k, some in enumerate(places) if len(some) > 1), None)
        if last is None:
            return places if truth(constraint, chosen) else None
        left = []
        for place in places[last]:
            chosen[last] = values[last][place]
            if truth(constraint, chosen):
                left.append(place)
        return [*places[:last], left, *places[last + 1 :]]

    _engine.Callback(compiler.program, scope, kept, 1)


def _pruning(compiler: EngineCompiler, constraint: Constraint, scope: list[int]) -> Callable[[list[list[int]]], Any]:
    """Calls the constraint's own `propagate`: from the places left to those that are kept, None for a dead end."""
    values = [compiler.values[v] for v in scope]
    positions = [compiler.declared(v).positions for v in scope]

    def kept(places: list[list[int]]) -> list[list[int]] | None:
        domains = [tuple([own[p] for p in some]) for own, some in zip(values, places, strict=True)]
        try:
            answer = constraint.propagate(domains)
        except Exception as error:
            error.add_note(f"while {constraint.title} pruned {shown(domains)}")
            raise
        if answer is None:
            return None
        try:
            return [[at[value] for value in own] for at, own in zip(positions, answer, strict=True)]
        except (KeyError, TypeError, ValueError) as error:
            from clew.errors import ProblemError

            raise ProblemError(
                f"{constraint.title}: propagate must give, for each variable, values of its domain ({error})"
            ) from None

    return kept
