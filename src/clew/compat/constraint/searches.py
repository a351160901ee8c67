"""A search for a problem of python-constraint: directly first, and by clew's search if that is more than it can do."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, islice, repeat
from math import inf, prod
from typing import TYPE_CHECKING, Any, ClassVar, Final

from clew.compat.constraint.constraints import FunctionConstraint
from clew.compat.constraint.direct import Direct
from clew.compat.constraint.rules import Constraint, Domains, Rules, Tuple, Variables
from clew.compat.constraint.steps import Note, picker
from clew.limits import collector_paused

if TYPE_CHECKING:
    from clew.compat.constraint.restated import Restated
    from clew.outcome import Limits

Found = dict[Any, Any]

DIRECT_QUESTIONS: Final = 4000
"""Questions asked in the direct search after which clew's takes over."""

LOADING: Final = 400_000
"""Questions that take as long as loading clew's search: beyond DIRECT_QUESTIONS a process asks so many before."""

LARGE: Final = 20_000
"""Combinations of a function's arguments that clew's search asks about beforehand, at most."""

MANY: Final = 512
"""Solutions after which the garbage collector is paused."""

STUBBORN: Final = 50
"""How many times as long the direct search goes on if there are large functions beside other constraints."""

RICH: Final = 64
"""Questions for each solution up to which there is nothing to prune: the direct search lists the others too."""


class Search:
    """The questions about one problem.

    Args:
        domains: the domain of every variable.
        constraints: the constraints, each with its variables.
        order: the variables, in the order of the search.
        last_first: whether the values of a domain are tried from the last to the first.
        limits: when to stop, if ever; clew's search alone keeps them.

    Attributes:
        left: the questions beyond DIRECT_QUESTIONS that the process may ask before it loads clew's search.
    """

    left: ClassVar[int] = LOADING

    def __init__(
        self,
        domains: Domains,
        constraints: Rules,
        order: Variables,
        last_first: bool = True,
        limits: Limits | None = None,
    ) -> None:
        self._made = (domains, constraints, order, last_first)
        self._order = order
        self._limits = limits
        self._direct: Direct | None = None

    def first(self) -> Found | None:
        """A solution, or None.

        Raises:
            Stopped: a limit struck before it was known.
        """
        notes: Sequence[Note] = ()
        if self._limits is None:
            direct = self._steps()
            walk = direct.solutions(min(self.patience(direct), DIRECT_QUESTIONS * STUBBORN))
            for some in walk:
                for values in some:
                    _spend(direct)
                    return _dictionaries(self._order, (values,))[0]
                break
            else:
                _spend(direct)
                return None
            notes = direct.notes()
        return self.restated(notes).first(self._limits)

    def each(self) -> Iterator[Found]:
        """The solutions one by one, in the order of variables and values, which both searches have."""
        notes: Sequence[Note] = ()
        given = 0
        if self._limits is None:
            direct = self._steps()
            for some in direct.solutions(self.patience(direct)):
                if not some and direct.found * RICH < direct.work:
                    break
                if isinstance(some, list):
                    given += len(some)
                    yield from _dictionaries(self._order, some)
                    continue
                for found in map(dict, map(zip, repeat(self._order), some)):
                    given += 1
                    yield found
            else:
                _spend(direct)
                return
            notes = direct.notes()
        rows = islice(chain.from_iterable(self.restated(notes).each(self._limits)), given, None)
        yield from map(dict, map(zip, repeat(self._order), rows))

    def dictionaries(self) -> list[Found]:
        """All solutions as dictionaries."""
        rows = chain.from_iterable(self._batches())
        found = _dictionaries(self._order, islice(rows, MANY))
        if len(found) == MANY:
            with collector_paused():
                found += _dictionaries(self._order, rows)
        return found

    def tuples(self, order: Variables | None = None) -> list[Tuple]:
        """All solutions as tuples of the values of some variables, by default of all."""
        rows = chain.from_iterable(self._batches())
        with collector_paused():
            if order is None or list(order) == list(self._order):
                return list(rows)
            return list(map(picker([self._order.index(variable) for variable in order]), rows))

    def _batches(self) -> Iterable[Iterable[Tuple]]:
        """The solutions, some at a time; by clew's search if the direct one is too much work."""
        notes: Sequence[Note] = ()
        if self._limits is None:
            direct = self._steps()
            patience = self.patience(direct)
            walk = direct.solutions(patience)
            if patience == inf:
                return walk
            kept: list[Iterable[Tuple]] = []
            for some in walk:
                if not some:
                    if direct.found * RICH >= direct.work:
                        return chain(kept, walk)
                    break
                kept.append(some)
            else:
                _spend(direct)
                return kept
            notes = direct.notes()
        return self.restated(notes).all(self._limits)

    def _steps(self) -> Direct:
        """The direct search, the same as for the question before if it can be."""
        if self._direct is not None:
            return self._direct
        domains, constraints, order, last_first = self._made
        direct = Direct(domains, constraints, order, last_first)
        if direct.lasts:
            self._direct = direct
        return direct

    def restated(self, notes: Sequence[Note]) -> Restated:
        """The problem for clew's search, which is not imported before: many programs never need it."""
        from clew.compat.constraint.restated import Restated

        return Restated(*self._made, notes)

    def patience(self, direct: Direct) -> float:
        """How much work the direct search is given until clew's takes over.

        That could prune no more if only the answers of functions are known, and takes a little longer.
        """
        if direct.most <= DIRECT_QUESTIONS:
            return inf
        domains, constraints, *_ = self._made
        asked = [variables for rule, variables in constraints if isinstance(rule, FunctionConstraint)]
        if direct.calls or any(prod(len(domains[v]) for v in variables) > LARGE for variables in asked):
            if direct.calls or len(asked) + 1 >= len(constraints):
                return inf
            return max(DIRECT_QUESTIONS * STUBBORN, _patience())
        return _patience()


class Lasting(list[tuple[Constraint, Variables]]):
    """Constraints that are the same for the next question about a problem, with the search that was made for them."""

    search: Search | None = None


def _patience() -> float:
    """The questions of a direct search, if clew's could prune more."""
    if f"{__package__}.restated" in sys.modules:
        return DIRECT_QUESTIONS
    return max(DIRECT_QUESTIONS, Search.left)


def _spend(direct: Direct) -> None:
    """Count what a direct search has asked, because clew's is not loaded, beyond DIRECT_QUESTIONS."""
    if direct.most > DIRECT_QUESTIONS:
        Search.left -= max(direct.work - DIRECT_QUESTIONS, 0)


def _dictionaries(order: Variables, rows: Iterable[Tuple]) -> list[Found]:
    """Solutions as dictionaries. Compiled, this takes half the time of what Python has for it."""
    made: list[Found] = []
    places = range(len(order))
    for row in rows:
        one: Found = {}
        for place in places:
            one[order[place]] = row[place]
        made.append(one)
    return made
