"""The work that the workers of a run share: the problem and the options, from which each makes the same plan.

A worker in the same process takes it as it is. In another process it is unpickled once, and kept: each task names it
again, and only the new parts are made. A problem from a file of its own is loaded again under the name that it had.
"""

from __future__ import annotations

import pickle
import sys
import threading
from collections.abc import Callable, Sequence
from functools import cached_property, lru_cache
from typing import Any, Final, Literal, cast

import attrs

from clew.constraints.objectives import Target
from clew.errors import OptionError, ProblemError
from clew.limits import Cancel
from clew.options import Options
from clew.outcome import Limits
from clew.planning.engine_method import check_kernel
from clew.planning.plan import Plan, make_plan
from clew.planning.validation import parts_of
from clew.planning.walking import bounds
from clew.plugins import load_file
from clew.problem.declared import declared_domains, title_of
from clew.problem.problem import AnyProblem
from clew.scale.parallel.limits import CELLS, ProgressBoard
from clew.scale.parallel.processes import Modules, loaded_from_files
from clew.scale.parallel.subtree import Part, first_line
from clew.scale.parallel.tree import PlanTree
from clew.state.counters import Counters
from clew.state.state import DEAD_END, AnyState
from clew.strategies import Best, Strategy

KNOWN: Final = 4
"""Works that a process keeps."""

SHAPING: Final = ("given", "assume", "inference", "variable_order", "value_order", "search", "seed", "kernel", "verify")
"""The options that a worker needs."""

Layout = list[tuple[Any, tuple[Any, ...]]]
"""The variables and their values, in order."""

AnyStrategy = Strategy[Any]


@attrs.frozen
class Plain(Strategy[Any]):
    """Stands in for a strategy while the plan is made: orderings that learn, and restarts, know no subtrees."""

    lists: bool  # type: ignore[misc]
    stops: bool  # type: ignore[misc]


