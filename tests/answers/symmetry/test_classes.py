"""Listing by symmetry: every solution once, class by class, against images made by the functions themselves."""

from __future__ import annotations

import itertools
import json
import random
from collections.abc import Callable, Mapping
from typing import Any
from unittest import mock

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

import clew
from clew.answers.symmetry.classes import count_by_symmetry
from clew.answers.symmetry.parts import PartedProblem
from clew.constraints import NotEqual, Predicate
from clew.state.progress import Progress
from clew.tools.cli import main
from clew_problems import Langford, Queens

Turn = Callable[[Mapping[int, int]], Mapping[int, int]]


def orbits(problem: clew.Problem[Any, Any], **options: Any) -> set[frozenset[frozenset[Any]]]:
    """The classes, from all solutions and the functions themselves."""
    left = {frozenset(solution.items()) for solution in clew.solutions(problem, **options)}
    found = set()
    while left:
        orbit = {next(iter(left))}
        new = list(orbit)
        while new:
            solution = dict(new.pop())
            for turn in problem.symmetries().values():
                image = frozenset(turn(solution).items())
                if image in left and image not in orbit:
                    orbit.add(image)
                    new.append(image)
        left -= orbit
        found.add(frozenset(orbit))
    return found


def listed(problem: clew.Problem[Any, Any], **options: Any) -> list[tuple[clew.Solution[Any, Any], ...]]:
    """What listing gives, after looking at its order."""
    classes = list(clew.solutions_by_symmetry(problem, **options))
    places = {variable: tuple(domain) for variable, domain in problem.domains().items()}
    for some in classes:
        ranks = [[places[v].index(w) for v, w in solution.items()] for solution in some]
        assert ranks == sorted(ranks)
        assert [list(solution) for solution in some] == [list(places)] * len(some)
    return classes


def same(problem: clew.Problem[Any, Any], **options: Any) -> None:
    """Listing by symmetry gives every class once, and every solution in its class once."""
    classes = listed(problem, **options)
    found = [frozenset(frozenset(solution.items()) for solution in some) for some in classes]
    assert list(map(len, found)) == list(map(len, classes))
    assert len(set(found)) == len(found)
    assert set(found) == orbits(problem, given=options.get("given"))


@attrs.frozen
class Ring(clew.Problem[int, int]):
    """Beads in a ring: pairs at some distances differ, and a symmetric rule about all of them."""

    beads: int
    colours: int
    distances: tuple[int, ...]
    turned_by: int
    salt: int
    exchanges: bool = False
    name = "ring"

    def domains(self) -> Mapping[int, tuple[int, ...]]:
        values = list(range(self.colours))
        random.Random(self.salt).shuffle(values)
        return dict.fromkeys(range(self.beads), tuple(values))

    def constraints(self) -> list[Any]:
        apart = [NotEqual(k, (k + d) % self.beads) for k in range(self.beads) for d in self.distances if d % self.beads]
        rest = 3 if self.exchanges else 1  # a rest of 3 never is, so colours may be exchanged
        return [*apart, Predicate(lambda *some: (sum(some) + self.salt) % 3 != rest, range(self.beads))]

    def symmetries(self) -> Mapping[str, Turn]:
        turns: dict[str, Turn] = {
            "turn": lambda ring: {(k + self.turned_by) % self.beads: colour for k, colour in ring.items()},
            "over": lambda ring: {-k % self.beads: colour for k, colour in ring.items()},
        }
        if self.exchanges:
            turns["next colour"] = lambda ring: {k: (colour + 1) % self.colours for k, colour in ring.items()}
        return turns


@given(
    st.builds(
        Ring, st.integers(1, 6), st.integers(1, 3), st.lists(st.integers(1, 3), max_size=2).map(tuple),
        st.integers(1, 6), st.integers(0, 9), st.booleans(),
    ),
    st.sampled_from(["check", "forward", "unit", "arc", None]),
    st.sampled_from(["auto", "python"]),
)  # fmt: skip
def test_random_rings(ring: Ring, level: str | None, kernel: str) -> None:
    same(ring, inference=level, kernel=kernel)


@given(st.integers(1, 6), st.integers(1, 3), st.integers(0, 5), st.integers(0, 2))
def test_given_values_leave_the_symmetries_that_keep_them(beads: int, colours: int, bead: int, colour: int) -> None:
    problem, values = Ring(beads, colours, (), 1, 0, exchanges=True), {bead % beads: colour % colours}
    classes = listed(problem, given=values)
    assert sorted(tuple(s.values()) for some in classes for s in some) == sorted(
        tuple(s.values()) for s in clew.solutions(problem, given=values)
    )


@pytest.mark.parametrize(("n", "classes"), [(1, 1), (2, 0), (3, 0), (4, 1), (5, 2), (6, 1), (7, 6), (8, 12), (9, 46)])
def test_queens(n: int, classes: int) -> None:
    same(Queens(n))
    assert len(list(clew.solutions_by_symmetry(Queens(n)))) == classes  # OEIS A002562


@pytest.mark.parametrize(("n", "rows"), [(3, 1), (4, 1), (7, 26), (8, 150)])
def test_langford_up_to_reversal(n: int, rows: int) -> None:
    assert [len(some) for some in listed(Langford(n, reversals=True))] == [2] * rows  # OEIS A014552


def test_other_orders_list_the_same() -> None:
    expected = {some[0] for some in listed(Queens(7))}
    for options in ({"variable_order": "mrv"}, {"value_order": "reverse"}, {"variable_order": "random", "seed": 3}):
        assert {some[0] for some in listed(Queens(7), **options)} == expected


