"""The tree of a problem cut into parts by its symmetries, no two of which a symmetry turns into each other.

A *literal* is a variable with a value, a bit of the domains. The symmetries that a problem declares permute literals,
and generate a group. The tree is cut as follows. Take a literal that is open, and its *orbit*: all literals that the
group takes it to. Every solution holds some of them and not the others. Which ones it holds is decided at once: of all
the sets that the group takes to each other one is walked on, and stands for all its images. Below it, only those
elements of the group are left that keep the set as it is. If only the identity is left, the part is searched as any
other: no two of its solutions are images of each other.

No constraint is added, and the search below a part knows nothing of all this.

Crawford, Ginsberg, Luks and Roy, Symmetry-breaking predicates for search problems, 1996; the sets that stand for
their images are those of orderly generation (Read, Every one a winner, 1978).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from fractions import Fraction
from functools import cached_property
from typing import Any, Final

import attrs

from clew.errors import OptionError, ProblemError
from clew.options import Options, learns
from clew.outcome import Clock, LimitReached, Status
from clew.planning.deriving import below
from clew.planning.plan import Plan, make_plan
from clew.planning.reference import compiled
from clew.problem.declared import overrides, title_of, why_undeclared
from clew.problem.problem import AnyProblem
from clew.reference.propagation.network import Network
from clew.reference.search.inference import HOOKS
from clew.scale.parallel.subtree import Part
from clew.state.lanes import Lanes
from clew.state.levels import UNIT
from clew.state.state import DEAD_END, State
from clew.strategies import Strategy

Permutation = tuple[int, ...]
"""For the place of each literal the place of its image."""

LARGEST: Final = 2000
"""Elements that a group may have; generators that would make it larger are left out."""


class PartedProblem:
    """A problem whose tree is cut into parts.

    Args:
        problem: the problem; it declares constraints and symmetries.
        options: see `Options`; limits on time only, and no observers.
        strategy: folds the solutions; None to list them.

    Attributes:
        plan: the plan of the whole tree.
        network: the network that the parts are made with: it propagates, whatever the search below does.

    Raises:
        OptionError: the problem declares no symmetries or has hooks of its own, or an option does not fit.
        LimitReached: the time is up.
    """

    def __init__(self, problem: AnyProblem, options: Options, strategy: Strategy[Any] | None = None) -> None:
        self.problem = problem
        self.plan = plan = make_plan(problem, options, strategy, whole=True)
        self.given = {**problem.given(), **(options.get("given") or {})}
        title = title_of(problem)
        if plan.network is None or any(overrides(problem, hook) for hook in HOOKS):
            raise OptionError(
                f"symmetry needs declared constraints, and {title} {why_undeclared(problem)}: search without it"
            )
        if not problem.symmetries():
            raise OptionError(f"{title} declares no symmetries for this instance: search without them")
        if plan.limits.nodes is not None or plan.limits.solutions is not None or options.get("observers"):
            raise OptionError("a walk by symmetry knows limits on time only, and no observers")
        if options.get("assume") is not None:
            raise OptionError("a walk by symmetry assumes no conditions, because they may break it: leave assume out")
        if learns(options):
            raise OptionError("a walk by symmetry searches parts of the tree, each by itself: leave learning out")
        if plan.request.options.get("over"):
            raise OptionError("a walk by symmetry counts solutions by all their variables: name all of them in over")
        domains = {variable: lane.values for variable, lane in plan.network.lanes.lane.items()}
        is_plain = plan.inference.propagates and plan.inference.prunes is None
        self.network = plan.network if is_plain else compiled(domains, plan.network.constraints, UNIT)

    @cached_property
    def elements(self) -> list[Permutation]:
        """The symmetries that keep the given values.

        Raises:
            OptionError: a symmetry does not say what becomes of a value alone.
            ProblemError: a symmetry is no permutation of literals.
        """
        return group(self.problem, self.network.lanes, self.given)

    def parts(self, *, whole: bool = False) -> Iterator[Part]:
        """The parts.

        Args:
            whole: whether the tree stays in one part.

        Raises:
            LimitReached: the time is up.
        """
        root = self.network.root(self.given) if self.plan.root is not DEAD_END else (0, 0)
        return _parts(self.network, root, self.elements[:1] if whole else self.elements, self.plan.clock)

    def plan_of(self, part: Part) -> Plan:
        """The plan that searches a part."""
        plan, network = self.plan, self.network
        if (path := plan.steps().path) is not None:
            path.clear()
        lanes, domains, done = plan.compiled.lanes, part.domains, part.done
        if plan.network is not network:  # without dual lanes, or with others
            domains, done = domains & lanes.declared | lanes.start & ~lanes.declared, done & lanes.decisions
        root: State[Any, Any] = State.root(lanes).narrowed(domains, done)
        whole = plan.root
        if whole is not DEAD_END and (root.domains, root.assigned) == (whole.domains, whole.assigned):
            return plan  # which may know already how to count whole lines
        return below(plan, root)


def _parts(network: Network, root: tuple[int, int], elements: list[Permutation], clock: Clock | None) -> Iterator[Part]:
    """The parts below a root under some permutations."""
    if not root[0]:
        return
    stack = [(Part(*root), elements)]
    behind = Fraction(0)  # the shares of dead ends, which the next part takes over
    while stack:
        part, elements = stack.pop()
        if len(elements) == 1 or not network.lanes.decisions & ~part.done:
            yield attrs.evolve(part, share=part.share + behind)
            behind = Fraction(0)
            continue
        if clock is not None and clock.is_up():
            raise LimitReached(Status.TIME_LIMIT)
        children = list(_children(network, part, elements))
        behind += 0 if children else part.share
        stack += [(attrs.evolve(child, share=part.share / len(children)), keeping) for child, keeping in children]


def _children(network: Network, part: Part, elements: list[Permutation]) -> Iterator[tuple[Part, list[Permutation]]]:
    """The parts into which the orbit of an open literal cuts a part, each with the permutations that keep it."""
    open_guards = network.lanes.decisions & ~part.done
    offset, lane = network.lane_at[(open_guards & -open_guards).bit_length() - 1]
    literals = part.domains >> offset & lane
    literal = (literals & -literals).bit_length() - 1 + offset
    orbit = sorted({element[literal] for element in elements})
    for child, held in _decided(network, (part.domains, part.done), orbit):
        images = [image(element, held) for element in elements]
        if held == min(images):
            keeping = [one for one, turned in zip(elements, images, strict=True) if turned == held]
            yield Part(*child, part.multiplicity * len(elements) // len(keeping)), keeping


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


def group(problem: AnyProblem, lanes: Lanes[Any, Any], given: Mapping[Any, Any]) -> list[Permutation]:
    """The permutations that the declared symmetries generate, as far as they turn the given values into each other.

    Args:
        problem: the problem.
        lanes: the places of its literals.
        given: the given values.

    Raises:
        OptionError: a symmetry does not say what becomes of a value alone.
        ProblemError: a symmetry is no permutation of literals.
    """
    generators = [_permutation(problem, lanes, name, turn) for name, turn in problem.symmetries().items()]
    bits = lanes.bits(given.items())
    elements = _generated(generators, tuple(range(lanes.declared.bit_length())))
    return [element for element in elements if image(element, bits) == bits]


def image(permutation: Permutation, bits: int) -> int:
    """The images of some literals under a permutation."""
    turned = 0
    while bits:
        lowest = bits & -bits
        bits ^= lowest
        turned |= 1 << permutation[lowest.bit_length() - 1]
    return turned


def _permutation(
    problem: AnyProblem, lanes: Lanes[Any, Any], name: str, turn: Callable[[Mapping[Any, Any]], Mapping[Any, Any]]
) -> Permutation:
    """The permutation of a symmetry, which is asked for the image of each assignment of one variable."""
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
    if len(taken) != (lanes.start & lanes.declared).bit_count():
        raise ProblemError(f"{problem.name}: the symmetry {name!r} takes two values of variables to the same one")
    return tuple(places)


def _generated(generators: Iterable[Permutation], identity: Permutation) -> list[Permutation]:
    """The group that some permutations generate; those that would make it too large are left out."""
    kept: list[Permutation] = []
    elements = [identity]
    for generator in generators:
        if (larger := _closed([*kept, generator], identity)) is not None:
            kept.append(generator)
            elements = larger
    return elements


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