@attrs.define(eq=False)
class Work:
    """A problem and the question about it.

    Attributes:
        problem: the problem.
        options: those that shape the tree, and `verify`.
        plain: the properties of the strategy that the plan needs; None if all solutions are asked for one by one.
        strategy: the strategy, if a worker needs it: for its bound, or to keep only the solutions that it needs.
        most: how many solutions of a subtree are enough to know; None for all.
        folds: whether only the strategy's witnesses of a subtree are wanted.
        parts: the trees to search, if not that of the problem.
        here: the counters of a subtree that is searched in this process and never cut again, and its weight.
        stops: set to make the workers in this process give up.
        tokens: so does any of these, which the caller or a report of the progress sets.
        board: the board of their progress.
    """

    problem: AnyProblem
    options: Options
    plain: Plain | None = None
    strategy: AnyStrategy | None = None
    most: int | None = None
    folds: bool = False
    parts: Sequence[Part] | None = None
    here: tuple[Counters, float] = attrs.field(init=False, factory=lambda: (Counters(), 0.0))
    stops: threading.Event = attrs.field(kw_only=True, factory=threading.Event)
    tokens: Sequence[Cancel] = attrs.field(kw_only=True, default=())
    board: ProgressBoard = attrs.field(kw_only=True, factory=lambda: ProgressBoard([0] * CELLS))
    _layout: Layout | None = attrs.field(kw_only=True, default=None)
    """The layout that the lanes must have, if it is known from another process."""
    _local: threading.local = attrs.field(init=False, factory=threading.local)

    @classmethod
    def of(
        cls,
        problem: AnyProblem,
        strategy: AnyStrategy | None,
        options: Options,
        parts: Sequence[Part] | None,
        tokens: Sequence[Cancel],
    ) -> Work:
        """The work of a call.

        Args:
            problem: the problem.
            strategy: folds the solutions; None if they are asked for one by one.
            options: see `Options`.
            parts: the trees to search, if not that of the problem.
            tokens: end the work when any of them is set.
        """
        shaping, limit = _shaping(options), (options.get("limits") or Limits()).solutions
        if strategy is None:
            return cls(problem, shaping, most=limit, parts=parts, tokens=tokens)
        folds = strategy.lists and limit is None and type(strategy).witnesses is not Strategy.witnesses
        needed = strategy if folds or bounds(strategy) else None
        if isinstance(needed, Best):
            needed = attrs.evolve(needed, on_improvement=None)  # the solutions of workers are reported here
        most = min((most for most in (strategy.most, limit) if most is not None), default=None)
        return cls(problem, shaping, Plain(strategy.lists, strategy.stops), needed, most, folds, parts, tokens=tokens)

    @property
    def lists(self) -> bool:
        """Whether the solutions are wanted, and not only their number."""
        return self.plain is None or self.plain.lists

    @property
    def bounds(self) -> bool:
        """Whether the strategy says which nodes are hopeless."""
        return self.strategy is not None and bounds(self.strategy)

    def tree(self) -> PlanTree:
        """The tree, made once in each thread.

        Raises:
            OptionError: an option does not fit the problem.
            ProblemError: the problem is another one in this process.
        """
        tree: PlanTree | None = getattr(self._local, "tree", None)
        if tree is None:
            plan = self._bounded() or self._plan(self._hopeless())
            if self.lists and self.most is not None:
                plan = attrs.evolve(plan, most=self.most)
            tree = self._local.tree = PlanTree(plan, self.parts)
            if self._layout is not None and self._layout != _layout(tree):
                raise ProblemError(
                    f"{title_of(self.problem)}: its variables or values come in another order in another process, as "
                    "those of a set may: sort them"
                )
        return tree

    def _plan(self, is_hopeless: Callable[[AnyState], bool] | None, target: Target | None = None) -> Plan:
        whole = self.parts is not None  # they were cut from whole domains
        return make_plan(self.problem, self.options, self.plain, is_hopeless, target=target, whole=whole)

    def _bounded(self) -> Plan | None:
        """The plan by which the engine bounds the objective, if there is one and it can."""
        strategy, kernel = self.strategy, self.options.get("kernel")
        if not isinstance(strategy, Best) or strategy.weighted is None or kernel in ("python", "loop"):
            return None
        plan = self._plan(None, strategy.weighted.target(maximize=strategy.maximize))
        return plan if plan.request.kernel == "compiled" or plan.is_compiled else None

    def check_kernel(self) -> None:
        """Raise an error instead of a search in Python if the call names the engine.

        Raises:
            OptionError: it was, and it cannot search them.
        """
        if self.options.get("kernel") not in ("compiled", "native"):
            return
        plan = self.tree().plan
        if not (plan.inference.looks_ahead and plan.is_dead):
            check_kernel(plan)

    def _hopeless(self) -> Callable[[AnyState], bool] | None:
        strategy, local = self.strategy, self._local
        if strategy is None or not self.bounds:
            return None
        local.result = strategy.empty()
        return lambda state: strategy.is_hopeless(local.result, state)

    @cached_property
    def places(self) -> dict[Any, int]:
        """The declared variables, each with its place; the tree need not be made for that."""
        return {variable: place for place, variable in enumerate(declared_domains(self.problem))}

    def know(self, result: Any) -> None:
        """Pass the known solutions to the bound, in this thread."""
        self._local.result = result

    # -- to other processes -----------------------------------------------------------------------

    @cached_property
    def packed(self) -> tuple[Modules, bytes]:
        """The files to load first, and the rest pickled.

        Raises:
            OptionError: it cannot be sent to another process.
        """
        pickled = self.packed_by(pickle.dumps)
        main = sys.modules.get("__main__")
        if b"__main__" in pickled and not (getattr(main, "__file__", None) or getattr(main, "__spec__", None)):
            raise OptionError(
                f"{title_of(self.problem)} or an option is defined in an interactive session, so no other process "
                "finds it: put it into a file, or pass executor=ThreadPoolExecutor()"
            )
        return loaded_from_files(pickled), pickled

    def packed_by(self, dumps: Callable[[Any], bytes]) -> bytes:
        """The bytes from which `unpacked` makes it again.

        Args:
            dumps: pickles.

        Raises:
            OptionError: it cannot be pickled.
        """
        content = (self.problem, self.options, self.plain, self.strategy, self.most, self.folds, self.parts)
        layout = _layout(self.tree())
        try:
            pickled = dumps((content, layout))
        except Exception as error:
            raise OptionError(self._refusal(error, dumps)) from None
        if pickle.loads(pickled)[1] != layout:  # noqa: S301  (values that are only equal to themselves)
            pickled = dumps((content, None))
        return pickled

    @property
    def needs_main(self) -> bool:
        """Whether other processes must run the main program's file, as something is defined there."""
        return b"__main__" in self.packed[1]

    def _refusal(self, error: Exception, dumps: Callable[[Any], bytes]) -> str:
        """Why it cannot be sent: which of its parts is to blame."""
        own = title_of(self.problem)
        named: dict[str, Any] = {own: self.problem, f"strategy {type(self.strategy).__name__}": self.strategy}
        named |= {f"option {name}": value for name, value in self.options.items()}
        blamed = next((name for name, value in named.items() if not _can_be_pickled(value, dumps)), own)
        return (
            f"{blamed} cannot be sent to another process ({first_line(error) or repr(error)}): "
            "define its class and functions at the top level of a file, or pass executor=ThreadPoolExecutor()"
        )

    @classmethod
    def unpacked(cls, pickled: bytes) -> Work:
        """The work that was packed, made again."""
        content, layout = pickle.loads(pickled)  # noqa: S301
        return cls(*content, layout=layout)

    def by(self, kernel: Literal["compiled", "python"]) -> Work:
        """The work for a kernel."""
        return attrs.evolve(self, options={**self.options, "kernel": kernel})

    def __reduce__(self) -> tuple[Any, ...]:
        return _unpacked, self.packed


def _can_be_pickled(value: Any, dumps: Callable[[Any], bytes]) -> bool:
    """Whether a value can be sent to another process."""
    try:
        dumps(value)
    except Exception:
        return False
    return True


def _shaping(options: Options) -> Options:
    """The options that workers need: those that shape the tree, and `verify`."""
    shaping: dict[str, Any] = {name: value for name, value in options.items() if name in SHAPING}
    if options.get("search"):
        shaping["search"] = parts_of(options["search"])  # names can be sent to other processes
    if options.get("progress"):
        shaping["progress"] = True  # so that the loop notes where it is
    limits = options.get("limits")
    if limits is not None and limits.nodes is not None and shaping.get("kernel", "auto") == "auto":
        shaping["kernel"] = "python"  # nodes are rationed, so each of them must be walked
    return cast(Options, shaping)


@lru_cache(maxsize=KNOWN)
def _unpacked(modules: Modules, pickled: bytes) -> Work:
    """The work of a pickle: each task names it again, and it is made once."""
    for name, file in modules:
        if getattr(sys.modules.get(name), "__file__", None) != file:
            load_file(file, name)
    return Work.unpacked(pickled)


def _layout(tree: PlanTree) -> Layout:
    root = tree.plan.root
    return [] if root is DEAD_END else [(v, root.lanes.lane[v].values) for v in root.lanes.variables]
