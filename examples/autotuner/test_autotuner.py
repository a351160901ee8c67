"""The search space against the whole product of the parameters; the tuner; what the program and the README print."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from itertools import product
from pathlib import Path
from typing import Any

import matrix_product
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from search_space import Configuration, Space
from tuning import Bench, BudgetSpent, climb, tune

import clew

HERE = Path(__file__).parent
Parameters = dict[str, tuple[int, ...]]
Truth = Callable[[int, int, int], bool]

# Restrictions of x, y and z: as an expression of clew's, as a function of parameters, and what they mean.
KINDS: tuple[tuple[Callable[..., Any], Truth], ...] = (
    (lambda x, y, z: x * y <= 12, lambda x, y, z: x * y <= 12),
    (lambda x, y, z: x % y == 0, lambda x, y, z: x % y == 0),
    (lambda x, y, z: x + y >= z, lambda x, y, z: x + y >= z),
    (lambda x, y, z: (x == 1) | (z != 2), lambda x, y, z: x == 1 or z != 2),
    (lambda x, y, z: lambda z, x: z > x or x > 4, lambda x, y, z: z > x or x > 4),
    (lambda x, y, z: lambda x, y, z: (x + y + z) % 2 == 0, lambda x, y, z: (x + y + z) % 2 == 0),
)


@st.composite
def spaces(draw: st.DrawFn) -> tuple[Space, list[Configuration]]:
    """A space, and its valid configurations by going through all of them."""
    values = st.lists(st.integers(1, 8), min_size=1, max_size=4, unique=True)
    parameters = {name: tuple(draw(values)) for name in "xyz"}
    kinds = draw(st.lists(st.sampled_from(KINDS), max_size=3))
    space = Space("random")
    names = [space.parameter(name, domain) for name, domain in parameters.items()]
    for restriction, _ in kinds:
        space.restrict(restriction(*names))
    valid = [
        dict(zip("xyz", values, strict=True))
        for values in product(*parameters.values())
        if all(truth(*values) for _, truth in kinds)
    ]
    return space, valid


small = settings(deadline=None, derandomize=True, max_examples=100)


def by_value(configurations: Any) -> list[tuple[Any, ...]]:
    return sorted(tuple(configuration[name] for name in "xyz") for configuration in configurations)


@small
@given(spaces())
def test_a_space_has_the_valid_configurations(both: tuple[Space, list[Configuration]]) -> None:
    space, valid = both
    assert len(space) == len(valid)
    assert by_value(space) == by_value(valid)
    for values in product(*space.parameters.values()):
        configuration = dict(zip("xyz", values, strict=True))
        assert (configuration in space) is (configuration in valid)


@small
@given(spaces())
def test_neighbours_differ_in_one_parameter(both: tuple[Space, list[Configuration]]) -> None:
    space, valid = both
    for here in valid:
        near = [there for there in valid if sum(there[name] != here[name] for name in "xyz") == 1]
        assert by_value(space.neighbours(here)) == by_value(near)


@small
@given(spaces(), st.integers(1, 5), st.integers(0, 99))
def test_a_sample_is_of_the_space(both: tuple[Space, list[Configuration]], number: int, seed: int) -> None:
    space, valid = both
    drawn = space.sample(number, seed)
    assert len(by_value(drawn)) == len(set(by_value(drawn))) == min(number, len(valid))
    assert all(configuration in valid for configuration in drawn)
    assert drawn == space.sample(number, seed)


def test_every_configuration_is_as_likely_to_be_drawn() -> None:
    space = Space("pairs")
    x, y = space.parameter("x", range(4)), space.parameter("y", range(4))
    space.restrict(x < y)
    drawn = Counter(tuple(space.sample(1, seed)[0].values()) for seed in range(600))
    assert len(drawn) == 6
    # One of six in 600 draws: 100, and four standard deviations of sqrt(600 * 1/6 * 5/6) = 9.1.
    assert all(abs(number - 100) < 37 for number in drawn.values())


def test_a_restriction_names_its_parameters() -> None:
    space = Space("misspelt")
    space.parameter("x", range(3))
    with pytest.raises(clew.ProblemError, match="no variable 'y'"):
        space.restrict(lambda y: y > 1)


def test_a_restriction_that_raises_says_where() -> None:
    space = Space("faulty")
    space.parameter("x", range(3))
    space.parameter("y", range(3))
    space.restrict(lambda x, y: x % y == 0)
    with pytest.raises(ZeroDivisionError) as raised:
        len(space)
    assert "Predicate" in "".join(raised.value.__notes__)


@small
@given(spaces(), st.integers(0, 9))
def test_a_climb_ends_where_no_neighbour_is_better(both: tuple[Space, list[Configuration]], seed: int) -> None:
    space, valid = both

    def cost(c: Configuration) -> float:
        return float((c["x"] * 7 + c["y"] * 5 + c["z"] * 3 + seed) % 11)

    for start in valid[:3]:
        end = climb(space, Bench(cost, 1000), start)
        assert cost(end) <= cost(start)
        near = [there for there in valid if sum(there[name] != end[name] for name in "xyz") == 1]
        assert all(cost(there) >= cost(end) for there in near)


def test_a_budget_is_kept() -> None:
    measured: list[Configuration] = []

    def measure(configuration: Configuration) -> float:
        measured.append(configuration)
        return matrix_product.milliseconds(configuration)

    bench = tune(matrix_product.xgemm(), measure, starts=3, budget=40, seed=2)
    assert len(measured) == len(bench.costs) == 40
    assert len({repr(configuration) for configuration in measured}) == 40
    assert bench.best_cost == min(map(matrix_product.milliseconds, measured))
    with pytest.raises(BudgetSpent):
        bench.cost({"x": 1})


def test_nothing_is_tuned_where_nothing_is_valid() -> None:
    space = Space("empty")
    x = space.parameter("x", range(3))
    space.restrict(x > 5)
    assert (len(space), tune(space, lambda _: 0.0, starts=2, budget=10).best) == (0, None)


def test_the_matrix_product_has_the_configurations_of_its_restrictions() -> None:
    """The restrictions as CLBlast's tuner states them, over all 82,944 combinations."""
    space = matrix_product.xgemm()
    valid = [
        dict(zip(space.parameters, c, strict=True))
        for c in product(*space.parameters.values())
        for (mwg, nwg, kwg, mdimc, ndimc, mdima, ndimb, kwi, vwm, vwn, _, _) in [c]
        if kwg % kwi == 0
        and mwg % (mdimc * vwm) == 0
        and nwg % (ndimc * vwn) == 0
        and mwg % (mdima * vwm) == 0
        and nwg % (ndimb * vwn) == 0
        and kwg % ((mdimc * ndimc) / mdima) == 0
        and kwg % ((mdimc * ndimc) / ndimb) == 0
    ]
    assert len(space) == len(valid)
    assert {tuple(c.values()) for c in space} == {tuple(c.values()) for c in valid}


def test_the_readme_shows_what_is_printed(capsys: pytest.CaptureFixture[str]) -> None:
    matrix_product.main()
    printed = capsys.readouterr().out
    readme = (HERE / "README.md").read_text(encoding="utf-8")
    shown = re.search(r"^\$ python matrix_product\.py\n((?:.*\n)+?)```$", readme, re.MULTILINE)
    assert shown is not None
    assert shown[1] == printed
    assert "0 of them faster" in printed


def test_the_space_of_the_readme_has_the_size_that_it_says(capsys: pytest.CaptureFixture[str]) -> None:
    """By hand: 11, 13, 9 and 5 configurations for the four widths of a block."""
    readme = (HERE / "README.md").read_text(encoding="utf-8")
    code, shown = re.findall(r"^```(?:python|text)\n((?:.*\n)+?)```$", readme, re.MULTILINE)
    exec(compile(code, "README.md", "exec"), {})  # noqa: S102
    assert capsys.readouterr().out == shown == f"{11 + 13 + 9 + 5} valid configurations\n"
