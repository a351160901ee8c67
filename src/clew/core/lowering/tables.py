"""Tables: tuples that are allowed, or forbidden; few combinations of values; the paths of automata.

An automaton is unrolled over the positions of its scope.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from itertools import product
from typing import TYPE_CHECKING, Any, Final

from clew.constraints.base import Constraint, truth
from clew.constraints.forms import Itself, form_of
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
        form = ("tuples", tuples) if isinstance(tuples, frozenset) else None
        add_table(compiler, source, scope, form, lambda: tuples)


def forbidden(compiler: EngineCompiler, primitive: Forbidden) -> None:
    """The tuples that are forbidden; of few combinations of values those that are not."""
    source, scope = primitive.source, compiler.numbers(primitive.scope)
    combinations = _combinations(compiler, source, prunes=False)
    if combinations is None:
        add_table(compiler, source, scope, None, lambda: primitive.tuples, _engine.Forbidden)
    else:
        refused = set(looking(primitive.tuples))
        add_table(compiler, source, scope, None, lambda: [some for some in combinations if some not in refused])


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
    add_table(compiler, constraint, compiler.numbers(constraint.scope), form or Itself(constraint), allowed)
    return True


def _combinations(compiler: EngineCompiler, constraint: Constraint, *, prunes: bool) -> Iterable[Row] | None:
    """The combinations of the values that the variables of a constraint have left; None if they are not few.

    None, too, for an interval: a table needs a bit for each value.
    """
    if not compiler.intervals.isdisjoint(compiler.numbers(constraint.scope)):
        return None
    domains = compiler.domains(constraint.scope)
    return looking(product(*domains)) if are_few(domains, prunes=prunes) else None


def add_table(
    compiler: EngineCompiler,
    source: Constraint,
    scope: list[int],
    form: Hashable | None,
    make: Callable[[], Iterable[Row]],
    kind: Callable[..., object] = _engine.Table,
) -> None:
    """Add a table of tuples, which are made once for all tables of a program with one form and equal domains.

    Raises:
        CannotCompileError: they are too many for the engine.
    """

    def listed() -> _engine.Tuples:
        positions, some = [compiler.declared(v).positions for v in scope], list(map(tuple, looking(make())))
        if sum(map(len, positions)) * len(some) > SUPPORTS:
            raise CannotCompileError(f"{source.title} has too many tuples for the engine")
        return _engine.Tuples(positions, some)

    kind(compiler.program, scope, compiler.shared(form, scope, listed))


def reading(compiler: EngineCompiler, primitive: Reading) -> None:
    """The states and steps on the paths to acceptance; automata that are shareable and read equal domains share them.

    If how often one value occurs is all that it reads, a counter prunes as much, and knows more about its reasons.

    Raises:
        CannotCompileError: there are too many steps.
        Exception: any exception of `start`, `step` or `accepts`.
    """
    from clew.constraints.counting import Cardinality, Count  # of automata alone
    from clew.constraints.stepwise import share_key, unrolled

    reader = primitive.source
    if compiler.propagates and type(reader) is Count and len(reader.counts) == 1:
        compiler.add(Cardinality(reader, reader.counts))
        return
    scope = compiler.numbers(primitive.scope)
    domains = [tuple(compiler.values[v]) for v in scope]

    def encoded() -> _engine.Unrolled:
        layers = unrolled(reader.start, reader.step, reader.accepts, domains, STEPS)
        if layers is None:
            raise CannotCompileError(f"{reader.title} has too many states")
        return _engine.Unrolled(layers)

    key = share_key(reader, domains)
    made = encoded() if key is None else compiler.automata.get(key)
    if made is None:
        made = compiler.automata[key] = encoded()
    _engine.Automaton(compiler.program, scope, made)
