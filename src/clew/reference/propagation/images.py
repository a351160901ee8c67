"""The propagator of constraints on expressions: their values are propagated in a network of their own."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import product
from typing import Any

from clew.constraints.primitives import Images
from clew.limits import looking
from clew.reference.propagation.callback import LastOpenPropagator
from clew.reference.propagation.compiler import Compiler
from clew.reference.propagation.network import Network
from clew.reference.propagation.propagator import Propagator
from clew.state.lanes import AnyLanes
from clew.state.thresholds import are_preimages


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
        lanes: AnyLanes,
        domains: Mapping[Any, Sequence[Any]],
        network: Callable[[dict[Any, list[Any]]], Network],
    ) -> None:
        super().__init__(primitive.source, lanes)
        self._combinations: list[tuple[int, list[tuple[int, int]]]] = []
        """For each expression its lanes, and the bits of each combination of values with what it is worth."""
        preimages: dict[Any, dict[Any, list[int]]] = {position: {} for position in primitive.of.scope}
        for images, (variables, function) in zip(preimages.values(), primitive.terms, strict=True):
            for values in looking(product(*(domains[variable] for variable in variables))):
                bits = lanes.bits(zip(variables, values, strict=True)) >> self.low
                images.setdefault(function(values), []).append(bits)
        self._network = network({position: list(images) for position, images in preimages.items()})
        for (position, images), (variables, _) in zip(preimages.items(), primitive.terms, strict=True):
            lane = self._network.lanes.lane[position]
            place = {worth: 1 << lane.offset + lane.positions[worth] for worth in images}
            combinations = [(bits, place[worth]) for worth, some in images.items() for bits in some]
            self._combinations.append((lanes.mask(variables) >> self.low, combinations))

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
