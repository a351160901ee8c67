"""The symmetries of a problem as a group of permutations of its literals."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final

from clew.errors import OptionError, ProblemError
from clew.problem.problem import AnyProblem
from clew.state.lanes import Lanes

Permutation = tuple[int, ...]
"""For the place of each literal the place of its image."""

LARGEST: Final = 2000
"""Elements that a group may have; generators that would make it larger are left out."""


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
