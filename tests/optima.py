"""Random plans with objectives beside CP-SAT: `python -m tests.optima [--models N] [--seed S]` (`pip install ortools`).

Each constraint is drawn with a law of its own, a function in Python that shares no code with clew. CP-SAT is given the
combinations that the laws allow, as tables, and finds the optimum. clew is asked for it with options at random, with
small thresholds, and for a model written in another way that has the same optimum: with a constraint twice, the
variables in another order, the objective shifted, multiplied or turned round, a domain that is wider and constrained
back. If a limit ends the search, the best solution found must be one, and the bound must hold.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from itertools import islice, pairwise, product
from math import prod
from typing import Any, Final
from unittest import mock

import attrs

import clew
from clew.constraints import (
    AllDifferent,
    ArgMax,
    ArgMin,
    BinPacking,
    Circuit,
    Cumulative,
    Element,
    Exactly,
    If,
    Increasing,
    Inverse,
    Knapsack,
    Max,
    Maximum,
    Min,
    Minimum,
    NoOverlap,
    NoOverlap2D,
    NValues,
    Or,
    SlidingSum,
    Sum,
    Table,
    ValuePrecedence,
    Var,
)
from clew.core import probing, turns, walk
from clew.planning import engine_method
from clew.planning.request import forget

ROWS: Final = 20_000
"""The most combinations of the variables of one law."""

Law = Callable[..., Any]
Drawn = tuple[Any, list[str], Law]
"""Something of clew's, the variables that it is about, and its law."""


@attrs.frozen(eq=False)
class Plan:
    """A model as it is drawn.

    Attributes:
        domains: the values of each variable.
        constraints: with their laws, which say whether values are allowed.
        terms: those of the objective, with their laws, which give numbers.
        sense: `min` or `max`.
    """

    domains: dict[str, list[int]]
    constraints: list[Drawn]
    terms: list[Drawn]
    sense: Any

    def worth(self, solution: Any) -> int:
        """The objective of a solution."""
        return sum(law(*[solution[v] for v in scope]) for _, scope, law in self.terms)

    def is_solution(self, solution: Any) -> bool:
        """Whether all laws allow a solution."""
        return all(law(*[solution[v] for v in scope]) for _, scope, law in self.constraints)

    def optimum(self) -> int | None:
        """By brute force: the best objective, or None if there is no solution."""
        rows = (dict(zip(self.domains, values, strict=True)) for values in product(*self.domains.values()))
        best: Any = min if self.sense == "min" else max
        found: int | None = best(map(self.worth, filter(self.is_solution, rows)), default=None)
        return found


def is_free(starts: Any, durations: Any, presences: Any) -> bool:
    """Whether tasks that are there do not overlap."""
    tasks = [(s, d) for s, d, p in zip(starts, durations, presences, strict=True) if p and d > 0]
    return all(a + d <= b or b + e <= a for k, (a, d) in enumerate(tasks) for b, e in tasks[:k])


def are_apart(xs: Any, ys: Any, widths: Any, heights: Any) -> bool:
    """Whether rectangles with an area do not overlap."""
    some = [one for one in zip(xs, ys, widths, heights, strict=True) if one[2] and one[3]]
    return all(
        x + w <= a or a + b <= x or y + h <= c or c + d <= y
        for k, (x, y, w, h) in enumerate(some)
        for a, c, b, d in some[:k]
    )


def fits(starts: Any, durations: Any, demands: Any, capacity: int, presences: Any) -> bool:
    """Whether tasks never use more than there is of a resource."""
    tasks = [one for *one, p in zip(starts, durations, demands, presences, strict=True) if p and one[1] > 0]
    return all(sum(c for s, d, c in tasks if s <= time < s + d) <= capacity for time, *_ in tasks)


def is_trip(after: Any, *, loops: bool) -> bool:
    """Whether successors are one circuit, through all nodes if there are no loops."""
    on = [k for k, to in enumerate(after) if to != k] if loops and len(after) > 1 else [*range(len(after))]
    node, seen = (on or [0])[0], set[int]()
    while node not in seen and 0 <= node < len(after):
        seen.add(node)
        node = after[node]
    return not on or (len(seen) == len(on) and node == on[0])


def in_order(values: Any, order: Any) -> bool:
    """Whether each of some values comes only after the one before it."""
    places = [values.index(value) if value in values else len(values) for value in order]
    return all(a < b or b == len(values) for a, b in pairwise(places))


