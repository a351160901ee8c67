"""Limits hold while a problem is read, declared and compiled, and so does Ctrl-C."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from itertools import count
from pathlib import Path
from typing import Any

import pytest

import clew
from clew.constraints import Constraint, NotEqual, Predicate
from clew.limits import limited, look, looking
from clew.outcome import Clock, LimitReached
from clew.tools.cli import answers, main
from clew_problems import KnightsTour, Langford

SOON = clew.Limits(time=0.05)
LATE = clew.Limits(time=10**6)


class EndlessConstraints(clew.Problem[str, int]):
    """Its declaration never ends."""

    def domains(self) -> Mapping[str, range]:
        return {"x": range(3), "y": range(3)}

    def constraints(self) -> Iterator[Constraint]:
        for _ in count():
            yield NotEqual("x", "y")

    def symmetries(self) -> Any:
        return {"none": dict}


class Interrupting(EndlessConstraints):
    """Ctrl-C is pressed in the midst of its declaration."""

    def constraints(self) -> Iterator[Constraint]:
        yield NotEqual("x", "y")
        raise KeyboardInterrupt


def two_wide_variables() -> clew.Model:
    model = clew.Model()
    x, y = model.variables("x y", range(200_000))
    model.require(x + y == 199_999)
    return model


def one_wide_variable() -> clew.Model:
    model = clew.Model()
    x = model.variable("x", range(1, 1_000_000))
    model.require(Predicate(lambda x: x * x > 3, [x]))
    return model


def a_wide_table() -> clew.Model:
    model = clew.Model()
    model.variables("x y z", range(20))
    model.require(Predicate(lambda x, y, z: x + y > z, ["x", "y", "z"]))
    return model


@pytest.mark.parametrize("looks", [1, 3, 8])
@pytest.mark.parametrize(
    "make",
    [lambda: Langford(60), lambda: KnightsTour(9, 9), one_wide_variable, a_wide_table],
    ids=["cover", "tables", "unary", "product"],
)
def test_the_time_may_be_up_before_the_search_begins(make: Any, looks: int, monkeypatch: pytest.MonkeyPatch) -> None:
    left = looks

    def looked(self: Clock, now: float) -> bool:
        nonlocal left
        left -= 1
        return left <= 0

    monkeypatch.setattr(Clock, "looked", looked)
    outcome = clew.solve(make(), clew.First(), limits=LATE)
    assert outcome.status is clew.Status.TIME_LIMIT
    assert (outcome.result, outcome.exhausted, outcome.statistics.nodes) == (None, False, 0)


def test_the_time_may_be_up_while_a_mask_is_made(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = 0

    def holds(x: int, y: int) -> bool:
        nonlocal asked
        asked += 1
        return x < y

    monkeypatch.setattr(Clock, "looked", lambda self, now: asked > 1000)
    model = clew.Model()
    x, y = model.variables("x y", range(200_000))
    model.require(Predicate(holds, [x, y]))
    outcome = clew.solve(model, clew.First(), limits=LATE, kernel="python")
    assert outcome.status is clew.Status.TIME_LIMIT
    assert asked < 100_000


def test_every_question_ends_at_the_limit() -> None:
    problem = EndlessConstraints()
    for ask in (clew.first, clew.count, clew.is_unique, clew.fixed, clew.why, clew.estimate):
        with pytest.raises(clew.Stopped) as caught:
            ask(problem, limits=SOON)
        assert caught.value.outcome.status is clew.Status.TIME_LIMIT
    for several in (clew.solutions, clew.solutions_by_symmetry):
        with pytest.raises(clew.Stopped):
            list(several(problem, limits=SOON))
    assert clew.check(problem, limits=SOON).answer == "undecided"
    assert clew.count_by_symmetry(problem, limits=SOON).status is clew.Status.TIME_LIMIT
    assert [answer.answer for answer in clew.check_each(problem, [{}], limits=SOON)] == ["undecided"]


@pytest.mark.parametrize("options", [{"jobs": 2}, {"subtree": "0"}])
def test_a_search_in_subtrees_ends_at_the_limit(options: Any) -> None:
    outcome = clew.solve(EndlessConstraints(), clew.Count(), limits=SOON, **options)
    assert outcome.status is clew.Status.TIME_LIMIT
    assert outcome.statistics.nodes == 0
    with pytest.raises(clew.Stopped):
        list(clew.solutions(EndlessConstraints(), limits=SOON, **options))


def test_a_limit_on_memory_holds_too() -> None:
    outcome = clew.solve(EndlessConstraints(), clew.Count(), limits=clew.Limits(memory=1))
    assert outcome.status is clew.Status.MEMORY_LIMIT
    assert outcome.statistics.nodes == 0


def test_ctrl_c_ends_a_declaration() -> None:
    outcome = clew.solve(Interrupting(), clew.Count())
    assert outcome.status is clew.Status.INTERRUPTED
    with pytest.raises(clew.Interrupted):
        clew.count(Interrupting())


def test_a_limit_is_not_that_of_a_call_within() -> None:
    class Asking(EndlessConstraints):
        def constraints(self) -> Iterator[Constraint]:
            yield NotEqual("x", "y")
            within = clew.Model()
            a, b = within.variables("a b", range(3))
            within.require(a < b)
            with limited(expired):
                assert clew.count(within) == 3
            yield NotEqual("x", "y")

    def expired() -> None:
        raise LimitReached(clew.Status.TIME_LIMIT)

    assert clew.count(Asking(), limits=LATE) == 6


def test_items_are_passed_on_in_order_until_the_limit() -> None:
    items = list(range(10_000))
    assert looking(items) is items  # nobody has set a limit: nothing to pay
    look()
    asked = 0

    def limit() -> None:
        nonlocal asked
        asked += 1
        if asked > 5:
            raise LimitReached(clew.Status.TIME_LIMIT)

    with limited(lambda: None):
        assert list(looking(iter(items))) == items
    taken: list[int] = []
    with limited(limit), pytest.raises(LimitReached):
        taken.extend(looking(items))
    assert taken == items[: len(taken)]
    assert asked == 6
    assert len(taken) <= 1 + 2 + 4 + 8 + 16


@pytest.mark.parametrize("words", [["langford", "333"], ["knights-tour", "34"]])
def test_the_command_says_that_a_limit_struck(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["solve", *words, "--time-limit", "0.05s", "--json"]) == answers.LIMIT
    answer = json.loads(capsys.readouterr().out)
    assert (answer["status"], answer["count"], answer["statistics"]["nodes"]) == ("time limit", 0, 0)


def test_the_time_of_the_command_begins_with_the_instance(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    variables = [{"name": k, "domain": {"range": [1, 10**7]}} for k in range(500)]
    file = tmp_path / "model.json"
    file.write_text(json.dumps({"format": "clew", "version": 1, "variables": variables, "constraints": []}))
    assert main(["solve", str(file), "--time-limit", "0.05s"]) == answers.LIMIT
    assert "stopped by a time limit" in capsys.readouterr().err
