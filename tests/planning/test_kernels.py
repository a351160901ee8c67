"""The engine asked for by name: on each road it runs the search, or one line refuses it; never Python in its place."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

import clew
from clew.constraints import AllDifferent, Predicate, Var

ROADS = ("alone", "jobs", "executor", "subtree", "checkpoint")


def sums_to_something_else(*values: int) -> bool:
    return sum(values) != 7


def no_more(state: Any) -> int:
    """A bound on the worth."""
    return -4


def model(*, asks: bool = False) -> clew.Model:
    """Some numbers, with a constraint that Python judges if that is wanted."""
    made = clew.Model("numbers")
    numbers = made.variables("a b c d", range(5))
    made.require(AllDifferent(numbers), numbers[0] + numbers[1] <= 5)
    if asks:
        made.require(Predicate(sums_to_something_else, numbers[1:]))
    return made


def shown(strategy: clew.Strategy[Any]) -> str:
    return f"{type(strategy).__name__} {getattr(getattr(strategy, 'objective', None), '__name__', '')}".strip()


def worth(solution: Any) -> int:
    return int(solution["a"] - solution["d"])


STRATEGIES = (
    clew.First(),
    clew.All(),
    clew.Count(),
    clew.AtMost(3),
    clew.Unique(),
    clew.Sample(2),
    clew.Best(Var("a") - Var("d")),
    clew.Best(worth),
    clew.Best(worth, bound=no_more),
)


def asked(problem: clew.Model, strategy: Any, road: str, folder: Path, **options: Any) -> str:
    """The kernel that searched, or the line of refusal."""
    with ThreadPoolExecutor(2) as executor:
        way: dict[str, dict[str, Any]] = {
            "alone": {},
            "jobs": {"jobs": 2, "executor": None},
            "executor": {"executor": executor},
            "subtree": {"subtree": "0"},
            "checkpoint": {"checkpoint": folder / f"{abs(hash((road, *options.items(), repr(strategy))))}.clew"},
        }
        try:
            outcome = clew.solve(problem, strategy, **way[road], **options)
        except clew.OptionError as refused:
            return str(refused)
    return outcome.statistics.kernel.partition(",")[0]


@pytest.mark.parametrize("asks", [False, True])
@pytest.mark.parametrize("inference", [None, "check", "forward", "unit", "arc"])
@pytest.mark.parametrize("strategy", STRATEGIES, ids=shown)
def test_each_road_gives_the_same_answer(strategy: Any, inference: str | None, tmp_path: Path, *, asks: bool) -> None:
    problem = model(asks=asks)
    for kernel in ("auto", "python", "compiled", "auto"):
        heard = {road: asked(problem, strategy, road, tmp_path, kernel=kernel, inference=inference) for road in ROADS}
        alone = heard["alone"]
        if kernel == "compiled" and inference == "check":  # a bound asked in Python is another reason
            assert all(" cannot run this: " in answer for answer in heard.values()), heard
        elif kernel == "compiled":
            assert set(heard.values()) == {alone}, heard
            assert alone == "compiled" or alone.startswith("kernel 'compiled' cannot run this: ")
        else:
            assert all(" cannot run " not in answer for answer in heard.values()), heard
