"""Tasks in time: what is refused, brute force, and the published optima of two projects."""

from __future__ import annotations

from itertools import combinations, product
from typing import Any

import pytest
from benchmarks.learning.data import PROJECTS
from hypothesis import given
from hypothesis import strategies as st

import clew
from clew.constraints import Cumulative, NoOverlap, NoOverlap2D, Var
from clew.errors import ProblemError
from clew.planning.plan import make_plan
from clew.planning.request import forget
from tests.agreement import narrowed
from tests.examples import examples
from tests.random_models import brute_force

MACHINE: Any = NoOverlap
RESOURCE: Any = Cumulative
FIELD: Any = NoOverlap2D


@st.composite
def models(draw: st.DrawFn) -> clew.Model:
    """Tasks with a makespan; some of their numbers are variables."""
    model = clew.Model("tasks")
    number = draw(st.integers(2, 3))
    starts = [model.variable(f"s{k}", range(draw(st.integers(3, 7)))) for k in range(number)]
    end, other = model.variable("end", range(12)), model.variable("x", range(draw(st.integers(0, 1)), 3))

    def column(least: int) -> list[Any]:
        return [draw(st.one_of(st.integers(least, 3), st.just(other))) for _ in starts]

    durations, demands = column(0), column(0)
    present = draw(
        st.one_of(st.none(), st.lists(st.sampled_from([1, other, other == 1]), min_size=number, max_size=number))
    )
    kind = draw(st.sampled_from([NoOverlap, NoOverlap2D, Cumulative]))
    if kind is NoOverlap:
        model.require(NoOverlap(starts, durations, present))
    elif kind is NoOverlap2D:
        heights = [draw(st.one_of(st.integers(-1, 2), st.just(end))) for _ in starts]
        model.require(NoOverlap2D(starts, heights, durations, demands, present))
    else:
        model.require(Cumulative(starts, durations, demands, draw(st.sampled_from([2, 3, other])), present))
    model.require(start + 2 <= end for start in starts)
    return model


@examples(60)
@given(models(), st.booleans(), st.sampled_from(["unit", "arc"]))
def test_both_kernels_find_what_brute_force_finds(model: clew.Model, is_interval: bool, level: str) -> None:
    names = list(model.domains())
    rows = [tuple(one.values()) for one in brute_force(model)]
    with narrowed(is_interval=is_interval, is_listed=False):
        forget()
        options: dict[str, Any] = {"inference": level, "variable_order": "static"}
        for kernel in ("python", "auto"):
            found = clew.solve(model, clew.All(), kernel=kernel, **options).result
            assert sorted(solution.row() for solution in found) == sorted(rows)
        least = min((row[names.index("end")] for row in rows), default=None)
        learnings: list[dict[str, Any]] = [{}, {"learning": "nogoods"}]
        for learning in learnings:
            best = clew.best(model, Var("end"), "min", **learning)
            assert best.objective == least
    forget()


@pytest.mark.parametrize(("size", "least"), [("00", 53), ("01", 68)])
def test_projects_have_their_published_optima(size: str, least: int) -> None:
    (*rooms,), *rows = ([int(word) for word in line.split()] for line in PROJECTS[size].strip().splitlines())
    long, model = [row[0] for row in rows], clew.Model(size)
    *starts, end = model.variables(range(len(rows) + 1), range(sum(long) + 1))
    model.require(start + d <= end for start, d in zip(starts, long, strict=True))
    for k, row in enumerate(rows):
        model.require(starts[k] + long[k] <= starts[after - 1] for after in row[1 + len(rooms) :])
    for k, room in enumerate(rooms, 1):
        model.require(Cumulative(starts, long, [row[k] for row in rows], room))
    if clew.engine().available:
        best = clew.best(model, end, "min")
        assert (best.objective, best.is_optimal) == (least, True)


def test_a_variable_in_two_places_is_tried_value_by_value() -> None:
    """An interval beside it counted solutions that there are not."""
    model = clew.Model("twice")
    start, twice = model.variable("start", range(1, 7)), model.variable("twice", range(2))
    model.require(Cumulative([start, 2], [twice, 3], [1, 0], 0, [twice, 1]))
    with narrowed(is_interval=True, is_listed=False):
        forget()
        assert clew.count(model) == 6
    forget()


