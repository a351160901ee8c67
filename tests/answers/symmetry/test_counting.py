"""Counting by symmetry: as many solutions as without, and the classes that listing and turning them all gives."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any
from unittest import mock

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

import clew
from clew.answers.symmetry.classes import count_by_symmetry
from clew.answers.symmetry.parts import group
from clew.constraints import NotEqual, Predicate
from clew.planning.reference import compiled
from clew.state.levels import UNIT
from clew.tools.cli import main
from clew_problems import Colouring, Langford, Queens, Takuzu

# OEIS A000170 and A002562.
QUEENS = {1: (1, 1), 2: (0, 0), 3: (0, 0), 4: (2, 1), 5: (10, 2), 6: (4, 1), 7: (40, 6), 8: (92, 12), 9: (352, 46),
          10: (724, 92), 11: (2680, 341), 12: (14200, 1787)}  # fmt: skip


def classes_of(problem: clew.Problem[Any, Any], **options: Any) -> tuple[int, int]:
    """How many solutions there are, and how many orbits: every solution is turned by the functions themselves."""
    solutions = {frozenset(solution.items()) for solution in clew.solutions(problem, **options)}
    number, orbits = len(solutions), 0
    while solutions:
        orbits += 1
        new = [solutions.pop()]
        while new:
            solution = dict(new.pop())
            for turn in problem.symmetries().values():
                image = frozenset(turn(solution).items())
                if image in solutions:
                    solutions.remove(image)
                    new.append(image)
    return number, orbits


def counted(problem: clew.Problem[Any, Any], **options: Any) -> tuple[int, int]:
    """What counting by symmetry gives."""
    every, classes = (count_by_symmetry(problem, classes=classes, **options) for classes in (False, True))
    assert every.is_complete
    assert classes.is_complete
    return every.result, classes.result


@pytest.mark.parametrize("n", QUEENS)
def test_queens(n: int) -> None:
    assert counted(Queens(n)) == QUEENS[n]


@pytest.mark.parametrize("level", ["forward", "unit", "arc", "check"])
@pytest.mark.parametrize("kernel", ["auto", "python"])
def test_whatever_searches_below(level: str, kernel: str) -> None:
    assert counted(Queens(7), inference=level, kernel=kernel) == QUEENS[7]


def test_the_earlier_name_of_the_engine() -> None:
    assert counted(Queens(9), kernel="native") == QUEENS[9]


@pytest.mark.parametrize("level", ["forward", "unit"])
def test_the_parts_are_walked_alike_and_counted_together(level: str) -> None:
    options: Any = {"inference": level, "variable_order": "static"}
    loop = count_by_symmetry(Queens(8), kernel="python", **options).statistics
    tight = count_by_symmetry(Queens(8), kernel="python", **options).statistics
    assert loop.nodes_per_level == tight.nodes_per_level
    assert loop.failures == tight.failures > 0
    if level == "forward":
        native = count_by_symmetry(Queens(8), kernel="native", **options).statistics
        assert (native.nodes_per_level, native.failures) == (loop.nodes_per_level, loop.failures)


def test_it_walks_a_fraction() -> None:
    by_symmetry = count_by_symmetry(Queens(10)).statistics.nodes
    assert 7 * by_symmetry < 8 * clew.solve(Queens(10), clew.Count(), inference="unit").statistics.nodes
    assert 4 * by_symmetry < clew.solve(Queens(10), clew.Count(), inference="forward").statistics.nodes


@pytest.mark.parametrize("text", ["2x2", "3x3", "2x4", "4x4", "3x5"])
@pytest.mark.parametrize("distinct", [True, False])
def test_takuzu(text: str, distinct: bool) -> None:
    problem = clew.load("takuzu", text, distinct=distinct)
    assert isinstance(problem, Takuzu)
    assert counted(problem) == classes_of(problem)


def test_takuzu_6x6_has_4140_grids() -> None:
    assert counted(clew.load("takuzu", "6x6"))[0] == 4140


@pytest.mark.parametrize(("n", "rows"), [(3, 1), (4, 1), (7, 26), (8, 150)])
def test_langford_up_to_reversal(n: int, rows: int) -> None:
    # OEIS A014552 counts a row and its reversal once.
    assert counted(Langford(n, reversals=True)) == (2 * rows, rows)


def test_small_sudokus() -> None:
    # 288 grids of 4 by 4; that they fall into 2 classes takes symmetries that the problem does not name.
    problem = clew.load("sudoku", "4")
    assert counted(problem) == classes_of(problem)
    assert counted(problem)[0] == 288


@given(st.sets(st.tuples(st.integers(0, 4), st.integers(0, 4)).filter(lambda e: e[0] < e[1])), st.integers(1, 4))
def test_colourings_up_to_the_names_of_the_colours(edges: set[tuple[int, int]], colours: int) -> None:
    lines = [f"{a} {b}" for a, b in edges] or ["0 1"]
    problem = clew.load("colouring", "\n".join(lines), colours=colours)
    assert isinstance(problem, Colouring)
    if problem.symmetries():
        assert counted(problem) == classes_of(problem)


@attrs.frozen
class Necklace(clew.Problem[int, int]):
    """Beads in a ring; some neighbours, and some beads at a distance, must differ."""

    beads: int
    colours: int
    distances: tuple[int, ...]
    turned_by: int
    name = "necklace"

    def domains(self) -> Mapping[int, range]:
        return dict.fromkeys(range(self.beads), range(self.colours))

    def constraints(self) -> list[Any]:
        apart = [((k, (k + d) % self.beads)) for k in range(self.beads) for d in self.distances if d % self.beads]
        return [*(NotEqual(*pair) for pair in apart), Predicate(lambda *some: sum(some) % 3 != 1, range(self.beads))]

    def symmetries(self) -> Mapping[str, Callable[[Mapping[int, int]], Mapping[int, int]]]:
        return {
            "turn": lambda beads: {(k + self.turned_by) % self.beads: colour for k, colour in beads.items()},
            "over": lambda beads: {-k % self.beads: colour for k, colour in beads.items()},
        }


@given(
    st.integers(1, 6), st.integers(1, 3), st.lists(st.integers(1, 3), max_size=2), st.integers(1, 6),
    st.sampled_from(["forward", "unit", None]),
)  # fmt: skip
def test_necklaces(beads: int, colours: int, distances: list[int], turned_by: int, level: str | None) -> None:
    problem = Necklace(beads, colours, tuple(distances), turned_by)
    assert counted(problem, inference=level) == classes_of(problem)


@given(st.integers(4, 7), st.integers(0, 6), st.integers(0, 6))
def test_given_values_leave_the_symmetries_that_keep_them(n: int, row: int, column: int) -> None:
    values = {row % n: column % n}
    problem = Queens(n)
    assert counted(problem, given=values)[0] == clew.count(problem, given=values)


def test_a_group_that_would_be_too_large_is_cut() -> None:
    problem = clew.load("sudoku", "4")
    domains = {cell: tuple(values) for cell, values in problem.domains().items()}
    lanes = compiled(domains, tuple(problem.constraints()), UNIT).lanes
    sizes = []
    for largest in (1, 2, 30, 2000):
        with mock.patch("clew.answers.symmetry.parts.LARGEST", largest):
            sizes.append(len(group(problem, lanes, {})))
            assert counted(problem)[0] == 288
    # The exchange of two numbers; all of them; with the eight of the square.
    assert sizes == [1, 2, 24, 192]


def test_a_time_limit_gives_what_was_found() -> None:
    outcome = count_by_symmetry(Queens(12), limits=clew.Limits(time=0))
    assert outcome.status is clew.Status.TIME_LIMIT
    assert not outcome.exhausted


class Hooked(Queens):
    def is_consistent(self, state: Any, row: int, column: int) -> bool:
        return True


class Whole(Necklace):
    def symmetries(self) -> Mapping[str, Callable[[Mapping[int, int]], Mapping[int, int]]]:
        return {"turn": lambda beads: {k: beads[(k + 1) % self.beads] for k in beads}}


class Flat(Necklace):
    def symmetries(self) -> Mapping[str, Callable[[Mapping[int, int]], Mapping[int, int]]]:
        return {"flat": lambda beads: dict.fromkeys(beads, 0)}


@pytest.mark.parametrize(
    ("problem", "options", "message"),
    [
        (Hooked(6), {}, "has hooks"),
        (Queens.from_board([1, -1, -1, -1]), {}, "declares no symmetries for this instance"),
        (Queens(6), {"limits": clew.Limits(nodes=5)}, "limits on time only"),
        (Whole(4, 2, (1,), 1), {}, "'turn' does not say what becomes of 0 = 0 alone"),
        (Flat(4, 2, (1,), 1), {}, "'flat' takes two values of variables to the same one"),
    ],
)
def test_what_cannot_be_counted_so(problem: clew.Problem[Any, Any], options: Any, message: str) -> None:
    with pytest.raises(clew.ClewError, match=message):
        count_by_symmetry(problem, **options)


def test_the_command(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["count", "queens", "8", "--up-to-symmetry"]) == 0
    assert capsys.readouterr().out == "12\n"
    assert main(["count", "queens", "4..6", "--use-symmetry"]) == 0
    assert capsys.readouterr().out == "size  solutions\n   4          2\n   5         10\n   6          4\n"
    assert main(["count", "queens", "8", "--use-symmetry", "--baseline", "heap"]) == 2
    assert "--baseline" in capsys.readouterr().err


class Clued(Necklace):
    """A necklace with a bead that stays where it is when the ring is turned over."""

    def given(self) -> Mapping[int, int]:
        return {0: 0}

    def symmetries(self) -> Mapping[str, Callable[[Mapping[int, int]], Mapping[int, int]]]:
        return {"over": super().symmetries()["over"]}


@given(st.integers(1, 6), st.integers(1, 3), st.integers(0, 2))
def test_values_that_contradict_a_clue_leave_no_solution(beads: int, colours: int, colour: int) -> None:
    problem = Clued(beads, colours, (1,), 1)
    assert counted(problem) == classes_of(problem)
    if 0 < colour < colours:
        assert counted(problem, given={0: colour}) == (0, 0)


def test_what_is_asked_for_is_not_passed_over_in_silence() -> None:
    with pytest.raises(clew.OptionError, match="no observers"):
        count_by_symmetry(Queens(6), observers=[print])
