"""The search in Python of a plan: its network, its ordering, and the steps of the loop.

The steps of the loop, and all that is wrapped around them (`clew.planning.loop_steps`), are made only if no other
method can run the search, or somebody walks the tree by hand.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Mapping
from functools import cached_property, partial
from typing import TYPE_CHECKING, Any, Final

import attrs

from clew.constraints.base import Constraint
from clew.errors import OptionError
from clew.options import learns
from clew.outcome import Clock
from clew.planning.loop_steps import Hopeless, LoopSteps, bounded, branch_of, rationed, timed, variable_order_of
from clew.planning.request import Choice, DeclaredProblem, Request, cached
from clew.planning.validation import observers_of
from clew.problem.declared import overrides
from clew.records import frozen
from clew.reference.propagation import compiler
from clew.reference.propagation.network import Network
from clew.reference.search.inference import start, steps
from clew.reference.search.phases import Phases
from clew.reference.search.position import Path
from clew.reference.search.restarts import Restarts
from clew.reference.search.variable_order import LEARNING, Picks, WeightedDegree
from clew.state.lanes import Lanes
from clew.state.levels import FORWARD, Level
from clew.state.state import DEAD_END, AnyState, State, VariableOrder

if TYPE_CHECKING:
    from clew.problem.events import Observer
    from clew.reference.propagation.observed import Record

REPEATING: Final = 20_000
"""Different subproblems up to which the order of declaration is best for counting: each is met once."""

KERNELS: Final = ("auto", "compiled", "python")
"""The values of the option `kernel`."""


KEPT_WIDTH: Final = 2**16
"""Bits of the lanes up to which a network is kept."""


@frozen(eq=False)
class Reference:
    """The search in Python of a plan.

    Attributes:
        request, declared, choice: the request, the declarations of the problem, and the choices made.
        given: the values assumed; None if they clash.
        is_hopeless: says which nodes need not be entered, if any.
        clock: when the time is up.

    Raises:
        OptionError: an ordering, an observer or the kernel that was asked for does not exist or does not fit.
    """

    request: Request
    declared: DeclaredProblem
    choice: Choice
    given: Mapping[Any, Any] | None
    is_hopeless: Hopeless | None
    clock: Clock | None

    def __attrs_post_init__(self) -> None:
        if learns(self.request.options):
            from clew.planning.learning import check_learning  # few searches learn

            check_learning(self.request, self.declared, self.choice.level)
        self.choose, self.observers  # noqa: B018  (wrong options are rejected now)
        if not self.compiles_without_hooks:  # hooks and observers see the root before the search
            self.steps  # noqa: B018

    @cached_property
    def network(self) -> Network | None:
        """The declared constraints, compiled; None if there are none."""
        declared, choice = self.declared, self.choice
        return compiled(choice.domains, declared.constraints, choice.level) if declared.is_searched else None

    @cached_property
    def lanes(self) -> Lanes[Any, Any]:
        """The layout of the domains."""
        return Lanes(self.choice.domains) if self.network is None else self.network.lanes

    @cached_property
    def ordering(self) -> str | VariableOrder:
        """The variable ordering asked for, by its name or as a function, or the name of the one that fits.

        Raises:
            OptionError: the ordering learns, and all solutions are wanted.
        """
        request = self.request
        order: str | VariableOrder | None = request.options.get("variable_order")
        if order in LEARNING and request.strategy is not None and not request.learns:
            raise OptionError(
                f"variable order {order!r} learns as it goes, so it serves to find one solution or the best: "
                "choose mrv to list or to count them all"
            )
        if self.choice.phases:
            return self.choice.order
        if order is not None:
            return order
        if overrides(request.problem, "choose_variable"):
            return request.problem.choose_variable
        if self.network is None or (self.choice.order == "mrv" and self._repeats(self.network)):
            return "static"
        return self.choice.order

    def _repeats(self, network: Network) -> bool:
        """Whether solutions are counted, and the order of declaration meets few different subproblems."""
        request, given = self.request, self.given
        if request.stops or request.lists or request.options.get("inference") or given is None:
            return False
        from clew.reference.propagation.frontier import subproblems

        left = network.root(given)[0] if network.propagators else 0
        return bool(left) and subproblems(network, left, REPEATING) < REPEATING

    @property
    def order(self) -> str:
        """The name of the variable ordering."""
        order = self.ordering
        return order if isinstance(order, str) else getattr(order, "__name__", type(order).__name__)

    @cached_property
    def choose(self) -> VariableOrder:
        """The variable ordering on states."""
        problem, options = self.request.problem, self.request.options
        if phases := self.choice.phases:
            return Phases(problem, self.lanes, phases, options.get("seed", 0))
        return variable_order_of(problem, self.lanes, self.ordering, options)

    @property
    def picks(self) -> Picks | None:
        """The ordering on domains as bits; None for the order of declaration, or if it is a function."""
        return self.choose if isinstance(self.choose, Picks) else None

    @property
    def learns(self) -> bool:
        """Whether the ordering learns."""
        return self.learner is not None

    @property
    def learner(self) -> WeightedDegree | None:
        """Learns from the dead ends, if the ordering does."""
        return None if self.picks is None else self.picks.learner

    @cached_property
    def observers(self) -> tuple[Observer, ...]:
        """Called with every event."""
        return observers_of(self.request.options)

    @property
    def compiles_without_hooks(self) -> bool:
        """Whether another method than the loop can run the search."""
        return self._is_free and not self.observers

    @cached_property
    def _is_free(self) -> bool:
        """Whether the loop is not needed, unless observers look on.

        Raises:
            OptionError: there is no kernel of that name.
        """
        if self.request.kernel not in KERNELS:
            raise OptionError(f"there is no kernel {self.request.kernel!r}: choose one of {', '.join(KERNELS)}")
        return (
            self.network is not None
            and self.choice.level.looks_ahead
            and not learns(self.request.options)
            and self.declared.own <= {"choose_variable", "violations"}
            and (self.ordering == "static" or self.picks is not None)
            and self._has_plain_values
            and self.is_hopeless is None
        )

    @property
    def _has_plain_values(self) -> bool:
        """Whether other methods have the order of the values, and draw no variable."""
        if not (phases := self.choice.phases):
            return self.request.options.get("value_order") in (None, "domain", "reverse")
        orders = {"domain" if phase.values in (None, "halves") else phase.values for phase in phases}
        return (not self.request.lists or orders == {"domain"}) and "random" not in [phase.order for phase in phases]

    @cached_property
    def restarts(self) -> Callable[[Network], Restarts] | None:
        """How the search restarts, for one solution, if the ordering learns."""
        request, options = self.request, self.request.options
        may = request.kernel == "auto" and request.strategy is not None and request.strategy.restarts
        if not (self._is_free and self.learns and may):
            return None
        is_named = bool(options.get("value_order") or self.choice.phases)
        return partial(Restarts, draws=None if is_named else random.Random(options.get("seed", 0)))

    @cached_property
    def at_root(self) -> tuple[int, int]:
        """The domains and the lanes done at the root; the domains are 0 if it is a dead end.

        Without a network, they are as the loop decides one given value after another.
        """
        if self.given is None:
            return 0, 0
        if self.network is not None and self.compiles_without_hooks:
            if self.choice.level.propagates:
                return self.network.root(self.given)
            if not self.given:
                return self.network.undecided, 0
        root = self.steps.root
        return (0, 0) if root is DEAD_END else (root.domains, root.assigned)

    @cached_property
    def steps(self) -> LoopSteps:
        """The root and the steps of the loop, wrapped in what was asked for."""
        request, problem, level, choose = self.request, self.request.problem, self.choice.level, self.choose
        beginning = State.root(self.lanes)
        is_recorded = self.observers or learns(request.options)
        network, record = self._observed(beginning) if is_recorded else (self.network, None)
        judge, look_ahead = both = steps(problem, network, level, choose)
        root = DEAD_END if self.given is None else start(problem, beginning, network, level, both, self.given)
        branch = branch_of(problem, self.lanes, choose, request.options, self.choice.phases)
        if over := request.options.get("over"):
            from clew.planning.projection import once_each  # few searches project

            branch = once_each(branch, over)
        path = Path() if request.options.get("progress") and not learns(request.options) else None
        if path is not None:
            branch = path.noted(branch)
        runs = None if self.restarts is None or network is None else self.restarts(network)
        if runs is not None and self.learner is not None:
            branch, look_ahead = runs.branch(branch), runs.look_ahead(look_ahead, self.learner)
        if self.is_hopeless is not None:
            look_ahead = bounded(look_ahead, self.is_hopeless)
        if runs is not None and look_ahead is not None:
            look_ahead = runs.counted(look_ahead)
        made = LoopSteps(root, branch, judge, look_ahead, path=path, runs=runs)
        return self._limited(made if record is None else self._reported(made, network, record, beginning))

    def _reported(self, made: LoopSteps, network: Network | None, record: Record, beginning: AnyState) -> LoopSteps:
        """The steps, telling the observers; and the search that learns, if one does."""
        from clew.reference.propagation.observed import Observed
        from clew.reference.search.reporter import Reporter

        reporter = Reporter(self.observers, record)
        reporter.root(self.declared.domains, beginning, made.root)
        judge = made.judge and reporter.judge(made.judge)
        look_ahead = made.look_ahead and reporter.look_ahead(made.look_ahead)
        made = attrs.evolve(made, judge=judge, look_ahead=look_ahead, reporter=reporter)
        if isinstance(network, Observed) and learns(self.request.options):
            from clew.planning.learning import learning_search

            learning = learning_search(self.request, self.choice.level, network, reporter)
            return attrs.evolve(made, learning=learning)
        return attrs.evolve(made, branch=reporter.branch(made.branch))

    def _limited(self, made: LoopSteps) -> LoopSteps:
        """The steps, ending when a limit is reached."""
        branch, nodes = made.branch, self.request.limits.nodes
        if self.clock is not None:
            branch = timed(branch, self.clock)
        return attrs.evolve(made, branch=branch if nodes is None else rationed(branch, nodes))

    def _observed(self, beginning: AnyState) -> tuple[Network | None, Record]:
        """The network as it is observed, and where it records."""
        from clew.reference.propagation.observed import Observed, Record

        record = Record(absent=self._absent(beginning))
        record.begin(beginning.lanes, beginning.domains)
        if self.network is None:
            return None, record
        network = Observed.of(self.network, record)
        if self.choice.level.looks_ahead:
            network.assume(self.given or {})
        return network, record

    def _absent(self, beginning: AnyState) -> Mapping[Any, Any]:
        """For given variables of which the lanes have one value alone: the pairs of the others."""
        lane, domains = beginning.lanes.lane, self.declared.domains
        shrunk = [v for v in self.given or () if v in lane and len(lane[v].values) < len(domains[v])]
        return {v: tuple((v, w) for w in domains[v] if w not in lane[v].positions) for v in shrunk}


def compiled(domains: Mapping[Any, Iterable[Any]], constraints: tuple[Constraint, ...], level: Level) -> Network:
    """The network of some domains and constraints, made or found among the latest."""
    kind = level if level.propagates else FORWARD
    make = lambda: compiler.Compiler(domains, constraints, kind).network()  # noqa: E731
    return cached(kind, domains, constraints, make, lambda made: made.lanes.guards.bit_length() <= KEPT_WIDTH)
