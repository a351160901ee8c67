"""Searching in subtrees: the same answers as one search gives, whoever works and however badly."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from itertools import count
from typing import Any, Literal
from unittest import mock

import attrs
import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

import clew
from clew.answers.symmetry.classes import count_by_symmetry
from clew.constraints import NotEqual, Predicate
from clew.core import engine
from clew.options import Cutting, Options
from clew.planning.counting.tables import GridTables
from clew.scale.parallel import Subtree
from clew.scale.parallel.frontier import Journal, Past
from clew.scale.parallel.pool import Processes, Threads, fastest, pool_for
from clew.scale.parallel.running import solve
from clew.scale.parallel.subtree import Expanded, Key, SubtreeResult
from clew.scale.parallel.work import Plain, Work
from clew_problems import Queens
from tests.random_models import models
from tests.random_problems import problems

TINY = Cutting(subtrees=4, nodes=5, solutions=3, again=2, first=0)
SMALL = Cutting(subtrees=16, first=0)


class Synchronous(Executor):
    """Runs what it is given at once."""

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        future: Future[Any] = Future()
        try:
            future.set_result(fn(*args, **kwargs))
        except Exception as error:
            future.set_exception(error)
        return future


def alike(problem: clew.Problem[Any, Any], strategy: clew.Strategy[Any], cutting: Cutting, **options: Any) -> None:
    """The answer in subtrees is that of one search with the same ordering."""
    order = options.pop("variable_order", None if strategy.learns is False else "mrv")
    if order is not None and problem.domains():
        options["variable_order"] = order
    whole = clew.solve(problem, strategy, **options)
    with ThreadPoolExecutor(2) as threads:
        for executor in (Synchronous(), threads):
            parts = clew.solve(problem, strategy, executor=executor, cutting=cutting, **options)
            assert parts.result == whole.result
            assert (parts.status, parts.exhausted) == (whole.status, whole.exhausted)
            assert parts.statistics.solutions == whole.statistics.solutions


def objective(solution: clew.Solution[Any, Any]) -> int:
    return sum(value * (place % 3 - 1) for place, value in enumerate(solution.values()))


class Pairs(clew.Strategy[list[Any]]):
    """A user's own: every other solution."""

    def empty(self) -> list[Any]:
        return [0, []]

    def add(self, result: list[Any], solution: clew.Solution[Any, Any]) -> list[Any]:
        number, kept = result
        return [number + 1, [*kept, solution] if number % 2 == 0 else kept]

    def merge(self, earlier: list[Any], later: list[Any]) -> list[Any]:
        raise AssertionError


STRATEGIES: list[clew.Strategy[Any]] = [
    clew.First(),
    clew.All(),
    clew.Count(),
    clew.AtMost(3),
    clew.Unique(),
    clew.Best(objective),
    clew.Best(objective, maximize=True, bound=lambda state: 9),
    clew.Sample(2, seed=5),
    Pairs(),
]


@pytest.mark.parametrize("strategy", STRATEGIES, ids=lambda strategy: type(strategy).__name__)
@settings(max_examples=25)
@given(model=models(), tiny=st.booleans(), kernel=st.sampled_from(["auto", "python"]))
def test_parts_merge_to_the_whole(
    strategy: clew.Strategy[Any], model: clew.Model, tiny: bool, kernel: Literal["auto", "python"]
) -> None:
    alike(model, strategy, TINY if tiny else SMALL, kernel=kernel)


@pytest.mark.parametrize("strategy", STRATEGIES, ids=lambda strategy: type(strategy).__name__)
@settings(max_examples=15)
@given(model=models(), more=st.sampled_from([{}, {"again": 2}, {"expansions": 64}, {"nodes": 20}]))
def test_the_smallest_numbers_of_a_cutting_change_no_answer(
    strategy: clew.Strategy[Any], model: clew.Model, more: dict[str, int]
) -> None:
    """A subtree that is cut again into one at least is cut nevertheless."""
    least = {"subtrees": 1, "nodes": 1, "solutions": 1, "again": 1, "first": 0, "expansions": 1}
    alike(model, strategy, Cutting(**{**least, **more}))


@pytest.mark.parametrize("strategy", STRATEGIES, ids=lambda strategy: type(strategy).__name__)
@settings(max_examples=15)
@given(problem=problems())
def test_parts_of_a_problem_with_hooks_merge_to_the_whole(
    strategy: clew.Strategy[Any], problem: clew.Problem[str, int]
) -> None:
    alike(problem, strategy, TINY)


