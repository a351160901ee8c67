"""Counting with shortcuts, and restarts with nogoods: quicker, and the answer is the same."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations, product
from typing import Any, ClassVar, Final, Literal
from unittest import mock

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import clew
from clew.constraints import (
    AllDifferent,
    AtMost,
    Constraint,
    DistinctVectors,
    Exactly,
    NotEqual,
    Predicate,
    Sum,
    Var,
)
from clew.outcome import Clock
from clew.planning.counting import cache
from clew.reference.search import restarts
from clew.reference.search.restarts import Nogoods
from tests.examples import THOROUGH
from tests.random_models import Shown, brute_force, covers, models, modular, sparse

Edges = Iterable[tuple[int, int]]
Level = Literal["unit", "arc"]
LEVELS: Final[tuple[Level, ...]] = ("unit", "arc")
ORDERS: Final = ("static", "mrv")


def counted(model: clew.Model, level: Level = "unit", order: Any = None) -> int:
    """The number of solutions by the kernel with shortcuts, be it a grid or not."""
    with mock.patch("clew.planning.counting.grids.GridCount.fits", return_value="it is not asked for"):
        outcome = clew.solve(model, clew.Count(), inference=level, variable_order=order)
    assert outcome.statistics.kernel.endswith("counting")
    assert outcome.exhausted
    assert outcome.statistics.solutions == outcome.result
    number: int = outcome.result
    return number


def colouring(size: int, edges: Edges, colours: int) -> clew.Model:
    model = Shown()
    model.variables(range(size), range(colours))
    model.require(NotEqual(a, b) for a, b in edges)
    return model


def cycle(size: int, first: int = 0) -> list[tuple[int, int]]:
    return [(first + k, first + (k + 1) % size) for k in range(size)]


# -- formulas --------------------------------------------------------------------------------------


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("order", ORDERS)
@pytest.mark.parametrize(("size", "colours"), [(3, 2), (3, 3), (5, 2), (6, 3), (9, 4), (25, 3)])
def test_colourings_of_cycles(size: int, colours: int, order: str, level: Level) -> None:
    expected = (colours - 1) ** size + (-1) ** size * (colours - 1)
    assert counted(colouring(size, cycle(size), colours), level, order) == expected


@pytest.mark.parametrize("order", ORDERS)
@pytest.mark.parametrize(("size", "colours"), [(2, 1), (2, 3), (7, 3), (60, 4)])
def test_colourings_of_paths(size: int, colours: int, order: str) -> None:
    path = [(k, k + 1) for k in range(size - 1)]
    assert counted(colouring(size, path, colours), order=order) == colours * (colours - 1) ** (size - 1)


@settings(max_examples=300 if THOROUGH else 30)
@given(st.data())
def test_colourings_of_random_trees(data: st.DataObject) -> None:
    size, colours = data.draw(st.integers(2, 14)), data.draw(st.integers(1, 4))
    names = data.draw(st.permutations(range(size)))
    tree = [(names[k], names[data.draw(st.integers(0, k - 1))]) for k in range(1, size)]
    order = data.draw(st.sampled_from(ORDERS))
    assert counted(colouring(size, tree, colours), order=order) == colours * (colours - 1) ** (size - 1)


@settings(max_examples=200 if THOROUGH else 20)
@given(st.lists(st.integers(3, 7), min_size=1, max_size=4), st.integers(2, 4), st.integers(0, 3))
def test_colourings_of_cycles_apart_multiply(sizes: list[int], colours: int, free: int) -> None:
    edges, expected, first = [], colours**free, 0
    for size in sizes:
        edges += cycle(size, first)
        first += size
        expected *= (colours - 1) ** size + (-1) ** size * (colours - 1)
    for order in ORDERS:
        assert counted(colouring(first + free, edges, colours), order=order) == expected


def test_a_hundred_free_variables() -> None:
    model = colouring(102, [(0, 1)], 3)
    assert counted(model) == 6 * 3**100
    assert counted(model, order="static") == 6 * 3**100


def dominoes(height: int, width: int) -> clew.Model:
    """Each square says which neighbour its domino covers too, and that one says so of it."""
    steps = {"up": (-1, 0), "down": (1, 0), "left": (0, -1), "right": (0, 1)}
    back = {"up": "down", "down": "up", "left": "right", "right": "left"}
    squares = list(product(range(height), range(width)))
    model = Shown()
    for row, column in squares:
        model.variable(
            (row, column), [w for w, (r, c) in steps.items() if 0 <= row + r < height and 0 <= column + c < width]
        )
    for (row, column), way in product(squares, ("down", "right")):
        other = row + steps[way][0], column + steps[way][1]
        if other in squares:
            model.require(Predicate(_agree(way, back[way]), ((row, column), other)))
    return model


def _agree(way: str, back: str) -> Any:
    return lambda one, other: (one == way) == (other == back)


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("order", ORDERS)
@pytest.mark.parametrize(("height", "width", "tilings"), [(2, 5, 8), (3, 3, 0), (4, 4, 36), (6, 6, 6728)])
def test_tilings_by_dominoes(height: int, width: int, tilings: int, order: str, level: Level) -> None:
    assert counted(dominoes(height, width), level, order) == tilings


# -- against enumeration ----------------------------------------------------------------------------


@settings(max_examples=2000 if THOROUGH else 100)
@given(sparse(), st.sampled_from(LEVELS), st.sampled_from(ORDERS))
def test_sparse_problems_count_as_they_enumerate(model: clew.Model, level: Level, order: str) -> None:
    assert counted(model, level, order) == len(list(brute_force(model)))


@st.composite
def grids(draw: st.DrawFn) -> clew.Model:
    """A small grid whose rows differ, or its columns, or both, with bounds on some lines: much to remember."""
    height, width = draw(st.sampled_from([(2, 4), (3, 3), (4, 2), (5, 2), (3, 2)]))
    cells = [[(r, c) for c in range(width)] for r in range(height)]
    columns = [list(column) for column in zip(*cells, strict=True)]
    model = Shown()
    # Cells declared row by row or column by column: vectors lie alike, or not.
    for cell in sorted(product(range(height), range(width)), key=draw(st.sampled_from((None, lambda rc: rc[::-1])))):
        model.variable(cell, (0, 1) if draw(st.integers(0, 9)) else (1, 0))
    lines = draw(st.sampled_from((cells, columns)))
    model.require(DistinctVectors(lines))
    if draw(st.booleans()):
        model.require(DistinctVectors(columns if lines is cells else cells))
    for line in draw(st.lists(st.sampled_from([*cells, *columns]), max_size=3)):
        model.require(draw(st.sampled_from((AtMost(1, 1, line), Sum(line, ">=", 1), Exactly(1, 0, line)))))
    return model


def test_what_is_settled_of_a_line_still_threatens_an_open_one() -> None:
    rows = [[(r, c) for c in range(4)] for r in range(2)]
    counts = []
    for bound in (AtMost(1, 1, rows[1]), Sum(rows[1], ">=", 1), Exactly(1, 0, rows[1])):
        model = Shown()
        model.variables([*rows[0], *rows[1]], (0, 1))
        model.require(DistinctVectors(rows), bound)
        counts.append((counted(model, order="static"), len(list(brute_force(model)))))
    assert counts == [(75, 75), (225, 225), (60, 60)]


@settings(max_examples=1000 if THOROUGH else 60)
@given(grids(), st.sampled_from(LEVELS), st.sampled_from(ORDERS))
def test_grids_of_different_lines_count_as_they_enumerate(model: clew.Model, level: Level, order: str) -> None:
    assert counted(model, level, order) == len(list(brute_force(model)))


@settings(max_examples=500 if THOROUGH else 40)
@given(sparse(), st.integers(1, 3), st.integers(0, 3))
def test_a_small_memory_that_is_seldom_asked_changes_nothing(model: clew.Model, room: int, patience: int) -> None:
    with mock.patch.object(cache, "ROOM", room), mock.patch.object(cache, "TRIAL_QUESTIONS", patience):
        assert counted(model) == len(list(brute_force(model)))


@pytest.mark.usefixtures("without_engine")
@settings(max_examples=1000 if THOROUGH else 60)
@given(st.one_of(sparse(), grids(), covers()), st.sampled_from(LEVELS), st.sampled_from(ORDERS))
def test_listing_with_shortcuts_finds_each_solution_once(model: clew.Model, level: Level, order: str) -> None:
    outcome = clew.solve(model, clew.All(), inference=level, variable_order=order)
    assert outcome.statistics.kernel == "listing"
    found = [frozenset(dict(solution).items()) for solution in outcome.result]
    assert len(found) == len(set(found)) == outcome.statistics.solutions
    assert set(found) == {frozenset(assignment.items()) for assignment in brute_force(model)}


# -- counts cut short ---------------------------------------------------------------------------------


def cut_short(model: clew.Model, turns: int, **options: Any) -> clew.Outcome[int]:
    """A count whose time is up at the n-th look at the clock."""
    left = turns

    def is_up(clock: Clock) -> bool:
        nonlocal left
        left -= 1
        return left <= 0

    with mock.patch.object(Clock, "is_up", is_up):
        return clew.solve(model, clew.Count(), limits=clew.Limits(time=1000), **options)


CUT: Final[dict[str, tuple[clew.Model, int]]] = {
    "tilings": (dominoes(4, 4), 36),
    "cycles apart": (colouring(14, [*cycle(5), *cycle(7, 5)], 3), 30 * 126 * 9),
    "a cycle": (colouring(11, cycle(11), 3), 2**11 - 2),
    "none": (colouring(9, [*cycle(3), *cycle(3, 3), (6, 7), (7, 8)], 2), 0),
}


@pytest.mark.parametrize(
    "options",
    [{}, {"inference": "unit"}, {"inference": "forward", "variable_order": "static", "kernel": "python"}],
)
@pytest.mark.parametrize("name", CUT)
def test_a_count_cut_short_is_a_lower_bound(name: str, options: dict[str, Any]) -> None:
    model, number = CUT[name]
    results = []
    for turns in range(1, 400):
        outcome = cut_short(model, turns, **options)
        if outcome.is_complete:
            break
        assert outcome.status is clew.Status.TIME_LIMIT
        assert not outcome.exhausted
        assert 0 <= outcome.result <= number
        assert outcome.statistics.solutions == outcome.result
        results.append(outcome.result)
    else:
        return  # a longer search: 400 cuts are enough
    assert outcome.result == number
    assert results, "it was never cut short"


@settings(max_examples=500 if THOROUGH else 40)
@given(
    st.one_of(sparse(), grids(), models(), covers()), st.integers(1, 30), st.sampled_from(("forward", *LEVELS, None))
)
def test_random_counts_cut_short_are_lower_bounds(model: clew.Model, turns: int, level: Any) -> None:
    number = len(list(brute_force(model)))
    outcome = cut_short(model, turns, inference=level)
    if outcome.is_complete:
        assert outcome.result == number
    else:
        assert not outcome.exhausted
        assert outcome.result <= number


def test_a_count_out_of_time_says_so() -> None:
    # A graph that hangs together every way, and whose number is far away.
    edges = {(min(a, b), max(a, b)) for k in range(101) for a, b in ((k, (k + 1) % 101), (k, k * 37 % 101)) if a != b}
    model = colouring(101, sorted(edges), 4)
    limits = clew.Limits(time=0.2)
    outcome = clew.solve(model, clew.Count(), limits=limits, inference="unit")
    assert outcome.status is clew.Status.TIME_LIMIT
    assert not outcome.is_complete
    assert outcome.statistics.seconds < 5
    with pytest.raises(clew.Stopped) as stopped:
        clew.count(model, limits=limits, inference="unit")
    assert stopped.value.outcome.status is clew.Status.TIME_LIMIT


@pytest.mark.parametrize("inference", ["none", "check", "forward", "unit", "arc", None])
@pytest.mark.parametrize("order", ["static", "mrv", None])
@pytest.mark.parametrize("most", [1, 5, 24])
def test_a_count_stops_at_the_limit_on_solutions(inference: Any, order: str | None, most: int) -> None:
    model = Shown()
    model.variables("x y z", range(4))
    model.require(AllDifferent("xyz"))
    limits = clew.Limits(solutions=most)
    outcome = clew.solve(model, clew.Count(), limits=limits, inference=inference, variable_order=order)
    assert outcome.result == most
    assert outcome.statistics.solutions == most
    assert outcome.status is clew.Status.SOLUTION_LIMIT


# -- restarts -------------------------------------------------------------------------------------------


@st.composite
def tangled(draw: st.DrawFn) -> clew.Model:
    """Seven variables of three values with many constraints: some have a solution, and most need some search."""
    model = Shown()
    model.variables(range(7), range(3))
    pairs = list(combinations(range(7), 2))
    for a, b in draw(st.lists(st.sampled_from(pairs), min_size=6, max_size=14, unique=True)):
        model.require(
            draw(
                st.sampled_from(
                    (NotEqual(a, b), Predicate(modular(3, draw(st.integers(0, 2))), (a, b)), Var(a) + Var(b) != 2)
                )
            )
        )
    for _ in range(draw(st.integers(0, 3))):
        scope = draw(st.permutations(range(7)))[: draw(st.integers(3, 4))]
        model.require(
            draw(st.sampled_from((Predicate(modular(4, 1), scope), Sum(scope, "==", 4), Exactly(1, 0, scope))))
        )
    return model


class Recorder(Nogoods):
    """Nogoods that are kept to be looked at."""

    recorded: ClassVar[list[tuple[int, int]]] = []

    def add(self, bits: int, guards: int) -> None:
        self.recorded.append((bits, guards))
        super().add(bits, guards)


@settings(max_examples=1000 if THOROUGH else 80)
@given(
    st.one_of(tangled(), tangled(), models(), covers()),
    st.sampled_from(LEVELS),
    st.integers(1, 3),
    st.sampled_from((1.0, 1.05, 1.1)),
)
def test_first_with_restarts_agrees_with_brute_force(
    model: clew.Model, level: Level, cutoff: int, growth: float
) -> None:
    expected = list(brute_force(model))
    Recorder.recorded = []
    with (
        mock.patch.object(restarts, "FIRST_CUTOFF", cutoff),
        mock.patch.object(restarts, "GROWTH", growth),
        mock.patch("clew.reference.search.restarts.Nogoods", Recorder),
    ):
        # The nodes are rationed, so that a search which learns nothing ends.
        limits = clew.Limits(nodes=50_000)
        found = clew.first(model, inference=level, variable_order="wdeg", limits=limits)
        other = clew.first(model, limits=limits)
    for solution in (found, other):
        assert (solution is None) is (not expected)
        assert solution is None or dict(solution) in expected
    lanes = clew.Lanes(model.domains())
    for bits, _ in Recorder.recorded:
        for assignment in expected:
            assert lanes.bits(assignment.items()) & bits != bits, "a nogood refutes a solution"


@pytest.mark.usefixtures("without_engine")
def test_restarts_happen() -> None:
    Recorder.recorded = []
    with (
        mock.patch.object(restarts, "FIRST_CUTOFF", 1),
        mock.patch.object(restarts, "GROWTH", 1.0),
        mock.patch("clew.reference.search.restarts.Nogoods", Recorder),
    ):
        # Five pigeons: no solution; what is refuted is kept from run to run until all is.
        model = Shown()
        model.variables(range(5), range(4))
        model.require(NotEqual(a, b) for a, b in combinations(range(5), 2))
        outcome = clew.solve(model, clew.First(), variable_order="wdeg", limits=clew.Limits(nodes=100_000))
    assert outcome.is_complete
    assert outcome.exhausted
    assert outcome.result is None
    assert len(Recorder.recorded) > 10


@settings(max_examples=300 if THOROUGH else 30)
@given(tangled(), st.sampled_from(LEVELS), st.integers(1, 200))
def test_a_ration_of_nodes_holds_over_all_runs(model: clew.Model, level: Level, nodes: int) -> None:
    with mock.patch.object(restarts, "FIRST_CUTOFF", 1), mock.patch.object(restarts, "GROWTH", 1.0):
        limits = clew.Limits(nodes=nodes)
        outcome = clew.solve(model, clew.First(), inference=level, variable_order="wdeg", limits=limits)
    assert outcome.statistics.nodes <= nodes
    if outcome.is_complete:
        assert (outcome.result is None) is (not any(True for _ in brute_force(model)))
    else:
        assert outcome.status is clew.Status.NODE_LIMIT
        assert outcome.result is None
        assert not outcome.exhausted


def constraints_of(model: clew.Model) -> tuple[Constraint, ...]:
    return tuple(model.constraints())


@settings(max_examples=200 if THOROUGH else 20)
@given(tangled(), st.sampled_from(LEVELS))
def test_a_search_changes_nothing_that_the_next_one_sees(model: clew.Model, level: Level) -> None:
    before = model.domains(), constraints_of(model), model.given()
    options: dict[str, Any] = {"inference": level, "variable_order": "wdeg"}
    with mock.patch.object(restarts, "FIRST_CUTOFF", 1):
        one, other = (clew.solve(model, clew.First(), **options) for _ in range(2))
    assert one.result == other.result
    assert one.statistics.nodes_per_level == other.statistics.nodes_per_level
    assert (model.domains(), constraints_of(model), model.given()) == before
    assert clew.count(model, inference=level) == len(list(brute_force(model)))
