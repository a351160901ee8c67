"""Estimates by random probes: right on average over all probes, and said with their spread."""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import zip_longest
from typing import Any, cast

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import clew
from clew.answers.estimation import Probe, _spread, probe
from clew.options import Options
from clew.planning.plan import Plan, make_plan
from clew.scale.parallel.tree import PlanTree
from clew.state.state import DEAD_END
from clew.tools.cli import main
from clew_problems import LetterTree, Queens
from tests.random_models import models
from tests.random_problems import problems


def plan_of(problem: Any, **options: Any) -> Plan:
    return make_plan(problem, cast(Options, options), clew.Count())


def every_probe(descend: Callable[[Callable[[int], int]], Probe]) -> Iterator[tuple[Probe, Fraction]]:
    """Every probe that there could be, with its probability."""
    ways: list[list[int]] = [[]]
    while ways:
        way = ways.pop()
        sizes: list[int] = []

        def draw(size: int, way: list[int] = way, sizes: list[int] = sizes) -> int:
            sizes.append(size)
            return way[len(sizes) - 1] if len(sizes) <= len(way) else 0

        found = descend(draw)
        for k in range(len(way), len(sizes)):  # the siblings of what was taken without being told
            ways += [[*way, *[0] * (k - len(way)), other] for other in range(1, sizes[k])]
        yield found, Fraction(1, math.prod(sizes))


@settings(deadline=None)
@given(st.one_of(models(), problems()), st.sampled_from(["none", "check", "forward", "unit", "arc"]))
def test_the_mean_of_all_probes_is_the_tree_itself(problem: Any, level: str) -> None:
    if level in ("unit", "arc") and not problem.constraints():
        level = "forward"
    plan = plan_of(problem, inference=level)
    if plan.root is DEAD_END:
        return
    root, tree = plan.root, PlanTree(plan)
    probability, failures, solutions = Fraction(0), Fraction(0), Fraction(0)
    levels: list[Fraction] = []
    for found, chance in every_probe(lambda draw: probe(tree, root, draw)):
        probability += chance
        failures += chance * found.failures
        solutions += chance * found.solutions
        levels = [a + chance * b for a, b in zip_longest(levels, found.nodes_per_level, fillvalue=Fraction(0))]
    outcome = clew.solve(problem, clew.Count(), inference=cast(Any, level), kernel="python")
    assert probability == 1
    assert tuple(levels) == outcome.statistics.nodes_per_level
    assert failures == outcome.statistics.failures
    assert solutions == outcome.result


def test_the_estimate_is_near_and_says_how_near() -> None:
    found = clew.estimate(Queens(8), probes=4000, seed=1)
    statistics = clew.solve(Queens(8), clew.Count(), kernel="python").statistics
    for spread, truth in (
        (found.nodes, statistics.nodes),
        (found.failures, statistics.failures),
        (found.solutions, 92),
    ):
        assert spread.mean == pytest.approx(truth, rel=0.15)
        # Four standard errors instead of two: the seed must not decide.
        assert abs(spread.mean - truth) <= 2 * (spread.high - spread.mean)
        assert spread.low < spread.mean < spread.high
    assert [round(level.mean) for level in found.nodes_per_level[:2]] == [1, 8]
    assert found.nodes.mean == pytest.approx(sum(level.mean for level in found.nodes_per_level))
    assert found.nodes_per_second > 0
    assert found.seconds.mean == pytest.approx(found.nodes.mean / found.nodes_per_second)
    assert found.probes == 4000


def test_the_interval_is_that_of_the_mean() -> None:
    # Four probes of mean 4: deviations -3, -1, 1, 3, variance 20/3, standard error sqrt(5/3).
    spread = _spread([1, 3, 5, 7])
    assert (spread.mean, spread.low, spread.high) == pytest.approx(
        (4, 4 - 1.96 * math.sqrt(5 / 3), 4 + 1.96 * math.sqrt(5 / 3))
    )
    assert _spread([6, 6, 6]) == clew.Spread(6, 6, 6)
    assert _spread([0, 0, 100]).low == 0
    assert _spread([10**250, 1]).high == pytest.approx(10**250 * (0.5 + 1.96 * 0.5))
    assert _spread([10**400, 1]) == clew.Spread(math.inf, 0.0, math.inf)