@pytest.mark.parametrize("other", [False, True])
@pytest.mark.parametrize("kind", [Cumulative, NoOverlap, NoOverlap2D])
def test_one_variable_in_all_places_is_counted_right(kind: Any, other: bool) -> None:
    """Another variable makes two components of the problem."""
    model = clew.Model()
    x = model.variable("x", range(4))
    if other:
        model.variable("y", range(3))
    more = {Cumulative: ([2, x], [1, 2], 2), NoOverlap: ([2, x],), NoOverlap2D: ([0, 1], [2, x], [2, 2])}[kind]
    model.require(kind([x, 2], *more))
    right = sum(not clew.violations(model, {"x": value, **({"y": 0} if other else {})}) for value in range(4))
    assert 0 < right < 4
    for kernel in ("auto", "python", "compiled"):
        assert clew.count(model, kernel=kernel) == right * (3 if other else 1)


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: MACHINE("ab", [1]), "2 starts, but 1 durations"),
        (lambda: MACHINE("ab", [1, -1]), "durations must not be negative"),
        (lambda: MACHINE("ab", 3), "durations must be a collection"),
        (lambda: MACHINE(3, [3]), "starts must be a collection"),
        (lambda: MACHINE([[]], [3]), "neither a variable nor a number"),
        (lambda: FIELD([1, 2], [1], [1, 1], [1, 1]), "2 xs, but 1 ys"),
        (lambda: FIELD([-1, 2], [1, 1], [1, -1], [1, 1]), "widths must not be negative"),
        (lambda: FIELD([1], [1], [1]), r"as in NoOverlap2D\(xs, ys, widths, heights\)"),
        (lambda: RESOURCE("ab", [1, 1], [1, 1], -1), "capacity must not be negative"),
        (lambda: RESOURCE("ab", [1, 1], [1, 1]), r"as in Cumulative\(starts, durations, demands, capacity\)"),
    ],
)
def test_other_arguments_are_refused(make: Any, message: str) -> None:
    with pytest.raises(ProblemError, match=message):
        make()


def test_no_task_and_no_variable() -> None:
    model = clew.Model("nothing")
    model.variable("x", range(2))
    model.require(NoOverlap([], []), Cumulative([], [], [], 0), NoOverlap([1, 2], [1, 5]))
    assert clew.count(model) == 2
    model.require(NoOverlap([1, 2], [2, 5]))
    assert clew.count(model) == 0


@examples(60)
@given(st.lists(st.tuples(st.integers(1, 3), st.integers(1, 3)), min_size=2, max_size=4), st.integers(3, 4))
def test_rectangles_fill_a_field_as_brute_force_says(sizes: list[tuple[int, int]], wide: int) -> None:
    corners = [list(product(range(wide - w + 1), range(4 - h))) for w, h in sizes]
    fitting = sum(
        all(
            a + w <= b or b + v <= a or c + h <= d or d + g <= c
            for ((a, c), (w, h)), ((b, d), (v, g)) in combinations(zip(row, sizes, strict=True), 2)
        )
        for row in product(*corners)
    )
    model = clew.Model("field")
    xs = [model.variable(("x", k), range(wide - w + 1)) for k, (w, _) in enumerate(sizes)]
    ys = [model.variable(("y", k), range(4 - h)) for k, (_, h) in enumerate(sizes)]
    model.require(NoOverlap2D(xs, ys, *zip(*sizes, strict=True)))
    kernels: list[Any] = ["python", "auto"]
    assert [clew.count(model, kernel=kernel) for kernel in kernels] == [fitting, fitting]


def test_projections_refute_a_field_that_is_too_small() -> None:
    """Three rectangles that all lie across the middle do not fit above each other, and no two of them say so."""
    model = clew.Model("across")
    xs, ys = model.variables("a b c", range(4)), model.variables("d e f", range(6))
    model.require(NoOverlap2D(xs, ys, [5] * 3, [3] * 3))
    kernels: list[Any] = ["python", "auto"]
    assert [
        clew.solve(model, clew.First(), kernel=kernel, inference="unit").statistics.nodes for kernel in kernels
    ] == [0, 0]


@st.composite
def machines(draw: st.DrawFn) -> clew.Model:
    """Tasks on one machine, with times to start at."""
    model = clew.Model("machine")
    number = draw(st.integers(3, 4))
    lows = draw(st.lists(st.integers(0, 4), min_size=number, max_size=number))
    starts = [model.variable(f"s{k}", range(low, low + draw(st.integers(2, 7)))) for k, low in enumerate(lows)]
    model.require(NoOverlap(starts, draw(st.lists(st.integers(1, 4), min_size=number, max_size=number))))
    return model


