"""Searches that are kept: whatever interrupts them, they end with the result of an uninterrupted one."""

from __future__ import annotations

import json
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

import clew
from clew.options import CheckpointSpecification, Cutting
from clew.scale.checkpoint.checkpoint import Checkpoint
from clew.scale.checkpoint.specification import Listed
from clew_problems import Queens, Takuzu
from tests.examples import examples
from tests.random_models import models
from tests.random_problems import problems

TINY = Cutting(subtrees=6, nodes=12, solutions=4, again=2, first=0)
"""Cuts small trees into many subtrees, and many of these again."""


def weight(solution: clew.Solution[Any, Any]) -> int:
    """Something to optimize, with many ties."""
    return sum(map(hash, map(str, solution.values()))) % 3


STRATEGIES: list[Callable[[], clew.Strategy[Any]]] = [
    clew.Count,
    clew.All,
    clew.First,
    clew.Unique,
    lambda: clew.AtMost(3),
    lambda: clew.Sample(2, seed=5),
    lambda: clew.Best(weight),
]


class Interruptions:
    """Interrupts a run when it notes something, after so many notes.

    Args:
        patch: what puts them in place.
        after: the numbers of notes, run by run; afterwards it interrupts no more.
    """

    def __init__(self, patch: pytest.MonkeyPatch, after: list[int]) -> None:
        self.after = list(after)
        self.left = self.after.pop(0) if self.after else -1
        for name in ("finished", "recut"):
            patch.setattr(Checkpoint, name, self.noting(getattr(Checkpoint, name)))

    def noting(self, note: Callable[..., None]) -> Callable[..., None]:
        def noted(*arguments: Any) -> None:
            note(*arguments)
            self.left -= 1
            if self.left == 0:
                self.left = self.after.pop(0) if self.after else -1
                raise KeyboardInterrupt

        return noted


def in_the_end(path: Path, problem: clew.Problem[Any, Any], strategy: clew.Strategy[Any], **options: Any) -> Any:
    """The outcome of a search that is resumed until it is over."""
    for _ in range(100):
        outcome = clew.solve(problem, strategy, checkpoint=path, **options)
        if outcome.is_complete:
            return outcome
    raise AssertionError("it does not come to an end")


