"""CP-SAT of OR-Tools on some of the families, in one thread. Those of `benchmarks.targets` serve if they fit."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from benchmarks.beside.work import module
from benchmarks.targets.peers import golomb_cp_sat, schedule

Run = Callable[[], Any]
Build = Callable[[Any], Any]
"""Builds a model; its objective if it has one."""


def _run(build: Build) -> Run:
    """Whether there is a solution, or the best objective, by one thread of CP-SAT."""
    cp = module("ortools.sat.python.cp_model")

    def work() -> Any:
        model, solver = cp.CpModel(), cp.CpSolver()
        has_objective = build(model) is not None
        solver.parameters.num_workers = 1
        status = solver.solve(model)
        assert status in (cp.OPTIMAL, cp.FEASIBLE, cp.INFEASIBLE), solver.status_name(status)
        return round(solver.objective_value) if has_objective else status != cp.INFEASIBLE

    return work


def golomb(number: int) -> Run:
    return golomb_cp_sat(str(number))


def queens(number: int) -> Run:
    def build(model: Any) -> None:
        row = [model.new_int_var(0, number - 1, "") for _ in range(number)]
        for sign in (0, 1, -1):
            model.add_all_different(x + sign * k for k, x in enumerate(row))

    return _run(build)


def quasigroup(cells: Sequence[Sequence[int]]) -> Run:
    def build(model: Any) -> None:
        last = len(cells) - 1
        grid = [[model.new_int_var(max(v, 0), last if v < 0 else v, "") for v in row] for row in cells]
        for line in (*grid, *zip(*grid, strict=True)):
            model.add_all_different(line)

    return _run(build)


def three_sat(clauses: Sequence[Sequence[tuple[int, int]]], number: int) -> Run:
    def build(model: Any) -> None:
        row = [model.new_bool_var("") for _ in range(number)]
        for clause in clauses:
            model.add_bool_or(row[k] if value else ~row[k] for k, value in clause)

    return _run(build)


def one_machine(tasks: Sequence[tuple[int, int, int]], horizon: int) -> Run:
    """Tasks by how long they take, when they may begin, and their weights."""

    def build(model: Any) -> Any:
        starts = [model.new_int_var(release, horizon - length, "") for length, release, _ in tasks]
        lengths = [length for length, _, _ in tasks]
        model.add_no_overlap(map(model.new_fixed_size_interval_var, starts, lengths, [""] * len(tasks)))
        late = sum(weight * start for start, (_, _, weight) in zip(starts, tasks, strict=True))
        model.minimize(late)
        return late

    return _run(build)


def five_apart(size: int) -> Run:
    def build(model: Any) -> None:
        total = []
        for _ in range(5):
            x, y, z = (model.new_int_var(1, size - 1, "") for _ in "xyz")
            model.add_multiplication_equality(z, [x, y])
            model.add(x <= y)
            total.append(z)
        model.add(sum(total) == size - 3)

    return _run(build)


def job_shop(number: int, seed: int) -> Run:
    return _run(lambda model: schedule(model, number))


def knapsack(things: Sequence[tuple[int, int]]) -> Run:
    def build(model: Any) -> Any:
        taken = [model.new_bool_var("") for _ in things]
        model.add(sum(w * x for (w, _), x in zip(things, taken, strict=True)) <= sum(w for w, _ in things) // 3)
        worth = sum(value * x for (_, value), x in zip(things, taken, strict=True))
        model.maximize(worth)
        return worth

    return _run(build)
