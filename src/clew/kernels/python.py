"""The tight kernel: the loop of `clew.search` on bare integers.

It makes no states: a node is two integers, the domains and the lanes that are done. It runs plans of declared
constraints whose orderings need no more than these. Everything else runs in the loop.

It ends at *boxes*: domains of which every combination is a solution. That is so as soon as one variable is open,
for inference leaves of the last open variable only values that satisfy every constraint. So the last level is
counted, or listed, without being walked; its nodes count as if it were.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Generator, Iterator
from typing import Any, Final, Protocol
from weakref import WeakKeyDictionary

import attrs

from clew.heuristics.cutoffs import PROOF
from clew.heuristics.restarts import STRONG, Nogoods, runs
from clew.heuristics.variable_order import WeightedDegree
from clew.kernels.choose import LISTED, Mover
from clew.lanes import Lanes
from clew.levels import Level
from clew.observe.position import Share, left_behind, share
from clew.outcome import Clock, GivenUp, LimitReached, Status
from clew.propagation.network import Network
from clew.search import Counters


class Picks(Protocol):
    """An ordering that needs the domains alone."""

    def pick(self, lanes: Lanes[Any, Any], domains: int, open_guards: int) -> int:
        """The place of the guard of the variable to branch on."""


@attrs.frozen
class Box:
    """Domains of which every combination is a solution, at a node of the tree.

    Attributes:
        domains: the domains.
        open_guard: the place of the guard of the one variable that has more than one value, or -1.
        depth: the level of the node.
    """

    domains: int
    open_guard: int
    depth: int


@attrs.frozen
class Several:
    """Solutions found since the last time, without their boxes.

    Attributes:
        number: how many.
        tuples: their values in the order of declaration, if they are wanted.
    """

    number: int
    tuples: list[tuple[Any, ...]] = attrs.field(factory=list)


@attrs.frozen
class Start:
    """How a search begins that is taken over.

    Attributes:
        root: a node to enter, its domains and its lanes done; None if all nodes have been entered.
        frames: the open nodes above it, as `boxes` has them on its stack.
        wants: how solutions are wanted (see `clew.kernels.choose`).
        solutions: how many are still wanted; -1 for all.
        nodes_left: how many nodes may be entered; -1 for any number.
        cutoff: dead ends to meet before giving up; -1 for never.
        nogoods, draw, last_first: see `boxes`.
        part_by_part: whether parts come one after the other where little is left, as in `clew.kernels.enumeration`.
    """

    root: tuple[int, int] | None
    frames: list[list[int]]
    wants: int = LISTED
    solutions: int = -1
    nodes_left: int = -1
    cutoff: int = -1
    nogoods: Nogoods | None = None
    draw: random.Random | None = None
    last_first: bool = False
    part_by_part: bool = False


LOOKS: Final = 64
"""Values to try between two looks at whether to move to the native kernel, where that does not take long."""


def boxes(  # noqa: C901  (the loop of clew.search in one piece, on integers)
    network: Network,
    root: tuple[int, int],
    level: Level,
    order: Picks | None,
    counters: Counters,
    nodes_left: int | None = None,
    clock: Clock | None = None,
    cutoff: int | None = None,
    nogoods: Nogoods | None = None,
    draw: random.Random | None = None,
    mover: Mover | None = None,
    wants: int = LISTED,
    solutions: int = -1,
    last_first: bool = False,
) -> Iterator[Box | Several]:
    """The solutions below a root, box by box, in search order; once the search has moved, also several together.

    Args:
        network: the lanes, masks and propagators.
        root: its domains and the lanes done.
        level: `forward`, `unit` or `arc`.
        order: the variable ordering; None for the order of declaration.
        counters: counts as the loop does; the solutions of a box are the business of whoever takes it.
        nodes_left: how many nodes may be entered.
        clock: when to stop.
        cutoff: how many dead ends to meet before giving up; after a solution there may be `PROOF` more.
        nogoods: decisions that must not all be made; what a run that gives up has refuted is added.
        draw: draws the values to try; by default they are tried in their order.
        mover: tells when to move to the native kernel; None for never.
        wants: see `Start`.
        solutions: see `Start`.
        last_first: whether the values are tried from the last one to the first; nothing is drawn then.

    Raises:
        LimitReached: the nodes or the time are used up.
        GivenUp: the cutoff is reached.
    """
    lanes, lane_at = network.lanes, network.lane_at
    full, guards, decisions = lanes.full, lanes.guards, lanes.decisions
    masks, fixes_together, propagators = network.kept_masks, network.fixes_together, network.propagators
    forward = not level.propagates
    simple = forward and not network.propagators
    learns = order if isinstance(order, WeightedDegree) else None
    gives_up_at = -1 if cutoff is None else counters.failures + cutoff
    nodes, failures = counters.nodes_per_level, counters.failures
    # A level of the stack is an open node: its domains, the lanes done, the lane and its values to try.
    stack: list[list[int]] = []
    if cutoff is None:  # a run that may give up is no part of one walk
        counters.position = lambda: (left_behind(stack, _share), 0)
    domains, done = root
    depth = 0
    nodes[0] += 1
    budget = -1 if nodes_left is None else nodes_left - 1
    looks = LOOKS if guards.bit_length() <= NARROW else 1
    turns = 1
    has_moved = False
    try:
        while True:
            # Enter a node: it is a box, or its variable's values go on the stack.
            open_guards = decisions & ~done
            if not open_guards & (open_guards - 1) and budget < 0:
                counters.failures = failures
                guard = open_guards.bit_length() - 1
                if solutions > 0:
                    offset, lane = lane_at[guard] if open_guards else (0, 0)
                    solutions -= (domains >> offset & lane).bit_count() if open_guards else 1
                yield Box(domains, guard, depth)
                gives_up_at = max(gives_up_at, failures + PROOF) if gives_up_at >= 0 else -1
            elif not open_guards:
                counters.failures = failures
                solutions -= solutions > 0
                yield Box(domains, -1, depth)
                gives_up_at = max(gives_up_at, failures + PROOF) if gives_up_at >= 0 else -1
            else:
                if order is None:
                    guard = (open_guards & -open_guards).bit_length() - 1
                else:
                    guard = order.pick(lanes, domains, open_guards)
                offset, lane = lane_at[guard]
                stack.append(
                    [domains, done | 1 << guard if forward else done, offset, domains >> offset & lane, guard, 0]
                )
                if len(stack) == len(nodes):
                    nodes.append(0)
            # Try the next value, until a decision stands.
            while stack:
                frame = stack[-1]
                rest = frame[3]
                if not rest:
                    stack.pop()
                    continue
                if clock is not None and clock.is_up():
                    raise LimitReached(Status.TIME_LIMIT)
                turns -= 1
                if not turns and mover is not None:
                    turns = looks
                    learned = {"drawn": draw is not None, "nogoods": nogoods is not None}
                    layout = mover.layout(network, order, last_first=last_first, **learned)
                    if layout is not None:
                        counters.failures, has_moved = failures, True
                        left = -1 if cutoff is None else gives_up_at - failures
                        rest_of = Start(None, stack, wants, solutions, max(budget, -1), left, nogoods, draw, last_first)
                        yield from mover.native.walked(layout, level, order, rest_of, counters, clock)
                        return
                if draw is not None and decisions & ~frame[1] & ~(1 << frame[4]):
                    rest = drawn(draw, rest)
                lowest = 1 << rest.bit_length() - 1 if last_first else rest & -rest
                frame[3] ^= lowest
                frame[5] = lowest
                before, done, offset = frame[0], frame[1], frame[2]
                place = lowest.bit_length() - 1 + offset
                domains = before & (masks.get(place) or network.mask(place))
                if not forward:
                    changed = before ^ domains if propagators else 0
                    done |= fixes_together.get(place) or 1 << frame[4]
                    domains, done = network.propagate(domains, done, changed)
                    if nogoods is not None:
                        domains, done = without(network, nogoods, domains, done)
                elif (domains + full) & guards != guards:
                    domains, done = 0, guards & ~(domains + full)
                elif not simple:
                    domains, done = network.filter(domains, done, frame[4])
                if not domains:
                    failures += 1
                    if learns is not None:
                        learns.failed(lanes, frame[4], done)
                    if failures == gives_up_at:
                        if nogoods is not None:
                            refuted(stack, nogoods)
                        raise GivenUp
                    continue
                depth = len(stack)
                if not budget:
                    raise LimitReached(Status.NODE_LIMIT)
                budget -= 1
                nodes[depth] += 1
                break
            else:
                return
    finally:
        if not has_moved:
            counters.failures = failures


def drawn(draw: random.Random, rest: int) -> int:
    """The values that are left, from one drawn on."""
    above = rest >> draw.randrange(rest.bit_length())
    return above << rest.bit_length() - above.bit_length()


def _share(frame: list[int]) -> Share:
    domains, _, offset, rest, guard, _ = frame
    return share((domains >> offset & ((1 << guard) - 1) >> offset).bit_count(), rest.bit_count())


def without(network: Network, nogoods: Nogoods, domains: int, done: int) -> tuple[int, int]:
    """The fixpoint of propagation and nogoods, or a dead end and what it blames; a nogood blames no lane."""
    while domains:
        pruned = nogoods.prune(domains, done)
        if pruned == domains:
            break
        if not pruned:
            return 0, 0
        pruned = domains & ~network.with_links(domains ^ pruned)
        domains, done = network.propagate(pruned, done, domains ^ pruned)
    return domains, done


def refuted(stack: list[list[int]], nogoods: Nogoods) -> None:
    """Adds what a run has refuted: the decisions above each level, with each value that failed there.

    The value tried last has failed on the lowest level only; above, it is the decision that the run was below.
    """
    bits = guards = 0
    for level, (domains, _, offset, rest, guard, latest) in enumerate(stack):
        lane = ((1 << guard) - 1) >> offset
        tried = (domains >> offset & lane) ^ rest
        failed = tried if level == len(stack) - 1 else tried ^ latest
        while failed:
            lowest = failed & -failed
            failed ^= lowest
            nogoods.add(bits | lowest << offset, guards | 1 << guard)
        bits |= latest << offset
        guards |= 1 << guard


Pending = tuple[int, list[int], float]
"""Nodes to enter: their level, their domains from the level's lane on, their weight in the tree, all together."""