def test_a_class_comes_as_soon_as_it_is_found() -> None:
    first = next(clew.solutions_by_symmetry(Queens(20)))
    assert len(first) in (1, 2, 4, 8)
    assert clew.violations(Queens(20), first[-1]) == ()


def test_a_time_limit_stops_it() -> None:
    with pytest.raises(clew.Stopped) as stopped:
        list(clew.solutions_by_symmetry(Queens(12), limits=clew.Limits(time=0)))
    assert stopped.value.outcome.status is clew.Status.TIME_LIMIT


class Wrong(Ring):
    """A map that is no symmetry: it takes solutions to what is none."""

    def symmetries(self) -> Mapping[str, Turn]:
        return {"first two": lambda ring: {{0: 1, 1: 0}.get(k, k): colour for k, colour in ring.items()}}


def test_a_wrong_symmetry_is_found_out() -> None:
    problem = Wrong(5, 3, (1,), 1, 0)
    with pytest.raises(clew.ProblemError, match=r"ring: symmetries\(\) turn a solution into what is none: Comp"):
        list(clew.solutions_by_symmetry(problem))
    assert list(clew.solutions_by_symmetry(problem, verify=False))


@pytest.mark.parametrize(
    ("problem", "options", "message"),
    [
        (Queens.from_board([1, -1, -1, -1]), {}, "queens declares no symmetries for this instance"),
        (Queens(5), {"limits": clew.Limits(solutions=2)}, "limits on time only"),
        (Queens(5), {"observers": [print]}, "no observers"),
    ],
)
def test_what_does_not_go_with_it(problem: clew.Problem[Any, Any], options: Any, message: str) -> None:
    with pytest.raises(clew.OptionError, match=message):
        list(clew.solutions_by_symmetry(problem, **options))


# -- progress ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("classes", [True, False])
@pytest.mark.parametrize("kernel", ["auto", "python"])
def test_progress_of_a_count_goes_up_to_one(classes: bool, kernel: Any) -> None:
    told: list[Progress] = []
    with mock.patch("clew.planning.progress.progress.EVERY", 0.0005):
        outcome = count_by_symmetry(Queens(8), classes=classes, kernel=kernel, progress=told.append)
    fractions = [progress.fraction or 0 for progress in told]
    assert fractions == sorted(fractions)
    assert fractions[-1] == 1
    assert told[-1].solutions == outcome.result
    assert told[-1].nodes == outcome.statistics.nodes
    assert [p.nodes for p in told] == sorted(p.nodes for p in told)
    assert all(p.solutions <= outcome.result for p in told)


@given(st.integers(2, 7), st.integers(1, 3), st.integers(1, 6))
def test_shares_of_parts_add_up_to_one(beads: int, colours: int, turned_by: int) -> None:
    problem = Ring(beads, colours, (), turned_by, 0, exchanges=True)
    assert sum(part.share for part in PartedProblem(problem, {}).parts()) == 1


def test_progress_of_a_list() -> None:
    told: list[Progress] = []
    walk = clew.solutions_by_symmetry(Queens(6), progress=told.append)
    assert len(list(itertools.chain(*walk))) == 4
    assert (told[-1].fraction, told[-1].solutions) == (1, 4)


def test_a_progress_function_that_raises_surfaces() -> None:
    def report(progress: Progress) -> None:
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        count_by_symmetry(Queens(6), progress=report)


# -- the command -------------------------------------------------------------------------------------


def test_the_command_lists_one_of_each_class(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["solve", "queens", "8", "--all", "--up-to-symmetry", "--style", "list"]) == 0
    *lines, last = capsys.readouterr().out.splitlines()
    assert last == "12 solutions up to symmetry, for 92 in all"
    weights = [int(line.split(":")[0].split()[-1]) for line in lines]
    assert sorted(weights) == [4] + [8] * 11


def test_the_command_lists_all(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["solve", "queens", "8", "--all", "--use-symmetry", "--style", "list", "--distinct-check"]) == 0
    *lines, last = capsys.readouterr().out.splitlines()
    assert last == "92 solutions, no two the same"
    assert main(["solve", "queens", "8", "--all", "--style", "list"]) == 0
    plain = capsys.readouterr().out.splitlines()[:-1]
    assert {line.split(": ")[1] for line in lines} == {line.split(": ")[1] for line in plain}


def test_the_command_in_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["solve", "queens", "5", "--all", "--up-to-symmetry", "--json"]) == 0
    summary = json.loads(capsys.readouterr().out)
    assert (summary["count"], sorted(summary["stands_for"]), summary["statistics"]["solutions"]) == (2, [2, 8], 10)
    assert main(["solve", "queens", "5", "--limit", "1", "--up-to-symmetry", "--jsonl"]) == 0
    first, end = map(json.loads, capsys.readouterr().out.splitlines())
    assert first["stands_for"] in (2, 8)
    assert (end["status"], end["count"]) == ("solution limit", 1)
    assert main(["solve", "queens", "5", "--all", "--use-symmetry", "--jsonl"]) == 0
    assert "stands_for" not in capsys.readouterr().out


def test_the_command_refuses_one_solution(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["solve", "queens", "5", "--use-symmetry"]) == 2
    assert "add --all or --limit" in capsys.readouterr().err
    for words in (["--jobs", "2"], ["--subtree", "0"], ["--dask", "local"]):
        assert main(["solve", "queens", "5", "--use-symmetry", "--all", *words]) == 2
        assert "leave --jobs, --dask and --subtree out" in capsys.readouterr().err
    assert main(["solve", "queens", "3", "--use-symmetry", "--all"]) == 1
    assert capsys.readouterr().out == "no solution\n"
