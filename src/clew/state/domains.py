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
                "range that occurs in sums, differences and comparisons alone, and clew has its engine"
            )
    number = sum(map(len, sized.values()))
    check_width(len(sized), f"with {short(number)} values in all", number + len(sized))
    known: dict[Hashable, Placed] = {}
    return {variable: _positions(known, variable, domain) for variable, domain in sized.items()}


def _collected(variable: object, domain: Iterable[Any]) -> tuple[Any, ...] | range:
    try:
        return domain if isinstance(domain, (tuple, range)) else tuple(domain)
    except TypeError:
        raise ProblemError(f"the domain of {variable!r} must be a collection, not {domain!r:.100}") from None


def _positions(known: dict[Hashable, Placed], variable: object, domain: tuple[Any, ...] | range) -> Placed:
    """The values of a domain and the place of each, kept once for all the variables that have the same."""
    if isinstance(domain, range) and domain in known:
        return known[domain]
    values = tuple(looking(domain)) if isinstance(domain, range) else domain
    if values is domain and id(values) in known:  # a tuple that was seen before
        return known[id(values)]
    try:
        key: Hashable = domain if isinstance(domain, range) else (values, *map(type, values))  # True is not 1
        if key not in known:
            look()
            known[key] = values, {value: k for k, value in enumerate(looking(values))}
    except TypeError as error:
        raise ProblemError(f"the domain of {variable!r} has a value that cannot be hashed: {error}") from None
    values, positions = known[key]
    if len(positions) < len(values):
        twice = next(value for k, value in enumerate(values) if positions[value] != k)
        raise ProblemError(f"the domain of {variable!r} lists {twice!r} twice")
    if values is domain:
        known[id(values)] = values, positions
    return values, positions