BATCH: Final = 2**16
"""Solutions to count before they are reported."""

TOGETHER: Final = 2**17
"""Bits of the domains of nodes that are entered together."""

NARROW: Final = 2**14
"""Bits of a state up to which all children of a node are made at once: they take memory on every level."""


def restarting(
    network: Network,
    root: tuple[int, int],
    level: Level,
    order: WeightedDegree,
    draws: random.Random | None,
    counters: Counters,
    nodes_left: int | None,
    clock: Clock | None,
    mover: Mover | None = None,
    wants: int = LISTED,
    last_first: bool = False,
    strong: Callable[[], Network] | None = None,
) -> Iterator[Box | Several]:
    """The solutions below a root, in no order, by runs that give up, each knowing more than the one before.

    A solution may come again: a later run avoids those before it only as far as the nogoods are kept. `strong` gives
    the same constraints compiled for arc consistency, if some runs may maintain it; it is called when one does. The
    other arguments are those of `boxes`.
    """
    nogoods = Nogoods()
    for run in runs(has_strong=strong is not None):
        before = sum(counters.nodes_per_level)
        stronger = strong() if run.is_strong and strong is not None else None
        used, beginning = stronger or network, root
        if stronger is not None:
            beginning = stronger.propagate(*root, stronger.lanes.declared)
            if not beginning[0]:
                return
        try:
            yield from boxes(
                used, beginning, level if stronger is None else STRONG, order, counters, nodes_left, clock,
                run.cutoff, nogoods, draws if run.draws else None, mover, wants, last_first=last_first,
            )  # fmt: skip
            return
        except GivenUp:
            if nodes_left is not None:
                nodes_left -= sum(counters.nodes_per_level) - before
                if nodes_left < 1:
                    raise LimitReached(Status.NODE_LIMIT) from None
            root = without(network, nogoods, *root)
            if not root[0]:
                return


