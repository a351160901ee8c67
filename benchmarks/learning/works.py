"""Models whose dead ends teach something: random formulas, schedules, colours, packings."""

from __future__ import annotations

import random
from collections.abc import Callable
from itertools import combinations, pairwise, product
from typing import Any, Final

import attrs
from benchmarks.learning.data import PROJECTS, SHOPS
from benchmarks.learning.kits import Kit
from benchmarks.targets.instances import square

Asked = tuple[Any, str]
"""An objective, or None, and its direction."""

SHARE: Final = 0.3
"""The edges of a graph that are there."""


def formula(kit: Kit, size: str, seed: int) -> Asked:
    """A random formula of clauses with three literals, 4.26 for each variable: about half of them can be satisfied."""
    draw, n = random.Random(seed), int(size)
    bits = kit.variables([range(2)] * n)
    for _ in range(round(4.26 * n)):
        kit.require([kit.either([bits[k] == draw.randrange(2) for k in draw.sample(range(n), 3)])])
    return None, ""


def shop(kit: Kit, size: str, seed: int) -> Asked:
    """A job shop: tasks on one machine do not overlap."""
    rows = [[int(word) for word in line.split()] for line in SHOPS[size].strip().splitlines()]
    jobs = [list(zip(row[::2], row[1::2], strict=True)) for row in rows]
    horizon = range(sum(duration for job in jobs for _, duration in job) + 1)
    (end,) = kit.variables([horizon])
    on: dict[int, list[tuple[Any, int]]] = {}
    for job in jobs:
        starts = kit.variables([horizon] * len(job))
        kit.require(one + job[k][1] <= other for k, (one, other) in enumerate(pairwise([*starts, end])))
        for start, (machine, duration) in zip(starts, job, strict=True):
            on.setdefault(machine, []).append((start, duration))
    kit.require([kit.in_turn(*zip(*tasks, strict=True)) for tasks in on.values()])
    return end, "min"


def resources(kit: Kit, size: str, seed: int) -> Asked:
    """A project with scarce resources, each of which its tasks share."""
    (*rooms,), *rows = ([int(word) for word in line.split()] for line in PROJECTS[size].strip().splitlines())
    long = [row[0] for row in rows]
    *starts, end = kit.variables([range(sum(long) + 1)] * (len(rows) + 1))
    for start, row in zip(starts, rows, strict=True):
        kit.require([start + row[0] <= end])
        kit.require(start + row[0] <= starts[after - 1] for after in row[1 + len(rooms) :])
    kit.require([kit.share(starts, long, [row[k] for row in rows], room) for k, room in enumerate(rooms, 1)])
    return end, "min"


def project(kit: Kit, size: str, seed: int) -> Asked:
    """The same by conditions: all tasks that run when one starts fit together."""
    (*rooms,), *rows = ([int(word) for word in line.split()] for line in PROJECTS[size].strip().splitlines())
    long = [row[0] for row in rows]
    *starts, end = kit.variables([range(sum(long) + 1)] * (len(rows) + 1))
    for one, row in enumerate(rows):
        kit.require([starts[one] + long[one] <= end])
        kit.require(starts[one] + long[one] <= starts[after - 1] for after in row[1 + len(rooms) :])
    runs: dict[tuple[int, int], Any] = {}
    for one, other in product(range(len(rows)), repeat=2):
        if one != other:
            (bit,) = kit.variables([range(2)])
            begun, is_over = starts[one] <= starts[other], starts[one] + long[one] <= starts[other]
            kit.require([kit.either([begun & ~is_over, bit == 0]), kit.either([~begun, is_over, bit == 1])])
            runs[one, other] = bit
    for k, room in enumerate(rooms, 1):
        for other, row in enumerate(rows):
            users = [one for one, user in enumerate(rows) if one != other and user[k]]
            if row[k] and sum(rows[one][k] for one in users) + row[k] > room:
                kit.require([sum(rows[one][k] * runs[one, other] for one in users) <= room - row[k]])
    return end, "min"


def quasigroup(kit: Kit, size: str, seed: int) -> Asked:
    """A Latin square, 42 % of which are open."""
    cells, order = square(int(size), seed=seed), range(int(size))
    domains = [order if cells[r][c] < 0 else range(cells[r][c], cells[r][c] + 1) for r in order for c in order]
    found = kit.variables(domains)
    for k in order:
        kit.require([kit.differ(found[k * len(order) : (k + 1) * len(order)]), kit.differ(found[k :: len(order)])])
    return None, ""


def colours(kit: Kit, size: str, seed: int) -> Asked:
    """A random graph, with so many colours."""
    n, number = map(int, size.split())
    draw, nodes = random.Random(seed), kit.variables([range(number)] * n)
    kit.require(nodes[one] != nodes[other] for one, other in combinations(range(n), 2) if draw.random() < SHARE)
    return None, ""


