"""Counting with symmetry: a part of the tree stands for all parts that a symmetry turns it into.

A *literal* is a variable with a value, a bit of the domains. The symmetries that a problem declares permute literals,
and generate a group. The tree is cut into parts as follows. Take a literal that is open, and its *orbit*: all literals
that the group takes it to. Every solution holds some of them and not the others. Which ones it holds is decided at
once: of all the sets that the group takes to each other one is walked on, with the number of its images for a weight.
Below it, only those elements of the group are left that keep the set as it is. When only the identity is left, the
part is searched as any other: no two of its solutions are images of each other, and each stands for as many
solutions as the part weighs.

So the parts give both numbers: how many solutions there are, and how many of them differ by more than a symmetry. No
constraint is added, and the inner search knows nothing of all this.

Crawford, Ginsberg, Luks and Roy, Symmetry-breaking predicates for search problems, 1996; the sets that stand for
their images are those of orderly generation (Read, Every one a winner, 1978).
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any, Final, Unpack

import attrs

from clew.api import is_cut
from clew.errors import OptionError, ProblemError
from clew.observe.parts import PartByPart
from clew.options import Options
from clew.origins import surfacing
from clew.outcome import LimitReached, Outcome, Status
from clew.planning.plan import make_plan
from clew.planning.running import Plan
from clew.planning.walking import unstarted
from clew.problem.declared import overrides, why_undeclared
from clew.problem.problem import Problem
from clew.propagation.compiler import compiled
from clew.propagation.levels import UNIT
from clew.propagation.network import Network
from clew.search.inference import HOOKS
from clew.state.lanes import Lanes
from clew.state.state import DEAD_END, State
from clew.strategies import Count

Permutation = tuple[int, ...]
"""For the place of each literal the place of its image."""

LARGEST: Final = 2000
"""Elements that a group may have; generators that would make it larger are left out."""


@attrs.frozen
class Part:
    """A part of the tree.

    Attributes:
        domains, done: its root: the domains, and the guards of the lanes done.
        weight: how many parts it stands for, itself included.
        share: its share of all that is walked: what a part is cut into shares it evenly.
    """

    domains: int
    done: int
    weight: int
    share: Fraction = Fraction(1)


@surfacing()
def count_by_symmetry(problem: Problem[Any, Any], *, classes: bool = False, **options: Unpack[Options]) -> Outcome[int]:
    """Count the solutions, walking only a part of the tree.

    Args:
        problem: what to count; it declares constraints and symmetries.
        classes: count solutions that differ only by a symmetry once, instead of all of them. Where grids are
            counted line by line, all of them are counted so, which is quicker than any part of the tree.
        options: see `Options`; limits on time only, and no observers.

    Raises:
        OptionError: the problem declares no symmetries or has hooks of its own, or an option does not fit.
    """
    started = time.perf_counter()
    try:
        plan = make_plan(problem, options, Count(), whole=True)
    except LimitReached as limit:
        return unstarted(started, limit.status, 0)
    network = network_of(problem, plan, options)
    given = {**problem.given(), **(options.get("given") or {})}
    found = 0
    walk = PartByPart(options.get("progress"), lambda: found, started)
    counters = walk.counters
    status = Status.COMPLETE
    try:
        group = Group(problem, network.lanes).keeping(given)
        whole_lines = plan.lines is not None and not classes
        if whole_lines:  # which finds and uses symmetries by itself
            group = group.trivial()
        root = network.root(given) if plan.root is not DEAD_END else (0, 0)
        if is_cut(options) and not whole_lines:  # threads share whole lines from within
            return _shared(problem, plan, network, list(parts(network, root, group, plan)), classes, options, started)
        for number in walk.told(_counts(walk, plan, network, parts(network, root, group, plan), classes)):
            found += number
    except LimitReached as limit:
        status = limit.status
    except KeyboardInterrupt:
        status = Status.INTERRUPTED
    finally:
        walk.close()
    found += counters.unreported
    walk.conclude(exhausted=status is Status.COMPLETE)
    statistics = plan.statistics(counters, found, started, ", by symmetry")
    return Outcome(found, status, status is Status.COMPLETE, statistics)


def _shared(
    problem: Problem[Any, Any],
    plan: Plan,
    network: Network,
    found: Sequence[Part],
    classes: bool,
    options: Options,
    started: float,
) -> Outcome[int]:
    """The same with workers: the parts are cut into subtrees."""
    from clew.parallel.running import Piece, solve

    pieces = []
    for part in found:
        root = narrowed(plan, network, part).root
        if root is not DEAD_END:
            pieces.append(Piece(root.domains, root.assigned, 1 if classes else part.weight, part.share))
    limits = plan.limits
    if limits.time is not None:
        limits = attrs.evolve(limits, time=max(0.0, limits.time - (time.perf_counter() - started)))
    outcome: Outcome[int] = solve(problem, Count(), {**options, "limits": limits}, pieces=pieces)
    statistics = attrs.evolve(
        outcome.statistics, seconds=time.perf_counter() - started, kernel=f"{outcome.statistics.kernel}, by symmetry"
    )
    return attrs.evolve(outcome, statistics=statistics)


def _counts(walk: PartByPart, plan: Plan, network: Network, parts: Iterator[Part], classes: bool) -> Iterator[int]:
    """The numbers of solutions, or of classes, found in the parts."""
    for part in parts:
        weight = 1 if classes else part.weight
        with walk.part(float(part.share), weight) as below:
            for number in narrowed(plan, network, part).counts(below):
                yield number * weight


def network_of(problem: Problem[Any, Any], plan: Plan, options: Options) -> Network:
    """What the parts are made with: the network that propagates, whatever the search below does.

    Raises:
        OptionError: there is none, or an option does not fit.
    """
    title = problem.name or type(problem).__name__
    if plan.network is None or any(overrides(problem, hook) for hook in HOOKS):
        raise OptionError(
            f"symmetry needs declared constraints, and {title} {why_undeclared(problem)}: search without it"
        )
    if not problem.symmetries():
        raise OptionError(f"{title} declares no symmetries for this instance: search without them")
    if plan.limits.nodes is not None or plan.limits.solutions is not None or options.get("observers"):
        raise OptionError("a walk by symmetry knows limits on time only, and no observers")
    domains = {variable: lane.values for variable, lane in plan.network.lanes.lane.items()}
    return plan.network if plan.inference is UNIT else compiled(domains, plan.network.constraints, UNIT)


def narrowed(plan: Plan, network: Network, part: Part) -> Plan:
    """The plan that searches a part."""
    if (path := plan.steps().path) is not None:
        path.clear()
    lanes = network.lanes if plan.network is None else plan.network.lanes
    root: State[Any, Any] = State.root(lanes)
    if plan.network is network:
        root = root.narrowed(part.domains, part.done)
    else:  # without dual lanes, or with others
        domains = part.domains & lanes.declared
        domains |= lanes.start & ~lanes.declared
        root = root.narrowed(domains, part.done & lanes.decisions)
    whole = plan.root
    if whole is not DEAD_END and (root.domains, root.assigned) == (whole.domains, whole.assigned):
        return plan  # which may know already how to count whole lines
    return plan.below(root)


class Group:
    """The symmetries of a problem as permutations of its literals.

    Args:
        problem: the problem.
        lanes: where its literals are.
        elements: the permutations; by default those that the declared symmetries generate.

    Raises:
        ProblemError: a declared symmetry is no permutation of literals.
    """

    def __init__(
        self, problem: Problem[Any, Any], lanes: Lanes[Any, Any], elements: list[Permutation] | None = None
    ) -> None:
        self.problem = problem
        self.lanes = lanes
        if elements is None:
            generators = [_permutation(problem, lanes, name, turn) for name, turn in problem.symmetries().items()]
            elements = _generated(generators, tuple(range(lanes.declared.bit_length())))
        self.elements = elements

    def keeping(self, given: Mapping[Any, Any]) -> Group:
        """Those that turn the given values into each other."""
        bits = self.lanes.bits(given.items())
        return Group(self.problem, self.lanes, [one for one in self.elements if image(one, bits) == bits])

    def trivial(self) -> Group:
        """The one that leaves everything as it is."""
        return Group(self.problem, self.lanes, self.elements[:1])


def image(permutation: Permutation, bits: int) -> int:
    """What a permutation makes of some literals."""
    turned = 0
    while bits:
        lowest = bits & -bits
        bits ^= lowest
        turned |= 1 << permutation[lowest.bit_length() - 1]
    return turned


def _permutation(
    problem: Problem[Any, Any],
    lanes: Lanes[Any, Any],
    name: str,
    turn: Callable[[Mapping[Any, Any]], Mapping[Any, Any]],
) -> Permutation:
    """What a symmetry does to each literal: it is asked for the image of an assignment of one variable."""
    places = list(range(lanes.declared.bit_length()))
    taken = set()
    for variable, lane in lanes.lane.items():
        for position, value in enumerate(lane.values):
            try:
                ((turned, to),) = turn({variable: value}).items()
                place = lanes.lane[turned].offset + lanes.lane[turned].positions[to]
            except (KeyError, ValueError, TypeError, IndexError) as error:
                raise OptionError(
                    f"the symmetry {name!r} does not say what becomes of {problem.variable_name(variable)} = {value!r} "
                    f"alone ({type(error).__name__}: {error}): search without symmetry"
                ) from None
            places[lane.offset + position] = place
            taken.add(place)
    if len(taken) != lanes.start.bit_count() - (lanes.start & ~lanes.declared).bit_count():
        raise ProblemError(f"{problem.name}: the symmetry {name!r} takes two values of variables to the same one")
    return tuple(places)


def _generated(generators: Iterable[Permutation], identity: Permutation) -> list[Permutation]:
    """The group that some permutations generate; those that would make it too large are left out."""
    kept: list[Permutation] = []
    group = [identity]
    for generator in generators:
        larger = _closed([*kept, generator], identity)
        if larger is not None:
            kept.append(generator)
            group = larger
    return group


def _closed(generators: list[Permutation], identity: Permutation) -> list[Permutation] | None:
    """All products of some permutations; None if they are too many."""
    elements = {identity: None}
    new = [identity]
    while new:
        products = [tuple([generator[place] for place in one]) for one in new for generator in generators]
        new = [one for one in dict.fromkeys(products) if one not in elements]
        elements.update(dict.fromkeys(new))
        if len(elements) > LARGEST:
            return None
    return list(elements)


def parts(network: Network, root: tuple[int, int], group: Group, plan: Plan | None = None) -> Iterator[Part]:
    """The parts of a tree, no two of which a symmetry turns into each other.

    Args:
        network: the constraints, compiled for propagation.
        root: the domains and the lanes done.
        group: the symmetries.
        plan: has the clock that says when to stop.

    Raises:
        LimitReached: the time is up.
    """
    if not root[0]:
        return
    stack = [(root, 1, Fraction(1), group.elements)]
    behind = Fraction(0)  # the shares of dead ends, which the next part takes over
    while stack:
        (domains, done), weight, share, elements = stack.pop()
        open_guards = network.lanes.decisions & ~done
        if len(elements) == 1 or not open_guards:
            yield Part(domains, done, weight, share + behind)
            behind = Fraction(0)
            continue
        if plan is not None and plan.clock is not None and plan.clock.is_up():
            raise LimitReached(Status.TIME_LIMIT)
        offset, lane = network.lane_at[(open_guards & -open_guards).bit_length() - 1]
        literals = domains >> offset & lane
        literal = (literals & -literals).bit_length() - 1 + offset
        orbit = sorted({element[literal] for element in elements})
        children = []
        for child, held in _decided(network, (domains, done), orbit):
            images = [image(element, held) for element in elements]
            if held == min(images):
                keeping = [one for one, turned in zip(elements, images, strict=True) if turned == held]
                children.append((child, weight * len(elements) // len(keeping), keeping))
        behind += 0 if children else share
        stack += [(child, weight, share / len(children), keeping) for child, weight, keeping in children]


def _decided(network: Network, root: tuple[int, int], literals: list[int]) -> Iterator[tuple[tuple[int, int], int]]:
    """Every way to decide which of some literals hold, with those that do."""
    lanes = network.lanes
    stack = [(root, 0, 0)]
    while stack:
        (domains, done), k, held = stack.pop()
        while k < len(literals):
            place = literals[k]
            lane = lanes.lane[lanes.at(place)]
            left = domains & lane.full << lane.offset
            if left >> place & 1:
                if left & (left - 1):  # open: it may hold or not
                    without = domains & ~network.with_links(1 << place)
                    child = network.propagate(without, done, domains ^ without)
                    if child[0]:
                        stack.append((child, k + 1, held))
                    domains, done = network.decided(domains, done, lane.guard, place)
                    if not domains:
                        break
                held |= 1 << place
            k += 1
        else:
            yield (domains, done), held