def constraint(draw: random.Random, x: list[str], domains: dict[str, list[int]]) -> Drawn:  # noqa: C901
    """One constraint about some of the variables."""
    n = len(x)
    one, other, third, *_ = x
    made: Any
    numbers = [draw.randint(-3, 3) for _ in x]
    right, least = draw.randint(-4, 8), draw.randint(0, 3)
    match draw.choice(KINDS):
        case "sum":
            total = sum((a * Var(v) for a, v in zip(numbers, x, strict=True)), Var(one) * 0)
            if draw.random() < 0.6:
                return total <= right, x, lambda *w: sum(map(int.__mul__, numbers, w)) <= right
            return total == right, x, lambda *w: sum(map(int.__mul__, numbers, w)) == right
        case "different":
            return AllDifferent(x), x, lambda *w: len({*w}) == n
        case "element":
            return Element(one, [Var(v) for v in x[2:]], other), x, lambda i, v, *w: 0 <= i < len(w) and w[i] == v
        case "table":
            rows = [tuple(draw.choice(domains[v]) for v in x[:3]) for _ in range(draw.randint(1, 12))]
            return Table(x[:3], rows), x[:3], lambda *w: w in rows
        case "either":
            a, b = draw.randint(0, 3), draw.randint(0, 3)
            made = Or(Var(one) + a <= Var(other), Var(other) + b <= Var(one))
            return made, [one, other], lambda v, w: v + a <= w or w + b <= v
        case "no overlap":
            half = n // 2
            durations = [draw.randint(0, 3) for _ in range(half)]
            return (
                NoOverlap(x[:half], durations, [Var(v) >= 1 for v in x[half : 2 * half]]),
                x[: 2 * half],
                lambda *w: is_free(w[:half], durations, [v >= 1 for v in w[half:]]),
            )
        case "no overlap, variable":
            half = n // 2
            return (
                NoOverlap(x[:half], x[half : 2 * half]),
                x[: 2 * half],
                lambda *w: is_free(w[:half], w[half:], [1] * half),
            )
        case "rectangles":
            half = n // 2
            wide, tall = ([draw.randint(0, 3) for _ in range(half)] for _ in range(2))
            made = NoOverlap2D(x[:half], x[half : 2 * half], wide, tall)
            return made, x[: 2 * half], lambda *w: are_apart(w[:half], w[half:], wide, tall)
        case "path":
            first, last = draw.sample(range(n - 1), 2)
            costs = [[draw.randint(0, 5) for _ in x[1:]] for _ in x[1:]]
            made = Circuit(x[1:], costs=costs, total=x[0], ends=(first, last))
            return (
                made,
                x,
                lambda t, *w: (
                    is_trip(w, loops=False)
                    and w[last] == first
                    and sum(costs[k][v] for k, v in enumerate(w) if k != last) == t
                ),
            )
        case "cumulative":
            durations, demands = [draw.randint(0, 3) for _ in x], [draw.randint(0, 3) for _ in x]
            made = Cumulative(x, durations, demands, least)
            return made, x, lambda *w: fits(w, durations, demands, least, [1] * n)
        case "circuit":
            loops, first = draw.random() < 0.4, draw.randint(0, 1)
            made = Circuit(x, loops, first)
            return made, x, lambda *w: is_trip([v - first for v in w], loops=loops)
        case "tour":
            costs = [[draw.randint(0, 5) for _ in x[1:]] for _ in x[1:]]
            made = Circuit(x[1:], costs=costs, total=x[0])
            return made, x, lambda t, *w: is_trip(w, loops=False) and sum(costs[k][v] for k, v in enumerate(w)) == t
        case "inverse":
            half = n // 2
            made = Inverse(x[:half], x[half : 2 * half])
            size = range(half)
            return made, x[: 2 * half], lambda *w: all(v in size for v in w) and all(w[half + w[k]] == k for k in size)
        case "increasing":
            strict = draw.random() < 0.4
            made = Increasing(x[:4], strict=strict)
            return made, x[:4], lambda *w: all(a < b or (a == b and not strict) for a, b in pairwise(w))
        case "extreme":
            is_max = draw.random() < 0.5
            made = (Maximum if is_max else Minimum)(x[1:], x[0])
            return made, x, lambda z, *w: z == (max if is_max else min)(w)
        case "place":
            is_max = draw.random() < 0.5
            made = (ArgMax if is_max else ArgMin)(x[1:], x[0])
            return made, x, lambda z, *w: z == w.index((max if is_max else min)(w))
        case "values":
            return NValues(x[1:], x[0]), x, lambda z, *w: z == len({*w})
        case "packing":
            sizes, capacity = [draw.randint(1, 4) for _ in x], [draw.randint(2, 9) for _ in range(3)]
            return (
                BinPacking(x, sizes, capacity=capacity),
                x,
                lambda *w: (
                    all(v in (0, 1, 2) for v in w)
                    and all(sum(s for s, v in zip(sizes, w, strict=True) if v == k) <= capacity[k] for k in range(3))
                ),
            )
        case "knapsack":
            weights, profits, most = [abs(k) for k in numbers[1:]], [draw.randint(0, 4) for _ in x[1:]], 3 + abs(right)
            return (
                Knapsack(x[1:], weights, most, profits, x[0]),
                x,
                lambda z, *w: sum(map(int.__mul__, weights, w)) <= most and z == sum(map(int.__mul__, profits, w)),
            )
        case "windows":
            low, high = draw.randint(-2, 3), draw.randint(3, 9)
            made = SlidingSum(x, 3, low, high)
            return made, x, lambda *w: all(low <= sum(w[k : k + 3]) <= high for k in range(n - 2))
        case "precedence":
            return ValuePrecedence(x, (1, 2, 3)), x, lambda *w: in_order(w, (1, 2, 3))
        case "count":
            some = {0, least}
            return Exactly(Var(one), some, x[1:]), x, lambda z, *w: z == sum(v in some for v in w)
        case "product":
            return Var(one) * Var(other) == Var(third), x[:3], lambda a, b, c: a * b == c
        case "distance":
            return abs(Var(one) - Var(other)) >= least, x[:2], lambda a, b: abs(a - b) >= least
        case "if":
            made = If(Var(one) >= least, Var(other) <= Var(third), Var(other) != least)
            return made, x[:3], lambda a, b, c: b <= c if a >= least else b != least
        case _:
            return Sum(x[:3], "!=", right), x[:3], lambda *w: sum(w) != right