def test_the_seed_and_the_plan_make_the_estimate() -> None:
    def nodes(**options: Any) -> Any:
        return clew.estimate(Queens(9), 50, **options).nodes_per_level

    assert nodes(seed=3) == nodes(seed=3) != nodes(seed=4)
    assert clew.estimate(Queens(9), 50, inference="check").inference == "check"
    assert clew.estimate(Queens(9), 50, variable_order="mrv").variable_order == "mrv"
    given = clew.estimate(Queens(9), 50, given={0: 0})
    assert given.nodes_per_level[0].mean == 1
    assert given.nodes_per_level[1].mean == 7


def test_shortcuts_are_not_in_the_estimate() -> None:
    found = clew.estimate(Queens(8), 2000, inference="unit", variable_order="mrv")
    assert found.kernel == ("compiled" if clew.engine().available else "python")
    walked = clew.solve(Queens(8), clew.Count(), inference="unit", variable_order="mrv", kernel="python")
    assert found.nodes.mean == pytest.approx(walked.statistics.nodes, rel=0.15)


def test_a_contradiction_has_no_tree_and_hooks_are_asked_as_the_loop_asks_them() -> None:
    none = clew.estimate(Queens(4, (0, 1, -1, -1)))
    assert (none.nodes, none.failures.mean, none.probes) == (clew.Spread(0, 0, 0), 1, 0)
    tree = LetterTree.from_text(LetterTree.examples[0].text)
    walked = clew.solve(tree, clew.Count()).statistics
    assert clew.estimate(tree, 3000).nodes.mean == pytest.approx(walked.nodes, rel=0.2)


def test_what_does_not_fit_is_refused_and_what_is_raised_surfaces() -> None:
    with pytest.raises(clew.OptionError, match="probes must be a whole number from 2, not 1"):
        clew.estimate(Queens(4), 1)
    with pytest.raises(clew.OptionError, match="learns as it goes"):
        clew.estimate(Queens(4), variable_order="wdeg")
    with pytest.raises(clew.Stopped, match="time limit"):
        clew.estimate(Queens(8), limits=clew.Limits(time=0))

    class Forgetful(clew.Problem[int, int]):
        def domains(self) -> dict[int, range]:
            return {0: range(2)}

        def is_consistent(self, state: clew.State[int, int], variable: int, value: int) -> bool:
            if value:
                raise ZeroDivisionError("ours")
            return None  # type: ignore[return-value]

    with pytest.raises(clew.ProblemError, match="is_consistent returned None"):
        clew.estimate(Forgetful())
    with pytest.raises(ZeroDivisionError) as caught:
        clew.estimate(Forgetful(), value_order="reverse")
    assert caught.value.__notes__ == ["while trying 0 = 1 at depth 0"]


def test_a_limit_ends_the_probes_early() -> None:
    found = clew.estimate(Queens(8), 10**9, limits=clew.Limits(nodes=1000))
    assert 2 <= found.probes <= 1000


def test_the_command_prints_a_table_or_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["estimate", "queens", "6", "--probes", "100", "--seed", "2"]) == 0
    lines = capsys.readouterr().out.splitlines()
    names = [line.split()[0] for line in lines]
    assert names == ["level", *map(str, range(7)), "nodes", "failures", "solutions", "time", "from"]
    assert lines[1].split() == ["0", "1"]
    assert lines[2].split() == ["1", "6"]
    assert main(["estimate", "queens", "60", "--probes", "2", "--json"]) == 0
    told = json.loads(capsys.readouterr().out, parse_constant=lambda name: pytest.fail(name))
    assert (told["problem"], told["status"], told["probes"]) == ("queens", "complete", 2)
    assert told["nodes_per_level"][1] == {"mean": 60.0, "low": 60.0, "high": 60.0}
    assert main(["estimate", "queens", "8", "--time-limit", "0s"]) == 3
    assert capsys.readouterr().out == "not known (time limit)\n"
    assert main(["estimate", "queens", "8", "--probes", "1"]) == 2
