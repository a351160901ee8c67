"""The keyword options that every question about a problem takes."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from os import PathLike
from typing import TYPE_CHECKING, Any, Final, Literal, TypedDict

from clew.errors import OptionError, check_number
from clew.limits import Cancel
from clew.outcome import Limits
from clew.records import frozen
from clew.state.state import ValueOrder, VariableOrder

if TYPE_CHECKING:
    from concurrent.futures import Executor
    from pathlib import Path

    from distributed import Client

    from clew.constraints.base import Constraint
    from clew.problem.events import Observer
    from clew.state.progress import Progress


LEARNING: Final = ("none", "jump", "nogoods")
"""The values of the option `learning`."""


@frozen
class Cutting:
    """How a search is cut into subtrees. The numbers never change an answer.

    Attributes:
        subtrees: at least so many that are open, or there are no more. The number of workers has no part in it.
        nodes: a subtree of more nodes is cut again, and its result thrown away. By default ten million.
        solutions: so is one of more solutions, if all of them are listed.
        again: how many subtrees such a one is cut into, at least; 1 does as 2, because a cut always makes smaller ones.
        first: nodes that are entered in one go beforehand: most searches end within these, and need no cutting.
        expansions: how many nodes may be expanded for each subtree that is wanted. A tree that stays thin is not
            walked down by the process that cuts it.
    """

    subtrees: int = 512
    nodes: int | None = None
    solutions: int = 100_000
    again: int = 16
    first: int = 20_000
    expansions: int = 64

    def __attrs_post_init__(self) -> None:
        for name, value in vars(self).items():
            if (name, value) != ("nodes", None):
                check_number(f"Cutting: {name}", value, 0 if name == "first" else 1)


@frozen
class CheckpointSpecification:
    """How to keep a search.

    Attributes:
        path: the file of the checkpoint.
        source: how to make the problem again, as `made` reads it; found out by itself if possible.
        output: a file in JSON Lines for the solutions, in place of the checkpoint; `Listed` alone goes with it.
    """

    path: Path
    source: Mapping[str, Any] | None = None
    output: Path | None = None


class Options(TypedDict, total=False):
    """The keyword options that every question about a problem takes.

    Attributes:
        given: values assumed for some variables, besides those that the problem fixes itself.
        assume: conditions that must hold besides the constraints, for this call alone. `given` is quicker for values.
        hint: values to try first, for the first solution and the best: a solution is found at once, and what is nearly
            one is repaired. Other searches ignore it, and so does each search with a checkpoint.
        inference: `none`, `check`, `forward`, `unit` or `arc` (see `clew.reference.search.inference`). By default what
            fits the problem and the strategy.
        variable_order: `static`, `mrv`, `degree`, `wdeg` or `random`, or a function from a state to an open
            variable. By default the problem's own choice; under `unit` and `arc` it is `wdeg` if one solution or the
            best is looked for, else `mrv`.
        value_order: `domain`, `reverse` or `random`, or a function from a state, a variable and its values
            to the same values in another order.
        over: variables: solutions that differ in others alone count as one, for `count`, `solutions`, `check` and those
            like them, and the first of them in search order stands for all. These variables are decided before the
            others, by a search in one piece that does not learn. By default all variables but the auxiliary ones.
        search: phases, one part of the variables after another: a list of `(variables, ordering, values)`, of which
            the last two may be left out. The ordering is one of those above that have names, or `smallest`, `largest`,
            `most_constrained` or `max_regret`; the order of the values one of those above that have names, or `middle`,
            `halves` or `upper_halves`. Other variables come last, by `variable_order` and `value_order`.
        learning: `none`; `jump`, to go back from a dead end to the latest decision that took part in it; or `nogoods`,
            to learn from it, so as to jump back further and not to meet it again. The last two ask the constraints for
            reasons. By default the engine learns nogoods after some dead ends, for one solution or the best.
        improve: whether a search for the best also searches neighbourhoods of the best solution known, once the proof
            takes long, as by default.
        seed: for the random orders and neighbourhoods; 0 by default.
        limits: when to stop; never by default.
        cancel: a `clew.Cancel`: when any thread sets it, the search ends as at a limit, with the status `cancelled`, as
            soon as a hook or another function of the caller's that is running then returns.
        kernel: the implementation that runs the search. `python` is the loop that a student can read; `compiled` is
            the engine, compiled ahead of time, which enters the same nodes (an error, with the reason, if it cannot
            run the search). `auto` takes the quickest that fits, restarts for the first solution, and takes shortcuts
            if all are counted. The names of earlier versions, `loop` and `native`, mean `python` and `compiled`.
        observers: functions that are called with every event of the search.
        verify: whether to judge every listed solution by the problem's `violations`. By default yes, unless the problem
            has constraints alone.
        progress: True for a line on standard error while the search runs; or a function that is called with a
            `Progress` five times a second, from a thread of its own, and once more when the search has ended. An
            exception of it ends the search, and surfaces.
        jobs: how many workers search at a time; `auto` or 0 for one on each core. By default this process alone.
        executor: a `concurrent.futures.Executor` that the workers' tasks are given to. It is not shut down. Or a Dask
            cluster: a `distributed.Client`, the address of a scheduler, or `local` (see `clew.scale.parallel.cluster`).
        in_order: whether solutions of a search with workers come in search order, as by default. If not, they come
            as they are found, and the first solution may be any, of a search in phases too.
        keep_going: whether a search with workers goes on when part of it fails; the outcome says which.
        subtree_timeout: seconds after which a subtree has failed, from when its search begins. One that hangs in a
            hook is seen from outside if its worker is on this machine, because each task shows when it begins.
        subtree: the name of a subtree, such as `0.3.1`: that one alone is searched, in this process.
        cutting: how a search with workers is cut into subtrees (see `clew.Cutting`).
        checkpoint: a file that keeps the search: finished parts survive this process, and the same call, or
            `clew.resume`, goes on from there.
    """

    given: Mapping[Any, Any]
    assume: Sequence[Constraint] | None
    hint: Mapping[Any, Any] | None
    inference: str | None
    variable_order: str | VariableOrder | None
    value_order: str | ValueOrder | None
    search: Sequence[tuple[Any, ...]] | None
    over: Collection[Any] | None
    learning: Literal["none", "jump", "nogoods"] | None
    improve: bool
    seed: int
    limits: Limits | None
    cancel: Cancel | None
    kernel: Literal["auto", "compiled", "python", "native", "loop"]
    observers: Iterable[Observer]
    verify: bool | None
    progress: Callable[[Progress], Any] | bool | None
    jobs: int | Literal["auto"] | None
    executor: Executor | Client | str | None
    in_order: bool
    keep_going: bool
    subtree_timeout: float | None
    subtree: str | Sequence[int] | None
    cutting: Cutting | None
    checkpoint: str | PathLike[str] | CheckpointSpecification | None


def learns(options: Options) -> bool:
    """Whether the search learns from dead ends."""
    return options.get("learning") not in (None, "none")


def tokens_of(options: Options, given_up: Cancel | None = None) -> tuple[Cancel, ...]:
    """The tokens that end a search when any of them is set.

    Args:
        options: those of the search.
        given_up: its own token, if it has one.
    """
    return tuple(token for token in (options.get("cancel"), given_up) if token is not None)


def jobs_of(options: Options) -> int:
    """How many work at a time, as asked for.

    Raises:
        OptionError: it is no number of workers.
    """
    jobs = options.get("jobs")
    if jobs is None:
        return 1
    if jobs in ("auto", 0) and not isinstance(jobs, bool):
        jobs = cores()
    if not isinstance(jobs, int) or isinstance(jobs, bool) or jobs < 0:
        raise OptionError(f"jobs must be a number of workers, or auto for one on each core, not {jobs!r}")
    return 1 if sys.platform == "emscripten" else jobs  # a browser starts neither threads nor processes


def cores() -> int:
    """How many processors this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