@settings(max_examples=60)
@given(
    model=models(),
    kernel=st.sampled_from(["python", "compiled"]),
    inference=st.sampled_from(["check", "forward", "unit", "arc"]),
    order=st.sampled_from(["static", "mrv", "degree", "random"]),
    lists=st.booleans(),
)
def test_nodes_and_failures_add_up_to_those_of_one_search(
    model: clew.Model, kernel: Literal["python", "compiled"], inference: str, order: str, lists: bool
) -> None:
    assume(kernel == "python" or (inference in ("forward", "unit") and order in ("static", "mrv")))
    strategy: clew.Strategy[Any] = clew.All() if lists else clew.Count()
    options: Options = {"kernel": kernel, "inference": inference, "variable_order": order}
    whole = clew.solve(model, strategy, **options).statistics
    for cutting in (TINY, SMALL):
        cut: Options = {**options, "executor": Synchronous(), "cutting": cutting}
        parts = clew.solve(model, strategy, **cut).statistics
        assert parts.nodes_per_level == whole.nodes_per_level
        assert parts.failures == whole.failures


def in_threads(work: Work, _: Options) -> tuple[Threads, Work]:
    """Two threads for any work, by whatever searches it fastest."""
    return Threads(2), fastest(work)[0]


def alike_in_threads(strategy: clew.Strategy[Any], model: clew.Model, cutting: Cutting) -> None:
    options: Any = {"variable_order": "mrv"} if strategy.learns and model.domains() else {}
    alone = clew.solve(model, strategy, **options)
    with mock.patch("clew.scale.parallel.running.pool_for", in_threads):
        shared = clew.solve(model, strategy, jobs=2, cutting=cutting, **options)
    assert shared.result == alone.result
    assert (shared.status, shared.exhausted) == (alone.status, alone.exhausted)


@pytest.mark.parametrize("strategy", STRATEGIES, ids=lambda strategy: type(strategy).__name__)
@settings(max_examples=15)
@given(model=models(), tiny=st.booleans())
def test_threads_give_what_one_search_gives(strategy: clew.Strategy[Any], model: clew.Model, tiny: bool) -> None:
    alike_in_threads(strategy, model, TINY if tiny else SMALL)


