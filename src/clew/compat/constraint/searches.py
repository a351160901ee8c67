"""A search for a problem of python-constraint: directly first, and by clew's search if that is more than it can do."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain, islice, repeat
from math import inf, prod
from typing import TYPE_CHECKING, Any, Final

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

LARGE: Final = 20_000
"""Combinations of a function's arguments that clew's search asks about beforehand, at most."""

MANY: Final = 512
"""Solutions after which it pays to compile what makes dictionaries of them."""

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
    """

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
            for some in direct.solutions(min(self.patience(direct), DIRECT_QUESTIONS * STUBBORN)):
                for values in some:
                    return dict(zip(self._order, values, strict=True))
                break
            else:
                return None
            notes = direct.notes
        return self.restated(notes).first(self._limits)

    def each(self) -> Iterator[Found]:
        """The solutions one by one, in the order of variables and values."""
        yield from self._dictionaries(self._rows(one_by_one=True))

    def dictionaries(self) -> list[Found]:
        """All solutions as dictionaries."""
        rows = self._rows()
        found = list(self._dictionaries(islice(rows, MANY)))
        if len(found) == MANY:
            with collector_paused():
                found += _written_out(self._order)(rows)
        return found

    def _dictionaries(self, rows: Iterable[Tuple]) -> Iterator[Found]:
        return map(dict, map(zip, repeat(self._order), rows))

    def tuples(self, order: Variables | None = None) -> list[Tuple]:
        """All solutions as tuples of the values of some variables, by default of all."""
        with collector_paused():
            if order is None or list(order) == list(self._order):
                return list(self._rows())
            return list(map(picker([self._order.index(variable) for variable in order]), self._rows()))

    def _rows(self, *, one_by_one: bool = False) -> Iterator[Tuple]:
        """The solutions as tuples; by clew's search, one by one or all, if the direct one has run too many steps."""
        notes: Sequence[Note] = ()
        if self._limits is None:
            direct = self._steps()
            patience = self.patience(direct)
            walk = direct.solutions(patience)
            kept = []
            for some in walk:
                if not some and direct.found * RICH < direct.work:
                    break
                kept.append(some)
                if not some or patience == inf:
                    return chain.from_iterable(chain(kept, walk))
            else:
                return chain.from_iterable(kept)
            notes = direct.notes
        problem = self.restated(notes)
        return chain.from_iterable((problem.each if one_by_one else problem.all)(self._limits))

    def _steps(self) -> Direct:
        """The direct search, the same as for the question before if it can be."""
        direct = self._direct or Direct(*self._made)
        self._direct = direct if direct.lasts else None
        return direct

    def restated(self, notes: Sequence[Note]) -> Restated:
        """The problem for clew's search, which is not imported before: many programs never need it."""
        from clew.compat.constraint.restated import Restated

        return Restated(*self._made, notes)

    def patience(self, direct: Direct) -> float:
        """How much work the direct search is given until clew's takes over.

        That could prune no more if only the answers of functions are known, and takes a little longer.
        """
        domains, constraints, *_ = self._made
        asked = [variables for rule, variables in constraints if isinstance(rule, FunctionConstraint)]
        if direct.calls or any(prod(len(domains[v]) for v in variables) > LARGE for variables in asked):
            return inf if direct.calls or len(asked) + 1 >= len(constraints) else DIRECT_QUESTIONS * STUBBORN
        return DIRECT_QUESTIONS


class Lasting(list[tuple[Constraint, Variables]]):
    """Constraints that are the same for the next question about a problem, with the search that was made for them."""

    search: Search | None = None


def _written_out(order: Variables) -> Callable[[Iterable[Tuple]], Iterator[Found]]:
    """A function that makes dictionaries of solutions, compiled for these variables: that takes half the time."""
    numbers = range(len(order))
    pairs, values = (",".join(pattern.format(k) for k in numbers) for pattern in ("k{0}:v{0}", "v{0}"))
    code = f"lambda rows: ({{{pairs}}} for {values}, in rows)"
    made: Callable[[Iterable[Tuple]], Iterator[Found]]
    made = eval(code, {f"k{k}": order[k] for k in numbers})  # noqa: S307  (nothing but numbers is put into the text)
    return made
