"""The propagator of constraints on expressions: their values are propagated in a network of their own."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from itertools import product
from typing import Any

from clew.constraints.base import Constraint
from clew.constraints.logic import reified
from clew.constraints.primitives import Images
from clew.constraints.trees import Function
from clew.limits import looking
from clew.reference.propagation.alternatives import Alternative
from clew.reference.propagation.callback import LastOpenPropagator
from clew.reference.propagation.compiler import Compiler
from clew.reference.propagation.propagator import Propagator
from clew.state.thresholds import are_few, are_preimages


class Calculated:
    """An expression of which each combination of the values of its variables is known.

    Args:
        compiler: of the propagator.
        variables: the variables.
        function: the function of their values.
        low: how far the domains of the propagator are shifted down.
    """

    def __init__(self, compiler: Compiler, variables: Sequence[Hashable], function: Function, low: int) -> None:
        self._mask = compiler.lanes.mask(variables) >> low
        self._known: list[tuple[int, Any]] = []
        """The bits of each combination, with the value of the expression."""
        for values in looking(product(*compiler.domains(variables))):
            bits = compiler.lanes.bits(zip(variables, values, strict=True)) >> low
            self._known.append((bits, function(values)))

    def images(self) -> Iterable[Any]:
        """The values that the expression may have."""
        return dict.fromkeys(image for _, image in self._known)

    def possible(self, key: int) -> set[Any]:
        """Those that it may have yet."""
        return {image for bits, image in self._known if not bits & ~key}

    def kept(self, key: int, images: set[Any]) -> int:
        """The domains with nothing but the combinations that have one of some values."""
        allowed = 0
        for bits, image in self._known:
            if image in images and not bits & ~key:
                allowed |= bits
        return key & (~self._mask | allowed)


class Reified:
    """A condition as a number: 1 if it holds, 0 if it does not. Both cases are propagated by themselves.

    Args:
        compiler: of the propagator.
        condition: the condition, on whose parts Python does not decide.
        low: how far the domains of the propagator are shifted down.
    """

    def __init__(self, compiler: Compiler, condition: Constraint, low: int) -> None:
        self._cases = [Alternative(compiler, some, low) for some in reified(condition, compiler) or ()]

    def images(self) -> Iterable[Any]:
        return (0, 1)

    def possible(self, key: int) -> set[Any]:
        return {truth for truth, case in enumerate(self._cases) if case.left(key)}

    def kept(self, key: int, images: set[Any]) -> int:
        kept = 0
        for truth in images:
            kept |= self._cases[truth].left(key)
        return kept


Expression = Calculated | Reified


class ImagesPropagator(Propagator):
    """Prunes the values of the expressions as the constraint does, and takes that back to the variables.

    Args:
        primitive: the constraint on expressions.
        compiler: makes the network of that constraint.
    """

    cost = 5

    def __init__(self, primitive: Images, compiler: Compiler) -> None:
        super().__init__(primitive.source, compiler.lanes)
        self._expressions = [_expression(compiler, *term, self.low) for term in primitive.terms]
        positions = zip(primitive.of.scope, self._expressions, strict=True)
        images = {position: list(expression.images()) for position, expression in positions}
        self._network = type(compiler)(images, (primitive.of,), compiler.level).network()
        self._lanes = [self._network.lanes.lane[position] for position in primitive.of.scope]

    def prune(self, key: int) -> int:
        inner = 0
        for expression, lane in zip(self._expressions, self._lanes, strict=True):
            inner |= sum(1 << lane.offset + lane.positions[image] for image in expression.possible(key))
        left = self._network.propagated(inner)
        if not left:
            return 0
        for expression, lane in zip(self._expressions, self._lanes, strict=True):
            key = expression.kept(key, {*lane.select(left >> lane.offset & lane.full)})
            if not key:
                break
        return key


def _expression(
    compiler: Compiler, variables: Sequence[Hashable], function: Function, condition: Constraint | None, low: int
) -> Expression:
    is_small = are_few(compiler.domains(variables), prunes=True)
    if condition is None or is_small or reified(condition, compiler) is None:
        return Calculated(compiler, variables, function, low)
    return Reified(compiler, condition, low)


def _is_known(compiler: Compiler, variables: Sequence[Hashable], function: Function, condition: Any) -> bool:
    """Whether the values of an expression are calculated, or those of a condition propagated."""
    if are_preimages(compiler.domains(variables)):
        return True
    return condition is not None and reified(condition, compiler) is not None


def compile_images(compiler: Compiler, primitive: Images) -> None:
    """A table if it is small; else a network of the values of the expressions, or Python's verdict."""
    source = primitive.source
    if not all(_is_known(compiler, *term) for term in primitive.terms):
        compiler.default(source)
    elif not compiler.is_written_out(source, prunes=True):
        compiler.propagate(ImagesPropagator(primitive, compiler))
        compiler.propagate(LastOpenPropagator(source, compiler.lanes))
