"""The propagator of constraints on expressions: their values are propagated in a network of their own."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import product
from typing import TYPE_CHECKING, Any

from clew.constraints.primitives import Images
from clew.limits import looking
from clew.reference.propagation.callback import LastOpenPropagator
from clew.reference.propagation.network import Network
from clew.reference.propagation.propagator import Propagator
from clew.state.lanes import Lanes
from clew.state.thresholds import are_preimages

if TYPE_CHECKING:
    from clew.reference.propagation.compiler import Compiler


class ImagesPropagator(Propagator):
    """Prunes what the expressions are worth as the constraint does, and takes that back to the variables.

    Args:
        primitive: the constraint on expressions.
        lanes: the layout of the domains.
        domains: the values that each variable has left.
        network: makes a network of that constraint, given the domains of what the expressions are worth.
    """

    cost = 5

    def __init__(
        self,
        primitive: Images,
        lanes: Lanes[Any, Any],
        domains: Mapping[Any, Sequence[Any]],
        network: Callable[[dict[Any, list[Any]]], Network],
    ) -> None:
        super().__init__(primitive.source, lanes)
        self._combinations: list[tuple[int, list[tuple[int, int]]]] = []
        """For each expression its lanes, and the bits of each combination of values with what it is worth."""
        worths: dict[Any, list[Any]] = {}
        preimages = []
        for position, (variables, function) in zip(primitive.of.scope, primitive.terms, strict=True):
            own = [lanes.lane[variable] for variable in variables]
            number: dict[Any, list[int]] = {}
            for values in looking(product(*(domains[variable] for variable in variables))):
                bits = sum(1 << lane.offset + lane.positions[v] - self.low for lane, v in zip(own, values, strict=True))
                number.setdefault(function(values), []).append(bits)
            worths[position] = list(number)
            preimages.append((sum(lane.full << lane.offset - self.low for lane in own), number))
        self._network = network(worths)
        for position, (mask, number) in zip(primitive.of.scope, preimages, strict=True):
            lane = self._network.lanes.lane[position]
            places = [(1 << lane.offset + lane.positions[worth], some) for worth, some in number.items()]
            self._combinations.append((mask, [(bits, place) for place, some in places for bits in some]))

    def prune(self, key: int) -> int:
        network = self._network
        inner = 0
        for _, combinations in self._combinations:
            for bits, place in combinations:
                if not bits & ~key:
                    inner |= place
        inner = network.start & ~network.with_links(network.lanes.declared & ~inner)
        if network.lanes.has_empty(inner):
            return 0
        left, _ = network.propagate(inner, 0, network.lanes.declared)
        if not left:
            return 0
        for mask, combinations in self._combinations:
            allowed = 0
            for bits, place in combinations:
                if place & left and not bits & ~key:
                    allowed |= bits
            key &= ~mask | allowed
        return key


def compile_images(compiler: Compiler, primitive: Images) -> None:
    """A table if it is small; a network of what the expressions are worth, if each is worth little enough."""
    source = primitive.source
    domains = {variable: compiler.domain(variable) for variable in primitive.scope}
    if not all(are_preimages([domains[variable] for variable in variables]) for variables, _ in primitive.terms):
        compiler.default(source)
    elif not compiler.is_written_out(source, prunes=True):
        network = lambda worths: type(compiler)(worths, (primitive.of,), compiler.level).network()  # noqa: E731
        compiler.propagate(ImagesPropagator(primitive, compiler.lanes, domains, network))
        compiler.propagate(LastOpenPropagator(source, compiler.lanes))
