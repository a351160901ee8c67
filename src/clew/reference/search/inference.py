"""Inference: the amount of propagation at each node.

Each level gives the loop its two middle steps: how a decision is judged, and how it looks ahead.

- ``none`` generates and tests: any value is taken, and only a complete assignment is judged;
- ``check`` is plain backtracking: every decision is judged by `is_consistent`;
- ``forward`` is forward checking: `forward_check` prunes the domains still open;
- ``unit`` propagates: a domain with one value left is a decision made, until nothing changes;
- ``arc`` maintains arc consistency besides: every value left has a support in every other domain, as far as masks,
  tables, automata and `AllDifferent` tell.

They find the same solutions; they differ in the nodes they enter and in what a node costs. The last two need
declared constraints; for the others, the hooks of a problem with declared constraints are derived from them.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from typing import TYPE_CHECKING, Any, Final

from clew.errors import OptionError
from clew.problem.declared import overrides, title_of, why_undeclared
from clew.problem.problem import AnyProblem, consistent, filter_domains
from clew.reference.search.hooks import forward_check_of
from clew.reference.search.search import Judge, LookAhead, search
from clew.reference.search.variable_order import Picks
from clew.state.counters import Counters
from clew.state.levels import CHECK, FORWARD, LEVELS, UNIT, Level
from clew.state.state import DEAD_END, AnyState, DeadEnd, State, VariableOrder

if TYPE_CHECKING:
    from clew.reference.propagation.network import Network

Steps = tuple[Judge | None, LookAhead | None]

HOOKS: Final = ("is_consistent", "forward_check")


Refused = Callable[[Any, int], DeadEnd]
"""Called at each dead end of a look ahead, with the variable decided, and the guards of the lanes to blame."""


def steps(problem: AnyProblem, network: Network | None, level: Level, choose: VariableOrder) -> Steps:
    """How a level judges a decision and looks ahead.

    An ordering that learns hears of every dead end of the look ahead, as from the kernels.

    Args:
        problem: the problem; hooks that it overrides are called beside what its constraints say.
        network: its declared constraints, compiled for the level; None if it has none.
        level: the inference.
        choose: the variable ordering, which tells when an assignment is complete.
    """
    refused = _refused(network, choose)
    if not level.judges and not level.looks_ahead:
        return None, _reporting(_tested(problem, network, choose), refused)
    judges: list[Judge] = []
    looks: list[LookAhead] = []
    own_judge, own_look = (overrides(problem, hook) for hook in HOOKS)
    if level.judges:
        if network is not None:
            judges.append(_declared_judge(network))
        if own_judge or network is None:
            judges.append(problem.is_consistent)
        return _both(*judges), None
    if network is not None:
        looks.append(_declared_look(network, level, not (own_judge or own_look), refused))
    if own_look or (own_judge and network is not None) or network is None:
        looks.append(_reporting(forward_check_of(problem), refused))
    # The values of a declared variable were filtered before it was chosen. A variable that was never declared
    # has no domain to filter, so its decisions are judged as `check` judges them.
    if overrides(problem, "choose_variable") or (own_judge and network is not None):
        judges.append(problem.is_consistent)
    return _both(*judges), _chained(*looks)


def _refused(network: Network | None, choose: VariableOrder) -> Refused:
    """Gives the dead end, of which it tells the ordering, if that learns from them."""
    learns = choose.learner if isinstance(choose, Picks) else None
    if network is None or learns is None:
        return _dead_end
    lanes = network.lanes

    def refused(variable: Any, blamed: int) -> DeadEnd:
        learns.failed(lanes, lanes.lane[variable].guard, blamed)
        return DEAD_END

    return refused


def _dead_end(variable: Any, blamed: int) -> DeadEnd:
    return DEAD_END


def _reporting(look: LookAhead, refused: Refused) -> LookAhead:
    """The same look ahead, reporting its dead ends, if an ordering wants to know; it blames no lane."""
    if refused is _dead_end:
        return look

    def reporting(state: AnyState, variable: Any, value: Any) -> AnyState | DeadEnd:
        after = look(state, variable, value)
        return refused(variable, 0) if after is DEAD_END else after

    return reporting


def _both(first: Judge | None = None, second: Judge | None = None) -> Judge | None:
    if first is None or second is None:
        return first
    return lambda state, variable, value: first(state, variable, value) and second(state, variable, value)


def _chained(first: LookAhead, second: LookAhead | None = None) -> LookAhead:
    if second is None:
        return first

    def both(state: AnyState, variable: Any, value: Any) -> AnyState | DeadEnd:
        after = first(state, variable, value)
        return after if after is DEAD_END else second(after, variable, value)

    return both


def _declared_judge(network: Network) -> Judge:
    return lambda state, variable, value: network.is_consistent(state.domains, state.assigned, variable, value)


def _declared_look(network: Network, level: Level, settles: bool, refused: Refused) -> LookAhead:
    """Looking ahead by the network.

    Args:
        network: the constraints.
        level: one that looks ahead.
        settles: whether a variable with one value left counts as assigned. Not if a hook judges decisions: then each
            must be decided to be judged.
        refused: called at each dead end.
    """
    if not level.propagates:

        def forward(state: AnyState, variable: Any, value: Any) -> AnyState | DeadEnd:
            domains, done = network.forward(state.domains, state.assigned, variable, value)
            return state.narrowed(domains, done) if domains else refused(variable, done)

        return forward
    lane_of = network.lanes.lane

    def propagate(state: AnyState, variable: Any, value: Any) -> AnyState | DeadEnd:
        lane = lane_of[variable]
        done = state.assigned & ~(1 << lane.guard)
        domains, done = network.propagate(state.domains, done, lane.full << lane.offset)
        if not domains:
            return refused(variable, done)
        return state.narrowed(domains, done if settles else state.assigned)

    return propagate


def _tested(problem: AnyProblem, network: Network | None, choose: VariableOrder) -> LookAhead:
    """Generate and test: the brute force that the other levels are measured against."""
    tests: list[Callable[[AnyState], bool]] = []
    if network is not None:
        tests.append(lambda complete: network.broken(complete) is None)
    if network is None or overrides(problem, "is_consistent"):
        tests.append(lambda complete: _replays(problem, complete))

    def test_complete(state: AnyState, variable: Hashable, value: Hashable) -> AnyState | DeadEnd:
        return DEAD_END if choose(state) is None and not all(test(state) for test in tests) else state

    return test_complete


def _replays(problem: AnyProblem, complete: AnyState) -> bool:
    """Whether every decision of a complete assignment is consistent with those before it."""
    state = State.root(complete.lanes)
    for variable, value in complete.items():
        if not consistent(problem, state, variable, value):
            return False
        after = state.assign(variable, value)
        if after is DEAD_END:
            return False
        state = after
    return True


def choose_inference(problem: AnyProblem, name: str | None, declares: bool) -> Level:
    """The level asked for, or the one that fits.

    That is `unit` for declared constraints; for hooks `forward` if the problem forward-checks itself, else `check`.

    Raises:
        OptionError: there is no such level, or the problem lacks what it needs.
    """
    own_judge, own_look = (overrides(problem, hook) for hook in HOOKS)
    if name is None:
        return UNIT if declares and not own_judge and not own_look else FORWARD if own_look else CHECK
    title = title_of(problem)
    if not isinstance(name, str) or name not in LEVELS:
        raise OptionError(f"there is no inference {name!r}: choose one of {', '.join(LEVELS)}")
    level = LEVELS[name]
    if level.propagates and not declares:
        raise OptionError(
            f"inference {name!r} needs declared constraints, and {title} {why_undeclared(problem)}: "
            f"choose {', '.join(name for name, other in LEVELS.items() if not other.propagates)}"
        )
    if not level.looks_ahead and own_look and not own_judge:
        raise OptionError(f"inference {name!r} needs is_consistent, which {title} does not give: choose forward")
    return level


def start(
    problem: AnyProblem, root: AnyState, network: Network | None, level: Level, steps: Steps, given: Mapping[Any, Any]
) -> AnyState | DeadEnd:
    """The root of the search: the given values are assumed in order, as the inference assumes any decision.

    Forward checking first filters the domains by themselves, and propagation runs: no decision before the first
    has done it.
    """
    if root.lanes.has_empty(root.domains):
        return DEAD_END
    own_judge, own_look = (overrides(problem, hook) for hook in HOOKS)
    if network is not None and level.propagates and not own_judge and not own_look:
        domains, done = network.root(given)
        return root.narrowed(domains, done) if domains else DEAD_END
    if network is not None and level.looks_ahead:
        if not network.undecided:
            return DEAD_END
        root = root.narrowed(network.undecided, 0)
    filtered: AnyState | DeadEnd = root
    if level.looks_ahead and own_judge:
        filtered = filter_domains(problem, root)
    return filtered if filtered is DEAD_END else _assuming(given, filtered, steps)


def _assuming(given: Mapping[Any, Any], root: AnyState, steps: Steps) -> AnyState | DeadEnd:
    """The state that the loop reaches from another if given values are its only choices, one after the other."""
    decisions = iter([(variable, (value,)) for variable, value in given.items()])
    return next(search(root, lambda _: next(decisions, None), *steps, Counters()), DEAD_END)