def knapsack(kit: Kit, size: str, seed: int) -> Asked:
    """Things with weights and values from 10 to 99; a third of the weight may be taken."""
    draw = random.Random(seed)
    things = [(draw.randrange(10, 100), draw.randrange(10, 100)) for _ in range(int(size))]
    taken = kit.variables([range(2)] * len(things))
    load: Any = sum(w * x for (w, _), x in zip(things, taken, strict=True))
    kit.require([load <= sum(w for w, _ in things) // 3])
    return sum(v * x for (_, v), x in zip(things, taken, strict=True)), "max"


def packing(kit: Kit, size: str, seed: int) -> Asked:
    """Things of 20 to 69 in as few bins of 100 as possible; a thing is in a bin no later than its own number."""
    draw, n = random.Random(seed), int(size)
    sizes = sorted((draw.randrange(20, 70) for _ in range(n)), reverse=True)
    bins = kit.variables([range(k + 1) for k in range(n)])
    for k in range(n):
        load: Any = sum(s * (b == k) for s, b in zip(sizes, bins, strict=True))
        kit.require([load <= 100])
    (used,) = kit.variables([range(1, n + 1)])
    kit.require(b < used for b in bins)
    return used, "min"


def stacks(kit: Kit, size: str, seed: int) -> Asked:
    """Products in an order that keeps few customers' stacks open at a time; each customer wants a fifth of them."""
    n, m = map(int, size.split())
    draw = random.Random(seed)
    wants = [[p for p in range(m) if draw.random() < 0.2] or [draw.randrange(m)] for _ in range(n)]
    at, opened, closed = (kit.variables([range(m)] * number) for number in (m, n, n))
    kit.require([kit.differ(at)])
    for c, own in enumerate(wants):
        kit.require([*[opened[c] <= at[p] for p in own], *[closed[c] >= at[p] for p in own]])
        kit.require([kit.either([opened[c] == at[p] for p in own]), kit.either([closed[c] == at[p] for p in own])])
    (most,) = kit.variables([range(1, n + 1)])
    for t in range(m):
        number: Any = sum((opened[c] <= t) & (closed[c] >= t) for c in range(n))
        kit.require([number <= most])
    return most, "min"


def ruler(kit: Kit, size: str, seed: int) -> Asked:
    """A Golomb ruler: so many marks, all distances of which differ (problem 6 of CSPLib)."""
    n = int(size)
    marks = kit.variables([range(1), *[range(n * n + 1)] * (n - 1)])
    gaps = kit.variables([range(1, n * n + 1)] * (n * (n - 1) // 2))
    kit.require(other - one == gap for gap, (one, other) in zip(gaps, combinations(marks, 2), strict=True))
    kit.require([*[one < other for one, other in pairwise(marks)], kit.differ(gaps), gaps[0] < gaps[-1]])
    return marks[-1], "min"


def golfers(kit: Kit, size: str, seed: int) -> Asked:
    """Groups of golfers, no two of whom meet in more than one week (problem 10 of CSPLib)."""
    groups, each, weeks = map(int, size.split("-"))
    number = groups * each
    first = [range(p // each, p // each + 1) for p in range(number)]
    later = [*(range(p, p + 1) for p in range(each)), *[range(groups)] * (number - each)]
    plan = [kit.variables(later if week else first) for week in range(weeks)]
    kit.require(sum(x == g for x in row) == each for row in plan for g in range(groups))
    kit.require(sum(row[p] == row[q] for row in plan) <= 1 for p, q in combinations(range(number), 2))
    return None, ""


def design(kit: Kit, size: str, seed: int) -> Asked:
    """A balanced incomplete block design (problem 28 of CSPLib), rows and columns of which are in order."""
    v, k, shared = map(int, size.split())
    r = shared * (v - 1) // (k - 1)
    rows = [kit.variables([range(2)] * (v * r // k)) for _ in range(v)]
    columns = [list(column) for column in zip(*rows, strict=True)]
    kit.require([*(sum(row) == r for row in rows), *(sum(column) == k for column in columns)])
    kit.require(
        sum((a == 1) & (b == 1) for a, b in zip(one, other, strict=True)) == shared
        for one, other in combinations(rows, 2)
    )
    kit.require(kit.in_order(one, other) for lines in (rows, columns) for one, other in pairwise(lines))
    return None, ""


@attrs.frozen
class Work:
    """A kind of model, its size, and seeds."""

    make: Callable[[Kit, str, int], Asked]
    size: str
    seeds: tuple[int, ...] = (1, 2, 3)


WORKS: Final = {
    "random 3-SAT, 200 variables": Work(formula, "200"),
    "random 3-SAT, 250 variables": Work(formula, "250"),
    **{f"job shop {name}": Work(shop, name, (0,)) for name in SHOPS},
    **{f"project {name}": Work(resources, name, (0,)) for name in PROJECTS},
    **{f"project {name} by conditions": Work(project, name, (0,)) for name in PROJECTS},
    "quasigroup 30": Work(quasigroup, "30"),
    "quasigroup 40": Work(quasigroup, "40"),
    "60 vertices, 6 colours": Work(colours, "60 6"),
    "80 vertices, 7 colours": Work(colours, "80 7"),
    "knapsack of 40": Work(knapsack, "40"),
    "knapsack of 100": Work(knapsack, "100"),
    "bin packing of 20": Work(packing, "20"),
    "open stacks 15x15": Work(stacks, "15 15"),
    **{f"Golomb ruler of {n}": Work(ruler, n, (0,)) for n in ("9", "10", "11")},
    **{f"golfers {size}": Work(golfers, size, (0,)) for size in ("5-3-6", "6-4-4", "8-4-4")},
    "block design 15, 7, 3": Work(design, "15 7 3", (0,)),
}