@pytest.mark.usefixtures("without_engine")
@pytest.mark.parametrize("strategy", STRATEGIES, ids=lambda strategy: type(strategy).__name__)
@settings(max_examples=8, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(model=models())
def test_so_they_do_without_the_engine(strategy: clew.Strategy[Any], model: clew.Model) -> None:
    alike_in_threads(strategy, model, SMALL)


@settings(max_examples=40)
@given(
    model=models(),
    inference=st.sampled_from(["forward", "unit"]),
    order=st.sampled_from(["static", "mrv"]),
    lists=st.booleans(),
)
def test_subtrees_of_the_engine_have_the_nodes_of_one_search_in_python(
    model: clew.Model, inference: str, order: str, lists: bool
) -> None:
    strategy: clew.Strategy[Any] = clew.All() if lists else clew.Count()
    shaping: Any = {"inference": inference, "variable_order": order}
    whole = clew.solve(model, strategy, kernel="python", **shaping)
    parts = clew.solve(model, strategy, executor=Synchronous(), cutting=SMALL, kernel="compiled", **shaping)
    assert parts.result == whole.result
    assert parts.statistics.nodes_per_level == whole.statistics.nodes_per_level
    assert parts.statistics.failures == whole.statistics.failures


class Hooked(clew.Problem[int, int]):
    """Two numbers that differ, told by a hook."""

    def domains(self) -> dict[int, range]:
        return {0: range(3), 1: range(3)}

    def is_consistent(self, state: clew.State[int, int], variable: int, value: int) -> bool:
        return all(value != other for _, other in state.items())


def is_odd(a: int, b: int, c: int) -> bool:
    return (a + b + c) % 2 == 1


def asking() -> clew.Model:
    """A function of so many combinations that it is called in the search."""
    model = clew.Model()
    model.variables("a b c", range(200))
    model.require(Predicate(is_odd, "abc"))
    return model


@pytest.mark.parametrize(
    ("problem", "kind"),
    [(Queens(8), Threads), (clew.load("sudoku", "." * 81), Threads), (Hooked(), Processes), (asking(), Processes)],
    ids=["masks", "propagation", "hooks", "function"],
)
def test_workers_are_threads_if_the_engine_asks_no_python(problem: Any, kind: type) -> None:
    pool, _ = pool_for(Work(problem, {}, Plain(lists=False, stops=False)), {"jobs": 2})
    assert type(pool) is (kind if engine().available else Processes)
    pool.end([])


@pytest.mark.usefixtures("without_engine")
def test_workers_are_processes_without_the_engine() -> None:
    pool, work = pool_for(Work(Queens(8), {}, Plain(lists=False, stops=False)), {"jobs": 2})
    assert type(pool) is Processes
    assert work.options["kernel"] == "python"
    pool.end([])


class Recorded(Journal):
    """Keeps all of a run in memory."""

    def __init__(self) -> None:
        self.plan: list[Subtree] = []
        self.open: dict[Key, Subtree] = {}
        self.found: dict[Key, SubtreeResult] = {}
        self.recuts: list[str] = []
        self.expanded: Expanded | None = None
        self.status = ""

    def past(self) -> Past | None:
        if self.expanded is None:
            return None
        return self.results(), [self.open[key] for key in sorted(self.open)], self.expanded

    def planned(self, subtrees: Sequence[Subtree], expanded: Expanded) -> None:
        self.plan, self.expanded = list(subtrees), expanded
        self.open = {subtree.key: subtree for subtree in subtrees}

    def finished(self, result: SubtreeResult) -> None:
        del self.open[result.subtree.key]
        self.found[result.subtree.key] = result

    def recut(self, subtree: Subtree, children: Sequence[Subtree], expanded: Expanded) -> None:
        assert self.expanded is not None
        self.expanded += expanded
        del self.open[subtree.key]
        self.open |= {child.key: child for child in children}
        self.recuts.append(subtree.name)

    def close(self, status: str) -> None:
        self.status = status

    def results(self) -> list[SubtreeResult]:
        return [self.found[key] for key in sorted(self.found)]


def recorded(executor: Executor, cutting: Cutting) -> Recorded:
    journal = Recorded()
    outcome = solve(Queens(6), clew.Count(), {"executor": executor, "cutting": cutting}, journal)
    assert outcome.result == 4
    assert journal.status == "complete"
    return journal


def test_the_plan_does_not_depend_on_who_works() -> None:
    alone = recorded(Synchronous(), TINY)
    for workers in (1, 2, 5):
        with ThreadPoolExecutor(workers) as threads:
            other = recorded(threads, TINY)
        assert other.plan == alone.plan
        assert sorted(other.recuts) == sorted(alone.recuts)
        assert [attrs.evolve(result, seconds=0, kernel="") for result in other.results()] == [
            attrs.evolve(result, seconds=0, kernel="") for result in alone.results()
        ]
    assert alone.recuts


@settings(max_examples=40)
@given(problem=st.one_of(models(), problems()), cutting=st.sampled_from([TINY, SMALL, Cutting(subtrees=7, first=0)]))
def test_the_weights_of_a_tree_add_up_to_exactly_one(problem: clew.Problem[Any, Any], cutting: Cutting) -> None:
    """Those of the subtrees, and of the nodes without a child that lives on which cutting came; sevenths too."""
    journal = Recorded()
    solve(problem, clew.Count(), {"cutting": cutting}, journal)
    assert journal.expanded is not None
    assert journal.expanded.weight + sum(result.subtree.weight for result in journal.results()) == 1
    assert not journal.open


def test_a_run_goes_on_from_its_journal() -> None:
    whole = recorded(Synchronous(), SMALL)
    assert whole.expanded is not None
    journal = Recorded()
    journal.planned(whole.plan, whole.expanded)
    for result in whole.results()[::2]:
        journal.finished(result)
    outcome = solve(Queens(6), clew.Count(), {"cutting": SMALL}, journal)
    assert outcome.result == 4
    assert outcome.statistics.nodes_per_level == clew.solve(Queens(6), clew.Count()).statistics.nodes_per_level


def test_a_small_search_is_not_cut() -> None:
    journal = recorded(Synchronous(), Cutting())
    assert [subtree.name for subtree in journal.plan] == ["root"]


@given(path=st.lists(st.integers(0, 9)), part=st.integers(0, 3))
def test_the_name_of_a_subtree_is_read_back(path: list[int], part: int) -> None:
    subtree = Subtree(tuple(path), part)
    assert Subtree.named(subtree.name) == subtree


@pytest.mark.parametrize("name", ["", "a", "0..1", "-1", "1.", "x:0", "²"])
def test_a_name_that_is_none_is_refused(name: str) -> None:
    with pytest.raises(clew.OptionError, match="a subtree is named by ranks"):
        clew.count(Queens(6), subtree=name)


def test_a_subtree_is_searched_alone() -> None:
    whole = clew.solve(Queens(6), clew.All()).result
    rows = [clew.solve(Queens(6), clew.All(), subtree=str(rank)) for rank in range(6)]
    assert [solution for outcome in rows for solution in outcome.result] == whole
    assert rows[1].statistics.nodes_per_level[:2] == (0, 1)
    assert list(clew.solutions(Queens(6), subtree=(1, 0))) == [s for s in whole if s[0] == 1 and s[1] == 3]
    for name in ("7", "0.4", "1.1.9"):
        with pytest.raises(clew.OptionError, match=f"there is no subtree {name}: its way"):
            clew.count(Queens(6), subtree=name)


@pytest.mark.parametrize("cutting", [TINY, SMALL, Cutting()])
@pytest.mark.parametrize("size", [4, 6, 7, 8])
def test_counts_by_symmetry_are_shared_out(size: int, cutting: Cutting) -> None:
    options: Options = {"executor": Synchronous(), "cutting": cutting}
    for classes in (False, True):
        alone = clew.count_by_symmetry(Queens(size), classes=classes)
        shared = clew.count_by_symmetry(Queens(size), classes=classes, **options)
        # https://oeis.org/A000170 and https://oeis.org/A002562
        assert (
            shared.result
            == alone.result
            == ({4: 1, 6: 1, 7: 6, 8: 12} if classes else {4: 2, 6: 4, 7: 40, 8: 92})[size]
        )
        assert shared.statistics.nodes == alone.statistics.nodes
        assert shared.exhausted


def coloured(height: int, width: int) -> clew.Model:
    """A grid of cells in three colours, no two neighbours in one: rows that are coloured alike are counted once."""
    model = clew.Model()
    cells = [(r, c) for r in range(height) for c in range(width)]
    for cell in cells:
        model.variable(cell, range(3))
    model.require(NotEqual((r, c), (r, c + 1)) for r, c in cells if c < width - 1)
    model.require(NotEqual((r, c), (r + 1, c)) for r, c in cells if r < height - 1)
    return model


def test_a_count_that_lives_off_equal_parts_stays_in_one_piece() -> None:
    model = coloured(6, 6)
    alone = clew.solve(model, clew.Count())
    shared = clew.solve(model, clew.Count(), executor=Synchronous(), cutting=Cutting(first=1000))
    assert shared.result == alone.result
    assert shared.statistics.nodes == alone.statistics.nodes > 1000
    smaller = coloured(6, 5)
    assert clew.solve(smaller, clew.Count(), executor=Synchronous(), cutting=SMALL).result == clew.count(smaller)


@pytest.mark.parametrize(
    ("height", "width", "first", "is_cut"), [(4, 4, 100, True), (4, 4, 350, False), (5, 4, 1000, False)]
)
def test_a_slow_machine_cuts_as_a_fast_one_does(height: int, width: int, first: int, is_cut: bool) -> None:
    """Whether a count lives off equal parts is judged after a number of nodes, and not at a look at the clock."""

    def asked() -> clew.Statistics:
        options: Options = {"executor": Synchronous(), "cutting": Cutting(first=first)}
        return attrs.evolve(clew.solve(coloured(height, width), clew.Count(), **options).statistics, seconds=0)

    fast = asked()
    assert ("subtrees" in fast.kernel) is is_cut
    with mock.patch("clew.outcome.time.perf_counter", side_effect=map(float, count())):
        assert asked() == fast


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_grid_is_laid_out_once(jobs: int) -> None:
    problem = clew.load("takuzu", "6x6")
    questions: list[Callable[[], int]] = [
        lambda: clew.count(problem, jobs=jobs),
        lambda: count_by_symmetry(problem, jobs=jobs).result,
    ]
    for ask in questions:
        with mock.patch("clew.planning.counting.grids.GridTables", wraps=GridTables) as tables:
            assert ask() == 4140  # A253316
        assert tables.call_count == 1


def test_a_count_with_a_bound_has_workers() -> None:
    class Few(clew.Count):
        """Counts until there are enough, by a bound."""

        def is_hopeless(self, result: int, state: clew.State[Any, Any]) -> bool:
            return result >= 100

    with mock.patch("clew.scale.parallel.running.solve", wraps=solve) as cut:
        assert clew.solve(clew.load("takuzu", "4x4"), Few(), jobs=2).result == 72
    assert cut.call_count == 1
