"""The propagator of alternatives: each is propagated in a network of its own."""

from __future__ import annotations

from collections.abc import Iterable

from clew.constraints.primitives import Alternatives, Primitive
from clew.reference.propagation.compiler import Compiler
from clew.reference.propagation.network import Network
from clew.reference.propagation.propagator import Propagator


class AlternativesPropagator(Propagator):
    """Keeps the values that one of the alternatives leaves when it is propagated by itself.

    An alternative that comes to a dead end leaves none (constructive disjunction: Van Hentenryck, Saraswat and Deville,
    Design, implementation, and evaluation of the constraint language cc(FD), 1998).
    """

    cost = 5

    def __init__(self, primitive: Alternatives, compiler: Compiler) -> None:
        super().__init__(primitive.source, compiler.lanes)
        self._networks = [self._network(compiler, some) for some in primitive.alternatives]

    def _network(self, compiler: Compiler, primitives: Iterable[Primitive]) -> Network:
        """The network of the primitives of an alternative, over the whole scope."""
        domains = {variable: lane.values for variable, lane in zip(self.variables, self.scope, strict=True)}
        inner = type(compiler)(domains, (), compiler.level)
        for one in sorted(primitives, key=lambda one: len(one.scope) > 1):  # those on one variable come first
            inner.add(one)
        return inner.network()

    def prune(self, key: int) -> int:
        kept = 0
        for network in self._networks:
            kept |= self._left(network, key)
            if kept == key:
                break
        return kept

    def _left(self, network: Network, key: int) -> int:
        """The domains after an alternative was propagated; 0 for a dead end."""
        lanes = [network.lanes.lane[variable] for variable in self.variables]
        inner = sum(bits << lane.offset for bits, lane in zip(self.domains(key), lanes, strict=True))
        inner = network.start & ~network.with_links(network.lanes.declared & ~inner)
        if network.lanes.has_empty(inner):
            return 0
        left, _ = network.propagate(inner, 0, network.lanes.declared)
        return left and self.joined(left >> lane.offset & lane.full for lane in lanes)


def compile_alternatives(compiler: Compiler, primitive: Alternatives) -> None:
    """A table if there are few combinations of values; Python's verdict if nothing is propagated."""
    if not compiler.propagates:
        compiler.default(primitive.source)
    elif not compiler.is_written_out(primitive.source, prunes=True):
        compiler.propagate(AlternativesPropagator(primitive, compiler))