@examples(150)
@given(machines(), st.booleans(), st.lists(st.integers(-2, 2), min_size=4, max_size=4))
def test_edge_finding_takes_no_solution(model: clew.Model, is_interval: bool, weights: list[int]) -> None:
    (machine,) = model.constraints()
    rows = [row for row in product(*model.domains().values()) if machine.holds(row)]
    objective = sum((w * Var(name) for w, name in zip(weights, model.domains(), strict=False)), Var("s0"))
    worth = [sum((w * one for w, one in zip(weights, row, strict=False)), row[0]) for row in rows]
    with narrowed(is_interval=is_interval, is_listed=False):
        forget()
        kernels: list[Any] = ["python", "auto"]
        found = [clew.solve(model, clew.All(), kernel=kernel, inference="unit") for kernel in kernels]
        assert [sorted(s.row() for s in one.result) for one in found] == [sorted(rows)] * 2
        if not is_interval:  # an interval keeps what lies between its ends, so another variable may be chosen
            assert len({one.statistics.nodes for one in found}) == 1
        if clew.engine().available:
            assert clew.best(model, objective, "min", learning="nogoods").objective == min(worth, default=None)
    forget()


def test_too_many_tasks_for_a_time_are_refuted_at_once() -> None:
    """Any two of the four fit."""
    full = clew.Model("full")
    full.require(NoOverlap(full.variables("a b c d", range(9)), [3] * 4))
    kernels: list[Any] = ["python", "auto"]
    found = [clew.solve(full, clew.First(), kernel=kernel, inference="unit") for kernel in kernels]
    assert [one.statistics.nodes for one in found] == [0, 0]


def test_a_task_that_may_end_late_comes_last() -> None:
    model = clew.Model("late")
    model.require(NoOverlap([model.variable("e", range(30)), *model.variables("a b c d", range(10))], [2, *[3] * 4]))
    root = make_plan(model, {"inference": "unit"}).root
    assert root is not clew.DEAD_END
    assert root.domain("e") == tuple(range(12, 30))


@pytest.mark.parametrize(
    ("starts", "durations", "left"),
    [
        pytest.param([range(4, 20), range(9), range(9)], [5, 3, 3], range(6, 20), id="both must come before"),
        pytest.param([range(11), range(3, 10), range(3, 10)], [2, 4, 4], range(8), id="not both can come before"),
    ],
)
@pytest.mark.parametrize("turned", [False, True])
def test_a_task_comes_after_some_or_before_one(starts: Any, durations: Any, left: range, turned: bool) -> None:
    """Neither pairs nor windows of time say it; in time that runs the other way it is the same."""
    if turned:
        starts = [range(30 - one[-1] - long, 31 - one[0] - long) for one, long in zip(starts, durations, strict=True)]
        left = range(30 - left[-1] - durations[0], 31 - left[0] - durations[0])
    for kernel in ("auto", "python"):
        model = clew.Model("late")
        model.require(NoOverlap([model.variable(k, one) for k, one in enumerate(starts)], durations))
        root = make_plan(model, {"inference": "unit", "kernel": kernel}).root
        assert root is not clew.DEAD_END
        assert root.domain(0) == tuple(left)


@pytest.mark.parametrize("kernel", ["auto", "python"])
@pytest.mark.parametrize("number", [2, 3, 4])
def test_conditions_say_which_of_some_tasks_are_there(number: int, kernel: Any) -> None:
    """From three tasks on edges are found, about the conditions, too."""
    model, long = clew.Model(), [1, 2, 2, 1][:number]
    starts = model.variables([("start", k) for k in range(number)], range(4))
    needs = model.variables([("need", k) for k in range(number)], range(3))
    model.require(NoOverlap(starts, long, [need >= 2 for need in needs]))
    free = [
        all(a + d <= b or b + e <= a for (a, d), (b, e) in combinations([t for t, p in zip(tasks, on) if p], 2))  # noqa: B905
        * 2 ** (number - sum(on))  # a task that is left out has two values for its need
        for row in product(range(4), repeat=number)
        for on in product((False, True), repeat=number)
        for tasks in [list(zip(row, long, strict=True))]
    ]
    assert clew.count(model, kernel=kernel) == sum(free)


def test_rectangles_in_a_field_of_any_width_are_placed_at_once() -> None:
    """The ends of the domains are looked at, not their values: these would take hours."""
    model = clew.Model()
    xs, ys = (model.variables([(axis, k) for k in range(3)], range(2**33)) for axis in "xy")
    model.require(NoOverlap2D(xs, ys, [3, 4, 5], [3, 4, 5]))
    found = clew.first(model)
    assert found is not None
    assert clew.violations(model, found) == ()
