"""Sequences that an automaton reads: it is unrolled over the positions of its scope."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final

from clew.constraints.primitives import Reading
from clew.core import CannotCompileError, _engine
from clew.limits import looking

if TYPE_CHECKING:
    from clew.constraints.stepwise import Stepwise
    from clew.core.compiler import EngineCompiler

STEPS: Final = 2**22
"""Steps of an automaton for which there is room in the engine."""

Row = tuple[tuple[int, int], ...]
"""The steps from a state: for each the place of its value, and the number of the state after it."""


def reading(compiler: EngineCompiler, primitive: Reading) -> None:
    """The states and steps on the paths to acceptance; automata that are shareable and read equal domains share them.

    Raises:
        CannotCompileError: there are too many steps.
        Exception: any exception of `start`, `step` or `accepts`.
    """
    from clew.constraints.stepwise import share_key  # of automata alone

    reader = primitive.source
    scope = compiler.numbers(primitive.scope)
    domains = [tuple(compiler.values[v]) for v in scope]
    key = share_key(reader, domains)
    unrolled = compiler.unrolled.get(key)
    if unrolled is None:
        unrolled = _encoded(*_useful(*_reached(reader, domains)))
        if key is not None:
            compiler.unrolled[key] = unrolled
    _engine.Automaton(compiler.program, scope, unrolled)


def _reached(constraint: Stepwise, domains: Sequence[tuple[Any, ...]]) -> tuple[list[list[Row]], list[int]]:
    """Forward: for each position the steps from each state before it; and the states at which it accepts.

    Each step is asked for once.
    """
    layers: list[list[Row]] = []
    memories = {constraint.start(): 0}
    number = 0
    for position, domain in enumerate(domains):
        after: dict[Any, int] = {}
        rows = []
        for memory in looking(memories):
            row = []
            for place, value in enumerate(domain):
                then = constraint.step(memory, position, value)
                if then is not None:
                    row.append((place, after.setdefault(then, len(after))))
            rows.append(tuple(row))
            number += len(row)
            if number > STEPS:
                raise CannotCompileError(f"{constraint.title} has too many states")
        layers.append(rows)
        memories = after
    return layers, [k for k, memory in enumerate(memories) if constraint.accepts(memory)]


def _useful(layers: list[list[Row]], accepting: list[int]) -> tuple[list[list[Row]], int]:
    """Backward: the same without states from which no accepting one is reached; states with the same steps are one.

    Returns:
        The steps from each state, and how many states are left after the last position: one, or none.
    """
    useful: list[list[Row]] = []
    merged = dict.fromkeys(accepting, 0)
    for rows in reversed(layers):
        kept: dict[Row, int] = {}
        here = {}
        for state, row in looking(enumerate(rows)):
            left = tuple([(place, merged[after]) for place, after in row if after in merged])
            if left:
                here[state] = kept.setdefault(left, len(kept))
        useful.append(list(kept))
        merged = here
    return useful[::-1], 1 if accepting else 0


def _encoded(layers: list[list[Row]], last: int) -> _engine.Unrolled:
    """The same for the engine."""
    ends, places, targets = [], [], []
    for rows in layers:
        for row in rows:
            places += [place for place, _ in row]
            targets += [after for _, after in row]
            ends.append(len(places))
    return _engine.Unrolled([*map(len, layers), last], ends, places, targets)
