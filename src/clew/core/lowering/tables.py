"""Tables: tuples that are allowed, or forbidden; few combinations of values; the paths of automata.

An automaton is unrolled over the positions of its scope.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from itertools import product
from typing import TYPE_CHECKING, Any, Final

from clew.constraints.base import Constraint, truth
from clew.constraints.primitives import Callback, Extension, Reading
from clew.core import CannotCompileError, _engine
from clew.core.lowering.pairs import add_listed_pairs, add_supported_pairs
from clew.limits import looking
from clew.state.thresholds import are_few

if TYPE_CHECKING:
    from clew.constraints.primitives import Forbidden
    from clew.core.compiler import EngineCompiler

Row = tuple[Any, ...]

SUPPORTS: Final = 2**33
"""Bits that the supports of a table may take: a gigabyte."""

STEPS: Final = 2**22
"""Steps of an automaton for which there is room in the engine."""


def extension(compiler: EngineCompiler, primitive: Extension) -> None:
    """The tuples that are allowed; Python's verdict if they are too many, or if nothing is propagated."""
    source, scope = primitive.source, compiler.numbers(primitive.scope)
    tuples = primitive.tuples(compiler.domains(primitive.scope)) if callable(primitive.tuples) else primitive.tuples
    if tuples is None or (len(scope) > 2 and not compiler.propagates):
        compiler.add(Callback(source))
    elif len(scope) == 1:
        compiler.keep(scope[0], {values[0] for values in looking(tuples)}.__contains__)
    elif len(scope) == 2 and (compiler.supports or not compiler.propagates):
        add_listed_pairs(compiler, tuples, *scope)
    elif len(scope) > 2 or not add_supported_pairs(compiler, tuples, *scope):
        _engine.Table(compiler.program, *_columns(compiler, source, tuples))


def forbidden(compiler: EngineCompiler, primitive: Forbidden) -> None:
    """The tuples that are forbidden; of few combinations of values those that are not."""
    source = primitive.source
    combinations = _combinations(compiler, source, prunes=False)
    if combinations is None:
        _engine.Forbidden(compiler.program, *_columns(compiler, source, primitive.tuples))
    else:
        refused = set(looking(primitive.tuples))
        tuples = (some for some in combinations if some not in refused)
        _engine.Table(compiler.program, *_columns(compiler, source, tuples))


def is_written_out(compiler: EngineCompiler, constraint: Constraint, *, prunes: bool) -> bool:
    """Whether a constraint is now a table of its combinations of values, because there are few enough.

    Args:
        compiler: the compiler, for a level that propagates.
        constraint: a constraint on three variables or more.
        prunes: whether it has a propagator of its own otherwise.
    """
    combinations = _combinations(compiler, constraint, prunes=prunes)
    if combinations is None:
        return False

    def allowed() -> list[Row]:
        return [some for some in combinations if truth(constraint, some)]

    form = form_of(constraint, {name: k for k, name in enumerate(constraint.scope)})
    rows = shared_rows(compiler, form, compiler.domains(constraint.scope), allowed)
    _engine.Table(compiler.program, *_columns(compiler, constraint, rows))
    return True


def form_of(constraint: Constraint, place: Mapping[Hashable, int]) -> Hashable | None:
    """A constraint with places instead of its variables: the same for others that say the same of theirs.

    None if clew has not made all of it: a constraint of another class may say more than its fields.
    """
    import attrs

    from clew.constraints.logic import COMPARE, And, Not, Or  # neither is loaded for problems without combinations

    if type(constraint) in (And, Not, Or):
        parts = tuple([form_of(part, place) for part in constraint.parts])  # type: ignore[attr-defined]
        return None if None in parts else (type(constraint), parts)
    if type(constraint) not in COMPARE:
        return None
    return attrs.evolve(constraint, scope=tuple([place[name] for name in constraint.scope]))


def shared_rows(
    compiler: EngineCompiler, form: Hashable | None, domains: Sequence[Sequence[Any]], make: Callable[[], list[Row]]
) -> list[Row]:
    """Rows that are made once for all constraints of a program with one form and equal domains of whole numbers."""
    values = tuple(map(tuple, domains))
    if form is None or any(type(value) is not int for some in values for value in some):
        return make()
    key = form, values
    rows = compiler.rows.get(key)
    if rows is None:
        rows = compiler.rows[key] = make()
    return rows


def _combinations(compiler: EngineCompiler, constraint: Constraint, *, prunes: bool) -> Iterable[Row] | None:
    """The combinations of the values that the variables of a constraint have left; None if they are not few."""
    domains = compiler.domains(constraint.scope)
    return looking(product(*domains)) if are_few(domains, prunes=prunes) else None


def _columns(
    compiler: EngineCompiler, constraint: Constraint, tuples: Iterable[tuple[Any, ...]]
) -> tuple[list[int], list[dict[Any, int]], list[tuple[Any, ...]]]:
    """The scope of a table, the places of the values of each variable, and the tuples."""
    scope = compiler.numbers(constraint.scope)
    some = list(map(tuple, looking(tuples)))
    if sum(len(compiler.values[v]) for v in scope) * len(some) > SUPPORTS:
        raise CannotCompileError(f"{constraint.title} has too many tuples for the engine")
    return scope, [compiler.declared(v).positions for v in scope], some


def reading(compiler: EngineCompiler, primitive: Reading) -> None:
    """The states and steps on the paths to acceptance; automata that are shareable and read equal domains share them.

    Raises:
        CannotCompileError: there are too many steps.
        Exception: any exception of `start`, `step` or `accepts`.
    """
    from clew.constraints.stepwise import share_key, unrolled  # of automata alone

    reader = primitive.source
    scope = compiler.numbers(primitive.scope)
    domains = [tuple(compiler.values[v]) for v in scope]
    key = share_key(reader, domains)
    encoded = compiler.unrolled.get(key)
    if encoded is None:
        layers = unrolled(reader.start, reader.step, reader.accepts, domains, STEPS)
        if layers is None:
            raise CannotCompileError(f"{reader.title} has too many states")
        encoded = _engine.Unrolled(layers)
        if key is not None:
            compiler.unrolled[key] = encoded
    _engine.Automaton(compiler.program, scope, encoded)