class _Chosen(dict[int, list[int]]):
    """From what a lane has left to the masks of these values. Made when first asked for."""

    def __init__(self, masks: list[int]) -> None:
        super().__init__()
        self.masks = masks

    def __missing__(self, rest: int) -> list[int]:
        some = self[rest] = [mask for k, mask in enumerate(self.masks) if rest >> k & 1]
        return some


_Level = tuple[int, int, int, int, _Chosen]
"""A lane, how far the next one is above it, the ones and the guards from there on, and the masks of its values."""

# What a count has made ready serves the next one on the same network: a search in subtrees begins many.
_levels: WeakKeyDictionary[Network, dict[tuple[int, int], _Level]] = WeakKeyDictionary()
_spare: WeakKeyDictionary[Network, dict[tuple[int, ...], list[Any]]] = WeakKeyDictionary()


def count_forward(
    network: Network, root: tuple[int, int], counters: Counters, clock: Clock | None, mover: Mover | None = None
) -> Iterator[int]:
    """Counts below a root, under forward checking by masks alone, in the order of declaration.

    Begins in Python, and moves to the native kernel with what is left once that is ready.

    Args:
        network: the constraints, compiled for forward checking.
        root: the domains and the lanes done.
        counters: counts.
        clock: when to stop.
        mover: tells when to move; None for never.
    """
    open_guards = [guard for guard in network.lanes.owner if not root[1] >> guard & 1]
    if len(open_guards) > 1 and mover is not None and mover.native is not None:  # nothing to begin with in Python
        left: list[Pending] = [(0, [root[0] >> network.lane_at[open_guards[0]][0]], 1.0)]
    else:
        left = yield from _count_forward(network, root, counters, clock, mover)
    if left and mover is not None and mover.native is not None:
        counters.kernel = "native"
        spare = _spare.setdefault(network, {}).setdefault(tuple(open_guards), [])
        try:
            flat = spare.pop()
        except IndexError:  # there is none, or another thread has taken the last one
            flat = mover.native.Flat(network, open_guards)
        yield from flat.counts(left, counters, clock)
        spare.append(flat)