KINDS: Final = (
    "sum", "different", "element", "table", "either", "no overlap", "no overlap, variable", "cumulative", "circuit",
    "tour", "inverse", "increasing", "extreme", "place", "values", "packing", "knapsack", "windows", "precedence",
    "count", "product", "distance", "if", "rectangles", "path", "other",
)  # fmt: skip


def term(draw: random.Random, x: list[str]) -> Drawn:
    """One term of an objective."""
    one, other, *_ = x
    factor, value = draw.choice((-3, -2, -1, 1, 1, 2, 5)), draw.randint(0, 4)
    match draw.randrange(6):
        case 0:
            return factor * (Var(one) == value), [one], lambda v: factor * (v == value)
        case 1:
            return factor * abs(Var(one) - Var(other)), [one, other], lambda v, w: factor * abs(v - w)
        case 2:
            return factor * Max(Var(one), Var(other) + 1), [one, other], lambda v, w: factor * max(v, w + 1)
        case 3:
            return Min(Var(one), value) * factor, [one], lambda v: factor * min(v, value)
        case _:
            return factor * Var(one), [one], lambda v: factor * v


def drawn(seed: int, largest: int = 8) -> Plan:
    """A plan of that number."""
    draw = random.Random(seed)
    names = [f"x{k}" for k in range(draw.randint(4, largest))]
    domains: dict[str, list[int]] = {}
    for name in names:
        low, width = draw.choice((-1, 0, 0, 0, 1)), draw.randint(2, 7)
        domains[name] = sorted(draw.sample(range(low, low + width + 1), width))
    constraints: list[Drawn] = []
    while len(constraints) < draw.randint(1, 4):
        some = draw.sample(names, draw.randint(4, min(6, len(names))))
        made = constraint(draw, some, domains)
        if prod(len(domains[v]) for v in made[1]) <= ROWS:
            constraints.append(made)
    terms = [term(draw, draw.sample(names, 2)) for _ in range(draw.randint(1, 4))]
    return Plan(domains, constraints, terms, draw.choice(("min", "max")))


def by_cp_sat(plan: Plan) -> int | None:
    """The optimum that CP-SAT finds with the laws as tables; None if there is no solution."""
    from ortools.sat.python import cp_model  # type: ignore[import-not-found,unused-ignore]

    model = cp_model.CpModel()
    x = {v: model.new_int_var_from_domain(cp_model.Domain.from_values(own), v) for v, own in plan.domains.items()}
    total: Any = 0
    for _, scope, law in plan.constraints:
        rows = [row for row in product(*[plan.domains[v] for v in scope]) if law(*row)]
        model.add_allowed_assignments([x[v] for v in scope], rows) if rows else model.add_bool_or([])
    for _, scope, law in plan.terms:
        rows = [(*row, law(*row)) for row in product(*[plan.domains[v] for v in scope])]
        value = model.new_int_var(min(row[-1] for row in rows), max(row[-1] for row in rows), "")
        model.add_allowed_assignments([*[x[v] for v in scope], value], rows)
        total += value
    (model.minimize if plan.sense == "min" else model.maximize)(total)
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    status = solver.solve(model)
    if status == cp_model.INFEASIBLE:
        return None
    assert status == cp_model.OPTIMAL
    return round(solver.objective_value)