@examples(40)
@given(
    problem=st.one_of(models(), problems()),
    strategy=st.sampled_from(STRATEGIES),
    after=st.lists(st.integers(1, 12), max_size=5),
    kernels=st.sampled_from([("auto", "auto"), ("python", "python")]),
)
def test_interrupted_searches_end_as_others_do(
    problem: clew.Problem[Any, Any],
    strategy: Callable[[], clew.Strategy[Any]],
    after: list[int],
    kernels: tuple[Any, Any],
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    options: Any = {"variable_order": "static"} if isinstance(problem, clew.Model) else {}
    expected = clew.solve(problem, strategy(), kernel=kernels[0], **options)
    path = tmp_path_factory.mktemp("kept") / "search.clew"
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("clew.scale.checkpoint.checkpoint.EVERY", 0.0)
        patch.setattr("clew.scale.checkpoint.checkpoint.SHARE", 0.0)
        Interruptions(patch, after)
        outcome = in_the_end(path, problem, strategy(), kernel=kernels[1], cutting=TINY, **options)
    assert outcome.result == expected.result
    assert outcome.exhausted == expected.exhausted
    if isinstance(strategy(), clew.Count) and kernels == ("python", "python"):
        assert outcome.statistics.nodes_per_level == expected.statistics.nodes_per_level
        assert outcome.statistics.failures == expected.statistics.failures


@pytest.mark.parametrize("after", [[], [1], [3, 1, 4, 1, 5], [200]])
def test_solutions_are_listed_into_a_file(after: list[int], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    Interruptions(monkeypatch, after)
    specification = CheckpointSpecification(tmp_path / "search.clew", output=tmp_path / "out.jsonl")
    outcome = in_the_end(specification, Queens(8), Listed(), cutting=TINY)  # type: ignore[arg-type]
    assert outcome.result == outcome.statistics.solutions == 92
    listed = [json.loads(line)["solution"] for line in (tmp_path / "out.jsonl").read_text().splitlines()]
    assert listed == [solution.named() for solution in clew.solutions(Queens(8))]


def test_a_search_goes_on_with_other_workers_and_another_kernel(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "search.clew"
    Interruptions(monkeypatch, [20, 20, 20])
    outcome = clew.solve(Queens(8), clew.Count(), kernel="python", cutting=TINY, checkpoint=path)
    assert outcome.status is clew.Status.INTERRUPTED
    with ThreadPoolExecutor(2) as pool:
        outcome = clew.resume(path, executor=pool, kernel="python", cutting=TINY)
    assert outcome.status is clew.Status.INTERRUPTED
    outcome = clew.resume(path, jobs=2, cutting=TINY)
    assert outcome.status is clew.Status.INTERRUPTED
    before = clew.checkpoint_status(path)
    assert 0 < before.fraction < 1
    assert before.status == "interrupted"
    assert set(before.kernels) == {"compiled", "python"}
    assert clew.resume(path).result == 92
    after = clew.checkpoint_status(path)
    assert (after.fraction, after.solutions, after.status) == (1.0, 92, "complete")
    assert after.finished == after.subtrees > before.finished


def test_a_finished_search_is_not_done_again(tmp_path: Path) -> None:
    path = tmp_path / "search.clew"
    assert clew.count(Queens(6), checkpoint=path) == 4
    kept = path.read_bytes()
    assert clew.count(Queens(6), checkpoint=path) == 4
    assert clew.resume(path).result == 4
    assert path.read_bytes() == kept


def test_every_question_is_kept(tmp_path: Path) -> None:
    assert clew.first(Queens(6), checkpoint=tmp_path / "first") == clew.first(Queens(6), variable_order="static")
    assert clew.check(Queens(6), checkpoint=str(tmp_path / "check")).answer == "several"
    assert clew.is_unique(Queens(3), checkpoint=tmp_path / "unique") is False
    with pytest.raises(clew.OptionError, match="a checkpoint keeps a search of"):
        list(clew.solutions(Queens(6), checkpoint=tmp_path / "listed"))
    with pytest.raises(clew.OptionError, match="a checkpoint keeps a search of"):
        clew.count_by_symmetry(Queens(6), checkpoint=tmp_path / "counted")
    assert {file.name for file in tmp_path.iterdir()} == {"first", "check", "unique"}


def test_limits_of_one_run_are_not_those_of_the_next(tmp_path: Path) -> None:
    path = tmp_path / "search.clew"
    limits = clew.Limits(time=0)
    assert clew.solve(Queens(9), clew.Count(), checkpoint=path, cutting=TINY, limits=limits).result == 0
    assert clew.resume(path).result == 352


def test_a_limit_on_solutions_belongs_to_the_search(tmp_path: Path) -> None:
    path = tmp_path / "search.clew"
    limits = clew.Limits(solutions=5)
    expected = clew.solve(Queens(8), clew.All(), limits=limits, variable_order="static").result
    outcome = clew.solve(Queens(8), clew.All(), checkpoint=path, limits=limits, variable_order="static")
    assert outcome.result == expected
    assert outcome.status is clew.Status.SOLUTION_LIMIT
    again = clew.resume(path)
    assert (again.result, again.status) == (expected, clew.Status.SOLUTION_LIMIT)
    with pytest.raises(clew.InputError, match="another solutions"):
        clew.solve(Queens(8), clew.All(), checkpoint=path, variable_order="static")


@pytest.mark.parametrize(
    ("problem", "strategy", "options", "what"),
    [
        (Queens(7), clew.Count(), {}, "instance"),
        (Takuzu.from_text("4x4"), clew.Count(), {}, "problem"),
        (Queens(6), clew.All(), {}, "question"),
        (Queens(6), clew.Count(), {"inference": "arc"}, "inference"),
        (Queens(6), clew.Count(), {"variable_order": "mrv"}, "variable order"),
        (Queens(6), clew.Count(), {"variable_order": lambda state: state.first_open()}, "variable order"),
        (Queens(6), clew.Count(), {"value_order": "reverse"}, "value order"),
        (Queens(6), clew.Count(), {"seed": 1}, "seed"),
        (Queens(6), clew.Count(), {"given": {0: 1}}, "given"),
    ],
)
def test_another_search_is_refused(
    problem: clew.Problem[Any, Any], strategy: Any, options: dict[str, Any], what: str, tmp_path: Path
) -> None:
    path = tmp_path / "search.clew"
    clew.solve(Queens(6), clew.Count(), checkpoint=path)
    kept = path.read_bytes()
    with pytest.raises(clew.InputError, match=f"keeps a search (with|of) another {what}.*: .*name another file"):
        clew.solve(problem, strategy, checkpoint=path, **options)
    assert path.read_bytes() == kept
    assert [file.name for file in tmp_path.iterdir()] == ["search.clew"]


def test_another_version_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "search.clew"
    clew.solve(Queens(6), clew.Count(), checkpoint=path)
    monkeypatch.setattr("clew.__version__", "99.0")
    with pytest.raises(clew.InputError, match=r"was written by clew 0\..*, and this is 99\.0: go on with that one"):
        clew.resume(path)


def test_options_are_those_of_the_beginning(tmp_path: Path) -> None:
    path = tmp_path / "search.clew"
    options: dict[str, Any] = {"given": {0: 3, 5: 0}, "inference": "arc", "value_order": "reverse", "seed": 4}
    expected = clew.solve(Queens(9), clew.All(), variable_order="mrv", **options).result
    first = clew.solve(
        Queens(9), clew.All(), variable_order="mrv", checkpoint=path, limits=clew.Limits(time=0), **options
    )
    assert first.result == []
    assert clew.resume(path).result == expected != []


def rising(state: clew.State[Any, Any]) -> Any:
    """An order of the caller's own."""
    return state.first_open()


def test_what_no_file_keeps_must_be_given_again(tmp_path: Path) -> None:
    path, model = tmp_path / "search.clew", clew.Model()
    x, y = model.variables("x y", range(3))
    model.require(x < y)
    assert len(clew.solve(model, clew.All(), checkpoint=path).result) == 3
    with pytest.raises(clew.OptionError, match=r"search\.clew: its problem was made in Python: give it"):
        clew.resume(path)
    assert len(clew.resume(path, model).result) == 3
    other = tmp_path / "other.clew"
    best = clew.solve(Queens(6), clew.Best(weight), checkpoint=other).result
    with pytest.raises(clew.OptionError, match="its strategy, Best, is none"):
        clew.resume(other)
    assert clew.resume(other, strategy=clew.Best(weight)).result == best
    ordered = tmp_path / "ordered.clew"
    clew.solve(Queens(6), clew.Count(), variable_order=rising, checkpoint=ordered)
    with pytest.raises(clew.OptionError, match="its variable_order is a function"):
        clew.resume(ordered)
    assert clew.solve(Queens(6), clew.Count(), variable_order=rising, checkpoint=ordered).result == 4


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"checkpoint": 7}, "checkpoint must be the path of a file"),
        ({"subtree": "0.1"}, "a checkpoint keeps a whole search"),
        ({"inference": "deep"}, "deep"),
        ({"variable_order": "wdeg"}, "wdeg"),
        ({"given": {0: 99}}, "has no variable or value 99"),
        ({"limits": 3}, "limits must be"),
        ({"nonsense": 3}, "no option 'nonsense'"),
    ],
)
def test_a_wrong_call_leaves_no_file_behind(options: dict[str, Any], said: str, tmp_path: Path) -> None:
    with pytest.raises(clew.OptionError, match=said):
        clew.solve(Queens(6), clew.Count(), **{"checkpoint": tmp_path / "search.clew", **options})
    assert list(tmp_path.iterdir()) == []


