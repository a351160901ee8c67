"""The propagator of alternatives: each is propagated in a network of its own."""

from __future__ import annotations

from collections.abc import Iterable

from clew.constraints.asking import may_raise
from clew.constraints.base import truth
from clew.constraints.primitives import Alternatives, Primitive
from clew.reference.propagation.compiler import Compiler
from clew.reference.propagation.propagator import Propagator


class Alternative:
    """Some primitives that are propagated by themselves, from the domains of a propagator.

    Args:
        compiler: of the propagator.
        primitives: the primitives.
        low: how far the domains of the propagator are shifted down.
    """

    def __init__(self, compiler: Compiler, primitives: Iterable[Primitive], low: int) -> None:
        some = sorted(primitives, key=lambda one: len(one.scope) > 1)  # those on one variable come first
        lanes = {name: compiler.lanes.lane[name] for one in some for name in one.scope}
        inner = type(compiler)({name: lane.values for name, lane in lanes.items()}, (), compiler.level)
        for one in some:
            inner.add(one)
        self._network = network = inner.network()
        self._mask = compiler.lanes.mask(lanes) >> low
        self._shifts = [(lane.offset - low, network.lanes.lane[name].offset, lane.full) for name, lane in lanes.items()]

    def left(self, key: int) -> int:
        """The domains after the primitives were propagated; 0 for a dead end."""
        left = self._network.propagated(sum((key >> at & full) << own for at, own, full in self._shifts))
        if self._shifts and not left:
            return 0
        key &= ~self._mask
        for at, own, full in self._shifts:
            key |= (left >> own & full) << at
        return key


class AlternativesPropagator(Propagator):
    """Keeps the values that one of the alternatives leaves when it is propagated by itself.

    An alternative that comes to a dead end leaves none (constructive disjunction: Van Hentenryck, Saraswat and Deville,
    Design, implementation, and evaluation of the constraint language cc(FD), 1998).
    """

    cost = 5

    def __init__(self, primitive: Alternatives, compiler: Compiler) -> None:
        super().__init__(primitive.source, compiler.lanes)
        self._alternatives = [
            Alternative(compiler, [one for one in some if one.scope], self.low)
            for some in primitive.alternatives
            if all(one.scope or truth(one.source, ()) for one in some)  # a sum of no variables is right or wrong
        ]

    def prune(self, key: int) -> int:
        kept = 0
        for alternative in self._alternatives:
            kept |= alternative.left(key)
            if kept == key:
                break
        return kept


def compile_alternatives(compiler: Compiler, primitive: Alternatives) -> None:
    """A table if there are few combinations of values; Python decides if nothing is propagated, or on one of them."""
    if not compiler.propagates or may_raise(primitive, compiler):
        compiler.default(primitive.source)
    elif not compiler.is_written_out(primitive.source, prunes=True):
        compiler.propagate(AlternativesPropagator(primitive, compiler))
