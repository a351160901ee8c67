"""A search state: an immutable value that is cheap to make, keep and come back to.

It holds the domains as one integer (see `clew.state.lanes`), which variables are assigned, and the
decisions that led here, newest first. Integers are immutable and decisions are linked to the
older ones, so backtracking costs nothing: the saved state is the old state. There is no trail
and no undo.

The links are between decisions, not between states: a solution that is kept for later holds
its decisions, which it shares with its neighbours, and not the domains of every level above.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator
from typing import TYPE_CHECKING, Any, Final, Generic, TypeAlias, TypeVar, cast

from clew.errors import ProblemError
from clew.state.dead_end import DEAD_END as DEAD_END
from clew.state.dead_end import DeadEnd as DeadEnd
from clew.state.lanes import Lanes, places_of

if TYPE_CHECKING:
    from clew.state.pages import Pages

Var = TypeVar("Var", bound=Hashable)
Val = TypeVar("Val", bound=Hashable)

Path = tuple["Path[Var, Val]", Var, Val] | None
"""Decisions, newest first: `(older decisions, variable, value)`, or None at the start.

Hooks that look at what is assigned walk it with ``path, variable, value = path``.
"""

VariableOrder: TypeAlias = Callable[["State[Any, Any]"], Hashable | None]
"""An ordering: one of the open variables of a state; None if there is none."""

ValueOrder: TypeAlias = Callable[["State[Any, Any]", Any, Any], Iterable[Any]]
"""An ordering: the values of a variable at a state, in another order."""

PAGE: Final = 64
"""Decisions that are looked through one by one."""


class _Draft(Generic[Var, Val]):
    """The fields of a state, while they are written."""

    __slots__ = ("_pages", "assigned", "depth", "domains", "lanes", "path")

    def __init__(
        self,
        lanes: Lanes[Var, Val],
        domains: int,
        assigned: int,
        path: Path[Var, Val],
        depth: int,
        pages: Pages[Var, Val] | None,
    ) -> None:
        self.lanes = lanes
        self.domains = domains
        self.assigned = assigned
        self.path = path
        self.depth = depth
        self._pages = pages
        # Sealed: from here on the fields cannot be set. Writing them one by one past a closed
        # door (object.__setattr__) would take four times as long.
        self.__class__ = State


class State(_Draft[Var, Val]):
    """A partial assignment and what it leaves of the other variables' domains.

    Attributes:
        lanes: the layout of the declared domains.
        domains: every declared variable's remaining values, as one integer.
            An assigned variable's lane keeps its one bit.
        assigned: the guard bits of the declared variables that are assigned, by a decision or by inference.
        path: the decisions, newest first (see `Path`).
        depth: how many decisions there are.

    Cost: assigning and pruning cost the width of `domains` in machine words; looking up a declared
    variable too. Variables that were never declared are looked up in time logarithmic in the depth.
    """

    __slots__ = ()

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a state is immutable: {name} cannot be set")

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"a state is immutable: {name} cannot be deleted")

    @classmethod
    def root(cls, lanes: Lanes[Var, Val]) -> State[Var, Val]:
        """The state in which nothing is assigned and every domain is whole."""
        return _state(lanes, lanes.start, 0, None, 0, None)

    # -- the two ways on --------------------------------------------------------------------

    def assign(self, variable: Var, value: Val) -> State[Var, Val] | DeadEnd:
        """The state after a decision: the variable keeps this value alone.

        Returns `DEAD_END` if the value was pruned before.

        Raises:
            ProblemError: the variable is assigned already, or its domain never had the value.
        """
        lanes = self.lanes
        path = (self.path, variable, value)
        lane = lanes.lane.get(variable)
        if lane is None:
            return _state(lanes, self.domains, self.assigned, path, self.depth + 1, self._pages)
        guard, bit, keep = lane.choices.get(value) or lanes.choose(variable, value)
        if self.assigned & guard:
            raise ProblemError(f"{variable!r} is assigned already and was chosen again")
        domains = self.domains
        if not domains & bit:
            return DEAD_END
        return _state(lanes, domains & keep, self.assigned | guard, path, self.depth + 1, self._pages)

    def prune(self, variable: Var, values: Iterable[Val]) -> State[Var, Val] | DeadEnd:
        """The state without these values of a variable; `DEAD_END` if it has none left.

        Values that the domain does not have are ignored.

        Raises:
            ProblemError: the variable was not declared.
        """
        try:
            return self.prune_bits(self.lanes.bits((variable, value) for value in values))
        except KeyError:
            if variable in self.lanes.lane:
                raise  # of the caller's own values
            raise ProblemError(f"{variable!r} has no declared domain, so nothing can be pruned from it") from None

    def prune_bits(self, bits: int) -> State[Var, Val] | DeadEnd:
        """The state without these (variable, value) pairs, given as `Lanes.bits`: one operation for all.

        `DEAD_END` if some domain has no value left.
        """
        domains = self.domains & ~bits
        lanes = self.lanes
        if (domains + lanes.full) & lanes.guards != lanes.guards:
            return DEAD_END
        return _state(lanes, domains, self.assigned, self.path, self.depth, self._pages)

    def narrowed(self, domains: int, assigned: int) -> State[Var, Val]:
        """The same decisions with other domains and other assigned variables: for inference."""
        return _state(self.lanes, domains, assigned, self.path, self.depth, self._pages)

    # -- what is still open -----------------------------------------------------------------

    @property
    def open(self) -> Iterator[Var]:
        """The declared variables that are not assigned, in order."""
        owner: Any = self.lanes.owner
        return map(owner.__getitem__, places_of(self.lanes.decisions & ~self.assigned))

    def first_open(self) -> Var | None:
        """The first declared variable that is not assigned, or None."""
        lanes = self.lanes
        unassigned = lanes.decisions & ~self.assigned
        return lanes.owner[(unassigned & -unassigned).bit_length() - 1] if unassigned else None

    def domain(self, variable: Var) -> tuple[Val, ...]:
        """The values that a declared variable may still take, in the order of its domain.

        Raises:
            ProblemError: the variable was not declared.
        """
        lane = self.lanes.lane.get(variable)
        if lane is None:
            raise ProblemError(f"{variable!r} has no declared domain: give enumerate_values for it")
        bits = self.domains >> lane.offset & lane.full
        return lane.values if bits == lane.full else lane.select(bits)

    def domain_size(self, variable: Var) -> int:
        """How many values a declared variable may still take."""
        lane = self.lanes.lane[variable]
        return (self.domains >> lane.offset & lane.full).bit_count()

    # -- what is assigned: a mapping from variable to value -----------------------------------

    def __getitem__(self, variable: Var) -> Val:
        value: Val = self.get(variable, DEAD_END)
        if value is DEAD_END:
            raise KeyError(variable)
        return value

    def get(self, variable: Var, default: Any = None) -> Any:
        """The value assigned to a variable, or the default."""
        lane = self.lanes.lane.get(variable)
        if lane is None:
            return self._look_up(variable, default)
        if not self.assigned >> lane.guard & 1:
            return default
        return lane.values[(self.domains >> lane.offset & lane.full).bit_length() - 1]

    def __contains__(self, variable: Var) -> bool:
        return self.get(variable, DEAD_END) is not DEAD_END

    def __len__(self) -> int:
        return self.depth

    def __bool__(self) -> bool:
        return True

    def __iter__(self) -> Iterator[Var]:
        return (variable for variable, _ in self.items())

    def items(self) -> list[tuple[Var, Val]]:
        """The decisions, oldest first."""
        decisions = []
        path = self.path
        while path:
            path, variable, value = path
            decisions.append((variable, value))
        decisions.reverse()
        return decisions

    def _look_up(self, variable: Var, default: Any) -> Any:
        """Find an undeclared variable: walk the newest decisions, look the others up page by page."""
        pages = self._pages
        end = None if pages is None else pages.end
        path: Path[Any, Any] = self.path
        steps = 0
        while path is not end and path is not None:
            if steps == PAGE:
                from clew.state.pages import Pages  # few searches have variables that are not declared

                pages = Pages.turn(self.path, pages)
                object.__setattr__(self, "_pages", pages)
                break
            steps += 1
            path, assigned, value = path
            if assigned == variable:
                return value
        return default if pages is None else pages.get(variable, default)

    # -- a value: equality, hash, repr, pickling; nothing here recurses down the links ---------

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, State):
            return NotImplemented
        if (self.domains, self.assigned, self.depth) != (other.domains, other.assigned, other.depth):
            return False
        mine: Path[Any, Any] = self.path
        theirs: Path[Any, Any] = other.path
        while mine is not theirs and mine is not None and theirs is not None:
            mine, variable, value = mine
            theirs, other_variable, other_value = theirs
            if variable != other_variable or value != other_value:
                return False
        return self.lanes is other.lanes or self.lanes == other.lanes

    def __hash__(self) -> int:
        return hash((self.domains, self.depth, self.path and self.path[1:]))

    def __repr__(self) -> str:
        newest: list[str] = []
        path = self.path
        while path and len(newest) < 3:
            path, variable, value = path
            newest.append(f"{variable!r}: {value!r}")
        if path:
            newest.append("...")
        return f"<State at depth {self.depth}: {', '.join(reversed(newest)) or 'nothing assigned'}>"

    def __reduce__(self) -> tuple[Any, ...]:
        return _restore, (self.lanes, self.domains, self.assigned, self.items())


_state = cast("Callable[..., State[Any, Any]]", _Draft)
"""Makes a state; its arguments are those of the draft."""


def _restore(lanes: Lanes[Var, Val], domains: int, assigned: int, decisions: list[tuple[Var, Val]]) -> State[Var, Val]:
    path: Path[Var, Val] = None
    for variable, value in decisions:
        path = (path, variable, value)
    return _state(lanes, domains, assigned, path, len(decisions), None)


AnyState = State[Any, Any]
"""A state, whatever its variables and values are."""
