"""What others do beside clew: the same works, in the form that their own documentation shows."""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations
from typing import Any

from benchmarks.beside.work import module
from benchmarks.targets.instances import HORIZON, JOBS, graph, square
from benchmarks.targets.instances import knapsack as things_and_room

Run = Callable[[], Any]


def _solved(cp: Any, model: Any, **parameters: Any) -> int:
    """The objective of the answer, 0 without one."""
    solver = cp.CpSolver()
    for name, value in {"num_workers": 1, **parameters}.items():
        setattr(solver.parameters, name, value)
    status = solver.solve(model)
    assert status in (cp.OPTIMAL, cp.FEASIBLE)
    return round(float(solver.objective_value))


def golomb_cp_sat(size: str) -> Run:
    cp = module("ortools.sat.python.cp_model")

    def work() -> int:
        number = int(size)
        model = cp.CpModel()
        marks = [model.new_int_var(0, number * number, "") for _ in range(number)]
        model.add(marks[0] == 0)
        gaps = []
        for one, other in combinations(range(number), 2):
            gaps.append(model.new_int_var(1, number * number, ""))
            model.add(gaps[-1] == marks[other] - marks[one])
        model.add_all_different(gaps)
        model.minimize(marks[-1])
        return _solved(cp, model, linearization_level=0, cp_model_presolve=False)

    return work


def golomb_choco(size: str) -> Run:
    pychoco = module("pychoco")

    def work() -> int:
        number = int(size)
        model = pychoco.Model()
        marks = model.intvars(number, 0, number * number)
        model.arithm(marks[0], "=", 0).post()
        gaps = []
        for one, other in combinations(range(number), 2):
            gap = model.intvar(1, number * number)
            model.scalar([marks[other], marks[one]], [1, -1], "=", gap).post()
            gaps.append(gap)
        model.all_different(gaps, "BC").post()
        solver = model.get_solver()
        solver.set_input_order_lb_search(*marks)
        found: int = solver.find_optimal_solution(marks[-1], False).get_int_val(marks[-1])
        return found

    return work


def knapsack_cp_sat(size: str) -> Run:
    cp = module("ortools.sat.python.cp_model")

    def work() -> int:
        things, room = things_and_room()
        model = cp.CpModel()
        taken = [model.new_bool_var("") for _ in things]
        model.add(sum(weight * x for (weight, _), x in zip(things, taken, strict=True)) <= room)
        model.maximize(sum(worth * x for (_, worth), x in zip(things, taken, strict=True)))
        return _solved(cp, model, linearization_level=0)

    return work


def schedule(model: Any, number: int | None = None) -> Any:
    """Put the first jobs of ft06 into a model of CP-SAT, all of them by default, and give the end that is minimised."""
    end = model.new_int_var(0, HORIZON, "")
    on: dict[int, list[Any]] = {}
    for job in JOBS[:number]:
        before: Any = 0
        for machine, duration in job:
            start = model.new_int_var(0, HORIZON, "")
            model.add(start >= before)
            before = start + duration
            on.setdefault(machine, []).append(model.new_fixed_size_interval_var(start, duration, ""))
        model.add(end >= before)
    for tasks in on.values():
        model.add_no_overlap(tasks)
    model.minimize(end)
    return end


def job_shop_cp_sat(size: str) -> Run:
    cp = module("ortools.sat.python.cp_model")

    def work() -> int:
        model = cp.CpModel()
        schedule(model)
        return _solved(cp, model, linearization_level=0, cp_model_presolve=False)

    return work


def quasigroup_cp_sat(size: str) -> Run:
    cp = module("ortools.sat.python.cp_model")
    cells = square()

    def work() -> bool:
        order = len(cells)
        model = cp.CpModel()
        grid = [[model.new_int_var(max(v, 0), order - 1 if v < 0 else v, "") for v in row] for row in cells]
        for line in (*grid, *zip(*grid, strict=True)):
            model.add_all_different(line)
        _solved(cp, model)
        return True

    return work


def quasigroup_choco(size: str) -> Run:
    pychoco = module("pychoco")
    cells = square()

    def work() -> bool:
        order = len(cells)
        model = pychoco.Model()
        grid = [[model.intvar(max(v, 0), order - 1 if v < 0 else v) for v in row] for row in cells]
        for line in (*grid, *zip(*grid, strict=True)):
            model.all_different(list(line), "AC").post()
        solver = model.get_solver()
        solver.set_dom_over_w_deg_search(*[x for row in grid for x in row])
        return bool(solver.solve())

    return work


def colouring_cp_sat(size: str) -> Run:
    cp = module("ortools.sat.python.cp_model")
    edges = graph()

    def work() -> bool:
        model = cp.CpModel()
        colour = [model.new_int_var(1, int(size), "") for _ in range(500)]
        for one, other in edges:
            model.add(colour[one] != colour[other])
        _solved(cp, model)
        return True

    return work


def wide_two_cp_sat(size: str) -> Run:
    cp = module("ortools.sat.python.cp_model")

    def work() -> bool:
        model = cp.CpModel()
        x, y = (model.new_int_var(0, 10**9 - 1, "") for _ in range(2))
        model.add(x + 3 <= y)
        _solved(cp, model)
        return True

    return work


def wide_three_cp_sat(size: str) -> Run:
    cp = module("ortools.sat.python.cp_model")

    def work() -> bool:
        model = cp.CpModel()
        x, y, z = (model.new_int_var(0, 10**9 - 1, "") for _ in range(3))
        model.add(x + y + 5 == z)
        _solved(cp, model)
        return True

    return work


def tuner(size: str) -> Run:
    from benchmarks.compat import parameters, space

    constraint = module("constraint")
    works = {"large": lambda: space(constraint, 1024), "small": lambda: parameters(constraint, 1024)}
    return works[size]


def predicates(size: str) -> Run:
    from benchmarks.targets.instances import TRIPLES

    constraint = module("constraint")

    def work() -> int:
        problem = constraint.Problem()
        problem.addVariables(range(9), range(int(size)))
        for k, triple in enumerate(TRIPLES):
            problem.addConstraint(lambda a, b, c, k=k: (a * b + c + k) % 11 != 0, triple)
        return len(problem.getSolutions())

    return work
