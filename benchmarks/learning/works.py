"""Models whose dead ends teach something: random formulas, schedules, colours, packings."""

from __future__ import annotations

import random
from collections.abc import Callable
from itertools import combinations, pairwise, product
from typing import Any, Final

import attrs
from benchmarks.learning.data import PROJECTS, SHOPS
from benchmarks.targets.instances import square

import clew
from clew.constraints import AllDifferent, Or
from clew.problem.model import Model

Asked = tuple[Model, Any, str]
"""A model, its objective or None, and its direction."""


def formula(size: str, seed: int) -> Asked:
    """A random formula of clauses with three literals, 4.26 for each variable, where half of them are satisfiable."""
    draw, model, n = random.Random(seed), Model(), int(size)
    bits = model.variables(range(n), (0, 1))
    for _ in range(round(4.26 * n)):
        model.require(Or([bits[k] == draw.randrange(2) for k in draw.sample(range(n), 3)]))
    return model, None, ""


def shop(size: str, seed: int) -> Asked:
    """A job shop of Lawrence (1984)."""
    rows = [[int(word) for word in line.split()] for line in SHOPS[size].strip().splitlines()]
    jobs = [list(zip(row[::2], row[1::2], strict=True)) for row in rows]
    horizon = range(sum(duration for job in jobs for _, duration in job) + 1)
    model = Model()
    end, on = model.variable("end", horizon), dict[int, list[tuple[Any, int]]]()
    for j, job in enumerate(jobs):
        starts = model.variables([(j, k) for k in range(len(job))], horizon)
        model.require([one + job[k][1] <= other for k, (one, other) in enumerate(pairwise([*starts, end]))])
        for start, (machine, duration) in zip(starts, job, strict=True):
            on.setdefault(machine, []).append((start, duration))
    for tasks in on.values():
        for (one, long), (other, wide) in combinations(tasks, 2):
            model.require(Or([one + long <= other, other + wide <= one]))
    return model, end, "min"


def project(size: str, seed: int) -> Asked:
    """A project with scarce resources (PSPLIB, R. Kolisch and A. Sprecher, 1997): who runs when a task starts, fits."""
    (*rooms,), *rows = ([int(word) for word in line.split()] for line in PROJECTS[size].strip().splitlines())
    long = [row[0] for row in rows]
    horizon = range(sum(long) + 1)
    model = Model()
    starts, end = model.variables(range(len(rows)), horizon), model.variable("end", horizon)
    for one, row in enumerate(rows):
        model.require(starts[one] + long[one] <= end)
        model.require([starts[one] + long[one] <= starts[after - 1] for after in row[1 + len(rooms) :]])
    runs: dict[tuple[int, int], Any] = {}
    for one, other in product(range(len(rows)), repeat=2):
        if one != other:
            runs[one, other] = bit = model.variable(("runs", one, other), (0, 1))
            begun, over = starts[one] <= starts[other], starts[one] + long[one] <= starts[other]
            model.require(Or([begun & ~over, bit == 0]), Or([~begun, over, bit == 1]))
    for k, room in enumerate(rooms, 1):
        for other, row in enumerate(rows):
            users = [one for one, user in enumerate(rows) if one != other and user[k]]
            if row[k] and sum(rows[one][k] for one in users) + row[k] > room:
                model.require(sum(rows[one][k] * runs[one, other] for one in users) <= room - row[k])
    return model, end, "min"


def quasigroup(size: str, seed: int) -> Asked:
    """A Latin square, 42 % of which are open."""
    cells, order, model = square(int(size), seed=seed), range(int(size)), Model()
    for r, c in product(order, repeat=2):
        model.variable((r, c), order if cells[r][c] < 0 else [cells[r][c]])
    for k in order:
        model.require(AllDifferent([(k, c) for c in order]), AllDifferent([(r, k) for r in order]))
    return model, None, ""


def colours(size: str, seed: int) -> Asked:
    """A random graph, three tenths of whose edges are there, with so many colours."""
    n, number = map(int, size.split())
    draw, model = random.Random(seed), Model()
    nodes = model.variables(range(n), range(number))
    for one, other in combinations(range(n), 2):
        if draw.random() < 0.3:
            model.require(nodes[one] != nodes[other])
    return model, None, ""


def knapsack(size: str, seed: int) -> Asked:
    """Things with weights and values from 10 to 99; a third of the weight may be taken."""
    draw, model = random.Random(seed), Model()
    things = [(draw.randrange(10, 100), draw.randrange(10, 100)) for _ in range(int(size))]
    taken = model.variables(range(len(things)), (0, 1))
    model.require(sum(w * x for (w, _), x in zip(things, taken, strict=True)) <= sum(w for w, _ in things) // 3)
    return model, sum(v * x for (_, v), x in zip(things, taken, strict=True)), "max"


def packing(size: str, seed: int) -> Asked:
    """Things of 20 to 69 in as few bins of 100 as possible; the bins that are used come first."""
    draw, model, n = random.Random(seed), Model(), int(size)
    sizes = sorted((draw.randrange(20, 70) for _ in range(n)), reverse=True)
    bins = model.variables(range(n), range(n))
    for k in range(n):
        model.require(bins[k] <= k)
        model.require(sum(s * (b == k) for s, b in zip(sizes, bins, strict=True)) <= 100)
    used = model.variable("used", range(1, n + 1))
    model.require([b < used for b in bins])
    return model, used, "min"


def stacks(size: str, seed: int) -> Asked:
    """The order of products that keeps the fewest customers' stacks open at a time; each wants about a fifth of them."""
    n, m = map(int, size.split())
    draw, model = random.Random(seed), Model()
    wants = [[p for p in range(m) if draw.random() < 0.2] or [draw.randrange(m)] for _ in range(n)]
    at = model.variables(range(m), range(m))
    model.require(AllDifferent(range(m)))
    opened, closed = model.variables([("o", c) for c in range(n)], range(m)), model.variables([("c", c) for c in range(n)], range(m))
    for c, own in enumerate(wants):
        model.require([opened[c] <= at[p] for p in own], [closed[c] >= at[p] for p in own])
        model.require(Or([opened[c] == at[p] for p in own]), Or([closed[c] == at[p] for p in own]))
    most = model.variable("most", range(1, n + 1))
    for t in range(m):
        model.require(sum((opened[c] <= t) & (closed[c] >= t) for c in range(n)) <= most)
    return model, most, "min"


@attrs.frozen
class Work:
    """A kind of model, its size, and seeds."""

    make: Callable[[str, int], Asked]
    size: str
    seeds: tuple[int, ...] = (1, 2, 3)


WORKS: Final = {
    "3-SAT 200": Work(formula, "200"),
    "3-SAT 250": Work(formula, "250", (1,)),
    **{name: Work(shop, name, (0,)) for name in SHOPS},
    **{name: Work(project, name, (0,)) for name in PROJECTS},
    "quasigroup 30": Work(quasigroup, "30"),
    "quasigroup 40": Work(quasigroup, "40"),
    "60 vertices, 6 colours": Work(colours, "60 6"),
    "80 vertices, 7 colours": Work(colours, "80 7", (1,)),
    "knapsack 40": Work(knapsack, "40"),
    "knapsack 100": Work(knapsack, "100", (1,)),
    "bin packing 20": Work(packing, "20"),
    "open stacks 15x15": Work(stacks, "15 15"),
}
