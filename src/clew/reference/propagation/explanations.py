"""Explanations: the missing values that explain a pruning or a dead end, and the constraints that do it.

They are found afterwards, from the domains before the step and from what was pruned, and only if they are asked for.
`why`, traces and recorded trees use them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from functools import reduce
from operator import or_
from typing import TYPE_CHECKING

import attrs

from clew.constraints.base import Constraint, truth
from clew.state.lanes import places_of

if TYPE_CHECKING:
    from clew.reference.propagation.network import Network


@attrs.frozen
class Explanation:
    """Why a value was pruned, or why domains are a dead end.

    Attributes:
        missing: values whose absence suffices for that, as bits of the variables' lanes.
        constraints: the one that pruned it, or several that together leave the value no support; none if a variable has
            no value, which needs no constraint.
    """

    missing: int
    constraints: tuple[Constraint, ...] = ()


def explain(network: Network, before: int, pruned: int, named: tuple[Constraint, ...]) -> Explanation:
    """Why one step prunes a value of some domains, or why they are a dead end (see `Network.explain`)."""
    for explanation in _explanations(network, before, pruned, named):
        if not named or not explanation.constraints or _are_same(explanation.constraints, named):
            # `none` and `check` try values that the constraints on one variable reject: these are not missing.
            return Explanation(explanation.missing & ~before, explanation.constraints)
    raise ValueError("no constraint prunes this value of these domains in one step")


def _explanations(network: Network, before: int, pruned: int, named: tuple[Constraint, ...]) -> Iterator[Explanation]:
    """The explanations of a pruning, those that are found fastest first."""
    yield from _of_masks(network, before, pruned, named) if pruned else _of_empty(network, before)
    for propagator in network.propagators:
        known = not named or _are_same((propagator.constraint,), named)
        if known and not pruned & ~propagator.mask:
            with suppress(ValueError):  # it does not prune that
                yield _by(network, propagator.constraint, propagator.explain(before, pruned))
    yield from without_support(network, before, pruned) if pruned else _of_broken(network, before)


def _of_masks(network: Network, before: int, pruned: int, named: tuple[Constraint, ...]) -> Iterator[Explanation]:
    """Why constraints on one variable, masks and dual lanes prune a value."""
    names = {*map(id, named)}
    for bits, constraint in network.shrunk:
        if bits & pruned:
            yield Explanation(0, (constraint,))
    place = pruned.bit_length() - 1
    own = network.lane_of(place)
    # Conflicts are mutual: a value that rules this one out is one of those that this one rules out.
    for bits, constraint in network.conflicts(place):
        for other in places_of(bits & before & ~own) if not names or id(constraint) in names else ():
            lane = network.lane_of(other)
            if before & lane == 1 << other:
                yield Explanation(lane ^ 1 << other, (constraint,))
    for guard in [guard for name in names for guard in network.duals.get(name, ())] if names else network.dual_of:
        places = network.places[guard]
        left = places & before
        if left & own and not left & left - 1 and not left & pruned:
            yield _by(network, network.dual_of[guard], places ^ left)


def _of_empty(network: Network, before: int) -> Iterator[Explanation]:
    """Why domains are a dead end of which no propagator need be asked: a variable, or a value, has no place."""
    for guard, places in network.places.items():
        if not places & before:
            constraint = network.dual_of.get(guard)
            yield Explanation(places) if constraint is None else _by(network, constraint, places)


def _of_broken(network: Network, before: int) -> Iterator[Explanation]:
    """Why domains are a dead end for a constraint whose variables have one value each: they break it."""
    lanes = network.lanes
    for constraint in network.constraints:
        own = lanes.mask(constraint.scope)
        values = dict(lanes.pairs(before & own))
        is_decided = (before & own).bit_count() == len(values) == len(constraint.scope)
        if is_decided and not truth(constraint, [values[variable] for variable in constraint.scope]):
            yield Explanation(own & ~before, (constraint,))


def without_support(network: Network, before: int, pruned: int) -> Iterator[Explanation]:
    """Why a value has no support: it rules out all that another variable, or another value, has left.

    Explanations by few constraints come first. None of those that are named can be spared.

    Args:
        network: the constraints, compiled.
        before: the domains. Dual lanes do not matter.
        pruned: the bit of the value.
    """
    place = pruned.bit_length() - 1
    free = network.lane_of(place) ^ pruned  # a variable takes one value: that needs no constraint
    parts = list(network.conflicts(place))
    left = before & ~(_union(parts) | free) | pruned
    found = []
    for guard, places in network.places.items():
        if places & left:
            continue
        chosen = _needed(parts, places & before & ~free)
        missing = places & ~_union(chosen) & ~free
        constraints = {id(constraint): constraint for _, constraint in chosen}
        if (dual := network.dual_of.get(guard)) is not None:
            missing |= _never(network, dual)
            constraints[id(dual)] = dual
        found.append(Explanation(missing, tuple(constraints.values())))
    yield from sorted(found, key=lambda one: len(one.constraints))


def _needed(parts: list[tuple[int, Constraint]], covered: int) -> list[tuple[int, Constraint]]:
    """Some of the parts that rule out certain values together, of which none can be spared."""
    needed = parts
    for part in parts:
        rest = [one for one in needed if one is not part]
        if not covered & ~_union(rest):
            needed = rest
    return needed


def _union(parts: Iterable[tuple[int, Constraint]]) -> int:
    """The values that some constraints rule out together."""
    return reduce(or_, (bits for bits, _ in parts), 0)


def _by(network: Network, constraint: Constraint, missing: int) -> Explanation:
    """An explanation by one constraint: values that were gone before it was compiled are missing, too."""
    return Explanation(missing | _never(network, constraint), (constraint,))


def _never(network: Network, constraint: Constraint) -> int:
    """The values of a constraint's scope that were gone before it was compiled."""
    gone = network.lanes.declared & ~network.start
    return gone and gone & network.lanes.mask(constraint.scope)


def _are_same(some: tuple[Constraint, ...], others: tuple[Constraint, ...]) -> bool:
    """Whether they are the same constraints: equal ones are not, and not all have a hash."""
    return sorted(map(id, some)) == sorted(map(id, others))


def irreducible(
    missing: int, follows: Callable[[int], bool], parts: Sequence[int] | None = None, *, is_fine: bool = False
) -> int:
    """Leave out the parts of some missing values that are not needed, in their order.

    The result is that of trying each part by itself. But if several in a row can be left out together, each of them
    can: so rows of parts are tried, which become twice as long as long as that succeeds.

    Args:
        missing: values whose absence suffices for something.
        follows: whether it still follows from fewer missing values. It must be monotone.
        parts: some of these values, none of them twice; each value by itself by default.
        is_fine: whether to leave out values of a part if the whole part is needed.
    """
    parts = [1 << place for place in places_of(missing)] if parts is None else parts
    begin, size = 0, 1
    while begin < len(parts):
        row = sum(parts[begin : begin + size])
        if follows(missing & ~row):
            missing &= ~row
            begin, size = begin + size, 2 * size
        elif size > 1:
            size //= 2
        else:
            if is_fine and row & row - 1:
                missing = irreducible(missing, follows, [1 << place for place in places_of(row)])
            begin += 1
    return missing
