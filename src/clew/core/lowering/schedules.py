"""Tasks that use a resource: their numbers, proved to fit into a word."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from itertools import combinations
from typing import TYPE_CHECKING, Any

from clew.constraints.primitives import Callback
from clew.constraints.scheduling import apart
from clew.core import CannotCompileError, _engine
from clew.core.lowering.callback import add_last_open
from clew.core.variables import BITS

if TYPE_CHECKING:
    from clew.constraints.scheduling import Entry, OneMachine, ResourceUse
    from clew.core.compiler import EngineCompiler


def works_on_ends(primitive: ResourceUse, domains: Mapping[Hashable, Sequence[Any]]) -> bool:
    """Whether all numbers are whole; not if a variable is there twice, whose last values are tried one by one."""
    return primitive.is_ready(domains)


def cumulative(compiler: EngineCompiler, primitive: ResourceUse) -> None:
    """Bounds if the numbers are whole; otherwise Python decides.

    Raises:
        CannotCompileError: the numbers do not fit into a word.
    """
    source, scope = primitive.source, compiler.numbers(primitive.scope)
    if not (compiler.propagates and primitive.is_whole([compiler.values[v] for v in scope])):
        compiler.add(Callback(source))
        return
    _engine.Cumulative(*_arguments(compiler, primitive))
    if compiler.learns:
        _add_pairs(compiler, primitive)
    if primitive.repeats():
        add_last_open(compiler, source)


def one_machine(compiler: EngineCompiler, primitive: OneMachine) -> None:
    """Windows of time; each pair is compiled by itself.

    Raises:
        CannotCompileError: the numbers do not fit into a word.
    """
    _engine.OneMachine(*_arguments(compiler, primitive))


def _arguments(compiler: EngineCompiler, primitive: ResourceUse) -> tuple[Any, ...]:
    scope, entries = compiler.numbers(primitive.scope), primitive.entries()
    place = {name: k for k, name in enumerate(primitive.scope)}
    places = [place[one] if what == "variable" else -1 for what, one in entries]
    constants = [int(one) if what == "constant" else 0 for what, one in entries]
    sizes = [compiler.declared(scope[k]).largest if k >= 0 else abs(n) for k, n in zip(places, constants, strict=True)]
    if not all(map(compiler.scale, scope)) or sum(sizes) >> BITS:
        raise CannotCompileError(f"{primitive.source.title}: its numbers do not fit into a word")
    return compiler.program, scope, places, constants


def _add_pairs(compiler: EngineCompiler, primitive: ResourceUse) -> None:
    """Two tasks that use too much together do not overlap: a search that learns chooses which one comes first."""
    from clew.constraints.calculations import ends_of  # few searches learn

    def ends(entry: Entry) -> tuple[int, int]:
        what, one = entry
        values = compiler.domain(compiler.places[one]) if what == "variable" else (one,)
        return ends_of(values)

    _, capacity = ends(primitive.capacity)
    uses = [(task, ends(task[2])[0]) for task in primitive.tasks]
    for (one, its), (other, theirs) in combinations(uses, 2):
        if its + theirs > capacity:
            for pair in apart(primitive.source, (*one[:2], one[3]), (*other[:2], other[3])):
                compiler.add(pair)