def asked(plan: Plan, draw: random.Random) -> Iterator[str]:
    """Ask clew for the optimum of a plan, written in another way: a line for each trouble."""
    model, domains = clew.Model(), [*plan.domains.items()]
    if draw.random() < 0.3:
        draw.shuffle(domains)
    for name, values in domains:
        is_wider = draw.random() < 0.2
        model.variable(name, range(values[0] - draw.randint(0, 2), values[-1] + 3) if is_wider else values)
        if is_wider:
            model.require(Or([Var(name) == value for value in values]))
    made = [one for one, _, _ in plan.constraints]
    model.require(made if draw.random() < 0.7 else [*made, draw.choice(made)])
    factor, shift = draw.choice(((1, 0), (1, 7), (3, 0), (-1, 0), (-2, 5)))
    objective = sum((factor * one for one, _, _ in plan.terms), Var(domains[0][0]) * 0 + shift)
    sense: Any = plan.sense if factor > 0 else {"min": "max", "max": "min"}[plan.sense]
    options: dict[str, Any] = {
        "learning": draw.choice((None, None, None, "none", "nogoods")),
        "improve": draw.choice((True, True, False)),
        "seed": draw.randint(0, 9),
        "inference": draw.choice((None, None, None, None, "forward", "unit", "arc")),
        "jobs": draw.choice((None,) * 9 + (2, 3)),
        "hint": {v: draw.choice(own) for v, own in plan.domains.items()} if draw.random() < 0.2 else None,
        "limits": clew.Limits(nodes=draw.randint(1, 60)) if draw.random() < 0.15 else None,
    }
    if options["inference"] == "forward" and options["learning"] == "nogoods":
        options["inference"] = None
    forget()
    found = clew.best(model, objective, sense, **{name: one for name, one in options.items() if one is not None})
    optimum = yield f"{options} {factor} {shift}"
    wanted = None if optimum is None else factor * optimum + shift
    if found.solution is not None:
        own = {v: found.solution[v] for v in plan.domains}
        if not plan.is_solution(own):
            yield "is no solution"
        if factor * plan.worth(own) + shift != found.objective:
            yield "has another objective"
    if found.is_optimal or found.status is clew.Status.COMPLETE:
        if found.objective != wanted:
            yield f"finds {found.objective}, not {wanted}"
    elif None not in (wanted, found.bound) and (found.bound > wanted if sense == "min" else found.bound < wanted):
        yield f"says {found.bound}, and {wanted} is better"


def troubles(seed: int, oracle: Callable[[Plan], int | None]) -> Iterator[str]:
    """The troubles with one plan."""
    plan, draw = drawn(seed), random.Random(f"{seed} asked")
    with ExitStack() as stack:
        if draw.random() < 0.7:
            stack.enter_context(
                mock.patch.multiple(walk, DEAD_ENDS=draw.choice((1, 3, 10)), SLICE=draw.choice((1, 50)))
            )
            stack.enter_context(mock.patch.object(engine_method, "COMPILING", 0))
            stack.enter_context(mock.patch.multiple(turns, PROBE=draw.choice((1, 10**9)), SHARE=draw.choice((1, 8))))
            stack.enter_context(mock.patch.object(probing, "SLICE", draw.choice((1, 50))))
        questions = asked(plan, draw)
        how = next(questions)
        try:
            said = questions.send(oracle(plan))  # type: ignore[attr-defined]
            yield f"{seed}: {said} ({how})"
            yield from (f"{seed}: {said} ({how})" for said in questions)
        except StopIteration:
            return


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--models", type=int, default=2000, help="how many models; default: %(default)s")
    parser.add_argument("--seed", type=int, default=0, help="the number of the first one; default: %(default)s")
    parsed = parser.parse_args()
    began, found = time.perf_counter(), Counter[str]()
    for seed in range(parsed.seed, parsed.seed + parsed.models):
        for said in islice(troubles(seed, by_cp_sat), 3):
            found["troubles"] += 1
            print(said, flush=True)
    print(f"{parsed.models:,} models in {time.perf_counter() - began:.0f} s: {found['troubles']} troubles")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
