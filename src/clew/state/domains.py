"""The domains that a problem declares, checked before anything is built of them: their sizes, and their values."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping
from typing import Any, TypeVar

from clew.errors import ProblemError
from clew.limits import check_width, look, looking, short

Var = TypeVar("Var", bound=Hashable)

Placed = tuple[tuple[Any, ...], dict[Any, int]]
"""The values of a domain, and the place of each."""

NAMELESS = (
    "a variable cannot be called None, for a choice of None says that an assignment is complete: give it another name"
)

LARGEST = 2**25
"""Values that a domain may have: they and the places of their bits take about 5 GiB."""


def checked(domains: Mapping[Var, Iterable[Any]]) -> dict[Var, Placed]:
    """The values of each variable with their places, once for all the variables that have the same.

    Raises:
        ProblemError: a value is listed twice or cannot be hashed, or a domain has too many.
        OptionError: the domains are too large to search.
    """
    if not isinstance(domains, Mapping):
        raise ProblemError(f"domains must map each variable to its values, not {domains!r:.100}")
    if None in domains:
        raise ProblemError(NAMELESS)
    sized = {variable: _collected(variable, domain) for variable, domain in domains.items()}
    for variable, domain in sized.items():
        if domain[LARGEST:]:
            raise ProblemError(
                f"the domain of {variable!r} is too large: at most {LARGEST:,} values will do, unless it is a "
                "range that sums, products and comparisons make small, or that occurs in nothing else, and clew has "
                "its engine"
            )
    number = sum(map(len, sized.values()))
    check_width(len(sized), f"with {short(number)} values in all", number + len(sized))
    equal: dict[Hashable, Placed] = {}
    same: dict[int, Placed] = {}
    for variable, domain in sized.items():
        if id(domain) not in same:
            same[id(domain)] = _placed(equal, variable, domain)
    return {variable: same[id(domain)] for variable, domain in sized.items()}


def _collected(variable: object, domain: Iterable[Any]) -> tuple[Any, ...] | range:
    try:
        return domain if isinstance(domain, (tuple, range)) else tuple(domain)
    except TypeError:
        raise ProblemError(f"the domain of {variable!r} must be a collection, not {domain!r:.100}") from None


def _placed(known: dict[Hashable, Placed], variable: object, domain: tuple[Any, ...] | range) -> Placed:
    """The values of a domain and the place of each, those of an equal one if there was one before."""
    try:
        key: Hashable = domain if isinstance(domain, range) else (domain, *map(type, domain))  # True is not 1
        if key not in known:
            look()
            values = tuple(looking(domain)) if isinstance(domain, range) else domain
            known[key] = values, {value: k for k, value in enumerate(looking(values))}
    except TypeError as error:
        raise ProblemError(f"the domain of {variable!r} has a value that cannot be hashed: {error}") from None
    values, positions = known[key]
    if len(positions) < len(values):
        twice = next(value for k, value in enumerate(values) if positions[value] != k)
        raise ProblemError(f"the domain of {variable!r} lists {twice!r} twice")
    return values, positions