@attrs.frozen
class Failing(clew.Problem[int, int]):
    """Something is wrong deep within."""

    def domains(self) -> dict[int, range]:
        return dict.fromkeys(range(6), range(4))

    def is_consistent(self, state: clew.State[int, int], variable: int, value: int) -> bool:
        if dict(state.items()).get(0) == 3 and variable == 4:
            raise ZeroDivisionError("oh")
        return all(other != value for _, other in state.items())


def test_what_was_finished_before_an_error_is_kept(tmp_path: Path) -> None:
    problem, path = Failing(), tmp_path / "search.clew"
    with pytest.raises(ZeroDivisionError):
        clew.solve(problem, clew.Count(), checkpoint=path, cutting=TINY)
    kept = clew.checkpoint_status(path)
    assert kept.finished > 0
    assert kept.status == "failed subtree"


def test_progress_goes_on_where_it_was(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path, told = tmp_path / "search.clew", list[clew.Progress]()
    Interruptions(monkeypatch, [40])
    clew.solve(Queens(8), clew.Count(), checkpoint=path, cutting=TINY, progress=told.append)
    reached = clew.checkpoint_status(path).fraction
    assert 0 < reached < 1
    told.clear()
    clew.resume(path, progress=told.append, cutting=TINY)
    fractions = [one.fraction for one in told if one.fraction is not None]
    assert reached <= fractions[0] + 1e-9
    assert fractions[-1] == 1.0
    assert fractions == sorted(fractions)
    assert told[-1].solutions == 92
