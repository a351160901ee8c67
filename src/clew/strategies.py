"""Strategies: they turn the solutions into a result.

A strategy is a fold over the solutions in search order: an empty result, how a solution is added, when the result is
enough, and how the results of two consecutive parts merge, so that it serves one search or many subtrees.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar, Generic, TypeVar

from clew.constraints.objectives import Weighted, objective_of
from clew.errors import OptionError, called_with, check_number, shown
from clew.records import field, frozen
from clew.solution import AnySolution, Uniqueness
from clew.solution import Optimum as Optimum  # pickles of earlier versions name it so
from clew.state.state import State

R = TypeVar("R")
"""The result while it is folded."""

Found = list[AnySolution]
Incumbent = tuple[Any, AnySolution] | None
Drawn = list[tuple[bytes, AnySolution]]


def _callable(strategy: object, own: Any, function: object) -> None:
    if not (function is None or callable(function)):
        raise OptionError(f"{type(strategy).__name__}: {own.name} must be a function, not {shown(function)}")


def _check_k(strategy: AtMost | Sample) -> None:
    check_number(f"{type(strategy).__name__}: k", strategy.k, 1)


class Strategy(Generic[R]):
    """Turns the solutions into a result: subclass it, give `empty`, `add` and `merge`.

    Attributes:
        lists: whether `add` wants to see the solutions. If not, they are counted by `add_count`.
        stops: whether it is likely to be content with few solutions, so that finding one soon is worth more than
            walking the whole tree cheaply.
        learns: whether any order of the solutions will do, so that orderings may learn from dead ends.
        restarts: whether the search may start again after some dead ends, so that a solution may come twice: the
            search drops it the second time.
    """

    lists: ClassVar[bool] = True
    stops: ClassVar[bool] = False
    learns: ClassVar[bool] = False
    restarts: ClassVar[bool] = False

    @property
    def most(self) -> int | None:
        """How many solutions, the first ones, are all that the result depends on; None for any number of them."""
        return None

    def empty(self) -> R:
        """A fresh result with no solution in it."""
        raise NotImplementedError(f"{type(self).__name__} needs empty()")

    def add(self, result: R, solution: AnySolution) -> R:
        """The result with one more solution, the next in search order. May change and return `result`."""
        raise NotImplementedError(f"{type(self).__name__} needs add(result, solution)")

    def add_count(self, result: R, number: int) -> R:
        """The result with solutions that are counted without being listed. Only called if `lists` is False."""
        raise NotImplementedError(f"{type(self).__name__} needs add_count(result, number)")

    def report(self, earlier: R, result: R) -> None:
        """Tell the caller of a new result, which the search keeps whatever this raises; workers do not call it."""

    def is_enough(self, result: R) -> bool:
        """Whether the answer is known and the search may end. By default never."""
        return False

    def is_hopeless(self, result: R, state: State[Any, Any]) -> bool:
        """Whether nothing below a node can change the result, so that it need not be entered."""
        return False

    def merge(self, earlier: R, later: R) -> R:
        """The result of two parts of a search, `earlier` coming first in search order."""
        raise NotImplementedError(f"{type(self).__name__} needs merge(earlier, later)")

    def witnesses(self, result: R) -> list[AnySolution] | None:
        """The solutions that give the same result when they alone are added, in their order; None: all are needed.

        If a search is cut into subtrees, no others of a subtree are kept.
        """
        return None

    def finish(self, result: R, exhausted: bool) -> Any:
        """The result for the caller; `exhausted` says whether the whole tree was walked."""
        return result


@frozen
class First(Strategy[AnySolution | None]):
    """The first solution in search order, or None."""

    stops: ClassVar[bool] = True
    learns: ClassVar[bool] = True
    restarts: ClassVar[bool] = True
    most = 1

    def empty(self) -> AnySolution | None:
        return None

    def add(self, result: AnySolution | None, solution: AnySolution) -> AnySolution | None:
        return solution if result is None else result

    def is_enough(self, result: AnySolution | None) -> bool:
        return result is not None

    def merge(self, earlier: AnySolution | None, later: AnySolution | None) -> AnySolution | None:
        return later if earlier is None else earlier

    def witnesses(self, result: AnySolution | None) -> list[AnySolution]:
        return [] if result is None else [result]


@frozen
class All(Strategy[Found]):
    """Every solution, as a list in search order."""

    def empty(self) -> Found:
        return []

    def add(self, result: Found, solution: AnySolution) -> Found:
        result.append(solution)
        return result

    def merge(self, earlier: Found, later: Found) -> Found:
        return earlier + later


class Counting(Strategy[int]):
    """The base of strategies whose result is a number of solutions, whatever else they do with each."""

    def empty(self) -> int:
        return 0

    def add(self, result: int, solution: AnySolution) -> int:
        return result + 1

    def merge(self, earlier: int, later: int) -> int:
        return earlier + later


@called_with("this is a strategy, as in clew.Count(); the constraint is clew.constraints.Count", OptionError)
@frozen
class Count(Counting):
    """How many solutions there are. None of them is kept."""

    lists: ClassVar[bool] = False

    def add_count(self, result: int, number: int) -> int:
        return result + number


@called_with("this is a strategy, as in clew.AtMost(10); the constraint is clew.constraints.AtMost", OptionError)
@frozen
class AtMost(All):
    """The first k solutions, or all of them if there are fewer."""

    stops: ClassVar[bool] = True

    k: int

    __attrs_post_init__ = _check_k

    @property
    def most(self) -> int | None:
        return self.k

    def is_enough(self, result: Found) -> bool:
        return len(result) >= self.k

    def merge(self, earlier: Found, later: Found) -> Found:
        return (earlier + later)[: self.k]

    def witnesses(self, result: Found) -> Found:
        return list(result)


@frozen(init=False)
class Unique(AtMost):
    """Is there none, one, or more than one solution? Ends with a `Uniqueness`."""

    learns: ClassVar[bool] = True
    restarts: ClassVar[bool] = True

    def __init__(self) -> None:
        super().__init__(2)

    def finish(self, result: Found, exhausted: bool) -> Uniqueness:
        return Uniqueness.of(result, exhausted=exhausted)


@frozen
class Best(Strategy[Incumbent]):
    """The solution with the smallest (or largest) objective; of equals, the one found first.

    Until a solution is known, it searches as `First` does, unless watched or kept: cut short, it is never worse.
    If the objective is a variable or an expression of whole numbers, each solution found must be better than the one
    before it: the search does not enter nodes below which the bounds of the objective show that none is (branch and
    bound: Land and Doig, An automatic method of solving discrete programming problems, 1960). The compiled engine
    propagates that as it does constraints; in Python only variables and linear expressions have bounds.

    Args:
        objective: a variable or its name, an expression such as `x + 2 * y`, or a function of a solution.
        maximize: look for the largest instead of the smallest.
        bound: a function of a state that no solution below it can beat: never larger than the objective of
            one, or never smaller when maximizing. With it, hopeless subtrees are not entered, whatever the objective.
        on_improvement: is called with each solution that is better than those before, and its objective.
    """

    stops: ClassVar[bool] = True
    learns: ClassVar[bool] = True

    objective: Callable[[AnySolution], Any] = field(converter=objective_of)
    maximize: bool = field(default=False, kw_only=True)
    bound: Callable[[State[Any, Any]], Any] | None = field(default=None, kw_only=True, validator=_callable)
    on_improvement: Callable[[AnySolution, Any], Any] | None = field(default=None, kw_only=True, validator=_callable)

    @property
    def weighted(self) -> Weighted | None:
        """The objective, if it is a weighted sum whose own bound is in force."""
        is_bounded = self.bound is None and type(self).is_hopeless is Best.is_hopeless
        return self.objective if is_bounded and isinstance(self.objective, Weighted) else None

    def empty(self) -> Incumbent:
        return None

    def add(self, result: Incumbent, solution: AnySolution) -> Incumbent:
        return self.merge(result, (self.objective(solution), solution))

    def report(self, earlier: Incumbent, result: Incumbent) -> None:
        if self.on_improvement and result and result is not earlier:
            self.on_improvement(result[1], result[0])

    def merge(self, earlier: Incumbent, later: Incumbent) -> Incumbent:
        return later if not earlier or (later and self._beats(later[0], earlier[0])) else earlier

    def is_hopeless(self, result: Incumbent, state: State[Any, Any]) -> bool:
        if not result:
            return False
        if self.bound is not None:
            return not self._beats(self.bound(state), result[0])
        weighted = self.weighted if state.lanes.lane else None
        limit = weighted and weighted.limit(state.domain, maximize=self.maximize)
        return limit is not None and not self._beats(limit, result[0])

    def witnesses(self, result: Incumbent) -> list[AnySolution] | None:
        return [result[1]] if result else []

    def _beats(self, one: Any, other: Any) -> bool:
        return bool(one > other if self.maximize else one < other)

    def finish(self, result: Incumbent, exhausted: bool) -> AnySolution | None:
        return result and result[1]


@frozen
class Sample(Strategy[Drawn]):
    """k solutions drawn at random, each set of k as likely as any other; all if there are fewer.

    Keeps those with the smallest seeded hash, so the sample does not depend on the order of the search. Every solution
    is visited; k are kept, and come in that order. Values need a `repr` that is the same in every run.
    """

    k: int
    seed: int = 0

    __attrs_post_init__ = _check_k

    def empty(self) -> Drawn:
        return []

    def add(self, result: Drawn, solution: AnySolution) -> Drawn:
        import hashlib

        text = repr((self.seed, sorted((repr(v), repr(w)) for v, w in solution.items())))
        return self.merge(result, [(hashlib.blake2b(text.encode(), digest_size=16).digest(), solution)])

    def merge(self, earlier: Drawn, later: Drawn) -> Drawn:
        both = earlier + later
        while len(both) > self.k:
            both.remove(max(both, key=lambda entry: entry[0]))
        return both

    def witnesses(self, result: Drawn) -> list[AnySolution] | None:
        return [solution for _, solution in result]

    def finish(self, result: Drawn, exhausted: bool) -> Found:
        return [solution for _, solution in result]