def _count_forward(
    network: Network, root: tuple[int, int], counters: Counters, clock: Clock | None, mover: Mover | None
) -> Generator[int, None, list[Pending]]:
    """The same in Python; what is left when the search is to move.

    The search order does not show in a count, so nodes of one level are entered some at a time, and all their
    children made at once. What was counted and not yet given when the search is interrupted is left in
    `counters.unreported`. Of the tree, the children that nodes have together share the weight of these evenly.
    """
    lanes = network.lanes
    full, guards = lanes.full, lanes.guards
    open_lanes = [network.lane_at[g] for g in lanes.owner if not root[1] >> g & 1]
    last = len(open_lanes) - 1
    nodes = counters.nodes_per_level
    nodes.extend([0] * (last + 2 - len(nodes)))
    if last < 1:
        found = (root[0] & open_lanes[0][1] << open_lanes[0][0]).bit_count() if open_lanes else 1
        nodes[0] += 1
        if open_lanes:
            nodes[1] += found
        yield found
        return []
    # What is decided lies below what is open, and is done with: a level sees the integer from its lane on.
    starts = [offset for offset, _ in open_lanes]
    levels = []
    known = _levels.setdefault(network, {})
    for (offset, lane), above in zip(open_lanes, [*starts[1:], starts[last]], strict=True):
        if (offset, above) not in known:
            masks = [network.mask(offset + k) >> above for k in range(lane.bit_length())]
            known[offset, above] = lane, above - offset, full >> above, guards >> above, _Chosen(masks)
        levels.append(known[offset, above])
    at_once = 1 + TOGETHER // guards.bit_length()
    final_lane = open_lanes[last][1]
    tries = leaves = found = 0
    behind = 0.0
    counters.position = lambda: (behind, found)
    stack: list[Pending] = [(0, [root[0] >> starts[0]], 1.0)]
    try:
        while stack:
            if clock is not None and clock.is_up():
                raise LimitReached(Status.TIME_LIMIT)
            if mover is not None and mover.native is not None:
                break
            depth, batch, weight = stack.pop()
            nodes[depth] += len(batch)
            lane, step, full, guards, chosen = levels[depth]
            choices = [chosen[domains & lane] for domains in batch]
            rests = [domains >> step for domains in batch]
            tries += sum(map(len, choices))
            depth += 1
            if depth < last:
                children = [
                    child
                    for rest, masks in zip(rests, choices, strict=True)
                    for mask in masks
                    if ((child := rest & mask) + full) & guards == guards
                ]
                if not children:
                    behind += weight
                for k in range(0, len(children), at_once):
                    some = children[k : k + at_once]
                    stack.append((depth, some, weight * len(some) / len(children)))
                continue
            # One variable is left below: what its lane has are the solutions.
            ends = [
                end.bit_count()
                for rest, masks in zip(rests, choices, strict=True)
                for mask in masks
                if (end := rest & mask & final_lane)
            ]
            leaves += len(ends)
            found += sum(ends)
            behind += weight
            if found > BATCH:
                nodes[last + 1] += found
                part, found = found, 0
                yield part
        nodes[last + 1] += found
        part, found = found, 0
        yield part
        return stack
    finally:
        counters.unreported = found
        nodes[last] += leaves
        nodes[last + 1] += found
        counters.failures += tries - (sum(nodes[:-1]) - 1) - sum(len(batch) for _, batch, _ in stack)
